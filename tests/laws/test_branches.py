"""Laws of branches, in every game: what is refused changes nothing, and a branch equals a log cut there and gone on."""

from itertools import islice

import pytest

import anyturn
from engine.address import goto
from engine.clause import Violation
from engine.replay import replay
from engine.rules import ruleset
from engine.snapshot import fork, state_bytes
from events.log.native import GameLog, read, resolve, write
from events.log.record import Branch
from projections.recorder.matching import action_words
from projections.screen.verdict_words import words_of
from projections.verdict import plain_event
from tests.support.specimens import few, log_of, near_misses, sampled, specimens

pytestmark = pytest.mark.usefixtures("nim")
every_specimen = pytest.mark.parametrize("specimen", few(specimens()))


def as_action(actor, event):
    return anyturn.Action(actor, plain_event(event), "")


def as_game(log):
    return anyturn.read(b"\n".join(write(log)))


def read_back(branch):
    return read(bytes(branch).splitlines())


def played(records):
    return [(record.actor, record.event) for record in records]


def figures_seen(records):
    return [[(seen.seat, seen.figures, seen.after) for seen in record.observed] for record in records]


def violated(there, actor, event):
    """Why the rules refuse an event; None if they accept it."""
    try:
        there.rules.apply(fork(there.state), actor, event)
    except Violation as violation:
        return violation
    return None


@every_specimen
def test_a_branch_that_goes_on_as_the_game_did_is_the_game(specimen):
    """Records, observed figures, state and entries are those of the log cut there, and then of the whole log."""
    log = log_of(specimen)
    records, rules, game = resolve(log), ruleset(specimen.game), as_game(log)
    whole = replay(rules, log)
    for cut in sorted({0, len(records), *specimen.rng.sample(range(len(records)), 2)}):
        branch = game.branch(f"#{cut}")
        assert (branch.header.branch.seq, branch.position.over) == (cut, cut == len(records) and game.end.over)
        there = goto(rules, log, f"#{cut}")
        there.settle()
        assert state_bytes(branch.position.state) == state_bytes(there.state)
        assert figures_seen(branch.records) == figures_seen(records[:cut])
        for record in records[cut : cut + 12]:
            branch.play(as_action(record.actor, record.event))
        gone_on = goto(rules, log, f"#{min(len(records), cut + 12)}")
        gone_on.settle()
        again = read_back(branch)
        assert played(again.records) == played(records[: cut + 12])
        assert state_bytes(branch.position.state) == state_bytes(gone_on.state)
        plain = GameLog(again.header, [*again.records, *records[cut + 12 :]])
        after = replay(rules, plain)
        assert state_bytes(after.state) == state_bytes(whole.state)
        assert after.entered == whole.entered


@every_specimen
def test_what_is_refused_changes_nothing(specimen):
    """It raises the violation of the rules; position and branch keep their bytes, whoever tried what."""
    log, game, refused = log_of(specimen), as_game(log_of(specimen)), 0
    for there, record in sampled(specimen, 2):
        position = game.at("end" if record is None else f"#{record.seq - 1}")
        branch = game.branch("end" if record is None else f"#{record.seq - 1}")
        offered = list(islice(there.rules.legal(there.state), 2_000))
        before, kept, at_hand = state_bytes(there.state), bytes(branch), state_bytes(position.state)
        for actor, event in islice(near_misses(offered, log, specimen.rng), 60):
            if (violation := violated(there, actor, event)) is None:
                assert position.play(as_action(actor, event)).seq == position.seq + 1
                continue
            refused += 1
            for refusing in (position.play, branch.play):
                with pytest.raises(anyturn.Violation) as caught:
                    refusing(as_action(actor, event))
                assert (caught.value.clause, caught.value.facts) == (violation.clause, violation.facts)
        assert state_bytes(position.state) == at_hand
        assert state_bytes(branch.position.state) == before
        assert bytes(branch) == kept
    assert refused > 10


@pytest.mark.long
@every_specimen
def test_words_and_events_mean_the_same_and_can_be_taken_back(specimen):
    """An action in the words of `append` leads where its event does; what is taken back leaves the position before."""
    game = as_game(log_of(specimen))
    for there, record in sampled(specimen, 3):
        position = game.at("end" if record is None else f"#{record.seq - 1}")
        branch = game.branch("end" if record is None else f"#{record.seq - 1}")
        before = state_bytes(branch.position.state)
        offered = list(islice(there.rules.legal(there.state), 300))
        for actor, event in specimen.rng.sample(offered, min(3, len(offered))):
            after = fork(there.state)
            there.rules.apply(after, actor, event)
            while there.rules.proceed(after) is not None:
                pass
            ways = (action_words(there, (actor, event), words_of), as_action(actor, event))
            for way in ways:
                assert state_bytes(position.play(way).state) == state_bytes(after)
                assert state_bytes(branch.play(way).state) == state_bytes(after)
                assert branch.undo() == [len(branch) - 1]
                assert state_bytes(branch.position.state) == before


@every_specimen
def test_a_branch_names_the_game_and_the_record_it_left(specimen):
    """Two branches from one place name the same game; a branch of a branch names that one."""
    game = as_game(log_of(specimen))
    first, second = game.branch("-1", "one"), game.branch("-1", "two")
    assert (first.header.branch.game, first.header.branch.seq) == (second.header.branch.game, len(game) - 1)
    below = anyturn.read(bytes(first)).branch("start")
    assert below.header.branch == Branch(below.header.branch.game, 0)
    assert below.header.branch.game != first.header.branch.game
