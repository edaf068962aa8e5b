"""A game's log and its native notation: JSON lines, the header first, then one record per line.

A line can end with the member `"hash"`, its link in the hash chain. Logs written here always have it; if present, it is
verified, which locates a change by its line.
"""

import re
from binascii import hexlify
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from msgspec import Struct

from events.log import chain
from events.log.codec import Decoder, Unreadable, encode, encode_lines
from events.log.record import ABOUT_THE_LOG, Header, Note, Record, Undo
from events.log.upcast import RecordDecoder, present, record_decoder
from events.problems import CHAIN, LogProblem
from events.verdicts import TAMPERED
from events.vocabulary import event_decoder

NAME = "native"
FORMAT = 1
"""The version of the notation that is written and read (docs/log-format.md)."""
HEAD = 4096
"""The number of leading characters or bytes by which a text's notation is recognised."""
_HASH = re.compile(rb',"hash":"([0-9a-f]{64})"\}$')
_SEQ, _EVENT = attrgetter("seq"), attrgetter("event")
_OUTSIDE = frozenset(ABOUT_THE_LOG)
_TAIL = len(b',"hash":""}') + 64
_HEAD_OF, _TAIL_OF = itemgetter(slice(-_TAIL)), itemgetter(slice(-_TAIL, None))
_header_decoder: Decoder[Header] = Decoder(Header)


class ChainBroken(LogProblem):
    """A log whose hash chain is broken: the first bad record, and what is wrong with it."""

    STATUS, VERDICT = CHAIN, TAMPERED

    def __init__(self, broken: chain.Broken, line: int = 0, name: str = "") -> None:
        super().__init__(broken.what)
        self.broken, self.line, self.name = broken, line, name

    def __str__(self) -> str:
        place = f"{self.name}:{self.line}: " if self.line else f"{self.name}: " if self.name else ""
        return f"{place}hash chain broken: {self.broken.what}"


class GameLog(Struct):
    """A header and its records as appended, including undone and corrected ones.

    The records use the present vocabulary of the game, and the header names it. `spelled` are their canonical bytes, if
    known.
    """

    header: Header
    records: Sequence[Record[Any]]
    spelled: Sequence[bytes] = ()

    @property
    def is_summary(self) -> bool:
        """Whether this is only a result: no records, but a header that states the final points of all seats."""
        return not self.records and len(self.header.expected) == len(self.header.seats) > 0

    def bodies(self) -> list[bytes]:
        """The canonical bytes of the records, which are stored and hashed."""
        return list(self.spelled) or encode_lines(self.records)


def looks_native(head: str) -> bool:
    """Whether a text begins like a native log."""
    return bool(re.match(r'\ufeff?\s*\{[^\n]*?"game"\s*:', head))


def is_native(data: bytes) -> bool:
    """Whether the bytes of an uncompressed file begin like a native log."""
    return looks_native(data[:HEAD].decode(errors="replace"))


def write(log: GameLog) -> Iterator[bytes]:
    """The lines of a native log, each with its hash, without line ends."""
    return chained(encode(log.header), log.bodies())


def chained(header: bytes, bodies: Sequence[bytes]) -> Iterator[bytes]:
    """The lines of a native log from the canonical bytes of its header and records."""
    for body, digest in zip((header, *bodies), chain.hashes(header, bodies), strict=True):
        yield with_hash(body, digest)


def with_hash(body: bytes, digest: str) -> bytes:
    """The line of a header or record: its canonical bytes with its hash."""
    return body[:-1] + b',"hash":"' + digest.encode() + b'"}'


def hash_of(line: bytes) -> str:
    """The hash in a line; empty if it has none."""
    return (_split(line)[1] or b"").decode()


def hashes_of(lines: Sequence[bytes]) -> list[str]:
    """The hashes of the header and the records, computed from the lines of a log, of which none is empty.

    Hashes that the lines state do not count.
    """
    header, *bodies = (_split(line)[0] for line in lines)
    return list(chain.hashes(header, bodies))


