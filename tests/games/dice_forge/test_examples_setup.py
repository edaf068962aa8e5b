"""The worked examples of section 13 of the rulebook about the table, turns and the end of the game."""

import pytest

from engine.games.dice_forge.components import POOLS
from engine.games.dice_forge.scoring import score, standings
from events.vocabulary.dice_forge import (
    ChooseSatyrFaces,
    DiceRolled,
    ExtraAction,
    ForgeFace,
    PassAction,
    PerformFeat,
    SanctuaryReduced,
    UseTriton,
)
from tests.games.dice_forge.table import (
    ADVANCED,
    CUSTOM,
    PLAIN,
    header,
    in_step,
    put,
    reserve,
    roll,
    rollers,
    show,
    table,
)
from tests.support import at_start


def test_ex_1_setup():
    """DF-5.2, DF-5.3, DF-6.7."""
    start = at_start("dice_forge", header(4))
    assert [reserve(start, seat) for seat in range(4)] == ["3/0/0/0", "2/0/0/0", "1/0/0/0", "0/0/0/0"]
    assert start.state.rounds == 9
    assert all(len(cards) == 4 for cards in start.state.slots.values())
    assert all(sum(start.state.sanctuary[face] for face in set(pool.faces)) == 4 for pool in POOLS.values())
    start.legal(DiceRolled(0, {"1": "sun_1", "2": "glory_2"}, "turn"), actor=None)
    assert rollers(start) == [0, 1, 2, 3]


def test_ex_2_two_players():
    """DF-5.5, DF-6.6: two randomly chosen pools are reduced, and a turn begins with two blessings."""
    start = at_start("dice_forge", header(2))
    start.when(None, SanctuaryReduced(5, ("gold_6", "choice_1"))).accepted()
    start.when(None, SanctuaryReduced(10, ("glory_4", "all_1"))).accepted()
    assert start.state.sanctuary["gold_3"] == 2
    for _ in range(2):
        assert rollers(start) == [0, 1]
        assert start.rules.turn(start.state).phase == f"blessing.{start.state.blessing_index}"
        roll(start, PLAIN, PLAIN)
    start.then(step="action").when(0, ForgeFace("gold_6", 1, "gold_1")).rejected("DF-7.21", face="gold_6")


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
    game.legal(ExtraAction(True), ExtraAction(False)).when(0, ExtraAction(True)).then(step="action", action_index=1)
    assert reserve(game, 0) == "3/0/3/0"
    game.legal(PerformFeat("satyrs")).when(0, PerformFeat("satyrs")).accepted()
    roll(game, ("gold_1", "glory_2"), ("sun_1", "gold_1"))
    game.when(0, ChooseSatyrFaces(("gold_1", "gold_1"))).then(step="turn_end")
    game = in_step(put(table(3), 0, "0/2/0/0"))
    game.when(0, PerformFeat("wild_spirits")).figures(0, sun=1).then(step="turn_end")


def test_ex_33_triton_for_the_extra_action():
    """DF-7.60, DF-7.29."""
    game = in_step(put(table(3, **ADVANCED), 0, "0/0/1/0", ["triton"], triton=1))
    game.when(0, PerformFeat("blacksmiths_hammer")).then(step="extra_offer")
    game.when(0, ExtraAction(True)).rejected("DF-7.29", sun=0)
    other = game.fork()
    game.when(0, UseTriton("sun")).figures(0, sun=2, triton=0).then(step="extra_offer")
    game.when(0, ExtraAction(True)).figures(0, sun=0)
    other.when(0, UseTriton("gold")).figures(0, sun=0, gold=6, triton=0).then(step="turn_end")


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


def test_ex_47_wrong_player_wrong_time():
    """DF-7.1, DF-8.11."""
    in_step(table(3)).when(1, ForgeFace("gold_3", 1, "gold_1")).rejected("DF-7.1", actor=1)
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
    """DF-6.17: when the last turn of the player ends."""
    game = in_step(table(3, **ADVANCED, triton_auto=auto))
    put(game, 0, "10/0/0/0", ["blacksmiths_hammer", "triton"], hammer=26, triton=1)
    game.state.round = 10
    game.when(0, PassAction()).settled().then(turn_player=1)
    game.figures(0, hammer=30 if auto else 26, vp=15 if auto else 0, gold=12 if auto else 10, triton=0 if auto else 1)


def test_ex_50_monster_stack():
    """DF-5.9, DF-7.31."""
    game = in_step(put(table(3, **CUSTOM, groups={"m8": "monster_stack"}), 0, "0/5/5/0"))
    assert game.state.slots["m8"] == ["chimera", "harpy", "hydra"]
    game.when(0, PerformFeat("harpy")).rejected("DF-7.31", top="hydra")
    game.when(0, PerformFeat("hydra")).figures(0, cards=1)
    assert game.state.slots["m8"] == ["chimera", "harpy"]
