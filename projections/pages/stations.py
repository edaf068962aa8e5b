"""The stations of a game: the positions at which a page can stop, found in one replay, and their addresses."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.declaration import Step, Turn
from engine.ledger import Entry
from engine.replay import Replay


class Station(NamedTuple):
    """A position: the replay there, the turn in which its record was played, and what led there.

    `steps` are the automatic steps since the previous station, and `entries` what was entered since then. `record` is
    True if a record was played since then, by `actor` with `event`; otherwise there were only steps. `due` is the
    automatic step that comes next, if one comes before the next record. An `aside` is a position between a record and
    steps that enter nothing: only an address leads there, and what led there belongs to the next station.
    """

    game: Replay
    turn: Turn
    record: bool
    actor: int | None
    event: Any
    steps: tuple[str, ...]
    entries: tuple[Entry, ...]
    due: str = ""
    aside: bool = False


class Stations:
    """Watches one replay: attach it before the first event, call `finish` after the last.

    A position is a station if it follows a record and all its automatic steps, if it precedes a step that enters
    something, or if an address leads there.
    """

    def __init__(self, game: Replay) -> None:
        self.game = game
        self._seen: list[_Seen] = [_Seen(game.fork())]
        self._kept = {0}
        self._latest: tuple[int | None, Any, Turn] | None = None
        self._steps: list[Step] = []
        self._counted = 0
        self._places = _Places(game)
        self._is_new = False
        self._due = game.rules.turn(game.state), 0
        game.on_record.append(self._before_record)
        game.on_due.append(self._before_step)
        game.on_step.append(self._after_step)

    def _before_record(self, game: Replay, actor: int | None, event: Any) -> None:
        self._look()
        self._kept.add(self._here)
        turn, _ = self._due  # of this very position: no step was due in it
        self._seen[-1].game.settled = True  # so that nobody copies it to look for a step
        self._places.before_record(turn, self._here)
        self._latest = (actor, event, turn)
        self._is_new = True

    def _before_step(self, game: Replay) -> None:
        self._look()
        self._due = game.rules.turn(game.state), self._here

    def _after_step(self, game: Replay, step: Step) -> None:
        if step.entries:
            self._kept.add(self._here)
        self._steps.append(step)
        self._is_new = True
        self._look()
        turn = game.rules.turn(game.state)
        if not step.ends_round:
            self._places.begins(turn, *self._due)
        self._places.after_step(turn, self._here, step.ends_round)

    def _look(self) -> None:
        """Note the position if it differs from the last one noted."""
        if not self._is_new:
            return
        game = self.game
        entered = game.entered[self._counted :]
        self._counted = len(game.entered)
        entries = tuple(entry for each in entered for entry in each.entries)
        self._seen.append(_Seen(game.fork(), self._latest, tuple(step.name for step in self._steps), entries))
        self._latest, self._steps, self._is_new = None, [], False

    @property
    def _here(self) -> int:
        return len(self._seen) - 1

    def finish(self) -> tuple[list[Station], dict[str, int]]:
        """The stations in order, and the station number for each address of a turn or a round.

        Call it once, when the replay is over. All have the header of the whole game, with the facts that are open.
        """
        self.game.forget_observers()
        if self.game.seq > self._seen[-1].game.seq:  # otherwise the last record broke a clause
            self._look()
        self._kept.add(self._here)
        addresses = self._places.finish(self.game.state, self._here)
        for each in self._seen:
            each.game.header = self.game.header
        kept = sorted(self._kept | set(addresses.values()))
        numbers = {place: number for number, place in enumerate(kept)}
        return list(self._joined(kept)), {address: numbers[place] for address, place in addresses.items()}

    def _joined(self, kept: list[int]) -> Iterator[Station]:
        """The stations; what led to a position that is not a station is added to the next one."""
        stretches = [self._seen[last + 1 : place + 1] for last, place in zip([-1, *kept], kept, strict=False)]
        parts: list[_Seen] = []
        for stretch, after in zip(stretches, [*stretches[1:], None], strict=True):
            parts += stretch
            there = parts[-1].game
            due = after[0].steps[0] if after and not after[0].played else ""
            if due and not any(part.played or part.entries for part in after or ()):
                yield Station(there, there.rules.turn(there.state), False, None, None, (), (), due, aside=True)
                continue
            played = next((part.played for part in parts if part.played), None)
            actor, event, turn = played or (None, None, there.rules.turn(there.state))
            steps = tuple(step for part in parts for step in part.steps)
            entries = tuple(entry for part in parts for entry in part.entries)
            yield Station(there, turn, played is not None, actor, event, steps, entries, due)
            parts = []


class _Seen(NamedTuple):
    """A position passed in the replay; `played` is the record that led there, if any: actor, event, turn."""

    game: Replay
    played: tuple[int | None, Any, Turn] | None = None
    steps: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


class _Places:
    """Resolves all addresses of turns, rounds and cycles at once, as `engine.address` resolves one.

    `t` stands for turns, `e` for their ends, `r` for rounds, `c` for cycles of rounds. `_open` holds, for each of these
    families, the places that have begun and not yet ended.
    """

    def __init__(self, game: Replay) -> None:
        self.game = game
        self.kept: dict[str, int] = {}
        self._open: dict[str, set[tuple[int, ...]]] = {"t": set(), "e": set(), "r": set(), "c": set()}
        self._ended_before: Turn | None = None
        self._look(game.rules.turn(game.state))
        now = self._of(game.rules.turn(game.state))
        for family, place in now.items():
            if any(place):  # a setup without records is over at the start
                self._keep(family, (0,) * len(place), 0)

    @staticmethod
    def _of(turn: Turn) -> dict[str, tuple[int, ...]]:
        return {"t": (turn.index,), "e": (turn.index,), "r": (turn.round,), "c": (turn.round, turn.cycle)}

    def _look(self, turn: Turn) -> dict[str, tuple[int, ...]]:
        self._ended_before = None
        now = self._of(turn)
        for family, place in now.items():
            if place not in self._open[family] and self._address(family, place) not in self.kept:
                self._open[family].add(place)
        return now

    def _keep(self, family: str, place: tuple[int, ...], station: int) -> None:
        self.kept.setdefault(self._address(family, place), station)
        self._open[family].discard(place)

    @staticmethod
    def _address(family: str, place: tuple[int, ...]) -> str:
        forms = {"t": "t{}", "e": "t{}.end", "r": "r{}", "c": "r{}.t{}"}
        return forms[family].format(*place)

    def before_record(self, turn: Turn, station: int) -> None:
        """Keep every place that has ended when the next record comes; within a turn, this was done before."""
        if turn == self._ended_before:
            return
        now = self._look(turn)
        for family, places in self._open.items():
            for place in [place for place in places if place < now[family]]:
                self._keep(family, place, station)
        self._ended_before = turn

    def begins(self, then: Turn, turn: Turn, station: int) -> None:
        """A step that begins the next round or turn does not belong to the one before, which ended at that station."""
        self._look(turn)
        if then.index > turn.index:
            self._keep("e", (turn.index,), station)
        if then.round > turn.round:
            self._keep_round(turn.round, station)

    def after_step(self, turn: Turn, station: int, ends_round: bool) -> None:
        """A round may end with a step."""
        self._look(turn)
        if ends_round:
            self._keep_round(turn.round, station)

    def _keep_round(self, number: int, station: int) -> None:
        for family in ("r", "c"):
            for place in [place for place in self._open[family] if place[0] == number]:
                self._keep(family, place, station)

    def finish(self, state: Any, station: int) -> dict[str, int]:
        """All addresses; a place that is still open ends with the game."""
        self._look(self.game.rules.turn(state))
        for family, places in self._open.items():
            for place in list(places):
                self._keep(family, place, station)
        return self.kept
