"""The schemas against an independent validator: they accept what the program reads and prints, and refuse the rest."""

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.clause import Unsupported, Violation, clause_text
from engine.intake import examine
from engine.options import options_of_game
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events import files
from events.facts import toml_files
from events.files import Blob
from events.log import native
from events.log.codec import Unreadable, encode
from events.log.record import ABOUT_THE_LOG
from events.log.upcast import record_decoder
from events.vocabulary import events_of
from projections.schemas.definitions import CLAUSES
from projections.schemas.documents import OF_NO_GAME, PARTS, document
from projections.verdict import verdict_on
from tests.projections.schemas.spoiling import spoilt
from tests.support import LOGS, PROJECT
from tests.support.recorded import needs_recorded, recorded

SPOILT, SPOILT_LONG = 40, 400
every_game = pytest.mark.parametrize("game", games())


@cache
def validator(game: str | None, what: str = "line") -> Draft202012Validator:
    return Draft202012Validator(document(game, what))


@cache
def hashed(game: str) -> list[bytes]:
    """The lines of a self-played game with drawn options."""
    return [*native.write(selfplay_log(ruleset(game), "11", None, {}, "sensible"))]


@cache
def lines(game: str) -> list[dict[str, Any]]:
    """The same, decoded."""
    return [*map(json.loads, hashed(game))]


def plain(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != "hash"}


def refused(schema: Draft202012Validator, value: Any) -> list[str]:
    return [error.message for error in schema.iter_errors(value)]


@pytest.mark.parametrize("what", PARTS)
@pytest.mark.parametrize("game", [None, *games()])
def test_every_schema_is_one(game: str | None, what: str) -> None:
    if what in OF_NO_GAME and game is not None:
        with pytest.raises(Unreadable, match="the same for all"):
            document(game, what)
    elif what == "catalogue" and game not in ("gaia", "daitoshi"):
        with pytest.raises(Unreadable, match="component values"):
            document(game, what)
    else:
        found = document(game, what)
        Draft202012Validator.check_schema(found)
        assert all(at in found["$defs"] for at in re.findall(r'"#/\$defs/([^"]*)"', json.dumps(found)))


@pytest.mark.parametrize("game", ["daitoshi", "gaia"])
def test_a_catalogue_is_described_with_the_clauses_that_it_comes_from(game: str) -> None:
    described = [each[CLAUSES] for each in document(game, "catalogue")["$defs"].values() if CLAUSES in each]
    assert described
    assert all(clause_text(game, clause) for clauses in described for clause in clauses)


@every_game
def test_each_event_is_described_with_the_clauses_that_it_comes_from(game: str) -> None:
    found = document(game, "event")["$defs"]
    for kind in events_of(game):
        described = found[kind.__name__]
        assert described["properties"]["kind"]["enum"] == [kind.__struct_config__.tag]
        assert described["description"]
        assert described[CLAUSES]
        assert all(clause_text(game, clause) for clause in described[CLAUSES])
    for general in ABOUT_THE_LOG:
        assert general.__name__ in found


@every_game
def test_a_played_game_has_the_form(game: str) -> None:
    for line in lines(game):
        assert refused(validator(game), line) == []
        assert refused(validator(None), line) == []


def test_what_concerns_the_log_has_the_form() -> None:
    first, second = plain(lines("gaia")[1]), plain(lines("gaia")[2])
    note = {"seq": 3, "actor": None, "event": {"kind": "note", "text": "late"}}
    undo = {"seq": 4, "actor": None, "event": {"kind": "undo", "seq": 2}}
    correct = {"seq": 5, "actor": None, "event": {"kind": "correct", "seq": 1, "event": first["event"]}}
    observed = {**second, "observed": [{"seat": 0, "figures": {"vp": 0}, "after": "income", "line": 7}]}
    header = {**plain(lines("gaia")[0]), "expected": {"0": 3}, "branch": {"game": "", "seq": 2}, "format": 1}
    for line in (note, undo, correct, observed, header):
        assert refused(validator("gaia"), line) == []
    assert refused(validator("gaia"), {**correct, "event": {**correct["event"], "event": {"kind": "none"}}})
    assert refused(validator("gaia"), {**header, "expected": {"first": 3}})
    assert refused(validator("gaia"), {**header, "game": "daitoshi"})


@every_game
@pytest.mark.parametrize("count", [SPOILT, pytest.param(SPOILT_LONG, marks=pytest.mark.long)])
def test_a_spoilt_record_is_refused_if_and_only_if_the_program_refuses_it(game: str, count: int) -> None:
    """Where the form ends, the schema and the program agree; the number of a record is not a matter of its form."""
    rng, read, agreed = Random(f"{game}/{count}"), record_decoder(game, lines(game)[0].get("vocabulary", 1)), [0, 0]
    for _ in range(count):
        line = spoilt(plain(rng.choice(lines(game)[1:])), rng)
        try:
            accepted = read(json.dumps(line).encode()).seq > 0
        except Unreadable:
            accepted = False
        assert validator(game).is_valid(line) == accepted, line
        agreed[accepted] += 1
    assert all(agreed)


@every_game
@pytest.mark.parametrize("count", [SPOILT, pytest.param(SPOILT_LONG, marks=pytest.mark.long)])
def test_a_spoilt_header_that_the_program_accepts_is_accepted(game: str, count: int) -> None:
    """What a header says beyond its form, such as how many play, is left to the rules."""
    rng, refusals = Random(f"{game}/{count}"), 0
    for _ in range(count):
        line = spoilt(plain(lines(game)[0]), rng)
        faults = refused(validator(game), line)
        refusals += bool(faults)
        try:
            header = native.read([json.dumps(line).encode()]).header
            ruleset(game).start(header)
        except (Unreadable, Unsupported, Violation):
            continue
        assert header.game != game or faults == []
    assert refusals > count // 4


