"""Self-play reaches all of the rulebook, scores like games, and hides what is secret (AN-4.3, AN-6.5.1)."""

from collections import Counter
from random import Random
from statistics import mean

import pytest
from msgspec import to_builtins

from engine.games.anachrony.options import option_rows
from engine.games.anachrony.rules import RULES
from engine.public import public_part
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import header_for, play, selfplay_log
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.vocabulary import anachrony as events

GAMES = 500
RULES_OF_GAME = ruleset("anachrony")


def look(seen: Counter[str], game: Replay) -> None:
    """Note what occurs in a game that is over."""
    state = game.state
    seen.update(
        f"{name}={value}" for name, value in to_builtins(state.options).items() if not isinstance(value, dict | list)
    )
    seen.update([f"players={len(state.players)}", state.end, *state.endgame_cards, state.recruit_card])
    for player in state.players:
        edition = state.options.leader_edition
        seen.update([f"{player.leader}/{edition}", f"{player.path}_{player.path_side}", f"board {player.board}"])
        if player.evacuated:
            seen[f"evacuated {player.path}_{player.path_side}"] += 1
    for entry in game.entries():
        if entry.figure in ("buildings", "superprojects", "anomalies"):
            seen[f"{entry.figure} {entry.source} {entry.delta:+d}"] += 1
    for _, event, _ in game.played:
        seen[type(event).__name__] += 1
        for field in ("space", "face", "result", "card", "line", "direction", "mode", "worker_column", "pile", "era"):
            if hasattr(event, field):
                seen[f"{field}={getattr(event, field)}"] += 1
        seen.update(f"tile={tile}" for tile in getattr(event, "tiles", ()))


def wanted() -> set[str]:
    """Everything that has to occur."""
    tables = play(RULES_OF_GAME, header_for(RULES_OF_GAME, "one", 2, {}), "one").state.tables
    found = {f"{row.id}={value}" for row in option_rows() for value in row.values}
    found |= {"era_7", "capital_collapsed", *tables.endgame_cards, *(f"players={number}" for number in (2, 3, 4))}
    found |= {f"{leader}/{edition}" for leader in tables.leaders for edition in ("first", "essential")}
    found |= {*tables.evacuation, *(f"evacuated {side}" for side in tables.evacuation)}
    found |= {f"board {board}" for board in tables.boards}
    found |= {f"{'buildings' if tile.row >= 0 else 'superprojects'} {tile.id} +1" for tile in tables.tiles.values()}
    found |= {f"space={tile.id}" for tile in tables.tiles.values() if tile.mode != "none"}
    found |= {f"space={space}" for space in (*tables.spaces, "supply", "force_workers", "leader", "anomaly_lab_1")}
    found |= {"anomalies anomaly +1", "anomalies anomaly -1"}
    found |= {f"face={face}" for die in ("research_shape", "research_icon") for face in tables.die[die]}
    found |= {f"result={face}" for face in tables.die["paradox"]}
    found |= {f"tile={tile}" for tile in (*tables.collapsing, *tables.warp_ids)}
    found |= {f"card={card}" for card in (*tables.recruit_cards, *tables.mine_cards)}
    found |= {f"line={line}" for line in tables.trade} | {"mode=gain", "mode=return", "pile=primary", "pile=secondary"}
    return found | {kind.__name__ for kind in RULES}


@pytest.mark.long
def test_everything_occurs():
    """AN-3.1, AN-3, AN-4.1, AN-4.2: every tile, leader, space, card, face, option value, Anomaly and end; laws hold."""
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        header = header_for(RULES_OF_GAME, f"cover-{number}", None, {})
        game = play(RULES_OF_GAME, header, f"cover-{number}", "random" if number % 4 == 1 else "sensible")
        assert not list(RULES_OF_GAME.conservation(game.state))
        look(seen, game)
    assert sorted(wanted() - set(seen)) == []


def test_most_occurs_soon():
    """A few games show every kind of event but the rarest, on both boards and with both presets."""
    seen: Counter[str] = Counter()
    for number in range(16):
        options = {"preset": ("seed", "bga")[number % 2], "board_side": "ab"[number // 2 % 2]}
        header = header_for(RULES_OF_GAME, f"soon-{number}", None, options)
        look(seen, play(RULES_OF_GAME, header, f"soon-{number}", ("sensible", "random")[number // 4 % 2]))
    rare = {
        "CopyWorkerSpace",
        "CloneWorker",
        "AnomalyOrBuilding",
        "HydrocoreExchange",
        "ReturnParadox",
        "RandomResource",
        "ChooseReroll",
    }
    assert sorted({kind.__name__ for kind in RULES} - rare - set(seen)) == []


def test_the_policy_is_sensible():
    """It scores well above chance, and like people who know the rules."""
    means = {
        policy: mean(
            standing.vp
            for number in range(8)
            for standing in play(RULES_OF_GAME, header_for(RULES_OF_GAME, f"p{number}", 3, {}), "p", policy).standings
        )
        for policy in ("sensible", "random")
    }
    assert means["sensible"] > 20
    assert means["sensible"] > means["random"] + 10


def cut_within_warp(seed="hidden"):
    """A log that ends in a Warp phase in which some have chosen, those players, and the place where the phase began."""
    log = selfplay_log(RULES_OF_GAME, seed, 3, {}, "sensible")
    chosen = [number for number, record in enumerate(log.records) if isinstance(record.event, events.ChooseWarp)]
    first, second = chosen[3], chosen[4]  # of Era 2
    return GameLog(log.header, log.records[: second + 1]), log.records[first].actor, log.records[second].actor, first


def test_what_is_hidden():
    """AN-4.3, AN-6.5.1: choices of a Warp phase that is not over are seen by nobody else."""
    log, first, second, began = cut_within_warp()
    happened = [record.event for record in public_part(log).records]
    assert happened == [record.event for record in log.records[:began]]
    own = public_part(log, first).records
    assert [record.event for record in own[began:]] == [log.records[began].event]
    assert len(public_part(log, 3 - first - second).records) == began
    assert replay(RULES_OF_GAME, public_part(log, second)).verdict == "incomplete"


def test_what_is_public_in_the_end():
    """AN-4.3: of a whole game nothing stays hidden."""
    log = selfplay_log(RULES_OF_GAME, "open", 2, {}, "sensible")
    assert [record.event for record in public_part(log).records] == [record.event for record in log.records]


def test_the_choices_stay_in_the_state_until_all_have_chosen():
    """AN-6.5.2: only then they have an effect."""
    log, first, second, _ = cut_within_warp()
    state = replay(RULES_OF_GAME, log).state
    assert [seat for seat, tiles in enumerate(state.chosen) if tiles is not None] == sorted((first, second))


def test_headers_are_drawn():
    """Every number of players, both presets; given options hold."""
    headers = [RULES_OF_GAME.selfplay.header(Random(seed), None, {"waking": "immediate"}) for seed in range(60)]
    assert {len(header.seats) for header in headers} == {2, 3, 4}
    assert {header.options.get("preset", "seed") for header in headers} == {"seed", "bga"}
    assert all(header.options["waking"] == "immediate" for header in headers)
    with pytest.raises(Unreadable, match="found 5 players, expected 2 to 4"):
        RULES_OF_GAME.selfplay.header(Random(0), 5, {})
