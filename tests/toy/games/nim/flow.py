"""The course of the game: the ends of rounds (NIM-4, NIM-5) and of the game (NIM-6), and what must always hold."""

from collections.abc import Iterator

from engine.agenda import actors
from engine.games.nim.state import Move, State
from engine.ledger import Book, enter
from engine.ruleset import Standing, Step, Turn, ranked

LAST_STONE_VP = 2
FIGURES = ("vp", "stones")


def proceed(state: State) -> Step | None:
    """The step that is due after a take: the last stone's points (NIM-4), then the next pile (NIM-5)."""
    if not state.due:
        return None
    name, book = state.due.pop(0), Book()
    if name == "last_stone":
        enter(book, state.players[state.last_taker], "vp", LAST_STONE_VP, "last_stone")
        return Step(name, book, ends_round=True)
    state.pile = state.size
    state.round += 1
    state.turns_of_round = 0
    state.agenda.append(Move(state.to_move))
    return Step(name, book)


def turn(state: State) -> Turn:
    """Where the game stands: the turn that is to be played, the last one while it is answered and when all is over."""
    number = len(state.players)
    newest = type(state.agenda[-1]).__struct_config__.tag if state.agenda else "over" if state.over else "end"
    going = newest == "move"
    cycle = 1 + (state.turns_of_round - (not going)) // number if state.turns_of_round or going else 0
    seat = state.last_taker if newest == "answer" else None
    return Turn(state.turns + going, state.round, cycle, str(newest), actors(state.agenda[-1:]), seat)


def figures(state: State, seat: int) -> dict[str, int]:
    """Points, and stones taken."""
    return {"vp": state.players[seat].vp, "stones": state.players[seat].stones}


def standings(state: State) -> list[Standing] | None:
    """NIM-6: most points win."""
    left = frozenset(player.seat for player in state.players if player.left)
    return ranked({player.seat: player.vp for player in state.players}, left) if state.over else None


def conservation(state: State) -> Iterator[str]:
    """Every stone that was laid out lies there or is taken."""
    taken = sum(player.stones for player in state.players)
    if state.pile + taken != state.size * state.round:
        yield f"{state.pile} stones lie there, {taken} are taken, of {state.size} in {state.round} rounds"
