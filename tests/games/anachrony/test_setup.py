"""Headers, options and the setup (AN-1, AN-5, AN-8)."""

import pytest
from msgspec import structs

from engine.clause import Violation
from engine.games.anachrony import tables
from engine.games.anachrony.components import WORKER
from engine.games.anachrony.options import Options, key_of, option_rows, options_of, preset
from engine.games.anachrony.state import EXOSUITS, MARKERS
from engine.games.anachrony.tables import tables_for
from engine.options import allowed_values
from engine.rules import ruleset
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import asked, give, header, in_turn, set_up, top
from tests.support import Position


def start(*args, **options):
    rules = ruleset("anachrony")
    return Position(rules, rules.start(header(*args, **options)))


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players):
    """AN-1.3: no solo play, no table of five."""
    with pytest.raises(Violation, match=r"AN-1\.3") as raised:
        start(players)
    assert raised.value.clause == "AN-1.3"


def test_the_options_are_those_of_the_table():
    """AN-1.4: ids, values and defaults agree with the table of the components."""
    allowed = allowed_values(Options)
    assert {row.id: set(row.values) for row in option_rows()} == {
        name: set(values) for name, values in allowed.items() if name != "preset"
    }
    assert {row.id: getattr(Options(), row.id) for row in option_rows()} == preset("seed")


def test_a_preset_and_what_is_stated_beside_it():
    """AN-1.4: single options override the preset."""
    options = options_of(header(preset="bga", waking="next_turn"))
    assert (options.lab_404, options.waking, options.bga_quirks) == ("scientist_action", "next_turn", True)
    assert options_of(header()).lab_404 == "on_build"


@pytest.mark.parametrize(
    "options",
    [
        *({"nonsense": 1}, {"player_count": 2}, {"waking": "never"}, {"preset": "other"}, {"bga_quirks": 1}),
        *({"plant_114_water": "1"}, {"plant_114_water": True}, {"turn_order_water": 122}),
    ],
)
def test_unknown_options(options):
    """AN-1.5: an unknown option or value is rejected; the number of players is not an option."""
    assert _refused(2, **options) == "AN-1.5"


def test_options_of_another_form():
    """AN-1.6, AN-12.1: overrides are a list of tables, ids, fields and values; names a map of all eight."""
    for overrides in (3, [{"table": "trade", "id": "water_core", "field": "a"}], [{"nonsense": 1}]):
        assert _refused(2, overrides=overrides) == "AN-1.6"
    for names in (3, {"shape_1": "circle"}, {"shape_1": 1}):
        assert _refused(2, breakthrough_names=names) == "AN-12.1"


def _refused(players, **options):
    """The clause that a header breaks."""
    with pytest.raises(Violation) as raised:
        start(players, **options)
    return raised.value.clause


def test_logs_share_tables_only_if_their_options_make_equal_ones(monkeypatch):
    """AN-1.4, AN-16.50 n: what a log may do does not depend on which logs were read before it."""
    monkeypatch.setattr(tables, "KNOWN", {})
    made = {}
    for option, values in allowed_values(Options).items():
        for value in values:
            options = Options(**{option: value})
            tables.KNOWN.clear()
            made.setdefault(key_of(options), []).append(tables.tables_for(options).all)
    assert len(made) > 5
    assert [key for key, shared in made.items() if any(each != shared[0] for each in shared)] == []


def override(table, row, field, value):
    return [{"table": table, "id": row, "field": field, "value": value}]


def test_an_override_of_a_figure():
    """AN-1.6: a field of a row has another value in this log."""
    position = start(2, overrides=override("building", "ls_305", "vp", 9))
    assert position.state.tables.tiles["ls_305"].vp == 9
    assert start(2).state.tables.tiles["ls_305"].vp == 3


def test_an_override_of_effects():
    """AN-1.6: a tile may lose its passive effect, a board keep its number of slots."""
    without = override("building", "la_411", "passive", []) + override("player_board", "a", "glitch", [4])
    position = in_turn(2, overrides=without)
    give(position, 0, active={"scientist": 1}, water=3, tiles={"lab_1": "la_411"})
    position.when(0, events.PlaceWorker("research_1", "scientist")).accepted()
    position.when(0, events.SetResearchDie("icon", "icon_4")).accepted()
    position.when(None, events.RollResearchDie("shape", "shape_1")).accepted()
    assert position.state.tables.boards["a"].glitch == (4,)


