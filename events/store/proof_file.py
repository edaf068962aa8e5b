"""Proofs about the root of a store as small files, which are checked without the store.

A file is one line of canonical JSON. Hashes are hexadecimal text, roots as `Root` writes them; `leaf` is the content of
a leaf as text, exactly the bytes that are hashed.
"""

from collections.abc import Sequence

from msgspec import Struct

from events.log.codec import Decoder, Unreadable
from events.problems import CHAIN, Problem
from events.store import merkle
from events.store.leaves import AnyLeaf, leaf_in
from events.store.root import Root, parse

LARGEST = 2**20
"""A larger file is no proof: one about a million of millions of leaves has 3 KB."""
EXPECTED = "a proof as `anyturn prove` writes it"


class ProofFails(Problem):
    """A proof does not lead to the root that it states."""

    STATUS = CHAIN


class Inclusion(Struct, frozen=True, forbid_unknown_fields=True, tag_field="proof", tag="inclusion"):
    """A proof that a leaf is at `index`, counted from 0, among those of a root."""

    root: str
    index: int
    leaf: str
    path: list[str]

    def check(self) -> AnyLeaf:
        """The proven leaf. Raises ProofFails or Unreadable."""
        root, content = parse(self.root), self.leaf.encode()
        if not merkle.verify_inclusion(merkle.leaf_hash(content), self.index, *_parts(root, self.path)):
            raise ProofFails(f"leaf {self.index + 1} and its path do not lead to the root {root}")
        return leaf_in(content)


class Consistency(Struct, frozen=True, forbid_unknown_fields=True, tag_field="proof", tag="consistency"):
    """A proof that a store with one root has all leaves of an earlier root, in their places."""

    before: str
    root: str
    path: list[str]

    def check(self) -> None:
        """Raises ProofFails or Unreadable."""
        before, root = parse(self.before), parse(self.root)
        size, path, digest = _parts(root, self.path)
        if not merkle.verify_consistency(before.size, size, before.digest, digest, path):
            raise ProofFails(f"the path does not lead from the root {before} to the root {root}")


_decode: Decoder[Inclusion | Consistency] = Decoder(Inclusion | Consistency)


def _parts(root: Root, path: Sequence[str]) -> tuple[int, list[bytes], bytes]:
    """The size of a root, a path to it as bytes, and its hash. Raises Unreadable."""
    return root.size, [_hash(step) for step in path], root.digest


def _hash(text: str) -> bytes:
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise Unreadable(f"the hash {text!r}", "64 hexadecimal digits")
    return bytes.fromhex(text)


def read(data: bytes, name: str) -> Inclusion | Consistency:
    """The proof in a file. Raises Unreadable."""
    try:
        if len(data) > LARGEST:
            raise Unreadable(f"{len(data):,} bytes", EXPECTED)
        return _decode(data)
    except Unreadable as problem:
        problem.name = name
        raise


def inclusion(index: int, contents: Sequence[bytes]) -> Inclusion:
    """The proof that a leaf is among all leaves with these contents."""
    leaves = [merkle.leaf_hash(content) for content in contents]
    path = merkle.inclusion_proof(index, leaves)
    root = Root(len(leaves), merkle.root(leaves))
    return Inclusion(str(root), index, contents[index].decode(), [step.hex() for step in path])


def consistency(before: Root, leaves: Sequence[bytes]) -> Consistency:
    """The proof that the leaves with these hashes begin with those of an earlier root. Raises Unreadable."""
    if before.size > len(leaves) or merkle.root(leaves[: before.size]) != before.digest:
        raise Unreadable(f"the root {before}", f"a root that the store had, of at most {len(leaves)} leaves")
    path = merkle.consistency_proof(before.size, leaves)
    return Consistency(str(before), str(Root(len(leaves), merkle.root(leaves))), [step.hex() for step in path])
