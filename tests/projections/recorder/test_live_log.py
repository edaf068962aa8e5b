"""A log while it is recorded: undoing and correcting append records, and the log stays consistent everywhere."""

from random import Random

import pytest

from engine.clause import Violation
from engine.intake import examine
from engine.replay import replay
from engine.rules import games, ruleset
from engine.sameness import identity
from engine.selfplay import next_action, selfplay_log
from engine.snapshot import state_bytes
from events import files
from events.log.appending import LogFile, begin
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Correct, Header, Note, Seat, Undo
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.game import audit
from projections.recorder.live_log import Recording
from tests.support import TOYS

pytestmark = pytest.mark.usefixtures("nim")
ENOUGH = 60
"""Every kind of slip occurs in a game with this many records."""
HEADER = Header("nim", "1", seats=(Seat("Ann"), Seat("Bob")))


def written(header=HEADER):
    """A recording that keeps what it writes in a list."""
    lines = []
    return Recording(GameLog(header, []), lines.extend), lines


def play(recording, *stones, dice=(6, 6)):
    from events.vocabulary.nim import RollDice, Take

    recording.add((None, RollDice(dice)))
    for number, each in enumerate(stones):
        recording.add((number % 2, Take(each)))


def take(stones):
    from events.vocabulary.nim import Take

    return Take(stones)


def test_what_is_refused_is_not_written():
    recording, lines = written()
    play(recording, 3)
    before = state_bytes(recording.game.state)
    with pytest.raises(Violation, match="NIM-2"):
        recording.add((1, take(9)))
    assert len(lines) == 2
    assert state_bytes(recording.game.state) == before
    recording.add((1, take(1)))
    assert [record.seq for record in lines] == [1, 2, 3]


def test_what_cannot_be_written_did_not_happen():
    recording, _ = written()
    play(recording, 3)
    before = state_bytes(recording.game.state)

    def full(records):
        raise OSError(28, "No space left on device")

    recording._write = full
    for work in (lambda: recording.add((1, take(1))), recording.undo, lambda: recording.correct(2, take(1))):
        with pytest.raises(OSError, match="No space"):
            work()
    assert state_bytes(recording.game.state) == before
    assert [record.seq for record in recording.records] == [1, 2]
    assert len(recording.in_force) == 2


def test_undo_takes_back_the_last_record_or_all_from_one_on():
    recording, lines = written()
    play(recording, 3, 2, 1)
    assert [record.seq for record in recording.undo()] == [4]
    assert recording.game.state.pile == 7
    assert [record.seq for record in recording.undo(2)] == [2, 3]
    assert recording.game.state.pile == 12
    assert [record.event for record in lines[4:]] == [Undo(4), Undo(2)]
    with pytest.raises(Unreadable, match="found record 3, expected a record in force"):
        recording.undo(3)


def test_what_was_taken_back_can_be_recorded_again_one_by_one():
    recording, lines = written()
    play(recording, 3, 2, 1)
    recording.undo(2)
    assert [recording.again().event for _ in range(2)] == [take(3), take(2)]
    recording.add((0, take(1)))  # exactly the next one
    with pytest.raises(Unreadable, match="nothing to record again"):
        recording.again()
    assert recording.game.state.pile == 6
    assert len(lines) == 8


def test_another_record_ends_what_can_be_recorded_again():
    recording, _ = written()
    play(recording, 3, 2)
    recording.undo(2)
    recording.add((0, take(1)))
    with pytest.raises(Unreadable):
        recording.again()


def test_a_correction_is_replayed_from_there():
    recording, lines = written()
    play(recording, 3, 2, 1)
    assert recording.correct(2, take(1)) == []
    assert isinstance(lines[-1].event, Correct)
    assert recording.game.state.pile == 8
    assert [record.event for record in recording.in_force][1:] == [take(1), take(2), take(1)]


