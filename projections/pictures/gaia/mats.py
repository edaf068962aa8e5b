"""The mats of Gaia: meeples in the supply, the hand, what was played.

Equal cards of a hand lie on one place with their number, as do unknown ones of a pile.
"""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from engine.games.gaia.components import PILES
from engine.games.gaia.state import Player, State
from projections.pictures.gaia.around import INSIDE, PAD, empty, panel
from projections.pictures.gaia.cards import HIGH, WIDE, back, card, several
from projections.pictures.gaia.look import meeple, need
from projections.pictures.gaia.wording import powers_words
from projections.pictures.kept import catalogue_of, kept
from projections.pictures.palette import SEATS
from projections.pictures.pen import box, circle, ended, fitted, inked, label, middle, moved
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name

HAND, LINE = 76.0, HIGH + 8
"""Where the hand begins, and the height of a line of cards; there are two."""
ABREAST = 4
"""How many cards a line has unless there are more than eight."""
PLAYED = HAND + 2 * LINE + 6
PLACES = "".join(
    empty(PAD + n % ABREAST * (WIDE + 8), HAND + n // ABREAST * LINE, WIDE, HIGH) for n in range(2 * ABREAST)
)
"""The empty places of a hand."""


def _shows(state: State, player: Player, table: Table) -> tuple[object, ...]:
    """All that a mat shows."""
    return player, seat_name(table.names, player.seat), _is_acting(state, player), state.total, state.advanced


def _is_acting(state: State, player: Player) -> bool:
    return player.seat == state.active and bool(state.turn) and not state.reason


@kept(_shows, catalogue_of)
def mat(state: State, player: Player, table: Table) -> Part:
    """Everything a player has."""
    height = PLAYED + 54 + (42 if state.advanced else 0)
    name = seat_name(table.names, player.seat)
    elements = list(_elements(state, player, name, height))
    return Part(f"mat/{player.seat}", f"Mat of {name}", elements, height, seat=player.seat)


def _elements(state: State, player: Player, name: str, height: float) -> Iterator[Spot | str]:
    yield panel(height, _is_acting(state, player))
    yield _name(player.seat, fitted(name, 290, 15 * 1.1))
    yield _meeples(player.seat, player.supply, state.total)
    yield from _hand(state, player)
    yield _played(player.seat, tuple(player.played_nature))
    if state.advanced:
        yield _powers(player.seat, tuple(player.played_power))


@lru_cache(maxsize=256)
def _name(seat: int, name: str) -> str:
    fill, ink = SEATS[seat]
    disc = circle(PAD + 11, 20, 11, "edge", fill=fill, stroke_width=1.2)
    return disc + middle(PAD + 11, 25, seat + 1, "b", style=inked(ink, 13)) + label(PAD + 30, 25, name, "lead b")


@lru_cache(maxsize=1024)
def _meeples(seat: int, supply: int, total: int) -> Spot:
    """The meeples in the supply, and the empty places of those on the board."""
    drawn = []
    step = min(26.0, 190 / max(1, total))
    for n in range(total):
        x = PAD + 11 + n * step
        drawn.append(meeple(seat, x, 53, 26) if n < supply else circle(x, 54, 9, "gone"))
    drawn.append(ended(COLUMN - PAD, 58, f"{supply} of {total} meeples"))
    return Spot(f"meeples/{seat}", "".join(drawn), box(PAD - 4, 36, INSIDE + 8, 34, "just"))


def hand_of(state: State, player: Player) -> list[tuple[str, int]]:
    """The different cards of a hand with their numbers; the unknown ones of a pile as `unknown/nature` and so on."""
    known = sorted(set(player.known), key=lambda one: (PILES.index(state.catalogue.pile[one]), one))
    cards = [(one, player.known.count(one)) for one in known]
    return cards + [(f"unknown/{pile}", n) for pile, n in zip(PILES, player.unknown, strict=True) if n]


def _hand(state: State, player: Player) -> Iterator[Spot | str]:
    hand = hand_of(state, player)
    abreast = max(ABREAST, (len(hand) + 1) // 2)
    step = (INSIDE - WIDE) / (abreast - 1)
    yield PLACES
    for n, (name, number) in enumerate(hand):
        unknown = name.startswith("unknown/")
        drawn = back(name.partition("/")[2], number) if unknown else card(state, name)
        badge = several(number) if number > 1 and not unknown else ""
        yield _in_hand(player.seat, name, drawn + badge, PAD + n % abreast * step, HAND + n // abreast * LINE)


@lru_cache(maxsize=8192)
def _in_hand(seat: int, name: str, drawn: str, x: float, y: float) -> Spot:
    mark = box(x - 3, y - 3, WIDE + 6, HIGH + 6, "just", 9)
    return Spot(f"hand/{seat}/{name}", moved(x, y, [drawn]), mark)


@lru_cache(maxsize=4096)
def _played(seat: int, natures: tuple[str, ...]) -> Spot:
    """The nature cards played, as small tiles."""
    words = f"played: {len(natures)} nature card{'' if len(natures) == 1 else 's'}" if natures else "nothing played yet"
    drawn = [label(PAD, PLAYED + 12, words, "soft")]
    step = min(26.0, (INSIDE - 24) / max(1, len(natures) - 1))
    drawn += [need(terrain, PAD + n * step, PLAYED + 20, size=24, edge=True) for n, terrain in enumerate(natures)]
    return Spot(f"played/{seat}", "".join(drawn), box(PAD - 4, PLAYED - 4, INSIDE + 8, 52, "just"))


@lru_cache(maxsize=4096)
def _powers(seat: int, powers: tuple[str, ...]) -> Spot:
    """The power cards played, by name."""
    lines = wrap(f"power: {', '.join(powers_words(powers)) or 'none'}", 42)
    lines = [*lines[:1], fitted(" ".join(lines[1:]), INSIDE, 13)] if len(lines) > 1 else lines
    drawn = "".join(label(PAD, PLAYED + 66 + 18 * n, line) for n, line in enumerate(lines))
    return Spot(f"played/{seat}/power", drawn, box(PAD - 4, PLAYED + 50, INSIDE + 8, 40, "just"))
