"""Standings worked out by hand: points, every tie-break, promotion and relegation, what is to be played."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from projections.season.forms import remarks
from projections.season.lines import points_of
from projections.season.reading import checked
from projections.season.results import Game, Place, Seat
from projections.season.standings import Table, standings

OUT = "out"
"""Stands for points where a player dropped out."""


def game(own: int, *seats: tuple[str, int | str], division: str = "A", **more: Any) -> Game:
    """A finished game of season 1; ranks follow from the points."""
    vps = [vp for _, vp in seats if isinstance(vp, int)]
    found = tuple(
        Seat(player, None, vp, 1 + sum(other > vp for other in vps), False)
        if isinstance(vp, int)
        else Seat(player, None, 0, len(seats), True)
        for player, vp in seats
    )
    known = {"number": str(own), "source": f"g{own}", "played_at": "2024-01-01", "verdict": "valid"}
    given = known | {"finished": True} | more
    return Game(f"id{own}", Place("1", division), seats=found, **given)


def table(games: Sequence[Game], ranking: str = "", more: str = "", points: str = "places = [2, 1]") -> Table:
    text = f'title = "x"\ndivisions = ["A", "B"]\n[points]\n{points}\n[ranking]\n{ranking}\n{more}'
    return standings(checked(text), "1", games)[0]


def order(found: Table) -> list[tuple[int | None, str, str]]:
    return [(row.rank, row.player, row.decided_by) for row in found.rows]


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        ("places = [5, 3, 1]", {"a": 4, "b": 4, "c": 1, "d": 0}),
        ("places = [5, 2]\ndropped = -1.5", {"a": Fraction(7, 2), "b": Fraction(7, 2), "c": 0, "d": Fraction(-3, 2)}),
        ("share = 0.5\ndropped = -1", {"a": Fraction(1, 4), "b": Fraction(1, 4), "c": 0, "d": -1}),
    ],
)
def test_points_of_places_and_of_the_win(points: str, worth: dict[str, Fraction]) -> None:
    """Players on one place share what their places are worth; who dropped out is behind all others."""
    settings = checked(f'title = "x"\n[points]\n{points}\n')
    played = game(1, ("a", 9), ("b", 9), ("c", 5), ("d", OUT))
    assert {player: points_of(settings.points, played, player) for player in "abcd"} == worth


def test_shares_of_the_win_are_those_of_the_store(tmp_path: Any, nim: str) -> None:
    """The store computes them from the final ranking; here they follow from places."""
    from events import files
    from events.store.event_store import EventStore
    from projections.batch.importing import import_files
    from projections.season.results import season_games
    from tests.support.seasons import write_league

    write_league(tmp_path / "logs")
    for log in (tmp_path / "logs").iterdir():
        if not log.name.startswith("S1"):
            log.unlink()
    settings = checked('title = "x"\n[points]\nshare = 1\n')
    with EventStore(str(tmp_path / "s")) as store:
        list(import_files(store, files.find([str(tmp_path / "logs")]), 1))
        rows = store.connection.execute("SELECT game_id, player, win_share, dropped FROM seats").fetchall()
        from events.facts import FactFile
        from events.facts.fact import StatedFact
        from projections.store.adding_facts import add_facts

        facts = [StatedFact("tag", "season", "1", 1, game_id) for game_id in sorted({row[0] for row in rows})]
        add_facts(store, [FactFile("f", "", facts)], "2024-01-01")
    by_id = {found.game_id: found for found in season_games(str(tmp_path / "s"), settings)}
    assert len(by_id) == 16
    assert any(0 < share < 1 for _, _, share, _ in rows)
    assert any(dropped for *_, dropped in rows)
    for game_id, player, share, _ in rows:
        assert float(by_id[game_id].win(player)) == pytest.approx(share)


TIE_BREAKS = {
    # a and b have 3 points each: b won their only meeting
    "head_to_head": ([game(1, ("b", 5), ("a", 4)), game(2, ("a", 5), ("c", 4))], "share = 3", ["b", "a", "c"]),
    # a and b have 2 points each and never met; b scored more
    "vp": ([game(1, ("a", 5), ("c", 4)), game(2, ("b", 9), ("d", 4))], "places = [2]", ["b", "a", "c", "d"]),
    # 2 points each: b, c and d by a win, a by two second places
    "wins": (
        [game(1, ("c", 9), ("a", 5)), game(2, ("d", 9), ("a", 5)), game(3, ("b", 7), ("e", 1))],
        "places = [2, 1]",
        ["b", "c", "d", "a", "e"],
    ),
    # a beat e, who has no points; b beat c, who has; c met b, who has, and d, who has none
    "opponents": (
        [game(1, ("a", 5), ("e", 1)), game(2, ("b", 5), ("c", 1)), game(3, ("c", 5), ("d", 1))],
        "places = [2]",
        ["b", "c", "a"],
    ),
    # a has 5 of 10 points, b 5 of 9
    "share": ([game(1, ("a", 5), ("c", 5)), game(2, ("b", 5), ("d", 4))], "places = [1, 1]", ["b", "a", "c", "d"]),
    # nothing separates them but the lots
    "lots": ([game(1, ("a", 5), ("b", 5), ("c", 5))], "places = [1]", ["c", "a", "b"]),
}


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_each_tie_break_decides_where_those_before_it_do_not(name: str) -> None:
    games, points, expected = TIE_BREAKS[name]
    lots = 'lots = ["c", "a"]' if name == "lots" else ""
    found = table(games, f'tie_breaks = ["{name}"]\n{lots}', points=points)
    assert [row.player for row in found.rows][: len(expected)] == expected
    assert name in {row.decided_by for row in found.rows}
    without = table(games, "tie_breaks = []", points=points)
    assert {row.decided_by for row in without.rows} == {""}
    ranks = {row.player: row.rank for row in without.rows}
    assert ranks["a"] == ranks["b"]


def test_players_whom_nothing_separates_share_a_place() -> None:
    found = table([game(1, ("a", 5), ("b", 5), ("c", 1))], points="places = [3]")
    assert order(found) == [(1, "a", ""), (1, "b", ""), (3, "c", "")]


def test_head_to_head_counts_only_the_players_who_are_level() -> None:
    """c beat both, but is not level with them."""
    games = [game(1, ("c", 9), ("b", 5), ("a", 4)), game(2, ("a", 9), ("d", 1)), game(3, ("b", 9), ("d", 1))]
    games += [game(4, ("c", 9), ("d", 1)), game(5, ("a", 9), ("d", 1)), game(6, ("b", 9), ("d", 1))]
    games += [game(7, ("c", 9), ("d", 1))]
    found = table(games, 'tie_breaks = ["head_to_head"]', points="places = [3]")
    assert order(found) == [(1, "c", ""), (2, "b", ""), (3, "a", "head_to_head"), (4, "d", "")]


def test_only_the_best_results_count_and_few_games_give_no_rank() -> None:
    games = [game(n, ("a", 9 - n), ("b", 4)) for n in range(1, 7)] + [game(9, ("c", 9), ("b", 1))]
    found = table(games, "best_results = 2\nminimum_games = 2", points="places = [2, 1]")
    assert [(row.rank, row.player, row.games, row.counted, row.points, row.vp) for row in found.rows] == [
        (1, "a", 6, 2, 4, 15),
        (2, "b", 7, 2, Fraction(7, 2), 8),
        (None, "c", 1, 1, 2, 9),
    ]


def test_points_per_game_rank_players_with_different_numbers_of_games() -> None:
    games = [game(1, ("a", 9), ("b", 5)), game(2, ("b", 9), ("c", 5)), game(3, ("b", 9), ("d", 5))]
    assert table(games).rows[0].player == "b"
    found = table(games, 'rank_by = "points_per_game"')
    assert [(row.player, row.per_game) for row in found.rows][:2] == [("a", 2), ("b", Fraction(5, 3))]


def test_promotion_and_relegation_and_lines_that_run_through_a_tie() -> None:
    games = [game(1, ("a", 5), ("b", 4), ("c", 3), division="B"), game(2, ("d", 9), ("e", 7), ("f", 5))]
    ranking = "promoted = 1\nrelegated = 1"
    top, below = standings(
        checked(f'title="x"\ndivisions = ["A", "B"]\n[points]\nplaces=[2, 1]\n[ranking]\n{ranking}'), "1", games
    )
    assert [row.outcome for row in top.rows] == ["", "", "relegated"]
    assert [row.outcome for row in below.rows] == ["promoted", "", ""]
    tied = table([game(1, ("a", 5), ("b", 4), ("c", 4))], ranking, points="places = [1]")
    assert [row.outcome for row in tied.rows] == ["", "undecided", "undecided"]
    assert any(line.startswith("undecided: ") for line in remarks(tied))


def test_what_is_still_to_be_played() -> None:
    """A scheduled game is met by a game of its number, or of the same players if one of them has no number."""
    games = [
        game(1, ("a", 5), ("b", 4)),
        game(0, ("a", 5), ("c", 4), number=""),
        game(3, ("b", 5), ("c", 4), finished=False, verdict="incomplete"),
        game(4, ("b", 5), ("a", 4), verdict="illegal"),
    ]
    plan = "".join(
        f'[[scheduled]]\nseason = "1"\ndivision = "A"\ngame = "{number}"\nplayers = {list(players)}\n{due}'
        for number, players, due in (
            (1, "ab", ""),
            (2, "ac", ""),
            (3, "bc", "due = 2024-05-31\n"),
            (4, "ab", ""),
            (5, "ab", ""),
        )
    ).replace("'", '"')
    found = table(games, more=plan)
    assert [(each.game.game, each.found.verdict if each.found else "") for each in found.pending] == [
        ("3", "incomplete"),
        ("4", "illegal"),
        ("5", ""),
    ]
    assert {row.player: row.to_play for row in found.rows} == {"a": 2, "b": 3, "c": 1}
    assert not found.over
    assert [*remarks(found)][:3] == [
        "to be played: game 3 (b, c), due 2024-05-31; stored as g3, incomplete",
        "to be played: game 4 (a, b); stored as g4, illegal",
        "to be played: game 5 (a, b)",
    ]
    assert [line for line in remarks(found) if line.startswith("not counted")] == [
        "not counted: game 3 (not over)",
        "not counted: game 4 (illegal)",
    ]


def test_games_of_each_and_members_who_have_not_played() -> None:
    more = '[[seasons]]\nname = "1"\n[[seasons.divisions]]\nname = "A"\nplayers = ["a", "b", "z"]\ngames = 2\n'
    found = table([game(1, ("a", 5), ("b", 4)), game(2, ("a", 5), ("q", 4))], more=more)
    assert {row.player: row.to_play for row in found.rows} == {"a": 0, "b": 1, "z": 2, "q": None}
    assert {row.player: row.rank for row in found.rows}["z"] is None
    assert found.notes == ("not listed as a player here: q",)


def test_contradictions_are_reported_and_not_counted() -> None:
    """Of two games of one number, neither counts; days outside the season and unknown divisions are noted."""
    more = '[[seasons]]\nname = "1"\nfirst_day = 2024-01-02\n'
    twice = [game(1, ("a", 5), ("b", 4)), game(9, ("a", 5), ("b", 4), number="1")]
    found = table(twice, more=more)
    assert [why for _, why in found.left_out] == [
        "also stored as id9: game 1 twice",
        "also stored as id1: game 1 twice",
    ]
    assert found.rows == ()
    assert found.notes[0] == "id1 was played on 2024-01-01, before the season (2024-01-02)"
    (other,) = [
        each
        for each in standings(
            checked('title="x"\ndivisions=["A"]\n[points]\nshare=1'), "1", [game(1, ("a", 1), division="C")]
        )
        if each.place.division == "C"
    ]
    assert other.notes == ("1 game of the division 'C', which is not in divisions",)


def test_the_order_of_the_store_does_not_matter() -> None:
    games = [game(n, ("a", n % 3), ("b", n % 2), ("c", 2)) for n in range(1, 9)]
    assert table(games).rows == table(games[::-1]).rows


def test_discrepant_games_count_only_if_the_file_says_so() -> None:
    games = [game(1, ("a", 5), ("b", 4), verdict="discrepant")]
    assert table(games).rows == ()
    assert [row.player for row in table(games, "discrepant = true").rows] == ["a", "b"]
