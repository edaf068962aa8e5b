"""Tiles and leaders of Anachrony in full words: who may use them, what they cost and bring."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.games.anachrony.components import (
    BREAKTHROUGHS,
    BUILDING_TYPES,
    WORKER,
    WORKERS,
    Amounts,
    BonusAgain,
    Capacity,
    Clone,
    ConstructDiscount,
    CopyCapital,
    CopySpace,
    Effect,
    EvacuationMet,
    Exchange,
    ExtraAction,
    Gain,
    GainIfBuilt,
    GainOneOf,
    LoseWorker,
    MainBoardAction,
    MineBonus,
    MoraleFloor,
    NoMoraleLoss,
    PlantRange,
    ResearchTimes,
    ReturnTiles,
    ReturnTokens,
    SecondDieRight,
    SupplyCost,
    Travel,
    TravelX,
    VpPer,
    WakeAll,
    WaterDiscount,
)
from engine.games.anachrony.state import State
from engine.games.anachrony.tables import Tile
from events.problems import count
from projections.pictures.anachrony.wording import OPEN, name_of, spelt

SHAPES = {"shape_1": "circle", "shape_2": "triangle", "shape_3": "square"}
NOUNS = {
    "neutronium": ("Neutronium", "Neutronium"),
    "gold": ("Gold", "Gold"),
    "uranium": ("Uranium", "Uranium"),
    "titanium": ("Titanium", "Titanium"),
    "water": ("Water", "Water"),
    "vp": ("VP", "VP"),
    "energy_core": ("Energy Core", ""),
    "tug": ("T/U/G", "T/U/G"),
    "paradox": ("Paradox token", ""),
    "powered_exosuit": ("powered Exosuit", ""),
    "morale": ("Morale", "Morale"),
    "administrator": ("Administrator", ""),
    "engineer": ("Engineer", ""),
    "genius": ("Genius", "Geniuses"),
    "scientist": ("Scientist", ""),
    "power_plant": ("Power Plant", ""),
    "factory": ("Factory", "Factories"),
    "life_support": ("Life Support", ""),
    "lab": ("Lab", ""),
    "worker": ("Worker", ""),
    "building": ("building", ""),
    "superproject": ("Superproject", ""),
    "anomaly": ("Anomaly", "Anomalies"),
    "breakthrough": ("Breakthrough", ""),
    "time_travel_step": ("Time Travel step", ""),
    "morale_step": ("Morale step", ""),
    "occupied_spots": ("occupied spot", ""),
}
LEADERS = {
    "AN-7.8.1": "as a Free Action, place a Worker on an own Worker space",
    "AN-7.8.2": "in Clean Up, take a Worker left in the Recruit pool for 2 Water",
    "AN-7.8.3": "in Clean Up, gain a Worker of a type on this Era's Recruit card for 2 Water",
    "AN-7.8.4": "before powering up, exchange 2 Water for 1 Energy Core, or back",
    "AN-7.8.5": "in Clean Up, take a cube left in the Mine pool, not Neutronium, and another one for 2 Water",
    "AN-7.8.6": "in Clean Up, gain a random Titanium, Uranium or Gold, and one of choice for 2 Water",
    "AN-7.8.7": "as a Free Action, place an empty Exosuit on the main board as a Scientist",
    "AN-7.8.8": "Scientists count as Geniuses when they are placed and when they return",
    "AN-7.8.9": "in each Research Action, set the second die too for 1 Water",
    "AN-7.8.10": "in Clean Up, take a Research Action for 3 Water",
    "AN-7.8.11": "as a Free Action, gain 2 Water and a Paradox token, or pay 2 Water to return one",
    "AN-7.8.12": "the Impact covers none of the Exosuit slots",
}


def noun(what: str) -> str:
    """One of something that can be paid, gained or counted, by its id."""
    return NOUNS[what][0] if what in NOUNS else spelt(what)


def of_warp(tile: str) -> str:
    """What a Warp tile brings, such as `Gold`."""
    what = tile.removeprefix("warp_")
    return noun("powered_exosuit" if what == "exosuit" else what)


def counted(number: int, what: str) -> str:
    """A number of something, such as `2 Energy Cores`."""
    return count(number, noun(what), NOUNS[what][1] if what in NOUNS else "")


def one(what: str) -> str:
    """One of something with its article, such as `an Engineer`."""
    return f"{'an' if noun(what)[0] in 'AEIO' else 'a'} {noun(what)}"


def goods(values: Amounts) -> str:
    """What is paid or gained, such as `2 Titanium and 1 Water`."""
    return listed([counted(number, what) for what, number in values.items()]) or "nothing"


def listed(words: Sequence[str], last: str = "and") -> str:
    """A list in words, such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def types_in_words(types: int) -> str:
    """The Workers of a mask of types; a Genius counts as each type."""
    first, *others = (each for each in WORKERS if types >> WORKER[each] & 1 or each == "genius")
    return listed([one(first), *map(noun, others)], "or") if len(others) < len(WORKERS) - 1 else "any Worker"


def effects_in_words(effects: Sequence[Effect]) -> str:
    """What effects do, in their order."""
    return ", ".join(_WORDS[type(effect)](effect) for effect in effects)


