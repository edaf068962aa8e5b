"""What a check of answers prints: what is wrong, then the clauses concerned, then the numbers by topic."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from events.problems import count
from projections.kit.judging import ALLOWED, RIGHT, TOPICS, WRONG, Judged
from projections.kit.reading import Kit
from projections.screen.tables import table

SHOWN_CASES = 3
"""How many cases are named for a clause."""


class Tally:
    """The judgements on a file of answers, counted."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._numbers: dict[tuple[str, str], dict[str, int]] = {}
        self._clauses: dict[str, dict[str, None]] = {}

    def add(self, judged: Judged) -> None:
        """Count one."""
        game = judged.case.partition("/")[0]
        row = self._numbers.setdefault((game, judged.topic), dict.fromkeys((RIGHT, ALLOWED, WRONG), 0))
        row[judged.judgement] += 1
        if judged.judgement == WRONG:
            for clause in judged.clauses:
                self._clauses.setdefault(clause, {})[judged.case] = None

    @property
    def wrong(self) -> int:
        """How many answers are wrong."""
        return sum(row[WRONG] for row in self._numbers.values())

    def topics(self) -> list[dict[str, Any]]:
        """The numbers by game and topic, for the topics that were answered."""
        order = sorted(self._numbers, key=lambda each: (each[0], TOPICS.index(each[1])))
        return [{"game": game, "topic": topic, **self._numbers[game, topic]} for game, topic in order]

    def clauses(self) -> list[dict[str, Any]]:
        """The clauses, or kinds of events, that wrong answers concern, those with the most cases first."""
        order = sorted(self._clauses.items(), key=lambda each: (-len(each[1]), each[0]))
        return [{"clause": clause, "wrong": len(cases), "cases": list(cases)} for clause, cases in order]


def finding(file: str, judged: Judged) -> str:
    """One answer that is not right, in a line."""
    clauses = f" [{', '.join(judged.clauses)}]" if judged.clauses else ""
    return f"{file}:{judged.line}: {judged.case}: {judged.topic}: {judged.words}{clauses}"


def as_json(judged: Judged) -> Mapping[str, Any]:
    """The same as JSON data."""
    return judged._asdict()


def summary(tally: Tally, width: int | None) -> Iterator[str]:
    """The clauses that wrong answers concern, and the numbers by topic."""
    if found := tally.clauses():
        rows = [row | {"cases": _few(row["cases"])} for row in found]
        yield from table(["clause", "wrong", "cases"], rows, width)
        yield ""
    yield from table(["game", "topic", RIGHT, ALLOWED, WRONG], tally.topics(), width)


def _few(cases: list[str]) -> str:
    more = len(cases) - SHOWN_CASES
    return ", ".join(cases[:SHOWN_CASES]) + (f" and {count(more, 'other')}" if more > 0 else "")


def not_right(judged: Iterable[Judged], tally: Tally) -> Iterator[Judged]:
    """Those that are not right; all are counted."""
    for each in judged:
        tally.add(each)
        if each.judgement != RIGHT:
            yield each
