"""Stored games, one line each: who played what, how it ended, and when; and one game on a page."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events import facts as files_of_facts
from events.log.native import read, write
from events.store.event_store import EventStore
from projections.game.summary import summary
from projections.screen.game_list import csv_lines, game_lines, result, same
from projections.screen.summary_page import ALL, MOST_SOURCES, OTHERS, summary_lines
from projections.store.adding_facts import add_facts
from projections.store.query import games
from tests.support import toy_logs as toy


def seat(number: int, player: str, faction: str | None, vp: int | None, rank: int | None, dropped: bool = False) -> Any:
    return {"seat": number, "player": player, "faction": faction, "vp": vp, "rank": rank, "dropped": dropped}


def row(mark: str, *seats: Any, game: str = "nim", verdict: str = "valid", played_at: str = "2024-05-31") -> Any:
    about = {"mark": mark, "game": game, "verdict": verdict, "played_at": played_at, "branch_seq": None}
    return about | {"seats": list(seats)}


FOUR = [
    seat(2, "Ann", "nomads", 134, 1),
    seat(0, "Benedikt the Elder", "chaos_magicians", 120, 2),
    seat(1, "", "witches", 99, 3),
    seat(3, "player-1a2b3c", "darklings", 12, 4, dropped=True),
]


def test_a_line_shows_players_factions_points_winner_and_date() -> None:
    lines = game_lines([row("1a2b3c", *FOUR[:1], seat(1, "Ben", None, 120, 2)), row("f00f00", played_at="")], 80)
    assert lines == [
        "id     played     result (* won)",
        "1a2b3c 2024-05-31 Ann nomads 134*, Ben 120",
        "f00f00 -          ",
    ]


def test_winners_share_and_open_games_have_no_points() -> None:
    assert result([seat(0, "a", None, 5, 1), seat(1, "b", None, 5, 1)], 60) == "a 5*, b 5*"
    assert result([seat(0, "", "red", None, None), seat(1, "", None, None, None)], 60) == "red, seat 2"


@pytest.mark.parametrize("width", [80, 100, 120, 200])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_long_names_are_cut_so_that_a_line_fits(width: int, seats: int) -> None:
    """The points stay whole, and so does as much of each name as there is room for."""
    found = [*FOUR, seat(4, "Zoroaster the Magnificent", "shapeshifters", 100, 5)][:seats]
    rows = [row("1a2b3c", *found, game="terra_mystica"), row("1a2b3d", *found, game="gaia", verdict="discrepant")]
    for line in game_lines(rows, width)[1:]:
        assert len(line) <= width
        assert re.findall(r"\d+(?=[*-]?(?:,|$))", line) == [str(each["vp"]) for each in found]
        assert ("12-" in line) == (seats > 3)
    text = result(found, 1000)
    assert text == result(found, len(text))
    assert len(result(found, len(text) - 1)) < len(text)


def test_a_pipe_gets_all_names_whole() -> None:
    """This holds even if they are longer than the width of a terminal."""
    rows = [row("1a2b3c", *FOUR, game="terra_mystica"), row("1a2b3d", *FOUR, game="gaia", verdict="discrepant")]
    text = "Ann nomads 134*, Benedikt the Elder chaos magicians 120, witches 99, player-1a2b3c darklings 12-"
    assert game_lines(rows, None)[1:] == [
        f"1a2b3c 2024-05-31 terra_mystica valid      {text}",
        f"1a2b3d 2024-05-31 gaia          discrepant {text}",
    ]


def test_what_is_cut_is_marked_where_there_is_room() -> None:
    rows = [row("1a2b3c", *FOUR, game="terra_mystica"), row("1a2b3d", *FOUR, game="gaia", verdict="discrepant")]
    assert game_lines(rows, 80)[1:] == [
        "1a2b3c 2024-05-31 terr… valid Ann no… 134*, B…r ch… 120, wi… 99, p…c da… 12-",
        "1a2b3d 2024-05-31 gaia  disc… Ann no… 134*, B…r ch… 120, wi… 99, p…c da… 12-",
    ]
    assert result(FOUR[:2], 21, least=1) == "An no 134*, Be ch 120"


def test_what_all_share_is_printed_once() -> None:
    assert same([row("1"), row("2")]) == " of nim, valid"
    assert same([row("1", game="gaia"), row("2", verdict="illegal")]) == ""
    mixed = game_lines([row("1", game="gaia"), row("2", verdict="illegal")], 80)
    assert mixed[0].split() == ["id", "played", "game", "verdict", "result", "(*", "won)"]


def test_ids_are_as_short_as_they_can_be(db: str) -> None:
    with EventStore(db) as store:
        ids = [head.game_id for head in store.heads()]
        twin = f"{ids[0][:9]}{'0' if ids[0][9] != '0' else '1'}{ids[0][10:]}"
        assert {one["mark"] for one in games(db_of(store), None)} == {each[:6] for each in ids}
    with EventStore(db) as store:
        for table in ("games", "checkpoints"):
            store.connection.execute(f"UPDATE {table} SET game_id = ? WHERE game_id = ?", [twin, ids[1]])
    assert {one["mark"] for one in games(db, None)} == {each[:10] for each in [twin, *ids[:1], *ids[2:]]}


def db_of(store: EventStore) -> str:
    store.close()
    return store.path


def test_games_lists_dates_from_facts(db: str, tmp_path: Path) -> None:
    """Dates, tags and players by their own names; `where` sees the date that counts."""
    (tmp_path / "f.csv").write_text("source,played_at,season\nb,2024-05-31,2\n")
    (tmp_path / "p.csv").write_text("alias,player\ncid,Cyd\n")
    with EventStore(db) as store:
        fact_files = [files_of_facts.read(str(tmp_path / name)) for name in ("f.csv", "p.csv")]
        add_facts(store, fact_files, "2024-07-01 12:00:00")
    (one,) = games(db, "played_at >= '2024'")
    assert (one["source"], one["played_at"], one["tags"]) == ("b.txt", "2024-05-31", {"season": "2"})
    assert {each["player"] for each in one["seats"]} == {"ann", "ben", "Cyd"}
    assert [each["rank"] for each in one["seats"]] == sorted(each["rank"] for each in one["seats"])


def test_a_page_adds_up(db: str, tmp_path: Path) -> None:
    """Points by source and by round sum to the result, and so does the store."""
    (tmp_path / "f.toml").write_text(
        "[[games]]\nsource = 'b'\nplayed_at = 2024-05-31\ntags.season = 2\n[[players]]\nname='Cyd'\naliases=['cid']\n"
    )
    with EventStore(db) as store:
        add_facts(store, [files_of_facts.read(str(tmp_path / "f.toml"))], "2024-07-01 12:00:00")
        stored = store.connection.execute(
            "SELECT seat, vp, rank FROM seats WHERE game_id = ? ORDER BY rank, seat", [store.find("b")[0][0]]
        ).fetchall()
    page = summary("b.txt", db)
    assert [(place.seat, place.vp, place.rank) for place in page.seats] == stored
    for place in page.seats:
        assert place.rounds[-1] == place.vp
        assert sum(place.sources.values()) == place.vp, "Nim begins without points"
    assert (page.played_at, page.tags, page.verdict) == ("2024-05-31", {"season": "2"}, "valid")
    assert {place.player for place in page.seats} == {"ann", "ben", "Cyd"}
    text = list(summary_lines(page, None))
    assert text[0].startswith("Nim: 3 players, ")
    assert text[1] == "played at 2024-05-31, season 2"
    assert max(map(len, text)) <= 80
    assert len(text) < 50


def test_a_page_of_a_file_that_breaks_a_rule_or_differs(db: str, logs: Path) -> None:
    bad, off, open_ = (summary(str(logs / name), db) for name in ("bad.txt", "off.txt", "open.txt"))
    assert bad.verdict == summary("bad.txt", db).verdict == "illegal"
    assert re.fullmatch(r"record \d+ breaks NIM-2.*", bad.wrong)
    assert bad.wrong == summary("bad.txt", db).wrong
    assert off.wrong == summary("off.txt", db).wrong
    assert "1 figures differ" not in off.wrong
    assert off.wrong.startswith("1 figure differs, after record ")
    assert open_.verdict == "incomplete"
    assert all(place.vp is None for place in open_.seats)
    assert bad.wrong in list(summary_lines(bad, 200))


def test_few_sources_have_rows_the_rest_is_summed_up(db: str) -> None:
    page = summary("a.txt", db)
    for place in page.seats:
        place.sources = {f"source{k:02}": 40 - k for k in range(MOST_SOURCES + 4)}
    lines = [line.split() for line in summary_lines(page, 80)]
    assert [f"source{MOST_SOURCES - 2:02}", *["26"] * 2] in lines
    assert ["5", OTHERS, *[str(sum(40 - k for k in range(MOST_SOURCES - 1, MOST_SOURCES + 4)))] * 2] in lines
    assert [ALL, *[str(sum(40 - k for k in range(MOST_SOURCES + 4)))] * 2] in lines


def test_names_that_are_cut_alike_are_distinguished(tmp_path: Path, nim: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(toy.text(1, ("bartholomew-the-1st:red", "bartholomew-a-1st:blue")))
    lines = list(summary_lines(summary(str(file), str(tmp_path / "none.duckdb")), 80))
    (heads,) = {tuple(re.split(r" {2,}", line)[1:]) for line in lines if line.startswith("source ")}
    assert len(set(heads)) == 2


@pytest.mark.parametrize("game", ["anachrony", "daitoshi", "dice_forge", "gaia", "terra_mystica"])
def test_pages_of_all_games_add_up_and_fit(tmp_path: Path, game: str) -> None:
    """A seat's initial points and its points by round add up to its score; no line is wider than a terminal."""
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(write(selfplay_log(ruleset(game), "page", 3, {}, "sensible"))))
    page = summary(str(file), str(tmp_path / "none.duckdb"))
    assert page.verdict == "valid"
    rules, header = ruleset(game), read(file.read_bytes().splitlines()).header
    start = [rules.figures(rules.start(header), seat).get("vp", 0) for seat in range(3)]
    for place in page.seats:
        assert place.rounds[-1] == place.vp
        assert sum(place.sources.values()) + start[place.seat] == place.vp
    for width in (40, 80):
        assert max(map(len, summary_lines(page, width))) <= width
    assert len(list(summary_lines(page, 80))) <= 60


def test_the_file_is_named_where_there_is_room() -> None:
    rows = [row("1", *FOUR) | {"source": "season/S1_G01.txt"}, row("2") | {"source": "S1_G02.txt"}]
    assert [line.split()[2] for line in game_lines(rows, None)] == ["file", "S1_G01.txt", "S1_G02.txt"]
    assert "S1_G01.txt" in game_lines(rows, 200)[1]
    assert not any("S1_G0" in line for line in game_lines(rows, 80))


def test_games_as_csv() -> None:
    head, first = csv_lines([row("1") | {"source": "a,b.txt", "finished": None}])
    assert head == "game,verdict,played_at,branch_seq,source,finished,result"
    assert first.startswith('nim,valid,2024-05-31,,"a,b.txt",,')
    assert list(csv_lines([])) == []
