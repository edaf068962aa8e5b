"""Corrupted inputs: by bytes, by structure (JSON), by records (lines); drawn with a seed, so always the same."""

import gzip
import json
import re
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DEEP = 3000
RAW: tuple[str, ...] = (
    "1e999",
    "-1e-999",
    "9" * 999,
    "-" + "9" * 5000,
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP + "1" + "}" * DEEP,
    "[" * DEEP,
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    "NaN",
    "01",
    "18446744073709551616",
    "-9223372036854775809",
)
"""Values that Python's own JSON encoder would not write."""
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 99, 2**31, 2**63, -(2**63), 2**64, 10**40, 0.5, 1e308,
    "", " ", "0", "-1", "none", "\x00", "\x1b[2J", "\u202e", "²", "٣", "\ufeff", "x" * 20_000,
    [], {}, [[]], [None], {"": None}, ["a", "a"], [0, 0],
)  # fmt: skip
BITS: tuple[bytes, ...] = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\x1a", b"\x85",
    b"\r", b"\n", b"\r\n", b"\t", b" ", b"{", b"}", b'"', b"\\", b",", b"-", b"0", b"1e9", b"9" * 1001,
    b"\xc2\xb2", b"\xd9\xa3", b"\xef\xbc\x91",
    b"../../etc/passwd", b"%s%n", b"x" * 5000, b"[" * 2000, b"(" * 2000, b"a." * 2000, b"1 " * 2000,
)  # fmt: skip
NUMBERS: tuple[bytes, ...] = (
    b"", b"-1", b"0", b"00", b"1", b"2", b"3", b"9", b"99", b"2147483648", b"9" * 40, b"1.5", b"1e9",
    b"\xc2\xb2", b"\xd9\xa3",
)  # fmt: skip
_SEQ = re.compile(rb'^\{"seq":\d+,')
_RAW_MARK, _TWICE_MARK = "\ue000", "\ue001"

Spoil = Callable[[bytes, Sequence[bytes], Random], bytes]
"""A function from an input, other inputs to take from, and the random generator to a corrupted input."""


