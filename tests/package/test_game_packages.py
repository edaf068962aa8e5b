"""Games that packages bring: found by their entry points, used like any other, and no danger to the others."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from events.packages import declared
from tests.support import PROJECT
from tests.support.toy_packages import anyturn, declare, game_package


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder for `sys.path` with one sound package, and many with a fault."""
    folder = tmp_path_factory.mktemp("site")
    game_package(folder, "nim", "heap")
    declare(folder, "anyturn-absent", {"absent": "anyturn_absent"})
    declare(folder, "their-gaia", {"gaia": "their_gaia"})
    declare(folder, "first-twin", {"twin": "twins"})
    declare(folder, "second-twin", {"twin": "twins"})
    declare(folder, "shouting", {"Shout!": "shouting"})
    faulty = game_package(folder, "race", "faulty")
    (faulty / "rules" / "scoring.py").write_text("raise RuntimeError('two\\nlines')\n")
    for game, text in (("loose", "-- Fact of nothing\n"), ("wrong", "CREATE VIEW wrong_facts AS SELECT nothing;\n")):
        statistics = game_package(folder, "race", game) / "statistics"
        statistics.mkdir()
        (statistics / "_definitions.sql").write_text(text)
    misnamed = game_package(folder, "race", "named")
    (misnamed / "rules" / "__init__.py").write_text(
        (misnamed / "rules" / "__init__.py").read_text().replace('id="named"', 'id="other"')
    )
    return folder


@pytest.fixture(scope="module")
def played(site, tmp_path_factory):
    """A folder with self-played games of the package, and a store of them."""
    folder = tmp_path_factory.mktemp("played")
    for words in (("selfplay", "heap", "--games", "2", "--out", "logs"), ("import", "logs", "--jobs", "1")):
        done = anyturn(*words, path=site, folder=folder)
        assert done.returncode == 0, done.stderr
    return folder


def test_every_package_is_named_with_what_is_wrong_with_it(site, tmp_path):
    done = anyturn("games", "--installed", "--json", path=site, folder=tmp_path)
    rows = {(row["game"], row["distribution"]): row for row in map(json.loads, done.stdout.splitlines())}
    assert rows["heap", "anyturn-heap 1.0"] == {
        "game": "heap",
        "name": "Nim",
        "version": "1",
        "distribution": "anyturn-heap 1.0",
        "clauses": 10,
        "problem": "",
    }
    flawed = rows["wrong", "anyturn-wrong 1.0"]["problem"]
    assert {key: row["problem"] for key, row in rows.items() if row["problem"]} == {
        ("absent", "anyturn-absent 1.0"): "ModuleNotFoundError: No module named 'anyturn_absent'",
        ("gaia", "their-gaia 1.0"): "anyturn itself has the game gaia",
        ("twin", "first-twin 1.0"): "second-twin also brings the game twin; remove all but one",
        ("twin", "second-twin 1.0"): "first-twin also brings the game twin; remove all but one",
        (
            "Shout!",
            "shouting 1.0",
        ): "found the name 'Shout!', expected lower-case letters, digits and single _",
        ("faulty", "anyturn-faulty 1.0"): "RuntimeError: two lines",
        ("named", "anyturn-named 1.0"): "anyturn_named.rules declares the game 'other', expected 'named'",
        ("loose", "anyturn-loose 1.0"): "loose/_definitions.sql: '-- Fact of nothing' does not state a fact",
        ("wrong", "anyturn-wrong 1.0"): flawed,
    }
    assert flawed.startswith("_definitions.sql: Binder Error")
    named = {row["game"] for row in rows.values() if row["name"]}
    assert len(named - {"lost_cities"}) == 8  # whoever works on the example has it installed


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("validate", "logs", "--quiet"), "2 logs: 2 valid"),
        (("audit", "--all"), "2 games hold"),
        (("replay", "logs/heap-selfplay-1-1.jsonl"), "no stones"),
        (("stats", "seats", "--game", "heap"), "heap: 2 games"),
        (("rules", "HEAP-2"), "HEAP-2 To take is to take one"),
        (("schema", "heap"), "urn:anyturn:line:1:heap"),
    ],
)
def test_its_game_is_used_like_any_other(words, expected, site, played):
    done = anyturn(*words, path=site, folder=played)
    assert done.returncode == 0
    assert expected in done.stdout + done.stderr


def test_a_broken_package_is_a_line_where_its_game_is_wanted_and_nothing_elsewhere(site, played):
    wanted = anyturn("rules", "faulty", path=site, folder=played)
    assert wanted.returncode != 0
    assert "anyturn-faulty 1.0 brings it, but cannot be used: RuntimeError: two lines" in wanted.stderr
    assert len(wanted.stderr.splitlines()) == 1
    elsewhere = anyturn("rules", "gaia", path=site, folder=played)
    assert (elsewhere.returncode, elsewhere.stderr) == (0, "")


def test_a_stored_game_whose_package_is_gone_is_kept_listed_and_not_replayed(site, played, tmp_path):
    for name in ("logs", "anyturn.duckdb"):
        (shutil.copytree if (played / name).is_dir() else shutil.copy)(played / name, tmp_path / name)
    gone = tmp_path / "nothing"
    listed = anyturn("games", "--json", path=gone, folder=tmp_path).stdout.splitlines()
    assert len(listed) == 2
    assert "heap: 2 games" in anyturn("stats", "seats", path=gone, folder=tmp_path).stdout
    game = json.loads(listed[0])["game_id"]
    replayed = anyturn("replay", game, path=gone, folder=tmp_path)
    assert replayed.returncode != 0
    assert "found the game 'heap', expected one of" in replayed.stderr
    assert "or the installed package of another game" in replayed.stderr
    assert "Traceback" not in anyturn("audit", "--all", path=gone, folder=tmp_path).stderr


def test_who_has_no_package_pays_nothing(tmp_path):
    """Neither the metadata library nor what it needs is loaded."""
    script = (
        "import sys; from engine.rules import games, ruleset; ruleset('gaia'); games();"
        "print([name for name in ('importlib.metadata', 'email', 'zipfile') if name in sys.modules])"
    )
    # -S: without the packages of the environment, among which there may be a game
    lean = tmp_path / "lean"
    lean.mkdir()
    for each in Path(msgspec.__file__).parents[1].glob("msgspec*"):
        (lean / each.name).symlink_to(each)
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={"PYTHONPATH": f"{PROJECT}{os.pathsep}{lean}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_a_distribution_that_is_found_twice_counts_once(site, monkeypatch):
    """As for Python itself, the first on the path counts."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(site), f"{site}{os.sep}."])
    assert [each.game for each in declared()].count("heap") == 1
