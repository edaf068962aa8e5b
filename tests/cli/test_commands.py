"""The command line: what is printed, where, in which form, and with which exit code."""

import csv
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log import native
from projections import statistics
from tests.support import toy_logs as toy
from tests.support.running import Run

PROJECT = Path(__file__).parents[2]


def test_validate(run: Run, tmp_path: Path) -> None:
    found = run("validate", "logs")
    assert found.code == 0
    assert [line.split()[0] for line in found.out.splitlines()] == ["valid"] * 3
    assert found.out.splitlines()[0].endswith("logs/a.txt")
    assert found.err == "3 logs: 3 valid\n"
    assert not (tmp_path / "anyturn.duckdb").exists()


def test_validate_prints_exactly_this_object(run: Run) -> None:
    (one,) = run("validate", "logs/a.txt", "--json").json
    assert list(one) == [
        "game",
        "source",
        "notation",
        "ruleset",
        "verdict",
        "records",
        "checked",
        "discrepancies",
        "violation",
        "standings",
    ]
    assert (one["game"], one["notation"], one["ruleset"], one["verdict"]) == ("nim", "nimtext", "1", "valid")
    assert one["records"] == one["checked"] + 1 == len(toy.text(1).splitlines()) - 1
    assert (one["discrepancies"], one["violation"]) == ([], None)
    assert [list(place) for place in one["standings"]] == [["player", "faction", "vp", "rank"]] * 2
    assert one["standings"][0]["rank"] == 1


def test_validate_prints_why_with_the_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(toy.too_many(toy.text(1), 7))
    (tmp_path / "off.txt").write_text(toy.wrong_figure(toy.text(1), 7))
    found = run("validate", "bad.txt", "off.txt")
    assert found.code == 1
    lines = found.out.splitlines()
    assert lines[1].startswith("    bad.txt:7: record 6 breaks NIM-2: stones 9, pile ")
    assert lines[2].startswith("    NIM-2 To take is to take one, two or three stones")
    assert lines[3] == "    recorded: ann: take, stones 9"
    assert lines[4].startswith("    legal instead: take, stones 1; take, stones 2")
    assert lines[6].startswith("    off.txt:7: record 6, ann: vp recorded ")
    assert found.err == "2 logs: 1 illegal, 1 discrepant\n"
    bad, off = run("validate", "bad.txt", "off.txt", "--json").json
    broke = bad["violation"]
    assert {"seq", "line", "clause", "text", "facts", "legal"} <= set(broke)
    assert (broke["seq"], broke["line"], broke["clause"], broke["facts"]["stones"]) == (6, 7, "NIM-2", 9)
    assert broke["legal"][0] == {"actor": 0, "event": {"kind": "take", "stones": 1}}
    (wrong,) = off["discrepancies"]
    assert list(wrong) == ["seq", "line", "seat", "figure", "recorded", "computed"]
    assert (wrong["seq"], wrong["line"], wrong["figure"]) == (6, 7, "vp")


def test_validate_reads_standard_input_and_a_named_notation(run: Run) -> None:
    assert run("validate", "-", "--json", stdin=toy.text().encode()).json[0]["source"] == "stdin"
    (one,) = run("validate", "logs/a.txt", "--notation", "native", "--json").json
    assert one["verdict"] == "unreadable"
    assert "problem" in one


def test_a_file_that_is_named_twice_is_judged_once(run: Run, tmp_path: Path) -> None:
    """It keeps the spelling and the position of its first mention."""
    found = run("validate", "logs/b.txt", "logs", "./logs/a.txt", str(tmp_path / "logs"))
    assert [line.split()[-1] for line in found.out.splitlines()] == ["logs/b.txt", "logs/a.txt", "logs/c.jsonl"]
    assert found.err == "3 logs: 3 valid\n"
    stored = run("import", "logs/a.txt", "logs/../logs/a.txt", "--json").json
    assert [(one["status"], one["source"]) for one in stored] == [("new", "logs/a.txt")]


