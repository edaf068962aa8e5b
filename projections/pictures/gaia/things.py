"""What the things in the picture of Gaia are: what they do and need, who has them.

The words depend only on what is drawn at a spot, as they are renewed when it looks different.
"""

from collections.abc import Callable, Sequence

from engine.games.gaia.components import (
    CONSTANTS,
    NATURE,
    PILES,
    POWER_CARDS,
    POWER_OBJECTIVES,
    TERRAIN_OF_CARD,
    TERRAINS,
    TILES,
)
from engine.games.gaia.queries import city_of
from engine.games.gaia.state import NOBODY, City, State
from events.problems import count
from projections.pictures.gaia.places import places
from projections.pictures.gaia.wording import TERRAIN_NAMES, needs_met, powers_words, short
from projections.pictures.sheet import seat_name

__all__ = ["CLAUSES", "WORDS", "places"]

CLAUSES = {
    "tile/": "GA-6.5.2",
    "objective/": "GA-7.13.6",
    "row/": "GA-7.2.4",
    "deck/": "GA-7.14.3",
    "stock/": "GA-7.5.2",
    "meeples/": "GA-6.7.1",
    "hand/": "GA-7.4.1",
    "played/": "GA-7.13.1",
    "city/": "GA-6.5.2",
}
POWERS = {
    "sun": "a Swamp becomes a Plain, or a Plain a Desert",
    "rain": "a Desert becomes a Plain, or a Plain a Swamp",
    "earthquake": "two neighbouring tiles change places with everything on them",
    "tornado": "takes a card at random from each hand: one is kept, the others are discarded",
    "protection": "cancels the power card of another player",
    "lightning": "takes the city, the animals and the meeples off a tile",
    "eruption": "clears the neighbours of a Mountain: of them, Plains, Forests and Swamps become Deserts",
}


def _name(card: str) -> str:
    return short(card).replace("_", " ")


def _numbered(kinds: Sequence[str]) -> str:
    """Terrains and animals, each once with its number: `2 Plain, Sea, animals`."""
    shown = {kind: TERRAIN_NAMES.get(kind, "animals" if kind == "animal" else kind) for kind in kinds}
    return ", ".join(f"{kinds.count(kind)} {name}" if kinds.count(kind) > 1 else name for kind, name in shown.items())


def _site(terrains: Sequence[str]) -> str:
    """`a Plain`, `a Plain or Sea`, `any tile but a Sea`."""
    missing = [terrain for terrain in TERRAINS if terrain not in terrains]
    if len(missing) <= 1:
        return f"any tile but a {TERRAIN_NAMES[missing[0]]}" if missing else "any tile"
    return f"a {' or '.join(TERRAIN_NAMES[terrain] for terrain in terrains)}"


def _tile(state: State, names: Sequence[str], rest: str) -> str:
    *area, x, y = map(int, rest.strip("()").split(","))
    where = f"{x},{y}" + (f" on the board of {seat_name(names, area[0])}" if area else "")
    place = state.place_at.get(",".join(map(str, [*area, x, y])))
    if place is None:
        return f"free cell {where}, where a tile could be placed"
    tile = state.tiles[place]
    where = f"{TERRAIN_NAMES[tile.terrain]} at {where}"
    if state.options.tile_area == "shared_owned":
        where += f", placed by {seat_name(names, tile.placed_by)}"
    if tile.city:
        return f"{where}; {_city(state, names, city_of(state, tile.city))}"
    kinds = ("deer", "fish") if state.options.animal_kinds == "distinct" else ("animal", "animal")
    kind = kinds[tile.terrain == "sea"]
    animals = count(tile.animals, kind, "" if kind == "animal" else kind)
    return f"{where}; {animals if tile.animals else 'empty'}"


def _listed_city(state: State, names: Sequence[str], number: str) -> str:
    city = next((city for city in state.cities if city.founded_no == int(number)), None)
    if city is None:
        return f"city #{number} was taken off the board"
    *area, x, y = state.cells[city.place]
    on = f" on the board of {seat_name(names, area[0])}" if area else ""
    return f"{_city(state, names, city)}; at {x},{y}{on}"


