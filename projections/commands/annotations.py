"""What people add to a store in addition to logs: facts about games and players, and orders to forget a game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from events.problems import USAGE, count
from projections.commands.shared import json_line
from projections.screen.console import note, printed

if TYPE_CHECKING:
    from events.facts import FactFile
    from projections.season.reading import File


def read_facts(paths: Sequence[str] | None) -> "list[FactFile]":
    """Read files of facts. Ends the program, naming file and line, if one is refused."""
    from events import facts

    with refused():
        return [facts.read(path) for path in paths or ()]


def read_keys(paths: Sequence[str] | None) -> dict[str, str]:
    """The fingerprints of the public keys in files of facts, with their players. Ends the program as `read_facts`."""
    return keys_of(read_facts(paths)) if paths else {}


def keys_of(files: "Sequence[FactFile]") -> dict[str, str]:
    """The same of files that were read; a key that is nobody's any more has an empty name."""
    from events.seals.ssh_signatures import fingerprint, public_key
    from events.store.schema import KEY

    stated = [fact for file in files for fact in file.facts if fact.kind == KEY]
    return {fingerprint(public_key(fact.name)): fact.value for fact in stated}


@contextmanager
def refused() -> Iterator[None]:
    """Report a bad file of facts as an error in the command that names it, like a missing file."""
    from events.log.codec import Unreadable

    try:
        yield
    except Unreadable as problem:
        note(f"anyturn: {problem}")
        raise typer.Exit(USAGE) from None


def append_facts(files: "Sequence[FactFile]", db: str | None, quiet: bool, json: bool) -> None:
    """Append facts and print what became of each; if `quiet`, only those that contradict earlier ones or have notes."""
    from events.store.clock import now
    from events.store.event_store import EventStore
    from projections.screen.fact_lines import fact_lines, fact_totals
    from projections.store.adding_facts import CHANGED, add_facts
    from projections.store.find import store_path

    path = store_path(db)
    with refused(), EventStore(path, read_only=not Path(path).exists()) as store:  # a missing store is not created
        added = add_facts(store, files, now())
    shown = [fact for fact in added if not quiet or fact.status == CHANGED or fact.notes]
    printed(line for fact in shown for line in ([json_line(fact.as_json())] if json else fact_lines(fact)))
    note(fact_totals(added))


def read_pattern(path: str) -> "File":
    """Read a SEASON.toml with a pattern of names. Ends the program, naming file and line, if it is refused."""
    from events.log.codec import Unreadable
    from projections.season.reading import read

    with refused():
        file = read(path)
        if file.settings.names is None:
            raise Unreadable("no table [names]", "one with a pattern, such as S{season}_G{game}", name=path)
        return file


def append_names(file: "File", db: str | None, quiet: bool, json: bool) -> bool:
    """Append what the names of the stored games state, print what is new, and tell whether anything contradicts it."""
    from events.store.clock import now
    from events.store.event_store import EventStore
    from projections.screen.fact_lines import fact_lines, fact_totals
    from projections.season.names import add_named
    from projections.store.adding_facts import UNCHANGED
    from projections.store.find import store_path

    path = store_path(db)
    with refused(), EventStore(path, read_only=not Path(path).exists()) as store:  # a missing store is not created
        added, found = add_named(store, file, now())
    shown = [fact for fact in added if fact.status != UNCHANGED and not quiet]
    printed(line for fact in shown for line in ([json_line(fact.as_json())] if json else fact_lines(fact)))
    for line in found.contradictions:
        note(f"anyturn: {line}")
    if added:
        note(f"by the names of games: {fact_totals(added)}")
    if found.unfitting:
        games = count(len(found.unfitting), "game has", "games have")
        note(f"{games} no name that fits the pattern, such as {found.unfitting[0]!r}: nothing is guessed")
    return bool(found.contradictions)


def forget(name: str, db: str | None, json: bool) -> None:
    """Forget a game and print what was removed."""
    from events.store.clock import now
    from events.store.event_store import EventStore
    from projections.screen.fact_lines import act_line
    from projections.store.find import store_path
    from projections.store.forgotten import forget_named

    path = store_path(db)
    with EventStore(path, read_only=not Path(path).exists()) as store:  # a missing store is not created
        act = forget_named(store, name, now())
        left = store.branches_of(act.identity)
    printed([json_line(act) if json else act_line(act)])
    if left:
        note(f"its beginning is still stored in {count(len(left), 'branch', 'branches')}: {', '.join(left)}")
    note("its files are no longer imported; `anyturn import PATH --bring-back` stores it again")
