"""Catalogues: section 8.2, clause by clause."""

import tomllib

import pytest

from engine.clause import Violation
from engine.games.gaia.catalogue import catalogue_of, undeclared
from engine.games.gaia.components import TERRAINS
from engine.games.gaia.items import Claim
from engine.games.gaia.options import Options
from engine.games.gaia.own_catalogue import read, template
from events.vocabulary.gaia import CardDeclared, ClaimObjective, Definition, DrawDeck
from tests.games.gaia.table import header, table
from tests.games.gaia.test_examples_hidden import partial, spelled

SEA = ("sea", "sea", "sea", "sea")


def broken_by(catalogue, **options):
    with pytest.raises(Violation) as broken:
        catalogue_of(header(3, catalogue), Options(**options))
    return broken.value.clause


def test_a_declared_catalogue():
    """GA-8.2.1, GA-8.2.8, GA-8.2.9: what a log brings along; nature and power cards are fixed."""
    catalogue = catalogue_of(header(3, spelled()), Options(mode="advanced"))
    assert (catalogue.id, len(catalogue.cities), catalogue.copies["sun"]) == ("mine", 18, 6)
    assert catalogue.pile["nature_sea"] == "nature"
    assert (catalogue.copies["nature_sea"], "lightning" in catalogue.copies) == (7, False)


def test_copies():
    """GA-8.2.1: they are counted; the same card may lie there more than once."""
    twins = [{"id": "twin", "site": "sea", "needs": ["sea", "sea", "plain", "animal"], "copies": 18}]
    assert catalogue_of(header(3, spelled(cities=twins)), Options()).copies["twin"] == 18
    assert broken_by(spelled(cities=[{**twins[0], "copies": 19}])) == "GA-8.2.1"
    assert broken_by(spelled(cities=[{**twins[0], "copies": 0}])) == "GA-8.2.1"


@pytest.mark.parametrize(
    ("needs", "kinds"),
    [
        (("sea", "sea", "sea"), "generic"),
        (("sea", "sea", "sea", "ocean"), "generic"),
        (("animal", "animal", "sea", "sea"), "generic"),
        (("deer", "sea", "sea", "sea"), "generic"),
        (("animal", "sea", "sea", "sea"), "distinct"),
        (("fish", "fish", "sea", "sea"), "distinct"),
    ],
)
def test_needs_of_a_city(needs, kinds):
    """GA-8.2.2, GA-11.10: four, each animal icon once and of the kinds in use; terrains may repeat."""
    city = {"id": "x", "site": "sea", "needs": list(needs)}
    assert broken_by(spelled(complete=False, cities=[city]), animal_kinds=kinds) == "GA-8.2.2"
    good = {"id": "x", "site": "sea", "needs": [*SEA[:2], "deer", "fish"]}
    read_city = catalogue_of(header(3, spelled(complete=False, cities=[good])), Options(animal_kinds="distinct")).cities
    assert (read_city["x"].icons, read_city["x"].animals) == ((("sea", 2),), ("deer", "fish"))


@pytest.mark.parametrize("site", ["ocean", [], ["sea", "sea"], ["star"]])
def test_sites(site):
    """GA-8.2.3, GA-11.9: a terrain, a star, or distinct terrains."""
    assert broken_by(spelled(complete=False, animals=[{"id": "x", "site": site}])) == "GA-8.2.3"
    listed = catalogue_of(
        header(3, spelled(complete=False, animals=[{"id": "x", "site": ["sea", "plain"]}])), Options()
    )
    assert listed.animals["x"] == ("sea", "plain")
    every = spelled(complete=False, animals=[{"id": "x", "site": list(TERRAINS)}])
    assert catalogue_of(header(3, every), Options()).animals["x"] == TERRAINS
    star = spelled(complete=False, animals=[{"id": "x", "site": "star"}])
    assert len(catalogue_of(header(3, star), Options()).animals["x"]) == 6
    assert "sea" not in catalogue_of(header(3, star), Options(star_terrains="all_but_sea")).animals["x"]


