"""The public part of a log: Warp tiles are hidden until all have chosen (AN-4.3, AN-6.5.1)."""

from engine.replay import Replay
from engine.rules import ruleset
from events.log.native import GameLog, resolve
from events.vocabulary.anachrony import ChooseWarp


def public_log(log: GameLog, seat: int | None = None) -> GameLog:
    """What everybody saw of a legal log and, if given, what one seat saw.

    In a Warp phase that is not over, the choices of others are left out, as nobody else has seen them.
    """
    rules = ruleset(log.header.game)
    whole, seen = Replay(rules, log.header), Replay(rules, log.header)
    records = resolve(log)
    hidden: set[int] = set()
    for number, record in enumerate(records):
        whole.play(record.actor, record.event, record.line)
        whole.settle()
        if not whole.state.chosen:
            hidden.clear()
        elif isinstance(record.event, ChooseWarp) and record.actor != seat:
            hidden.add(number)
    if not hidden and not any(record.observed for record in records):
        return whole.log()
    for number, record in enumerate(records):
        if number not in hidden:
            seen.play(record.actor, record.event, record.line)
            for figures in record.observed:
                seen.observe(figures.seat, figures.figures, figures.line, figures.after)
    return seen.log()
