"""A damaged store: the error says so, and everything that can still be proven is saved."""

from pathlib import Path

import pytest

from tests.support.running import Run

HEADS, BLOCK = 3 * 4096, 262_144
"""The sizes of the headers of a DuckDB file, and of a block."""


def spoilt(whole: bytes, block: int) -> bytes:
    """The file of a store with some bytes of a block changed."""
    place = HEADS + block * BLOCK + 1000
    return whole[:place] + bytes(byte ^ 0xFF for byte in whole[place : place + 64]) + whole[place + 64 :]


@pytest.mark.long
def test_a_damaged_store_is_reported_and_rescued(stored: Run, tmp_path: Path) -> None:
    """Whatever block is damaged, no command fails in any other way, and what is written is what was stored."""
    store = tmp_path / "anyturn.duckdb"
    whole = store.read_bytes()
    assert stored("export", "--all", "--out", "whole").code == 0
    logs = {file.name: file.read_bytes() for file in (tmp_path / "whole").iterdir()}
    reported = saved = lost = 0
    for block in range((len(whole) - HEADS) // BLOCK):
        store.write_bytes(spoilt(whole, block))
        opened = True
        for words in (["audit", "--all"], ["games"], ["stats", "seats"], ["query", "SELECT max(body) FROM records"]):
            found = stored(*words)
            if found.code == 0:  # the block holds nothing that was asked for
                continue
            assert (found.code, found.err.count("\n")) == (3, 1), (block, words, found)
            nothing = "damaged where DuckDB begins to read it"
            assert ("`anyturn rescue STORE --out FOLDER`" in found.err) != (nothing in found.err)
            opened = nothing not in found.err
            reported += 1
        rescued = stored("rescue", "anyturn.duckdb", "--out", f"rescued{block}", "--json")
        assert rescued.code == (1 if any(one["problem"] for one in rescued.json) else 0 if rescued.json else 3)
        assert opened or not rescued.json, "what cannot be opened cannot be rescued, and that is said"
        for one in rescued.json:
            lost += not one["file"]
            if one["file"]:
                file = tmp_path / one["file"]
                assert file.read_bytes() == logs[file.name]
                saved += 1
    assert reported
    assert saved
    assert lost


def test_a_whole_store_is_rescued_too(stored: Run, tmp_path: Path) -> None:
    found = stored("rescue", "anyturn.duckdb", "--out", "all")
    assert (found.code, found.err) == (0, "3 games: 3 written, 0 lost\n")
    assert len(list((tmp_path / "all").iterdir())) == 3
    assert stored("rescue", "anyturn.duckdb", "--out", "all").code == 2, "nothing is overwritten without --force"
    assert stored("rescue", "anyturn.duckdb", "--out", "all", "--force").code == 0


def test_what_is_no_store_cannot_be_rescued(run: Run) -> None:
    assert run("rescue", "logs/a.txt", "--out", "all").code == 3
    assert run("rescue", "missing.duckdb", "--out", "all").code == 3
