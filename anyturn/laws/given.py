"""Given a position, when somebody acts, then this follows: a vocabulary for testing the rules of any game.

given("nim", pile=5).when(0, Take(3)).then(pile=2, to_move=1).entered(0, "vp", +3, source="take")
given("nim", pile=2).when(0, Take(3)).rejected("NIM-2", stones=3, pile=2)
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Self

from engine.clause import Violation
from engine.ledger import Entry
from engine.rules import Ruleset, ruleset
from engine.snapshot import fork, state_bytes
from events.log.record import Header


def given(
    game: str, header: Header | None = None, /, *, players: int = 2, options: Any = None, **changes: Any
) -> "Position":
    """The first position of a game in which a player decides, with `changes` to the fields of its state.

    Without a `header`, the game's own sample for this number of `players` and these `options` is used; chance outcomes
    before the position are drawn, the same every time.
    """
    position = at_start(game, header, players=players, options=options)
    rules, state, rng = position.rules, position.state, Random(game)
    while (drawn := rules.outcome(state)) is not None:
        rules.apply(state, None, drawn.sample(rng))
        position.settled()
    return position.but(**changes)


def at_start(game: str, header: Header | None = None, /, *, players: int = 2, options: Any = None) -> "Position":
    """The position of a game before its first record."""
    rules = ruleset(game)
    header = header or rules.selfplay.header(Random(game), players, options or {}, True)
    return Position(rules, rules.start(header))


class Position:
    """A position of a game, and what has been entered since it was given."""

    def __init__(self, rules: Ruleset[Any], state: Any) -> None:
        self.rules, self.state = rules, state
        self.entries: list[Entry] = []

    def but(self, **changes: Any) -> Self:
        """The position with other values in some fields of its state."""
        for field, value in changes.items():
            assert field in self.state.__struct_fields__, f"a state has no field {field}"
            setattr(self.state, field, value)
        return self

    def when(self, actor: int | None, event: Any) -> "Outcome":
        """The outcome of an event. Its automatic steps have not been run yet: see `settled`."""
        before = state_bytes(self.state)
        try:
            self.entries += self.rules.apply(self.state, actor, event)
        except Violation as violation:
            return Outcome(self, violation, before == state_bytes(self.state))
        return Outcome(self)

    def settled(self) -> Self:
        """The position after the automatic steps that are due, including what they entered."""
        while (step := self.rules.proceed(self.state)) is not None:
            self.entries += step.entries
        return self

    def legal(self, *events: Any, actor: Any = ...) -> Self:
        """The events are among the legal ones, for `actor` if one is given."""
        offered = self._offered(actor)
        for event in events:
            assert event in offered, f"{event} is not legal; legal are {offered}"
        return self

    def not_legal(self, *events: Any, actor: Any = ...) -> Self:
        """None of the events is among the legal ones, for `actor` if one is given."""
        offered = self._offered(actor)
        for event in events:
            assert event not in offered, f"{event} is legal"
        return self

    def then(self, **fields: Any) -> Self:
        """The fields of the state have these values."""
        found = {field: getattr(self.state, field) for field in fields}
        assert found == fields
        return self

    def figures(self, seat: int, **figures: int) -> Self:
        """A seat has these figures."""
        computed: Mapping[str, int] = self.rules.figures(self.state, seat)
        assert {name: computed[name] for name in figures} == figures
        return self

    def entered(self, seat: int, figure: str, delta: int, source: str | None = None) -> Self:
        """There is an entry with this seat, figure and amount, from `source` if one is given."""
        assert any(
            (e.seat, e.figure, e.delta) == (seat, figure, delta) and source in (None, e.source) for e in self.entries
        ), f"entered was {self.entries}"
        return self

    def not_entered(self, seat: int, figure: str) -> Self:
        """No entry touches this figure of a seat."""
        assert not any((e.seat, e.figure) == (seat, figure) for e in self.entries), f"entered was {self.entries}"
        return self

    def fork(self) -> "Position":
        """An independent copy of the position."""
        return Position(self.rules, fork(self.state))

    def _offered(self, actor: Any) -> list[Any]:
        return [event for who, event in self.rules.legal(self.state) if actor is ... or who == actor]


class Outcome:
    """The outcome of an event: the position after it, or the violation; further checks assume that it was accepted."""

    def __init__(self, position: Position, violation: Violation | None = None, untouched: bool = True) -> None:
        self._position, self._violation, self._untouched = position, violation, untouched

    def rejected(self, clause: str, **facts: object) -> Position:
        """The event broke this clause, with at least these facts, and left the state byte for byte as it was."""
        assert self._violation is not None, f"accepted; {clause} should reject it"
        assert self._violation.clause == clause, f"rejected by {self._violation}, not by {clause}"
        found = {name: self._violation.facts.get(name, "no such fact") for name in facts}
        assert found == facts
        assert self._untouched, f"{clause} rejected the event after it had changed the state"
        return self._position

    def accepted(self) -> Position:
        """The position after the event."""
        if self._violation is not None:
            raise AssertionError(f"rejected by {self._violation}") from self._violation
        return self._position

    def __getattr__(self, name: str) -> Any:
        """All checks of a position, applied to the position after the event."""
        return getattr(self.accepted(), name)
