"""The state of a game of Lost Cities, and what is awaited."""

from collections import Counter

from engine.agenda import Awaited
from msgspec import Struct

from anyturn_lost_cities.rules.components import COLOURS, COMPONENTS, COPIES, DECK
from anyturn_lost_cities.rules.options import Options


class TopCard(Awaited, frozen=True, tag="top_card"):
    """Chance names the top card of the deck, which `player` is dealt or draws."""

    player: int


class Move(Awaited, frozen=True, tag="move"):
    """A player plays or discards a card."""


class Drawing(Awaited, frozen=True, tag="drawing"):
    """A player draws."""


class Player(Struct):
    """A player; `hand` holds the cards that the log names, sorted, and `unknown` the number of the others.

    `expeditions` holds the cards played to each colour, in their order. The figures count all rounds.
    """

    seat: int
    hand: list[str] = []
    unknown: int = 0
    expeditions: dict[str, list[str]] = {}
    vp: int = 0
    started: int = 0
    cards: int = 0
    wagers: int = 0


class State(Struct):
    """A position. `deck` counts its cards, `barred` is the pile onto which the player in turn has just discarded.

    `due` holds the automatic steps to come, `beginner` the seat that began the round, `turns` those begun so far.
    """

    options: Options
    players: list[Player]
    agenda: list[TopCard | Move | Drawing]
    due: list[str] = []
    deck: int = DECK
    discards: dict[str, list[str]] = {}
    barred: str = ""
    round: int = 1
    beginner: int = 0
    to_move: int = 0
    turns: int = 0
    turns_of_round: int = 0


def lay_out(state: State) -> None:
    """LC-2: nothing is played or discarded, and eight cards are to be dealt to each player, the first seat first."""
    state.deck = DECK
    state.discards = {colour: [] for colour in COLOURS}
    state.to_move, state.turns_of_round = state.beginner, 0
    for player in state.players:
        player.hand, player.unknown = [], 0
        player.expeditions = {colour: [] for colour in COLOURS}
    state.agenda = [TopCard(None, player.seat) for player in reversed(state.players) for _ in range(COMPONENTS.hand)]


def unseen(state: State) -> dict[str, int]:
    """LC-13: how many of each card are in the deck or unnamed in a hand."""
    seen = Counter(card for pile in state.discards.values() for card in pile)
    for player in state.players:
        seen.update(player.hand)
        for expedition in player.expeditions.values():
            seen.update(expedition)
    return {card: copies - seen[card] for card, copies in COPIES.items()}


def may_hold(state: State, seat: int) -> list[str]:
    """LC-4, LC-13: each card that a player holds or may hold, once, in the order of all cards."""
    player = state.players[seat]
    left = unseen(state) if player.unknown else {}
    return [card for card in COPIES if card in player.hand or left.get(card, 0)]
