"""The twelve spots of an Anachrony player's board: buildings, Superprojects and Anomalies, or what a building costs."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS
from engine.games.anachrony.state import Player, State, board_of
from projections.pictures.anachrony.look import BOLD, LEFT, RIGHT, SIZE, folded, plate, space, worker
from projections.pictures.anachrony.wording import amounts, gist, letters, name_of, numbered
from projections.pictures.pen import box, ended, fitted, label, length, middle, title
from projections.pictures.sheet import Spot
from projections.pictures.words import MINUS

ROWS = ("Power Plants", "Factories", "Life Supports", "Labs")
TITLE, SPOT, GAP = 17.0, 57.0, 4.0
ROW = TITLE + SPOT + GAP
HEIGHT = len(ROWS) * ROW
WIDTH = (RIGHT - LEFT - (COLUMNS - 1) * GAP) / COLUMNS


Use = tuple[str, str, tuple[str, ...], bool]
"""How the space of a tile is used: its mode, whom it is for, the Workers there, whether it bears a marker."""


def grid(state: State, player: Player, y: float) -> Iterator[Spot | str]:
    """The rows of spots. A tile is a spot by its own name, so that an action on it names the place."""
    for row, name in enumerate(ROWS):
        yield label(LEFT, y + row * ROW + 13, name, "soft")
    spot = 0
    while spot < len(player.spots):
        row, column = divmod(spot, COLUMNS)
        place = (LEFT + column * (WIDTH + GAP), y + row * ROW + TITLE)
        tile, covered = player.spots[spot], spot in player.anomalies
        if not tile:
            price = amounts(getattr(board_of(state, player), f"spot_{BUILDING_TYPES[row]}")[column])
            yield _free(player.seat, spot, "" if covered else price, state.tables.all.anomaly.vp, *place)
            spot += 1
            continue
        rules = state.tables.tiles[tile]
        wide = rules.row < 0
        name = name_of(state, tile)
        here = tuple(each.worker for each in player.busy if each.space == tile)
        use = (rules.mode, letters(rules.types), here, tile in player.markers)
        yield _tile(player.seat, tile, name, rules.vp, gist(rules), covered, use, *place, wide)
        if wide:
            yield ""
        spot += 1 + wide


@lru_cache(maxsize=4096)
def _free(seat: int, spot: int, price: str, vp: int, x: float, y: float) -> Spot:
    """A spot without a tile: what a building costs on it, or an Anomaly."""
    drawn = [box(x, y, WIDTH, SPOT, "gone" if price else "covered")]
    if price:
        drawn.append(middle(x + WIDTH / 2, y + 33, fitted(price, WIDTH - 4, SIZE), "soft"))
    else:
        drawn.append(middle(x + WIDTH / 2, y + 25, "Anomaly", "b"))
        drawn.append(middle(x + WIDTH / 2, y + 43, f"{MINUS}{-vp} VP"))
    return Spot(f"spot/{seat}/{spot}", "".join(drawn), box(x - 2, y - 2, WIDTH + 4, SPOT + 4, "just"))


@lru_cache(maxsize=8192)
def _tile(
    seat: int,
    tile: str,
    name: str,
    vp: int,
    words: str,
    covered: bool,
    use: Use,
    x: float,
    y: float,
    wide: bool,
) -> Spot:
    width = WIDTH * (1 + wide) + GAP * wide
    points = f"{vp} VP"
    drawn = [title(f"{name}: {points}{', covered' if covered else ''}; {words}")]
    drawn.append(box(x, y, width, SPOT, "covered" if covered else "card"))
    right = length(points, SIZE) + 8
    drawn.append(label(x + 6, y + 16, fitted(name if wide else numbered(tile), width - 32 - right, BOLD), "b"))
    drawn.append(ended(x + width - 6, y + 16, points))
    for n, line in enumerate(folded("covered: no effect" if covered else words, width - 10, 2)):
        drawn.append(label(x + 6, y + 34 + n * 15, line))
    drawn += _space(seat, use, x + width - right - 12, y + 12)
    return Spot(f"tile/{seat}/{tile}", "".join(drawn), box(x - 2, y - 2, width + 4, SPOT + 4, "just"))


def _space(seat: int, use: Use, x: float, y: float) -> Iterator[str]:
    """The space of a tile: for whom it is, or who is there."""
    mode, letter, here, marked = use
    if here:
        yield from (worker(x - 21 * n, y, kind, r=10) for n, kind in enumerate(here))
    elif marked:
        yield plate(x - 9, y - 9, seat, str(seat + 1), "Free Action taken")
    else:
        yield space(x, y, mode, letter)
