"""Gaia as a drawing, readable without colours: the board, objectives, open cards, stock, and the hands.

A need is filled if it is met, and otherwise an empty, dashed box. Meeples and herds bear their numbers.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.gaia.components import (
    PILE_TABLES,
    PILES,
    PLAYER_COUNTS,
    POWER_OBJECTIVES,
    TERRAINS,
)
from engine.games.gaia.state import NOBODY, Player, State
from events.problems import count
from projections.pictures.gaia.board import boards
from projections.pictures.gaia.cards import HIGH, WIDE, back, card, deck, heading, objective
from projections.pictures.gaia.look import STYLE, meeple, need, need_letter
from projections.pictures.gaia.wording import AWAITED, objective_words, pending_words, short, where
from projections.pictures.palette import SEATS
from projections.pictures.pen import box, circle, fitted, label, moved, title
from projections.pictures.sheet import WHOLE, Drawing, Part, Spot, Table, seat_name

BOARD, GAP = 752.0, 14.0
SIDE = BOARD + GAP
SIDE_WIDTH = WHOLE - SIDE
ROW = 106.0
HAND, PLAYED, MOST = 214.0, 760.0, 7
"""Where hand and played cards begin in a player's row, and how many cards of a hand have a place."""


def draw(state: State, table: Table) -> list[Part]:
    """All in one part: the board with everything open to all next to it, and the players below."""
    piles = PILES if state.advanced else PILES[:2]
    height = 38 + _objective_rows(state) * 68 + (HIGH + 40) * len(piles) + 106
    parts: list[Spot | str] = [*boards(state, table, 0, 0, BOARD, height), *_side(state, piles, height)]
    for player in state.players:
        y = height + GAP + player.seat * (ROW + 8)
        parts += _player(state, player, seat_name(table.names, player.seat), y)
    return [Part("board", "Board", parts, height + GAP + len(state.players) * (ROW + 8) - 8, 3, drawn=WHOLE)]


def _side(state: State, piles: tuple[str, ...], height: float) -> Iterator[Spot | str]:
    yield box(SIDE, 0, SIDE_WIDTH, height, "panel")
    x, wide = SIDE + 12, SIDE_WIDTH - 24
    pending = pending_words(state) if state.power else ""
    yield heading(x, 20, "Objectives", fitted(pending, 240, 11), wide)
    rows = _objective_rows(state)
    for n in range(3 * rows):
        at = x + n % 3 * 138.0, 30.0 + n // 3 * 68
        each = state.objectives[n] if n < len(state.objectives) else None
        required = () if each is None else _required(state, each.id)
        shown = (
            ("", (), "", NOBODY)
            if each is None
            else (short(each.id), required, objective_words(state, each.id), each.claimed_by)
        )
        yield _objective(n, shown, *at)
    y = 34.0 + rows * 68
    for pile in piles:
        gone = len(state.discard[pile]) + state.unknown_discards[pile]
        yield heading(x, y + 17, f"{pile.capitalize()} cards", f"{gone} discarded", wide)
        row = state.row[pile]
        for n in range(PILE_TABLES[pile].row):
            name = row[n] if n < len(row) else ""
            yield _open_card(pile, n, card(state, name) if name else "", x + n * (WIDE + 8), y + 26)
        yield _deck(pile, state.deck_size[pile], x + wide - WIDE, y + 26)
        y += HIGH + 40
    yield from _stock(state, x, y, wide)


def _objective_rows(state: State) -> int:
    """How many lines the objectives of this game take, three per line."""
    shown = PLAYER_COUNTS[len(state.players)].objectives_displayed + (len(POWER_OBJECTIVES) if state.advanced else 0)
    return (shown + 2) // 3


def _required(state: State, name: str) -> tuple[str, ...]:
    icons = state.catalogue.objectives.get(name, {})
    return tuple(terrain for terrain, number in icons.items() for _ in range(number))


@lru_cache(maxsize=512)
def _objective(place: int, shown: tuple[str, tuple[str, ...], str, int], x: float, y: float) -> Spot:
    body = moved(x, y, [objective(*shown)]) if shown[0] else ""
    return Spot(f"objective/{place}", body, box(x - 2, y - 2, 138, 66, "just", 8))


@lru_cache(maxsize=512)
def _deck(pile: str, number: int, x: float, y: float) -> Spot:
    return Spot(f"deck/{pile}", moved(x, y, [deck(pile, number)]), box(x - 3, y - 3, WIDE + 6, HIGH + 6, "just", 9))


