"""One game: its records and verdict, its positions, the source of every point."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from os import PathLike, fspath
from typing import Any, NamedTuple

from engine.address import goto
from engine.declaration import Standing, Turn
from engine.replay import Broke, Discrepancy, Replay
from engine.rules import ruleset
from events import files
from events.log.native import GameLog, resolve
from events.log.record import Header, Record


class Player(NamedTuple):
    """The player at a seat (from 0); the faction is None if the game has none or it is not chosen yet."""

    seat: int
    name: str
    faction: str | None


class Action(NamedTuple):
    """A legal action: the seat (None: chance), the event as JSON data, and in words."""

    seat: int | None
    event: dict[str, Any]
    words: str


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


class Position:
    """A position of a game: who may act, everybody's figures, the legal actions, the picture.

    A notebook shows it as the board.
    """

    def __init__(self, replay: Replay, last: Any = None) -> None:
        self._replay, self._last = replay, last

    @property
    def seq(self) -> int:
        """The number of the last record played, 0 before the first."""
        return self._replay.seq

    @property
    def turn(self) -> Turn:
        """Turn, round, phase, and the seats that may decide."""
        return self._replay.rules.turn(self._replay.state)

    @property
    def state(self) -> Any:
        """The whole state of the rules."""
        return self._replay.state

    @property
    def standings(self) -> list[Standing]:
        """The result, by rank; empty while the game runs."""
        return self._replay.standings or []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._replay.standings is not None

    @property
    def figures(self) -> list[dict[str, Any]]:
        """Everybody's figures: one dictionary per seat, with seat, player and faction."""
        from projections.game.position import figures

        return figures(self._replay)

    def legal(self) -> list[Action]:
        """The legal actions, in the order of the rules; of chance outcomes at most the first thousands."""
        from projections.game.position import legal_actions, sentence
        from projections.verdict import plain_event

        header = self._replay.header
        return [Action(who, plain_event(event), sentence(header, event)) for who, event in legal_actions(self._replay)]

    def text(self, width: int = 80) -> str:
        """The position as text for a terminal, without colours."""
        from projections.screen.positions import position_text

        return "\n".join(position_text(self._replay, width, colour=False))

    def svg(self) -> str:
        """The position as a drawing. Raises Problem where the game has no picture."""
        from projections.screen.positions import position_svg

        return position_svg(self._replay, self._replay.state if self._last is None else self._last)

    def _repr_svg_(self) -> str | None:
        """For notebooks, which show the text form if there is no drawing."""
        from projections.pictures.film import drawing_of

        return self.svg() if drawing_of(self._replay.rules.id) else None

    def __repr__(self) -> str:
        turn = self.turn
        return f"<Position of {self._replay.rules.id} after record {self.seq}, round {turn.round}, turn {turn.index}>"


class Game:
    """A game that was read and replayed once. Iterating gives the position after each record in force."""

    def __init__(self, log: GameLog, replay: Replay | None, trace: Any, verdict: str, source: str) -> None:
        self._log, self._replay, self._trace = log, replay, trace
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
        return self._replay.broke if self._replay else None

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
        return self.end.standings

    @cached_property
    def end(self) -> Position:
        """The last position."""
        return Position(self._replay or goto(self._rules, self._log, "start"))

    @property
    def _rules(self) -> Any:
        return ruleset(self._log.header.game)

    def at(self, address: str) -> Position:
        """The position at an address: `start`, `end`, `#217`, `t45`, `t45.end`, `r3`, `r3.t2`, `-10`.

        Raises Problem for an invalid address, or one that the game does not reach.
        """
        return Position(goto(self._rules, self._log, address), self._replay.state if self._replay else None)

    def __iter__(self) -> Iterator[Position]:
        replay, last = Replay(self._rules, self._log.header), self.end.state
        for record in resolve(self._log):
            replay.feed([record])
            if replay.broke is not None:
                return
            yield Position(replay.fork(), last)

    def __len__(self) -> int:
        return len(self._log.records)

    def legal(self) -> list[Action]:
        """The legal actions after the last record."""
        return self.end.legal()

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
        return self.end._repr_svg_()

    def __repr__(self) -> str:
        who = ", ".join(player.name or f"seat {player.seat + 1}" for player in self.players)
        return f"<Game of {self.id} by {who}: {self.verdict}, {len(self)} records>"


def load(path: str | PathLike[str], notation: str | None = None) -> Game:
    """One game from a file in any notation (detected, if not given).

    A log that breaks a rule is a game with the verdict `illegal`. Raises Problem where there is no game: an unreadable
    file, an edition that the rules do not cover, a file of several games.
    """
    from engine.intake import examine
    from projections.store.trace import Trace

    traces: list[Trace] = []
    name = fspath(path)
    report = examine(files.read(name), notation, lambda replay: traces.append(Trace(replay)))
    if report.problem is not None:
        raise report.problem
    trace = traces[0] if traces else None
    return Game(report.game_log(), report.replay, trace, report.verdict, name)
