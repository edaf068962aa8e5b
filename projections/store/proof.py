"""Proof of a store: whether its tables match its records, game by game and as a whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.rules import ruleset
from events.log.codec import encode
from events.log.native import ChainBroken
from events.problems import LogProblem, count
from events.store.acts import acts, forgotten
from events.store.completeness import Ledger, incomplete
from events.store.database import StoreUnusable, damage
from events.store.differences import first_difference
from events.store.event_store import EventStore, Rows
from events.store.foreign import foreign
from events.store.one_by_one import one_by_one
from events.store.row_seal import seal_of
from events.store.schema import OF_PLAYERS, ROWS, GameRow
from events.verdicts import SUMMARY, VERDICTS
from projections.store.known_facts import facts
from projections.store.rejudge import rows_now

PROVEN = tuple(table for table in ROWS if table not in ("games", "sources"))
UNPROVEN = ("game_id", "imported_at", "source_digest")
"""Columns that record how a game got into the store: only its leaf proves that they are unchanged."""


class Proof(Struct):
    """The errors in a stored game (empty: none); `broken` is True if its hash chain is broken."""

    game_id: str
    wrong: list[str]
    broken: bool = False


@contextmanager
def readable(store: EventStore) -> Iterator[None]:
    """Raise StoreUnusable for tables with other types than the program's, which no statement of the program fits."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        wrong = [text for text in foreign(store.connection) if "as the program makes it" in text]
        if damage(error) or not wrong:
            raise
        raise StoreUnusable(f"{store.path}: {wrong[0]}; restore it from a backup") from None


def prove(store: EventStore) -> Iterator[Proof]:
    """Judge every stored game again, derive its rows, and compare them with those stored."""
    for game_id in one_by_one(store, [head.game_id for head in store.heads()]):
        try:
            row, rows = rows_now(store, store.read(game_id))
        except LogProblem as problem:
            chain = isinstance(problem, ChainBroken)
            yield Proof(game_id, [str(problem) if chain else f"cannot be replayed: {problem}"], broken=chain)
        else:
            yield Proof(game_id, differences(store, row, rows))


def differences(store: EventStore, game: GameRow, rows: Rows) -> list[str]:
    """The differences, in words, between the stored rows of a game and `rows`, which follow from its records."""
    wrong = _row(store, game) + _source(store, game)
    return wrong + [text for table in PROVEN if (text := first_difference(store, table, game.game_id, rows[table]))]


def _row(store: EventStore, game: GameRow) -> list[str]:
    """The differences in the game's own row, column by column."""
    columns = [name for name in GameRow.__struct_fields__ if name not in UNPROVEN]
    selected = store.connection.execute(f"SELECT {', '.join(columns)} FROM games WHERE game_id = ?", [game.game_id])
    stored = dict(zip(columns, selected.fetchall()[0], strict=True))
    for name in ("options", "catalogue"):
        stored[name] = None if stored[name] is None else msgspec.json.decode(stored[name])
    wrong = [
        f"games: {name} {_shown(stored[name])}, computed {_shown(value)}"
        for name in columns
        if stored[name] != (value := msgspec.json.decode(encode(getattr(game, name)))) and name != "ruleset_version"
    ]
    if game.verdict != SUMMARY and stored["ruleset_version"] != ruleset(game.game).version:
        now = ruleset(game.game).version
        wrong.append(f"games: judged by version {stored['ruleset_version']} of the rules, present version {now}")
    return wrong


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _source(store: EventStore, game: GameRow) -> list[str]:
    """Check that the file of a game is listed as its own, with its verdict and the name that the game states."""
    found = store.connection.execute(
        "SELECT game_id, verdict, name FROM sources WHERE digest = ?", [game.source_digest]
    ).fetchall()
    named = "source" in msgspec.json.decode(game.header)  # otherwise the header names another source
    for owner, verdict, name in found:
        if owner != game.game_id:
            return [f"sources: {game.source} belongs to game {owner}"]
        if verdict != game.verdict:
            return [f"sources: verdict {verdict}, computed {game.verdict}"]
        if not named and Path(name).name != game.source:
            return [f"games: source {_shown(game.source)}, its file is {_shown(Path(name).name)}"]
    return []


def beside(store: EventStore, ledger: Ledger) -> list[str]:
    """Everything wrong in a store besides what is wrong in a game by itself."""
    of_leaves = incomplete(store.connection, ledger)
    return [*foreign(store.connection), *of_leaves, *strays(store), *facts_wrong(store)]


def strays(store: EventStore) -> list[str]:
    """What proofs of games do not cover: rows of games that are not stored, files with an unknown verdict."""
    found = []
    for table in ROWS:
        (number,), *_ = store.connection.execute(
            f"SELECT count(*) FROM {table} WHERE game_id NOT IN (SELECT game_id FROM games)"
        ).fetchall()
        if number:
            found.append(f"{table}: {count(number, 'row')} of games that are not stored")
    unknown = store.connection.execute("SELECT DISTINCT verdict FROM sources ORDER BY 1").fetchall()
    return found + [f"sources: the verdict {verdict}" for (verdict,) in unknown if verdict not in VERDICTS]


def facts_wrong(store: EventStore) -> list[str]:
    """Errors in facts and acts, which do not follow from records: changed or missing rows, strays."""
    stored_facts, done = facts(store), acts(store)
    wrong = [
        f"{table}: row {row.number} is not what was appended"
        for table, rows in (("facts", stored_facts), ("acts", done))
        for row in rows
        if row.hash != seal_of(row)
    ]
    there = len(stored_facts) + sum(act.facts for act in done)
    if max([there, store.last_number("facts"), *(row.number for row in stored_facts)]) != there:
        wrong.append("facts: rows are missing")
    if [act.number for act in done] != [*range(1, max(len(done), store.last_number("acts")) + 1)]:
        wrong.append("acts: rows are missing")
    stored = {head.game_id: head.identity for head in store.heads()}
    if astray := sum(row.game_id not in stored for row in stored_facts if row.kind not in OF_PLAYERS):
        wrong.append(f"facts: {count(astray, 'row')} of games that are not stored")
    identities = {*stored.values()}
    return wrong + [
        f"acts: the game {act.game_id} is both stored and forgotten"
        for act in forgotten(store)
        if act.identity in identities
    ]
