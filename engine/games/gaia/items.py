"""The items of the agenda (section 6.8), one kind for each thing that can be awaited."""

from typing import ClassVar

from engine.agenda import Awaited


class Setup(Awaited, frozen=True):
    """GA-5.1.5: a deal of the setup; nothing else is accepted before it."""

    clause: ClassVar[str] = "GA-5.1.5"


class RowDeal(Setup, frozen=True, tag="row_dealt"):
    """The row of a pile."""

    pile: str


class ObjectivesDeal(Setup, frozen=True, tag="objectives_dealt"):
    """The objectives that are displayed."""


class HandDeal(Setup, frozen=True, tag="hand_dealt"):
    """The first hand of a player."""

    player: int


class StartPlayerDraw(Setup, frozen=True, tag="start_player_drawn"):
    """The draw of the start player."""


class Hunting(Awaited, frozen=True, tag="hunt"):
    """The active player feeds cities: section 6.3."""


class Action(Awaited, frozen=True, tag="action"):
    """GA-6.2.3: an action of the active player; there is no passing."""


class DeckDraw(Awaited, frozen=True, tag="deck_draw"):
    """The top card of a deck, for the active player."""

    pile: str


class RowRefill(Awaited, frozen=True, tag="row_refill"):
    """The next card of a deck, for a slot of its row."""

    pile: str
    slot: int


class Discard(Awaited, frozen=True, tag="discard"):
    """GA-7.4.1: the active player's hand is over a limit."""


class Protection(Awaited, frozen=True, tag="protection"):
    """GA-7.8.6: a player may answer a power card; several players may do so in any order."""


class NobodyProtects(Awaited, frozen=True, tag="protection"):
    """GA-7.11.1: one record stands for all remaining players: none of them protects."""


class TornadoDraw(Awaited, frozen=True, tag="tornado_draw"):
    """Which cards the Tornado takes: section 8.5."""


class TornadoChoice(Awaited, frozen=True, tag="tornado_keep"):
    """Which of them the active player keeps: section 7.12."""


class Claim(Awaited, frozen=True, tag="claim"):
    """An objective of a kind, `nature` or `power`: section 7.13."""

    kind: str


Item = (
    RowDeal
    | ObjectivesDeal
    | HandDeal
    | StartPlayerDraw
    | Hunting
    | Action
    | DeckDraw
    | RowRefill
    | Discard
    | Protection
    | TornadoDraw
    | TornadoChoice
    | Claim
)
