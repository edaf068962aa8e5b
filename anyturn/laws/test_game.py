"""The laws that hold in every game, tested on self-played and recorded games, without reference to any game's rules.

Whoever collects this module gives each test its parameter: a `specimen` or a `game` (`anyturn.laws.plugin`).
"""

import json
import os
import subprocess
import sys
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from anyturn.laws.specimens import ENUMERATED, Specimen, log_of, near_misses, positions, sampled
from engine.address import goto
from engine.clause import Unsupported, Violation, clauses, sections
from engine.ledger import totals
from engine.replay import Replay
from engine.replay import replay as replay_whole
from engine.rules import Ruleset, ruleset
from engine.selfplay import after, header_for, play
from engine.snapshot import fork, state_bytes, state_from_bytes
from events.log.codec import Unreadable
from events.log.native import read, resolve, write
from events.log.record import Intervention, Seat

SETUP: dict[str, str] = {}
"""What a new process must run before a game can be found in it, where `sys.path` is not enough."""


def offered_in(game: Replay) -> list[tuple[int | None, Any]]:
    """The legal actions in a position, in order; of chance outcomes, no more than can be examined."""
    return list(islice(game.rules.legal(game.state), 2_000))


def tries(rules: Ruleset[Any], state: Any, actor: int | None, event: Any) -> tuple[Violation | None, bool]:
    """The violation of an event, or None, and whether the state is unchanged."""
    position, before = fork(state), state_bytes(state)
    try:
        rules.apply(position, actor, event)
    except Violation as violation:
        return violation, state_bytes(position) == before
    return None, state_bytes(position) == before


def test_1_everything_offered_is_accepted(specimen: Specimen) -> None:
    """Nothing is offered twice, and nothing is lost after any of them."""
    for game, _ in sampled(specimen, 4):
        offered = offered_in(game)
        assert len(set(offered)) == len(offered)
        for actor, event in offered:
            position = after(game.rules, game.state, actor, event)
            assert not list(game.rules.conservation(position)), (actor, event)


def test_1_every_recorded_decision_is_offered(specimen: Specimen) -> None:
    wrong = []
    for game, record in positions(log_of(specimen)):
        if record is not None and not isinstance(record.event, Intervention):
            recorded = record.actor, game.rules.plain(game.state, record.actor, record.event)
            assert type(record.event) in game.rules.respelled or recorded[1] == record.event
            legal, looked_at = islice(game.rules.legal(game.state), ENUMERATED), 0
            for looked_at, offer in enumerate(legal, 1):  # noqa: B007  # counted for what follows the loop
                if offer == recorded:
                    break
            else:
                if looked_at < ENUMERATED:  # otherwise there are too many deals to examine
                    wrong.append((record.seq, record.actor, record.event))
    assert not wrong


def test_1_and_2_what_is_not_offered_is_rejected_and_changes_nothing(specimen: Specimen) -> None:
    """It is rejected by a clause of the rulebook, and the state is byte for byte unchanged."""
    rng, log, rejected, wrong = specimen.rng, log_of(specimen), 0, []
    known_clauses = {*clauses(specimen.game), *sections(specimen.game)}
    for game, _ in sampled(specimen, 4):
        offered = list(islice(game.rules.legal(game.state), ENUMERATED))
        known = set(offered)
        for actor, event in near_misses(offered, log, rng):
            violation, untouched = tries(game.rules, game.state, actor, event)
            rejected += violation is not None
            all_known = len(offered) < ENUMERATED  # otherwise there are too many deals to examine
            is_known = (actor, game.rules.plain(game.state, actor, event)) in known
            if (violation is None) != is_known and (all_known or violation is not None):
                wrong.append((game.seq, actor, event, str(violation or "accepted, but not offered")))
            elif violation is not None and (not untouched or violation.clause not in known_clauses):
                how = "" if untouched else ", and the state is changed"
                wrong.append((game.seq, actor, event, f"{violation}{how}"))
    assert not wrong
    assert rejected > 20


