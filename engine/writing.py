"""Games in foreign notations: from a log to a text that says the same, where it can be said.

A writing is a module `engine/games/<game>/writings/<notation>.py` with a function `write`, from the log of a game to
the text; reading the text gives the same game, or it is not given out. The modules are found by listing their folder.
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
    """The names of the foreign notations in which games of a kind can be written, sorted; none for most games."""
    return names(f"engine.games.{game}.writings")


def check_notation(game: str, notation: str) -> None:
    """Raises Unreadable if games of a kind cannot be written in a notation."""
    names = writings(game)
    if notation not in names:
        raise Unreadable(f"the notation {notation!r}", one_of(["native", *names], notation, f" for {game}"))


def write(log: GameLog, notation: str) -> str:
    """The text of a game in a foreign notation, which has been read back.

    Raises Unreadable if the game cannot be written in it, or if reading the text would give another game.
    """
    check_notation(log.header.game, notation)
    if not log.records:
        raise Unreadable(
            "a log without records",
            f"a game with records to write in {notation}; a native log can also hold results alone",
        )
    writing = part(f"engine.games.{log.header.game}.writings", notation)
    text: str = writing.write(log)
    read = examine(Blob("", text.encode()), notation)
    if difference := _difference(replay(ruleset(log.header.game), log), read):
        raise Unreadable(
            f"a game that reads back otherwise ({difference})",
            f"a game that {notation} can represent exactly",
        )
    return text


def _difference(played: Replay, read: Report) -> str:
    """In what a text, as it is read, differs from the game that was played; empty if it is the same game.

    The verdict has to be the same, and at the end of the game every figure of every seat. A game that differs from
    figures which its log observed may read back without them. Of an unfinished game only what the log states is known.
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
