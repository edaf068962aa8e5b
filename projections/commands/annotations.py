"""What people tell beside logs: facts about games and players, and that a game is to be forgotten."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from events.problems import USAGE
from projections.commands.shared import json_line
from projections.screen.console import printed, say

if TYPE_CHECKING:
    from events.facts import FactFile


def read_facts(paths: Sequence[str] | None) -> "list[FactFile]":
    """The facts of files. Ends the program with the file and line of one that is refused."""
    from events import facts

    with _refused():
        return [facts.read(path) for path in paths or ()]


@contextmanager
def _refused() -> Iterator[None]:
    """A file of facts that cannot be taken is a slip in the command that names it, like a file that is not there."""
    from events.log.codec import Unreadable

    try:
        yield
    except Unreadable as problem:
        say(f"anyturn: {problem}")
        raise typer.Exit(USAGE) from None


def tell_facts(files: "Sequence[FactFile]", db: str | None, quiet: bool, json: bool) -> None:
    """Append facts and tell what became of them; `quiet`: only those that contradict earlier ones, and notes."""
    from events.store.event_store import EventStore
    from projections.screen.fact_lines import fact_lines, fact_totals
    from projections.store.adding_facts import CHANGED, add_facts
    from projections.store.find import store_path
    from projections.store.storing import now

    path = store_path(db)
    with _refused(), EventStore(path, read_only=not Path(path).exists()) as store:  # nothing is made of a missing one
        told = add_facts(store, files, now())
    shown = [fact for fact in told if not quiet or fact.status == CHANGED or fact.notes]
    printed(line for fact in shown for line in ([json_line(fact.as_json())] if json else fact_lines(fact)))
    say(fact_totals(told))


def forget(name: str, db: str | None, json: bool) -> None:
    """Forget a game and tell what went."""
    from events.store.event_store import EventStore
    from projections.screen.fact_lines import act_line
    from projections.store.find import store_path
    from projections.store.forgotten import forget_named
    from projections.store.storing import now

    path = store_path(db)
    with EventStore(path, read_only=not Path(path).exists()) as store:  # nothing is made of a missing one
        act = forget_named(store, name, now())
    printed([json_line(act) if json else act_line(act)])
    say("its files stay out from now on; `anyturn import PATH --bring-back` stores it again")
