"""Sections 6B, 6D and 7E: rolls, copies, multipliers, shields, ships, Cerberus, the hammer."""

from collections import Counter

import pytest

from engine.games.dice_forge import blessings
from engine.games.dice_forge.items import BlessingDie, Face
from engine.games.dice_forge.queues import first
from engine.replay import replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from engine.snapshot import state_bytes
from events.vocabulary.dice_forge import (
    BoarReward,
    ChooseBlessingDie,
    ChooseFirstDie,
    CopyFace,
    DiceRolled,
    PassAction,
    PerformFeat,
    ResolveFace,
    ShipForge,
    ShipPass,
    UseCerberus,
    UseReinforcement,
    UseTriton,
)
from tests.games.dice_forge.table import (
    boar_table,
    in_step,
    minotaur,
    put,
    reserve,
    rewards,
    roll,
    rollers,
    sentinel,
    show,
    table,
    waits,
)

GLORY = ("glory_2", "glory_2")


def test_divine_and_minor():
    """DF-6.20, DF-6.21, DF-6.22, DF-8.10, DF-8.12: both dice, or the one that was chosen; faces show then."""
    game = table(3)
    game.when(None, DiceRolled(1, {"1": "gold_1", "2": "gold_1"}, "turn")).rejected("DF-8.10", player=1, expected=0)
    game.when(None, DiceRolled(0, {"1": "gold_1", "2": "gold_1"}, "oust")).rejected("DF-8.10")
    game.when(None, DiceRolled(0, {"1": "gold_1"}, "turn")).rejected("DF-8.10")
    game.when(None, DiceRolled(0, {"1": "gold_1", "3": "gold_1"}, "turn")).rejected(
        "DF-8.10", dice={"1": "gold_1", "3": "gold_1"}
    )
    game.when(None, DiceRolled(0, {"1": "moon_1", "2": "gold_1"}, "turn")).rejected("DF-8.11", die=1)
    game.when(0, DiceRolled(0, {"1": "sun_1", "2": "gold_1"}, "turn")).rejected("DF-8.1", actor=0)
    game.when(None, DiceRolled(0, {"1": "sun_1", "2": "glory_2"}, "turn")).accepted()
    assert game.state.players[0].up == ["sun_1", "glory_2"]
    game = in_step(put(table(3), 0, "0/0/0/0", ["silver_hind"]), "reinforcement")
    game.when(0, UseReinforcement("silver_hind", die=2)).accepted()
    game.when(None, DiceRolled(0, {"1": "gold_1"}, "silver_hind")).rejected("DF-8.10", dice={"1": "gold_1"})
    game.state.players[0].up[:] = ["sun_1", "moon_1"]
    game.when(None, DiceRolled(0, {"2": "glory_2"}, "silver_hind")).figures(0, vp=2, gold=0)
    assert game.state.players[0].up == ["sun_1", "glory_2"]


def test_chance_comes_first():
    """DF-8.2, DF-8.1: no decision while a roll is expected, no roll while a decision is."""
    game = put(table(3), 0, triton=1)
    game.when(0, PassAction()).rejected("DF-8.2", event="pass_action")
    game.when(0, UseTriton("sun")).rejected("DF-8.2")
    roll(game, GLORY, ("choice_1", "gold_1"))
    game.when(None, DiceRolled(1, {"1": "gold_1", "2": "gold_1"}, "turn")).rejected("DF-8.1")
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(None, DiceRolled(0, {"1": "sun_1", "2": "gold_1"}, "turn")).rejected("DF-8.1")


def test_a_series_is_resolved_one_by_one():
    """DF-6.23, DF-6.52, DF-7.68: the second blessing is rolled when the first is done."""
    game = in_step(put(table(3), 0, "0/0/6/0"))
    game.when(0, PerformFeat("cancer")).accepted()
    roll(game, ("choice_1", "glory_2"))
    assert waits(game, 0) == ["resolve_face"]
    game.when(0, ResolveFace(1, "sun")).accepted()
    assert rollers(game) == [0]
    roll(game, GLORY).figures(0, vp=6, sun=1)
    game.then(step="turn_end")


