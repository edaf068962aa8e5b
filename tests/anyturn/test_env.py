"""Games as environments: PettingZoo's own tests, self-play's games, and nothing that a seat cannot know."""

import copy
import subprocess
import sys
import warnings
from typing import Any

import pytest

import anyturn
from engine.public import public_part
from engine.replay import Replay
from engine.rules import games, ruleset
from events.log.codec import Unreadable
from tests.anyturn.random_plays import Chooser, differing, in_environment
from tests.support import PROJECT

needs_extra = pytest.mark.usefixtures("extra")
every_game = pytest.mark.parametrize("game", games())


@pytest.fixture
def extra() -> None:
    """The tests of environments need the extra `env`."""
    pytest.importorskip("pettingzoo", reason="no PettingZoo: environments are not checked")


def made(game: str, *arguments: Any, **parameters: Any) -> Any:
    from anyturn.env import env

    return env(game, *arguments, **parameters)


@needs_extra
@every_game
def test_the_library_s_own_tests_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What they only warn of is that an observation is a dictionary and may begin with zeros."""
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        api_test(made(game), num_cycles=100)
        seed_test(lambda: made(game), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out
    expected = (
        "Observation is not a NumPy array",
        "Observation space for each agent probably",
        "Observation numpy arr",
    )
    assert [str(one.message) for one in warned if not str(one.message).startswith(expected)] == []


@needs_extra
@pytest.mark.long
@every_game
def test_random_plays_end_as_self_play_does(game: str) -> None:
    """With the same seed and choices, the log is the same, byte for byte; options are drawn, too."""
    assert [words for _, _, words in differing(game, range(6)) if words] == []


@needs_extra
def test_a_played_game_is_a_valid_log_and_its_result_the_reward() -> None:
    """By rank, the rewards sum to zero; by wins, they are the shares of the win."""
    for rewards in ("rank", "win"):
        table = made("gaia", 3, rewards=rewards)
        table.reset(seed=5)
        chooser, given = Chooser(5, 2048), {}
        for agent in table.agent_iter():
            observation, reward, over, _, _ = table.last()
            given |= {agent: reward} if over else {}
            table.step(None if over else chooser.among(int(observation["action_mask"].sum())))
        game = anyturn.read(table.unwrapped.log())
        assert game.verdict == "valid"
        ranks = {f"player_{each.seat + 1}": each.rank for each in game.standings}
        best = [agent for agent, rank in ranks.items() if rank == 1]
        assert sorted(given, key=lambda agent: (-given[agent], ranks[agent])) == sorted(ranks, key=lambda a: ranks[a])
        assert sum(given.values()) == pytest.approx(0 if rewards == "rank" else 1)
        assert {agent for agent, worth in given.items() if worth == max(given.values())} == set(best)


@needs_extra
@pytest.mark.parametrize("game", [game for game in games() if ruleset(game).public is not None])
def test_an_observation_follows_from_what_its_seat_saw(game: str) -> None:
    """Figures and legal events are those of the log as that seat saw it, which may also leave a card unnamed."""
    table, rules = made(game, 3).unwrapped, ruleset(game)
    table.reset(seed=2)
    chooser, steps = Chooser(2, 2048), 0
    while not any(table.terminations.values()):
        if (steps := steps + 1) % 12 == 0:
            seat = table.possible_agents.index(table.agent_selection)
            log = public_part(anyturn.read(table.log())._log, seat)
            seen = Replay(rules, log.header)
            seen.feed(log.records)
            turn = rules.turn(seen.state)
            figures = [n for away in range(3) for n in rules.values(seen.state, (seat + away) % 3)]
            shown = list(table.observe(table.agent_selection)["observation"])
            assert shown == [seat, turn.round, turn.index, *figures]
            own = [event for actor, event in rules.legal(seen.state) if actor == seat]
            assert [event for event in own if event in table.legal] == table.legal
            assert {getattr(event, "card", "") for event in own if event not in table.legal} <= {None}
        table.step(chooser.among(len(table.legal)))
    assert steps > 24


@needs_extra
def test_of_a_larger_set_only_the_first_can_be_chosen() -> None:
    """How many are left out is stated, and nothing else is accepted; a refused action changes nothing."""
    whole, cut = made("terra_mystica").unwrapped, made("terra_mystica", actions=3).unwrapped
    whole.reset(seed=1)
    cut.reset(seed=1)
    agent = cut.agent_selection
    assert len(whole.legal) > 3
    assert cut.legal == whole.legal[:3]
    assert cut.infos[agent]["left_out"] == len(whole.legal) - 3
    assert cut.observe(agent)["action_mask"].tolist() == [1, 1, 1]
    before = cut.log()
    for wrong in (3, -1, None):
        with pytest.raises(ValueError, match=f"found the action {wrong} of {agent}, expected a place in the legal set"):
            cut.step(wrong)
    assert cut.log() == before
    other = next(each for each in cut.agents if each != agent)
    assert not cut.observe(other)["action_mask"].any()


@needs_extra
def test_a_game_that_does_not_end_is_cut_short() -> None:
    table = made("dice_forge", limit=20)
    in_environment(table, 3)
    assert table.unwrapped.standings is None
    assert table.agents == []


@needs_extra
def test_a_seed_determines_the_games_and_their_order() -> None:
    table = made("daitoshi", 2)
    logs = []
    for _ in range(2):
        table.reset(seed=9)
        first = table.unwrapped.log()
        table.reset()
        logs.append((first, table.unwrapped.log()))
    assert logs[0] == logs[1]
    assert logs[0][0] != logs[0][1]
    again = copy.deepcopy(table.unwrapped)
    again.reset(seed=9)
    assert again.log() == logs[0][0]


@needs_extra
def test_a_position_is_rendered_as_its_agent_sees_it() -> None:
    table = made("gaia", 2, render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert shown.startswith("Gaia: after record ")
    assert made("gaia").unwrapped.render_mode is None


@needs_extra
def test_parameters_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(Unreadable, match="9 players"):
        made("anachrony", 9)
    with pytest.raises(Unreadable, match=r"the rewards 'points', expected one of rank, win"):
        made("gaia", rewards="points")
    with pytest.raises(Unreadable, match="the game 'chess'"):
        made("chess")


def test_without_the_extra_its_installation_is_named() -> None:
    script = (
        "import sys, importlib.util as util\n"
        "found = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'pettingzoo' else found(name, package)\n"
        "import anyturn\n"
        "try:\n    import anyturn.env\nexcept anyturn.Problem as problem:\n    print(problem)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("anyturn.env needs pettingzoo")
    assert "-m pip install " in done.stdout
