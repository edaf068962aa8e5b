"""Events as sentences: every event of every game has one, which leaves out no field."""

import re

import pytest
from msgspec.structs import fields

from engine.ledger import Entry
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.plugins import part
from events.vocabulary import events_of
from events.vocabulary import terra_mystica as tm
from events.vocabulary.anachrony import PowerUp
from events.vocabulary.daitoshi import (
    ActivateBuilding,
    ChooseCity,
    ChooseHex,
    ChooseSlot,
    CommitInventions,
    Contribute,
    DeclinePartnership,
    Pick,
    UsePartnership,
)
from events.vocabulary.dice_forge import ResolveFace
from events.vocabulary.gaia import DrawRow, Hunt, TornadoDrawn, TornadoKeep
from projections import pictures
from projections.pictures.words import awaited_words, changes, event_words

ALWAYS_SILENT = {"time", "note", "defs", "before", "pay_wealth"}
every_game = pytest.mark.parametrize("game", pictures.drawn())


@every_game
def test_every_event_has_a_sentence_with_all_its_fields(game):
    module = part(f"projections.pictures.{game}", "sentences")
    silent = getattr(module, "SILENT", {})
    tags = set()
    for kind in events_of(game):
        tag = str(kind.__struct_config__.tag)
        tags.add(tag)
        there = {each.name for each in fields(kind)}
        named = {match[1] for match in re.finditer(r"\{(\w+)", module.SENTENCES[tag])}
        named |= {spec for spec in re.findall(r"\{\w+:(\w+)\}", module.SENTENCES[tag]) if spec in there}
        assert named <= there, tag
        assert there - named == (there & ALWAYS_SILENT) | silent.get(tag, set()), tag
    assert set(module.SENTENCES) == tags
    assert set(silent) <= tags


@every_game
def test_sentences_of_whole_games_are_clean(game):
    """No braces, brackets, ids or double spaces are left."""
    rules = ruleset(game)
    for policy in ("sensible", "random"):
        for record in selfplay_log(rules, f"said-{policy}", None, {}, policy).records:
            words = event_words(record.event, ["Ann", "", "Cy", "Di", "Ed"])
            assert words == words.strip()
            assert not re.search(r"[{}\[\]_|]|  |None|, ,|\w,$", words), words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (tm.Convert("power", 1, "coin", 1), "convert 1 power to 1 coin"),
        (tm.Convert("worker", 2, "coin", 2), "convert 2 workers to 2 coins"),
        (tm.Pass("bonus_spade"), "pass, taking the card bonus spade"),
        (tm.Pass(), "pass"),
        (tm.DrawSeating((1, 0)), "seats are drawn: seat 2, Ann"),
        (tm.SendPriest("fire", 1), "send a priest to fire for 1 step"),
        (Hunt((0, 1), (1, 1)), "the city at (0, 1) eats at (1, 1)"),
        (Hunt((0, 1), None), "the city at (0, 1) does not eat"),
        (DrawRow("life", 0), "take a card from the life row, place 1"),
        (TornadoKeep(1), "keep the card of seat 2"),
        (ResolveFace(1), "die 1 is resolved"),
        (ResolveFace(2, "sun"), "die 2 gives sun"),
        (ChooseSlot(0, 2), "choose floor 2 of the left building"),
        (ChooseSlot(None, None), "choose no floor"),
        (UsePartnership("city_03"), "use the banner at city 03"),
        (DeclinePartnership(), "use no banner"),
        (ChooseCity("city_03"), "choose city 03"),
        (ChooseHex("underground"), "choose the hex underground"),
        (PowerUp(("a slot",)), "power up 1 Exosuit"),
        (PowerUp(("a slot", "another")), "power up 2 Exosuits"),
        (
            CommitInventions(picks=(Pick("ordinary_03", 0), Pick("brilliant_12", 2))),
            "commit to ordinary 03 in the left building and brilliant 12 in the right building",
        ),
        (CommitInventions(picks=()), "commit to nothing"),
        (ActivateBuilding(1, (2, 1)), "activate the centre building, floors 2, 1"),
        (Contribute(building=0, floor=2, space=3), "give floor 2 of the left building to the mega-machine, space 4"),
        (TornadoDrawn(("a card",)), "the Tornado takes 1 card"),
        (TornadoDrawn(()), "the Tornado takes 0 cards"),
    ],
)
def test_sentences(event, words):
    assert event_words(event, ["Ann"]) == words


def test_names_are_no_part_of_the_sentence() -> None:
    """A player may be called as parts and fields of sentences are."""
    names = ["[a|b]", "{player}"]
    assert event_words(tm.DrawSeating((1, 0)), names) == "seats are drawn: {player}, [a|b]"


def test_the_reasons_for_changes_have_the_names_of_the_pieces():
    """DA-3.12: the buildings are left, centre and right; the log's ids count them from 0."""
    book = [Entry(0, "produced", 1, "building:0"), Entry(0, "contributed", 1, "space:3")]
    book += [Entry(1, "steam", -1, "space:centre"), Entry(1, "food", 2, "machine_space")]
    assert list(changes([("", book)], ["Ann", "Ben"], "daitoshi")) == [
        "Ann: produced +1 (left building)",
        "Ann: contributed +1 (space 4)",
        "Ben: steam −1 (centre space)",
        "Ben: food +2 (machine space)",
    ]
    assert list(changes([("", book[:1])], ["Ann"], "gaia")) == ["Ann: produced +1 (building: 0)"]


def test_a_game_without_sentences_gives_kind_and_fields(nim):
    take = next(kind for kind in events_of(nim) if kind.__struct_config__.tag == "take")
    assert event_words(take(3)) == "take, stones 3"


def test_nothing_is_awaited_of_a_game_that_is_over():
    assert awaited_words([], {}, []) == ""
