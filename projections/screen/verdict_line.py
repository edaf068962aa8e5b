"""The line of a verdict with its findings, wrapped on a terminal; totals over many verdicts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from events.problems import count
from events.verdicts import FAILS, HOLDS, UNCHECKED
from projections.verdict import Verdict
from projections.visible import visible

if TYPE_CHECKING:
    from events.seals.judging import SealFinding

_BELOW = " " * 6


def fitting(lines: Iterable[str], width: int | None) -> Iterator[str]:
    """The lines of a verdict, wrapped on a terminal; file names stay whole."""
    for line in map(visible, lines):
        if width is None or len(line) <= width:
            yield line
        else:
            room = max(width, 20)
            yield from wrap(line, room, subsequent_indent=_BELOW, break_long_words=False, break_on_hyphens=False)


def verdict_lines(one: Verdict) -> Iterator[str]:
    """A line for the log, and its findings below."""
    each = ((one.records, "record"), (one.checked, "figure"))
    records, figures = (f"{noun}{' ' if number == 1 else 's'}" for number, noun in each)
    checked = f"{one.checked:>6,} {figures}"
    facts = sum(bool(fact["among"]) for fact in one.assumed)
    still_open = f", with {count(facts, 'fact')} open" if facts else ""
    branch = f", a branch from record {one.branch['seq']} of another game" if one.branch else ""
    yield f"{one.verdict:<12}{one.records:>5,} {records}  {checked}  {one.source}{branch}{still_open}"
    found = one.problem, one.violation, *one.discrepancies, *one.interventions, *one.assumed, *one.seals
    if any(each is not None for each in found):
        from projections.screen.verdict_words import reasons  # most logs are valid, and need no words of their game

        yield from reasons(one)


def totals(
    verdicts: Sequence[str], statuses: Sequence[str] = (), passed_over: int = 0, seals: Sequence["SealFinding"] = ()
) -> str:
    """`48 logs: 47 new, 1 same; 48 valid; 4 seals hold; 3 other files passed over`."""
    counted = (Counter(filter(None, words)) for words in (statuses, verdicts))
    parts = [", ".join(f"{number} {word}" for word, number in words.most_common()) for words in counted if words]
    parts += [seal_totals(seals)] if seals else []
    if passed_over:
        parts.append(f"{count(passed_over, 'other file')} passed over")
    return f"{count(len(verdicts), 'log')}: {'; '.join(parts)}"


def seal_totals(seals: Sequence["SealFinding"]) -> str:
    """`4 seals hold, 1 fails`."""
    states = Counter(each.state for each in seals)
    held = f"{count(states[HOLDS], 'seal')} {'holds' if states[HOLDS] == 1 else 'hold'}"
    failed = f"{states[FAILS]:,} {'fails' if states[FAILS] == 1 else 'fail'}"
    left = [f"{states[UNCHECKED]:,} not checked"] if states[UNCHECKED] else []
    return ", ".join([held, *([failed] if states[FAILS] else []), *left])