def test_a_minor_series_with_one_die():
    """DF-7.69, DF-7.52: the die is chosen once."""
    game = in_step(put(table(3), 0, "0/6/0/0"))
    game.when(0, PerformFeat("sphinx")).then(newest=BlessingDie(0))
    game.when(0, ChooseBlessingDie(3)).rejected("DF-7.52", die=3)
    game.when(1, ChooseBlessingDie(1)).rejected("DF-7.1", actor=1)
    game.legal(ChooseBlessingDie(1), ChooseBlessingDie(2)).when(0, ChooseBlessingDie(2)).accepted()
    for _ in range(4):
        roll(game, "glory_2")
    game.figures(0, vp=8).then(step="turn_end", blessing=None)


def test_triggers_come_in_turn_order():
    """DF-6.24, DF-6.30: boars rolled are due at once, to the owner."""
    game = boar_table()
    show(game, 0, "boar_red", "gold_1")
    roll(game, GLORY, ("boar_red", "gold_1"), ("boar_red", "gold_1"))
    assert rewards(game) == [["red", "red"], [], []]
    assert first(game.state, 0) == Face(0, 1, open=True)
    game.when(0, BoarReward("red", "sun")).rejected("DF-7.1", awaited=["face"], of=[0])


def test_each_receiver_as_far_as_nothing_waits():
    """DF-6.24, DF-6.36, DF-6.60: a tripled boar is due three times before the boar of the next in turn order."""
    game = put(boar_table(), 0, cards=["tenacious_boar_blue"])
    roll(game, ("gold_1", "gold_1"), ("boar_red", "triple"), ("boar_blue", "gold_1"))
    assert rewards(game)[0] == ["red", "red", "red", "blue"]
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=3)
    game.when(0, BoarReward("blue", "moon")).rejected("DF-7.1", expected="red")
    game.when(0, BoarReward("red", "moon")).figures(0, moon=1)


def test_copies_come_first():
    """DF-6.31, DF-6.60, DF-7.40: die 1, then die 2; nothing else before."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("mirror", "mirror"), ("sun_2", "glory_3"), ("gold_1", "moon_1"))
    game.when(0, CopyFace(2, "sun_2")).rejected("DF-7.1", expected=1)
    game.when(0, CopyFace(1, "gold_6")).rejected("DF-7.40", face="gold_6")
    game.when(0, CopyFace(1, "mirror")).rejected("DF-7.40")
    game.when(0, CopyFace(1, "glory_3")).figures(0, vp=0)
    game.when(0, CopyFace(2, "sun_2")).figures(0, vp=3, sun=2)


def test_a_single_copy_follows_by_rule():
    """DF-6.3: a single face to copy leaves no decision."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("mirror", "glory_2"), ("sun_1", "sun_1"), ("sun_1", "sun_1"))
    assert reserve(game, 0) == "0/1/0/2"


def test_triples():
    """DF-6.35, DF-11.5, DF-11.6: two do nothing; a copied one multiplies."""
    assert reserve(roll(put(table(3), 0, "0/0/0/0"), ("triple", "triple")), 0) == "0/0/0/0"
    game = roll(put(table(3), 0, "0/0/0/0"), ("mirror", "glory_2"), ("triple", "gold_1"))
    game.when(0, CopyFace(1, "triple")).figures(0, vp=6)


def test_fixed_faces_at_once_and_choices_later():
    """DF-6.38, DF-6.54, DF-7.42: a single combination is applied; the others wait in die order."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("choice_1", "sun_1"))
    game.figures(0, sun=1)
    game.legal(ResolveFace(1, "gold"), ResolveFace(1, "sun"), ResolveFace(1, "moon"), actor=0)
    game.when(0, ResolveFace(1)).rejected("DF-7.42", face="choice_1", take=None)
    game.when(0, ResolveFace(1, "glory")).rejected("DF-7.42", face="choice_1", take="glory")
    game.when(0, ResolveFace(1, "sun", to_hammer=1)).rejected("DF-7.42", most=0)
    game.when(0, ResolveFace(1, "sun", convert={"sun": 1})).rejected("DF-7.42", convert={"sun": 1})
    game.when(0, ResolveFace(2, "sun")).rejected("DF-7.1", expected=1)
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=2)


def test_a_waiting_face_is_looked_at_again():
    """DF-6.38, DF-6.68, DF-6.79: when the hammer is full, nothing is left to decide."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"], hammer=26)
    roll(game, ("gold_4", "gold_3"))
    game.when(0, ResolveFace(1, to_hammer=4)).figures(0, hammer=30, gold=3, vp=15).then(step="action")


