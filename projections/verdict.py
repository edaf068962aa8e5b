"""The verdict on a log with its reasons: the data that `validate --json` prints and from which lines are made."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from engine.clause import Unsupported, Violation, clause_text
from engine.intake import Report
from engine.replay import Broke, Replay
from engine.snapshot import fork
from events.log.native import resolve
from events.log.record import Intervention
from events.seals.judging import SealFinding
from events.verdicts import INCOMPLETE

SHOWN = 10_000


class Verdict(Struct, kw_only=True):
    """The verdict on one log with its reasons: plain data, which processes exchange and `validate --json` prints.

    The fields are those of the JSON object, in order. `problem` is set for logs that were tampered with, are unreadable
    or unsupported; `interventions` if the log holds records that are neither a player's decision nor chance; `assumed`
    if its source leaves facts open on which nothing depends. `names` are the players' names by seat, for the lines that
    people read; JSON identifies seats by number. `branch` is set if the log is a branch of a game; `seals` are the
    findings on the seals beside it. Fields left out are unknown: of a log judged earlier, at most the verdict is known.
    """

    game: str = ""
    source: str
    notation: str = ""
    ruleset: str = ""
    verdict: str = ""
    records: int = 0
    checked: int = 0
    discrepancies: list[dict[str, Any]] = []
    violation: dict[str, Any] | None = None
    standings: list[dict[str, Any]] = []
    interventions: list[dict[str, Any]] = []
    assumed: list[dict[str, Any]] = []
    branch: dict[str, Any] | None = None
    problem: str | None = None
    seals: list[SealFinding] = []
    names: list[str] = []

    def as_json(self) -> dict[str, Any]:
        """The object that is printed."""
        fields: dict[str, Any] = msgspec.structs.asdict(self)
        del fields["names"]
        fields["seals"] = [msgspec.structs.asdict(each) for each in self.seals]
        for name in ("interventions", "assumed", "branch", "seals"):
            if not fields[name]:
                del fields[name]
        if self.problem is None:
            del fields["problem"]
        return fields


def verdict_on(report: Report) -> Verdict:
    """The verdict on a report."""
    game = report.replay
    return Verdict(
        game=report.game,
        source=report.name,
        notation=report.notation,
        ruleset=game.rules.version if game else "",
        verdict=report.verdict,
        records=game.seq if game else 0,
        checked=game.checked if game else 0,
        discrepancies=_discrepancies(report, game) if game and game.discrepancies else [],
        violation=_violation(report, game, game.broke) if game and game.broke else _broken_header(report),
        standings=standings(game) if game else _stated(report),
        interventions=list(_interventions(report, game)) if game else [],
        assumed=[plain_event(fact) for fact in game.header.assumed] if game else [],
        branch=plain_event(game.header.branch) if game and game.header.branch else None,
        problem=_problem(report),
        names=[seat.player for seat in game.header.seats] if game else [],
    )


def _discrepancies(report: Report, game: Replay) -> list[dict[str, Any]]:
    """The discrepancies, each with the line of this file: in a native log, that of its record."""
    lines = dict(enumerate(report.lines()))
    return [found._asdict() | {"line": lines.get(found.seq, found.line)} for found in game.discrepancies]


def _interventions(report: Report, game: Replay) -> Iterator[dict[str, Any]]:
    """The records in force that the rules accept but never offer: a dropped player, a moderator's correction."""
    if report.log is None or report.problem is not None:
        played = ((seq, *each) for seq, each in enumerate(game.played, 1))
    else:  # the numbers have gaps where records were taken back
        played = ((each.seq, each.actor, each.event, each.line) for each in resolve(report.log) if each.seq <= game.seq)
    for seq, actor, event, line in played:
        if isinstance(event, Intervention):
            yield {"seq": seq, "line": line or report.line(seq), "actor": actor, "event": plain_event(event)}


def _broken_header(report: Report) -> dict[str, Any] | None:
    """A header that breaks a clause, as a violation at record 0: nothing is legal, since there is no position."""
    if not isinstance(report.problem, Violation):
        return None
    clause, facts = report.problem.clause, plain_facts(report.problem.facts)
    text = clause_text(report.game.replace("-", "_"), clause)
    return {
        "seq": 0,
        "line": report.line(0, 1),
        "actor": None,
        "event": None,
        "clause": clause,
        "text": text,
        "facts": facts,
        "legal": [],
    }


def _problem(report: Report) -> str | None:
    if report.problem is None and report.verdict == INCOMPLETE and report.replay is not None:
        return report.replay.unfinished or None
    if report.problem is None or isinstance(report.problem, Violation):
        return None
    if isinstance(report.problem, Unsupported):
        return f"{report.problem}; the log is left out"
    return str(report.problem)


def _stated(report: Report) -> list[dict[str, Any]]:
    """The result stated by a summary."""
    seats = report.game_log().header.seats if report.standings else ()
    return [
        {"player": seats[seat].player, "faction": seats[seat].faction, "vp": vp, "rank": rank}
        for seat, vp, rank, _ in report.standings
    ]


def standings(game: Replay) -> list[dict[str, Any]]:
    """The final result by rank; empty while the game is running."""
    return [
        {
            "player": game.header.seats[standing.seat].player,
            "faction": game.rules.faction(game.state, standing.seat),
            "vp": standing.vp,
            "rank": standing.rank,
        }
        for standing in game.standings or ()
    ]


def _violation(report: Report, game: Replay, broke: Broke) -> dict[str, Any]:
    return violation(game, broke._replace(line=report.line(broke.seq, broke.line)))


def violation(game: Replay, broke: Broke) -> dict[str, Any]:
    """The record that breaks a clause, the clause's text, the facts, and what would have been legal instead.

    That is what its actor, or chance, could have done; if it could do nothing, what everybody else could.
    """
    possible = legal(game)
    return {
        "seq": broke.seq,
        "line": broke.line,
        "actor": broke.actor,
        "event": plain_event(broke.event),
        "clause": broke.violation.clause,
        "text": clause_text(game.rules.id, broke.violation.clause),
        "facts": plain_facts(broke.violation.facts),
        "legal": [one for one in possible if one["actor"] == broke.actor] or possible,
    }


def legal(game: Replay) -> list[dict[str, Any]]:
    """What is legal in a position, for every seat and for chance, in the order of the rules.

    At most SHOWN events, since there can be more than a million ways to deal.
    """
    return [{"actor": who, "event": plain_event(event)} for who, event in offered(game)]


def offered(game: Replay, most: int = SHOWN) -> Iterator[tuple[int | None, Any]]:
    """The same as events, at most `most`: the seat (None for chance) and the event."""
    position = game.state
    if not game.settled:
        position = fork(position)
        while game.rules.proceed(position) is not None:
            pass
    return islice(game.rules.legal(position), most)


def plain_event(event: Any) -> Any:
    """An event as plain JSON data."""
    return msgspec.to_builtins(event, enc_hook=str, str_keys=True)


def plain_facts(facts: Mapping[str, object]) -> dict[str, Any]:
    """The facts of a violation as plain JSON data; whatever JSON cannot express becomes text."""
    plain: dict[str, Any] = msgspec.to_builtins(dict(facts), enc_hook=str, str_keys=True)
    return plain
