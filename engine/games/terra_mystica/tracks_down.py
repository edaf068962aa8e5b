"""Going down on a cult track: TM-16.4.2."""

from engine.games.terra_mystica.components import CULTS, TOP
from engine.games.terra_mystica.figures import Book
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.ledger import Entry


def step_down(book: Book, state: State, player: Player, track: int, steps: int, source: str) -> None:
    """TM-16.4.2: lose steps; leaving space 10 returns the key and frees the space."""
    if player.cults[track] == TOP:
        player.key += 1
        state.cult_top[track] = NOBODY
    player.cults[track] -= steps
    book.append(Entry(player.seat, CULTS[track], -steps, source))