def test_3_replay_to_a_record_and_on_from_there(specimen: Specimen) -> None:
    log = log_of(specimen)
    records, rules = resolve(log), ruleset(specimen.game)
    whole = replay_whole(rules, log)
    for stop in specimen.rng.sample(range(len(records)), min(4, len(records))):
        part = goto(rules, log, f"#{records[stop].seq}")
        part.feed(records[stop + 1 :])
        assert state_bytes(part.state) == state_bytes(whole.state)
        assert part.entered == whole.entered
        assert part.discrepancies == whole.discrepancies


def test_3_every_turn_and_round_can_be_named(specimen: Specimen) -> None:
    """Jumping to the end of a turn gives the position in which the next one begins; no round is out of reach."""
    log, rules = log_of(specimen), ruleset(specimen.game)
    after_turn: dict[int, bytes] = {}
    rounds, last = set[int](), -1
    for game, _ in positions(log):
        turn = rules.turn(game.state)
        if turn.index > last >= 0:
            after_turn[last] = state_bytes(game.state)
        last = turn.index
        rounds.add(turn.round)
    after_turn[last] = state_bytes(game.state)
    for index in specimen.rng.sample(sorted(after_turn), min(3, len(after_turn))):
        assert state_bytes(goto(rules, log, f"t{index}").state) == after_turn[index], index
    for number in sorted(rounds):
        there = goto(rules, log, f"r{number}")
        assert rules.turn(there.state).round in (number, number + 1)
        there.feed(record for record in resolve(log) if record.seq > there.seq)
        assert state_bytes(there.state) == after_turn[last]
    for beyond in (f"t{last + 1}", f"r{max(rounds) + 1}", f"#{len(log.records) + 1}"):
        with pytest.raises(Unreadable):
            goto(rules, log, beyond)


def test_3_the_same_seed_gives_the_same_game_in_every_process(game: str) -> None:
    """The order of the sets in a process makes no difference."""
    script = (
        f"import sys\nsys.path[:] = {sys.path!r}\n{SETUP.get(game, '')}\n"
        "from engine.rules import ruleset\n"
        "from engine.selfplay import selfplay_log\n"
        "from events.log.native import write\n"
        f"print(list(write(selfplay_log(ruleset({game!r}), 'hash', None, {{}}, 'random')))[-1].decode())\n"
    )
    heads = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"},
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(heads) == 1
    assert json.loads(heads.pop())["seq"] > 1


def test_4_the_state_survives_bytes_after_every_event(specimen: Specimen) -> None:
    """If the state is written and read before every record, the game is the same."""
    log = log_of(specimen)
    rules = ruleset(specimen.game)
    slow = Replay(rules, log.header)
    for record in resolve(log):
        before = state_bytes(slow.state)
        slow.state = state_from_bytes(rules, state_bytes(slow.state))
        assert state_bytes(slow.state) == before
        slow.feed([record])
    whole = replay_whole(rules, log)
    assert state_bytes(slow.state) == state_bytes(whole.state)
    assert slow.entered == whole.entered


def test_4_a_state_from_bytes_and_a_fork_offer_the_same(specimen: Specimen) -> None:
    """They even offer it in the same order."""
    for game, _ in sampled(specimen, 4):
        offered = offered_in(game)
        for state in (state_from_bytes(game.rules, state_bytes(game.state)), fork(game.state)):
            assert list(islice(game.rules.legal(state), 2_000)) == offered


def test_4_asking_changes_nothing(specimen: Specimen) -> None:
    """Neither what is legal, nor the figures, nor any other question leaves a trace in the state."""
    for game, _ in sampled(specimen, 4):
        before = state_bytes(game.state)
        offered_in(game)
        list(game.rules.conservation(game.state))
        game.rules.turn(game.state)
        game.rules.standings(game.state)
        for seat in range(len(game.header.seats)):
            game.rules.figures(game.state, seat)
            game.rules.faction(game.state, seat)
        assert game.rules.proceed(game.state) is None
        assert state_bytes(game.state) == before


