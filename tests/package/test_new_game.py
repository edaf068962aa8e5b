"""`anyturn new-game`: the package runs as it is written, and the laws that come with the program find its faults."""

import re
import subprocess
import sys

import pytest

from events.log.codec import Unreadable
from projections.new_game import contents, names, write
from tests.support.toy_packages import checked, declare

OWN_TESTS = 9


@pytest.fixture
def package(tmp_path):
    """A new package, as if pip had installed it from its folder."""
    called = names("paper-boats")
    write(called, tmp_path / "made")
    declare(tmp_path / "made", called.distribution, {called.game: called.package})
    return tmp_path / "made"


def test_the_names_that_follow_from_an_id():
    assert names("paper-boats") == names("paper_boats")
    called = names("paper_boats")
    assert (called.title, called.prefix, called.package) == ("Paper Boats", "PB", "anyturn_paper_boats")
    assert called.distribution == "anyturn-paper-boats"
    assert names("go").prefix == "GO"
    assert names("tall_mountains").prefix == "TALL"  # TM is Terra Mystica's


@pytest.mark.parametrize("name", ["gaia", "Nim", "a b", "", "7up", "a__b", "../up"])
def test_a_name_that_cannot_be_used_is_refused(name):
    with pytest.raises(Unreadable):
        names(name)


def test_what_is_there_is_not_overwritten(package):
    with pytest.raises(Unreadable, match="in which there is something, expected a new folder"):
        write(names("paper_boats"), package)


def test_nothing_of_the_template_is_left():
    assert not [path for path, text in contents(names("paper_boats")).items() if "{{" in text or "{{" in path]


def test_it_passes_its_tests_and_all_laws(package):
    done = checked(package, path=package)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > OWN_TESTS + 40


def test_lint_has_nothing_to_say_about_it(package):
    for words in (("check",), ("format", "--check")):
        done = subprocess.run([sys.executable, "-m", "ruff", *words, "."], cwd=package, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "right", "wrong", "law"),
    [
        ("rules/running.py", "1 <= event.steps", "0 <= event.steps", "test_1_and_2_what_is_not_offered_is_rejected"),
        ("rules/scoring.py", "player.vp for", "0 for", "test_6_a_game_is_over_once"),
        ("rules/rulebook.md", "PB-3 The", "PB-4 The", "test_no_id_is_used_that_the_rulebook_does_not_have"),
    ],
)
def test_the_laws_find_a_fault(package, file, right, wrong, law):
    path = package / "anyturn_paper_boats" / file
    assert right in path.read_text()
    path.write_text(path.read_text().replace(right, wrong))
    done = checked(package, "--deselect", "tests", "-x", path=package)
    assert done.returncode == 1
    assert law in done.stdout