def test_overrides_of_costs():
    """AN-1.6: a placement cost in goods is paid, and looked at before what follows; a trade may have other sides."""
    space = override("space", "construct_1", "pre", {"titanium": 1}) + override("trade", "water_core", "b", {"vp": 2})
    position = in_turn(2, overrides=space)
    top(position, "ls_303")
    give(position, 0, titanium=2, water=3, active={"scientist": 2})
    position.when(0, events.PlaceWorker("construct_1", "scientist")).rejected("AN-7.1.6")
    position.not_legal(events.PlaceWorker("construct_1", "scientist"))
    position.fork().legal(events.PlaceWorker("construct_2", "scientist"))
    trading = position.fork().when(0, events.PlaceWorker("trade", "scientist")).accepted()
    trading.when(0, events.TradeGoods("water_core", "a_to_b")).figures(0, water=0, vp_tokens=2)
    give(position, 0, titanium=3)
    position.when(0, events.PlaceWorker("construct_1", "scientist")).figures(0, titanium=0)


@pytest.mark.parametrize(
    "wrong",
    [
        override("building", "ls_999", "vp", 9),
        override("nothing", "ls_305", "vp", 9),
        override("building", "ls_305", "nonsense", 9),
        override("building", "ls_305", "vp", "many"),
        override("building", "ls_305", "cost", {"diamonds": 1}),
        override("building", "ls_305", "effects", [{"op": "gain", "give": {"diamonds": 1}}]),
        override("building", "ls_305", "effects", [{"op": "fly"}]),
        override("building", "ls_305", "worker", "pilot"),
        override("player_board", "a", "morale_vp", [1, 2, 3]),
        override("die", "paradox", "faces", ["x"]),
        override("player_count", "2", "players", 5),
        override("evacuation", "harmony_a", "set", {"genius": 0, "gold": 1}),
        override("evacuation", "harmony_a", "set", {}),
        override("building", "ls_305", "cost", {"water": -1}),
        override("player_board", "a", "morale_start", 0),
        override("player_board", "a", "morale_start", 8),
        override("trade", "neutronium_tug", "b", {"tug": 3}),
    ],
)
def test_an_override_of_nothing(wrong):
    """AN-1.6: what is overridden must be there, and of its type."""
    with pytest.raises(Violation) as raised:
        start(2, overrides=wrong)
    assert raised.value.clause == "AN-1.6"


def test_an_override_of_no_row():
    """AN-1.6: it is reported with the row that was looked for."""
    with pytest.raises(Violation) as raised:
        start(2, overrides=override("building", "ls_999", "vp", 1))
    assert raised.value.facts == {"table": "building", "id": "ls_999", "field": "vp", "expected": "a field of a row"}


def sides_of(**options):
    """The position in which Progress gets its side."""
    position = start(2, path_assignment="given", **options)
    for event in (events.FirstPlayer(0), events.EndgameCards(tuple(f"eg_{name}" for name in FIVE))):
        position.when(None, event).accepted()
    position.when(None, events.RevealSuperproject(1, "exocrawler")).accepted()
    for row, kind in enumerate(("power_plant", "factory", "life_support", "lab")):
        position.when(None, events.RevealBuilding(kind, position.state.unseen[row][0])).accepted()
    position.when(None, events.AssignPath(0, "progress")).accepted()
    position.when(None, events.AssignPath(1, "harmony")).accepted()
    return position


FIVE = ("workers", "water", "breakthroughs", "morale", "superprojects")


def test_a_figure_that_is_unknown():
    """AN-1.6, AN-12.2: the first edition's side a of Progress needs an override for the points of a set."""
    position = sides_of(evacuation_edition="first")
    position.when(None, events.AssignPathSide(0, "a")).rejected("AN-1.6")
    position.when(None, events.AssignPathSide(0, "b")).accepted()
    known = override("evacuation", "progress_a", "first_edition_vp_per_set", 3)
    sides_of(evacuation_edition="first", overrides=known).when(None, events.AssignPathSide(0, "a")).accepted()


def test_the_first_edition_of_progress():
    """AN-7.4.10, AN-12.2: one Breakthrough and one Scientist for the points of the override."""
    known = override("evacuation", "progress_a", "first_edition_vp_per_set", 3)
    options = {"evacuation_edition": "first", "overrides": known}
    position = in_turn(2, era=5, after_impact=True, paths=("progress", "harmony"), **options)
    labs = {f"lab_{number}": f"la_40{number + 1}" for number in (1, 2, 3)}
    give(position, 0, active={"scientist": 2}, tiles=labs, breakthroughs=["shape_2/icon_1"])
    position.when(0, events.PlaceWorker("evacuation", "scientist")).figures(0, vp_tokens=6 + 2 * 3)


NAMES = {
    "shape_1": "circle",
    "shape_2": "triangle",
    "shape_3": "square",
    **{f"icon_{number}": name for number, name in enumerate(("travel", "force", "genes", "tech", "people"), 1)},
}


