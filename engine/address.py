"""Addresses: the places in a game that a user can name.

start      before the first record        end     after the last
#217       after record 217               -10     ten records before the end
t45        after turn 45                  r3      at the end of round 3, before anything in round 4
t45.end    at the end of turn 45, before the automatic steps that begin turn 46
r3.t2      after the second turn of the table in round 3

Round 0 is the setup: `r0` is the position in which the setup is over and nothing of round 1 has happened. In a game
that is set up without records, it is the same as `start`.
"""

import re
from collections import deque
from typing import Any, NamedTuple

from engine.declaration import Step
from engine.replay import Replay
from engine.rules import Ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.problems import count

_FORM = re.compile(
    r"(?P<word>start|end)|#(?P<seq>\d{1,99})|-(?P<back>\d{1,99})|"
    r"t(?P<turn>\d{1,99})(?P<ended>\.end)?|r(?P<round>\d{1,99})(?:\.t(?P<cycle>\d{1,99}))?"
)


_MOST = 1_000_000


class Address(NamedTuple):
    """A place: a record's number, or the last position of a turn, of a round, or of a cycle within a round.

    `ended`: for a turn, the last position before the step that begins the next one.
    """

    seq: int | None = None
    turn: int | None = None
    round: int | None = None
    cycle: int | None = None
    ended: bool = False


def parse(text: str, records: int) -> Address:
    """Read an address in a game with `records` records. Raises Unreadable if it is invalid or lies outside the game."""
    match = check(text)
    if match["word"]:
        return Address(seq=0 if match["word"] == "start" else records)
    if match["turn"]:
        return Address(turn=int(match["turn"]), ended=match["ended"] is not None)
    if match["round"]:
        return Address(round=int(match["round"]), cycle=int(match["cycle"]) if match["cycle"] else None)
    seq = int(match["seq"]) if match["seq"] else records - int(match["back"])
    if not 0 <= seq <= records:
        raise Unreadable(f"the address {text!r}", f"a place in a game of {count(records, 'record')}")
    return Address(seq=seq)


def check(text: str) -> re.Match[str]:
    """The parts of an address, wherever it may lead. Raises Unreadable if it is not an address."""
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise Unreadable(f"the address {text!r}", "start, end, #217, t45, t45.end, r3, r3.t2 or -10")
    return match


def goto(rules: Ruleset[Any], log: GameLog, text: str) -> Replay:
    """Replay a log up to an address. Raises Unreadable if the game does not reach it.

    The end of a round may be followed by automatic steps: `settle` the replay before asking which events are legal.
    """
    records = resolve(log)
    address = parse(text, last_record(log))
    game = Replay(rules, log.header)
    if address.seq is not None:
        game.feed(record for record in records if record.seq <= address.seq)
        return game
    stretch = _Stretch(game, address)
    for record in records:
        game.feed([record])
        if stretch.left_behind or game.broke:
            break
    return stretch.position(text)


def last_record(log: GameLog) -> int:
    """The number of the last record, 0 if there is none."""
    return log.records[-1].seq if log.records else 0


class Lookout:
    """Captures the position at an address while a game is replayed for another purpose.

    Attach it before the first event. Raises Unreadable if the text is not an address.
    """

    def __init__(self, game: Replay, text: str) -> None:
        self.game, self.text = game, text
        match = check(text)
        self._seq = int(match["seq"]) if match["seq"] else 0 if match["word"] == "start" else None
        self._kept: deque[Replay] = deque(maxlen=min(int(match["back"] or 0), _MOST) + 1)
        self._stretch = _Stretch(game, parse(text, 0)) if match["turn"] or match["round"] else None
        if self._seq is not None or match["back"]:
            game.on_record.append(self._before_record)

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        """Keep the record asked for; when counting from the end, which is not known yet, keep the last ones."""
        if self._seq in (None, game.seq):
            self._kept.append(game.fork())

    def position(self, log: GameLog) -> Replay:
        """The position, once the replay of the log is over. Raises Unreadable for an address that it does not reach.

        If the replay broke a rule on the way, this is the position before the violation. Its header is that of the
        whole game, which names the facts that turned out to be open.
        """
        there = self._there(log)
        there.header = self.game.header
        return there

    def _there(self, log: GameLog) -> Replay:
        if self._stretch is not None:
            return self._stretch.position(self.text)
        seq = parse(self.text, last_record(log)).seq
        assert seq is not None
        if self.game.seq <= seq:
            return self.game
        kept = [game for game in self._kept if game.seq <= seq]
        return kept[-1] if kept else goto(self.game.rules, log, self.text)  # a record that was taken back


