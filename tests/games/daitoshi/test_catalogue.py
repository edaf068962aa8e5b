"""Components (DA-3) in catalogues: the house one, one quite unlike it, and faults, each with place and reason."""

from copy import deepcopy

import pytest

from engine.clause import Violation
from engine.games.daitoshi.catalogue import HOUSE_CATALOGUE, built, catalogue_of, examine
from engine.games.daitoshi.circles import may_circle, sure_circles
from engine.games.daitoshi.components import COUNT_OF, TABLES, TYPES
from engine.games.daitoshi.queries import operation
from engine.games.daitoshi.setup import start
from events.log.codec import Unreadable
from tests.games.daitoshi.own import boards, gain, own_header, tables, vp
from tests.games.daitoshi.table import header


def changed(path, value, of=None):
    """The tables with another value at a place: names, numbers of rows or their ids."""
    found = deepcopy(of or tables())
    *way, last = path
    place = found
    for name in way:
        place = place[name] if not isinstance(place, list) or isinstance(name, int) else _row(place, name)
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return found


def _row(rows, name):
    return next(row for row in rows if row.get("id") == name)


def added(table, row):
    found = tables()
    found[table].append(row)
    return found


def without(table, name):
    found = tables()
    found[table] = [row for row in found[table] if row.get("id") != name]
    return found


def row(table, name, **fields):
    return {**_row(tables()[table], name), **fields}


SLOT = {"building": 0, "floor": 3, "marks_low": ["b", "x", "x"], "marks_high": ["b", "b", "b"], "progress": [[]]}

