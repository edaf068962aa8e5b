"""One game of the league: played by the program, written as a log with the points that its players noted."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace as changed

from engine.declaration import Standing
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import header_for, play_on
from events.log.native import GameLog, write
from events.log.record import Header, Observed, Record, Source
from events.vocabulary.terra_mystica import DropPlayer
from projections.demo.plan import PLAYERS_OF_A_GAME, Planned
from projections.game.export import write_log
from projections.season.results import Seat

GAME = "terra_mystica"
MAPS = ("base", "lakes")
OPTIONS = {"random_seating": True, "fire_ice_final_scoring": "random"}
ROUND_OF_A_DROP, ROUND_OF_A_STOP, ROUND_OF_THE_DISPUTE = 4, 4, 3
TOO_MANY = 3
"""How many points too many the disputed log states."""
_DISPUTED_SEAT = 0


class Played(Struct, frozen=True):
    """A game that was written to a file, with its result; `seats` have no ranks if it is not over."""

    file: str
    planned: Planned
    verdict: str
    finished: bool
    seats: tuple[Seat, ...]


def play_and_write(task: tuple[Planned, str]) -> Played:
    """Play a game and write its log into a folder."""
    planned, folder = task
    header = _header(planned)
    log = GameLog(header, list(_noted(_played(header, planned), planned.disputed)))
    file = Path(folder, f"{planned.name}.jsonl")
    write_log(write(log), file, force=True)  # the caller has refused to overwrite
    game = replay(ruleset(GAME), log)
    result = {each.seat: each for each in game.standings or ()}
    seats = (
        _seat(player, game.rules.faction(game.state, n), result.get(n)) for n, player in enumerate(planned.players)
    )
    return Played(str(file), planned, game.verdict, bool(result), tuple(seats))


def _seat(player: str, faction: str | None, result: Standing | None) -> Seat:
    if result is None:
        return Seat(player, faction, None, None, False)
    return Seat(player, faction, result.vp, result.rank, result.dropped)


def _seed(planned: Planned) -> str:
    return f"league/{planned.season}/{planned.division}/{planned.number}"


def _header(planned: Planned) -> Header:
    options = OPTIONS | {"map": MAPS[planned.number % 2]}
    drawn = header_for(ruleset(GAME), _seed(planned), PLAYERS_OF_A_GAME, options)
    seats = tuple(changed(seat, player=player) for seat, player in zip(drawn.seats, planned.players, strict=True))
    return changed(drawn, seats=seats, source=Source(f"{planned.name}.jsonl"))


def _played(header: Header, planned: Planned) -> Replay:
    """The game, as far as it was played."""
    game, rng = Replay(ruleset(GAME), header), Random(f"{_seed(planned)}/play")
    if planned.stops:
        play_on(game, rng, until=lambda game: _round(game) >= ROUND_OF_A_STOP)
        return game
    if planned.leaves is not None:
        play_on(game, rng, until=lambda game: _round(game) >= ROUND_OF_A_DROP)
        game.play(None, DropPlayer(planned.leaves))
        game.settle()
    play_on(game, rng)
    return game


def _round(game: Replay) -> int:
    return game.rules.turn(game.state).round


def _noted(played: Replay, disputed: bool) -> Iterator[Record[Any]]:
    """The records of a game; the last one of each round states the points of all players.

    In the disputed log, one player has too many from some round on.
    """
    game = Replay(played.rules, played.header)
    records = list(played.log().records)
    rounds, points = [], []
    for record in records:
        rounds.append(_round(game))
        game.play(record.actor, record.event)
        points.append([game.rules.figures(game.state, seat)["vp"] for seat in range(PLAYERS_OF_A_GAME)])
        game.settle()
    for record, number, following, stated in zip(records, rounds, [*rounds[1:], 0], points, strict=True):
        if number in (0, following):  # the setup, or the round goes on
            yield record
            continue
        if disputed and number >= ROUND_OF_THE_DISPUTE:
            stated[_DISPUTED_SEAT] += TOO_MANY
        yield changed(record, observed=tuple(Observed(seat, {"vp": vp}) for seat, vp in enumerate(stated)))
