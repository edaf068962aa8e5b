"""Commands for leagues: forms of the standings, facts from names, profiles, names that stay hidden, refusals."""

import csv
import io
from pathlib import Path

import pytest

from tests.support.forking import Forking
from tests.support.running import Run, runs
from tests.support.seasons import settings, write_league

PEOPLE = ("ann", "ben", "cid", "dot", "eve", "fay", "gil", "hal", "ivy", "jon")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory, forked: Forking) -> tuple[Path, Run]:
    """A folder with a league of one season, imported, and what runs commands there."""
    folder = tmp_path_factory.mktemp("club")
    write_league(folder / "logs", seasons=["1"])
    (folder / "season.toml").write_text(settings())
    run = runs(folder, forked)
    found = run("import", "logs", "--season", "season.toml", "-q")
    assert found.code == 0, found.err
    assert found.err.splitlines()[1:] == ["by the names of games: 64 facts: 64 new"]
    return folder, run


def test_a_table_in_all_forms(league: tuple[Path, Run]) -> None:
    _, run = league
    plain = run("standings", "season.toml")
    assert plain.err == "2 tables, 16 games\n"
    first = plain.out.splitlines()
    assert first[0] == "Season 1, division A"
    assert first[1].split()[:3] == ["#", "player", "points"]
    rows = [*csv.DictReader(io.StringIO(run("standings", "season.toml", "--csv").out))]
    objects = run("standings", "season.toml", "--json").json
    assert [row["player"] for row in rows] == [row["player"] for row in objects]
    assert {row["player"] for row in rows} == {*PEOPLE}
    assert [float(row["points"]) for row in rows] == [float(row["points"]) for row in objects]
    comma = run("standings", "season.toml", "--csv", "--decimal-comma").out.splitlines()
    assert comma[0].startswith("season;division;league;rank;player")
    markdown = run("standings", "season.toml", "--markdown").out.splitlines()
    assert markdown[0] == "## Season 1, division A"
    assert markdown[2].startswith(r"| \# | player | points |")
    assert sum(line.startswith("| ") for line in markdown) == 2 * 2 + 10
    forum = run("standings", "season.toml", "--forum").out
    assert forum.startswith("[b]Season 1, division A[/b]\n[code]\n")
    assert forum.count("[code]") == forum.count("[/code]") == 2


@pytest.mark.long
def test_an_excel_file_has_a_sheet_for_each_table(league: tuple[Path, Run]) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="no openpyxl: no Excel file can be made")
    folder, run = league
    assert run("standings", "season.toml", "--xlsx", "s.xlsx").out == "s.xlsx\n"
    book = openpyxl.load_workbook(folder / "s.xlsx")
    assert book.sheetnames == ["1 A", "1 B"]
    rows = [*book["1 A"].values]
    (points,) = [number for number, head in enumerate(rows[1]) if head == "points"]
    listed = [row for row in run("standings", "season.toml", "--json").json if row["division"] == "A"]
    assert [row[points] for row in rows[2:7]] == pytest.approx([row["points"] for row in listed])
    data = (folder / "s.xlsx").read_bytes()
    assert run("standings", "season.toml", "--xlsx", "s.xlsx").code == 2
    assert run("standings", "season.toml", "--xlsx", "s.xlsx", "--force").code == 0
    assert (folder / "s.xlsx").read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("season.toml", "--csv", "--markdown"), "found --csv with --markdown, expected one of them"),
        (("season.toml", "--decimal-comma"), "found --decimal-comma without --csv, expected both or none"),
        (("season.toml", "--all", "--season", "1"), "found --all with --season, expected one of them"),
        (("season.toml", "--season", "9"), "found the season '9', expected 1"),
        (("season.toml", "--xlsx", "s.ods"), "found --xlsx s.ods, expected a file name ending in .xlsx"),
        (("season.toml", "--force"), "found --force without a file to write, expected it with --xlsx FILE"),
    ],
)
def test_misuse_of_standings(league: tuple[Path, Run], arguments: tuple[str, ...], error: str) -> None:
    found = league[1]("standings", *arguments)
    assert (found.code, found.out) == (2, "")
    assert found.err == f"anyturn: {error} (see `anyturn standings --help`)\n"


