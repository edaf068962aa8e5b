"""Addresses: every form, their meaning in edge cases, and every way not to write one."""

import pytest

from engine.address import Address, Journey, Lookout, goto, last_record, parse
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import state_bytes
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Header, Record, Seat, Undo
from events.vocabulary.gaia import StartPlayerDrawn
from events.vocabulary.nim import RollDice, Take

pytestmark = pytest.mark.usefixtures("nim")

HEADER = Header("nim", "1", {"rounds": 3}, (Seat("Ann"), Seat("Bob")))
EVENTS = [
    (None, RollDice((3, 3))),
    *[(0, Take(1)), (1, Take(1)), (0, Take(1)), (1, Take(3))],
    *[(0, Take(3)), (1, Take(3))],
    *[(0, Take(2)), (1, Take(2)), (0, Take(2))],
]
LOG = GameLog(HEADER, [Record(n, who, what) for n, (who, what) in enumerate(EVENTS, 1)])


def at(text, log=LOG):
    """The place to which an address leads: last record, round, pile, automatic steps still due."""
    game = goto(ruleset("nim"), log, text)
    assert game.broke is None
    return game.seq, game.state.round, game.state.pile, game.state.due


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("start", (0, 0, 0, [])),
        ("#0", (0, 0, 0, [])),
        ("-10", (0, 0, 0, [])),
        ("#1", (1, 1, 6, [])),
        ("#5", (5, 2, 6, [])),
        ("-1", (9, 3, 2, [])),
        ("-0", (10, 3, 0, [])),
        ("#10", (10, 3, 0, [])),
        ("end", (10, 3, 0, [])),
        (" end ", (10, 3, 0, [])),
    ],
)
def test_records(text, place):
    """After a record and the automatic steps that follow it."""
    assert at(text) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("t0", (1, 1, 6, [])),
        ("t1", (2, 1, 5, [])),
        ("t3", (4, 1, 3, [])),
        ("t4", (5, 2, 6, [])),
        ("t8", (9, 3, 2, [])),
        ("t9", (10, 3, 0, [])),
    ],
)
def test_turns(text, place):
    """After a turn, before the first record of the next."""
    assert at(text) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("t1.end", (2, 1, 5, [])),
        ("t4.end", (5, 1, 0, ["new_pile"])),
        ("t6.end", (7, 2, 0, ["new_pile"])),
        ("t9.end", (10, 3, 0, [])),
    ],
)
def test_ends_of_turns(text, place):
    """Before the step that begins the next turn, if there is one; otherwise the same as after the turn."""
    assert at(text) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("r0", (1, 1, 6, [])),
        ("r1", (5, 1, 0, ["new_pile"])),
        ("r2", (7, 2, 0, ["new_pile"])),
        ("r3", (10, 3, 0, [])),
        ("r1.t1", (3, 1, 4, [])),
        ("r1.t2", (5, 1, 0, ["new_pile"])),
        ("r2.t1", (7, 2, 0, ["new_pile"])),
        ("r3.t1", (9, 3, 2, [])),
        ("r3.t2", (10, 3, 0, [])),
    ],
)
def test_rounds_and_their_turns(text, place):
    """A round ends with its last step, before what follows in the next one."""
    assert at(text) == place


def self_played(game, players=3, **options):
    rules = ruleset(game)
    return rules, selfplay_log(rules, "addresses", players, options, "random")


def test_round_0_ends_before_the_first_income():
    """The setup is over and nothing of round 1 has happened; continuing from there is the same as passing through."""
    rules, log = self_played("terra_mystica")
    setup = goto(rules, log, "r0")
    assert (rules.turn(setup.state).round, rules.turn(setup.state).phase) == (0, "income")
    assert "income" not in {entry.source for entry in setup.entries()}
    setup.settle()
    assert rules.turn(setup.state).round == 1
    assert "income" in {entry.source for entry in setup.entries()}
    through = goto(rules, log, f"#{setup.seq}")
    assert state_bytes(setup.state) == state_bytes(through.state)


def test_a_record_that_ends_the_setup_belongs_to_it():
    rules, log = self_played("gaia")
    setup = goto(rules, log, "r0")
    assert log.records[setup.seq - 1].event == StartPlayerDrawn(setup.state.active)
    assert log.records[setup.seq].actor == setup.state.active


def test_a_setup_without_records_is_the_start():
    rules, log = self_played("dice_forge", 4, card_set="basic")
    for text in ("r0", "t0"):
        setup = goto(rules, log, text)
        assert setup.seq == 0
        assert state_bytes(setup.state) == state_bytes(goto(rules, log, "start").state)
    with pytest.raises(Unreadable):
        goto(rules, log, "r1.t0")


@pytest.mark.parametrize("text", ["t10", "t999", "r4", "r1.t3", "r2.t2", "r3.t3", "r9.t1", "r1.t0"])
def test_places_that_the_game_does_not_reach(text):
    with pytest.raises(Unreadable, match="expected a turn or round that the game reaches"):
        goto(ruleset("nim"), LOG, text)


@pytest.mark.parametrize(
    ("text", "told"),
    [("t999", ": it ends in round 3, turn 9"), ("r4", ": it ends in round 3, turn 9"), ("r1.t0", "")],
)
def test_the_end_of_the_game_is_named(text, told):
    with pytest.raises(Unreadable) as raised:
        goto(ruleset("nim"), LOG, text)
    assert str(raised.value) == f"found the address '{text}', expected a turn or round that the game reaches{told}"


