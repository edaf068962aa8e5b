"""The games that are installed, and the distributions that bring them (`anyturn games --installed`)."""

import tempfile
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from engine.clause import clauses
from engine.rules import games, ruleset
from events.packages import brought, package_of
from events.store.event_store import EventStore
from events.version import VERSION
from projections.stated_facts import flaw, games_with_facts
from projections.statistics import define


class Installed(Struct, frozen=True):
    """A game: its name, the version of its rules, who brings it, and how many clauses its rulebook has.

    A game that cannot be used has no name, version or clauses; `problem` states in one line why.
    """

    game: str
    name: str | None
    version: str | None
    distribution: str
    clauses: int | None
    problem: str = ""


def installed() -> Iterator[Installed]:
    """All games, those that can be used first, sorted by their ids."""
    failing = _failing()
    for game in games():
        rules, package = ruleset(game), package_of(game)
        distribution = f"{package.distribution} {package.version}" if package else f"anyturn {VERSION}"
        yield Installed(
            game, rules.name, rules.version, distribution, len(clauses(game)), flaw(game) or failing.get(game, "")
        )
    for each in brought():
        if each.problem:
            yield Installed(each.game, None, None, f"{each.distribution} {each.version}", None, each.problem)


def _failing() -> dict[str, str]:
    """Game -> why the definitions that its package brings for statistics fail; without any, no store is made."""
    if not any(package_of(game) for game in games_with_facts()):
        return {}
    with tempfile.TemporaryDirectory() as folder, EventStore(f"{folder}/empty.duckdb") as store:
        return define(store.connection)


def rows() -> tuple[list[str], list[dict[str, Any]]]:
    """The columns and rows of the list; without a problem anywhere, without that column."""
    found = [asdict(each) for each in installed()]
    columns = list(Installed.__struct_fields__)
    return (columns if any(row["problem"] for row in found) else columns[:-1]), found
