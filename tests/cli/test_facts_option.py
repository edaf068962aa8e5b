"""Facts, forgotten games and logs without names in commands: output, refusals, and what remains after a kill."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from events.log.native import read
from events.store.event_store import EventStore
from tests.support import PROJECT
from tests.support import toy_logs as toy
from tests.support.running import Run

SEASON = "source,played_at,season\na,2024-05-31,1\nb,2024-06-01,1\n"


def fact_table(path: Path) -> list[tuple[object, ...]]:
    with EventStore(str(path), read_only=True) as store:
        return store.connection.execute("SELECT number, kind, name, value FROM facts ORDER BY number").fetchall()


def test_facts_are_imported_printed_and_audited(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "season.csv").write_text(SEASON)
    found = stored("import", "--facts", "season.csv")
    assert (found.code, found.err) == (0, "4 facts: 4 new\n")
    lines = found.out.splitlines()
    assert lines[0].startswith("new        ")
    assert lines[0].endswith("  played at 2024-05-31  season.csv:2")
    assert stored("import", "--facts", "season.csv", "-q").out == ""
    (tmp_path / "late.toml").write_text('[[games]]\nsource = "a"\ntags = { season = 2 }\n')
    changed = stored("import", "-q", "--facts", "season.csv", "--facts", "late.toml")
    assert changed.err == "5 facts: 4 unchanged, 1 changed\n"
    (line,) = changed.out.splitlines()
    assert line.endswith("  season = 2, before: 1 (season.csv:2)  late.toml:1")
    (one,) = stored("import", "-q", "--facts", "season.csv", "--json").json
    assert (one["status"], one["before"], one["line"]) == (
        "changed",
        {"value": "2", "place": "late.toml:1"},
        2,
    )
    audit = stored("audit", "a").out.splitlines()
    assert audit[-1] == (
        "holds  facts: played at 2024-05-31 (season.csv:2); season = 1 (season.csv:2); season = 2 (late.toml:1); "
        "season = 1 (season.csv:2)"
    )
    everything = stored("audit", "--all")
    assert (everything.code, everything.err) == (0, "3 games hold\n")
    lines = [line.split(", SHA-256")[0] for line in everything.out.splitlines()]
    assert lines == [
        "facts from   season.csv: 5 facts",
        "facts from   late.toml: 1 fact",
        "outdated     2 facts of these, contradicted by later ones",
        *lines[3:],
    ]
    assert [line.split()[0] for line in lines[3:]] == ["create", "import", "facts", "facts", "facts", "root"]


def test_games_are_listed_by_the_date_that_counts(stored: Run, tmp_path: Path) -> None:
    """Dates come from facts; games without one are last; other columns sort as in statistics."""
    (tmp_path / "dates.csv").write_text("source,played_at\na,2024-06-01\nb,2023\n")
    assert stored("import", "--facts", "dates.csv").code == 0

    def sources(*words: str) -> list[str]:
        return [Path(row["source"]).name for row in stored("games", *words, "--json").json]

    assert sources("--sort", "played") == ["b.txt", "a.txt", "c.jsonl"]
    assert sources("--sort", "played:desc") == ["a.txt", "b.txt", "c.jsonl"]
    assert sources("--sort", "players:asc", "--where", "players > 2") == ["b.txt"]
    assert sources("--sort", "source:desc") == ["c.jsonl", "b.txt", "a.txt"]
    assert [line.split()[1] for line in stored("games", "--sort", "played").out.splitlines()] == [
        "played",
        "2023",
        "2024-06-01",
        "-",
    ]
    found = stored("games", "--sort", "plaied")
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("anyturn: found --sort plaied, expected one of played, imported, game, ")
    assert found.err.endswith("; did you mean played?\n")
    assert (
        stored("games", "--sort", "played:up").err
        == "anyturn: found --sort played:up, expected played:asc or played:desc\n"
    )


def test_logs_and_facts_in_one_go(run: Run, tmp_path: Path) -> None:
    """A log with findings does not prevent the facts from being stored; a bad file of facts does prevent the logs."""
    (tmp_path / "logs" / "bad.txt").write_text(toy.too_many(toy.text(9)))
    (tmp_path / "season.csv").write_text(SEASON)
    (tmp_path / "broken.csv").write_text("source,played_at\na,soon\n")
    refused = run("import", "logs", "--facts", "broken.csv")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "anyturn: broken.csv:2: found played_at 'soon', expected a date such as 2024-05-31\n"
    assert not (tmp_path / "anyturn.duckdb").exists()
    found = run("import", "logs", "--facts", "season.csv", "-q")
    assert (found.code, found.err.splitlines()) == (
        1,
        ["4 logs: 4 new; 3 valid, 1 illegal", "4 facts: 4 new"],
    )
    assert len(fact_table(tmp_path / "anyturn.duckdb")) == 4


def test_bad_facts_change_nothing(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "season.csv").write_text(SEASON + "aa,2024,1\n")
    for arguments, error in (
        (["--facts", "season.csv"], "season.csv:4: found the source 'aa', expected a stored game"),
        (["--facts", "none.csv"], "none.csv: found No such file or directory, expected a file that can be read"),
        (["--facts", "logs"], "logs: found Is a directory"),
        (["--facts", "-"], "stdin:1: found nothing"),
        ([], "found no PATH, expected one, or --facts FILE"),
    ):
        found = stored("import", *arguments)
        assert (found.code, found.out) == (2, ""), arguments
        assert error in found.err
        assert found.err.count("\n") == 1
    assert fact_table(tmp_path / "anyturn.duckdb") == []
    (tmp_path / "season.csv").write_text(SEASON)
    missing = stored("import", "--facts", "season.csv", "--db", "none.duckdb")
    assert (missing.code, missing.out) == (3, "")
    assert "no such store" in missing.err
    assert not (tmp_path / "none.duckdb").exists()


@pytest.mark.long
def test_a_game_is_forgotten_and_brought_back(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "season.csv").write_text(SEASON)
    stored("import", "--facts", "season.csv")
    found = stored("games", "--forget", "a")
    assert (found.code, found.out.split()[0]) == (0, "forgotten")
    assert "nim, valid, " in found.out
    assert ", 2 facts, head " in found.out
    assert "--bring-back" in found.err
    game_id = found.out.split()[1]
    assert stored("games").err == "2 games of nim, valid\n"
    assert f"'{game_id}', a game forgotten on " in stored("replay", game_id).err
    again = stored("import", "logs")
    assert (again.code, again.err) == (0, "3 logs: 2 unchanged, 1 forgotten; 3 valid\n")
    assert [line.split()[0] for line in stored("audit", "--all").out.splitlines()] == [
        "forgotten",
        "facts",
        *("create", "import", "facts", "forget"),
        "root",
    ]
    back = stored("import", "logs", "--bring-back")
    assert (back.code, back.err) == (0, "3 logs: 2 unchanged, 1 brought back; 3 valid\n")
    audit = stored("audit", "--all", "--json")
    assert [one["act"] for one in audit.json if "act" in one] == ["forget", "bring back"]
    assert stored("games", "--forget", "a", "--where", "true").code == 2
    assert stored("games", "--forget", "nothing").code == 2
    known = stored("games", "--json").json[0]["game_id"]
    assert stored("games", "--forget", f"{known[:-1]}x").err.endswith(f"; did you mean {known}?\n")
    assert stored("games", "--forget", "a", "--db", "none.duckdb").code == 3
    assert not (tmp_path / "none.duckdb").exists()


def test_logs_without_names(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("alias,player\nben,bea\n")
    stored("import", "--facts", "p.csv")
    found = stored("export", "b", "--pseudonyms")
    assert [seat.player for seat in read(found.out.encode().splitlines()).header.seats] == [
        "player1",
        "player2",
        "player3",
    ]
    assert found.err == ""
    assert stored("export", "--all", "--out", "shared", "--pseudonyms").code == 0
    files = sorted(path.name for path in (tmp_path / "shared").iterdir())
    assert files == ["SHA256SUMS", "game1.jsonl.gz", "game2.jsonl.gz", "game3.jsonl.gz"]
    assert stored("validate", "shared").err == "3 logs: 3 valid\n"
    (tmp_path / "c.txt").write_text(toy.text(5, ("take:red", "ben:blue")))
    exported = stored("export", "c.txt", "--pseudonyms")
    assert exported.err.startswith("anyturn: record ")
    assert stored("export", "--all", "--out", "tables", "--parquet", "--pseudonyms").code == 2


def test_summary_of_files_and_stored_games(stored: Run) -> None:
    page = stored("summary", "b")
    assert page.code == 0
    assert page.out.startswith("Nim: 3 players, ")
    assert max(map(len, page.out.splitlines())) <= 80
    (one,) = stored("summary", "logs/b.txt", "--json").json
    assert one["game_id"] is None
    assert [place["rank"] for place in one["seats"]] == sorted(place["rank"] for place in one["seats"])
    assert stored("summary", "nothing").code == 2


@pytest.mark.long
def test_two_processes_take_turns(stored: Run, tmp_path: Path) -> None:
    """While one process holds the store, another changes nothing and names the holder; afterwards it continues."""
    (tmp_path / "season.csv").write_text(SEASON)
    hold = "import duckdb; c = duckdb.connect('anyturn.duckdb'); print('held', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hold], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        for command in (["import", "--facts", "season.csv"], ["games", "--forget", "a"], ["summary", "a"]):
            found = stored(*command)
            assert (found.code, found.out) == (3, "")
            assert f"process {holder.pid}" in found.err
        holder.communicate(b"\n")
    assert stored("import", "--facts", "season.csv").code == 0
    assert stored("games", "--forget", "a").code == 0


KILLED = """
import os, signal, sys
sys.path.insert(0, {root!r})
from tests.support import TOY, put_in_place
put_in_place(TOY)
from events.store.event_store import EventStore
append = EventStore.append_annotations
def killed(store, rows):
    append(store, rows)
    os.kill(os.getpid(), signal.SIGKILL)
EventStore.append_annotations = killed
from projections.commands.application import application
application()({arguments!r})
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
@pytest.mark.parametrize("arguments", [["import", "--facts", "season.csv"], ["games", "--forget", "a"]])
def test_killed_before_the_end_it_has_done_nothing(stored: Run, tmp_path: Path, arguments: list[str]) -> None:
    """Killed when everything is written but nothing committed."""
    (tmp_path / "season.csv").write_text(SEASON)
    script = KILLED.format(root=str(PROJECT), arguments=arguments)
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert fact_table(tmp_path / "anyturn.duckdb") == []
    after = stored("audit", "--all")
    acts = [line.split()[0] for line in after.out.splitlines()]
    assert (after.code, acts, after.err) == (0, ["create", "import", "root"], "3 games hold\n")
    assert stored(*arguments).code == 0
