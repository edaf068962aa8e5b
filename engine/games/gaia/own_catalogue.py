"""A recorder's own catalogue: begun as a file, extended while a game is recorded (GA-8.2.6), and written to a file.

A card that turns up is declared in one line: `city SITE: NEED NEED NEED NEED`, `animal SITE`, or for an objective
`NUMBER TERRAIN NUMBER TERRAIN`. A site is a terrain, several joined by `/`, or `star`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.asking import Defined
from engine.chance import Outcome
from engine.clause import Unsupported, Violation
from engine.dispatch import Action
from engine.games.gaia.catalogue import ANIMAL_KINDS, STAR, catalogue_of, undeclared
from engine.games.gaia.components import HOUSE, LIFE, TERRAINS
from engine.games.gaia.options import Options
from engine.games.gaia.public import cards_in
from engine.games.gaia.selfplay import house_in_full
from engine.games.gaia.state import State
from engine.rules import Ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Header
from events.vocabulary.gaia import CardDeclared, Definition, ObjectivesDealt

LISTS = {"city": "cities", "animal": "animals", "objective": "objectives"}
CARD_EVENTS = ("cards", "card", "life")
"""The fields of chance events that name cards of the life pile."""
TEMPLATE = """\
# Cards of Gaia, for logs of real games. List them all here, or declare them as they turn up: with complete = false
# the file names those that are known so far. `anyturn record` asks for the others and writes them into the log,
# `anyturn catalogue gaia FILE --from LOG` brings them back into a file for the next game.
#
#     [[city]]                                        [[animal]]            [[objective]]
#     id = "harbour"                                  id = "wolves"         id = "woods"
#     site = "sea"                                    site = "star"         needs = { forest = 3, plain = 1 }
#     needs = ["plain", "plain", "forest", "animal"]

[catalogue]
id = "cards"
provenance = "printed"
complete = false
"""


class Recorded(NamedTuple):
    """A catalogue file: what a header states of it, and everything wrong with it, one line per fault."""

    catalogue: dict[str, Any]
    faults: list[str]


def house() -> Any:
    """The house's own cards, as a header names them."""
    return HOUSE


def in_full() -> Any:
    """The house's own cards, as a header states cards of its own."""
    return house_in_full(Options())


def template() -> str:
    """The beginning of a catalogue file."""
    return TEMPLATE


def read(stated: Mapping[str, Any]) -> Recorded:
    """The cards of a catalogue file, checked for the options that fit them (GA-5.2.1, GA-8.2)."""
    head = stated.get("catalogue", {})
    faults = [f"{name}: found this table, expected catalogue, {', '.join(LISTS)}" for name in stated
              if name != "catalogue" and name not in LISTS]  # fmt: skip
    if not isinstance(head, dict) or not isinstance(head.get("id"), str) or head["id"] in ("", HOUSE):
        return Recorded({}, [*faults, "catalogue, field id: found no name of its own, expected one [GA-5.2.1]"])
    catalogue: dict[str, Any] = {"catalogue_id": head["id"]} | {name: head[name] for name in head if name != "id"}
    catalogue |= {LISTS[what]: list(stated.get(what, [])) for what in LISTS}
    return Recorded(catalogue, [*faults, *_faults(catalogue)])


def _faults(catalogue: dict[str, Any]) -> list[str]:
    """What the rules find wrong with a catalogue, with 18 or 19 cities, and with one or two kinds of animals."""
    found: list[str] = []
    for cities in (18, 19):
        for kinds in ("generic", "distinct"):
            options = Options(city_count=cities, animal_kinds=kinds)
            try:
                catalogue_of(Header("gaia", catalogue=catalogue), options)
            except (Unreadable, Unsupported) as problem:
                found.append(str(problem).removeprefix("1: "))
            except Violation as violation:
                found.append(f"found what breaks {violation}")
            else:
                return []
    return found[:1]


