"""Self-play: all kinds of tiles, effects, questions, windows, conflicts and ends occur, with every option."""

from collections import Counter
from random import Random
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace as changed

from engine.games.daitoshi.options import Options
from engine.games.daitoshi.resolving import EFFECTS, QUESTIONS, STEPS
from engine.games.daitoshi.state import HEXES, WORKERS
from engine.options import allowed_values
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import header_for, play, selfplay_log
from events.log.codec import Unreadable
from events.vocabulary import daitoshi as events
from events.vocabulary.daitoshi import effects as effects
from tests.games.daitoshi.own import played

GAMES = 80
NOT_IN_THE_HOUSE = {effects.Choice, effects.Optional, effects.Opaque}
OWN_EVENTS = {events.EffectDeclared, events.ChooseOption, events.ChooseOptional, events.ChooseInvention}


def games(count):
    rules = ruleset("daitoshi")
    for seed in range(count):
        policy = "random" if seed % 2 else "sensible"
        yield play(rules, header_for(rules, f"cover-{seed}", None, {}), f"cover-{seed}", policy)


def test_everything_occurs(monkeypatch):
    """DA-1.6, DA-7.3, DA-7.60, DA-8.1: decisions, draws, effects, questions and steps; in house games and own ones."""
    seen = Counter()
    for kind, do in list(EFFECTS.items()):
        monkeypatch.setitem(EFFECTS, kind, _counting(seen, kind, _telling(do)))
    for kind, do in list(STEPS.items()):
        monkeypatch.setitem(STEPS, kind, _counting(seen, kind, do))
    for kind, asking in list(QUESTIONS.items()):
        monkeypatch.setitem(QUESTIONS, kind, changed(asking, take=_counting(seen, kind, _telling(asking.take))))
    facts = Counter()
    for game in games(GAMES):
        seen.update(type(event) for _, event, _ in game.played)
        _count_facts(facts, game)
    kinds = set(get_args(effects.AnyEffect))
    assert kinds - set(seen) <= NOT_IN_THE_HOUSE
    assert set(get_args(events.type_of_event)) - set(seen) <= OWN_EVENTS
    own = replay(ruleset("daitoshi"), played("5", 3, _opaque()))
    seen.update(type(event) for _, event, _ in own.played)
    for seed in range(8):
        seen.update(type(event) for _, event, _ in replay(ruleset("daitoshi"), played(str(seed), 4)).played)
    assert kinds - set(seen) == set()
    assert set(get_args(events.type_of_event)) - set(seen) == set()
    assert {*QUESTIONS, *STEPS} - set(seen) == set()
    _check_facts(facts)


def _opaque():
    from tests.games.daitoshi.own import tables

    stated = tables()
    for invention in stated["invention"]:
        invention["left"] = [{"e": "opaque"}]
    return stated


def _counting(seen, kind, do):
    def counted(*given):
        seen[kind] += 1
        return do(*given)

    return counted


def _telling(do):
    """An effect, or what an answer does: what it returns is whether it leaves something open."""

    def checked(book, state, player, *given):
        height = len(player.stack)
        opens = do(book, state, player, *given)
        assert bool(opens) == (len(player.stack) > height), given
        return opens

    return checked


CANDIDATES = {
    events.ChooseTrack: [(track, n) for track in (*HEXES, "swamp", "", None) for n in (1, 2, 0)],
    events.ChooseColour: [(colour,) for colour in (*WORKERS, "pink", "")],
    events.DiscardWorker: [(colour,) for colour in (*WORKERS, "pink", "")],
    events.ChooseHex: [(hex,) for hex in (*HEXES, "swamp", "")],
    events.ChooseExploit: [
        (land, first) for land in (*HEXES, "swamp", None) for first in ("river", "land", "forest", "")
    ],
}


def test_an_answer_is_allowed_just_if_it_is_listed():
    """DA-7.86: where that is found without listing all, for answers of any spelling."""
    checked = Counter()

    def compare(game, actor, event):
        player = game.state.players[actor] if actor is not None else None
        asking = QUESTIONS.get(type(player.stack[-1])) if player and player.stack else None
        if asking is None or asking.allows is None:
            return
        item, listed = player.stack[-1], list(asking.answers(game.state, player, player.stack[-1]))
        for given in CANDIDATES[type(listed[0])]:
            answer = type(listed[0])(*given)
            assert asking.allows(game.state, player, item, answer) == (answer in listed), (item, answer)
            checked[type(item).__name__, answer in listed] += 1

    rules = ruleset("daitoshi")
    house = [selfplay_log(rules, f"allowed-{seed}", 4, {}, "random") for seed in range(16)]
    for log in (*house, *(played(f"allowed-{seed}") for seed in range(6))):
        game = Replay(rules, log.header)
        game.on_record.append(compare)
        game.feed(log.records)
        assert game.verdict == "valid"
    kinds_asked = {kind.__name__ for kind, asking in QUESTIONS.items() if asking.allows}
    assert {(kind, listed) for kind in kinds_asked for listed in (True, False)} == set(checked)


