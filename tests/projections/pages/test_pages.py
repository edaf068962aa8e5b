"""The page of a game: small, quickly made, self-contained; at every address it shows what the engine computes."""

import json
import re
import time
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.address import goto
from engine.clause import clause_text
from engine.rules import games, ruleset
from engine.snapshot import state_bytes
from events.log.codec import Unreadable
from events.log.native import GameLog, write
from events.log.record import Record, Undo
from events.problems import LogProblem
from events.vocabulary import events_of
from projections.pages import replay_page
from projections.pages.clauses import clauses_of, texts
from projections.pages.frame_differences import frames, pieces_of
from projections.pictures.film import Film, drawing_of
from projections.pictures.palette import growing
from tests.projections.pages.page_reading import (
    data_of,
    documents,
    each_game,
    figures_at,
    page_of,
    parts,
    quick_game,
    watched,
)
from tests.support import LOGS
from tests.support import toy_logs as toy
from tests.support.recorded import missing
from tests.support.specimens import Specimen, log_of, recorded_logs

MOST_BYTES, MOST_SECONDS = 250_000, 6.0
HOSTILE = ('<script>alert(1)</script>"', "</script><img src=x onerror=alert(1)>", "a\u202eb'&amp;`${1}")


@each_game
def test_every_address_leads_to_the_position_of_the_engine(game: str) -> None:
    """This covers turns, ends of turns, rounds, cycles and records."""
    log = log_of(Specimen(game, 1))
    replay, watch = watched(log)
    stations, places = watch.finish()
    records = {str(each.game.seq): number for number, each in enumerate(stations)}
    addresses = places | {f"#{seq}": number for seq, number in records.items()}
    assert {"r1", "r0", "t1", "t2.end", "r1.t1"} <= addresses.keys()
    for address in Random(game).sample(sorted(addresses), 40):
        position = goto(replay.rules, log, address)
        assert state_bytes(stations[addresses[address]].game.state) == state_bytes(position.state), address
    assert [each.game.seq for each in stations] == sorted(each.game.seq for each in stations)


@each_game
def test_a_page_has_all_addresses_that_the_engine_has(game: str) -> None:
    log = log_of(Specimen(game, 0))
    replay, watch = watched(log)
    _, places = watch.finish()
    last = replay.rules.turn(replay.state)
    for address in [f"r{n}" for n in range(last.round + 2)] + [
        f"t{n}{e}" for n in range(last.index + 2) for e in ("", ".end")
    ]:
        try:
            goto(replay.rules, log, address)
        except Unreadable:
            assert address not in places
        else:
            assert address in places


@each_game
def test_what_was_entered_stands_at_one_station_each(game: str) -> None:
    replay, watch = watched(log_of(Specimen(game, 2)))
    stations, _ = watch.finish()
    assert [entry for each in stations for entry in each.entries] == list(replay.entries())
    assert [(each.actor, each.event) for each in stations if each.record] == [played[:2] for played in replay.played]
    assert not [each for each in stations if each.aside and each.entries]


@quick_game
def test_the_pictures_are_those_of_the_film(game: str, tmp_path: Path) -> None:
    log = log_of(Specimen(game, 0))
    data = data_of(page_of(log, tmp_path))
    replay, watch = watched(log)
    stations, _ = watch.finish()
    film = Film(replay.rules, log.header, replay.state)
    shown = [drawn for row, drawn in enumerate(parts(data)) if row not in data["asides"]]
    drawn = [film.parts(each.game) for each in stations if not each.aside]
    assert shown == [[growing("".join(part.pieces)) for part in picture] for picture in drawn]
    assert [each["name"] for each in data["parts"]] == [each.part.name for each in drawn[-1]]


@quick_game
def test_the_figures_are_those_of_the_engine(game: str, tmp_path: Path) -> None:
    log = log_of(Specimen(game, 0))
    data = data_of(page_of(log, tmp_path))
    _, watch = watched(log)
    stations, _ = watch.finish()
    rules = ruleset(game)
    for row in Random(game).sample(range(len(stations)), 20):
        state = stations[row].game.state
        seats = range(len(log.header.seats))
        assert figures_at(data, row) == [n for seat in seats for n in rules.figures(state, seat).values()]


