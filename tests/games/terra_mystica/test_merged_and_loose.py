"""Options of old ledgers: merged income (TM-6.2.6), and those of TM-17.6 that concern cult tracks."""

import pytest

from engine.games.terra_mystica.rounds import clean_up, cult_bonus, income
from events.vocabulary.terra_mystica import AdjustResources, Convert, Transform
from tests.games.terra_mystica.table import has, position


def after_round_1(**options):
    """Witches with two spades of the tile (earth 8, a spade for 4), before phase 3."""
    at = position("witches", "nomads", witches=has(dwelling="A3", cult="0/0/8/0", card="bonus_6c"), options=options)
    return at.but(active=-1)


def test_merged_income():
    """TM-6.2.6, TM-11.26: cult bonus and income together, before the spades are used; then no income any more."""
    at = after_round_1(income_merged=True)
    coins = at.player("witches").coin
    at.entries += cult_bonus(at.state).entries
    at.entered(0, "coin", 6, "income").figures(0, coin=coins + 6).then(phase="cult_bonus", spades_due=[[0, 2]])
    at.when(0, Transform("A2", "forest", 1)).then(spades_due=[[0, 1]])
    at.but(spades_due=[])
    clean_up(at.state)
    at.entries.clear()
    at.entries += income(at.state).entries
    at.not_entered(0, "coin").then(round=2, phase="action")


def test_income_in_its_own_phase():
    """TM-6.2.6: without the option after the spades."""
    at = after_round_1()
    at.entries += cult_bonus(at.state).entries
    at.not_entered(0, "coin").but(spades_due=[])
    clean_up(at.state)
    at.entries += income(at.state).entries
    at.entered(0, "coin", 6, "income")


def test_steps_that_are_given_up():
    """TM-17.6, TM-17.5.9: with `loose_cult_loss`; leaving space 10 gives the key back."""
    at = position("witches", "nomads", witches=has(cult="0/0/8/10"), options={"loose_cult_loss": True})
    at.copy().does("witches", AdjustResources("earth", -9)).rejected("TM-17.5.9", has=8)
    for none in (0, 1):
        at.copy().does("witches", AdjustResources("earth", none)).rejected("TM-17.5.9", delta=none)
    at.copy().when(7, AdjustResources("earth", -1)).rejected("TM-7.0.2", actor=7, players=2)
    at.does("witches", AdjustResources("earth", -2)).has("witches", cult="0/0/6/10", key=0)
    at.does("witches", AdjustResources("air", -1)).has("witches", cult="0/0/6/9", key=1).then(cult_top=[-1] * 4)
    strict = position("witches", "nomads", witches=has(cult="0/0/8/0"))
    strict.does("witches", AdjustResources("earth", -1)).rejected("TM-17.5.9")


@pytest.mark.parametrize("loose", [False, True])
def test_conversions_while_spades_of_phase_3_are_due(loose):
    """TM-17.6: with `loose_convert_phase`."""
    at = position("witches", "nomads", options={"loose_convert_phase": loose})
    at.but(phase="cult_bonus", spades_due=[[0, 1]], active=-1)
    at.when(1, Convert("worker", 1, "coin", 1)).rejected("TM-7.0.2")
    outcome = at.when(0, Convert("worker", 1, "coin", 1))
    outcome.accepted() if loose else outcome.rejected("TM-7.0.2")


@pytest.mark.parametrize("loose", [False, True])
def test_conversions_while_unlocks_of_the_income_are_due(loose):
    """TM-17.6, TM-16.8.5: with `loose_convert_phase`, so that a terrain can be paid."""
    walkers = has(chosen="plains", unlocks_owed=1, coin=0, priest_limit=1, priest=0, bowls=(0, 0, 12))
    options = {"fire_ice_factions": ["variable"], "loose_convert_phase": loose}
    at = position("riverwalkers", "nomads", riverwalkers=walkers, options=options)
    at.but(phase="income", waiting=[0], active=-1)
    outcome = at.does("riverwalkers", Convert("power", 1, "coin", 1))
    outcome.accepted() if loose else outcome.rejected("TM-7.0.2")
