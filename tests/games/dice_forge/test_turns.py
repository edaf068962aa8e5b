"""Sections 6A and 9: rounds, turns, actions, and where a game stands."""

import pytest

from engine.games.dice_forge.components import CARDS
from engine.games.dice_forge.turns import end_turn
from engine.selfplay import header_for, play
from events.vocabulary.dice_forge import (
    EndForge,
    EndReinforcement,
    ExtraAction,
    ForgeFace,
    PassAction,
    PerformFeat,
    UseReinforcement,
    UseTriton,
)
from tests.games.dice_forge.table import header, in_step, put, reserve, roll, table, waits
from tests.support import at_start


def test_rounds_and_seats():
    """DF-6.1, DF-6.16, DF-10.1: everybody once a round, then the next round; scoring after the last."""
    game = table(2)
    seen = []
    while game.rules.standings(game.state) is None:
        seen.append((game.state.round, game.state.turn_player))
        roll(roll(game))
        game.when(game.state.turn_player, PassAction()).settled()
    assert seen == [(number, seat) for number in range(1, 10) for seat in (0, 1)]
    game.then(step="finished")


def test_steps_of_a_turn():
    """DF-6.2, DF-6.4, DF-6.12, DF-9.3: blessing, reinforcement, action, extra action, end."""
    game = put(table(3), 0, "3/3/1/0", ["guardians_owl"])

    def phase():
        return game.rules.turn(game.state).phase

    assert phase() == "blessing.1"
    roll(game, ("glory_2", "glory_2"))
    assert phase() == "reinforcement"
    game.when(0, EndReinforcement()).accepted()
    assert phase() == "action"
    game.when(0, PerformFeat("blacksmiths_chest")).accepted()
    assert phase() == "extra_offer"
    game.when(0, ExtraAction(True)).accepted()
    assert phase() == "extra"
    game.when(0, PassAction()).accepted()
    assert phase() == "turn_end"
    game.settled().then(turn_player=1, extra_taken=False, action_index=0, blessing_index=1)


def test_phases_within_a_feat():
    """DF-9.3, DF-9.1: the ousted is blessed, the effect follows; turns are counted."""
    game = in_step(put(put(table(3), 0, "0/6/0/0"), 1, hero="portal_4"))
    game.when(0, PerformFeat("sphinx")).accepted()
    turn = game.rules.turn(game.state)
    assert (turn.index, turn.round, turn.cycle, turn.phase, turn.seat) == (1, 1, 1, "oust", 0)
    roll(game, ("glory_2", "glory_2"))
    assert game.rules.turn(game.state).phase == "feat_effect"


def test_setup_is_turn_0():
    """DF-9.2: setup and draft come before the first turn."""
    start = at_start("dice_forge", header(3, card_set="random"))
    turn = start.rules.turn(start.state)
    assert (turn.index, turn.round, turn.cycle, turn.phase, turn.seat) == (0, 0, 0, "setup", None)


@pytest.mark.parametrize("card", ["elder", "silver_hind", "guardians_owl", "nymph"])
def test_a_reinforcement_card_is_offered_alone(card):
    """DF-7.13 to DF-7.17: whichever other cards are not owned, or used in this turn."""
    game = in_step(put(table(3), 0, "3/0/0/0", [card]), "reinforcement")
    offered = [event for _, event in game.rules.legal(game.state) if isinstance(event, UseReinforcement)]
    assert {event.card for event in offered} == {card}


def test_reinforcement_opens_for_usable_cards():
    """DF-6.10, DF-6.11, DF-6.13: for a card that can be used; the Elder needs gold, or a token."""
    game = roll(put(table(3), 0, "0/0/0/0", ["elder"]), ("glory_2", "glory_2"))
    game.then(step="action")
    game = roll(put(table(3), 0, "0/0/0/0", ["elder"], triton=1), ("glory_2", "glory_2"))
    game.then(step="reinforcement").when(0, UseReinforcement("elder")).rejected("DF-7.14", gold=0)
    game.when(0, UseTriton("sun")).then(step="action")
    game = in_step(put(table(3), 0, "0/2/0/0"))
    game.when(0, PerformFeat("guardians_owl")).then(step="turn_end")


