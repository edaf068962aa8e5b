"""Canonical JSON: one spelling for every value, and precise problems for anything malformed.

Canonical means: Struct fields in order, defaults left out, dictionary keys sorted, no blanks, UTF-8. These bytes are
stored and hashed; they are never encoded a second time. Numeric keys are sorted as text.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from events.log import nesting
from events.problems import USAGE, LogProblem, shortened

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")
_BYTE = re.compile(r"\(byte (?P<byte>\d+)\)$")
_AT = re.compile(r"^(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<path>[^`]*)`)?$", re.S)
_EXPECTED = re.compile(r"^Expected (?P<expected>.+?)(?:, got (?P<got>.+))?$", re.S)
_UNKNOWN_FIELD = re.compile(r"^Object contains unknown field (?P<field>.*)$", re.S)
_MISSING_FIELD = re.compile(r"^Object missing required field (?P<field>.*)$", re.S)
_BAD_VALUE = re.compile(r"^Invalid (?:enum )?value (?P<value>.+)$", re.S)


class Unreadable(LogProblem):
    """Something that cannot be read, such as a log: where, what was found, what was expected.

    `name` is the file, `line` counts from 1 (0: the file as a whole), `path` is a place inside a JSON value.
    """

    def __init__(self, found: str, expected: str, *, line: int = 0, path: str = "", name: str = "") -> None:
        super().__init__(found, expected)
        self.found, self.expected, self.line, self.path, self.name = found, expected, line, path, name

    @property
    def status(self) -> int:
        """The exit status; a fault outside any file is a usage error, as it came from the command line."""
        return self.STATUS if self.name else USAGE

    def __str__(self) -> str:
        place = ":".join(part for part in (self.name, str(self.line) if self.line else "") if part)
        inside = f" at {shortened(self.path)}" if self.path else ""
        found, expected = shortened(self.found), shortened(self.expected, 1000)
        return f"{place + ': ' if place else ''}found {found}{inside}, expected {expected}"


def encode(value: object) -> bytes:
    """The canonical JSON of a value."""
    try:
        return _encoder.encode(value)
    except TypeError:  # the encoder sorts only text keys
        return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True, order="deterministic"))


def encode_lines(values: Sequence[object]) -> list[bytes]:
    """The canonical JSON of each of many values, faster than one by one."""
    try:
        return _encoder.encode_lines(values).split(b"\n")[:-1]  # JSON has no line breaks inside
    except TypeError:
        return [encode(value) for value in values]


def _line_in(data: bytes, error: msgspec.DecodeError) -> int:
    """The line of a text at which it stops being JSON; 0 for an invalid value, which has a path instead."""
    if isinstance(error, msgspec.ValidationError):
        return 0
    at = _BYTE.search(str(error))
    return data.count(b"\n", 0, int(at["byte"]) if at else len(data)) + 1


def problem(error: msgspec.DecodeError, line: int = 0, kind: Any = None) -> Unreadable:
    """A decoding error from msgspec as found and expected, parsed from its message.

    With the type that was decoded, a value that is not allowed is reported with those that are.
    """
    match = _AT.match(str(error))
    what, path = (match["what"].replace("`", ""), match["path"] or "") if match else (str(error), "")
    if match and match["key"]:
        path = f"a key of {path}"
    if what == nesting.TOO_DEEP:
        return Unreadable(f"JSON {what}", "one JSON value", line=line)
    if expected := _EXPECTED.match(what):
        return Unreadable(expected["got"] or "something else", expected["expected"], line=line, path=path)
    if unknown := _UNKNOWN_FIELD.match(what):
        return Unreadable(f"the field `{unknown['field']}`", "only known fields", line=line, path=path)
    if missing := _MISSING_FIELD.match(what):
        return Unreadable(f"no field `{missing['field']}`", f"the field `{missing['field']}`", line=line, path=path)
    if value := _BAD_VALUE.match(what):
        return Unreadable(value["value"], _known_value(kind, path, value["value"]), line=line, path=path)
    if isinstance(error, msgspec.ValidationError):
        return Unreadable(what, "a valid value", line=line, path=path)
    return Unreadable(f"invalid JSON ({what})", "one JSON value", line=line, path=path)


def _known_value(kind: Any, path: str, found: str) -> str:
    if kind is None:
        return "a known value"
    from events.log.allowed_values import expected  # rarely needed

    return expected(kind, path, found)


class Decoder(Generic[T]):
    """Decodes one type from JSON; raises Unreadable with the exact place."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        decoder = msgspec.json.Decoder(kind)
        self._decode, self._decode_lines = decoder.decode, decoder.decode_lines

    def __call__(self, data: bytes, line: int = 0) -> T:
        """Decode `data`, which is at `line` of its file."""
        value: T = self._decoded(self._decode, data, line)
        return value

    def lines(self, data: bytes) -> list[T]:
        """Decode many values, one per line; problems do not include the line."""
        values: list[T] = self._decoded(self._decode_lines, data, 0)
        return values

    def _decoded(self, decode: Callable[[bytes], Any], data: bytes, line: int) -> Any:
        try:
            if nesting.IN_BROWSER:
                nesting.check_depth(data)
            return decode(data)
        except msgspec.DecodeError as error:
            raise problem(error, line or _line_in(data, error), self._kind) from None
        except UnicodeDecodeError:
            raise Unreadable("a byte that is not UTF-8", "text in UTF-8", line=line) from None
        except RecursionError:
            raise problem(msgspec.DecodeError(nesting.TOO_DEEP), line) from None
