"""Sections 7C, 7D, 7F and 7G: reinforcement, forging, feats, every card, tokens; platform events and scoring."""

from collections import Counter
from random import Random

import pytest
from msgspec import structs

from engine.games.dice_forge.components import CARDS
from engine.games.dice_forge.items import BearerChoice, CardDraft, GrantedForge
from engine.games.dice_forge.scoring import standings
from engine.intake import examine
from engine.replay import Replay
from engine.selfplay import header_for, play
from events.files import Blob
from events.log.native import write
from events.vocabulary.dice_forge import (
    AllocateGold,
    ChooseBearer,
    ChooseBlessingDie,
    ChooseSatyrFaces,
    EndReinforcement,
    ExtraAction,
    ForgeFace,
    ForgeGranted,
    GroupRevealed,
    PassAction,
    PerformFeat,
    PlatformAdjustment,
    PlayerQuit,
    ResolveFace,
    ShipPass,
    UseReinforcement,
)
from projections.screen.verdict_line import verdict_lines
from projections.verdict import verdict_on
from tests.games.dice_forge.table import (
    ADVANCED,
    CUSTOM,
    boar_table,
    header,
    in_step,
    put,
    reserve,
    rewards,
    roll,
    rollers,
    show,
    table,
    waits,
)
from tests.support import at_start

GLORY = ("glory_2", "glory_2")


def reinforced(*cards, amounts="0/0/0/0", **options):
    return in_step(put(table(3, **options), 0, amounts, cards), "reinforcement")


def test_silver_hind():
    """DF-7.15, DF-7.18: a minor blessing with a die; once used, it is rolled."""
    game = reinforced("silver_hind")
    game.when(0, UseReinforcement("silver_hind")).rejected("DF-7.15", die=None)
    game.when(0, UseReinforcement("silver_hind", die=3)).rejected("DF-7.15", die=3)
    game.when(0, UseReinforcement("silver_hind", die=1, resource="sun")).rejected("DF-7.15", resource="sun")
    game.when(0, UseReinforcement("silver_hind", die=1)).accepted()
    assert (game.state.blessing.cause, rollers(game)) == ("silver_hind", [0])
    game.when(0, EndReinforcement()).rejected("DF-8.2")


def test_guardians_owl():
    """DF-7.16: a resource; gold may go on the hammer."""
    game = reinforced("guardians_owl", "guardians_owl")
    game.when(0, UseReinforcement("guardians_owl")).rejected("DF-7.16", resource=None)
    game.when(0, UseReinforcement("guardians_owl", resource="glory")).rejected("DF-7.16", resource="glory")
    game.when(0, UseReinforcement("guardians_owl", resource="gold", to_hammer=1)).rejected("DF-7.16", most=0)
    game.when(0, UseReinforcement("guardians_owl", resource="sun")).figures(0, sun=1)
    put(game, 0, cards=["blacksmiths_hammer"])
    game.when(0, UseReinforcement("guardians_owl", resource="gold", to_hammer=1)).figures(0, hammer=1, gold=0)
    game.then(step="action")


def test_elder_and_nymph_leave_nothing_to_choose():
    """DF-7.14, DF-7.17, DF-11.31: no parameters; moon is not spent."""
    game = reinforced("elder", amounts="3/0/0/0")
    game.when(0, UseReinforcement("elder", die=1)).rejected("DF-7.14", die=1)
    game.when(0, UseReinforcement("elder")).figures(0, vp=4, gold=0).entered(0, "vp", 4, source="elder")
    game = reinforced("nymph", amounts="0/0/6/0", **CUSTOM, groups={"s1": "nymph"})
    game.when(0, UseReinforcement("nymph", resource="sun")).rejected("DF-7.17", resource="sun")
    game.when(0, UseReinforcement("nymph")).figures(0, vp=4, moon=6).entered(0, "vp", 4, source="nymph")


