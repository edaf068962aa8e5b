"""Cult tracks: steps and power (TM-6.9), keys, priests (TM-7.9), steps of the player's choice (TM-7.11.3)."""

import pytest

from engine.games.terra_mystica.components import CULTS
from engine.games.terra_mystica.cults import advance
from events.vocabulary.terra_mystica import (
    ChooseCultStep,
    ChooseFavorTile,
    ChooseTownTile,
    EndTurn,
    Pass,
    SendPriest,
    SpecialAction,
)
from tests.games.terra_mystica.table import has, position


def moved(cult, track, steps, **things):
    """The table after this number of steps of the Witches, at no cost."""
    table = position("witches", "nomads", witches=has(cult=cult, **things), nomads=things.pop("nomads", {}))
    advance(table.entries, table.state, table.player("witches"), CULTS.index(track), steps, "test")
    return table


@pytest.mark.parametrize(
    ("before", "steps", "after", "power"),
    [
        (0, 2, 2, 0),
        (0, 3, 3, 1),
        (3, 1, 4, 0),
        (4, 3, 7, 4),
        (0, 7, 7, 5),
        (6, 1, 7, 2),
        (7, 2, 9, 0),
    ],
)
def test_power_of_cult_spaces(before, steps, after, power):
    """TM-6.9.2, TM-6.9.1: one for space 3, two for 5, two for 7, whether entered or passed."""
    table = moved(f"0/0/0/{before}", "air", steps, bowls=(12, 0, 0))
    table.has("witches", cult=f"0/0/0/{after}", bowls=(12 - power, power, 0))


def test_space_ten_takes_a_key():
    """TM-6.9.1, TM-6.9.3: three power; the key is spent, whether wanted or not."""
    table = moved("8/0/0/0", "fire", 2, key=2, bowls=(12, 0, 0))
    table.has("witches", cult="10/0/0/0", key=1, bowls=(9, 3, 0)).then(cult_top=[0, -1, -1, -1])


def test_space_ten_without_a_key():
    """TM-6.9.1, TM-6.9.4, TM-6.4.6: nine, no power, the rest is lost; the track is marked for a key of this turn."""
    moved("8/0/0/0", "fire", 3, bowls=(12, 0, 0)).has("witches", cult="9/0/0/0", late_keys=[0], bowls=(12, 0, 0))


def test_space_ten_is_taken():
    """TM-6.9.1, TM-6.9.4: nine with a key too, which stays; no mark."""
    table = position("witches", "nomads", witches=has(cult="8/0/0/0", key=1), nomads=has(cult="10/0/0/0"))
    advance([], table.state, table.player("witches"), 0, 3, "test")
    table.has("witches", cult="9/0/0/0", key=1, late_keys=[])


def test_beyond_ten():
    """TM-6.9.4: nothing more, no power."""
    moved("10/0/0/0", "fire", 2, key=1).has("witches", cult="10/0/0/0", key=1, bowls=(5, 7, 0))


def test_ten_on_several_tracks():
    """TM-6.9.5: a key each."""
    table = moved("9/9/0/0", "fire", 1, key=2)
    advance([], table.state, table.player("witches"), 1, 1, "test")
    table.has("witches", cult="10/10/0/0", key=0).then(cult_top=[0, 0, -1, -1])


# --- late keys ------------------------------------------------------------------------------------------------------


def late(keys="same_turn", **things):
    """Witches with a favor tile and a town tile to take, at fire 8."""
    things = has(cult="8/0/0/0", favors_owed=1, towns_owed=1, bowls=(12, 0, 0)) | things
    options = {"late_key": keys, "mini_expansion_towns": True}
    return position("witches", "nomads", witches=things, actions=0, options=options)


def test_favor_and_town_tile_in_either_order_give_the_same():
    """TM-6.4.6, TM-11.6: the key lifts the track that stopped for lack of it."""
    one = late().does("witches", ChooseFavorTile("favor_fire_2"), ChooseTownTile("town_7vp_2w"))
    other = late().does("witches", ChooseTownTile("town_7vp_2w"), ChooseFavorTile("favor_fire_2"))
    for table in (one, other):
        table.has("witches", cult="10/0/0/0", key=0, bowls=(9, 3, 0), late_keys=[])


def test_without_late_keys():
    """TM-6.4.6, TM-11.6: with `late_key` none the key comes too late."""
    table = late("none").does("witches", ChooseFavorTile("favor_fire_2"), ChooseTownTile("town_7vp_2w"))
    table.has("witches", cult="9/0/0/0", key=1)


def test_marks_vanish_with_the_next_turn():
    """TM-6.4.6, TM-6.4.1: until the player's next turn begins."""
    table = late(favors_owed=1, towns_owed=0).does("witches", ChooseFavorTile("favor_fire_2"), EndTurn())
    table.has("witches", late_keys=[0])
    table.does("nomads", Pass("bonus_dwelling")).has("witches", late_keys=[], cult="9/0/0/0")


def test_one_key_for_two_marked_tracks_is_not_enough():
    """TM-6.4.6: only when there is one for each; two keys lift both."""
    one = late(cult="9/9/0/0", late_keys=[0, 1], favors_owed=0)
    one.does("witches", ChooseTownTile("town_7vp_2w")).has("witches", cult="9/9/0/0", key=1, late_keys=[0, 1])
    two = late(cult="9/9/0/0", late_keys=[0, 1], favors_owed=0)
    two.does("witches", ChooseTownTile("town_2vp_2cult")).has("witches", cult="10/10/2/2", key=0, late_keys=[])


