"""Addresses: the places of a game that a user can name.

start      before the first record        end     after the last
#217       after record 217               -10     ten records before the end
t45        after turn 45                  r3      at the end of round 3, before what follows in round 4
r3.t2      after the second turn of the table in round 3
"""

import re
from typing import Any, NamedTuple

from engine.replay import Replay, Stopped
from engine.ruleset import Ruleset, Step
from events.codec import Unreadable
from events.log import GameLog, resolve

_FORM = re.compile(
    r"(?P<word>start|end)|#(?P<seq>\d+)|-(?P<back>\d+)|t(?P<turn>\d+)|r(?P<round>\d+)(?:\.t(?P<cycle>\d+))?"
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
    """Replay a log up to an address. Raises Unreadable if the game does not reach it."""
    records = resolve(log)
    address = parse(text, log.records[-1].seq if log.records else 0)
    game = Replay(rules, log.header)
    if address.seq is not None:
        game.feed(record for record in records if record.seq <= address.seq)
        return game
    if _Watch(game, address).run(records):
        return game
    raise Unreadable(f"the address {text!r}", f"a place that the game reaches (it ends at record {game.seq})")


class _Watch:
    """Stops a replay as soon as the position asked for is left behind."""

    def __init__(self, game: Replay, address: Address) -> None:
        self.game, self.address, self.found = game, address, False
        game.on_record = self._before_record
        game.on_step = self._after_step

    def run(self, records: Any) -> bool:
        self.game.feed(records)
        turn = self.game.rules.turn(self.game.state)
        reached = self._place(turn)
        return self.found or (reached is not None and reached >= self._target())

    def _target(self) -> tuple[int, ...]:
        address = self.address
        if address.turn is not None:
            return (address.turn,)
        return (address.round or 0, address.cycle) if address.cycle is not None else (address.round or 0,)

    def _place(self, turn: Any) -> tuple[int, ...]:
        if self.address.turn is not None:
            return (turn.index,)
        return (turn.round, turn.cycle) if self.address.cycle is not None else (turn.round,)

    def _before_record(self, game: Replay) -> None:
        if self._place(game.rules.turn(game.state)) > self._target():
            self.found = True
            raise Stopped

    def _after_step(self, game: Replay, step: Step) -> None:
        turn = game.rules.turn(game.state)
        if step.ends_round and turn.round == self.address.round:
            self.found = True
            raise Stopped
