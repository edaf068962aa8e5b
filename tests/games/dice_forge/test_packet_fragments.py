"""Section 16C: every notification of the base game, made by hand and read on from a position."""

import pytest

from engine.games.dice_forge.components import TABLES
from engine.games.dice_forge.options import QUIRKS
from engine.games.dice_forge.readings._bga_rows import DECISIONS, IGNORED
from engine.games.dice_forge.readings.bga_diceforge import _HANDLERS
from events.notations.bga_diceforge import OF_THE_GAME
from events.vocabulary import dice_forge as events
from events.vocabulary.dice_forge import DiceRolled, PassAction, ResolveFace, ShipForge, UseCerberus
from tests.games.dice_forge.packets import Packets, played
from tests.games.dice_forge.table import ADVANCED, CUSTOM, header, in_step, put, roll, sentinel, show, table
from tests.support import at_start

GLORY = ("glory_2", "glory_2")
ANN = {"player_id": "11", "player_name": "Ann"}
BEN = {"player_id": "12", "player_name": "Ben"}
CAY = {"player_id": "13", "player_name": "Cay"}
PLAIN = ("G1", "G1")


def next_move():
    return Packets().move()


def test_every_listed_notification_is_known():
    """DF-16.30, DF-16.31: what the tables list is read, ignored, or of the framework; and decoded by its type."""
    for note in TABLES.bga_notification:
        assert note["type"] in {*_HANDLERS, *IGNORED} or not note["type"].startswith("notif"), note
    assert {*_HANDLERS, "notifAutoHammer"} >= DECISIONS
    listed = {note["type"] for note in TABLES.bga_notification} - {"gameStateChange", "updateCounters"}
    assert listed == {*OF_THE_GAME, "gameStateMultipleActiveUpdate", "doNothing"}


def test_draft():
    """notifDraft, DF-16.31: slot and group, the colours of boars, the stack."""
    game = at_start("dice_forge", header(3, card_set="draft", platform_events=True))
    boars = [{"type": "redBoar"}, {"type": "greenBoar"}, {"type": "blueBoar"}]
    made = next_move().note(
        "notifDraft", exploit_type="Boar", exploitName="redBoar", exploit=boars, slot="M4", player_name="Ann"
    )
    made.move().note(
        "notifDraft", exploit_type="Hydra", exploitName="hydraPromo", exploit=[], slot="M8", player_name="Ben"
    )
    made.move().note(
        "notifDraft", exploit_type="Nymph", exploitName="nymphe", exploit=["nymphe"], slot="F1", player_name="Cay"
    )
    assert played(made.read_at(game)) == [
        (None, events.DraftSlot("m4")),
        (0, events.DraftCard("tenacious_boar", ("red", "green", "blue"))),
        (None, events.DraftSlot("m8")),
        (1, events.DraftCard("monster_stack")),
        (None, events.DraftSlot("s1")),
        (2, events.DraftCard("nymph")),
    ]


def test_messages():
    """notifMessage, DF-16.30: copy, ship pass, pass; told apart by their keys, in any language."""
    game = roll(put(table(3), 0, "4/0/0/0"), ("mirror", "ship"), ("sun_2", "gold_1"), ("moon_1", "gold_1"))
    made = next_move().note("notifMessage", "wählt", player_name="Ann", old_side_type="mirror", side_type="FS2")
    made.gets(0, choice=True, fireshard=2)
    made.move().note("notifMessage", player_name="Ann", side_type="ship")
    made.move().note("notifMessage", player_name="Ann")
    assert played(made.read_at(game)) == [
        (0, events.CopyFace(1, "sun_2")),
        (0, events.ShipPass(2)),
        (0, PassAction()),
    ]