# --- priests --------------------------------------------------------------------------------------------------------


def test_a_priest_is_needed():
    """TM-7.9.1: one, for a main action."""
    table = position("witches", "nomads", witches=has(priest=0))
    table.does("witches", SendPriest("fire", 2)).rejected("TM-7.9.1", priests=0)
    position("witches", "nomads", actions=0).does("witches", SendPriest("fire", 2)).rejected("TM-6.4.3")


def test_priests_on_order_spaces():
    """TM-7.9.2, TM-7.9: three or two steps; the space is taken for good, and the priest is gone."""
    table = position("witches", "nomads", actions=3)
    table.does("witches", SendPriest("fire", 3)).has("witches", cult="3/0/0/0", priest=2, priests_on_orders=1)
    table.does("witches", SendPriest("fire", 3)).rejected("TM-7.9.2", space=3, free=[2, 2, 2])
    table.does("witches", SendPriest("fire", 2)).has("witches", cult="5/0/0/0", priest=1, priests_on_orders=2)
    assert table.state.order_spaces[0] == [2, 2]


@pytest.mark.parametrize("space", [0, 4, -1, 9])
def test_spaces_that_do_not_exist(space):
    """TM-7.9.2: three, two and one."""
    position("witches", "nomads").does("witches", SendPriest("fire", space)).rejected("TM-7.9.2", space=space)


def test_a_cult_that_does_not_exist():
    """TM-7.0.1: there are four."""
    position("witches", "nomads").does("witches", SendPriest("love", 3)).rejected("TM-7.0.1", cult="love")
    owed = position("witches", "nomads", witches=has(cult_owed=[1]))
    owed.does("witches", ChooseCultStep("love")).rejected("TM-7.0.1", cult="love")


def test_priests_to_the_supply():
    """TM-7.9.3: one step, always possible; the priest can be had again."""
    table = position("witches", "nomads", actions=2)
    table.does("witches", SendPriest("air", 1), SendPriest("air", 1)).has("witches", cult="0/0/0/2", priest=1)
    table.has("witches", priests_on_orders=0)
    assert table.state.order_spaces[3] == [3, 2, 2, 2]


def test_a_space_without_a_step():
    """TM-7.9.5, TM-6.9.4: it may be taken where the track ends."""
    table = position("witches", "nomads", witches=has(cult="9/0/0/0"), nomads=has(cult="10/0/0/0"))
    table.does("witches", SendPriest("fire", 3)).has("witches", cult="9/0/0/0", priest=2, priests_on_orders=1)


# --- steps of choice ------------------------------------------------------------------------------------------------


def test_steps_that_are_owed():
    """TM-7.11.3: the first entry, all its steps on one track."""
    table = position("witches", "nomads", witches=has(cult_owed=[2, 1]), actions=0)
    table.does("witches", ChooseCultStep("earth")).has("witches", cult="0/0/2/0", cult_owed=[1])
    table.does("witches", EndTurn()).rejected("TM-6.4.5", owed=["cult"])
    table.does("witches", ChooseCultStep("air"), EndTurn()).has("witches", cult="0/0/2/1")


def test_steps_that_are_not_owed():
    """TM-7.11.3: neither to the active player nor to another."""
    table = position("witches", "nomads", witches=has(card="bonus_cult"))
    table.does("witches", ChooseCultStep("air")).rejected("TM-7.11.3", owed=[])
    table.does("nomads", ChooseCultStep("air")).rejected("TM-7.11.3")
    table.does("witches", SpecialAction("bonus_cult"), ChooseCultStep("air")).accepted()


def claimed(loose=False, **cultists):
    """Nomads at fire 8 with a key, and Cultists who may still reach 10 first."""
    return position(
        "nomads",
        "cultists",
        nomads=has(cult="8/0/0/0", key=1, favors_owed=1, towns_owed=1, cult_owed=[2]),
        cultists=has(**{"cult": "9/0/0/0", "key": 1, "cult_owed": [1], **cultists}),
        options={"reaction_timing": "deferred", "loose_cultist_ordering": loose},
    )


def test_space_ten_that_the_cultists_may_claim():
    """TM-6.5.8: nobody enters it while they are owed a step that could; by priest, favor tile, town tile or choice."""
    table = claimed()
    table.does("nomads", SendPriest("fire", 3)).rejected("TM-6.5.8", cult="fire", claimed_by=1)
    table.does("nomads", ChooseFavorTile("favor_fire_2")).rejected("TM-6.5.8")
    table.does("nomads", ChooseCultStep("fire")).rejected("TM-6.5.8")
    table.does("nomads", SendPriest("fire", 1)).accepted()
    table.does("nomads", ChooseTownTile("town_8vp_cult")).rejected("TM-6.5.8")


@pytest.mark.parametrize("cultists", [{"key": 0}, {"cult": "8/0/0/0"}, {"cult_owed": []}])
def test_space_ten_that_the_cultists_cannot_claim(cultists):
    """TM-6.5.8: without a key, too far below, or without a step."""
    claimed(**cultists).does("nomads", SendPriest("fire", 3)).has("nomads", cult="10/0/0/0")


def test_loose_cultist_ordering():
    """TM-6.5.8: not with the option."""
    claimed(loose=True).does("nomads", SendPriest("fire", 3)).has("nomads", cult="10/0/0/0")
