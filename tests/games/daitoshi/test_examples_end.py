"""The worked examples of DA-13: the end of the game, scoring, ranking."""

import pytest

from engine.games.daitoshi.scoring import leftovers, river_penalty, score, standings, track_vp
from events.vocabulary import daitoshi as events
from tests.games.daitoshi.table import ANN, BOB, CY, acting, in_turn, play, put, seat, table


def final(river=14, blue=5, options=None):
    """The position of DA-13.30: ann before the final scoring."""
    position = in_turn(table(options=options))
    player = seat(
        position,
        ANN,
        forest_pilgrim=8,
        mountain_pilgrim=8,
        underground_pilgrim=1,
        river_pilgrim=river,
        reputation=4,
        river_hexes=2,
        forest_hexes=1,
        blue_workers=blue,
        food=2,
        energy=2,
        building=2,
        luxury=2,
        wealth=2,
    )
    player.in_conflict = ["river"]
    lengths = [[len(slot.progress) for slot in slots] for slots in position.state.catalogue.slots]
    for n, (building, floor) in enumerate([(0, 1), (0, 2), (1, 1), (1, 2)]):
        tile = f"university_1_{n + 1}" if n < 2 else f"ordinary_{n + 10}"
        put(position, ANN, building, floor, tile, marker=lengths[building][floor - 1])
    put(position, ANN, 2, 1, "ordinary_19")
    return position


@pytest.mark.parametrize(("river", "blue", "total"), [(14, 5, 69), (13, 5, 67), (14, 4, 69)])
def test_13_30_final_scoring(river, blue, total):
    """DA-13.30, DA-10.5 to DA-10.7: tracks, river penalty, leftovers, each entered by itself."""
    position = final(river, blue)
    entries = {entry.source: entry.delta for entry in score(position.state) if entry.seat == ANN}
    assert entries == {
        "final_forest": 20,
        "final_mountain": 24,
        "final_underground": 5,
        "final_river": 18 if river == 14 else 16,
        "final_river_penalty": -5,
        "final_leftovers": 7,
    }
    position.figures(ANN, vp=total)


def test_13_30_the_underground_by_the_forests_rule():
    """DA-10.5, DA-11.3: with the option it counts university inventions."""
    position = final(options={"underground_multiplier": "university_inventions"})
    assert track_vp(position.state, seat(position, ANN), "underground") == 2
    assert track_vp(final().state, seat(final(), ANN), "underground") == 5


def test_13_31_the_temple():
    """DA-13.31, DA-10.6: value 0, and 10 for each conflict tile."""
    position = final()
    player = seat(position, ANN, river_pilgrim=0, forest_hexes=0)
    player.in_conflict = ["river", "forest"]
    assert track_vp(position.state, player, "river") == 0
    assert river_penalty(position.state, player) == 20


def test_13_39_the_last_turns():
    """DA-13.39, DA-10.1, DA-10.2: the round is ended, then one more is played."""
    position = acting(table(), BOB, 1)
    state = position.state
    state.turn, state.round = 26, 9
    state.tracks["river"] = [0] * 14 + [1, 1]
    in_round = state.tracks["river"]
    in_round[14] = 0
    play(position, (BOB, events.SkipAction()))
    assert (state.end_round, state.end_tracks, state.active, state.round) == (10, ["river"], CY, 9)
    turns = 0
    while state.phase not in ("final_grants", "finished"):
        actor, event = next(iter(position.rules.legal(state)))
        turns += state.phase == "turn_start"
        play(position, (actor, event))
    assert turns == 1 + 3
    assert state.round == 10


@pytest.mark.parametrize("later", [True, False])
def test_the_end_is_announced_once(later):
    """DA-10.1, DA-6.34: later triggers change nothing; a last space alone does not matter."""
    position = acting(table(), ANN, 1)
    state = position.state
    if later:
        state.end_round, state.tracks["river"] = 7, [0] * 16
        play(position, (ANN, events.SkipAction()))
        assert state.end_round == 7
    else:
        state.tracks["river"] = [0] * 14 + [1, 0]
        play(position, (ANN, events.SkipAction()))
        assert state.end_round is None


def finished():
    """All are equal, with one conflict tile each."""
    position = in_turn(table())
    for number in (ANN, BOB, CY):
        seat(position, number, vp=50).in_conflict = ["river"]
    position.state.phase = "finished"
    return position


def ranks(position):
    return {standing.seat: standing.rank for standing in standings(position.state)}


def test_13_42_more_inventions_win():
    """DA-13.42, DA-10.9: equal points, equal conflict tiles."""
    position = finished()
    put(position, BOB, 1, 1, "ordinary_11")
    assert ranks(position) == {BOB: 1, ANN: 2, CY: 2}


def test_ranking():
    """DA-10.9: points, fewest conflict tiles, inventions, pilgrims; then the place is shared."""
    position = finished()
    assert ranks(position) == {ANN: 1, BOB: 1, CY: 1}
    seat(position, CY, river_pilgrim=1, forest_pilgrim=2)
    assert ranks(position) == {CY: 1, ANN: 2, BOB: 2}
    put(position, BOB, 1, 1, "ordinary_11")
    assert ranks(position) == {BOB: 1, CY: 2, ANN: 3}
    seat(position, ANN).in_conflict = []
    assert ranks(position) == {ANN: 1, BOB: 2, CY: 3}
    seat(position, CY, vp=51)
    assert ranks(position)[CY] == 1


def test_leftovers():
    """DA-10.7, DA-10.8: wealth is a resource, steam is not; the total may be negative."""
    position = in_turn(table())
    player = seat(position, ANN, wealth=3, steam=40, food=0, energy=0, building=0, luxury=0, green_workers=2)
    assert leftovers(player) == 5
    player.in_conflict = ["river", "forest"]
    score(position.state)
    assert player.vp == 2 - 20
