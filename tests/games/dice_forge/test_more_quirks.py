"""DF-12.21, DF-12.22, DF-12.30 to DF-12.38: what the platform does after mirrors, rewards and repeats."""

import pytest

from engine.games.dice_forge.flow import follow
from engine.games.dice_forge.options import QUIRKS, options_of
from engine.games.dice_forge.quirks import forget_triple
from engine.games.dice_forge.state import Blessing, Receiver
from engine.games.dice_forge.turns import begin_turn
from events.vocabulary.dice_forge import (
    BoarReward,
    ChooseFirstDie,
    CopyFace,
    PerformFeat,
    PlayerQuit,
    ResolveFace,
    ShipForge,
    ShipPass,
    UseCerberus,
)
from tests.games.dice_forge.packets import Packets, played
from tests.games.dice_forge.table import (
    boar_table,
    header,
    in_step,
    offered,
    put,
    reserve,
    rewards,
    roll,
    sentinel,
    show,
    table,
    waits,
)
from tests.games.dice_forge.test_packet_order import without_cheap_faces

ANN = {"player_id": "11", "player_name": "Ann"}
HAMMER = ["blacksmiths_hammer"]


def with_quirks(position, quirks=QUIRKS):
    """The same position in a game whose header names quirks."""
    position.state.options = options_of(header(len(position.state.players), quirks=list(quirks)))
    return position


def acted(position):
    """The quirks that acted."""
    return [entry.source for entry in position.entries if entry.figure == "quirk"]


@pytest.mark.parametrize("quirk", [True, False])
def test_a_conflict_overlooked(quirk):
    """DF-12.30, DF-6.64: mirrors of two seats before the ship's; the order is free, and the ship goes first."""
    game = put(put(table(3), 2, "6/0/0/0"), 0, "0/0/0/0")
    roll(with_quirks(game, QUIRKS if quirk else ()), ("mirror", "choice_1"), ("gold_1", "sun_1"), ("mirror", "ship"))
    assert acted(game) == ["conflict_overlooked"] * quirk
    copied = game.when(2, CopyFace(1, "sun_1"))
    if not quirk:
        copied.rejected("DF-6.65")
        return
    copied.accepted()
    game.when(0, CopyFace(1, "sun_1")).accepted()
    game.when(2, ShipPass(2)).accepted()
    game.when(0, ResolveFace(2, "moon")).accepted()
    assert reserve(game, 0) == "0/1/1/0"


@pytest.mark.parametrize(
    "rolls",
    [
        (("mirror", "ship"), ("gold_1", "gold_1"), ("mirror", "choice_1")),
        (("mirror", "gold_1"), ("gold_1", "gold_1"), ("gold_1", "ship")),
        (("mirror", "ship"), ("gold_1", "gold_1"), ("mirror", "ship")),
    ],
)
def test_a_conflict_that_is_seen(rolls):
    """DF-12.30, DF-6.64: a mirror behind the ship, one mirror alone, or two ships."""
    game = roll(with_quirks(put(put(table(3), 0, "6/0/0/0"), 2, "6/0/0/0")), *rolls)
    assert (game.state.blessing.strict, acted(game)) == (True, [])


def test_faces_beside_a_mirror_that_are_asked_for_at_once():
    """DF-12.30, DF-6.63: fixed gold that may go to the hammer is asked for before a ship."""
    game = put(put(table(3), 2, "6/0/0/0"), 0, "0/0/0/0", HAMMER)
    roll(with_quirks(game), ("mirror", "gold_1"), ("gold_1", "sun_1"), ("mirror", "ship"))
    game.when(2, CopyFace(1, "sun_1")).accepted()
    game.when(0, CopyFace(1, "sun_1")).accepted()
    game.when(2, ShipPass(2)).rejected("DF-6.63")


