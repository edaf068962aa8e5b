"""Partly known events: a pattern is matched against the legal events; if several fit, all of them are followed.

A notation may leave out facts that its platform showed in another way. A reading then keeps hypotheses: positions that
differ in the facts assumed so far. Each row of the log either fits a hypothesis or refutes it. Facts on which all
remaining hypotheses agree are known; of the others, a fact is missing if something depends on it, and open if nothing
does.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.rules import Ruleset
from events.problems import LogProblem
from events.verdicts import INCOMPLETE

MOST_HYPOTHESES = 512


class Fact(NamedTuple):
    """A fact that a notation leaves out: the line where it matters, what it is, and its value."""

    line: int
    what: str
    value: str


class Missing(NamedTuple):
    """A fact that stays unknown: the line where it matters, what it is, and the values that fit, if countable."""

    line: int
    what: str
    among: tuple[str, ...]

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" + (f": {' or '.join(self.among)}" if self.among else "")


class MissingFacts(LogProblem):
    """A log leaves out facts that nothing else in it determines; carries all of them."""

    VERDICT = INCOMPLETE

    def __init__(self, missing: Sequence[Missing], name: str = "") -> None:
        super().__init__(tuple(missing), name)
        self.missing, self.name = tuple(missing), name

    def __str__(self) -> str:
        place = f"{self.name}: " if self.name else ""
        return f"{place}missing facts: {'; '.join(map(str, self.missing))}"


class Refuted(Exception):
    """A row does not fit a hypothesis: holds the line and the reason."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line, self.why = line, why


class Hypothesis(Protocol):
    """A position and the facts that lead to it."""

    facts: tuple[Fact, ...]


H = TypeVar("H", bound=Hypothesis)
R = TypeVar("R")


def fitting(rules: Ruleset[Any], state: Any, actor: int | None, kind: type, **known: object) -> Iterator[Any]:
    """The legal events of a kind whose fields have the known values, in the order of `legal`."""
    for who, event in rules.legal(state):
        agrees = who == actor and type(event) is kind
        if agrees and all(getattr(event, name) == value for name, value in known.items()):
            yield event


def follow(starts: Sequence[H], rows: Iterable[R], take: Callable[[H, int, R], Iterable[H]]) -> list[H]:
    """The hypotheses that fit all rows. `take` returns those that follow from one by a row, or raises Refuted.

    Raises Refuted at a row that no hypothesis fits, and MissingFacts if too many hypotheses remain to be followed.
    """
    alive = list(starts)
    for number, row in enumerate(rows):
        following: list[H] = []
        refuted: Refuted | None = None
        for hypothesis in alive:
            try:
                following.extend(take(hypothesis, number, row))
            except Refuted as reason:
                refuted = refuted or reason
        if not following:
            raise refuted or Refuted(0, "nothing fits")
        if len(following) > MOST_HYPOTHESES:
            ways = f"more, since there are over {MOST_HYPOTHESES} ways to complete the log"
            raise MissingFacts([*missing(following), Missing(following[0].facts[-1].line, ways, ())])
        alive = following
    return alive


def missing(hypotheses: Sequence[Hypothesis]) -> list[Missing]:
    """The facts in which hypotheses differ, in the order of the log."""
    found: dict[tuple[int, str], dict[str, None]] = {}
    for hypothesis in hypotheses:
        for fact in hypothesis.facts:
            found.setdefault((fact.line, fact.what), {})[fact.value] = None
    differing = ((key, values) for key, values in sorted(found.items()) if len(values) > 1)
    return [Missing(line, what, tuple(values)) for (line, what), values in differing]


def mattering(hypotheses: Sequence[H], outcome: Callable[[H], Hashable]) -> list[Missing]:
    """The facts in which hypotheses differ and on which their outcome depends, in the order of the log.

    Of facts that determine one another, only the earliest is named. If all hypotheses have the same outcome, the result
    is empty, as it makes no difference which of them is assumed.
    """
    outcomes = [outcome(hypothesis) for hypothesis in hypotheses]
    if len(set(outcomes)) <= 1:
        return []
    open_facts = missing(hypotheses)
    values = [{(fact.line, fact.what): fact.value for fact in hypothesis.facts} for hypothesis in hypotheses]
    needed = [(fact.line, fact.what) for fact in open_facts]
    for key in reversed(needed.copy()):
        others = [other for other in needed if other != key]
        if _determine(others, values, outcomes):
            needed = others
    return [fact for fact in open_facts if (fact.line, fact.what) in needed]


def _determine(
    keys: Sequence[tuple[int, str]], values: Sequence[dict[tuple[int, str], str]], outcomes: Sequence[Hashable]
) -> bool:
    """Whether hypotheses with equal values for these facts always have equal outcomes."""
    seen: dict[tuple[str | None, ...], Hashable] = {}
    for facts, outcome in zip(values, outcomes, strict=True):
        if seen.setdefault(tuple(facts.get(key) for key in keys), outcome) != outcome:
            return False
    return True
