"""What the hot loop needs from a replay: a type that `engine.feeding` and `engine.replay` share."""

from typing import Any, NoReturn, Protocol

from engine.clause import Violation
from engine.declaration import Step
from engine.entries import Entered
from engine.rules import Ruleset
from events.log.record import Record


class Course(Protocol):
    """A game being replayed: its position, what has been played and entered so far, and how to stop."""

    rules: Ruleset[Any]
    state: Any
    seq: int
    settled: bool
    played: list[tuple[int | None, Any, int]]
    entered: list[Entered]
    steps_done: list[str]

    def settle(self) -> None:
        """Run all automatic steps that are due."""

    def note_step(self, step: Step) -> None:
        """Note an automatic step that was done, and what it entered."""

    def observe_in(self, record: Record[Any]) -> None:
        """Compare the figures observed in a record. Raises Unreadable for a seat that is not at the table."""

    def stop(self, seq: int, line: int, actor: int | None, event: Any, violation: Violation) -> NoReturn:
        """Note the record that breaks a clause. Raises Stopped."""
