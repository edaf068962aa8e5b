"""Judging what an engine answered to the cases of a kit: right, allowed or wrong, with the clauses concerned."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.clause import in_json
from events.log.codec import encode
from projections.kit.cases import (
    Figures,
    GameCase,
    HiddenCase,
    IllegalCase,
    PositionCase,
    PublicCase,
)
from projections.kit.coverage import clauses_of_kinds
from projections.kit.reading import Given, Kit, stated_fields
from projections.schemas.kit_answer import Acted, Booked, Placed

RIGHT, ALLOWED, WRONG = "right", "allowed", "wrong"


class Judged(NamedTuple):
    """One field of an answer, judged: line of the answer, case, topic, and what is wrong with which clauses.

    If the case belongs to no clause in particular, `clauses` names the kinds of events concerned.
    """

    line: int
    case: str
    topic: str
    judgement: str
    clauses: tuple[str, ...]
    words: str


class Fault(NamedTuple):
    """What is wrong with a field of an answer, and the clauses or kinds of events concerned."""

    words: str
    clauses: Sequence[str] = ()
    judgement: str = WRONG


RIGHT_ONE = Fault("", (), RIGHT)


class Judge:
    """Judges answers to a kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._of_kind: dict[str, Mapping[str, list[str]]] = {}

    def judged(self, given: Given) -> Iterator[Judged]:
        """Each field of an answer, judged."""
        game = given.case.id.partition("/")[0]
        for field in stated_fields(given.answer):
            topic, check = CHECKS[type(given.case), field]
            fault = check(self, given.case, getattr(given.answer, field), game)
            clauses = tuple(dict.fromkeys(fault.clauses))
            yield Judged(given.line, given.case.id, topic, fault.judgement, clauses, fault.words)

    def of_kinds(self, game: str, kinds: Sequence[str]) -> list[str]:
        """The clauses of kinds of events."""
        if game not in self._of_kind:
            self._of_kind[game] = clauses_of_kinds(game)
        return [clause for kind in kinds for clause in self._of_kind[game].get(kind, [kind])]

    def kind_of_record(self, case: str, seq: int) -> list[str]:
        """The kind of the event of a record of a game in the kit; nothing for the header and beyond the end."""
        game = self.kit.case(case)
        assert isinstance(game, GameCase)
        return [game.log[seq]["event"]["kind"]] if 0 < seq < len(game.log) else []


def _legal(judge: Judge, case: PositionCase, stated: list[Acted], game: str) -> Fault:
    expected, found = _spelled(case.expect.legal), _spelled(stated)
    missing = [one for key, one in expected.items() if key not in found]
    surplus = [one for key, one in found.items() if key not in expected]
    if not missing and not surplus:
        return RIGHT_ONE if len(found) == len(stated) else Fault("an event stands in the answer twice")
    words = [
        f"{len(some):,} {what}, such as {in_json(some[0])}"
        for some, what in ((missing, "missing"), (surplus, "not legal"))
        if some
    ]
    kinds = [str(one.event.get("kind")) for one in (*missing, *surplus)]
    return Fault("; ".join(words), judge.of_kinds(game, kinds))


def _spelled(actions: Sequence[Acted]) -> dict[bytes, Acted]:
    """Actions by their spelling, in which the fields of an event have one order."""
    return {encode([one.actor, dict(sorted(one.event.items()))]): one for one in actions}


def _perft(judge: Judge, case: PositionCase, stated: list[int], game: str) -> Fault:
    for depth, (expected, found) in enumerate(zip(case.expect.perft, stated, strict=False), 1):
        if expected != found:
            kinds = [one.event["kind"] for one in case.expect.legal]
            return Fault(f"{found:,} sequences of {depth}, expected {expected:,}", judge.of_kinds(game, kinds))
    return RIGHT_ONE if stated else Fault("no number, expected at least one")


def _figures(judge: Judge, case: PositionCase, stated: Any, game: str) -> Fault:
    words = _differing(judge, game, case.expect.figures, stated)
    return Fault(words, judge.of_kinds(game, judge.kind_of_record(case.game, case.at))) if words else RIGHT_ONE


