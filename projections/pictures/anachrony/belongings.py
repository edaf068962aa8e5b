"""What the things on the boards of Anachrony's players are: whose, what they cost and bring."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, COLUMNS, WORKERS, Amounts
from engine.games.anachrony.evacuation import set_of, side_of
from engine.games.anachrony.state import (
    ACTION,
    HIGHEST_MORALE,
    HIGHEST_STEP,
    Player,
    State,
    board_of,
    capacity,
)
from projections.pictures.anachrony import wording
from projections.pictures.anachrony.tiles import (
    LEADERS,
    breakthrough_in_words,
    counted,
    goods,
    listed,
    one,
    tile_in_words,
)
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
        parts.append(f"{player.vp} VP" if state.over else f"{player.vp_tokens} VP in tokens")
        parts += ["First Player"] if player.seat == state.first_player else []
        parts += ["has passed"] if player.passed and state.phase == ACTION else []
    return "; ".join([*parts, *([_evacuation(state, player)] if player.path_side else [])])


def _evacuation(state: State, player: Player) -> str:
    side = side_of(state, player)
    condition = counted(side.condition.at_least, side.condition.count)
    parts, each = set_of(state, side)
    return f"Evacuation with {condition}: {side.base_vp} VP, and {each} VP for each {goods(parts)}"


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


def _spot(state: State, names: Sequence[str], rest: str) -> str:
    player, name, number = _split(state, names, rest)
    spot = int(number)
    row, column = divmod(spot, COLUMNS)
    tile, covered = player.spots[spot], spot in player.anomalies
    if tile and state.tables.tiles[tile].row < 0 and column and player.spots[spot - 1] == tile:
        return ""  # the Superproject is drawn on its first spot
    if tile:
        parts = [f"{tile_in_words(state, tile)}; of {name}"]
        parts += [f"{one(each.worker)} is there" for each in player.busy if each.space == tile]
        parts += ["Free Action taken in this Era"] if tile in player.markers else []
        return "; ".join([*parts, *(["covered by an Anomaly: no space, no effects"] if covered else [])])
    if covered:
        return f"{_anomaly(state)}; of {name}"
    kind = BUILDING_TYPES[row]
    price = getattr(board_of(state, player), f"spot_{kind}")[column]
    return f"free spot of {name}: {one(kind)} costs {goods(price)} here"


def _anomaly(state: State) -> str:
    row = state.tables.all.anomaly
    ways = " or ".join(goods(each) for each in row.payment_one_of)
    price = f"{goods(row.cost)} and either {ways}"
    return f"Anomaly: {MINUS}{-row.vp} VP; to remove it, place a Worker, who is lost, and pay {price}"


def _held(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    words = []
    for number, held in enumerate(player.breakthroughs):
        shape, _, icon = BREAKTHROUGHS[number].partition("/")
        words += [breakthrough_in_words(shape, icon) + (f" (×{held})" if held > 1 else "")] if held else []
    return f"Breakthroughs of {name}: {listed(words) or 'none'}; each 1 VP at the end, each set of three shapes 2 more"


def _line(state: State, names: Sequence[str], rest: str) -> str:
    player, name, _ = _split(state, names, rest)
    tiles = state.tables.tiles
    taken = [wording.name_of(state, each) if each in tiles else wording.spelt(each).title() for each in player.markers]
    parts = [f"Free Actions taken in this Era: {', '.join(taken)}"] if taken else []
    parts += [f"evacuated as number {player.evacuated}"] if player.evacuated else []
    parts += [f"{one(each.worker)} is on Supply" for each in player.busy if each.space == "supply"]
    return f"{name}: {'; '.join(parts)}" if parts else ""


BELONGINGS: Mapping[str, Callable[[State, Sequence[str], str], str]] = {
    "head": _head,
    "good": _good,
    "workers": _workers,
    "suits": _exosuits,
    "track": _track,
    "spot": _spot,
    "breakthroughs": _held,
    "line": _line,
}
