"""Games that branch off: they begin like another, and go on by what has been played least."""

from random import Random

import pytest

from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import after, header_for, play_on
from events.log.native import GameLog
from projections.kit.aims import Aim, Place, Thing
from projections.kit.branching import Branches
from projections.kit.playing import play_games
from projections.kit.unusual import Unusual


def _branches() -> Branches:
    rules = ruleset("gaia")
    return Branches(rules, Unusual(rules))


def _watched(branches: Branches, seed: str) -> GameLog:
    """A sensible game in which every decision is looked at."""
    game = Replay(ruleset("gaia"), header_for(ruleset("gaia"), seed, 2, {}, drawing=False))
    play_on(game, Random(seed), branches.watched(game, "sensible"))
    branches.over(log := game.log())
    return log


def test_a_branch_is_legal_where_it_is_and_was_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been played least comes first: none of it has been played in the only game so far."""
    monkeypatch.setattr("projections.kit.branching.LOOKED_AT", 1)
    branches = _branches()
    assert branches.rarest(Random(1)) is None
    log = _watched(branches, "branch")
    for number in range(5):
        branch = branches.rarest(Random(number))
        assert branch is not None
        there = Replay(ruleset("gaia"), log.header)
        there.feed(log.records[: branch.at])
        assert branch.action is not None
        assert branch.action in list(ruleset("gaia").legal(there.state))
        assert branch.action[1] != log.records[branch.at].event


def test_what_is_taken_up_is_not_taken_up_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.kit.branching.LOOKED_AT", 1)
    branches = _branches()
    _watched(branches, "branch")
    found = [branches.rarest(Random(1)) for _ in range(20)]
    assert len({(each.at, each.action) for each in found if each}) > 10


def test_some_games_begin_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are legal and end, as any other, and differ from the place on at which they branch off."""
    monkeypatch.setattr("projections.kit.playing.PLAYED_FOR_TWO", 2)
    monkeypatch.setattr("projections.kit.playing.covering", lambda traits, number, rng: [*range(len(traits))])
    logs = play_games(ruleset("gaia"), 3, 8, {"mode": "basic"})
    assert len(logs) == 12
    events = [[record.event for record in log.records] for log in logs]
    for branched in (2, 5, 8, 11):  # after every two games, and like one of those before
        others = [each for each in events[:branched] if each[:5] == events[branched][:5]]
        assert others
        assert events[branched] not in others
    for log in logs:
        game = Replay(ruleset("gaia"), log.header)
        game.feed(log.records)
        assert game.broke is None
        assert game.standings


def test_every_second_branch_has_an_aim(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins where another game was nearest to it, and what is chosen and drawn gets nearer than others do."""
    monkeypatch.setattr("projections.kit.branching.LOOKED_AT", 1)
    monkeypatch.setattr("projections.kit.branching.AIMED_SHARE", 1)
    branches, rules = _branches(), ruleset("gaia")
    assert branches.next(2, Random(1)) is None
    log = _watched(branches, "branch")
    aim = Aim(Thing(True, "stock", "forest"), -1)
    branch, policy, draw = branches.aimed(Place(log, 40), aim)
    assert (branch.log, branch.at, branch.action) == (log, 40, None)
    game = Replay(rules, log.header)
    game.feed(log.records[:40])
    actions = list(rules.legal(game.state))
    worths = [aim.worth(after(rules, game.state, *action), action[0]) for action in actions]
    assert worths[policy(game.state, actions, Random(1))] == max(worths)
    play_on(game, Random(1), policy, draw=draw)
    assert game.standings


def test_no_aim_is_nearer_than_the_first_positions(nim: str) -> None:
    """A game whose state has no players, as that of a package may, can branch off."""
    rules = ruleset(nim)
    for log in play_games(rules, 1, 4, {}):
        game = Replay(rules, log.header)
        game.feed(log.records)
        assert game.standings