def _city(state: State, names: Sequence[str], city: City) -> str:
    """Its needs as they are met now, and whose meeples are on it."""
    needs = needs_met(state, city)
    met, missing = ([need for need, is_met in needs if is_met == wanted] for wanted in (True, False))
    parts = [f"has {_numbered(met)}"] if met else []
    parts += [f"lacks {_numbered(missing)}"] if missing else []
    meeples = [
        f"{count(number, 'meeple')} of {seat_name(names, seat)}" for seat, number in enumerate(city.meeples) if number
    ]
    return f"city {_name(city.card)}, #{city.founded_no}: {', '.join(parts)}; {', '.join(meeples) or 'no meeples'}"


def _card(state: State, name: str) -> str:
    """A card with what it is for."""
    catalogue = state.catalogue
    if name in TERRAIN_OF_CARD:
        return f"nature card: brings a {TERRAIN_NAMES[TERRAIN_OF_CARD[name]]} tile, and counts for objectives"
    if name in catalogue.animals:
        where = _site(catalogue.animals[name])
        return f"animal card {_name(name)}: brings {CONSTANTS.animals_per_card} animals to {where}"
    if name in catalogue.cities:
        city = catalogue.cities[name]
        needs = _numbered([terrain for terrain, number in city.icons for _ in range(number)] + [*city.animals])
        beside = f"beside {CONSTANTS.needs_to_found} or more of its {CONSTANTS.needs_per_city} needs"
        return f"city card {_name(name)}: on {_site(city.site)}, {beside} ({needs})"
    effect = POWERS[name]
    if state.options.tornado_scope == "opponents":
        effect = effect.replace("each hand", "each other hand")
    return f"power card {POWER_CARDS[name].name}: {effect}"


def _objective(state: State, names: Sequence[str], name: str) -> str:
    claimed_by = next(each.claimed_by for each in state.objectives if each.id == name)
    if name in POWER_OBJECTIVES:
        what = f"power objective: {CONSTANTS.power_cards_per_power_objective} power cards among those played"
    else:
        required = state.catalogue.objectives[name]
        cards = _numbered([terrain for terrain, number in required.items() for _ in range(number)])
        what = f"nature objective {_name(name)}: {cards} among the nature cards played"
    if claimed_by == NOBODY:
        return f"{what}; whoever claims it puts a meeple here"
    return f"{what}; claimed by {seat_name(names, claimed_by)}"


def _row(state: State, names: Sequence[str], rest: str) -> str:
    pile, _, slot = rest.partition("/")
    row = state.row[pile]
    name = row[int(slot)] if int(slot) < len(row) else ""
    return f"{_card(state, name)}; may be drawn" if name else f"no card on this place of the {pile} row"


def _deck(state: State, names: Sequence[str], pile: str) -> str:
    number = state.deck_size[pile]
    return f"{count(number, 'card')} in the {pile} deck" if number else f"the {pile} deck is empty"


def _stock(state: State, names: Sequence[str], terrain: str) -> str:
    return f"{state.stock[terrain]} of {count(TILES[terrain], f'{TERRAIN_NAMES[terrain]} tile')} in stock"


def _meeples(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    left = f"{player.supply} of {count(state.total, 'meeple')} in the supply of {seat_name(names, player.seat)}"
    return f"{left}; whoever has none left wins"


def _hand(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, name = rest.partition("/")
    player = state.players[int(seat)]
    whose = f"in the hand of {seat_name(names, player.seat)}"
    kind, _, pile = name.partition("/")
    if kind == "unknown":
        return f"{count(player.unknown[PILES.index(pile)], f'unknown {pile} card')} {whose}"
    number = player.known.count(name)
    return f"{_card(state, name)}; {f'{number} of them ' if number > 1 else ''}{whose}"


def _played(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, pile = rest.partition("/")
    player = state.players[int(seat)]
    words = ", ".join(powers_words(player.played_power)) if pile else _numbered(player.played_nature)
    return f"{pile or NATURE} cards played by {seat_name(names, player.seat)}: {words or 'none'}"


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "tile": _tile,
    "objective": _objective,
    "row": _row,
    "deck": _deck,
    "stock": _stock,
    "meeples": _meeples,
    "hand": _hand,
    "played": _played,
    "city": _listed_city,
}