def test_boar_rewards():
    """DF-6.40, DF-6.41, DF-7.43: sun, moon or three glory; what the roller takes is another matter."""
    game = roll(boar_table(), GLORY, ("gold_1", "gold_1"), ("boar_red", "gold_1"))
    game.when(0, BoarReward("red", "gold")).rejected("DF-7.43", resource="gold")
    game.when(0, BoarReward("blue", "sun")).rejected("DF-7.1")
    game.when(1, BoarReward("red", "sun")).rejected("DF-7.1", actor=1)
    game.when(0, BoarReward("red", "sun")).figures(0, sun=1)
    game.when(1, ResolveFace(1, "sun")).figures(1, sun=1)


def test_shields_last():
    """DF-6.43, DF-6.44, DF-6.46, DF-11.14: after the ordinary faces; of two, the second sees the first."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("shield_red", "shield_red"))
    assert reserve(game, 0) == "0/2/0/5"
    game = roll(put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"]), ("shield_yellow", "shield_yellow"))
    game.when(0, ResolveFace(1, to_hammer=3)).figures(0, hammer=3, gold=0, vp=5)


def test_ship_items():
    """DF-6.47, DF-7.44, DF-7.45, DF-11.4: one face a ship; two ships in succession."""
    game = roll(put(table(3), 0, "3/0/0/0"), ("ship", "ship"))
    game.when(0, ShipForge(2, "gold_4", 1, "gold_1")).rejected("DF-7.1", expected=1)
    game.when(0, ShipForge(1, "mirror", 1, "gold_1")).rejected("DF-7.21", face="mirror")
    game.when(0, ShipForge(1, "gold_4", 1, "sun_2")).rejected("DF-7.24", replaced="sun_2")
    game.when(0, ShipForge(1, "moon_2", 1, "gold_1")).rejected("DF-7.44", price=4, gold=3)
    game.when(0, ShipPass(2)).rejected("DF-7.1")
    game.when(0, ShipForge(1, "gold_4", 1, "gold_1")).figures(0, gold=2)
    other = game.fork()
    game.when(0, ShipForge(2, "gold_4", 1, "gold_1")).figures(0, gold=1, forged=2).then(step="action")
    other.when(0, ShipPass(2)).figures(0, gold=2, forged=1).then(step="action")


def test_order_of_ship_and_gold():
    """DF-6.37, DF-7.41: either die."""
    game = roll(put(table(3), 0, "12/0/0/0"), ("choice_1", "ship"))
    game.when(0, ChooseFirstDie(3)).rejected("DF-7.41", die=3)
    game.when(1, ChooseFirstDie(1)).rejected("DF-7.1")
    game.when(0, ChooseFirstDie(2)).accepted()
    assert waits(game, 0) == ["ship_forge", "ship_pass"]
    game.when(0, ShipPass(2)).accepted()
    assert waits(game, 0) == ["resolve_face"]


def test_the_order_is_asked_only_where_it_matters():
    """DF-6.37: not with a die that gives no gold, with one die alone, with two ships, or against the Minotaur."""
    for faces in (("ship", "sun_1"), ("ship", "shield_red"), ("ship", "triple"), ("ship", "ship")):
        game = roll(put(table(3), 0, "12/0/0/0"), faces)
        assert waits(game, 0) == ["ship_forge", "ship_pass"]
    game = roll(put(table(3), 0, "9/0/0/0"), ("ship", "shield_yellow"))
    assert waits(game, 0) == ["choose_first_die"]
    game = in_step(put(table(3), 0, "12/0/0/0", ["silver_hind"]), "reinforcement")
    game.when(0, UseReinforcement("silver_hind", die=2)).accepted()
    roll(game, "ship").when(0, ShipForge(1, "sun_2", 2, "gold_1")).rejected("DF-7.1", expected=2)
    game.when(0, ShipForge(2, "sun_2", 2, "gold_1")).figures(0, gold=6).then(step="action")
    game = roll(put(minotaur(), 1, "12/0/0/0"), ("ship", "gold_3"))
    game.figures(1, gold=9).then(step="turn_end")


def test_the_resolution_goes_on_as_rolled():
    """DF-6.49, DF-11.20: what a ship replaces still counts in this blessing."""
    game = roll(put(table(3), 0, "12/0/0/0"), ("ship", "gold_6"))
    game.when(0, ChooseFirstDie(1)).accepted()
    game.when(0, ShipForge(1, "sun_2", 2, "gold_6")).figures(0, gold=12, sun=0)


def test_an_opened_ship_stays_open():
    """DF-6.48, DF-11.42: a token may help the turn player; where it did not, passing is left."""
    game = put(table(3), 0, "0/0/0/0", triton=1)
    game.state.sanctuary |= {"gold_3": 0, "moon_1": 0}
    roll(game, ("ship", "glory_2"))
    game.not_legal(ShipForge(1, "gold_4", 1, "gold_1")).legal(ShipPass(1), UseTriton("gold"), actor=0)
    other = game.fork()
    game.when(0, UseTriton("gold")).legal(ShipForge(1, "gold_4", 1, "gold_1"))
    other.when(0, UseTriton("moon")).accepted()
    assert list(other.rules.legal(other.state)) == [(0, ShipPass(1))]


@pytest.mark.parametrize(("seat", "tokens"), [(0, 0), (1, 1)])
def test_a_ship_nobody_can_pay_for_is_skipped(seat, tokens):
    """DF-6.48, DF-11.40: nothing to pay with and no token, or a token of another than the turn player."""
    game = put(table(3), seat, "0/0/0/0", triton=tokens)
    game.state.sanctuary |= {"gold_3": 0, "moon_1": 0}
    roll(game, *[GLORY] * seat, ("ship", "glory_2")).figures(seat, vp=2).then(step="action")


def test_the_second_ship_is_looked_at_by_itself():
    """DF-6.48, DF-7.26: the first took the last gold; what it took has left the Sanctuary."""
    game = put(table(3), 0, "1/0/0/0")
    game.state.sanctuary |= {"gold_3": 0, "moon_1": 0}
    roll(game, ("ship", "ship")).when(0, ShipForge(1, "gold_4", 1, "gold_1")).figures(0, gold=0).then(step="action")
    assert game.state.sanctuary["gold_4"] == 3


def test_cerberus():
    """DF-6.50, DF-6.51, DF-7.46, DF-11.43: when all is done, once a roll; or not."""
    game = put(table(3), 0, "0/0/0/0", cerberus=2)
    game.when(0, UseCerberus(True)).rejected("DF-8.2")
    roll(game, GLORY)
    game.when(1, UseCerberus(True)).rejected("DF-7.1", actor=1)
    other = game.fork()
    game.when(0, UseCerberus(True)).figures(0, vp=4 + 4, cerberus=1).then(step="action")
    other.when(0, UseCerberus(False)).figures(0, vp=4, cerberus=2).then(step="action")


def test_cerberus_begins_anew():
    """DF-6.51: mirrors, multipliers, shields, the order of ship and gold, the hammer as if nothing had been before."""
    game = put(table(3), 0, "0/0/0/0", cerberus=1)
    roll(game, ("mirror", "glory_2"), ("triple", "moon_1"))
    game.when(0, CopyFace(1, "triple")).figures(0, vp=6).when(0, UseCerberus(True)).accepted()
    game.when(0, CopyFace(1, "moon_1")).figures(0, vp=6 + 2, moon=1).then(step="action")
    game = roll(put(table(3), 0, "0/0/0/0", cerberus=1), ("choice_1", "shield_red"))
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=1, vp=5).when(0, UseCerberus(True)).accepted()
    game.when(0, ResolveFace(1, "moon")).figures(0, sun=1 + 2, moon=1, vp=5).then(step="action")
    game = roll(put(table(3), 0, "12/0/0/0", cerberus=1), ("ship", "gold_3"))
    game.when(0, ChooseFirstDie(1)).accepted()
    game.when(0, ShipForge(1, "glory_4", 2, "gold_1")).figures(0, gold=2 + 3)
    game.when(0, UseCerberus(True)).figures(0, gold=5 + 3)
    game.when(0, ShipForge(1, "moon_1", 2, "gold_1")).figures(0, gold=8, forged=2).then(step="action")
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"], cerberus=1, hammer=28)
    roll(game, ("gold_1", "gold_1"))
    game.when(0, ResolveFace(1, to_hammer=1)).accepted()
    game.when(0, ResolveFace(2, to_hammer=1)).figures(0, hammer=30, gold=0, vp=15)
    game.when(0, UseCerberus(True)).figures(0, hammer=30, gold=2).then(step="action")


@pytest.mark.parametrize("asked", [True, False])
def test_cerberus_after_the_minotaur(asked):
    """DF-6.50, DF-11.21: an option."""
    game = put(minotaur(cerberus_on_minotaur=asked), 1, "5/0/0/0", cerberus=1)
    roll(game)
    assert waits(game, 1) == (["use_cerberus"] if asked else [])


def test_hammer_with_a_token():
    """DF-7.60, DF-6.75: its gold may be split."""
    game = in_step(put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"], triton=1))
    game.when(0, UseTriton("gold", to_hammer=7)).rejected("DF-7.60", most=6)
    game.when(0, UseTriton("gold", to_hammer=2)).figures(0, hammer=2, gold=4)


def test_gains_are_not_refused():
    """DF-6.71, DF-6.70: a full reserve loses the excess."""
    game = roll(put(table(3), 0, "0/6/6/0"), ("sun_2", "moon_2"))
    game.figures(0, sun=6, moon=6, lost_sun=2, lost_moon=2)
    roll(put(table(3), 0, "0/5/0/0"), ("sun_1", "gold_1")).not_entered(0, "lost_sun").entered(0, "sun", 1, source="die")


def test_losses():
    """DF-6.72, DF-11.30, DF-6.57: the resources available, including glory, never the hammer."""
    game = put(minotaur(), 1, "1/0/0/1", ["blacksmiths_hammer"], hammer=9)
    roll(game, ("gold_6", "glory_3"))
    assert reserve(game, 1) == "0/0/0/0"
    game.figures(1, hammer=9).entered(1, "vp", -1, source="minotaur")
    game = roll(minotaur(), ("choice_1", "gold_1"))
    game.when(1, ResolveFace(1, "sun", to_hammer=1)).rejected("DF-7.42", to_hammer=1)
    put(game, 1, cards=["blacksmiths_hammer"])
    game.when(1, ResolveFace(1, "gold", to_hammer=1)).rejected("DF-7.42", to_hammer=1)
    game.when(1, ResolveFace(1, "sun", convert={"sun": 1})).rejected("DF-7.42", convert={"sun": 1})
    game.when(1, ResolveFace(1, "sun")).figures(1, sun=0)


def test_conversion():
    """DF-6.55, DF-6.56, DF-7.72, DF-11.17, DF-11.18: units become glory; of a shield's reward as well."""
    game = roll(sentinel(conversion="unit"), ("sun_2", "shield_blue"))
    game.legal(*(ResolveFace(1, convert=part) for part in ({}, {"sun": 1}, {"sun": 2})), actor=0)
    game.when(0, ResolveFace(1, convert={"sun": 1})).figures(0, vp=2, sun=1)
    game.when(0, ResolveFace(2, convert={"moon": 2})).figures(0, vp=6, moon=0)


@pytest.mark.parametrize("seed", range(6))
def test_the_short_way_of_fixed_faces_is_the_long_way(seed, monkeypatch):
    """DF-6.24, DF-6.38: through the queues the same is entered, at the same records."""
    rules = ruleset("dice_forge")
    log = selfplay_log(rules, f"short-{seed}", 2 + seed % 3, {}, "sensible")
    short = replay(rules, log)
    monkeypatch.setattr(blessings, "_gains_all", lambda book, player, receiver: False)
    long = replay(rules, log)
    assert state_bytes(short.state) == state_bytes(long.state)
    assert [(e.seq, e.step, Counter(e.entries)) for e in short.entered] == [
        (e.seq, e.step, Counter(e.entries)) for e in long.entered
    ]
