"""What is wrong with a game, on its page: violations, lines of the source, figures that differ."""

import gzip
import re
from pathlib import Path

from projections.pages import replay_page
from tests.projections.pages.page_reading import data_of, documents, figures_at
from tests.support import toy_logs as toy


def test_a_game_that_breaks_a_clause_ends_with_it(nim: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(toy.too_many(toy.text()))
    page = replay_page(str(file), "")
    assert page.broke is not None
    data = data_of(page.data.decode())
    last = len(data["rows"]) - 1
    (finding,) = data["findings"]
    assert (finding["row"], finding["what"], finding["clause"]) == (last, "violation", "NIM-2")
    assert finding["text"]
    assert finding["facts"]
    assert finding["line"]
    assert data["opens_at"] == last
    assert len(data["legal"]["rows"]) == last
    assert data["legal"]["rows"][last - 1][0]
    assert data["rows"][last][0] == page.broke.seq
    assert figures_at(data, last) == figures_at(data, last - 1)
    assert documents(data)[last] == documents(data)[last - 1]
    assert "Illegal: record" in page.data.decode()


def test_the_line_that_breaks_a_clause_is_quoted_in_every_form(nim: str, tmp_path: Path) -> None:
    """Also that of a native log, whose records have no lines, and of a compressed file."""
    text, illegal = toy.too_many(toy.text()), b'{"seq":3,"actor":0,"event":{"kind":"take","stones":9}}'
    (tmp_path / "game.txt").write_text(text)
    (tmp_path / "packed.txt.gz").write_bytes(gzip.compress(text.encode()))
    header, first, second = (re.sub(rb',"hash":"\w+"\}$', b"}", line) for line in toy.native().splitlines()[:3])
    (tmp_path / "game.jsonl").write_bytes(b"\n\n".join((header, first, second, illegal)))
    quoted = [
        data_of(replay_page(str(tmp_path / name), "").data.decode())["findings"][0]["line"]
        for name in ("game.txt", "packed.txt.gz", "game.jsonl")
    ]
    assert quoted[0] == quoted[1] == text.splitlines()[5]
    assert quoted[2] == illegal.decode()


def test_figures_that_differ_are_marked_where_they_begin(nim: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(toy.wrong_figure(toy.text()))
    data = data_of(replay_page(str(file), "").data.decode())
    assert data["verdict"] == "discrepant"
    found = [finding for finding in data["findings"] if finding["what"] == "discrepancy"]
    assert found
    assert "(line 6)" in found[0]["words"]
    assert data["rows"][found[0]["row"]][1] == 6
    assert data["opens_at"] == found[0]["row"]
