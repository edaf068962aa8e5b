"""The public part of a game that hides something: what everybody at the table saw.

Such a game has a module `engine/games/<game>/public.py` with a function `public_log(log, viewpoint)`, from a complete,
legal log to the one of what was seen, by all or also by the seat `viewpoint`. It is found by its name.
"""

from importlib import import_module
from importlib.util import find_spec

from engine.replay import replay
from engine.ruleset import games, ruleset
from events.codec import Unreadable
from events.log import GameLog


def public_part(log: GameLog, seat: int | None = None) -> GameLog:
    """What everybody saw of a game, and what a seat saw, if one is given.

    Raises Unreadable if the game hides nothing, the seat is not at the table, or the log breaks a clause.
    """
    game = log.header.game.replace("-", "_")
    if not _hides(game):
        hiding = ", ".join(filter(_hides, games())) or "none of those installed"
        raise Unreadable(
            f"{log.header.game}, in which everybody sees everything", f"a game that hides something ({hiding})"
        )
    if seat is not None and not 0 <= seat < len(log.header.seats):
        raise Unreadable(f"seat {seat}", f"a seat from 0 to {len(log.header.seats) - 1}")
    if broke := replay(ruleset(log.header.game), log).broke:
        raise Unreadable(f"record {broke.seq}, which breaks {broke.violation}", "a legal log")
    public: GameLog = import_module(f"engine.games.{game}.public").public_log(log, seat)
    return public


def _hides(game: str) -> bool:
    return find_spec(f"engine.games.{game}.public") is not None