def test_reinforcement_once_a_turn():
    """DF-7.13, DF-7.19, DF-6.11: each copy once; ended by choice."""
    game = reinforced("guardians_owl", "silver_hind")
    game.when(0, UseReinforcement("nymph")).rejected("DF-7.13", card="nymph")
    game.when(0, UseReinforcement("satyrs")).rejected("DF-7.13", card="satyrs")
    game.when(0, UseReinforcement("guardians_owl", resource="moon")).then(step="reinforcement")
    game.when(0, UseReinforcement("guardians_owl", resource="moon")).rejected("DF-7.13", unused=0)
    game.when(0, EndReinforcement()).then(step="action")
    game.when(0, EndReinforcement()).rejected("DF-7.1", awaited=["action"])
    game.when(0, UseReinforcement("silver_hind", die=1)).rejected("DF-7.1")


def test_forging():
    """DF-7.20 to DF-7.26, DF-11.2, DF-11.41: price, place, what becomes of the old face."""
    game = in_step(put(table(3), 0, "5/0/0/0"))
    game.when(0, ForgeFace("mirror", 1, "gold_1")).rejected("DF-7.21", face="mirror")
    game.when(0, ForgeFace("sun_2", 1, "gold_1")).rejected("DF-7.23", price=8)
    game.when(0, ForgeFace("gold_4", 1, "moon_1")).rejected("DF-7.24", die=1)
    game.when(0, ForgeFace("gold_4", 3, "gold_1")).rejected("DF-7.24", die=3)
    game.when(0, ForgeFace("gold_4", 1, "sun_1")).figures(0, gold=2, forged=1).entered(0, "gold", -3, source="forge")
    player = game.state.players[0]
    assert "gold_4" in player.dice[0]
    assert "sun_1" not in player.dice[0]
    assert (player.up[0], player.discard, game.state.sanctuary["gold_4"]) == ("gold_4", ["sun_1"], 3)
    assert reserve(game, 0) == "2/0/0/0"


def test_feats():
    """DF-7.30, DF-7.32, DF-7.36, DF-7.37, DF-7.38: what is there and can be paid; the hero moves."""
    game = in_step(put(table(3), 0, "0/1/2/0"))
    game.when(0, PerformFeat("unicorn")).rejected("DF-7.30", card="unicorn")
    game.when(0, PerformFeat("great_bear")).rejected("DF-7.30", slot="m3")
    game.when(0, PerformFeat("gorgon")).rejected("DF-7.32", sun=1)
    empty = game.fork()
    empty.state.slots["m3"] = []
    empty.when(0, PerformFeat("silver_hind")).rejected("DF-7.30", left=[])
    empty.not_legal(PerformFeat("silver_hind"))
    game.when(0, PerformFeat("silver_hind")).figures(0, moon=0, cards=1).entered(0, "moon", -2, source="feat")
    assert game.state.players[0].hero == "portal_2"
    assert game.state.slots["m3"] == ["silver_hind"] * 2


def test_both_kinds_for_m8():
    """DF-7.32: five moon and five sun."""
    game = in_step(put(table(3), 0, "0/5/4/0"))
    game.when(0, PerformFeat("hydra")).rejected("DF-7.32", moon=4)
    put(game, 0, "0/5/5/0").when(0, PerformFeat("hydra")).figures(0, sun=0, moon=0)


def test_ousting():
    """DF-7.34, DF-7.35, DF-11.23, DF-11.24: the blessing of the ousted comes before the card; no bear yet."""
    game = in_step(put(put(table(3, **ADVANCED), 0, "0/0/2/0"), 1, hero="portal_2"))
    game.when(0, PerformFeat("great_bear")).figures(0, vp=0, cards=0)
    game.when(1, PassAction()).rejected("DF-8.2")
    roll(game, GLORY).figures(1, vp=4).figures(0, cards=1)
    assert [player.hero for player in game.state.players] == ["portal_2", "start", "start"]


def test_great_bear():
    """DF-7.35: for both sides of an ousting."""
    game = put(table(3, **ADVANCED), 0, "0/0/3/0", ["great_bear"] * 2)
    in_step(put(game, 2, hero="portal_2"))
    game.when(0, PerformFeat("tenacious_boar_red")).figures(0, vp=6).figures(2, vp=0)


