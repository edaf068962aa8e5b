"""Nim: the rules of `rulebook.md`."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine.clause import Unsupported
from engine.games.nim import rounds, taking
from engine.games.nim.state import State
from engine.ledger import Entry
from engine.ruleset import Standing, Step, Turn
from events.codec import Unreadable
from events.record import Header, Seat
from events.vocabulary.nim import DrawPile, Take

MOST_ROUNDS, ROUNDS = 9, 2


class Nim:
    """The rules of Nim."""

    id = "nim"
    name = "Nim"
    version = "1"
    state_type = State
    figures_of_a_seat = ("vp", "stones")

    def start(self, header: Header) -> State:
        """A table of two to four, nothing drawn."""
        if not 2 <= len(header.seats) <= 4:
            raise Unreadable(f"{len(header.seats)} seats", "2 to 4 seats", path="$.seats")
        for option, value in header.options.items():
            if option != "rounds" or type(value) is not int or not 1 <= value <= MOST_ROUNDS:
                raise Unsupported(option, value)
        nothing = [0] * len(header.seats)
        return State(header.options.get("rounds", ROUNDS), vp=nothing, stones=list(nothing))

    def apply(self, state: State, event: Any, actor: int | None) -> list[Entry]:
        """Draw the pile, or take stones from it."""
        match event:
            case Take():
                return taking.take(state, actor, event)
            case DrawPile():
                return rounds.draw_pile(state, actor, event)
        raise TypeError(event)

    def proceed(self, state: State) -> Step | None:
        """The end of a round, if it is due."""
        return rounds.proceed(state)

    def legal(self, state: State) -> Iterator[tuple[int | None, Any]]:
        """The draw of the pile before the first round, then the takes of the player to move."""
        if not state.size:
            yield from ((None, draw) for draw in rounds.legal_piles(state))
        yield from ((state.to_move, take) for take in taking.legal_takes(state))

    def turn(self, state: State) -> Turn:
        """Where the game stands."""
        return rounds.turn(state)

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        """Points, and stones taken."""
        return {"vp": state.vp[seat], "stones": state.stones[seat]}

    def faction(self, state: State, seat: int) -> None:
        """Nim has no factions."""

    def standings(self, state: State) -> list[Standing] | None:
        """Most points win."""
        return rounds.standings(state)

    def conservation(self, state: State) -> Iterator[str]:
        """No stone is lost."""
        return rounds.conservation(state)

    def sample_header(self, rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
        """A table of two to four, of one to three rounds."""
        seats = tuple(Seat(f"player-{n}") for n in range(1, (players or rng.randint(2, 4)) + 1))
        return Header("nim", self.version, {"rounds": rng.randint(1, 3), **options}, seats)

    def sample_chance(self, state: State, rng: Random) -> DrawPile:
        """A pile of any size."""
        return rng.choice(list(rounds.legal_piles(state)))

    def choose(self, state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
        """Take the last stone if that can be done, else leave a multiple of four."""
        wanted = [n for n, (_, take) in enumerate(actions) if (state.pile - take.stones) % 4 == 0]
        return wanted[0] if wanted else rng.randrange(len(actions))


ruleset = Nim()
