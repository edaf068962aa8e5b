"""Bodies of records, cut into the parts that are stored, and put together again: byte for byte the same."""

from pathlib import Path

import msgspec
import pytest

from events.log.codec import encode
from events.log.record import Correct, Note, Observed, Record, Undo
from events.store.bodies import bodies, parts
from events.store.event_store import EventStore
from events.store.schema import RecordColumns
from tests.support.older_stores import older

TEXT = 'She said: "no",\n\\"observed\\":[{"seat":1}] – 決, \x1f \U0001f600 ,"line":3}'
FIGURES = {"vp": 3, "a,b": -2, 'quoted"': 10**30}
RECORDS: list[Record[object]] = [
    Record(1, None, Note(TEXT)),
    Record(2, 0, Undo(1), 7),
    Record(3, 1, Correct(2, msgspec.Raw(b'{"kind":"take","line":4,"observed":[{"figures":{}}]}')), 8),
    Record(4, 2, Undo(1), 9, (Observed(2, FIGURES), Observed(1, {}, TEXT, 10))),
    Record(5, None, Note(TEXT), 0, (Observed(0, {"vp": 1}, "income", 2),)),
    Record(6, None, Note(""), -1),
]
TOO_LARGE = Record(7, 2**40, Undo(1), 5)
BODIES = [encode(record) for record in RECORDS]


def columns(whole: list[bytes], spelled: bytes = b"") -> RecordColumns:
    events, observed = parts(whole)
    number, numbers = len(whole), [msgspec.json.decode(body) for body in whole]
    seqs, actors = [each["seq"] for each in numbers], [each["actor"] for each in numbers]
    turns: list[int | None] = [None] * number
    phases: list[str | None] = [None] * number
    return RecordColumns(
        "g",
        seqs,
        ["kind"] * number,
        [actor if actor is None or actor < 2**31 else 2**31 - 1 for actor in actors],
        turns,
        turns,
        phases,
        events,
        observed,
        [body.decode() if body == spelled else None for body in whole],
        [each.get("line", 0) for each in numbers],
        [0] * number,
    )


def test_a_body_is_cut_into_its_event_and_what_was_observed() -> None:
    events, observed = parts(BODIES)
    assert events == [encode(record.event).decode() for record in RECORDS]
    assert observed == [encode(record.observed).decode() if record.observed else None for record in RECORDS]
    assert parts(BODIES[:3]) == (events[:3], [])
    assert parts([]) == ([], [])


def test_put_together_it_is_the_same() -> None:
    large = encode(TOO_LARGE)
    assert bodies(columns([*BODIES, large], large)) == [*BODIES, large]
    none = columns(BODIES[:3])
    none.spelled = []
    assert bodies(none) == BODIES[:3]


@pytest.mark.parametrize("version", [3, 9])
def test_bodies_of_older_stores_stay_the_same(tmp_path: Path, version: int) -> None:
    """Up to version 9, a record was stored with its body; what is cut from it is what is cut from new ones."""
    whole = [*BODIES, encode(TOO_LARGE), b'{"seq":8,"actor":null,"event":1, "line":2}']
    held = columns(whole, whole[6])
    hashes = ["00000000" for _ in whole]
    with older(str(tmp_path / "s.duckdb"), version) as connection:
        for row in zip(held.seq, held.actor, map(bytes.decode, whole), held.source_line, hashes, strict=True):
            mark = "hash" if version == 3 else "mark"
            connection.execute(
                f"INSERT INTO records (game_id, kind, seq, actor, body, source_line, {mark}) "
                "VALUES ('g', 'kind', ?, ?, ?, ?, ?)",
                row,
            )
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        names = ["body", "event", "observed", "spelled"]
        found = store.connection.execute(f"SELECT {', '.join(names)} FROM records ORDER BY seq").fetchall()
    assert [row[0].encode() for row in found] == whole
    assert [row[1:] for row in found[:7]] == list(zip(held.event, held.observed, held.spelled, strict=True))[:7]
    assert found[7][3] == found[7][0]