@pytest.mark.parametrize("card", ["blacksmiths_hammer", "blacksmiths_chest", "cerberus", "triton"])
def test_cards_that_leave_something(card):
    """DF-7.61, DF-7.62, DF-7.66, DF-7.67, DF-7.39: the effect follows at once."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/6/6/0"))
    player = game.state.players[0]
    before = (player.hammers, player.chests, player.cerberus, player.triton)
    game.when(0, PerformFeat(card)).accepted()
    after = (player.hammers, player.chests, player.cerberus, player.triton)
    gained = [b - a for a, b in zip(before, after, strict=True)]
    assert gained == [int(card == name) for name in ("blacksmiths_hammer", "blacksmiths_chest", "cerberus", "triton")]


def test_cards_without_effect():
    """DF-7.65: glory at the end only."""
    glory = {"ferryman": 12, "gorgon": 14, "hydra": 26}
    glory |= {"harpy": 27, "chimera": 28, "mother_of_monsters": 29, "goddess_shadow": 30}
    assert {card: CARDS[card].glory for card in glory} == glory
    assert not any(CARDS[card].effects for card in glory)
    game = in_step(put(table(3), 0, "0/0/4/0"))
    game.when(0, PerformFeat("ferryman")).figures(0, vp=0, cards=1).then(step="turn_end")


@pytest.mark.parametrize(
    ("card", "options", "faces"),
    [
        ("helmet_of_invisibility", {}, ["triple"]),
        ("mirror_of_the_abyss", {}, ["mirror"]),
        ("celestial_ship", ADVANCED, ["ship"]),
        ("guardians_shield", ADVANCED, ["shield_red", "shield_blue", "shield_yellow", "shield_green"]),
    ],
)
def test_granted_faces(card, options, faces):
    """DF-7.50: free of charge, from the Gardens, on one's own die."""
    game = in_step(put(table(3, **options), 0, "0/6/6/0"))
    game.when(0, PerformFeat(card)).then(newest=GrantedForge(0))
    game.legal(*(ForgeGranted(face, die, "gold_1") for face in faces for die in (1, 2)), actor=0)
    game.when(0, ForgeGranted("boar_red", 1, "gold_1")).rejected("DF-7.50", granted=faces)
    game.when(0, ForgeGranted(faces[0], 1, "moon_1")).rejected("DF-7.24")
    game.when(1, ForgeGranted(faces[0], 1, "gold_1")).rejected("DF-7.1", actor=1)
    left = game.state.gardens[faces[0]]
    game.when(0, ForgeGranted(faces[0], 1, "gold_1")).figures(0, gold=0, forged=1).then(card="")
    assert game.state.gardens[faces[0]] == left - 1
    assert game.state.players[0].up[0] == faces[0]


def test_a_face_that_is_gone_from_the_gardens_is_not_granted():
    """DF-7.50: each shield is there once."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/6/6/0"))
    game.state.gardens["shield_red"] = 0
    game.when(0, PerformFeat("guardians_shield")).accepted()
    game.not_legal(ForgeGranted("shield_red", 1, "gold_1"), actor=0)
    granted = ["shield_blue", "shield_yellow", "shield_green"]
    game.when(0, ForgeGranted("shield_red", 1, "gold_1")).rejected("DF-7.50", granted=granted)


def test_tenacious_boar():
    """DF-7.51, DF-7.53, DF-7.64, DF-7.25: another player bears it, for good."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/3/0"))
    game.when(0, PerformFeat("tenacious_boar_yellow")).then(newest=BearerChoice(0))
    game.when(0, ChooseBearer(0)).rejected("DF-7.53", bearer=0)
    game.when(0, ChooseBearer(3)).rejected("DF-7.53", bearer=3)
    game.when(0, ChooseBearer(2)).then(newest=GrantedForge(2))
    game.when(2, ForgeGranted("boar_red", 1, "gold_1")).rejected("DF-7.51", granted=["boar_yellow"])
    game.when(0, ForgeGranted("boar_yellow", 1, "gold_1")).rejected("DF-7.1", actor=0)
    game.when(2, ForgeGranted("boar_yellow", 1, "gold_1")).figures(2, forged=1).then(step="turn_end")
    game.when(2, ForgeGranted("boar_yellow", 1, "gold_1")).rejected("DF-7.1")


