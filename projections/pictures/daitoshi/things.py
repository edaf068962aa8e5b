"""What the things in the picture of Daitoshi are: whose, what they cost and bring."""

from collections.abc import Callable, Sequence

from engine.games.daitoshi.components import (
    CONSTANTS,
    EXPAND_COST,
    HEX_SLOTS,
    INVENTION_COST,
    MAGNATE_SPACES,
    TYPES,
    DistrictTile,
)
from engine.games.daitoshi.magnates import magnates_on
from engine.games.daitoshi.queries import district_tile
from engine.games.daitoshi.state import COVERED, NEUTRAL, PILGRIMS, Given, State, Tile
from events.problems import count
from events.vocabulary.daitoshi.effects import Effect, HexSlot
from projections.pictures.daitoshi.belongings import BELONGINGS
from projections.pictures.daitoshi.districts import named
from projections.pictures.daitoshi.effects import counted, in_words
from projections.pictures.daitoshi.places import places
from projections.pictures.daitoshi.wording import ACTIONS, SPACES, tile_name
from projections.pictures.sheet import seat_name
from projections.pictures.words import plain

MOST_PLAYERS = 4
MARKS = {
    "reputation": "DA-7.68",
    "fame": "DA-7.65",
    "bus": "DA-7.66",
    "chimney": "DA-7.64",
    "banners": "DA-7.74",
    "grant": "DA-7.20",
    "token": "DA-6.10",
}
CLAUSES = {
    "district/": "DA-7.47",
    **{f"district/{slice}/inner": "DA-3.3" for slice in range(CONSTANTS.slices)},
    "tile/": "DA-7.47",
    "space/": "DA-7.31",
    "reach/": "DA-7.30",
    "here/": "DA-7.34",
    "machine/": "DA-7.77",
    "track/": "DA-10.5",
    "wild/": "DA-7.38",
    "market/": "DA-7.42",
    "basics/": "DA-5.13",
    "city/": "DA-7.48",
    "engine/": "DA-7.77",
    "part/": "DA-7.49",
    "upgrade/": "DA-7.77",
    "vp/": "DA-7.63",
    "steam/": "DA-7.64",
    "good/": "DA-7.2",
    "workers/": "DA-7.34",
    "record/": "DA-6.32",
    **{f"marks/{seat}/{mark}": clause for seat in range(MOST_PLAYERS) for mark, clause in MARKS.items()},
    "building/": "DA-7.21",
    "slot/": "DA-3.13",
}
CONDITIONS = {
    **{f"exploit_{kind}": f"exploiting the {kind}" for kind in TYPES},
    "commit": "committing to inventions",
    "expand_or_renovate": "building or renovating a district",
    "electrify": "electrifying a district",
    "trade": "trading",
    "lead_production": "leading production",
}
FOR_EACH = {
    "forest": "university invention in the factory",
    "mountain": "invention with its marker at the end of the progress track",
    "river": "type of hex that is not in the record",
}


def _name(names: Sequence[str], seat: int) -> str:
    return "the neutral magnate" if seat == NEUTRAL else seat_name(names, seat)


def _all(names: Sequence[str], seats: Sequence[int]) -> str:
    return ", ".join(_name(names, seat) for seat in seats)


def _district(state: State, names: Sequence[str], rest: str) -> str:
    number, _, ring = rest.partition("/")
    tile = getattr(state.slices[int(number)], ring) if state.slices else None
    if tile is None:
        return _site(ring)
    row = district_tile(state, tile)
    parts = [_sides(ring, tile, row)]
    if ring == "inner":
        colour = "workers of any colour" if row.worker == "any" else f"{row.worker} workers"
        parts.append(f"takes {colour}; exploits {' and '.join(row.exploit)}")
    parts += [f"a {tile.worker} worker is in the workshop"] if tile.worker else []
    parts += [f"{' and '.join(tile.hexes)} hex on it"] if tile.hexes else []
    if tile.electrified:
        return "; ".join([*parts, "electrified"])
    gain = ", ".join(_reward(effect, tile) for effect in row.electrify_reward)
    parts.append(f"electrifying costs {row.electrify_cost} energy and brings {gain}")
    return "; ".join([*parts, f"then its workshop gives {in_words(row.workshop_electrified)}"])


