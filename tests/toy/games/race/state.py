"""The state of a game of Race, and what is awaited."""

from msgspec import Struct

from engine.agenda import Awaited


class Move(Awaited, frozen=True, tag="move"):
    """A player runs."""


class Player(Struct):
    """A player; `vp` is also the step reached."""

    seat: int
    vp: int = 0


class State(Struct):
    """A position. `turns` counts the turns played."""

    players: list[Player]
    agenda: list[Move]
    turns: int = 0