def test_the_only_other_player_bears_the_boar():
    """DF-7.53, DF-6.3: with two players, by rule."""
    game = in_step(put(table(2, **ADVANCED), 0, "0/0/3/0"))
    game.when(0, PerformFeat("tenacious_boar_red")).then(newest=GrantedForge(1))
    show(game, 1, "boar_red", "gold_1")
    game.when(1, ForgeGranted("boar_red", 1, "boar_red")).rejected("DF-7.25")


def test_satyrs():
    """DF-7.70, DF-11.12, DF-11.22: faces of two dice of others; boars chosen count, rolled ones do not."""
    groups = {"m4": "satyrs"}
    game = in_step(put(table(3, **CUSTOM, groups=groups), 0, "0/0/3/0", cerberus=1))
    game.state.players[2].cards.append("tenacious_boar_red")
    game.when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("boar_red", "sun_1"), ("glory_3", "gold_1"))
    assert rewards(game) == [[], [], []]
    game.when(0, ChooseSatyrFaces(("sun_1", "moon_1"))).rejected("DF-7.70")
    game.when(1, ChooseSatyrFaces(("sun_1", "gold_1"))).rejected("DF-7.1")
    game.when(0, ChooseSatyrFaces(("glory_3", "boar_red"))).figures(0, vp=3)
    assert rewards(game) == [[], [], ["red"]]
    game.when(0, ResolveFace(2, "moon")).figures(0, moon=1, cerberus=1)
    assert waits(game, 0) == []


def test_satyrs_with_nothing_to_copy():
    """DF-7.70: a mirror without a face to copy has no effect."""
    game = in_step(put(table(2), 0, "0/0/3/0"))
    show(game, 0, "mirror", "mirror")
    game.when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("mirror", "mirror")).then(step="turn_end")


def test_minotaur():
    """DF-7.71, DF-6.22: the others roll and lose; answers in any order."""
    game = in_step(put(table(4), 1, "0/3/0/0"))
    game.state.turn_player, game.state.order = 1, [1, 2, 3, 0]
    in_step(game)
    game.when(1, PerformFeat("minotaur")).accepted()
    assert rollers(game) == [2, 3, 0]
    roll(game, ("choice_1", "gold_1"), ("choice_1", "gold_1"), ("moon_1", "gold_1"))
    game.legal(ResolveFace(1, "gold"), actor=2).legal(ResolveFace(1, "gold"), actor=3)


def test_cyclops():
    """DF-7.73: gold into glory, four times."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/6/0/0"))
    game.when(0, PerformFeat("cyclops")).accepted()
    game.when(0, ChooseBlessingDie(1)).accepted()
    for _ in range(4):
        roll(game, "gold_1")
        game.when(0, ResolveFace(1, convert={"gold": 1})).entered(0, "vp", 1, source="cyclops")
    game.figures(0, vp=4).then(step="turn_end")


def test_conversion_of_the_turn_player_only():
    """DF-6.56, DF-7.72: in this blessing, not in others."""
    game = roll(put(table(3, **ADVANCED), 0, "0/0/0/0", ["sentinel"]), ("sun_2", "gold_1"))
    game.figures(0, sun=2, vp=0)


def test_seagull_in_the_last_turn():
    """DF-7.74, DF-6.5: nothing but glory."""
    game = in_step(put(table(3, turn=2, **CUSTOM, groups={"m4": "magical_seagull"}), 2, "0/0/3/0"))
    game.state.round = 10
    game.when(2, PerformFeat("magical_seagull")).settled().then(step="finished", dice_shifted=False)
    assert next(s.vp for s in standings(game.state) if s.seat == 2) == 10


def test_typhon_counts_all_faces():
    """DF-7.75: forced boars as well."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/3/0"))
    game.when(0, PerformFeat("tenacious_boar_red")).accepted()
    game.when(0, ChooseBearer(1)).accepted()
    game.when(1, ForgeGranted("boar_red", 1, "gold_1")).accepted()
    in_step(put(game, 1, "0/5/5/0"))
    game.state.turn_player, game.state.order = 1, [1, 2, 0]
    in_step(game)
    game.when(1, PerformFeat("typhon")).figures(1, vp=1)


