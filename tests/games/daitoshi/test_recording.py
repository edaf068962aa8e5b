"""A recorder's catalogue file for what no source gives (DA-12): begun, filled in, checked, and used for a log."""

import json
import tomllib

import pytest
from typer.testing import CliRunner

from engine.games.daitoshi.components import TABLES
from engine.games.daitoshi.own_catalogue import UNKNOWN, grown, read, template
from engine.games.daitoshi.tables import plain_row
from engine.replay import replay
from engine.rules import ruleset
from events.files.atomic import Exists
from events.log.codec import Unreadable
from events.log.native import GameLog
from projections.commands.application import application
from tests.games.daitoshi.own import INNER, boards, opened, own_header, played, tables
from tests.games.daitoshi.table import header


def unknown(value):
    """How often "?" occurs in a value."""
    if isinstance(value, dict):
        return sum(map(unknown, value.values()))
    return sum(map(unknown, value)) if isinstance(value, list) else value == UNKNOWN


def test_a_template_has_a_fault_for_every_row_to_be_filled_in():
    """DA-12.19: with table, row and field; only unknown values are wrong."""
    recorded = read(tomllib.loads(template()))
    listed = tomllib.loads(template())
    rows = [row for table in listed.values() for row in (table if isinstance(table, list) else [table])]
    assert len(recorded.faults) == sum(unknown(row) > 0 for row in rows)
    assert all("found '?'" in fault for fault in recorded.faults)
    assert "wilderness_track, row river, field spaces: found '?', expected int [DA-3.16]" in recorded.faults


def toml(stated):
    from engine.games.daitoshi.own_catalogue import _toml

    lines = []
    for name, table in stated.items():
        for row in table if isinstance(table, list) else [table]:
            lines.append(f"[[{name}]]" if isinstance(table, list) else f"[{name}]")
            lines += [f"{field} = {_toml(value)}" for field, value in row.items()]
    return "\n".join(lines)


def filled(**changes):
    """A file with the boards of a catalogue of one's own."""
    return toml({"catalogue": {"id": "harbour-town", "mode": "open"}, **boards(), **changes})


def test_a_file_without_fault():
    """DA-3.16: the tables read are those that a header states."""
    recorded = read(tomllib.loads(filled()))
    assert recorded.faults == []
    assert recorded.catalogue["mode"] == "open"
    assert {tile["id"] for tile in recorded.catalogue["tables"]["district_tile"]} == set(INNER)
    log = opened(played("1"))
    same = own_header(3, "open", recorded.catalogue["tables"])
    assert replay(ruleset("daitoshi"), GameLog(same, log.records)).verdict == "valid"


def test_the_house_values_filled_in():
    """DA-3.17: the template takes all that a catalogue needs."""
    house = {name: rows for name, rows in TABLES.items() if name in tomllib.loads(template())}
    plain = {n: [plain_row(r) for r in t] if isinstance(t, list) else plain_row(t) for n, t in house.items()}
    plain["district_tile"] = [row for row in plain["district_tile"] if row["ring"] == "inner"]
    assert read(tomllib.loads(toml({"catalogue": {"id": "mine", "mode": "open"}, **plain}))).faults == []


def test_a_file_grows_from_an_open_log():
    """DA-8.2, DA-12.19: what the header states, and each tile that an event defined, in the table of its kind."""
    log, rules = opened(played("1")), ruleset("daitoshi")
    recorded = read(tomllib.loads(grown(rules, log)))
    assert recorded.faults == []
    whole = recorded.catalogue["tables"]
    known = {row["id"]: row for rows in whole.values() if isinstance(rows, list) for row in rows if "id" in row}
    told = [record.event.defs for record in log.records if getattr(record.event, "defs", None)]
    assert {*whole} > {*boards()}
    assert all(known[name] == {"id": name, **row} for defs in told for name, row in defs.items())
    assert replay(rules, GameLog(own_header(3, "open", whole), log.records)).verdict == "valid"
    with pytest.raises(Unreadable, match="no tiles of its own"):
        grown(rules, GameLog(header(), []))


@pytest.mark.parametrize("mode", ["open", "declared"])
def test_a_file_is_of_a_mode(mode):
    """DA-3.16: a declared catalogue has all tiles."""
    file = {"catalogue": {"id": "mine", "mode": mode}, **tables()}
    assert read(tomllib.loads(toml(file))).faults == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"catalogue": {"id": "house_v1", "mode": "open"}}, "catalogue, field id: found 'house_v1', expected a name"),
        (
            {"catalogue": {"id": "x", "mode": "house"}},
            "catalogue, field mode: found 'house', expected open or declared",
        ),
        ({"reputation": {"vp": [1, 2]}}, "reputation, field vp: found 2 values, expected 4 values [DA-3.17 (c)]"),
        (
            {"fame_track": {"cyclic": True, "spaces": [[{"e": "fame"}]]}},
            "fame_track, field spaces[0]: found effects that trigger themselves, expected effects that end (DA-6.3)",
        ),
        (
            {"bus_rail": {"cyclic": True, "spaces": [[{"e": "fly"}]]}},
            "bus_rail, field spaces[0][0].e: found 'fly', expected an effect",
        ),
    ],
)
def test_faults_in_a_file(changes, fault):
    """DA-3.16, DA-3.17, DA-6.3: a line each, with its place."""
    (told,) = read(tomllib.loads(filled(**changes))).faults
    assert told.startswith(fault)
    assert len(told.splitlines()) == 1


def test_no_toml(tmp_path):
    """DA-12.19: it is stated on one line."""
    file = tmp_path / "mine.toml"
    file.write_text("[catalogue", encoding="utf-8")
    found = run(file).exception
    assert isinstance(found, Unreadable)
    assert "invalid TOML" in str(found)
    assert len(str(found).splitlines()) == 1


def run(*words):
    return CliRunner().invoke(application(), ["catalogue", "daitoshi", *map(str, words)])


def test_the_command(tmp_path):
    """DA-12.19: begin a file, check it, show it as a header states it."""
    file = tmp_path / "mine.toml"
    assert run("--template", file).exit_code == 0
    assert file.read_text(encoding="utf-8") == template()
    found = run(file)
    assert found.exit_code == 1
    assert f"{file}: steam_track, field min: found '?', expected int [DA-3.16]" in found.output.splitlines()
    file.write_text(filled(), encoding="utf-8")
    assert run(file).output == f"{file}: no faults\n"
    assert json.loads(run(file, "--json").output) == read(tomllib.loads(filled())).catalogue


def test_files_that_are_there_stay(tmp_path):
    """A template overwrites nothing; a game without catalogue files reports that it has none."""
    file = tmp_path / "mine.toml"
    file.write_text("kept", encoding="utf-8")
    assert isinstance(run("--template", file).exception, Exists)
    assert file.read_text(encoding="utf-8") == "kept"
    assert run("--template", "--force", file).exit_code == 0
    assert file.read_text(encoding="utf-8") != "kept"
    other = CliRunner().invoke(application(), ["catalogue", "terra_mystica", str(file)])
    assert isinstance(other.exception, Unreadable)
    assert "daitoshi" in str(other.exception)
