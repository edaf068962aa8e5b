"""Bad input: the right verdict at the right place, exit code 1, nothing stored is lost, no traceback."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from projections.commands.application import application
from tests.support import toy_logs as toy
from tests.support.running import Run

GOOD = b"Nim ann:red ben:blue\nroll 4\nann 3\nben 1\n"
HASH = re.compile(r',"hash":"[0-9a-f]{64}"\}$')
SWAPPED = b"Nim ann:red ben:blue\nroll 4\nben 1\nann 3\n"

BAD: dict[str, tuple[str, bytes, str, str]] = {
    "cut gzip": ("x.jsonl.gz", gzip.compress(GOOD * 99)[:60], "unreadable", "gzip data cut off"),
    "no gzip": ("x.gz", b"\x1f\x8b" + b"nothing" * 9, "unreadable", "broken gzip data"),
    "encoding": ("x.txt", GOOD.replace(b"ann 3", b"\xffnn 3"), "unreadable", "x.txt:3: found the byte 0xff"),
    "UTF-16": ("x.txt", GOOD.decode().encode("utf-16"), "unreadable", "x.txt:1: found the byte 0xff"),
    "empty": ("x.txt", b"", "unreadable", "x.txt:1: found nothing"),
    "blank": ("x.txt", b"\n  \n\n", "unreadable", "x.txt:1: found nothing"),
    "long line": ("x.txt", b"Nim ann:red\n" + b"x" * 100_000_000, "unreadable", "x.txt:2: found a line of over"),
    "long header": ("x.jsonl", b'{"game":"' + b"x" * 100_000_000, "unreadable", "x.jsonl:1: found a line of over"),
    "picture": ("x.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "unreadable", "x.png:1: found the byte 0x89"),
    "another text": ("x.txt", b"Dear diary,\nwe played.\n", "unreadable", "x.txt:1: found a text in no known notation"),
    "a word for a number": ("x.txt", GOOD.replace(b"ann 3", b"ann three"), "unreadable", "x.txt:3: found 'ann three'"),
    "a number without end": (
        "x.txt",
        GOOD.replace(b"ann 3", b"ann " + b"9" * 5000),
        "unreadable",
        "x.txt:3: found a number of over 1000 digits",
    ),
    "unknown player": ("x.txt", GOOD.replace(b"ann 3", b"bob 3"), "unreadable", "x.txt:3: found the player 'bob'"),
    "cut short": ("x.txt", GOOD[:-6], "incomplete", ""),
    "rows swapped": (
        "x.txt",
        b"Nim ann:red ben:blue\nroll 4\nben 1\nann 3\n",
        "illegal",
        "x.txt:3: record 2 breaks NIM-1",
    ),
    "row deleted": ("x.txt", b"Nim ann:red ben:blue\nann 3\nben 1\n", "illegal", "x.txt:2: record 1 breaks NIM-1"),
    "unknown option": ("x.jsonl", b'{"game":"nim","options":{"a":1},"seats":[{},{}]}', "unsupported", "option a = 1"),
    "unknown game": ("x.jsonl", b'{"game":"chess"}', "unreadable", "x.jsonl:1: found the game 'chess'"),
    "no JSON": ("x.jsonl", b'{"game":"nim","seats":[{},{}]}\n{"seq":1,', "incomplete", "x.jsonl:2: found invalid JSON"),
    "unknown event": (
        "x.jsonl",
        b'{"game":"nim","seats":[{},{}]}\n{"seq":1,"actor":0,"event":{"kind":"jump"}}',
        "unreadable",
        "x.jsonl:2: found 'jump'",
    ),
}


def test_a_line_that_was_cut_off_is_reported_as_such(run: Run, tmp_path: Path) -> None:
    """This holds wherever it ends: in its hash, in its event, or before both."""
    whole = (tmp_path / "logs" / "c.jsonl").read_bytes().strip()
    last = len(whole) - whole.rindex(b"\n") - 1
    for less in (1, 2, 40, 70, last - 1):
        (tmp_path / "x.jsonl").write_bytes(whole[:-less])
        found = run("validate", "x.jsonl")
        place = f"x.jsonl:{len(whole.splitlines())}"
        assert (found.code, f"{place}: found a line that is cut off" in found.out) == (1, True), less


@pytest.mark.long
@pytest.mark.parametrize("case", BAD)
def test_a_bad_log_is_reported_at_its_place(stored: Run, tmp_path: Path, case: str) -> None:
    name, content, verdict, problem = BAD[case]
    (tmp_path / name).write_bytes(content)
    before = stored("query", "FROM games ORDER BY game_id").out
    for command in ("validate", "import"):
        found = stored(command, name, "--db", "anyturn.duckdb") if command == "import" else stored(command, name)
        assert found.code == 1
        assert verdict in found.out.splitlines()[0]
        assert problem in found.out
    after = stored("query", "FROM games WHERE source != 'x.txt' ORDER BY game_id").out
    assert after == before


NUMBERS = [
    (name, each.opts[0])
    for name, command in typer.main.get_command(application()).commands.items()  # type: ignore[attr-defined]
    for each in command.params
    if each.metavar in ("N", "SEQ", "N|all")
]


@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_a_number_that_is_none_is_reported_in_one_line(run: Run, command: str, option: str) -> None:
    """The error names what was found and what was expected, in the same form for every option of every command."""
    out_of_range = {"9" * 30: " or less", "-1": " or more"} if option != "--seed" else {}
    for text, bound in ({"x": "", "1.5": ""} | out_of_range).items():
        found = run(command, option, text, *(["--out", "site"] if command == "report" else []))
        assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
        assert found.err.startswith(f"anyturn: found {option} {text}, expected a whole number")
        assert bound in found.err


def test_no_option_has_a_number_of_the_library() -> None:
    """The library's errors would take three lines and mention an `int range`."""
    commands = typer.main.get_command(application()).commands  # type: ignore[attr-defined]
    types = {each.type.name for command in commands.values() for each in command.params}
    assert len(NUMBERS) > 10
    assert types <= {"str", "text", "bool", "boolean", "number"}, types


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["stats", "--bogus"], "found the unknown option --bogus; did you mean --bonus? (see `any"),
        (["--bogus"], "found the unknown option --bogus (see `anyturn --help`)"),
        (["validate"], "found no PATH, expected one (see `anyturn validate --help`)"),
        (["report"], "found no --out, expected one (see `anyturn report --help`)"),
        (["validate", "--jobs"], "found --jobs without a value, expected one (see `anyturn validate --help`)"),
        (["validat"], "found the unknown command 'validat'; did you mean validate? (see"),
        (["xyz"], "found the unknown command 'xyz' (see `anyturn --help`)"),
        (["games", "a"], "found 'a', expected nothing more (see `anyturn games --help`)"),
        (["games", "--json=3"], "found --json with a value, expected none (see `anyturn games --help`)"),
        (["report", "--out", "x", "--games", "1x"], "found --games 1x, expected a whole number, 0 or more, or all"),
    ],
)
def test_words_that_are_refused_are_reported_in_one_line(run: Run, words: list[str], message: str) -> None:
    found = run(*words)
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)
    assert found.err.startswith(f"anyturn: {message}")


