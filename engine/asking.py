"""Asking for a chance outcome part by part (which face, which card, who), for outcomes too numerous to list."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.chance import Outcome, Spread

MOST_PARTS = 64


class Question(NamedTuple):
    """The next part to enter: part `number` (from 1) of a field of the event, and its choices.

    `open`: it can also be something that is not known yet.
    """

    field: str
    number: int
    choices: list[Any]
    open: bool


def question(outcome: Outcome, chosen: Sequence[Any]) -> Question | None:
    """The question after the parts chosen so far; None if they already make an event."""
    found: Question | None = None
    for each in _fitting(outcome, chosen):
        asked = _next(each, chosen)
        if asked is None:
            return None
        if found is None:
            found = asked
        else:
            found.choices.extend(choice for choice in asked.choices if not _among(choice, found.choices))
    assert found is not None, "parts that make no event"
    return found


def composed(outcome: Outcome, chosen: Sequence[Any]) -> Any:
    """The event that all the parts make."""
    for each in _fitting(outcome, chosen):
        if _next(each, chosen) is None:
            values, begin = {}, 0
            for name, spread in _spreads(each):
                size = _size(spread, chosen[begin:])
                values[name] = spread.composed(chosen[begin : begin + size])
                begin += size
            return each.event(**{**each.fields, **values})
    raise AssertionError("parts that make no event")


def completed(outcome: Outcome, chosen: Sequence[Any]) -> Any | None:
    """The event made of the parts chosen so far and, for each other part, its first choice; None if there is none."""
    parts = list(chosen)
    while (asked := question(outcome, parts)) is not None:
        if not asked.choices or len(parts) > MOST_PARTS:
            return None
        parts.append(asked.choices[0])
    return composed(outcome, parts)


def _spreads(outcome: Outcome) -> list[tuple[str, Spread]]:
    """The fields that are spread, in the order of the event's fields."""
    return [
        (name, spread)
        for name in outcome.event.__struct_fields__  # type: ignore[attr-defined]
        if isinstance(spread := outcome.fields.get(name), Spread)
    ]


def _fitting(outcome: Outcome, chosen: Sequence[Any]) -> Iterator[Outcome]:
    """The alternatives that the parts chosen so far leave; if there is only one, that one."""
    alternatives = outcome.alternatives
    if len(alternatives) == 1:
        yield alternatives[0]
        return
    for each in alternatives:
        for number, part in enumerate(chosen):
            asked = _next(each, chosen[:number])
            if asked is None or not _among(part, asked.choices):
                break
        else:
            yield each


def _next(outcome: Outcome, chosen: Sequence[Any]) -> Question | None:
    begin = 0
    for name, spread in _spreads(outcome):
        size = _size(spread, chosen[begin:])
        if (choices := spread.choices(chosen[begin : begin + size])) is not None:
            return Question(name, size + 1, list(choices), spread.open)
        begin += size
    return None


def _size(spread: Spread, chosen: Sequence[Any]) -> int:
    """How many of the parts belong to the spread."""
    size = 0
    while size < len(chosen) and spread.choices(chosen[:size]) is not None:
        size += 1
    return size


def _among(part: Any, choices: Sequence[Any]) -> bool:
    return any(part == each and type(part) is type(each) for each in choices)


class Defined(NamedTuple):
    """The definition of a card or tile that was not known: an event to record first, or a row for the event itself."""

    event: Any = None
    row: dict[str, Any] | None = None
