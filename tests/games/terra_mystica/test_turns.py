"""Turns: who acts, how an action begins, how a turn ends (TM-6.4), and how turns are numbered (TM-9)."""

import pytest

from engine.games.terra_mystica.state import Followup
from events.vocabulary.terra_mystica import (
    AcceptPower,
    BuildDwelling,
    ChooseCultStep,
    Convert,
    Dig,
    EndTurn,
    Forfeit,
    Pass,
    PlaceBridge,
    PowerAction,
    SendPriest,
    SpecialAction,
    Transform,
    UpgradeStructure,
)
from tests.games.terra_mystica.table import has, position

FULL = (0, 0, 12)


def test_a_turn_begins():
    """TM-6.4.1: one action, nothing open, marks of late keys gone."""
    table = position("witches", "nomads", witches=has(dwelling="E9", bowls=FULL), nomads=has(late_keys=[0]))
    table.does("witches", PowerAction("power_spade"), Transform("F6", "forest", 1), EndTurn()).turn_of("nomads")
    table.then(actions_left=1, followup=Followup()).has("nomads", late_keys=[])


@pytest.mark.parametrize(
    ("action", "part"),
    [
        (PowerAction("power_spade"), "spades"),
        (PowerAction("power_bridge"), "bridge"),
        (SpecialAction("witches_stronghold"), "free_dwelling"),
    ],
)
def test_what_an_action_opens_must_be_closed(action, part):
    """TM-6.4.2, TM-6.4.3: mandatory parts: used or given up before the turn ends or another action begins."""
    table = position("witches", "nomads", witches=has(stronghold="E9", dwelling="C4", bowls=FULL), actions=2)
    table.does("witches", action)
    table.does("witches", EndTurn()).rejected("TM-6.4.5")
    table.does("witches", SendPriest("fire", 3)).rejected("TM-6.4.3", open=[part])
    table.does("witches", Forfeit(part), SendPriest("fire", 3), EndTurn()).turn_of("nomads")


def test_what_may_be_left_open():
    """TM-6.4.2: the dwelling after a transform is optional."""
    table = position("witches", "nomads", witches=has(dwelling="E9"))
    table.does("witches", Dig(1), Transform("F6", "forest", 1)).legal(BuildDwelling("F6"), EndTurn(), actor=0)
    table.does("witches", EndTurn()).turn_of("nomads")


def test_a_new_action_drops_what_the_last_one_allowed():
    """TM-6.4.3: `build_ok` and the hexes of the action before."""
    table = position("witches", "nomads", witches=has(dwelling="E9"), actions=2)
    table.does("witches", Dig(1), Transform("F6", "forest", 1), SendPriest("fire", 3))
    table.does("witches", BuildDwelling("F6")).rejected("TM-6.4.3", actions_left=0)


def test_one_action_a_turn():
    """TM-6.4.3: no second one."""
    table = position("witches", "nomads", witches=has(dwelling="E9"))
    table.does("witches", SendPriest("fire", 3), UpgradeStructure("E9", "trading_house")).rejected(
        "TM-6.4.3", actions_left=0
    )


def test_a_turn_needs_an_action():
    """TM-6.4.5: at least one; free decisions do not count."""
    table = position("witches", "nomads")
    table.does("witches", Convert("worker", 1, "coin", 1), EndTurn()).rejected("TM-6.4.5", actions_left=1)
    table.does("witches", SendPriest("fire", 3), EndTurn()).turn_of("nomads")


def test_loose_done():
    """TM-6.4.5: with `loose_done` a turn ends without an action."""
    table = position("witches", "nomads", options={"loose_done": True})
    table.does("witches", EndTurn()).turn_of("nomads")


def test_who_comes_next():
    """TM-6.4.5: in cyclic order, without those who have passed or dropped; it can be the same player."""
    table = position("witches", "nomads", "giants", "mermaids", order=("giants", "witches", "mermaids", "nomads"))
    table.turn_of("giants").does("giants", SendPriest("fire", 3), EndTurn()).turn_of("witches")
    table.player("mermaids").passed = table.player("nomads").dropped = True
    table.does("witches", SendPriest("air", 3), EndTurn()).turn_of("giants")
    table.player("witches").passed = True
    table.does("giants", SendPriest("fire", 2), EndTurn()).turn_of("giants")


def test_only_the_active_player_acts():
    """TM-7.0.2: others wait; and before the action phase nobody does."""
    table = position("witches", "nomads", nomads=has(bowls=FULL))
    for event in (
        EndTurn(),
        Dig(1),
        Pass("bonus_cult"),
        PowerAction("power_coins"),
        PlaceBridge("C2", "D3"),
        Forfeit("spades"),
    ):
        table.does("nomads", event).rejected("TM-7.0.2", to_move=0)


def test_events_that_are_rejected_change_nothing():
    """TM-7.0.3: with the clause that is broken, phase before availability before cost."""
    poor = position("witches", "nomads", witches=has(worker=0, coin=0), nomads=has(worker=0))
    poor.does("nomads", Dig(1)).rejected("TM-7.0.2")
    poor.does("witches", PowerAction("power_moon")).rejected("TM-7.7.1")
    poor.does("witches", PowerAction("power_coins")).rejected("TM-4.3.3")


