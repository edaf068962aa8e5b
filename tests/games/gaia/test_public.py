"""Public logs: sections 4.5, 8.6, 8.7."""

from copy import deepcopy
from inspect import signature
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from engine.games.gaia.public import public_log
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog, write
from events.log.record import Observed
from events.vocabulary.gaia import (
    CardDeclared,
    DeckDrawn,
    DiscardCard,
    HandDealt,
    PassProtection,
    PlayNature,
    PlayPower,
    Protect,
    RowRefilled,
    TornadoDrawn,
    TornadoKeep,
)
from tests.games.gaia.table import table
from tests.games.gaia.test_logs import growing
from tests.laws import test_laws
from tests.support.specimens import Specimen

gaia = ruleset("gaia")

MODES = ["basic", "advanced", "advanced_disasters"]


def complete(seed, mode):
    """A self-played log with every card named."""
    return selfplay_log(gaia, f"public-{seed}", None, {"mode": mode}, "random" if seed % 2 else "sensible")


def common(state):
    """What everybody at the table knows."""
    hands = [len(player.known) + sum(player.unknown) for player in state.players]
    return [
        *(state.tiles, state.cells, state.cities, state.row, state.deck_size, state.objectives, state.ranking),
        *(state.reason, state.turn, hands, [(p.supply, p.played_nature, p.played_power) for p in state.players]),
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("viewpoint", [None, 0, 1])
def test_the_public_part_validates_and_agrees(seed, mode, viewpoint):
    """GA-8.7.1 to GA-8.7.3, GA-4.5.1, GA-4.5.7."""
    log = complete(seed, mode)
    whole, seen = replay(gaia, log), replay(gaia, public_log(log, viewpoint))
    assert (whole.verdict, seen.verdict) == ("valid", "valid")
    assert common(seen.state) == common(whole.state)
    assert not list(seen.rules.conservation(seen.state))
    events = [record.event for record in public_log(log, viewpoint).records]
    for event in events:
        if isinstance(event, HandDealt | DeckDrawn) and event.player != viewpoint:
            named = (event.card,) if isinstance(event, DeckDrawn) else (*event.nature, *event.life, *event.power)
            assert set(named) <= {None}
        assert not isinstance(event, DiscardCard) or event.card is not None
    assert not any(
        isinstance(event, PassProtection) and not isinstance(last, PlayPower) for last, event in pairwise(events)
    )


LAWS = [
    law for name, law in vars(test_laws).items() if name.startswith("test_") and "specimen" in signature(law).parameters
]


@pytest.fixture(scope="module", params=["reduced", "played"])
def public_file(request, tmp_path_factory):
    """A public log in a file: reduced from a complete one, or self-played with cards that nobody ever sees."""
    played = {"mode": "advanced", "information": "public"}
    reduced = request.param == "reduced"
    log = public_log(complete(3, "advanced"), 1) if reduced else selfplay_log(gaia, "hidden", 3, played, "random")
    path = tmp_path_factory.mktemp("public") / "log.jsonl"
    path.write_bytes(b"\n".join(write(log)))
    return str(path)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_laws_hold_where_cards_are_hidden(law, public_file):
    """GA-4.5.3 to GA-4.5.5, GA-7.15.2: what is offered is accepted, what is not is rejected, nothing is lost."""
    law(Specimen("gaia", 0, public_file))


def test_after_every_record_the_counts_agree():
    """GA-8.7.3, GA-4.5.2: before every action, not only at the end; a public log may have windows more."""
    log = complete(1, "advanced")
    before_actions = []
    for each in (log, public_log(log)):
        game, found = Replay(gaia, each.header), []
        for record in each.records:
            game.feed([record])
            if game.state.awaiting == "action":
                found.append(deepcopy(common(game.state)))
        before_actions.append(found)
    whole, seen = before_actions
    assert len(whole) > 100
    assert whole == seen


def test_a_log_that_ends_in_the_window():
    """GA-8.7.2: nobody has passed yet."""
    log = next(
        GameLog(log.header, log.records[: number + 1])
        for log in (complete(seed, "advanced") for seed in range(1, 40, 2))
        for number, record in enumerate(log.records[:-1])
        if isinstance(record.event, PlayPower) and isinstance(log.records[number + 1].event, Protect)
    )
    assert replay(gaia, public_log(log)).state.awaiting == "protection"


def changed(log, number, event):
    records = list(log.records)
    records[number] = replace(records[number], event=event)
    return replay(gaia, GameLog(log.header, records))


@pytest.mark.parametrize("mode", MODES)
def test_a_draw_that_contradicts_the_counts_is_illegal(mode):
    """GA-4.5.5, GA-8.1.2: at its record, with the clause."""
    log = public_log(complete(1, mode))
    dealt = log.records[1].event.cards[0]
    number = next(n for n, record in enumerate(log.records) if isinstance(record.event, RowRefilled | DeckDrawn))
    drawn = log.records[number].event
    other = {"nature": "house_city_01", "life": "nature_sea", "power": "nature_sea"}[drawn.pile]
    wrong_pile = changed(log, number, replace(drawn, card=other))
    assert (wrong_pile.verdict, wrong_pile.broke.seq) == ("illegal", number + 1)
    assert wrong_pile.broke.violation.clause == "GA-8.1.2"
    life = next(
        n for n, r in enumerate(log.records) if isinstance(r.event, RowRefilled | DeckDrawn) and r.event.pile == "life"
    )
    twice = changed(log, life, replace(log.records[life].event, card=dealt))
    assert (twice.verdict, twice.broke.seq, twice.broke.violation.clause) == ("illegal", life + 1, "GA-4.5.5")


def test_a_play_that_the_hand_cannot_hold_is_illegal():
    """GA-4.5.3, GA-4.5.5: too many cards of a pile, or of a kind, out of an unknown hand."""
    here = table(unknown={0: (0, 2, 0)}, information="public")
    here.when(0, PlayNature("sea", (0, 0))).rejected("GA-4.5.3", unknown=0)
    none_left = table(unknown={0: (1, 0, 0)}, discards={"nature": "sea " * 7}, information="public")
    none_left.when(0, PlayNature("sea", (0, 0))).rejected("GA-4.5.5", seen=7)


def test_decisions_from_an_unknown_hand():
    """GA-7.15.2: known cards are certain, those that may be there are possible."""
    here = table(
        "(0,0) plain", hands={0: "sea"}, unknown={0: (1, 0, 0)}, information="public", discards={"nature": "swamp " * 5}
    )
    possible = {event.terrain for _, event in here.rules.legal(here.state) if isinstance(event, PlayNature)}
    assert possible == {"plain", "forest", "sea", "desert", "mountain"}


def tornadoes(log):
    return [record.event.taken for record in log.records if isinstance(record.event, TornadoDrawn)]


@pytest.mark.parametrize("seed", [7, 3, 39, 33])
def test_the_kept_card_is_seen_by_two(seed):
    """GA-8.7.1: of every Tornado, the kept card is unnamed but for the two whom it concerns (section 8.6)."""
    log = complete(seed, "advanced")
    givers = [record.event.giver for record in log.records if isinstance(record.event, TornadoKeep)]
    assert len(givers) == len(tornadoes(log)) > 1
    for number, giver in enumerate(givers):
        hidden = tornadoes(public_log(log))[number]
        assert [each.player for each in hidden if each.card is None] == [giver]
        assert all(each.card is not None for each in tornadoes(public_log(log, giver))[number])


def test_before_the_choice_nothing_of_a_tornado_is_shown():
    """GA-8.5.4, GA-8.7.1: a log that ends there names a card only to the two who have seen it."""
    log = complete(1, "advanced")
    number = next(n for n, r in enumerate(log.records) if isinstance(r.event, TornadoDrawn) and len(r.event.taken) > 1)
    cut, taken = GameLog(log.header, log.records[: number + 1]), log.records[number].event.taken
    active = replay(gaia, cut).state.active
    for viewpoint in (None, *range(len(log.header.seats))):
        shown = public_log(cut, viewpoint).records[-1].event.taken
        seen = {each.player for each in taken} if viewpoint == active else {viewpoint}
        assert shown == tuple(each if each.player in seen else replace(each, card=None) for each in taken)


def observing(log):
    """The log with what a platform would print after every record."""
    game, observed = Replay(gaia, log.header), []
    for record in log.records:
        game.play(record.actor, record.event)
        figures = [(seat, game.rules.figures(game.state, seat)) for seat in range(len(log.header.seats))]
        printed = tuple(Observed(seat, {"vp": each["vp"], "hand": each["hand"]}) for seat, each in figures)
        observed.append(replace(record, observed=printed))
    return GameLog(log.header, observed)


def test_observed_figures_keep_their_place():
    """GA-8.7.2, GA-8.7.3: figures printed after a power card's effect stand after the window that the log then has."""
    for log in (observing(complete(seed, "advanced")) for seed in range(4)):
        whole, seen = replay(gaia, log), replay(gaia, public_log(log))
        assert (whole.verdict, seen.verdict, seen.discrepancies) == ("valid", "valid", [])
        assert seen.checked == whole.checked


def test_a_definition_does_not_tell_what_was_drawn():
    """GA-8.7.1, GA-8.2.6: a card is declared when it is first seen by all, and not at all if it never is."""
    options = {"mode": "basic", "city_count": 18, "animal_kinds": "generic"}
    log = growing(selfplay_log(gaia, "grown", 2, options, "sensible"))
    declared = [r.event.card.id for r in log.records if isinstance(r.event, CardDeclared)]
    hidden = public_log(log)
    assert replay(gaia, hidden).verdict == "valid"
    told = [n for n, record in enumerate(hidden.records) if isinstance(record.event, CardDeclared)]
    assert 0 < len(told) < len(declared)
    for number in told:
        name = hidden.records[number].event.card.id
        following = next(r for r in hidden.records[number:] if not isinstance(r.event, CardDeclared))
        assert f'"{name}"' in msgspec.json.encode(following.event).decode()
