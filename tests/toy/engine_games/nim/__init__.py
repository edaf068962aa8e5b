"""Nim: the rules of `rulebook.md`."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.games.nim import rounds, taking
from engine.games.nim.state import Options, State
from engine.options import draw_options, read_options
from engine.ruleset import Order, Rule, Ruleset, Selfplay
from events.codec import Unreadable
from events.record import Header, Seat
from events.vocabulary.nim import DrawPile, Take

VERSION = "1"


def start(header: Header) -> State:
    """A table of two to four, nothing drawn."""
    if not 2 <= len(header.seats) <= 4:
        raise Unreadable(f"{len(header.seats)} seats", "2 to 4 seats", path="$.seats")
    nothing = [0] * len(header.seats)
    return State(read_options(Options, header.options).rounds, vp=nothing, stones=list(nothing))


def sample_header(rng: Random, players: int | None, options: Mapping[str, Any]) -> Header:
    """A table of two to four, of one to three rounds."""
    seats = tuple(Seat(f"player-{n}") for n in range(1, (players or rng.randint(2, 4)) + 1))
    return Header("nim", VERSION, {**draw_options(Options, rng, 0.2), **options}, seats)


def choose(state: State, actions: list[tuple[int | None, Any]], rng: Random) -> int:
    """Take the last stone if that can be done, else leave a multiple of four."""
    wanted = [n for n, (_, take) in enumerate(actions) if (state.pile - take.stones) % 4 == 0]
    return wanted[0] if wanted else rng.randrange(len(actions))


ruleset = Ruleset(
    id="nim",
    name="Nim",
    version=VERSION,
    state=State,
    start=start,
    rules={
        DrawPile: Rule(rounds.draw_pile, (rounds.Pile,), chance=rounds.pile),
        Take: Rule(taking.take, (rounds.Move,), legal=taking.legal_takes),
    },
    order=Order(over="NIM-6", chance="NIM-3", awaited="NIM-1", actor="NIM-1"),
    awaited=rounds.awaited,
    proceed=rounds.proceed,
    turn=rounds.turn,
    figures_of_a_seat=("vp", "stones"),
    figures=lambda state, seat: {"vp": state.vp[seat], "stones": state.stones[seat]},
    standings=rounds.standings,
    conservation=rounds.conservation,
    selfplay=Selfplay(sample_header, choose),
)
