"""The replay: events in order, automatic steps no sooner than needed, differences noted where they begin."""

import pytest
from msgspec.structs import astuple, replace

from engine.clause import Violation
from engine.declaration import Standing
from engine.ledger import totals
from engine.replay import Discrepancy, Replay, Stopped, replay
from engine.rules import ruleset
from engine.snapshot import state_bytes
from events.log.codec import Unreadable, encode
from events.log.native import GameLog, read, write
from events.log.record import Header, Observed, Record, Seat, Undo
from events.vocabulary.nim import RollDice, Take

pytestmark = pytest.mark.usefixtures("nim")

HEADER = Header("nim", "1", {"rounds": 2}, (Seat("Ann"), Seat("Bob")))
EVENTS = [(None, RollDice((2, 2))), (0, Take(3)), (1, Take(1)), (0, Take(2)), (1, Take(2))]


def new_game():
    return Replay(ruleset("nim"), HEADER)


def log(*records):
    return GameLog(HEADER, list(records))


def whole(events=EVENTS, **observed):
    """A log of the events; `observed` are the figures after record n: n2={...}."""
    seen = {int(name[1:]): value for name, value in observed.items()}
    return log(*(Record(n, who, what, n + 10, seen.get(n, ())) for n, (who, what) in enumerate(events, 1)))


def test_a_valid_game():
    game = replay(ruleset("nim"), whole())
    assert game.verdict == "valid"
    assert game.standings == [Standing(1, 7, 1), Standing(0, 5, 2)]
    assert (game.seq, game.checked, game.discrepancies, game.broke) == (5, 0, [], None)


def test_entries_are_listed_by_record_and_step():
    game = replay(ruleset("nim"), whole())
    assert [(e.seq, e.step, [astuple(x) for x in e.entries if x.figure == "vp"]) for e in game.entered] == [
        (2, "", [(0, "vp", 3, "take")]),
        (3, "", [(1, "vp", 1, "take")]),
        (3, "last_stone", [(1, "vp", 2, "last_stone")]),
        (4, "", [(0, "vp", 2, "take")]),
        (5, "", [(1, "vp", 2, "take")]),
        (5, "last_stone", [(1, "vp", 2, "last_stone")]),
    ]
    assert totals(game.entries())[1, "vp"] == 7


def test_a_game_that_is_not_over_is_incomplete():
    game = replay(ruleset("nim"), whole(EVENTS[:4]))
    assert (game.verdict, game.standings) == ("incomplete", None)
    assert replay(ruleset("nim"), log()).verdict == "incomplete"


def test_a_violation_ends_the_replay_with_the_state_before_it():
    game = replay(ruleset("nim"), whole([*EVENTS[:3], (0, Take(1)), (0, Take(1)), (1, Take(1))]))
    assert game.verdict == "illegal"
    assert (game.broke.seq, game.broke.line, game.broke.actor, game.broke.event) == (5, 15, 0, Take(1))
    assert game.broke.violation.clause == "NIM-1"
    assert (game.seq, game.state.pile) == (4, 3)
    with pytest.raises(Stopped):
        game.play(0, Take(1))


def test_automatic_steps_run_no_sooner_than_needed():
    game = new_game()
    for who, event in EVENTS[:3]:
        game.play(who, event)
    assert game.state.due == ["last_stone", "new_pile"]
    game.observe(1, {"vp": 1}, 20)
    assert game.state.due == ["last_stone", "new_pile"]
    game.observe(1, {"vp": 3}, 21, after="last_stone")
    assert (game.state.due, game.steps_done) == (["new_pile"], ["last_stone"])
    game.observe(1, {"vp": 3}, 22, after="last_stone")
    assert game.state.due == ["new_pile"]
    game.settle()
    assert (game.state.due, game.state.pile) == ([], 4)
    assert (game.discrepancies, game.checked) == ([], 3)


def test_observers_learn_whether_everything_agrees():
    """This includes all figures of a seat at once; an unchanged difference is still reported as one."""
    game = new_game()
    game.play(*EVENTS[0])
    assert game.observe(0, {"vp": 0})
    assert game.observe(0, {"vp": 0, "stones": 0})
    assert not game.observe(0, {"vp": 1, "stones": 0})
    assert not game.observe(0, {"vp": 1})


def test_all_figures_of_a_seat_at_once():
    """They are compared like figures by name, and kept in the log as such."""
    by_name, at_once = new_game(), new_game()
    for who, event in EVENTS[:3]:
        by_name.play(who, event)
        at_once.play(who, event)
    for stated, after in (((3, 9), "last_stone"), ((3, 8), "new_pile")):
        by_name.observe(1, dict(zip(("vp", "stones"), stated, strict=True)), 21, after)
        assert at_once.observe_all(1, stated, 21, after)[0] == 3
    assert at_once.discrepancies == by_name.discrepancies != []
    assert at_once.log() == by_name.log()
    assert (at_once.checked, by_name.checked) == (4, 4)