@pytest.mark.parametrize("quirk", [True, False])
def test_a_boar_tripled_again(quirk):
    """DF-12.31: two more rewards, at the next roll of the boar's owner."""
    game = with_quirks(boar_table(), QUIRKS if quirk else ())
    roll(game, ("gold_1", "sun_1"), ("gold_1", "gold_1"), ("mirror", "triple"))
    show(game, 2, "boar_red", "sun_1")
    game.when(1, CopyFace(1, "boar_red")).accepted()
    assert (rewards(game)[0], acted(game)) == (["red"] * 3, ["boar_tripled_again"] * quirk)
    for _ in range(3):
        game.when(0, BoarReward("red", "glory")).accepted()
    game.when(1, ResolveFace(1, "sun")).figures(1, sun=3)
    assert (rewards(game)[0], game.state.boars_owed) == ([], ["boar_red"] * 2 * quirk)
    game.state.turn_player, game.state.blessing = 0, None
    begin_turn(game.state)
    follow([], game.state)
    roll(game, ("sun_1", "sun_1"), ("sun_1", "sun_1"), ("sun_1", "sun_1"))
    assert (rewards(game)[0], game.state.boars_owed) == (["red"] * 2 * quirk, [])


def test_a_boar_tripled_again_with_the_next_face():
    """DF-12.31: an owner who has a second face to come gets them with it."""
    game = with_quirks(put(boar_table(), 0, cards=HAMMER))
    roll(game, ("gold_1", "sun_1"), ("gold_1", "gold_1"), ("mirror", "triple"))
    show(game, 2, "boar_red", "sun_1")
    game.when(1, CopyFace(1, "boar_red")).accepted()
    game.when(0, ResolveFace(1)).accepted()
    assert rewards(game)[0] == ["red"] * 3
    game.when(0, ResolveFace(2)).accepted()
    assert (rewards(game)[0], game.state.boars_owed) == (["red"] * 5, [])


@pytest.mark.parametrize("quirk", [True, False])
def test_a_conversion_that_meets_a_shield(quirk):
    """DF-12.32, DF-11.16: sun of a free choice, made glory, is seen as glory by the green shield, and as moon."""
    for shield, reward in (("shield_green", 3), ("shield_blue", 0), ("shield_red", 5)):
        game = with_quirks(sentinel(), QUIRKS if quirk else ())
        roll(game, ("choice_1", shield))
        game.when(0, ResolveFace(1, "sun", convert={"sun": 1})).accepted()
        is_met = quirk and shield != "shield_red"
        assert acted(game) == ["conversion_meets_shields"] * is_met
        game_vp = game.state.players[0].vp
        assert game_vp == 2 + (5 if is_met or shield == "shield_red" else reward)


def test_a_conversion_of_a_face_with_glory():
    """DF-12.32: a face that gives glory itself, and one of a single shard, count as they are."""
    for face, take, convert in (("glory_2_moon_2", None, {"moon": 2}), ("sun_2", None, {"sun": 2})):
        game = roll(with_quirks(sentinel()), (face, "shield_yellow"))
        game.when(0, ResolveFace(1, take, convert=convert)).accepted()
        assert acted(game) == []


@pytest.mark.parametrize("rolled", [("triple", "ship"), ("ship", "triple")])
@pytest.mark.parametrize("quirk", [True, False])
def test_a_triple_lost_to_a_boar(quirk, rolled):
    """DF-12.33, DF-6.47: after a boar's reward the tripled ship takes 2 gold off the price of 8, not 6."""
    game = with_quirks(put(boar_table(), 0, "6/0/0/0"), QUIRKS if quirk else ())
    roll(game, ("sun_1", "sun_1"), rolled, ("boar_red", "sun_1"))
    game.when(0, BoarReward("red", "glory")).accepted()
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(0, ShipForge(rolled.index("ship") + 1, "sun_2", 1, "gold_1")).figures(0, gold=0 if quirk else 4)
    assert acted(game) == ["triple_lost_to_boar"] * quirk


def test_a_triple_on_die_2_outside_a_turn():
    """DF-12.33: in other instances only a triple on die 1 is lost."""
    for faces, factors in ((["triple", "ship"], [1, 1]), (["ship", "triple"], [3, 1])):
        game = with_quirks(boar_table())
        receiver = Receiver(faces, faces, [3 if face == "ship" else 1 for face in faces], [[], []])
        game.state.blessing = Blessing("oust", "major", 0, [receiver, None, None])
        forget_triple(game.state, 0)
        assert receiver.factors == factors