def test_messages_of_what_follows_by_rule():
    """DF-16.43, DF-11.40: a pass of a ship that was not asked, a single copy, the Seagull, the number of faces."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/5/5/0", discard=["gold_1"] * 2))
    made = next_move().note("notifMessage", player_name="Ben", side_type="ship")
    made.note("notifMessage", player_name="Ben", old_side_type="mirror", side_type="FS2")
    made.note("notifMessage", "On the next turn, dice will be swapped!")
    made.note("notifExploitBuy", **ANN, card_type="typhon", card_pos="M8")
    made.note("notifMessage", player_name="Ann", discardedSides=2, ressources="2 [VP]")
    replay = made.read_at(game)
    assert played(replay) == [(0, events.PerformFeat("typhon"))]
    assert not replay.discrepancies


def test_satyrs():
    """notifEffectSatyres, DF-16.41: rolls in the order of the table; then the faces selected."""
    game = in_step(put(table(3), 1, "0/0/3/0"))
    game.state.turn_player, game.state.order = 1, [1, 2, 0]
    in_step(game)
    made = next_move().note("notifExploitBuy", **BEN, card_type="satyres", card_pos="M4")
    made.note("notifEffectSatyres", player_name="Ben")
    made.rolls(("FS1", "G1")).rolls(("G1", "V2"), first=2)
    made.move().note("notifMessage", player_name="Ben", sides_rolled="V2,FS1")
    assert played(made.read_at(game))[1:] == [
        (None, DiceRolled(2, {"1": "gold_1", "2": "glory_2"}, "satyrs")),
        (None, DiceRolled(0, {"1": "sun_1", "2": "gold_1"}, "satyrs")),
        (1, events.ChooseSatyrFaces(("glory_2", "sun_1"))),
    ]


def test_reinforcement():
    """doNothing, notifRessource, notifAncient, notifReinforcementPass: DF-16.31."""
    cards = ["silver_hind", "guardians_owl", "guardians_owl", "elder", "elder", "blacksmiths_hammer"]
    game = in_step(put(table(3), 0, "6/0/0/0", cards), "reinforcement")
    made = next_move().note("doNothing", player_name="Ann", die_num="2")
    made.rolls(("",), moonshard=1)
    made.packets[-1]["data"][-1]["args"] |= {"dice1": "", "dice2": "MS1"}
    made.move().note("notifRessource", player_name="Ann", ressources="1 [FS]")
    made.move().note("notifRessource", player_name="Ann", ressources="1 [H]")
    made.move().note("notifAncient", player_name="Ann", ressources="4 [VP]")
    made.move().note("notifReinforcementPass", player_name="Ann")
    assert played(made.read_at(game)) == [
        (0, events.UseReinforcement("silver_hind", die=2)),
        (None, DiceRolled(0, {"2": "moon_1"}, "silver_hind")),
        (0, events.UseReinforcement("guardians_owl", resource="sun")),
        (0, events.UseReinforcement("guardians_owl", resource="gold", to_hammer=1)),
        (0, events.UseReinforcement("elder")),
        (0, events.EndReinforcement()),
    ]


def test_nymph():
    """notifAncient by the cards owned."""
    game = in_step(put(table(3, **CUSTOM, groups={"s1": "nymph"}), 0, "0/0/5/0", ["nymph"]), "reinforcement")
    made = next_move().note("notifAncient", player_name="Ann", ressources="4 [VP]")
    made.move().note("notifReinforcementPass", player_name="Ann")
    assert played(made.read_at(game)) == [(0, events.UseReinforcement("nymph"))]


def test_feat_with_ousting():
    """notifOusting, notifMovePawn, notifExploitBuy, notifAddToken, DF-11.23: the card is counted before it is taken."""
    game = in_step(put(put(table(3, **ADVANCED), 0, "0/0/4/0"), 1, hero="portal_3"))
    made = next_move().note("notifOusting", player_name="Ann", ousted_player="000001", ousted_player_name="Ben")
    made.note("notifMovePawn", player_color="000000", island=3)
    made.note("notifExploitBuy", **ANN, card_type="cerberus", card_pos="M5")
    made.rolls(("G1", "MS1"), first=1).counters(card_counter_p11=1, mooncount_p12=1)
    made.note("notifAddToken", **ANN, token="cerberus", power="cerberus")
    replay = made.read_at(game)
    assert played(replay)[1] == (None, DiceRolled(1, {"1": "gold_1", "2": "moon_1"}, "oust"))
    assert not replay.discrepancies


def test_forging_by_what_is_open():
    """notifSideForged: an offering, a ship, a card."""
    side = {"dice_number": "2", "old_side_type": "G1"}
    game = roll(put(table(3), 0, "6/0/5/0"), ("ship", "glory_2"))
    made = next_move().note("notifSideForged", **ANN, side_type="G4", ressources="1 [G]", **side)
    made.move().note("notifSideForged", **ANN, side_type="MS1", ressources="2 [G]", **side)
    assert played(made.read_at(game)) == [
        (0, ShipForge(1, "gold_4", 2, "gold_1")),
        (0, events.ForgeFace("moon_1", 2, "gold_1")),
    ]
    game = in_step(put(table(3), 0, "0/0/5/0"))
    made = next_move().note("notifExploitBuy", **ANN, card_type="invisible", card_pos="M6")
    made.move().note("notifSideForged", **ANN, side_type="triple", ressources="", **side)
    assert played(made.read_at(game))[1] == (0, events.ForgeGranted("triple", 2, "gold_1"))


def test_boar():
    """notifBoarChoice, and the answers of roller and owner."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/3/0"))
    made = next_move().note("notifExploitBuy", **ANN, card_type="redBoar", card_pos="M4")
    made.move().note(
        "notifBoarChoice", player_name="Ann", ousted_player="000001", ousted_player_name="Ben", side_type="redBoar"
    )
    made.move().note("notifSideForged", **BEN, side_type="redBoar", dice_number="1", old_side_type="G1")
    made.note("notifBeginPlayerTurn", player_name="Ben", player_id="12")
    made.rolls(("redBoar", "G1"), ("G1", "G1"), ("G1", "G1"), first=1)
    made.move().gets(0, gold=0, moonshard=0, fireshard=0, vp=3)
    made.move().gets(1, moonshard=1)
    found = played(made.read_at(game))
    assert found[1:3] == [(0, events.ChooseBearer(1)), (1, events.ForgeGranted("boar_red", 1, "gold_1"))]
    assert found[-2:] == [(0, events.BoarReward("red", "glory")), (1, ResolveFace(1, "moon"))]


