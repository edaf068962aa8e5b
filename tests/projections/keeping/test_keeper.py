"""A season that keeps itself: what it writes, what is new, what is wrong, that it can be repeated and killed."""

import fcntl
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from projections.keeping import keeper, state
from projections.keeping.feed import feed, stamp
from projections.keeping.keeper import Run, keep
from projections.keeping.site_lock import NAME as LOCK
from projections.keeping.site_lock import SiteInUse
from projections.keeping.state import State
from projections.pages import report
from projections.season.profiles import RATINGS
from projections.season.reading import read
from projections.statistics import run as counted
from projections.statistics import titles
from tests.projections.keeping.kills import BROKEN, compared, contents, prepare
from tests.support import toy_logs as toy
from tests.support.seasons import settings, write_league

pytestmark = pytest.mark.long

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, nim: str) -> None:
    """No plots, no ratings and one statistic: the report has its own tests."""
    monkeypatch.setattr("projections.plots.svg", lambda figure: "")
    monkeypatch.setattr(report, "need_libraries", lambda what: None)
    monkeypatch.setattr(
        "projections.season.profiles.run",
        lambda store, name, filters: [] if name == RATINGS else counted(store, name, filters),
    )
    one = [each for each in titles() if each["name"] == "factions"]
    monkeypatch.setattr("projections.pages.report.contents.titles", lambda game: one)


def run(folder: Path, site: str = "site", more: str = "replays = 1\n", **keys: bool) -> Run:
    (folder / "season.toml").write_text(settings(more))
    return keep(read(str(folder / "season.toml")), folder / site, str(folder / f"{site}.duckdb"), 1, **keys)


def test_a_site_from_the_first_run_to_one_with_news(tmp_path: Path) -> None:
    """The first run writes all, the second nothing, the third what is new; a broken log stops none of them."""
    write_league(tmp_path / "later", seasons=["1"])
    (tmp_path / "logs").mkdir()
    files = sorted((tmp_path / "later").iterdir())
    for file in files[:8]:
        file.rename(tmp_path / "logs" / file.name)
    (tmp_path / "logs" / BROKEN).write_text("Nim ann:red ben:blue\nroll nothing\n")
    first = run(tmp_path)
    site = tmp_path / "site"
    assert first.taken.statuses == {"new": 8, "left out": 1}
    assert first.findings == first.new_findings == [f"{BROKEN}:2: found 'roll nothing', expected a player and a number"]
    assert {
        "index.html",
        "standings.html",
        "players.html",
        "feed.xml",
        "summary.md",
        "summary.txt",
        "standings.csv",
    } <= {*contents(site)}
    before = {file: file.stat().st_mtime_ns for file in site.rglob("*") if file.name != LOCK}

    second = run(tmp_path)
    assert (second.new, second.new_findings, second.pages) == ([], [], 0)
    assert second.findings == first.findings
    assert {file: file.stat().st_mtime_ns for file in site.rglob("*") if file.name != LOCK} == before

    for file in files[8:]:
        file.rename(tmp_path / "logs" / file.name)
    third = run(tmp_path)
    assert len(third.new) == 8
    summary = (site / "summary.md").read_text()
    assert summary.startswith("# Toy league: what is new\n\n- ")
    assert sum(line.startswith("- 20") for line in summary.splitlines()) == 8
    assert "wrong: " not in summary  # it was announced before
    assert "## Season 1, division B" in summary

    assert len([*(site / "games").iterdir()]) == 1  # the page of a game that is no longer the newest is removed


