"""The command that makes a league to try things with."""

from pathlib import Path

import pytest

from tests.support.running import Run


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.long
def test_the_league_is_the_same_every_time(run: Run, tmp_path: Path) -> None:
    """Whatever the number of processes; the standings can be made of it, and the evening can be typed."""
    made = run("demo", "league", "--out", "one", "--seasons", "1", "--jobs", "1")
    assert made.out == "one/games: 26 logs\none/season.toml\none/aliases.csv\none/evening.txt\n"
    assert (made.code, made.err) == (0, "")
    again = run("demo", "league", "--out", "two", "--seasons", "1", "--jobs", "2", "--json")
    names = ["S1_DB_G13_2023-05-14.jsonl", "season.toml", "aliases.csv", "evening.txt"]
    assert [Path(each["file"]).name for each in again.json][-4:] == names
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    stored = run("import", "one/games", "--season", "one/season.toml", "--facts", "one/aliases.csv")
    assert stored.err.splitlines()[0] == "26 logs: 26 new; 24 valid, 1 discrepant, 1 incomplete"
    assert "to be played: game 14" in run("standings", "one/season.toml").out
    new = ("new", "gaia", "--player", "Ann=red", "--player", "Bob=blue", "--catalogue", "house_v1", "--log", "a.jsonl")
    assert run(*new).code == 0
    typed = run("append", "a.jsonl", stdin=(tmp_path / "one" / "evening.txt").read_bytes())
    assert (typed.code, typed.err) == (0, "the game is over\n")


def test_nothing_is_overwritten_by_itself(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one" / "games").mkdir(parents=True)
    found = run("demo", "league", "--out", "one")
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("anyturn: one/games already exists; name another folder, or ")
    (tmp_path / "one" / "season.toml").write_text("")
    assert run("demo", "league", "--out", "one").err.startswith("anyturn: one/season.toml already exists; ")


def test_what_is_misspelt_is_answered_with_what_there_is(run: Run) -> None:
    found = run("demo", "leage", "--out", "x")
    assert (found.code, found.err.split(" (")[0]) == (
        2,
        "anyturn: found 'leage', expected league; did you mean league?",
    )
