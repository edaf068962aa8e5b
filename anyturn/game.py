"""One game: its records and verdict, its positions, branches of it, the source of every point."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from os import PathLike, fspath
from typing import Any, NamedTuple

from anyturn.branch import Branch
from anyturn.position import Action, Position
from engine.address import goto
from engine.clause import Violation
from engine.declaration import Standing
from engine.replay import Discrepancy, Replay
from engine.rules import ruleset
from events import files
from events.log.native import NAME, GameLog, resolve
from events.log.record import Event, Header, Record


class Player(NamedTuple):
    """The player at a seat (from 0); the faction is None if the game has none or it is not chosen yet."""

    seat: int
    name: str
    faction: str | None


class Change(NamedTuple):
    """One change of one figure of a seat: the record, the round, the amount, and the source.

    `step` names the automatic step that made it; it is empty for the event of the record itself.
    """

    seq: int
    round: int
    seat: int
    figure: str
    delta: int
    source: str
    step: str


class Broke(NamedTuple):
    """The record that breaks a clause, or the header: then `seq` is 0, and there is no seat and no event.

    `seq` is the number of the record, `line` the line of the file on which it stands (0: unknown, as for stored games).
    `seat` acted (None: chance), with `event` as JSON data and in `words`, as in an Action. `violation` has the `clause`
    and the `facts` that show it.
    """

    seq: int
    line: int
    seat: int | None
    event: dict[str, Any] | None
    words: str
    violation: Violation


class Game:
    """A game that was read and replayed once. Iterating gives the position after each record in force.

    If the header breaks a clause, there is no position: iterating gives none, and asking for one raises the Violation.
    """

    def __init__(
        self,
        log: GameLog,
        replay: Replay | None,
        trace: Any,
        verdict: str,
        source: str,
        *,
        header_breaks: Violation | None = None,
        lines: Sequence[int] = (),
    ) -> None:
        """`lines` are those of the header and the records in a native file."""
        self._log, self._replay, self._trace = log, replay, trace
        self._header_breaks, self._lines = header_breaks, lines
        self.verdict: str = verdict
        self.source: str = source

    @property
    def id(self) -> str:
        """Which game it is, by the name of its rules."""
        return self._log.header.game

    @property
    def header(self) -> Header:
        """The facts fixed before the first record: options, seats, the source of the log."""
        return self._log.header

    @property
    def records(self) -> Sequence[Record[Any]]:
        """All records as written, including those taken back; none for a summary."""
        return self._log.records

    @property
    def broke(self) -> Broke | None:
        """The record at which the log breaks a clause, if its verdict is `illegal`."""
        from projections.game.position import sentence
        from projections.verdict import plain_event

        if self._header_breaks is not None:
            return Broke(0, self._lines[0] if self._lines else 0, None, None, "", self._header_breaks)
        found = self._replay.broke if self._replay else None
        if found is None:
            return None
        line = self._lines[found.seq] if found.seq < len(self._lines) else found.line
        words = sentence(self.header, found.event) if isinstance(found.event, Event) else ""
        return Broke(found.seq, line, found.actor, plain_event(found.event), words, found.violation)

    @property
    def discrepancies(self) -> list[Discrepancy]:
        """The figures in the log that differ from those by the rules."""
        return list(self._replay.discrepancies) if self._replay else []

    @property
    def players(self) -> list[Player]:
        """The players by seat."""
        seats, replay = self._log.header.seats, self._replay
        factions = [replay.rules.faction(replay.state, seat) if replay else None for seat in range(len(seats))]
        return [Player(n, who.player, factions[n] or who.faction) for n, who in enumerate(seats)]

    @property
    def standings(self) -> list[Standing]:
        """The result by rank, as played or as a summary states it; empty if the game did not end."""
        from engine.declaration import ranked

        if self._log.is_summary:
            return ranked(self._log.header.expected)
        return [] if self._header_breaks else self.end.standings

    @cached_property
    def end(self) -> Position:
        """The last position. Raises Violation if the header breaks a clause."""
        return Position(self._replay or goto(self._rules, self._log, "start"))

    @property
    def _rules(self) -> Any:
        return ruleset(self._log.header.game)

    def at(self, address: str) -> Position:
        """The position at an address: `start`, `end`, `#217`, `t45`, `t45.end`, `r3`, `r3.t2`, `-10`.

        Raises Problem for an invalid address, or one that the game does not reach; Violation if the header breaks a
        clause.
        """
        return Position(goto(self._rules, self._log, address), self._replay.state if self._replay else None)

    def branch(self, at: str = "end", name: str = "") -> Branch:
        """Begin a branch at an address: it has the records in force up to there, and is played on beside the game.

        If the game breaks a rule, `end` is the position before that. Raises Problem for an invalid address, and for a
        game of which only the result is known.
        """
        from engine.branching import branch

        return Branch(branch(self._log, goto(self._rules, self._log, at), name))

    def __iter__(self) -> Iterator[Position]:
        if self._header_breaks is not None:
            return
        replay, last = Replay(self._rules, self._log.header), self.end.state
        for record in resolve(self._log):
            replay.feed([record])
            if replay.broke is not None:
                return
            yield Position(replay.fork(), last)

    def __len__(self) -> int:
        return len(self._log.records)

    def legal(self) -> list[Action]:
        """The legal actions after the last record; none if the header breaks a clause."""
        return [] if self._header_breaks else self.end.legal()

    def entries(self) -> list[Change]:
        """Every change of every figure, in order; the points of a seat are the sum of its changes of `vp`."""
        if self._trace is None:
            return []
        return [
            Change(entered.seq, round_, one.seat, one.figure, one.delta, one.source, entered.step)
            for round_, entered in self._trace.entered(self._trace.turns(self._log))
            for one in entered.entries
        ]

    def _repr_svg_(self) -> str | None:
        return None if self._header_breaks else self.end._repr_svg_()

    def __repr__(self) -> str:
        who = ", ".join(player.name or f"seat {player.seat + 1}" for player in self.players)
        return f"<Game of {self.id} by {who}: {self.verdict}, {len(self)} records>"


def load(path: str | PathLike[str], notation: str | None = None) -> Game:
    """One game from a file in any notation (detected, if not given).

    A log that breaks a rule, or whose header does, is a game with the verdict `illegal`. Raises Problem where there is
    no game: an unreadable file, an edition that the rules do not cover, a file of several games.
    """
    return _examined(files.read(fspath(path)), notation)


def read(data: bytes, name: str = "") -> Game:
    """One game from the bytes of a file in any notation, called `name`. Raises the same as `load`."""
    return _examined(files.Blob(name, data), None)


def _examined(blob: files.Blob, notation: str | None) -> Game:
    from engine.intake import examine
    from projections.store.trace import Trace

    traces: list[Trace] = []
    report = examine(blob, notation, lambda replay: traces.append(Trace(replay)))
    breaks = report.problem if isinstance(report.problem, Violation) else None
    if report.problem is not None and breaks is None:
        raise report.problem
    lines = []
    if report.notation == NAME:
        lines = [number for number, line in enumerate(files.lines(blob), 1) if line.strip()]
    trace = traces[0] if traces else None
    return Game(report.game_log(), report.replay, trace, report.verdict, blob.name, header_breaks=breaks, lines=lines)