def test_5_entries_sum_to_figures_and_nothing_is_lost(specimen: Specimen) -> None:
    """This holds after every record and after every automatic step."""
    log = log_of(specimen)
    rules = ruleset(specimen.game)
    seats = range(len(log.header.seats))
    game = Replay(rules, log.header)
    begun = {(seat, figure): n for seat in seats for figure, n in rules.figures(game.state, seat).items()}

    def check(game: Replay, step: Any = None) -> None:
        assert not list(rules.conservation(game.state)), (game.seq, step)
        entered = totals(game.entries())
        for seat in seats:
            figures = rules.figures(game.state, seat)
            assert set(figures) <= set(rules.figures_of_a_seat)
            summed = {name: begun.get((seat, name), 0) + entered.get((seat, name), 0) for name in figures}
            assert summed == dict(figures), (game.seq, step, seat)

    game.on_record.append(lambda game, actor, event: check(game))
    game.on_step.append(check)
    game.feed(resolve(log))
    check(game)
    assert game.broke is None


def test_6_a_game_is_over_once_and_then_nothing_is_legal(specimen: Specimen) -> None:
    log, seats = log_of(specimen), range(len(log_of(specimen).header.seats))
    for game, record in positions(log):
        if record is not None:
            assert game.standings is None
            continue
        offered = list(islice(game.rules.legal(game.state), 1))
        standings = game.standings
        assert (standings is None) == bool(offered)
        if standings is None:
            assert specimen.path, "self-played games end"
            return
        assert sorted(standing.seat for standing in standings) == list(seats)
        assert [s.rank for s in standings] == sorted(s.rank for s in standings)
        assert all(s.vp == game.rules.figures(game.state, s.seat)["vp"] for s in standings)
        for record in log.records:
            assert tries(game.rules, game.state, record.actor, record.event)[0] is not None, record


def test_6_who_may_decide_is_who_is_offered_something(specimen: Specimen) -> None:
    """Turns and rounds are counted upwards."""
    last = (0, 0)
    for game, _ in sampled(specimen, 25):
        turn = game.rules.turn(game.state)
        offered = {actor for actor, _ in islice(game.rules.legal(game.state), 2_000)}
        assert offered - {None} == set(turn.actors), turn
        assert last <= (turn.round, turn.index)
        last = (turn.round, turn.index)


def test_8_what_is_written_is_read(specimen: Specimen) -> None:
    log = log_of(specimen)
    again = read(write(log))
    assert again == log
    assert list(write(again)) == list(write(log))
    assert {record.event for record in again.records} == {record.event for record in log.records}  # they can be keys


def test_9_a_header_that_cannot_be_served_is_refused_in_one_line(game: str) -> None:
    """Too few or too many seats, junk in place of every option: a game either starts or is refused with a reason."""
    rules = ruleset(game)
    header = header_for(rules, "junk", None, {})
    junk = [None, True, -1, 10**30, 2.5, "nonsense", "", [], ["nonsense"], {}, {"nonsense": 1}]
    odd = [
        replace(header, options={**header.options, name: value}) for name in [*header.options, "odd"] for value in junk
    ]
    odd += [replace(header, seats=(Seat("Ann", "nonsense"),) * n) for n in (0, 1, 2, 3, 20)]
    odd += [replace(header, catalogue=value) for value in junk]
    refused = 0
    for strange in odd:
        try:
            state = rules.start(strange)
        except (Unreadable, Unsupported, Violation) as problem:
            refused += len(str(problem).splitlines()) == 1
            continue
        assert not list(rules.conservation(state))
        assert next(rules.legal(state), None) is not None
    assert refused > len(odd) // 4


def test_9_every_number_of_players_is_played_to_the_end(game: str) -> None:
    rules, played = ruleset(game), 0
    for players in range(1, 8):
        try:
            header = header_for(rules, f"table-{players}", players, {})
            rules.start(header)
        except (Unreadable, Unsupported, ValueError):
            continue
        assert len(header.seats) == players
        assert play(rules, header, f"table-{players}").verdict == "valid"
        played += 1
    assert played