@pytest.mark.long
def test_two_processes_print_the_same_in_the_same_order(run: Run, tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for seed in range(80):
        (many / f"{seed:02}.txt").write_text(toy.too_many(toy.text(seed)) if seed % 7 == 0 else toy.text(seed))
    one, two = run("validate", "many", "--jobs", "1", "--json"), run("validate", "many", "--jobs", "2", "--json")
    assert one == two
    assert len(one.json) == 80
    stores = [run("import", "many", "--jobs", jobs, "--db", f"{jobs}.duckdb", "--json") for jobs in ("1", "2")]
    assert stores[0] == stores[1]
    exported = [run("export", "--all", "--out", f"out-{jobs}", "--db", f"{jobs}.duckdb") for jobs in ("1", "2")]
    assert [Path(line).name for line in exported[0].out.split()] == [
        Path(line).name for line in exported[1].out.split()
    ]


def test_import_again_changes_nothing(run: Run) -> None:
    first, again = run("import", "logs"), run("import", "logs", "--json")
    assert first.code == again.code == 0
    assert [line.split()[:2] for line in first.out.splitlines()] == [["new", "valid"]] * 3
    assert [(one["status"], one["verdict"]) for one in again.json] == [("unchanged", "valid")] * 3
    assert set(again.json[0]) == {"status", "game_id", "verdict", "source", "problem"}
    assert len(run("games", "--json").json) == 3


def test_games(stored: Run) -> None:
    assert len(stored("games").out.splitlines()) == 1 + 3
    (one,) = stored("games", "--where", "players = 3", "--json").json
    assert one["source"] == "b.txt"
    assert stored("games", "--where", "players =").code == 2


def test_the_store_is_named_by_option_or_environment(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("import", "logs", "--db", "one.duckdb").code == 0
    monkeypatch.setenv("ANYTURN_DB", "two.duckdb")
    assert run("import", "logs").code == 0
    assert sorted(path.name for path in tmp_path.glob("*.duckdb")) == ["one.duckdb", "two.duckdb"]


@pytest.mark.parametrize("name", ["a", "a.txt", "logs/a.txt"])
def test_a_game_is_named_by_source_or_path(stored: Run, name: str) -> None:
    assert stored("replay", name, "--to", "#4", "--json").json[0]["seq"] == 4


def test_a_name_of_several_games_is_refused_with_their_ids(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a.txt").write_text(toy.text(9))
    assert stored("import", "more").code == 0
    many = stored("replay", "a")
    assert (many.code, many.out) == (2, "")
    assert many.err.startswith("anyturn: found 'a', which fits 2 games, expected one of ")
    assert many.err.count("a.txt") == 2


def test_a_game_is_named_by_the_beginning_of_its_id(stored: Run) -> None:
    games = stored("games", "--json").json
    assert stored("replay", games[0]["game_id"][:8], "--json").code == 0
    assert stored("replay", "").code == 2
    none = stored("replay", "nobody")
    assert none.code == 2
    assert none.err.startswith("anyturn: found 'nobody', expected ")
    assert none.out == ""


def test_an_import_goes_on_when_nobody_reads(run: Run, tmp_path: Path) -> None:
    """A reader that stops after the first lines has stored everything, and no failure is reported."""
    for seed in range(300):
        (tmp_path / "logs" / f"{seed:03}.txt").write_text(toy.text(seed + 10))
    process = subprocess.Popen(
        [*toy.door(tmp_path), "import", "logs", "--jobs", "1", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert run("import", "logs").err == "303 logs: 303 unchanged; 303 valid\n"


def test_words_that_mean_nothing_are_reported_at_once(stored: Run) -> None:
    for arguments, problem in (
        (("validate", "logs", "--notation", "x"), "found the notation 'x', expected one of native, "),
        (("import", "logs", "--notation", "x"), "found the notation 'x', expected one of native, "),
        (("stats", "factions", "--since", "may"), "found --since may, expected a date such as 2024-05-31"),
        (("selfplay", "terra_mystica", "--players", "9", "--out", "none"), "found 9 players, expected 2 to 5 players"),
    ):
        found = stored(*arguments)
        assert (found.code, found.out) == (2, "")
        assert found.err.startswith(f"anyturn: {problem}")
        assert len(found.err.splitlines()) == 1
    assert stored("stats", "factions", "--since", "2024-05").code == 0


def test_self_played_games_are_listed_by_their_names(run: Run) -> None:
    found = run("selfplay", "nim", "--games", "2", "--seed", "4")
    assert [line.split()[-1] for line in found.out.splitlines()] == [
        "nim-selfplay-4-1.jsonl",
        "nim-selfplay-4-2.jsonl",
    ]


def test_stats_without_a_name_lists_them(run: Run) -> None:
    """This needs no store."""
    found = run("stats")
    assert (found.code, found.err) == (0, "")
    assert "\nfactions    how often each is played" in found.out
    assert all(len(line) <= 80 for line in found.out.splitlines())
    listed = run("stats", "--json").json
    assert {"name": "games", "game": None, "title": "how they go, by the number of players."} in listed
    assert all(one["title"] for one in listed)
    assert {one["game"] for one in listed} == {None, *statistics.games()} > {None}
    of_gaia = run("stats", "--game", "gaia")
    assert "for gaia only:\ncities      " in of_gaia.out
    assert "openings" not in of_gaia.out
    assert "alone" not in run("stats", "--game", "nim").out
    assert run("stats", "--game", "chess").code == 2


def test_stats(stored: Run) -> None:
    found = stored("stats", "factions")
    assert found.code == 0
    assert found.out.splitlines()[0] == "nim: 3 games, 7 seats (finished valid games)"
    assert found.out.splitlines()[-1].startswith("* fewer than 30 games")
    rows = stored("stats", "factions", "--players", "2", "--option", "dice=3", "--json").json
    assert sum(row["games"] + row["dropped"] for row in rows) == 2
    assert rows[0]["filters"].endswith("(finished valid games; 2 players; dice = 3)")
    assert rows[0]["small"] is True
    columns = {"faction", "games", "wins", "win_rate", "low", "high", "expected"}
    columns |= {"mean_vp", "mean_margin", "mean_rank", "dropped"}
    assert columns <= set(rows[0])
    unknown = stored("stats", "nothing")
    assert (unknown.code, unknown.out) == (2, "")
    of_another = stored("stats", "openings")
    assert (of_another.code, of_another.out) == (2, "")
    assert of_another.err.startswith(
        "anyturn: found the statistic 'openings' of nim, expected one of advice, bids, calibration, differences, "
    )
    assert stored("stats", "factions", "--option", "dice").code == 2
    assert stored("stats", "factions", "--game", "chess").code == 2


def test_stats_are_filtered_split_sorted_and_cut_off(stored: Run) -> None:
    rows = stored("stats", "factions", "--by", "players", "--sort", "mean_vp:asc", "--limit", "2", "--json").json
    assert [set(row) & {"players", "faction"} for row in rows] == [{"players", "faction"}] * 2
    assert rows[0]["mean_vp"] <= rows[1]["mean_vp"]
    assert "split by players; the first 2 rows by mean_vp (asc)" in rows[0]["filters"]
    (ann,) = stored("stats", "players", "--player", "ann", "--faction", "red", "--json").json
    assert (ann["player"], ann["games"]) == ("ann", 2)
    words = stored("stats", "factions", "--player", "ann", "--against", "blue", "--seat", "1").out.splitlines()[0]
    assert words.endswith("(finished valid games; against blue; player ann; start position 1)")
    for wrong, message in (
        (("--faction", "rde"), "found the faction 'rde', expected one that is stored: "),
        (("--bonus", "x"), "found the bonus card of round 1 'x', expected a filter that applies: "),
        (("--rating", "high"), "found --rating high, expected ratings such as 1400-1600"),
        (("--rating", "1600-1400"), "found --rating 1600-1400, expected the lower rating first: 1400-1600"),
        (("--rating", "-"), "found --rating -, expected ratings such as"),
        (("--until", "May"), "found --until May, expected a date"),
        (("--tag", "=x"), "found --tag =x, expected NAME or NAME=VALUE"),
        (("--tag", "season"), "found the tag 'season', expected one that is stored: none yet"),
        (("--by", "seet"), "found --by seet, expected one of players, "),
        (("--sort", "vp"), "found --sort vp, expected one of game, faction, "),
        (("--csv", "--json"), "found --json --csv, expected one of them"),
    ):
        found = stored("stats", "factions", *wrong)
        assert (found.code, found.out, len(found.err.splitlines())) == (2, "", 1)
        assert found.err.startswith(f"anyturn: {message}"), found.err


def test_stats_as_csv_and_markdown(stored: Run) -> None:
    """In CSV, words go to standard error and numbers keep all their digits; in Markdown, numbers are rounded."""
    plain = stored("stats", "factions", "--json").json
    found = stored("stats", "factions", "--csv")
    assert found.err == f"{plain[0]['filters']}\n"
    head, *rows = csv.reader(found.out.splitlines())
    assert head[:4] == ["game", "catalogue", "faction", "games"]
    assert [[row[head.index(name)] for name in ("faction", "win_rate", "small")] for row in rows] == [
        [row["faction"], str(row["win_rate"]), "true"] for row in plain
    ]
    lines = stored("stats", "factions", "--markdown").out.splitlines()
    assert lines[:2] == [plain[0]["filters"], ""]
    assert lines[2].startswith("| faction | games | wins | win rate % | low % |")
    assert lines[3].startswith("| --- | --: | --: |")
    assert lines[4].startswith(f"| {plain[0]['faction']} | {plain[0]['games']} | {plain[0]['wins']:g} | ")
    assert lines[-1] == "\\* fewer than 30 games: small sample"
    assert stored("stats", "factions", "--markdown", "--min-games", "30").out.splitlines()[-1] == "no rows"


def test_csv_for_a_spreadsheet_with_a_decimal_comma(stored: Run) -> None:
    """The table is the same, with fields separated by semicolons and decimals after commas; texts are unchanged."""
    plain, comma = (
        list(csv.reader(stored("stats", "factions", "--csv", *words).out.splitlines(), delimiter=separator))
        for words, separator in (((), ","), (("--decimal-comma",), ";"))
    )
    assert plain[0] == comma[0]
    numbers = [re.fullmatch(r"-?\d+\.\d+", cell) is not None for row in plain for cell in row]
    assert any(numbers)
    cells = [cell for row in comma for cell in row]
    assert cells == [
        cell.replace(".", ",") if number else cell
        for cell, number in zip([cell for row in plain for cell in row], numbers, strict=True)
    ]
    assert not stored("stats", "factions", "--csv", "--decimal-comma").out.count('"')


def test_query(stored: Run) -> None:
    assert stored("query", "SELECT count(*) AS n FROM games").out == "n\n3\n"
    assert stored("query", "-", "--json", stdin=b"SELECT 1 AS a, NULL AS b").json == [{"a": 1, "b": None}]
    refused = stored("query", "DELETE FROM games")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("anyturn: found DELETE, expected SELECT")
    assert refused.err.count("\n") == 1


def test_export(stored: Run, tmp_path: Path) -> None:
    (tmp_path / "printed.jsonl").write_text(stored("export", "a").out)
    assert stored("export", "a", "--out", "a.jsonl.gz").out == "a.jsonl.gz\n"
    assert [one["status"] for one in stored("import", "printed.jsonl", "a.jsonl.gz", "--json").json] == [
        "same",
        "unchanged",
    ]
    assert len(stored("export", "--all", "--out", "all").out.splitlines()) == 3
    parquet = stored("export", "--all", "--parquet", "--out", "tables", "--json").json
    assert "games.parquet" in [Path(one["file"]).name for one in parquet]
    for wrong in (["export"], ["export", "--all"], ["export", "a", "--all"], ["export", "a", "--parquet"]):
        assert stored(*wrong).code == 2


def test_selfplay(run: Run, tmp_path: Path) -> None:
    written = run("selfplay", "nim", "--games", "3", "--seed", "7", "--players", "3", "--out", "played")
    again = run("selfplay", "nim", "--games", "3", "--seed", "7", "--players", "3", "--out", "more", "--jobs", "2")
    assert written.code == again.code == 0
    assert len(written.out.splitlines()) == 3
    for line, other in zip(written.out.splitlines(), again.out.splitlines(), strict=True):
        assert (tmp_path / line).read_bytes() == (tmp_path / other).read_bytes()
    assert run("validate", "played").code == 0
    stored = run("selfplay", "nim", "--games", "2", "--option", "dice=3", "--json").json
    assert [one["status"] for one in stored] == ["new", "new"]
    assert run("stats", "factions", "--option", "dice=3", "--json").code == 0
    assert run("selfplay", "chess").code == 2
    assert run("selfplay", "nim", "--policy", "clever").code == 2


def test_rules(run: Run) -> None:
    assert "nim             Nim, version 1" in run("rules").out
    assert run("rules", "nim").out.startswith("# Nim")
    assert run("rules", "nim", "NIM-2").out.startswith("NIM-2 To take is")
    assert [one["clause"] for one in run("rules", "nim", "--json").json] == [f"NIM-{n}" for n in range(1, 11)]
    assert run("rules", "nim", "NIM-99").code == 2
    assert run("rules", "chess").code == 2


def test_drift(stored: Run, tmp_path: Path) -> None:
    """What other rules would change is listed; the rules that judged the games change nothing."""
    same = stored("rules", "drift")
    assert (same.code, same.out) == (0, "")
    assert same.err == "0 of 3 stored games would change\n"
    code = "import duckdb; duckdb.connect('anyturn.duckdb').execute(\"UPDATE seats SET vp = 99 WHERE seat = 2\")"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    other = stored("rules", "drift", "--json")
    assert other.code == 1
    (one,) = [one for one in other.json if len(one["changes"]) == 1]
    assert "99 -> " in one["changes"][0]


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["--version"], ["import", "--help"], ["valdate"], ["validate"], ["validate", "x", "--jobs", "z"]],
)
def test_usage(run: Run, arguments: list[str]) -> None:
    found = run(*arguments)
    assert found.code == (0 if arguments and arguments[-1] in ("--help", "--version") else 2)
    assert "\x1b" not in found.out + found.err


def test_a_pipe_gets_no_colours_and_no_progress(stored: Run) -> None:
    for command in (["validate", "logs"], ["replay", "a"], ["stats", "factions"], ["audit", "a"], ["games"]):
        found = stored(*command)
        assert "\x1b" not in found.out + found.err
        assert all(len(line) <= 80 for line in found.out.splitlines()), command


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo terminals")
@pytest.mark.parametrize("width", [40, pytest.param(60, marks=pytest.mark.long)])
def test_a_terminal_gets_lines_that_fit(stored: Run, tmp_path: Path, width: int) -> None:
    """It also gets the same numbers as a pipe, which has room for everything."""
    question = "SELECT game_id, seq, seat, figure, delta, source, round, step FROM entries LIMIT 5"
    for command in (["games"], ["stats", "factions"], ["replay", "a"], ["query", question]):
        shown = in_terminal([*toy.door(tmp_path), *command], tmp_path, width)
        assert max(map(len, shown.splitlines())) <= width, (command, shown)
        piped = stored(*command).out
        assert sorted(re.findall(r"(?<!\S)[-\d.]+(?!\S)", shown)) == sorted(re.findall(r"(?<!\S)[-\d.]+(?!\S)", piped))


def in_terminal(command: list[str], folder: Path, width: int) -> str:
    """The output of a command on a terminal with this many columns."""
    import pty

    ours, its = pty.openpty()
    environment = os.environ | {"COLUMNS": str(width), "NO_COLOR": "1"}
    with subprocess.Popen(
        command, cwd=folder, stdin=its, stdout=its, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        os.close(its)
        found = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # nothing writes any more
                break
            if not part:
                break
            found += part
        assert process.wait() == 0
    os.close(ours)
    return found.decode().replace("\r\n", "\n")


def test_whoever_reads_may_stop(stored: Run, tmp_path: Path) -> None:
    """`anyturn query ... | head -1` ends without complaint."""
    command = toy.door(tmp_path)
    process = subprocess.Popen(
        [*command, "query", "FROM range(200000)"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=20) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""


_NETWORK = ("importlib.metadata", "email", "zipfile", "socket", "http", "ssl")
_OTHER_COMMANDS = ("projections.commands.queries", "projections.commands.auditing", "projections.commands.exploring")


@pytest.mark.parametrize(
    ("arguments", "unneeded"),
    [
        (
            ["--version"],
            (*_NETWORK, "typer", "msgspec", "traceback", "difflib", "projections.commands", "events.log", "engine"),
        ),
        (
            ["--help"],
            (
                *("duckdb", "engine", "events.log.codec", "projections.store", "msgspec", "tomllib", *_NETWORK),
                *("projections.commands.logs", "projections.commands.shared", *_OTHER_COMMANDS),
            ),
        ),
        (
            ["validate"],
            (
                *("duckdb", "multiprocessing", "socket", "zipfile", "importlib.metadata"),
                *("events.store", "events.facts", "projections.store.rows", "projections.store.storing"),
                *("projections.batch.pool", "projections.pictures", "projections.screen.wording"),
                *("concurrent.futures", "logging", "tempfile"),
                *_OTHER_COMMANDS,
            ),
        ),
    ],
)
def test_only_what_is_needed_is_imported(tmp_path: Path, arguments: list[str], unneeded: tuple[str, ...]) -> None:
    """For the version constants; for the help no command; for the verdict on one valid log no store and no pool."""
    if arguments == ["validate"]:
        log = selfplay_log(ruleset("gaia"), "1", 2, {}, "sensible")
        (tmp_path / "log.jsonl").write_bytes(b"\n".join(native.write(log)))
        arguments = ["validate", str(tmp_path / "log.jsonl")]
    code = (
        f"import sys; sys.argv = ['anyturn', *{arguments!r}]; import cli\n"
        "cli.exit_with = lambda status: None\ncli.main()\n"
        f"print([m for m in {unneeded!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_interrupted_while_it_loads_it_just_ends(tmp_path: Path) -> None:
    """Ctrl-C at the very start prints nothing about the libraries that were being loaded."""
    (tmp_path / "typer.py").write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(20)\n")
    done = subprocess.run(
        [sys.executable, str(PROJECT / "cli.py"), "games"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # it may be ignored here
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")
