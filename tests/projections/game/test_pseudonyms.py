"""Logs without names: pseudonyms are consistent, nothing leads back to a name, and the games are the same."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from engine.replay import replay
from engine.rules import ruleset
from events import facts as files_of_facts
from events import files
from events.log.codec import encode
from events.log.identity import opening
from events.log.native import GameLog, read, write
from events.log.record import Correct, Note, Record, Source, Undo
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.game.export import all_logs
from projections.game.pseudonyms import LEFT_OUT, Left, Pseudonyms
from projections.store.adding_facts import add_facts
from tests.support import toy_logs as toy


def log(seed: int, *players: str, notes: Sequence[str] = ()) -> GameLog:
    """A game of these players with notes at its end."""
    found = read(toy.native(seed, len(players), {"dice": 3}).splitlines())
    seats = tuple(replace(seat, player=name) for seat, name in zip(found.header.seats, players, strict=True))
    header = replace(
        found.header, seats=seats, played_at="2024-05-31", source=Source("ann-ben.txt", "nim_text", "ab" * 32)
    )
    records = [*found.records]
    records += [Record(len(records) + k, None, Note(text)) for k, text in enumerate(notes, 1)]
    return GameLog(header, records)


def names(found: GameLog) -> list[str]:
    return [seat.player for seat in found.header.seats]


def test_a_player_is_the_same_in_all_logs_of_an_export(nim: str) -> None:
    one = Pseudonyms({"annabel": "ann"})
    assert names(one.log(log(1, "ben", "ann"))) == ["player1", "player2"]
    assert names(one.log(log(2, "annabel", "cid", "ben"))) == ["player2", "player3", "player1"]
    assert one.left == []


def test_nobody_stays_nobody_and_who_has_two_seats_has_two_names(nim: str) -> None:
    one = Pseudonyms({"annabel": "ann"})
    assert names(one.log(log(1, "", "ann", ""))) == ["", "player1", ""]
    assert names(one.log(log(1, "annabel", "ann", "ben"))) == ["player1", "player2", "player3"]
    assert names(one.log(log(1, "ann", "ben"))) == ["player1", "player3"]


def test_names_are_given_by_place_not_by_name(nim: str) -> None:
    """They do not depend on the players' names, so a file reveals nothing about these."""
    first, second = (list(write(Pseudonyms().log(log(1, *players)))) for players in (("ann", "ben"), ("zoe", "a")))
    assert first == second


def test_sources_digests_and_notes_are_left_out_and_the_chain_holds(nim: str) -> None:
    before = log(1, "ann", "ben", notes=["ann was late", "shared by ben@home"])
    found = Pseudonyms().log(before)
    assert found.header.source == Source("game1", "nim_text")
    assert [record.event.text for record in found.records if isinstance(record.event, Note)] == [LEFT_OUT] * 2
    lines = list(write(found))
    again = read(lines)
    assert again == found
    text = b"\n".join(lines).decode()
    for word in ("ann", "ben", "late", "ab" * 32, opening(before.header, before.header.options)):
        assert word not in text
    old, new = (replay(ruleset("nim"), each) for each in (before, found))
    assert new.standings == old.standings
    assert [record.seq for record in found.records] == [record.seq for record in before.records]


def test_undone_and_corrected_records_stay_where_they_are(nim: str) -> None:
    played = log(1, "ann", "ben")
    records = list(played.records)
    last = records[-1]
    records.append(Record(last.seq + 1, None, Note("ben took it back")))
    records.append(Record(last.seq + 2, None, Undo(last.seq)))
    found = Pseudonyms().log(GameLog(played.header, records))
    assert [type(record.event) for record in found.records] == [type(record.event) for record in records]
    assert not any(isinstance(record.event, Correct) for record in found.records)
    assert found.records[-1].event == Undo(last.seq)


def test_names_that_occur_elsewhere_are_reported(nim: str) -> None:
    """An example is a player named like a word of the game; only whole words count, in any case, not the shortest."""
    before = log(1, "Take", "ak")
    one = Pseudonyms({"ak": "blueberry"})
    one.log(before)
    first = next(record.seq for record in before.records if record.event.__struct_config__.tag == "take")
    assert one.left == [Left("Take", "game1", first)]
    changed = GameLog(replace(before.header, options={"dice": 3, "host": "Blueberry!"}), before.records)
    again = Pseudonyms({"ak": "blueberry"})
    again.log(changed)
    assert Left("blueberry", "game1", 0) in again.left


def test_a_whole_store(db: str, tmp_path: Path, nim: str) -> None:
    """This includes its aliases; files are named by numbers, as ids depend on names; the games count as before."""
    file = tmp_path / "f.csv"
    file.write_text("alias,player\nben,cid\n")
    with EventStore(db) as store:
        add_facts(store, [files_of_facts.read(str(file))], "2024-07-01 12:00:00")
        done = list(all_logs(store, tmp_path / "out", pseudonyms=Pseudonyms({"ben": "cid"})))
        assert [file.name for file, _ in done] == [f"game{number}.jsonl.gz" for number in range(1, 7)]
        before = store.connection.execute("SELECT verdict, vp FROM games JOIN seats USING (game_id)").fetchall()
        ids = [head.game_id for head in store.heads()]
    data = [files.read(str(file)).data for file, _ in done]
    for word in (b"ann", b"ben", b"cid", b".txt", *(each.encode() for each in ids)):
        assert not any(word in text for text in data), word
    found = [read(text.splitlines()) for text in data]
    assert {name for each in found for name in names(each)} <= {f"player{n}" for n in range(1, 6)}
    for each in found:
        assert encode(each.header.source).count(b"digest") == 0
    with EventStore(str(tmp_path / "shared.duckdb")) as other:
        list(import_files(other, [str(file) for file, _ in done], 1))
        after = other.connection.execute("SELECT verdict, vp FROM games JOIN seats USING (game_id)").fetchall()
    own = [row for row in before if row[0] == "valid"]
    assert sorted(own) == sorted(row for row in after if row[0] == "valid")
