"""Header and setup: sections 3 and 5, clause by clause."""

import pytest
from msgspec.structs import replace

from engine.clause import Unsupported, Violation
from engine.games.gaia.components import COMPONENTS, NATURE_CARDS, TILES, power_cards
from engine.games.gaia.options import VALUES, options_of
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.vocabulary.gaia import (
    DrawDeck,
    HandDealt,
    ObjectivesDealt,
    RowDealt,
    StartPlayerDrawn,
)
from tests.games.gaia.table import header
from tests.support import Position, at_start, given

ROWS = (
    RowDealt("nature", ("nature_plain", "nature_sea", "nature_forest")),
    RowDealt("life", ("house_city_05", "house_animal_01")),
)
OBJECTIVES = ObjectivesDealt(tuple(f"house_objective_{n}" for n in ("01", "03", "06", "09")))
HANDS = (
    HandDealt(0, ("nature_mountain", "nature_plain"), ("house_city_11",)),
    HandDealt(1, ("nature_forest", "nature_sea"), ("house_animal_04",)),
)


def dealt(*events, **options) -> Position:
    """A table of two after these setup events."""
    position = at_start("gaia", header(2, **options))
    for event in events:
        position.when(None, event).accepted()
    return position


def test_nothing_is_counted_before_the_first_hand():
    """GA-5.5.1: a seat begins without cards, points, tiles or cities."""
    game = dealt()
    assert {*game.rules.figures(game.state, 0).values()} == {0}


def test_first_hands_are_entered_with_their_source():
    """GA-5.5.1: two cards of nature and one of life for each."""
    game = dealt(*ROWS, OBJECTIVES, *HANDS)
    assert [(entry.seat, entry.figure, entry.delta, entry.source) for entry in game.entries] == [
        (seat, "hand", 1, "deal") for seat in (0, 0, 0, 1, 1, 1)
    ]


def test_components():
    """GA-3.1.1, GA-3.1.2, GA-3.1.3, GA-3.1.5, GA-3.1.6, GA-3.1.7, GA-11.3: the numbers of the box."""
    assert TILES == {"plain": 10, "forest": 8, "sea": 7, "desert": 10, "mountain": 6, "swamp": 7}
    assert [NATURE_CARDS[f"nature_{terrain}"] for terrain in TILES] == [8, 8, 7, 6, 6, 5]
    assert (sum(TILES.values()), sum(NATURE_CARDS.values())) == (48, 40)
    assert (COMPONENTS.constants.animal_tokens, COMPONENTS.constants.animal_cards) == (20, 12)
    assert len(COMPONENTS.house_city) == 18
    assert power_cards("basic") == {}
    assert power_cards("advanced") == {"sun": 6, "rain": 6, "earthquake": 3, "tornado": 4, "protection": 4}
    assert sum(power_cards("advanced_disasters").values()) == 30
    assert len(COMPONENTS.house_objective) == 9


@pytest.mark.parametrize("city_count", [18, 19])
def test_life_cards(city_count):
    """GA-3.1.3, GA-11.4: 30 life cards, 31 with 19 cities."""
    start = given("gaia", players=2, options={"mode": "basic", "city_count": city_count, "animal_kinds": "generic"})
    assert start.state.deck_size["life"] == city_count + 12 - 4


def test_shapes_of_objectives():
    """GA-3.1.8, GA-3.1.9: two and two, or one of each; power objectives state no terrain."""
    shapes = [sorted(objective.needs.values()) for objective in COMPONENTS.house_objective]
    assert shapes == [[2, 2]] * 8 + [[1] * 6]
    state = at_start("gaia", header(2, mode="advanced")).state
    assert state.catalogue.objectives["objective_power_1"] == {}


