"""Effects and questions (DA-6.3 to DA-6.5, DA-7.60 to DA-7.86)."""

import pytest
from msgspec.structs import replace

from engine.games.daitoshi.circles import may_circle
from engine.games.daitoshi.items import OptionalAsked
from engine.games.daitoshi.resolving import QUESTIONS
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi.effects import (
    Bus,
    Choice,
    ConflictReward,
    Convert,
    Fame,
    Gain,
    HexSlot,
    MarketInvention,
    Opaque,
    Optional,
    Pilgrim,
    Price,
    Progress,
    ReadyForMachine,
    Reputation,
    Restore,
    ScoreInvention,
    ScoreReputation,
    UpgradeInvention,
    Vp,
)
from tests.games.daitoshi.table import ANN, BOB, acting, gaining, leading, play, put, seat, table


def gained(*effects, options=None, context=None, **figures):
    position = acting(table(options=options))
    seat(position, ANN, **figures)
    return gaining(position, *effects, **(context or {}))


def with_catalogue(position, **tables):
    """The position in a game with other boards."""
    changed = replace(position.state.catalogue, mode="declared", **tables)
    position.state.learn(replace(changed, circular=may_circle(changed)))
    return position


def test_depth_first():
    """DA-6.3, DA-7.66: all of a space before the next step, all of an element before the next element."""
    position = gained(Bus(5), Vp(7))
    play(position, (ANN, events.ChooseColour("blue")))
    deltas = [(e.figure, e.delta) for e in position.entries if e.figure in ("steam", "vp", "food", "blue_workers")]
    assert deltas == [("steam", 1), ("vp", 1), ("vp", 1), ("food", 1), ("blue_workers", 1), ("vp", 7)]


def test_steps_go_on_after_a_question():
    """DA-3.11, DA-7.66: what a space asks is answered first, then the bus drives on."""
    position = gained(Bus(7), Vp(7))
    play(position, (ANN, events.ChooseColour("blue")))
    deltas = [(e.figure, e.delta) for e in position.entries if e.figure in ("energy", "blue_workers", "vp")]
    assert deltas == [("vp", 1), ("vp", 1), ("blue_workers", 1), ("vp", 1), ("energy", 1), ("vp", 7)]


def test_gains():
    """DA-7.61, DA-11.4: resources up to the cap of the option; wealth and steam without limit."""
    gained(Gain("food", 9)).figures(ANN, food=8)
    gained(Gain("food", 9), options={"resource_cap": 9}).figures(ANN, food=9)
    gained(Gain("wealth", 30), Gain("steam", 40)).figures(ANN, wealth=31, steam=47)


def test_points():
    """DA-7.63, DA-15.2, DA-10.8: at once, with the tag of the source; they may become negative."""
    gained(Vp(3), Vp(-5)).figures(ANN, vp=-2).entered(ANN, "vp", 3, source="workshop")


def test_reputation():
    """DA-7.67, DA-7.68, DA-3.11: four levels; the level's VP, n times, tagged with what scored it."""
    position = gained(Reputation(2), ScoreReputation(2)).figures(ANN, reputation=3, vp=6)
    position.entered(ANN, "vp", 6, source="workshop/score_reputation")
    gaining(position, Reputation(3), ScoreReputation(1)).figures(ANN, reputation=4, vp=11)


def test_fame():
    """DA-7.65: each space entered gives its effects; after the last comes space 0."""
    position = gained(Fame(2)).figures(ANN, fame=2, reputation=2, vp=2)
    position.entered(ANN, "vp", 2, source="workshop/fame_track")
    gained(Fame(1), fame=9).figures(ANN, fame=10, vp=3)


def test_a_track_that_is_no_circle():
    """DA-7.66, DA-3.11: steps beyond the end are lost."""
    position = acting(table())
    rail = position.state.catalogue.bus_rail
    with_catalogue(position, bus_rail=replace(rail, cyclic=False))
    seat(position, ANN, bus=len(rail.spaces) - 2)
    gaining(position, Bus(3)).figures(ANN, bus=len(rail.spaces) - 1, steam=9)


def test_effects_that_never_end():
    """DA-6.3: an event whose effects nest more than a hundred deep is rejected, and nothing has happened."""
    position = acting(table(), ANN, 3)
    track = position.state.catalogue.fame_track
    with_catalogue(position, fame_track=replace(track, spaces=((Fame(1),),) * 5))
    seat(position, ANN, energy=4)
    position.when(ANN, events.Electrify(slice=1, ring="inner")).rejected("DA-6.3")
    with_catalogue(position, fame_track=replace(track, spaces=((Fame(1),),) * 60, cyclic=False))
    position.when(ANN, events.Electrify(slice=1, ring="inner")).figures(ANN, fame=59)


