"""Tiles defined in one line, as they turn up in an open game (DA-8.2): `left gain food 1, fame; centre opaque; vp 1`.

The parts of a line are fields, each beginning with its name. An effect is its tag, with its values in the order of
DA-7.60 to DA-7.85; an effect without such an order, such as a choice, is written as in a log:
`left [{"e":"choice","options":[...]}]`.
"""

from typing import Any

import msgspec
from msgspec.structs import fields

from engine.asking import Defined
from engine.chance import Outcome
from engine.games.daitoshi.queries import machine_of
from engine.games.daitoshi.state import State
from engine.games.daitoshi.tables import ROWS, read_row
from engine.games.daitoshi.tiles import TABLE_OF
from events.log.codec import Unreadable
from events.log.nesting import decoded
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import effects

KIND_OF: dict[type, str] = {
    events.CitiesDrawn: "city",
    events.MachineDrawn: "machine",
    events.UniversityStacked: "university",
    events.UpgradesPlaced: "machine_upgrade",
    events.BasicsDealt: "basic",
    events.BasicsDrawn: "basic",
}
"""The kind of the tiles in a chance event; other events state it in a field."""
GIVEN = ("id", "quality", "ring", "machine", "card", "workshop_spaces")
INNER_ONLY = ("action", "worker", "exploit")
EFFECTS: dict[str, type] = {
    str(kind.__struct_config__.tag): kind
    for kind in vars(effects).values()
    if isinstance(kind, type) and issubclass(kind, effects.Effect) and kind is not effects.Effect
}


def kind_in(outcome: Outcome, field: str) -> str:
    """The kind of the tiles named in a field of a chance event; empty if they are not tiles."""
    if outcome.event is events.MarketDrawn:
        return field
    if outcome.event in (events.MarketRefilled, events.DistrictTileDrawn):
        return str(outcome.fields.get("quality") or outcome.fields.get("ring"))
    return KIND_OF.get(outcome.event, "")


def hint(state: State, outcome: Outcome, field: str) -> str:
    """How to define a tile that is not yet defined; empty if all are defined."""
    kind = kind_in(outcome, field)
    if state.catalogue.mode != "open" or not kind:
        return ""
    return "; ".join(f"{name} ..." for name in _required(kind))


def defined(state: State, outcome: Outcome, field: str, name: str, text: str) -> Defined:
    """The definition of a tile from one line. Raises Unreadable if the line is not a definition."""
    kind = kind_in(outcome, field)
    table = TABLE_OF[kind]
    row: dict[str, Any] = {"quality": kind} if table == "invention" else {"ring": kind} if kind in _RINGS else {}
    if kind == "university":
        row["machine"] = machine_of(state).id
    for part in _split(text, ";"):
        given, _, value = part.strip().partition(" ")
        if given not in _required(kind):
            raise Unreadable(f"{part.strip()!r}", f"a field and its value: {', '.join(_required(kind))}")
        row[given] = _value(value.strip())
    _, fault = read_row(table, row | {"id": name}, name)
    if fault is not None:
        raise Unreadable(f"{fault.field or 'a field'}: {fault.found}", fault.expected)
    return Defined(row=row)


_RINGS = ("inner", "middle", "outer")


def _required(kind: str) -> list[str]:
    """The fields of a tile that must be given."""
    left_out = {*GIVEN, *(INNER_ONLY if kind in _RINGS[1:] else ()), *(("start",) if kind != "basic" else ())}
    return [field.name for field in fields(ROWS[TABLE_OF[kind]]) if field.name not in left_out]


def _value(text: str) -> Any:
    """A value: JSON, effects, or a number or word."""
    try:
        return decoded(text)
    except msgspec.DecodeError:
        parts = [part.strip() for part in _split(text, ",")]
    if all(part.split()[0] in EFFECTS for part in parts if part):
        return [_effect(part.split()) for part in parts if part]
    return text


def _effect(words: list[str]) -> dict[str, Any]:
    """An effect from its tag and its values in order."""
    names = [field.name for field in fields(EFFECTS[words[0]])]
    if len(words) - 1 > len(names):
        raise Unreadable(f"{' '.join(words)!r}", f"{words[0]} {' '.join(names)}".strip())
    values = [int(word) if word.lstrip("-").isdecimal() else word for word in words[1:]]
    return {"e": words[0]} | dict(zip(names, values, strict=False))


def _split(text: str, mark: str) -> list[str]:
    """The parts of a text, split at marks outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if letter == mark and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]