def read(lines: Iterable[bytes]) -> GameLog:
    """Read a native log. Raises Unreadable for a line that is not a record, ChainBroken for a changed record."""
    stripped = list(map(bytes.strip, lines))
    number, first = next(((number, line) for number, line in enumerate(stripped, 1) if line), (0, b""))
    if not first:
        raise Unreadable("nothing", "the header of a log", line=1)
    body, digest = _split(first)
    header = _header_decoder(body, number)
    if header.format != FORMAT:
        raise Unreadable(f"version {header.format} of the log format", f"version {FORMAT}", line=number)
    try:
        decode = record_decoder(header.game, header.vocabulary)
    except Unreadable as problem:
        problem.line = number
        raise
    current = chain.genesis(body)
    chained = digest is not None
    _compare(current, digest, 0, number, chained)
    rest = stripped[number:]
    records = _at_once(list(filter(None, rest)), decode, current) if chained else None
    if records is None:
        records = _one_by_one(enumerate(rest, number + 1), decode, current, chained)
    return GameLog(present(header), records)


def _at_once(lines: Sequence[bytes], decode: RecordDecoder, current: bytes) -> list[Record[Any]] | None:
    """The records of lines in the form that `write` produces; None if any line differs, for `_one_by_one` to find."""
    if not lines:
        return []
    text = b"}\n".join(map(_HEAD_OF, lines)) + b"}"
    bodies = text.split(b"\n")
    hashes = hexlify(b"".join(chain.links(current, bodies)), b",", 32)
    tails = b',"hash":"%b"}' % hashes.replace(b",", b'"},"hash":"')
    if tails != b"".join(map(_TAIL_OF, lines)):
        return None
    if not text.startswith(b"{") or text.count(b"\n{") != len(bodies) - 1:
        return None  # a value that does not end with its line
    try:
        records = decode.lines(text)
    except Unreadable:
        return None
    return records if list(map(_SEQ, records)) == list(range(1, len(bodies) + 1)) else None


def _one_by_one(
    lines: Iterable[tuple[int, bytes]], decode: RecordDecoder, current: bytes, chained: bool
) -> list[Record[Any]]:
    """The records of lines with their numbers. Raises Unreadable or ChainBroken at the first bad one."""
    records: list[Record[Any]] = []
    for number, line in lines:
        if not line:
            continue
        body, digest = _split(line)
        if chained and not line.endswith(b"}"):  # writing the line was interrupted
            raise Unreadable("a line that is cut off", "a record that ends with its hash", line=number)
        record = decode(body, number)
        seq = len(records) + 1
        if record.seq != seq:
            if chained:
                raise ChainBroken(chain.Broken(seq, f"record {record.seq} stands in the place of record {seq}"), number)
            raise Unreadable(f"record {record.seq}", f"record {seq}", line=number, path="$.seq")
        current = chain.link(current, body)
        _compare(current, digest, seq, number, chained)
        records.append(record)
    return records


def resolve(log: GameLog) -> list[Record[Any]]:
    """The records in force, in order: with every `Undo` and `Correct` applied, and without these and any `Note`.

    A corrected record keeps its number and its line, and, unless the correction states others, its actor and the
    figures observed after it.

    Raises Unreadable if an `Undo` or `Correct` names a record that is not in force before it.
    """
    in_force: list[Record[Any]] = []
    if _OUTSIDE.isdisjoint(map(type, map(_EVENT, log.records))):
        return list(log.records)
    for record in log.records:
        event = record.event
        if not isinstance(event, ABOUT_THE_LOG):
            in_force.append(record)
            continue
        if isinstance(event, Note):
            continue
        place = next((i for i, earlier in enumerate(in_force) if earlier.seq == event.seq), None)
        if place is None:
            where = f"record {record.seq}, $.event.seq"
            raise Unreadable(f"record {event.seq}", "a record in force before it", line=record.line, path=where)
        if isinstance(event, Undo):
            del in_force[place:]
        else:
            old = in_force[place]
            decoded = event_decoder(log.header.game)(bytes(event.event), record.line)
            actor = old.actor if record.actor is None else record.actor
            in_force[place] = Record(old.seq, actor, decoded, old.line, record.observed or old.observed)
    return in_force


def _split(line: bytes) -> tuple[bytes, bytes | None]:
    """The body of a line, and its hash if it has one."""
    match = _HASH.search(line)
    return (line[: match.start()] + b"}", match[1]) if match else (line, None)


def _compare(current: bytes, digest: bytes | None, seq: int, line: int, chained: bool) -> None:
    """Raises ChainBroken unless a line of a chained log has the right hash."""
    if not chained and digest is None:
        return
    if digest is None or current.hex().encode() != digest:
        what = "the header" if seq == 0 else f"record {seq}"
        raise ChainBroken(chain.Broken(seq, f"{what} is not what was recorded"), line)
