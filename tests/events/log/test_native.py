"""The native log: it reads back as written, changes are found with their line, records are undone and corrected."""

import json

import pytest
from msgspec import Raw

from events.log.codec import Unreadable, encode
from events.log.native import ChainBroken, GameLog, chained, looks_native, read, resolve, write
from events.log.record import Correct, Header, Note, Observed, Record, Seat, Source, Undo
from events.vocabulary.nim import RollDice, Take

pytestmark = pytest.mark.usefixtures("nim")

HEADER = Header(
    "nim", "1", {"rounds": 1}, (Seat("Ann"), Seat("Bob")), source=Source("game.txt", "nim-notation", "ab12")
)
RECORDS = [
    Record(1, None, RollDice((4, 3)), 2),
    Record(2, 0, Take(3), 3, (Observed(0, {"vp": 3}, line=3),)),
    Record(3, 1, Take(1), 4),
    Record(4, 0, Take(2), 5),
    Record(5, 1, Take(1), 6),
]
LOG = GameLog(HEADER, RECORDS)


def lines(*records):
    return list(write(GameLog(HEADER, records or RECORDS)))


def test_what_is_written_is_read():
    assert read(write(LOG)) == LOG
    assert looks_native(b"\n".join(write(LOG)).decode())


def test_every_line_is_json_and_ends_with_its_hash():
    for number, line in enumerate(lines()):
        value = json.loads(line)
        assert list(value)[-1] == "hash"
        assert len(value["hash"]) == 64
        assert number == 0 or value["seq"] == number


def test_hashes_cover_everything_before_them():
    longer = lines(*RECORDS, Record(6, 0, Take(1)))
    assert longer[:6] == lines()
    other_header = list(write(GameLog(Header("nim"), RECORDS)))
    assert not set(other_header) & set(lines())


def test_blank_lines_and_line_ends_do_not_matter():
    assert read(line + b"\r\n" for line in [b"", *lines(), b" "]) == LOG


def test_a_log_written_by_hand_needs_no_hashes():
    by_hand = [
        b'{"game": "nim", "seats": [{"player": "Ann"}, {"player": "Bob"}]}',
        b'{"seq": 1, "actor": null, "event": {"kind": "roll_dice", "dice": [4, 3]}}',
        b'{"actor": 0, "event": {"stones": 3, "kind": "take"}, "seq": 2}',
    ]
    log = read(by_hand)
    assert log.header.seats == (Seat("Ann"), Seat("Bob"))
    assert [record.event for record in log.records] == [RollDice((4, 3)), Take(3)]
    assert read(write(log)) == log
    assert read([by_hand[0], b"", by_hand[1], b" ", by_hand[2]]) == log


FIRST = b'{"seq":1,"actor":0,"event":{"kind":"take","stones":3}}'
SECOND = b'{"seq":2,"actor":1,"event":{"kind":"take","stones":1}}'


@pytest.mark.parametrize(
    "halves",
    [
        (FIRST + b" " + SECOND[:-1], b',"line":3}'),
        (FIRST + b" " + SECOND, b"{}"),
        (FIRST[:-1], b"}\r" + SECOND),
    ],
)
def test_a_record_ends_with_its_line_also_where_the_hashes_hold(halves):
    header = encode(HEADER)
    with pytest.raises(Unreadable) as caught:
        read(chained(header, halves))
    assert caught.value.line == 2


def test_a_bad_record_is_found_at_its_line_also_where_the_hashes_hold():
    bodies = [*LOG.bodies()[:2], b'{"seq":3,"actor":1,"event":{"kind":"take","stones":"1"}}', *LOG.bodies()[3:]]
    with pytest.raises(Unreadable) as caught:
        read(chained(encode(HEADER), bodies))
    assert (caught.value.line, caught.value.path) == (4, "$.event.stones")


@pytest.mark.parametrize("number", range(6))
def test_a_changed_line_is_found(number):
    changed = lines()
    changed[number] = (
        changed[number].replace(b'"nim"', b'"nim" ').replace(b'"stones":', b'"stones":1').replace(b"[4,3]", b"[4,4]")
    )
    with pytest.raises(ChainBroken) as caught:
        read(changed)
    assert (caught.value.line, caught.value.broken.seq) == (number + 1, number)
    assert "is not what was recorded" in str(caught.value)


@pytest.mark.parametrize("number", range(1, 5))
def test_a_missing_an_added_and_two_swapped_lines_are_found(number):
    written = lines()
    missing = written[:number] + written[number + 1 :]
    added = [*written[: number + 1], *written[number:]]
    swapped = [*written[:number], written[number + 1], written[number], *written[number + 2 :]]
    for bad, line in ((missing, number + 1), (added, number + 2), (swapped, number + 1)):
        with pytest.raises(ChainBroken) as caught:
            read(bad)
        assert caught.value.line == line
        assert "stands in the place of record" in str(caught.value)