def test_an_action_is_one_thing():
    """DF-7.20, DF-7.27, DF-7.28: faces or a feat or nothing."""
    game = in_step(put(table(3), 0, "12/3/3/0"))
    game.when(0, EndForge()).rejected("DF-7.27", forged=0)
    game.legal(PassAction(), PerformFeat("satyrs"), ForgeFace("gold_3", 1, "gold_1"))
    game.when(0, ForgeFace("gold_3", 1, "gold_1")).then(offering=["gold_3"])
    game.when(0, PerformFeat("satyrs")).rejected("DF-7.20", forged=["gold_3"])
    game.when(0, PassAction()).rejected("DF-7.28", forged=1)
    game.not_legal(PassAction(), PerformFeat("satyrs")).legal(EndForge())
    game.when(0, EndForge()).then(step="extra_offer", offering=[])
    game.when(0, ForgeFace("gold_3", 1, "gold_1")).rejected("DF-7.1", awaited=["extra_offer"])


def test_extra_action():
    """DF-6.14, DF-6.15, DF-7.29, DF-11.3, DF-11.28: paid, once a turn; a kind may be forged again in it."""
    game = in_step(put(table(3), 0, "4/4/0/0"))
    game.when(0, ForgeFace("gold_3", 1, "gold_1")).accepted()
    game.when(0, EndForge()).accepted()
    refused = game.fork()
    game.when(0, ExtraAction(True)).figures(0, sun=2).entered(0, "sun", -2, source="extra_action")
    passed = game.fork()
    game.when(0, ForgeFace("gold_3", 1, "gold_1")).then(step="turn_end")
    passed.when(0, PassAction()).figures(0, sun=2).then(step="turn_end")
    refused.when(0, ExtraAction(False)).figures(0, sun=4).then(step="turn_end")


def test_passing_ends_the_turn():
    """DF-7.28, DF-11.27: no extra action after it."""
    in_step(put(table(3), 0, "0/6/0/0")).when(0, PassAction()).then(step="turn_end").figures(0, sun=6)


def test_step_4_needs_sun_or_a_token():
    """DF-6.14: it does not open without."""
    game = in_step(put(table(3), 0, "0/1/1/0")).when(0, PerformFeat("blacksmiths_hammer"))
    game.then(step="turn_end")
    game = in_step(put(table(3), 0, "0/0/1/0", triton=1)).when(0, PerformFeat("blacksmiths_hammer"))
    assert waits(game.accepted(), 0) == ["extra_action"]


def test_leftover_tokens_before_the_last_round():
    """DF-6.17: they are kept."""
    game = put(table(3, card_set="advanced"), 0, "0/0/0/0", ["triton"], triton=1)
    end_turn(game.state)
    game.figures(0, triton=1, gold=0)


def test_a_whole_game_ends_in_its_last_round():
    """DF-10.1, DF-10.2, DF-10.3: glory and cards; nothing for leftovers."""
    game = play(table(3).rules, header_for(table(3).rules, "whole", 3, {}), "whole")
    assert game.state.round == game.state.rounds == 10
    for standing in game.standings:
        player = game.state.players[standing.seat]
        glory = [e.delta for e in game.entries() if (e.seat, e.figure) == (player.seat, "vp")]
        cards = [e.delta for e in game.entries() if e.seat == player.seat and e.source.startswith("card:")]
        assert sum(cards) == sum(CARDS[card].glory for card in player.cards)
        assert standing.vp == player.vp == sum(glory)


def test_reserves_stay_within_the_turn():
    """DF-6.73: nobody pays what is not there."""
    game = in_step(put(table(3), 0, "1/0/0/0"))
    game.when(0, ForgeFace("gold_3", 1, "gold_1")).rejected("DF-7.23", price=2, gold=1)
    assert reserve(game, 0) == "1/0/0/0"
