"""The worked examples of section 13 of the rulebook, EX-1 to EX-50, as they stand there."""

import pytest

from engine.games.dice_forge.copying import copyable
from engine.games.dice_forge.scoring import score, standings
from engine.games.dice_forge.turns import end_turn
from events.vocabulary.dice_forge import (
    AllocateGold,
    BoarReward,
    ChooseFirstDie,
    ChooseSatyrFaces,
    CopyFace,
    DiceRolled,
    EndReinforcement,
    ExtraAction,
    ForgeFace,
    PassAction,
    PerformFeat,
    ResolveFace,
    SanctuaryReduced,
    ShipForge,
    UseCerberus,
    UseReinforcement,
    UseTriton,
)
from tests.games.dice_forge.table import header, in_step, put, reserve, roll, show, table, waits
from tests.support import at_start

PLAIN = ("gold_1", "gold_1")
ADVANCED = {"card_set": "advanced"}
CUSTOM = {"card_set": "custom"}


def test_ex_1_setup():
    """DF-5.2, DF-5.3, DF-6.7."""
    start = at_start("dice_forge", header(4))
    assert [reserve(start, seat) for seat in range(4)] == ["3/0/0/0", "2/0/0/0", "1/0/0/0", "0/0/0/0"]
    assert start.state.rounds == 9
    assert all(len(cards) == 4 for cards in start.state.slots.values())
    assert [start.state.sanctuary[face] for face in ("gold_3", "sun_2", "gold_6", "all_1")] == [4, 4, 1, 1]
    start.legal(DiceRolled(0, {"1": "sun_1", "2": "glory_2"}, "turn"), actor=None)
    assert start.state.blessing.due == [0, 1, 2, 3]


def test_ex_2_two_players():
    """DF-5.5, DF-6.6: two pools are reduced by chance, and a turn begins with two blessings."""
    start = at_start("dice_forge", header(2))
    start.when(None, SanctuaryReduced(5, ("gold_6", "choice_1"))).accepted()
    start.when(None, SanctuaryReduced(10, ("glory_4", "all_1"))).accepted()
    assert start.state.sanctuary["gold_3"] == 2
    for _ in range(2):
        assert start.state.blessing.due == [0, 1]
        assert start.rules.turn(start.state).phase == f"blessing.{start.state.blessing_index}"
        roll(start, PLAIN, PLAIN)
    start.then(step="action").when(0, ForgeFace("gold_6", 1, "gold_1")).rejected("DF-7.21", face="gold_6")


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
    """DF-6.37: who would lose gold may sail first."""
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


def boar_table(**reserves):
    """P0 owns the red boar, P1 bears it; it is P2's turn."""
    game = put(table(3, turn=2, **ADVANCED), 0, reserves.get("owner", "0/0/0/0"), cards=["tenacious_boar_red"])
    game.state.gardens["boar_red"] = 0
    return put(game, 1, reserves.get("bearer", "0/0/0/0"))


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
    assert game.state.boars[0] == ["red", "red"]


def test_ex_18_owner_with_mirror_and_triple():
    """DF-11.10, DF-6.42: four rewards, and three shards."""
    game = roll(boar_table(), PLAIN, ("mirror", "triple"), ("boar_red", "gold_1"))
    game.when(0, CopyFace(1, "boar_red")).accepted()
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=3)
    assert game.state.boars[0] == ["red"] * 4
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


def minotaur(n=3, **options):
    """P0 has just bought the Minotaur; the others roll."""
    game = in_step(put(table(n, **options), 0, "0/3/0/0"))
    return game.when(0, PerformFeat("minotaur")).accepted()


def test_ex_22_minotaur():
    """DF-6.57, DF-6.72: losses, not below nothing."""
    game = put(put(minotaur(), 1, "4/0/0/7"), 2, "0/2/0/1")
    roll(game, ("gold_6", "glory_2_moon_2"), ("choice_1", "sun_1"))
    assert reserve(game, 1) == "0/0/0/5"
    assert reserve(game, 2) == "0/1/0/1"
    game.when(2, ResolveFace(1, "gold")).then(step="turn_end")
    assert reserve(game, 2) == "0/1/0/1"


