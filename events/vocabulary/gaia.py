"""What can happen in Gaia: the decisions of section 7 and the chance outcomes of sections 5 and 8 of the rulebook.

The player of a decision is the record's actor; chance outcomes have none and name the player they concern. Cells are
`[x, y]`, or `[area, x, y]` if every player has a separate grid (GA-4.2.1); cards, terrains, piles and objectives are
named by their ids. `null` is a card unknown to the log (GA-4.5.1).
"""

import msgspec
from msgspec import Struct

from events.log.record import Event, Intervention

Cell = tuple[int, ...]


class Definition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Section 8.2: a city (site, list of needs), an animal card (site) or an objective (needs: terrain -> number)."""

    id: str
    site: str | tuple[str, ...] = ()
    needs: tuple[str, ...] | dict[str, int] = ()
    copies: int = 1
    name: str = ""
    provenance: str = ""


class CardDeclared(Intervention, frozen=True, tag="card_declared"):
    """GA-8.2.6: adds a `city`, an `animal` card or an `objective`, depending on `what`, to a partial catalogue."""

    what: str
    card: Definition


class RowDealt(Event, frozen=True, tag="row_dealt"):
    """Section 5.3: the first face-up cards of a pile, slot by slot."""

    pile: str
    cards: tuple[str, ...]


class ObjectivesDealt(Event, frozen=True, tag="objectives_dealt"):
    """Section 5.4: the objectives of the game in the order of their display."""

    objectives: tuple[str, ...]


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """Section 5.5: the first hand of a player."""

    player: int
    nature: tuple[str | None, ...]
    life: tuple[str | None, ...]
    power: tuple[str | None, ...] = ()


class StartPlayerDrawn(Event, frozen=True, tag="start_player_drawn"):
    """Section 5.6: the first player."""

    player: int


class Hunt(Event, frozen=True, tag="hunt"):
    """Section 7.1: the city eats a token of `tile`; null: it is not fed."""

    city: Cell
    tile: Cell | None


class DrawRow(Event, frozen=True, tag="draw_row"):
    """Section 7.2: take a face-up card."""

    pile: str
    slot: int
    card: str | None = None


class DrawDeck(Event, frozen=True, tag="draw_deck"):
    """Section 7.3: draw from a deck."""

    pile: str


class PlayNature(Event, frozen=True, tag="play_nature"):
    """Section 7.5: play a nature card and place a tile of its terrain."""

    terrain: str
    cell: Cell


class PlayAnimals(Event, frozen=True, tag="play_animals"):
    """Section 7.6: play an animal card on an empty tile."""

    card: str
    cell: Cell


class PlayCity(Event, frozen=True, tag="play_city"):
    """Section 7.7: found a city on an empty tile."""

    card: str
    cell: Cell


class PlayPower(Event, frozen=True, tag="play_power"):
    """Section 7.8: play a power card with the target that it needs (section 7.9), or without one."""

    card: str
    cell: Cell | None = None
    cells: tuple[Cell, ...] | None = None
    convert: tuple[Cell, ...] | None = None


class DrawExhausted(Event, frozen=True, tag="draw_exhausted"):
    """Section 7.14: nothing is left to draw; `pile` is given only if a single empty pile ends the game."""

    pile: str | None = None


class DeckDrawn(Event, frozen=True, tag="deck_drawn"):
    """Section 8.3: the card drawn from a deck."""

    player: int
    pile: str
    card: str | None


class RowRefilled(Event, frozen=True, tag="row_refilled"):
    """Section 8.4: the card dealt to the empty slot of a row."""

    pile: str
    slot: int
    card: str


class DiscardCard(Event, frozen=True, tag="discard_card"):
    """Section 7.4: the card discarded from a hand that is too large."""

    pile: str
    card: str | None


class Protect(Event, frozen=True, tag="protect"):
    """Section 7.10: Protection is played; the power card just played has no effect."""


class PassProtection(Event, frozen=True, tag="pass_protection"):
    """Section 7.11: the actor does not respond; without an actor, nobody left in the queue does."""


class Taken(Struct, frozen=True, forbid_unknown_fields=True):
    """One card taken by a Tornado: the seat, the pile, the card."""

    player: int
    pile: str
    card: str | None


class TornadoDrawn(Event, frozen=True, tag="tornado_drawn"):
    """Section 8.5: one random card of every player in scope, in turn order from the seat after the active player."""

    taken: tuple[Taken, ...]


class TornadoKeep(Event, frozen=True, tag="tornado_keep"):
    """Section 7.12: the active player keeps the card taken `from` this seat."""

    giver: int = msgspec.field(name="from")


class ClaimObjective(Event, frozen=True, tag="claim_objective"):
    """Section 7.13: claim a completed objective; null declines."""

    objective: str | None


type_of_event = (
    CardDeclared
    | RowDealt
    | ObjectivesDealt
    | HandDealt
    | StartPlayerDrawn
    | Hunt
    | DrawRow
    | DrawDeck
    | PlayNature
    | PlayAnimals
    | PlayCity
    | PlayPower
    | DrawExhausted
    | DeckDrawn
    | RowRefilled
    | DiscardCard
    | Protect
    | PassProtection
    | TornadoDrawn
    | TornadoKeep
    | ClaimObjective
)
