"""Export: byte for byte what was appended; imported again, it is the same game."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from events.facts import read as read_facts
from events.files import read as read_file
from events.files.atomic import Exists
from events.log.native import ChainBroken, read
from events.store import schema
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.game.export import all_logs, native_lines, parquet, write_facts, write_log
from projections.game.pseudonyms import Pseudonyms
from projections.store.adding_facts import add_facts
from projections.store.known_facts import in_force
from tests.support import toy_logs as toy


@pytest.fixture
def store(tmp_path: Path, nim: str) -> Iterator[EventStore]:
    texts = {"a": toy.text(1), "b": toy.wrong_figure(toy.text(2)), "c": toy.too_many(toy.text(3))}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        list(import_files(opened, [str(tmp_path / f"{name}.txt") for name in texts], 1))
        yield opened


def written(store: EventStore, folder: Path) -> list[Path]:
    places = list(all_logs(store, folder))
    assert not any(problem for _, problem in places)
    return [place for place, _ in places]


def test_import_of_export_is_the_log(store: EventStore, tmp_path: Path) -> None:
    for head in store.heads():
        stored = store.read(head.game_id)
        place = tmp_path / "out" / "a.jsonl.gz"
        write_log(native_lines(stored), place, force=True)
        assert read(read_file(str(place)).data.splitlines()) == stored.log()
        assert head.head.encode() in gzip.decompress(place.read_bytes()).splitlines()[-1]
        ((again,),) = import_files(store, [str(place)], 1)
        assert (again.status, again.game_id) == ("same", head.game_id)


def test_the_same_log_gives_the_same_bytes(store: EventStore, tmp_path: Path) -> None:
    first, second = (written(store, tmp_path / name) for name in ("one", "two"))
    assert [place.name for place in first] == [f"{head.game_id}.jsonl.gz" for head in store.heads()]
    assert [place.read_bytes() for place in first] == [place.read_bytes() for place in second]


def test_a_store_made_from_the_exported_logs_holds_the_same_games(store: EventStore, tmp_path: Path) -> None:
    places = list(map(str, written(store, tmp_path / "out")))
    with EventStore(str(tmp_path / "other.duckdb")) as other:
        list(import_files(other, places, 1))
        assert [(h.game_id, h.head) for h in other.heads()] == [(h.game_id, h.head) for h in store.heads()]


def test_a_broken_chain_is_not_exported(store: EventStore) -> None:
    store.connection.execute("UPDATE records SET event = replace(event, 'take', 'tAke') WHERE seq = 3")
    with pytest.raises(ChainBroken, match="record 3"):
        list(native_lines(store.read(store.heads()[0].game_id)))


def test_parquet_holds_all_tables(store: EventStore, tmp_path: Path) -> None:
    places = list(parquet(store, tmp_path / "it's here"))
    assert [place.stem for place in places] == [*schema.ROWS, *schema.ANNOTATIONS]
    for place in places:
        expected = store.connection.execute(f"FROM {place.stem} ORDER BY ALL").fetchall()
        assert duckdb.execute("FROM read_parquet($1) ORDER BY ALL", [str(place)]).fetchall() == expected


@pytest.mark.parametrize("pseudonyms", [None, Pseudonyms()])
def test_facts_go_along(store: EventStore, tmp_path: Path, pseudonyms: Pseudonyms | None) -> None:
    """Facts in force are exported, so a store that imports the logs has the same; no aliases if names are left out."""
    (tmp_path / "f.csv").write_text('source,played_at,season\na,2024-05-31,1\nb,,"2 ""spring"" \\ é"\n')
    (tmp_path / "g.toml").write_text(
        '[[games]]\nsource="c"\ntags={cup="x"}\n[[games]]\nsource="a"\ntags={season="3"}\n'
        '[[players]]\nname="Ann"\naliases=["ann", "anne"]\n[[players]]\nname="ben"\naliases=["ben"]\n'
    )
    (tmp_path / "h.toml").write_text('[[games]]\nsource="c"\ntags={cup=""}\n')
    for name in ("f.csv", "g.toml", "h.toml"):
        add_facts(store, [read_facts(str(tmp_path / name))], "2024-07-01 12:00:00")
    places = [str(file) for file, _ in all_logs(store, tmp_path / "out", pseudonyms=pseudonyms)]
    write_facts(store, tmp_path / "facts.toml", pseudonyms)
    with pytest.raises(Exists):
        write_facts(store, tmp_path / "facts.toml", pseudonyms)
    with EventStore(str(tmp_path / "other.duckdb")) as other:
        list(import_files(other, places, 1))
        add_facts(other, [read_facts(str(tmp_path / "facts.toml"))], "2024-07-02 12:00:00")
        values = sorted((kind, name, fact.value) for (kind, _, name), fact in in_force(other).items())
        dated = [other.read(str(game)).log() for kind, game, _ in in_force(other) if kind == "played_at"]
    named = [("alias", "ann", "Ann"), ("alias", "anne", "Ann")] if pseudonyms is None else []
    tags = [("tag", "season", '2 "spring" \\ é'), ("tag", "season", "3")]
    assert values == [*named, ("played_at", "", "2024-05-31"), *tags]
    own = store.read(store.find("a")[0][0]).log()
    assert [each.records for each in dated] == [own.records]