@pytest.mark.parametrize("text", ["#11", "-11", "#99999999999999999999"])
def test_records_that_the_game_does_not_have(text):
    with pytest.raises(Unreadable, match=f"found the address '{text}', expected a place in a game of 10 records"):
        goto(ruleset("nim"), LOG, text)


@pytest.mark.parametrize(
    "text", ["", "5", "#", "t", "r", "r3.", "r3.2", "t4.r1", "+3", "END", "#1.5", "#-1", "r3t2", "r3.end", "end-1"]
)
def test_what_is_no_address(text):
    with pytest.raises(Unreadable, match=r"expected start, end, #217, t45, t45\.end, r3, r3\.t2 or -10"):
        parse(text, 10)


@pytest.mark.parametrize("text", ["#", "-", "t", "r", "r1.t"])
def test_numbers_beyond_all_games(text):
    with pytest.raises(Unreadable):
        goto(ruleset("nim"), LOG, text + "9" * 30)
    with pytest.raises(Unreadable, match="expected start, end"):
        goto(ruleset("nim"), LOG, text + "9" * 5000)


def test_what_an_address_is():
    assert parse("r3.t2", 10) == Address(round=3, cycle=2)
    assert parse("-3", 10) == parse("#7", 10) == Address(seq=7)


def test_a_game_that_is_not_over():
    """The turn to be played is the last one that can be named."""
    log = GameLog(HEADER, LOG.records[:6])
    assert at("t5", log) == at("t6", log) == (6, 2, 3, [])
    assert at("r2", log) == at("end", log)
    with pytest.raises(Unreadable):
        goto(ruleset("nim"), log, "t7")


def test_a_game_without_records():
    assert at("end", GameLog(HEADER, [])) == at("start", GameLog(HEADER, [])) == (0, 0, 0, [])
    assert last_record(GameLog(HEADER, [])) == 0


def test_records_taken_back_are_passed_over():
    records = [*LOG.records[:4], Record(5, None, Undo(3)), Record(6, 1, Take(3))]
    log = GameLog(HEADER, records)
    assert at("#4", log) == at("#2", log) == (2, 1, 5, [])
    assert at("#6", log) == at("end", log) == (6, 1, 2, [])


def test_a_replay_goes_on_from_where_it_was_led():
    """Nothing of the search is left behind."""
    jumped = goto(ruleset("nim"), LOG, "r1")
    jumped.feed(LOG.records[5:])
    through = goto(ruleset("nim"), LOG, "end")
    assert state_bytes(jumped.state) == state_bytes(through.state)
    assert list(jumped.entries()) == list(through.entries())


def test_a_game_that_breaks_a_rule_is_followed_up_to_there():
    broken = GameLog(HEADER, [*LOG.records[:3], Record(4, 1, Take(3))])
    game = goto(ruleset("nim"), broken, "end")
    assert (game.seq, game.broke.seq, game.broke.violation.clause) == (3, 4, "NIM-1")


@pytest.mark.parametrize(
    "text", ["start", "end", "#0", "#4", "-3", "-0", "t0", "t4", "t9", "r0", "r1", "r2", "r3", "r2.t1"]
)
def test_a_journey_ends_where_the_address_leads(text):
    """The watched replay continues to the end; the position kept is the same as when it is reached directly."""
    game = Replay(ruleset("nim"), LOG.header)
    lookout, journey = Lookout(game, text), Journey(game, text)
    game.feed(LOG.records)
    *way, there = journey.positions(LOG)
    kept = lookout.position(LOG)
    assert (kept.seq, state_bytes(kept.state)) == (there.seq, state_bytes(there.state))
    assert game.standings is not None
    led = goto(ruleset("nim"), LOG, text)
    assert (there.seq, state_bytes(there.state)) == (led.seq, state_bytes(led.state))
    assert [one.seq for one in way] == list(range(1, there.seq))
    for one in way:
        assert state_bytes(one.state) == state_bytes(goto(ruleset("nim"), LOG, f"#{one.seq}").state)


@pytest.mark.parametrize("text", ["t99", "r9", "#11", "-11", "r1.t9"])
def test_a_journey_that_does_not_arrive(text):
    game = Replay(ruleset("nim"), LOG.header)
    lookout = Lookout(game, text)
    game.feed(LOG.records)
    with pytest.raises(Unreadable):
        lookout.position(LOG)


def test_a_journey_over_records_taken_back_and_a_broken_rule():
    taken_back = GameLog(HEADER, [*LOG.records[:4], Record(5, None, Undo(3)), Record(6, 1, Take(3))])
    broken = GameLog(HEADER, [*LOG.records[:3], Record(4, 1, Take(3))])
    for log, text, seq, clause in [
        (taken_back, "#4", 2, None),
        (taken_back, "-1", 2, None),
        (taken_back, "end", 6, None),
        (broken, "#2", 2, None),
        (broken, "#4", 3, "NIM-1"),
        (broken, "end", 3, "NIM-1"),
        (broken, "t3", 3, "NIM-1"),
    ]:
        game = Replay(ruleset("nim"), log.header)
        lookout = Lookout(game, text)
        game.feed(resolve(log))
        there = lookout.position(log)
        assert (there.seq, there.broke.violation.clause if there.broke else None) == (seq, clause), text
