"""The public part of a game with hidden information: what everybody at the table saw; the game declares `public`."""

from engine.branching import without_game
from engine.replay import Replay, replay
from engine.rules import games, ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog


def public_part(log: GameLog, seat: int | None = None) -> GameLog:
    """What everybody saw of a game, and also what one seat saw, if given.

    The public part of a branch does not name the game, as its identity covers what is hidden. Raises Unreadable if the
    game hides nothing, the seat is not at the table, or the log breaks a clause.
    """
    rules = ruleset(log.header.game)
    if rules.public is None:
        hiding = ", ".join(game for game in games() if ruleset(game).public) or "none of those installed"
        raise Unreadable(
            f"{log.header.game}, in which everybody sees everything", f"a game that hides something ({hiding})"
        )
    if seat is not None and not 0 <= seat < len(log.header.seats):
        raise Unreadable(f"seat {seat}", f"a seat from 0 to {len(log.header.seats) - 1}")
    if broke := replay(rules, log).broke:
        raise Unreadable(f"record {broke.seq}, which breaks {broke.violation}", "a legal log")
    shown: GameLog = rules.public(log, seat)
    return GameLog(without_game(shown.header), shown.records)


def holds_secrets(game: Replay) -> bool:
    """Whether a game is still being played and has records that not everybody at the table saw."""
    if game.rules.public is None or game.standings is not None:
        return False
    seen: GameLog = game.rules.public(game.log(), None)
    played = [(actor, event) for actor, event, _ in game.played]
    return [(record.actor, record.event) for record in seen.records] != played
