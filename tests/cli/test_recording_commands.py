"""Recording a game with commands: starting it, appending words and JSON, even concurrently; watching files."""

import json
import signal
import subprocess
import tomllib
from pathlib import Path

import pexpect
import pytest

from engine.rules import games
from events.log.native import read
from tests.support.forking import Forking
from tests.support.running import Ran, Run, runs
from tests.support.toy_logs import door

pytestmark = [pytest.mark.usefixtures("nim"), pytest.mark.long]


@pytest.fixture
def run(tmp_path: Path, forked: Forking) -> Run:
    return runs(tmp_path, forked)


def test_a_new_log_is_a_header(begun: Run, tmp_path: Path) -> None:
    header = read((tmp_path / "game.jsonl").read_bytes().splitlines()).header
    assert (header.game, header.ruleset, header.options) == ("nim", "1", {"rounds": 1})
    assert [seat.player for seat in header.seats] == ["Ann", "Bob"]
    again = begun("new", "nim", "--player", "Ann", "--player", "Bob", "--log", "game.jsonl")
    assert (again.code, again.err.startswith("anyturn: game.jsonl already exists")) == (2, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess", "--player", "A"], "found the game 'chess', expected one of"),
        (["nim"], "found no --player"),
        (["nim", "--player", "A", "--player", "B"], "found no --log"),
        (["nim", "--player", "A", "--log", "x"], "invalid setup for nim:"),
        (
            ["nim", "--player", "A", "--player", "B", "--option", "colour=red", "--log", "x"],
            "found --option colour=red, expected one of",
        ),
        (["nim", "--player", "A", "--player", "B", "--option", "rounds", "--log", "x"], "expected NAME=VALUE"),
        (["nim", "--player", "A", "--player", "B", "--public", "--log", "x"], "leave out hidden cards: nim has none"),
        (["race", "--player", "A", "--player", "B", "--public", "--log", "x"], "leave out hidden cards: race has none"),
        (
            ["race", "--player", "A", "--player", "B", "--option", "goal=9", "--log", "x"],
            "found --option goal=9, expected ",
        ),
        (["nim", "--player", "A", "--player", "B", "--catalogue", "y", "--log", "x"], "daitoshi, gaia do"),
        (["nim", "--player", "A", "--player", "B", "--played-at", "now", "--log", "x"], "--played-at now"),
        (["gaia", "--player", "A", "--player", "B", "--log", "x"], "expected --catalogue house_v1"),
        (["gaia", "--player", "A", "--player", "B", "--catalogue", "y", "--log", "x"], "found no file 'y'"),
        (["gaia", "--player", "A", "--catalogue", "house_v1", "--log", "x"], "2 to 5 players"),
        (
            ["gaia", "--player", "A=red", "--player", "B=red", "--catalogue", "house_v1", "--log", "x"],
            "it breaks GA-5.1.1",
        ),
        (
            [
                "gaia",
                "--player",
                "A",
                "--player",
                "B",
                "--option",
                "mode=hard",
                "--catalogue",
                "house_v1",
                "--log",
                "x",
            ],
            "found --option mode=hard, expected one of basic, advanced, advanced_disasters",
        ),
    ],
)
def test_what_cannot_begin_is_reported_with_what_is_allowed(
    run: Run, tmp_path: Path, words: list[str], message: str
) -> None:
    found = run("new", *words)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("anyturn: ")
    assert found.err.count("\n") == 1
    assert message in found.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("game", games())
def test_every_game_can_begin(run: Run, game: str) -> None:
    cards = ["--catalogue", "house_v1"] if game in ("gaia", "daitoshi") else []
    words = ["new", game, "--player", "Ann", "--player", "Bob", *cards, "--played-at", "2026-11-21", "--log", "g.jsonl"]
    assert run(*words).code == 0
    assert run("validate", "g.jsonl").out.startswith("incomplete      0 records")


def test_hands_stay_hidden_in_public_games(run: Run) -> None:
    words = ["--player", "Ann", "--player", "Bob", "--catalogue", "house_v1", "--public", "--log", "g.jsonl"]
    assert run("new", "gaia", *words).code == 0
    assert run("append", "g.jsonl", "nature plain sea forest", "life house_city_01 house_city_02").code == 0
    objectives = [f"house_objective_0{number}" for number in range(1, 5)]
    dealt = json.dumps({"kind": "objectives_dealt", "objectives": objectives})
    found = run("append", "g.jsonl", dealt, "hand dealt, player 1, nature none none, life none")
    assert (found.code, found.err) == (0, "")


