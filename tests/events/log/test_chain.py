"""The hash chain of stored records: the first bad place is named."""

from hashlib import sha256

import pytest

from events.log.chain import Broken, genesis, hashes, link, mark, verify

HEADER = b'{"game":"nim"}'
BODIES = [f'{{"seq":{n}}}'.encode() for n in range(1, 6)]
HASHES = list(hashes(HEADER, BODIES))
STORED = [(n, body, int(digest[:8], 16)) for n, body, digest in zip(range(1, 6), BODIES, HASHES[1:], strict=True)]
HEAD = HASHES[-1]


def test_the_definition():
    """hash(0) = SHA-256(header), hash(n) = SHA-256(hash(n-1) + body(n))."""
    first = sha256(sha256(HEADER).digest() + BODIES[0])
    assert HASHES[:2] == [sha256(HEADER).hexdigest(), first.hexdigest()]
    assert link(genesis(HEADER), BODIES[0]) == first.digest()


def test_what_was_stored_holds():
    assert verify(HEADER, STORED, HEAD) is None
    assert verify(HEADER, [], genesis(HEADER).hex()) is None


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("bit", [0, 7])
def test_one_bit_of_a_body_is_found_at_its_record(place, bit):
    seq, body, digest = STORED[place]
    stored = [*STORED]
    stored[place] = (seq, bytes([body[0] ^ (1 << bit)]) + body[1:], digest)
    assert verify(HEADER, stored, HEAD) == Broken(
        seq, f"record {seq} is not what was recorded" if seq > 1 else "the header or record 1 changed"
    )


@pytest.mark.parametrize("place", range(5))
def test_a_changed_hash_is_found_at_its_record(place):
    stored = [*STORED]
    stored[place] = (*STORED[place][:2], 0)
    assert verify(HEADER, stored, HEAD).seq == place + 1


def test_a_changed_header_is_found_before_the_first_record():
    assert verify(b'{"game":"nim" }', STORED, HEAD) == Broken(1, "the header or record 1 changed")


@pytest.mark.parametrize("place", range(4))
def test_a_missing_record_is_found(place):
    stored = STORED[:place] + STORED[place + 1 :]
    assert verify(HEADER, stored, HEAD) == Broken(
        place + 1, f"record {place + 2} stands in the place of record {place + 1}"
    )


def test_a_missing_end_is_found():
    assert verify(HEADER, STORED[:-1], HEAD) == Broken(
        5, "the log does not end with the record it ended with (record 4)"
    )
    assert verify(HEADER, [], HEAD).seq == 1


def test_an_added_record_is_found():
    """The same record twice, or one more at the end, even with a matching hash: the head differs."""
    assert verify(HEADER, [*STORED[:3], *STORED[2:]], HEAD).seq == 4
    more = (6, b"{}", mark(link(bytes.fromhex(HEAD), b"{}")))
    assert verify(HEADER, [*STORED, more], HEAD).seq == 7


@pytest.mark.parametrize("place", range(4))
def test_swapped_records_are_found(place):
    stored = [*STORED]
    stored[place], stored[place + 1] = stored[place + 1], stored[place]
    assert verify(HEADER, stored, HEAD).seq == place + 1
    renumbered = [(n, body, digest) for n, (_, body, digest) in enumerate(stored, 1)]
    assert verify(HEADER, renumbered, HEAD).seq == place + 1