def hint(state: State, outcome: Outcome, field: str) -> str:
    """How to declare an undeclared card that turns up in a field; empty if all are declared."""
    if outcome.event is ObjectivesDealt:
        return (
            "3 forest 1 plain (its numbers of terrains)"
            if undeclared(state.catalogue, state.options, "objective") > 0
            else ""
        )
    if field not in CARD_EVENTS or outcome.fields.get("pile", LIFE) != LIFE:
        return ""
    forms = {"city": "city sea: plain plain forest animal (its site, its needs)", "animal": "animal forest (its site)"}
    return " or ".join(forms[what] for what in forms if undeclared(state.catalogue, state.options, what) > 0)


def defined(state: State, outcome: Outcome, field: str, name: str, text: str) -> Defined:
    """The declaration of a card, read from one line. Raises Unreadable for any other text."""
    what, _, rest = text.strip().partition(" ")
    if outcome.event is ObjectivesDealt:
        return Defined(CardDeclared("objective", Definition(name, needs=_numbers(text))))
    if what == "animal":
        return Defined(CardDeclared("animal", Definition(name, _site(rest))))
    if what == "city":
        site, colon, needs = rest.partition(":")
        if colon:
            return Defined(CardDeclared("city", Definition(name, _site(site), tuple(_known(needs, True)))))
    raise Unreadable(f"{text!r}", "`city SITE: NEED NEED NEED NEED` or `animal SITE`")


def _site(text: str) -> str | tuple[str, ...]:
    if text.strip() == STAR:
        return STAR
    site = _known(text.replace("/", " "), False)
    return site[0] if len(site) == 1 else tuple(site)


def _known(text: str, animals: bool) -> list[str]:
    known = (*TERRAINS, *(ANIMAL_KINDS if animals else ()))
    words = text.replace(",", " ").split()
    for word in words or [text]:
        if word not in known:
            raise Unreadable(f"{word!r}", f"one of {', '.join(known)}{'' if animals else f', or {STAR}'}")
    return words


def _numbers(text: str) -> dict[str, int]:
    words = text.replace(",", " ").split()
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if not words or len(words) % 2 or any(not n.isdecimal() or terrain not in TERRAINS for n, terrain in pairs):
        raise Unreadable(f"{text!r}", f"numbers and terrains ({', '.join(TERRAINS)}), such as `3 forest 1 plain`")
    return {terrain: int(n) for n, terrain in pairs}


def grown(rules: Ruleset[Any], log: GameLog) -> str:
    """The catalogue file of a log: what its header states, and what it declares. Raises Unreadable if there is none."""
    stated = log.header.catalogue
    if not isinstance(stated, dict):
        raise Unreadable("no cards of its own", "a log with a catalogue")
    cards = {what: list(stated.get(LISTS[what]) or []) for what in LISTS}
    for record in resolve(log):
        if isinstance(record.event, CardDeclared):
            cards[record.event.what].append(msgspec.to_builtins(record.event.card))
    head = {"id": stated["catalogue_id"]} | {k: v for k, v in stated.items() if k in ("provenance", "complete")}
    lines = ["[catalogue]", *_fields(head)]
    for what, rows in cards.items():
        for row in rows:
            lines += ["", f"[[{what}]]", *_fields(row)]
    return "\n".join(lines) + "\n"


def discovered(header: Header, played: Iterable[Action]) -> tuple[Header, list[Action]]:
    """A game as somebody logs it who knows no card beforehand: each is declared when it first comes up (GA-8.2.6).

    The header must state a catalogue of its own.
    """
    stated, actions = header.catalogue, list[Action]()
    unseen = {row["id"]: (what, row) for what, cards in LISTS.items() for row in stated[cards]}
    for actor, event in played:
        for card in [card for card in cards_in(event) if card in unseen]:
            what, row = unseen.pop(card)
            actions.append((None, CardDeclared(what, msgspec.convert(row, Definition))))
        actions.append((actor, event))
    partial = {**stated, "complete": False, **{cards: [] for cards in LISTS.values()}}
    return replace(header, catalogue=partial), actions


def _fields(row: Mapping[str, Any]) -> list[str]:
    return [f"{name} = {_toml(value)}" for name, value in row.items()]


def _toml(value: Any) -> str:
    """A value in TOML notation."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
    return msgspec.json.encode(value).decode()  # texts, numbers, booleans and lists are written as in JSON