def test_events_are_appended_in_words_and_in_json(begun: Run, tmp_path: Path) -> None:
    found = begun("append", "game.jsonl", "roll dice 2 2", "take 3", '{"kind":"take","stones":1}')
    assert found == Ran(
        0,
        "#1    chance: roll dice, dice 2 2\n#2    Ann: take, stones 3\n#3    Bob: take, stones 1\n",
        "the game is over\n",
    )
    assert begun("validate", "game.jsonl").out.startswith("valid           3 records")


def test_lines_of_standard_input_are_appended(begun: Run) -> None:
    found = begun("append", "game.jsonl", "--json", stdin=b"roll dice 2 2\n\ntake 3\nundo\nnote: sorry\n")
    assert [json.loads(line) for line in found.out.splitlines()] == [
        {"seq": 1, "actor": None, "who": "chance", "event": {"kind": "roll_dice", "dice": [2, 2]}},
        {"seq": 2, "actor": 0, "who": "Ann", "event": {"kind": "take", "stones": 3}},
        {"seq": 3, "actor": None, "who": "the log", "event": {"kind": "undo", "seq": 2}, "taken_back": [2]},
        {"seq": 4, "actor": None, "who": "the log", "event": {"kind": "note", "text": "sorry"}},
    ]
    assert begun("append", "game.jsonl", "-", stdin=b"take 1\n").out == "#5    Ann: take, stones 1\n"


def test_a_correction_takes_back_what_no_longer_fits_and_reports_it(begun: Run) -> None:
    begun("append", "game.jsonl", "roll dice 2 2", "take 3", "take 1")
    correction = '{"kind":"correct","seq":1,"event":{"kind":"roll_dice","dice":[1,1]}}'
    found = begun("append", "game.jsonl", correction)
    assert found.out.splitlines()[1:] == [
        "      taken back: #2 Ann: take, stones 3",
        "      taken back: #3 Bob: take, stones 1",
    ]
    log = begun("log", "game.jsonl").out
    assert "take, stones 3  (not in force)" in log
    assert begun("validate", "game.jsonl").out.startswith("incomplete")
    assert begun("audit", "game.jsonl").code == 0


def test_without_an_event_the_kinds_that_are_awaited_are_reported(begun: Run, tmp_path: Path) -> None:
    """This covers chance, a player, a stored game, and the end of a game."""
    see = "(see `anyturn append --help`)"
    for words, kinds in (
        ((), "expected roll_dice"),
        (("roll dice 2 2",), "expected take"),
        (("take 3", "take 1"), "expected nothing: the game is over"),
    ):
        assert not words or begun("append", "game.jsonl", *words).code == 0
        before = (tmp_path / "game.jsonl").read_bytes()
        for stdin in (b"", b"\n \n"):
            found = begun("append", "game.jsonl", stdin=stdin)
            assert (found.code, found.out) == (2, "")
            assert found.err == f"anyturn: found no event, {kinds} {see}\n"
        assert (tmp_path / "game.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("message", "code", "why"),
    [
        ("take 9", 1, "'take 9' breaks NIM-2 (stones=9, pile=12); awaited: move of Ann; nearest: Ann: take, stones 1"),
        ("take", 1, "'take' matches 3 actions: Ann: take, stones 1 | Ann: take, stones 2 | Ann: take, stones 3"),
        ("sing", 1, "'sing' is not a legal action; awaited: move of Ann; kinds: take; nearest: Ann: take, stones 1"),
        (
            "tke 3",
            1,
            "'tke 3' is not a legal action; awaited: move of Ann; kinds: take; did you mean take 3?; nearest: ",
        ),
        ('{"kind":"tkae","stones":1}', 2, "found the kind 'tkae', expected take; did you mean take?"),
        ('{"event":{"kind":"undoo"}}', 2, "found the kind 'undoo', expected take; did you mean undo?"),
        ('{"stones":1}', 2, "found no kind of event, expected take"),
        ('{"kind":"take"}', 2, "found no field `stones`"),
        ("undo 7", 2, "found record 7, expected a record in force"),
    ],
)
def test_what_does_not_fit_is_reported_and_changes_nothing(
    begun: Run, tmp_path: Path, message: str, code: int, why: str
) -> None:
    begun("append", "game.jsonl", "roll dice 6 6")
    before = (tmp_path / "game.jsonl").read_bytes()
    found = begun("append", "game.jsonl", message)
    assert (found.code, found.out) == (code, "")
    assert why in found.err
    assert found.err.count("\n") == 1
    assert (tmp_path / "game.jsonl").read_bytes() == before


