"""Anachrony as a drawing: the Timeline, the main board with its spaces, pools and stacks, the players' boards."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from engine.games.anachrony.state import ACTION, LAST_BEFORE_IMPACT, State
from projections.pictures.anachrony.board import HEIGHT as BOARD_HEIGHT
from projections.pictures.anachrony.board import board
from projections.pictures.anachrony.look import STYLE, WARP, hexagon, plate
from projections.pictures.anachrony.players import HEIGHT as PANEL
from projections.pictures.anachrony.players import panel
from projections.pictures.anachrony.wording import AWAITED, about, name_of, spelt, where
from projections.pictures.palette import SEATS
from projections.pictures.pen import box, ended, inked, label, middle, moved, title
from projections.pictures.sheet import WHOLE, Drawing, Part, Spot, Table, seat_name

GAP = 12.0
ROW = 17.0


def draw(state: State, table: Table) -> list[Part]:
    """All in one part: Timeline, main board, a panel per player, two in a row."""
    timeline = 66 + ROW * len(state.players)
    parts: list[Spot | str] = [*_timeline(state, timeline), *board(state, timeline + GAP)]
    top = timeline + BOARD_HEIGHT + 2 * GAP
    for player in state.players:
        x, y = player.seat % 2 * (WHOLE / 2 + GAP / 2), top + player.seat // 2 * (PANEL + GAP)
        parts += panel(state, player, seat_name(table.names, player.seat), about(state, player.seat), x, y)
    return [Part("board", "Board", parts, top + (len(state.players) + 1) // 2 * (PANEL + GAP) - GAP, 3, drawn=WHOLE)]


def _timeline(state: State, height: float) -> Iterator[Spot]:
    """A tile per Era: its Superproject, and a row per player for the Focus and the Warp tiles there."""
    width = (WHOLE - 6 * 8) / 7
    for place, name in enumerate(state.superprojects):
        era = place + 1
        rows = tuple(
            (
                player.focus == era,
                tuple(tile for tile, at in zip(state.tables.warp_ids, player.warped, strict=True) if at == era),
            )
            for player in state.players
        )
        shown = name_of(state, name) if name else "face down"
        now = era == state.era and not state.over
        yield _era(era, shown, state.built_by[place], now, rows, place * (width + 8), width, height)


@lru_cache(maxsize=2048)
def _era(
    era: int,
    name: str,
    builder: int,
    now: bool,
    rows: tuple[tuple[bool, tuple[str, ...]], ...],
    x: float,
    width: float,
    height: float,
) -> Spot:
    drawn = [box(0, 0, width, height, "running" if now else "panel"), label(9, 19, f"Era {era}", "h2")]
    note = "then the Impact" if era == LAST_BEFORE_IMPACT else ""
    drawn.append(ended(width - 9, 19, note, "small soft"))
    lines = wrap(name, 21)[:2]
    drawn += [label(9, 36 + 14 * n, lines[n] if n < len(lines) else "", "small") for n in range(2)]
    if builder >= 0:
        fill, ink = SEATS[builder]
        mark = [title(f"built by seat {builder + 1}"), box(0, 0, 16, 16, "edge", 8, fill=fill)]
        drawn.append(moved(width - 25, 40, [*mark, middle(8, 12, builder + 1, "small b", style=inked(ink))]))
    for seat, (focus, tiles) in enumerate(rows):
        y = 59 + ROW * seat
        if focus:
            fill, ink = SEATS[seat]
            flag = hexagon(8, "edge", fill=fill)
            number = middle(0, 4, seat + 1, "tiny b", style=inked(ink))
            drawn.append(moved(16, y + 7, [title(f"Focus of seat {seat + 1}"), flag, number]))
        for n, tile in enumerate(tiles):
            kind = tile.removeprefix("warp_")
            drawn.append(plate(29 + n * 15, y, seat, WARP[kind], f"seat {seat + 1}: {spelt(tile)}"))
    return Spot(f"era/{era}", moved(x, 0, drawn), box(x - 2, -2, width + 4, height + 4, "just", 7))


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    player = state.players[seat]
    return about(state, seat) + (", passed" if player.passed and state.phase == ACTION else "")


def _points(state: State, seat: int) -> str:
    return f"{state.players[seat].vp_tokens} VP tokens"


FIRST = {
    "neutronium/gold/uranium/titanium": ("neutronium", "gold", "uranium", "titanium"),
    "water": ("water",),
    "cores": ("energy_core",),
    "paradoxes": ("paradox",),
    "suits": ("exosuits",),
}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, points=_points, first=FIRST, round="Era")