def test_a_reward_behind_a_token():
    """DF-12.21: the boar shown again pays its owner after he has decided about his token."""
    game = with_quirks(put(boar_table(), 1, "0/0/0/0", cerberus=1))
    put(game, 0, cerberus=1)
    roll(game, ("gold_1", "gold_1"), ("sun_1", "gold_1"), ("choice_1", "boar_red"))
    game.when(1, ResolveFace(1, "sun")).accepted()
    assert rewards(game)[0] == ["red", "red"]
    game.when(0, BoarReward("red", "glory")).accepted()
    assert waits(game, 0) == ["use_cerberus"]
    game.when(0, UseCerberus(True)).figures(0, sun=2)
    game.when(0, BoarReward("red", "sun")).figures(0, sun=3)


def test_a_mirror_of_a_player_who_left():
    """DF-8.20: the other die goes with it, as the platform clears both."""
    game = table(3, platform_events=True)
    game = put(roll(game, ("mirror", "moon_2"), ("sun_1", "gold_1")), 0, "0/0/0/0")
    game.when(None, PlayerQuit(0)).accepted()
    assert reserve(game, 0) == "0/0/0/0"


def test_a_second_face_while_a_skipped_ship_is_asked_about():
    """DF-16.21, DF-16.43: what follows by rule is told after the ships, those that the rules skip as well."""
    game = without_cheap_faces(put(put(table(2), 0, "11/0/0/0", HAMMER, hammer=29), 1, "0/0/0/0"))
    game = with_quirks(game)
    roll(game, ("gold_1", "gold_2_moon_1"), ("ship", "sun_1"))
    assert game.state.blessing is not None
    made = Packets(2)
    made.move().gets(0, hammer=1).counters(player_score_11=15)
    replay = made.read_at(game)
    assert played(replay) == [(0, ResolveFace(1, to_hammer=1))]


def test_no_counters_after_a_ship_that_is_passed():
    """DF-16.21: the other die of a ship that was chosen first is shown without counters."""
    game = put(table(2), 0, "11/0/0/0")
    game = roll(with_quirks(put(game, 1, "0/0/0/0")), ("gold_4", "ship"), ("mirror", "sun_1"))
    made = (
        Packets(2).move().note("gameStateChange", id=5).move().note("notifMessage", player_name="Ann", side_type="ship")
    )
    made.note("notifBlessing", **ANN, roll=False, dice1="G4", gold=4)
    made.move().note("notifMessage", player_name="Ben", old_side_type="mirror", side_type="G4")
    made.note("notifBlessing", player_id="12", player_name="Ben", gold=4, fireshard=1)
    made.counters(goldcount_p11=12, goldcount_p12=4, firecount_p12=1)
    replay = made.read_at(game)
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_a_copy_repeated_by_a_token():
    """DF-16.43: a single face, copied by rule, is told only when the platform's copy is announced, each time."""
    game = put(table(2), 0, "0/0/0/0", cerberus=1)
    show(show(game, 1, "gold_1", "gold_1"), 0, "gold_1", "gold_1")
    made = Packets(2).rolls(("mirror", "G3"), gold=0).rolls(("G1", "G1"), first=1).counters(goldcount_p11=0)
    made.move().note("notifMessage", player_name="Ann", old_side_type="mirror", side_type="G1")
    made.note("notifBlessing", **ANN, gold=4).counters(goldcount_p11=4)
    made.move().note("notifUseCerberusToken", **ANN, sides_rolled="mirror,G3")
    made.note("notifBlessing", **ANN, roll=False, dice1="mirror", dice2="G3").counters(goldcount_p11=4)
    made.move().note("notifMessage", player_name="Ann", old_side_type="mirror", side_type="G1")
    made.note("notifBlessing", **ANN, gold=4).counters(goldcount_p11=8)
    show(game, 0, "mirror", "gold_3")
    replay = made.read_at(game)
    assert (0, UseCerberus(True)) in played(replay)
    assert (replay.broke, replay.discrepancies) == (None, [])


def test_a_token_that_is_kept_open():
    """DF-16.44: without state entries, a silent request of another player is not taken for a token that is declined."""
    game = with_quirks(put(put(table(2), 0, "11/0/0/0", HAMMER), 1, "0/0/0/0", cerberus=1))
    game = roll(game, ("ship", "gold_4"), ("sun_1", "moon_1"))
    made = Packets(2).move().note("notifBlessing", **ANN, roll=False, dice2="G4")
    made.move().note("notifUseCerberusToken", player_id="12", player_name="Ben", sides_rolled="FS1,MS1")
    made.note("notifBlessing", player_id="12", player_name="Ben", roll=False, fireshard=1, moonshard=1)
    replay = made.counters(firecount_p12=2).read_at(game)
    assert played(replay) == [(0, ChooseFirstDie(2)), (1, UseCerberus(True))]
    assert replay.broke is None


