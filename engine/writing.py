"""Games in foreign notations: from a log to a text that means the same game, where the notation can express it.

A writing is a module `engine/games/<game>/writings/<notation>.py` with a function `write` that turns the log of a game
into text. A text is returned only if reading it gives the same game. The modules are found by listing their folder.
"""

from engine.intake import Report, examine
from engine.replay import Replay, replay
from engine.rules import ruleset
from events.files import Blob
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.plugins import names, part
from events.problems import one_of
from events.verdicts import DISCREPANT


def writings(game: str) -> list[str]:
    """The names, sorted, of the foreign notations in which a game can be written; most games have none."""
    return names(f"engine.games.{game}.writings")


def check_notation(game: str, notation: str) -> None:
    """Raises Unreadable if a game cannot be written in a notation."""
    names = writings(game)
    if notation not in names:
        raise Unreadable(f"the notation {notation!r}", one_of(["native", *names], notation, f" for {game}"))


def write(log: GameLog, notation: str) -> str:
    """The text of a game in a foreign notation, checked by reading it back.

    Raises Unreadable if the game cannot be written in that notation, or if reading the text would give another game.
    """
    check_notation(log.header.game, notation)
    if log.header.branch is not None:
        raise Unreadable(
            "a branch of a game", f"a game that was played, as {notation} cannot state that it is a branch"
        )
    if not log.records:
        raise Unreadable(
            "a log without records", f"a game to write in {notation}; a native log can also hold a result alone"
        )
    writing = part(f"engine.games.{log.header.game}.writings", notation)
    text: str = writing.write(log)
    read = examine(Blob("", text.encode()), notation)
    if difference := _difference(replay(ruleset(log.header.game), log), read):
        raise Unreadable(
            f"a game that reads back differently ({difference})",
            f"one that reads back unchanged from {notation}",
        )
    return text


def _difference(played: Replay, read: Report) -> str:
    """How a text, when read, differs from the game that was played; empty if it is the same game.

    The verdict must be the same, and so must every figure of every seat at the end of the game. A game that differs
    from figures observed in its log may be read back without them. For an unfinished game, only what was written is
    known.
    """
    again = read.replay
    if again is None or read.problem is not None:
        return str(read.problem)
    if again.broke is not None:
        return f"record {again.broke.seq} breaks {again.broke.violation}"
    if again.discrepancies and played.verdict != DISCREPANT:
        found = again.discrepancies[0]
        where = f"record {found.seq}, {_name(played, found.seat)}"
        return f"{where}: {found.figure} recorded {found.recorded}, computed {found.computed}"
    if (played.standings is None) != (again.standings is None):
        return f"as {again.verdict}, not {played.verdict}"
    if played.standings is not None:
        for seat in range(len(played.header.seats)):
            was, now = (each.rules.figures(each.state, seat) for each in (played, again))
            for figure, value in was.items():
                if now[figure] != value:
                    return f"at the end, {_name(played, seat)}: {figure} {now[figure]}, not {value}"
    return ""


def _name(game: Replay, seat: int) -> str:
    return game.header.seats[seat].player or f"seat {seat + 1}"