def test_allocation_of_the_wild_spirits():
    """DF-7.54, DF-7.63: the gold may go on the hammer, after the moon."""
    game = in_step(put(table(3), 0, "0/1/0/0", ["blacksmiths_hammer"], hammer=28))
    game.when(0, PerformFeat("wild_spirits")).figures(0, moon=3, gold=0)
    game.when(0, AllocateGold(3)).rejected("DF-7.54", most=2)
    game.when(0, AllocateGold(2)).figures(0, gold=1, hammer=30, vp=15)


def test_allocation_is_asked_with_room_only():
    """DF-7.54: with a full hammer the gold comes by rule."""
    game = in_step(put(table(3), 0, "0/1/0/0", ["blacksmiths_hammer"], hammer=30))
    game.when(0, PerformFeat("wild_spirits")).figures(0, gold=3, moon=3).then(card="")
    game.when(0, AllocateGold(0)).rejected("DF-7.1")


def test_feat_after_paying_for_an_extra_action():
    """DF-7.30, DF-6.15: one card an action, so two in a turn."""
    game = in_step(put(table(3), 0, "0/2/2/0"))
    game.when(0, PerformFeat("blacksmiths_hammer")).accepted()
    game.when(0, PerformFeat("blacksmiths_hammer")).rejected("DF-7.1", awaited=["extra_offer"])
    game.when(0, ExtraAction(True)).accepted()
    game.when(0, PerformFeat("blacksmiths_hammer")).figures(0, cards=2)


def test_probabilities():
    """DF-8.13: each face of a die alike; the boars by the number of their cards."""
    rng, game = Random(1), table(3)
    rolls = Counter(game.rules.outcome(game.state).sample(rng).dice["2"] for _ in range(1200))
    assert set(rolls) == {"glory_2", "gold_1", "moon_1"}
    assert abs(rolls["gold_1"] - 800) < 80
    start = at_start("dice_forge", header(4, card_set="random"))
    start.when(None, GroupRevealed("m3", "great_bear")).accepted()
    groups = Counter(start.rules.outcome(start.state).sample(rng).group for _ in range(600))
    assert abs(groups["tenacious_boar"] - 400) < 60


def test_platform_adjustment():
    """DF-8.20, DF-12.6: by force, inside the limits, where the option allows it."""
    game = in_step(put(table(3), 0, "3/0/0/0"))
    game.when(None, PlatformAdjustment(0, "bug", gold=1)).rejected("DF-8.20", platform_events=False)
    game = in_step(put(table(3, platform_events=True), 0, "3/0/0/5"))
    game.when(1, PlatformAdjustment(0, "bug", gold=1)).rejected("DF-8.20", actor=1)
    game.when(None, PlatformAdjustment(4, "bug", gold=1)).rejected("DF-8.20", player=4)
    game.when(None, PlatformAdjustment(0, "bug", gold=10)).rejected("DF-8.20", value=13, most=12)
    game.when(None, PlatformAdjustment(0, "bug", hammer=1)).rejected("DF-8.20", figure="hammer")
    game.when(None, PlatformAdjustment(0, "bug", gold=-1, glory=2)).figures(0, gold=2, vp=7)
    game.entered(0, "vp", 2, source="platform")