def test_boar_with_two_players():
    """DF-16.43: the bearer follows by rule; the notification is skipped."""
    game = in_step(put(table(2, **ADVANCED), 0, "0/0/3/0"))
    made = Packets(2).move().note("notifExploitBuy", **ANN, card_type="redBoar", card_pos="M4")
    named = {"ousted_player": "000001", "ousted_player_name": "Ben", "side_type": "redBoar"}
    made.move().note("notifBoarChoice", player_name="Ann", **named)
    assert played(made.read_at(game)) == [(0, events.PerformFeat("tenacious_boar_red"))]


def test_cerberus():
    """notifUseCerberusToken, DF-16.44, DF-16.46: used, or silently not; what follows is skipped (DF-16.20)."""
    game = roll(put(table(3), 0, "0/0/0/0", cerberus=1), ("sun_1", "glory_2"))
    made = next_move().note("notifUseCerberusToken", **ANN, sides_rolled="FS1,V2")
    made.note("notifBlessing", **ANN, roll=False, dice1="FS1", dice2="V2", fireshard=1, vp=2)
    assert played(made.read_at(game)) == [(0, UseCerberus(True))]
    game = roll(put(table(3), 0, "0/0/0/0", cerberus=1), ("sun_1", "glory_2"))
    made = next_move().note("gameStateMultipleActiveUpdate").move().note("notifMessage", player_name="Ann")
    assert played(made.read_at(game)) == [(0, UseCerberus(False)), (0, PassAction())]
    game = roll(put(table(3), 0, "0/0/0/0", cerberus=1), ("sun_1", "glory_2"))
    assert played(next_move().note("notifMessage", player_name="Ann").read_at(game))[0] == (0, UseCerberus(False))