def test_ex_23_minotaur_with_special_faces():
    """DF-6.57, DF-7.71: ships do nothing, boar rewards are not reversed."""
    groups = {"m4": "tenacious_boar", "s4": "minotaur", "m3": "silver_hind"}
    game = minotaur(**CUSTOM, groups=groups)
    put(put(game, 1, "2/1/0/0"), 2, "0/5/0/0", cards=["tenacious_boar_red"])
    roll(game, ("ship", "boar_red"), ("triple", "sun_1"))
    assert reserve(game, 2) == "0/2/0/0"
    game.when(1, ResolveFace(2, "moon")).accepted()
    assert reserve(game, 1) == "2/1/0/0"
    game.when(2, BoarReward("red", "glory")).accepted()
    assert reserve(game, 2) == "0/2/0/3"


def test_ex_24_minotaur_and_shield():
    """DF-6.57: the watched type was lost."""
    game = roll(put(minotaur(), 1, "0/3/0/4"), ("sun_1", "shield_red"))
    assert reserve(game, 1) == "0/2/0/0"


def hammers(n, position, gold=5, **options):
    return put(table(3, **options), 0, f"{gold}/0/0/0", ["blacksmiths_hammer"] * n, hammer_position=position)


def test_ex_25_hammer_lap():
    """DF-6.76: the goal is passed."""
    game = roll(hammers(1, 13), ("gold_4", "gold_1"))
    game.when(0, ResolveFace(1, to_hammer=4)).figures(0, hammer=17, vp=10).entered(0, "vp", 10, source="hammer_1")
    game.when(0, ResolveFace(2, to_hammer=0)).figures(0, gold=6)


def test_ex_26_hammer_second_card():
    """DF-6.77: from card to card on the platform only."""
    game = roll(hammers(2, 28, 0), ("gold_6", "glory_2"))
    game.when(0, ResolveFace(1, to_hammer=6)).figures(0, hammer=34, vp=17).entered(0, "vp", 15, source="hammer_2")
    game = roll(hammers(2, 28, 0, hammer_rule="printed"), ("gold_6", "glory_2"))
    game.when(0, ResolveFace(1, to_hammer=6)).rejected("DF-7.42", to_hammer=6, most=2)
    game.when(0, ResolveFace(1, to_hammer=2)).figures(0, hammer=30, vp=17, gold=4)
    game = roll(hammers(1, 28, 0), ("gold_6", "glory_2"))
    game.when(0, ResolveFace(1, to_hammer=3)).rejected("DF-7.42", most=2)


@pytest.mark.parametrize(("rule", "glory"), [("bga", 25), ("printed", 25), ("bga_legacy", 10)])
def test_ex_27_hammer_both_laps_at_once(rule, glory):
    """DF-6.76, DF-6.78."""
    game = roll(hammers(1, 12, 0, hammer_rule=rule), ("triple", "gold_6"))
    game.when(0, ResolveFace(2, to_hammer=18)).figures(0, hammer=30, vp=glory)


def test_ex_28_hammer_beyond_the_cap():
    """DF-6.75: what goes on the hammer does not pass through the reserve."""
    game = roll(hammers(1, 0, 12), ("gold_6", "glory_2"))
    other = game.fork()
    game.when(0, ResolveFace(1, to_hammer=6)).figures(0, lost_gold=0, hammer=6)
    other.when(0, ResolveFace(1, to_hammer=2)).figures(0, lost_gold=4, hammer=2)


def test_ex_29_chest():
    """DF-4.3: caps rise at once."""
    game = in_step(put(table(3), 0, "12/0/1/0"))
    game.when(0, PerformFeat("blacksmiths_chest")).accepted()
    player = game.state.players[0]
    assert (player.gold_cap, player.sun_cap, player.moon_cap) == (16, 9, 9)
    game = roll(put(table(3), 0, "12/0/0/0", ["blacksmiths_chest"]), ("gold_6", "glory_2"))
    game.figures(0, gold=16, lost_gold=2)


def test_ex_30_oust_and_great_bear():
    """DF-7.34, DF-7.35."""
    game = put(table(3, **ADVANCED), 0, "0/0/4/10", cards=["great_bear"])
    in_step(put(game, 1, "0/0/0/8", cards=["great_bear"] * 2, hero="portal_3"))
    game.when(0, PerformFeat("cerberus")).figures(0, moon=0, vp=13, cards=1).figures(1, vp=14)
    assert [player.hero for player in game.state.players] == ["portal_3", "start", "start"]
    assert (game.state.blessing.cause, game.state.blessing.due) == ("oust", [1])
    roll(game, ("gold_1", "glory_2"))
    assert reserve(game, 1) == "1/0/0/16"
    game.figures(0, cards=2, cerberus=1)


