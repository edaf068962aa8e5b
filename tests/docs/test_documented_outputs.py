"""All pages are typed, as they stand, each from an empty folder: every command works and prints what the page shows."""

import re
from pathlib import Path

import pytest

import anyturn
from tests.docs.documented_outputs import PAGES, RECORDING, type_page
from tests.docs.typed_pages import NOT_TYPED, commands, made_before
from tests.support import PROJECT

FINDINGS = {
    ("continuous-integration.md", "anyturn validate games"),  # a forged log
    ("daitoshi.md", "anyturn catalogue daitoshi boards.toml"),  # a template, with everything to be filled in
    ("notations.md", "anyturn import games"),  # a log of the league is disputed
    ("report.md", "anyturn import games"),
    ("seasons.md", "anyturn import games"),
    ("seasons.md", "anyturn season"),
}
"""Commands whose output is not shown and that have findings: exit status 1."""


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the pages begin with: the league of `anyturn demo league`, and the folder of `make demo`."""
    folder = tmp_path_factory.mktemp("ready")
    made_before(folder, (PROJECT / "Makefile").read_text(encoding="utf-8"))
    return folder


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_can_be_typed(page: Path, ready: Path, tmp_path: Path) -> None:
    """If an output differs, `python -m tests.docs.documented_outputs` writes all of them again."""
    pytest.importorskip("scipy")  # ratings are shown
    typed = type_page(page, tmp_path, ready)
    wrong = [
        (command.line, printed.status, printed.lines[-3:])
        for command, printed in typed.printed
        if command.shown is None
        and printed.status != any(page.name == name and command.line.startswith(begin) for name, begin in FINDINGS)
    ]
    assert wrong == []
    if page != RECORDING:  # see test_recording_page
        assert typed.text == page.read_text(encoding="utf-8")


def test_few_commands_are_left_out() -> None:
    """Each reason for leaving one out is needed, and together they leave out few."""
    pages = sorted((PROJECT / "docs").glob("*.md"))
    every = [each for page in pages for each in commands(page.read_text(encoding="utf-8"))]
    assert len(every) > 150
    left_out = [each.line for each in every if not each.is_typed]
    assert len(left_out) < 25
    for pattern in NOT_TYPED:
        assert any(re.search(pattern, line) for line in left_out), pattern


@pytest.mark.long
def test_the_queries_of_the_page_on_tables_can_be_typed(ready: Path) -> None:
    """Those that ask for anything find something; the views are defined."""
    text = (PROJECT / "docs" / "tables.md").read_text(encoding="utf-8")
    queries = re.findall(r"^```sql\n(.*?)^```$", text, re.M | re.S)
    assert len(queries) > 5
    with anyturn.open(ready / "demo" / "anyturn.duckdb") as store:
        for query in queries:
            rows = store.connection.execute(query).fetchall()
            nothing = query.startswith("CREATE") or "FROM violations" in query or "FROM sources" in query
            assert rows or nothing, query
