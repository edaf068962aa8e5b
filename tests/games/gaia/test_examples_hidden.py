"""Worked examples of hidden cards, catalogues and areas: EX-49 to EX-55 of section 13."""

import pytest

from engine.clause import Violation
from engine.games.gaia.components import COMPONENTS
from engine.games.gaia.options import Options
from engine.games.gaia.selfplay import house_catalogue
from events.vocabulary.gaia import (
    CardDeclared,
    Definition,
    DrawDeck,
    Hunt,
    PassProtection,
    PlayAnimals,
    PlayCity,
    PlayNature,
    PlayPower,
    Protect,
    Taken,
    TornadoDrawn,
    TornadoKeep,
)
from tests.games.gaia.table import header, table
from tests.support import at_start


def spelled(**changes):
    """The house's cards as a catalogue that a log brings along, with changes."""
    catalogue = house_catalogue(Options(city_count=19))
    catalogue["cities"] = catalogue["cities"][:18]
    return {**catalogue, "catalogue_id": "mine", "provenance": "custom", **changes}


def partial(cities=5):
    """A catalogue that names only this number of cities and nothing else."""
    return spelled(complete=False, cities=spelled()["cities"][:cities], animals=[], objectives=[])


def test_ex_49_public_hand():
    """GA-4.5.2, GA-4.5.3, GA-4.5.5, GA-7.5.1."""

    def hand(seen):
        here = table(
            "(0,0) plain", hands={1: "plain"}, unknown={1: (1, 1, 0)}, active=1, actions=2, information="public"
        )
        here.state.seen["nature_sea"] = seen
        return here

    named = hand(6).when(1, PlayNature("sea", (1, 0))).hand(1, "plain")
    assert (named.state.seen["nature_sea"], named.state.players[1].unknown) == (7, [0, 1, 0])
    named.when(1, PlayNature("sea", (0, 1))).rejected("GA-4.5.3", unknown=0)
    hand(7).when(1, PlayNature("sea", (1, 0))).rejected("GA-4.5.5", seen=7)


def test_ex_50_forgetting():
    """GA-4.5.4, GA-8.5.3."""
    hands, unknown = {0: "tornado", 2: "sea"}, {1: (0, 1, 0), 2: (1, 0, 0)}
    blown = table(mode="advanced", hands=hands, unknown=unknown, information="public").when(0, PlayPower("tornado"))
    event = TornadoDrawn((Taken(1, "life", None), Taken(2, "nature", None)))
    forgotten = blown.when(None, event).hand(2, "").sound()
    assert forgotten.state.players[2].unknown == [1, 0, 0]
    kept = forgotten.when(0, TornadoKeep(2)).sound()
    assert (kept.state.players[0].unknown, kept.state.unknown_discards["life"]) == ([1, 0, 0], 1)


def test_a_card_that_is_forgotten_may_be_named_once_more():
    """GA-4.5.4, GA-4.5.5, GA-8.5.3: entries in succession; six of seven are seen, one goes out of sight again."""
    hands, unknown = {0: "tornado", 1: "sea"}, dict.fromkeys(range(4), (1, 0, 0))
    here = table(players=4, mode="advanced", hands=hands, unknown=unknown, information="public")
    here.state.seen["nature_sea"] = 6
    blown = here.when(0, PlayPower("tornado"))
    forgotten, *named = Taken(1, "nature", None), *(Taken(seat, "nature", "nature_sea") for seat in (2, 3, 0))
    blown.when(None, TornadoDrawn((forgotten, *named))).rejected("GA-4.5.5", card="nature_sea")
    blown.when(None, TornadoDrawn((forgotten, *named[:2], Taken(0, "nature", None)))).accepted()


def test_ex_51_public_window():
    """GA-7.8.6, GA-7.11.1, GA-6.1.2."""

    def sun(discarded=""):
        here = table(
            "(0,0) swamp",
            hands={0: "sun"},
            unknown={1: (0, 0, 1), 2: (2, 0, 0)},
            mode="advanced",
            information="public",
            discards={"power": discarded},
        )
        return here.when(0, PlayPower("sun", (0, 0)))

    asked = sun().awaits("protection", 1).legal(Protect(), actor=1).legal(PassProtection(), actor=None)
    asked.when(0, DrawDeck("life")).rejected("GA-6.1.2", awaited=["protection"])
    asked.when(None, PassProtection()).awaits("action", 0).tile(0, 0, terrain="plain")
    sun().when(1, PassProtection()).awaits("action", 0).tile(0, 0, terrain="plain")
    sun("protection protection protection protection").awaits("action", 0).tile(0, 0, terrain="plain").sound()


