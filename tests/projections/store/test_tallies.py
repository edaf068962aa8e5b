"""Tallies count what is in force."""

from msgspec import Raw

from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import encode
from events.log.native import GameLog
from events.log.record import Correct, Record
from events.vocabulary.terra_mystica import ChooseFavorTile
from projections.store.tallies import tallies
from projections.store.trace import watched


def test_a_corrected_record_counts_as_corrected() -> None:
    rules = ruleset("terra_mystica")
    log = selfplay_log(rules, "1", 2, {}, "sensible")
    taken = next(record for record in log.records if isinstance(record.event, ChooseFavorTile))
    before = log.records[: taken.seq - 1]
    legal = rules.legal(replay(rules, GameLog(log.header, before)).state)
    other = next(event for _, event in legal if isinstance(event, ChooseFavorTile) and event != taken.event)
    correction = Record(taken.seq + 1, None, Correct(taken.seq, Raw(encode(other))))
    corrected = GameLog(log.header, [*before, taken, correction])
    trace = watched(corrected)
    trace.finish()
    turns = trace.turns(corrected)
    (columns,) = tallies("key", corrected, trace, trace.played(corrected), turns, trace.entered(turns))
    named = zip(columns.name, columns.value, strict=True)
    favors = {value for name, value in named if name == "favor"}
    assert favors == {other.tile}
