"""Logs in an older vocabulary: they are read as if written today, and written again as such."""

import sys
from types import ModuleType

import pytest

from events.log import upcast
from events.log.codec import Unreadable
from events.log.native import read, resolve, write
from events.log.record import Event, Undo

OLD = [
    b'{"game":"marbles"}',
    b'{"seq":1,"actor":0,"event":{"kind":"grab","count":3}}',
    b'{"seq":2,"actor":1,"event":{"kind":"grab","count":1}}',
    b'{"seq":3,"actor":null,"event":{"kind":"correct","seq":2,"event":{"kind":"grab","count":2}}}',
    b'{"seq":4,"actor":0,"event":{"kind":"grab","count":4}}',
    b'{"seq":5,"actor":null,"event":{"kind":"undo","seq":4}}',
    b'{"seq":6,"actor":null,"event":{"kind":"note","text":"a marble was lost"}}',
]


class Roll(Event, frozen=True, tag="roll"):
    marbles: int
    hand: str


class Stop(Event, frozen=True, tag="stop"):
    pass


def second(event):
    """From version 1 to 2: a grab is a roll."""
    return {"kind": "roll", "marbles": event["count"]} if event["kind"] == "grab" else event


def third(event):
    """From version 2 to 3: the hand is named; it was always the right one. Only the game's own events reach it."""
    assert event["kind"] in ("roll", "stop")
    return {**event, "hand": "right"} if event["kind"] == "roll" else event


@pytest.fixture(autouse=True)
def marbles(monkeypatch, tmp_path):
    """A vocabulary in its third version."""
    import events.vocabulary

    (tmp_path / "marbles.py").touch()
    monkeypatch.setattr(events.vocabulary, "__path__", [str(tmp_path)])
    module = ModuleType("events.vocabulary.marbles")
    module.type_of_event, module.VERSION, module.UPCASTS = Roll | Stop, 3, {1: second, 2: third}
    monkeypatch.setitem(sys.modules, "events.vocabulary.marbles", module)
    yield
    upcast.record_decoder.cache_clear()
    events.vocabulary.event_decoder.cache_clear()


def test_old_records_are_read_in_the_present_vocabulary():
    log = read(OLD)
    assert [record.event for record in log.records[:2]] == [Roll(3, "right"), Roll(1, "right")]
    assert log.records[4].event == Undo(4)
    assert [(r.seq, r.event) for r in resolve(log)] == [(1, Roll(3, "right")), (2, Roll(2, "right"))]


def test_what_is_written_of_it_is_of_the_present_version():
    log = read(OLD)
    assert log.header.vocabulary == 3
    assert read(write(log)) == log


def test_a_version_between():
    between = [b'{"game":"marbles","vocabulary":2}', b'{"seq":1,"actor":0,"event":{"kind":"roll","marbles":3}}']
    assert read(between).records[0].event == Roll(3, "right")


def test_the_present_version_is_not_upcast():
    now = [
        b'{"game":"marbles","vocabulary":3}',
        b'{"seq":1,"actor":0,"event":{"kind":"roll","marbles":3,"hand":"left"}}',
    ]
    assert read(now).records[0].event == Roll(3, "left")
    grab = [now[0], OLD[1]]
    with pytest.raises(Unreadable, match="2: found 'grab' at"):
        read(grab)


@pytest.mark.parametrize("record", [b'{"seq":1,"actor":0}', b'{"seq":1,"actor":0,"event":{"kind":"grab"}}'])
def test_an_old_record_without_its_event_is_found_at_its_line(record):
    with pytest.raises(Unreadable, match="2: found no event, expected a record of an earlier version"):
        read([OLD[0], record])


@pytest.mark.parametrize("version", [0, -1, 4])
def test_other_versions_are_refused(version):
    with pytest.raises(Unreadable, match=f"1: found version {version} of the vocabulary of marbles"):
        read([b'{"game":"marbles","vocabulary":%d}' % version])


@pytest.mark.parametrize(
    "event", [b'{"kind":"grab"}', b"[]", b"{}", b'"grab"', b'{"kind":"grab","count":"x"}', b"null"]
)
def test_an_old_record_that_is_none(event):
    with pytest.raises(Unreadable, match=r"^2: found "):
        read([b'{"game":"marbles"}', b'{"seq":1,"actor":0,"event":' + event + b"}"])
    with pytest.raises(Unreadable, match=r"^2: found "):
        read([b'{"game":"marbles"}', b'{"seq":1,"actor":0}'])


def test_an_old_log_that_was_changed_is_found():
    """The chain is verified over the bytes as they were written."""
    from events.log.chain import hashes

    chained = [
        body[:-1] + b',"hash":"' + digest.encode() + b'"}'
        for body, digest in zip(OLD, hashes(OLD[0], OLD[1:]), strict=True)
    ]
    assert read(chained) == read(OLD)
    chained[2] = chained[2].replace(b'"count":1', b'"count":2')
    with pytest.raises(Exception, match="record 2 is not what was recorded"):
        read(chained)
