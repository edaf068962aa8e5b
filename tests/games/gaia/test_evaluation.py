"""Evaluation of satisfaction, end check and ledger: sections 6.5 to 6.7."""

from collections import Counter
from random import Random

import pytest

from engine.games.gaia.board import satisfied_now
from engine.games.gaia.components import COMPONENTS
from engine.games.gaia.items import Discard
from engine.games.gaia.queries import city_label
from engine.ledger import Entry, totals
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import next_action, play, selfplay_log
from events.vocabulary.gaia import ClaimObjective, DiscardCard, DrawDeck, PlayCity, PlayNature, Protect, TornadoDrawn
from tests.games.gaia.table import header, table
from tests.games.gaia.test_examples_board import TWO_CITIES

gaia = ruleset("gaia")

CHANGES_NOTHING = (DrawDeck, DiscardCard, TornadoDrawn, Protect, ClaimObjective)


@pytest.mark.parametrize("seed", range(4))
def test_only_what_lies_near_a_change_counts_differently(seed):
    """GA-6.5.1, GA-6.5.12: counts near the change are counts of the whole board; other events change no count."""
    game, rng = Replay(gaia, header(3, mode="advanced_disasters", consumption="mandatory")), Random(seed)
    while game.standings is None:
        before = [(city.founded_no, city.satisfied) for city in game.state.cities]
        actor, event = next_action(game.rules, game.state, rng, "random")
        game.play(actor, event)
        if isinstance(event, CHANGES_NOTHING):
            assert [(city.founded_no, city.satisfied) for city in game.state.cities] == before
        game.settle()
        if game.standings is None:
            for city in game.state.cities:
                assert city.satisfied == satisfied_now(game.state, city)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_city_that_nobody_holds(mode):
    """GA-6.5.13, GA-11.24: one met need and no meeple; a player who adds a need must place one."""
    board = "(0,0) mountain [H11 #1 1 -], (1,0) plain"
    gained = table(board, hands={1: "sea"}, active=1, mode=mode).when(1, PlayNature("sea", (0, 1)))
    gained.cities("H11 #1 2 P1:1").supply("5/4/5").entered(1, "vp", 1, "need_added").sound()


@pytest.mark.parametrize(("holder", "after"), [("P1:1", "P1:2"), ("P0:1", "P1:1")])
def test_as_far_as_the_supply_reaches(holder, after):
    """GA-6.5.10, GA-6.7.3: with one meeple left the actor gets one onto the city and wins; nobody else can."""
    board = f"(0,0) mountain [H11 #1 3 {holder}], (1,0) plain, (0,1) forest, (-1,0) sea"
    last = table(board, "4/1/4", hands={1: "desert"}, active=1, mode="advanced")
    last.when(1, PlayNature("desert", (0, -1))).cities(f"H11 #1 4 {after}").over("all_meeples", 1, 2, 0)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_founding_with_the_last_meeple(mode):
    """GA-6.5.7: four needs are worth one meeple if the supply holds only one."""
    board = "(0,0) mountain, (1,0) plain, (0,1) forest, (-1,0) sea, (0,-1) desert"
    founded = table(board, "5/5/1", hands={2: "H11"}, active=2, mode=mode).when(2, PlayCity("house_city_11", (0, 0)))
    founded.cities("H11 #1 4 P2:1").supply("5/5/0").over("all_meeples", 2, 0, 1)


def test_a_need_more_for_the_holder():
    """GA-6.5.10, GA-11.25: a meeple already there stays; a second one is for all four needs."""
    board = "(0,0) mountain [H11 #1 2 P0:1], (1,0) plain, (0,1) forest"
    third = table(board, hands={0: "sea desert"}, mode="advanced").when(0, PlayNature("sea", (-1, 0)))
    third.cities("H11 #1 3 P0:1").not_entered(0, "vp").sound()
    fourth = third.when(0, PlayNature("desert", (0, -1))).cities("H11 #1 4 P0:2").sound()
    assert [entry for entry in fourth.entries if entry.figure == "vp"] == [Entry(0, "vp", 1, "fourth_need")]


def test_without_a_meeple_left_nobody_is_driven_out():
    """GA-6.5.10, GA-4.4.8: the last meeple takes the first city over; the second one gains, and keeps its holder."""
    short = table(TWO_CITIES, "4/1/4", hands={1: "sea"}, active=1, mode="advanced").when(1, PlayNature("sea", (1, 0)))
    short.cities("H11 #1 3 P1:1", "H08 #2 3 P2:1").supply("5/0/4").over("all_meeples", 1, 2, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_ledger(seed):
    """GA-6.6.1, GA-6.6.2: each meeple with its reason, after the entry that names its place; needs also add up."""
    log = selfplay_log(gaia, f"ledger-{seed}", None, {"mode": "advanced_disasters"}, "random")
    game = replay(gaia, log)
    signs = {reason.id: reason.sign for reason in COMPONENTS.ledger_reason}
    place, meeples, needs = "", Counter(), Counter()
    for entry in game.entries():
        if entry.figure in ("needs", "objectives"):
            place = entry.source
        if entry.figure == "needs":
            needs[place] += entry.delta
        elif entry.figure == "vp":
            assert (entry.delta > 0) == (signs[entry.source] > 0)
            meeples[place, entry.seat] += entry.delta
    cities, objectives = game.state.cities, game.state.objectives
    on_cities = {(city_label(city), seat): n for city in cities for seat, n in enumerate(city.meeples)}
    assert meeples == Counter(on_cities) + Counter(
        (each.id, each.claimed_by) for each in objectives if each.claimed_by >= 0
    )
    assert needs == Counter({city_label(city): city.satisfied for city in cities})
    sums = totals(game.entries())
    for seat in range(len(game.state.players)):
        assert sums.get((seat, "vp"), 0) == game.state.total - game.state.players[seat].supply


def test_the_order_of_decisions():
    """GA-7.15.4: types in the order of section 6.8, then cards, then cells."""
    board = "(0,0) mountain, (1,0) plain, (0,1) forest, (1,1) sea"
    here = table(board, hands={0: "sun sea H11 A01 desert"}, rows={"nature": "sea - plain"}, mode="advanced")
    kinds = [type(event).__name__ for _, event in here.rules.legal(here.state)]
    order = ["DrawRow", "DrawDeck", "PlayNature", "PlayAnimals", "PlayCity", "PlayPower"]
    assert list(dict.fromkeys(kinds)) == order
    natures = [event for _, event in here.rules.legal(here.state) if isinstance(event, PlayNature)]
    assert natures == sorted(natures, key=lambda event: (event.terrain, event.cell))
    full = table(hands={0: "sun sea H11 A01 desert H02 plain"}, mode="advanced").but(agenda=[Discard(0)])
    given_up = [event.card for _, event in full.rules.legal(full.state)]
    assert given_up == sorted(full.state.players[0].known)


def test_the_sensible_policy_is_sensible():
    """Against the same table it wins in fewer turns than chance does, and nearly always by its meeples."""
    sensible = [play(gaia, header(3), f"s{seed}", "sensible").state for seed in range(12)]
    by_chance = [play(gaia, header(3), f"s{seed}", "random").state for seed in range(12)]
    assert sum(state.turn for state in sensible) < sum(state.turn for state in by_chance)
    assert sum(state.reason == "all_meeples" for state in sensible) >= 11