def test_steps_run_by_themselves_before_the_next_event():
    game = new_game()
    for who, event in EVENTS[:4]:
        game.play(who, event)
    assert game.steps_done == []
    assert game.state.round == 2


def test_a_difference_is_noted_where_it_begins_and_not_again():
    log = whole(
        n2=(Observed(0, {"vp": 4, "stones": 3}, line=12),),
        n3=(Observed(0, {"vp": 4}, line=13), Observed(1, {"vp": 1}, line=13), Observed(1, {"vp": 3}, "last_stone", 14)),
        n4=(Observed(0, {"vp": 6}, line=15),),
    )
    game = replay(ruleset("nim"), log)
    assert game.verdict == "discrepant"
    assert game.discrepancies == [Discrepancy(2, 12, 0, "vp", 4, 3)]
    assert game.checked == 6


def test_a_difference_that_changes_is_noted_again_and_one_that_ends_is_not():
    log = whole(
        n2=(Observed(0, {"vp": 4}),),
        n3=(Observed(0, {"vp": 5}),),
        n4=(Observed(0, {"vp": 5}),),
        n5=(Observed(0, {"vp": 9}),),
    )
    noted = replay(ruleset("nim"), log).discrepancies
    assert [(d.seq, d.recorded, d.computed) for d in noted] == [(2, 4, 3), (3, 5, 3), (5, 9, 5)]


def test_differences_are_distinguished_by_seat():
    log = whole(n3=(Observed(0, {"vp": 4}), Observed(1, {"vp": 2})))
    noted = replay(ruleset("nim"), log).discrepancies
    assert [(d.seat, d.recorded, d.computed) for d in noted] == [(0, 4, 3), (1, 2, 1)]


def test_the_expected_result_is_compared_when_the_game_is_over():
    def verdict(expected, events=EVENTS):
        game = replay(ruleset("nim"), GameLog(replace(HEADER, expected=expected), whole(events).records))
        return game.verdict, game.checked, [(d.seat, d.figure, d.recorded, d.computed) for d in game.discrepancies]

    assert verdict({0: 5, 1: 7}) == ("valid", 2, [])
    assert verdict({0: 5, 1: 8}) == ("discrepant", 2, [(1, "vp", 8, 7)])
    assert verdict({0: 9}, EVENTS[:4]) == ("incomplete", 0, [])


def test_other_statements_of_a_log_are_compared_too():
    game = new_game()
    game.note(0, "offers", 2, 2, 7)
    assert game.discrepancies == []
    game.note(0, "offers", 2, 1, 8)
    assert (game.discrepancies, game.checked) == ([Discrepancy(0, 8, 0, "offers", 2, 1)], 2)


@pytest.mark.parametrize("seat", [2, -1, 10**30])
def test_a_seat_that_is_not_at_the_table(seat):
    with pytest.raises(Unreadable, match=rf"11: found actor {seat} at record 1, expected a number from 0 to 1"):
        replay(ruleset("nim"), log(Record(1, seat, Take(1), 11)))
    with pytest.raises(Unreadable, match=rf"12: found seat {seat} at record 2"):
        replay(ruleset("nim"), whole(n2=(Observed(seat, {"vp": 0}),)))


def test_a_figure_that_the_game_does_not_have():
    with pytest.raises(Unreadable, match="19: found the figure 'gold', expected one of vp, stones"):
        replay(ruleset("nim"), whole(n2=(Observed(0, {"vp": 3, "gold": 3}, line=19),)))


def test_a_reading_may_reject_before_there_is_an_event():
    game = new_game()
    with pytest.raises(Stopped):
        game.reject(0, "take the table", 4, Violation("NIM-2"))
    assert (game.verdict, game.broke.seq, game.broke.line) == ("illegal", 1, 4)


def test_what_a_reading_rejects_follows_the_automatic_steps():
    """As an event does that breaks a rule: a log of what was played leads to the same position."""
    game = new_game()
    for who, event in EVENTS[:3]:
        game.play(who, event)
    with pytest.raises(Stopped):
        game.reject(0, "take the table", 4, Violation("NIM-2"))
    again = replay(ruleset("nim"), game.log())
    assert game.entered == again.entered
    assert state_bytes(game.state) == state_bytes(again.state)


def test_a_log_of_what_was_played():
    observed = (Observed(0, {"vp": 3}, line=12),)
    game = replay(ruleset("nim"), whole(n2=observed))
    assert game.log() == whole(n2=observed)


def test_what_is_written_of_a_log_is_its_bytes():
    """This covers figures with and without names, after an event and after a step."""
    game = new_game()
    for who, event in EVENTS[:3]:
        game.play(who, event)
    game.observe(0, {"vp": 3}, 12)
    game.observe_all(1, (3, 9), 13, "last_stone")
    written = game.written()
    assert written.bodies() == [encode(record) for record in game.log().records] == game.log().bodies()
    assert b'"figures":{"stones":9,"vp":3}' in written.bodies()[2]
    assert [(r.seq, r.actor, r.event, r.line) for r in written.records] == [
        (r.seq, r.actor, r.event, r.line) for r in game.log().records
    ]


