"""People read seats counted from 1, also as fields of events and facts of violations; data keep the index."""

from pathlib import Path
from typing import Any

import pytest

from engine.clause import Violation, counted
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.appending import LogFile, begin
from events.log.record import Header, Seat
from events.vocabulary.daitoshi import ActivateBuilding
from events.vocabulary.dice_forge import DiceRolled
from events.vocabulary.terra_mystica import DrawSeating
from projections.recorder.matching import match
from projections.recorder.session import Session
from projections.screen.verdict_words import event_words, words_of


def test_fields_of_events_that_are_seats() -> None:
    assert words_of(DiceRolled(0, {"1": "sun_1", "2": "gold_1"}, "turn")).startswith("dice rolled, player 1, ")
    assert event_words({"kind": "hand_dealt", "player": 3, "from": 0}) == "hand dealt, player 4, from 1"
    assert event_words({"kind": "mine", "from": "river", "player": True}) == "mine, from river, player True"


def test_facts_of_violations_that_are_seats() -> None:
    violation = Violation("TM-6.1", seat=0, owner=3, hexes=2, awaited=[0, 2])
    assert str(violation) == "TM-6.1 (seat=1, owner=4, hexes=2, awaited=[1, 3])"
    assert violation.facts["owner"] == 3
    assert counted("owner", -1) == "nobody"
    assert counted("seat", None) is None


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({"next": 0}, "next=1"),
        ({"next": None}, "next=None"),
        ({"first": [0, 2]}, "first=[1, 3]"),
        ({"waiting": [1, 0]}, "waiting=[2, 1]"),
        ({"taken_from": [0]}, "taken_from=[1]"),
        ({"spades_due": [[0, 2], [2, 1]]}, "spades_due=[[1, 2], [3, 1]]"),
        ({"due": []}, "due=[]"),
    ],
)
def test_facts_with_other_names_and_lists(facts: dict[str, Any], shown: str) -> None:
    """These name seats in some game: who is next, who answers first, who still has to choose or to dig."""
    assert str(Violation("TM-1", **facts)) == f"TM-1 ({shown})"


def test_a_drawn_order_of_seats() -> None:
    """Its field is called `order`, as a list of floors is, which is counted as it stands."""
    assert words_of(DrawSeating((1, 0))) == "draw seating, order 2 1"
    assert words_of(ActivateBuilding(1, (1, 0))) == "activate building, building 1, order 1 0"


def test_the_recorder_asks_for_seats_by_their_players(tmp_path: Path) -> None:
    begin(
        Header("terra_mystica", "1", {"random_seating": True}, (Seat("Ann"), Seat("Bob"), Seat("Cid"))),
        tmp_path / "game.jsonl",
    )
    found = Session(LogFile(str(tmp_path / "game.jsonl")))
    assert match(found.game, "draw seating, order 3 1 2", words_of) == (None, DrawSeating((2, 0, 1)))
    assert match(found.game, "3 1 2", words_of) == (None, DrawSeating((2, 0, 1)))
    assert [choice.label for choice in found.choices("")] == ["Ann", "Bob", "Cid"]
    assert found.enter("Cid Bob")
    assert found.message == "recorded #1 chance: draw seating, order 3 2 1"


def test_the_words_of_dice_lead_back_to_the_same_seat() -> None:
    rules = ruleset("dice_forge")
    log = selfplay_log(rules, "seats", 2, {}, "sensible")
    from engine.replay import Replay

    game, found = Replay(rules, log.header), 0
    for record in log.records:
        game.settle()
        if isinstance(record.event, DiceRolled) and found < 4:
            assert match(game, words_of(record.event), words_of)[1] == record.event
            found += 1
        game.play(record.actor, record.event)
    assert found == 4
