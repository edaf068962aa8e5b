"""Imports, drift, audits and proofs in words; totals over many verdicts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from events.problems import count
from events.seals.judging import SealFinding
from events.verdicts import FAILS, HOLDS, UNCHECKED
from projections.game.audit import Audit, Check, by_round
from projections.game.position import titled
from projections.screen.grid import WIDTH
from projections.screen.tables import table
from projections.screen.verdict_words import FEW, reasons
from projections.store.drift import Drift
from projections.store.proof import Proof
from projections.store.storing import Imported


def import_lines(one: Imported) -> Iterator[str]:
    """A line for the file, and below it why it is not valid."""
    yield f"{one.status:<10} {one.verdict:<11} {one.game_id or '-':<16}  {one.details.source}"
    yield from reasons(one.details)


def totals(
    verdicts: Sequence[str], statuses: Sequence[str] = (), passed_over: int = 0, seals: Sequence[SealFinding] = ()
) -> str:
    """`48 logs: 47 new, 1 same; 48 valid; 4 seals hold; 3 other files passed over`."""
    counted = (Counter(filter(None, words)) for words in (statuses, verdicts))
    parts = [", ".join(f"{number} {word}" for word, number in words.most_common()) for words in counted if words]
    parts += [seal_totals(seals)] if seals else []
    if passed_over:
        parts.append(f"{count(passed_over, 'other file')} passed over")
    return f"{count(len(verdicts), 'log')}: {'; '.join(parts)}"


def seal_totals(seals: Sequence[SealFinding]) -> str:
    """`4 seals hold, 1 fails`."""
    states = Counter(each.state for each in seals)
    held = f"{count(states[HOLDS], 'seal')} {'holds' if states[HOLDS] == 1 else 'hold'}"
    failed = f"{states[FAILS]:,} {'fails' if states[FAILS] == 1 else 'fail'}"
    left = [f"{states[UNCHECKED]:,} not checked"] if states[UNCHECKED] else []
    return ", ".join([held, *([failed] if states[FAILS] else []), *left])


def drift_line(one: Drift) -> str:
    """How the current rules judge a stored game."""
    done = "rebuilt  " if one.rebuilt else ""
    versions = f" {one.stored_version} -> {one.present_version}" if one.present_version else ""
    return f"{done}{one.game_id}  {one.game}{versions}: {'; '.join(one.changes)}"


def drift_total(judged: Sequence[Drift], applied: bool) -> str:
    """`2 of 60 stored games rebuilt; 1 cannot be judged again`."""
    changed = sum(bool(one.changes) and (one.rebuilt or not applied) for one in judged)
    stuck = sum(one.stuck for one in judged)
    same = sum(not one.changes and one.stored_version != one.present_version for one in judged)
    parts = [f"{changed} of {count(len(judged), 'stored game')} {'rebuilt' if applied else 'would change'}"]
    if stuck:
        parts.append(f"{stuck} cannot be judged again")
    if same:
        parts.append(f"{same} {'were' if applied else 'are'} judged by another version, with the same result")
    if changed and not applied:
        parts.append("`anyturn rules drift --apply` rebuilds what follows from their records")
    return "; ".join(parts)


def left_out(problems: Sequence[Exception], notation: str) -> str:
    """`18 games cannot be written in commands: 16 found a log without records ...; 2 found ...`."""
    reasons = Counter(map(str, problems)).most_common(FEW)
    listed = "; ".join(f"{number} {reason}" for reason, number in reasons)
    return f"{count(len(problems), 'game')} cannot be written in {notation}: {listed}"


def audit_lines(found: Audit, width: int | None) -> Iterator[str]:
    """An audit for a terminal: a table of points for each seat, then what was checked."""
    for seat, player, faction in dict.fromkeys((each.seat, each.player, each.faction) for each in found.points):
        rounds, rows = by_round(found.points, seat)
        yield titled(player or f"seat {seat + 1}", faction)
        columns = ["source", *map(str, rounds), "sum"]
        yield from (f"  {line}" for line in table(columns, rows, None if width is None else width - 2))
        yield ""
    yield from check_lines(found.checks, width)


def check_lines(checks: Iterable[Check], width: int | None) -> Iterator[str]:
    """One line per check; on a terminal, long lines are wrapped."""
    for check in checks:
        line = f"{'holds' if check.holds else 'FAILS':<6} {check.check}: {check.found}"
        below = " " * 7
        yield from [line] if width is None else wrap(line, max(width, 20), subsequent_indent=below)


def proof_lines(proof: Proof) -> Iterator[str]:
    """One line per failed check of a stored game, or of the store as a whole."""
    for wrong in proof.wrong:
        yield f"FAILS  {proof.game_id or 'store'}  {wrong}"


def proof_total(proofs: list[Proof]) -> str:
    """`1,000 games hold`; `998 games hold, 2 do not; the store does not`."""
    games = [proof for proof in proofs if proof.game_id]
    failing = sum(bool(proof.wrong) for proof in games)
    holding = len(games) - failing
    hold = f"{count(holding, 'game')} {'holds' if holding == 1 else 'hold'}"
    lost = f", {failing:,} {'does' if failing == 1 else 'do'} not" if failing else ""
    store = "; the store does not" if any(proof.wrong for proof in proofs if not proof.game_id) else ""
    return hold + lost + store


def title_lines(titles: Iterable[dict[str, str | None]], width: int | None) -> Iterator[str]:
    """The statistics with their titles; those of a single game under its name."""
    game = None
    for one in titles:
        if one["game"] != game:
            game = one["game"]
            yield f"for {game} only:"
        yield from wrap(f"{one['name']:<12}{one['title']}", max(width or WIDTH, 40), subsequent_indent=" " * 12)
