"""The commands about one game: replay, log, legal, audit."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import typer

from events.log import native
from events.log.native import GameLog
from projections.commands import completion
from projections.commands.application import application
from tests.support import toy_logs as toy
from tests.support.running import Run


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "seq"), [("start", 0), ("#5", 5), ("t1", 2), ("r0", 1), ("r1.t1", 3), ("-2", -2), ("end", 0)]
)
def test_replay_to_an_address(stored: Run, address: str, seq: int) -> None:
    records = len(toy.text(1).splitlines()) - 1
    (one,) = stored("replay", "a", "--to", address, "--json").json
    assert one["seq"] == (records if address == "end" else records + seq if seq < 0 else seq)
    assert set(one) == {"game", "seq", "turn", "over", "figures", "state"}
    assert one["over"] == (address == "end")
    text = stored("replay", "a", "--to", address)
    assert text.code == 0
    assert text.out.startswith(f"Nim: after record {one['seq']}, ")


def test_replay_steps_through_the_same_positions(stored: Run) -> None:
    found = stored("replay", "a", "--step", "--json").json
    assert [one["seq"] for one in found] == list(range(1, len(found) + 1))
    for one in found[1:5]:
        # a jump ends right after the record; a step has also run the automatic steps due then
        (jumped,) = stored("replay", "a", "--to", f"#{one['seq']}", "--json").json
        assert jumped == one


def test_of_a_game_that_is_over_nothing_is_legal(stored: Run) -> None:
    found = stored("legal", "a")
    assert (found.code, found.out, found.err) == (0, "", "the game is over\n")
    assert stored("legal", "a", "--json").out == ""


def test_replay_draws_into_a_file_or_to_standard_output(run: Run, tmp_path: Path) -> None:
    game = run("selfplay", "terra_mystica", "--players", "2", "--out", "games").out.strip()
    drawn = run("replay", game, "--to", "r1", "--svg", "board.svg")
    assert (drawn.code, drawn.out, drawn.err) == (0, "board.svg\n", "")
    drawing = (tmp_path / "board.svg").read_text()
    assert drawing.startswith("<svg ")
    assert run("replay", game, "--to", "r1", "--svg", "-").out == drawing
    assert run("replay", game, "--svg", "end.svg", "--json").json == [{"file": "end.svg"}]
    assert (tmp_path / "end.svg").read_text() != drawing


def test_replay_draws_a_part(run: Run, tmp_path: Path) -> None:
    """A part is an SVG of its own; an unknown one is answered with the names of all."""
    game = run("selfplay", "gaia", "--players", "2", "--out", "games").out.strip()
    whole = run("replay", game, "--to", "r1", "--svg", "-").out
    drawn = run("replay", game, "--to", "r1", "--svg", "-", "--part", "board")
    assert (drawn.code, drawn.err) == (0, "")
    assert drawn.out.startswith("<svg ")
    assert len(drawn.out) < len(whole)
    wrong = run("replay", game, "--svg", "-", "--part", "bord")
    assert (wrong.code, wrong.out) == (2, "")
    assert "the part 'bord', expected" in wrong.err
    assert "board" in wrong.err
    context = type("Context", (), {"params": {"game": str(tmp_path / game), "db": None}})()
    assert completion.parts(context, "boa") == ["board"]  # type: ignore[arg-type]  # only its params are read


def test_replay_draws_a_png(run: Run, tmp_path: Path) -> None:
    """As wide as asked for, and never to standard output."""
    pytest.importorskip("vl_convert", reason="no vl-convert: no PNG is drawn")
    game = run("selfplay", "gaia", "--players", "2", "--out", "games").out.strip()
    assert run("replay", game, "--to", "r1", "--png", "board.png", "--width", "620").out == "board.png\n"
    png = (tmp_path / "board.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(png[16:20], "big") == 620
    again = run("replay", game, "--png", "board.png")
    assert (again.code, again.out) == (2, "")
    assert "board.png" in again.err
    for words, said in (
        (["--png", "-"], "found --png -"),
        (["--width", "300"], "found --width without --png"),
        (["--part", "board"], "found --part without --svg or --png"),
        (["--png", "x.png", "--width", "5"], "found --width 5"),
    ):
        wrong = run("replay", game, *words)
        assert (wrong.code, wrong.out) == (2, "")
        assert said in wrong.err


def test_replay_shows_who_acts_or_which_automatic_step_comes(run: Run) -> None:
    game = run("selfplay", "terra_mystica", "--players", "2", "--out", "games").out.strip()
    said = {to: run("replay", game, "--to", to).out.splitlines() for to in ("start", "r1", "r2.t1", "end")}
    assert said["start"][0].endswith("after record 0, turn 0. Setup: scoring tiles are drawn")
    assert said["start"][1] == "Chance decides: scoring tiles"
    assert said["r1"][:2] == [said["r1"][0], "Next, automatically: income"]
    assert said["r2.t1"][1].startswith("To act: player ")
    assert said["end"][0].endswith("Over after round 6 of 6")
    assert "wins with" in said["end"][1]
    assert any(line.startswith("2nd place: player ") for line in said["end"])


def test_what_cannot_be_drawn_is_reported(stored: Run, tmp_path: Path) -> None:
    none = stored("replay", "a", "--svg", "x.svg")
    assert (none.code, none.out) == (2, "")
    assert none.err.startswith("anyturn: found no drawing of nim, expected a game that has one (")
    assert not (tmp_path / "x.svg").exists()
    both = stored("replay", "a", "--svg", "x.svg", "--step")
    assert (both.code, both.out) == (2, "")
    assert both.err.startswith("anyturn: found --step with --svg")
    game = stored("selfplay", "terra_mystica", "--players", "2", "--out", "games").out.strip()
    nowhere = stored("replay", game, "--svg", "no/such/x.svg")
    assert (nowhere.code, nowhere.out, len(nowhere.err.splitlines())) == (2, "", 1)
    assert "no/such/x.svg" in nowhere.err


def test_a_bad_address_is_a_usage_error(stored: Run) -> None:
    for address in ("r99", "#9999", "x", "-9999"):
        found = stored("replay", "a", "--to", address)
        assert (found.code, found.out) == (2, "")
        assert found.err.startswith(f"anyturn: found the address '{address}', expected")


def test_replay_of_an_illegal_log_stops_before_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(toy.too_many(toy.text(1), 7))
    (tmp_path / "bad.jsonl").write_text(
        '{"game":"nim","seats":[{},{}]}\n'
        '{"seq":1,"actor":null,"event":{"kind":"roll_dice","dice":[4,5]}}\n'
        '{"seq":2,"actor":0,"event":{"kind":"take","stones":4}}\n'
    )
    found = run("replay", "bad.jsonl")
    assert found.code == 1
    assert found.out.startswith("Nim: after record 1, ")
    assert "record 2 breaks NIM-2" in found.err
    assert '"breaks":"NIM-2' in run("log", "bad.jsonl", "--json").out


def test_log_prints_what_each_record_changed(stored: Run) -> None:
    lines = stored("log", "a").out.splitlines()
    assert lines[0] == "Setup: roll"
    assert lines[1] == "  #1    chance: roll dice, dice 6 6 6 2"
    assert lines[2] == "Round 1, turn 1, ann (red): move"
    assert lines[3].startswith("  #2    ann: take, stones ")
    assert lines[3].endswith("(take)")
    records = stored("log", "a", "--json").json
    assert sum(e["delta"] for one in records for e in one["entries"] if e["figure"] == "stones") == 20
    assert all(one["in_force"] for one in records)


def test_log_shows_what_was_taken_back(run: Run, tmp_path: Path) -> None:
    (tmp_path / "u.jsonl").write_text(
        '{"game":"nim","options":{"dice":1,"rounds":1},"seats":[{"player":"a"},{"player":"b"}]}\n'
        '{"seq":1,"actor":null,"event":{"kind":"roll_dice","dice":[4]}}\n'
        '{"seq":2,"actor":0,"event":{"kind":"take","stones":3}}\n'
        '{"seq":3,"actor":null,"event":{"kind":"undo","seq":2}}\n'
        '{"seq":4,"actor":0,"event":{"kind":"take","stones":1}}\n'
        '{"seq":5,"actor":null,"event":{"kind":"correct","seq":4,"event":{"kind":"take","stones":2}}}\n'
        '{"seq":6,"actor":1,"event":{"kind":"take","stones":2}}\n'
    )
    assert run("validate", "u.jsonl").code == 0
    assert run("log", "u.jsonl").out.count("(not in force)") == 1
    assert [one["in_force"] for one in run("log", "u.jsonl", "--json").json] == [True, False, False, True, False, True]
    assert run("import", "u.jsonl").code == 0
    assert run("audit", "u").code == 0


def test_legal(stored: Run) -> None:
    found = stored("legal", "a", "--at", "#1", "--json").json
    assert found == [{"actor": 0, "event": {"kind": "take", "stones": n}} for n in (1, 2, 3)]
    assert stored("legal", "a", "--at", "#1").out.splitlines()[1] == "ann  take, stones 1"
    assert stored("legal", "a", "--at", "start").out.splitlines()[1] == "chance  roll dice, dice 1 1 1 1"
    assert stored("legal", "a", "--json").json == []


def test_audit(stored: Run) -> None:
    found = stored("audit", "a")
    assert found.code == 0
    assert [line.split()[0] for line in found.out.splitlines()[-6:]] == ["holds"] * 6
    rows = stored("audit", "a", "--json").json
    assert {row["check"] for row in rows if "check" in row} >= {"hash chain", "score", "conservation"}
    standings = stored("validate", "logs/a.txt", "--json").json[0]["standings"]
    for place in standings:
        assert sum(row.get("vp", 0) for row in rows if row.get("player") == place["player"]) == place["vp"]


def test_a_broken_chain_is_exit_4(stored: Run, tmp_path: Path) -> None:
    tamper(tmp_path)
    for command in (["audit"], ["replay"], ["log"], ["legal"], ["export"]):
        found = stored(*command, "a")
        assert found.code == 4, command
        assert "record 3" in found.out + found.err
    (tmp_path / "c.jsonl").write_bytes((tmp_path / "logs" / "c.jsonl").read_bytes().replace(b'"seq":2', b'"seq":2 '))
    found = stored("validate", "c.jsonl")
    assert found.code == 4
    assert "c.jsonl:3: hash chain broken" in found.out


def tamper(folder: Path) -> None:
    code = (
        "import duckdb; duckdb.connect('anyturn.duckdb').execute(\"UPDATE records SET event = "
        "replace(event, 'take', 'tAke') WHERE seq = 3\")"
    )
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


@pytest.mark.parametrize("command", [("legal",), ("replay",), ("replay", "--step")])
def test_an_address_is_named_with_either_word(run: Run, command: tuple[str, ...]) -> None:
    """The option is `--to` in `replay` and `--at` in `legal`, which people mix up."""
    first, other = (run(*command, "logs/a.txt", word, "#2") for word in ("--to", "--at"))
    assert first == other != run(*command, "logs/a.txt", "--at", "#1")


def test_help_shows_an_address_once() -> None:
    """It is one option with two names, the same in every command that has it."""
    commands = typer.main.get_command(application()).commands  # type: ignore[attr-defined]
    having = {
        name: [each.opts for each in command.params if {"--at", "--to"} & {*each.opts}]
        for name, command in commands.items()
    }
    found = {name: options for name, options in having.items() if options}
    assert {tuple(sorted(*options)) for options in found.values()} == {("--at", "--to")}
    assert set(found) == {"replay", "view", "legal", "branch", "explore"}


def test_a_name_with_a_byte_that_is_no_text_is_no_stored_game(stored: Run) -> None:
    found = stored("audit", "\udc8b")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "expected a file, or the id or source of a stored game" in found.err


@pytest.fixture
def running(run: Run, tmp_path: Path) -> str:
    """The log of a game with hands of cards, of which the first 29 records have been played."""
    game = run("selfplay", "gaia", "--players", "3", "--seed", "3", "--out", "games").out.strip()
    lines = (tmp_path / game).read_text().splitlines()
    (tmp_path / "half.jsonl").write_text("\n".join(lines[:30]) + "\n")
    return "half.jsonl"


SECRET = "anyturn: the game is still being played, and this shows what not everybody has seen; "


@pytest.mark.parametrize(
    "command",
    [("replay",), ("replay", "--step"), ("replay", "--svg", "-"), ("log",), ("legal",), ("replay", "--html", "x")],
)
def test_secrets_of_a_running_game_are_announced(run: Run, running: str, command: tuple[str, ...]) -> None:
    found = run(command[0], running, *command[1:])
    assert found.code == 0
    assert found.err.startswith(SECRET)
    assert found.err.count("\n") == 1
    over = run(command[0], "games/gaia-selfplay-3-1.jsonl", *command[1:], *(("--force",) if "x" in command else ()))
    assert SECRET not in over.err


def test_a_seat_sees_its_own_hand_only(run: Run, running: str) -> None:
    """The position at the same turn, without the cards that the seat has not seen; nothing is announced."""
    for seat, own, others in (("1", "A02 animals", "A05 animals"), ("player 2", "A05 animals", "A02 animals")):
        found = run("replay", running, "--to", "r2", "--seat", seat)
        assert (found.code, found.err) == (0, "")
        assert own in found.out
        assert others not in found.out
        assert len(run("replay", running, "--to", "r2", "--seat", seat, "--step", "--json").json) > 20
        assert others.split()[0] not in run("log", running, "--seat", seat).out
    assert run("replay", running, "--seat", "4").err == (
        "anyturn: found seat 4, expected a seat from 1 to 3, or player 1, or player 2, or player 3\n"
    )
    assert run("replay", running, "--seat", "1", "--html", "y").code == 2


def test_a_seat_sees_everything_where_nothing_is_hidden(run: Run, tmp_path: Path) -> None:
    """`replay --seat` was refused; a seat that is not there still is."""
    log = run("selfplay", "dice_forge", "--players", "2", "--seed", "3", "--out", "games").out.strip()
    everything, seen = run("replay", log), run("replay", log, "--seat", "2")
    assert (seen.code, seen.err, seen.out) == (0, "", everything.out)
    assert run("log", log, "--seat", "player 1").out == run("log", log).out
    assert run("replay", log, "--seat", "3").err == (
        f"anyturn: {log}: found seat 3, expected a seat from 1 to 2, or player 1, or player 2\n"
    )


def test_the_line_of_a_violation_in_a_native_log(run: Run, tmp_path: Path) -> None:
    """`validate --json` said line 0 of logs with hashes; empty lines count."""
    log = run("selfplay", "dice_forge", "--players", "2", "--seed", "3", "--out", "games").out.strip()
    lines = (tmp_path / log).read_bytes().splitlines()
    found = native.read(lines)
    wrong = GameLog(found.header, [*found.records[:9], msgspec.structs.replace(found.records[2], seq=10)])
    header, *records = native.write(wrong)
    (tmp_path / "wrong.jsonl").write_bytes(b"\n".join([header, b"", *records]) + b"\n")
    (verdict,) = run("validate", "wrong.jsonl", "--json").json
    assert (verdict["violation"]["seq"], verdict["violation"]["line"]) == (10, 12)
