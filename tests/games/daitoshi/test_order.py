"""Who may decide when (DA-6.1 to DA-6.7, DA-7.1), and rejections in the order of DA-7.1."""

from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import Pick
from events.vocabulary.daitoshi.effects import Convert, Pilgrim, Price, Vp
from tests.games.daitoshi.table import ANN, BOB, CY, acting, gaining, in_turn, leading, placing, play, put, seat, table


def asked():
    """Ann has an open question at her action."""
    position = acting(table())
    position.state.tracks["forest"][0] = 0
    return gaining(position, Pilgrim("any"))


def test_the_wrong_player_or_phase_comes_first():
    """DA-6.1, DA-7.1: before everything else."""
    asked().when(BOB, events.ChooseTrack("forest")).rejected("DA-6.1", awaited=["track"])
    asked().when(ANN, events.LeadProduction()).rejected("DA-6.1", phase="action", event="lead_production")
    table().when(BOB, events.LeadProduction()).rejected("DA-6.1")
    table().when(ANN, events.EndWorkers()).rejected("DA-6.1")
    table().when(7, events.LeadProduction()).rejected("DA-6.1")
    table().legal(events.LeadProduction(), actor=ANN)


def test_an_open_question_comes_next():
    """DA-6.6: no other decision, and no other kind of answer, before it is answered."""
    asked().when(ANN, events.SkipAction()).rejected("DA-6.6", awaited=["track"])
    asked().when(ANN, events.ChooseHex("river")).rejected("DA-6.6")
    asked().when(ANN, events.ChooseTrack("river")).accepted()
    position = leading(table())
    position.state.tracks["forest"][0] = 0
    play(position, (ANN, events.ActivateBuilding(0)))  # and has finished
    position.when(ANN, events.UseGrant()).rejected("DA-6.6", awaited=["track", "produce"])


def drawing():
    """A tile of the market is awaited."""
    position = acting(table(), ANN, 1)
    return play(position, (ANN, events.CommitInventions(picks=(Pick("ordinary_04", 0),))))


def test_chance_comes_before_everybody():
    """DA-6.6: while a chance outcome is awaited nobody acts."""
    drawing().when(ANN, events.SkipAction()).rejected("DA-6.6", of=["nobody"])
    drawing().when(BOB, events.SkipAction()).rejected("DA-6.1")
    drawing().when(ANN, events.ChooseTrack("river")).rejected("DA-6.6")
    drawing().legal(events.MarketRefilled(quality="ordinary", tile="ordinary_05"))


def test_an_answer_without_a_question():
    """DA-7.86: answers are given to questions only, by their owner."""
    table().when(ANN, events.ChooseTrack("river")).rejected("DA-7.86")
    acting(table()).when(ANN, events.ChooseOption(0)).rejected("DA-7.86")


def test_decisions_that_are_not_asked_for():
    """DA-7.45, DA-6.5, DA-7.37, DA-7.51, DA-7.41: in the right phase, by the right player, at the wrong moment."""
    position = acting(table())
    position.when(ANN, events.DepositHexes(("river",))).rejected("DA-7.45")
    position.when(ANN, events.UsePartnership("city_10")).rejected("DA-7.51")
    position = in_turn(table())
    position.state.placed["city_06"] = [ANN]
    seat(position, ANN, slice=3, banners=4)
    play(position, (ANN, events.MoveMagnate(1, "right")))
    position.when(ANN, events.ChooseExploit("forest", "river")).rejected("DA-6.5")
    position.state.players[ANN].by_rule.clear()
    position.when(ANN, events.ChooseExploit("forest", "river")).rejected("DA-7.37")
    position = acting(table(), ANN, 1)
    position.state.placed["city_10"] = [ANN]
    seat(position, ANN, banners=4)
    play(
        position,
        (ANN, events.CommitInventions(picks=(Pick("ordinary_04", 0),))),
        (None, events.MarketRefilled(quality="ordinary", tile="ordinary_05")),
    )
    position.when(ANN, events.SkipAction()).rejected("DA-7.41", awaited=["window"])
    position.when(ANN, events.CommitInventions(picks=(Pick("ordinary_01", 0),))).rejected("DA-7.40")


def test_production_waits_for_the_window():
    """DA-6.11: the leader's production, not the others'."""
    cities = ("city_17", "city_15", "city_04", "city_06", "city_13")
    position = table(cities=cities)
    position.state.placed["city_17"] = [ANN]
    seat(position, ANN, banners=4)
    leading(position)
    position.when(ANN, events.ActivateBuilding(0)).rejected("DA-6.11")
    position.when(ANN, events.UseGrant()).rejected("DA-6.11")
    position.when(ANN, events.FinishProduction()).rejected("DA-6.11")
    position.when(BOB, events.UsePartnership("city_17")).rejected("DA-6.1")  # DA-6.20: only the active player
    play(position, (BOB, events.ActivateBuilding(0)), (ANN, events.DeclinePartnership()))
    position.legal(events.ActivateBuilding(0), actor=ANN)
    play(position, (ANN, events.FinishProduction())).legal(events.UsePartnership("city_17"), actor=ANN)
    position.when(ANN, events.ActivateBuilding(0)).rejected("DA-6.1")  # in the window after it: finished


