"""A recorder's own cards: entered on a line when they turn up, judged by the rules, written as a file of cards."""

import tomllib
from random import Random
from typing import Any

import pytest

from engine.games.gaia.options import Options
from engine.games.gaia.own_catalogue import LISTS, defined, grown, hint, read
from engine.games.gaia.selfplay import house_catalogue
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Record, Undo
from events.vocabulary.gaia import CardDeclared, Definition, DrawDeck, ObjectivesDealt
from tests.games.gaia.table import header, table
from tests.games.gaia.test_examples_hidden import partial, spelled
from tests.support import at_start

HEAD = {"id": "mine", "provenance": "custom", "complete": True}


def drawing(pile="life", catalogue=None):
    """A card of a deck is about to be drawn in a game whose catalogue names five cities and nothing else."""
    return table(catalogue=catalogue or partial()).when(0, DrawDeck(pile)).awaits("deck_draw")


def dealing():
    """Objectives are about to be dealt."""
    game = at_start("gaia", header(3, partial(), mode="advanced"))
    while (asked := game.rules.outcome(game.state)).event is not ObjectivesDealt:
        game.when(None, asked.sample(Random(1))).accepted()
    return game


def told(game: Any, text: str) -> CardDeclared:
    return defined(game.state, game.rules.outcome(game.state), "card", "x", text).event


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("animal forest", Definition("x", "forest")),
        (" animal  forest/sea ", Definition("x", ("forest", "sea"))),
        ("animal star", Definition("x", "star")),
        ("city sea: plain plain forest animal", Definition("x", "sea", ("plain", "plain", "forest", "animal"))),
        ("city sea/plain: sea, sea, plain, plain", Definition("x", ("sea", "plain"), ("sea", "sea", "plain", "plain"))),
    ],
)
def test_a_card_that_turns_up_is_entered_on_a_line(text, card):
    """GA-8.2.6: a card entered this way is declared, and the rules accept it."""
    game = drawing()
    event = told(game, text)
    assert event == CardDeclared("animal" if text.strip().startswith("animal") else "city", card)
    game.when(None, event).accepted()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("animal ocean", "found 'ocean', expected one of .*, or star"),
        ("animal deer", "found 'deer'"),
        ("animal", "found ''"),
        ("city sea", "found 'city sea', expected `city SITE: NEED NEED NEED NEED` or `animal SITE`"),
        ("city sea: plain dragon", "found 'dragon', expected one of .*animal"),
        ("dragon sea", "found 'dragon sea'"),
    ],
)
def test_what_is_not_a_card_is_reported(text, found):
    with pytest.raises(Unreadable, match=found):
        told(drawing(), text)


@pytest.mark.parametrize("text", ["3 forest 1 plain", "3 forest, 1 plain"])
def test_an_objective_is_entered_by_numbers_and_terrains(text):
    """GA-8.2.4."""
    game = dealing()
    assert told(game, text) == CardDeclared("objective", Definition("x", needs={"forest": 3, "plain": 1}))
    assert hint(game.state, game.rules.outcome(game.state), "objectives").startswith("3 forest 1 plain")
    for wrong in ("forest 3", "3", "3 ocean", "", "x forest", "3 forest 1"):
        with pytest.raises(Unreadable, match="expected numbers and terrains"):
            told(game, wrong)


def test_how_to_enter_a_card_is_shown_where_one_can_be_missing():
    game = drawing()
    asked = game.rules.outcome(game.state)
    assert hint(game.state, asked, "card") == (
        "city sea: plain plain forest animal (its site, its needs) or animal forest (its site)"
    )
    assert hint(game.state, asked, "player") == ""
    whole = drawing(catalogue=spelled(complete=False))
    assert hint(whole.state, whole.rules.outcome(whole.state), "card") == ""
    last = drawing(catalogue=spelled(complete=False, cities=spelled()["cities"][:17]))
    assert hint(last.state, last.rules.outcome(last.state), "card") == (
        "city sea: plain plain forest animal (its site, its needs)"
    )
    nature = drawing("nature")
    assert hint(nature.state, nature.rules.outcome(nature.state), "card") == ""


@pytest.mark.parametrize(("cities", "faults"), [(18, 0), (19, 0), (17, 1)])
def test_a_whole_file_of_cards_has_the_cities_of_one_of_the_games(cities, faults):
    """GA-8.2.1, GA-3.1.3: 18 cities or 19, whichever option a log states."""
    every = house_catalogue(Options(city_count=19))
    file = {what: list(every[listed]) for what, listed in LISTS.items()} | {"catalogue": HEAD}
    file["city"] = file["city"][:cities]
    assert len(read(file).faults) == faults


def test_the_cards_of_a_log_are_written_as_a_file_of_cards():
    """GA-8.2: with those of its header and those it declares, as far as they are in force; it is a catalogue itself."""
    cards = [
        CardDeclared("city", Definition("x", ("sea", "plain"), ("sea", "sea", "plain", "animal"))),
        CardDeclared("animal", Definition("y", "star")),
        CardDeclared("objective", Definition("z", needs={"forest": 3, "plain": 1})),
        CardDeclared("animal", Definition("slip", "sea")),
        Undo(4),
    ]
    stated = partial()
    log = GameLog(header(3, stated), [Record(number, None, card) for number, card in enumerate(cards, 1)])
    recorded = read(tomllib.loads(grown(ruleset("gaia"), log)))
    assert recorded.faults == []
    found = recorded.catalogue
    assert (found["catalogue_id"], found["provenance"], found["complete"]) == ("mine", "custom", False)
    ids = {name: [card["id"] for card in found[name]] for name in ("cities", "animals", "objectives")}
    assert ids == {"cities": [*(card["id"] for card in stated["cities"]), "x"], "animals": ["y"], "objectives": ["z"]}
    assert found["objectives"][0]["needs"] == {"forest": 3, "plain": 1}
    with pytest.raises(Unreadable, match="found no cards of its own"):
        grown(ruleset("gaia"), GameLog(header(3), []))
