"""Component values of their own: drawn by their form, spoilt in one place, and declared as they turn up."""

import tomllib
from random import Random

import pytest
from jsonschema import Draft202012Validator
from msgspec import structs

from engine.clause import Violation
from engine.games.daitoshi import choices, tiles
from engine.games.daitoshi.items import Context
from engine.games.daitoshi.own_catalogue import grown
from engine.games.daitoshi.resolving import resolve
from engine.games.daitoshi.spreads import AnyEffects
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import header_for, play, play_on
from events.log.native import GameLog
from events.log.record import Header
from events.plugins import part
from events.vocabulary.daitoshi.effects import Fame
from events.vocabulary.gaia import CardDeclared
from projections.kit.forms import forms_of_catalogue
from projections.kit.positions import offered, perft_counts
from projections.kit.spoiling import Parts, places_of_numbers, renumbered, spoilt, spoilt_somewhere
from projections.kit.traits import tag
from projections.kit.varied import STATED_EVERY, OwnValues, catalogue_in_full, catalogues_worth_trying
from projections.schemas.documents import document

with_catalogues = pytest.mark.parametrize("game", ["daitoshi", "gaia"])


def _discovered(game: str, seed: str) -> tuple[Replay, GameLog]:
    """A game with the house's values stated in full, and its log as somebody kept it who did not know them."""
    rules = ruleset(game)
    header = header_for(rules, seed, 3, {}, drawing=False)
    whole = play(rules, structs.replace(header, catalogue=catalogue_in_full(rules)), seed)
    module = part(f"engine.games.{game}", "own_catalogue")
    assert module is not None
    stated, actions = module.discovered(whole.header, [(actor, event) for actor, event, _ in whole.played])
    again = Replay(rules, stated)
    for actor, event in actions:
        again.play(actor, event)
    again.settle()
    assert again.standings == whole.standings != ()
    return whole, again.log()


@with_catalogues
def test_what_a_form_allows_is_drawn(game: str) -> None:
    """A value for a member fits the schema of some member of that name."""
    schema = document(game, "catalogue")
    forms, rng = forms_of_catalogue(game), Random(1)
    assert forms is not None
    members: dict[str, list[Draft202012Validator]] = {}
    for each in schema["$defs"].values():
        for name, member in each.get("properties", {}).items():
            fits = Draft202012Validator({**member, "$defs": schema["$defs"]} if isinstance(member, dict) else member)
            members.setdefault(name, []).append(fits)
    for name, fitting in members.items():
        for _ in range(5):
            value = forms.of(name, ["forest", "plain"], rng)
            assert any(each.is_valid(value) for each in fitting), (name, value)
    assert forms.of("nonsense", ["forest"], rng) is None
    assert forms_of_catalogue("dice_forge") is None


def test_one_value_is_spoilt() -> None:
    """By a number next to it, by what another row has, by an exchange between two rows, by leaving something out."""
    data = {"rows": [{"id": "a", "space": 2, "spaces": 7}, {"id": "b", "space": 3, "spaces": 5}]}
    parts, rng = Parts(data), Random(1)
    found = [spoilt(data, parts, rng) for _ in range(4_000)]
    rows = [each["rows"] for each in found if isinstance(each.get("rows"), list)]
    assert [{"id": "a", "space": 7, "spaces": 7}, data["rows"][1]] in rows  # a bound that stands beside
    assert [{"id": "a", "space": 8, "spaces": 7}, data["rows"][1]] in rows
    assert [{"id": "b", "space": 2, "spaces": 7}, data["rows"][1]] in rows
    assert [{"id": "a", "space": 3, "spaces": 7}, {"id": "b", "space": 2, "spaces": 5}] in rows  # exchanged
    assert data["rows"][:1] in rows
    assert {} in found
    assert data == {"rows": [{"id": "a", "space": 2, "spaces": 7}, {"id": "b", "space": 3, "spaces": 5}]}


def test_each_place_is_as_likely_to_be_spoilt() -> None:
    """Also one that stands once, beside a list with a hundred rows."""
    data = {"rows": [{"id": "a", "n": 5} for _ in range(100)], "most": 7}
    parts, rng = Parts(data), Random(1)
    assert parts.places == [("most",), ("rows",), ("rows", None), ("rows", None, "id"), ("rows", None, "n")]
    found = [spoilt_somewhere(data, parts, rng) for _ in range(1_000)]
    assert 150 < sum(each.get("most") != 7 for each in found) < 280
    other = {"rows": [{"id": "a"}]}
    assert any(spoilt_somewhere(other, parts, rng) != other for _ in range(20))  # without these places


def test_a_number_becomes_one_next_to_it_or_a_bound() -> None:
    """One number is changed, each place as likely, and nothing else; without numbers, nothing is."""
    data = {"most": 7, "name": "a", "rows": [{"id": "b", "n": 3}, {"id": "c", "n": 5}]}
    numbers, rng = places_of_numbers(data), Random(1)
    assert numbers == [("most",), ("rows", None, "n")]
    found = [renumbered(data, numbers, rng) for _ in range(500)]
    assert {each["most"] for each in found} == {0, 1, 6, 7, 8}
    assert {row["n"] for each in found for row in each["rows"]} == {0, 1, 2, 3, 4, 5, 6}
    assert all({**each, "most": 0, "rows": 0} == {**data, "most": 0, "rows": 0} for each in found)
    assert renumbered({"name": "a"}, places_of_numbers({"name": "a"}), rng) == {"name": "a"}