def test_repeated_runs_end_with_the_same_site(tmp_path: Path) -> None:
    """Runs that end before their pages, before their own files, or before the state, and one that does not."""
    write_league(tmp_path / "logs", seasons=["1"])
    run(tmp_path, "one")
    for name in ("in_order", "_write"):
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(keeper, name, lambda *arguments, **keys: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                run(tmp_path, "two")
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(state, "write", lambda *arguments: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(tmp_path, "two")
    run(tmp_path, "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_stored_games_that_are_not_in_order_are_findings(tmp_path: Path) -> None:
    """By the clause or the number of figures, whether they came in with this run or an earlier one."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "S1_DA_G1_2024-01-01.txt").write_text(toy.wrong_figure(toy.text(4)))
    (tmp_path / "logs" / "S1_DA_G2_2024-01-02.txt").write_text(toy.too_many(toy.text(6)))
    first = run(tmp_path, more="replays = 0\n")
    assert first.findings == [
        "S1_DA_G1_2024-01-01.txt: discrepant, 1 figure differs",
        "S1_DA_G2_2024-01-02.txt:6: illegal by NIM-2",
    ]
    second = run(tmp_path, more="replays = 0\n")
    assert (second.findings, second.new_findings) == (first.findings, [])
    assert "(discrepant)" in (tmp_path / "site" / "summary.md").read_text().replace("\\", "")


def test_who_moved_is_part_of_the_news(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for number, names in enumerate((("ann:red", "ben:blue"), ("ben:red", "cid:blue"), ("ben:red", "cid:blue")), 1):
        (tmp_path / "logs" / f"S1_DA_G{number}_2024-01-0{number}.txt").write_text(toy.text(number, names))
        run(tmp_path)
    summary = (tmp_path / "site" / "summary.md").read_text().splitlines()
    assert [line for line in summary if " rises from " in line or " falls from " in line], summary


def test_the_feed_is_atom(tmp_path: Path) -> None:
    write_league(tmp_path / "logs", seasons=["1"])
    run(tmp_path, more='replays = 1\naddress = "https://club.example/l"\n')
    root = ElementTree.parse(tmp_path / "site" / "feed.xml").getroot()
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == 16
    for tag in ("id", "title", "updated", "link"):
        assert all(entry.find(ATOM + tag) is not None for entry in [root, *entries])
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 16
    dates = [entry.findtext(f"{ATOM}updated") or "" for entry in entries]
    assert dates == sorted(dates, reverse=True)
    assert root.findtext(f"{ATOM}updated") == dates[0]
    link = entries[0].find(f"{ATOM}link")
    assert link is not None
    assert link.get("href", "").startswith("https://club.example/l/games/")


@pytest.mark.parametrize(
    ("date", "stamped"),
    [
        ("2024", "2024-01-01T00:00:00Z"),
        ("2024-05", "2024-05-01T00:00:00Z"),
        ("2024-05-31", "2024-05-31T00:00:00Z"),
        ("2024-05-31T18:30", "2024-05-31T18:30:00Z"),
        ("2024-05-31T18:30:05+02:00", "2024-05-31T18:30:05+02:00"),
        ("", "2023-02-03T04:05:06Z"),
    ],
)
def test_dates_of_the_feed(date: str, stamped: str) -> None:
    assert stamp({"played_at": date, "imported_at": "2023-02-03 04:05:06"}) == stamped


def test_names_that_are_code_stay_text() -> None:
    """Players choose their names; no form takes them for markup."""
    name = "<b>[b]*x*\x07&amp;"
    seat = {"player": name, "faction": None, "rank": 1, "dropped": False, "vp": 3}
    row = {
        "game_id": "a",
        "verdict": "valid",
        "finished": True,
        "played_at": "2024",
        "tags": {},
        "source": "s",
        "seats": [seat],
    }
    (entry,) = ElementTree.fromstring(feed("<t>", "", [row], [])).findall(f"{ATOM}entry")
    assert "<b>[b]*x*" in (entry.findtext(f"{ATOM}title") or "")


def test_places_that_are_missing_are_findings(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "S1_DA_G1_2024-01-01.txt").write_text(toy.text(1))
    (tmp_path / "facts.csv").write_text("source,season\nnowhere,1\n")
    found = run(tmp_path, more='facts = ["facts.csv", "none.csv"]\nreplays = 0\n')
    assert len(found.findings) == 2
    assert found.findings[0].startswith("facts.csv:2: found the source 'nowhere', expected a stored game")
    assert found.findings[1].startswith("none.csv: found ")
    assert (tmp_path / "site" / "index.html").exists()


def test_addresses_are_read_and_one_that_does_not_answer_is_a_finding(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec", reason="no fsspec: no URL can be read")
    memory = fsspec.filesystem("memory")
    memory.pipe("/club/S1_DA_G1_2024-01-01.txt", toy.text(1).encode())
    (tmp_path / "season.toml").write_text(
        settings("replays = 0\n").replace('"logs"', '"memory://club", "memory://closed/a.txt"')
    )
    found = keep(read(str(tmp_path / "season.toml")), tmp_path / "site", str(tmp_path / "s.duckdb"), 1)
    assert found.taken.statuses == {"new": 1}
    assert found.findings == ["memory://closed/a.txt: found no such file, expected recorded games"]


def test_only_one_run_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "site").mkdir()
    held = os.open(tmp_path / "site" / LOCK, os.O_RDWR | os.O_CREAT)
    os.write(held, b"4711\n")
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(SiteInUse, match=r"another run \(process 4711\) is keeping this site") as refused:
        run(tmp_path)
    assert refused.value.status == 3
    os.close(held)
    run(tmp_path)


def test_files_of_somebody_else_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "summary.md").write_text("mine")
    with pytest.raises(Exception, match=r"summary\.md already exists"):
        run(tmp_path)
    run(tmp_path, force=True)
    assert (tmp_path / "site" / "summary.md").read_text() != "mine"


def test_a_site_without_names(tmp_path: Path) -> None:
    """Neither in a page, nor in the feed, nor in the state; the run itself prints the findings as they are."""
    write_league(tmp_path / "logs", seasons=["1"])
    (tmp_path / "logs" / "ann_and_ben.txt").write_text("Nim ann:red ben:blue\nroll nothing\n")
    found = run(tmp_path, more="replays = 0\npseudonyms = true\n")
    assert found.new_findings == ["ann_and_ben.txt:2: found 'roll nothing', expected a player and a number"]
    for name, data in contents(tmp_path / "site").items():
        for player in (b"ann", b"ben", b"dot", b"hal"):
            assert not [word for word in data.replace(b"_", b" ").split() if word == player], (name, player)
    assert "something is wrong with 1 log or file" in (tmp_path / "site" / "summary.md").read_text()
    assert run(tmp_path, more="replays = 0\npseudonyms = true\n").pages == 0


def test_news_are_what_no_earlier_run_knew() -> None:
    first = State().then(["a", "b"], "1")
    assert first == State("1", (), ("a", "b"))
    assert first.then(["a", "b"], "2") == State("2", (), ("a", "b"))
    assert first.then(["a", "c"], "3") == State("3", ("a", "b"), ("c",))


def test_a_damaged_state_makes_everything_new(tmp_path: Path) -> None:
    (tmp_path / state.NAME).write_text("{")
    assert state.read(tmp_path) == State()


def test_killed_runs_end_with_the_same_site(tmp_path: Path) -> None:
    """Few kills here; `python -m tests.projections.keeping.kills FOLDER` makes twenty."""
    prepare(tmp_path, 1)
    assert compared(toy.door(tmp_path), tmp_path, kills=2, seed=1) == []


def test_the_id_of_a_feed_is_an_iri_whatever_the_title() -> None:
    """RFC 4287, 4.2.6: an id is an IRI, which has no spaces."""
    root = ElementTree.fromstring(feed("The club's 1 % <league>", "", [], []))
    assert root.findtext(f"{ATOM}id") == "urn:anyturn:league:The%20club%27s%201%20%25%20%3Cleague%3E"
    assert root.findtext(f"{ATOM}title") == "The club's 1 % <league>"
