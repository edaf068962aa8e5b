"""Inputs of the largest allowed size, made to take the most time or memory; and some that are larger."""

import gzip
from collections.abc import Callable

from events.files import MAX_BYTES, MAX_GAME, MAX_LINE, toml
from events.notations import snellman_json
from projections.game import catalogues
from tests.hostile.mutations import zstd

HEADER = b'{"game":"gaia","seats":[{"player":"a"},{"player":"b"}]}\n'


def filled(head: bytes, part: bytes, tail: bytes, most: int) -> bytes:
    """A text of at most `most` bytes: a head, a part as often as there is room, a tail."""
    return head + part * ((most - len(head) - len(tail)) // len(part)) + tail


def records(event: str) -> bytes:
    """A native log full of one event."""
    lines, size = [HEADER], len(HEADER)
    while size < MAX_GAME - 200:
        lines.append(b'{"seq":%d,"actor":null,"event":%s}\n' % (len(lines), event.encode()))
        size += len(lines[-1])
    return b"".join(lines)


ROW = b"dragonlords\t\t20 VP\t\t15 C\t\t3 W\t\t0 P\t\t5/7/0 PW\t\t0/0/0/2\t\tdig 1. build E6\n"
PACKETS = b'{"status":1,"data":{"valid":1,"data":{"logs":['
PACKET = b'{"packet_id":"1","data":[{"type":"x","args":{}}]},'
LARGE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "gzip bomb": ("log", lambda: gzip.compress(bytes(8 * MAX_BYTES), 1)),
    "zstd bomb": ("log", lambda: zstd.compress(bytes(8 * MAX_BYTES))),
    "gzip bomb of lines": ("log", lambda: gzip.compress(b"a b\n" * 8 * 2**20, 1)),
    "blank lines": ("log", lambda: b"\n" * MAX_BYTES),
    "wide characters": ("log", lambda: filled("a 𝄞\n".encode(), b"a b c\n", b"", MAX_BYTES)),
    "more than a game": ("log", lambda: filled(HEADER, b"{}\n", b"", MAX_BYTES)),
    "seats": ("log", lambda: filled(b'{"game":"gaia","seats":[', b"{},", b"{}]}", MAX_GAME)),
    "options": ("log", lambda: filled(b'{"game":"gaia","options":{"a":[', b"[],", b'1]},"seats":[{},{}]}', MAX_GAME)),
    "notes": ("log", lambda: records('{"kind":"note","text":"x"}')),
    "records taken back": ("log", lambda: records('{"kind":"undo","seq":1}')),
    "rows of nothing": (
        "log",
        lambda: filled(b'{"error":[],"ledger":[', b"{},", b"{}]}", snellman_json.MAX_BYTES),
    ),
    "rows": ("log", lambda: filled(b"default game options\t\nplayer 1: ann\t\n", ROW, b"", MAX_GAME)),
    "commands": ("log", lambda: filled(b"option strict-leech\nplayer ann\n", b"ice: build E6\n", b"", MAX_GAME)),
    "one line of commands": ("log", lambda: filled(b"player ann\nice: ", b"dig 1. ", b"dig 1\n", MAX_LINE)),
    "a month": (
        "log",
        lambda: filled(
            b'[{"base_map":"","factions":[', b'{"faction":"a"},', b'{}],"game":"g","events":{}}]', MAX_BYTES
        ),
    ),
    "packets of nothing": ("log", lambda: filled(PACKETS, b"[],", b"[]]}}}", MAX_GAME)),
    "packets": ("log", lambda: filled(PACKETS, PACKET, b"{}]}}}", MAX_GAME)),
    "facts": ("facts.csv", lambda: filled(b"source,season\n", b"a,1\n", b"", MAX_BYTES)),
    "one fact": ("facts.csv", lambda: filled(b'source,season\na,"', b"x", b'"\n', MAX_LINE)),
    "facts in TOML": ("facts.toml", lambda: filled(b"", b"[[games]]\nsource='a'\n", b"", toml.MAX_BYTES)),
    "lists in TOML": ("facts.toml", lambda: filled(b"games = [\n", b"[],[],[],[]\n,", b"]\n", toml.MAX_BYTES)),
    "a deep key": ("facts.toml", lambda: filled(b"a", b".a", b" = 1\n", MAX_LINE)),
    "keys of many parts": ("facts.toml", lambda: filled(b"", b"x = {a" + b".a" * 39 + b"=1}\n", b"", toml.MAX_BYTES)),
    "aliases": ("facts.toml", lambda: filled(b"[[players]]\nname='a'\naliases=[", b"'b',", b"]\n", MAX_LINE)),
    "a catalogue": ("catalogue-daitoshi", lambda: filled(b"", b"[[city]]\nid='a'\n", b"", catalogues.MAX_BYTES)),
}
"""Name -> kind of file (one of those in `judge`), and the bytes."""
