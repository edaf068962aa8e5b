"""The leaves of a store: what it took in, in order; each is the canonical JSON of one of these Structs.

A leaf holds hashes, verdicts and numbers, but no names, so those of forgotten games stay.
"""

from hashlib import sha256
from typing import Any

from msgspec import Struct

from events.log.codec import Decoder, Unreadable, encode


class Leaf(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="leaf"):
    """A leaf; its field `leaf` says of which kind."""


class ChangeLeaf(Leaf, frozen=True, tag="change"):
    """The beginning of the `number`-th change of a store, with the root `before` it."""

    number: int
    change: str
    changed_at: str
    before: str


class TablesLeaf(Leaf, frozen=True, tag="tables"):
    """The tables were created or migrated: the rows of `schema_version`."""

    versions: list[tuple[int, str]]


class GameLeaf(Leaf, frozen=True, tag="game"):
    """A game was taken in, extended, rebuilt by newer rules, or was in the store before it had leaves.

    `ruleset` is the version of the rules that gave the verdict. `intake` is a hash of what does not follow from the
    records: where the game came from and when, and what was found wrong in its source (`Intake`).
    """

    how: str
    game_id: str
    game: str
    identity: str
    head: str
    verdict: str
    ruleset: str
    records: int
    intake: str


class SourceLeaf(Leaf, frozen=True, tag="source"):
    """A file was imported: its digest, its game, and the hash of its row."""

    digest: str
    game_id: str
    hash: str


class FactLeaf(Leaf, frozen=True, tag="fact"):
    """A fact was stored, about a game or about none."""

    number: int
    hash: str
    game_id: str | None = None


class ActLeaf(Leaf, frozen=True, tag="act"):
    """A game was forgotten, or brought back."""

    number: int
    act: str
    game_id: str
    hash: str


NEW, EXTENDED, REBUILT, ADOPTED = "new", "extended", "rebuilt", "adopted"
"""How a game came to be as its leaf states."""

AnyLeaf = ChangeLeaf | TablesLeaf | GameLeaf | SourceLeaf | FactLeaf | ActLeaf
_decode: Decoder[AnyLeaf] = Decoder(AnyLeaf)


def leaf_in(content: bytes) -> AnyLeaf:
    """The leaf with this content. Raises Unreadable, also if it is not in canonical form."""
    leaf = _decode(content)
    if encode(leaf) != content:
        raise Unreadable("a leaf in another form", "canonical JSON")
    return leaf


def hash_of(row: Any) -> str:
    """The SHA-256 of the canonical JSON of a row, or of rows."""
    return sha256(encode(row)).hexdigest()
