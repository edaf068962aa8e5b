"""Section 6C: pending items of several players, who may answer, and Triton tokens meanwhile."""

import pytest
from msgspec import structs

from engine.games.dice_forge.items import GoldSplit, Roll
from engine.games.dice_forge.queues import may_act, too_early
from events.vocabulary.dice_forge import (
    BoarReward,
    ChooseBearer,
    ChooseFirstDie,
    ChooseSatyrFaces,
    CopyFace,
    ForgeFace,
    PassAction,
    PerformFeat,
    ResolveFace,
    ShipPass,
    UseCerberus,
    UseTriton,
)
from tests.games.dice_forge.table import (
    ADVANCED,
    boar_table,
    in_step,
    minotaur,
    put,
    reserve,
    roll,
    show,
    table,
    waits,
)

GLORY = ("glory_2", "glory_2")


def test_a_face_behind_the_head_is_not_looked_at():
    """DF-6.68, DF-7.60: a token fills the hammer; the other die follows by rule when its turn has come."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"], hammer=28, triton=1)
    roll(game, ("choice_1", "gold_4"))
    game.when(0, UseTriton("gold", to_hammer=2)).figures(0, hammer=30, gold=4)
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=1, gold=8).then(step="action")


def test_free_order():
    """DF-6.62, DF-6.63, DF-6.61: without a conflict anybody may answer; ships wait for the others."""
    game = roll(put(table(3), 1, "6/0/0/0"), ("choice_1", "gold_1"), ("ship", "gold_1"), ("choice_1", "gold_1"))
    assert not may_act(game.state, 1)
    assert too_early(game.state, 1) == "DF-6.63"
    game.when(1, ShipPass(1)).rejected("DF-6.63", first=[0, 2])
    game.when(2, ResolveFace(1, "sun")).accepted()
    game.when(0, ResolveFace(1, "sun")).accepted()
    game.when(1, ShipPass(1)).accepted()


def test_ships_do_not_wait_for_second_faces():
    """DF-6.63: nor for shields; for a first face they do."""
    game = put(put(table(3), 1, "6/0/0/0"), 0, "0/0/0/0", ["blacksmiths_hammer"])
    roll(game, ("gold_1", "gold_1"), ("ship", "gold_1"))
    game.when(1, ShipPass(1)).rejected("DF-6.63", first=[0])
    game.when(0, ResolveFace(1)).accepted()
    game.when(1, ShipPass(1)).accepted()
    assert waits(game, 0) == ["resolve_face"]
    game = put(put(table(3), 1, "6/0/0/0"), 0, "0/0/0/0", ["blacksmiths_hammer"])
    roll(game, ("shield_yellow", "glory_2"), ("ship", "gold_1")).when(1, ShipPass(1)).accepted()


def test_ships_in_free_order():
    """DF-6.63: several ships, whose heads all are, are answered from the turn player on."""
    game = table(3, turn=1, simultaneous_order="free")
    roll(put(put(game, 1, "6/0/0/0"), 0, "6/0/0/0"), ("gold_1", "ship"), ("choice_1", "gold_1"), ("ship", "gold_1"))
    game.when(0, ShipPass(1)).rejected("DF-6.63", first=[2])
    game.when(2, ResolveFace(1, "sun")).accepted()
    game.when(0, ShipPass(1)).rejected("DF-6.63", first=[1])
    assert (waits(game, 0), waits(game, 1)) == ([], ["ship_forge", "ship_pass"])
    game.when(1, ShipPass(2)).accepted()
    game.when(0, ShipPass(1)).then(step="action")


@pytest.mark.parametrize("order", ["auto", "free"])
def test_rewards_come_before_ships(order):
    """DF-6.60, DF-6.63: a player's own reward before the ship; while it waits, so do the ships of others."""
    game = boar_table()
    game.state.options = structs.replace(game.state.options, simultaneous_order=order)
    roll(put(put(game, 0, "6/0/0/0"), 2, "6/0/0/0"), ("gold_1", "ship"), ("ship", "sun_1"), ("boar_red", "gold_1"))
    if order == "auto":
        game.when(2, ShipPass(2)).accepted()
        game.when(0, ShipPass(1)).rejected("DF-7.1", awaited=["reward"])
        game.when(0, BoarReward("red", "moon")).accepted()
        game.when(0, ShipPass(1)).accepted()
        game.when(1, ResolveFace(1, "sun")).then(step="action")
        return
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(0, ShipPass(1)).rejected("DF-7.1", awaited=["reward"])
    game.when(2, ShipPass(2)).rejected("DF-6.63", first=[0])
    game.when(0, BoarReward("red", "moon")).accepted()
    game.when(0, ShipPass(1)).rejected("DF-6.63", first=[2])
    game.when(2, ShipPass(2)).accepted()
    game.when(0, ShipPass(1)).then(step="action")


def test_a_ship_put_first_is_a_ship_like_any_other():
    """DF-6.37, DF-6.60, DF-6.63: it waits for the others, and comes before a reward."""
    game = put(boar_table(), 0, "12/0/0/0")
    roll(game, ("gold_1", "gold_1"), ("ship", "gold_3"), ("boar_red", "gold_1"))
    game.when(0, ChooseFirstDie(1)).accepted()
    game.when(0, ShipPass(1)).rejected("DF-6.63", first=[1])
    game.when(0, BoarReward("red", "moon")).rejected("DF-7.1", awaited=["ship"])
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(0, ShipPass(1)).figures(0, gold=12, lost_gold=3)
    game.when(0, BoarReward("red", "moon")).then(step="action")


