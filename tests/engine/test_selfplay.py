"""Self-play: the same seed gives the same game, it always ends, and perft counts what is legal."""

import pytest
from msgspec.structs import force_setattr, replace

from engine.chance import Undrawable
from engine.games.gaia.own_catalogue import in_full
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import Endless, after, header_for, perft, play, selfplay_log
from engine.snapshot import state_bytes
from events.log.native import read, write
from events.vocabulary.nim import RollDice, Take
from tests.support import at_start, given


@pytest.mark.parametrize("policy", ["sensible", "random"])
def test_the_same_seed_gives_the_same_game(nim, policy):
    rules = ruleset(nim)
    logs = [list(write(selfplay_log(rules, seed, None, {}, policy))) for seed in ("a", "a", "b")]
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.parametrize("seed", range(20))
def test_self_played_games_are_valid_logs(nim, seed):
    rules = ruleset(nim)
    log = selfplay_log(rules, str(seed), None, {}, "random")
    again = replay(rules, read(write(log)))
    assert again.verdict == "valid"
    assert again.log() == log


def test_what_is_given_is_kept(nim):
    header = header_for(ruleset(nim), "seed", 3, {"rounds": 5})
    assert (len(header.seats), header.options) == (3, {"rounds": 5})
    assert header_for(ruleset(nim), "seed", 3, {"rounds": 5}) == header


def test_the_sensible_policy_is_not_the_random_one(nim):
    header = header_for(ruleset(nim), "seed", 2, {"rounds": 9})
    games = [play(ruleset(nim), header, "seed", policy).log() for policy in ("sensible", "random")]
    assert games[0] != games[1]


def test_a_game_that_takes_too_long_is_an_error(nim):
    with pytest.raises(Endless, match="nim, seed x: not over after 3 records"):
        play(ruleset(nim), header_for(ruleset(nim), "x", 2, {}), "x", limit=3)


def test_a_game_that_is_stuck_is_an_error(nim):
    """If nothing is legal but the game is not over, the rules have a fault, which must not count as an end."""
    rules = replace(ruleset(nim))
    force_setattr(rules, "legal", lambda state: iter(()))
    with pytest.raises(Endless, match="nim, seed x: nothing is legal after 1 record"):
        play(rules, header_for(rules, "x", 2, {}), "x")


def test_a_game_in_which_nothing_can_be_drawn_is_an_error():
    """A catalogue may declare so few cards that a deal cannot be drawn from them; that has a name."""
    rules = ruleset("gaia")
    few = in_full() | {"complete": False, "cities": [], "animals": []}
    header = replace(header_for(rules, "x", 2, {}, drawing=False), catalogue=few)
    with pytest.raises(Undrawable, match="gaia, seed x: nothing can be drawn for row_dealt"):
        play(rules, header, "x")
    enough = replace(header, catalogue=in_full())
    assert play(rules, enough, "x").standings is not None


@pytest.mark.parametrize(
    ("pile", "rounds", "depth", "count"),
    [
        (9, 1, 0, 1),
        (9, 1, 1, 3),
        (9, 1, 2, 9),
        (2, 1, 1, 2),
        (2, 1, 2, 1),  # 1+1; after 2, the game is over
        (2, 1, 3, 0),
        (3, 1, 2, 3),  # 1+1, 1+2, 2+1
        (2, 2, 2, 4),  # 1+1, and after 2 the next pile of 9: 2+1, 2+2, 2+3
    ],
)
def test_perft(nim, pile, rounds, depth, count):
    """Counted by hand."""
    position = given(nim, options={"rounds": rounds}, pile=pile, size=9)
    assert perft(position.rules, position.state, depth) == count


def test_perft_counts_chance(nim):
    start = at_start(nim)
    assert perft(start.rules, start.state, 1) == 36
    assert perft(start.rules, start.state, 2) == 36 * 3 - 1  # of a pile of two only two can be taken


def test_the_position_after_an_event_leaves_the_one_before(nim):
    position = given(nim, options={"rounds": 2}, pile=2, size=6)
    before = state_bytes(position.state)
    assert after(position.rules, position.state, 0, Take(2)).pile == 6
    assert state_bytes(position.state) == before
    with pytest.raises(AssertionError, match="is offered and breaks NIM-1"):
        after(position.rules, position.state, None, RollDice((2, 2)))
