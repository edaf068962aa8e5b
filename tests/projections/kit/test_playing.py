"""The games of a kit: all values of all options, interventions; and the positions that are special."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec import Struct, structs

from engine.dispatch import Action
from engine.games.daitoshi.own_catalogue import in_full
from engine.options import options_of_game
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import after, header_for, play, play_on
from events.log.native import GameLog
from events.vocabulary.gaia import DrawDeck, PassProtection, Protect
from projections.kit.aims import Thing, things
from projections.kit.choosing import covering
from projections.kit.faults import Hunt
from projections.kit.interventions import Moments
from projections.kit.near_misses import Values
from projections.kit.playing import INTERVENED_EVERY, UNKNOWN_EVERY, play_games
from projections.kit.positions import offered
from projections.kit.traits import Chosen, Numbers, tag
from projections.kit.unusual import STRIDE, Unusual
from projections.kit.varied import OwnValues, header_at_limits
from projections.kit.whims import Whims


@pytest.fixture(scope="module", autouse=True)
def _all_are_kept() -> Iterator[None]:
    """No more games are played than are looked at."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("projections.kit.playing.PLAYED_FOR_TWO", 2)
        patched.setattr("projections.kit.playing.BRANCHED_EVERY", 1_000)
        yield


@pytest.fixture(scope="module")
def gaia_games(_all_are_kept: None) -> list[GameLog]:
    return play_games(ruleset("gaia"), 1, 12, {})


def test_every_value_of_each_option_is_played(gaia_games: list[GameLog]) -> None:
    rules = ruleset("gaia")
    assert rules.options is not None
    played = [structs.asdict(rules.options(log.header)) for log in gaia_games]
    for option, values in options_of_game("gaia").items():
        assert {options[option] for options in played} == set(values), option


def test_an_option_that_is_stated_is_not_varied() -> None:
    for log in play_games(ruleset("gaia"), 1, 4, {"mode": "advanced"}):
        assert log.header.options["mode"] == "advanced"


def test_games_are_legal_and_end(gaia_games: list[GameLog]) -> None:
    for number, log in enumerate(gaia_games, 1):
        game = Replay(ruleset("gaia"), log.header)
        game.feed(log.records)
        game.settle()
        assert game.broke is None, number
        assert game.standings is not None, number


def test_the_curious_choose_what_has_occurred_least() -> None:
    """A kind, or a word in a field, over all games of the kit."""
    whims, rng = Whims(ruleset("gaia")), Random(1)
    whims.share = 1
    actions: list[Action] = [(0, DrawDeck("nature")), (0, DrawDeck("life")), (0, Protect())]
    chosen = [whims.curious(None, actions, rng) for _ in range(30)]
    assert sorted(chosen[:3]) == [0, 1, 2]
    assert min(Counter(chosen).values()) >= 5


def test_the_stubborn_choose_alike_all_game_long() -> None:
    """Each game likes something of its own."""
    whims, rng = Whims(ruleset("gaia")), Random(1)
    whims.share = 1
    actions: list[Action] = [(0, DrawDeck("nature")), (0, DrawDeck("life")), (0, Protect()), (0, PassProtection())]
    liked = set[str]()
    for number in range(12):
        choose = whims.stubborn(f"seed {number}")
        chosen = [actions[choose(None, actions, rng)][1] for _ in range(10)]
        assert len({tag(event) for event in chosen}) == 1
        liked.add(tag(chosen[0]))
    assert len(liked) == 3


def test_players_drop_out_of_some_games() -> None:
    logs = play_games(ruleset("terra_mystica"), 1, INTERVENED_EVERY, {})
    assert any(tag(record.event) == "drop_player" for log in logs for record in log.records)


