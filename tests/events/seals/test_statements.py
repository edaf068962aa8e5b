"""What a log states about itself, read from its lines."""

import pytest

from events.seals.statements import StatedChain, chain_of
from tests.support import toy_logs as toy


@pytest.mark.parametrize("change", [b"\n", b"\r\n", b"\n\n \n"])
def test_stated_hashes_are_those_computed(nim: str, change: bytes) -> None:
    """Of every record, however the lines end."""
    log = toy.native(1).replace(b"\n", change)
    stated, computed = StatedChain(log), chain_of(log)
    assert len(stated) == len(computed) > 3
    assert [stated[number] for number in range(len(stated))] == computed


def test_only_a_header(nim: str) -> None:
    """A log that has just begun has one hash."""
    log = toy.native(1).split(b"\n")[0]
    assert list(StatedChain(log)) == chain_of(log)
    assert len(StatedChain(log)) == 1


NO_HASH = b"0" * 64


@pytest.mark.parametrize("log", [b"", b"\n", b"roll 6\n", b'{"game":"nim"}\n', b'{"seq":3,"hash":"%b"}' % NO_HASH])
def test_nothing_is_stated(log: bytes) -> None:
    """By a log without hashes, or in another notation."""
    assert len(StatedChain(log)) == 0
