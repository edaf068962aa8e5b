"""What the moderator of terra.snellman.net writes in its own way: whole texts, and what mutations of them break."""

import json
import re

import pytest

from engine import selfplay
from engine.games.terra_mystica.selfplay import SELDOM
from engine.intake import Report, examine
from engine.rules import ruleset
from events.files import Blob, read
from events.log.native import GameLog
from tests.support import LOGS
from tests.support.recorded import needs_recorded, recorded

TERRA_MYSTICA = ruleset("terra_mystica")

RECORDED = ("terra-mystica/moderator-json", "terra-mystica/ledger-old")
PLAIN = {
    "faction_selection": "player_choice",
    "reaction_timing": "deferred",
    "landscapes": False,
    "random_seating": False,
    "map": "revised_base",
    "starting_vp": "standard",
    "fire_ice_final_scoring": "none",
    "fire_ice_factions": [],
    "fire_ice_variable_version": "v5",
    "playtests": [],
    "spade_vp_timing": "on_gain",
    "late_key": "same_turn",
    **dict.fromkeys(SELDOM, False),
}


def game(seed: int, policy: str = "sensible", **options: object) -> GameLog:
    """A game as the moderator would run it."""
    header = selfplay.header_for(TERRA_MYSTICA, str(seed), None, PLAIN | options)
    return selfplay.play(TERRA_MYSTICA, header, str(seed), policy).log()


def read_text(text: str) -> Report:
    return examine(Blob("x.txt", text.encode()))


def ledger(*lines: str) -> str:
    """A ledger from lines `faction | VP coins workers priests bowls cults | commands`, and comments between them.

    What changes is counted from the row before; `| +1` adds cult steps that are owed.
    """
    text, last = [" Default game options"], dict[str, list[int]]()
    for line in lines:
        cells = [cell.strip() for cell in line.split("|")]
        text.append(_row(cells, last) if len(cells) > 1 else line)
    return "\n".join(text) + "\n"


def _row(cells: list[str], last: dict[str, list[int]]) -> str:
    faction, figures, words, *owed = cells
    vp, coin, worker, priest, bowls, cults = figures.split()
    _, two, three = map(int, bowls.split("/"))
    now = [*map(int, (vp, coin, worker, priest)), two + 2 * three, sum(map(int, cults.split("/")))]
    before = last.setdefault(faction, now)
    changes = [new - old for new, old in zip(now, before, strict=True)]
    changes[-1] += int(owed[0]) if owed else 0
    last[faction] = now
    units = (f"{vp} VP", f"{coin} C", f"{worker} W", f"{priest} P", f"{bowls} PW", cults)
    printed = [
        cell for change, unit in zip(changes, units, strict=True) for cell in (f"{change:+}" * bool(change), unit)
    ]
    return "\t".join([faction, *printed, "", words])


def spoilt(text: str, line: int, old: str, new: str) -> Report:
    """What a text is found to be with something in a line (counted from 1) put otherwise."""
    lines = text.split("\n")
    assert old in lines[line - 1], lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return read_text("\n".join(lines))


