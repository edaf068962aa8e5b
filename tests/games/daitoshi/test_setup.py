"""The set-up (DA-5), what a header states (DA-1), the state it begins with (DA-4)."""

from copy import deepcopy

import pytest

from engine.clause import Unsupported, Violation
from engine.games.daitoshi.components import TABLES
from engine.games.daitoshi.setup import start
from events.log.codec import Unreadable
from events.vocabulary import daitoshi as events
from tests.games.daitoshi.table import ANN, BOB, CITIES, CY, INNER, header, play, setup_events, table
from tests.support import at_start


def begun(steps, players=3, **options):
    """The set-up after this number of its events."""
    position = at_start("daitoshi", header(players, **options))
    return play(position, *((None, event) for event in setup_events(players)[:steps]))


@pytest.mark.parametrize("players", [1, 5])
def test_the_number_of_players(players):
    """DA-1.4: two to four, no fewer and no more."""
    names = header(4).seats
    with pytest.raises(Violation) as violation:
        start(header(3).__class__("daitoshi", "1", {}, (*names, *names)[:players], header().catalogue))
    assert violation.value.clause == "DA-1.4"


def test_options_have_defaults_and_listed_values():
    """DA-1.6: an option that is not stated has its default; others than the listed values are not served."""
    options = start(header()).options
    assert (options.resource_cap, options.conversion, options.partnership_timing) == (8, "forced", "before_or_after")
    assert start(header(resource_cap=9)).options.resource_cap == 9
    for odd in ({"resource_cap": 10}, {"conversion": "never"}, {"weather": "fine"}):
        with pytest.raises(Unsupported):
            start(header(**odd))


def test_the_house_catalogue_is_named():
    """DA-1.2, DA-12.20: the catalogue of a game is always named; the house's comes without tables."""
    assert start(header()).catalogue.id == "house_v1"
    for odd in (
        None,
        "house_v1",
        {"mode": "house"},
        {"mode": "house", "id": "x", "y": 1},
    ):
        with pytest.raises(Unreadable):
            start(header(catalogue=odd))
    for odd in (
        {"mode": "house", "id": "mine"},
        {"mode": "house", "id": "house_v1", "tables": {}},
        {"mode": "secret", "id": "x"},
        {"mode": "declared", "id": "mine"},
        {"mode": "open", "id": "mine", "tables": []},
    ):
        with pytest.raises(Violation) as violation:
            start(header(catalogue=odd))
        assert violation.value.clause == "DA-3.16"


def test_the_order_of_the_set_up():
    """DA-5.2, DA-5.4: inner tiles first; nothing else is awaited then."""
    begun(0).legal(events.InnerTilesPlaced(tiles=INNER))
    begun(0).when(None, events.CitiesDrawn(tiles=CITIES)).rejected("DA-8.1")
    begun(0).when(ANN, events.LeadProduction()).rejected("DA-6.1", phase="setup")


SETUP_EVENTS = [
    (0, events.InnerTilesPlaced(tiles=(*INNER[:4], INNER[0]))),  # DA-5.4
    (0, events.InnerTilesPlaced(tiles=(*INNER[:4], "middle_01"))),
    (1, events.CitiesDrawn(tiles=CITIES[:4])),  # DA-5.5
    (1, events.CitiesDrawn(tiles=(*CITIES[:4], CITIES[0]))),
    (2, events.MarketDrawn(ordinary=("ordinary_01", "ordinary_01"), innovative=(), brilliant=())),  # DA-5.6
    (2, events.MarketDrawn(ordinary=("ordinary_01", "brilliant_01"), innovative=("innovative_01",), brilliant=())),
    (3, events.MachineDrawn(machine="machine_5")),  # DA-5.7
    (4, events.MachinePlaced(0)),  # DA-5.8: the Town Hall
    (4, events.MachinePlaced(5)),
    (5, events.UniversityStacked(tiles=tuple(f"university_2_{n}" for n in range(1, 7)))),  # DA-5.9
    (5, events.UniversityStacked(tiles=("university_1_1",))),
    (6, events.UpgradesPlaced(tiles=("upgrade_vp", "upgrade_vp", "upgrade_steam"))),  # DA-5.10
    (7, events.BasicsDealt(tiles=("basic_food", "basic_food", "basic_energy"))),  # DA-5.12
    (7, events.BasicsDealt(tiles=("basic_food", "basic_energy"))),
    (7, events.BasicsDrawn(tiles=("basic_food", "basic_energy", "basic_building"))),  # another option
]


@pytest.mark.parametrize(("steps", "event"), SETUP_EVENTS)
def test_draws_that_cannot_be(steps, event):
    """DA-8.1, DA-5.4 to DA-5.12: what does not agree with the state is rejected."""
    begun(steps).when(None, event).rejected("DA-8.1")


def test_chance_has_no_actor():
    """DA-8.1: a draw is nobody's decision."""
    begun(0).when(ANN, events.InnerTilesPlaced(tiles=INNER)).rejected("DA-8.1", actor=ANN)