@quick_game
def test_quiet_records_change_no_picture(game: str, tmp_path: Path) -> None:
    """A record that is shown with the step before it leaves the whole sheet as it was."""
    data = data_of(page_of(log_of(Specimen(game, 1)), tmp_path))
    sheets = ["".join(part.partition("<g data-marks=")[0] for part in picture) for picture in parts(data)]
    for row in data["quiet"]:
        before = max(each for each in range(row) if each not in data["asides"])
        assert not data["entries"][row]
        shown = [sheets[each].replace('class="running"', 'class="panel"') for each in (before, row)]
        assert shown[0] == shown[1]


def test_everybodys_first_figures_and_what_is_awaited(tmp_path: Path) -> None:
    log = log_of(Specimen("terra_mystica", 1))
    data = data_of(page_of(log, tmp_path))
    assert data["first"][0] == ["coins", [data["figures"].index("coin")]]
    begin = {data["texts"][about] for _, _, about in data["strip"][0][2]}
    assert begin == {"no faction yet"}  # what is true at the end is not said before
    awaited, acting, seats = data["strip"][20]
    assert data["texts"][awaited].startswith("To act: ")
    assert acting
    vp = figures_at(data, 20)[:: data["own"]]
    assert [data["texts"][points] for points, *_ in seats] == [f"{each} VP" for each in vp]
    end = data["strip"][-1]
    assert {data["texts"][rank] for _, rank, _ in end[2]} >= {"1st place", "2nd place"}


def test_differences_lead_from_each_picture_to_the_next() -> None:
    """This holds even if pieces occur twice or change places, if elements come or go, or if nothing stays."""
    rng = Random(7)

    def element(pieces: int) -> str:
        return "".join(f"<a{rng.randrange(12)}>{rng.choice(['', 'x', 'y'])}" for _ in range(pieces))

    shots = [[[element(60)], [element(9), "<c/>", element(20)]] for _ in range(30)]
    shots += [shots[-1], [["<b/>"], [""]], shots[0], [[*shots[0][0], "<z>"], shots[0][1]], [[], shots[1][1]]]
    packed = frames(shots)
    found = parts({"pieces": packed.pieces, "splices": packed.splices})
    assert found == [["".join(part) for part in shot] for shot in shots]
    assert set(packed.pieces) == {
        piece for shot in shots for part in shot for each in part for piece in pieces_of(each)
    }
    assert packed.splices[30] == []
    assert [part for part, *_ in packed.splices[33]] == [0]


def files_of(game: str) -> list[str]:
    """The largest recorded logs of a game, one of each notation."""
    largest: dict[str, str] = {}
    for path in sorted(recorded_logs(game), key=lambda path: (-Path(path).stat().st_size, path)):
        largest.setdefault(path.removeprefix(f"{LOGS}/").split("/")[1], path)
    return list(largest.values())


