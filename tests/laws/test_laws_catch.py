"""The laws find what they are for: each fault, put into the toy game, breaks the law that forbids it."""

from functools import partial

import pytest
from msgspec.structs import force_setattr, replace

from engine.clause import Violation
from engine.declaration import Standing
from engine.ledger import Entry
from engine.rules import ruleset
from events.vocabulary.nim import Take
from tests.laws import test_laws
from tests.support import Through, specimens

pytestmark = pytest.mark.usefixtures("nim")
SPECIMEN = specimens.Specimen("nim", 4)


def changes_before_it_rejects(right):
    def apply(state, actor, event):
        try:
            return right.apply(state, actor, event)
        except Violation:
            state.turns_of_round += 1
            raise

    return {"apply": apply}


def accepts_four_stones(right):
    def apply(state, actor, event):
        if event == Take(99):
            return []
        return right.apply(state, actor, event)

    return {"apply": apply}


def raises_another_error(right):
    def apply(state, actor, event):
        if isinstance(event, Take) and event.stones < 1:
            raise ValueError(event)
        return right.apply(state, actor, event)

    return {"apply": apply}


def rejects_by_an_unknown_clause(right):
    def apply(state, actor, event):
        try:
            return right.apply(state, actor, event)
        except Violation:
            raise Violation("NIM-77") from None

    return {"apply": apply}


def forgets_an_entry(right):
    return {"apply": lambda state, actor, event: right.apply(state, actor, event)[:-1]}


def loses_a_stone(right):
    def apply(state, actor, event):
        entries = right.apply(state, actor, event)
        if isinstance(event, Take):
            state.players[actor].stones -= 1
            entries.append(Entry(actor, "stones", -1, "hole in the pocket"))
        return entries

    return {"apply": apply}


def offers_too_much(right):
    def legal(state):
        yield from right.legal(state)
        if state.pile:
            yield state.to_move, Take(4)

    return {"legal": legal}


def offers_too_little(right):
    return {"legal": lambda state: ((a, e) for a, e in right.legal(state) if e != Take(1))}


def offers_twice(right):
    return {"legal": lambda state: [*right.legal(state)] * 2}


def is_never_over(right):
    def legal(state):
        yield from right.legal(state)
        if not state.pile and state.size:
            yield 0, Take(0)

    return {"legal": legal}


def ranks_before_the_end(right):
    return {"standings": lambda state: right.standings(state) or [Standing(0, 0, 1)]}


def remembers_outside_the_state(right):
    seen = []

    def apply(state, actor, event):
        seen.append(event)
        entries = right.apply(state, actor, event)
        return [replace(entry, source=f"{entry.source} {len(seen)}") for entry in entries]

    return {"apply": apply}


def changes_when_asked(right):
    def figures(state, seat):
        state.due = [] if state.due else state.due
        state.turns += 1
        return right.figures(state, seat)

    return {"figures": figures}


def names_the_wrong_player(right):
    return {"turn": lambda state: right.turn(state).__class__(0, 0, 0, "", (3,))}


FAULTS = [
    (changes_before_it_rejects, test_laws.test_1_and_2_what_is_not_offered_is_rejected_and_changes_nothing),
    (accepts_four_stones, test_laws.test_1_and_2_what_is_not_offered_is_rejected_and_changes_nothing),
    (raises_another_error, test_laws.test_1_and_2_what_is_not_offered_is_rejected_and_changes_nothing),
    (rejects_by_an_unknown_clause, test_laws.test_1_and_2_what_is_not_offered_is_rejected_and_changes_nothing),
    (offers_too_much, test_laws.test_1_everything_offered_is_accepted),
    (offers_twice, test_laws.test_1_everything_offered_is_accepted),
    (offers_too_little, test_laws.test_1_every_recorded_decision_is_offered),
    (remembers_outside_the_state, test_laws.test_3_replay_to_a_record_and_on_from_there),
    (changes_when_asked, test_laws.test_4_asking_changes_nothing),
    (forgets_an_entry, test_laws.test_5_entries_sum_to_figures_and_nothing_is_lost),
    (loses_a_stone, test_laws.test_5_entries_sum_to_figures_and_nothing_is_lost),
    (is_never_over, test_laws.test_6_a_game_is_over_once_and_then_nothing_is_legal),
    (ranks_before_the_end, test_laws.test_6_a_game_is_over_once_and_then_nothing_is_legal),
    (names_the_wrong_player, test_laws.test_6_who_may_decide_is_who_is_offered_something),
]


@pytest.mark.parametrize(("fault", "law"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_the_law_is_broken_by(fault, law, request):
    log = specimens.log_of(SPECIMEN)
    rules = ruleset("nim")
    law(SPECIMEN)
    parts = fault(replace(rules))
    if "apply" in parts:
        parts["accepts"] = Through(parts["apply"])
    for method, faulty in parts.items():
        request.addfinalizer(partial(force_setattr, rules, method, getattr(rules, method)))
        force_setattr(rules, method, faulty)
    assert specimens.log_of(SPECIMEN) is log
    with pytest.raises((AssertionError, ValueError)):
        law(SPECIMEN)
