"""The Merkle tree against the published vectors, a definition by recursion, and forged proofs."""

from hashlib import sha256

import pytest

from events.log.codec import Unreadable
from events.store import merkle, root
from events.store.merkle import Frontier, consistency_proof, inclusion_proof, verify_consistency, verify_inclusion

CONTENTS = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The leaves with which implementations of Certificate Transparency test their trees."""
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The published roots of the first 0 to 8 of them."""
LEAVES = [merkle.leaf_hash(content) for content in CONTENTS]
MANY = [merkle.leaf_hash(b"%d" % number) for number in range(40)]


def by_definition(leaves: list[bytes]) -> bytes:
    """MTH of RFC 9162, 2.1.1, word by word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return sha256(b"\x01" + by_definition(leaves[:k]) + by_definition(leaves[k:])).digest()


def test_roots_are_the_published_ones():
    """Roots of 0 to 8 leaves, one by one and as the history of a growing tree."""
    assert [merkle.root(LEAVES[:size]).hex() for size in range(9)] == ROOTS
    assert [one.hex() for one in merkle.roots(LEAVES)] == ROOTS
    assert merkle.EMPTY.hex() == ROOTS[0]


def test_roots_follow_the_definition():
    """Every root of up to 40 leaves, and a tree continued from its peaks."""
    for size in range(len(MANY) + 1):
        assert merkle.root(MANY[:size]) == by_definition(MANY[:size])
        tree = Frontier()
        for leaf in MANY[:size]:
            tree.append(leaf)
        later = Frontier(tree.size, tree.peaks)
        grown = tree.copy()
        grown.append(MANY[0])
        assert later.root() == tree.root() == by_definition(MANY[:size])
        assert grown.root() == by_definition([*MANY[:size], MANY[0]])


def test_published_inclusion_proofs():
    """Paths of the published vectors, spelled as nodes: leaf 0 of 8, 5 of 8, 2 of 3, 1 of 5."""
    a, b, c, d, e, f, g, h = LEAVES
    ab, cd, ef, gh = (merkle.node_hash(*pair) for pair in ((a, b), (c, d), (e, f), (g, h)))
    left, right = merkle.node_hash(ab, cd), merkle.node_hash(ef, gh)
    assert inclusion_proof(0, LEAVES) == [b, cd, right]
    assert inclusion_proof(5, LEAVES) == [e, gh, left]
    assert inclusion_proof(2, LEAVES[:3]) == [ab]
    assert inclusion_proof(1, LEAVES[:5]) == [a, cd, e]
    assert inclusion_proof(0, LEAVES[:1]) == []
    assert b.hex() == "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
    assert cd.hex() == "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    assert right.hex() == "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"


def test_published_consistency_proofs():
    """Paths of the published vectors, spelled as nodes: 1 of 8, 6 of 8, 2 of 5, 6 of 7."""
    a, b, c, d, e, f, g, h = LEAVES
    ab, cd, ef, gh = (merkle.node_hash(*pair) for pair in ((a, b), (c, d), (e, f), (g, h)))
    left, right = merkle.node_hash(ab, cd), merkle.node_hash(ef, gh)
    assert consistency_proof(1, LEAVES) == [b, cd, right]
    assert consistency_proof(6, LEAVES) == [ef, gh, left]
    assert consistency_proof(2, LEAVES[:5]) == [cd, e]
    assert consistency_proof(6, LEAVES[:7]) == [ef, g, left]
    assert consistency_proof(8, LEAVES) == consistency_proof(0, LEAVES) == []


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 31, 32, 33, 40])
def test_every_proof_holds_for_its_own_place_only(size):
    """Inclusion of every leaf, in at most log2 hashes; another leaf, place, size or root has another path."""
    leaves, whole = MANY[:size], merkle.root(MANY[:size])
    for index, leaf in enumerate(leaves):
        path = inclusion_proof(index, leaves)
        assert len(path) <= (size - 1).bit_length()
        assert verify_inclusion(leaf, index, size, path, whole)
        assert not verify_inclusion(merkle.leaf_hash(b"other"), index, size, path, whole)
        assert not verify_inclusion(leaf, index, size, path, merkle.EMPTY)
        assert not verify_inclusion(leaf, index, size, [*path, leaf], whole)
        assert not any(verify_inclusion(leaf, other, size, path, whole) for other in range(size + 2) if other != index)
        for place in range(len(path)):
            assert not verify_inclusion(leaf, index, size, path[:place] + path[place + 1 :], whole)
            assert not verify_inclusion(leaf, index, size, [*path[:place], leaf, *path[place + 1 :]], whole) or (
                path[place] == leaf
            )


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 31, 32, 33, 40])
def test_every_earlier_tree_is_consistent_and_no_other(size):
    """Consistency with every earlier size, in at most log2 + 1 hashes; a tree with another leaf has no proof."""
    whole = merkle.root(MANY[:size])
    for before in range(size + 1):
        path = consistency_proof(before, MANY[:size])
        earlier = merkle.root(MANY[:before])
        assert len(path) <= (size - 1).bit_length() + 1
        assert verify_consistency(before, size, earlier, whole, path)
        assert not verify_consistency(before, size, merkle.leaf_hash(b"other"), whole, path)
        if before:  # every tree begins with no leaves
            assert not verify_consistency(before, size, earlier, merkle.leaf_hash(b"other"), path)
        assert not verify_consistency(before, size, earlier, whole, [*path, whole])
        assert not verify_consistency(size + 1, size, earlier, whole, path)
        if path:
            assert not verify_consistency(before, size, earlier, whole, path[:-1])
            assert not verify_consistency(before, size, earlier, whole, [merkle.EMPTY, *path[1:]])


def test_leaves_and_nodes_never_share_a_hash():
    """The two prefixes: the content of a node is no leaf (a second tree with the same root)."""
    a, b = LEAVES[:2]
    assert merkle.leaf_hash(a + b) != merkle.node_hash(a, b)


def test_places_that_are_not_there():
    """No proof of a leaf or of a tree that is not there."""
    for index in (-1, 8):
        with pytest.raises(IndexError):
            inclusion_proof(index, LEAVES)
    for before in (-1, 9):
        with pytest.raises(IndexError):
            consistency_proof(before, LEAVES)


def test_a_root_in_words():
    """The text of a root is read back; anything else is a message with what was expected."""
    whole = root.Root(8, merkle.root(LEAVES))
    assert str(whole) == f"8:{ROOTS[8]}"
    assert root.parse(f" {whole} \n") == root.parse(str(whole).upper()) == whole
    for wrong in (
        "",
        ROOTS[8],
        f"08:{ROOTS[8]}",
        f"-1:{ROOTS[8]}",
        f"8:{ROOTS[8][:-1]}",
        f"8:{ROOTS[8]}0",
        f"८:{ROOTS[8]}",
    ):
        with pytest.raises(Unreadable, match="expected a root such as"):
            root.parse(wrong)