@every_game
def test_an_option_that_the_program_lacks_is_refused(game: str) -> None:
    header = plain(lines(game)[0])
    assert refused(validator(game, "header"), {**header, "options": {"none_such": 1}})
    for option, values in options_of_game(game).items():
        for value in values:
            assert refused(validator(game, "header"), {**header, "options": {option: value}}) == []
        if values:
            assert refused(validator(game, "header"), {**header, "options": {option: "none such"}})


def verdicts() -> Iterator[dict[str, Any]]:
    """What is printed of logs that are spoilt in many ways, and of their sound originals."""
    rng = Random(4)
    for game in games():
        played = [encode(plain(line)) for line in lines(game)]
        spoilt_lines = [[*played[:at], *played[at + 1 :]] for at in (1, 2, len(played) // 2, len(played) - 1)]
        spoilt_lines += [[*played[:at], encode(spoilt(json.loads(played[at]), rng))] for at in (0, 1, 3, 5, 7)]
        header = {**json.loads(played[0]), "branch": {"game": "", "seq": 1}}
        others = [[*hashed(game)[:3], *hashed(game)[4:]], [encode(header), *played[1:4]], [b"{"], played, hashed(game)]
        for each in (*spoilt_lines, *others):
            yield verdict_on(examine(Blob("log", b"\n".join(each)))).as_json()


def test_verdicts_have_the_printed_form() -> None:
    found = [*verdicts()]
    for each in found:
        assert refused(validator(None, "verdict"), json.loads(encode(each))) == []
    assert {each["verdict"] for each in found} >= {"valid", "illegal", "incomplete", "tampered", "unreadable"}
    assert refused(validator(None, "verdict"), {**found[0], "verdict": "good"})


@needs_recorded("terra-mystica/ledger")
def test_verdicts_on_recorded_games_have_the_printed_form() -> None:
    paths = [path for folder in sorted(LOGS.glob("*/*")) if folder.is_dir() for path in recorded(str(folder))[:2]]
    reports = [examine(files.read(str(path))) for path in paths]
    for report in reports:
        found = json.loads(encode(verdict_on(report).as_json()))
        assert refused(validator(None, "verdict"), found) == []
        if report.log is not None:
            assert refused(validator(report.game, "header"), json.loads(encode(report.log.header))) == []
    assert any(report.verdict == "valid" for report in reports)


def test_catalogues() -> None:
    from engine.games.daitoshi.components import TABLES
    from engine.games.daitoshi.tables import BOARDS, ROWS

    own = {"mode": "declared", "id": "own", "tables": {table: TABLES[table] for table in (*BOARDS, *ROWS)}}
    header = {**plain(lines("daitoshi")[0]), "catalogue": own}
    ruleset("daitoshi").start(native.read([json.dumps(header).encode()]).header)
    assert refused(validator("daitoshi", "catalogue"), own) == []
    city = {**TABLES["city"][0], "price": 3}
    assert refused(validator("daitoshi", "catalogue"), {**own, "tables": {**own["tables"], "city": [city]}})
    assert refused(validator("gaia", "catalogue"), "house_v1") == []
    assert refused(validator("gaia", "catalogue"), {"catalogue_id": "own", "cities": [{"site": "sea"}]})


FACTS = {
    "games": [{"source": "a.jsonl", "played_at": "2024-05", "tags": {"season": "2", "division": 1}}, {"game": "0f"}],
    "players": [{"name": "Ann", "aliases": ["ann", "ann_2"]}],
}


def written(value: Any) -> str:
    """A value as TOML, in one line: JSON but for the signs between keys and values."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {written(each)}" for name, each in value.items()) + "}"
    return f"[{', '.join(map(written, value))}]" if isinstance(value, list) else json.dumps(value)


def in_toml(document: dict[str, Any]) -> str | None:
    """The document as a file; None for what a file of tables cannot express."""
    tables = [(name, each) for name in document for each in document[name] or [None]]
    if not all(isinstance(each, dict) for _, each in tables) or "null" in json.dumps(document):
        return None
    heads = [f"[[{name}]]\n" + "".join(f"{key} = {written(each[key])}\n" for key in each) for name, each in tables]
    return "".join(heads)


def test_facts() -> None:
    """A document that the program reads has the form."""
    rng, accepted, refusals = Random(5), 0, 0
    for number in range(400):
        found = spoilt(FACTS, rng) if number else FACTS
        if not all(isinstance(each, list) for each in found.values()) or (text := in_toml(found)) is None:
            continue
        try:
            facts = [*toml_files.read(text)]
        except Unreadable:
            refusals += 1
            continue
        assert not facts or refused(validator(None, "facts"), found) == [], text
        accepted += 1
    assert min(accepted, refusals) > 20
    assert refused(validator(None, "facts"), {"games": [{"played_at": "2024"}]})
    assert refused(validator(None, "facts"), {"players": [{"name": "Ann", "age": 7}]})


def test_remarks() -> None:
    remark = {"at": "#217", "text": "Better: build on E6.", "by": "Ann", "marks": ["hex/E6"]}
    assert refused(validator(None, "remarks"), {"remarks": [remark]}) == []
    assert refused(validator(None, "remarks"), {"remarks": [{"text": "where?"}]})


def test_the_examples_of_the_specification_have_the_form() -> None:
    """The toy game of the examples is not installed, so this is the schema of all games."""
    text = (PROJECT / "docs" / "log-format.md").read_text(encoding="utf-8")
    shown = [line for block in re.findall(r"^```json\n(.*?)^```$", text, re.M | re.S) for line in block.splitlines()]
    assert len(shown) > 7
    for line in shown:
        assert refused(validator(None), json.loads(line)) == []
