"""Verdicts, imports, drift, audits and proofs in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

import msgspec

from events.log.codec import Unreadable
from events.problems import count
from events.vocabulary import event_decoder
from projections.game.audit import Audit, Check, by_round
from projections.game.position import titled
from projections.pictures.sheet import seat_name
from projections.pictures.words import value_words, whole_words
from projections.screen.grid import WIDTH
from projections.screen.tables import table
from projections.store.drift import Drift
from projections.store.proof import Proof
from projections.store.storing import Imported
from projections.verdict import Verdict, plain_event
from projections.visible import visible

_BELOW = " " * 6
FEW = 5
"""At most this many discrepancies or legal alternatives are shown; the rest are counted."""


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
    yield f"{one.verdict:<12}{one.records:>5,} {records}  {checked}  {one.source}{still_open}"
    yield from reasons(one)


def import_lines(one: Imported) -> Iterator[str]:
    """A line for the file, and below it why it is not valid."""
    yield f"{one.status:<10} {one.verdict:<11} {one.game_id or '-':<16}  {one.details.source}"
    yield from reasons(one.details)


def reasons(one: Verdict) -> Iterator[str]:
    """Why a log is not valid, its interventions and its assumed facts, indented; nothing for most valid logs."""
    if one.problem is not None:
        yield f"    {one.problem}"
    for found in one.discrepancies[:FEW]:
        place = _place(one, found)
        figures = f"{found['figure']} recorded {found['recorded']}, computed {found['computed']}"
        yield f"    {place}record {found['seq']}, {seat_name(one.names, found['seat'])}: {figures}"
    if len(one.discrepancies) > FEW:
        yield f"    and {_more(len(one.discrepancies) - FEW, 'discrepancy', 'discrepancies')}"
    yield from _interventions(one)
    yield from _assumed(one)
    if one.violation is not None:
        yield from _violation(one, one.violation)


def _interventions(one: Verdict) -> Iterator[str]:
    for found in one.interventions[:FEW]:
        seat = "" if found["actor"] is None else f"{seat_name(one.names, found['actor'])}, "
        words = _sentence(one, found["event"])
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


def _violation(one: Verdict, broke: dict[str, Any]) -> Iterator[str]:
    facts = ", ".join(f"{name} {value}" for name, value in broke["facts"].items())
    yield f"    {_place(one, broke)}record {broke['seq']} breaks {broke['clause']}{': ' if facts else ''}{facts}"
    if broke["text"]:
        yield f"    {' '.join(broke['text'].split())}"
    actor = "chance" if broke["actor"] is None else seat_name(one.names, broke["actor"])
    if broke["event"] is not None:  # otherwise it is the header
        yield f"    recorded: {actor}: {_sentence(one, broke['event'])}"
    legal = broke["legal"]
    if legal:
        shown = "; ".join(_sentence(one, other["event"]) for other in legal[:FEW])
        more = f"; and {len(legal) - FEW} more" if len(legal) > FEW else ""
        yield f"    legal instead: {shown}{more}"


def _sentence(one: Verdict, event: Any) -> str:
    """An event (as JSON) as `legal` and `log` print it."""
    try:
        return whole_words(event_decoder(one.game)(msgspec.json.encode(event)), one.names)
    except Unreadable:  # a row that is not an event of the game
        return event_words(event)


def _place(one: Verdict, found: dict[str, Any]) -> str:
    return f"{one.source}:{found['line']}: " if found["line"] else f"{one.source}: "


def totals(verdicts: Sequence[str], statuses: Sequence[str] = (), passed_over: int = 0) -> str:
    """`48 logs: 47 new, 1 same; 48 valid; 3 other files passed over`."""
    counted = (Counter(filter(None, words)) for words in (statuses, verdicts))
    parts = [", ".join(f"{number} {word}" for word, number in words.most_common()) for words in counted if words]
    if passed_over:
        parts.append(f"{count(passed_over, 'other file')} passed over")
    return f"{count(len(verdicts), 'log')}: {'; '.join(parts)}"


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
    """`1,000 games hold`; `998 games hold, 2 do not`."""
    games = [proof for proof in proofs if proof.game_id]
    failing = sum(bool(proof.wrong) for proof in proofs)
    holding = sum(not proof.wrong for proof in games)
    hold = f"{count(holding, 'game')} {'holds' if holding == 1 else 'hold'}"
    return f"{hold}, {failing:,} {'does' if failing == 1 else 'do'} not" if failing else hold


def title_lines(titles: Iterable[dict[str, str | None]], width: int | None) -> Iterator[str]:
    """The statistics with their titles; those of a single game under its name."""
    game = None
    for one in titles:
        if one["game"] != game:
            game = one["game"]
            yield f"for {game} only:"
        yield from wrap(f"{one['name']:<12}{one['title']}", max(width or WIDTH, 40), subsequent_indent=" " * 12)


def words_of(event: Any) -> str:
    """An event as its kind and its fields with their names, as the recorder shows it.

    Typed text is matched with it and with the sentences of `legal` and `log` (`projections.game.position.sentence`).
    """
    return event_words(plain_event(event))


def event_words(event: Any) -> str:
    """An event (as JSON) in words: `build dwelling, hex E6`."""
    if not isinstance(event, dict):
        return str(event)
    fields = [f"{name.replace('_', ' ')} {_value(value)}" for name, value in event.items() if name != "kind"]
    return ", ".join([*([str(event["kind"]).replace("_", " ")] if "kind" in event else []), *fields])


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    if isinstance(value, dict):
        return event_words(value)
    return "none" if value is None else str(value)