def test_what_the_platform_did_is_reported():
    """DF-8.20: with every verdict, whatever it is."""
    rules = table(3).rules
    game = play(rules, header_for(rules, "told", 3, {"platform_events": True}), "told")
    log = game.log()
    told = Replay(rules, log.header)
    told.feed(log.records[:20])
    for event in (PlatformAdjustment(1, "bug", glory=2), PlayerQuit(2)):
        told.play(None, event)
    found = verdict_on(examine(Blob("told", b"\n".join(write(told.log())))))
    assert found.verdict == "incomplete"
    assert [record["event"]["kind"] for record in found.interventions] == ["platform_adjustment", "player_quit"]
    lines = "\n".join(verdict_lines(found))
    assert "record 21 is an intervention: the platform corrects player 2 (bug), glory 2" in lines
    assert "record 22 is an intervention: player 3 leaves the game" in lines


def test_player_quit():
    """DF-8.20: items are dropped, decisions answered by rule; the game goes on without."""
    game = table(3, platform_events=True, **ADVANCED)
    game.when(None, PlayerQuit(3)).rejected("DF-8.20", player=3)
    game.when(None, PlayerQuit(0)).accepted()
    game.when(None, PlayerQuit(0)).rejected("DF-8.20", quit=True)
    put(game, 0, "0/9/0/0", ["silver_hind"], cerberus=1)
    roll(game, ("choice_1", "ship")).settled().then(turn_player=1)
    game.figures(0, gold=0, cerberus=1)
    in_step(put(game, 1, "0/0/3/0"))
    game.when(1, PerformFeat("tenacious_boar_red")).accepted()
    game.when(1, ChooseBearer(0)).then(step="turn_end").figures(0, forged=1)
    assert "boar_red" in game.state.players[0].dice[0]


def test_items_of_who_has_quit_are_dropped():
    """DF-8.20, DF-6.33: rewards, copies, ships, tokens; what follows by rule is gained, and others wait no longer."""
    game = boar_table()
    game.state.options = structs.replace(game.state.options, platform_events=True)
    put(show(game, 0, "mirror", "ship"), 0, "9/0/0/0", cerberus=1)
    roll(game, ("ship", "gold_1"), ("mirror", "ship"), ("boar_red", "glory_2"))
    game.when(2, ShipPass(1)).accepted()
    assert waits(game, 0) == ["copy_face"]
    game.when(None, PlayerQuit(0)).figures(0, gold=9, forged=0, cerberus=1).figures(1, vp=2)
    assert (rewards(game), waits(game, 0), waits(game, 1)) == ([[], [], []], [], ["resolve_face"])
    game.when(1, ResolveFace(1, "sun")).then(step="action")


def test_a_face_that_waits_for_the_hammer_gives_the_rest_to_who_has_quit():
    """DF-8.20: only its gold is lost, which could have gone to the hammer."""
    game = put(table(2, platform_events=True, **ADVANCED), 0, "0/0/0/0", ["blacksmiths_hammer"])
    roll(game, ("glory_2", "gold_2_moon_1"), GLORY)
    assert waits(game, 0) == ["resolve_face"]
    game.figures(0, gold=0, moon=0).when(None, PlayerQuit(0)).figures(0, gold=0, moon=1, hammer=0)


def test_player_quit_in_the_draft_and_amid_an_effect():
    """DF-8.20: the first candidate; open items are dropped."""
    game = at_start("dice_forge", header(3, card_set="draft", draft_slot_order="listed", platform_events=True))
    game.when(None, PlayerQuit(0)).then(drafted=1, newest=CardDraft(1, "m3"))
    assert game.state.groups["s1"] == "elder"
    game = in_step(put(table(3, platform_events=True), 0, "0/6/0/0"))
    game.when(0, PerformFeat("sphinx")).accepted()
    game.when(None, PlayerQuit(0)).then(step="turn_end")
    roll(game.settled(), GLORY)
    assert [s.dropped for s in sorted(_finish(game).rules.standings(game.state))] == [True, False, False]


def _finish(game):
    """Everybody passes until the end."""
    while game.rules.standings(game.state) is None:
        actor, event = next(iter(game.rules.legal(game.state)))
        if actor is not None and game.state.step == "action":
            event = PassAction()
        game.when(actor, event).settled()
    return game