def test_who_has_finished_does_nothing_more():
    """DA-7.25, DA-6.13: with an event, or without one when nothing is left."""
    position = leading(table())
    play(position, (BOB, events.FinishProduction()))
    position.when(BOB, events.ActivateBuilding(0)).rejected("DA-6.1")
    play(position, (CY, events.ActivateBuilding(0)))
    assert seat(position, CY).finished
    position.when(CY, events.FinishProduction()).rejected("DA-6.7")


def test_steps_without_a_choice_end_by_themselves():
    """DA-6.7, DA-7.35: the worker step without workers, the action without means."""
    position = in_turn(table())
    seat(position, ANN, food=0, energy=0, building=0, luxury=0, wealth=0)
    play(position, (ANN, events.MoveMagnate(1, "left")))
    assert position.state.active == BOB
    position = placing(table(), ANN, 4)
    seat(position, ANN, blue_workers=1)
    position.legal(events.EndWorkers(), events.PlaceWorker("blue", "inner"), actor=ANN)
    play(position, (ANN, events.EndWorkers()))
    assert position.state.phase == "action"


def test_what_the_rules_decided_is_refused_for_that_reason():
    """DA-6.7: a log that states the end of a step that ended by itself is told so, not that somebody else is to act."""
    position = in_turn(table())
    seat(position, ANN, food=0, energy=0, building=0, luxury=0, wealth=0)
    play(position, (ANN, events.MoveMagnate(1, "left")))
    position.when(ANN, events.EndWorkers()).rejected("DA-6.7", decided="by the rules, without an event")
    position.when(ANN, events.SkipAction()).rejected("DA-6.7")
    position.when(BOB, events.EndWorkers()).rejected("DA-6.1")


def test_an_element_with_one_answer_asks_nothing():
    """DA-6.4, DA-6.5: it is applied; without an answer it is lost."""
    position = gaining(acting(table()), Pilgrim("any"))
    position.figures(ANN, river_pilgrim=1)
    position.state.tracks["river"][1] = 1
    gaining(position, Pilgrim("any")).figures(ANN, river_pilgrim=1)
    position.when(ANN, events.ChooseTrack("river")).rejected("DA-6.5", decided="by the rules, without an event")


def test_game_over():
    """DA-6.1: nobody acts after the end."""
    position = in_turn(table())
    seat(position, ANN).stack.clear()
    for player in position.state.players:
        player.grant = False
    position.state.due = "final_grants"
    position.settled()
    assert position.state.phase == "finished"
    assert position.rules.standings(position.state) is not None
    position.when(ANN, events.LeadProduction()).rejected("DA-6.1", phase="finished")
    position.when(ANN, events.ChooseTrack("river")).rejected("DA-6.1")
    position.when(None, events.MachinePlaced(1)).rejected("DA-8.1")
    put(position, ANN, 0, 2, "ordinary_01")


def test_an_event_is_spelled_plainly_whatever_is_asked():
    """DA-7.1: also one that answers another question, or comes at another time."""
    position = acting(table(), ANN, 2)
    seat(position, ANN, underground_hexes=2, blue_workers=1, green_workers=2)
    play(position, (ANN, events.SkipAction()))
    plain = position.rules.plain
    assert plain(position.state, ANN, events.ChooseConvert(True)) == events.ChooseConvert(True)
    assert plain(position.state, ANN, events.KeepWorkers(("green", "blue"))) == events.KeepWorkers(("blue", "green"))
    assert plain(position.state, ANN, events.KeepWorkers(("red", "blue"))) == events.KeepWorkers(("red", "blue"))
    assert plain(asked().state, ANN, events.KeepWorkers(("green", "blue"))) == events.KeepWorkers(("blue", "green"))
    assert plain(asked().state, ANN, events.ChooseConvert(False)) == events.ChooseConvert(False)


def test_a_conversion_is_spelled_plainly_while_others_are_asked():
    """DA-7.1, DA-7.73: in production several players may have questions at once."""
    position = leading(table(), ANN)
    position.state.tracks["forest"][0] = 0
    gaining(position, Pilgrim("any"), number=ANN)
    seat(position, BOB, food=1, wealth=2)
    gaining(position, Convert((Price("food", 2),), (Vp(4),)), number=BOB)
    assert position.rules.plain(position.state, BOB, events.ChooseConvert(True)) == events.ChooseConvert(True, 1)
    position.legal(events.ChooseConvert(True, 1), actor=BOB)