def test_catalogues_at_the_limits_of_the_rules() -> None:
    """DA-6.3: effects that nest 100 deep are accepted, those that nest deeper are refused: both occur in such games."""
    rules = ruleset("daitoshi")
    limits = [each for each in catalogues_worth_trying(rules) if each["id"].startswith("leading_on")]
    header = header_for(rules, "own", 2, {}, drawing=False)
    almost, deepest, too_deep = (structs.replace(header, catalogue=each) for each in limits)
    assert _fame(almost) == 98
    assert _fame(deepest) == 99
    with pytest.raises(Violation, match=r"DA-6\.3"):
        _fame(too_deep)


def test_catalogues_that_a_game_states_are_played() -> None:
    """Every third with values of its own; what the house's values seldom have or never turns up in these games."""
    rules = ruleset("daitoshi")
    worth_trying = catalogues_worth_trying(rules)
    assert catalogues_worth_trying(ruleset("gaia")) == []
    own, header = OwnValues(rules), header_for(rules, "own", 2, {}, drawing=False)
    stated = [own.header(header, Random(number)).catalogue for number in range(2 * STATED_EVERY)]
    assert stated[STATED_EVERY - 1] in worth_trying
    assert sum(each in worth_trying for each in stated) == 2
    seldom = [structs.replace(header, catalogue=each) for each in worth_trying if "seldom" in each["id"]]
    kinds = {tag(event) for each in seldom for _, event, _ in play(rules, each, "seldom").played}
    assert {"choose_option", "choose_invention", "effect_declared"} <= kinds


def _fame(header: Header) -> int:
    """How many spaces the fame marker moves once it moves at all."""
    player = (state := Replay(ruleset("daitoshi"), header).state).players[0]
    resolve([], state, player, (Fame(1),), Context("fame"))
    return int(player.fame)


def test_catalogues_differ_more_and_more_until_they_are_forgotten() -> None:
    rules = ruleset("gaia")
    own, header = OwnValues(rules), header_for(rules, "own", 3, {}, drawing=False)
    whole = catalogue_in_full(rules)
    changes = [_differences(whole, own.header(header, Random(number)).catalogue) for number in range(8)]
    assert max(changes[4:]) > changes[0] > 0
    assert not own.are_of(header)
    own.forget()
    assert _differences(whole, own.header(header, Random(1)).catalogue) < max(changes)


def _differences(one: object, two: object) -> int:
    """How many values differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        return sum(_differences(one.get(name), two.get(name)) for name in one.keys() | two.keys())
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return sum(map(_differences, one, two))
    return one != two


def test_tiles_that_turn_up_are_defined_in_the_log() -> None:
    """DA-8.2: the log of a game whose tiles nobody knew: the same game, and its file names what came up."""
    whole, log = _discovered("daitoshi", "found")
    assert log.header.catalogue["mode"] == "open"
    assert {row["ring"] for row in log.header.catalogue["tables"]["district_tile"]} == {"inner"}
    known = tomllib.loads(grown(ruleset("daitoshi"), log))
    cities = {row["id"]: row for row in whole.header.catalogue["tables"]["city"]}
    assert len(known["city"]) == 5
    assert all(row == cities[row["id"]] for row in known["city"])


def test_cards_that_turn_up_are_declared_in_the_log() -> None:
    """GA-8.2.6: each once, before the event that names it first."""
    _, log = _discovered("gaia", "found")
    assert not log.header.catalogue["complete"]
    declared = [record.event.card.id for record in log.records if isinstance(record.event, CardDeclared)]
    assert len(declared) == len(set(declared)) > 10


def test_where_there_is_no_end_of_legal_events_none_are_counted() -> None:
    """DA-8.1, DA-8.2, DA-7.85: a tile that nobody has named may turn up; an unknown effect may be any."""
    _, log = _discovered("daitoshi", "found")
    game = Replay(ruleset("daitoshi"), log.header)
    game.settle()
    play_on(game, Random(1), "sensible", 99, until=lambda game: offered(game).number is None)
    outcome = game.rules.outcome(game.state)
    assert outcome is not None
    assert outcome.endless
    assert offered(game).number is None
    assert perft_counts(game.rules, game.state, 9)[1:] == []
    assert AnyEffects(choices.SAMPLES).endless
    assert not tiles.Stack(["a"], 1).endless


def test_where_all_can_be_listed_they_are_counted() -> None:
    game = Replay(ruleset("daitoshi"), header_for(ruleset("daitoshi"), "kit", 3, {}, drawing=False))
    game.settle()
    play_on(game, Random(1), until=lambda game: game.seq >= 9)
    assert offered(game).number == len(offered(game).actions) > 0