def _count_facts(facts, game):
    """What a game shows in addition to its kinds of events."""
    state, catalogue = game.state, game.state.catalogue
    for place in state.slices:
        for tile in (place.inner, place.middle, place.outer):
            if tile is not None:
                facts["tile", tile.id] += 1
                facts["electrified", tile.electrified] += 1
    facts["machine", state.machine.id] += 1
    facts.update(("city", city) for city in state.cities)
    facts.update(("upgrade", n) for n, there in enumerate(state.machine.unlocked) if there)
    facts.update(("end", track) for track in state.end_tracks)
    for entry in game.entries():
        name, _, place = entry.source.rpartition("/")
        facts["source", name.split("/")[0] or place] += 1
        if entry.figure == "conflicts":
            facts["conflict", entry.source, entry.delta] += 1
        if entry.figure == "banners":
            facts["banner", entry.delta] += 1
        if entry.source == "too_many_workers" or entry.source == "keep_workers":
            facts[entry.source] += 1
    for _, event, _ in game.played:
        if getattr(event, "before", ()):
            facts["before", type(event).__name__] += 1
        if isinstance(event, events.UsePartnership):
            facts["window", catalogue.city[event.city].condition] += 1


def _check_facts(facts):
    for track in ("river", "forest", "mountain", "underground"):
        assert facts["end", track], track
        assert facts["conflict", track, 1], track
        assert facts["conflict", track, -1], track
    for kind in ("district_tile", "city", "machine"):
        for tile in getattr(ruleset("daitoshi").start(header_for(ruleset("daitoshi"), "x", 3, {})).catalogue, kind):
            assert facts["tile" if kind == "district_tile" else kind, tile], tile
    for n in range(3):
        assert facts["upgrade", n], n
    conditions = {condition for kind, condition, *_ in facts if kind == "window"}
    assert len(conditions) == 9, conditions
    assert {name for kind, name, *_ in facts if kind == "before"} >= {"CommitInventions", "Electrify", "Trade"}
    for source in ("production", "progress_track", "commit_immediate", "workshop", "machine_workshop", "exploit"):
        assert facts["source", source], source
    for source in ("conflict_reward", "electrify_reward", "trade", "city_effect", "machine_space"):
        assert facts["source", source], source
    assert facts["too_many_workers"]
    assert facts["keep_workers"]
    assert facts["banner", 1]
    assert facts["banner", -1]


@pytest.mark.parametrize("option", sorted(allowed_values(Options)))
def test_every_value_of_every_option_is_played(option):
    """DA-1.6: to the end, with every number of players."""
    rules = ruleset("daitoshi")
    for value in allowed_values(Options)[option]:
        for players in (2, 3, 4):
            header = header_for(rules, f"{option}-{players}", players, {option: value})
            game = play(rules, header, f"{option}-{players}")
            assert game.verdict == "valid"
            assert getattr(game.state.options, option) == value


def test_games_are_written_in_the_canonical_order():
    """DA-6.12: the leader completely, then the others, each completely."""
    rules = ruleset("daitoshi")
    game = Replay(rules, (log := selfplay_log(rules, "order", 4, {}, "sensible")).header)
    for record in log.records:
        if game.state.phase == "production" and record.actor is not None:
            waiting = [item.seat for item in rules.awaited(game.state)]
            assert record.actor == waiting[0]
        game.feed([record])


def test_the_policy_beats_chance():
    """The sensible policy wins against random moves, at any seat."""
    rules, won = ruleset("daitoshi"), 0
    for seed in range(6):
        sensible = seed % 2
        rng = Random(seed)
        game = Replay(rules, header_for(rules, f"duel-{seed}", 2, {}))
        while game.standings is None:
            drawn = [(actor, event) for actor, event in rules.legal(game.state)] if _is_decision(game) else None
            if drawn is None:
                from engine.selfplay import next_action

                actor, event = next_action(rules, game.state, rng, "random")
            else:
                theirs = [action for action in drawn if action[0] == drawn[0][0]]
                best = rules.selfplay.choose(game.state, theirs, rng)
                actor, event = theirs[best if theirs[0][0] == sensible else rng.randrange(len(theirs))]
            game.play(actor, event)
            game.settle()
        won += game.standings[0].seat == sensible
    assert won == 6


def _is_decision(game):
    return all(item.seat is not None for item in game.rules.awaited(game.state))


def test_headers_that_cannot_be_drawn():
    """DA-1.4, DA-1.6: too many players."""
    with pytest.raises(Unreadable):
        header_for(ruleset("daitoshi"), "x", 7, {})


def test_logs_are_small():
    """Defaults are not written."""
    record = selfplay_log(ruleset("daitoshi"), "small", 2, {}, "sensible").records[0]
    assert b"defs" not in msgspec.json.encode(record)
