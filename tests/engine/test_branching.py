"""Where a branch begins: which records it takes over from its game, and what its header states."""

import pytest

from engine.address import goto
from engine.branching import branch, without_game
from engine.intake import examine
from engine.public import public_part
from engine.rules import ruleset
from engine.sameness import identity
from events.files import Blob
from events.log.codec import Unreadable, encode
from events.log.native import GameLog, read, write
from events.log.record import Assumed, Branch, Header, Note, Observed, Record, Seat, Source, Undo
from tests.support.toy_logs import text

pytestmark = pytest.mark.usefixtures("nim")


def begun(log, at, name=""):
    return branch(log, goto(ruleset(log.header.game), log, at), name)


def of(*events, **facts):
    """A toy log of these (actor, event)."""
    header = Header("nim", "1", seats=(Seat("Ann"), Seat("Bob")), **facts)
    return GameLog(header, [Record(seq, actor, event) for seq, (actor, event) in enumerate(events, 1)])


def rolled(*takes):
    from events.vocabulary.nim import RollDice, Take

    turns = ((seat % 2, Take(stones)) for seat, stones in enumerate(takes))
    return [(None, RollDice((6, 6))), *turns]


def test_a_header_without_a_branch_has_the_bytes_that_it_had():
    """The field is left out where it is not set: chains of logs that exist hold."""
    assert encode(Header("nim", seats=(Seat("Ann"),))) == b'{"game":"nim","seats":[{"player":"Ann"}]}'
    left = encode(Header("nim", branch=Branch("ab", 3, "why not")))
    assert left == b'{"game":"nim","branch":{"game":"ab","seq":3,"name":"why not"}}'
    assert read([left]).header.branch == Branch("ab", 3, "why not")


def test_records_that_were_taken_back_stay_behind():
    """Those in force are numbered from 1; the header keeps the number that the record has in its game."""
    log = of(*rolled(3, 2), (None, Undo(3)), (None, Note("a slip")), *rolled(2, 1)[2:3])
    log.records[-1] = Record(6, 1, log.records[-1].event)
    there = begun(log, "#6", "again")
    assert [(record.seq, record.actor) for record in there.records] == [(1, None), (2, 0), (3, 1)]
    assert there.header.branch == Branch(identity(log), 6, "again")


def test_what_is_the_game_s_alone_is_left_out():
    """Result, date and source are not those of the branch; facts that are open concern the records that it has."""
    kept, gone = Assumed(2, "stones", "3", ("2", "3"), 7), Assumed(3, "stones", "2", (), 8)
    log = of(
        *rolled(3, 2),
        expected={0: 5},
        played_at="2024-05-31",
        source=Source("a.txt", "nimtext", "ab"),
        assumed=(Assumed(0, "dice", "6", ()), kept, gone),
    )
    log.records[1] = Record(2, 0, log.records[1].event, 7, (Observed(0, {"vp": 3}, line=7),))
    there = begun(log, "#2")
    assert (there.header.expected, there.header.played_at, there.header.source) == ({}, "", Source())
    assert [(fact.seq, fact.line) for fact in there.header.assumed] == [(0, 0), (2, 0)]
    assert there.records[1] == Record(2, 0, log.records[1].event, 0, (Observed(0, {"vp": 3}),))


def test_a_figure_that_differs_in_the_game_differs_in_the_branch():
    log = of(*rolled(3))
    log.records[1] = Record(2, 0, log.records[1].event, 0, (Observed(0, {"vp": 4}),))
    report = examine(Blob("", b"\n".join(write(begun(log, "end")))))
    assert [(one.seq, one.recorded, one.computed) for one in report.replay.discrepancies] == [(2, 4, 3)]


def test_a_game_that_breaks_a_rule_is_left_before_that():
    log = of(*rolled(3, 9))
    assert len(begun(log, "end").records) == 2


def test_a_result_without_records_has_no_branch():
    log = of(expected={0: 5, 1: 4})
    with pytest.raises(Unreadable, match="found a result without records"):
        begun(log, "start")


def test_a_foreign_log_has_branches():
    """Its lines are not those of the branch, which is a native log of its own."""
    log = examine(Blob("a.txt", text().encode())).game_log()
    there = begun(log, "#2")
    assert all(record.line == 0 and all(not seen.line for seen in record.observed) for record in there.records)
    assert examine(Blob("", b"\n".join(write(there)))).verdict == "incomplete"


def test_branches_are_other_games_whatever_they_are_called():
    """Identity: neither that of the game, nor that of a branch from another record; a name makes no difference."""
    log = of(*rolled(3, 2))
    same = {identity(begun(log, "#3", name)) for name in ("", "one", "two")}
    assert len(same) == 1
    assert not same & {identity(log), identity(begun(log, "#2"))}


def test_the_public_part_of_a_branch_does_not_name_the_game():
    """The identity of a game covers what it hides: whoever has it could try all hands until it fits."""
    log = of(*rolled(3, 2))
    there = begun(log, "#2", "mine")
    assert public_part(there).header.branch == Branch("", 2, "mine")
    assert without_game(log.header) is log.header
