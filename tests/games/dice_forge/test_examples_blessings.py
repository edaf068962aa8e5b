"""The worked examples of section 13 of the rulebook about blessings: faces alone and together, several players."""

import pytest

from engine.games.dice_forge.copying import copyable
from events.vocabulary.dice_forge import BoarReward, ChooseFirstDie, CopyFace, ResolveFace, ShipForge, UseReinforcement
from tests.games.dice_forge.table import PLAIN, boar_table, in_step, put, reserve, rewards, roll, show, table, waits


def test_ex_3_opening_blessing():
    """DF-6.38: fixed faces need no decision."""
    game = roll(table(3), ("sun_1", "glory_2"), PLAIN, ("gold_1", "moon_1"))
    assert [reserve(game, seat) for seat in range(3)] == ["3/1/0/2", "4/0/0/0", "2/0/1/0"]
    game.then(step="action", turn_player=0)


def test_ex_4_cap():
    """DF-6.70: what exceeds the cap is lost."""
    game = roll(put(table(3), 0, "11/0/0/0"), PLAIN)
    assert reserve(game, 0) == "12/0/0/0"
    game.figures(0, lost_gold=1).entered(0, "lost_gold", 1)


@pytest.mark.parametrize(("take", "after"), [("sun", "0/6/0/0"), ("gold", "3/4/0/0"), ("moon", "0/4/3/0")])
def test_ex_5_triple_and_choice(take, after):
    """DF-6.36: one choice, tripled."""
    game = roll(put(table(3), 0, "0/4/0/0"), ("triple", "choice_1"))
    game.when(0, ResolveFace(2, take)).figures(0, lost_sun=1 if take == "sun" else 0)
    assert reserve(game, 0) == after


def test_ex_6_triple_alone():
    """DF-6.35: a triple in a minor blessing does nothing."""
    game = in_step(put(table(3), 0, "0/0/0/0", cards=["silver_hind"]), "reinforcement")
    game.when(0, UseReinforcement("silver_hind", die=1)).accepted()
    roll(game, "triple").then(step="action")
    assert reserve(game, 0) == "0/0/0/0"


@pytest.mark.parametrize(("face", "after", "lost"), [("gold_4", "12/0/0/0", 2), ("glory_3", "2/0/0/9", 0)])
def test_ex_7_mirror_and_triple(face, after, lost):
    """DF-6.31, DF-6.35: first the copy, then the multiplier."""
    game = roll(put(table(3), 0, "2/0/0/0"), ("mirror", "triple"), ("gold_4", "glory_3"))
    game.when(0, CopyFace(1, face)).figures(0, lost_gold=lost)
    assert reserve(game, 0) == after