def test_an_unknown_effect_before_effects_that_never_end():
    """DA-6.3, DA-7.85: what may be declared is enumerated only if what follows comes to an end."""
    position = gained(Opaque(), Fame(1))
    legal = position.rules.legal
    declared = events.EffectDeclared(ANN, (Vp(1),))
    assert (None, declared) in list(legal(position.state))
    track = position.state.catalogue.fame_track
    with_catalogue(position, fame_track=replace(track, spaces=((Fame(1),),) * 5))
    position.when(None, declared).rejected("DA-6.3")
    assert list(legal(position.state)) == []


@pytest.mark.parametrize(("spaces", "fame"), [(100, 99), (101, None)])
def test_a_hundred_deep(spaces, fame):
    """DA-6.3: a list a hundred deep is resolved; its step beyond the end of the track is lost and nests nothing."""
    position = acting(table(), ANN, 3)
    track = position.state.catalogue.fame_track
    with_catalogue(position, fame_track=replace(track, spaces=((Fame(1),),) * spaces, cyclic=False))
    seat(position, ANN, energy=4)
    done = position.when(ANN, events.Electrify(slice=1, ring="inner"))
    done.rejected("DA-6.3", depth=101) if fame is None else done.figures(ANN, fame=fame)


def test_a_marker_a_hundred_deep():
    """DA-6.3, DA-7.70: a step that no marker can make any more nests nothing."""
    position = leading(table())
    slots = position.state.catalogue.slots
    for steps, deep in ((100, None), (101, 101)):
        longest = replace(slots[0][0], progress=((Progress(1, "this"),),) * steps)
        with_catalogue(position, slots=((longest, *slots[0][1:]), *slots[1:]))
        done = position.fork().when(BOB, events.ActivateBuilding(0))
        if deep:
            done.rejected("DA-6.3", depth=deep)
        else:
            assert done.state.players[BOB].slots[0][0].marker == steps


def test_a_draw_whose_effects_never_end():
    """DA-6.3, DA-7.45: a tile whose forced deposit goes around in circles is not built, and nothing has happened."""
    position = acting(table(), ANN, 2)
    wilderness = position.state.catalogue.wilderness
    circle = replace(wilderness["forest"], conflict=(ConflictReward(1),))
    with_catalogue(position, wilderness={**wilderness, "forest": circle})
    seat(position, ANN, building=2, forest_hexes=2)
    play(position, (ANN, events.Expand(slice=2, ring="middle")))
    position.when(None, events.DistrictTileDrawn(ring="middle", tile="middle_03")).rejected("DA-6.3")


def test_each_declaration_is_an_event():
    """DA-6.3, DA-7.85: how deep effects are nested is counted in each event."""
    position = acting(table(), ANN, 3)
    track = position.state.catalogue.fame_track
    with_catalogue(position, fame_track=replace(track, spaces=((Opaque(),),) * 5))
    seat(position, ANN, energy=4)
    play(position, (ANN, events.Electrify(slice=1, ring="inner")))
    for _ in range(100):
        play(position, (None, events.EffectDeclared(ANN, (Fame(1),))))
    position.when(None, events.EffectDeclared(ANN, ())).figures(ANN, fame=101)


def test_pilgrims():
    """DA-7.69, DA-11.14, DA-11.15: steps onto bare spaces only; others are lost; `upto` may stop."""
    position = acting(table())
    position.state.tracks["forest"][:3] = [0, 0, 0]
    gaining(position, Pilgrim("forest", 5)).figures(ANN, forest_pilgrim=3)
    gaining(position, Pilgrim("mountain", 2)).figures(ANN, mountain_pilgrim=0)
    position.state.tracks["forest"][3:5] = [0, 0]
    gaining(position, Pilgrim("any", 3, upto=True))
    position.legal(events.ChooseTrack(None), events.ChooseTrack("forest"), events.ChooseTrack("river"))
    position.when(ANN, events.ChooseTrack("forest", 2)).rejected("DA-7.69")
    play(position, (ANN, events.ChooseTrack("forest")), (ANN, events.ChooseTrack(None)))
    position.figures(ANN, forest_pilgrim=4, river_pilgrim=0)
    gaining(position, Pilgrim("any", 2, same=True))
    position.legal(events.ChooseTrack("forest", 1), events.ChooseTrack("river", 2))
    position.not_legal(events.ChooseTrack("river", 1), events.ChooseTrack(None))
    position.when(ANN, events.ChooseTrack("river", 2)).figures(ANN, river_pilgrim=2)