def test_names_of_breakthroughs():
    """AN-12.1: with names in the header a log may use them; ids are still understood."""
    position = sides_of(breakthrough_names=NAMES)
    position.when(None, events.AssignPathSide(0, "a")).accepted()
    named = events.StartingBreakthrough(0, "triangle", "genes")
    assert position.rules.plain(position.state, None, named) == events.StartingBreakthrough(0, "shape_2", "icon_3")
    position.fork().when(None, named).entered(0, "breakthroughs", 1, "shape_2/icon_3")
    position.when(None, events.StartingBreakthrough(0, "shape_2", "icon_3")).accepted()
    plain = sides_of()
    plain.when(None, events.AssignPathSide(0, "a")).accepted()
    plain.when(None, named).rejected("AN-8.5")


@pytest.mark.parametrize("other", [{"shape_1": "square"}, {"shape_1": "icon_2"}])
def test_names_that_are_not_one_to_one(other):
    """AN-12.1: every shape and icon has a different name."""
    with pytest.raises(Violation) as raised:
        start(2, breakthrough_names={**NAMES, **other})
    assert raised.value.clause == "AN-12.1"


def test_chance_of_the_setup():
    """AN-5.1, AN-5.2, AN-5.3, AN-5.4, AN-8.1, AN-8.2, AN-8.6, AN-8.7: in this order, each from what there is."""
    position = start(2)
    position.when(None, events.FirstPlayer(2)).rejected("AN-8.1", player=2)
    position.when(0, events.FirstPlayer(0)).rejected("AN-6.1.1")
    position.when(None, events.FirstPlayer(1)).then(player_order=[1, 0], first_player=1)
    twice = tuple(f"eg_{name}" for name in (*FIVE[:4], "water"))
    position.when(None, events.EndgameCards(twice)).rejected("AN-8.2")
    position.when(None, events.EndgameCards(tuple(f"eg_{name}" for name in reversed(FIVE)))).accepted()
    position.when(None, events.RevealSuperproject(2, "exocrawler")).rejected("AN-8.6")
    position.when(None, events.RevealSuperproject(1, "exocrawler")).accepted()
    position.when(None, events.RevealBuilding("factory", "fa_201")).rejected("AN-8.7")
    position.when(None, events.RevealBuilding("power_plant", "fa_201")).rejected("AN-8.7")
    position.when(None, events.RevealBuilding("power_plant", "pp_101")).accepted()
    assert (position.state.primary[0], len(position.state.unseen[0]), position.state.secondary[0]) == ("pp_101", 14, [])


def test_dealt_paths():
    """AN-5.5, AN-8.3, AN-8.4, AN-8.5: dealt in player order, each once; a side each; the Breakthrough of Progress."""
    position = start(2, path_assignment="given")
    for event in (events.FirstPlayer(1), events.EndgameCards(tuple(f"eg_{name}" for name in FIVE))):
        position.when(None, event).accepted()
    position.when(None, events.RevealSuperproject(1, "exocrawler")).accepted()
    for row, kind in enumerate(("power_plant", "factory", "life_support", "lab")):
        position.when(None, events.RevealBuilding(kind, position.state.unseen[row][0])).accepted()
    position.when(None, events.AssignPath(0, "progress")).rejected("AN-8.3")
    position.when(None, events.AssignPath(1, "progress")).accepted()
    position.when(None, events.AssignPath(0, "progress")).rejected("AN-8.3")
    position.when(None, events.AssignPath(0, "harmony")).accepted()
    position.when(None, events.AssignPathSide(1, "c")).rejected("AN-8.4")
    position.when(None, events.AssignPathSide(1, "b")).accepted()
    position.when(None, events.StartingBreakthrough(1, "shape_4", "icon_1")).rejected("AN-8.5")
    position.when(None, events.StartingBreakthrough(1, "shape_3", "icon_1")).accepted()
    position.when(None, events.AssignPathSide(0, "a")).accepted()
    position.when(1, events.ChooseLeader("captain_wolfe")).rejected("AN-5.8")
    position.when(1, events.ChooseLeader("patron_valerian")).accepted()