def test_a_lap_told_inside_amounts():
    """DF-16.20: the automatic hammer, switched on late, takes the gold of the shield beside a face; told once."""
    game = put(table(2), 0, "0/0/0/0", HAMMER, hammer=27)
    game = roll(with_quirks(game), ("choice_1", "shield_yellow"), ("sun_1", "sun_1"))
    lap = {**ANN, "hammer_phase": 2, "ressources": "15 [VP]"}
    made = Packets(2).move().gets(0, fireshard=1, hammer=3, notifHammer=[[lap]]).counters(player_score_11=15)
    replay = made.read_at(game)
    assert played(replay) == [(0, ResolveFace(1, "sun")), (0, ResolveFace(2, to_hammer=3))]
    assert (replay.broke, [each for each in replay.discrepancies if each.figure == "vp"]) == (None, [])


@pytest.mark.parametrize("quirk", [True, False])
def test_a_ship_before_a_reward(quirk):
    """DF-12.34, DF-6.60: of two ships the first is used before the boar's reward, the second after it."""
    game = with_quirks(put(boar_table(), 0, "8/0/0/0"), QUIRKS if quirk else ())
    roll(game, ("sun_1", "sun_1"), ("ship", "ship"), ("boar_red", "sun_1"))
    game.when(1, ResolveFace(1, "sun")).accepted()
    first, reward = ShipForge(1, "sun_1", 1, "gold_1"), BoarReward("red", "glory")
    game.when(0, reward if quirk else first).rejected("DF-7.1")
    for event in (first, reward) if quirk else (reward, first):
        game.when(0, event).accepted()
    game.when(0, ShipForge(2, "moon_1", 2, "gold_1")).accepted()


def test_a_reward_that_comes_between_two_ships():
    """DF-12.34: further rewards wait with the first one; where a single ship is left, they come before it."""
    game = with_quirks(put(boar_table(), 0, "8/0/0/0"))
    roll(game, ("boar_red", "sun_1"), ("ship", "ship"), ("boar_red", "sun_1"))
    game.when(2, ResolveFace(1, "sun")).accepted()
    game.when(1, ResolveFace(1, "sun")).accepted()
    assert waits(game, 0) == ["ship_forge", "ship_pass"]
    game.when(0, ShipPass(1)).accepted()
    for left in (1, 0):
        game.when(0, BoarReward("red", "sun")).accepted()
        assert rewards(game)[0] == ["red"] * left


def beside_token(rolled, gold=8, tokens=1, quirks=QUIRKS):
    """P0 has a boar's reward to come and rolls beside a token; P1 has answered the boar's face."""
    game = with_quirks(put(put(boar_table(), 0, f"{gold}/0/0/0", cerberus=tokens), 1, cerberus=1), quirks)
    roll(game, ("sun_1", "sun_1"), rolled, ("boar_red", "sun_1"))
    return game.when(1, ResolveFace(1, "sun")).accepted()


def next_of(game, *events):
    """What P0 is offered after his events, once P1 has given up his token."""
    for event in events:
        game.when(0, event).accepted()
    return waits(game.when(1, UseCerberus(False)).accepted(), 0)


SHIP = ["ship_forge", "ship_pass"]


@pytest.mark.parametrize("rolled", [("ship", "choice_1"), ("choice_1", "ship")])
@pytest.mark.parametrize(("quirks", "tokens"), [(QUIRKS, 1), (QUIRKS, 0), ((), 1)])
def test_a_ship_before_a_reward_beside_a_token(rolled, quirks, tokens):
    """DF-12.37, DF-6.60: with a usable token, the ship comes right after the answered face, the reward after it."""
    game, ship = beside_token(rolled, tokens=tokens, quirks=quirks), rolled.index("ship") + 1
    is_first = bool(quirks and tokens)
    assert next_of(game, ResolveFace(3 - ship, "sun")) == (SHIP if is_first else ["boar_reward"])
    reward = BoarReward("red", "glory")
    for event in (ShipPass(ship), reward) if is_first else (reward, ShipPass(ship)):
        game.when(0, event).accepted()
    assert waits(game, 0) == ["use_cerberus"] * tokens