def _sides(ring: str, tile: Tile, row: DistrictTile) -> str:
    """The name of a district, and what its workshop gives."""
    name = f"{ACTIONS[row.action]} district" if ring == "inner" else named(ring, tile)
    return f"{name}: its workshop gives {in_words(row.workshop_electrified if tile.electrified else row.workshop)}"


def _tile(state: State, names: Sequence[str], rest: str) -> str:
    """A district as the list has it, without the pieces on it."""
    number, _, ring = rest.partition("/")
    tile = getattr(state.slices[int(number)], ring) if state.slices else None
    if tile is None:
        return _site(ring)
    row = district_tile(state, tile)
    if tile.electrified:
        return f"{_sides(ring, tile, row)}; electrified"
    cost = f"electrifying costs {row.electrify_cost} energy and brings {in_words(row.electrify_reward)}"
    return f"{_sides(ring, tile, row)}; {cost}; then its workshop gives {in_words(row.workshop_electrified)}"


def _reward(effect: Effect, tile: Tile) -> str:
    """A reward of electrifying; that of a hex slot is the conflict reward of the hex on it."""
    if isinstance(effect, HexSlot) and effect.slot <= len(tile.hexes):
        return f"the conflict reward of its {tile.hexes[effect.slot - 1]} hex"
    return in_words((effect,))


def _site(ring: str) -> str:
    if ring == "inner":
        return "the inner district is not placed yet"
    cost = f"{EXPAND_COST[ring]} building materials and {count(HEX_SLOTS[ring], 'hex', 'hexes')} of the record"
    first = ", once the middle one is built" if ring == "outer" else ""
    return f"free: a district of the {ring} ring costs {cost}{first}"


def _space(state: State, names: Sequence[str], rest: str) -> str:
    slice, place = map(int, rest.split("/"))
    space = SPACES[place]
    row = MAGNATE_SPACES[space]
    there = magnates_on(state, slice, space) if state.slices else []
    parts = [f"{space} space for magnates: {f'costs {row.steam} steam' if row.steam else 'free of charge'}"]
    parts.append("for one magnate" if row.max_magnates == 1 else "for any number of magnates")
    parts += ["clears the workers of the slice"] if row.clears_workers else []
    parts += [] if row.worker_step else ["no workers are placed"]
    return "; ".join([*parts, *([f"there: {_all(names, there)}"] if there else [])])


def _reach(state: State, names: Sequence[str], rest: str) -> str:
    """Where a magnate comes with some steps."""
    seat, steps, space = rest.split("/")
    paid = max(0, int(steps) - CONSTANTS.free_steps)
    where = f"the {space} space {count(int(steps), 'slice')} further than the magnate of {_name(names, int(seat))}"
    return f"{where}: costs {paid + MAGNATE_SPACES[space].steam} steam"


