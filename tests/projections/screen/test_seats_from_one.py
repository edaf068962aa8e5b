"""People read seats counted from 1, also as fields of events and facts of violations; data keep the index."""

from engine.clause import Violation, counted
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.vocabulary.dice_forge import DiceRolled
from projections.recorder.matching import match
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