@pytest.mark.parametrize(("gold", "expected"), [(12, SHIP), (8, SHIP), (1, ["boar_reward"])])
def test_a_reward_after_the_first_die_beside_a_token(gold, expected):
    """DF-12.37, DF-6.37: a die that was chosen before the ship counts as answered, though it gives nothing."""
    game = beside_token(("gold_4", "ship"), gold)
    assert next_of(game, *([ChooseFirstDie(1)] if gold >= 8 else [])) == expected


@pytest.mark.parametrize(("rolled", "expected"), [(("ship", "sun_1"), SHIP), (("sun_1", "ship"), ["boar_reward"])])
def test_two_rewards_beside_a_token(rolled, expected):
    """DF-12.37: of several rewards, the first comes before a ship on die 1, and all before a ship on die 2."""
    game = with_quirks(put(boar_table(), 0, "8/0/0/0", cerberus=1))
    roll(game, ("boar_red", "sun_1"), rolled, ("boar_red", "sun_1"))
    game.when(2, ResolveFace(1, "sun")).accepted()
    game.when(1, ResolveFace(1, "sun")).accepted()
    game.when(0, BoarReward("red", "sun")).accepted()
    assert (waits(game, 0), rewards(game)[0]) == (expected, ["red"])


def test_a_reward_that_comes_before_a_ship_is_used():
    """DF-12.37: all rewards come before the ship again if one is added."""
    game = beside_token(("choice_1", "ship"))
    game.when(0, ResolveFace(1, "sun")).accepted()
    game.when(1, UseCerberus(True)).accepted()
    assert (waits(game, 0), rewards(game)[0]) == (["boar_reward"], ["red", "red"])


def test_a_second_reward_before_a_ship():
    """DF-12.21, DF-12.37: of a boar shown again, it comes before a ship, also beside a token."""
    for tokens in (0, 1):
        game = with_quirks(put(put(boar_table(), 0, "8/0/0/0", cerberus=tokens), 1, cerberus=1))
        roll(game, ("sun_1", "sun_1"), ("ship", "sun_1"), ("choice_1", "boar_red"))
        game.when(1, ResolveFace(1, "sun")).accepted()
        game.when(0, BoarReward("red", "glory")).accepted()
        assert (waits(game, 0), rewards(game)[0]) == (["boar_reward"], ["red"])


def strict_table(quirk, *rolls):
    """P2 and P0 have passed their ships in strict order, P0 has taken the rewards that came with the rolls."""
    game = with_quirks(put(boar_table(), 1, cerberus=1), QUIRKS if quirk else ())
    roll(game, *rolls)
    if rolls[0][1] == "boar_red":
        game.when(2, ResolveFace(2, "sun")).accepted()
    game.when(2, ShipPass(1)).accepted()
    while rewards(game)[0]:
        game.when(0, BoarReward("red", "sun")).accepted()
    return game.when(0, ShipPass(1)).accepted() if "ship" in rolls[1] else game


@pytest.mark.parametrize("quirk", [True, False])
def test_a_reward_after_the_answers_of_a_copier(quirk):
    """DF-12.38, DF-6.65: who copies a boar in strict order answers it before its owner takes the reward."""
    game = strict_table(quirk, ("ship", "boar_red"), ("sun_1", "sun_1"), ("mirror", "sun_1"))
    game.when(1, CopyFace(1, "boar_red")).accepted()
    answered = game.when(1, ResolveFace(1, "sun"))
    if quirk:
        answered.accepted()
    else:
        answered.rejected("DF-6.65")
    assert waits(game, 0) == (["boar_reward"] if not quirk else [])


@pytest.mark.parametrize("quirk", [True, False])
@pytest.mark.parametrize("rolled", [("boar_red", "sun_1"), ("boar_red", "choice_1")])
def test_a_reward_after_the_answers_beside_a_token(quirk, rolled):
    """DF-12.38, DF-6.65: after a token, up to the next face; the owner's reward comes before a further face."""
    game = strict_table(quirk, ("ship", "sun_1"), ("ship", "sun_1"), rolled)
    faces = 1 + (rolled[1] == "choice_1")
    for die in range(1, faces + 1):
        game.when(1, ResolveFace(die, "sun")).accepted()
    game.when(1, UseCerberus(True)).accepted()
    assert [waits(game, seat) for seat in (0, 1)] == ([[], ["resolve_face"]] if quirk else [["boar_reward"], []])
    if quirk:
        game.when(1, ResolveFace(1, "sun")).accepted()
    assert waits(game, 0) == ["boar_reward"]
    game.when(0, BoarReward("red", "sun")).accepted()
    assert waits(game, 1) == (["resolve_face"] if faces == 2 or not quirk else [])