def test_orders_by_option():
    """DF-6.62, DF-6.64, DF-6.65: always strict, or never."""
    rolls = (("gold_1", "gold_1"), ("ship", "gold_1"), ("mirror", "gold_1"))
    free = roll(table(3, simultaneous_order="free"), *rolls)
    free.legal(CopyFace(1, "ship"), actor=2)
    strict = roll(table(3, simultaneous_order="sequential"), ("choice_1", "gold_1"), ("choice_1", "gold_1"))
    strict.when(1, ResolveFace(1, "sun")).rejected("DF-6.65", first=[0])
    strict.when(0, ResolveFace(1, "sun")).accepted()
    strict.when(1, ResolveFace(1, "sun")).accepted()


@pytest.mark.parametrize(("order", "clause"), [("sequential", "DF-6.65"), ("auto", None)])
def test_orders_in_other_blessings(order, clause):
    """DF-6.62, DF-6.65: after Satyrs and against the Minotaur the option holds as well."""
    game = in_step(put(table(3, simultaneous_order=order), 0, "0/0/3/0"))
    game.state.players[2].cards.append("tenacious_boar_red")
    game.when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("boar_red", "gold_1"), ("glory_3", "sun_1"))
    game.when(0, ChooseSatyrFaces(("boar_red", "sun_1"))).accepted()
    early = game.when(2, BoarReward("red", "sun"))
    early.accepted() if clause is None else early.rejected(clause, first=[0])
    game = roll(minotaur(simultaneous_order=order), ("choice_1", "gold_1"), ("choice_1", "gold_1"))
    early = game.when(2, ResolveFace(1, "sun"))
    early.accepted() if clause is None else early.rejected(clause, first=[1])


def test_an_earlier_player_comes_back():
    """DF-6.65, DF-6.68: a copied boar brings its owner to the head; waiting items are not tested."""
    game = put(boar_table(), 1, "12/0/0/0")
    show(game, 0, "boar_red", "gold_1")
    game.state.turn_player = 0
    game.state.order = [0, 1, 2]
    game.state.agenda[2:] = [Roll(None, 2), Roll(None, 1), Roll(None, 0)]
    roll(game, ("ship", "gold_1"), ("mirror", "moon_1"), ("gold_1", "gold_1"))
    before = reserve(game, 2)
    game.when(0, ShipPass(1)).accepted()
    assert reserve(game, 2) == before
    show(game, 0, "boar_red", "gold_1")
    game.when(1, CopyFace(1, "boar_red")).accepted()
    assert game.rules.turn(game.state).actors == (0,)
    game.when(1, ResolveFace(1, "sun")).rejected("DF-6.65", first=[0])


def test_free_answers_commute():
    """DF-6.67: the order of answers does not change the result."""
    rolls = (("choice_1", "gold_1"), ("choice_2", "gold_1"), ("choice_1", "glory_2"))
    one, other = roll(table(3), *rolls), roll(table(3), *rolls)
    answers = [(0, ResolveFace(1, "sun")), (1, ResolveFace(1, "gold")), (2, ResolveFace(1, "moon"))]
    for seat, answer in answers:
        one.when(seat, answer).accepted()
    for seat, answer in reversed(answers):
        other.when(seat, answer).accepted()
    assert one.state == other.state


def test_triton_during_own_items_only():
    """DF-6.66, DF-7.60, DF-11.29: not while only others have something to answer."""
    game = put(table(3), 0, "0/0/0/0", triton=1)
    roll(game, GLORY, ("choice_1", "gold_1"))
    game.when(0, UseTriton("sun")).rejected("DF-7.60", tokens=1)
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(1, UseTriton("sun")).rejected("DF-7.60", seat=1)
    game.when(0, UseTriton("glory")).rejected("DF-7.60", resource="glory")
    game.when(0, UseTriton("sun", to_hammer=1)).rejected("DF-7.60", most=0)
    game.when(0, UseTriton("moon")).figures(0, moon=2, triton=0)
    game.when(0, UseTriton("sun")).rejected("DF-7.60", tokens=0)
    game = roll(put(table(3), 1, triton=1), ("choice_1", "gold_1"), ("choice_1", "gold_1"))
    game.when(1, UseTriton("sun")).rejected("DF-7.60", seat=1, tokens=1)


def test_triton_while_a_decision_of_a_card_is_open():
    """DF-7.60, DF-6.3: in one's own; not in that of another. What the token leaves one answer follows by rule."""
    game = in_step(put(table(3), 0, "0/1/0/0", ["blacksmiths_hammer"], hammer=28, triton=2))
    game.when(0, PerformFeat("wild_spirits")).then(newest=GoldSplit(0))
    game.legal(UseTriton("sun"), actor=0).when(0, UseTriton("sun")).then(newest=GoldSplit(0))
    game.when(0, UseTriton("gold", to_hammer=2)).figures(0, hammer=30, gold=4 + 3).then(step="extra_offer")
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/3/0", triton=1))
    game.when(0, PerformFeat("tenacious_boar_red")).accepted()
    game.legal(UseTriton("sun"), actor=0).when(0, ChooseBearer(1)).accepted()
    game.not_legal(UseTriton("sun")).when(0, UseTriton("sun")).rejected("DF-7.60", seat=0)


def test_who_shows_what_is_rejected_first():
    """DF-7.1, DF-7.7: the wrong moment comes before what is wrong with the event."""
    game = roll(table(3), GLORY)
    game.when(2, ForgeFace("nonsense", 7, "x")).rejected("DF-7.1", actor=2)
    game.when(None, PassAction()).rejected("DF-7.1", actor=None)
    game.when(7, PassAction()).rejected("DF-7.1", actor=7)
    game.when(0, UseCerberus(True)).rejected("DF-7.1", awaited=["action"], of=[0])