def test_the_command_alone_shows_its_help(run: Run) -> None:
    found = run()
    assert (found.code, found.out, found.err.startswith("Usage: anyturn")) == (2, "", True)


def test_a_folder_of_everything(stored: Run, tmp_path: Path) -> None:
    """Good logs are stored, the others reported, one line each with the reason below."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    for number, (name, content, _, _) in enumerate(BAD.values()):
        (folder / f"{number:02}-{name}").write_bytes(content)
    (folder / "good.txt").write_text(toy.text(77))
    found = stored("import", "mixed", "--json")
    assert found.code == 1
    judged = [verdict for name, _, verdict, _ in BAD.values() if not name.endswith(".png")]
    assert len(judged) == len(BAD) - 1
    assert [one["verdict"] for one in found.json] == [*judged, "valid"]
    assert found.err.endswith("; 1 other file passed over\n")
    assert found.json[-1]["status"] == "new"
    again = stored("import", "mixed", "--json")
    assert [one["verdict"] for one in again.json] == [one["verdict"] for one in found.json]
    assert {one["status"] for one in again.json} <= {"unchanged", "left out"}


def test_a_folder_of_pictures(run: Run, tmp_path: Path) -> None:
    """Files that are not logs are ignored, but one that is named is judged."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    found = run("validate", "pictures")
    message = "anyturn: found no files that may be logs, but 4 others in pictures, expected recorded games\n"
    assert (found.code, found.out, found.err) == (2, "", message)
    named = run("validate", "pictures/1.png", "pictures/2.png")
    assert (named.code, named.err) == (1, "2 logs: 2 unreadable\n")


