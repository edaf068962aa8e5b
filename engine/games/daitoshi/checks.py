"""What a catalogue must hold (DA-3.17, DA-3.18), beyond the types of its rows: every fault, with its place."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine.games.daitoshi.components import (
    CONSTANTS,
    COUNT_OF,
    MARKET,
    MULTIPLIERS,
    OPERATION_OF,
    OPERATION_TILES,
    TYPES,
    UNIVERSITIES_OF_A_MACHINE,
    Catalogue,
    DistrictTile,
    FactorySlot,
    Invention,
    MachineBoard,
    WildernessTrack,
    kind_of,
)
from engine.games.daitoshi.tables import TILES, Fault, Tables
from engine.games.daitoshi.wilderness_setup import first_hexes
from events.vocabulary.daitoshi.effects import ReadyForMachine, UpgradeInvention

INNER_ACTIONS = ("commit", "expand", "electrify", "trade", "wild")
BUILDINGS = 3
UPGRADES = 3
REWARDS_OF_A_CITY = 5
TOWN_HALL_EXPLOIT = ("river", "land")
COVERED = {2: 2, 3: 1}
Players = Sequence[int]


def check_all(tables: Tables, mode: str, players: Players) -> Iterator[Fault]:
    """Every fault in tables whose rows have been read, for games with these numbers of players."""
    yield from _steam_track(tables["steam_track"])
    if (levels := len(tables["reputation"].vp)) != CONSTANTS.reputation_levels:
        yield Fault("DA-3.17", "reputation", field="vp", found=f"{levels} values", expected="4 values", rule="c")
    yield from _factory(tables["factory"].floors, tables["factory_slot"])
    yield from _ids(tables)
    yield from _inner_tiles([tile for tile in tables["district_tile"] if tile.ring == "inner"])
    yield from _wilderness(tables["wilderness"])
    yield from _tracks(tables, players)
    yield from _numbers(tables, mode, players)
    boards = {row.id for row in tables.get("machine", [])}
    for row in tables.get("invention", []):
        if mode != "open" and row.machine and row.machine not in boards:
            yield Fault("DA-3.15", "invention", row.id, "machine", row.machine, "a row of the table machine")
    for table in TILES:
        for row in tables.get(table, []):
            yield from _tile(table, row, tables.get("invention", []), mode, players)


def check_tile(catalogue: Catalogue, table: str, row: Any, players: Players) -> Iterator[Fault]:
    """The faults of a tile defined in an open game; its id is unique, or it could not have been drawn (DA-8.1)."""
    if not row.id:
        yield Fault("DA-3.17", table, field="id", found="''", expected="an id of its own", rule="k")
    kind = kind_of(table, row)
    most = catalogue.counts.get(kind, COUNT_OF[kind])
    if len(catalogue.kinds.get(kind, ())) >= most:
        yield Fault("DA-3.18", table, row.id, found=f"more than {most} of kind {kind}", expected="no more")
    yield from _tile(table, row, list(catalogue.invention.values()), "open", players)


def _steam_track(track: Any) -> Iterator[Fault]:
    """Part (b): an arrow on every space that is reached on the way to 0."""
    if missing := sorted({*range(track.min + 1, 1)} - {*track.up}):
        yield Fault("DA-3.17", "steam_track", field="up", found=f"no {missing}", expected="min+1 to 0", rule="b")
    if missing := sorted({*range(track.max)} - {*track.down}):
        yield Fault("DA-3.17", "steam_track", field="down", found=f"no {missing}", expected="0 to max-1", rule="b")
    for field, spaces in (("up", track.up), ("down", track.down)):
        if odd := sorted(space for space in spaces if not track.min <= space <= track.max):
            yield Fault("DA-3.10", "steam_track", field=field, found=odd, expected=f"{track.min} to {track.max}")


def _factory(floors: Sequence[int], slots: list[FactorySlot]) -> Iterator[Fault]:
    """Part (d): three buildings, a slot for each floor, and what a progress track may hold."""
    if len(floors) != BUILDINGS:
        yield Fault("DA-3.17", "factory", field="floors", found=f"{len(floors)} buildings", expected="3", rule="d")
        return
    places = Counter((slot.building, slot.floor) for slot in slots)
    wanted = {(building, floor) for building, n in enumerate(floors) for floor in range(1, n + 1)}
    for building, floor in sorted(wanted | set(places)):
        number = places[building, floor]
        if number != ((building, floor) in wanted):
            name, expected = f"building {building} floor {floor}", "one" if (building, floor) in wanted else "none"
            yield Fault("DA-3.17", "factory_slot", name, found=f"{number} rows", expected=expected, rule="d")
    for slot in slots:
        name, steps = f"building {slot.building} floor {slot.floor}", [type(e) for step in slot.progress for e in step]
        if not slot.progress:
            yield Fault("DA-3.17", "factory_slot", name, "progress", "no step", "at least one", "d")
        for kind in (UpgradeInvention, ReadyForMachine):
            if steps.count(kind) > 1:
                tag = kind.__struct_config__.tag
                found = f"{steps.count(kind)} of {tag}"
                yield Fault("DA-3.17", "factory_slot", name, "progress", found, "at most one", "d")


def _ids(tables: Tables) -> Iterator[Fault]:
    """Part (k): no id occurs twice."""
    place: dict[str, str] = {}
    for table in TILES:
        for row in tables.get(table, []):
            if row.id in place or not row.id:
                where = f"also in {place[row.id]}" if row.id in place else "empty"
                yield Fault("DA-3.17", table, row.id, "id", f"{row.id!r}, {where}", "an id of its own", "k")
            place.setdefault(row.id, table)
    for table in ("wilderness", "wilderness_track"):
        counted = Counter(row.id for row in tables[table])
        for name in TYPES:
            if counted[name] != 1:
                yield Fault("DA-3.17", table, name, "id", f"{counted[name]} rows", "one row", "k")


def _inner_tiles(tiles: list[DistrictTile]) -> Iterator[Fault]:
    """Part (e): one inner tile for each action."""
    counted = Counter(str(tile.action) for tile in tiles)
    for action in INNER_ACTIONS:
        if counted[action] != 1:
            found = f"{counted[action]} inner tiles with {action}"
            yield Fault("DA-3.17", "district_tile", field="action", found=found, expected="one", rule="e")


def _wilderness(rows: list[Any]) -> Iterator[Fault]:
    """DA-3.7: each operation tile goes with one hex type."""
    tiles = [row.operation_tile or OPERATION_OF[row.id] for row in rows]
    for row, tile in zip(rows, tiles, strict=True):
        if tile not in OPERATION_TILES or tiles.count(tile) > 1:
            expected = f"one of {', '.join(OPERATION_TILES)}, each once"
            yield Fault("DA-3.7", "wilderness", row.id, "operation_tile", tile, expected)


def _tracks(tables: Tables, players: Players) -> Iterator[Fault]:
    """Parts (f) and (g), and the lengths of the lists of DA-3.8."""
    limit = tables["counts"].get("hexes_per_type")
    for track in tables["wilderness_track"]:
        if faults := list(_lists(track)):
            yield from faults
            continue
        for number in players:
            hexes = first_hexes(track, number)
            if not hexes[-2]:
                found = f"no hex on space {track.spaces - 1} with {number} players"
                yield Fault("DA-3.17", "wilderness_track", track.id, "spaces", found, "a hex at the start", "f")
            if limit is not None and sum(hexes) > limit:
                found = f"{sum(hexes)} hexes with {number} players"
                yield Fault("DA-3.17", "wilderness_track", track.id, "spaces", found, f"at most {limit}", "g")


def _lists(track: WildernessTrack) -> Iterator[Fault]:
    if len(track.vp) != track.spaces:
        yield _track(track, "vp", f"{len(track.vp)} values", f"{track.spaces}")
    if len(track.penalty) != (track.spaces if track.id == "river" else 0):
        yield _track(track, "penalty", f"{len(track.penalty)} values", f"{track.spaces} on the river, none elsewhere")
    for field in ("extra_3", "extra_4"):
        spaces = getattr(track, field)
        if odd := [space for space in spaces if not 1 <= space <= track.spaces]:
            yield _track(track, field, odd, f"spaces 1 to {track.spaces}")
        if spaces and track.id == "river":
            yield _track(track, field, list(spaces), "none on the river")
    for field in ("empty_2", "empty_3", "empty_4"):
        if getattr(track, field) and track.id != "river":
            yield _track(track, field, getattr(track, field), "0 on land")
    if track.multiplier not in ("", MULTIPLIERS[track.id]):
        yield _track(track, "multiplier", track.multiplier, MULTIPLIERS[track.id])


def _track(track: WildernessTrack, field: str, found: Any, expected: str) -> Fault:
    return Fault("DA-3.8", "wilderness_track", track.id, field, found, expected)


def _numbers(tables: Tables, mode: str, players: Players) -> Iterator[Fault]:
    """DA-3.18: no more tiles than exist; in a closed catalogue, enough of them (DA-3.16)."""
    counted = Counter(kind_of(each, row) for each in TILES for row in tables.get(each, []))
    table_of = dict.fromkeys(("inner", "middle", "outer"), "district_tile")
    fewest = {"middle": 5, "outer": 5, "city": CONSTANTS.cities_in_play, "machine": 1, "machine_upgrade": UPGRADES}
    fewest |= {**MARKET, "basic": max(players)}
    for kind, number in COUNT_OF.items():
        most = tables["counts"]["counts"].get(kind, number)
        table = kind if kind in TILES else table_of.get(kind, "invention")
        if counted[kind] > most:
            yield Fault("DA-3.18", table, found=f"{counted[kind]} of kind {kind}", expected=f"at most {most}")
        if mode != "open" and counted[kind] < fewest.get(kind, 0):
            expected = f"at least {fewest[kind]}"
            yield Fault("DA-3.16", table, found=f"{counted[kind]} of kind {kind}", expected=expected)


def _tile(table: str, row: Any, inventions: list[Invention], mode: str, players: Players) -> Iterator[Fault]:
    """The faults of a single tile."""
    if table == "machine":
        yield from _machine(row, inventions, mode, players)
    elif table == "invention":
        if row.quality == "basic" and not row.start:
            yield Fault("DA-3.17", table, row.id, "start", "none", "commit, expand, electrify or trade", "i")
        if row.quality == "university" and not row.machine:
            yield Fault("DA-3.15", table, row.id, "machine", "none", "the mega-machine it belongs to")
    elif table == "city" and len(row.rewards) != REWARDS_OF_A_CITY:
        yield Fault("DA-3.17", table, row.id, "rewards", f"{len(row.rewards)} rewards", "5 rewards", "j")
    elif table == "district_tile":
        yield from _district_tile(row)


def _district_tile(tile: DistrictTile) -> Iterator[Fault]:
    """DA-3.3: action, colour and exploit operation belong only to inner tiles."""
    if tile.ring != "inner":
        for field in ("action", "worker", "exploit"):
            if getattr(tile, field):
                yield Fault("DA-3.4", "district_tile", tile.id, field, getattr(tile, field), "none outside the centre")
        return
    town_hall = tile.action == "wild"
    if (tile.worker == "any") != town_hall or not tile.worker:
        expected = "any" if town_hall else "a colour"
        yield Fault("DA-3.3", "district_tile", tile.id, "worker", tile.worker or "none", expected)
    wanted = tile.exploit == TOWN_HALL_EXPLOIT if town_hall else len(tile.exploit) == 1 and tile.exploit[0] in TYPES
    if not wanted:
        expected = "river, land" if town_hall else "one hex type"
        yield Fault("DA-3.3", "district_tile", tile.id, "exploit", list(tile.exploit), expected)


def _machine(board: MachineBoard, inventions: list[Invention], mode: str, players: Players) -> Iterator[Fault]:
    """Part (h), and that the board's lists name spaces it has (DA-3.15)."""
    spaces = range(len(board.spaces))
    if len(board.links) != UPGRADES:
        yield _board(board, "links", f"{len(board.links)} upgrades", "3")
        return
    for field, listed in (
        ("covered_2", board.covered_2),
        ("covered_3", board.covered_3),
        *(("links", link) for link in board.links),
    ):
        if any(space not in spaces for space in listed) or len(set(listed)) < len(listed):
            yield _board(board, field, list(listed), f"different spaces from 0 to {len(board.spaces) - 1}")
            return
    belonging = sum(each.quality == "university" and each.machine == board.id for each in inventions)
    universities = UNIVERSITIES_OF_A_MACHINE if mode == "open" else belonging
    for number in players:
        covered = {2: board.covered_2, 3: board.covered_3}.get(number, ())
        if len(covered) != COVERED.get(number, 0):
            yield _board(board, f"covered_{number}", f"{len(covered)} spaces", f"{COVERED[number]}")
        if (open_spaces := len(board.spaces) - len(covered)) > universities:
            found = f"{open_spaces} uncovered spaces with {number} players, {universities} university inventions"
            yield _board(board, "spaces", found, "no more spaces than inventions", "DA-3.17", "h")
        for upgrade, link in enumerate(board.links):
            if not set(link) - set(covered):
                found = f"no uncovered space for upgrade {upgrade} with {number} players"
                yield _board(board, f"links[{upgrade}]", found, "at least one", "DA-3.17", "h")


def _board(
    board: MachineBoard, field: str, found: Any, expected: str, clause: str = "DA-3.15", rule: str = ""
) -> Fault:
    return Fault(clause, "machine", board.id, field, found, expected, rule)