def test_offers_do_not_stop_the_last_player():
    """TM-11.25: with deferred reactions they stay open over one turn of the same player after the other."""
    table = position(
        "witches",
        "nomads",
        witches=has(dwelling="E9"),
        nomads=has(dwelling="D7", passed=True),
        options={"reaction_timing": "deferred"},
    )
    table.does("witches", UpgradeStructure("E9", "trading_house"), EndTurn()).turn_of("witches").offers(("nomads", 1))
    table.does("witches", SendPriest("fire", 3), EndTurn()).offers(("nomads", 1))
    table.does("nomads", AcceptPower(1)).offers()


def test_conversions_with_loose_convert_phase():
    """TM-7.1.1: with the option also in phase 3, by the player whose spades are due."""
    options = {"loose_convert_phase": True}
    table = position("witches", "nomads", witches=has(dwelling="E9", cult="0/0/4/0"), options=options)
    table.does("witches", Pass("bonus_dwelling"))
    table.does("nomads", Pass("bonus_cult")).settled().then(phase="cult_bonus")
    table.does("witches", Convert("worker", 1, "coin", 1)).has("witches", worker=14)
    table.does("nomads", Convert("worker", 1, "coin", 1)).rejected("TM-7.0.2")
    strict = position("witches", "nomads", witches=has(dwelling="E9", cult="0/0/4/0"))
    strict.does("witches", Pass("bonus_dwelling"))
    strict.does("nomads", Pass("bonus_cult")).settled()
    strict.does("witches", Convert("worker", 1, "coin", 1)).rejected("TM-7.0.2", phase="cult_bonus")


# --- numbering ------------------------------------------------------------------------------------------------------


def place(table):
    turn = table.rules.turn(table.state)
    return turn.round, turn.cycle, turn.index


def test_turns_are_counted():
    """TM-9.3, TM-9.4, TM-9: over the game from 1, and within a round by the turns of the table."""
    table = position("witches", "nomads")
    assert place(table) == (1, 1, 1)
    table.does("witches", SendPriest("fire", 3), EndTurn())
    assert place(table) == (1, 1, 2)
    table.does("nomads", SendPriest("fire", 2), EndTurn())
    assert place(table) == (1, 2, 3)
    table.does("witches", Pass("bonus_dwelling"))
    assert place(table) == (1, 2, 4)
    table.does("nomads", SendPriest("fire", 2), EndTurn())
    assert place(table) == (1, 3, 5)
    table.does("nomads", Pass("bonus_cult")).settled()
    assert place(table) == (2, 1, 6)


def test_cycles_go_by_the_order_of_the_round():
    """TM-9.3: also when passing changes the order (TM-6.8.3)."""
    table = position("witches", "nomads", "giants", options={"turn_order": "pass_order"})
    table.does("witches", Pass("bonus_dwelling"))
    table.does("nomads", SendPriest("fire", 3), EndTurn())
    assert place(table) == (1, 1, 3)
    table.does("giants", SendPriest("fire", 2), EndTurn()).turn_of("nomads")
    assert place(table) == (1, 2, 4)


def test_rounds_and_phases():
    """TM-9.2, TM-9.5, TM-6.1: phase 3 belongs to its round; reactions to the turn in which they come."""
    table = position("witches", "nomads", witches=has(dwelling="E9", cult="0/0/4/0"), nomads=has(dwelling="D7"))
    table.does("witches", UpgradeStructure("E9", "trading_house"))
    turn = table.rules.turn(table.state)
    assert (turn.round, turn.index, turn.phase, turn.actors) == (1, 1, "action", (1,))
    table = position("witches", "nomads", witches=has(dwelling="E9", cult="0/0/4/0"))
    table.does("witches", Pass("bonus_dwelling"))
    table.does("nomads", Pass("bonus_cult")).settled()
    turn = table.rules.turn(table.state)
    assert (turn.round, turn.phase, turn.actors) == (1, "cult_bonus", (0,))


def test_the_round_of_face_down_tiles():
    """TM-9.2, TM-6.7.3: two tiles turned over mean round 3."""
    table = position("witches", "nomads", round=2)
    table.does("witches", Pass("bonus_dwelling"))
    table.does("nomads", Pass("bonus_cult")).settled().then(round=3)


def test_who_may_decide():
    """TM-7.18: the active player, those with offers, those with a step to choose; as they are enumerated."""
    table = position(
        "cultists",
        "nomads",
        "witches",
        cultists=has(dwelling="E9", cult_owed=[1]),
        nomads=has(dwelling="D7"),
        options={"reaction_timing": "deferred"},
    )
    table.does("cultists", UpgradeStructure("E9", "trading_house"))
    assert table.rules.turn(table.state).actors == (0, 1)
    assert {who for who, _ in table.rules.legal(table.state)} == {0, 1}
    table.does("cultists", ChooseCultStep("air"), EndTurn())
    assert table.rules.turn(table.state).actors == (1,)
