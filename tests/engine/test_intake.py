"""From a file to a report: every verdict, and no error that escapes."""

import json

import pytest

from engine.intake import examine
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.files import Blob, read
from events.log.codec import Unreadable
from events.log.native import ChainBroken, GameLog, write
from events.log.record import Header, Observed, Record, Seat, Undo
from events.verdicts import VERDICTS
from events.vocabulary.nim import RollDice, Take

pytestmark = pytest.mark.usefixtures("nim")

HEADER = Header("nim", "1", {"rounds": 1}, (Seat("Ann"), Seat("Bob")))
GAME = [Record(1, None, RollDice((2, 2))), Record(2, 0, Take(3)), Record(3, 1, Take(1))]


def blob(records=GAME, header=HEADER, name="games/nim.jsonl"):
    return Blob(name, b"\n".join(write(GameLog(header, records))))


def by_hand(*lines):
    return Blob(
        "by-hand.jsonl", "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()
    )


def test_a_valid_log():
    report = examine(blob())
    assert (report.name, report.notation, report.game, report.verdict) == ("games/nim.jsonl", "native", "nim", "valid")
    assert report.digest == blob().digest
    assert report.game_log().records == GAME
    assert report.problem is None


@pytest.mark.parametrize(
    ("file", "verdict"),
    [
        (lambda: blob([*GAME[:1], Record(2, 0, Take(3), 0, (Observed(0, {"vp": 4}),)), GAME[2]]), "discrepant"),
        (lambda: blob([*GAME[:2], Record(3, 1, Take(2))]), "illegal"),
        (lambda: blob(GAME[:2]), "incomplete"),
        (lambda: blob(header=Header("nim", options={"misere": True}, seats=HEADER.seats)), "unsupported"),
        (lambda: blob(header=Header("nim", seats=HEADER.seats[:1])), "unreadable"),
        (lambda: blob([Record(1, 7, Take(1))]), "unreadable"),
        (lambda: Blob("x", b""), "unreadable"),
        (lambda: Blob("x", b"\xff\xfe"), "unreadable"),
        (lambda: Blob("x", b"Dear diary"), "unreadable"),
        (lambda: Blob("x", b"", Unreadable("nothing", "something", name="x")), "unreadable"),
        (lambda: by_hand({"game": "chess"}), "unreadable"),
        (lambda: by_hand({"game": "nim", "seats": [{}, {}], "vocabulary": 7}), "unreadable"),
        (lambda: by_hand({"game": "nim", "seats": [{}, {}], "options": {"rounds": "two"}}), "unsupported"),
    ],
)
def test_every_verdict(file, verdict):
    assert verdict in VERDICTS
    report = examine(file())
    assert report.verdict == verdict
    assert (report.problem is not None) == (verdict in ("unsupported", "unreadable"))
    assert bool(report.standings) == (verdict in ("valid", "discrepant"))
    assert "\n" not in str(report.problem)


def test_a_problem_names_its_file_and_line():
    report = examine(
        by_hand({"game": "nim", "seats": [{}, {}]}, "", {"seq": 1, "actor": None, "event": {"kind": "toss"}})
    )
    assert str(report.problem) == "by-hand.jsonl:3: found 'toss' at $.event.kind, expected a known value"


def test_a_changed_byte_is_a_broken_chain():
    data = blob().data.replace(b'"stones":3', b'"stones":2')
    report = examine(Blob("games/nim.jsonl", data))
    assert report.verdict == "tampered"
    assert isinstance(report.problem, ChainBroken)
    assert str(report.problem) == "games/nim.jsonl:3: hash chain broken: record 2 is not what was recorded"


def test_a_log_cut_off_in_the_middle():
    """Cut off between two lines or within a line, it is incomplete."""
    data = blob().data
    assert examine(Blob("x", data[: data.rindex(b"\n")])).verdict == "incomplete"
    assert examine(Blob("x", data[:-5])).verdict == "incomplete"


def test_line_ends_of_other_systems_and_a_byte_order_mark():
    data = b"\xef\xbb\xbf" + blob().data.replace(b"\n", b"\r\n")
    assert examine(Blob("x", data)).verdict == "valid"


def test_the_log_is_kept_as_it_was_written():
    records = [*GAME[:2], Record(3, None, Undo(2)), Record(4, 0, Take(3)), Record(5, 1, Take(1))]
    report = examine(blob(records))
    assert report.verdict == "valid"
    assert report.game_log().records == records
    assert [record.event for record in report.replay.log().records] == [r.event for r in GAME]


def test_an_undo_of_nothing_is_unreadable():
    report = examine(blob([*GAME, Record(4, None, Undo(9))]))
    assert report.verdict == "unreadable"
    assert "found record 9 at record 4" in str(report.problem)