def test_a_folder_with_what_the_program_has_written(stored: Run, tmp_path: Path) -> None:
    """The store, pictures and pages are not logs; a file that begins like a log or has the suffix of one is."""
    assert stored("replay", "logs/a.txt", "--html", "page.html").code == 0
    (tmp_path / "picture.svg").write_text("<svg/>")
    (tmp_path / "notes.md").write_bytes(GOOD)
    (tmp_path / "broken.jsonl").write_bytes(b"\x89")
    everything = {one["source"]: one["verdict"] for one in stored("validate", ".", "--json").json}
    assert {name: everything[name] for name in ("notes.md", "broken.jsonl")} == {
        "notes.md": "valid",
        "broken.jsonl": "unreadable",
    }
    assert not [name for name in everything if name.endswith((".duckdb", ".html", ".svg"))]
    assert stored("validate", ".").err.endswith("; 3 other files passed over\n")


def test_numbers_that_no_column_holds_are_kept_in_their_records(stored: Run, tmp_path: Path) -> None:
    """In the tables, they become the largest possible number; the other games are stored as usual."""
    folder = tmp_path / "large"
    folder.mkdir()
    (folder / "a.txt").write_text(toy.text(70))
    for number in (2**31, 10**40):
        result = f'{{"game":"nim","seats":[{{"player":"a"}},{{"player":"b"}}],"expected":{{"0":{number},"1":8}}}}'
        (folder / f"{number}.jsonl").write_text(result)
    found = stored("import", "large", "--json")
    assert [(one["status"], one["verdict"]) for one in found.json] == [
        ("new", "summary"),
        ("new", "summary"),
        ("new", "valid"),
    ]
    assert stored("query", "SELECT max(vp) AS vp FROM seats", "--json").json == [{"vp": 2**31 - 1}]
    assert "0 of 6 stored games would change" in stored("rules", "drift").err
    assert str(10**40) in stored("export", str(10**40)).out


def test_words_that_no_command_can_mean(stored: Run) -> None:
    for arguments in (
        ["replay", "a", "--notation", "nothing"],
        ["log", "logs/a.txt", "--notation", "nothing"],
        ["audit", "logs/a.txt", "--notation", "nothing"],
        ["legal", ""],
        ["stats", "games", "--since", "2024-13-01"],
        ["stats", "games", "--since", "2024-12-40"],
        ["stats", "games", "--min-games", "-1"],
        ["import", "logs", "--db", "no/such.duckdb"],
    ):
        found = stored(*arguments)
        assert (found.code, found.out) == (3 if "--db" in arguments else 2, ""), arguments
    assert found.err == (
        "anyturn: no/such.duckdb: cannot be created (there is no folder no); name another place with --db\n"
    )
    assert stored("validate", "").code == 2


def test_a_typo_gets_what_is_near(stored: Run) -> None:
    for arguments, near in (
        (["stats", "faction"], "factions"),
        (["stats", "GAMES"], "games"),
        (["rules", "dice_froge"], "dice_forge"),
        (["selfplay", "Gaya"], "gaia"),
        (["validate", "logs", "--notation", "snelman_ledger"], "snellman_ledger"),
    ):
        found = stored(*arguments)
        assert (found.code, found.out) == (2, "")
        assert found.err.endswith(f"; did you mean {near}?\n"), found.err
    assert "did you mean" not in stored("stats", "xyzzy").err