def test_a_correction_that_later_records_do_not_fit_shows_them_before_it_is_written():
    recording, lines = written()
    play(recording, 3, 2, 3, 2, dice=(5, 5))
    misfits = recording.try_correction(1, type(recording.in_force[0].event)((5, 1)))
    assert len(lines) == 5
    assert (misfits.broke.seq, misfits.broke.violation.clause) == (4, "NIM-2")
    assert [record.seq for record in misfits.records] == [4, 5]
    taken = recording.correct(1, type(recording.in_force[0].event)((5, 1)))
    assert [record.seq for record in taken] == [4, 5]
    assert [type(record.event) for record in lines[-2:]] == [Correct, Undo]
    assert recording.game.state.pile == 1
    assert replay(ruleset("nim"), recording.log).verdict == "incomplete"
    with pytest.raises(Violation, match="NIM-2"):  # nothing is dropped silently: it is still there, and now illegal
        recording.again()
    assert recording.taken_back == taken


def test_a_correction_that_is_not_legal_itself_is_refused():
    recording, lines = written()
    play(recording, 3, 2)
    with pytest.raises(Violation, match="NIM-2"):
        recording.correct(2, take(9))
    with pytest.raises(Unreadable, match="record 9"):
        recording.correct(9, take(1))
    assert len(lines) == 3


def test_a_log_that_breaks_off_illegally_goes_on_after_an_undo():
    recording, _ = written()
    play(recording, 3, 2)
    records = [*recording.records]
    records[1] = type(records[1])(2, 0, take(9))
    resumed = Recording(GameLog(HEADER, records), lambda _: None)
    assert resumed.game.broke.seq == 2
    with pytest.raises(Violation):
        resumed.add((0, take(1)))
    resumed.undo(2)
    resumed.add((0, take(1)))
    assert resumed.game.broke is None


@pytest.mark.long
@pytest.mark.parametrize("game", [*TOYS, *games()])
def test_a_game_recorded_with_slips_is_the_same_game(game, tmp_path):
    """With undos, corrections and notes, identity, points, tables and audit are the same as without them."""
    rules = ruleset(game)
    clean = selfplay_log(rules, "slips", 2, {}, "sensible")
    file, rng = tmp_path / "slips.jsonl", Random("slips")
    begin(clean.header, file)
    log = LogFile(str(file))
    with log.locked():
        recording = Recording(log.log, log.append)
        for record in clean.records:
            if rng.random() < 0.05:
                recording.add(next_action(rules, recording.game.state, rng, "random"))
                recording.undo()
            if rng.random() < 0.03:
                recording.note("a remark")
            if rng.random() < 0.05 and len(recording.in_force) > 5:
                for _ in recording.undo(recording.in_force[-4].seq):
                    recording.again()
            recording.add((record.actor, record.event))
            if rng.random() < 0.03:
                recording.correct(recording.in_force[-1].seq, record.event)
    kinds = {type(record.event) for record in recording.records}
    assert {Undo, Note, Correct} <= kinds or len(clean.records) < ENOUGH
    report = examine(files.read(str(file)))
    assert report.verdict == "valid"
    assert state_bytes(report.replay.state) == state_bytes(replay(rules, clean).state)
    assert identity(recording.log) == identity(clean)
    db = str(tmp_path / "games.duckdb")
    plain = tmp_path / "clean.jsonl"
    begin(clean.header, plain)
    other = LogFile(str(plain))
    with other.locked():
        other.append(clean.records)
    with EventStore(db) as store:
        found = [one for chunk in import_files(store, [str(file), str(plain)], 1, None) for one in chunk]
        assert [one.status for one in found] == ["new", "same"]
        assert store.connection.execute("SELECT count(*) FROM records WHERE turn IS NULL").fetchone()[0] > 0
    slips, without = audit.run(str(file), db), audit.run(str(plain), db)
    assert all(check.holds for check in [*slips.checks, *audit.run(found[0].game_id, db).checks])
    assert slips.points == without.points
