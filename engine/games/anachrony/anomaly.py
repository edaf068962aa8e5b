"""Paradox tokens outside their phase, and Anomalies with what they require (AN-7.1.12, AN-7.9.4)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS, ROW, WORKER
from engine.games.anachrony.figures import cover, own_tile
from engine.games.anachrony.items import AnomalySpot, AnomalyTileBack, BuildingLoss
from engine.games.anachrony.queries import capacity, is_special
from engine.games.anachrony.state import CAPACITY, Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import AnomalyOrBuilding, AnomalyWarp, PlaceAnomaly


def check(book: Book, state: State, player: Player) -> None:
    """AN-6.3.7, AN-7.1.12, AN-11.4.4: if the tokens reach the capacity, an Anomaly begins: (a) all tokens go back."""
    if player.paradox < CAPACITY or player.paradox < capacity(state, player):
        return
    enter(book, player, "paradox", -player.paradox, "anomaly")
    may_lose = is_special(state, player, "lose_building_instead_of_anomaly")
    state.agenda.append(BuildingLoss(player.seat) if may_lose else AnomalySpot(player.seat))
    if any(player.warped):
        state.agenda.append(AnomalyTileBack(player.seat))


def tiles_out(state: State, player: Player) -> list[str]:
    """The player's Warp tiles that are on the Timeline."""
    return [tile for tile, era in zip(state.tables.warp_ids, player.warped, strict=True) if era]


def legal_tiles_back(state: State, seat: int) -> Iterator[AnomalyWarp]:
    """AN-7.1.12 (b): none, or each of the player's Warp tiles on the Timeline."""
    yield AnomalyWarp(None)
    yield from map(AnomalyWarp, tiles_out(state, state.players[seat]))


def anomaly_warp(state: State, seat: int, event: AnomalyWarp) -> Book:
    """AN-7.1.12 (b): one of them returns, without payment or step. Raises Violation AN-7.1.12."""
    player = state.players[seat]
    if event.tile is not None and event.tile not in tiles_out(state, player):
        raise Violation("AN-7.1.12", tile=event.tile, on_timeline=tiles_out(state, player))
    state.agenda.pop()
    if event.tile is not None:
        player.warped[state.tables.warp_ids.index(event.tile)] = 0
    return []


def own_buildings(state: State, player: Player) -> list[str]:
    """The player's buildings, covered or not; Superprojects are not included."""
    return [tile for tile in player.spots if tile and state.tables.tiles[tile].row >= 0]


def legal_losses(state: State, seat: int) -> Iterator[AnomalyOrBuilding]:
    """AN-7.9.4: none, or each of the player's buildings."""
    yield AnomalyOrBuilding(None)
    yield from map(AnomalyOrBuilding, own_buildings(state, state.players[seat]))


def anomaly_or_building(state: State, seat: int, event: AnomalyOrBuilding) -> Book:
    """AN-7.9.4: a building goes under its stack; if none is named, the Anomaly is taken. Raises Violation AN-7.9.4."""
    player, book = state.players[seat], Book()
    if event.building is not None and event.building not in own_buildings(state, player):
        raise Violation("AN-7.9.4", building=event.building, own=own_buildings(state, player))
    state.agenda.pop()
    if event.building is None:
        state.agenda.append(AnomalySpot(seat))
    else:
        _lose(book, state, player, event.building)
    return book


def _lose(book: Book, state: State, player: Player, building: str) -> None:
    """AN-7.9.4: a Worker on it is set aside, and a marker on it returns; an Anomaly on the spot stays."""
    own_tile(book, player, [player.spots.index(building)], building, -1)
    row = state.tables.tiles[building].row
    if state.primary[row] or state.unseen[row]:
        state.returned[row].append(building)
    else:
        state.primary[row] = building
    if building in player.markers:
        player.markers.remove(building)
    for each in [each for each in player.busy if each.space == building]:
        player.busy.remove(each)
        player.set_aside[WORKER[each.worker]] += 1


def legal_spots(state: State, player: Player) -> list[int]:
    """AN-7.1.12 (d), AN-7.9.5, AN-11.2.3, AN-11.4.3: the spots where a player's Anomaly may be placed."""
    if not state.anomaly_supply:
        return []
    empty = [spot for spot, tile in enumerate(player.spots) if not tile and spot not in player.anomalies]
    if empty:
        if is_special(state, player, "anomaly_any_empty_spot"):
            return empty
        leftmost = min(spot % COLUMNS for spot in empty)
        return [spot for spot in empty if spot % COLUMNS == leftmost]
    tiles = state.tables.tiles
    buildings = [
        spot for spot, tile in enumerate(player.spots) if tile and tiles[tile].row >= 0 and spot not in player.anomalies
    ]
    if state.options.bga_quirks:
        return [spot for spot in buildings if spot % COLUMNS == COLUMNS - 1] or buildings
    return buildings


def legal_places(state: State, seat: int) -> Iterator[PlaceAnomaly]:
    """AN-7.1.12 (d): each legal spot, row by row."""
    for spot in legal_spots(state, state.players[seat]):
        yield PlaceAnomaly(BUILDING_TYPES[spot // COLUMNS], spot % COLUMNS + 1)


def place_anomaly(state: State, seat: int, event: PlaceAnomaly) -> Book:
    """AN-7.1.12 (d): put an Anomaly from the supply there. Raises Violation AN-7.1.12 for another spot."""
    player, book = state.players[seat], Book()
    spots = legal_spots(state, player)
    spot = ROW.get(event.row, -COLUMNS) * COLUMNS + event.column - 1
    if spot not in spots or not 1 <= event.column <= COLUMNS:
        raise Violation("AN-7.1.12", row=event.row, column=event.column, legal=[name_of(each) for each in spots])
    state.agenda.pop()
    state.anomaly_supply -= 1
    cover(book, player, spot)
    return book


def name_of(spot: int) -> str:
    """A spot in words, such as `lab_1`."""
    return f"{BUILDING_TYPES[spot // COLUMNS]}_{spot % COLUMNS + 1}"
