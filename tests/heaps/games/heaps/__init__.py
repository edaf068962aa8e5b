"""Heaps, a toy game: a pile is poured, players take one to three stones in turn, each is a point."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec import Struct

from engine.clause import Unsupported, Violation
from engine.ledger import Entry
from engine.ruleset import Standing, Step, Turn, ranked
from events.record import Header, Seat
from events.vocabulary.heaps import Drop, Pour, Take

MOST_STONES = 3
BONUS = 1
PILES = range(4, 61)


class State(Struct):
    """The position; `pile` is -1 before it is poured, `done` counts turns, `round_over` names the step that is due."""

    players: int
    factions: list[str | None]
    pile: int
    vp: list[int]
    stones: list[int]
    dropped: list[bool]
    to_move: int = 0
    done: int = 0
    round_over: str = ""


class Heaps:
    """The rules of Heaps."""

    id, name, version = "heaps", "Heaps", "1"
    state_type = State
    figures_of_a_seat = ("vp", "stones")

    def start(self, header: Header) -> State:
        for option, value in header.options.items():
            if option not in ("pile", "map"):
                raise Unsupported(option, value)
        n = len(header.seats)
        factions = [seat.faction for seat in header.seats]
        return State(n, factions, header.options.get("pile", -1), [0] * n, [0] * n, [False] * n)

    def apply(self, state: State, event: Any, actor: int | None) -> list[Entry]:
        if isinstance(event, Pour):
            if actor is not None or state.pile >= 0 or event.stones not in PILES:
                raise Violation("HEAP-5", stones=event.stones, pile=state.pile)
            state.pile = event.stones
            return []
        if isinstance(event, Drop):
            if actor is not None or not 0 <= event.player < state.players or sum(state.dropped) == state.players - 1:
                raise Violation("HEAP-6", player=event.player)
            state.dropped[event.player] = True
            if event.player == state.to_move:
                self._next(state)
            return []
        if actor != state.to_move:
            raise Violation("HEAP-1", seat=actor, to_move=state.to_move)
        if not 1 <= event.stones <= min(MOST_STONES, state.pile):
            raise Violation("HEAP-2", stones=event.stones, pile=state.pile)
        state.pile -= event.stones
        state.vp[actor] += event.stones
        state.stones[actor] += event.stones
        self._next(state)
        return [Entry(actor, "stones", event.stones, "take"), Entry(actor, "vp", event.stones, "take")]

    def _next(self, state: State) -> None:
        state.done += 1
        seats = [seat for seat in range(state.players) if not state.dropped[seat]]
        later = [seat for seat in seats if seat > state.to_move]
        state.to_move = later[0] if later else seats[0]
        state.round_over = "" if later else "round"

    def proceed(self, state: State) -> Step | None:
        if not state.round_over:
            return None
        if state.round_over == "begin":
            state.round_over = ""
            return Step("begin", [])
        state.round_over = "begin"
        seats = [seat for seat in range(state.players) if not state.dropped[seat]]
        for seat in seats:
            state.vp[seat] += BONUS
        return Step("round", [Entry(seat, "vp", BONUS, "round") for seat in seats], ends_round=True)

    def legal(self, state: State) -> Iterator[tuple[int | None, Any]]:
        if state.pile < 0:
            yield from ((None, Pour(stones)) for stones in PILES)
        for stones in range(1, min(MOST_STONES, state.pile) + 1):
            yield state.to_move, Take(stones)

    def turn(self, state: State) -> Turn:
        seats = state.players
        over = state.pile == 0
        index = 0 if state.pile < 0 else state.done + (not over and not state.round_over)
        rounds = (max(index, 1) - 1) // seats + 1
        actors = () if over or state.pile < 0 else (state.to_move,)
        return Turn(index, rounds, (max(index, 1) - 1) % seats + 1, "over" if over else "taking", actors)

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        return {"vp": state.vp[seat], "stones": state.stones[seat]}

    def faction(self, state: State, seat: int) -> str | None:
        return state.factions[seat]

    def standings(self, state: State) -> list[Standing] | None:
        if state.pile:
            return None
        return ranked(dict(enumerate(state.vp)), frozenset(s for s, out in enumerate(state.dropped) if out))

    def conservation(self, state: State) -> Iterator[str]:
        if min(state.stones) < 0:
            yield "a player has fewer than no stones"

    def sample_header(self, rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
        colours = rng.sample(["red", "blue", "green", "black"], players or rng.randrange(2, 5))
        return Header("heaps", "1", dict(options), tuple(Seat(f"player-{c[0]}", c) for c in colours))

    def sample_chance(self, state: State, rng: Random) -> Any:
        return Pour(rng.choice(PILES))

    def choose(self, state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
        return rng.randrange(len(actions))


ruleset = Heaps()