def test_what_any_game_shows_is_shown_by_those_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all games that were played; fewer games do not suffice, as some trait would be missing."""
    given = list[tuple[list[set[int]], list[int]]]()

    def noted(traits: Sequence[Sequence[int]], number: int, rng: Random) -> list[int]:
        given.append(([set(each) for each in traits], chosen := covering(traits, number, rng)))
        return chosen

    monkeypatch.setattr("projections.kit.playing.covering", noted)
    monkeypatch.setattr("projections.kit.playing.PLAYED_FOR_TWO", 4)
    play_games(ruleset("gaia"), 1, 6, {})
    ((traits, chosen),) = given
    assert (len(traits), len(set(chosen))) == (12, 6)
    everything, kept = set().union(*traits), set().union(*(traits[each] for each in chosen))
    assert len(kept) > 0.8 * len(everything)
    assert len(kept) > max(len(set().union(*traits[start : start + 6])) for start in range(7))


def test_games_with_catalogues_of_their_own_are_played() -> None:
    """Some values differ from those of the house, and the rules accept them."""
    rules = ruleset("daitoshi")
    header = header_for(rules, "own", None, {})
    own = OwnValues(rules).header(header, Random(1))
    assert own.catalogue["tables"] != in_full()["tables"]
    assert play(rules, own, "own").standings is not None


def test_games_with_overrides_of_their_own_are_played() -> None:
    """In a game whose logs state overrides in place of a catalogue; in one that states neither, nothing changes."""
    rules = ruleset("anachrony")
    header = header_for(rules, "own", None, {})
    own = OwnValues(rules).header(header, Random(1))
    assert len(own.options["overrides"]) > 2
    assert play(rules, own, "own").standings is not None
    plain = header_for(ruleset("dice_forge"), "own", None, {})
    assert OwnValues(ruleset("dice_forge")).header(plain, Random(1)) == plain


@pytest.mark.parametrize("game", ["anachrony", "gaia", "terra_mystica"])
def test_headers_at_limits_have_the_fewest_or_most_players_and_values_at_the_ends(game: str) -> None:
    rules = ruleset(game)
    headers = [header_at_limits(rules, "kit", {}, Random(number)) for number in range(8)]
    assert len({len(header.seats) for header in headers}) == 2
    assert {len(header.seats) for header in headers}.isdisjoint({3})
    for header in headers:
        for option, values in options_of_game(game).items():
            if values and option in header.options:
                assert header.options[option] in (values[0], values[-1]), option
    stated = next(option for option, values in options_of_game(game).items() if len(values) == 2)
    value = options_of_game(game)[stated][1]
    assert header_at_limits(rules, "kit", {stated: value}, Random(1)).options.get(stated, value) == value


def test_unusual_players_end_up_where_others_do_not() -> None:
    """Each of five manners, and those with one aim between them, lead elsewhere."""
    rules = ruleset("gaia")
    header = header_for(rules, "kit", 2, {}, drawing=False)
    left = {}
    for manner in range(10):
        game = Replay(rules, header)
        play_on(game, Random(1), Unusual(rules).policy(manner), 3_000)
        assert game.standings is not None
        left[manner] = [(actor, event) for actor, event, _ in game.played]
    assert len({str(left[manner]) for manner in range(1, 10, 2)}) == 5
    assert len({str(played) for played in left.values()}) > 6  # an aim at what never changes leads nowhere


def test_an_unusual_player_who_hoards_keeps_what_others_spend() -> None:
    rules, rng = ruleset("terra_mystica"), Random(1)
    game = Replay(rules, header_for(rules, "kit", 2, {}, drawing=False))
    play_on(game, rng, until=lambda game: len(list(rules.legal(game.state))) > 8)
    unusual, actions = Unusual(rules), list(rules.legal(game.state))
    for action in actions:
        assert unusual._hoarding(game.state, action) == -unusual._spending(game.state, action)
    assert unusual.new(game.state, actions[0]) > unusual.new(game.state, actions[0])


def test_a_player_with_one_aim_gets_as_much_of_it_as_possible() -> None:
    """Each number of a player is an aim, and each of what all share: of that, as little as possible for some."""
    rules = ruleset("terra_mystica")
    game = Replay(rules, header_for(rules, "kit", 2, {}, drawing=False))
    play_on(game, Random(1), until=lambda game: game.seq > 20 and len(offered(game).actions) > 8)
    (seat, _), *_ = actions = offered(game).actions
    assert seat is not None
    aims = things(game.state, seat, False)
    coin = Thing(False, "coin", None)
    assert {coin, Thing(False, "built", "dwelling"), Thing(False, "cults", 0)} <= set(aims)
    number = next(each for each in range(0, 999, 3) if aims[each * STRIDE % len(aims)] == coin)
    worth = Unusual(rules)._with_one_aim(number)
    for action in actions:
        assert worth(game.state, action) == after(rules, game.state, *action).players[seat].coin
    assert worth(game.state, (None, actions[0][1])) == 0
    shared, turn = things(game.state, seat, True), Thing(True, "turn", None)
    number = next(each for each in range(5, 999, 6) if shared[each * STRIDE % len(shared)] == turn)
    assert Unusual(rules)._with_one_aim(number)(game.state, actions[0]) == -after(rules, game.state, *actions[0]).turn


def test_a_player_with_one_aim_needs_no_players_in_the_position(nim: str) -> None:
    """A package's game may keep all that there is in the position itself."""
    rules = ruleset(nim)
    for number in range(6):
        game = Replay(rules, header_for(rules, "kit", 2, {}, drawing=False))
        play_on(game, Random(1), Unusual(rules).policy(2 * number), 3_000)
        assert game.standings is not None


def test_interventions_are_tried_in_each_phase() -> None:
    """At once where there has been none; where there have been many, now and then."""
    moments, rng = Moments(), Random(1)
    game = Replay(ruleset("terra_mystica"), header_for(ruleset("terra_mystica"), "kit", 2, {}, drawing=False))
    asked = [moments.is_one(game.state, rng) for _ in range(600)]
    assert sum(asked[:100]) > sum(asked[100:200])
    assert any(asked[500:])
    game.state.phase = "cult_bonus"
    assert any(moments.is_one(game.state, rng) for _ in range(12))


def test_facts_that_a_log_need_not_know_are_unknown_in_some_games() -> None:
    logs = play_games(ruleset("dice_forge"), 1, UNKNOWN_EVERY, {"card_set": "random"})
    unknown = [record.event for record in logs[-1].records if tag(record.event) == "group_revealed"]
    assert any(event.group is None for event in unknown)
    assert all(
        record.event.group for log in logs[:-1] for record in log.records if tag(record.event) == "group_revealed"
    )


