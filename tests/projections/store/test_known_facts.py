"""Facts that are in no log: they are appended, contradictions are reported, and statistics use them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from events import facts as files_of_facts
from events.log.codec import Unreadable
from events.store import schema
from events.store.event_store import EventStore
from projections import statistics
from projections.statistics import Filters
from projections.store.adding_facts import CHANGED, NEW, UNCHANGED, Fact, add_facts
from projections.store.known_facts import aliases, facts, in_force
from projections.store.proof import facts_wrong

AT = "2024-07-01 12:00:00"


@pytest.fixture
def store(db: str) -> Iterator[EventStore]:
    with EventStore(db) as opened:
        yield opened


def added(store: EventStore, tmp_path: Path, *texts: str) -> list[Fact]:
    """Add files of facts with these texts."""
    read = []
    for number, text in enumerate(texts):
        file = tmp_path / f"f{number}.csv"
        file.write_text(text)
        read.append(files_of_facts.read(str(file)))
    return add_facts(store, read, AT)


def content(store: EventStore) -> dict[str, list[tuple[object, ...]]]:
    tables = [*schema.ROWS, *schema.ANNOTATIONS]
    return {table: store.connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in tables}


def view(store: EventStore, sql: str) -> list[tuple[object, ...]]:
    statistics.define(store.connection)
    return store.connection.execute(sql).fetchall()


def game(store: EventStore, source: str) -> str:
    ((game_id, _),) = store.find(source)
    return game_id


SEASON = "source,played_at,season,division\na.txt,2024-05-31,1,A\nb,2024-06-01,1,B\n"


def test_facts_are_appended_and_again_changes_nothing(store: EventStore, tmp_path: Path) -> None:
    first = added(store, tmp_path, SEASON)
    assert [(fact.status, fact.row.kind, fact.row.name, fact.row.value, fact.row.line) for fact in first] == [
        (NEW, "played_at", "", "2024-05-31", 2),
        (NEW, "tag", "season", "1", 2),
        (NEW, "tag", "division", "A", 2),
        (NEW, "played_at", "", "2024-06-01", 3),
        (NEW, "tag", "season", "1", 3),
        (NEW, "tag", "division", "B", 3),
    ]
    assert [row.number for row in facts(store)] == [1, 2, 3, 4, 5, 6]
    before = content(store)
    assert {fact.status for fact in added(store, tmp_path, SEASON)} == {UNCHANGED}
    assert content(store) == before
    assert facts_wrong(store) == []


def test_a_fact_that_contradicts_an_earlier_one_is_reported_and_both_are_kept(
    store: EventStore, tmp_path: Path
) -> None:
    added(store, tmp_path, SEASON)
    found = added(store, tmp_path, "source,division\n\na,C\n")
    (one,) = found
    assert (one.status, one.row.line, one.before) == (CHANGED, 3, ("A", f"{tmp_path}/f0.csv:2"))
    tags = [(row.value, row.line) for row in facts(store, game(store, "a")) if row.name == "division"]
    assert tags == [("A", 2), ("C", 3)]
    assert in_force(store)["tag", game(store, "a"), "division"].value == "C"
    again = added(store, tmp_path, SEASON)
    assert [fact.row.value for fact in again if fact.status == CHANGED] == ["A"], "the last fact counts"


def test_a_date_that_differs_from_the_log_is_reported(to_count: str, tmp_path: Path) -> None:
    with EventStore(to_count) as store:
        (one,) = added(store, tmp_path, "source,played_at\nold-1,2021-07-01\n")
        assert (one.status, one.before) == (CHANGED, ("2021-06-01", "its log"))
        assert [fact.status for fact in added(store, tmp_path, "source,played_at\nold-2,2022-06-01\n")] == [NEW]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "source,season\na,1\nof.txt,1\n",
            ":3: found the source 'of.txt', expected a stored game (see `anyturn games`)",
        ),
        ("source,season\na,1\nof.txt,1\n", "; did you mean off.txt?"),
        ("source,season\nx.txt,1\ny.txt,1\nz.txt,1\n", " (and 2 more lines of games that are not found)"),
        ("game,season\nffffffffffffffff,1\n", ":2: found the game 'ffffffffffffffff', expected a stored game"),
        ("source,season\na,1\na.txt,2\n", ":3: found '2', expected the tag season '1' as in line 2"),
        ("alias,player\nann,Ann\nann,Anna\n", ":3: found 'Anna', expected the player called ann: 'Ann' as in line 2"),
        ("alias,player\nann,ben\nben,cid\ncid,ann\n", ":2: found aliases in a circle: ann is ben is cid is ann"),
    ],
)
def test_a_bad_file_changes_nothing(store: EventStore, tmp_path: Path, text: str, problem: str) -> None:
    """Nor does a good one given together with it."""
    before = content(store)
    with pytest.raises(Unreadable, match=re.escape(problem)) as refused:
        added(store, tmp_path, SEASON, text)
    assert str(refused.value).startswith(f"{tmp_path}/f1.csv:")
    assert content(store) == before


def test_a_game_is_named_by_id_the_beginning_of_it_or_its_source(store: EventStore, tmp_path: Path) -> None:
    a = game(store, "a")
    for text in (f"game,t1\n{a},1\n", f"game,t2\n{a[:6]},1\n", "game,t3\na.txt,1\n", f"game,source,t4\n{a[:6]},a,1\n"):
        assert [fact.row.game_id for fact in added(store, tmp_path, text)] == [a]
    with pytest.raises(Unreadable, match="which are two different games, expected names of one game"):
        added(store, tmp_path, f"game,source,t\n{a},b,1\n")
    store.connection.execute("UPDATE games SET source = 'a.txt'")
    with pytest.raises(Unreadable, match=r"which fits several games, expected one of them: \w{16}, \w{16}"):
        added(store, tmp_path, "source,t\na.txt,1\n")
    assert [fact.row.game_id for fact in added(store, tmp_path, f"game,source,t\n{a},a.txt,1\n")] == [a]


def test_tags_are_taken_back_with_an_empty_value(store: EventStore, tmp_path: Path) -> None:
    added(store, tmp_path, SEASON)
    file = tmp_path / "f.toml"
    file.write_text('[[games]]\nsource = "a"\ntags = { season = "", cup = "" }\n')
    found = add_facts(store, [files_of_facts.read(str(file))], AT)
    assert [(fact.status, fact.row.name) for fact in found] == [(CHANGED, "season"), (UNCHANGED, "cup")]
    tags = view(store, "SELECT tag, value FROM tags WHERE game_id = '" + game(store, "a") + "'")
    assert tags == [("division", "A")]


def test_statistics_use_the_date_in_force(to_count: str, tmp_path: Path) -> None:
    with EventStore(to_count) as store:
        added(store, tmp_path, "source,played_at\nold-0,2029-01-01\ntwo-01,2028-01-01\n")
        ((old, two),) = view(
            store,
            "SELECT max(played_at) FILTER (source = 'old-0.jsonl'), max(played_at) FILTER (source = 'two-01.txt') "
            "FROM selected_games",
        )
        assert (old, two) == ("2029-01-01", "2028-01-01")
        found = [answer.rows for answer in statistics.run(store.connection, "games", Filters(since="2027"))]
        assert sum(row["games"] for rows in found for row in rows) == 2
        logged = store.connection.execute("SELECT played_at FROM games WHERE source = 'old-0.jsonl'").fetchall()
        assert logged == [("2020-06-01",)], "what the log states stays"


def test_aliases_are_one_player_and_chains_end(to_count: str, tmp_path: Path) -> None:
    with EventStore(to_count) as store:
        before = {row[0]: row[1] for row in view(store, "SELECT player, count(*) FROM seats GROUP BY 1")}
        added(store, tmp_path, "alias,player\nben,Benedikt\n")
        added(store, tmp_path, "alias,player\nBenedikt,cid\n")
        assert aliases(store) == {"ben": "cid", "Benedikt": "cid"}
        assert sorted(view(store, "FROM aliases")) == [("Benedikt", "cid"), ("ben", "cid")]
        named = dict(view(store, "SELECT player, count(*) FROM named_seats GROUP BY 1"))
        assert "ben" not in named
        assert named["cid"] == before["ben"] + before["cid"]
        rows = statistics.run(store.connection, "repertoires", Filters(players=3))[0].rows
        assert {row["player"] for row in rows} == {"ann", "cid"}
        (back,) = added(store, tmp_path, "alias,player\nben,ben\n")
        assert (back.status, back.before and back.before.value) == (CHANGED, "Benedikt")
        assert aliases(store) == {"ben": "ben", "Benedikt": "cid"}
        assert dict(view(store, "SELECT player, count(*) FROM named_seats GROUP BY 1")) == before


def test_an_alias_that_is_odd_is_noted(store: EventStore, tmp_path: Path) -> None:
    notes = [fact.notes for fact in added(store, tmp_path, "alias,player\nanne,Ann\nben,ann\ncid,Cid\n")]
    assert notes[0] == ["no stored game has a player anne; did you mean ann?"]
    assert re.fullmatch(r"ben and ann both play in [0-9a-f]{16}", notes[1][0])
    assert notes[2] == []


def test_players_without_a_name_are_nobody(to_count: str) -> None:
    """They are not one player, however many there are."""
    with EventStore(to_count) as store:
        store.connection.execute("UPDATE seats SET player = '' WHERE player = 'ben'")
        for name in ("players", "repertoires"):
            rows = [row for answer in statistics.run(store.connection, name, Filters()) for row in answer.rows]
            assert "ann" in {row["player"] for row in rows}
            assert "" not in {row["player"] for row in rows}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("UPDATE facts SET value = '9' WHERE number = 2", "facts: row 2 is not what was appended"),
        ("UPDATE facts SET line = 9 WHERE number = 3", "facts: row 3 is not what was appended"),
        ("DELETE FROM facts WHERE number = 2", "facts: rows are missing"),
        ("DELETE FROM games WHERE game_id = (SELECT game_id FROM facts WHERE number = 1)", "facts: 3 rows of games"),
    ],
)
def test_a_fact_changed_by_other_means_is_noticed(store: EventStore, tmp_path: Path, change: str, wrong: str) -> None:
    added(store, tmp_path, SEASON)
    assert facts_wrong(store) == []
    store.connection.execute(change)
    assert any(text.startswith(wrong) for text in facts_wrong(store))