def test_what_was_appended_before_a_slip_stays(begun: Run) -> None:
    found = begun("append", "game.jsonl", "roll dice 6 6", "take 9", "take 1")
    assert (found.code, found.out) == (1, "#1    chance: roll dice, dice 6 6\n")
    assert begun("append", "game.jsonl", "--expect", "1", "take 1").code == 0


def test_the_number_of_records_may_be_expected(begun: Run, tmp_path: Path) -> None:
    assert begun("append", "game.jsonl", "--expect", "0", "roll dice 6 6", "take 1").code == 0
    found = begun("append", "game.jsonl", "--expect", "1", "take 1")
    assert (found.code, found.out) == (3, "")
    assert found.err == (
        "anyturn: game.jsonl: found 2 records, expected 1; nothing was appended, read the new records and append with "
        "--expect 2\n"
    )


def test_a_line_that_was_cut_off_is_reported(begun: Run, tmp_path: Path) -> None:
    with (tmp_path / "game.jsonl").open("ab") as file:
        file.write(b'{"seq":1,"act')
    found = begun("append", "game.jsonl", "roll dice 6 6")
    assert found.code == 0
    assert found.err == 'anyturn: game.jsonl: the last line was cut off and is ignored: {"seq":1,"act\n'
    assert begun("validate", "game.jsonl").code == 1  # incomplete, but nothing worse
    assert begun("validate", "game.jsonl").out.startswith("incomplete")


def test_a_stored_game_goes_on(begun: Run, tmp_path: Path) -> None:
    begun("append", "game.jsonl", "roll dice 2 2", "take 1")
    begun("import", "game.jsonl")
    (game,) = [json.loads(line)["game_id"] for line in begun("games", "--json").out.splitlines()]
    (tmp_path / "game.jsonl").unlink()
    assert begun("append", game, "--expect", "2", "take 2").out == "#3    Bob: take, stones 2\n"
    late = begun("append", game, "--expect", "2", "take 1")
    assert late.code == 3
    assert f"game {game} has 3 records in the store, expected 2" in late.err
    assert begun("append", game, "undo", "take 1", "take 2").err == "the game is over\n"
    audit = begun("audit", game)
    assert audit.code == 0
    assert "holds  stored tables" in audit.out
    assert json.loads(begun("games", "--json").out)["verdict"] == "valid"
    assert begun("append", game, "take 1").code == 1
    assert begun("audit", "--all").code == 0


def test_an_imported_log_that_went_on_with_an_undo_is_as_it_follows(begun: Run) -> None:
    begun("append", "game.jsonl", "roll dice 2 2", "take 1", "take 2")
    begun("import", "game.jsonl")
    begun("append", "game.jsonl", "undo 2", "take 3")
    assert begun("import", "game.jsonl").out.startswith("extended")
    (game,) = [json.loads(line)["game_id"] for line in begun("games", "--json").out.splitlines()]
    assert "holds  stored tables" in begun("audit", game).out


def test_a_stored_result_or_a_broken_game_cannot_go_on(begun: Run, tmp_path: Path) -> None:
    begun("append", "game.jsonl", "roll dice 2 2", "take 1")
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    header = json.loads(lines[0])
    del header["hash"]
    header["expected"] = {"0": 3, "1": 1}
    (tmp_path / "result.jsonl").write_text(json.dumps(header))
    begun("import", "result.jsonl")
    found = begun("append", "result.jsonl", "take 1")
    assert found.code == 1  # the file exists, but the log has not been begun yet
    (tmp_path / "result.jsonl").unlink()
    found = begun("append", "result.jsonl", "take 1")
    assert (found.code, "found a result without records" in found.err) == (3, True)