def spoiled(base: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """An input with one to three faults; one in twenty is compressed, perhaps incorrectly."""
    data = base
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice(BY_BYTES if rng.random() < 0.3 else BY_RECORDS if rng.random() < 0.4 else BY_STRUCTURE)(
            data, others, rng
        )
    return _packed(data, rng) if rng.random() < 0.05 else data


def _packed(data: bytes, rng: Random) -> bytes:
    packed = bytearray(rng.choice((gzip.compress, zstd.compress))(data))
    if rng.random() < 0.5:
        packed[rng.randrange(len(packed))] ^= 1 << rng.randrange(8)
    return bytes(packed[: rng.randrange(len(packed))] if rng.random() < 0.3 else packed)


# --- by bytes ---------------------------------------------------------------------------------------------------------


def _flip(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    changed = bytearray(data or b" ")
    for _ in range(rng.choice((1, 1, 4))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _insert(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(BITS) + data[at:]


def _cut(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    start, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:start] if rng.random() < 0.5 else data[:start] + data[min(end, start + 40) :]


def _repeat(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    part = data[start : start + rng.randrange(1, 60)]
    return data[:start] + part * rng.choice((2, 3, 50)) + data[start:]


def _number(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Replace a number by another."""
    places = [at for at, byte in enumerate(data[:20_000]) if 48 <= byte <= 57]
    if not places:
        return data
    at = rng.choice(places)
    return data[:at] + rng.choice(NUMBERS) + data[at + 1 :]


def _word(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Replace a word by another one of the text."""
    words = data[:20_000].split(b" ")
    if len(words) < 2:
        words = data[:20_000].split(b'"')
    one, other = rng.choice(words), rng.choice(words)
    return data.replace(one, other, 1) if one else data


def _encoding(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    text = data.decode(errors="replace")
    cases = (text.upper().encode(), text.lower().encode())
    return rng.choice((text.encode("utf-16"), b"\xef\xbb\xbf" + data, data + b"\x00" * 99, *cases))


# --- by records -------------------------------------------------------------------------------------------------------


def _lines(change: Callable[[list[bytes], Sequence[bytes], Random], object]) -> Spoil:
    def spoil(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, others, rng)
        return b"\n".join(_renumbered(lines) if rng.random() < 0.7 else lines)

    return spoil


def _renumbered(lines: list[bytes]) -> list[bytes]:
    """Native records renumbered in order, so that the rules are tested and not only the numbers."""
    return [_SEQ.sub(b'{"seq":%d,' % number, line) for number, line in enumerate(lines)]


def _swap(lines: list[bytes], others: Sequence[bytes], rng: Random) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _leave_out(lines: list[bytes], others: Sequence[bytes], rng: Random) -> None:
    start = rng.randrange(len(lines))
    del lines[start : start + rng.choice((1, 1, 2, 10))]


def _double(lines: list[bytes], others: Sequence[bytes], rng: Random) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def _mix(lines: list[bytes], others: Sequence[bytes], rng: Random) -> None:
    """Mix in lines of another input, of another notation or game."""
    foreign = rng.choice(others).split(b"\n")
    start = rng.randrange(len(foreign))
    at = rng.choice((0, 1, rng.randrange(len(lines) + 1)))
    lines[at:at] = foreign[start : start + rng.choice((1, 5, 1000))]


def _end(lines: list[bytes], others: Sequence[bytes], rng: Random) -> None:
    del lines[rng.randrange(len(lines) + 1) :]


# --- by structure -----------------------------------------------------------------------------------------------------


def _structure(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """Change a value, a key or the order somewhere in the JSON of the whole text, or of one of its lines."""
    head, line, tail = b"", data, b""
    if b"\n" in data.strip():
        lines = data.split(b"\n")
        at = rng.choice((0, rng.randrange(len(lines))))
        head, line, tail = b"".join(each + b"\n" for each in lines[:at]), lines[at], b"\n" + b"\n".join(lines[at + 1 :])
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return _number(data, others, rng)
    place = _somewhere(value, rng)
    if place is None:
        return data
    _spoil_at(*place, rng)
    return head + _written(value) + tail


def _somewhere(value: Any, rng: Random) -> tuple[Any, Any] | None:
    """An object or list inside a value, and one of its keys or places; deeper ones more often."""
    holder = value if isinstance(value, dict | list) and value else None
    while holder is not None:
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        below = holder[key]
        if not (isinstance(below, dict | list) and below) or rng.random() < 0.15:
            return holder, key
        holder = below
    return None


def _spoil_at(holder: Any, key: Any, rng: Random) -> None:
    match rng.randrange(8):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[str(key) + _TWICE_MARK] = rng.choice((holder[key], *VALUES))  # written with the same key, twice
        case 2 if isinstance(holder, dict):
            holder[rng.choice(("", "kind", "x" * 300, str(key).upper(), "\x00"))] = holder.pop(key)
        case 3 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 4:
            other = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            holder[key], holder[other] = holder[other], holder[key]
        case 5:
            holder[key] = f"{_RAW_MARK}{rng.randrange(len(RAW))}{_RAW_MARK}"
        case 6 if isinstance(holder[key], int | str):
            holder[key] = _near(holder[key], rng)
        case _:
            holder[key] = rng.choice(VALUES)


def _near(value: int | str, rng: Random) -> Any:
    if isinstance(value, str):
        return rng.choice((value[:-1], value + value, value.upper(), f" {value}", [value], {value: value}, 0))
    if abs(value) >= 2**64:  # a number of hundreds of digits need not fit a float, one of thousands no text
        return rng.choice((-value, [value], 0.5, 1))
    return rng.choice((value + 1, value - 1, -value, str(value), float(value), [value], value * 10**12))


def _written(value: Any) -> bytes:
    text = json.dumps(value).replace(json.dumps(_TWICE_MARK)[1:-1], "")
    mark = json.dumps(_RAW_MARK)[1:-1]
    for number, raw in enumerate(RAW):
        text = text.replace(f'"{mark}{number}{mark}"', raw)
    return text.encode()


BY_BYTES: tuple[Spoil, ...] = (_flip, _insert, _cut, _repeat, _number, _word, _encoding)
BY_RECORDS: tuple[Spoil, ...] = tuple(map(_lines, (_swap, _leave_out, _double, _mix, _end)))
BY_STRUCTURE: tuple[Spoil, ...] = (_structure,)
