"""The worked examples of section 13 of the rulebook about cards, the hammer and tokens."""

import pytest

from engine.games.dice_forge.scoring import score
from events.vocabulary.dice_forge import (
    BoarReward,
    ChooseBlessingDie,
    ChooseSatyrFaces,
    EndReinforcement,
    ExtraAction,
    ForgeFace,
    PassAction,
    PerformFeat,
    ResolveFace,
    UseCerberus,
    UseReinforcement,
)
from tests.games.dice_forge.table import (
    ADVANCED,
    CUSTOM,
    PLAIN,
    boar_table,
    in_step,
    minotaur,
    offered,
    put,
    reserve,
    roll,
    rollers,
    sentinel,
    show,
    table,
)


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
    return put(table(3, **options), 0, f"{gold}/0/0/0", ["blacksmiths_hammer"] * n, hammer=position)


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


@pytest.mark.parametrize(
    ("rule", "position", "glory"), [("bga", 42, 25), ("bga_legacy", 42, 10), ("bga_legacy", 28, 25)]
)
def test_hammer_goals_of_the_second_card(rule, position, glory):
    """DF-6.78: the old bug takes lap II of any card; lap II of one card and lap I of the next pay as usual."""
    game = roll(hammers(2, position, 0, hammer_rule=rule), ("triple", "gold_6"))
    game.when(0, ResolveFace(2, to_hammer=18)).figures(0, hammer=position + 18, vp=glory)


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
    roll(game.settled(), PLAIN, PLAIN, ("gold_6", "glory_2")).figures(0, gold=16, lost_gold=2)


def test_ex_30_oust_and_great_bear():
    """DF-7.34, DF-7.35."""
    game = put(table(3, **ADVANCED), 0, "0/0/4/10", cards=["great_bear"])
    in_step(put(game, 1, "0/0/0/8", cards=["great_bear"] * 2, hero="portal_3"))
    game.when(0, PerformFeat("cerberus")).figures(0, moon=0, vp=13, cards=1).figures(1, vp=14)
    assert [player.hero for player in game.state.players] == ["portal_3", "start", "start"]
    assert (game.state.blessing.cause, rollers(game)) == ("oust", [1])
    roll(game, ("gold_1", "glory_2"))
    assert reserve(game, 1) == "1/0/0/16"
    game.figures(0, cards=2, cerberus=1)


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
    game = roll(put(table(3), 0, "0/0/0/0", cerberus=1), ("choice_1", "gold_1"))
    game.when(0, ResolveFace(1, "moon")).accepted()
    game.when(0, UseCerberus(True)).figures(0, cerberus=0)
    game.when(0, ResolveFace(1, "sun")).then(step="action")
    assert reserve(game, 0) == "2/1/1/0"


def test_ex_36_cerberus_with_boar():
    """DF-6.51: boar rewards are due again."""
    game = put(boar_table(), 1, cerberus=1)
    roll(game, PLAIN, ("gold_1", "moon_1"), ("boar_red", "gold_1"))
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(0, BoarReward("red", "glory")).accepted()
    game.when(1, UseCerberus(True)).accepted()
    game.when(0, BoarReward("red", "glory")).figures(0, vp=6)


def test_ex_37_sentinel():
    """DF-6.56, DF-11.16: all or nothing per face, or per unit."""
    game = roll(sentinel(), ("moon_2", "sun_1"))
    game.when(0, ResolveFace(1, convert={"moon": 2})).figures(0, vp=4).entered(0, "vp", 4, source="sentinel")
    game.when(0, ResolveFace(2)).figures(0, sun=1)
    game = roll(sentinel(), ("all_1", "gold_1"))
    assert offered(game, 0) == {ResolveFace(1), ResolveFace(1, convert={"sun": 1, "moon": 1})}
    game.when(0, ResolveFace(1, convert={"sun": 1})).rejected("DF-7.42", convert={"sun": 1})
    game.when(0, ResolveFace(1, convert={"sun": 1, "moon": 1})).accepted()
    assert reserve(game, 0) == "2/0/0/5"
    game = roll(sentinel(conversion="unit"), ("all_1", "gold_1"))
    parts = ({}, {"sun": 1}, {"moon": 1}, {"sun": 1, "moon": 1})
    assert offered(game, 0) == {ResolveFace(1, convert=part) for part in parts}
    game.when(0, ResolveFace(1, convert={"sun": 1})).accepted()
    assert reserve(game, 0) == "2/0/1/3"
    game = roll(sentinel(), ("sun_2", "shield_red"))
    game.when(0, ResolveFace(1, convert={"sun": 2})).entered(0, "vp", 4, source="sentinel")
    game.figures(0, vp=9).entered(0, "vp", 5, source="shield")


def test_ex_38_cyclops_with_hammer():
    """DF-7.73: converted, or split with the hammer; not both."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/6/0/0", ["blacksmiths_hammer"], hammer=10))
    game.when(0, PerformFeat("cyclops")).accepted()
    game.when(0, ChooseBlessingDie(1)).accepted()
    roll(game, "gold_4")
    assert offered(game, 0) == {ResolveFace(1, to_hammer=n) for n in range(5)} | {ResolveFace(1, convert={"gold": 4})}
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
    put(put(put(game, 0, "0/0/0/0"), 1, "0/0/0/0"), 2, "2/0/0/0")
    roll(game, ("gold_1", "glory_3"), ("sun_2", "gold_1"), ("gold_1", "moon_2"))
    owners = {face: player.seat for player in game.state.players for die in player.dice for face in die}
    assert [owners[face] for face in ("sun_2", "moon_2", "glory_3")] == [2, 0, 1]
    assert [reserve(game, seat) for seat in range(3)] == ["1/2/0/0", "1/0/2/0", "3/0/0/3"]
    put(game, 2, "4/0/0/0").when(2, ForgeFace("gold_6", 1, "gold_1")).figures(2, forged=1).figures(1, forged=0)
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
