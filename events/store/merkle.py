"""The Merkle tree of RFC 6962 and RFC 9162 with SHA-256: roots, and proofs about them.

    hash(leaf) = SHA-256(0x00 + content)        hash(node) = SHA-256(0x01 + hash(left) + hash(right))

The left part of a tree of n leaves is the largest complete tree with fewer than n. The root of no leaves is the hash of
nothing. Functions take the 32-byte hashes of leaves, in order; leaves are counted from 0.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(content: bytes) -> bytes:
    """The hash of a leaf: 32 bytes."""
    return sha256(b"\x00" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node above two others: 32 bytes."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """A tree to which leaves are appended: its `size`, and the roots of the complete trees in it, largest first.

    There are at most log2(size) + 1 of these, and nothing else is needed to append and to compute the root.
    """

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        self.size = size
        self.peaks = list(peaks)

    def append(self, leaf: bytes) -> None:
        """Append the hash of a leaf."""
        self.peaks.append(leaf)
        complete = self.size
        while complete & 1:  # two trees of the same height become one
            right = self.peaks.pop()
            self.peaks[-1] = node_hash(self.peaks[-1], right)
            complete >>= 1
        self.size += 1

    def root(self) -> bytes:
        """The root of all leaves so far."""
        return _joined(self.peaks)

    def copy(self) -> "Frontier":
        """A tree of the same leaves that grows on its own."""
        return Frontier(self.size, self.peaks)


def _joined(peaks: Sequence[bytes]) -> bytes:
    """The root over the roots of complete trees, largest first."""
    if not peaks:
        return EMPTY
    whole = peaks[-1]
    for left in reversed(peaks[:-1]):
        whole = node_hash(left, whole)
    return whole


def root(leaves: Iterable[bytes]) -> bytes:
    """The root of a tree."""
    tree = Frontier()
    for leaf in leaves:
        tree.append(leaf)
    return tree.root()


def roots(leaves: Iterable[bytes]) -> Iterator[bytes]:
    """The roots of the first 0, 1, 2 ... leaves: every root that a growing tree has had."""
    tree = Frontier()
    yield tree.root()
    for leaf in leaves:
        tree.append(leaf)
        yield tree.root()


def inclusion_proof(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The hashes that lead from leaf `index` to the root, from the bottom up (RFC 9162, 2.1.3.1)."""
    if not 0 <= index < len(leaves):
        raise IndexError(index)
    path, start, end = [], 0, len(leaves)
    while end - start > 1:
        middle = start + _left(end - start)
        if index < middle:
            path.append(root(leaves[middle:end]))
            end = middle
        else:
            path.append(root(leaves[start:middle]))
            start = middle
    return path[::-1]


def consistency_proof(before: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The hashes that show that a tree begins with the leaves of an earlier one of size `before` (RFC 9162, 2.1.4.1).

    Empty for two trees of the same size, and for an earlier tree without leaves.
    """
    if not 0 <= before <= len(leaves):
        raise IndexError(before)
    path: list[bytes] = []
    start, end, whole = 0, len(leaves), True
    if before == 0:
        return path
    while before - start != end - start:
        middle = start + _left(end - start)
        if before <= middle:
            path.append(root(leaves[middle:end]))
            end = middle
        else:
            path.append(root(leaves[start:middle]))
            start, whole = middle, False
    if not whole:
        path.append(root(leaves[start:end]))
    return path[::-1]


def _left(size: int) -> int:
    """The leaves of the left part of a tree with at least two: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1


def verify_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], whole: bytes) -> bool:
    """Whether a path proves that the hash of a leaf is at `index` in the tree with this size and root (2.1.3.2)."""
    if not 0 <= index < size:
        return False
    node, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = node_hash(sibling, found)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and found == whole


def verify_consistency(before: int, size: int, root_before: bytes, whole: bytes, path: Sequence[bytes]) -> bool:
    """Whether a path proves that the tree with this size and root begins with the earlier one (2.1.4.2)."""
    if not 0 <= before <= size:
        return False
    if before == size or before == 0:
        return not path and root_before == (whole if before else EMPTY)
    hashes = [root_before, *path] if before & before - 1 == 0 else list(path)
    if not hashes:
        return False
    node, last = before - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    earlier = later = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            earlier, later = node_hash(sibling, earlier), node_hash(sibling, later)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            later = node_hash(later, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and earlier == root_before and later == whole