def test_ex_31_no_oust_on_the_own_portal():
    """DF-7.34: no move."""
    game = in_step(put(table(3), 0, "0/1/0/0", hero="portal_7"))
    game.when(0, PerformFeat("wild_spirits")).then(blessing=None)
    assert game.state.players[0].hero == "portal_7"


def test_ex_32_extra_action():
    """DF-6.14, DF-6.15."""
    game = in_step(put(table(3), 0, "0/3/0/0"))
    game.when(0, PerformFeat("wild_spirits")).then(step="extra_offer")
    assert reserve(game, 0) == "3/2/3/0"
    game.when(0, ExtraAction(True)).then(step="action", action_index=1)
    assert reserve(game, 0) == "3/0/3/0"
    game.legal(PerformFeat("satyrs")).when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("gold_1", "glory_2"), ("sun_1", "gold_1"))
    game.when(0, ChooseSatyrFaces(("gold_1", "gold_1"))).then(step="turn_end")
    game = in_step(put(table(3), 0, "0/2/0/0"))
    game.when(0, PerformFeat("wild_spirits")).figures(0, sun=1).then(step="turn_end")


def test_ex_33_triton_for_the_extra_action():
    """DF-7.60, DF-7.29."""
    game = in_step(put(table(3), 0, "0/0/0/0", triton_tokens=1), "extra_offer")
    game.when(0, ExtraAction(True)).rejected("DF-7.29", sun=0)
    other = game.fork()
    game.when(0, UseTriton("sun")).figures(0, sun=2, triton=0).then(step="extra_offer")
    game.when(0, ExtraAction(True)).figures(0, sun=0)
    other.when(0, UseTriton("gold")).figures(0, sun=0, gold=6).then(step="turn_end")


def satyrs(n):
    game = in_step(put(table(n), 0, "0/0/3/0"))
    return game.when(0, PerformFeat("satyrs")).accepted()


def test_ex_34_satyrs():
    """DF-7.70: a single pair is taken by rule; a mirror may be any face that can be copied, but only one."""
    assert reserve(roll(satyrs(2), ("gold_4", "triple")), 0) == "12/0/0/0"
    game = roll(show(satyrs(3), 0, "moon_2", "gold_1"), ("gold_6", "mirror"), ("sun_2", "glory_3"))
    for faces in (("gold_6", "sun_2"), ("sun_2", "glory_3"), ("sun_2", "sun_2"), ("moon_2", "gold_6")):
        game.legal(ChooseSatyrFaces(faces), ChooseSatyrFaces(faces[::-1]), actor=0)
    game.when(0, ChooseSatyrFaces(("moon_2", "moon_2"))).rejected("DF-7.70", faces=["moon_2", "moon_2"])


def test_ex_35_cerberus():
    """DF-6.51: the same roll again, with a new choice, once."""
    game = roll(put(table(3), 0, "0/0/0/0", cerberus_tokens=1), ("choice_1", "gold_1"))
    game.when(0, ResolveFace(1, "moon")).accepted()
    game.when(0, UseCerberus(True)).figures(0, cerberus=0)
    game.when(0, ResolveFace(1, "sun")).then(step="action")
    assert reserve(game, 0) == "2/1/1/0"


def test_ex_36_cerberus_with_boar():
    """DF-6.51: boar rewards are due again."""
    game = put(boar_table(), 1, cerberus_tokens=1)
    roll(game, PLAIN, ("gold_1", "moon_1"), ("boar_red", "gold_1"))
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(0, BoarReward("red", "glory")).accepted()
    game.when(1, UseCerberus(True)).accepted()
    game.when(0, BoarReward("red", "glory")).figures(0, vp=6)


def sentinel(**options):
    game = in_step(put(table(3, **ADVANCED, **options), 0, "0/0/6/0"))
    return put(game.when(0, PerformFeat("sentinel")).accepted(), 0, "0/0/0/0")


