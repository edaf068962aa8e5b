"""The findings in a game, each with the row of the page where it was found."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.clause import clause_text, counted, in_short
from engine.replay import Replay
from events.log.record import Intervention
from projections.pages.stations import Station
from projections.pictures.film import names_of
from projections.pictures.sheet import seat_name
from projections.pictures.words import event_words, figure_words, plain, value_words


def findings(game: Replay, stations: Sequence[Station], line: str = "") -> Iterator[dict[str, Any]]:
    """`row`, `what` (violation, discrepancy, intervention or fact) and `words`.

    A violation also has its `clause` with its `text`, the `facts` as [name, value], and the `line` of the source. They
    are in the order of the game. A discrepancy, a figure in the log that differs from the rules, belongs to the last
    row of its record, after all automatic steps.
    """
    found = [*_discrepancies(game, stations), *_interventions(stations), *_facts(game, stations)]
    yield from sorted(found, key=lambda each: each["row"])
    if game.broke is not None:
        yield _violation(game, len(stations), line)


def _discrepancies(game: Replay, stations: Sequence[Station]) -> Iterator[dict[str, Any]]:
    names = names_of(game.header)
    for each in game.discrepancies:
        figure = f"{seat_name(names, each.seat)}: {figure_words(each.figure)}"
        words = f"{figure} recorded {each.recorded}, computed {each.computed}{_line(each.line)}"
        yield {"row": row_of(each.seq, stations), "what": "discrepancy", "words": words}


def _interventions(stations: Sequence[Station]) -> Iterator[dict[str, Any]]:
    for number, each in enumerate(stations):
        if isinstance(each.event, Intervention):
            words = f"not provided for by the rules: {event_words(each.event, names_of(each.game.header))}"
            yield {"row": number, "what": "intervention", "words": words}


def _facts(game: Replay, stations: Sequence[Station]) -> Iterator[dict[str, Any]]:
    for fact in game.header.assumed:
        among = " or ".join(value_words(each, game.rules.id) for each in fact.among)
        open_ = f"open, and nothing depends on it: {fact.what}: {among}"
        implied = f"not in the log, but only {value_words(fact.value, game.rules.id)} fits: {fact.what}"
        yield {"row": row_of(fact.seq, stations), "what": "fact", "words": open_ if among else implied}


def _violation(game: Replay, row: int, line: str) -> dict[str, Any]:
    assert game.broke is not None
    violation = game.broke.violation
    return {
        "row": row,
        "what": "violation",
        "words": f"breaks {violation.clause}{_line(game.broke.line)}",
        "clause": violation.clause,
        "text": in_short(violation.clause, clause_text(game.rules.id, violation.clause)),
        "facts": [[plain(name), fact_in_words(counted(name, value))] for name, value in violation.facts.items()],
        "line": line,
    }


def fact_in_words(value: object) -> str:
    """A fact of a violation in words."""
    if isinstance(value, list | tuple):
        return ", ".join(map(fact_in_words, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else plain(str(value))


def row_of(seq: int, stations: Sequence[Station]) -> int:
    """The last station of a record, after all automatic steps."""
    return max((number for number, each in enumerate(stations) if each.game.seq <= seq), default=0)


def _line(line: int) -> str:
    return f" (line {line})" if line else ""