def test_triton():
    """notifUseTritonToken: each resource."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/0/0", ["triton"] * 3 + ["blacksmiths_hammer"], triton=3))
    made = next_move().note("notifUseTritonToken", **ANN, gold=0, moonshard=2, fireshard=0, hammer=0)
    made.move().note("notifUseTritonToken", **ANN, gold=0, moonshard=0, fireshard="2", hammer=0)
    made.move().note("notifUseTritonToken", **ANN, gold=1, moonshard=0, fireshard=0, hammer=5)
    assert played(made.read_at(game)) == [
        (0, events.UseTriton("moon")),
        (0, events.UseTriton("sun")),
        (0, events.UseTriton("gold", 5)),
    ]


def test_triton_at_the_end_of_the_last_turn():
    """DF-6.17, DF-16.31: derived."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/0/0", ["triton"], triton=1))
    game.state.round = 10
    made = next_move().note("notifMessage", player_name="Ann")
    made.note("notifUseTritonToken", **ANN, gold=6, hammer=0).counters(goldcount_p11=6)
    replay = made.read_at(game)
    assert (played(replay), replay.discrepancies) == ([(0, PassAction())], [])


def test_triton_after_a_turn():
    """DF-12.10, DF-16.31: not at the end of any other turn, where nothing waits for the player."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/0/0", ["triton"], triton=1))
    made = next_move().note("notifMessage", player_name="Ann").note("notifUseTritonToken", **ANN, gold=6, hammer=0)
    replay = made.read_at(game)
    assert played(replay) == [(0, PassAction())]
    assert (replay.broke.violation.clause, replay.broke.line) == ("DF-8.2", 2)


def test_extra_action():
    """notifSecondAction, notifSecondActionPass, DF-16.44: the end of the offering is silent."""
    side = {"side_type": "G3", "dice_number": "1", "old_side_type": "G1"}
    game = in_step(put(table(3), 0, "9/4/0/0"))
    made = next_move().note("notifSideForged", **ANN, **side)
    made.move().note("notifSecondAction", player_name="Ann", ressources="2 [FS]")
    made.move().note("notifMessage", player_name="Ann")
    assert played(made.read_at(game))[1:] == [(0, events.EndForge()), (0, events.ExtraAction(True)), (0, PassAction())]
    game = in_step(put(table(3), 0, "9/4/0/0"))
    made = next_move().note("notifSideForged", **ANN, **side).move().note("notifSecondActionPass", player_name="Ann")
    assert played(made.read_at(game))[1:] == [(0, events.EndForge()), (0, events.ExtraAction(False))]
    game = in_step(put(table(3), 0, "9/0/0/0"))
    made = next_move().note("notifSideForged", **ANN, **side).move().note("notifSecondActionPass", player_name="Ann")
    assert played(made.read_at(game))[1:] == [(0, events.EndForge())]


def test_wild_spirits():
    """DF-16.20: the moon follows by rule, the gold is an answer where there is a hammer."""
    game = in_step(put(table(3), 0, "0/1/0/0", ["blacksmiths_hammer"]))
    made = next_move().note("notifExploitBuy", **ANN, card_type="grass", card_pos="F2").gets(0, moonshard=3)
    made.move().gets(0, gold=1, hammer=2)
    assert played(made.read_at(game))[1] == (0, events.AllocateGold(2))
    game = in_step(put(table(3), 0, "0/1/0/0"))
    made = next_move().note("notifExploitBuy", **ANN, card_type="grass", card_pos="F2").gets(0, moonshard=3, gold=3)
    assert played(made.read_at(game)) == [(0, events.PerformFeat("wild_spirits"))]


def test_answers_by_amounts():
    """DF-16.42: choices, the hammer, shields that follow by rule."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"])
    show(game, 0, "gold_3_or_glory_2", "shield_green")
    roll(game, ("gold_3_or_glory_2", "shield_green"))
    made = next_move().gets(0, gold=1, hammer=2, vp=3)
    assert played(made.read_at(game)) == [(0, ResolveFace(1, "gold", 2))]
    game = roll(put(table(3), 0, "0/0/0/0"), ("gold_3_or_glory_2", "shield_green"))
    assert played(next_move().gets(0, vp="7").read_at(game)) == [(0, ResolveFace(1, "glory"))]
    game = roll(put(table(3), 0, "0/0/0/0"), ("gold_3_or_glory_2", "shield_green"))
    replay = next_move().gets(0, vp=9).read_at(game)
    assert (replay.broke.violation.clause, replay.broke.line) == ("DF-7.42", 2)


