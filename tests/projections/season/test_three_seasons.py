"""Three seasons of a league: its standings equal a computation that shares nothing with the program but the rules."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from events import files
from events.store.clock import now
from events.store.event_store import EventStore
from projections.batch.importing import import_files
from projections.season.names import add_named
from projections.season.reading import read
from projections.season.results import season_games, seasons
from projections.season.standings import standings
from tests.support.seasons import DIVISIONS, SEASONS, Result, settings, write_league

ORDERS = (
    ("head_to_head", "vp", "wins", "opponents", "share"),
    ("wins", "opponents", "vp", "head_to_head", "share"),
    ("share", "lots"),
    ("opponents", "head_to_head"),
    ("vp", "lots"),
    ("lots",),
)
LOTS = ("eve", "jon", "ann", "hal", "dot", "fay")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Result]]]:
    """A folder with the store of the league, and what was played."""
    from tests.support import TOY, install

    folder = tmp_path_factory.mktemp("league")
    played = write_league(folder / "logs")
    (folder / "season.toml").write_text(settings())
    with pytest.MonkeyPatch.context() as installed:
        install(installed, TOY)
        with EventStore(str(folder / "s.duckdb")) as store:
            list(import_files(store, files.find([str(folder / "logs")]), 1))
            _, named = add_named(store, read(str(folder / "season.toml")), now())
        assert (named.contradictions, named.unfitting) == ([], [])
        yield folder, played


Table = list[list[tuple[str, int, bool]]]


def place(seats: list[tuple[str, int, bool]], player: str) -> tuple[int, int]:
    """The first and last of the places that a player shares, from 0."""
    scores = {name: -1 if dropped else points for name, points, dropped in seats}
    ahead = [name for name in scores if scores[name] > scores[player]]
    level = [name for name in scores if scores[name] == scores[player]]
    return len(ahead), len(ahead) + len(level) - 1


def points(seats: list[tuple[str, int, bool]], player: str) -> Fraction:
    """3 points for the first place, 1 for the second, -1 for who dropped out; those who are level share."""
    if next(dropped for name, _, dropped in seats if name == player):
        return Fraction(-1)
    first, last = place(seats, player)
    return Fraction(sum((3, 1, 0)[first : last + 1]), last - first + 1)


def measures(table: Table, order: Sequence[str]) -> dict[str, Callable[[str, list[str]], Fraction]]:
    """Tie-break -> its value for a player among those who are level with him."""
    own = {player: [seats for seats in table if player in [name for name, *_ in seats]] for player in members(table)}
    total = {player: sum(points(seats, player) for seats in own[player]) for player in own}

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


def ranked(table: Table, order: Sequence[str]) -> list[tuple[int, str]]:
    """(rank, player): each criterion splits every group of players who are level into smaller ones."""
    known = measures(table, order)
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


def test_standings_equal_an_independent_computation(league: tuple[Path, list[Result]]) -> None:
    """In three seasons with six orders of tie-breaks; each of the six tie-breaks decides somewhere."""
    folder, played = league
    deciding: set[str] = set()
    for order in ORDERS:
        listed = ", ".join(f'"{name}"' for name in order)
        lots = ", ".join(f'"{name}"' for name in LOTS)
        ranking = f"tie_breaks = [{listed}]\n" + (f"lots = [{lots}]\n" if "lots" in order else "")
        (folder / "season.toml").write_text(settings(ranking=ranking))
        about = read(str(folder / "season.toml")).settings
        games = season_games(str(folder / "s.duckdb"), about)
        assert seasons(about, games) == [*SEASONS]
        for season in SEASONS:
            tables = standings(about, season, games)
            assert [table.place.division for table in tables] == [*DIVISIONS]
            for table in tables:
                own = [seats for one, division, seats in played if (one, division) == (season, table.place.division)]
                assert [(row.rank, row.player) for row in table.rows] == ranked(own, order), (season, order)
                known = measures(own, order)
                for row in table.rows:
                    values = (row.points, row.wins, row.vp, row.share, row.opponents)
                    names = ("points", "wins", "vp", "share", "opponents")
                    assert values == tuple(known[name](row.player, []) for name in names), row
                    dropped = sum((row.player, True) in [(name, out) for name, _, out in seats] for seats in own)
                    sat = sum(row.player in [name for name, *_ in seats] for seats in own)
                    assert (row.games, row.dropped) == (sat - dropped, dropped)
                deciding |= {row.decided_by for row in table.rows}
    assert deciding - {""} == {"head_to_head", "vp", "wins", "opponents", "share", "lots"}


def test_promotion_and_relegation_of_three_seasons(league: tuple[Path, list[Result]]) -> None:
    folder, _ = league
    (folder / "season.toml").write_text(settings())
    about = read(str(folder / "season.toml")).settings
    games = season_games(str(folder / "s.duckdb"), about)
    for season in SEASONS:
        top, below = standings(about, season, games)
        assert [row.outcome for row in top.rows] == ["", "", "", "", "relegated"]
        assert [row.outcome for row in below.rows] == ["promoted", "", "", "", ""]