# What is wrong, the tables, and: clause, letter of DA-3.17, table, row, field.
FAULTS = {
    "no such table": (changed(["steam_track"], ...), "DA-3.16", "", "steam_track", "", ""),
    "no rows": (changed(["city"], {}), "DA-3.16", "", "city", "", ""),
    "an unknown table": (changed(["weather"], []), "DA-3.16", "", "weather", "", ""),
    "a missing field": (changed(["city", "port-1", "cost"], ...), "DA-3.16", "", "city", "port-1", "cost"),
    "a wrong type": (changed(["city", "port-1", "cost"], "two"), "DA-3.16", "", "city", "port-1", "cost"),
    "a number that is no whole one": (
        changed(["city", "port-1", "cost"], 1.5),
        "DA-3.16",
        "",
        "city",
        "port-1",
        "cost",
    ),
    "an impossible count": (changed(["city", "port-1", "cost"], -1), "DA-3.16", "", "city", "port-1", "cost"),
    "an unknown field": (changed(["city", "port-1", "colour"], "red"), "DA-3.16", "", "city", "port-1", "colour"),
    "a row that is none": (changed(["city", 0], "port-0"), "DA-3.16", "", "city", "1", ""),
    "an unknown effect": (
        changed(["city", "port-1", "effect"], [{"e": "steal"}]),
        *("DA-3.17", "a", "city", "port-1", "effect[0].e"),
    ),
    "an effect without its number": (
        changed(["city", "port-1", "effect"], [{"e": "vp"}]),
        *("DA-3.17", "a", "city", "port-1", "effect[0].n"),
    ),
    "an effect with a wrong number": (
        changed(["city", "port-1", "effect"], [gain("food", 0)]),
        *("DA-3.17", "a", "city", "port-1", "effect[0].n"),
    ),
    "an unknown resource": (
        changed(["city", "port-1", "effect"], [vp(1), gain("gold")]),
        *("DA-3.17", "a", "city", "port-1", "effect[1].res"),
    ),
    "an unknown colour": (
        changed(["machine_upgrade", "part-0", "effect"], [{"e": "worker", "colour": "red"}]),
        *("DA-3.17", "a", "machine_upgrade", "part-0", "effect[0].colour"),
    ),
    "an effect in an effect": (
        changed(["machine_upgrade", "part-0", "effect"], [{"e": "optional", "do": [{"e": "nap"}]}]),
        *("DA-3.17", "a", "machine_upgrade", "part-0", "effect[0].do[0].e"),
    ),
    "an opaque cost": (
        changed(["invention", "basic-0", "left"], [{"e": "convert", "cost": [{"e": "opaque"}], "gain": []}]),
        *("DA-3.17", "a", "invention", "basic-0", "left[0].cost[0]"),
    ),
    "a choice without options": (
        changed(["invention", "basic-0", "left"], [{"e": "choice", "options": []}]),
        *("DA-3.17", "a", "invention", "basic-0", "left[0].options"),
    ),
    "no arrow up": (changed(["steam_track", "up"], [0]), "DA-3.17", "b", "steam_track", "", "up"),
    "no arrow down": (changed(["steam_track", "down"], [0, 1]), "DA-3.17", "b", "steam_track", "", "down"),
    "an arrow beyond the track": (changed(["steam_track", "up"], [-1, 0, 9]), "DA-3.10", "", "steam_track", "", "up"),
    "a track that begins above 0": (changed(["steam_track", "min"], 1), "DA-3.16", "", "steam_track", "", "min"),
    "three levels": (changed(["reputation", "vp"], [1, 2, 3]), "DA-3.17", "c", "reputation", "", "vp"),
    "a rail without spaces": (changed(["bus_rail", "spaces"], []), "DA-3.16", "", "bus_rail", "", "spaces"),
    "two buildings": (changed(["factory", "floors"], [2, 3]), "DA-3.17", "d", "factory", "", "floors"),
    "a building without floors": (
        changed(["factory", "floors"], [2, 0, 4]),
        *("DA-3.17", "d", "factory", "", "floors[1]"),
    ),
    "a level without points": (
        changed(["reputation", "vp"], [1, 2, 3, None]),
        *("DA-3.17", "c", "reputation", "", "vp[3]"),
    ),
    "a slot too many": (added("factory_slot", SLOT), "DA-3.17", "d", "factory_slot", "building 0 floor 3", ""),
    "a missing slot": (changed(["factory_slot", 0], ...), "DA-3.17", "d", "factory_slot", "building 0 floor 1", ""),
    "a slot twice": (
        added("factory_slot", {**SLOT, "floor": 1}),
        *("DA-3.17", "d", "factory_slot", "building 0 floor 1", ""),
    ),
    "a progress track without steps": (
        changed(["factory_slot", 0, "progress"], []),
        *("DA-3.17", "d", "factory_slot", "building 0 floor 1", "progress"),
    ),
    "ready twice": (
        changed(["factory_slot", 0, "progress"], [[{"e": "ready_for_machine"}]] * 2),
        *("DA-3.17", "d", "factory_slot", "building 0 floor 1", "progress"),
    ),
    "an unknown mark": (
        changed(["factory_slot", 0, "marks_low"], ["b", "x", "blue"]),
        *("DA-3.16", "", "factory_slot", "building 0 floor 1", "marks_low[2]"),
    ),
    "two marks": (
        changed(["factory_slot", 0, "marks_low"], ["b", "x"]),
        *("DA-3.16", "", "factory_slot", "building 0 floor 1", "marks_low"),
    ),
    "an action twice": (
        changed(["district_tile", "plant", "action"], "trade"),
        *("DA-3.17", "e", "district_tile", "", "action"),
    ),
    "an unknown action": (
        changed(["district_tile", "plant", "action"], "rest"),
        *("DA-3.17", "e", "district_tile", "plant", "action"),
    ),
    "a Town Hall of one colour": (
        changed(["district_tile", "plaza", "worker"], "blue"),
        *("DA-3.3", "", "district_tile", "plaza", "worker"),
    ),
    "an inner tile without hexes": (
        changed(["district_tile", "forge", "exploit"], ...),
        *("DA-3.3", "", "district_tile", "forge", "exploit"),
    ),
    "an action outside the centre": (
        changed(["district_tile", "middle-0", "action"], "trade"),
        *("DA-3.4", "", "district_tile", "middle-0", "action"),
    ),
    "a cost of five energy": (
        changed(["district_tile", "forge", "electrify_cost"], 5),
        *("DA-3.4", "", "district_tile", "forge", "electrify_cost"),
    ),
    "an operation tile twice": (
        changed(["wilderness", "river", "operation_tile"], "op_steam"),
        *("DA-3.7", "", "wilderness", "river", "operation_tile"),
    ),
    "a hex type missing": (without("wilderness", "forest"), "DA-3.17", "k", "wilderness", "forest", "id"),
    "too few values": (
        changed(["wilderness_track", "forest", "vp"], [1]),
        *("DA-3.8", "", "wilderness_track", "forest", "vp"),
    ),
    "a space beyond the track": (
        changed(["wilderness_track", "forest", "extra_3"], [7]),
        *("DA-3.8", "", "wilderness_track", "forest", "extra_3"),
    ),
    "no penalties": (
        changed(["wilderness_track", "river", "penalty"], ...),
        *("DA-3.8", "", "wilderness_track", "river", "penalty"),
    ),
    "another multiplier": (
        changed(["wilderness_track", "forest", "multiplier"], "empty_types"),
        *("DA-3.8", "", "wilderness_track", "forest", "multiplier"),
    ),
    "an end that is there at the start": (
        changed(["wilderness_track", "river", "empty_3"], 12),
        *("DA-3.17", "f", "wilderness_track", "river", "spaces"),
    ),
    "more hexes than there are": (
        changed(["counts", "hexes_per_type"], 8),
        *("DA-3.17", "g", "wilderness_track", "river", "spaces"),
    ),
    "more spaces than university inventions": (
        changed(["machine", "engine-0", "spaces"], [[vp(1)]] * 9),
        *("DA-3.17", "h", "machine", "engine-0", "spaces"),
    ),
    "an upgrade on a covered space": (
        changed(["machine", "engine-0", "links"], [[3], [1], [2]]),
        *("DA-3.17", "h", "machine", "engine-0", "links[0]"),
    ),
    "a link to nowhere": (
        changed(["machine", "engine-0", "links"], [[0], [1], [8]]),
        *("DA-3.15", "", "machine", "engine-0", "links"),
    ),
    "two upgrades": (
        changed(["machine", "engine-0", "links"], [[0], [1]]),
        *("DA-3.15", "", "machine", "engine-0", "links"),
    ),
    "two covered spaces with three players": (
        changed(["machine", "engine-0", "covered_3"], [2, 3]),
        *("DA-3.15", "", "machine", "engine-0", "covered_3"),
    ),
    "a machine that is not there": (
        changed(["invention", "chair-0-0", "machine"], "engine-7"),
        *("DA-3.15", "", "invention", "chair-0-0", "machine"),
    ),
    "a basic invention without a start": (
        changed(["invention", "basic-0", "start"], ...),
        *("DA-3.17", "i", "invention", "basic-0", "start"),
    ),
    "a start in the Town Hall": (
        changed(["invention", "basic-0", "start"], "wild"),
        *("DA-3.17", "i", "invention", "basic-0", "start"),
    ),
    "four rewards": (
        changed(["city", "port-1", "rewards"], [vp(1)] * 4),
        *("DA-3.17", "j", "city", "port-1", "rewards"),
    ),
    "an unknown condition": (
        changed(["city", "port-1", "condition"], "rain"),
        *("DA-3.17", "j", "city", "port-1", "condition"),
    ),
    "no condition": (
        changed(["city", "port-1", "condition"], ...),
        *("DA-3.17", "j", "city", "port-1", "condition"),
    ),
    "an id twice": (added("city", row("city", "port-1")), "DA-3.17", "k", "city", "port-1", "id"),
    "an id in two tables": (
        added("city", row("city", "port-1", id="part-0")),
        "DA-3.17",
        "k",
        "machine_upgrade",
        "part-0",
        "id",
    ),
    "an empty id": (added("city", row("city", "port-1", id="")), "DA-3.17", "k", "city", "", "id"),
    "too many cities": (
        changed(["city"], [row("city", "port-1", id=f"c{n}") for n in range(19)]),
        *("DA-3.18", "", "city", "", ""),
    ),
    "too few cities": (without("city", "port-1") | {"city": tables()["city"][:4]}, "DA-3.16", "", "city", "", ""),
    "two upgrade tiles": (without("machine_upgrade", "part-0"), "DA-3.16", "", "machine_upgrade", "", ""),
    "another number of cities": (changed(["counts", "cities"], 20), "DA-3.18", "", "counts", "", "cities"),
    "more tiles than are stated": (
        changed(["counts", "brilliant"], 19),
        *("DA-3.18", "", "invention", "", ""),
    ),
    "too few cities to play": (changed(["counts", "cities"], 4), "DA-3.18", "", "counts", "", "cities"),
    "another number of upgrades": (
        changed(["counts", "machine_upgrades"], 2),
        *("DA-3.18", "", "counts", "", "machine_upgrades"),
    ),
    "a count that is none": (
        changed(["counts", "hexes_per_type"], "many"),
        "DA-3.16",
        "",
        "counts",
        "",
        "hexes_per_type",
    ),
    "another rule": (
        changed(["operation_tile"], [{"id": "op_steam", "normal": {"steam_per_arrow": 9}}]),
        *("DA-3.16", "", "operation_tile", "", ""),
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_refused_with_its_place(what):
    """DA-3.17, DA-3.18, DA-3.16: clause and letter, table, row, field, what was found and what was expected."""
    stated, clause, rule, table, row, field = FAULTS[what]
    with pytest.raises(Violation) as violation:
        catalogue_of(own_header(3, stated=stated), 3)
    facts = violation.value.facts
    told = (violation.value.clause, facts.get("rule", ""), facts["table"], facts.get("row", ""), facts.get("field", ""))
    assert told == (clause, rule, table, row, field)
    assert "found" in facts
    assert facts["expected"]
    assert len(str(violation.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("path", "value", "found", "expected"),
    [
        (["city"], {}, "dict", "a list of rows"),
        (["city", "port-1", "colour"], "red", "the field `colour`", "one of id, condition, effect, cost, rewards"),
        (["city", "port-1", "effect"], [{**vp(1), "m": 2}], "the field `m`", "only fields of that effect"),
        (["district_tile", "plaza", "worker"], "blue", "blue", "any"),
        (["district_tile", "forge", "electrify_cost"], 5, "5", "one of 2, 3, 4"),
        (["district_tile", "forge", "worker"], ..., "none", "a colour"),
        (["district_tile", "plaza", "exploit"], ["river"], ["river"], "river, land"),
        (["district_tile", "forge", "exploit"], ..., [], "one hex type"),
    ],
)
def test_a_fault_names_what_was_found_and_what_is_allowed(path, value, found, expected):
    """DA-3.3, DA-3.16, DA-3.17 (a)."""
    with pytest.raises(Violation) as violation:
        catalogue_of(own_header(3, stated=changed(path, value)), 3)
    assert (violation.value.facts["found"], violation.value.facts["expected"]) == (found, expected)


def test_a_house_catalogue_has_no_tables_and_others_a_name():
    """DA-3.16: both are stated in the header."""
    with pytest.raises(Violation) as violation:
        catalogue_of(header(catalogue={"mode": "house", "id": "house_v1", "tables": {}}), 3)
    assert violation.value.facts == {"mode": "house", "id": "house_v1", "tables": "given"}
    with pytest.raises(Unreadable, match="expected the name of the catalogue"):
        catalogue_of(header(catalogue={"mode": "open", "id": "", "tables": {}}), 3)


def test_there_are_fifty_faults():
    """DA-3.17: every letter among them."""
    assert len(FAULTS) >= 50
    assert {rule for _, _, rule, *_ in FAULTS.values()} == {"", *"abcdefghijk"}


def test_the_catalogues_are_without_fault():
    """DA-3.16, DA-3.17: the house one, whether named or declared, and another one, for every number of players."""
    assert examine(TABLES, "declared", (2, 3, 4))[1] == []
    assert examine(tables(), "declared", (2, 3, 4))[1] == []
    assert examine(boards(), "open", (2, 3, 4))[1] == []
    assert catalogue_of(own_header(3), 3).banners == 2


def test_the_house_declared_under_its_own_name():
    """DA-3.16: a catalogue of other tables has another name."""
    with pytest.raises(Violation) as violation:
        catalogue_of(header(catalogue={"mode": "declared", "id": "house_v1", "tables": TABLES}), 3)
    assert violation.value.clause == "DA-3.16"


def test_fewer_tiles_may_be_stated():
    """DA-3.18: then the stacks of an open game end sooner; what limits no tile may be any number."""
    stated = changed(["counts", "ordinary"], 7, boards())
    stated["counts"] |= {"university": 12, "workers_per_colour": 20, "wilderness_hexes": 40, "university_types": 2}
    found = catalogue_of(own_header(3, "open", stated), 3)
    assert found.counts == {"ordinary": 7, "university": 12}
    assert found.hexes_per_type == 13


def test_an_open_catalogue_needs_its_boards():
    """DA-3.16: and the five inner tiles; the other tiles may be missing."""
    for table in boards():
        if table != "counts":
            with pytest.raises(Violation) as violation:
                catalogue_of(own_header(3, "open", changed([table], ..., boards())), 3)
            assert (violation.value.clause, violation.value.facts["table"]) == ("DA-3.16", table)
    assert catalogue_of(own_header(3, "open", boards()), 3).city == {}


def test_a_river_that_states_no_empty_spaces():
    """DA-3.8, DA-5.11: the first 8 with two players, 4 with three, none with four, whatever a row leaves out."""
    stated = tables()
    river = _row(stated["wilderness_track"], "river")
    for field in ("empty_2", "empty_3"):
        del river[field]
    for players, empty in ((2, 8), (3, 4), (4, 0)):
        tracks = start(own_header(players, stated=stated)).tracks
        assert tracks["river"] == [0] * empty + [1] * (13 - empty)
        assert all(tracks["forest"])


def test_operation_tiles_of_other_types():
    """DA-12.8, DA-4.3: a conflict turns the operation tile that the catalogue pairs with the type."""
    state = start(own_header(3))
    player = state.players[0]
    for hex, tile, number, normal, conflict in (
        ("forest", "op_buildings", "cost_right", 4, 7),
        ("mountain", "op_progress", "advance_leader", 2, 1),
        ("underground", "op_steam", "steam_per_arrow", 3, 2),
        ("river", "op_workers", "capacity", 6, 2),
    ):
        player.in_conflict = [each for each in TYPES if each != hex]
        assert operation(state, player, tile, number) == normal
        player.in_conflict = [hex]
        assert operation(state, player, tile, number) == conflict


def test_counts_of_the_rules():
    """DA-3.1, DA-3.12, DA-3.13, DA-3.14: the house catalogue has every tile."""
    kinds = HOUSE_CATALOGUE.kinds
    assert {kind: len(ids) for kind, ids in kinds.items()} == COUNT_OF
    assert [len(slots) for slots in HOUSE_CATALOGUE.slots] == [3, 3, 3]
    assert HOUSE_CATALOGUE.invention["brilliant_01"].vp == 3
    assert len(HOUSE_CATALOGUE.city["city_10"].rewards) == 5


def circling(path, value):
    found, faults = examine(changed(path, value), "declared", (3,))
    assert not faults
    return built("x", "declared", found)


CIRCLES = [
    (["fame_track"], {"cyclic": True, "spaces": [[{"e": "fame"}]] * 3}, "fame_track"),
    (["bus_rail"], {"cyclic": True, "spaces": [[{"e": "bus", "n": 1}]] * 2}, "bus_rail"),
    (["city", "port-1", "effect"], [{"e": "activate_city", "where": "here"}], "city"),
    (["machine", "engine-0", "workshop"], [{"e": "machine_workshop"}], "machine"),
    (["wilderness", "river", "conflict"], [{"e": "conflict_reward", "n": 1}], "wilderness"),
]


@pytest.mark.parametrize(("path", "value", "table"), CIRCLES)
def test_circles_are_found(path, value, table):
    """DA-6.3: the check of a catalogue reports effects that trigger themselves endlessly."""
    catalogue = circling(path, value)
    assert may_circle(catalogue)
    told = {fault.table: fault.field.partition("[")[0] for fault in sure_circles(catalogue)}
    assert told[table] == (path[-1] if len(path) > 1 else "spaces")


def test_a_tile_of_a_market_may_circle():
    """DA-6.3, DA-7.78: one that is taken from it may bring another one."""
    taken = {"e": "market_invention", "quality": "ordinary"}
    catalogue = circling(["invention", "ordinary-0", "left"], [taken])
    assert may_circle(catalogue)
    assert not list(sure_circles(catalogue))
    assert may_circle(circling(["invention", "ordinary-0", "left"], [{"e": "optional", "do": [taken]}]))
    assert not may_circle(circling(["invention", "ordinary-0", "left"], [{**taken, "quality": "brilliant"}]))


def test_what_may_circle_need_not():
    """DA-6.3: a workshop that rewards a workshop is a choice; the house catalogue has no circle at all."""
    catalogue = circling(
        ["district_tile", "forge", "workshop"], [{"e": "workshop_reward", "scope": "current_district"}]
    )
    assert may_circle(catalogue)
    assert not list(sure_circles(catalogue))
    assert not HOUSE_CATALOGUE.circular
    assert not may_circle(circling(["machine", "engine-0", "workshop"], [{"e": "opaque"}]))
