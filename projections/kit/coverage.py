"""Which clauses of a rulebook a kit covers: those that a log can break, and the case that breaks each."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

import engine.games
from engine.clause import clauses, sections
from events.vocabulary import events_of
from projections.kit.cases import IllegalCase, PositionCase
from projections.schemas.definitions import clauses_of

SHOWN = 5
"""How many cases are named for a clause, a kind of event or a source."""


class Coverage(Struct, frozen=True):
    """What the cases of a game cover.

    `broken`: clause -> some cases that break it. `not_broken`: the clauses that the rules check and that no case
    breaks. `offered`: kind of event -> some positions in which one is legal, `not_offered` the kinds without one.
    `sources`: source of an entry -> some positions after which it changes a figure.
    """

    broken: dict[str, list[str]]
    not_broken: list[str]
    offered: dict[str, list[str]]
    not_offered: list[str]
    sources: dict[str, list[str]]


def coverage(game: str, positions: Sequence[PositionCase], faults: Sequence[IllegalCase]) -> Coverage:
    """What these cases of a game cover."""
    broken: dict[str, list[str]] = {}
    for fault in faults:
        if fault.expect.clause:
            _note(broken, fault.expect.clause, fault.id)
    offered: dict[str, list[str]] = {}
    sources: dict[str, list[str]] = {}
    for case in positions:
        for kind in {each.event["kind"] for each in case.expect.legal}:
            _note(offered, kind, case.id)
        for source in {entry.source or "" for entry in case.expect.entries}:
            _note(sources, source, case.id)
    kinds = sorted(kind.__struct_config__.tag for kind in _kinds(game))
    return Coverage(
        dict(sorted(broken.items())),
        sorted(breakable(game) - broken.keys()),
        dict(sorted(offered.items())),
        [kind for kind in kinds if kind not in offered],
        dict(sorted(sources.items())),
    )


def _note(found: dict[str, list[str]], what: str, case: str) -> None:
    if len(known := found.setdefault(what, [])) < SHOWN:
        known.append(case)


def breakable(game: str) -> set[str]:
    """The clauses that the rules of a game name when they refuse something.

    They are those whose id is a whole string in the code of the rules, apart from what reads and writes the notations
    of others.
    """
    prefix = next(iter(clauses(game))).partition("-")[0]
    form = re.compile(rf"{prefix}-\d+(?:\.\d+)*[a-z]?")
    return {text for text in _texts(game) if form.fullmatch(text) and (text in clauses(game) or text in sections(game))}


def _texts(game: str) -> Iterator[str]:
    """All strings in the code of the rules."""
    folder = next(folder for place in engine.games.__path__ if (folder := Path(place, game)).is_dir())
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _kinds(game: str) -> list[Any]:
    return sorted(events_of(game), key=lambda kind: kind.__name__)


def clauses_of_kinds(game: str) -> Mapping[str, list[str]]:
    """Kind of event -> the clauses that its description begins with, or the kind itself if it names none."""
    prefix = next(iter(clauses(game))).partition("-")[0]
    found = {}
    for kind in _kinds(game):
        tag = kind.__struct_config__.tag
        found[tag] = clauses_of(kind.__doc__ or "", prefix) or [tag]
    return found
