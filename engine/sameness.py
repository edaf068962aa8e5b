"""What makes two logs the same game: what was fixed before it, and what was done in it.

Where a log came from, how it is laid out, which figures were printed along the way, what was noted and what was taken
back do not count. Events count as `legal` spells them. What one seat does without anybody between counts in any order
after which all figures are the same: platforms write answers given at once in the one order or the other.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from engine.options import stated_options
from engine.replay import Replay
from engine.ruleset import Ruleset, ruleset
from events.codec import encode
from events.identity import identity_of, opening
from events.log import GameLog, resolve
from events.record import Header


class Sameness:
    """Watches one replay; attach it before the first event, and ask for the identity after the last."""

    def __init__(self, game: Replay) -> None:
        self.opening = opening(game.header, plain_options(game.rules, game.header))
        self._digest = sha256(self.opening.encode())
        self._seat: int | None = None
        self._run: list[bytes] = []
        self._noted = 0
        game.on_record.append(self._before_record)

    def identity(self, game: Replay, log: GameLog) -> str:
        """The identity of the log that was replayed; what was not played any more counts as it is written."""
        if self._noted > len(game.played):  # the last one broke a clause
            self._run.pop()
            self._noted -= 1
        if self._run:
            self._close(game)
        rest = [(record.actor, record.event) for record in resolve(log)[len(game.played) :]]
        return identity_of(self._digest.digest(), rest)

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        if self._run and (actor != self._seat or actor is None):
            self._close(game)
        self._seat = actor
        self._run.append(encode(game.rules.plain(game.state, event, actor)))
        self._noted += 1

    def _close(self, game: Replay) -> None:
        """The records of one seat without anybody between: in a fixed order, with the figures they led to."""
        if len(self._run) > 1:
            figures = [game.rules.figures(game.state, seat) for seat in range(len(game.header.seats))]
            self._run = [*sorted(self._run), encode(figures)]
        self._digest.update(b"%d:" % (-1 if self._seat is None else self._seat) + b"\n".join(self._run))
        self._run = []


def identity(log: GameLog) -> str:
    """The identity of a log that is not replayed for another reason anyway."""
    game = Replay(ruleset(log.header.game), log.header)
    sameness = Sameness(game)
    game.feed(resolve(log))
    return sameness.identity(game, log)


def plain_options(rules: Ruleset[Any], header: Header) -> Mapping[str, Any]:
    """The options of a header without those that only state a default."""
    return header.options if rules.options is None else stated_options(rules.options(header))