def test_figures_seen_after_steps_that_already_ran_are_kept_with_the_last_of_them():
    """Without a step's name they would be compared before the steps when the log is replayed."""
    by_name, at_once = new_game(), new_game()
    for who, event in EVENTS:
        by_name.play(who, event)
        at_once.play(who, event)
    by_name.settle()
    at_once.settle()
    by_name.observe(1, {"vp": 7})
    at_once.observe_all(1, tuple(at_once.rules.figures(at_once.state, 1).values()))
    for game in (by_name, at_once):
        again = replay(ruleset("nim"), read(write(game.log())))
        assert (game.verdict, again.verdict, again.discrepancies) == ("valid", "valid", [])
        assert again.log() == game.log()


def test_records_taken_back_are_not_played():
    """The records keep their numbers; what is played is logged again, with the observed figures in their places."""
    records = [
        *whole(EVENTS[:3]).records,
        Record(4, None, Undo(3)),
        Record(5, 1, Take(1), 17, (Observed(1, {"vp": 1}),)),
    ]
    game = replay(ruleset("nim"), log(*records))
    assert (game.seq, game.state.pile, game.verdict) == (5, 4, "incomplete")
    anew = game.log().records
    assert [(r.seq, r.event, len(r.observed)) for r in anew] == [
        (1, RollDice((2, 2)), 0),
        (2, Take(3), 0),
        (3, Take(1), 1),
    ]


def test_observers_are_called():
    game, calls = new_game(), []
    game.on_record.append(lambda game, actor, event: calls.append(("record", game.seq)))
    game.on_step.append(lambda game, step: calls.append((step.name, game.seq)))
    game.feed(whole(EVENTS[:3]).records)
    assert calls == [
        ("record", 0),
        ("record", 1),
        ("record", 2),
        ("last_stone", 3),
        ("new_pile", 3),
    ]


WATCHED_AND_NOT = [
    whole(),
    whole(n2=(Observed(0, {"vp": 4}),), n3=(Observed(1, {"vp": 3}, after="last_stone"), Observed(1, {"vp": 9}))),
    whole([*EVENTS[:3], (0, Take(9)), *EVENTS[4:]], n3=(Observed(0, {"vp": 3}),)),
    log(),
]


@pytest.mark.parametrize("played", WATCHED_AND_NOT, ids=["valid", "discrepant", "illegal", "empty"])
def test_a_log_that_is_watched_replays_the_same(played):
    """Without observers, records run in a separate loop, which leaves the same result."""
    plain, watched = new_game(), new_game()
    watched.on_record.append(lambda game, actor, event: None)
    for game in (plain, watched):
        game.feed(played.records)
    told = [
        (game.verdict, game.seq, game.checked, game.settled, game.steps_done, game.played, game.entered, game.log())
        for game in (plain, watched)
    ]
    assert told[0] == told[1]
    assert plain.discrepancies == watched.discrepancies
    assert plain.broke == watched.broke or str(plain.broke.violation) == str(watched.broke.violation)
    assert state_bytes(plain.state) == state_bytes(watched.state)


def test_an_observer_may_stop_before_a_step():
    """What is due stays due, and is done when the replay goes on."""
    game = new_game()

    def stop_before_the_pile(game):
        if game.steps_done == ["last_stone"]:
            raise Stopped

    game.on_due.append(stop_before_the_pile)
    game.feed(whole(EVENTS[:3]).records)
    assert (game.steps_done, game.state.due) == (["last_stone"], ["new_pile"])
    game.on_due.clear()
    game.settle()
    assert state_bytes(game.state) == state_bytes(replay(ruleset("nim"), whole(EVENTS[:3])).state)


def test_a_written_log_replays_the_same():
    log = whole(n2=(Observed(0, {"vp": 3}, line=12),))
    again = replay(ruleset("nim"), read(write(log)))
    assert (again.verdict, again.checked, again.log()) == ("valid", 1, log)


def test_a_fork_has_all_that_the_replay_has_but_its_observers():
    """All but the observers, whatever fields a replay has; the lists are its own."""
    game = new_game()
    game.unfinished = "the page ends here"
    game.feed(whole([*EVENTS[:3], (0, Take(9))], n3=(Observed(0, {"vp": 3}),)).records)
    game.on_step.append(lambda game, step: None)
    forked = game.fork()
    fields = [name for name in dir(game) if name[:2] != "__" and not callable(getattr(game, name))]
    assert {"unfinished", "broke", "played", "settled", "_differences"} < set(fields)
    assert [name for name in fields if getattr(forked, name) != getattr(game, name)] == ["is_watched", "on_step"]
    shared = [name for name in fields if isinstance(getattr(game, name), list | dict)]
    assert [name for name in shared if getattr(forked, name) is getattr(game, name)] == ["_accepts"]
