"""Texts in logs and file names cannot control a terminal, and JSON and SVG stay well formed."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from projections.pictures import pen
from projections.pictures.painter import painted, visible_beside_paint
from projections.visible import visible
from tests.support import toy_logs as toy
from tests.support.running import Run

HOSTILE = "\x1b[2Ja\x1b]0;t\x07\x00\x9b1m\x7f\u202eb\u2066\u2028\r\nc"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@pytest.fixture
def hostile(stored: Run, tmp_path: Path) -> Run:
    """A stored game with a hostile player, in a file with a hostile name; and an illegal one."""
    lines = toy.native(9, 2).decode().splitlines()
    header = json.loads(lines[0])
    header["seats"][0]["player"] = HOSTILE
    header.pop("hash", None)
    name = "x\x1b[31m\u202e\n\x07.jsonl"
    bare = [re.sub(r',?"hash":"\w+"', "", line) for line in [json.dumps(header), *lines[1:]]]
    (tmp_path / name).write_text("\n".join(bare) + "\n")
    (tmp_path / f"bad{name}").write_text("\n".join([bare[0], bare[2].replace('"seq":2', '"seq":1')]) + "\n")
    assert stored("import", name).code == 0
    return stored


@pytest.mark.long
def test_text_shows_what_would_steer(hostile: Run, tmp_path: Path) -> None:
    (file,) = (path.name for path in tmp_path.glob("x*.jsonl"))
    for arguments in (
        ["validate", file],
        ["validate", f"bad{file}"],
        ["import", file],
        ["import", f"bad{file}"],
        ["games"],
        ["replay", file],
        ["replay", file, "--step"],
        ["log", file],
        ["audit", file],
        ["legal", file, "--at", "0"],
        ["stats", "players", "--game", "nim"],
        ["query", "SELECT player, source FROM seats JOIN games USING (game_id)"],
        ["query", f"SELECT '{file}' AS \"{file}\""],
        ["replay", "\x1b[31m"],
        ["stats", "\x1b[31m\u202e"],
        ["stats", "games", "--since", "\x1b"],
        ["replay", "a", "--to", "\x1b"],
    ):
        found = hostile(*arguments)
        assert not STEERING.search(found.out + found.err), arguments
    assert r"\u001b[2Ja\u001b]0;t\u0007\u0000" in hostile("query", "SELECT player FROM seats").out
    assert r"x\u001b[31m\u202e\u000a\u0007.jsonl" in hostile("validate", file).out


def test_json_prints_names_as_they_are(hostile: Run, tmp_path: Path) -> None:
    (file,) = (path.name for path in tmp_path.glob("x*.jsonl"))
    for arguments in (["validate", file], ["replay", file], ["audit", file], ["log", file], ["games"]):
        found = hostile(*arguments, "--json")
        assert found.json
        assert not STEERING.search(found.out)
    assert hostile("validate", file, "--json").json[0]["source"] == file
    assert HOSTILE in {row["player"] for row in hostile("query", "SELECT player FROM seats", "--json").json}


def test_drawings_are_well_formed() -> None:
    everything = "".join(map(chr, (*range(0x3000), 0xD800, 0xDFFF, 0xFEFF, 0xFFFE, 0xFFFF, 0x1F600)))
    for drawn in (pen.label(0, 0, everything), pen.node("g", data_name=everything), pen.title(everything)):
        element = ElementTree.fromstring(drawn)
        shown = element.text or element.get("data-name") or ""
        assert r"\u001b" in shown
        assert "\U0001f600" in shown
        assert not STEERING.search(drawn)


def test_what_people_write_is_left_alone() -> None:
    """This includes letters of all scripts, joined signs and tabs."""
    for text in ("ann", "Zoë\tÅ", "שלום", "می‌خواهم", "👩\u200d🚀", "a\\b"):
        assert visible(text) == text
    assert json.loads(f'"{visible(HOSTILE)}"') == HOSTILE


def test_colours_are_those_of_the_painter_alone() -> None:
    one = painted("x", 3, 4, bold=True)
    assert visible_beside_paint(one) == one
    assert visible_beside_paint(painted("\x1b[2Jx\x1b[5m", 3)) == painted(r"\u001b[2Jx\u001b[5m", 3)