class Journey:
    """Captures the positions on the way to an address as well."""

    def __init__(self, game: Replay, text: str) -> None:
        self.game = game
        self._lookout = Lookout(game, text)
        self._stations: list[Replay] = []
        game.on_record.append(lambda game, actor, event: self._stations.append(game.fork()))

    def positions(self, log: GameLog) -> list[Replay]:
        """The position after each record before the address, then the one at the address. Raises as `Lookout` does."""
        there = self._lookout.position(log)
        for one in self._stations:
            one.header = there.header
        return [*(one for one in self._stations if 0 < one.seq < there.seq), there]


class _Stretch:
    """Captures the position in which the turn, round or cycle asked for is over."""

    def __init__(self, game: Replay, address: Address) -> None:
        self.game, self.address = game, address
        places = (address.turn, address.round, address.cycle)
        self.target = tuple(part for part in places if part is not None)
        self.left_behind = False
        self._found = False
        self._kept: Replay | None = None
        if not any(self.target) and self._place(game.state) > self.target:  # a setup without records
            self._found = True
            self._keep()
        game.on_record.append(self._before_record)
        game.on_due.append(self._before_step)
        game.on_step.append(self._after_step)

    def position(self, text: str) -> Replay:
        """The position, once the replay is over or has passed it. Raises Unreadable if it was not reached."""
        if self._kept is not None:
            return self._kept
        self._look()
        if not self._found:
            raise Unreadable(f"the address {text!r}", f"a turn or round that the game reaches{self._end()}")
        return self.game.fork()

    def _end(self) -> str:
        """How far the game goes, when the place asked for lies beyond its end."""
        last = self.game.rules.turn(self.game.state)
        far = self._place(self.game.state) < self.target
        return f": it ends in round {last.round}, turn {last.index}" if far else ""

    def _keep(self) -> None:
        self.left_behind = True
        if self._found:
            self._kept = self.game.fork()

    def _place(self, state: Any) -> tuple[int, ...]:
        """Where a position stands, in the terms of the address."""
        turn = self.game.rules.turn(state)
        return (turn.index,) if self.address.turn is not None else (turn.round, turn.cycle)[: len(self.target)]

    def _look(self) -> bool:
        """Whether the place has been passed; also notes whether the game was there."""
        place = self._place(self.game.state)
        self._found = self._found or place == self.target
        return place > self.target

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        if not self.left_behind and self._look():
            self._keep()

    def _before_step(self, game: Replay) -> None:
        """Try on a copy the step that begins the next round, as it is not part of the round asked for.

        The same applies to a turn whose end is asked for.
        """
        if self.left_behind or not (self.address.ended or self.address.round is not None):
            return
        if self._counter(game.state) != self.target[0]:
            return
        self._look()
        ahead = fork(game.state)
        step = game.rules.proceed(ahead)
        if self._found and step is not None and not step.ends_round and self._counter(ahead) > self.target[0]:
            self._keep()

    def _after_step(self, game: Replay, step: Step) -> None:
        if self.left_behind:
            return
        self._look()
        if step.ends_round and self._found and self._counter(game.state) == self.address.round:
            self._keep()

    def _counter(self, state: Any) -> int:
        """The turn, or else the round, that a position belongs to."""
        turn = self.game.rules.turn(state)
        return turn.index if self.address.turn is not None else turn.round
