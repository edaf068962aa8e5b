"""The verdict on a log in words, and events by the names of their kinds and fields."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from engine.clause import counted, in_short
from events.files import SEALS
from events.log.codec import Unreadable
from events.problems import count
from events.seals.judging import SealFinding
from events.verdicts import FAILS, HOLDS, UNCHECKED
from events.vocabulary import event_decoder
from projections.pictures.sheet import seat_name
from projections.pictures.words import value_words, whole_words
from projections.store.game_seals import signer
from projections.verdict import SHOWN, Verdict, plain_event

_BELOW = " " * 6
FEW = 5
"""At most this many discrepancies or legal alternatives are shown; the rest are counted."""


def seal_lines(findings: Iterable[SealFinding], where: str = "") -> Iterator[str]:
    """A line for each seal, indented: whose it is, and what it covers or why it fails; `where` is its file."""
    for each in findings:
        place = f" ({where}:{each.line})" if each.state == FAILS and where else ""
        yield f"    {seal_words(each)}{place}"


def seal_words(found: SealFinding) -> str:
    """Whose a seal is, and what it covers or why it fails."""
    words = {HOLDS: "sealed by", FAILS: "FAILS: the seal of", UNCHECKED: "not checked: the seal of"}[found.state]
    return f"{words} {signer(found)}: {found.covers}"


def reasons(one: Verdict) -> Iterator[str]:
    """Why a log is not valid, its interventions and its assumed facts, indented; nothing for most valid logs."""
    if one.problem is not None:
        yield f"    {one.problem}"
    yield from seal_lines(one.seals, f"{one.source}{SEALS}")
    for found in one.discrepancies[:FEW]:
        yield f"    {_place(one, found)}{discrepancy_words(one, found)}"
    if len(one.discrepancies) > FEW:
        yield f"    and {_more(len(one.discrepancies) - FEW, 'discrepancy', 'discrepancies')}"
    yield from _interventions(one)
    yield from _assumed(one)
    if one.violation is not None:
        first, *further = violation_words(one, one.violation)
        yield f"    {_place(one, one.violation)}{first}"
        yield from (f"    {line}" for line in further)


def discrepancy_words(one: Verdict, found: dict[str, Any]) -> str:
    """A figure that differs, with its record and seat."""
    figures = f"{found['figure']} recorded {found['recorded']}, computed {found['computed']}"
    return f"record {found['seq']}, {seat_name(one.names, found['seat'])}: {figures}"


def _interventions(one: Verdict) -> Iterator[str]:
    for found in one.interventions[:FEW]:
        seat = "" if found["actor"] is None else f"{seat_name(one.names, found['actor'])}, "
        words = sentence(one, found["event"])
        yield f"    {_place(one, found)}record {found['seq']} is an intervention: {seat}{words}"
    if len(one.interventions) > FEW:
        yield f"    and {_more(len(one.interventions) - FEW, 'intervention', 'interventions')}"


def _more(number: int, one: str, several: str) -> str:
    return count(number, f"more {one}", f"more {several}")


def _assumed(one: Verdict) -> Iterator[str]:
    for fact in one.assumed[:FEW]:
        among = " or ".join(value_words(each, one.game) for each in fact["among"])
        still_open = f"open, and nothing depends on it: {fact['what']}: {among}"
        implied = f"not written, but only {value_words(fact['value'], one.game)} fits: {fact['what']}"
        yield f"    {_place(one, {'line': 0} | fact)}{still_open if among else implied}"
    if len(one.assumed) > FEW:
        more = _more(len(one.assumed) - FEW, "unwritten fact", "unwritten facts")
        yield f"    and {more}"


def violation_words(one: Verdict, broke: dict[str, Any]) -> Iterator[str]:
    """The record that breaks a clause and the facts; on further lines the clause, the event, and what was legal."""
    facts = ", ".join(f"{name} {counted(name, value)}" for name, value in broke["facts"].items())
    yield f"record {broke['seq']} breaks {broke['clause']}{': ' if facts else ''}{facts}"
    if broke["text"]:
        yield f"{in_short(broke['clause'], broke['text'])}"
    actor = "chance" if broke["actor"] is None else seat_name(one.names, broke["actor"])
    if broke["event"] is not None:  # otherwise it is the header
        yield f"recorded: {actor}: {sentence(one, broke['event'])}"
    legal = broke["legal"]
    if legal:
        shown = "; ".join(sentence(one, other["event"]) for other in legal[:FEW])
        more = f"; and {_others(len(legal))}" if len(legal) > FEW else ""
        yield f"legal instead: {shown}{more}"


def _others(legal: int) -> str:
    """How many more legal events there are than the few shown; `at least` that many where the count was cut."""
    return f"{'at least ' if legal >= SHOWN else ''}{legal - FEW:,} more"


def sentence(one: Verdict, event: Any) -> str:
    """An event (as JSON) as `legal` and `log` print it."""
    try:
        return whole_words(event_decoder(one.game)(msgspec.json.encode(event)), one.names)
    except Unreadable:  # a row that is not an event of the game
        return event_words(event)


def _place(one: Verdict, found: dict[str, Any]) -> str:
    return f"{one.source}:{found['line']}: " if found["line"] else f"{one.source}: "


def words_of(event: Any) -> str:
    """An event as its kind and its fields with their names, as the recorder shows it.

    Typed text is matched with it and with the sentences of `legal` and `log` (`projections.game.position.sentence`).
    """
    return event_words(plain_event(event), getattr(event, "SEATS", ()))


def event_words(event: Any, seats: Collection[str] = ()) -> str:
    """An event (as JSON) in words: `build dwelling, hex E6`; for `seats` see `engine.clause.counted`."""
    if not isinstance(event, dict):
        return str(event)
    fields = [
        f"{name.replace('_', ' ')} {_value(counted(name, value, seats))}"
        for name, value in event.items()
        if name != "kind"
    ]
    return ", ".join([*([str(event["kind"]).replace("_", " ")] if "kind" in event else []), *fields])


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    if isinstance(value, dict):
        return event_words(value)
    return "none" if value is None else str(value)