def _differing(judge: Judge, game: str, expected: Figures, stated: Any) -> str:
    """The first figure that differs; empty if none does."""
    names = judge.kit.manifest.games[game].figures
    if not _is_table(stated, len(expected), len(names)):
        return f"no figures of {len(expected)} seats in {len(names)} columns"
    for seat, (row, found) in enumerate(zip(expected, stated, strict=True)):
        for name, value, other in zip(names, row, found, strict=True):
            if other is not None and other != value:
                return f"{name} of seat {seat} is {other}, expected {value}"
    return ""


def _is_table(stated: Any, rows: int, columns: int) -> bool:
    return len(stated) == rows and all(len(row) == columns and not any(map(_is_list, row)) for row in stated)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _entries(judge: Judge, case: PositionCase, stated: list[Booked], game: str) -> Fault:
    known = any(one.source is not None for one in stated)
    expected, found = _summed(case.expect.entries, known), _summed(stated, known)
    if expected == found:
        return RIGHT_ONE
    place = next(key for key in sorted({*expected, *found}) if expected.get(key, 0) != found.get(key, 0))
    seat, figure, source = place
    by = f" by {source}" if source else ""
    words = f"{figure} of seat {seat}{by} changes by {found.get(place, 0)}, expected {expected.get(place, 0)}"
    return Fault(words, judge.of_kinds(game, judge.kind_of_record(case.game, case.at + 1)))


def _summed(entries: Sequence[Booked], by_source: bool) -> dict[tuple[int, str, str], int]:
    sums: dict[tuple[int, str, str], int] = {}
    for one in entries:
        key = one.seat, one.figure, (one.source or "") if by_source else ""
        sums[key] = sums.get(key, 0) + one.delta
    return {key: total for key, total in sums.items() if total}


def _accepted(judge: Judge, case: PositionCase, stated: list[int], game: str) -> Fault:
    wrong = sorted(set(case.expect.accepted) ^ set(stated))
    if not wrong:
        return RIGHT_ONE
    if wrong[-1] >= len(case.tried):
        return Fault(f"there is no event {wrong[-1]}, the last that is tried is {len(case.tried) - 1}")
    event = case.tried[wrong[0]]
    words = "accepted, expected refused" if wrong[0] in stated else "refused, expected accepted"
    more = f"; {len(wrong):,} such" if len(wrong) > 1 else ""
    kinds = [case.tried[each].event["kind"] for each in wrong]
    return Fault(f"{words}: {in_json(event)}{more}", judge.of_kinds(game, kinds))


def _reached(judge: Judge, case: PositionCase, stated: list[Figures], game: str) -> Fault:
    for event, expected, found in zip(case.played, case.expect.reached, stated, strict=False):
        if words := _differing(judge, game, expected, found):
            return Fault(f"after {in_json(event)}: {words}", judge.of_kinds(game, [event.event["kind"]]))
    return _of_each(stated, case.expect.reached, "figures after {} events")


def _then_legal(judge: Judge, case: PositionCase, stated: list[int | None], game: str) -> Fault:
    for event, expected, found in zip(case.played, case.expect.choices, stated, strict=False):
        if None not in (expected, found) and expected != found:
            words = f"after {in_json(event)}: {found:,} legal events, expected {expected:,}"
            return Fault(words, judge.of_kinds(game, [event.event["kind"]]))
    return _of_each(stated, case.expect.choices, "numbers after {} events")


def _of_each(stated: Sequence[Any], expected: Sequence[Any], words: str) -> Fault:
    """Whether a list has as many items as it should."""
    if len(stated) == len(expected):
        return RIGHT_ONE
    return Fault(f"{words.format(f'{len(stated):,}')}, expected {len(expected):,}")


def _verdict(judge: Judge, case: GameCase, stated: str, game: str) -> Fault:
    return RIGHT_ONE if stated == case.expect.verdict else Fault(f"{stated}, expected {case.expect.verdict}")


def _standings(judge: Judge, case: GameCase, stated: list[Placed], game: str) -> Fault:
    expected = {one.seat: one for one in case.expect.standings}
    for one in stated:
        if one != (right := expected.get(one.seat)):
            return Fault(f"seat {one.seat} has {_result(one)}, expected {_result(right) if right else 'no result'}")
    if {one.seat for one in stated} != expected.keys() or len(stated) != len(expected):
        return Fault(f"{len(stated)} results, expected {len(expected)}")
    return RIGHT_ONE


