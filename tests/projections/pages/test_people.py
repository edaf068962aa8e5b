"""Pages of players, factions and seasons: what they show, that their links lead somewhere, how files are named."""

import re
from pathlib import Path
from typing import Any

import pytest

from events import files as logs
from events.store.clock import now
from events.store.event_store import EventStore
from projections import statistics
from projections.batch.importing import import_files
from projections.pages import report
from projections.pages.report.addresses import files
from projections.pages.report.people import People, Places, _player_page
from projections.pages.report.rating_curve import curve
from projections.season.names import add_named
from projections.season.profiles import Part, Profile, profiles
from projections.season.reading import read
from projections.statistics import Filters, titles
from tests.support.seasons import settings, write_league


@pytest.fixture
def league(tmp_path: Path, nim: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the store of one season; its report has one statistic and no plots."""
    monkeypatch.setattr("projections.plots.svg", lambda figure: "")
    monkeypatch.setattr(report, "need_libraries", lambda what: None)
    one = [each for each in titles() if each["name"] == "factions"]
    monkeypatch.setattr("projections.pages.report.contents.titles", lambda game: one)
    write_league(tmp_path / "logs", seasons=["1", "2"])
    (tmp_path / "season.toml").write_text(settings())
    with EventStore(str(tmp_path / "s.duckdb")) as store:
        list(import_files(store, logs.find([str(tmp_path / "logs")]), 1))
        add_named(store, read(str(tmp_path / "season.toml")), now())
    return tmp_path


def links(file: Path) -> set[Path]:
    found = re.findall(r'href="([^"#]+)"', file.read_text(encoding="utf-8"))
    return {(file.parent / address).resolve() for address in found}


def test_every_page_is_reached_and_every_link_leads_to_one(league: Path) -> None:
    about = read(str(league / "season.toml")).settings
    prepared = report.begin(str(league / "s.duckdb"), league / "r", Filters(), 2, force=False, settings=about)
    assert not [done for chunk in prepared.write(map) for done in chunk if done.problem]
    pages = {file.resolve() for file in (league / "r").rglob("*.html")}
    assert pages == {file.resolve() for file in prepared.files}
    assert {page.name for page in pages if page.parent.name == "players"} == {
        f"{name}.html" for name in ("ann", "ben", "cid", "dot", "eve", "fay", "gil", "hal", "ivy", "jon")
    }
    reached = {(league / "r" / "index.html").resolve()}
    waiting = [*reached]
    while waiting:
        found = {page for page in links(waiting.pop()) if page.name != "r"} - reached
        reached |= found
        waiting += [page for page in found if page.exists()]
    assert reached == pages

    ann = (league / "r" / "players" / "ann.html").read_text(encoding="utf-8")
    for caption in ("Results.", "Factions.", "Opponents.", "Best games", "All games"):
        assert caption in ann
    with EventStore(str(league / "s.duckdb"), read_only=True) as store:
        ((games,),) = store.connection.execute("SELECT count(*) FROM seats WHERE player = 'ann'").fetchall()
    assert f"<h2>{games} games</h2>" in ann
    assert ann.partition("All games")[2].count("<tr>") == games + 1
    red = (league / "r" / "factions" / "nim-red.html").read_text(encoding="utf-8")
    assert "Players." in red
    assert 'href="../players/ann.html"' in red
    standings = (league / "r" / "standings.html").read_text(encoding="utf-8")
    assert "Toy league: season 2" in standings
    assert 'href="standings/1.html"' in standings
    assert 'href="players/fay.html"' in standings
    assert "<td" in standings
    assert "relegated" in standings


def test_profiles_agree_with_the_statistics_and_the_seats(league: Path) -> None:
    """Everybody is counted once."""
    found = profiles(str(league / "s.duckdb"))
    assert len(found.players) == 10
    for name in found.players:
        profile = found.player(name)
        (part,) = profile.parts
        (results,) = part.rows["results"]
        finished = [row for row in profile.games if not row["dropped"]]
        assert results["games"] == len(finished)
        assert results["wins"] == pytest.approx(sum(row["win_share"] for row in finished))
        assert sum(row["games"] for row in part.rows["factions"]) == len(finished)
        assert all(row["player"] == name for row in part.rows["factions"])
        margins = [row["margin"] for row in profile.best(part)]
        assert margins == sorted(margins, reverse=True)
        assert all(margin > 0 for margin in margins)
    for game, faction in found.factions:
        profile = found.faction(game, faction)
        (results,) = profile.parts[0].rows["results"]
        assert results["games"] == sum(not row["dropped"] for row in profile.games)


def test_best_games_are_those_of_the_catalogue() -> None:
    """A player's page listed the same best games under each catalogue of a game."""
    row = {"game": "gaia", "finished": True, "played_at": "2024", "margin": 3}
    games = [row | {"catalogue": cards, "game_id": cards} for cards in ("house_v1", "house_v2")]
    parts = [Part("gaia", cards, "", {}, {}) for cards in ("house_v1", "house_v2", None)]
    profile = Profile("Ann", parts, games)
    assert [[each["game_id"] for each in profile.best(part)] for part in parts] == [["house_v1"], ["house_v2"], []]


@pytest.mark.long
def test_the_ratings_of_a_profile_are_those_of_the_statistic(league: Path) -> None:
    """Row by row, with their intervals; a player's page draws and lists them."""
    pytest.importorskip("scipy", reason="no scipy: there are no ratings")
    db = str(league / "s.duckdb")
    found = profiles(db)
    with EventStore(db, read_only=True) as store:
        (answer,) = statistics.run(store.connection, "ratings", Filters())
    for name in found.players:
        rows = [row for row in answer.rows if row["player"] == name]
        assert found.player(name).parts[0].ratings == rows
    assert any(len(found.player(name).parts[0].ratings) > 1 for name in found.players)
    ann = _player_page(found.player("ann"), Places(People({}, {}), (), "../")).decode()
    last = found.player("ann").parts[0].ratings[-1]
    assert f"to {last['rating']:.0f} ({last['rating_low']:.0f} to {last['rating_high']:.0f})</title>" in ann
    assert 'class="band"' in ann


def test_files_of_names() -> None:
    """A name keeps its letters; others are told apart by a hash that does not depend on other names."""
    found = files("players", ["Ann", "ben_2", "Zoë", "Zoé", "../x", "", "a" * 60, "cid", "Cid"])
    assert found["Ann"] == "players/ann.html"
    assert found["ben_2"] == "players/ben_2.html"
    assert len({path.casefold() for path in found.values()}) == 9
    assert all(re.fullmatch(r"players/[a-z0-9_-]{1,60}\.html", path) for path in found.values())
    assert files("players", ["Zoë"])["Zoë"] == found["Zoë"]


def _rated(until: str, rating: float, wide: float = 50.0) -> dict[str, Any]:
    dates = {"since": until, "until": until, "games": 1}
    return dates | {"rating": rating, "rating_low": rating - wide, "rating_high": rating + wide, "small": True}


def test_the_curve_names_its_ends_and_stays_inside() -> None:
    drawn = curve([_rated("2024-01-01", 1400.0), _rated("2024-02-01", 1620.0, 120.0)], "<Ann>")
    assert "<title>Rating of &lt;Ann&gt; over time: from 1400 to 1620 (1500 to 1740)</title>" in drawn
    for x, y in re.findall(r"([\d.]+),([\d.]+)", drawn):
        assert 48 <= float(x) <= 544
        assert 14 <= float(y) <= 170
    (band,) = re.findall(r'<polygon points="([^"]+)"', drawn)
    assert len(band.split()) == 4
    assert "2024-01-01" in drawn
    assert curve([_rated("2024", 1500.0)], "A").count("<circle") == 1


def test_tables_of_a_page_have_different_names() -> None:
    """Also for a player of several games, and of one game with several sets of cards: screen readers list them."""
    seat = {"game_id": "x", "played_at": "", "source": "", "verdict": "valid", "finished": True, "players": 2}
    seat |= {"player": "Ann", "faction": None, "rank": 1, "vp": 9, "dropped": False, "margin": 2.0, "seats": ()}
    rows = {"results": [{"player": "Ann", "games": 1, "small": True}], "openings": (), "opponents": (), "factions": ()}
    columns = {name: ["player", "games"] for name in rows}
    ratings = [_rated("2024-01-01", 1500.0)]
    kinds = (("nim", None), ("race", "one"), ("race", "two"))
    parts = [Part(*kind, "", rows, columns, ratings) for kind in kinds]
    profile = Profile("Ann", parts, [seat | {"game": game, "catalogue": cards} for game, cards in kinds])
    page = _player_page(profile, Places(People({}, {}), (), "../")).decode()
    names = re.findall(r'role="region" aria-label="([^"]*)"', page)
    assert len(names) == 10
    assert sorted({*names}) == sorted(names)
