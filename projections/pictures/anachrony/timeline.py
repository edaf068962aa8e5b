"""The Timeline of Anachrony: for each Era its Superproject, who is in it with the Focus, and the Warp tiles there."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.anachrony.components import BREAKTHROUGH, SHAPES, Superproject
from engine.games.anachrony.state import LAST_BEFORE_IMPACT, State
from engine.games.anachrony.tables import KNOWN
from projections.pictures.anachrony.look import (
    BOLD,
    LEFT,
    RIGHT,
    SIZE,
    WARP,
    breakthrough,
    headline,
    hexagon,
    outline,
    plate,
    price,
    seat_number,
)
from projections.pictures.anachrony.wording import OPEN, UNSTATED, Shown, shown_of, spelt
from projections.pictures.kept import kept
from projections.pictures.palette import SEATS
from projections.pictures.pen import box, ended, fitted, inked, label, middle, moved, path, title
from projections.pictures.sheet import COLUMN, Part, Spot

TOP, CARD, STEP = 28.0, 84.0, 88.0
INDENT = 42.0
IMPACT = 20.0
"""The gap in which the Impact is."""
HEIGHT = TOP + 7 * STEP - 4 + IMPACT
Tokens = tuple[tuple[bool, tuple[str, ...]], ...]


_GAP_AT = TOP + LAST_BEFORE_IMPACT * STEP
_TITLE = (
    headline("Timeline") + label(LEFT, _GAP_AT + 12, "Impact", "soft") + path(f"M66 {_GAP_AT + 8:g}H{RIGHT:g}", "rule")
)


def _shows(state: State) -> tuple[object, ...]:
    """All that the Timeline shows."""
    tokens = [(player.focus, player.warped) for player in state.players]
    return state.key, state.superprojects, state.built_by, state.era, state.over, state.tables.warp_ids, tokens


@kept(_shows)
def timeline(state: State) -> Part:
    """A card for each Era."""
    return Part("timeline", "Timeline", list(_cards(state)), HEIGHT)


def _cards(state: State) -> Iterator[Spot | str]:
    yield _TITLE
    for place, tile in enumerate(state.superprojects):
        era = place + 1
        tokens = tuple(
            (
                player.focus == era,
                tuple(state.tables.warp_ids[n] for n, at in enumerate(player.warped) if at == era),
            )
            for player in state.players
        )
        now = era == state.era and not state.over
        yield _card(era, _project(state, tile), state.built_by[place], now, tokens)


def _project(state: State, tile: str) -> str:
    """A Superproject as drawn: its name, points, price and what it does."""
    if not tile or tile == UNSTATED:
        return _UNKNOWN if tile else _FACE_DOWN
    return _drawn(state.key, tile)


_UNKNOWN, _FACE_DOWN = (label(INDENT, 19, words, "soft") for words in (OPEN, "face down"))


@lru_cache(maxsize=512)
def _drawn(key: str, tile: str) -> str:
    return "".join(_lines(shown_of(key, tile), KNOWN[key].superprojects[tile]))


def _lines(shown: Shown, row: Superproject) -> Iterator[str]:
    yield label(INDENT, 18, fitted(shown.name, RIGHT - INDENT - 44, BOLD), "b")
    yield ended(RIGHT, 18, f"{shown.vp} VP", "b")
    drawn, x = price(INDENT, 24, row.cost)
    yield from drawn
    x += 12
    if row.breakthrough_exact is not None:
        exact = row.breakthrough_exact
        yield breakthrough(x, 34, BREAKTHROUGH[f"{exact.shape}/{exact.icon}"])
        yield label(x + 17, 39, "or", "soft")
        x += 50
    for shape in row.breakthrough_pair:
        yield moved(x, 34, [title("a Breakthrough of this shape"), outline(SHAPES.index(shape))])
        x += 27
    use = {"worker": shown.user, "free": "free"}.get(shown.mode, "")
    words = f"{use}: {shown.does}" if use else shown.does
    yield label(INDENT, 59, fitted(words, RIGHT - INDENT, SIZE), "soft")


@lru_cache(maxsize=4096)
def _card(era: int, project: str, builder: int, now: bool, tokens: Tokens) -> Spot:
    y = TOP + (era - 1) * STEP + IMPACT * (era > LAST_BEFORE_IMPACT)
    drawn = [box(0, 0, COLUMN, CARD, "running" if now else "panel"), label(LEFT, 27, era, "h1"), project]
    if builder >= 0:
        drawn.append(seat_number(LEFT + 7, 46, builder, f"built by seat {builder + 1}"))
    room = (RIGHT - INDENT) / len(tokens)
    for seat, (focus, tiles) in enumerate(tokens):
        drawn += _tokens(seat, focus, tiles, INDENT + room * seat)
    return Spot(f"era/{era}", moved(0, y, drawn), box(-2, y - 2, COLUMN + 4, CARD + 4, "just", 7))


def _tokens(seat: int, focus: bool, tiles: tuple[str, ...], x: float) -> Iterator[str]:
    """The Focus and the Warp tiles of a seat, whose place is the same in every Era."""
    if focus:
        fill, ink = SEATS[seat]
        flag = hexagon(10.5, "edge", fill=fill)
        number = middle(0, 5, seat + 1, "b", style=inked(ink))
        yield moved(x + 10, 73, [title(f"Focus of seat {seat + 1}"), flag, number])
    for n, tile in enumerate(tiles):
        yield plate(x + 22 + n * 20, 64, seat, WARP[tile.removeprefix("warp_")], f"seat {seat + 1}: {spelt(tile)}")