@pytest.mark.parametrize(("players", "total"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_meeples(players, total):
    """GA-3.1.4, GA-4.1.1, GA-4.1.2: six for two players, else five; seats in clockwise order."""
    state = at_start("gaia", header(players)).state
    assert [player.supply for player in state.players] == [total] * players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_number_of_players(players):
    """GA-5.1.4: two to five."""
    with pytest.raises(Unreadable, match=f"found {players} players?"):
        at_start("gaia", header(players))


def test_colours_are_distinct():
    """GA-5.1.1, GA-3.1.4."""
    seats = (Seat("Ann", "blue"), Seat("Bob", "red"))
    at_start("gaia", replace(header(2), seats=seats))
    with pytest.raises(Violation) as broken:
        at_start("gaia", replace(header(2), seats=(Seat("Ann", "blue"), Seat("Bob", "blue"))))
    assert broken.value.clause == "GA-5.1.1"


def test_every_option_has_its_values():
    """GA-5.1.2, GA-5.1.3: each value of section 1.3 is taken; without it the default holds."""
    assert {option.id: option.default for option in COMPONENTS.option}.items() <= {
        name: getattr(options_of(header()), name) for name in VALUES
    }.items()
    assert options_of(header()).information == "complete"
    for option, values in VALUES.items():
        for value in values:
            assert getattr(options_of(header(**{option: value})), option) == value


@pytest.mark.parametrize(
    ("option", "value"), [("mode", "expert"), ("dragons", True), ("city_count", 20), ("city_count", 18.0), ("mode", [])]
)
def test_unknown_options(option, value):
    """GA-5.1.4: the option is named."""
    with pytest.raises(Unsupported, match=option):
        at_start("gaia", header(2, **{option: value}))


@pytest.mark.parametrize(
    "catalogue",
    [
        None,
        {"catalogue_id": "house_v1", "cities": []},
        {"catalogue_id": "house_v1", "provenance": "printed"},
        {"catalogue_id": "house_v1", "complete": False},
        {"catalogue_id": "mine", "provenance": "hearsay", "cities": [], "animals": [], "objectives": []},
        {"catalogue_id": "mine", "provenance": "custom", "cities": [], "animals": []},
    ],
)
def test_a_catalogue_that_is_none(catalogue):
    """GA-5.2.1: a name of the house's or three lists, and where they are from."""
    with pytest.raises(Violation) as broken:
        at_start("gaia", header(2, catalogue))
    assert broken.value.clause == "GA-5.2.1"


@pytest.mark.parametrize("catalogue", [7, {"cities": 3}, {"catalogue_id": "mine", "cities": [{"site": "sea"}]}])
def test_a_catalogue_that_cannot_be_read(catalogue):
    with pytest.raises(Unreadable, match=r"\$\.catalogue") as unreadable:
        at_start("gaia", header(2, catalogue))
    assert unreadable.value.line == 1  # the header's


@pytest.mark.parametrize("catalogue", ["house_v1", {"catalogue_id": "house_v1", "provenance": "house"}])
def test_what_is_house_is_labelled_so(catalogue):
    """GA-5.2.1, GA-5.2.3: id and provenance of the catalogue go with the game."""
    state = at_start("gaia", header(2, catalogue)).state
    assert (state.catalogue.id, state.catalogue.provenance) == ("house_v1", "house")


def test_the_order_of_setup():
    """GA-5.1.5, GA-8.1.1: rows, objectives, hands from seat 0, start player; nothing else."""
    dealt().when(None, ROWS[1]).rejected("GA-5.1.5", pile="life", expected="nature")
    dealt(*ROWS).when(None, HANDS[0]).rejected("GA-5.1.5", awaited=["objectives_dealt"])
    dealt(*ROWS, OBJECTIVES).when(None, HANDS[1]).rejected("GA-5.1.5", player=1, expected=0)
    ready = dealt(*ROWS, OBJECTIVES, *HANDS)
    for actor in (None, 0):  # the type of an event is looked at before its actor: GA-6.1.2, GA-6.1.3
        ready.when(actor, DrawDeck("life")).rejected("GA-5.1.5", event="draw_deck", awaited=["start_player_drawn"])
    dealt().when(0, ROWS[0]).rejected("GA-8.1.1", actor=0)
    dealt(*ROWS, mode="advanced").when(None, OBJECTIVES).rejected("GA-5.1.5", awaited=["row_dealt"])
    begun = dealt(*ROWS, OBJECTIVES, *HANDS, StartPlayerDrawn(1)).then(active=1, turn=1, awaiting="action")
    begun.when(None, StartPlayerDrawn(0)).rejected("GA-6.1.2")


def test_rows():
    """GA-5.3.1, GA-8.1.2, GA-8.2.7: three, two, two named cards, copies respected."""
    dealt().when(None, RowDealt("nature", ("nature_sea",) * 2)).rejected("GA-5.3.1", cards=2, expected=3)
    dealt(ROWS[0]).when(None, RowDealt("life", ("house_city_05",) * 2)).rejected("GA-8.1.2", copies=1)
    dealt(ROWS[0]).when(None, RowDealt("life", ("house_city_05", "nature_sea"))).rejected("GA-8.1.2")
    dealt(ROWS[0]).when(None, RowDealt("life", ("house_city_05", "dragon"))).rejected("GA-8.2.7", card="dragon")
    assert dealt(*ROWS).state.row["life"] == ["house_city_05", "house_animal_01"]


def test_objectives():
    """GA-5.4.1, GA-8.2.7: distinct, known, by the number of players; power objectives in the advanced game only."""
    known = OBJECTIVES.objectives
    dealt(*ROWS).when(None, ObjectivesDealt(known[:3])).rejected("GA-5.4.1", displayed=4)
    dealt(*ROWS).when(None, ObjectivesDealt((*known[:3], known[0]))).rejected("GA-5.4.1", objectives=3)
    dealt(*ROWS).when(None, ObjectivesDealt((*known, known[0]))).rejected("GA-5.4.1", objectives=4)
    dealt(*ROWS).when(None, ObjectivesDealt((*known[:3], "dragon"))).rejected("GA-8.2.7", objective="dragon")
    power = ObjectivesDealt((*known[:3], "objective_power_1"))
    dealt(*ROWS).when(None, power).rejected("GA-5.4.1", objectives=["objective_power_1"], mode="basic")
    dealt(*ROWS, RowDealt("power", ("sun", "rain")), mode="advanced").when(None, power).accepted()
    shown = dealt(*ROWS, OBJECTIVES).state.objectives
    assert [(each.id, each.claimed_by) for each in shown] == [(each, -1) for each in known]


def test_hands():
    """GA-5.5.1, GA-4.5.6: two nature cards, one life card, no power card in the basic game; named if complete."""
    nature, life = HANDS[0].nature, HANDS[0].life
    shown = dealt(*ROWS, OBJECTIVES)
    shown.when(None, HandDealt(0, nature[:1], life)).rejected("GA-5.5.1", pile="nature")
    shown.when(None, HandDealt(0, nature, life, ("sun",))).rejected("GA-5.5.1", pile="power", expected=0)
    shown.when(None, HandDealt(0, (None, None), life)).rejected("GA-4.5.6", pile="nature")
    hidden = dealt(*ROWS, OBJECTIVES, information="public").when(None, HandDealt(0, (nature[0], None), (None,)))
    assert (hidden.state.players[0].known, hidden.state.players[0].unknown) == ([nature[0]], [1, 1, 0])
    assert None not in hidden.state.seen
    assert not list(hidden.rules.conservation(hidden.state))


@pytest.mark.parametrize("player", [-1, 2])
def test_start_player(player):
    """GA-5.6.1, GA-5.7.1: any seat at the table; two actions."""
    ready = dealt(*ROWS, OBJECTIVES, *HANDS)
    ready.when(None, StartPlayerDrawn(player)).rejected("GA-5.6.1", player=player)
    ready.when(None, StartPlayerDrawn(1)).then(active=1, turn=1, actions_left=2, awaiting="action", animal_stock=20)


def test_a_header_of_another_kind():
    with pytest.raises(Unreadable):
        at_start("gaia", Header("gaia"))