def line_with(text: str, pattern: str) -> int:
    """The number of the first line that matches."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if re.search(pattern, line))


def first(report: Report) -> tuple[str, int, str]:
    """The verdict, and the line and figure, or clause, of the first thing found."""
    assert report.replay is not None
    if report.replay.broke is not None:
        return report.verdict, report.replay.broke.line, report.replay.broke.violation.clause
    found = report.replay.discrepancies[0]
    return report.verdict, found.line, found.figure


# --- recorded -------------------------------------------------------------------------------------------------------


@needs_recorded(*RECORDED)
def test_the_recorded_games_are_valid():
    """Every figure of every row agrees, and the final VP are those that were noted down elsewhere."""
    expected = json.loads((LOGS / "terra-mystica" / "expected.json").read_text(encoding="utf-8"))
    wrong = {}
    for path in recorded(*RECORDED):
        report = examine(read(str(path)))
        result = expected["/".join(path.parts[-2:])]
        points = {str(seat): vp for seat, vp, *_ in report.standings}
        if report.verdict != "valid" or sorted(points.values()) != sorted(result.values()):
            wrong[path] = (report.verdict, points, result)
    assert wrong == {}


# --- the setup ------------------------------------------------------------------------------------------------------

HEAD = [
    "Round 1 scoring: SCORE5, D >> 2",
    "Round 2 scoring: SCORE1, SPADE >> 2",
    "Round 3 scoring: SCORE2, TOWN >> 5",
    "Round 4 scoring: SCORE6, TP >> 3",
    "Round 5 scoring: SCORE7, SA/SH >> 5",
    "Round 6 scoring: SCORE8, TP >> 3",
    *(f"Removing tile BON{n}" for n in (1, 2, 3, 4)),
]
START_VP = [
    "map be8f6ebf549404d015547152d5f2a1906ae8dd90",
    *HEAD,
    "witches | 24 15 3 0 5/7/0 0/0/0/2 | setup",
    "nomads  | 18 15 2 0 5/7/0 1/0/1/0 | setup",
    "witches | 24 15 3 0 5/7/0 0/0/0/2 | build F2",
    "nomads  | 18 15 2 0 5/7/0 1/0/1/0 | build B1",
]


def test_the_start_points_of_a_map():
    """TM-17.6.3, TM-12.5: every map but the base map may have its own: those of the rows of the setup."""
    report = read_text(ledger(*START_VP))
    assert report.verdict == "incomplete", report.replay.broke
    assert report.replay.discrepancies == []
    assert report.replay.header.options["starting_vp_table"] == {"witches": 24, "nomads": 18}


def test_start_points_with_a_name():
    """TM-17.6.3: a known table is given by its name; those of the base map are known."""
    known = [line.replace("| 24 ", "| 19 ").replace("| 18 ", "| 19 ") for line in START_VP]
    assert read_text(ledger(*known)).replay.header.options["starting_vp"] == "original_2017"
    assert first(read_text(ledger(*known[1:]))) == ("discrepant", 12, "vp")
    with_table = ["map 91645cdb135773c2a7a50e5ca9cb18af54c664c4", *known[1:]]
    assert read_text(ledger(*with_table)).replay.header.options["starting_vp"] == "original_2017"


def test_a_start_row_that_is_spoilt():
    """TM-17.4.10: the other rows of the faction contradict it; found at its line."""
    rows = [*START_VP, "nomads  | 18 15 2 0 5/7/0 1/0/1/0 | build D3"]
    assert first(spoilt(ledger(*rows), 14, "18 VP", "19 VP")) == ("discrepant", 14, "vp")


def answer(text: str, **keys: object) -> str:
    """The same as an answer of the view-game endpoint."""
    rows: list[dict[str, object]] = []
    for line in text.rstrip("\n").split("\n"):
        cells = line.split("\t")
        if len(cells) == 1:
            rows.append({"comment": line})
            continue
        row: dict[str, object] = {"faction": cells[0], "commands": cells[14], "leech": {}}
        for place, name in ((1, "VP"), (3, "C"), (5, "W"), (7, "P"), (9, "PW"), (11, "CULT")):
            value = cells[place + 1].split(" ")[0]
            row[name] = {"delta": int(cells[place] or 0), "value": int(value) if value.isdecimal() else value}
        rows.append(row)
    return json.dumps({"error": [], "ledger": rows, "options": {}, **keys}, sort_keys=True)


def test_a_change_in_the_setup():
    """TM-17.2.2: the row in which a faction is set up changes nothing."""
    text = ledger(*START_VP)
    assert first(spoilt(text, 13, "\t\t24 VP", "\t+4\t24 VP")) == ("discrepant", 13, "vp_change")


def test_the_start_points_of_an_answer():
    """TM-17.7.1, TM-17.6.3: `vp_setup`, regardless of the rows; an empty one means twenty for everybody."""
    text = ledger(*START_VP)
    stated = read_text(answer(text, vp_setup={"witches": 24, "nomads": 18, "auren": 30}))
    assert stated.notation == "snellman_json"
    assert (stated.verdict, stated.replay.discrepancies) == ("incomplete", [])
    assert read_text(answer(text)).replay.discrepancies == []
    assert first(read_text(answer(text, vp_setup={"witches": 24, "nomads": 19}))) == ("discrepant", 14, "vp")
    assert first(read_text(answer(text, vp_setup={}))) == ("discrepant", 13, "vp")


ICE = [
    "option fire-and-ice-factions/ice",
    "option fire-and-ice-factions/volcano",
    *HEAD,
    "nomads      | 20 15 2 0 5/7/0 1/0/1/0 | setup",
    "icemaidens  | 20 15 3 0 6/6/0 0/1/0/1 | setup",
    "icemaidens  | 20 15 3 0 6/6/0 0/1/0/1 | pick-color red",
    "icemaidens  | 20 15 3 0 6/6/0 0/2/0/1 | +FAV10. build A5",
    "icemaidens  | 20 15 3 0 6/6/0 0/2/0/1 | build A6",
    "icemaidens  | 20 15 3 0 6/6/0 0/2/0/1 | build A9",
    "nomads      | 20 15 2 0 5/7/0 1/0/1/0 | build B1",
    "nomads      | 20 15 2 0 5/7/0 1/0/1/0 | build D3",
]


def test_the_ice_maidens_tile_does_not_end_their_row():
    """TM-17.2.6, TM-16.2.4: the first dwelling in their row is that of the Nomads, who are in turn."""
    report = read_text(ledger(*ICE))
    assert (report.verdict, report.replay.discrepancies) == ("incomplete", []), report.replay.broke
    placed = [(seat, event.hex) for seat, event, _ in report.replay.played if hasattr(event, "hex")]
    assert placed == [(0, "A5"), (1, "A6"), (1, "A9"), (0, "B1"), (0, "D3")]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("build A5", "build A6", "TM-5.5.3"),
        ("+FAV10. ", "", "TM-7.0.2"),
        ("0/2/0/1", "0/3/0/1", "water"),
    ],
)
def test_what_is_wrong_in_that_row(old, new, found):
    """TM-17.2.6: found at its line: another's terrain, no tile, another figure."""
    text = ledger(*ICE)
    line = line_with(text, "FAV10")
    assert first(spoilt(text, line, old, new))[1:] == (line, found)


def test_the_color_after_the_tile():
    """TM-17.2.6, TM-16.2.2: the volcano factions choose last, in the row of the Ice Maidens."""
    rows = [line.replace("nomads     ", "acolytes   ") for line in ICE]
    rows = [line.replace("15 2 0 5/7/0 1/0/1/0", "15 3 0 6/6/0 3/3/3/3") for line in rows]
    tile = next(n for n, line in enumerate(rows) if "FAV10" in line)
    rows[tile : tile + 1] = [rows[tile].replace("build A5", "pick-color yellow"), rows[-1].replace("D3", "A5")]
    report = read_text(ledger(*rows[:-1]))
    assert (report.verdict, report.replay.discrepancies) == ("incomplete", []), report.replay.broke
    chosen = [(seat, event.terrain) for seat, event, _ in report.replay.played if hasattr(event, "terrain")]
    assert chosen == [(1, "wasteland"), (0, "desert")]