def tile_in_words(state: State, tile: str) -> str:
    """A building or Superproject: its type and name, points, space and effects."""
    rules = state.tables.tiles[tile]
    kind = noun(BUILDING_TYPES[rules.row] if rules.row >= 0 else "superproject")
    parts = [f"{kind} {name_of(state, tile)}: {rules.vp} VP", *_space_in_words(rules)]
    parts += [f"when built {effects_in_words(rules.on_build)}"] if rules.on_build else []
    parts += [f"lasting effect: {effects_in_words(rules.passive)}"] if rules.passive else []
    parts += [f"at the end {effects_in_words(rules.endgame)}"] if rules.endgame else []
    return "; ".join(parts)


def _space_in_words(rules: Tile) -> list[str]:
    if rules.mode not in ("worker", "free"):
        return []
    user = f"space for {types_in_words(rules.types)}" if rules.mode == "worker" else "Free Action"
    cost = f" for {goods(rules.cost)}" if rules.cost else ""
    returns = {
        "motivated": ["the Worker returns motivated"],
        "dies": ["the Worker is lost"],
        "motivated_if": [f"{types_in_words(rules.motivated)} returns motivated"],
    }
    return [f"{user}{cost}: {effects_in_words(rules.effects)}", *returns.get(rules.retrieve, [])]


def price_of_superproject(state: State, tile: str) -> str:
    """What a Superproject costs, with its Breakthroughs."""
    row = state.tables.superprojects[tile]
    first, second = (SHAPES[shape] for shape in row.breakthrough_pair)
    pair = f"two {first}s" if first == second else f"a {first} and a {second}"
    exact = row.breakthrough_exact
    one = f"{breakthrough_in_words(exact.shape, exact.icon)}, or " if exact else ""
    return f"costs {goods(row.cost)}, and Breakthroughs: {one}{pair}"


def breakthrough_in_words(shape: str, icon: str) -> str:
    """A Breakthrough by its shape and icon."""
    return f"a {SHAPES[shape]} with {spelt(icon)}"


def numbered_breakthrough(number: int) -> str:
    """The same by its number; after the last come the shapes of those whose icon is open."""
    if number >= len(BREAKTHROUGHS):
        return f"a {SHAPES[f'shape_{number - len(BREAKTHROUGHS) + 1}']} whose icon is {OPEN}"
    return breakthrough_in_words(*BREAKTHROUGHS[number].split("/"))


def _upto(most: int) -> str:
    return "up to " if most > 1 else ""


def _if_built(op: GainIfBuilt) -> str:
    gain = goods(op.give) if op.give else f"{listed(list(map(str, op.vp_by_column)), 'or')} VP by its column"
    return f"gain {gain} for {one(op.kind)}"


_TRAVEL_VP = {"one": "1", "per_unit": "x"}


def _travel(op: Travel) -> str:
    kept = "" if op.retrieve else " without retrieving a Warp tile"
    return f"Time Travel with range {op.range}{' twice' if op.times > 1 else ''}{kept}"


_WORDS: dict[type, Callable[[Any], str]] = {
    Gain: lambda op: f"gain {goods(op.give)}",
    GainOneOf: lambda op: f"gain {listed([goods(each) for each in op.choices], 'or')}",
    LoseWorker: lambda op: f"lose {counted(op.count, 'worker')}",
    Travel: _travel,
    TravelX: lambda op: f"Time Travel with range x for x {noun(op.currency)}, then {_TRAVEL_VP[op.vp]} VP",
    ReturnTiles: lambda op: f"take back {_upto(op.max)}{count(op.max, 'Warp tile')}",
    ReturnTokens: lambda op: f"return {_upto(op.max)}{counted(op.max, 'paradox')}",
    WakeAll: lambda op: "all Tired Workers become Active",
    CopyCapital: lambda op: listed([each.title() for each in op.actions], "or"),
    CopySpace: lambda op: "copy a Worker space of any player",
    MainBoardAction: lambda op: "place a Worker on the main board",
    Exchange: lambda op: f"exchange {goods(op.a)} for {goods(op.b)}, or back",
    Clone: lambda op: "clone a Worker",
    ResearchTimes: lambda op: count(op.times, "Research Action"),
    PlantRange: lambda op: f"the range of Power Plants is {op.add} more",
    Capacity: lambda op: f"the room for Paradox tokens is {op.add} more",
    SupplyCost: lambda op: "Supply costs half its Water, nothing with both such tiles",
    SecondDieRight: lambda op: f"set the second Research die{f' for {goods(op.cost)}' if op.cost else ''}",
    WaterDiscount: lambda op: f"each action costs {op.amount} Water less",
    ConstructDiscount: lambda op: f"building costs {counted(op.amount, op.of)} less",
    MineBonus: lambda op: f"{goods(op.give)} more when mining",
    NoMoraleLoss: lambda op: "Force Workers never loses a Worker",
    EvacuationMet: lambda op: "the condition of the Evacuation counts as met",
    VpPer: lambda op: f"{op.vp} VP for each {noun(op.count_of)}",
    MoraleFloor: lambda op: f"Morale scores at least {op.min} VP",
    ExtraAction: lambda op: f"one more action: {op.action.title()}{f' a {noun(op.only)}' if op.only else ''}",
    GainIfBuilt: _if_built,
    BonusAgain: lambda op: "the Recruit bonus once more",
}
