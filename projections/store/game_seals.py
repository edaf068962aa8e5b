"""The seals of games: beside a log, and kept in a store, where they are facts about the game."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from events.files import SEALS, Blob
from events.log import chain
from events.log.codec import Unreadable
from events.seals.judging import Keys, SealFinding, bad, judge, named
from events.seals.seal_file import Seal, seals_in
from events.seals.ssh_signatures import armored, can_verify, fingerprint, public_key
from events.seals.statements import FILE, LOG, Fit, Statement, chain_of, fit, statement
from events.store.event_store import EventStore, StoredGame
from events.store.row_seal import sealed
from events.store.schema import KEY, SEAL, FactRow
from events.store.tree import FACTS
from events.verdicts import FAILS, HOLDS
from projections.store.adding_facts import next_number
from projections.store.find import Found
from projections.store.known_facts import facts, in_force

Line = tuple[int, str, str, str, str]
"""A seal in a file: its line, the statement, the signature, the fingerprint of its key, and the digest of the file."""


def beside_log(blob: Blob, keys: Keys | None = None) -> list[SealFinding]:
    """The findings on the seals beside a log; none if it has none."""
    return named(judged_beside(blob, chain_of(blob.data))[0], keys or {}) if blob.seals else []


def judged_beside(blob: Blob, hashes: Sequence[str]) -> tuple[list[SealFinding], list[Line]]:
    """The findings on the seals beside a log with these hashes, and the seals that a store may keep with the game.

    These are genuine, and true of the log: of its records, or of the whole file.
    """
    findings, kept = list[SealFinding](), list[Line]()
    able, digest = can_verify(), sha256(blob.seals).hexdigest()
    for line, seal in seals_in(blob.seals):
        if isinstance(seal, Unreadable):
            findings.append(bad(line, seal))
            continue
        finding = judge(line, seal, lambda stated: fit(stated, hashes, blob.data), able=able)
        findings.append(finding)
        if finding.genuine and finding.state == HOLDS and (statement(seal.statement).kind == LOG or finding.whole):
            kept.append((line, seal.statement, seal.signature, finding.key, digest))
    return findings, kept


def keys(store: EventStore) -> dict[str, str]:
    """The fingerprints of the keys that are facts of a store, with their players."""
    return {
        fingerprint(public_key(name)): known.value
        for (kind, _, name), known in in_force(store).items()
        if kind == KEY and known.value
    }


def keys_in(path: str) -> dict[str, str]:
    """The same of the store in a file; none if there is no store."""
    if not Path(path).exists():
        return {}
    with EventStore(path, read_only=True) as store:
        return keys(store)


def keep(store: EventStore, found: Mapping[tuple[str, str], Sequence[Line]], now: str) -> int:
    """Add seals to the facts of a store: (game, file) -> those of `judged_beside`. Returns how many were added.

    Those already there are not added again, nor those that are not true of the game as it is stored: it can have come
    from another log of the same game.
    """
    rows: list[FactRow] = []
    with store.transaction(FACTS):
        number, wanted = next_number(store), [sorted({game_id for game_id, _ in found})]
        ask = store.connection.execute
        heads = "SELECT game_id, records, head FROM games WHERE game_id IN (SELECT unnest(?))"
        whole = {game_id: Statement(LOG, records, head) for game_id, records, head in ask(heads, wanted).fetchall()}
        names = f"SELECT game_id, name FROM facts WHERE kind = '{SEAL}' AND game_id IN (SELECT unnest(?))"
        there = set(ask(names, wanted).fetchall())
        for (game_id, file), seals in found.items():
            for line, text, signature, key, digest in seals:
                name, stated = f"{text.strip()} by {key}", statement(text)
                if (game_id, name) in there or not (stated == whole[game_id] or _is_true(store, game_id, stated)):
                    continue
                there.add((game_id, name))
                place = (f"{file}{SEALS}", line, digest, now)
                rows.append(sealed(FactRow(number + len(rows), SEAL, game_id, name, _bare(signature), *place, "")))
        if rows:
            store.append_annotations({"facts": rows})
    return len(rows)


def _is_true(store: EventStore, game_id: str, stated: Statement) -> bool:
    """Whether a statement is true of a stored game: `_true_of`, for one that is not read yet."""
    return _true_of(store, store.read(game_id))(stated).true


def _true_of(store: EventStore, game: StoredGame) -> Callable[[Statement], Fit]:
    """What decides whether a statement is true of a stored game: of its records, or of a file that it came from."""
    hashes = list(chain.hashes(game.header, game.bodies))
    found = store.connection.execute("SELECT digest FROM sources WHERE game_id = ?", [game.game_id]).fetchall()
    digests = {digest for (digest,) in found}

    def true_of(stated: Statement) -> Fit:
        if stated.kind != FILE:
            return fit(stated, hashes, b"")
        there = stated.digest in digests
        return Fit(there, "the file that it came from" if there else "another file than it came from", there)

    return true_of


def signer(each: SealFinding) -> str:
    """The player who sealed, or the key if it is not known whose it is."""
    return each.by or (f"the unknown key {each.key}" if each.key else "nobody")


def seal_words(findings: Sequence[SealFinding]) -> str:
    """`sealed by Ann and Bob (all 88 records); FAILS: the seal of Cleo (...)`; empty without seals."""
    held: dict[str, list[str]] = {}
    for each in findings:
        if each.state == HOLDS:
            held.setdefault(each.covers, []).append(signer(each))
    parts = [f"sealed by {' and '.join(dict.fromkeys(names))} ({covers})" for covers, names in held.items()]
    for each in findings:
        if each.state != HOLDS:
            parts.append(
                f"{'FAILS' if each.state == FAILS else 'not checked'}: the seal of {signer(each)} ({each.covers})"
            )
    return "; ".join(parts)


def of_game(found: Found, db: str) -> list[SealFinding]:
    """The findings on the seals of a game that was found; a store, if there is one, knows whose keys they are."""
    if found.stored is not None:
        with EventStore(db, read_only=True) as store:
            return kept(store, found.stored)
    if found.file is None or not found.file.seals:
        return []
    return beside_log(found.file, keys_in(db))


def _bare(signature: str) -> str:
    """A signature without its armor."""
    return "".join(line for line in signature.split("\n") if not line.startswith("-----"))


def kept(store: EventStore, game: StoredGame) -> list[SealFinding]:
    """The findings on the seals of a stored game, with the names of the players whose keys the store knows."""
    rows = [row for row in facts(store, game.game_id) if row.kind == SEAL]
    if not rows:
        return []
    true_of = _true_of(store, game)
    able, findings = can_verify(), []
    for row in rows:
        stated = row.name.partition(" by ")[0]
        findings.append(judge(row.number, Seal(f"{stated}\n", armored(row.value)), true_of, able=able))
    return named(findings, keys(store))