def test_each_number_is_a_trait_by_itself() -> None:
    """A rule may compare it with any other; and so is what is awaited."""
    rules = ruleset("gaia")
    game, numbers = Replay(rules, header_for(rules, "kit", 2, {}, drawing=False)), Numbers()
    met = list[set[int]]()
    for left in (7, 8, 9, 8):
        game.state.animal_stock = left
        met.append(numbers.of_state(game.state, None, "deal"))
    assert met[1] == met[3]
    assert len(met[0] ^ met[1]) == 2
    hand = [numbers.of_state(game.state, 0, "deal")]
    for cards in (["sun", "rain"], ["rain", "sun"], ["sun", "sun"]):
        game.state.players[0].known = cards
        hand.append(numbers.of_state(game.state, 0, "deal"))
    assert hand[1] == hand[2] != hand[3]
    game.state.agenda = game.state.agenda[1:]
    assert numbers.of_state(game.state, None, "deal") != met[3]


class Shelf(Struct):
    """What a game of a package may keep for a player: numbers of which some are unknown, and a table of them."""

    cups: list[int | None]
    left: dict[str, int]


def test_a_number_that_is_unknown_is_counted_like_a_word() -> None:
    """A game of a package may have lists of numbers that lack some."""

    class Table(Struct):
        players: list[Shelf]

    numbers = Numbers()
    met = [
        numbers.of_state(Table([Shelf(cups, left)]), 0, "take")
        for cups, left in (([3, None], {}), ([None, 3], {}), ([3, 3], {}), ([3, 3], {"red": 2}))
    ]
    assert met[0] == met[1] != met[2] != met[3]


def test_traits_name_kinds_their_words_and_what_a_player_has_chosen() -> None:
    """A player who chose a faction once has it with each of their events; places of the board are no traits."""
    rules = ruleset("terra_mystica")
    log = play_games(rules, 2, 1, {"faction_selection": "player_choice"})[0]
    factions = {record.event.faction for record in log.records if tag(record.event) == "choose_faction"}
    chosen, found = Chosen([(record.actor, record.event) for record in log.records]), set[str]()
    game = Replay(rules, log.header)
    game.settle()
    for record in log.records:
        found |= chosen.traits(offered(game).actions)
        game.feed([record])
    assert factions
    assert "build_dwelling" in found
    assert any(f"build_dwelling of faction {faction}" in found for faction in factions)
    assert not any(" hex " in trait for trait in found)


def test_what_is_accepted_but_not_offered_breaks_nothing() -> None:
    """Such events are kept with the legal event from which they differ, if there is one."""
    rules = ruleset("terra_mystica")
    log = play_games(rules, 2, 1, {})[0]
    actions: list[Any] = [(record.actor, record.event) for record in log.records]
    hunt = Hunt(rules, Values(event for _, event in actions), [actions], Random(1))
    game = Replay(rules, log.header)
    game.settle()
    for record in log.records:
        hunt.look(0, game, offered(game).actions, complete=True)
        game.feed([record])
    chosen = hunt.chosen(60)
    accepted = [fault for fault in chosen if not fault.clause]
    assert 0 < len(accepted) <= 5
    assert any(fault.instead for fault in accepted)
    for fault in accepted:
        assert (fault.actor, fault.event) != fault.instead


def test_what_this_game_has_at_other_times_is_tried() -> None:
    """What a player does later cannot be paid for yet; what another game has is mostly refused for its places."""
    rules = ruleset("terra_mystica")
    logs = [play(rules, header_for(rules, f"{seed}", 2, {}, drawing=False), f"{seed}").log() for seed in range(2)]
    games = [[(record.actor, record.event) for record in log.records] for log in logs]
    hunt = Hunt(rules, Values(event for actions in games for _, event in actions), games, Random(1))
    game = Replay(rules, logs[1].header)
    game.settle()
    play_on(game, Random(1), until=lambda game: game.seq >= 20)
    legal = offered(game).actions
    tried = [(each.actor, each.event) for _ in range(9) for each in hunt._misses(1, game, legal[:1], legal)]
    own = {str(action) for action in games[1]} - {str(action) for action in games[0]}
    other = {str(action) for action in games[0]} - {str(action) for action in games[1]}
    assert sum(str(action) in own for action in tried) > sum(str(action) in other for action in tried) > 0


def test_what_was_legal_earlier_in_a_game_is_tried() -> None:
    """Not what was legal in the game before."""
    actions: list[Action] = [(0, DrawDeck("nature"))]
    hunt = Hunt(ruleset("gaia"), Values(()), [actions], Random(1))
    assert hunt._past(0, actions) == []
    assert {(each.actor, each.event) for each in hunt._past(0, [(1, Protect())])} == {*actions}
    assert {type(each.event) for each in hunt._past(0, ())} <= {DrawDeck, Protect}
    assert hunt._past(1, actions) == []