def test_ex_8_copied_choice():
    """DF-6.34: the copier chooses, and the other is not affected."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("mirror", "gold_1"), ("choice_2", "gold_1"))
    game.when(0, CopyFace(1, "choice_2")).accepted()
    game.when(0, ResolveFace(1, "moon")).accepted()
    assert reserve(game, 0) == "1/0/2/0"
    assert waits(game, 1) == ["resolve_face"]
    assert reserve(game, 1) == "3/0/0/0"


def test_ex_9_two_mirrors_on_the_table():
    """DF-6.32: the domain of copies."""
    game = show(show(table(2), 0, "mirror", "gold_1"), 1, "mirror", "sun_2")
    assert copyable(game.state, 0) == copyable(game.state, 1) == ["gold_1", "sun_2"]
    game = show(show(table(2), 0, "mirror", "mirror"), 1, "sun_2", "gold_4")
    assert copyable(game.state, 0) == ["gold_4", "sun_2"]
    game = roll(put(table(2), 0, "0/0/0/0"), ("mirror", "mirror"), ("sun_2", "gold_4"))
    game.when(0, CopyFace(1, "sun_2")).accepted()
    game.when(0, CopyFace(2, "sun_2")).accepted()
    assert reserve(game, 0) == "0/4/0/0"


def test_ex_10_nothing_to_copy():
    """DF-6.33: no item is opened."""
    game = table(2)
    before = [reserve(game, 0), reserve(game, 1)]
    roll(game, ("mirror", "mirror"), ("mirror", "mirror")).then(blessing_index=2)
    assert [reserve(game, 0), reserve(game, 1)] == before


def test_ex_11_ship():
    """DF-6.47: a discount of two."""
    game = roll(put(table(3), 0, "6/0/0/0"), ("ship", "glory_2"))
    game.when(0, ShipForge(1, "sun_2", 2, "gold_1")).figures(0, forged=1)
    assert reserve(game, 0) == "0/0/0/2"
    assert game.state.players[0].up[1] == "sun_2"


def test_ex_12_ship_and_triple():
    """DF-6.47: a discount of six; no price is below nothing."""
    game = roll(put(table(3), 0, "6/0/0/0"), ("ship", "triple"))
    cheap = game.fork()
    game.when(0, ShipForge(1, "glory_4", 2, "gold_1")).accepted()
    assert reserve(game, 0) == "0/0/0/0"
    cheap.when(0, ShipForge(1, "moon_1", 2, "gold_1")).accepted()
    assert reserve(cheap, 0) == "6/0/0/0"


def test_ex_13_ship_near_the_cap():
    """DF-6.37: a player who would lose gold may sail first."""
    game = roll(put(table(3), 0, "10/0/0/0"), ("ship", "gold_3"))
    assert waits(game, 0) == ["choose_first_die"]
    ship_first = game.fork()
    game.when(0, ChooseFirstDie(2)).figures(0, gold=12, lost_gold=1)
    game.when(0, ShipForge(1, "sun_2", 2, "gold_1")).figures(0, gold=6)
    ship_first.when(0, ChooseFirstDie(1)).figures(0, gold=10)
    ship_first.when(0, ShipForge(1, "sun_2", 2, "gold_1")).figures(0, gold=7, lost_gold=0)
    game = roll(put(table(3), 0, "8/0/0/0"), ("ship", "gold_3"))
    assert waits(game, 0) == ["ship_forge", "ship_pass"]
    game.figures(0, gold=11)


def test_ex_14_ship_not_affordable():
    """DF-6.48: without a face to pay for, the item is skipped."""
    game = roll(put(table(3), 1, "0/0/0/0"), PLAIN, ("ship", "sun_1"))
    game.legal(ShipForge(1, "gold_3", 2, "gold_1"), ShipForge(1, "moon_1", 2, "gold_1"), actor=1)
    game = put(table(3), 1, "0/0/0/0")
    game.state.sanctuary |= {"gold_3": 0, "moon_1": 0}
    roll(game, PLAIN, ("ship", "sun_1")).then(step="action")
    assert reserve(game, 1) == "0/1/0/0"


@pytest.mark.parametrize("first", [0, 1])
def test_ex_15_boar(first):
    """DF-6.40: roller and owner gain; either may answer first."""
    game = roll(boar_table(), PLAIN, ("gold_1", "moon_1"), ("boar_red", "gold_1"))
    answers = {0: BoarReward("red", "glory"), 1: ResolveFace(1, "moon")}
    game.figures(1, gold=1).legal(answers[0], actor=0).legal(answers[1], actor=1)
    for seat in (first, 1 - first):
        game.when(seat, answers[seat]).accepted()
    game.figures(1, moon=1).figures(0, vp=3).entered(0, "vp", 3, source="boar")


def test_ex_16_boar_and_triple():
    """DF-6.36: three shards, three rewards."""
    game = roll(boar_table(), PLAIN, ("gold_1", "moon_1"), ("boar_red", "triple"))
    game.when(1, ResolveFace(1, "sun")).figures(1, sun=3)
    for resource in ("sun", "moon", "glory"):
        game.when(0, BoarReward("red", resource)).accepted()
    game.figures(0, sun=1, moon=2, vp=3).then(step="action")


def test_ex_17_boar_copied():
    """DF-11.10: bearer and copier, two rewards."""
    game = roll(boar_table(), ("mirror", "gold_1"), ("gold_1", "moon_1"), ("boar_red", "gold_1"))
    game.when(2, CopyFace(1, "boar_red")).accepted()
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(2, ResolveFace(1, "moon")).accepted()
    assert rewards(game)[0] == ["red", "red"]


def test_ex_18_owner_with_mirror_and_triple():
    """DF-11.10, DF-6.42: four rewards, and three shards."""
    game = roll(boar_table(), PLAIN, ("mirror", "triple"), ("boar_red", "gold_1"))
    game.when(0, CopyFace(1, "boar_red")).accepted()
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=3)
    assert rewards(game)[0] == ["red"] * 4
    for _ in range(4):
        game.when(0, BoarReward("red", "sun")).accepted()
    game.figures(0, sun=6, lost_sun=1)


@pytest.mark.parametrize(
    ("faces", "after"),
    [
        (("sun_2", "shield_red"), "0/2/0/5"),
        (("gold_4", "shield_red"), "4/2/0/0"),
        (("all_1", "shield_green"), "1/1/1/6"),
    ],
)
def test_ex_19_shield_a_and_b(faces, after):
    """DF-6.44: what the other die gives decides."""
    assert reserve(roll(put(table(3), 0, "0/0/0/0"), faces), 0) == after


@pytest.mark.parametrize(("take", "after"), [("gold", "1/0/0/5"), ("moon", "3/0/1/0")])
def test_ex_20_shield_and_choice(take, after):
    """DF-6.44: the type that was chosen."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("choice_1", "shield_yellow"))
    game.when(0, ResolveFace(1, take)).accepted()
    assert reserve(game, 0) == after


def test_ex_21_shield_b_tripled_and_alone():
    """DF-6.45."""
    assert reserve(roll(put(table(3), 0, "0/0/0/0"), ("triple", "shield_yellow")), 0) == "9/0/0/0"
    game = in_step(put(table(3), 0, "0/0/0/0", cards=["silver_hind"]), "reinforcement")
    game.when(0, UseReinforcement("silver_hind", die=2)).accepted()
    assert reserve(roll(game, "shield_green"), 0) == "0/0/0/3"


def test_ex_45_conflict():
    """DF-6.64, DF-6.65: a ship and a mirror of different players."""
    game = roll(put(table(3, turn=1), 2, "5/0/0/0"), PLAIN, ("ship", "gold_1"), ("mirror", "gold_1"))
    assert game.rules.turn(game.state).actors == (2,)
    game.when(0, CopyFace(1, "ship")).rejected("DF-6.65", first=[2])
    game.when(2, ShipForge(1, "moon_2", 2, "gold_1")).figures(2, gold=5 + 1 - 4)
    assert copyable(game.state, 0) == ["gold_1", "moon_2", "ship"]
    game.legal(CopyFace(1, "ship"), CopyFace(1, "moon_2"), CopyFace(1, "gold_1"), actor=0)


def test_ex_46_no_conflict():
    """DF-6.63: free order, ships last."""
    game = roll(table(3, turn=1), ("choice_1", "ship"), ("choice_1", "gold_1"))
    other = game.fork()
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(1, ShipForge(2, "gold_3", 2, "gold_1")).rejected("DF-6.63", first=[2])
    game.when(2, ResolveFace(1, "sun")).accepted()
    game.when(1, ShipForge(2, "gold_3", 2, "gold_1")).accepted()
    other.when(2, ResolveFace(1, "sun")).accepted()
    other.when(1, ResolveFace(1, "sun")).accepted()