def test_the_city():
    """DA-5.4, DA-5.5, DA-5.6, DA-4.1: the drawn components are in place."""
    state = table().state
    assert [place.inner.id for place in state.slices] == list(INNER)
    assert not any(place.inner.electrified for place in state.slices)
    assert state.cities == list(CITIES)
    assert {quality: len(tiles) for quality, tiles in state.market.items()} == {
        "ordinary": 2,
        "innovative": 2,
        "brilliant": 1,
    }


@pytest.mark.parametrize(("players", "covered"), [(2, [3, 5]), (3, [5]), (4, [])])
def test_block_tiles(players, covered):
    """DA-5.7 to DA-5.10, DA-3.15: two spaces are covered with two players, one with three."""
    machine = table(players).state.machine
    assert [n for n, there in enumerate(machine.spaces) if there == "covered"] == covered
    assert (machine.slice, machine.upgrades) == (4, ["upgrade_restore", "upgrade_steam", "upgrade_vp"])
    assert len(table(players).state.university) == 6


def test_basic_inventions():
    """DA-5.12, DA-5.14: on the ground floor on the left, the magnate in the district of its resource."""
    state = table().state
    assert [player.slots[0][0].tile for player in state.players] == ["basic_food", "basic_energy", "basic_building"]
    assert [(player.slice, player.space) for player in state.players] == [(1, "centre"), (3, "centre"), (2, "centre")]
    assert state.players[ANN].steam == 7


def test_expert_basics():
    """DA-5.13: chosen in turn order; the last one takes what remains without an event."""
    position = begun(7, expert_basics=True)
    position.when(None, events.BasicsDealt(tiles=("basic_food", "basic_energy", "basic_luxury"))).rejected("DA-8.1")
    play(position, (None, events.BasicsDrawn(tiles=("basic_food", "basic_energy", "basic_luxury"))))
    position.when(BOB, events.ChooseBasic("basic_food")).rejected("DA-6.1")
    position.when(ANN, events.ChooseBasic("basic_building")).rejected("DA-5.13")
    play(position, (ANN, events.ChooseBasic("basic_energy")), (BOB, events.ChooseBasic("basic_luxury")))
    assert position.state.players[CY].slots[0][0].tile == "basic_food"
    assert position.state.turn == 1


def test_where_the_last_one_starts():
    """DA-5.13, DA-5.14, DA-5.15: the tile without an event also places its magnate; then the neutral one is awaited."""
    position = at_start("daitoshi", header(2, expert_basics=True))
    drawn = events.BasicsDrawn(tiles=("basic_food", "basic_energy"))
    play(position, *((None, event) for event in setup_events(2)[:7]), (None, drawn))
    play(position, (ANN, events.ChooseBasic("basic_energy")))
    assert [(player.slice, player.space) for player in position.state.players] == [(3, "centre"), (1, "centre")]
    assert [event for _, event in position.rules.legal(position.state)] == [events.NeutralPlaced(n) for n in (0, 2, 4)]


def test_basic_inventions_with_the_same_start():
    """DA-5.14: the centre space is for the first of them in turn order, the others stand on the right one."""
    stated = deepcopy(TABLES)
    for row in stated["invention"]:
        if row["quality"] == "basic":
            row["start"] = "commit"
    position = at_start("daitoshi", header(3, {"mode": "declared", "id": "one-start", "tables": stated}))
    play(position, *((None, event) for event in setup_events(3)))
    assert [(player.slice, player.space) for player in position.state.players] == [
        (1, "centre"),
        (1, "right"),
        (1, "right"),
    ]


def test_the_neutral_magnate():
    """DA-5.15: with two players, in a slice without a player's magnate."""
    position = at_start("daitoshi", header(2))
    play(position, *((None, event) for event in setup_events(2)[:-1]))
    position.when(None, events.NeutralPlaced(1)).rejected("DA-8.1", slice=1)
    position.legal(events.NeutralPlaced(0), events.NeutralPlaced(4))
    play(position, (None, events.NeutralPlaced(4)))
    assert position.state.neutral == (4, "centre")
    assert table(3).state.neutral is None


def test_turns_are_numbered():
    """DA-9.1, DA-9.2: turn 0 is the set-up; then one turn after the other, a round for each player's turn."""
    rules, position = begun(3).rules, begun(3)
    at_setup = rules.turn(position.state)
    assert (at_setup.index, at_setup.round, at_setup.cycle) == (0, 0, 0)
    position = table()
    turn = rules.turn(position.state)
    assert (turn.index, turn.round, turn.phase, turn.actors) == (1, 1, "turn_start", (ANN,))
    for number in range(1, 4):
        assert rules.turn(position.state).cycle == number  # in addresses: r1.t2 is the second player's turn of round 1
        play(position, (position.state.active, events.LeadProduction()))
        for number in (ANN, BOB, CY):
            if not position.state.players[number].finished:
                play(position, (number, events.FinishProduction()))
    turn = rules.turn(position.state)
    assert (turn.index, turn.round, turn.cycle, turn.seat) == (4, 2, 1, ANN)