def test_answers_that_cannot_be_told_apart():
    """DF-16.42: of several, the one that agrees with the counters; then the first."""
    game = roll(sentinel(), ("choice_1", "gold_1"))
    made = next_move().gets(0, vp=2).counters(player_score_11=2)
    assert played(made.read_at(game)) == [(0, ResolveFace(1, "sun", convert={"sun": 1}))]
    game = roll(sentinel(), ("boar_red", "gold_1"))
    assert played(next_move().gets(0, vp=2).read_at(game))[0][1].take == "sun"


def test_minotaur():
    """DF-16.20: amounts of losses are unreliable; gold is cut at what was there, nothing at all may be a choice."""
    for shown, take in (({}, "gold"), ({"fireshard": -1}, "sun"), ({"moonshard": -1}, "moon")):
        game = in_step(put(table(3), 0, "0/3/0/0"))
        game.when(0, events.PerformFeat("minotaur")).accepted()
        roll(put(game, 1, "0/0/0/0"), ("choice_1", "sun_1"))
        made = next_move().note("notifBlessing", "looses", **BEN, **{"gold": 0, "fireshard": 0, **shown})
        assert played(made.read_at(game)) == [(1, ResolveFace(1, take))]


def test_silent_die_choices():
    """DF-16.44: the die that is resolved first, the die that is rolled four times."""
    side = {"side_type": "FS2", "dice_number": "2", "old_side_type": "G1"}
    for first, notes in ((1, ("forge", "gold")), (2, ("gold", "forge"))):
        game = roll(put(table(3), 0, "10/0/0/0"), ("ship", "gold_3"))
        made = next_move().note("gameStateMultipleActiveUpdate")
        for note in notes:
            if note == "forge":
                made.move().note("notifSideForged", **ANN, **side, ressources="6 [G]")
            else:
                made.note("notifBlessing", **ANN, roll=False, dice2="G3", gold=3)
        assert played(made.read_at(game)) == [
            (0, events.ChooseFirstDie(first)),
            (0, ShipForge(1, "sun_2", 2, "gold_1")),
        ]
    game = in_step(put(table(3), 0, "0/6/0/0"))
    made = next_move().note("notifExploitBuy", **ANN, card_type="enigma", card_pos="F7").move()
    made.note("notifBlessing", **ANN, roll=True, dice2="V2", vp=2)
    assert played(made.read_at(game))[1:] == [
        (0, events.ChooseBlessingDie(2)),
        (None, DiceRolled(0, {"2": "glory_2"}, "sphinx")),
    ]


