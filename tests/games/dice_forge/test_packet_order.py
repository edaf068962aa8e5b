"""Section 16C: what the platform reports earlier or later than the rules have it, made by hand and read on."""

from engine.games.dice_forge.components import PRICE
from engine.games.dice_forge.options import QUIRKS
from events.vocabulary import dice_forge as events
from events.vocabulary.dice_forge import ChooseFirstDie, PerformFeat, ResolveFace, ShipForge, UseCerberus
from tests.games.dice_forge.packets import Packets, played
from tests.games.dice_forge.table import in_step, put, roll, show, table

ANN = {"player_id": "11", "player_name": "Ann"}
BEN = {"player_id": "12", "player_name": "Ben"}
PLAIN = ("G1", "G1")


def next_move():
    return Packets().move()


def without_cheap_faces(position):
    """No face is left that a ship makes free."""
    position.state.sanctuary |= {face: 0 for face in position.state.sanctuary if PRICE[face] <= 2}
    return position


def test_counters_before_the_announcement_of_the_hammer():
    """DF-16.45: they include the glory of a hammer that is announced right behind them."""
    for vp, found in ((10, []), (9, [9])):
        game = put(table(2), 0, "0/0/0/0", ["blacksmiths_hammer"], hammer=14)
        show(game, 0, "gold_1", "sun_1")
        made = Packets(2).rolls(("G1", "FS1"), gold=0, fireshard=1).rolls(PLAIN, first=1).counters(firecount_p11=1)
        made.move().gets(0, hammer=1).counters(player_score_11=vp)
        made.note("notifHammerVP", **ANN, hammer_phase=1, ressources="10 [VP]")
        replay = made.read_at(game)
        assert [each.recorded for each in replay.discrepancies] == found


def test_a_ship_that_the_rules_skip_for_an_ousted_player():
    """DF-16.43, DF-6.48: the platform asks about it, and the card's effect waits for the answer."""
    game = put(put(table(3), 0, "0/1/0/0"), 1, "0/0/0/0", hero="portal_7")
    show(without_cheap_faces(in_step(game)), 1, "ship", "sun_1")
    made = next_move().note("notifExploitBuy", **ANN, card_type="grass", card_pos="F2")
    made.rolls(("ship", "FS1"), first=1, fireshard=1).counters(goldcount_p11=0, mooncount_p11=0, firecount_p12=1)
    made.move().note("notifMessage", player_name="Ben", side_type="ship")
    made.note("notifBlessing", **ANN, moonshard=3, gold=3)
    replay = made.counters(goldcount_p11=3, mooncount_p11=3).read_at(game)
    assert [type(event) for _, event in played(replay)] == [PerformFeat, events.DiceRolled]
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_a_token_after_a_ship_that_the_rules_skip():
    """DF-16.43, DF-6.48: the pass of such a ship leaves the question about a Cerberus token open."""
    game = roll(without_cheap_faces(put(table(3), 0, "0/0/0/0", cerberus=1)), ("ship", "sun_1"))
    made = next_move().note("notifMessage", player_name="Ann", side_type="ship").counters(firecount_p11=1)
    made.move().note("notifUseCerberusToken", **ANN, sides_rolled="ship,FS1")
    made.note("notifBlessing", **ANN, roll=False, dice1="ship", dice2="FS1", fireshard=1)
    replay = made.counters(firecount_p11=2).read_at(game)
    assert played(replay) == [(0, UseCerberus(True))]
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_a_copy_for_the_minotaur():
    """DF-16.20, DF-16.43: gold that the only copy loses is gone once the copy is announced."""
    game = in_step(put(put(table(2), 0, "0/3/0/0"), 1, "5/1/0/0"))
    show(show(game, 0, "gold_1", "gold_1"), 1, "sun_1", "mirror")
    made = Packets(2).move().note("notifExploitBuy", **ANN, card_type="minotaure", card_pos="F4")
    made.rolls(("FS1", "mirror"), first=1, gold=0).counters(goldcount_p12=5, firecount_p12=1)
    made.move().note("notifMessage", player_name="Ben", old_side_type="mirror", side_type="G1")
    made.note("notifBlessing", **BEN, gold=1, fireshard=-1)
    replay = made.counters(goldcount_p12=4, firecount_p12=0).read_at(game)
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_the_gold_die_chosen_first_without_amounts():
    """DF-16.20, DF-12.23: an empty answer before the ship is used is the gold die."""
    game = put(table(3, quirks=list(QUIRKS)), 0, "11/0/0/0")
    roll(game, ("ship", "gold_1"))
    made = next_move().gets(0).counters(goldcount_p11=11)
    side = {"side_type": "V3", "dice_number": "2", "old_side_type": "G1", "ressources": "6 [G]"}
    made.move().note("notifSideForged", **ANN, **side).counters(goldcount_p11=5)
    replay = made.read_at(game)
    assert played(replay) == [(0, ChooseFirstDie(2)), (0, ShipForge(1, "glory_3", 2, "gold_1"))]
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_the_order_in_which_the_satyrs_select():
    """DF-12.28: of the only pair, the face selected first is answered first, by whatever amounts fit."""
    game = in_step(put(table(2, quirks=list(QUIRKS)), 0, "0/0/3/0", ["blacksmiths_hammer"]))
    game.when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("gold_3", "gold_1"))
    made = Packets(2).move().note("notifMessage", player_name="Ann", sides_rolled="G1,G3")
    made.move().gets(0, gold=1).note("notifBlessing", **ANN, roll=False, dice2="G3", choice=True)
    made.counters(goldcount_p11=1).move().gets(0, gold=3).counters(goldcount_p11=4)
    replay = made.read_at(game)
    assert played(replay) == [(0, ResolveFace(2)), (0, ResolveFace(1))]
    assert (replay.broke, replay.discrepancies) == (None, [])
