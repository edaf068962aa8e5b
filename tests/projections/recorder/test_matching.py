"""Words and JSON lead back to the legal actions that they mean, in every game."""

import json
from itertools import islice

import msgspec
import pytest

from engine.replay import Replay
from engine.rules import ruleset
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from projections.recorder.event_kinds import awaited_kinds
from projections.recorder.matching import NoMatch, Several, action_words, match, tokens
from projections.screen.verdict_words import words_of
from tests.support.specimens import few, sampled, specimens

pytestmark = pytest.mark.usefixtures("nim")
LOOKED_AT = 10_000
"""The number of wordings to compare per position: if there are many actions, only a few are looked up."""


def at(*played, options=None, players=("Ann", "Bob")):
    """A position of the toy game after some events."""
    rules = ruleset("nim")
    game = Replay(rules, Header("nim", "1", options or {}, tuple(map(Seat, players))))
    for actor, event in played:
        game.play(actor, event)
    game.settle()
    return game


def rolled(*dice):
    from events.vocabulary.nim import RollDice

    return None, RollDice(dice or (6, 6))


def take(stones):
    from events.vocabulary.nim import Take

    return Take(stones)


QUICK = {each.values[0].game: each for each in reversed(specimens()) if not each.marks}.values()
"""One specimen of each game; the others take minutes together."""
SPECIMENS = [
    each if each in QUICK else pytest.param(*each.values, id=each.id, marks=pytest.mark.long)
    for each in few(specimens())
]


@pytest.mark.long
@pytest.mark.parametrize("specimen", SPECIMENS)
def test_the_words_of_every_action_are_its_own(specimen):
    """Different actions of a seat have different words, and those words match them again."""
    for game, record in sampled(specimen, 8):
        if record is None:
            continue
        offered = list(islice(game.rules.legal(game.state), 2_000))
        words = {(actor, tuple(tokens(words_of(event)))): event for actor, event in offered}
        assert len(words) == len(offered)
        for action in offered[:: max(1, len(offered) ** 2 // LOOKED_AT)]:
            assert match(game, action_words(game, action, words_of), words_of) == action


@pytest.mark.parametrize("specimen", SPECIMENS)
def test_what_was_recorded_is_found_by_its_words_and_by_its_json(specimen):
    for game, record in sampled(specimen, 20):
        if record is None or isinstance(record.event, _interventions(game)):
            continue
        plain = game.rules.plain(game.state, record.actor, record.event)
        if game.rules.outcome(game.state) is None:  # a log can state more about chance than the words of the list
            found = match(game, action_words(game, (record.actor, plain), words_of), words_of)
            assert found == (record.actor, plain)
        typed = {"actor": record.actor, "event": msgspec.to_builtins(record.event, str_keys=True)}
        assert match(game, json.dumps(typed), words_of) == (record.actor, record.event)


def _interventions(game):
    from events.log.record import Intervention

    return Intervention


@pytest.mark.parametrize(
    "text",
    [
        "take, stones 2",
        "Take Stones 2",
        "take 2",
        "Ann: take 2",
        "seat 1: take 2",
        "#4    Ann: take, stones 2  -> Ann vp +2 (take)",
        '{"kind":"take","stones":2}',
        'Ann: {"kind":"take","stones":2}',
        '{"actor":0,"event":{"kind":"take","stones":2}}',
    ],
)
def test_all_of_these_mean_the_same(text):
    assert match(at(rolled()), text, words_of) == (0, take(2))


def test_one_word_is_enough_where_it_fits_one_action_only():
    assert match(at(rolled(1, 1), (0, take(1))), "take", words_of) == (1, take(1))


def test_what_matches_several_actions_is_refused_with_all_of_them():
    with pytest.raises(Several) as found:
        match(at(rolled()), "take", words_of)
    assert str(found.value) == (
        "'take' matches 3 actions: Ann: take, stones 1 | Ann: take, stones 2 | Ann: take, stones 3"
    )


def test_what_is_not_legal_is_reported_with_its_clause_facts_and_what_is_nearest():
    with pytest.raises(NoMatch) as found:
        match(at(rolled()), "take 9", words_of)
    assert (found.value.violation.clause, found.value.violation.facts["stones"]) == ("NIM-2", 9)
    assert str(found.value).startswith("'take 9' breaks NIM-2 (stones=9, pile=12); awaited: move of Ann; nearest: ")
    assert "Ann: take, stones 1" in found.value.nearest
    with pytest.raises(NoMatch) as found:
        match(at(rolled()), '{"kind":"take","stones":9}', words_of)
    assert found.value.violation.clause == "NIM-2"


def test_another_seat_is_refused_as_it_is_not_its_turn():
    with pytest.raises(NoMatch) as found:
        match(at(rolled()), "Bob: take 2", words_of)
    assert found.value.violation.clause == "NIM-1"
    assert found.value.awaited == "move of Ann"


def test_what_makes_no_sense_is_reported_with_what_is_awaited():
    with pytest.raises(NoMatch) as found:
        match(at(rolled()), "sing a song", words_of)
    assert found.value.violation is None
    assert str(found.value).startswith(
        "'sing a song' is not a legal action; awaited: move of Ann; kinds: take; nearest: Ann: take"
    )


def test_of_a_game_that_is_over_nothing_is_awaited():
    with pytest.raises(NoMatch, match="awaited: nothing, the game is over"):
        match(at(rolled(1, 1), (0, take(2)), options={"rounds": 1}), "take 1", words_of)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ('{"kind":"take"', "invalid JSON"),
        ('{"kind":' + "[" * 10**5, "invalid JSON"),
        ('{"kind":"steal"}', "steal"),
        ('{"kind":"take","stones":"two"}', "found str at"),
        ('{"actor":7,"event":{"kind":"take","stones":2}}', "found actor 7 at"),
        ('{"actor":"Ann","event":{"kind":"take","stones":2}}', "found actor Ann at"),
    ],
)
def test_json_that_is_no_event_is_reported_with_its_place(text, typed):
    with pytest.raises(Unreadable, match=typed):
        match(at(rolled()), text, words_of)


