"""`anyturn export`: stored games and files, in any notation, their public parts, and what prevents writing."""

import re
from pathlib import Path

import pytest

from tests.support import toy_logs as toy
from tests.support.running import Run


def played(run: Run, game: str, *options: str) -> str:
    """The file of a self-played game."""
    return run("selfplay", game, "--players", "3", "--out", "games", *options).out.strip()


def test_a_file_is_written_in_other_notations_without_a_store(run: Run, tmp_path: Path) -> None:
    game = played(run, "terra_mystica")
    assert run("export", game).out == (tmp_path / game).read_text()
    assert run("export", game, "--notation", "snellman_ledger", "--out", "a.txt").out == "a.txt\n"
    assert run("export", "a.txt", "--notation", "snellman_commands", "--out", "b.txt").code == 0
    assert run("export", "b.txt", "--from", "snellman_commands", "--out", "c.jsonl").code == 0
    assert (tmp_path / "c.jsonl").read_text().count("\n") == (tmp_path / game).read_text().count("\n")
    found = run("validate", "a.txt", "b.txt", "c.jsonl", "--json").json
    assert [(one["notation"], one["verdict"]) for one in found] == [
        ("snellman_ledger", "valid"),
        ("snellman_commands", "valid"),
        ("native", "valid"),
    ]
    assert not list(tmp_path.glob("*.duckdb"))
    ledger = run("export", "-", "--notation", "snellman_ledger", stdin=(tmp_path / game).read_bytes())
    assert ledger.out == (tmp_path / "a.txt").read_text()
    (one,) = run("export", game, "--notation", "snellman_ledger", "--json").json
    assert one == {"notation": "snellman_ledger", "text": ledger.out.removesuffix("\n")}


def test_a_stored_game_is_named_as_everywhere(stored: Run, tmp_path: Path) -> None:
    """It can be named by its source; a file of that name takes precedence."""
    assert stored("export", "a").out == stored("export", "logs/a.txt").out
    (tmp_path / "a").write_bytes(toy.native(8))
    assert stored("export", "a").out == (tmp_path / "a").read_text()


def test_of_an_illegal_file_that_is_written_which_is_legal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(toy.too_many(toy.text(1), 7))
    found = run("export", "bad.txt", "--out", "legal.jsonl")
    assert (found.code, found.out) == (1, "legal.jsonl\n")
    assert found.err.startswith("anyturn: record 6 breaks NIM-2 (")
    assert found.err.endswith("; this log ends before that record\n")
    assert run("validate", "legal.jsonl", "--json").json[0]["verdict"] == "incomplete"
    native = run("export", "legal.jsonl")
    assert (native.code, native.err) == (0, "")


def test_the_public_part_validates_and_hides_the_hands(run: Run) -> None:
    """GA-8.7.1: only the numbers of dealt and drawn cards are public; a seat also sees the names of its own."""
    game = played(run, "gaia", "--option", "mode=advanced")
    whole = run("export", game).out
    for arguments, named in (((), 0), (("--seat", "1"), 1), (("--seat", "Player 2"), 1)):
        public = run("export", game, "--public", *arguments)
        (one,) = run("validate", "-", "--json", stdin=public.out.encode()).json
        assert (public.code, one["verdict"]) == (0, "valid")
        assert '"information":"public"' in public.out
        hands = [line for line in public.out.splitlines() if '"hand_dealt"' in line]
        assert len(hands) == 3
        assert sum('"nature_' in hand for hand in hands) == named
    again = run("export", "-", "--public", stdin=public.out.encode())
    assert again.out == run("export", game, "--public").out != whole


def test_what_has_no_public_part_is_reported(run: Run, tmp_path: Path) -> None:
    game, open_game = played(run, "gaia"), played(run, "terra_mystica")
    lines = re.sub(r',"hash":"\w+"', "", (tmp_path / game).read_text()).splitlines()
    turn = next(number for number, line in enumerate(lines) if '"actor":0' in line or '"actor":1' in line)
    (tmp_path / "illegal.jsonl").write_text("\n".join([*lines[:turn], lines[1].replace('"seq":1', f'"seq":{turn}')]))
    for arguments, code, problem in (
        (
            [open_game, "--public"],
            1,
            f"{open_game}: found terra_mystica, in which everybody sees everything, expected a game ",
        ),
        ([game, "--public", "--seat", "0"], 2, "found seat 0, expected a seat from 1 to 3, or player 1, or player 2"),
        ([game, "--public", "--seat", "Zoe"], 2, "found seat Zoe, expected a seat from 1 to 3, or player 1"),
        (["illegal.jsonl", "--public"], 1, f"illegal.jsonl: found record {turn}, which breaks GA-"),
        ([game, "--seat", "1"], 2, "found --seat without --public"),
        (["--all", "--out", "x", "--public"], 2, "found --all with --public or --from"),
        (["--all", "--out", "x", "--from", "native"], 2, "found --all with --public or --from"),
        ([game, "--from", "nothing"], 2, "found the notation 'nothing', expected one of native"),
        (
            [game, "--notation", "snellman_ledger"],
            2,
            "found the notation 'snellman_ledger', expected native for gaia",
        ),
    ):
        found = run("export", *arguments)
        assert (found.code, found.out) == (code, ""), arguments
        assert found.err.startswith(f"anyturn: {problem}"), found.err
        assert found.err.count("\n") == 1


def test_all_games_that_can_be_written_are(stored: Run, tmp_path: Path) -> None:
    """The others are counted, grouped by reason."""
    game = played(stored, "terra_mystica")
    assert stored("import", game).code == 0
    result = '{"game":"terra_mystica","seats":[{"faction":"nomads"},{"faction":"witches"}],"expected":{"0":9,"1":8}}'
    (tmp_path / "result.jsonl").write_text(result)
    assert stored("import", "result.jsonl").code == 0
    found = stored("export", "--all", "--notation", "snellman_commands", "--out", "texts")
    assert (found.code, len(found.out.splitlines())) == (1, 1)
    assert stored("validate", found.out.strip()).code == 0
    reasons = found.err.removeprefix("anyturn: 4 games cannot be written in snellman_commands: ").split("; ", 1)
    assert reasons[0] == "3 found the notation 'snellman_commands', expected native for nim"
    assert reasons[1].startswith("1 found a log without records, expected a game to write in snellman_commands; ")


@pytest.mark.parametrize(
    ("out", "problem"),
    [
        ("folder", "folder: a folder, expected a file"),
        ("file/a.jsonl", "file: a file, expected a folder"),
        ("file/deeper/a.jsonl", "file/deeper: file is not a folder"),
    ],
)
def test_a_file_that_cannot_be_written(stored: Run, tmp_path: Path, out: str, problem: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    found = stored("export", "a", "--out", out)
    assert (found.code, found.out, found.err) == (2, "", f"anyturn: {problem}; name another place\n")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("what", [[], ["--parquet"], ["--notation", "snellman_ledger"]])
def test_a_folder_that_cannot_be_made(stored: Run, tmp_path: Path, what: list[str]) -> None:
    (tmp_path / "file").write_text("mine")
    found = stored("export", "--all", "--out", "file", *what)
    assert (found.code, found.out) == (2, "")
    assert found.err == "anyturn: file: a file, expected a folder; name another place\n"
    nowhere = stored("selfplay", "nim", "--out", "file/games")
    assert nowhere.err == "anyturn: file/games: file is not a folder; name another place\n"
    drawn = stored("replay", played(stored, "gaia"), "--svg", "no/board.svg")
    assert drawn.err == "anyturn: no/board.svg: there is no folder no; name another place\n"
