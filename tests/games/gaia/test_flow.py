"""The flow of a game: sections 6.1, 6.2, 9, 10."""

import pytest

from engine.address import goto
from engine.declaration import Turn
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.vocabulary.gaia import DeckDrawn, DrawDeck, DrawRow, PlayNature
from tests.games.gaia.table import header, table
from tests.games.gaia.test_examples_setup import opening
from tests.support import at_start

gaia = ruleset("gaia")


def test_first_clause_first():
    """GA-6.1.1 to GA-6.1.5: over, type, player, parameters, then the event's own clauses in numerical order."""
    here = table("(0,0) plain", hands={0: "sea"})
    here.when(1, DrawRow("dragons", 9)).rejected("GA-6.1.3", actor=1, of=[0])
    here.when(None, DrawRow("dragons", 9)).rejected("GA-6.1.3")
    here.when(1, DeckDrawn(0, "dragons", None)).rejected("GA-6.1.2")
    here.when(0, DrawRow("dragons", 9)).rejected("GA-6.1.4")
    here.when(0, DrawRow("power", 9)).rejected("GA-7.2.1")
    here.state.stock["desert"] = 0
    here.when(0, PlayNature("desert", (5, 5))).rejected("GA-7.5.1")
    here.state.players[0].known = ["nature_desert"]
    here.when(0, PlayNature("desert", (5, 5))).rejected("GA-7.5.2")
    here.state.agenda, here.state.reason = [], "exhaustion"
    here.when(1, DrawRow("dragons", 9)).rejected("GA-6.1.1")


def test_no_turn_is_played_in_the_setup():
    """GA-9.1: turns, rounds and the places in them are counted from the first turn on."""
    here = at_start("gaia", header(3))
    assert here.rules.turn(here.state) == Turn(0, 0, 0, "setup", ())


def test_turns_go_clockwise():
    """GA-6.2.1, GA-6.2.2, GA-6.2.5, GA-4.1.1, GA-9.1, GA-9.2: two actions each, hunting first; then the next round."""
    here = table(hands={0: "sea sea", 1: "sea sea", 2: "sea sea"}, active=2)
    here.state.start_player, cell = 2, 0
    seen = []
    for turn in range(1, 4):
        for _ in range(2):
            where = here.rules.turn(here.state)
            seen.append((where.index, where.round, where.cycle, where.phase, where.actors))
            here.when(here.state.active, PlayNature("sea", (cell, 0))).accepted()
            cell += 1
        steps = [here.rules.proceed(here.state) for _ in range(3)]
        assert [step and (step.name, step.ends_round) for step in steps] == [
            ("turn_ended", turn == 3),
            ("turn_started", False),
            None,
        ]
    assert seen == [(turn, 1, turn, f"action_{action}", ((turn + 1) % 3,)) for turn in (1, 2, 3) for action in (1, 2)]
    assert here.rules.turn(here.state).round == 2


def test_what_an_action_opens_belongs_to_its_phase():
    """GA-9.2, GA-6.2.4."""
    here = table(hands={0: "sea sea plain H01 H02 A01"})
    here.when(0, DrawDeck("nature")).then(actions_left=1)
    assert (here.rules.turn(here.state).phase, here.rules.turn(here.state).actors) == ("action_1", ())
    here.when(None, DeckDrawn(0, "nature", "nature_sea")).awaits("discard", 0)
    assert here.rules.turn(here.state).phase == "action_1"
    here.state.reason = "exhaustion"
    assert here.rules.turn(here.state).phase == "over"
    assert opening(3).rules.turn(opening(3).state).phase == "setup"
    fed = table("(0,0) plain [H01 #1 3 P0:1], (1,0) forest*1, (0,1) sea", begin=True)
    assert fed.rules.turn(fed.state).phase == "hunting"


@pytest.mark.parametrize("address", ["t5", "r2", "r2.t1"])
def test_addresses(address):
    """GA-9.1, GA-9.3: a position at the end of a turn, or of a round, in a game of two."""
    log = selfplay_log(gaia, "address", 2, {"mode": "basic"}, "sensible")
    game = goto(gaia, log, address)
    turn = game.rules.turn(game.state)
    assert {"t5": turn.index in (5, 6), "r2": turn.index == 4, "r2.t1": turn.index in (3, 4)}[address], turn


def test_the_end_of_a_turn():
    """GA-9.3: "end of turn t" comes before the counter changes and the next hunts, "state at turn t + 1" after it."""
    log = selfplay_log(gaia, "address", 2, {"mode": "basic"}, "sensible")
    for turn in range(1, 9):
        ended, next_one = (goto(gaia, log, address) for address in (f"t{turn}.end", f"t{turn}"))
        assert (ended.state.turn, ended.state.awaiting, ended.seq) == (turn, "next_turn", next_one.seq)
        ended.settle()
        assert ended.state == next_one.state
        assert next_one.state.turn == turn + 1
    over = goto(gaia, log, "end").state
    assert goto(gaia, log, f"t{over.turn}.end").state == over


def test_a_log_that_ends_early():
    """GA-10.5: legal so far, without result."""
    here = opening(9)
    assert here.rules.standings(here.state) is None
    assert (here.state.reason, here.state.ranking) == ("", [])
