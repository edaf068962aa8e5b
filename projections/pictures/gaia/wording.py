"""Wordings and helpers for Gaia, used in the terminal and in drawings."""

from collections.abc import Sequence

from engine.games.gaia.board import is_kind
from engine.games.gaia.components import COMPONENTS, PILES, POWER_CARDS, POWER_OBJECTIVES, TERRAINS
from engine.games.gaia.state import City, Player, State

TERRAIN_NAMES = {terrain.id: terrain.name for terrain in COMPONENTS.terrain}


def seat_number(seat: int) -> str:
    """The name of a seat on the board: 1 for the first."""
    return str(seat + 1)


def grids(state: State) -> dict[tuple[int, ...], dict[tuple[int, int], int]]:
    """Area (empty for a common board) -> (x, y) -> place."""
    found: dict[tuple[int, ...], dict[tuple[int, int], int]] = {}
    for place, cell in enumerate(state.cells):
        found.setdefault(cell[:-2], {})[cell[-2], cell[-1]] = place
    return dict(sorted(found.items()))


def needs_met(state: State, city: City) -> list[tuple[str, bool]]:
    """The four needs of a city, each with whether it is met (GA-6.5.2), in the order of the terrains."""
    card = state.catalogue.cities[city.card]
    tiles = [tile for near in state.near[city.place] if not (tile := state.tiles[near]).city]
    terrains = [tile.terrain for tile in tiles]
    needs = [(terrain, k < terrains.count(terrain)) for terrain, number in card.icons for k in range(number)]
    return needs + [(kind, any(tile.animals and is_kind(tile, kind) for tile in tiles)) for kind in card.animals]


def short(name: str) -> str:
    """A card or objective without the words shared by its kind."""
    if name in POWER_OBJECTIVES:
        return "power"
    for begin in ("house_objective_", "house_city_", "house_animal_", "nature_"):
        if name.startswith(begin):
            mark = {"house_objective_": "O", "house_city_": "C", "house_animal_": "A", "nature_": ""}[begin]
            return mark + name.removeprefix(begin)
    return name


def objective_words(state: State, name: str) -> str:
    """What an objective requires."""
    if name in POWER_OBJECTIVES:
        return f"{COMPONENTS.constants.power_cards_per_power_objective} power cards"
    return " ".join(f"{number} {terrain}" for terrain, number in state.catalogue.objectives[name].items())


def card_words(state: State, name: str) -> str:
    """A card in words: an animal card with its site, a city with its site and needs."""
    if name in state.catalogue.animals:
        return f"{short(name)} animals on {site_words(state.catalogue.animals[name])}"
    if name in state.catalogue.cities:
        card = state.catalogue.cities[name]
        needs = [terrain for terrain, number in card.icons for _ in range(number)]
        return f"{short(name)} city on {site_words(card.site)} needs {' '.join((*needs, *card.animals))}"
    return short(name)


def hand_words(state: State, player: Player) -> list[str]:
    """The cards of a hand; unknown ones are counted by pile."""
    cards = sorted(player.known, key=lambda card: (PILES.index(state.catalogue.pile[card]), card))
    unknown = [f"{number} unknown {pile}" for pile, number in zip(PILES, player.unknown, strict=True) if number]
    return [card_words(state, card) for card in cards] + unknown


def site_words(terrains: tuple[str, ...]) -> str:
    """The terrains of a site."""
    missing = [terrain for terrain in TERRAINS if terrain not in terrains]
    return "/".join(terrains) if len(missing) > 1 else f"any but {missing[0]}" if missing else "any"


def powers_words(played: Sequence[str]) -> list[str]:
    """The power cards played, each with its number: `2 Sun`, `Rain`."""
    numbers = {name: played.count(name) for name in played}
    return [f"{n} {POWER_CARDS[name].name}" if n > 1 else POWER_CARDS[name].name for name, n in numbers.items()]


def pending_words(state: State) -> str:
    """The power card that waits for its effect, and its targets."""
    cells = " ".join(",".join(map(str, state.cells[place])) for place in state.targets)
    return f"pending: {state.power} {cells}".rstrip()


AWAITED = {
    "row_dealt": "a row of cards",
    "objectives_dealt": "objectives",
    "hand_dealt": "a hand",
    "start_player_drawn": "the start player",
    "hunt": "what a city eats",
    "action": "an action",
    "deck_draw": "a card from a deck",
    "row_refill": "a card for a row",
    "discard": "a card to discard",
    "protection": "whether to protect",
    "tornado_draw": "cards for the Tornado",
    "tornado_keep": "a card to keep",
    "claim": "whether to claim an objective",
}
PHASES = {
    "row_refill": "a row is refilled",
    "hunt": "hunting",
    "discard": "discarding",
    "protection": "a power card is answered",
    "tornado_draw": "a Tornado",
    "tornado_keep": "a Tornado",
    "claim": "objectives are claimed",
    "turn_end": "end of the turn",
    "next_turn": "end of the turn",
}


def where(state: State) -> str:
    """The turn and the phase."""
    if state.reason:
        return f"Over after turn {state.turn}: {state.reason.replace('_', ' ')}"
    if not state.turn:
        return "Setup"
    number = COMPONENTS.constants.actions_per_turn - state.actions_left + 1
    return f"Turn {state.turn}: {PHASES.get(state.awaiting, f'action {number}')}"
