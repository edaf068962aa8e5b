"""Three seasons of a league: its standings equal a computation that shares nothing with the program but the rules.

Once with the toy game, in which many players are level, and once with the league of `anyturn demo league`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.replay import replay
from engine.rules import ruleset
from events import facts, files
from events.log.native import read as read_log
from events.store.clock import now
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.demo.league import write_league as write_demo
from projections.season.names import add_named
from projections.season.reading import read
from projections.season.results import season_games, seasons
from projections.season.standings import standings
from projections.store.adding_facts import add_facts
from tests.support.seasons import SEASONS, Result, settings, write_league

ORDERS = (
    ("head_to_head", "vp", "wins", "opponents", "share"),
    ("wins", "opponents", "vp", "head_to_head", "share"),
    ("share", "lots"),
    ("opponents", "head_to_head"),
    ("vp", "lots"),
    ("lots",),
)
LOTS = ("eve", "jon", "ann", "hal", "dot", "fay", "Otto", "Nora", "Hedy", "Lena", "Carl", "Gus", "Ada", "Dora", "Milo")


class League(NamedTuple):
    """A folder with the store `s.duckdb`, the settings, what was played, and the worth of the places."""

    folder: Path
    settings: str
    played: list[Result]
    places: tuple[int, ...]

    def ranked_by(self, ranking: str) -> str:
        """The file of settings with these lines of [ranking]."""
        text = re.sub(r"^(tie_breaks|minimum_games) = .*\n", "", self.settings, flags=re.M)
        (self.folder / "season.toml").write_text(text.replace("[ranking]\n", f"[ranking]\n{ranking}", 1))
        return str(self.folder / "season.toml")


@pytest.fixture(scope="module")
def toy_league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    from tests.support import TOY, install

    folder = tmp_path_factory.mktemp("league")
    played = write_league(folder / "logs")
    league = League(folder, settings(), played, (3, 1, 0))
    with pytest.MonkeyPatch.context() as installed:
        install(installed, TOY)
        _store(league, folder / "logs")
        yield league


@pytest.fixture(scope="module")
def demo_league(tmp_path_factory: pytest.TempPathFactory) -> League:
    folder = tmp_path_factory.mktemp("demo")
    [*_] = write_demo(folder, len(SEASONS), 1)
    played = [result for file in sorted((folder / "games").iterdir()) if (result := _result(file))]
    league = League(folder, (folder / "season.toml").read_text(), played, (5, 3, 1, 0))
    _store(league, folder / "games")
    return league


def _result(file: Path) -> Result | None:
    """What a log of the demo comes to by the rules; None if it does not count."""
    log = read_log(file.read_bytes().splitlines())
    game = replay(ruleset(log.header.game), log)
    if game.verdict != "valid" or game.standings is None:
        return None
    found = re.fullmatch(r"S(\d)_D(.)_.*", file.stem)
    assert found is not None
    names = ["Ada" if seat.player == "ada_l" else seat.player for seat in log.header.seats]
    return found[1], found[2], [(names[each.seat], each.vp, each.dropped) for each in game.standings]


def _store(league: League, logs: Path) -> None:
    with EventStore(str(league.folder / "s.duckdb")) as store:
        list(import_files(store, files.find([str(logs)]), 1))
        _, named = add_named(store, read(league.ranked_by("")), now())
        if (league.folder / "aliases.csv").exists():
            add_facts(store, [facts.read(str(league.folder / "aliases.csv"))], now())
    assert (named.contradictions, named.unfitting) == ([], [])


Table = list[list[tuple[str, int, bool]]]


def place(seats: list[tuple[str, int, bool]], player: str) -> tuple[int, int]:
    """The first and last of the places that a player shares, from 0."""
    scores = {name: -1 if dropped else points for name, points, dropped in seats}
    ahead = [name for name in scores if scores[name] > scores[player]]
    level = [name for name in scores if scores[name] == scores[player]]
    return len(ahead), len(ahead) + len(level) - 1


def points(seats: list[tuple[str, int, bool]], player: str, places: Sequence[int]) -> Fraction:
    """What the place is worth, -1 for who dropped out; those who are level share."""
    if next(dropped for name, _, dropped in seats if name == player):
        return Fraction(-1)
    first, last = place(seats, player)
    return Fraction(sum(places[first : last + 1]), last - first + 1)


def measures(table: Table, places: Sequence[int]) -> dict[str, Callable[[str, list[str]], Fraction]]:
    """Tie-break -> its value for a player among those who are level."""
    own = {player: [seats for seats in table if player in [name for name, *_ in seats]] for player in members(table)}
    total = {player: sum(points(seats, player, places) for seats in own[player]) for player in own}

    def vp(player: str) -> list[int]:
        return [score for seats in own[player] for name, score, _ in seats if name == player]

    def ahead(player: str, among: list[str]) -> Fraction:
        balance = 0
        for seats in own[player]:
            for other in {name for name, *_ in seats} & {*among} - {player}:
                mine, theirs = place(seats, player)[0], place(seats, other)[0]
                balance += (mine < theirs) - (mine > theirs)
        return Fraction(balance)

    def win(player: str, among: list[str]) -> Fraction:
        shares = [place(seats, player) for seats in own[player] if (player, False) in [(n, d) for n, _, d in seats]]
        return sum((Fraction(1, last + 1) for first, last in shares if first == 0), Fraction(0))

    def opponents(player: str, among: list[str]) -> Fraction:
        each = []
        for seats in own[player]:
            others = [name for name, *_ in seats if name != player]
            each.append(sum(Fraction(total[name], len(own[name])) for name in others) / len(others))
        return sum(each, Fraction(0)) / len(each)

    def share(player: str, among: list[str]) -> Fraction:
        each = [
            Fraction(score, sum(s for _, s, _ in seats)) for score, seats in zip(vp(player), own[player], strict=True)
        ]
        return sum(each, Fraction(0)) / len(each)

    return {
        "points": lambda player, among: Fraction(total[player]),
        "head_to_head": ahead,
        "wins": win,
        "vp": lambda player, among: Fraction(sum(vp(player))),
        "opponents": opponents,
        "share": share,
        "lots": lambda player, among: Fraction(-LOTS.index(player) if player in LOTS else -99),
    }


def members(table: Table) -> set[str]:
    return {name for seats in table for name, *_ in seats}


def ranked(table: Table, places: Sequence[int], order: Sequence[str]) -> list[tuple[int, str]]:
    """(rank, player): each criterion splits every group of players who are level into smaller ones."""
    known = measures(table, places)
    groups = [sorted(members(table))]
    for name in ("points", *order):
        split: list[list[str]] = []
        for group in groups:
            values = {player: known[name](player, group) for player in group}
            for value in sorted({*values.values()}, reverse=True):
                split.append([player for player in group if values[player] == value])
        groups = split
    found, rank = [], 1
    for group in groups:
        found += [(rank, player) for player in group]
        rank += len(group)
    return found


def equal_to_an_independent_computation(league: League) -> None:
    """In three seasons with six orders of tie-breaks; each of the six tie-breaks decides somewhere."""
    deciding: set[str] = set()
    for order in ORDERS:
        listed = ", ".join(f'"{name}"' for name in order)
        lots = ", ".join(f'"{name}"' for name in LOTS)
        path = league.ranked_by(f"tie_breaks = [{listed}]\n" + (f"lots = [{lots}]\n" if "lots" in order else ""))
        about = read(path).settings
        games = season_games(str(league.folder / "s.duckdb"), about)
        assert seasons(about, games) == [*SEASONS]
        for season in SEASONS:
            tables = standings(about, season, games)
            assert [table.place.division for table in tables] == ["A", "B"]
            for table in tables:
                own = [seats for one, name, seats in league.played if (one, name) == (season, table.place.division)]
                assert [(row.rank, row.player) for row in table.rows] == ranked(own, league.places, order), season
                known = measures(own, league.places)
                for row in table.rows:
                    values = (row.points, row.wins, row.vp, row.share, row.opponents)
                    names = ("points", "wins", "vp", "share", "opponents")
                    assert values == tuple(known[name](row.player, []) for name in names), row
                    dropped = sum((row.player, True) in [(name, out) for name, _, out in seats] for seats in own)
                    sat = sum(row.player in [name for name, *_ in seats] for seats in own)
                    assert (row.games, row.dropped) == (sat - dropped, dropped)
                deciding |= {row.decided_by for row in table.rows}
    assert deciding - {""} == {"head_to_head", "vp", "wins", "opponents", "share", "lots"}


def test_standings_of_the_toy_league(toy_league: League) -> None:
    equal_to_an_independent_computation(toy_league)


@pytest.mark.long
def test_standings_of_the_demo_league(demo_league: League) -> None:
    equal_to_an_independent_computation(demo_league)


@pytest.mark.long
def test_who_is_promoted_plays_in_the_other_division(demo_league: League) -> None:
    """The members of each season follow from the one before, by an independent computation."""
    document = tomllib.loads(demo_league.settings)
    order = document["ranking"]["tie_breaks"]
    listed = {
        each["name"]: {part["name"]: part["players"] for part in each["divisions"]} for each in document["seasons"]
    }
    for before, after in (("1", "2"), ("2", "3")):
        a, b = (
            [
                player
                for _, player in ranked(
                    [seats for one, name, seats in demo_league.played if (one, name) == (before, division)],
                    demo_league.places,
                    order,
                )
            ]
            for division in ("A", "B")
        )
        assert {*listed[after]["A"]} == {*a[:-2], *b[:2]}
        assert {*listed[after]["B"]} == {*b[2:], *a[-2:]}


@pytest.mark.long
def test_the_demo_league_has_something_of_everything(demo_league: League) -> None:
    """A dispute, a game that is being played, two that are not begun, in each season somebody who dropped out."""
    about = read(demo_league.ranked_by("")).settings
    games = season_games(str(demo_league.folder / "s.duckdb"), about)
    assert sorted(game.verdict for game in games if game.verdict != "valid") == ["discrepant", "incomplete"]
    assert {game.place.season for game in games if any(seat.dropped for seat in game.seats)} == {*SEASONS}
    pending = [each for season in SEASONS for table in standings(about, season, games) for each in table.pending]
    assert [(each.game.division, each.found) for each in pending] == [("A", None), ("B", None)]
    days = {each.name: (str(each.first_day), str(each.last_day)) for each in about.seasons}
    assert all(days[game.place.season][0] <= game.played_at <= days[game.place.season][1] for game in games)
    assert "ada_l" not in {player for game in games for player in game.players}


def test_promotion_and_relegation_of_three_seasons(toy_league: League) -> None:
    about = read(toy_league.ranked_by("")).settings
    games = season_games(str(toy_league.folder / "s.duckdb"), about)
    for season in SEASONS:
        top, below = standings(about, season, games)
        assert [row.outcome for row in top.rows] == ["", "", "", "", "relegated"]
        assert [row.outcome for row in below.rows] == ["promoted", "", "", "", ""]
