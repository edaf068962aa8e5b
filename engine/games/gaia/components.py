"""The component tables of components.toml, read once into frozen Structs, and the house catalogue (section 12).

The tables of reported printed cards are only evidence of what such cards look like, and are not read.
"""

from msgspec import Struct

from engine.components import read_components
from events.vocabulary.gaia import Definition


class Constants(Struct, frozen=True):
    """The numbers of the rules: cards and tokens (GA-3.1.3, GA-3.1.5, GA-3.1.6), the limits of sections 6 and 7."""

    actions_per_turn: int
    hand_limit: int
    power_hand_limit: int
    animals_per_card: int
    animal_tokens: int
    needs_per_city: int
    needs_to_found: int
    meeples_on_full_city_advanced: int
    power_cards_per_power_objective: int
    animal_cards: int
    nature_objectives: int


class Terrain(Struct, frozen=True):
    """GA-3.1.1, GA-3.1.2: a terrain with the numbers of its tiles and nature cards."""

    id: str
    name: str
    tiles: int
    nature_cards: int
    nature_card_id: str


class Pile(Struct, frozen=True):
    """A pile of cards: the slots of its row, and its cards in the first hand."""

    id: str
    row: int
    initial_hand: int


class PlayerCount(Struct, frozen=True):
    """GA-4.1.2, GA-5.4.1: what depends on the number of players."""

    players: int
    meeples_each: int
    objectives_displayed: int


class Effect(Struct, frozen=True, rename={"origin": "from"}):
    """What a power card does to a terrain: `origin` becomes `to`."""

    op: str
    origin: str | tuple[str, ...] = ""
    to: str = ""


class PowerCard(Struct, frozen=True):
    """GA-3.1.7: a power card and the terrain exchanges it may make."""

    id: str
    name: str
    count: int
    mode: str
    target: str
    effects_choice: tuple[Effect, ...] = ()
    effects: tuple[Effect, ...] = ()


class PowerObjective(Struct, frozen=True):
    """GA-3.1.9: a power objective."""

    id: str


class Option(Struct, frozen=True):
    """Section 1.3: an option with its values; GA-11.4: the number of cities is also an option."""

    id: str
    values: tuple[str | int, ...]
    default: str | int


class Reason(Struct, frozen=True):
    """GA-6.6.2: why a meeple was placed or returned, with its clause."""

    id: str
    sign: int
    clause: str


class Components(Struct, frozen=True):
    """The parts of components.toml that the rules use."""

    constants: Constants
    terrain: tuple[Terrain, ...]
    pile: tuple[Pile, ...]
    player_count: tuple[PlayerCount, ...]
    power_card: tuple[PowerCard, ...]
    power_objective: tuple[PowerObjective, ...]
    option: tuple[Option, ...]
    ledger_reason: tuple[Reason, ...]
    house_city: tuple[Definition, ...]
    house_animal: tuple[Definition, ...]
    house_objective: tuple[Definition, ...]
    house_extra_city: Definition


COMPONENTS = read_components("gaia", Components)
CONSTANTS = COMPONENTS.constants
TERRAINS = tuple(terrain.id for terrain in COMPONENTS.terrain)
TILES = {terrain.id: terrain.tiles for terrain in COMPONENTS.terrain}
NATURE_CARDS = {terrain.nature_card_id: terrain.nature_cards for terrain in COMPONENTS.terrain}
NATURE_CARD = {terrain.id: terrain.nature_card_id for terrain in COMPONENTS.terrain}
TERRAIN_OF_CARD = {terrain.nature_card_id: terrain.id for terrain in COMPONENTS.terrain}
PILES = tuple(pile.id for pile in COMPONENTS.pile)
NATURE, LIFE, POWER = PILES
PILE_NUMBER = {pile: number for number, pile in enumerate(PILES)}
PILE_TABLES = {pile.id: pile for pile in COMPONENTS.pile}
PLAYER_COUNTS = {row.players: row for row in COMPONENTS.player_count}
POWER_CARDS = {card.id: card for card in COMPONENTS.power_card}
POWER_OBJECTIVES = tuple(objective.id for objective in COMPONENTS.power_objective)
HOUSE = "house_v1"


def power_cards(mode: str) -> dict[str, int]:
    """GA-3.1.7, GA-11.3: the power cards of a mode and their numbers; none in the basic game."""
    modes = {"basic": (), "advanced": ("advanced",), "advanced_disasters": ("advanced", "advanced_disasters")}[mode]
    return {card.id: card.count for card in COMPONENTS.power_card if card.mode in modes}
