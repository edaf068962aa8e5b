"""What can happen in Lost Cities. Cards are named `red_wager`, `red_2` ... `red_10`."""

from events.log.record import Event


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """Chance: a player is dealt or draws the top card of the deck, null where a log does not name it (LC-2, LC-13)."""

    player: int
    card: str | None = None


class Play(Event, frozen=True, tag="play"):
    """A player adds a card to the expedition of its colour (LC-5)."""

    card: str


class Discard(Event, frozen=True, tag="discard"):
    """A player puts a card onto the discard pile of its colour (LC-6)."""

    card: str


class Draw(Event, frozen=True, tag="draw"):
    """A player draws from the `deck`, or from the discard pile of a colour (LC-7)."""

    pile: str


type_of_event = CardDrawn | Play | Discard | Draw
