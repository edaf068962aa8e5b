"""Addresses: the places of a game that a user can name.

start      before the first record        end     after the last
#217       after record 217               -10     ten records before the end
t45        after turn 45                  r3      at the end of round 3, before what follows in round 4
r3.t2      after the second turn of the table in round 3

Round 0 is the setup: `r0` is the position in which it is over and nothing of round 1 has happened. Of a game that is
set up without records it is the start.
"""

import re
from typing import Any, NamedTuple

from engine.replay import Replay, Stopped
from engine.ruleset import Ruleset, Step
from engine.snapshot import fork
from events.codec import Unreadable
from events.log import GameLog, resolve

_FORM = re.compile(
    r"(?P<word>start|end)|#(?P<seq>\d{1,99})|-(?P<back>\d{1,99})|"
    r"t(?P<turn>\d{1,99})|r(?P<round>\d{1,99})(?:\.t(?P<cycle>\d{1,99}))?"
)


class Address(NamedTuple):
    """A place: a record's number, or the last position of a turn, of a round, of a cycle of a round."""

    seq: int | None = None
    turn: int | None = None
    round: int | None = None
    cycle: int | None = None


def parse(text: str, records: int) -> Address:
    """Read an address in a game of so many records. Raises Unreadable if it is none, or lies outside the game."""
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise Unreadable(f"the address {text!r}", "start, end, #217, t45, r3, r3.t2 or -10")
    if match["word"]:
        return Address(seq=0 if match["word"] == "start" else records)
    if match["turn"]:
        return Address(turn=int(match["turn"]))
    if match["round"]:
        return Address(round=int(match["round"]), cycle=int(match["cycle"]) if match["cycle"] else None)
    seq = int(match["seq"]) if match["seq"] else records - int(match["back"])
    if not 0 <= seq <= records:
        raise Unreadable(f"the address {text!r}", f"a place in a game of {records} records")
    return Address(seq=seq)


def goto(rules: Ruleset[Any], log: GameLog, text: str) -> Replay:
    """Replay a log up to an address. Raises Unreadable if the game does not reach it.

    The end of a round may be followed by automatic steps: `settle` the replay before asking what is legal.
    """
    records = resolve(log)
    address = parse(text, log.records[-1].seq if log.records else 0)
    game = Replay(rules, log.header)
    if address.seq is not None:
        game.feed(record for record in records if record.seq <= address.seq)
        return game
    if _Watch(game, address).run(records):
        return game
    raise Unreadable(f"the address {text!r}", "a turn or round that the game reaches")


class _Watch:
    """Stops a replay as soon as the position asked for is left behind."""

    def __init__(self, game: Replay, address: Address) -> None:
        self.game, self.address = game, address
        self.target = tuple(part for part in address[1:] if part is not None)
        self.found = not any(self.target) and self._place(game.state) > self.target  # a setup without records

    def run(self, records: Any) -> bool:
        """Whether the game reaches the position; the replay then stands there."""
        if self.found:
            return True
        game = self.game
        game.on_record, game.on_due, game.on_step = self._before_record, self._before_step, self._after_step
        game.feed(records)
        game.on_record = game.on_due = game.on_step = None
        self._look()
        return self.found

    def _place(self, state: Any) -> tuple[int, ...]:
        """Where a position stands, in the terms of the address."""
        turn = self.game.rules.turn(state)
        return (turn.index,) if self.address.turn is not None else (turn.round, turn.cycle)[: len(self.target)]

    def _look(self) -> bool:
        """Whether the position is left behind; note whether it was there."""
        place = self._place(self.game.state)
        self.found = self.found or place == self.target
        return place > self.target

    def _before_record(self, game: Replay) -> None:
        if self._look():
            raise Stopped

    def _before_step(self, game: Replay) -> None:
        """The step that begins the next round is none of the round asked for: what it would do is tried on a copy."""
        if self.address.round is None or game.rules.turn(game.state).round != self.address.round:
            return
        self._look()
        ahead = fork(game.state)
        step = game.rules.proceed(ahead)
        if self.found and step is not None and not step.ends_round and self._round(ahead) > self.address.round:
            raise Stopped

    def _after_step(self, game: Replay, step: Step) -> None:
        self._look()
        if step.ends_round and self.found and self._round(game.state) == self.address.round:
            raise Stopped

    def _round(self, state: Any) -> int:
        return self.game.rules.turn(state).round
