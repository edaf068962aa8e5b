"""What the things on the boards of Anachrony's players are: whose, what they cost and bring."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS, WORKERS, Amounts
from engine.games.anachrony.evacuation import measured, set_of, side_of
from engine.games.anachrony.free_actions import FORCE, SUPPLY
from engine.games.anachrony.queries import board_of, capacity
from engine.games.anachrony.state import ACTION, HIGHEST_MORALE, HIGHEST_STEP, Player, State
from engine.games.anachrony.supply import supply_water
from projections.pictures.anachrony import wording
from projections.pictures.anachrony.scores import points_now
from projections.pictures.anachrony.tiles import (
    LEADERS,
    counted,
    goods,
    listed,
    numbered_breakthrough,
    of_warp,
    one,
    tile_in_words,
)
from projections.pictures.anachrony.wording import UNSTATED, has_free_ability
from projections.pictures.sheet import seat_name
from projections.pictures.words import MINUS


def _split(state: State, names: Sequence[str], rest: str) -> tuple[Player, str, str]:
    """The player of a key, their name, and what follows the seat."""
    seat, _, what = rest.partition("/")
    return state.players[int(seat)], seat_name(names, int(seat)), what


def _head(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    known = wording.about(state, player.seat) or "no Path yet"
    ability = f" ({LEADERS[state.tables.leaders[player.leader].clause]})" if player.leader else ""
    parts = [f"{name}: {known}{ability}"]
    if player.focus:
        now = points_now(state)[player.seat]
        ended = f"{now} VP" if state.over else f"{now} VP if the game ended now"
        parts.append(f"{ended}, {player.vp_tokens} of them in tokens")
        parts += ["First Player"] if player.seat == state.first_player else []
        parts += ["has passed"] if player.passed and state.phase == ACTION else []
        parts += [f"set aside {workers}"] if (workers := _set_aside(player)) else []
    return "; ".join(parts)


def _set_aside(player: Player) -> str:
    return listed([counted(n, kind) for kind, n in zip(WORKERS, player.set_aside, strict=True) if n])


def _evacuation(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    if player.evacuated:
        return f"{name} has evacuated as number {player.evacuated}"
    if player.path_side == UNSTATED:
        return f"Evacuation of {name}: the side of the Path board is not in the log"
    side = side_of(state, player)
    condition = counted(side.condition.at_least, side.condition.count)
    parts, each = set_of(state, side)
    has = measured(state, player, side.condition.count)
    return (
        f"Evacuation of {name}, {side.name}: with {condition} (now {has}), after the Impact: {side.base_vp} VP, "
        f"and {each} VP for each {goods(parts)}"
    )


def _good(state: State, names: Sequence[str], rest: str) -> str:
    player, name, good = _split(state, names, rest)
    return f"{counted(getattr(player, good), good)} of {name}"


def _workers(state: State, names: Sequence[str], rest: str) -> str:
    player, name, column = _split(state, names, rest)
    numbers = player.active if column == "Active" else player.tired
    use = "may be placed" if column == "Active" else "cannot be placed until they are woken"
    held = listed([counted(n, kind) for kind, n in zip(WORKERS, numbers, strict=True) if n])
    return f"{column} Workers of {name}: {f'{held}; they {use}' if held else 'none'}"


def _exosuits(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    board = board_of(state, player)
    out = f"{player.exosuits} in the supply, {len(player.suits)} on the main board"
    prices = Counter(_price(ways) for ways in board.slots)
    slots = ", ".join(f"{number} {price}" for price, number in prices.items())
    covered = [str(slot) for slot in player.glitch]
    parts = [f"Exosuits of {name}: {player.powered + player.powered_glitch} powered up, {out}"]
    parts.append(f"slots: {slots}; an empty one brings {board.empty_slot_water} Water")
    parts += [f"covered since the Impact: {listed(covered)}"] if covered else []
    return "; ".join(parts)


def _price(ways: Sequence[Amounts]) -> str:
    return f"for {' or '.join(goods(way) for way in ways)}" if ways else "free"


def _warp(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    out = [
        f"{of_warp(tile)} in Era {era}" for tile, era in zip(state.tables.warp_ids, player.warped, strict=True) if era
    ]
    return f"Warp tiles of {name}: {f'on the Timeline {listed(out)}, the others' if out else 'all'} in hand"


def _track(state: State, names: Sequence[str], rest: str) -> str:
    player, name, place = _split(state, names, rest)
    board = board_of(state, player)
    if place == "0":
        step = player.morale_step
        supply = f"Supply costs {board.supply_water[step - 1]} Water here, without what lowers it"
        points = str(board.morale_vp[step - 1]).replace("-", MINUS)
        return f"Morale of {name}: step {step} of {HIGHEST_MORALE}, {points} VP at the end; {supply}"
    if place == "1":
        step = player.time_travel_step
        points = f"{board.time_travel_vp[step]} VP at the end"
        return f"Time Travel of {name}: step {step} of {HIGHEST_STEP}, {points}; a step for each Warp tile retrieved"
    room = capacity(state, player)
    return f"Paradox of {name}: {counted(player.paradox, 'paradox')}; {room} bring an Anomaly"


def _tile(state: State, names: Sequence[str], rest: str) -> str:
    player, name, tile = _split(state, names, rest)
    parts = [f"{tile_in_words(state, tile)}; of {name}"]
    parts += [f"{one(each.worker)} is there" for each in player.busy if each.space == tile]
    parts += ["Free Action taken in this Era"] if tile in player.markers else []
    is_covered = tile in player.spots and player.spots.index(tile) in player.anomalies
    return "; ".join([*parts, *(["covered by an Anomaly: no effects"] if is_covered else [])])


def _spot(state: State, names: Sequence[str], rest: str) -> str:
    player, name, number = _split(state, names, rest)
    spot = int(number)
    row, column = divmod(spot, COLUMNS)
    if spot in player.anomalies:
        return f"{_anomaly(state)}; of {name}"
    if spot + len(player.spots) in player.anomalies:
        return f"{_anomaly(state)}; of {name}, on this spot or another: which is {wording.OPEN}"
    kind = BUILDING_TYPES[row]
    price = getattr(board_of(state, player), f"spot_{kind}")[column]
    return f"free spot of {name}: {one(kind)} costs {goods(price)} here"


def _own(state: State, names: Sequence[str], rest: str) -> str:
    player, name, space = _split(state, names, rest)
    taken = ["taken in this Era"] if space in player.markers else []
    taken += [f"{one(each.worker)} is there" for each in player.busy if each.space == space]
    if space == SUPPLY:
        water = supply_water(state, player)
        price = goods({"water": water}) if water else "nothing"
        what = f"Supply of {name}: for {price}, all Tired Workers become Active and Morale rises by a step"
    elif space == FORCE:
        what = f"Force Workers of {name}: a Free Action; all Tired Workers become Active and Morale falls by a step"
    elif not has_free_ability(state, player):
        return ""
    else:
        ability = LEADERS[state.tables.leaders[player.leader].clause]
        what = f"{wording.spelt(player.leader).title()} of {name}: {ability}"
    return "; ".join([what, *taken])


def _anomaly(state: State) -> str:
    row = state.tables.all.anomaly
    ways = " or ".join(goods(each) for each in row.payment_one_of)
    price = f"{goods(row.cost)} and either {ways}"
    return f"Anomaly: {MINUS}{-row.vp} VP; to remove it, place a Worker, who is lost, and pay {price}"


def _held(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    words = []
    for number, held in enumerate(player.breakthroughs):
        words += [numbered_breakthrough(number) + (f" (×{held})" if held > 1 else "")] if held else []
    return f"Breakthroughs of {name}: {listed(words) or 'none'}; each 1 VP at the end, each set of three shapes 2 more"


BELONGINGS: Mapping[str, Callable[[State, Sequence[str], str], str]] = {
    "head": _head,
    "good": _good,
    "workers": _workers,
    "suits": _exosuits,
    "warp": _warp,
    "track": _track,
    "spot": _spot,
    "tile": _tile,
    "own": _own,
    "evacuation": _evacuation,
    "breakthroughs": _held,
}