@pytest.mark.parametrize(
    "card",
    [
        {"needs": {}},
        {"needs": {"sea": 0}},
        {"needs": {"sea": 8}},
        {"needs": {"sea": -1, "plain": 3}},
        {"needs": {"animal": 1}},
        {"needs": {"sea": 2}, "copies": 2},
        {"needs": ["sea"]},
    ],
)
def test_objectives(card):
    """GA-8.2.4, GA-3.1.8: any multiset that the nature cards can make, once."""
    assert broken_by(spelled(complete=False, objectives=[{"id": "x", **card}])) == "GA-8.2.4"
    good = spelled(complete=False, objectives=[{"id": "x", "needs": {"swamp": 5, "sea": 0}}])
    assert catalogue_of(header(3, good), Options()).objectives["x"]["swamp"] == 5
    least = spelled(complete=False, objectives=[{"id": "x", "needs": {"plain": 1}}])
    assert catalogue_of(header(3, least), Options()).objectives["x"] == {"plain": 1}


@pytest.mark.parametrize("name", ["sun", "nature_ice", "objective_power_1", "star", "sea", "", "house_city_01"])
def test_ids(name):
    """GA-8.2.5: unique, and not one of the game's own."""
    animals = [{"id": name, "site": "sea"}]
    assert broken_by(spelled(complete=False, animals=animals)) == "GA-8.2.5"


def test_an_animal_card_needs_nothing():
    """GA-6.1.4: a definition of the wrong form."""
    assert broken_by(spelled(complete=False, animals=[{"id": "x", "site": "sea", "needs": ["sea"]}])) == "GA-6.1.4"


def test_card_declared():
    """GA-8.2.6, GA-8.2.1, GA-6.1.4: partial catalogues only, at any time, no more than there are."""
    city = CardDeclared("city", Definition("x", "sea", SEA))
    table().when(None, city).rejected("GA-8.2.6", catalogue="house_v1")
    full = table(catalogue=spelled(complete=False))
    full.when(None, city).rejected("GA-8.2.1", what="city")
    few = table(catalogue=partial())
    few.when(0, city).rejected("GA-8.1.1", actor=0)
    few.when(None, CardDeclared("dragon", Definition("x", "sea", SEA))).rejected("GA-6.1.4", what="dragon")
    assert undeclared(few.state.catalogue, few.state.options, "city") == 13
    drawing = few.when(0, DrawDeck("life")).when(None, city).awaits("deck_draw")
    assert undeclared(drawing.state.catalogue, drawing.state.options, "city") == 12
    drawing.when(None, city).rejected("GA-8.2.5", card="x")
    objective = CardDeclared("objective", Definition("o", needs={"sea": 2}))
    animal = CardDeclared("animal", Definition("a", "star"))
    drawing.when(None, objective).when(None, animal).awaits("deck_draw")


def test_an_objective_that_nobody_declared():
    """GA-8.2.7, GA-7.13.4."""
    asked = table(powers={0: "sun sun rain rain"}, mode="advanced", objectives="objective_power_1")
    asked.state.agenda = [Claim(0, "power")]
    asked.when(0, ClaimObjective("dragon")).rejected("GA-8.2.7", objective="dragon")
    asked.when(0, ClaimObjective("house_objective_01")).rejected("GA-7.13.4")
    asked.when(0, ClaimObjective("objective_power_1")).supply("4/5/5")


@pytest.mark.parametrize(
    ("city", "clause"),
    [
        ({"site": "sea", "needs": ["sea", "sea", "plain", "animal"]}, ""),
        ({"site": "sea", "needs": ["sea", "sea", "deer", "fish"]}, ""),
        ({"site": "sea", "needs": ["sea", "sea", "plain", "ocean"]}, "GA-8.2.2"),
        ({"site": "ocean", "needs": ["sea", "sea", "plain", "animal"]}, "GA-8.2.3"),
    ],
)
def test_a_file_of_cards_is_a_catalogue(city, clause):
    """GA-8.2: what a recorder's file states is judged by this section, for the options that fit its cards."""
    stated = {"catalogue": {"id": "mine", "provenance": "printed", "complete": False}, "city": [{"id": "x", **city}]}
    recorded = read(stated)
    assert [fault.partition("(")[0].strip() for fault in recorded.faults] == (
        [f"found what breaks {clause}"] if clause else []
    )
    assert recorded.catalogue["cities"] == stated["city"]


def test_the_template_of_a_file_of_cards():
    """GA-8.2: it is one itself, without cards so far."""
    assert read(tomllib.loads(template())).faults == []
