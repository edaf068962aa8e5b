"""`export --decisions`: which games are taken, and what is printed."""

from pathlib import Path

import duckdb

from tests.support.running import Run


def rows(file: Path) -> list[tuple[str, int]]:
    """The games in a file, each with the number of its rows."""
    sql = f"SELECT game_id, count(*) FROM read_parquet('{file}') GROUP BY ALL ORDER BY ALL"
    with duckdb.connect() as connection:
        return list(connection.execute(sql).fetchall())


def test_a_game_has_the_same_rows_from_its_file_and_from_the_store(stored: Run, tmp_path: Path) -> None:
    games = {row["source"]: row["game_id"] for row in stored("games", "--json").json}
    found = stored("export", "logs/a.txt", "--decisions", "file.parquet")
    assert (found.code, found.out) == (0, "file.parquet\n")
    stored("export", games["a.txt"], "--decisions", "stored.parquet")
    with duckdb.connect() as connection:
        both = [connection.execute(f"FROM '{tmp_path / name}.parquet'").fetchall() for name in ("file", "stored")]
    assert both[0] == both[1]
    assert {row[0] for row in both[0]} == {games["a.txt"]}
    assert found.err == f"1 game: {len(both[0])} decisions\n"


def test_all_games_that_fit_are_taken_but_no_branch(stored: Run, tmp_path: Path) -> None:
    stored("branch", "logs/a.txt", "--at", "#3", "--log", "if.jsonl")
    stored("import", "if.jsonl")
    games = stored("games", "--json").json
    wanted = sorted(row["game_id"] for row in games if row["players"] == 2 and row["branch_of"] is None)
    assert len(games) == 4 > len(wanted) == 2
    found = stored("export", "--all", "--where", "players = 2", "--decisions", "d.parquet", "--json")
    assert found.json == [{"file": "d.parquet"}]
    assert [game for game, _ in rows(tmp_path / "d.parquet")] == wanted
    assert found.err.startswith("2 games: ")


def test_a_file_that_is_there_stays(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "d.parquet").write_text("mine")
    found = stored("export", "--all", "--decisions", "d.parquet")
    assert (found.code, found.out) == (2, "")
    assert found.err == "anyturn: d.parquet already exists; name another file, or overwrite it with --force\n"
    assert (tmp_path / "d.parquet").read_text() == "mine"
    assert stored("export", "--all", "--decisions", "d.parquet", "--force").code == 0
    assert len(rows(tmp_path / "d.parquet")) == 3