@lru_cache(maxsize=2048)
def _open_card(pile: str, place: int, drawn: str, x: float, y: float) -> Spot:
    body = moved(x, y, [drawn]) if drawn else box(x, y, WIDE, HIGH, "gone", 7)
    return Spot(f"row/{pile}/{place}", body, box(x - 3, y - 3, WIDE + 6, HIGH + 6, "just", 9))


def _stock(state: State, x: float, y: float, wide: float) -> Iterator[Spot | str]:
    """The tiles and tokens left, and the letters for needs on cards."""
    yield heading(x, y + 17, "Stock", f"{state.animal_stock} animal tokens", wide)
    for n, terrain in enumerate(TERRAINS):
        yield _tiles(terrain, state.stock[terrain], x + n * 70, y + 26)
    kinds = ("animal",) if state.options.animal_kinds == "generic" else ("deer", "fish")
    letters = ", ".join(f"{need_letter(kind)} {kind}" for kind in kinds)
    yield label(x, y + 88, f"Other needs: {letters}. Dashed: not met.", "tiny soft")


@lru_cache(maxsize=512)
def _tiles(terrain: str, number: int, x: float, y: float) -> Spot:
    drawn = [title(f"{count(number, f'{terrain} tile')} left"), need(terrain, x, y, size=26, edge=True)]
    drawn.append(label(x + 32, y + 19, f"×{number}", "b"))
    drawn.append(label(x, y + 42, terrain, "tiny soft"))
    return Spot(f"stock/{terrain}", "".join(drawn), box(x - 3, y - 3, 68, 50, "just"))


def _player(state: State, player: Player, name: str, y: float) -> Iterator[Spot | str]:
    """A player's row: name and meeples, the hand, what was played this turn."""
    acts = player.seat == state.active and bool(state.turn) and not state.reason
    yield box(0, y, WHOLE, ROW, "running" if acts else "panel")
    yield label(12, y + 22, fitted(name, HAND - 24, 13 * 1.1), "h2")
    yield _meeples(player.seat, player.supply, state.total, y)
    known = sorted(player.known, key=lambda one: (PILES.index(state.catalogue.pile[one]), one))
    hand = [card(state, one) for one in known]
    hand += [back(pile, number) for pile, number in zip(PILES, player.unknown, strict=True) if number]
    for n in range(max(MOST, len(hand))):
        step = min(WIDE + 6, (PLAYED - HAND - WIDE - 12) / (max(MOST, len(hand)) - 1))
        yield _in_hand(player.seat, n, hand[n] if n < len(hand) else "", HAND + n * step, y + 9)
    yield _played(player.seat, tuple(player.played_nature), tuple(player.played_power), y)


@lru_cache(maxsize=1024)
def _meeples(seat: int, supply: int, total: int, y: float) -> Spot:
    """The meeples in the supply, and the empty places of those on the board."""
    drawn = [label(12, y + 44, f"{supply} of {total} meeples in supply", "small")]
    step = min(24.0, 184 / max(1, total))
    for n in range(total):
        x = 24 + n % 8 * step, y + 72
        drawn.append(meeple(seat, *x) if n < supply else circle(x[0], x[1], 8, "gone"))
    return Spot(f"meeples/{seat}", "".join(drawn), box(8, y + 30, HAND - 22, 60, "just"))


@lru_cache(maxsize=8192)
def _in_hand(seat: int, place: int, drawn: str, x: float, y: float) -> Spot:
    body = moved(x, y, [drawn]) if drawn else box(x, y, WIDE, HIGH, "gone", 7)
    return Spot(f"hand/{seat}/{place}", body, box(x - 3, y - 3, WIDE + 6, HIGH + 6, "just", 9))


@lru_cache(maxsize=4096)
def _played(seat: int, natures: tuple[str, ...], powers: tuple[str, ...], y: float) -> Spot:
    """What was played: nature cards as small tiles, powers by name."""
    drawn = [label(PLAYED, y + 22, "played", "small soft")]
    step = min(30.0, (WHOLE - PLAYED - 70) / max(1, len(natures)))
    for n, terrain in enumerate(natures):
        drawn.append(need(terrain, PLAYED + 56 + n * step, y + 8, size=24, edge=True))
    words = ", ".join(name.replace("_", " ") for name in powers)
    drawn.append(label(PLAYED, y + 52, fitted(f"powers: {words}" if words else "", WHOLE - PLAYED - 12, 11), "small"))
    return Spot(f"played/{seat}", "".join(drawn), box(PLAYED - 6, y + 4, WHOLE - PLAYED, 58, "just"))


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    return f"{state.players[seat].supply} of {state.total} meeples left"


FIRST = {"hand": ("hand",), "tiles": ("tiles",), "cities": ("founded",), "objectives": ("objectives",)}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, first=FIRST)