def test_a_fault_of_the_file_is_one_line(league: tuple[Path, Run]) -> None:
    folder, run = league
    (folder / "bad.toml").write_text(settings().replace("dropped", "droped"))
    for command in (
        ("standings", "bad.toml"),
        ("season", "bad.toml", "--out", "x"),
        ("import", "--season", "bad.toml"),
    ):
        found = run(*command)
        known = "one of places, share, dropped; did you mean dropped?"
        assert found.err == f"anyturn: bad.toml:6: found the key 'droped', expected {known}\n"
        assert found.code == 2
    assert not (folder / "x").exists()
    missing = run("season", "none.toml", "--out", "x")
    assert (missing.code, missing.err.startswith("anyturn: none.toml: found ")) == (2, True)


def test_import_shows_what_names_state(league: tuple[Path, Run]) -> None:
    folder, run = league
    (folder / "none.toml").write_text('title = "x"\n[points]\nshare = 1\n')
    refused = run("import", "--season", "none.toml")
    assert (refused.code, refused.out) == (2, "")
    assert "found no table [names], expected one with a pattern" in refused.err
    (folder / "other.toml").write_text(settings().replace("S{season}", "T{season}"))
    none = run("import", "--season", "other.toml", "--db", "anyturn.duckdb")
    assert "16 games have no name that fits the pattern, such as " in none.err
    again = run("import", "--season", "season.toml")
    assert (again.code, again.out, again.err) == (0, "", "by the names of games: 64 facts: 64 unchanged\n")


@pytest.mark.long
def test_a_player_s_profile(league: tuple[Path, Run]) -> None:
    _, run = league
    page = run("player", "Ann").out  # the capital is forgiven
    assert page.startswith("ann: ")
    for part in ("factions", "opponents", "best games"):
        assert f"\n{part}\n" in page
    assert "\nall games\n" not in page
    whole = run("player", "ann", "--all").out
    objects = run("player", "ann", "--json").json
    games = [row for row in objects if row["part"] == "game"]
    assert whole.startswith(f"ann: {len(games)} games\n")
    assert whole.partition("\nall games\n")[2].count("\n") >= len(games)
    (results,) = [row for row in objects if row["part"] == "results"]
    assert results["games"] == sum(not row["dropped"] for row in games)
    unknown = run("player", "anna")
    assert (
        unknown.code,
        "found the player 'anna', expected one with a stored game; did you mean ann?" in unknown.err,
    ) == (2, True)


@pytest.mark.long
def test_aliases_are_joined(league: tuple[Path, Run]) -> None:
    folder, run = league
    (folder / "players.csv").write_text("alias,player\nben,Benedict\n")
    assert run("import", "--facts", "players.csv", "--db", "anyturn.duckdb").code == 0
    try:
        assert run("player", "ben").out.startswith("Benedict, also ben: ")
        assert "Benedict" in run("standings", "season.toml").out
    finally:
        (folder / "players.csv").write_text("alias,player\nben,ben\n")
        assert run("import", "--facts", "players.csv").code == 0


@pytest.mark.long
def test_nobody_is_named_under_pseudonyms(league: tuple[Path, Run]) -> None:
    _, run = league
    plain = run("standings", "season.toml", "--csv").out
    hidden = run("standings", "season.toml", "--csv", "--pseudonyms").out
    assert not any(name in line for line in hidden.splitlines()[1:] for name in PEOPLE)
    names = {row["player"] for row in csv.DictReader(io.StringIO(hidden))}
    assert names == {f"player{number}" for number in range(1, 11)}
    assert len(plain.splitlines()) == len(hidden.splitlines())
    page = run("player", "ann", "--all", "--pseudonyms").out
    assert page.startswith("player")
    assert not any(f" {name}" in page for name in PEOPLE)