def test_automatic_hammer():
    """DF-16.44, notifAutoHammer: the roll itself shows what went on the hammer, die 1 first."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"], hammer=28)
    made = Packets().rolls(("G1", "V2"), hammer=1).rolls(("G1", "V2"), ("G1", "V2"), first=1)
    made.move().note("notifAutoHammer", done="enable")
    assert played(made.read_at(game))[3:] == [(0, ResolveFace(1, to_hammer=1))]


def test_automatic_hammer_without_a_roll():
    """DF-16.44, DF-16.20: after a Cerberus token, and with the gold of the Wild Spirits."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"], cerberus=1, hammer=3)
    made = Packets().rolls(("G1", "V2"), hammer=1).rolls(("G1", "V2"), ("G1", "V2"), first=1)
    made.move().note("notifUseCerberusToken", **ANN, sides_rolled="G1,V2")
    made.note("notifBlessing", **ANN, roll=False, dice1="G1", dice2="V2", hammer=1, vp=2)
    answers = [(0, ResolveFace(1, to_hammer=1)), (0, UseCerberus(True)), (0, ResolveFace(1, to_hammer=1))]
    assert played(made.read_at(game))[3:] == answers
    game = in_step(put(table(3), 0, "0/1/0/0", ["blacksmiths_hammer"]))
    made = next_move().note("notifExploitBuy", **ANN, card_type="grass", card_pos="F2").gets(0, moonshard=3, hammer=3)
    assert played(made.read_at(game)) == [(0, events.PerformFeat("wild_spirits")), (0, events.AllocateGold(3))]


def test_automatic_hammer_of_die_2():
    """DF-16.44, DF-12.25: gold shown with the roll, while die 1 waits for a choice; without the quirk, after it."""
    for quirks, order in ((list(QUIRKS), (2, 1)), ([], (1, 2))):
        game = put(table(3, quirks=quirks), 0, "0/0/0/0", ["blacksmiths_hammer"])
        show(game, 0, "gold_3_or_glory_2", "gold_1")
        made = Packets().rolls(("G3orV2", "G1"), hammer=1).rolls(PLAIN, PLAIN, first=1)
        made.counters(hammercount_p11=1, player_score_11=0).move().gets(0, vp=2)
        made.counters(hammercount_p11=1, player_score_11=2)
        replay = made.read_at(game)
        answers = {1: ResolveFace(1, "glory"), 2: ResolveFace(2, to_hammer=1, automatic=bool(quirks))}
        assert played(replay)[3:] == [(0, answers[die]) for die in order]
        assert not replay.discrepancies


