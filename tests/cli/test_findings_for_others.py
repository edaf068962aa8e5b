"""Findings in the forms of other programs: annotations of GitHub Actions, and reports in SARIF."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from engine.clause import clause_text
from events.log import native
from tests.support import toy_logs as toy
from tests.support.running import Run

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LEVELS = {"enum": ["none", "note", "warning", "error"]}
RULE = {
    "type": "object",
    "required": ["id"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string"},
        "shortDescription": TEXT,
        "help": TEXT,
        "defaultConfiguration": {"properties": {"level": LEVELS}},
        "properties": {"properties": {"tags": {"type": "array", "uniqueItems": True, "items": {"type": "string"}}}},
    },
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {"properties": {"uri": {"type": "string", "pattern": "^[^ \\\\]+$"}}},
                "region": {"properties": {"startLine": {"type": "integer", "minimum": 1}}},
            },
        }
    },
}
RESULT = {
    "type": "object",
    "required": ["message"],
    "additionalProperties": False,
    "properties": {
        "message": TEXT,
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": LEVELS,
        "locations": {"type": "array", "items": LOCATION},
    },
}
DRIVER = {"required": ["name", "rules"], "properties": {"rules": {"type": "array", "uniqueItems": True, "items": RULE}}}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "pattern": "sarif-schema-2.1.0.json$"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "tool": {"required": ["driver"], "properties": {"driver": DRIVER}},
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
}
"""What SARIF 2.1.0 asks of the parts that are used here."""
COMMAND = re.compile(r"::(?P<level>error|warning) (?P<properties>[^:]*)::(?P<message>.*)")


@pytest.fixture
def logs(run: Run, tmp_path: Path) -> Path:
    """A folder beside the valid logs with one of each fault; a name that must be escaped."""
    folder = tmp_path / "faulty"
    folder.mkdir()
    own = toy.native(3, 2, {"dice": 3})
    texts = {
        "bad 100%, a:b.txt": toy.too_many(toy.text(6)).encode(),
        "off.txt": toy.wrong_figure(toy.text(4)).encode(),
        "open.txt": "\n".join(toy.text(5).splitlines()[:5]).encode(),
        "cut.jsonl": own[:-100],
        "tampered.jsonl": own.replace(b'"stones":1', b'"stones":2', 1),
        "unknown.jsonl": b'{"game":"ludo"}\n',
        "option.jsonl": native_with_option(own),
    }
    for name, data in texts.items():
        (folder / name).write_bytes(data)
    return folder


def native_with_option(log: bytes) -> bytes:
    found = native.read(log.splitlines())
    return b"\n".join(native.write(native.GameLog(replace(found.header, options={"dices": 3}), found.records)))


def commands(out: str) -> list[dict[str, str]]:
    """The workflow commands in an output, as a runner reads them."""
    found = []
    for line in out.splitlines():
        match = COMMAND.fullmatch(line)
        assert match, line
        pairs = (pair.split("=", 1) for pair in match["properties"].split(","))
        properties = {name: plain(value) for name, value in pairs}
        found.append(properties | {"level": match["level"], "message": plain(match["message"])})
    return found


def plain(escaped: str) -> str:
    for code, letter in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}.items():
        escaped = escaped.replace(code, letter)
    return escaped


def verdicts(run: Run, *paths: str) -> tuple[int, dict[str, dict[str, Any]]]:
    found = run("validate", *paths, "--json")
    return found.code, {Path(one["source"]).name: one for one in found.json}


def test_a_log_is_annotated_exactly_if_it_is_not_clean(run: Run, logs: Path) -> None:
    """Each annotation names the file, and its line where the verdict knows one; the exit status is the usual one."""
    status, judged = verdicts(run, "logs", "faulty")
    found = run("validate", "logs", "faulty", "--format", "github")
    assert found.code == status == 4
    annotated = {Path(one["file"]).name: one for one in commands(found.out)}
    assert sorted(annotated) == sorted(name for name, one in judged.items() if one["verdict"] != "valid")
    for name, one in annotated.items():
        verdict = judged[name]["verdict"]
        assert one["level"] == ("warning" if verdict in ("discrepant", "incomplete") else "error"), name
        broke = judged[name]["violation"]
        assert one["title"] == f"anyturn {broke['clause'] if broke else verdict}"
        assert "faulty" not in one["message"]
    assert {name: int(one["line"]) for name, one in annotated.items() if "line" in one} == {
        "bad 100%, a:b.txt": judged["bad 100%, a:b.txt"]["violation"]["line"],
        "off.txt": judged["off.txt"]["discrepancies"][0]["line"],
        "cut.jsonl": (logs / "cut.jsonl").read_bytes().count(b"\n") + 1,
        "tampered.jsonl": next(
            number for number, line in enumerate((logs / "tampered.jsonl").read_text().splitlines(), 1)
            if '"stones":2' in line
        ),
        "unknown.jsonl": 1,
    }  # fmt: skip
    message = annotated["bad 100%, a:b.txt"]["message"].split("\n")
    assert re.match(r"record \d+ breaks NIM-2: ", message[0])
    assert message[1].startswith("NIM-2 ")
    assert message[-1].startswith("legal instead: ")


def test_of_many_figures_that_differ_a_few_are_annotated(run: Run, tmp_path: Path) -> None:
    """The last one counts the others, as only ten are shown."""
    lines = toy.text(7, dice=(6, 6, 6, 6)).splitlines()
    wrong = [f"{line}{number}" if "vp=" in line else line for number, line in enumerate(lines)]
    (tmp_path / "off.txt").write_text("\n".join(wrong) + "\n")
    _, judged = verdicts(run, "off.txt")
    number = len(judged["off.txt"]["discrepancies"])
    found = commands(run("validate", "off.txt", "--format", "github").out)
    assert number > len(found) == 5
    assert [one["message"].split("\n")[1:] for one in found] == [[]] * 4 + [
        [f"and {number - 5} more findings of this kind"]
    ]
    assert len(report(run, "off.txt")["results"]) == number


def report(run: Run, *paths: str) -> dict[str, Any]:
    found = json.loads(run("validate", *paths, "--format", "sarif").out)
    Draft202012Validator(SARIF).validate(found)
    (only,) = found["runs"]
    return dict(only)


def test_a_report_in_sarif_has_the_clauses_as_rules(run: Run, logs: Path) -> None:
    """Every result names a rule once listed, with the text of its clause, and its file as a URI."""
    _, judged = verdicts(run, "logs", "faulty")
    only = report(run, "logs", "faulty")
    rules = only["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) == 6
    assert {rule["id"] for rule in rules} == {result["ruleId"] for result in only["results"]}
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in only["results"])
    (clause,) = (rule for rule in rules if rule["id"] == "NIM-2")
    assert clause["help"]["markdown"] == clause_text("nim", "NIM-2")
    places = [result["locations"][0]["physicalLocation"] for result in only["results"]]
    files = [unquote(place["artifactLocation"]["uri"]) for place in places]
    assert sorted(files) == sorted(f"faulty/{name}" for name, one in judged.items() if one["verdict"] != "valid")


def test_a_report_without_findings_is_a_report(run: Run) -> None:
    assert report(run, "logs") == {
        "tool": {"driver": {"name": "anyturn", "semanticVersion": "0.1.0", "rules": []}},
        "results": [],
    }


@pytest.mark.parametrize("form", ["github", "sarif"])
def test_of_standard_input_no_file_is_named(run: Run, form: str) -> None:
    found = run("validate", "-", "--format", form, stdin=toy.too_many(toy.text(6)).encode())
    assert found.code == 1
    assert "NIM-2" in found.out
    assert "file=" not in found.out
    assert "stdin" not in found.out


def test_a_differing_figure_of_a_native_log_has_the_line_of_its_record(run: Run, tmp_path: Path) -> None:
    """A native log can hold lines of the log that it was made from; these are not lines of this file."""
    run("export", "logs/a.txt", "--out", "a.jsonl")
    log = native.read((tmp_path / "a.jsonl").read_bytes().splitlines())
    text = (tmp_path / "a.jsonl").read_text()
    place = next(number for number, record in enumerate(log.records) if record.observed)
    lines = [re.sub(r',"hash":"\w+"', "", line) for line in text.splitlines()]
    lines[place + 1] = re.sub(r'"vp":(\d+)', r'"vp":9\1', lines[place + 1])
    (tmp_path / "a.jsonl").write_text("\n" + "\n\n".join(lines))
    _, judged = verdicts(run, "a.jsonl")
    first = judged["a.jsonl"]["discrepancies"][0]
    assert first["line"] == 2 + 2 * (place + 1)
    assert log.records[place].observed[0].line not in (0, first["line"])
