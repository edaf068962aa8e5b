"""The clauses of the rulebook that apply to an event: those named in its vocabulary."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from engine.clause import below, clause_text, clauses, paragraphs

_CLAUSE = re.compile(r"\b(?:(?P<clause>[A-Z]{2,}-\d+(?:\.\d+)*[a-z]?)|[Ss]ection (?P<section>\d+(?:\.\d+)*))\b")


def clauses_of(game: str, kind: type[Any]) -> list[str]:
    """The ids of the clauses named in the docstring of an event, in order; a section is named by its number."""
    if not (book := clauses(game)):
        return []
    prefix = next(iter(book)).split("-")[0]
    named = _CLAUSE.finditer(kind.__doc__ or "")
    ids = (found["clause"] or f"{prefix}-{found['section']}" for found in named)
    return [each for each in dict.fromkeys(ids) if clause_text(game, each)]


def texts(game: str, ids: Iterable[str]) -> dict[str, list[str]]:
    """The paragraphs of each clause: its own, without its number, then those of its subclauses, with theirs."""
    return {each: _paragraphs(game, each) for each in ids}


@cache
def _paragraphs(game: str, clause: str) -> list[str]:
    whole = _without(clause_text(game, clause), clause), *below(game, clause).values()
    return list(chain.from_iterable(map(paragraphs, whole)))


def _without(text: str, number: str) -> str:
    return text.removeprefix(number).lstrip(" .:|-")
