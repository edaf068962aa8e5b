"""The command that shows what was done next after the same beginning."""

import pytest

from tests.support.running import Run


def test_next_actions_of_a_stored_game(stored: Run) -> None:
    """In text and in JSON; each game of a row can be shown by its id."""
    found = stored("explore", "a", "--at", "r0", "--json").json
    assert found
    assert {"game", "faction", "map", "after", "event", "action", "games", "win_rate", "game_ids"} <= set(found[0])
    assert sum(row["games"] for row in found) >= 1
    assert stored("summary", found[0]["game_ids"][0]).code == 0
    text = stored("explore", "a", "--at", "r0")
    assert text.code == 0
    assert "done next after" in text.out
    assert found[0]["action"] in text.out


def test_an_opening_is_followed_row_by_row(stored: Run) -> None:
    first = stored("explore", "--game", "nim", "--faction", "red", "--json").json
    assert [row["games"] for row in first] == sorted((row["games"] for row in first), reverse=True)
    after = stored("explore", "--game", "nim", "--faction", "red", "--then", "1", "--json").json
    assert {row["after"] for row in after} == {1}
    assert sum(row["games"] for row in after) == first[0]["games"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((), "expected a game with --at PLACE, or --game NAME with --faction FACTION"),
        (("--at", "r1"), "found --at without a game, expected a game"),
        (("a", "--faction", "x"), "found --faction with a game, expected one of them"),
        (("a", "--at", "end"), "no player's decision at end"),
        (("a", "--at", "nowhere"), "the address 'nowhere'"),
        (("--game", "gaia"), "found the game 'gaia', expected one with records in the store"),
        (("--game", "nim", "--faction", "x"), "found the faction 'x', expected one of black"),
        (("--game", "nim", "--faction", "red", "--then", "99"), "found --then 99, expected the number of an action"),
    ],
)
def test_misuse_is_one_line(stored: Run, asked: tuple[str, ...], told: str) -> None:
    found = stored("explore", *asked)
    assert found.code == 2
    assert found.out == ""
    assert told in found.err
    assert found.err.count("\n") == 1