def check_page(page: bytes, seconds: float) -> None:
    """Small, quick, and it refers to nothing outside."""
    assert len(page) <= MOST_BYTES
    assert seconds <= MOST_SECONDS
    text = page.decode()
    data = data_of(text)
    for part in [text, *documents(data)[:: max(1, len(data["splices"]) // 5)]]:
        assert set(re.findall(r"\w+://[^\s\"'<>;)]*", part)) <= {"http://www.w3.org/2000/svg"}
        assert not re.findall(r"@import|\bfetch\(|XMLHttpRequest|import\(|importScripts|<link|<iframe|<base", part)
        assert not re.findall(r"""(?<![-\w])(?:src|srcset|poster|action)\s*=(?! `data:)|url\((?!#)""", part)
        assert all(target.startswith("#") for target in re.findall(r'\bhref="([^"]*)', part))
    assert "default-src 'none'" in text
    assert "unsafe-inline'; script" not in text


def made(path: str) -> tuple[bytes, float]:
    begun = time.process_time()  # other work on the machine is not counted
    page = replay_page(path, "")
    return page.data, time.process_time() - begun


@quick_game
def test_a_page_is_small_and_quickly_made(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(write(log_of(Specimen(game, 3)))))
    page, seconds = made(str(file))
    check_page(page, seconds)
    assert made(str(file))[0] == page


@pytest.mark.long
@each_game
def test_a_page_of_a_recorded_game_is_small_and_quickly_made(game: str) -> None:
    if not (recorded := files_of(game)):
        pytest.skip(missing(game))
    pages = 0
    for path in recorded:
        try:
            page = made(path)
        except LogProblem:  # a summary, or a log that cannot be read or played
            continue
        check_page(*page)
        pages += 1
    assert pages


def test_names_and_notes_are_harmless(tmp_path: Path) -> None:
    """Text in a log stays text in the page, and characters that would reverse a line are spelt out."""
    log = log_of(Specimen("dice_forge", 0))
    seats = tuple(replace(seat, player=HOSTILE[n % 3]) for n, seat in enumerate(log.header.seats))
    records = [
        replace(each, event=replace(each.event, note=HOSTILE[0])) if "note" in each.event.__struct_fields__ else each
        for each in log.records
    ]
    page = page_of(GameLog(replace(log.header, seats=seats), records), tmp_path)
    data = data_of(page)
    assert page.lower().count("<script") == page.lower().count("</script>") == 2
    assert "<img" not in page
    assert "\u202e" not in page + json.dumps(data, ensure_ascii=False)
    assert "\\u202e" in data["seats"][2]["name"] if len(seats) > 2 else True
    assert data["seats"][0]["name"] == HOSTILE[0]
    assert not [drawn for drawn in documents(data) if "<script" in drawn or "<img" in drawn]


@each_game
def test_every_event_has_a_clause_that_explains_it(game: str) -> None:
    for kind in events_of(game):
        ids = clauses_of(game, kind)
        assert ids, kind
        assert all(clause_text(game, each) for each in ids)
        assert all(paragraphs and all(paragraphs) for paragraphs in texts(game, ids).values())


def test_a_game_without_a_drawing_is_shown_in_characters(nim: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(toy.native())
    data = data_of(replay_page(str(file), "").data.decode())
    assert not data["drawn"]
    assert documents(data)[1].startswith("o o o")


def test_records_taken_back_are_listed_but_have_no_position(tmp_path: Path) -> None:
    log = log_of(Specimen("gaia", 0))
    last = log.records[-1].seq
    page = page_of(GameLog(log.header, [*log.records, Record(last + 1, None, Undo(last))]), tmp_path)
    data = data_of(page)
    assert [(seq, who) for seq, who, _ in data["taken_back"]] == [(last, data["taken_back"][0][1]), (last + 1, -2)]
    assert max(row[0] for row in data["rows"]) == last - 1


def test_a_page_opens_at_an_address_that_there_is(tmp_path: Path) -> None:
    log = log_of(Specimen("gaia", 0))
    assert data_of(page_of(log, tmp_path, address="r2"))["opens"] == "r2"
    assert data_of(page_of(log, tmp_path, address="-3"))["opens"] == "-3"
    for wrong in ("r99", "t4000", "#4000", "here"):
        with pytest.raises(Unreadable, match="the address"):
            page_of(log, tmp_path, address=wrong)


def test_a_summary_has_no_page(tmp_path: Path) -> None:
    log = log_of(Specimen("gaia", 0))
    with pytest.raises(Unreadable, match="a summary without records"):
        page_of(GameLog(replace(log.header, expected={0: 3, 1: 2}), []), tmp_path)


def test_chance_names_the_players(tmp_path: Path) -> None:
    log = log_of(Specimen("dice_forge", 0))
    names = ("Ann", "Bob", "Cy", "Dee")
    seats = tuple(replace(seat, player=name) for seat, name in zip(log.header.seats, names, strict=False))
    data = data_of(page_of(GameLog(replace(log.header, seats=seats), log.records), tmp_path))
    words = [row[3] for row in data["rows"] if "rolls" in row[3]]
    assert words
    assert all(each.startswith(names) for each in words)


@quick_game
def test_what_things_are(game: str, tmp_path: Path) -> None:
    """Every spot that is drawn has its key in the picture; the words change only where the spot looks different."""
    data = data_of(page_of(log_of(Specimen(game, 1)), tmp_path))
    things = data["things"]
    assert len(things["changes"]) == len(data["rows"])
    assert {key for key, _ in things["changes"][0]} == set(range(len(things["changes"][0])))
    drawn = documents(data)[-1]
    shown = {key for key in things["keys"] if f'data-spot="{key}"' in drawn}
    assert shown == set(re.findall('data-spot="([^"]*)"', drawn))
    assert all(clause in data["clauses"] for clause in things["clauses"] if clause)
    assert all(things["clauses"])


@pytest.mark.parametrize("game", games())
def test_heads_of_the_strip_name_the_order_of_what_they_join(game: str) -> None:
    """`goods 1/8/4/4/23` did not say which was which."""
    drawing = drawing_of(game)
    assert drawing is not None
    for heading, members in drawing.first.items():
        assert len(heading.split()[-1].split("/")) == len(members), heading
