"""Patterns of names: what the name of a file or source states about its game.

In `S{season}_D{division}L{league}_G{game}`, each field stands for letters and digits, and `*` for anything.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from events.facts.dates import is_date
from events.files import ENDINGS
from events.log.codec import Unreadable
from events.store.schema import PLAYED_AT

NUMBER = "game_number"
"""The tag for the field `game`, whose own name is that of a column of statistics."""
DATE = {"date": r"\d{4}-\d\d-\d\d", "year": r"\d{4}", "month": r"\d\d", "day": r"\d\d"}
"""The fields that state the date."""
RESERVED = ("player", "players", "map", "faction", "seat", "against", "ended", "source", "played_at")
"""Names that mean something else where games are filtered by tags."""
_WORD = r"[^\W_]+"
_PIECE = re.compile(r"\{([^{}]*)\}|(\*)|([^{}*]+|[{}])")


class Pattern(Struct, frozen=True):
    """A pattern: its text, its fields, and two expressions, of which one takes the first fields as short as possible
    and the other as long: they agree if and only if a name fits in one way.
    """

    text: str
    fields: tuple[str, ...]
    short: re.Pattern[str]
    long: re.Pattern[str]

    @classmethod
    def of(cls, text: str) -> "Pattern":
        """A pattern from its text. Raises Unreadable."""
        fields: list[str] = []
        parts: list[tuple[str, str]] = []
        for field, star, rest in _PIECE.findall(text):
            if star:
                parts.append(("(.*", ")"))
            elif field:
                _check_field(field, fields)
                fields.append(field)
                parts.append((f"(?P<{field}>{DATE.get(field, _WORD)}", ")"))
            elif rest in ("{", "}", ""):
                raise Unreadable(f"the pattern {text!r}", "each { closed by a }, with the name of a field between them")
            else:
                parts.append((re.escape(rest), ""))
        if not fields:
            raise Unreadable(f"the pattern {text!r}", "a field in it, such as {season}")
        parted = {"year", "month", "day"} & {*fields}
        if parted and (len(parted) < len(DATE) - 1 or "date" in fields):
            raise Unreadable(f"the pattern {text!r}", "either {date}, or {year}, {month} and {day}")
        short = "".join(f"{head}?{tail}" if tail and head[-1] in "+*" else head + tail for head, tail in parts)
        return cls(text, tuple(fields), re.compile(short), re.compile("".join(map("".join, parts))))

    def read(self, name: str) -> dict[str, str] | None:
        """What a name states, by tag or PLAYED_AT; None if it does not fit. Raises Unreadable if it fits in two ways,
        or with a day that there is not.
        """
        short, long = self.short.fullmatch(name), self.long.fullmatch(name)
        if short is None or long is None:
            return None
        if short.groups() != long.groups():
            ways = " or ".join(in_words(each.groupdict()) for each in (short, long))
            raise Unreadable(f"{name!r}, which fits {self.text} in two ways ({ways})", "names that fit in one")
        found = short.groupdict()
        date = found.get("date") or "-".join(found[part] for part in ("year", "month", "day") if part in found)
        if date and not is_date(date):
            raise Unreadable(f"the date {date} in {name!r}", "a day that there is")
        tags = {NUMBER if field == "game" else field: found[field] for field in self.fields if field not in DATE}
        return tags | ({PLAYED_AT: date} if date else {})


def _check_field(field: str, before: Sequence[str]) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", field):
        raise Unreadable(f"the field {{{field}}}", "a name of lower-case letters, digits and _")
    if field in RESERVED:
        raise Unreadable(f"the field {{{field}}}", "another name, as this one is taken")
    if field in before:
        raise Unreadable(f"the field {{{field}}} twice", "each field once")


def in_words(tags: Mapping[str, str]) -> str:
    """`season = 1, division = A`."""
    return ", ".join(f"{name} = {value}" for name, value in tags.items())


def bare(name: str) -> str:
    """The name of a game: that in a file of several games, else the name of the file without folders and endings."""
    file, _, game = name.rpartition("#")
    if file:
        return game
    last = re.split(r"[/\\]", name)[-1]
    while (dot := last.rfind(".")) > 0 and last[dot:].casefold() in ENDINGS:
        last = last[:dot]
    return last