def _here(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, place = rest.partition("/")
    kind = "place of the mega-machine" if place == "machine" else f"{place} workshop"
    return f"the {kind} in the slice of the magnate of {_name(names, int(seat))}"


def _machine(state: State, names: Sequence[str], rest: str) -> str:
    machine = state.machine
    if machine is None or machine.slice != int(rest):
        return ""
    workshop = in_words(state.catalogue.machine[machine.id].workshop)
    busy = f"a {machine.worker} worker is there" if machine.worker else "no worker is there"
    return f"the mega-machine: its workshop gives {workshop}, and the unlocked upgrades; {busy}"


def _track(state: State, names: Sequence[str], rest: str) -> str:
    track, _, number = rest.partition("/")
    space, row = int(number), state.catalogue.wilderness_track[track]
    there = [player.seat for player in state.players if getattr(player, PILGRIMS[track]) == space]
    pilgrims = [f"pilgrim{'s' if there[1:] else ''} of {_all(names, there)}"] if there else []
    if not space:
        loss = f", {row.temple_penalty} VP less for each type in conflict" if row.penalty else ""
        return "; ".join([f"the temple, start of the {track} track: worth nothing{loss}", *pilgrims])
    hexes = state.tracks[track][space - 1] if track in state.tracks else 0
    each = f"{row.vp[space - 1]} VP for each {FOR_EACH[track]}" if track in FOR_EACH else _underground(state, space)
    loss = f", {row.penalty[space - 1]} VP less for each type in conflict" if row.penalty else ""
    lying = count(hexes, "hex", "hexes") if hexes else "no hex"
    return "; ".join([f"space {space} of the {track} track: {lying}", f"at the end {each}{loss}", *pilgrims])


def _underground(state: State, space: int) -> str:
    value = state.catalogue.wilderness_track["underground"].vp[space - 1]
    if state.options.underground_multiplier == "university_inventions":
        return f"{value} VP for each {FOR_EACH['forest']}"
    return f"{value} VP for each VP of the reputation level"


def _wild(state: State, names: Sequence[str], track: str) -> str:
    row = state.catalogue.wilderness[track]
    gone = count(state.discard.get(track, 0), "hex", "hexes")
    placing = f"exploiting a {track} hex brings {in_words(row.place)}"
    return f"the {track}: {placing}; its conflict reward is {in_words(row.conflict)}; {gone} discarded"


def _market(state: State, names: Sequence[str], place: str) -> str:
    row = state.catalogue.invention.get(place)
    if row is None:
        return "a place for an invention of the market"
    gains = f"brings {in_words(row.left)}, {in_words(row.centre)}, {row.vp} VP"
    return f"{tile_name(row.id)}, an invention: costs {INVENTION_COST[row.quality]} food; {gains}"


def _basics(state: State, names: Sequence[str], place: str) -> str:
    row = state.catalogue.invention.get(place)
    if row is None:
        return "a place for a basic invention"
    start = f"starts in the {ACTIONS[row.start]} district" if row.start else "a basic invention"
    return f"{tile_name(row.id)}: {start}; brings {in_words(row.left)}, {in_words(row.centre)}, {row.vp} VP"


def _city(state: State, names: Sequence[str], place: str) -> str:
    row = state.catalogue.city.get(place)
    if row is None:
        return "a place for a city"
    rewards = " / ".join(in_words((each,)) for each in row.rewards)
    parts = [f"{plain(row.id)}: trade costs {row.cost} steam and 1 to {CONSTANTS.max_goods} luxury goods"]
    parts.append(f"for each good a reward, from left to right {rewards}")
    parts.append(f"a banner used when {CONDITIONS[row.condition]} brings {in_words(row.effect)}")
    banners = state.placed.get(row.id, [])
    return "; ".join([*parts, *([f"banner{'s' if banners[1:] else ''} of {_all(names, banners)}"] if banners else [])])


def _engine(state: State, names: Sequence[str], rest: str) -> str:
    if state.machine is None:
        return "the mega-machine is not drawn yet"
    workshop = in_words(state.catalogue.machine[state.machine.id].workshop)
    left = count(len(state.university), "university invention")
    return f"the mega-machine: its workshop gives {workshop}, and the unlocked upgrades; {left} left"


def _part(state: State, names: Sequence[str], place: str) -> str:
    machine, number = state.machine, int(place)
    if machine is None or number >= len(machine.spaces):
        return f"a place for space {number + 1} of the mega-machine"
    space = machine.spaces[number]
    if space == COVERED:
        return f"space {number + 1} of the mega-machine: covered with this number of players"
    if isinstance(space, Given):
        return f"space {number + 1} of the mega-machine: {tile_name(space.tile)}, given by {_name(names, space.owner)}"
    price = ", ".join(counted(each.n, each.res) for each in CONSTANTS.contribute_cost)
    reward = in_words(state.catalogue.machine[machine.id].spaces[number])
    return f"space {number + 1} of the mega-machine: an invention given here brings {reward}; costs {price}"


def _upgrade(state: State, names: Sequence[str], place: str) -> str:
    machine, number = state.machine, int(place)
    if machine is None or number >= len(machine.upgrades):
        return "a place for an upgrade of the mega-machine"
    effect = in_words(state.catalogue.machine_upgrade[machine.upgrades[number]].effect)
    links = " and ".join(str(space + 1) for space in state.catalogue.machine[machine.id].links[number])
    unlocked = "unlocked" if machine.unlocked[number] else f"locked until spaces {links} are filled or covered"
    return f"upgrade of the mega-machine's workshop: {effect}; {unlocked}"


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "district": _district,
    "tile": _tile,
    "space": _space,
    "reach": _reach,
    "here": _here,
    "machine": _machine,
    "track": _track,
    "wild": _wild,
    "market": _market,
    "basics": _basics,
    "city": _city,
    "engine": _engine,
    "part": _part,
    "upgrade": _upgrade,
    **BELONGINGS,
}

__all__ = ["CLAUSES", "WORDS", "places"]
