"""The schemas that `anyturn schema` prints, one for each thing that a file or a line can be."""

from collections.abc import Callable
from typing import Any

from engine.clause import clauses
from engine.options import options_of_game
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.native import FORMAT
from events.log.record import Header, Record
from events.log.upcast import current_version, record_type
from events.plugins import part
from events.problems import one_of
from projections.pages.remarks import RemarkFile
from projections.schemas.definitions import Definitions, Schema, defined, needed, reference
from projections.schemas.fact_document import FactDocument
from projections.schemas.kit_answer import Answer
from projections.schemas.printed_verdict import PrintedVerdict

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HASH: Schema = {
    "description": "The link of the line in the hash chain; a log whose header has one has one in every line.",
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
}
SEAT: Schema = {"pattern": r"^(0|[1-9][0-9]*)$"}
ANY_EVENT: Schema = {
    "description": "An event of the game: its kind, and the fields of that kind (`anyturn schema GAME`).",
    "type": "object",
    "properties": {"kind": {"type": "string"}},
    "required": ["kind"],
}


def document(game: str | None = None, what: str = "line") -> Schema:
    """The JSON Schema of a line of a native log, or of something else that a game has or that all games share.

    Raises Unreadable for an unknown game or thing, and for a catalogue of a game that has none.
    """
    if what not in PARTS:
        raise Unreadable(f"--of {what}", one_of(PARTS, what))
    if game is not None and what in OF_NO_GAME:
        raise Unreadable(f"{game} with --of {what}", "no game: it is the same for all")
    name = ruleset(game).id if game is not None else ""
    root, definitions = PARTS[what](name)
    return {
        "$schema": DIALECT,
        "$id": ":".join(["urn:anyturn", what, str(FORMAT), *([name] if name else [])]),
        **root,
        "$defs": needed(root, definitions),
    }


Part = tuple[Schema, Definitions]


def _line(game: str) -> Part:
    """The header or a record: only records have a number."""
    choice = {"if": {"required": ["seq"]}, "then": reference("Record"), "else": reference("Header")}
    return {"type": "object", **choice}, _of_logs(game)


def _header(game: str) -> Part:
    return reference("Header"), _of_logs(game)


def _record(game: str) -> Part:
    return reference("Record"), _of_logs(game)


def _event(game: str) -> Part:
    return reference("Event"), _of_logs(game)


def _verdict(game: str) -> Part:
    (root,), definitions = defined([PrintedVerdict])
    return root, definitions


def _facts(game: str) -> Part:
    (root,), definitions = defined([FactDocument])
    definitions["FactsOfAGame"]["anyOf"] = [{"required": ["game"]}, {"required": ["source"]}]
    definitions["FactsOfAPlayer"]["anyOf"] = [{"required": ["aliases"]}, {"required": ["keys"]}]
    return root, definitions


def _remarks(game: str) -> Part:
    (root,), definitions = defined([RemarkFile])
    return root, definitions


def _answer(game: str) -> Part:
    (root,), definitions = defined([Answer])
    return root, definitions


def _catalogue(game: str) -> Part:
    found = _catalogue_of(game)
    if found is None:
        raise Unreadable("--of catalogue", "a game whose logs carry component values (see `anyturn catalogue --help`)")
    return found


def _catalogue_of(game: str) -> Part | None:
    """The catalogue that a header of a game may state; None if the game has none."""
    module = part(f"engine.games.{game}", "catalogue_form") if game else None
    if module is None:
        return None
    (root,), definitions = defined([module.FORM], _prefix(game))
    for name, pattern in module.REMARKS.items():
        definitions[name]["patternProperties"] = {pattern: True}
    return root, definitions


def _of_logs(game: str) -> Definitions:
    """The definitions `Header`, `Record` and `Event`, of a game or of all games, and what they refer to."""
    prefix = _prefix(game) if game else ""
    kind: Any = record_type(game) if game else Record[Any]
    (_, record), definitions = defined([Header, kind], prefix)
    definitions["Record"] = _renamed(definitions, record, "Record")
    definitions["Event"] = definitions["Record"]["properties"]["event"] if game else ANY_EVENT
    definitions["Record"]["properties"] |= {"event": reference("Event"), "hash": HASH}
    definitions["Record"]["properties"]["seq"]["minimum"] = 1
    fields = definitions["Header"]["properties"]
    fields["hash"] = HASH
    fields["expected"]["propertyNames"] = SEAT
    if game:
        definitions["Correct"]["properties"]["event"] = reference("Event")
        fields["game"] = {"const": game}
        fields["vocabulary"] |= {"const": current_version(game)}
        fields["options"] |= reference("Options")
        definitions |= _options(game, prefix)
        if found := _catalogue_of(game):
            fields["catalogue"] |= found[0]
            definitions |= found[1]
    return definitions


def _prefix(game: str) -> str:
    """What the clauses of a game begin with, such as `TM`."""
    return next(iter(clauses(game))).partition("-")[0]


def _renamed(definitions: Definitions, at: Schema, name: str) -> Schema:
    """A definition taken out under the long name that it was given, with a short title."""
    return {**definitions.pop(at["$ref"].rpartition("/")[2]), "title": name}


def _options(game: str, prefix: str) -> Definitions:
    """The options of a game, with all values of those whose values can be listed."""
    module = part(f"engine.games.{game}", "options")
    _, definitions = defined([module.Options], prefix)
    whole = definitions["Options"]
    whole["additionalProperties"] = False
    for name, values in options_of_game(game).items():
        if values:
            whole["properties"][name] |= {"enum": list(values)}
    return definitions


OF_NO_GAME = ("verdict", "facts", "remarks", "answer")
PARTS: dict[str, Callable[[str], Part]] = {
    "line": _line,
    "header": _header,
    "record": _record,
    "event": _event,
    "catalogue": _catalogue,
    "verdict": _verdict,
    "facts": _facts,
    "remarks": _remarks,
    "answer": _answer,
}
"""What a schema can be of -> its root and the definitions, for a game or, without one, for all."""
