"""Conservation laws and limits: a broken law is noticed, and all hold in a sound position."""

import pytest

from engine.games.anachrony.conservation import conservation
from tests.games.anachrony.table import give, in_turn


def sound():
    """A turn in Era 2: a Factory, a Superproject on the spots of the Labs, a Breakthrough, an Anomaly."""
    position = in_turn(era=2)
    return give(
        position,
        tiles={"factory_1": "fa_202", "lab_1": "welfare_society"},
        breakthroughs=["shape_2/icon_1"],
        anomalies=["power_plant_1"],
    )


def lose_a_building(state, player):
    state.unseen[0].pop()


def swap_buildings(state, player):
    state.unseen[0][0] = state.unseen[0][1]


def lose_a_superproject(state, player):
    state.superprojects_left.pop()


def build_without_owner(state, player):
    state.built_by[state.superprojects.index("welfare_society")] = -1


def move_half_a_superproject(state, player):
    player.spots[11], player.spots[10] = "welfare_society", ""


def build_for_another(state, player):
    state.built_by[state.superprojects.index("welfare_society")] = 1


def own_what_was_not_built(state, player):
    player.spots[9] = player.spots[10] = ""


def keep_a_breakthrough(state, player):
    player.breakthroughs[3] += 1


def print_a_breakthrough(state, player):
    player.breakthroughs[0] += state.breakthrough_supply[0] + 1
    state.breakthrough_supply[0] = -1


def print_an_anomaly(state, player):
    player.anomalies = [0] * (state.anomaly_supply + 2)
    state.anomaly_supply = -1


def lose_an_anomaly(state, player):
    player.anomalies.clear()


def draw_twice(state, player):
    state.recruit_cards_left = state.recruit_cards_left[:-2]


def overdraw_a_pool(state, player):
    state.recruit_pool[1] = -1


def overfill_the_mine(state, player):
    state.mine_pool.append("gold")


def share_a_hex(state, player):
    space = next(name for name, space in state.tables.spaces.items() if space.is_hex)
    for each in state.players:
        each.suits.append(space)
        each.powered -= 1


def stand_face_down(state, player):
    space = next(name for name, space in state.tables.spaces.items() if space.is_hex)
    player.suits.append(space)
    player.powered -= 1
    state.face_down[:] = [*state.face_down, space]


def lose_an_exosuit(state, player):
    player.powered -= 1


def power_beside_the_slots(state, player):
    player.glitch = [0, 1]
    player.powered, player.powered_glitch = 5, 1


def power_without_glitch(state, player):
    player.powered, player.powered_glitch = 5, 1


def owe(state, player):
    player.gold = -1


def be_fresh_and_gone(state, player):
    player.fresh[2] = 1


def have_no_morale(state, player):
    player.morale_step = 0


def travel_too_far(state, player):
    player.time_travel_step = 99


def focus_ahead(state, player):
    player.focus = 3


def warp_ahead(state, player):
    player.warped[0] = 3


def mark_twice(state, player):
    player.markers += ["a", "a"]


def cover_a_superproject(state, player):
    player.anomalies = [9]


def build_in_another_row(state, player):
    player.spots[4], player.spots[3] = "", ""
    player.spots[0] = "fa_202"


BROKEN = [
    (lose_a_building, "AN-3.1"),
    (swap_buildings, "AN-3.1"),
    (lose_a_superproject, "AN-3.1"),
    (build_without_owner, "AN-7.7.19"),
    (move_half_a_superproject, "AN-7.7.19"),
    (build_for_another, "AN-7.7.19"),
    (own_what_was_not_built, "AN-7.7.19"),
    (keep_a_breakthrough, "AN-3.3"),
    (print_a_breakthrough, "AN-3.3"),
    (print_an_anomaly, "AN-3.1"),
    (lose_an_anomaly, "AN-3.1"),
    (draw_twice, "AN-3.1"),
    (overdraw_a_pool, "AN-4.1"),
    (overfill_the_mine, "AN-4.1"),
    (share_a_hex, "AN-4.1"),
    (stand_face_down, "AN-4.1"),
    (lose_an_exosuit, "AN-4.2"),
    (power_beside_the_slots, "AN-7.1.10"),
    (power_without_glitch, "AN-7.1.10"),
    (owe, "AN-7.1.15"),
    (be_fresh_and_gone, "AN-4.2"),
    (have_no_morale, "AN-4.2"),
    (travel_too_far, "AN-4.2"),
    (focus_ahead, "AN-4.2"),
    (warp_ahead, "AN-4.2"),
    (mark_twice, "AN-4.4.5"),
    (cover_a_superproject, "AN-7.7.19"),
    (build_in_another_row, "AN-7.3.2"),
]


@pytest.mark.parametrize(("change", "law"), BROKEN, ids=[change.__name__ for change, _ in BROKEN])
def test_a_broken_law_is_noticed(change, law):
    """AN-3.1, AN-3.3, AN-4.1, AN-4.2, AN-4.4.5, AN-7.1.10, AN-7.1.15, AN-7.3.2, AN-7.7.19: and no other law with it."""
    state = sound().state
    assert list(conservation(state)) == []
    change(state, state.players[0])
    assert {told.partition(":")[0] for told in conservation(state)} == {law}


def test_a_supply_may_run_out():
    """AN-3.3: the last Breakthrough of a kind is held by somebody."""
    position = in_turn()
    copies = position.state.tables.all.counts["breakthrough_copies_each"]
    give(position, breakthroughs=["shape_2/icon_2"] * copies)
    assert 0 in position.state.breakthrough_supply
    assert list(conservation(position.state)) == []


@pytest.mark.parametrize("what", [{"morale_step": 1}, {"morale_step": 7}, {"time_travel_step": 8}, {"focus": 1}])
def test_what_is_just_within_the_limits(what):
    """AN-4.2: the ends of the tracks are places on them."""
    assert not list(conservation(give(sound(), **what).state))