def test_progress():
    """DA-7.70: a slot that holds an invention and is not at its end; `upto` may stop; the rest is lost."""
    position = acting(table())
    put(position, ANN, 1, 1, "ordinary_11", marker=4)
    gaining(position, Progress(3, "any", True))
    position.when(ANN, events.ChooseSlot(2, 1)).rejected("DA-7.70")
    play(position, (ANN, events.ChooseSlot(1, 1)))
    position.when(ANN, events.ChooseSlot(1, 1)).rejected("DA-7.70")
    play(position, (ANN, events.ChooseSlot(None)))
    assert seat(position, ANN).slots[1][0].marker == 5
    position.entered(ANN, "finished_tracks", 1)
    gaining(position, Progress(9, "any"))
    assert seat(position, ANN).slots[0][0].marker == 6
    gaining(position, Progress(1, "this")).figures(ANN)
    gaining(position, Progress(2, "this", True), slot=(1, 1)).figures(ANN)  # at its end
    put(position, ANN, 2, 1, "ordinary_12")
    gaining(position, Progress(2, "this", True), slot=(2, 1))
    position.not_legal(events.ChooseSlot(0, 2)).legal(events.ChooseSlot(2, 1), events.ChooseSlot(None))
    play(position, (ANN, events.ChooseSlot(2, 1)), (ANN, events.ChooseSlot(2, 1)))
    assert seat(position, ANN).slots[2][0].marker == 2


def test_what_a_progress_track_refers_to():
    """DA-7.60, DA-7.79 to DA-7.81: `this` is the slot of the track; elsewhere such an element is lost."""
    lost = (UpgradeInvention("this"), ReadyForMachine(), ScoreInvention(2))
    position = gained(*lost).figures(ANN, vp=0)
    slot = seat(position, ANN).slots[0][0]
    assert (slot.high, slot.ready) == (False, False)
    gaining(position, *lost, slot=(0, 1)).figures(ANN, vp=2)
    assert (slot.high, slot.ready) == (True, True)
    gaining(position, UpgradeInvention("this"), slot=(0, 1))
    assert seat(position, ANN).upgrades == 1


def test_upgrading_any_invention():
    """DA-7.79: one that is not high."""
    position = acting(table())
    put(position, ANN, 1, 1, "ordinary_11", high=True)
    put(position, ANN, 2, 1, "ordinary_12")
    gaining(position, UpgradeInvention("any"))
    position.when(ANN, events.ChooseSlot(1, 1)).rejected("DA-7.79")
    play(position, (ANN, events.ChooseSlot(2, 1)))
    assert seat(position, ANN).slots[2][0].high


def test_restoring():
    """DA-7.71, DA-11.16: a hex of the record to the discard pile, its reward n times; nothing without one."""
    gained(Restore()).figures(ANN, vp=0)
    position = gained(Restore(2, 1), Vp(1), mountain_hexes=1, river_hexes=1)
    position.when(ANN, events.ChooseHex("forest")).rejected("DA-7.71")
    play(position, (ANN, events.ChooseHex("mountain"))).figures(
        ANN, mountain_hexes=0, river_hexes=0, steam=9, food=2, vp=1
    )
    position.entered(ANN, "steam", 2, source="workshop/conflict_reward")
    assert position.state.discard["mountain"] == 1


def test_conflict_rewards():
    """DA-7.72, DA-3.9: of one hex, n times; it stays."""
    gained(ConflictReward(2)).figures(ANN, steam=7)
    position = gained(ConflictReward(3), mountain_hexes=1, river_hexes=1)
    position.when(ANN, events.ChooseHex("forest")).rejected("DA-7.72")
    play(position, (ANN, events.ChooseHex("mountain"))).figures(ANN, mountain_hexes=1, steam=13)


def test_hex_slots():
    """DA-7.82: the hex deposited there; without one the element is lost."""
    position = gained(HexSlot(1), HexSlot(2), context={"hexes": ("river",)}).figures(ANN, food=2)
    position.entered(ANN, "food", 1, source="workshop/conflict_reward")


FOOD_TO_VP = Convert((Price("food", 2),), (Vp(4),))


@pytest.mark.parametrize(
    ("food", "wealth", "option", "offered"),
    [
        (2, 0, "optional", [(True, 0), (False, None)]),
        (2, 1, "forced", [(True, 0), (True, 1)]),
        (1, 1, "forced", [(True, 1), (False, None)]),
        (0, 2, "optional", [(True, 2), (False, None)]),
    ],
)
def test_conversions(food, wealth, option, offered):
    """DA-7.73, DA-11.17: declined only if wealth would have to be spent, or by the option."""
    position = gained(FOOD_TO_VP, options={"conversion": option}, food=food, wealth=wealth)
    answers = [event for _, event in position.rules.legal(position.state)]
    assert [(answer.accept, answer.pay_wealth) for answer in answers] == offered
    position.when(ANN, events.ChooseConvert(True, 3)).rejected("DA-7.73")
    accept = position.fork()
    accept.when(ANN, events.ChooseConvert(True)).figures(ANN, vp=4, wealth=wealth - offered[0][1])
    if (False, None) in offered:
        position.when(ANN, events.ChooseConvert(False, 0)).figures(ANN, vp=0, food=food)


