"""The twelve spots of an Anachrony player's board: buildings, Superprojects and Anomalies, or what a building costs."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS
from engine.games.anachrony.state import Player, State
from engine.games.anachrony.tables import KNOWN
from projections.pictures.anachrony.look import BOLD, LEFT, RIGHT, SIZE, folded, plate, space, worker
from projections.pictures.anachrony.wording import Shown, amounts, shown_of, tables_of
from projections.pictures.kept import kept
from projections.pictures.pen import box, ended, fitted, label, length, middle, title
from projections.pictures.sheet import Spot
from projections.pictures.words import MINUS

ROWS = ("Power Plants", "Factories", "Life Supports", "Labs")
TITLE, SPOT, GAP = 17.0, 57.0, 4.0
ROW = TITLE + SPOT + GAP
HEIGHT = len(ROWS) * ROW
WIDTH = (RIGHT - LEFT - (COLUMNS - 1) * GAP) / COLUMNS


def _shows(state: State, player: Player, y: float) -> tuple[object, ...]:
    """All that the spots show."""
    return player.seat, player.board, player.spots, player.anomalies, player.busy, player.markers, y


@kept(_shows, tables_of)
def grid(state: State, player: Player, y: float) -> list[Spot | str]:
    """The rows of spots. A tile is a spot by its own name, so that an action on it names the place."""
    return [_titles(y), *_spots(state, player, y)]


def _spots(state: State, player: Player, y: float) -> Iterator[Spot | str]:
    spot = 0
    while spot < len(player.spots):
        row, column = divmod(spot, COLUMNS)
        place = (LEFT + column * (WIDTH + GAP), y + row * ROW + TITLE)
        tile, covered = player.spots[spot], spot in player.anomalies
        if not tile:
            is_open = spot + len(player.spots) in player.anomalies
            price = "" if covered or is_open else _price(state.key, player.board, row, column)
            yield _free(player.seat, spot, price, is_open, state.tables.all.anomaly.vp, *place)
            spot += 1
            continue
        here = tuple(each.worker for each in player.busy if each.space == tile)
        shown = shown_of(state.key, tile)
        yield _tile(player.seat, tile, shown, covered, here, tile in player.markers, *place)
        if not shown.is_building:
            yield ""
        spot += 1 if shown.is_building else 2


@lru_cache(maxsize=8)
def _titles(y: float) -> str:
    return "".join(label(LEFT, y + row * ROW + 13, name, "soft") for row, name in enumerate(ROWS))


@lru_cache(maxsize=1024)
def _price(key: str, board: str, row: int, column: int) -> str:
    """What a building costs on a spot."""
    return amounts(getattr(KNOWN[key].boards[board], f"spot_{BUILDING_TYPES[row]}")[column])


@lru_cache(maxsize=4096)
def _free(seat: int, spot: int, price: str, is_open: bool, vp: int, x: float, y: float) -> Spot:
    """A spot without a tile: what a building costs on it, or an Anomaly, which may be open to be here."""
    drawn = [box(x, y, WIDTH, SPOT, "gone" if price else "covered")]
    if price:
        drawn.append(middle(x + WIDTH / 2, y + 33, fitted(price, WIDTH - 4, SIZE), "soft"))
    else:
        drawn.append(middle(x + WIDTH / 2, y + 25, "Anomaly", "b"))
        drawn.append(middle(x + WIDTH / 2, y + 43, f"{MINUS}{-vp} VP{', here?' if is_open else ''}"))
    return Spot(f"spot/{seat}/{spot}", "".join(drawn), box(x - 2, y - 2, WIDTH + 4, SPOT + 4, "just"))


@lru_cache(maxsize=8192)
def _tile(
    seat: int, tile: str, shown: Shown, covered: bool, here: tuple[str, ...], marked: bool, x: float, y: float
) -> Spot:
    """A building or Superproject: its number or name, points, space, and what it does."""
    width = WIDTH if shown.is_building else 2 * WIDTH + GAP
    points = f"{shown.vp} VP"
    right = length(points, SIZE) + 8
    name = shown.number if shown.is_building else shown.name
    drawn = [title(f"{shown.name}: {points}{', covered' if covered else ''}; {shown.does}")]
    drawn.append(box(x, y, width, SPOT, "covered" if covered else "card"))
    drawn.append(label(x + 6, y + 16, fitted(name, width - 32 - right, BOLD), "b"))
    drawn.append(ended(x + width - 6, y + 16, points))
    for n, line in enumerate(folded("covered: no effect" if covered else shown.does, width - 10, 2)):
        drawn.append(label(x + 6, y + 34 + n * 15, line))
    place = x + width - right - 12, y + 12
    if marked and not here:
        drawn.append(plate(place[0] - 9, place[1] - 9, seat, str(seat + 1), "Free Action taken"))
    drawn += [worker(place[0] - 21 * n, place[1], kind, r=10) for n, kind in enumerate(here)]
    drawn.append("" if here or marked else space(*place, shown.mode, shown.user))
    return Spot(f"tile/{seat}/{tile}", "".join(drawn), box(x - 2, y - 2, width + 4, SPOT + 4, "just"))
