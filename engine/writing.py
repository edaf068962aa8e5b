"""Games in foreign notations: from a log to a text that says the same, where it can be said.

A writing is a module `engine/games/<game>/writings/<notation>.py` with a function `write`, from the log of a game to
the text; reading the text gives the same game. The modules are found by listing their folder.
"""

from events.codec import Unreadable
from events.log import GameLog
from events.parts import names, part


def writings(game: str) -> list[str]:
    """The names of the foreign notations in which games of a kind can be written, sorted; none for most games."""
    return names(f"engine.games.{game}.writings")


def check_notation(game: str, notation: str) -> None:
    """Raises Unreadable if games of a kind cannot be written in a notation."""
    names = writings(game)
    if notation not in names:
        raise Unreadable(f"the notation {notation!r}", f"one of {', '.join(['native', *names])} for {game}")


def write(log: GameLog, notation: str) -> str:
    """The text of a game in a foreign notation. Raises Unreadable if the game cannot be written in it."""
    check_notation(log.header.game, notation)
    if not log.records:
        raise Unreadable(
            "a log without records", f"a game to be told in {notation}; a native log holds results alone, too"
        )
    writing = part(f"engine.games.{log.header.game}.writings", notation)
    text: str = writing.write(log)
    return text
