"""A position of Lost Cities as a drawing: the deck and the discard piles, and for each player expeditions and a hand.

Each card of an expedition has its place: three wagers, then the numbers from 2 to 10. The place is hollow without it.
"""

from collections.abc import Iterator

from projections.pictures.palette import INK, PAPER, SEATS
from projections.pictures.pen import box, circle, ended, fitted, inked, label, middle, node, title
from projections.pictures.sheet import COLUMN, Drawing, Part, Spot, Table, seat_name

from anyturn_lost_cities.rules.components import COLOURS, COMPONENTS, NUMBERS, colour_of
from anyturn_lost_cities.rules.scoring import bonus, value
from anyturn_lost_cities.rules.state import Player, State

PAINT = {
    "yellow": ("#f0c348", INK),
    "blue": ("#0f66a8", PAPER),
    "white": ("#fffdf8", INK),
    "green": ("#2f7d43", PAPER),
    "red": ("#b3312a", PAPER),
}
"""The colour of the cards of each expedition, and of the text on them."""
PAD, HEAD, ROW = 12.0, 40.0, 30.0
WIDE, HIGH = 19.0, 24.0
"""The size of a card with the gap after it."""
PLACES = PAD + 46
"""Where the first card lies: after the name of its expedition."""
MOST = COMPONENTS.hand


def draw(state: State, table: Table) -> list[Part]:
    """The deck and the piles, then a mat for each player."""
    return [_piles(state), *(_mat(state, player, seat_name(table.names, player.seat)) for player in state.players)]


def where(state: State) -> str:
    """The round, or that the game is over."""
    rounds = f"{state.round} of {state.options.rounds}"
    return f"Round {rounds}" if state.agenda or state.due else f"Over after round {rounds}"


def _piles(state: State) -> Part:
    """How many cards are left, and of each discard pile the top card and the number of cards."""
    height = HEAD + 5 * ROW + 4
    deck = Spot("deck", label(PAD, 25, f"Deck: {state.deck}", "lead b"), box(4, 6, 120, 28, "just"))
    elements: list[Spot | str] = [box(0, 0, COLUMN, height, "panel"), deck]
    for row, colour in enumerate(COLOURS):
        y, pile = HEAD + row * ROW, state.discards[colour]
        body = _card(PLACES, y, pile[-1]) if pile else box(PLACES, y, WIDE - 1, HIGH, "gone", 2)
        body += label(PLACES + WIDE + 8, y + 17, f"{len(pile)} discarded", "soft")
        elements += [label(PAD, y + 17, colour), Spot(f"pile/{colour}", body, _mark(PLACES, y))]
    return Part("piles", "Deck and discard piles", elements, height)


def _mat(state: State, player: Player, name: str) -> Part:
    height = HEAD + 6 * ROW + 8
    own = player.seat in [item.seat for item in state.agenda[-1:]]
    elements = [box(0, 0, COLUMN, height, "running" if own else "panel"), *_heading(player, name)]
    for row, colour in enumerate(COLOURS):
        elements += _expedition(player, colour, HEAD + row * ROW)
    elements += _hand(player, HEAD + 5 * ROW + 6)
    return Part(f"mat/{player.seat}", f"Mat of {name}", elements, height, seat=player.seat)


def _heading(player: Player, name: str) -> Iterator[Spot | str]:
    fill, ink = SEATS[player.seat]
    number = middle(PAD + 10, 25, player.seat + 1, "b", style=inked(ink))
    yield node("g", title(f"seat {player.seat + 1}"), circle(PAD + 10, 20, 10, "edge", fill=fill), number)
    yield label(PAD + 28, 25, fitted(name, 200, 15 * 1.1), "lead b")
    yield Spot(f"vp/{player.seat}", ended(COLUMN - PAD, 26, player.vp, "h1"), box(COLUMN - 76, 6, 72, 28, "just"))


def _expedition(player: Player, colour: str, y: float) -> Iterator[Spot | str]:
    """A place for each card, and what they are worth."""
    cards = player.expeditions[colour]
    wagers = sum(not NUMBERS[card] for card in cards)
    kinds = [card for card in NUMBERS if colour_of(card) == colour]
    places = [*[kinds[0]] * COMPONENTS.wagers, *kinds[1:]]
    yield label(PAD, y + 17, colour)
    for place, card in enumerate(places):
        lies = place < wagers if place < COMPONENTS.wagers else card in cards
        x = PLACES + place * WIDE
        body = _card(x, y, card) if lies else box(x, y, WIDE - 1, HIGH, "gone", 2)
        yield Spot(f"{player.seat}/{colour}/{place}", body, _mark(x, y))
    worth = value(cards) + bonus(cards) if cards else ""
    yield Spot(f"{player.seat}/{colour}/worth", ended(COLUMN - PAD, y + 17, worth, "b"), box(308, y, 40, HIGH, "just"))


def _hand(player: Player, y: float) -> Iterator[Spot | str]:
    """A place for each card; those that the log does not name are blank."""
    cards = [*player.hand, *[""] * player.unknown]
    yield label(PAD, y + 17, "hand")
    for place in range(MOST):
        x, card = PLACES + place * WIDE, cards[place] if place < len(cards) else None
        body = box(x, y, WIDE - 1, HIGH, "gone" if card is None else "card", 2) if not card else _card(x, y, card)
        yield Spot(f"{player.seat}/hand/{place}", body, _mark(x, y))


def _card(x: float, y: float, card: str) -> str:
    """A card in its colour, with its number, or w for a wager."""
    fill, ink = PAINT[colour_of(card)]
    number = middle(x + WIDE / 2 - 0.5, y + 17, NUMBERS[card] or "w", "b", style=inked(ink))
    return node("g", title(card.replace("_", " ")), box(x, y, WIDE - 1, HIGH, "edge", 2, fill=fill), number)


def _mark(x: float, y: float) -> str:
    return box(x - 2, y - 2, WIDE + 3, HIGH + 4, "just", 4)


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    """Nobody plays a faction."""
    return ""


def _worth(state: State) -> list[int]:
    """The points of both if the round ended now; once it has, they are in `vp`."""
    return [player.vp + (_running(player) if state.agenda else 0) for player in state.players]


def _running(player: Player) -> int:
    return sum(value(cards) + bonus(cards) for cards in player.expeditions.values())


FIRST = {"cards": ("cards",), "wagers": ("wagers",)}
AWAITED = {"top_card": "a card from the deck", "move": "a card to play or discard", "drawing": "a card to draw"}

drawing = Drawing(draw, where, _paint, _about, worth=_worth, awaited=AWAITED, first=FIRST)