def test_cards_defined_along_the_way_become_a_file_for_the_next_game(run: Run, tmp_path: Path) -> None:
    assert run("catalogue", "gaia", "cards.toml", "--template").out == "cards.toml\n"
    assert run("catalogue", "gaia", "cards.toml").out == "cards.toml: no faults\n"
    words = ["--player", "Ann", "--player", "Bob", "--catalogue", "cards.toml", "--log", "g.jsonl"]
    assert run("new", "gaia", *words).code == 0
    city = {"id": "harbour", "site": "sea", "needs": ["plain", "plain", "forest", "animal"]}
    declared = {"kind": "card_declared", "what": "city", "card": city}
    assert run("append", "g.jsonl", "nature plain sea forest", json.dumps(declared)).code == 0
    assert run("catalogue", "gaia", "next.toml", "--from", "g.jsonl").out == "next.toml\n"
    assert tomllib.loads((tmp_path / "next.toml").read_text())["city"] == [city]
    assert run("catalogue", "gaia", "next.toml").out == "next.toml: no faults\n"
    assert run("catalogue", "gaia", "next.toml", "--from", "g.jsonl").code == 2
    assert run("catalogue", "daitoshi", "other.toml", "--from", "g.jsonl").code == 1


def test_faults_of_a_catalogue_are_lines_of_json(run: Run) -> None:
    run("catalogue", "daitoshi", "boards.toml", "--template")
    plain, found = run("catalogue", "daitoshi", "boards.toml"), run("catalogue", "daitoshi", "boards.toml", "--json")
    assert (plain.code, found.code) == (1, 1)
    assert [one["fault"] for one in found.json] == plain.out.splitlines()


PROMPT = "players in the order of their seats, separated by commas: "


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 2)], ids=["Ctrl-C", "Ctrl-D"])
def test_a_question_can_be_left(tmp_path: Path, key: str, status: int) -> None:
    """Ctrl-C ends the command as everywhere; Ctrl-D gives an empty answer."""
    command = door(tmp_path)
    asking = pexpect.spawn(command[0], [*command[1:], "new", "nim"], cwd=str(tmp_path), encoding="utf-8", timeout=30)
    asking.expect_exact(PROMPT)
    asking.send(key)
    asking.expect(pexpect.EOF)
    asking.close()
    assert asking.exitstatus == status
    assert "Aborted" not in asking.before
    assert ("found no --player" in asking.before) == (status == 2)


def test_a_note_explains_how_to_end_typing(begun: Run, tmp_path: Path) -> None:
    command = door(tmp_path)
    typing = pexpect.spawn(
        command[0], [*command[1:], "append", "game.jsonl"], cwd=str(tmp_path), encoding="utf-8", timeout=30
    )
    typing.expect_exact("type one event per line, Ctrl-D to end; expected roll_dice\r\n")
    typing.sendline("note hello")
    typing.expect_exact("#1    the log: note, text hello")
    typing.send("\x04")
    typing.expect(pexpect.EOF)
    typing.close()
    assert typing.exitstatus == 0


def test_a_new_log_takes_no_place_that_is_taken(begun: Run, tmp_path: Path) -> None:
    """The error offers no --force, and identifies a folder as such."""
    (tmp_path / "folder").mkdir()
    players = ("--player", "Ann", "--player", "Bob")
    found = begun("new", "nim", *players, "--log", "game.jsonl")
    assert found.err == "anyturn: game.jsonl already exists; name another file\n"
    found = begun("new", "nim", *players, "--log", "folder")
    assert (found.code, found.err) == (2, "anyturn: folder: a folder, expected a file; name another place\n")


def test_recording_needs_a_terminal(begun: Run) -> None:
    found = begun("record", "game.jsonl")
    assert (found.code, "found no terminal" in found.err) == (2, True)


def test_a_watched_log_is_judged_again_whenever_it_changes(begun: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    command = [*door(tmp_path), "validate", "--watch", "game.jsonl"]
    watching = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert watching.stdout is not None
        assert watching.stdout.readline().startswith("incomplete      0 records")
        begun("append", "game.jsonl", "roll dice 2 2", "take 3")
        assert watching.stdout.readline().startswith("incomplete      2 records")
        log.write_text(log.read_text().replace('"stones":3', '"stones":2'))
        assert watching.stdout.readline().startswith("tampered")
        assert "hash chain broken" in watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        assert watching.wait(10) == 130
    finally:
        watching.kill()
        watching.wait()
