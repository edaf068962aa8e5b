"""Self-play: every number of players, mode and option value; everything of the rulebook occurs in it."""

from collections import Counter
from random import Random

import pytest

from engine.clause import Unsupported
from engine.games.gaia.components import COMPONENTS, POWER_CARDS, TERRAINS
from engine.games.gaia.options import VALUES
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import header_for, next_action
from events.vocabulary import gaia as events
from tests.games.gaia.table import table
from tests.support import at_start

gaia = ruleset("gaia")

GAMES = 160
LONG_GAMES = 600


def watch(games):
    """So many self-played games, checked after every record: what occurred in them."""
    rules, occurred = gaia, Counter()
    for number in range(games):
        seed = f"coverage-{number}"
        header = header_for(rules, seed, None, {})
        game, rng = Replay(rules, header), Random(seed)
        occurred["players", len(header.seats)] += 1
        for option in VALUES:
            occurred[option, getattr(game.state.options, option)] += 1
        policy = "sensible" if number % 2 else "random"
        while game.standings is None:
            actor, event = next_action(rules, game.state, rng, policy)
            game.play(actor, event)
            game.settle()
            broken = list(rules.conservation(game.state))
            assert not broken, (seed, game.seq, event, broken)
            occurred.update(seen_in(event))
        occurred["end", game.state.reason] += 1
        occurred.update(("reason", entry.source) for entry in game.entries() if entry.figure == "vp")
        occurred.update(("figure", entry.figure) for entry in game.entries())
    return occurred


def seen_in(event):
    """What an event shows."""
    yield "event", type(event).__name__
    if isinstance(event, events.PlayNature):
        yield "nature", event.terrain
    elif isinstance(event, events.PlayPower):
        yield "power", event.card
        yield "convert", event.convert is not None
    elif isinstance(event, events.PlayCity | events.PlayAnimals):
        yield "life", event.card
    elif isinstance(event, events.Hunt):
        yield "fed", event.tile is not None
    elif isinstance(event, events.ClaimObjective):
        yield "claim", event.objective is None
    elif isinstance(event, events.PassProtection):
        yield "reaction", "pass"
    elif isinstance(event, events.Protect):
        yield "reaction", "protect"


def everything():
    """What has to occur."""
    yield from (("players", players) for players in (2, 3, 4, 5))
    for option, values in VALUES.items():
        if option != "information":
            yield from ((option, value) for value in values)
    kinds = set(events.type_of_event.__args__) - {events.CardDeclared}
    yield from (("event", kind.__name__) for kind in kinds)
    yield from (("nature", terrain) for terrain in TERRAINS)
    yield from (("power", card) for card in POWER_CARDS if card != "protection")
    yield from (("life", card.id) for card in (*COMPONENTS.house_city, *COMPONENTS.house_animal))
    yield from (("reason", reason.id) for reason in COMPONENTS.ledger_reason)
    yield from (("figure", figure) for figure in gaia.figures_of_a_seat)
    yield from (("end", "all_meeples"), ("end", "exhaustion"), ("reaction", "pass"), ("reaction", "protect"))
    yield from (("fed", True), ("fed", False), ("claim", True), ("claim", False))


@pytest.mark.long
def test_everything_occurs_and_nothing_is_lost():
    """GA-4.4.1 to GA-4.4.8 after every record; each card, option value, end reason and reaction occurs."""
    occurred = watch(GAMES)
    assert not [wanted for wanted in everything() if not occurred[wanted]]


@pytest.mark.long
def test_many_games():
    """GA-4.4.1 to GA-4.4.8; even an Eruption with too few Deserts occurs (GA-7.9.6.3)."""
    occurred = watch(LONG_GAMES)
    assert not [wanted for wanted in (*everything(), ("convert", True)) if not occurred[wanted]]


def test_chance_is_drawn_from_what_is_left():
    """GA-8.1.3: copies are counted; a deck with only one kind left gives that."""
    here = table(discards={"nature": "plain " * 8 + "forest " * 8 + "sea " * 7 + "desert " * 6 + "mountain " * 6})
    here.when(0, events.DrawDeck("nature"))
    drawn = {gaia.outcome(here.state).sample(Random(seed)) for seed in range(20)}
    assert drawn == {events.DeckDrawn(0, "nature", "nature_swamp")}
    start = at_start("gaia", players=3, options={"mode": "basic"}).state
    counted = Counter(card for seed in range(400) for card in gaia.outcome(start).sample(Random(seed)).cards)
    assert counted["nature_plain"] > counted["nature_swamp"] > 0


def test_the_same_seed_gives_the_same_header():
    rules = gaia
    assert header_for(rules, "x", None, {}) == header_for(rules, "x", None, {})
    assert header_for(rules, "x", 4, {"mode": "advanced"}).options["mode"] == "advanced"
    assert len(header_for(rules, "x", 4, {}).seats) == 4
    for odd in ({"mode": "expert"}, {"dragons": True}, {"city_count": "18"}):
        with pytest.raises(Unsupported):
            header_for(rules, "x", 4, odd)
