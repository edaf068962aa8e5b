"""The mutants by which a kit is judged: which places of the rules are changed."""

import ast

import pytest

from benchmarks.kit import mutants, places
from benchmarks.kit.equivalents import matched
from benchmarks.kit.mutants import drawn
from benchmarks.kit.no_rules import (
    _of_modules,
    _reckons,
    always_stated,
    explained,
    fields_not_read,
    fields_of_ways,
    leading_to_ways,
    marks,
    of_form,
    shown_by,
)
from benchmarks.kit.places import Change, Mutant
from engine.rules import games

RULES = """
def take(state, seat, stones):
    most = 3 + len(state.players)
    odd = bga_quirks(state) + 1
    shown = [each + 1 for each in range(most)]
    clause = "NIM-2" if stones > 0 else "NIM-1"
    if odd > 2:
        return 4
    if stones >= most:
        raise Violation(clause, stones=stones + 5, possible=shown)
    state.pile -= stones - 6


def refuse(stones):
    if stones < 7:
        raise Violation("NIM-1", stones=stones)
    if stones > 8:
        raise Violation("NIM-2", stones=stones)
    raise Violation("NIM-2", most=8)


@lru_cache(9)
def asks(state):
    if not bga_quirks(state):
        return 0
    return 10


def read(rows):
    widest = max(map(len, rows)) + 1
    odd = widest - 2
    if odd > 12:
        raise Unreadable(f"{odd + 1} stones", "12")
"""


def test_what_no_verdict_depends_on_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only states a fact of a refusal, or finds what cannot be read, and what depends on other programs' ways.

    Nor does it matter which of two refusals under one clause is met; the clause does.
    """
    monkeypatch.setattr(places, "fields_not_read", lambda game: frozenset())
    monkeypatch.setattr(places, "shown_by", lambda game: frozenset())
    monkeypatch.setattr(places, "explained", lambda game: {})
    change = Change(None, "nim")
    change.visit(ast.parse(RULES))
    assert sorted(place[:2] for place in change.places) == [
        (3, "3 one higher"),
        (3, "Add exchanged"),
        (6, "0 one higher"),
        (6, "Gt turned"),
        (9, "GtE turned"),
        (10, "refusal left out"),
        (11, "6 one higher"),
        (11, "Sub exchanged"),
        (15, "7 one higher"),
        (15, "Lt turned"),
        (16, "refusal left out"),
        (19, "refusal left out"),
    ]


def test_what_only_spells_events_is_no_rule() -> None:
    """A function that the rules use is one, also if the policies use it, too."""
    assert {"turn", "plain_draw", "plain_power"} <= shown_by("gaia")
    assert not {"hunt", "play_power", "legal_hunts", "reaction_queue"} & shown_by("gaia")


def test_what_only_other_logs_lead_to_is_no_rule() -> None:
    """A function that readings or writings of other programs use, or pictures, and nothing else; not what rules use."""
    assert {"spades_assumed", "spare_spades"} <= shown_by("terra_mystica")
    assert not {"check_town", "make_offers", "reaches"} & shown_by("terra_mystica")
    assert leading_to_ways("dice_forge") == {"_first_die_by_rule"}


def test_a_limit_of_what_can_be_read_is_no_rule() -> None:
    """TM-12.2: a map with more rows is not read and breaks no clause; not what is looked at elsewhere as well."""
    assert "LETTERS_OF_ROWS" in of_form("terra_mystica")
    assert not {"RIVER", "NOBODY"} & of_form("terra_mystica")


@pytest.mark.parametrize("game", games())
def test_each_equivalent_mutant_is_one_of_the_rules_as_they_are(game: str) -> None:
    """A proof is of a single place; if the code of that has changed, it has to be looked at again."""
    for each, found in matched(game):
        assert len(found) == 1, f"{each.game}/{each.module}.py: {each.was} -> {each.now}: {len(found)} such places"
        assert each.why.endswith("."), each


def _fifty(game: str) -> list[Mutant]:
    return [Mutant(game, "rules", place, 1, "", "") for place in range(50)]


def test_equivalent_mutants_are_passed_over_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "mutants", _fifty)
    monkeypatch.setattr(mutants, "is_equivalent", lambda mutant: mutant.place % 2 == 0)
    found, equivalent = drawn(["nim"], 20, 1)
    assert len(found) == 20
    assert all(each.place % 2 for each in found)
    assert equivalent
    assert not any(each.place % 2 for each in equivalent)


def test_what_is_read_of_a_module_is_no_field() -> None:
    """A field with the name of another module's function counts as read only if something reads it of a state."""
    tree = ast.parse("from engine.games.nim import flow\nturn = flow.turn\nfirst = state.turn\n")
    assert [ast.unparse(each) for each in _of_modules(tree, "nim")] == ["flow.turn"]


def test_what_only_the_ways_of_other_programs_set_is_no_rule() -> None:
    """DF-12.20, DF-12.23: what is done where such a field is true; not where a rule sets it as well."""
    assert fields_of_ways("dice_forge") == {"gold_only", "paid_twice"}
    assert fields_of_ways("terra_mystica") == frozenset()


def test_numbers_that_stand_for_nobody_are_not_reckoned_with() -> None:
    """Any other number below 0 does as well, if it is only compared for equality; not if it is reckoned with."""
    assert "NOBODY" in marks("gaia")
    tree = ast.parse("there = seat == NOBODY or seat < NOWHERE")
    assert [_reckons(node) for node in ast.walk(tree) if isinstance(node, ast.Compare)] == [False, True]


def test_a_default_with_which_nothing_begins_is_never_seen() -> None:
    """A field that is stated by its name wherever a state is made."""
    assert "anomaly_supply" in always_stated("anachrony", "State")
    assert "reservoir_used" not in always_stated("anachrony", "State")


def test_a_table_in_which_something_is_only_kept_is_not_read() -> None:
    """`workers_out` of Daitoshi is for the check of the supply alone."""
    assert "workers_out" in fields_not_read("daitoshi")
    assert "drawn" not in fields_not_read("daitoshi")


def test_which_of_two_refusals_under_one_clause_it_is_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chance outcome refuses under its clause what its explanation lets pass; not under another clause."""
    assert explained("gaia") == {"_check_objectives": "GA-5.4.1"}
    monkeypatch.setattr(places, "fields_not_read", lambda game: frozenset())
    monkeypatch.setattr(places, "shown_by", lambda game: frozenset())
    assert [line for line, what in _places("NIM-1") if what == "refusal left out"] == [4]
    assert [line for line, what in _places("NIM-2") if what == "refusal left out"] == [4, 5]


def _places(then: str) -> list[tuple[int, str]]:
    change = Change(None, "toy")
    change.explained = {"explain": then}
    change.visit(ast.parse(EXPLAINED))
    return [place[:2] for place in change.places]


EXPLAINED = """
def explain(event):
    if event.stones > 3:
        raise Violation("NIM-2", stones=event.stones)
    raise Violation("NIM-1", most=3)
"""


def test_the_mutants_of_a_game_are_the_same_without_the_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "mutants", _fifty)
    every, equivalent = drawn(["gaia", "nim"], 21, 1)
    assert equivalent == []
    assert len(set(every)) == 21
    assert {each for each in every if each.game == "gaia"} == set(drawn(["gaia"], 11, 1)[0])
    assert every != drawn(["gaia", "nim"], 21, 2)[0]
