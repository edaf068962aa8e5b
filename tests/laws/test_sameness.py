"""Logs with the same content are one game, however they are spelled and in whatever order a seat's records are."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.clause import Violation
from engine.games.gaia.state import State as GaiaState
from engine.replay import Replay
from engine.rules import games, ruleset
from engine.sameness import Sameness, identity
from engine.selfplay import selfplay_log
from engine.snapshot import fork, state_bytes
from events.log.native import GameLog, resolve
from events.log.record import Header, Record, Seat
from events.vocabulary.dice_forge import Happening
from events.vocabulary.gaia import DrawRow, PlayPower
from events.vocabulary.nim import RollDice, Take

SEEDS = (1, 2)
every_game = pytest.mark.parametrize("game", games())


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_another_spelling_is_the_same_game(game, seed):
    """It may state defaults, notes, facts that follow from the position, or unordered lists in another order."""
    log = selfplay_log(ruleset(game), f"same/{seed}", 3, {}, "random")
    options = ruleset(game).options
    stated = {} if options is None else msgspec.to_builtins(options(log.header))
    header = replace(log.header, options={**stated, **log.header.options})
    records = [replace(record, event=respelled(state, record.event)) for state, record in positions(log)]
    assert identity(GameLog(header, records)) == identity(log)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_records_of_a_seat_in_another_order_are_the_same_game(game, seed):
    """This applies if two orders of adjacent records of one seat lead to the same position."""
    log = selfplay_log(ruleset(game), f"same/{seed}", 3, {}, "random")
    commuted = GameLog(log.header, list(in_another_order(log)))
    assert identity(commuted) == identity(log)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_figures_that_are_kept_are_those_of_the_position(game, seed):
    """They are looked up again only for seats that something was entered for, before each record and each step."""
    rules = ruleset(game)
    log = selfplay_log(rules, f"kept/{seed}", 3, {}, "random")
    position, asked = Replay(rules, log.header), []
    kept = Sameness(position)

    def compare(*_: object) -> None:
        asked.append(kept.values(position))
        assert asked[-1] == [rules.values(position.state, seat) for seat in range(3)]

    position.on_due.append(compare)
    position.on_record.append(compare)
    position.feed(log.records)
    compare()
    assert len(asked) > len(log.records)
    assert asked[0] != asked[-1]


def test_some_headers_do_leave_out_defaults():
    """The law above is not empty."""
    log = selfplay_log(ruleset("terra_mystica"), "same/1", 3, {}, "random")
    options = ruleset("terra_mystica").options
    assert options is not None
    assert msgspec.to_builtins(options(log.header)).keys() > log.header.options.keys()


def test_some_orders_do_change():
    """The law above is not empty."""
    log = selfplay_log(ruleset("terra_mystica"), "same/1", 3, {}, "random")
    assert [record.event for record in in_another_order(log)] != [record.event for record in log.records]


@every_game
def test_another_game_is_another_game(game):
    logs = [selfplay_log(ruleset(game), f"other/{seed}", 2, {}, "random") for seed in range(4)]
    renamed = [replace(seat, player=f"{seat.player}!") for seat in logs[0].header.seats]
    logs.append(GameLog(replace(logs[0].header, seats=tuple(renamed)), logs[0].records))
    logs.append(GameLog(logs[0].header, logs[0].records[:-1]))
    assert len({identity(log) for log in logs}) == len(logs)


def positions(log: GameLog) -> Iterator[tuple[Any, Record[Any]]]:
    """The state before each record in force, and the record."""
    game = Replay(ruleset(log.header.game), log.header)
    for record in resolve(log):
        game.settle()
        yield game.state, record
        game.play(record.actor, record.event, seq=record.seq)


def respelled(state: Any, event: Any) -> Any:
    """An event in another spelling that the rules accept, where there is one."""
    if isinstance(event, Happening):
        return replace(event, note="said at the table", time=1)
    if isinstance(state, GaiaState) and isinstance(event, DrawRow):
        return DrawRow(event.pile, event.slot, state.row[event.pile][event.slot])
    if isinstance(event, PlayPower) and event.cells is not None:
        return replace(event, cells=event.cells[::-1])
    return event


def in_another_order(log: GameLog) -> Iterator[Record[Any]]:
    """The records, with adjacent ones of one seat swapped if that leads to the same position."""
    rules, records = ruleset(log.header.game), resolve(log)
    game, number = Replay(rules, log.header), 0
    while number < len(records):
        pair = records[number : number + 2]
        game.settle()
        if len(pair) == 2 and pair[0].actor is not None and commute(rules, game.state, *pair):
            pair = [replace(pair[1], seq=pair[0].seq), replace(pair[0], seq=pair[1].seq)]
        else:
            pair = pair[:1]
        for record in pair:
            game.play(record.actor, record.event, seq=record.seq)
            yield record
        number += len(pair)


def commute(rules: Any, state: Any, one: Record[Any], other: Record[Any]) -> bool:
    if one.actor != other.actor or one.event == other.event:
        return False
    orders = [after(rules, state, *order) for order in ((one, other), (other, one))]
    return orders[0] is not None and orders[0] == orders[1]


def after(rules: Any, state: Any, *records: Record[Any]) -> bytes | None:
    """The position after two records, None if they are not legal in this order."""
    position = fork(state)
    for record in records:
        try:
            rules.apply(position, record.actor, record.event)
        except Violation:
            return None
        while rules.proceed(position) is not None:
            pass
    return state_bytes(position)


def told(*acts: tuple[int | None, Any], **options: Any) -> str:
    """The identity of a toy game that was played this way, whether legal or not."""
    game = Replay(ruleset("nim"), Header("nim", "1", options, (Seat("Ann"), Seat("Ben"))))
    sameness = Sameness(game)
    for actor, event in acts:
        for observer in game.on_record:
            observer(game, actor, event)
        game.played.append((actor, event, 0))
    return sameness.identity(game, GameLog(game.header, []))


@pytest.mark.usefixtures("nim")
def test_what_makes_a_game_this_one():
    """Who did what, in the order of each seat's runs and of all chance, and options that are not defaults."""
    one, two, dice = Take(1), Take(2), (RollDice((1, 2)), RollDice((2, 1)))
    games = [
        [],
        [(0, one)],
        [(1, one)],
        [(0, one), (0, one)],
        [(0, one), (1, two)],
        [(1, one), (0, two)],
        [(0, one), (0, two)],
        [(0, one), (None, dice[0]), (0, two)],
        [(0, two), (None, dice[0]), (0, one)],
        [(None, dice[0]), (None, dice[1])],
        [(None, dice[1]), (None, dice[0])],
    ]
    assert len({told(*acts) for acts in games}) == len(games)
    assert told((0, one), (0, two)) == told((0, two), (0, one))
    assert told() == told(rounds=2) != told(rounds=1)


@pytest.mark.usefixtures("nim")
def test_a_record_that_breaks_a_clause_counts_as_it_is_written():
    """It was not played; asking twice gives the same answer."""
    header = Header("nim", "1", {}, (Seat("Ann"), Seat("Ben")))
    begun = [Record(1, None, RollDice((2, 2))), Record(2, 0, Take(1))]
    logs = [GameLog(header, [*begun, Record(3, actor, Take(stones))]) for actor, stones in ((0, 1), (0, 2), (1, 4))]
    assert len({identity(log) for log in (GameLog(header, begun), *logs)}) == 4
    game = Replay(ruleset("nim"), header)
    sameness = Sameness(game)
    game.feed(logs[0].records)
    assert sameness.identity(game, logs[0]) == sameness.identity(game, logs[0]) == identity(logs[0])
