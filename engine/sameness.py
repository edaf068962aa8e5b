"""What makes two logs the same game: what was fixed before it, and what was done in it.

A log's source, its layout, the figures printed along the way, notes and records taken back do not count. Events count
as `legal` spells them. Consecutive events of one seat count in any order that leaves all figures the same, as platforms
differ in the order in which they write simultaneous answers.
"""

from collections.abc import Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Any

from engine.figure_json import figures_of
from engine.options import stated_options
from engine.replay import Replay
from engine.rules import Ruleset, ruleset
from events.log.codec import encode_lines
from events.log.identity import identity_of, opening
from events.log.native import GameLog, resolve
from events.log.record import Header


class Sameness:
    """Watches one replay; attach it before the first event, and ask for the identity after the last.

    While the game runs it only takes notes; everything is encoded together when the identity is asked for.
    """

    def __init__(self, game: Replay) -> None:
        self.opening = opening(game.header, plain_options(game.rules, game.header))
        self._respelled = game.rules.respelled
        self._spelled: dict[int, Any] = {}
        self._actor: int | None = None
        self._starts: list[int] = []
        self._figures: dict[int, list[tuple[int, ...]]] = {}
        self._values: list[tuple[int, ...]] = []
        self._entered = 0
        self._digest: bytes | None = None
        game.on_record.append(self._before_record)

    def identity(self, game: Replay, log: GameLog) -> str:
        """The identity of the log that was replayed; records that were not played count as written."""
        played = len(game.played)
        if self._digest is None:
            if self._starts and self._starts[-1] == played:  # the last record broke a clause
                self._starts.pop()
            self._spelled.pop(played, None)  # the record that broke a clause, if one did
            self._close(game)
            self._digest = self._played(game)
        further = resolve(log)[played:] if len(log.records) > played else []
        return identity_of(self._digest, [(record.actor, record.event) for record in further])

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        if actor is None or actor != self._actor:
            self._close(game)
            self._starts.append(len(game.played))
            self._actor = actor
        if type(event) in self._respelled:
            self._spelled[len(game.played)] = game.rules.plain(game.state, actor, event)

    def _close(self, game: Replay) -> None:
        """Close a run: several consecutive records of one seat count with the figures that they led to.

        A run belongs to one seat, from its first record on; each chance record is a run by itself.
        """
        if self._starts and len(game.played) - self._starts[-1] > 1:
            self._figures[self._starts[-1]] = self.values(game)

    def values(self, game: Replay) -> list[tuple[int, ...]]:
        """The values of the figures of all seats; those of a seat are looked up again once something is entered."""
        values, state, entered = game.rules.values, game.state, game.entered
        if not self._values:
            self._values = [values(state, seat) for seat in range(len(game.header.seats))]
        elif len(entered) > self._entered:
            self._values = self._values.copy()  # whoever asked before keeps them
            for seat in {entry.seat for at in entered[self._entered :] for entry in at.entries}:
                self._values[seat] = values(state, seat)
        self._entered = len(entered)
        return self._values

    def _played(self, game: Replay) -> bytes:
        """The hash of what was played: runs of records by one seat, with the records of each run in a fixed order."""
        events = [event for _, event, _ in game.played]
        for place, event in self._spelled.items():
            events[place] = event
        spelled = encode_lines(events)
        figures_with = figures_of(game.rules.figures_of_a_seat)
        figures = iter(encode_lines([list(map(figures_with, seats)) for seats in self._figures.values()]))
        pieces = [self.opening.encode()]
        for start, end in pairwise([*self._starts, len(spelled)]):
            actor = game.played[start][0]
            pieces.append(b"%d:" % (-1 if actor is None else actor))
            if end - start == 1:
                pieces.append(spelled[start])
            else:
                pieces += (b"\n".join(sorted(spelled[start:end])), b"\n", next(figures))
        return sha256(b"".join(pieces)).digest()


def identity(log: GameLog) -> str:
    """The identity of a log that would not otherwise be replayed."""
    game = Replay(ruleset(log.header.game), log.header)
    sameness = Sameness(game)
    game.feed(resolve(log))
    return sameness.identity(game, log)


def plain_options(rules: Ruleset[Any], header: Header) -> Mapping[str, Any]:
    """The options of a header without those that only state a default."""
    return header.options if rules.options is None else stated_options(rules.options(header))
