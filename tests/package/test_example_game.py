"""The game in examples/: a package that keeps all laws, and that every command uses without a change of the program."""

import json
import os
import re
import subprocess
import sys
from zipfile import ZipFile

import pytest

from engine.address import goto
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from projections.pictures import frame
from tests.support import PROJECT
from tests.support.contrast import poor
from tests.support.toy_packages import anyturn, checked, declare, game_package

EXAMPLE = PROJECT / "examples" / "anyturn-lost-cities"
LOG = "logs/lost_cities-selfplay-1-1.jsonl"
OWN_TESTS = 45


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where the example is found as if pip had installed it, beside a package that cannot be used."""
    site = tmp_path_factory.mktemp("site")
    declare(site, "anyturn-lost-cities", {"lost_cities": "anyturn_lost_cities"})
    broken = game_package(site, "race", "faulty")
    (broken / "rules" / "scoring.py").write_text("raise RuntimeError('broken')\n")
    return f"{EXAMPLE}{os.pathsep}{site}"


@pytest.fixture(scope="module")
def played(path, tmp_path_factory):
    """A folder with two self-played games, and a store of them."""
    folder = tmp_path_factory.mktemp("played")
    for words in (("selfplay", "lost_cities", "--games", "2", "--out", "logs"), ("import", "logs", "--jobs", "1")):
        done = anyturn(*words, path=path, folder=folder)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    return folder


def test_it_keeps_the_laws(path):
    """In one game; the long test below plays more, with its own tests."""
    done = checked(EXAMPLE, "--anyturn-seeds", "1", "--ignore", "tests/test_statistics.py", path=path)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > OWN_TESTS + 25


@pytest.mark.long
def test_it_passes_its_tests_and_keeps_the_laws_in_many_games(path):
    done = checked(EXAMPLE, "--anyturn-seeds", "8", path=path)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
def test_its_wheel_holds_all_files_of_the_package(tmp_path):
    """Rulebook, tables and statistics among them."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(command, cwd=EXAMPLE, check=True, capture_output=True)
    (built,) = tmp_path.iterdir()
    names = {name for name in ZipFile(built).namelist() if ".dist-info/" not in name}
    files = (EXAMPLE / "anyturn_lost_cities").rglob("*.*")
    assert names == {str(each.relative_to(EXAMPLE)) for each in files if "__pycache__" not in each.parts}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("validate", "logs", "--quiet"), "2 logs: 2 valid"),
        (("audit", "--all"), "2 games hold"),
        pytest.param(("log", LOG), "gets yellow wager", marks=pytest.mark.long),
        pytest.param(("replay", LOG, "--to", "t20"), "cards in the deck", marks=pytest.mark.long),
        (("stats", "expeditions"), "lost_cities: 2 games, 4 seats"),
        pytest.param(("explore", LOG, "--at", "t1"), "done next after 0 actions", marks=pytest.mark.long),
        pytest.param(("schema", "lost_cities"), "urn:anyturn:line:1:lost_cities", marks=pytest.mark.long),
    ],
)
def test_it_is_used_like_any_other(words, expected, path, played):
    done = anyturn(*words, path=path, folder=played)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout + done.stderr


@pytest.mark.long
def test_its_drawing_can_be_seen_light_and_dark(path, monkeypatch):
    """Texts have a contrast of 4.5:1 with their background, pieces 3:1."""
    monkeypatch.setattr(sys, "path", [*path.split(os.pathsep), *sys.path])
    rules = ruleset("lost_cities")
    log = selfplay_log(rules, "seen", None, {}, "sensible")
    for place in ("#5", "#60", "end"):
        drawn = frame(goto(rules, log, place))
        assert [each for dark in (False, True) for each in poor(drawn, dark)] == []


def test_its_hidden_cards_are_left_out(path, played):
    exported = anyturn("export", LOG, "--public", "--out", "public.jsonl", path=path, folder=played)
    assert exported.returncode == 0, exported.stderr
    drawn = [json.loads(line) for line in (played / "public.jsonl").read_text().splitlines()[1:]]
    assert {record["event"].get("card") for record in drawn if record["event"]["kind"] == "card_drawn"} == {None}
    judged = anyturn("validate", "public.jsonl", path=path, folder=played)
    assert "1 log: 1 valid" in judged.stderr + judged.stdout


@pytest.mark.long
def test_it_is_recorded_from_the_first_card_and_branched(path, played):
    """A card that the recorder did not see is left out; what the rules refuse is refused by its clause."""
    begun = anyturn(
        "new", "lost_cities", "--player", "Ann", "--player", "Bob", "--log", "a.jsonl", path=path, folder=played
    )
    assert begun.returncode == 0, begun.stderr
    hands = [*["card drawn, player 1"] * 8, *(f"card drawn, player 2, card red_{number}" for number in range(2, 10))]
    added = anyturn("append", "a.jsonl", *hands, "Ann: play blue_7", "Ann: draw deck", path=path, folder=played)
    assert added.returncode == 0, added.stderr
    assert "#18   Ann: draw, pile deck" in added.stdout
    refused = anyturn("append", "a.jsonl", '{"kind":"card_drawn","player":0,"card":"red_2"}', path=path, folder=played)
    assert (refused.returncode, "LC-2" in refused.stderr) == (1, True)
    left = anyturn("branch", "a.jsonl", "--at", "#17", "--log", "b.jsonl", path=path, folder=played)
    assert left.returncode == 0, left.stderr
    added = anyturn("append", "b.jsonl", "Ann: draw blue", path=path, folder=played)
    assert (added.returncode, "LC-7" in added.stderr) == (1, True)