def test_an_intervention_is_never_offered_but_accepted():
    from events.vocabulary.nim import Leave

    assert match(at(rolled(), players=("Ann", "Bob", "Cid")), '{"kind":"leave","player":0}', words_of) == (
        None,
        Leave(0),
    )


@pytest.mark.long
def test_chance_of_too_many_outcomes_to_list_is_found_by_its_words():
    """A deal of objectives has 60,480 outcomes; each is typed in the order of its cards."""
    rules = ruleset("gaia")
    game = Replay(rules, Header("gaia", "1", {}, tuple(map(Seat, "ABCDE")), "house_v1"))
    match_all = ["nature plain sea forest", "life house_city_07 house_animal_03"]
    for text in match_all:
        game.play(*match(game, text, words_of))
        game.settle()
    words = [f"house_objective_0{n}" for n in (7, 2, 9, 4, 1, 3, 5, 8, 6)]
    shown = rules.outcome(game.state)
    from engine.asking import question

    parts = []
    while question(shown, parts) is not None:
        parts.append(words[len(parts)])
    typed = f"objectives dealt, objectives {' '.join(words[: len(parts)])}"
    assert match(game, typed, words_of)[1].objectives == tuple(words[: len(parts)])
    assert match(game, " ".join(words[: len(parts)]), words_of)[1].objectives == tuple(words[: len(parts)])
    with pytest.raises((NoMatch, Several)):  # half a deal is not a deal, and nothing is guessed
        match(game, " ".join(words[:2]), words_of)


@pytest.mark.parametrize("text", ["", "  ", "Ann:", ", ;"])
def test_without_words_nothing_is_meant(text):
    with pytest.raises(NoMatch, match="is not a legal action"):
        match(at(rolled(), (0, take(2))), text, words_of)


@pytest.mark.parametrize("specimen", SPECIMENS)
def test_the_kinds_that_are_awaited_are_those_of_the_legal_actions(specimen):
    """All of them and no others; none at the end."""
    for game, _ in sampled(specimen, 8):
        offered = list(islice(game.rules.legal(game.state), LOOKED_AT + 1)) if game.standings is None else []
        kinds, legal = awaited_kinds(game), {str(event.__struct_config__.tag) for _, event in offered}
        assert legal <= set(kinds)
        assert len(offered) > LOOKED_AT or sorted(legal) == sorted(kinds)