def test_ex_37_sentinel():
    """DF-6.56, DF-11.16: all or nothing per face, or per unit."""
    game = roll(sentinel(), ("moon_2", "sun_1"))
    game.when(0, ResolveFace(1, convert={"moon": 2})).figures(0, vp=4).entered(0, "vp", 4, source="sentinel")
    game.when(0, ResolveFace(2)).figures(0, sun=1)
    game = roll(sentinel(), ("all_1", "gold_1"))
    game.when(0, ResolveFace(1, convert={"sun": 1})).rejected("DF-7.42", convert={"sun": 1})
    game.when(0, ResolveFace(1, convert={"sun": 1, "moon": 1})).accepted()
    assert reserve(game, 0) == "2/0/0/5"
    game = roll(sentinel(conversion="unit"), ("all_1", "gold_1"))
    game.when(0, ResolveFace(1, convert={"sun": 1})).accepted()
    assert reserve(game, 0) == "2/0/1/3"
    game = roll(sentinel(), ("sun_2", "shield_red"))
    game.when(0, ResolveFace(1, convert={"sun": 2})).entered(0, "vp", 4, source="sentinel")
    game.figures(0, vp=9).entered(0, "vp", 5, source="shield")


def test_ex_38_cyclops_with_hammer():
    """DF-7.73: converted, or split with the hammer; not both."""
    from events.vocabulary.dice_forge import ChooseBlessingDie

    game = in_step(put(table(3, **ADVANCED), 0, "0/6/0/0", ["blacksmiths_hammer"], hammer_position=10))
    game.when(0, PerformFeat("cyclops")).accepted()
    game.when(0, ChooseBlessingDie(1)).accepted()
    roll(game, "gold_4")
    other = game.fork()
    game.when(0, ResolveFace(1, convert={"gold": 4})).figures(0, vp=4, gold=0)
    other.when(0, ResolveFace(1, convert={"gold": 1}, to_hammer=3)).rejected("DF-7.42")
    other.when(0, ResolveFace(1, to_hammer=3)).figures(0, hammer=13, gold=1)


