"""What makes two logs the same game: what was fixed before it, and what was done in it.

Where a log came from, how it is laid out, which figures were printed along the way, what was noted and what was taken
back do not count. Events count as `legal` spells them. What one seat does without anybody between counts in any order
after which all figures are the same: platforms write answers given at once in the one order or the other.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from msgspec import Struct

from engine.options import stated_options
from engine.replay import Replay
from engine.ruleset import Ruleset, ruleset
from events.codec import encode, encode_lines
from events.identity import identity_of, opening
from events.log import GameLog, resolve
from events.record import Header


class Sameness:
    """Watches one replay; attach it before the first event, and ask for the identity after the last.

    While the game runs it only notes, and all is encoded together when the identity is asked for.
    """

    def __init__(self, game: Replay) -> None:
        self.opening = opening(game.header, plain_options(game.rules, game.header))
        self._events: list[Any] = []
        self._runs: list[_Run] = []
        self._digest: bytes | None = None
        game.on_record.append(self._before_record)

    def identity(self, game: Replay, log: GameLog) -> str:
        """The identity of the log that was replayed; what was not played any more counts as it is written."""
        del self._events[len(game.played) :]  # the last one broke a clause
        if self._runs and self._runs[-1].start >= len(self._events):
            self._runs.pop()
        if self._runs:
            self._close(game)
        if self._digest is None:
            self._digest = self._played()
        rest = [(record.actor, record.event) for record in resolve(log)[len(game.played) :]]
        return identity_of(self._digest, rest)

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        last = self._runs[-1] if self._runs else None
        if last is None or actor is None or actor != last.actor:
            if last is not None:
                self._close(game)
            self._runs.append(_Run(actor, len(self._events)))
        self._events.append(game.rules.plain(game.state, event, actor))

    def _close(self, game: Replay) -> None:
        """Several records of one seat without anybody between count with the figures that they led to."""
        run = self._runs[-1]
        if len(self._events) - run.start > 1:
            run.figures = [game.rules.figures(game.state, seat) for seat in range(len(game.header.seats))]

    def _played(self) -> bytes:
        """The hash of what was played: runs of records of one seat, those of a run in a fixed order."""
        digest = sha256(self.opening.encode())
        spelled = encode_lines(self._events)
        ends = [*(run.start for run in self._runs[1:]), len(spelled)]
        for run, end in zip(self._runs, ends, strict=False):
            pieces = spelled[run.start : end]
            if run.figures is not None:
                pieces = [*sorted(pieces), encode(run.figures)]
            digest.update(b"%d:" % (-1 if run.actor is None else run.actor) + b"\n".join(pieces))
        return digest.digest()


class _Run(Struct):
    """Records of one seat without anybody between, from `start` on; one of chance is a run by itself."""

    actor: int | None
    start: int
    figures: list[Mapping[str, int]] | None = None


def identity(log: GameLog) -> str:
    """The identity of a log that is not replayed for another reason anyway."""
    game = Replay(ruleset(log.header.game), log.header)
    sameness = Sameness(game)
    game.feed(resolve(log))
    return sameness.identity(game, log)


def plain_options(rules: Ruleset[Any], header: Header) -> Mapping[str, Any]:
    """The options of a header without those that only state a default."""
    return header.options if rules.options is None else stated_options(rules.options(header))
