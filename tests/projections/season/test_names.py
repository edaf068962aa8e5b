"""Facts from names: appended once, withdrawn with the pattern, and never against what is stated elsewhere."""

from pathlib import Path

import pytest

from events import files
from events.facts import FactFile
from events.facts.fact import StatedFact
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.season.names import Named, add_named
from projections.season.reading import read
from projections.store.adding_facts import Fact, add_facts
from tests.support import toy_logs as toy

NOW = "2024-01-01 00:00:00"


@pytest.fixture
def store(tmp_path: Path, nim: str) -> EventStore:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "S1_G1_2024-05-31.txt").write_text(toy.text(1))
    (logs / "S1_G2_2024-06-01.txt").write_text(toy.text(2))
    (logs / "evening.txt").write_text(toy.text(3))
    opened = EventStore(str(tmp_path / "s.duckdb"))
    list(import_files(opened, files.find([str(logs)]), 1))
    return opened


def named(store: EventStore, folder: Path, pattern: str = "S{season}_G{game}_{date}") -> tuple[list[Fact], Named]:
    file = folder / "season.toml"
    file.write_text(f'title = "x"\n[points]\nshare = 1\n[names]\npattern = "{pattern}"\n')
    return add_named(store, read(str(file)), NOW)


def tags(store: EventStore) -> list[tuple[str, str]]:
    sql = """SELECT DISTINCT name, arg_max(value, number) OVER (PARTITION BY game_id, kind, name) AS value FROM facts
        ORDER BY ALL"""
    return store.connection.execute(sql).fetchall()


def test_names_state_facts_once(store: EventStore, tmp_path: Path) -> None:
    added, found = named(store, tmp_path)
    assert {fact.status for fact in added} == {"new"}
    assert [(fact.row.file, fact.row.line) for fact in added][:1] == [("season.toml", 5)]
    assert tags(store) == [
        ("", "2024-05-31"),
        ("", "2024-06-01"),
        ("game_number", "1"),
        ("game_number", "2"),
        ("season", "1"),
    ]
    assert (found.unfitting, found.contradictions) == (["evening"], [])
    again, _ = named(store, tmp_path)
    assert {fact.status for fact in again} == {"unchanged"}
    store.close()


def test_a_changed_pattern_withdraws_what_it_no_longer_states(store: EventStore, tmp_path: Path) -> None:
    named(store, tmp_path)
    added, _ = named(store, tmp_path, "S{season}_G{round}_*")
    assert sorted((fact.row.name, fact.status) for fact in added if fact.status != "unchanged") == [
        ("game_number", "changed"), ("game_number", "changed"), ("round", "new"), ("round", "new"),
    ]  # fmt: skip
    assert ("game_number", "") in tags(store)
    store.close()


def test_a_file_of_facts_and_the_date_in_a_log_hold(store: EventStore, tmp_path: Path) -> None:
    (game_id,) = store.connection.execute("SELECT game_id FROM games WHERE source LIKE '%G1%'").fetchall()[0]
    add_facts(store, [FactFile("facts.csv", "", [StatedFact("tag", "season", "7", 2, game_id)])], NOW)
    store.connection.execute("UPDATE games SET played_at = '2024-06-02T18:00' WHERE source LIKE '%G2%'")
    _, found = named(store, tmp_path)
    assert [line.split(": ", 1)[1] for line in sorted(found.contradictions, key=lambda line: "season" not in line)] == [
        "season = 1 by its name 'S1_G1_2024-05-31', but 7 by facts.csv:2; the latter holds",
        "played_at = 2024-06-01 by its name 'S1_G2_2024-06-01', but 2024-06-02T18:00 by its log; the latter holds",
    ]
    assert ("season", "7") in tags(store)
    assert ("", "2024-06-01") not in tags(store)
    store.close()


def test_two_names_of_one_game_that_differ_state_nothing(store: EventStore, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    log = (tmp_path / "logs" / "S1_G1_2024-05-31.txt").read_text()
    (tmp_path / "more" / "S2_G1_2024-05-31.txt").write_text(log + "\n")
    list(import_files(store, files.find([str(tmp_path / "more")]), 1))
    _, found = named(store, tmp_path)
    assert found.contradictions == [
        "one game is stored under 'S1_G1_2024-05-31' (season = 1, game_number = 1, played_at = 2024-05-31) and "
        "'S2_G1_2024-05-31' (season = 2, game_number = 1, played_at = 2024-05-31); nothing is taken from either"
    ]
    assert tags(store) == [("", "2024-06-01"), ("game_number", "2"), ("season", "1")]
    store.close()