def test_one_is_counted_as_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("Nim ann:red ben:blue\nroll 4\n")
    found = run("import", "one.txt")
    assert found.err == "1 log: 1 new; 1 incomplete\n"
    assert run("games").err == "1 game of nim\n"
    assert "    1 record        0 figures  one.txt" in run("validate", "one.txt").out
    assert "0 of 1 stored game would change" in run("rules", "drift").err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("command", [["games"], ["log", "a"], ["export", "a"], ["stats", "seats"], ["rules", "nim"]])
def test_a_full_disk_is_reported(stored: Run, tmp_path: Path, command: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*toy.door(tmp_path), *command], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode() == "anyturn: the output: No space left on device; name another place\n"


def test_nothing_to_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    assert run("validate", "none").code == 2
    for command in ("validate", "import"):
        missing = run(command, "logs", "missing.txt")
        assert (missing.code, missing.out) == (2, "")
        assert missing.err == "anyturn: found no file 'missing.txt', expected files or folders of recorded games\n"
    assert run("replay", "logs").code == 2


def test_a_locked_store_is_exit_3(stored: Run, tmp_path: Path) -> None:
    hold = "import duckdb; c = duckdb.connect('anyturn.duckdb'); print('held', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hold], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        for command in (["import", "logs"], ["games"], ["stats", "factions"], ["audit", "a"], ["query", "SELECT 1"]):
            found = stored(*command)
            assert (found.code, found.out) == (3, "")
            assert f"process {holder.pid}" in found.err
            assert found.err.count("\n") == 1
        holder.communicate(b"\n")
    assert stored("games").code == 0


def test_a_broken_store_is_exit_3_and_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "anyturn.duckdb").write_bytes(b"no database" * 999)
    for command in (["import", "logs"], ["games"], ["stats", "factions"], ["replay", "a"], ["export", "a"]):
        found = run(*command)
        assert (found.code, found.out) == (3, "")
        assert "not a store of anyturn" in found.err
        assert found.err.count("\n") == 1
    assert (tmp_path / "anyturn.duckdb").read_bytes() == b"no database" * 999


def test_no_store_yet_names_the_command_that_creates_one(run: Run) -> None:
    for command in (["games"], ["stats", "factions"], ["query", "SELECT 1"], ["replay", "a"], ["rules", "drift"]):
        found = run(*command)
        assert (found.code, found.out) == (3, "")
        assert "anyturn import" in found.err


def test_a_note_before_a_malformed_event_is_stored_with_the_rest(run: Run, tmp_path: Path) -> None:
    """AN-7.0: every command goes as far as the record, whose number counts the note; the store then holds."""
    assert run("selfplay", "anachrony", "--players", "3", "--out", "played").code == 0
    (played,) = (tmp_path / "played").iterdir()
    header, *bodies = [HASH.sub("}", line) for line in played.read_text().splitlines()[:42]]
    note = '{"seq":1,"actor":null,"event":{"kind":"note","text":"a remark"}}'
    counted = [note, *(f'{{"seq":{n},{body.partition(",")[2]}' for n, body in enumerate(bodies, 2))]
    counted[-1] = counted[-1].replace('"event":{', '"event":{"why":1,')
    (tmp_path / "x.jsonl").write_text("\n".join([header, *counted]))
    assert "record 42 breaks AN-7.0" in run("validate", "x.jsonl").out
    assert run("import", "x.jsonl").err == "1 log: 1 new; 1 illegal\n"
    assert run("audit", "--all").err == "1 game holds\n"
    assert run("query", "SELECT records FROM games").out == "records\n     41\n"
    for command in ("log", "summary", "replay"):
        assert "record 42 breaks AN-7.0" in "".join(run(command, "x.jsonl")[1:]), command