def test_ex_39_typhon():
    """DF-7.75."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/5/5/0", discard=["gold_1"] * 7))
    game.when(0, PerformFeat("typhon")).figures(0, vp=7).entered(0, "vp", 7, source="typhon")
    score(game.state)
    game.figures(0, vp=23)


def end_of_turn(game):
    """The turn player passes, the next turn begins."""
    if game.state.step == "reinforcement":
        game.when(game.state.turn_player, EndReinforcement()).accepted()
    game.when(game.state.turn_player, PassAction()).settled()


def test_ex_40_seagull():
    """DF-7.74, DF-4.4: everybody holds the dice of the player before."""
    game = in_step(put(table(3, turn=1, **CUSTOM, groups={"m4": "magical_seagull"}), 1, "0/0/3/0"))
    game.when(1, PerformFeat("magical_seagull")).then(seagull_pending=1)
    game.settled().then(turn_player=2, dice_shifted=True, seagull_pending=0)
    show(put(game, 2, "2/0/0/0"), 0, "sun_2", "gold_1")
    assert "sun_2" in game.state.players[2].dice[0]
    roll(game, PLAIN, ("sun_2", "gold_1"), PLAIN)
    game.figures(0, sun=2)
    game.when(2, ForgeFace("gold_6", 1, "gold_1")).figures(2, forged=1)
    assert "gold_6" in game.state.players[1].dice[0]
    game.settled().then(turn_player=0, dice_shifted=False, round=2)


def test_ex_41_two_seagulls():
    """DF-6.5: one turn longer each."""
    game = in_step(put(table(3, turn=1, **CUSTOM, groups={"m4": "magical_seagull"}), 1, "0/2/6/0"))
    game.when(1, PerformFeat("magical_seagull")).accepted()
    game.when(1, ExtraAction(True)).accepted()
    game.when(1, PerformFeat("magical_seagull")).then(seagull_pending=2)
    game.settled().then(turn_player=2, dice_shifted=True, seagull_pending=1)
    end_of_turn(roll(game))
    game.then(turn_player=0, dice_shifted=True, seagull_pending=0)
    end_of_turn(roll(game))
    game.then(turn_player=1, dice_shifted=False, seagull_pending=0)


def test_ex_42_nymph_and_elder():
    """DF-7.17, DF-7.14, DF-6.11."""
    for moon, glory in ((4, 2), (5, 4)):
        game = table(3, **CUSTOM, groups={"s1": "nymph"})
        in_step(put(game, 0, f"0/0/{moon}/0", ["nymph"]), "reinforcement")
        game.when(0, UseReinforcement("nymph")).figures(0, vp=glory, moon=moon)
    game = in_step(put(table(3), 0, "7/0/0/0", ["elder", "elder"]), "reinforcement")
    game.when(0, UseReinforcement("elder")).then(step="reinforcement")
    game.when(0, UseReinforcement("elder")).figures(0, gold=1, vp=8).then(step="action")
    game = in_step(put(table(3), 0, "9/0/0/0", ["elder", "elder", "guardians_owl"]), "reinforcement")
    game.when(0, UseReinforcement("elder")).accepted()
    game.when(0, UseReinforcement("elder")).then(step="reinforcement")
    game.when(0, UseReinforcement("elder")).rejected("DF-7.13", card="elder")


def test_ex_43_offering():
    """DF-7.22, DF-7.26."""
    game = in_step(put(table(3), 0, "12/0/0/0"))
    for face in ("gold_4", "sun_1", "gold_6"):
        game.when(0, ForgeFace(face, 1, "gold_1")).accepted()
    game.figures(0, gold=2).when(0, ForgeFace("gold_4", 2, "gold_1")).rejected("DF-7.22", face="gold_4")
    game.when(0, ForgeFace("gold_3", 2, "gold_1")).figures(0, gold=0, forged=4).then(step="turn_end")


def test_ex_44_boar_face_stays():
    """DF-7.25."""
    game = in_step(show(put(table(3), 0, "6/0/0/0"), 0, "boar_red", "gold_1"))
    game.when(0, ForgeFace("gold_3", 1, "boar_red")).rejected("DF-7.25", replaced="boar_red")


def test_ex_45_conflict():
    """DF-6.64, DF-6.65: a ship and a mirror of different players."""
    game = roll(put(table(3, turn=1), 2, "5/0/0/0"), PLAIN, ("ship", "gold_1"), ("mirror", "gold_1"))
    assert game.rules.turn(game.state).actors == (2,)
    game.when(0, CopyFace(1, "ship")).rejected("DF-6.65", first=[2])
    game.when(2, ShipForge(1, "moon_2", 2, "gold_1")).accepted()
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


def test_ex_47_wrong_player_wrong_time():
    """DF-7.1, DF-8.11."""
    in_step(table(3)).when(1, ForgeFace("gold_3", 1, "gold_1")).rejected("DF-7.1", seat=1)
    table(3).when(None, DiceRolled(0, {"1": "gold_6", "2": "gold_1"}, "turn")).rejected("DF-8.11", face="gold_6")


@pytest.mark.parametrize(("tie_breaker", "ranks"), [("none", [1, 1, 3]), ("bga", [1, 2, 3])])
def test_ex_48_final_scoring(tie_breaker, ranks):
    """DF-10.2 to DF-10.5."""
    game = table(3, tie_breaker=tie_breaker)
    put(game, 0, "0/0/0/40", ["blacksmiths_hammer", "hydra", "elder"], discard=["gold_1"] * 8)
    put(game, 1, "0/0/0/52", ["ferryman", "blacksmiths_chest"], discard=["gold_1"] * 8)
    put(game, 2, "0/0/0/50")
    score(game.state)
    assert [(s.seat, s.vp, s.rank) for s in standings(game.state)] == list(
        zip((0, 1, 2), (66, 66, 50), ranks, strict=True)
    )


@pytest.mark.parametrize("auto", [True, False])
def test_ex_49_triton_at_the_end(auto):
    """DF-6.17."""
    game = table(3, **ADVANCED, triton_auto=auto)
    put(game, 0, "10/0/0/0", ["blacksmiths_hammer"], hammer_position=26, triton_tokens=1)
    game.state.round = 10
    end_turn(game.state)
    game.figures(0, hammer=30 if auto else 26, vp=15 if auto else 0, gold=12 if auto else 10)


def test_ex_50_monster_stack():
    """DF-5.9, DF-7.31."""
    game = in_step(put(table(3, **CUSTOM, groups={"m8": "monster_stack"}), 0, "0/5/5/0"))
    assert game.state.slots["m8"] == ["chimera", "harpy", "hydra"]
    game.when(0, PerformFeat("harpy")).rejected("DF-7.31", top="hydra")
    game.when(0, PerformFeat("hydra")).figures(0, cards=1)
    assert game.state.slots["m8"] == ["chimera", "harpy"]


def test_allocation_of_the_wild_spirits():
    """DF-7.54, DF-7.63: the gold may go on the hammer, after the moon."""
    game = in_step(put(table(3), 0, "0/1/0/0", ["blacksmiths_hammer"], hammer_position=28))
    game.when(0, PerformFeat("wild_spirits")).figures(0, moon=3, gold=0)
    game.when(0, AllocateGold(3)).rejected("DF-7.54", most=2)
    game.when(0, AllocateGold(2)).figures(0, gold=1, hammer=30, vp=15)