def test_a_line_without_its_hash_is_found():
    bare = lines()
    bare[3] = bare[3][: bare[3].index(b',"hash"')] + b"}"
    with pytest.raises(ChainBroken) as caught:
        read(bare)
    assert caught.value.line == 4


def test_hashes_that_begin_in_the_middle_are_verified():
    """If the header has no hash, a later one must still be correct by itself."""
    half = lines()
    half[0] = half[0][: half[0].index(b',"hash"')] + b"}"
    assert read(half) == LOG
    half[2] = half[2].replace(b'"stones":3', b'"stones":2')
    with pytest.raises(ChainBroken):
        read(half)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ([], "1: found nothing, expected the header of a log"),
        ([b"", b" "], "1: found nothing, expected the header of a log"),
        ([b"", b'{"game":"chess"}'], "2: found the game 'chess', expected one of anachrony, daitoshi"),
        ([b'{"game":"__init__"}'], "1: found the game '__init__', expected one of anachrony, daitoshi"),
        ([b'{"game":"nim","vocabulary":2}'], "1: found version 2 of the vocabulary of nim, expected a version up to 1"),
        ([b'{"game":"nim"}', b'{"seq":1}'], "2: found no field `actor`"),
        ([b'{"game":"nim"}', b'{"seq":2,"actor":0,"event":{"kind":"take","stones":1}}'], "2: found record 2 at $.seq"),
        ([b'{"game":"nim"}', b"take 3"], "2: found invalid JSON"),
    ],
)
def test_what_is_no_log(text, says):
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert says in str(caught.value)


def test_undo_takes_back_a_record_and_all_after_it():
    log = GameLog(HEADER, [*RECORDS, Record(6, None, Undo(3)), Record(7, 1, Take(2)), Record(8, 0, Take(2))])
    assert [(r.seq, r.event) for r in resolve(log)] == [
        (1, RollDice((4, 3))),
        (2, Take(3)),
        (7, Take(2)),
        (8, Take(2)),
    ]
    assert read(write(log)) == log


def test_undo_of_what_followed_an_undo():
    log = GameLog(HEADER, [*RECORDS[:3], Record(4, None, Undo(3)), Record(5, 1, Take(2)), Record(6, None, Undo(2))])
    assert [r.seq for r in resolve(log)] == [1]


def test_correct_puts_another_event_in_its_place():
    correction = Correct(2, Raw(b'{"kind":"take","stones":2}'))
    log = GameLog(HEADER, [*RECORDS, Record(6, None, correction)])
    corrected = resolve(log)
    assert corrected[1] == Record(2, 0, Take(2), 3, (Observed(0, {"vp": 3}, line=3),))
    assert [r.seq for r in corrected] == [1, 2, 3, 4, 5]
    assert read(write(log)) == log
    with_another_actor = Record(6, 1, correction, 0, (Observed(1, {"vp": 2}),))
    assert resolve(GameLog(HEADER, [*RECORDS, with_another_actor]))[1] == Record(
        2, 1, Take(2), 3, (Observed(1, {"vp": 2}),)
    )


@pytest.mark.parametrize("event", [Undo(3), Undo(0), Undo(9), Correct(3, Raw(b"{}")), Undo(4)])
def test_only_a_record_in_force_can_be_taken_back_or_corrected(event):
    log = GameLog(HEADER, [*RECORDS[:3], Record(4, None, Undo(3)), Record(5, None, event)])
    with pytest.raises(Unreadable, match=rf"found record {event.seq} at record 5, .*expected a record in force"):
        resolve(log)


def test_a_correction_must_be_an_event_of_the_game():
    log = GameLog(HEADER, [*RECORDS, Record(6, None, Correct(2, Raw(b'{"kind":"steal"}')))])
    with pytest.raises(Unreadable, match="found 'steal' at"):
        resolve(log)


def test_a_note_is_left_out_and_nothing_else():
    noted = [*RECORDS[:2], Record(3, None, Note("a pause")), Record(4, 1, Take(1)), Record(5, 0, Undo(4))]
    assert resolve(GameLog(HEADER, noted)) == RECORDS[:2]


def test_a_log_without_either_is_itself():
    assert resolve(LOG) == RECORDS


def test_a_newer_format_is_refused():
    line = b'{"game":"nim","seats":[{"player":"Ann"}],"format":2}'
    with pytest.raises(Unreadable, match="found version 2 of the log format, expected version 1"):
        read([line])
    assert read([line.replace(b"2", b"1")]).header.format == 1
