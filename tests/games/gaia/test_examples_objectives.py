"""Worked examples of nature objectives and of the end by exhaustion: EX-27 to EX-30, EX-57, EX-58 of section 13."""

import pytest

from events.vocabulary.gaia import ClaimObjective, DrawExhausted, PlayNature
from tests.games.gaia.table import table

CITY = "(0,0) mountain [H11 #1 2 P0:1 P1:1 P2:1], (1,0) plain, (0,1) forest"


def surplus(claimed=False, **options):
    """P0 with [desert, sea, desert, plain] played and a Sea in hand."""
    here = table(
        "(0,0) plain", hands={0: "sea plain"}, played={0: "desert sea desert plain"}, objectives="06", **options
    )
    if claimed:
        here.state.objectives[0].claimed_by = 2
        here.state.players[2].supply -= 1
    return here


def empty(**options):
    """All decks and rows empty but for those given."""
    here = table(CITY, **options)
    here.state.deck_size = dict.fromkeys(here.state.deck_size, 0)
    return here


def test_ex_27_surplus_cards():
    """GA-7.13.1, GA-7.13.3, GA-7.13.6, GA-11.7: at least the cards shown; all played nature cards go."""
    claimed = surplus().when(0, PlayNature("sea", (0, 1))).supply("4/5/5").awaits("action", 0).sound()
    claimed.entered(0, "vp", 1, "nature_objective").entered(0, "objectives", 1, "house_objective_06")
    assert claimed.state.objectives[0].claimed_by == 0
    assert (claimed.state.players[0].played_nature, len(claimed.state.discard["nature"])) == ([], 5)


def test_ex_28_two_at_once():
    """GA-7.13.2, GA-7.13.3, GA-7.13.4."""
    two = table(hands={0: "sea"}, played={0: "desert desert plain plain sea"}, objectives="06 02 01")
    asked = two.when(0, PlayNature("sea", (0, 0))).awaits("claim", 0)
    offered = [event for _, event in asked.rules.legal(asked.state)]
    assert offered == [ClaimObjective("house_objective_02"), ClaimObjective("house_objective_06")]
    asked.when(0, ClaimObjective(None)).rejected("GA-7.13.3")
    asked.when(0, ClaimObjective("house_objective_01")).rejected("GA-7.13.4")
    asked.when(1, ClaimObjective("house_objective_02")).rejected("GA-6.1.3")
    chosen = asked.when(0, ClaimObjective("house_objective_02")).awaits("action", 0).sound()
    assert [each.claimed_by for each in chosen.state.objectives] == [-1, 0, -1]
    assert chosen.state.players[0].played_nature == []


def test_ex_29_claimed_already():
    """GA-7.13.8, GA-7.13.1: nothing happens, the cards stay."""
    nothing = surplus(claimed=True).when(0, PlayNature("sea", (0, 1))).supply("5/5/4").awaits("action", 0).sound()
    assert nothing.state.players[0].played_nature == ["desert", "sea", "desert", "plain", "sea"]


@pytest.mark.parametrize(
    ("supply", "ranking"), [("2/1/1", (1, 2, 0)), ("1/2/1", (2, 0, 1))], ids=["in turn", "nearest in turn order"]
)
def test_ex_30_exhaustion(supply, ranking):
    """GA-7.14.1, GA-10.2, GA-10.3, GA-11.20: placed 3, 4, 4 and 4, 3, 4."""
    done = empty(supply=supply, active=1).legal(DrawExhausted()).when(1, DrawExhausted()).over("exhaustion", *ranking)
    assert [standing.rank for standing in done.rules.standings(done.state)] == [1, 2, 3]
    left = empty(supply=supply, active=1, rows={"life": "H01 -"})
    left.not_legal(DrawExhausted()).when(1, DrawExhausted()).rejected("GA-7.14.1", left=["life"])


def test_ex_57_exhaustion_of_one_pile():
    """GA-7.14.1, GA-7.14.2, GA-11.11."""
    one = table(rows={"life": "H01 -"}, exhaustion_end="any_pile")
    one.state.deck_size["nature"] = 0
    one.legal(DrawExhausted("nature")).not_legal(DrawExhausted("life"), DrawExhausted())
    one.when(0, DrawExhausted("life")).rejected("GA-7.14.2", pile="life")
    one.when(0, DrawExhausted()).rejected("GA-7.14.2", pile=None)
    one.when(0, DrawExhausted("power")).rejected("GA-7.14.2", pile="power")
    one.when(0, DrawExhausted("nature")).over("exhaustion", 0, 1, 2)
    both = table(rows={"life": "H01 -"})
    both.state.deck_size["nature"] = 0
    both.when(0, DrawExhausted("nature")).rejected("GA-7.14.1")
    both.when(0, DrawExhausted("life")).rejected("GA-7.14.1")


def test_ex_58_declining():
    """GA-7.13.3, GA-11.8: a declined objective is offered again after the next nature card."""
    asked = surplus(nature_objective_claim="optional").when(0, PlayNature("sea", (0, 1))).awaits("claim", 0)
    asked.legal(ClaimObjective("house_objective_06"), ClaimObjective(None), actor=0)
    declined = asked.when(0, ClaimObjective(None)).awaits("action", 0).supply("5/5/5")
    assert len(declined.state.players[0].played_nature) == 5
    again = declined.when(0, PlayNature("plain", (0, 2))).awaits("claim", 0)
    again.when(0, ClaimObjective("house_objective_06")).supply("4/5/5").then(awaiting="turn_end").sound()
