"""Turns and their numbers (DA-9), their ends, the end of the game, conservation (DA-6.30 to DA-6.35, DA-10)."""

import pytest

from engine.games.daitoshi.conservation import conservation
from engine.games.daitoshi.state import Given
from events.vocabulary import daitoshi as events
from tests.games.daitoshi.table import ANN, BOB, CY, acting, in_turn, play, put, seat, table


def test_the_machine_leaves_the_active_slice():
    """DA-6.30, DA-11.19: one slice counter-clockwise, with its worker; elsewhere it stays."""
    position = acting(table(), ANN, 0)
    position.state.machine.slice, position.state.machine.worker = 0, "blue"
    position.state.workers_out["blue"] += 1
    play(position, (ANN, events.SkipAction()))
    assert (position.state.machine.slice, position.state.machine.worker) == (4, "blue")
    position = acting(table(), ANN, 1)
    play(position, (ANN, events.SkipAction()))
    assert position.state.machine.slice == 4


def test_the_check():
    """DA-6.32, DA-11.23: from two hexes on; the limits rise at once when a tile is turned back."""
    position = acting(table(), ANN, 1)
    seat(position, ANN, forest_hexes=2, river_hexes=1).in_conflict.append("river")
    play(position, (ANN, events.SkipAction()))
    assert seat(position, ANN).in_conflict == ["forest"]
    position.entered(ANN, "conflicts", 1, source="forest").entered(ANN, "conflicts", -1, source="river")


def test_two_workers_may_stay():
    """DA-6.33: a player who holds no more is not asked."""
    position = acting(table(), ANN, 1)
    seat(position, ANN, underground_hexes=2, blue_workers=1, green_workers=1)
    play(position, (ANN, events.SkipAction()))
    position.figures(ANN, blue_workers=1, green_workers=1)
    assert position.state.active == BOB


def test_turns_follow_each_other():
    """DA-6.2, DA-6.35: in turn order, around and around."""
    position = in_turn(table())
    order = []
    for _ in range(4):
        order.append(position.state.active)
        play(position, (position.state.active, events.LeadProduction()))
        for number in (ANN, BOB, CY):
            if position.state.phase == "production" and not seat(position, number).finished:
                play(position, (number, events.FinishProduction()))
        for player in position.state.players:
            player.token = "centre"
    assert order == [ANN, BOB, CY, ANN]


def last_turn(grants=()):
    """Cy ends the last round."""
    position = acting(table(), CY, 1)
    state = position.state
    state.turn, state.round, state.end_round = 30, 10, 10
    for player in state.players:
        player.grant = player.seat in grants
    return play(position, (CY, events.SkipAction()))


def test_the_last_round():
    """DA-6.35, DA-10.1: nobody plays after it; then the scoring is entered."""
    position = last_turn()
    assert position.state.phase == "finished"
    position.entered(ANN, "vp", 2, source="final_leftovers")
    assert [standing.vp for standing in position.rules.standings(position.state)] == [2, 2, 2]


def test_final_grants():
    """DA-10.3, DA-10.4, DA-15.2: in turn order; what the steps give has the tag of their tracks; scored afterwards."""
    position = last_turn(grants=(ANN, CY))
    assert position.state.phase == "final_grants"
    turn = position.rules.turn(position.state)
    assert (turn.index, turn.round, turn.cycle, turn.actors) == (31, 10, 4, (ANN,))
    position.when(CY, events.ChooseSlot(0, 1)).rejected("DA-6.1")
    play(position, (ANN, events.ChooseSlot(None)))
    assert position.rules.turn(position.state).actors == (CY,)
    for _ in range(3):
        play(position, (CY, events.ChooseSlot(0, 1)))
    assert position.state.phase == "finished"
    position.entered(CY, "upgrades", 1, source="progress_track")


def test_a_hex_restored_by_a_last_grant():
    """DA-10.3, DA-10.5, DA-10.6: its type counts as empty, its tile stays in conflict; no question without a step."""
    position = acting(table(), CY, 1)
    state = position.state
    state.turn, state.round, state.end_round = 30, 10, 10
    put(position, ANN, 0, 1, "basic_food", marker=4)
    put(position, BOB, 0, 1, "basic_energy", marker=6)
    player = seat(position, ANN, forest_hexes=1, river_pilgrim=1)
    player.in_conflict = ["forest"]
    seat(position, CY).grant = False
    play(position, (CY, events.SkipAction()), (ANN, events.ChooseSlot(0, 1)), (ANN, events.ChooseSlot(None)))
    assert (state.phase, [each.grant for each in state.players]) == ("finished", [False] * 3)
    position.entered(ANN, "vp", 4, source="final_river").entered(ANN, "vp", -9, source="final_river_penalty")


LOST = [
    ("hexes of river", lambda state: state.tracks["river"].__setitem__(-1, 0)),
    ("green workers", lambda state: setattr(state.players[ANN], "green_workers", 1)),
    ("inventions", lambda state: state.market["ordinary"].pop()),
    ("inventions", lambda state: state.machine.spaces.__setitem__(0, Given("ordinary_11", ANN))),
    ("inventions", lambda state: state.university.pop()),
    ("banners", lambda state: setattr(state.players[ANN], "banners", 4)),
    ("holds", lambda state: setattr(state.players[ANN], "food", 9)),
    ("holds", lambda state: setattr(state.players[ANN], "steam", -1)),
    ("chimney", lambda state: setattr(state.players[ANN], "chimney", 5)),
    ("marker", lambda state: setattr(state.players[ANN].slots[0][0], "marker", 7)),
    ("pilgrim", lambda state: setattr(state.players[ANN], "river_pilgrim", 17)),
    ("magnates", lambda state: setattr(state.players[ANN], "slice", state.players[BOB].slice)),
    ("district tiles", lambda state: state.drawn.__setitem__("middle", ["middle_01"])),
]


@pytest.mark.parametrize(("told", "lose"), LOST)
def test_what_is_lost_is_noticed(told, lose):
    """DA-3.1, DA-4.1, DA-4.2: hexes, workers, tiles, banners, magnates and the bounds of amounts."""
    position = table()
    assert not list(conservation(position.state))
    lose(position.state)
    assert any(told in law for law in conservation(position.state))


def test_workers_beyond_the_limit_are_noticed():
    """DA-7.62: six workers, no more."""
    position = table()
    seat(position, ANN, blue_workers=7)
    assert any("holds 7 workers" in law for law in conservation(position.state))