def test_ex_52_partial_catalogue():
    """GA-8.2.2, GA-8.2.6, GA-8.2.7."""
    five = table("(0,0) plain", catalogue=partial(), unknown={0: (0, 1, 0)}, information="public")
    five.when(0, PlayCity("house_city_06", (0, 0))).rejected("GA-8.2.7", card="house_city_06")
    short = Definition("six", "forest", ("plain", "sea", "swamp"))
    five.when(None, CardDeclared("city", short)).rejected("GA-8.2.2")
    six = five.when(None, CardDeclared("city", Definition("six", "plain", ("plain", "sea", "swamp", "animal"))))
    six.awaits("action", 0).when(0, PlayCity("six", (0, 0))).rejected("GA-7.7.4", met=0)


@pytest.mark.parametrize(
    ("changes", "options", "clause"),
    [
        ({"cities": spelled()["cities"][:17]}, {}, "GA-8.2.1"),
        ({}, {"city_count": 19}, "GA-8.2.1"),
        ("house_v1", {"city_count": 19}, "GA-5.2.2"),
        ("house_v1", {"animal_kinds": "distinct"}, "GA-5.2.2"),
        ({"cities": [{"id": "x", "site": "sea", "needs": ["animal", "animal", "sea", "sea"]}]}, {}, "GA-8.2.2"),
        ({"animals": [{"id": "sun", "site": "sea"}]}, {}, "GA-8.2.5"),
    ],
)
def test_ex_53_bad_catalogue(changes, options, clause):
    """GA-8.2.1, GA-8.2.2, GA-8.2.5, GA-5.2.2: the header breaks the clause."""
    catalogue = changes if isinstance(changes, str) else spelled(**changes)
    with pytest.raises(Violation) as broken:
        at_start("gaia", header(3, catalogue, **options))
    assert broken.value.clause == clause


def test_ex_54_areas():
    """GA-7.7.5, GA-7.5.3, GA-7.9.5.1, GA-11.1."""
    mine = {(1, 0): 0, (0, 1): 0, (0, 0): 1}
    board = "(0,0) mountain, (1,0) plain, (0,1) forest"
    others = table(board, hands={0: "H11"}, placed_by=mine, tile_area="shared_owned")
    others.not_legal(PlayCity("house_city_11", (0, 0)))
    others.when(0, PlayCity("house_city_11", (0, 0))).rejected("GA-7.7.5", seat=0)
    apart = table("(1,0,0) plain", hands={0: "sea lightning"}, tile_area="separate", mode="advanced_disasters")
    apart.when(0, PlayNature("sea", (1, 1, 0))).rejected("GA-7.5.3")
    apart.legal(PlayPower("lightning", (1, 0, 0))).when(0, PlayPower("lightning", (1, 0, 0))).awaits("action", 0)


def test_ex_55_two_kinds_of_animals():
    """GA-6.5.2, GA-6.3.2, GA-8.2.2: tokens on a Sea are fish, all others deer."""
    fishers = {"id": "fishers", "site": "plain", "needs": ["fish", "forest", "sea", "desert"]}
    cities = [fishers, *(city for city in spelled()["cities"] if "animal" not in city["needs"])]
    catalogue = spelled(complete=False, cities=cities)
    options = {"catalogue": catalogue, "animal_kinds": "distinct"}
    around = "(1,0) sea, (0,1) forest*4, (-1,0) desert"
    founded = table(f"(0,0) plain, {around}", hands={0: "fishers A06"}, **options)
    deer = founded.when(0, PlayCity("fishers", (0, 0))).cities("fishers #1 3 P0:1")
    deer.when(0, PlayAnimals("house_animal_06", (1, 0))).cities("fishers #1 4 P0:1").sound()
    hungry = table(f"(0,0) plain [fishers #1 4 P0:1], {around.replace('sea', 'sea*4')}", begin=True, **options)
    assert [event for _, event in hungry.rules.legal(hungry.state)] == [Hunt((0, 0), None), Hunt((0, 0), (1, 0))]


def test_the_house_has_the_cards_that_the_examples_name():
    """GA-8.2.9: nothing reads a card's id."""
    needs = {city.id: (city.site, city.needs) for city in COMPONENTS.house_city}
    assert needs["house_city_11"] == ("mountain", ("plain", "forest", "sea", "desert"))
    assert needs["house_city_18"] == ("star", ("plain", "forest", "mountain", "animal"))
