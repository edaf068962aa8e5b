"""Logs of Gaia, starting from their bytes: verdicts, catalogues in headers, and reading back what was written."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.clause import clause_text, clauses
from engine.games.gaia.components import COMPONENTS
from engine.intake import examine
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.files import Blob
from events.log.native import GameLog, read, write
from events.log.record import Record
from events.vocabulary.gaia import CardDeclared
from projections.screen.rulebooks import as_text
from projections.verdict import verdict_on
from tests.games.gaia.test_examples_hidden import partial, spelled
from tests.games.gaia.test_examples_setup import OPENING
from tests.support import PROJECT

gaia = ruleset("gaia")


def lines(log):
    """The lines of a log as JSON objects, without hashes: free to change."""
    found = [json.loads(line) for line in write(log)]
    return [{name: value for name, value in line.items() if name != "hash"} for line in found]


def verdict(objects):
    """The report on a log of these lines."""
    return examine(Blob("log.jsonl", "\n".join(map(json.dumps, objects)).encode()))


def numbered(header, events):
    """A log of these actors and events."""
    return GameLog(header, [Record(seq, actor, event) for seq, (actor, event) in enumerate(events, 1)])


def growing(log):
    """The log of a game with the house's cards, each of them declared just before the record that names it first."""
    kinds = {what: getattr(COMPONENTS, f"house_{what}") for what in ("city", "animal", "objective")}
    declarations = {card.id: CardDeclared(what, card) for what, cards in kinds.items() for card in cards}
    grown = []
    for record in log.records:
        text = msgspec.json.encode(record.event).decode()
        grown += [(None, declarations.pop(name)) for name in [*declarations] if f'"{name}"' in text]
        grown.append((record.actor, record.event))
    return numbered(replace(log.header, catalogue=partial(cities=0)), grown)


@pytest.fixture(scope="module")
def basic():
    options = {"mode": "basic", "city_count": 18, "animal_kinds": "generic"}
    return selfplay_log(gaia, "logs", 3, options, "sensible")


def test_a_log_is_read_as_it_was_written(basic):
    assert read(write(basic)) == basic
    assert verdict(lines(basic)).verdict == "valid"
    assert verdict(lines(basic)[:40]).verdict == "incomplete"


def test_declared_cards_are_as_good_as_the_houses(basic):
    """GA-8.2.9: the same game with its cards written out, and by other names, is the same game."""
    objects = lines(basic)
    objects[0]["catalogue"] = spelled()
    report = verdict(json.loads(json.dumps(objects).replace('"house_', '"zz_')))
    assert (report.verdict, report.replay.state.catalogue.id) == ("valid", "mine")
    assert report.replay.state.catalogue.cities["zz_city_11"]
    assert report.replay.standings == replay(gaia, basic).standings


def test_a_partial_catalogue_that_grows(basic):
    """GA-8.2.6, GA-8.2.7: each card declared just before the record that names it first."""
    grown = growing(basic)
    assert verdict(lines(grown)).verdict == "valid"
    declared = next(n for n, record in enumerate(grown.records) if isinstance(record.event, CardDeclared))
    records = [*grown.records[:declared], *grown.records[declared + 1 :]]
    grown = lines(numbered(grown.header, ((record.actor, record.event) for record in records)))
    broken = verdict(grown)
    assert (broken.verdict, broken.replay.broke.violation.clause) == ("illegal", "GA-8.2.7")


def test_a_header_that_breaks_a_clause(basic):
    """The verdict is illegal, at record 0, with the clause and its text."""
    objects = lines(basic)
    objects[0]["catalogue"] = {**partial(), "complete": True}
    report = verdict(objects)
    said = verdict_on(report)
    assert (report.verdict, said.violation["seq"], said.violation["clause"]) == ("illegal", 0, "GA-8.2.1")
    assert said.violation["text"].startswith("GA-8.2.1")


def test_options_that_are_not_supported(basic):
    objects = lines(basic)
    objects[0]["options"] = {"mode": "expert"}
    assert verdict(objects).verdict == "unsupported"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"terrain": 3}, "int"),
        ({"cell": ["a", 0]}, "str"),
        ({"extra": 1}, "extra"),
        ({"kind": "dance"}, "dance"),
    ],
)
def test_records_of_another_form_are_unreadable(basic, change, found):
    """GA-6.1.4 begins where the form is right: what was found, and in which line."""
    objects = lines(basic)
    number = next(n for n, line in enumerate(objects) if line.get("event", {}).get("kind") == "play_nature")
    objects[number]["event"] |= change
    report = verdict(objects)
    assert report.verdict == "unreadable"
    assert found in str(report.problem)
    assert f":{number + 1}:" in str(report.problem)


def test_sections_and_clauses_can_be_looked_up():
    assert clause_text("gaia", "GA-6.3.1").startswith("GA-6.3.1 Hunters")
    assert any("GA-6.3.8" in line for line in as_text("gaia", "GA-6.3"))
    assert "Rain" in clause_text("gaia", "GA-7.9.2")
    assert all(clause.startswith("GA-") for clause in clauses("gaia"))


def test_the_page_about_the_game_shows_a_real_log():
    """The lines of the example in docs/gaia.md are a header and a first record that are accepted."""
    page = (Path(PROJECT) / "docs" / "gaia.md").read_text(encoding="utf-8")
    shown = page.split("```json\n")[1].split("```")[0].splitlines()
    report = examine(Blob("page.jsonl", "\n".join(shown).encode()))
    assert report.verdict == "incomplete"
    assert report.replay.played[0][1] == OPENING[0][1]
