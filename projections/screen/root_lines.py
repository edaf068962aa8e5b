"""The root of a store, its changes, and proofs about it, in words."""

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from events.problems import count
from events.seals.judging import SealFinding
from events.store.leaves import ActLeaf, AnyLeaf, ChangeLeaf, FactLeaf, GameLeaf, SourceLeaf
from events.store.proof_file import Consistency, Inclusion
from events.store.schema import RootRow
from events.verdicts import FAILS, HOLDS, UNCHECKED
from projections.screen.tables import json_line
from projections.store.game_seals import signer
from projections.store.since import Since
from projections.store.witnesses import Misfit, Witness

LAST = 5
"""At most this many changes are listed, the last ones."""
DIGITS = 16
"""How many digits of a hash are shown in a list."""


def change_lines(changes: Sequence[RootRow]) -> Iterator[str]:
    """`import       2026-05-31 12:00:00  2:0f3c... -> 27:9f86...`, a line per change, roots shortened."""
    if len(changes) > LAST:
        yield f"{'changes':<12} {count(len(changes) - LAST, 'earlier one')}, which --json lists"
    for one in changes[-LAST:]:
        yield f"{one.change:<12} {one.changed_at}  {_short(one.before)} -> {_short(one.after)}"


def change_json(one: RootRow) -> dict[str, object]:
    """What `audit --all --json` prints of a change."""
    return {name: getattr(one, name) for name in RootRow.__struct_fields__ if name != "peaks"}


def _short(root: str) -> str:
    size, _, digest = root.partition(":")
    return f"{size}:{digest[:DIGITS]}"


def since_line(then: Since) -> str:
    """`since 12:0f3c...: 10 games then, 9 of them stored, 1 forgotten; 3 new`."""
    lost = f", {then.forgotten:,} forgotten" if then.forgotten else ""
    games = f"{count(then.games, 'game')} then, {then.still:,} of them stored{lost}; {then.new:,} new"
    return f"{'since':<12} {_short(then.since)}: {games}"


def witness_lines(kept: Sequence[Witness], wrong: Sequence[Misfit], file: str) -> Iterator[str]:
    """`witnesses    12 roots since 2026-05-31 fit`; otherwise the first root that does not fit, and why."""
    first = min(one.date for one in kept)
    if not wrong:
        yield f"{'witnesses':<12} {count(len(kept), 'root')} since {first} {'fits' if len(kept) == 1 else 'fit'}"
        return
    one = wrong[0].witness
    comment = f" ({one.comment})" if one.comment else ""
    yield f"FAILS  store  the root {one.root} of {one.date}{comment}, {file}:{one.line}: {wrong[0].why}"
    fit = "does not fit" if len(wrong) == 1 else "do not fit"
    yield f"{'witnesses':<12} {len(wrong):,} of {count(len(kept), 'root')} {fit}"


def seal_lines(seals: Sequence[tuple[str, SealFinding]], json: bool) -> Iterator[str]:
    """A line for each seal of a game, or of the store if there is no game."""
    for game_id, one in seals:
        if json:
            yield json_line({"seal": game_id or None} | asdict(one))
        else:
            state = {HOLDS: "sealed", FAILS: "FAILS", UNCHECKED: "unchecked"}[one.state]
            yield f"{state:<12} {game_id or 'store'}  by {signer(one)}: {one.covers}"


def proof_lines(proof: Inclusion | Consistency, leaf: AnyLeaf | None) -> Iterator[str]:
    """What a proof that holds proves."""
    if isinstance(proof, Consistency):
        yield f"holds  every leaf of {proof.before}"
        yield f"       is in its place in {proof.root}"
    elif leaf is not None:
        yield f"holds  {leaf_words(leaf)}"
        yield f"       is leaf {proof.index + 1:,} of {proof.root}"


def leaf_words(leaf: AnyLeaf) -> str:
    """What a leaf states."""
    match leaf:
        case GameLeaf():
            about = f"{leaf.game} {leaf.ruleset}, {leaf.verdict}, {count(leaf.records, 'record')}"
            return f"the game {leaf.game_id} ({about}, head {leaf.head})"
        case SourceLeaf():
            return f"the file {leaf.digest} of the game {leaf.game_id}"
        case FactLeaf():
            return f"fact {leaf.number}, hash {leaf.hash}"
        case ActLeaf():
            return f"act {leaf.number} ({leaf.act} {leaf.game_id}), hash {leaf.hash}"
        case ChangeLeaf():
            return f"change {leaf.number} ({leaf.change}, {leaf.changed_at})"
        case _:
            return f"tables of version {len(leaf.versions)}"
