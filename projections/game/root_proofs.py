"""Proofs about the root of a store: written from the store, and checked without it."""

from pathlib import Path
from typing import Any

from events import files
from events.log import native
from events.log.codec import Unreadable, encode
from events.store import proof_file, tree
from events.store.event_store import EventStore
from events.store.leaves import AnyLeaf, GameLeaf, leaf_in
from events.store.proof_file import Consistency, Inclusion, ProofFails
from events.store.root import parse
from projections.store.find import find, find_stored


def of_game(path: str, name: str) -> Inclusion:
    """The proof that a stored game is in the root of its store, as it is now. Raises Unreadable and StoreUnusable."""
    game_id, _ = find_stored(name, path)
    with EventStore(path, read_only=True) as store:
        contents = list(tree.contents(store.connection))
    mentioned = encode(game_id)
    for index in reversed(range(len(contents))):
        if mentioned in contents[index] and _is_game(contents[index], game_id):
            return proof_file.inclusion(index, contents)
    raise Unreadable(f"no leaf of the game {game_id}", "one in every store; see `anyturn audit --all`")


def _is_game(content: bytes, game_id: str) -> bool:
    leaf = leaf_in(content)
    return isinstance(leaf, GameLeaf) and leaf.game_id == game_id


def since(path: str, root: str) -> Consistency:
    """The proof that a store continues an earlier root. Raises Unreadable and StoreUnusable."""
    before = parse(root)
    with EventStore(path, read_only=True) as store:
        return proof_file.consistency(before, tree.hashes(store.connection))


def check(name: str, expected: str | None, log: str | None) -> tuple[Inclusion | Consistency, AnyLeaf | None]:
    """Verify the proof in a file, and return it with the leaf that it proves, if it is about one.

    With a root, the proof must lead to it; with a log, the leaf must be that of a game with its head. Raises ProofFails
    and Unreadable.
    """
    root = None if expected is None else str(parse(expected))
    file = files.read(name)
    if file.problem is not None:
        raise file.problem
    proof = proof_file.read(file.data, file.name)
    try:
        leaf = proof.check()
        if root not in (None, proof.root):
            raise ProofFails(f"the proof is about the root {proof.root}, expected {root}")
        if log is not None:
            _check_log(leaf, log)
    except ProofFails as problem:
        raise ProofFails(f"{name}: {problem}") from None
    except Unreadable as problem:
        problem.name = problem.name or name
        raise
    return proof, leaf


def _check_log(leaf: AnyLeaf | None, log: str) -> None:
    if not isinstance(leaf, GameLeaf):
        raise Unreadable("--log with a proof that is not about a game", "a proof of a game, or no --log")
    if log != "-" and not Path(log).exists():
        raise Unreadable(f"no file {log!r}", "the log of the game")
    *_, last = native.write(find(log, "").log)
    if (head := native.hash_of(last)) != leaf.head:
        raise ProofFails(f"{log} has the head {head}, the game of the proof has {leaf.head}")


def as_json(proof: Inclusion | Consistency, leaf: AnyLeaf | None) -> dict[str, Any]:
    """What `check --json` prints of a proof that holds."""
    about = {"before": proof.before} if isinstance(proof, Consistency) else {"index": proof.index, "leaf": leaf}
    return {"holds": True, "root": proof.root} | about
