"""Import: how a log relates to the stored games; importing it again changes nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from events import files
from events.log import native
from events.log.native import GameLog
from events.log.record import Branch, Record
from events.store import schema
from events.store.completeness import Ledger
from events.store.event_store import EventStore
from projections.batch.importing import Imported, import_files
from projections.store.proof import beside, prove
from tests.support import declared
from tests.support import toy_logs as toy


@pytest.fixture
def store(tmp_path: Path, nim: str) -> Iterator[EventStore]:
    with EventStore(str(tmp_path / "s.duckdb")) as opened:
        yield opened


def put(folder: Path, **texts: str) -> str:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    return str(folder)


def imported(store: EventStore, *paths: str) -> dict[str, Imported]:
    found = [one for chunk in import_files(store, files.find(paths), 1) for one in chunk]
    return {Path(one.details.source).stem: one for one in found}


def content(store: EventStore) -> dict[str, list[tuple[object, ...]]]:
    return {table: store.connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in schema.ROWS}


def start_of(text: str, lines: int) -> str:
    return "\n".join(text.splitlines()[:lines])


def test_again_changes_nothing(store: EventStore, tmp_path: Path) -> None:
    folder = put(tmp_path / "logs", a=toy.text(1), b=toy.text(2), bad=toy.too_many(toy.text(3)), none="")
    first = imported(store, folder)
    assert {name: one.status for name, one in first.items()} == {
        "a": "new",
        "b": "new",
        "bad": "new",
        "none": "left out",
    }
    before = content(store)
    again = imported(store, folder)
    assert {one.status for one in again.values()} == {"unchanged", "left out"}
    assert {name: one.verdict for name, one in again.items()} == {name: one.verdict for name, one in first.items()}
    assert content(store) == before


def test_two_renderings_are_one_game(store: EventStore, tmp_path: Path) -> None:
    """Other blanks, other lines, other printed figures: the game played is the same, in one chunk or in two."""
    spaced = toy.text().replace("\n", "\n\n").replace(" ", "   ")
    bare = "\n".join(line.split(" vp")[0] for line in toy.text().splitlines())
    folder = put(tmp_path / "logs", a=toy.text(), b=spaced)
    found = imported(store, folder) | imported(store, put(tmp_path / "more", c=bare))
    assert [one.status for one in found.values()] == ["new", "same", "same"]
    assert len({one.game_id for one in found.values()}) == 1
    tables = content(store)
    assert (len(tables["games"]), len(tables["sources"])) == (1, 3)
    assert len(tables["seats"]) == 2


def test_other_seats_or_moves_are_another_game(store: EventStore, tmp_path: Path) -> None:
    folder = put(tmp_path / "logs", a=toy.text(1), b=toy.text(2), c=toy.text(1, ("ann:red", "ben:green")))
    found = imported(store, folder)
    assert [one.status for one in found.values()] == ["new"] * 3
    assert len({one.game_id for one in found.values()}) == 3


@pytest.mark.parametrize("cut", ["incomplete", "illegal"])
def test_a_game_that_goes_on_is_appended_to(store: EventStore, tmp_path: Path, cut: str) -> None:
    whole = toy.text()
    earlier = start_of(whole, 6) if cut == "incomplete" else toy.too_many(whole, 7)
    first = imported(store, put(tmp_path / "one", a=earlier))["a"]
    assert (first.status, first.verdict) == ("new", cut)
    old = store.read(first.game_id)
    second = imported(store, put(tmp_path / "two", b=whole))["b"]
    assert (second.status, second.verdict, second.game_id) == ("extended", "valid", first.game_id)
    new = store.read(first.game_id)
    assert new.bodies[: len(old.bodies)] == old.bodies
    assert new.header == old.header
    assert new.verify() is None
    tables = content(store)
    assert len(tables["games"]) == 1
    assert tables["violations"] == []
    verdicts = [row[schema.GameRow.__struct_fields__.index("verdict")] for row in tables["games"]]
    assert verdicts == ["valid"]


def test_derived_tables_of_an_extended_game_are_those_of_the_whole(store: EventStore, tmp_path: Path) -> None:
    imported(store, put(tmp_path / "one", a=start_of(toy.text(), 6)))
    imported(store, put(tmp_path / "two", b=toy.text()))
    with EventStore(str(tmp_path / "other.duckdb")) as other:
        imported(other, put(tmp_path / "two", b=toy.text()))
        for table in ("seats", "entries", "turn_ends", "discrepancies"):
            ours, theirs = (
                each.connection.execute(f"SELECT * EXCLUDE game_id FROM {table} ORDER BY ALL").fetchall()
                for each in (store, other)
            )
            assert ours == theirs, table


@pytest.mark.parametrize(
    ("further", "verdict", "own"),
    [
        (toy.too_many(toy.text(), 9), "illegal", True),
        (toy.wrong_figure(toy.text(), 9), "discrepant", True),
        (toy.wrong_figure(toy.text(), 5), "discrepant", False),
    ],
    ids=["a row that breaks a rule", "another figure among further rows", "another figure among the stored ones"],
)
def test_a_game_that_goes_on_with_findings_holds(
    store: EventStore, tmp_path: Path, further: str, verdict: str, own: bool
) -> None:
    """What the file states besides its records is kept; where it contradicts what is stored, the game names no file."""
    imported(store, put(tmp_path / "one", a=start_of(toy.text(), 6)))
    found = imported(store, put(tmp_path / "two", b=further))["b"]
    assert (found.status, found.verdict) == ("extended", verdict)
    ((now, digest),) = store.connection.execute("SELECT verdict, source_digest FROM games").fetchall()
    assert (now, bool(digest)) == ((verdict, True) if own else ("valid", False))
    assert [text for proof in prove(store) for text in proof.wrong] + beside(store, Ledger(store.connection)) == []


def test_no_more_than_is_stored_adds_nothing(store: EventStore, tmp_path: Path) -> None:
    whole = imported(store, put(tmp_path / "one", a=toy.text()))["a"]
    before = content(store)
    cut = imported(store, put(tmp_path / "two", b=start_of(toy.text(), 6)))["b"]
    assert (cut.status, cut.verdict, cut.game_id) == ("contained", "incomplete", whole.game_id)
    after = content(store)
    assert len(after.pop("sources")) == len(before.pop("sources")) + 1
    assert after == before


def test_a_finished_game_is_never_appended_to(store: EventStore, tmp_path: Path) -> None:
    """Two games that begin alike remain two games."""
    one = toy.text(1)
    lines = one.splitlines()
    other = [*lines[:-1], *toy.text(1, dice=(6, 6, 6, 2)).splitlines()[-1:]]
    assert imported(store, put(tmp_path / "one", a=one))["a"].status == "new"
    assert imported(store, put(tmp_path / "two", b="\n".join([*other, "ann 1"])))["b"].verdict == "illegal"
    assert len(content(store)["games"]) == 1


def test_a_broken_stored_chain_is_not_appended_to(store: EventStore, tmp_path: Path) -> None:
    first = imported(store, put(tmp_path / "one", a=start_of(toy.text(), 6)))["a"]
    store.connection.execute("UPDATE records SET event = replace(event, 'take', 'tAke') WHERE seq = 3")
    second = imported(store, put(tmp_path / "two", b=toy.text()))["b"]
    assert second.status == "new"
    assert second.game_id != first.game_id


def test_what_cannot_be_read_or_is_not_supported_is_reported_not_stored(store: EventStore, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    put(folder, none="", words="no game at all", cut="Nim ann:red ben:blue\npour\n")
    (folder / "option.jsonl").write_text('{"game":"nim","options":{"foo":1},"seats":[{},{}]}\n')
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    found = imported(store, str(folder))
    assert {one.status for one in found.values()} == {"left out"}
    assert {name: one.verdict for name, one in found.items()} == {
        "cut": "unreadable",
        "none": "unreadable",
        "option": "unsupported",
        "picture": "unreadable",
        "words": "unreadable",
    }
    assert all(one.details.problem for one in found.values())
    assert all(not rows for rows in content(store).values())


def test_numbers_that_no_column_holds_do_not_stop_an_import(store: EventStore, tmp_path: Path) -> None:
    lines = toy.text().splitlines()
    lines[3] = lines[3].split("vp=")[0] + "vp=" + "9" * 30
    found = imported(store, put(tmp_path / "logs", a="\n".join(lines), b=toy.text(2)))
    assert {name: one.verdict for name, one in found.items()} == {"a": "discrepant", "b": "valid"}
    assert found["a"].details.discrepancies[0]["recorded"] == int("9" * 30)


@pytest.mark.parametrize("seq", [2**31, 2**64, -(10**40)])
def test_a_record_that_no_column_holds_does_not_stop_an_import(store: EventStore, tmp_path: Path, seq: int) -> None:
    """A branch can state that it left its game after any record."""
    log = native.read(toy.native().splitlines())
    left = replace(log.header, branch=Branch("0" * 64, seq))
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(native.write(GameLog(left, log.records))))
    assert imported(store, str(tmp_path / "a.jsonl"))["a"].status == "new"
    assert [text for proof in prove(store) for text in proof.wrong] == []


@pytest.mark.parametrize("actor", [2**31, 2**64, -(10**40)])
def test_an_actor_that_no_column_holds_does_not_stop_an_import(store: EventStore, tmp_path: Path, actor: int) -> None:
    """It stands in a record that was not played, because an earlier one breaks a rule; the log is kept as it is."""
    from events.vocabulary.nim import Take

    log = native.read(toy.native().splitlines())
    played = log.records[:3]
    illegal = Record(4, played[-1].actor, Take(99))
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\n".join(native.write(GameLog(log.header, [*played, illegal, Record(5, actor, Take(1))]))))
    found = imported(store, str(file), put(tmp_path / "logs", b=toy.text(2)))
    assert {name: one.verdict for name, one in found.items()} == {"a": "illegal", "b": "valid"}
    assert store.read(found["a"].game_id).log().records[-1].actor == actor
    assert [text for proof in prove(store) for text in proof.wrong] == []


def test_a_fault_of_the_program_ends_one_log_only(store: EventStore, tmp_path: Path) -> None:
    from engine.rules import ruleset

    rules = ruleset("nim")
    start = rules.start

    def faulty(header: object) -> object:
        if len(header.seats) == 3:  # type: ignore[attr-defined]
            raise KeyError("a fault")
        return start(header)  # type: ignore[arg-type]

    folder = put(tmp_path / "logs", a=toy.text(1, ("a:red", "b:blue", "c:green")), b=toy.text(2))
    with declared(rules, start=faulty):
        found = imported(store, folder)
    assert {name: one.verdict for name, one in found.items()} == {"a": "unreadable", "b": "valid"}
    assert "please report" in str(found["a"].details.problem)


def test_two_games_of_one_chunk_where_one_is_the_beginning_of_the_other(store: EventStore, tmp_path: Path) -> None:
    folder = put(tmp_path / "logs", a=start_of(toy.text(), 6), b=toy.text(), c=start_of(toy.text(), 8))
    found = imported(store, folder)
    assert [one.status for one in found.values()] == ["new", "extended", "contained"]
    assert len(content(store)["games"]) == 1