def test_observers_are_hung_on_before_the_first_event():
    seen = []
    examine(blob(), prepare=lambda game: game.on_record.append(lambda game, actor, event: seen.append(game.seq)))
    assert seen == [0, 1, 2]


def test_the_notation_can_be_named():
    assert examine(blob(), notation="native").verdict == "valid"
    report = examine(blob(), notation="morse")
    assert report.verdict == "unreadable"
    assert "found the notation 'morse', expected one of native" in str(report.problem)


def test_a_self_played_game_from_a_file(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in write(selfplay_log(ruleset("nim"), "s", None, {}, "random"))))
    assert examine(read(str(path))).verdict == "valid"


MUTILATED = [
    b"null",
    b"[]",
    b"{}",
    b'"x"',
    b"-1",
    b"1e400",
    b"99999999999999999999999999",
    b"[[1]]",
    b'{"a":1}',
    b"true",
    b"",
    b"\x00",
    b"\xf0\x9f\x8e\xb2",
]


def test_a_number_of_too_many_digits_is_found_wherever_it_stands():
    """Reading it would take quadratic time. With one digit less it is a number."""
    for before in range(0, 2100, 83):
        lines = f"Nim ann ben{' ' * before}\nroll"
        for digits, tells in ((1001, True), (1000, False), (1500, True), (4000, True)):
            report = examine(Blob("long.txt", f"{lines} {'7' * digits}".encode()))
            assert ("found a number of over 1000 digits" in str(report.problem)) == tells, (before, digits)
            assert not tells or report.problem.line == 2


def test_a_side_file_that_does_not_help():
    lines = b"Nim ann ben\nroll 2 2\n"
    told = examine(Blob("game.txt", lines, facts=b"dice = 1"))
    assert str(told.problem).startswith("game.txt: found a side file")
    assert "nimtext leaves nothing out" in str(told.problem)


@pytest.mark.parametrize("junk", MUTILATED)
def test_whatever_stands_in_a_value_gives_a_report(junk):
    """Each value of a log is replaced by something else: this gives a verdict and at most one line, no exception."""
    lines = [
        b'{"game":"nim","ruleset":"1","options":{"rounds":1},"seats":[{"player":"A"},{"player":"B"}],"expected":{"0":3}}',
        b'{"seq":1,"actor":null,"event":{"kind":"roll_dice","dice":[2,2]},"line":1}',
        b'{"seq":2,"actor":0,"event":{"kind":"take","stones":3},"observed":[{"seat":0,"figures":{"vp":3},"after":"x"}]}',
        b'{"seq":3,"actor":null,"event":{"kind":"correct","seq":2,"event":{"kind":"take","stones":3}}}',
        b'{"seq":4,"actor":null,"event":{"kind":"undo","seq":2}}',
    ]
    assert examine(Blob("x", b"\n".join(lines))).verdict == "incomplete"
    for number, line in enumerate(lines):
        for start, end in _values(line):
            mutilated = [*lines]
            mutilated[number] = line[:start] + junk + line[end:]
            report = examine(Blob("x", b"\n".join(mutilated)))
            assert report.verdict in VERDICTS
            assert "\n" not in str(report.problem)


def _values(line):
    """Start and end of every value behind a colon: strings, numbers, objects, lists."""
    for start in (i + 1 for i, byte in enumerate(line) if byte == ord(":")):
        depth, end = 0, start
        while depth or line[end : end + 1] not in (b",", b"}", b"]"):
            depth += {123: 1, 91: 1, 125: -1, 93: -1}.get(line[end], 0)
            end += 1
        yield start, end


def test_a_log_cut_off_in_its_last_line_is_judged_up_to_there():
    """It was unreadable with 0 records, though all lines before are whole."""
    lines = blob().data
    for cut in range(len(lines) - 150, len(lines)):
        report = examine(Blob("games/nim.jsonl", lines[:cut]))
        assert report.verdict == "incomplete", cut
        assert len(report.game_log().records) == (1 if cut < lines.rindex(b"\n") else 2)
        line = lines[:cut].count(b"\n") + 1
        assert lines[:cut].endswith((b"\n", b'"}')) or report.replay.unfinished.startswith(
            f"{report.name}:{line}: found "
        )


def test_a_broken_line_that_has_an_end_is_not_cut_off():
    lines = blob().data.split(b"\n")
    assert examine(Blob("nim.jsonl", b"\n".join([*lines[:3], lines[3][:30], b""]))).verdict == "unreadable"
    assert examine(Blob("nim.jsonl", b"\n".join([lines[0], lines[1][:30], *lines[2:]]))).verdict == "unreadable"
    assert examine(Blob("nim.jsonl", lines[0][:30])).verdict == "unreadable"