def test_shards_that_come_with_the_roll():
    """DF-16.20, DF-16.45: the answer shows gold and hammer only; counters in between are those told."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"])
    show(game, 0, "gold_2_moon_1", "sun_1")
    made = Packets().rolls(("G2MS1", "FS1"), moonshard=1, fireshard=1).rolls(PLAIN, PLAIN, first=1)
    made.counters(mooncount_p11=1, firecount_p11=1, goldcount_p11=0).move().gets(0, gold=1, hammer=1)
    replay = made.counters(mooncount_p11=1, goldcount_p11=1, hammercount_p11=1).read_at(game)
    assert played(replay)[3:] == [(0, ResolveFace(1, to_hammer=1))]
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_counters_between_a_purchase_and_its_effect():
    """DF-16.45: a first hammer has no place yet, the Wild Spirits have given nothing."""
    game = in_step(put(table(3), 0, "0/1/1/0"))
    made = next_move().note("notifExploitBuy", **ANN, card_type="grass", card_pos="F2")
    made.counters(mooncount_p11=1, goldcount_p11=0, firecount_p11=0).gets(0, moonshard=3, gold=3)
    replay = made.counters(mooncount_p11=4, goldcount_p11=3).read_at(game)
    assert (replay.checked, replay.broke, replay.discrepancies) == (5, None, [])
    game = in_step(put(table(3), 0, "0/0/1/0"))
    made = next_move().note("notifExploitBuy", **ANN, card_type="hammer", card_pos="M1")
    made.note("updateCounters", hammercount_p11={"counter_name": "hammercount_p11", "counter_value": None})
    replay = made.counters(hammercount_p11=0).read_at(game)
    assert (replay.checked, replay.broke, replay.discrepancies) == (1, None, [])


def test_second_faces_after_ships():
    """DF-16.21, DF-6.63: a ship is forged while another has a second face, which is shown again."""
    game = put(put(table(3), 1, "6/0/0/0"), 0, "0/0/0/0", ["blacksmiths_hammer"], hammer=29)
    show(game, 1, "ship", "glory_2")
    made = Packets().rolls(PLAIN, gold=0).rolls(("ship", "V2"), PLAIN, first=1).counters(player_score_12=2)
    made.move().gets(0, hammer=1).note("notifHammerVP", **ANN, hammer_phase=2, ressources="15 [VP]")
    made.counters(player_score_11=15, goldcount_p11=0)
    side = {"side_type": "G4", "dice_number": "2", "old_side_type": "G1", "ressources": "1 [G]"}
    made.move().note("notifSideForged", **BEN, **side).counters(goldcount_p11=0, goldcount_p12=5)
    made.note("notifBlessing", **ANN, roll=False, dice2="G1", gold=1)
    replay = made.counters(goldcount_p11=1).read_at(game)
    assert played(replay)[3:] == [(0, ResolveFace(1, to_hammer=1)), (1, ShipForge(1, "gold_4", 2, "gold_1"))]
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_a_mirror_with_one_choice():
    """DF-16.43, DF-16.45, DF-6.3: the rules copy at once, the platform asks; it has told nothing before."""
    game = put(table(2), 0, "0/0/0/0")
    show(game, 0, "mirror", "glory_2")
    made = Packets(2).rolls(("mirror", "V2"), gold=0).rolls(PLAIN, first=1).counters(goldcount_p11=0, player_score_11=0)
    made.move().note("notifMessage", player_name="Ann", old_side_type="mirror", side_type="G1")
    made.gets(0, choice=True, gold=1, vp=2).counters(goldcount_p11=1, player_score_11=2).rolls(PLAIN, PLAIN)
    replay = made.counters(goldcount_p11=3, player_score_11=2).read_at(game)
    assert [type(event) for _, event in played(replay)] == [DiceRolled] * 4
    assert (replay.checked, replay.broke, replay.discrepancies) == (6, None, [])


def test_satyrs_with_one_choice():
    """DF-16.30, DF-7.70: selected in a move of its own; what it gives is no answer."""
    game = in_step(put(table(2), 0, "0/0/3/0"))
    made = Packets(2).move().note("notifExploitBuy", **ANN, card_type="satyres", card_pos="M4")
    made.note("notifEffectSatyres", player_name="Ann").note("notifBlessing", **BEN, roll=1, dice1="FS1", dice2="V2")
    made.counters(firecount_p11=0, player_score_11=0)
    made.move().note("notifMessage", player_name="Ann", sides_rolled="FS1,V2")
    made.gets(0, choice=True, fireshard=1, vp=2).counters(firecount_p11=1, player_score_11=2)
    replay = made.read_at(game)
    assert [type(event) for _, event in played(replay)] == [events.PerformFeat, DiceRolled]
    assert (replay.checked, replay.broke, replay.discrepancies) == (4, None, [])


@pytest.mark.parametrize(
    ("type_", "args", "expected"),
    [
        ("notifBlessing", {**ANN, "roll": 1, "dice1": "G1", "dice2": "V2"}, "FS1,V2 of Ann"),
        ("notifBlessing", {**ANN, "gold": 2, "ressources": "1 [G]"}, "1 as in '1 [G]'"),
        ("notifSideForged", {**ANN, "side_type": "G3", "side_type_name": "G4"}, "G4"),
        ("notifExploitBuy", {**ANN, "card_type": "chest", "card_pos": "M1"}, "M2"),
        ("notifExploitBuy", {**ANN, "card_type": "chest", "card_name": "The Elder"}, "ancient"),
    ],
)
def test_what_is_told_twice(type_, args, expected):
    """DF-16.49: a table that contradicts itself is refused at the packet."""
    made = Packets().move().note("notifMessage", player_name="Ann", sides_rolled="FS1,V2").note(type_, **args)
    report = made.read()
    assert (report.verdict, report.problem.line) == ("unreadable", 2)
    assert expected in str(report.problem)


@pytest.mark.parametrize(
    ("type_", "args"),
    [
        ("notifRemoveHammer", {"player_id": "11"}),
        ("notifDiceSwitch", {"playerSwitch": {"11": "12", "12": "13", "13": "11"}}),
        ("notifLastTurn", {}),
        ("notifAutoHammer", {"done": "disable"}),
        ("notifThrowToken", ANN),
        ("notifResetTwins", {}),
        ("notifPauseDice", {}),
        ("notifBlessing", {**ANN, "gold": 0, "moonshard": 0, "fireshard": 0, "vp": 0, "hammer": 0}),
    ],
)
def test_what_follows_by_rule_or_is_for_the_eye(type_, args):
    """DF-16.31, DF-16.20: nothing is recorded, and what comes after it is read."""
    made = next_move().note(type_, **args).move().note("notifMessage", player_name="Ann")
    assert played(made.read_at(in_step(table(3)))) == [(0, PassAction())]


@pytest.mark.parametrize(("vp", "found"), [(12, []), (11, [("vp", 11, 12)])])
def test_the_last_turn_and_the_scoring(vp, found):
    """notifBeginTurn, notifEndTurn, notifBeginScoring, notifEndScoring: DF-16.31, DF-16.47."""
    game = in_step(put(table(3, turn=2), 2, "0/0/0/5", ["ferryman"]))
    game.state.round = 9
    made = next_move().note("notifMessage", player_name="Cay").note("notifEndTurn", turn=9)
    made.note("notifBeginTurn", turn=10).note("notifLastTurn")
    for seat, who in enumerate((ANN, BEN, CAY)):
        made.note("notifBeginPlayerTurn", **who).rolls(PLAIN, PLAIN, PLAIN, first=seat).counters(discarded_sides_p11=0)
        made.move().note("notifMessage", player_name=who["player_name"])
    made.note("notifEndTurn", turn=10).note("notifBeginScoring")
    made.note("notifEndScoring", **CAY, card_type="passeur", pile="pile1", ressources="12 [VP]", vp=vp)
    replay = made.counters(player_score_13=17).read_at(game)
    assert [event for _, event in played(replay) if not isinstance(event, DiceRolled)] == [PassAction()] * 4
    assert [(d.figure, d.recorded, d.computed) for d in replay.discrepancies] == found
    assert next(s.vp for s in replay.standings if s.seat == 2) == 17


def test_great_bear_is_derived():
    """DF-16.20: without the id of a player, a gain of bears."""
    made = next_move().note("notifBlessing", player_name="Ann", ressources="3 [VP]")
    assert played(made.read_at(in_step(table(3)))) == []


def test_a_player_who_left():
    """DF-16.48: reported by the table, then decided by rule."""
    game = in_step(table(3, platform_events=True))
    made = next_move().note("playerstatus", player_id="11", player_status="zombie")
    made.note("notifBeginPlayerTurn", player_name="Ben", player_id="12").rolls(("G1", "G1"), first=1)
    assert played(made.read_at(game))[0] == (None, events.PlayerQuit(0))


@pytest.mark.parametrize(
    ("type_", "args", "expected"),
    [
        ("notifBlessing", {"player_id": "99", "roll": 1, "dice1": "G1", "dice2": "G1"}, "one of the players"),
        ("notifSideForged", {**ANN, "side_type": ["G1"]}, "text"),
        ("notifSideForged", {**ANN, "side_type": "G3", "old_side_type": "G1", "dice_number": "x"}, "a number"),
        ("notifRessource", {"player_name": "Ann", "ressources": "1 [X]"}, r"\[G\]"),
        ("updateCounters", {"goldcount_p11": {"counter_value": "much"}}, "a counter with a value"),
    ],
)
def test_bad_arguments(type_, args, expected):
    """DF-16.3, DF-16.6: what was found, where, what was expected."""
    made = Packets().rolls(("G1", "V2"), ("G1", "V2"), ("G1", "V2")).move().note(type_, **args)
    report = made.read()
    assert report.verdict == "unreadable"
    assert report.problem.line == 2
    assert type_ in report.problem.path