def test_a_second_reward_after_the_answers_beside_a_token():
    """DF-12.38, DF-12.21: a boar shown again is answered, and the token asked for, before its owner's reward."""
    game = strict_table(True, ("ship", "sun_1"), ("ship", "sun_1"), ("choice_1", "boar_red"))
    for answer in (ResolveFace(1, "sun"), ResolveFace(2, "sun"), UseCerberus(False)):
        game.when(1, answer).accepted()
    assert (waits(game, 0), rewards(game)[0]) == (["boar_reward"], ["red"])


@pytest.mark.parametrize(("quirk", "gold"), [(True, 11), (True, 12), (False, 11)])
def test_the_first_die_of_an_ousted_player(quirk, gold):
    """DF-12.35, DF-6.37: where the gold fits exactly, the ship cannot be chosen first, and DF-12.23 applies."""
    game = in_step(put(put(table(2), 0, "0/2/0/0"), 1, f"{gold}/0/0/0", hero="portal_7"))
    with_quirks(game, QUIRKS if quirk else ())
    game.when(0, PerformFeat("wild_spirits")).accepted()
    roll(game, ("ship", "gold_1"))
    only = quirk and gold == 11
    assert {event.die for event in offered(game, 1)} == ({2} if only else {1, 2})
    ship_first = game.when(1, ChooseFirstDie(1))
    if only:
        ship_first.rejected("DF-12.35")
    else:
        ship_first.accepted()


@pytest.mark.parametrize("gold", [10, 12])
def test_a_shield_chosen_before_a_ship(gold):
    """DF-12.22, DF-6.37: its amounts are asked for at once, and given as far as they fit."""
    game = roll(with_quirks(put(table(2), 0, f"{gold}/0/0/0")), ("ship", "shield_yellow"), ("sun_1", "moon_1"))
    made = Packets(2).move().note("notifBlessing", **ANN, roll=False, dice2="yellowShield").counters(goldcount_p11=gold)
    made.move().gets(0, gold=3).counters(goldcount_p11=12)
    replay = made.read_at(game)
    assert played(replay) == [(0, ChooseFirstDie(2))]
    assert (replay.broke, replay.discrepancies) == (None, [])
    assert reserve(replay, 0) == "12/0/0/0"


def test_a_second_face_beside_a_token():
    """DF-16.21: a player with a Cerberus token is asked for it before the others' second faces are shown."""
    game = with_quirks(put(put(table(2), 0, "0/0/0/0", HAMMER, hammer=14), 1, "0/0/0/0", HAMMER, cerberus=1))
    game = roll(game, ("gold_1", "gold_1"), ("gold_1", "gold_1"))
    ben = {"player_id": "12", "player_name": "Ben"}
    made = Packets(2).move().gets(0, hammer=1).counters(goldcount_p11=0).move().gets(1, hammer=1)
    made.counters(goldcount_p11=0, goldcount_p12=0)
    made.move().note("notifBlessing", **ben, roll=False, dice2="G1").counters(goldcount_p11=0)
    made.move().gets(1, hammer=1).counters(goldcount_p11=0, goldcount_p12=0)
    made.move().note("notifBlessing", **ANN, roll=False, dice2="G1", gold=1).counters(goldcount_p11=1)
    replay = made.read_at(game)
    assert (replay.broke, [each for each in replay.discrepancies if each.figure == "gold"]) == (None, [])


@pytest.mark.parametrize("quirk", [True, False])
def test_two_shields_under_the_sentinel(quirk):
    """DF-12.36, DF-6.44, DF-11.14: of two shields that watch what they give, the second gives sun, not glory."""
    game = with_quirks(sentinel(), QUIRKS if quirk else ())
    roll(game, ("shield_red", "shield_red")).when(0, ResolveFace(1, convert={"sun": 2})).figures(
        0, vp=4 if quirk else 9
    )
    assert acted(game) == ["shields_apart"] * quirk
    if quirk:
        game.when(0, ResolveFace(2)).figures(0, vp=4, sun=2)