def test_conversions_without_a_question():
    """DA-7.73: applied if nothing is to choose, lost if it cannot be paid."""
    gained(FOOD_TO_VP, food=2, wealth=0).figures(ANN, vp=4, food=0)
    gained(FOOD_TO_VP, food=1, wealth=0).figures(ANN, vp=0, food=1)
    gained(Convert((Price("steam", 3),), (Gain("food", 1),)), steam=2).figures(ANN, steam=2)
    gained(Convert((Price("steam", 3),), (Gain("food", 1),))).figures(ANN, steam=4, food=2)


def test_conversions_of_several_resources():
    """DA-7.73: wealth replaces exactly the missing units; a cost in wealth itself may be declined."""
    several = Convert((Price("food", 2), Price("energy", 1)), (Vp(4),))
    position = gained(several, food=1, energy=0, wealth=5)
    position.legal(events.ChooseConvert(True, 2), events.ChooseConvert(False))
    position.not_legal(events.ChooseConvert(True, 3))
    play(position, (ANN, events.ChooseConvert(True))).figures(ANN, food=0, energy=0, wealth=3, vp=4)
    position = gained(Convert((Price("wealth", 1),), (Vp(2),)))
    position.legal(events.ChooseConvert(True, 0), events.ChooseConvert(False))
    position = gained(Convert((Price("food", 1), Price("wealth", 1)), (Vp(2),)), food=1, wealth=3)
    position.legal(events.ChooseConvert(True, 0), events.ChooseConvert(False)).not_legal(events.ChooseConvert(True, 1))
    play(position, (ANN, events.ChooseConvert(True))).figures(ANN, food=0, wealth=2, vp=2)


def test_choices():
    """DA-7.83, DA-7.84: any of the lists; effects that may be declined."""
    position = gained(Choice(((Vp(1),), (Gain("steam", 2),))), Vp(5))
    position.when(ANN, events.ChooseOption(2)).rejected("DA-7.83")
    play(position, (ANN, events.ChooseOption(1))).figures(ANN, steam=9, vp=5)
    position = gained(Optional((Vp(1),)))
    position.fork().when(ANN, events.ChooseOptional(True)).figures(ANN, vp=1)
    position.when(ANN, events.ChooseOptional(False)).figures(ANN, vp=0)
    gained(Choice(((Vp(1),),))).figures(ANN, vp=1)


def test_an_optional_effect_has_two_answers():
    """DA-7.84: no other answer is accepted, nor one to another kind of question."""
    position = gained(Optional((Vp(1),)))
    assert [event.accept for _, event in position.rules.legal(position.state)] == [True, False]
    position.when(ANN, events.ChooseOption(0)).rejected("DA-6.6")
    assert QUESTIONS[OptionalAsked].clause == "DA-7.84"


def test_inventions_of_the_market():
    """DA-7.78: of that quality; without one the element is lost."""
    position = gained(MarketInvention("innovative"))
    position.when(ANN, events.ChooseInvention("ordinary_01")).rejected("DA-7.78")
    play(position, (ANN, events.ChooseInvention("innovative_01"))).figures(ANN, food=2, energy=2, steam=8, vp=2)
    position.state.market["brilliant"] = []
    gaining(position, MarketInvention("brilliant")).figures(ANN, vp=2)


def test_effects_whose_text_is_not_known():
    """DA-7.85: gains are declared for the player who made them, and tagged as declared."""
    position = gained(Opaque(), Vp(1))
    position.when(ANN, events.SkipAction()).rejected("DA-6.6")
    position.when(None, events.EffectDeclared(BOB, (Vp(2),))).rejected("DA-8.1", player=BOB)
    play(position, (None, events.EffectDeclared(ANN, (Vp(2), Gain("food", 1))))).figures(ANN, vp=3, food=2)
    position.entered(ANN, "vp", 2, source="workshop/declared")


def test_a_declaration_in_production():
    """DA-6.6: nobody produces until it is stated."""
    position = with_catalogue(leading(table(), BOB))
    gaining(position, Opaque(), number=ANN, source="production")
    position.when(BOB, events.ActivateBuilding(0)).rejected("DA-6.6")
    play(position, (None, events.EffectDeclared(ANN, ())), (BOB, events.ActivateBuilding(0)))