def _result(one: Placed) -> str:
    return f"{one.vp} VP, rank {one.rank}" + (", dropped" if one.dropped else "")


def _course(judge: Judge, case: GameCase, stated: Any, game: str) -> Fault:
    for seq, (expected, found) in enumerate(zip(case.expect.figures, stated, strict=False), 1):
        if words := _differing(judge, game, expected, found):
            return Fault(f"record {seq}: {words}", judge.of_kinds(game, [case.log[seq]["event"]["kind"]]))
    return _of_each(stated, case.expect.figures, "figures after {} records")


def _choices(judge: Judge, case: GameCase, stated: list[int | None], game: str) -> Fault:
    for seq, (expected, found) in enumerate(zip(case.expect.choices, stated, strict=False), 1):
        if None not in (expected, found) and expected != found:
            words = f"after record {seq}: {found:,} legal events, expected {expected:,}"
            return Fault(words, judge.of_kinds(game, judge.kind_of_record(case.id, seq + 1)))
    return _of_each(stated, case.expect.choices, "numbers after {} records")


def _seq(judge: Judge, case: IllegalCase, stated: int, game: str) -> Fault:
    if stated == case.expect.seq:
        return RIGHT_ONE
    if isinstance(case.record, dict) and not case.expect.clause:
        return Fault(f"record {stated}, expected none", judge.of_kinds(game, [case.record["event"]["kind"]]))
    return Fault(f"record {stated}, expected {case.expect.seq}", [case.expect.clause])


def _clause(judge: Judge, case: IllegalCase, stated: str, game: str) -> Fault:
    expected = case.expect.clause
    if stated == expected:
        return RIGHT_ONE
    if not expected:
        return Fault(f"{stated}, expected no clause", [stated])
    return Fault(f"{stated}, expected {expected}", [expected], ALLOWED if stated in case.may else WRONG)


def _values(judge: Judge, case: HiddenCase, stated: list[Any], game: str) -> Fault:
    expected, found = {encode(one) for one in case.expect.values}, {encode(one) for one in stated}
    if expected == found:
        return RIGHT_ONE
    parts = [
        f"{what} {', '.join(sorted(each.decode() for each in some)[:3])}"
        for some, what in ((expected - found, "missing"), (found - expected, "does not fit:"))
        if some
    ]
    return Fault("; ".join(parts), judge.of_kinds(game, judge.kind_of_record(case.game, case.seq)))


def _records(judge: Judge, case: PublicCase, stated: list[Acted], game: str) -> Fault:
    for seq, (expected, found) in enumerate(zip(case.expect.records, stated, strict=False), 1):
        if _spelled([expected]).keys() != _spelled([found]).keys():
            words = f"record {seq} is {in_json(found)}, expected {in_json(expected)}"
            return Fault(words, judge.of_kinds(game, [expected.event["kind"]]))
    return _of_each(stated, case.expect.records, "{} records")


Check = Callable[[Judge, Any, Any, str], Fault]
CHECKS: dict[tuple[type, str], tuple[str, Check]] = {
    (GameCase, "verdict"): ("verdicts", _verdict),
    (GameCase, "standings"): ("results", _standings),
    (GameCase, "figures"): ("courses", _course),
    (GameCase, "choices"): ("choices", _choices),
    (PositionCase, "legal"): ("legal sets", _legal),
    (PositionCase, "perft"): ("perft", _perft),
    (PositionCase, "figures"): ("figures", _figures),
    (PositionCase, "entries"): ("entries", _entries),
    (PositionCase, "accepted"): ("tried events", _accepted),
    (PositionCase, "reached"): ("played events", _reached),
    (PositionCase, "choices"): ("choices", _then_legal),
    (IllegalCase, "seq"): ("illegal records", _seq),
    (IllegalCase, "clause"): ("clauses", _clause),
    (HiddenCase, "values"): ("hidden facts", _values),
    (PublicCase, "records"): ("public views", _records),
}
"""Kind of case and field -> its topic and how an answer is judged."""
TOPICS = list(dict.fromkeys(topic for topic, _ in CHECKS.values()))