def test_chosen_paths():
    """AN-5.5: a Path is taken at most once, in player order."""
    position = start(2)
    for event in (events.FirstPlayer(0), events.EndgameCards(tuple(f"eg_{name}" for name in FIVE))):
        position.when(None, event).accepted()
    position.when(None, events.RevealSuperproject(1, "exocrawler")).accepted()
    for row, kind in enumerate(("power_plant", "factory", "life_support", "lab")):
        position.when(None, events.RevealBuilding(kind, position.state.unseen[row][0])).accepted()
    position.when(1, events.ChoosePath("harmony")).rejected("AN-6.1.1")
    position.when(0, events.ChoosePath("nonsense")).rejected("AN-5.5")
    position.when(0, events.ChoosePath("harmony")).accepted()
    position.when(1, events.ChoosePath("harmony")).rejected("AN-5.5")
    assert len(asked(position, 1)) == 3


@pytest.mark.parametrize(("side", "morale"), [("a", [4, 4, 4, 4]), ("b", [5, 4, 3, 4])])
def test_what_everybody_begins_with(side, morale):
    """AN-5.6, AN-5.7, AN-5.10, AN-5.12, AN-3.2: the assets of the Path, six Exosuits, Morale by the board."""
    position = set_up(4, board_side=side)
    assert [player.morale_step for player in position.state.players] == morale
    assert [player.exosuits for player in position.state.players] == [6] * 4
    position.figures(0, neutronium=1, gold=2, titanium=2, energy_core=3, active_scientist=3, active_engineer=1)
    position.figures(0, tired_administrator=1, focus=1, vp_tokens=0, paradox=0, time_travel_step=0)
    assert [sum(player.breakthroughs) for player in position.state.players] == [0, 1, 0, 0]
    assert (sum(position.state.breakthrough_supply), position.state.anomaly_supply) == (44, 12)


def test_the_game_begins():
    """AN-5.8, AN-5.13: after the last leader the first Era."""
    position = set_up(2, last_leader=False)
    assert position.rules.turn(position.state).phase == "setup"
    position.when(1, events.ChooseLeader("patron_valerian")).accepted()
    assert (position.settled().state.era, position.state.phase) == (1, "preparation")


def test_pieces():
    """AN-3.1, AN-3.2, AN-3.3, AN-3.4, AN-3.5: the tables hold as many pieces as the counts state."""
    tables = set_up(2).state.tables
    counts = tables.all.counts
    assert [len(row) for row in tables.buildings_of] == [counts["power_plants"]] * 4
    assert len(tables.superprojects) == counts["superprojects"]
    assert len(tables.warp) == counts["player_warp_tiles"]
    assert len(tables.recruit_cards) == len(tables.mine_cards) == counts["recruit_cards"]
    assert len(tables.collapsing) == counts["collapsing_capital_tiles"]
    assert len(tables.endgame_cards) == counts["endgame_cards"]
    assert (counts["player_exosuits"], counts["player_path_markers"]) == (EXOSUITS, MARKERS)
    assert sorted(tables.die["paradox"]) == ["0", "1", "1", "1", "1", "2"]
    assert [space for space, row in tables.spaces.items() if row.min_players == 4] == [
        "construct_3",
        "recruit_3",
        "research_3",
    ]


def test_what_the_tables_depend_on():
    """AN-1.4: options that change a table have separate tables; all others share them."""
    plain = options_of(header())
    made = {}
    for row in option_rows():
        other = next(value for value in row.values if value != row.seed)
        options = options_of(header(**{row.id: other}))
        made[row.id] = (key_of(options) == key_of(plain), tables_for(options) == tables_for(plain))
    assert all(same_key == same_tables for same_key, same_tables in made.values()), made
    assert not made["lab_404"][0]
    assert made["waking"][0]


def test_the_assets_of_a_path():
    """AN-5.6, AN-5.10: goods and Workers, all from the start."""
    position = sides_of()
    position.when(None, events.AssignPathSide(0, "a")).accepted()
    path = position.state.tables.paths["progress"]
    position.figures(0, **path.start)
    assert {entry.source for entry in position.entries} == {"start"}
    given = position.state.players[0]
    assert (given.active, given.tired) == tuple(
        [column.get(name, 0) for name in WORKER] for column in (path.active, path.tired)
    )


def test_the_water_of_plant_114():
    """AN-7.6.7: as given by its option."""
    costs = [start(2, plant_114_water=water).state.tables.tiles["pp_114"].cost for water in (0, 1)]
    assert costs == [{}, {"water": 1}]


def test_what_else_a_header_may_not_say():
    """AN-1.3, AN-1.5: a catalogue, or an unknown preset, which is reported with the existing ones."""
    with pytest.raises(Violation) as raised:
        options_of(structs.replace(header(), catalogue={"id": "own"}))
    assert (raised.value.clause, raised.value.facts["expected"]) == ("AN-1.3", "none")
    with pytest.raises(Violation) as raised:
        options_of(header(preset="other"))
    assert raised.value.facts == {"option": "preset", "value": "other", "expected": "seed, bga"}
