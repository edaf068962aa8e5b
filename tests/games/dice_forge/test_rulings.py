"""The rulings of section 11, as far as no other test shows them."""

from engine.games.dice_forge.copying import copyable
from engine.games.dice_forge.items import Roll
from engine.games.dice_forge.scoring import score, standings
from events.vocabulary.dice_forge import (
    CopyFace,
    ForgeFace,
    ForgeGranted,
    PassAction,
    PerformFeat,
    ResolveFace,
    ShipForge,
    UseReinforcement,
)
from tests.games.dice_forge.table import (
    boar_table,
    in_step,
    minotaur,
    put,
    reserve,
    rewards,
    roll,
    sentinel,
    show,
    table,
    waits,
)


def test_mirrors_of_others():
    """DF-11.7, DF-6.32: not to be copied themselves, but they open one's own faces."""
    game = show(show(show(table(3), 0, "sun_2", "mirror"), 1, "mirror", "gold_1"), 2, "moon_2", "gold_1")
    assert copyable(game.state, 0) == ["gold_1", "moon_2", "sun_2"]
    show(game, 1, "gold_1", "gold_1")
    assert copyable(game.state, 0) == ["gold_1", "moon_2"]


def test_a_face_just_forged_can_be_copied():
    """DF-11.8: what shows counts, rolled or not."""
    game = in_step(put(table(3), 0, "8/0/0/0"))
    game.when(0, ForgeFace("sun_2", 1, "gold_1")).accepted()
    assert "sun_2" in copyable(game.state, 1)


def test_a_boar_copied_in_another_blessing():
    """DF-11.9: one reward for the copy, none for the old roll."""
    game = in_step(put(boar_table(), 2, "0/0/0/0", ["silver_hind"]), "reinforcement")
    show(game, 1, "boar_red", "gold_1")
    game.when(2, UseReinforcement("silver_hind", die=1)).accepted()
    roll(game, "mirror").when(2, CopyFace(1, "boar_red")).accepted()
    assert rewards(game) == [["red"], [], []]


def test_a_boar_against_the_minotaur():
    """DF-11.11: the roller loses a shard of their choice, the owner gains it."""
    game = put(minotaur(), 1, "0/2/2/0")
    game.state.players[2].cards.append("tenacious_boar_red")
    roll(game, ("boar_red", "gold_1"))
    game.when(1, ResolveFace(1, "sun")).figures(1, sun=1, moon=2)
    assert rewards(game)[2] == ["red"]


def test_a_shield_beside_a_ship():
    """DF-11.13: the ship gives nothing, so reward B."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("shield_blue", "ship"))
    game.figures(0, moon=2)
    assert waits(game, 0) == ["ship_forge", "ship_pass"]


def test_a_shield_and_a_gain_cut_off():
    """DF-11.15, DF-11.16: cut off or converted, it was given."""
    game = roll(put(table(3), 0, "0/6/0/0"), ("sun_2", "shield_red"))
    assert reserve(game, 0) == "0/6/0/5"
    game = roll(sentinel(), ("sun_2", "shield_red"))
    game.when(0, ResolveFace(1, convert={"sun": 2})).figures(0, vp=9)


def test_the_ship_asks_near_the_cap_only():
    """DF-11.19: otherwise gold first."""
    game = roll(put(table(3), 0, "0/0/0/0"), ("ship", "gold_4"))
    game.figures(0, gold=4).legal(ShipForge(1, "moon_2", 2, "gold_4"))


def test_several_hammers():
    """DF-11.25, DF-11.26, DF-11.38: in succession, each gain split at will."""
    game = put(table(3), 0, "0/0/0/0", ["blacksmiths_hammer"] * 2, hammer=29)
    roll(game, ("gold_6", "glory_2")).legal(*(ResolveFace(1, to_hammer=n) for n in range(7)))
    game.when(0, ResolveFace(1, to_hammer=2)).figures(0, hammer=31, gold=4, vp=17)


def test_the_owner_copies_the_own_boar():
    """DF-11.32, DF-6.42: both effects."""
    game = roll(boar_table(), ("gold_1", "gold_1"), ("mirror", "gold_1"), ("moon_1", "gold_1"))
    show(game, 1, "boar_red", "gold_1")
    game.when(0, CopyFace(1, "boar_red")).accepted()
    game.when(0, ResolveFace(1, "sun")).figures(0, sun=1)
    assert rewards(game)[0] == ["red"]


def test_boars_are_not_removed():
    """DF-11.33: neither by a ship nor by a card."""
    game = show(put(table(3), 0, "6/0/0/0"), 0, "boar_red", "gold_1")
    roll(game, ("gold_1", "ship")).when(0, ShipForge(2, "gold_3", 1, "boar_red")).rejected("DF-7.25")
    game = show(in_step(put(table(3), 0, "0/0/5/0")), 0, "boar_red", "gold_1")
    game.when(0, PerformFeat("helmet_of_invisibility")).accepted()
    game.when(0, ForgeGranted("triple", 1, "boar_red")).rejected("DF-7.25")


def test_nothing_to_copy():
    """DF-11.39: a mirror before the first rolls of others does nothing."""
    game = table(3)
    assert copyable(game.state, 0) == []
    game.state.agenda[2:] = [Roll(None, 0)]
    before = reserve(game, 0)
    roll(game, ("mirror", "glory_2")).figures(0, vp=2)
    assert reserve(game, 0).split("/")[:3] == before.split("/")[:3]


def test_ties():
    """DF-10.4, DF-10.5, DF-11.37: shared, or broken by faces forged, feats, leftovers, the seat."""
    for tie_breaker, seats, ranks in (("none", [0, 1, 2], [1, 1, 1]), ("bga", [2, 1, 0], [1, 2, 3])):
        game = table(3, tie_breaker=tie_breaker)
        put(game, 0, "0/0/0/10")
        put(game, 1, "0/1/0/10")
        put(game, 2, "0/0/0/10", discard=["gold_1"])
        score(game.state)
        assert [(s.seat, s.rank) for s in standings(game.state)] == list(zip(seats, ranks, strict=True))


def test_a_rejected_event_changes_nothing():
    """DF-7.3: byte for byte; `rejected` looks at it every time."""
    game = in_step(put(table(3), 0, "2/0/0/0"))
    game.when(0, ForgeFace("gold_3", 1, "mirror")).rejected("DF-7.24")
    game.when(0, PassAction()).accepted()
