"""What the things in the picture of Anachrony are: whose, what they cost and bring."""

from collections import Counter
from collections.abc import Callable, Sequence

from engine.games.anachrony.components import BREAKTHROUGHS, ROW, WORKERS
from engine.games.anachrony.scoring import measured
from engine.games.anachrony.state import LAST_BEFORE_IMPACT, State
from events.problems import count
from projections.pictures.anachrony.belongings import BELONGINGS
from projections.pictures.anachrony.board import occupied
from projections.pictures.anachrony.places import places
from projections.pictures.anachrony.scores import CATEGORIES, as_if_over
from projections.pictures.anachrony.tiles import (
    breakthrough_in_words,
    counted,
    effects_in_words,
    goods,
    listed,
    noun,
    of_warp,
    one,
    price_of_superproject,
    tile_in_words,
    types_in_words,
)
from projections.pictures.anachrony.wording import ENDGAME, OPEN, UNSTATED, name_of
from projections.pictures.sheet import seat_name
from projections.pictures.words import MINUS

SEATS = 4
CATEGORY_CLAUSES = {
    "buildings": "AN-10.3.1",
    "superprojects": "AN-10.3.2",
    "anomalies": "AN-10.3.3",
    "time_travel": "AN-10.3.4",
    "morale": "AN-10.3.5",
    "breakthroughs": "AN-10.3.6",
    "vp_tokens": "AN-10.3.7",
    "warp_tiles": "AN-10.3.8",
}
__all__ = ["CLAUSES", "WORDS", "places"]
CLAUSES = {
    "era/": "AN-7.3.5",
    "space/construct": "AN-7.3.2",
    "space/recruit": "AN-7.3.9",
    "space/research": "AN-7.3.13",
    "space/council_left": "AN-7.3.19",
    "space/council_right": "AN-7.3.20",
    "space/mine": "AN-7.4.1",
    "space/purify": "AN-7.4.4",
    "space/trade": "AN-7.4.5",
    "space/evacuation": "AN-7.4.10",
    "recruit": "AN-7.3.11",
    "mine": "AN-6.2.6",
    "breakthrough/": "AN-7.3.18",
    "stack/": "AN-7.3.3",
    "beside/": "AN-6.2.3",
    "head/": "AN-7.4.10",
    "good/": "AN-3.3",
    "workers/": "AN-7.1.5",
    "suits/": "AN-6.4.2",
    "warp/": "AN-6.5.1",
    **{f"track/{seat}/0": "AN-7.1.11" for seat in range(SEATS)},
    **{f"track/{seat}/1": "AN-7.6.5" for seat in range(SEATS)},
    **{f"track/{seat}/2": "AN-7.1.12" for seat in range(SEATS)},
    "spot/": "AN-7.3.2",
    "tile/": "AN-7.1.2",
    **{f"own/{seat}/supply": "AN-7.5.3" for seat in range(SEATS)},
    **{f"own/{seat}/force_workers": "AN-7.5.5" for seat in range(SEATS)},
    **{f"own/{seat}/leader": "AN-7.2.4" for seat in range(SEATS)},
    "evacuation/": "AN-7.4.8",
    "breakthroughs/": "AN-10.3.6",
    "anomalies": "AN-3.3",
    "points/": "AN-10.3.10",
    **{f"points/{category}": clause for category, clause in CATEGORY_CLAUSES.items()},
    "condition/": "AN-10.3.10",
}
ACTIONS = {
    "construct": "build a building or Superproject",
    "recruit": "take a Worker of the Recruit pool",
    "research": "set one die and roll the other for a Breakthrough",
}
OTHERS = {
    "council_left": "World Council, left space: become First Player, and copy a full Capital Action if wanted",
    "council_right": "World Council, right space: copy a full Capital Action",
    "purify": "Purify Water: brings 3 Water, 4 to a Scientist or Genius",
    "trade": "Trade with Nomads: one exchange, up to two by an Administrator or Genius",
}


def _era(state: State, names: Sequence[str], rest: str) -> str:
    era = int(rest)
    tile, builder = state.superprojects[era - 1], state.built_by[era - 1]
    if tile == UNSTATED:
        parts = ["its Superproject is not in the log"]
    else:
        parts = [tile_in_words(state, tile) if tile else "its Superproject is face down"]
    if builder >= 0:
        parts.append(f"built by {seat_name(names, builder)}")
    elif tile and tile != UNSTATED:
        parts.append(price_of_superproject(state, tile))
    for player in state.players:
        pairs = zip(state.tables.warp_ids, player.warped, strict=True)
        tiles = [of_warp(tile) for tile, at in pairs if at == era]
        shown = ["Focus"] if player.focus == era else []
        shown += [f"Warp tiles ({', '.join(tiles)})"] if tiles else []
        parts += [f"{listed(shown)} of {seat_name(names, player.seat)}"] if shown else []
    impact = ", the last one before the Impact" if era == LAST_BEFORE_IMPACT else ""
    return f"Era {era}{impact}: {'; '.join(parts)}"


def _space(state: State, names: Sequence[str], space: str) -> str:
    if space == "evacuation":
        return _evacuation(state, names)
    row = state.tables.spaces[space]
    closed, tile = space in state.face_down, state.collapsing.get(space)
    if closed:
        return f"{row.action.title()}, space {space[-1]}: closed, its Collapsing Capital tile lies face down"
    parts = [_action(state, space)]
    parts.append("for " + types_in_words(row.types))
    cost = row.cost[state.after_impact]
    parts.append(f"costs {goods(cost)}" if cost else "costs nothing")
    if tile:
        parts.append(f"Collapsing Capital tile: {effects_in_words(state.tables.collapsing[tile].effects)}")
    return "; ".join([*parts, *_suits(state, names, space)])


def _action(state: State, space: str) -> str:
    row = state.tables.spaces[space]
    if row.action in ACTIONS:
        return f"{row.action.title()}, space {space[-1]}: {ACTIONS[row.action]}"
    if not space.startswith("mine"):
        return OTHERS[space]
    number = int(space[-1])
    bonus = f" and {goods(row.bonus)}" if state.mine_bonus[number - 1] else ""
    return f"Mine Resource, space {number}: take a cube of the Mine pool{bonus}"


def _suits(state: State, names: Sequence[str], space: str) -> list[str]:
    """Whose Exosuits stand on a space, and with whom."""
    return [
        f"an Exosuit of {seat_name(names, seat)}, {f'with {one(worker)}' if worker else 'empty'}"
        for seat, worker in occupied(state).get(space, ())
    ]


def _evacuation(state: State, names: Sequence[str]) -> str:
    if not state.after_impact:
        return "Evacuation: possible after the Impact"
    slot = state.tables.per_players[len(state.players)].minus3_evacuation_slot
    loss = state.tables.all.evacuation_limits.last_slot_penalty
    parts = [
        "Evacuation: once per player, if the condition of the Path is met; for points",
        f"number {slot} to leave has {loss} VP less",
    ]
    parts += [f"{seat_name(names, seat)} left as number {number}" for number, seat in enumerate(state.evacuated, 1)]
    return "; ".join([*parts, *_suits(state, names, "evacuation")])


def _recruit(state: State, names: Sequence[str], rest: str) -> str:
    held = [counted(number, kind) for kind, number in zip(WORKERS, state.recruit_pool, strict=True) if number]
    bonus = ", ".join(f"{noun(kind)} {goods(row.give)}" for kind, row in state.tables.bonus.items() if row.give)
    return f"Recruit pool: {listed(held) or 'empty'}; bonus: {bonus}, Genius one of these"


def _mine(state: State, names: Sequence[str], rest: str) -> str:
    return f"Mine pool: {goods(Counter(state.mine_pool)) if state.mine_pool else 'empty'}"


def _breakthrough(state: State, names: Sequence[str], number: str) -> str:
    shape, _, icon = BREAKTHROUGHS[int(number)].partition("/")
    return f"Breakthrough, {breakthrough_in_words(shape, icon)}: {state.breakthrough_supply[int(number)]} left"


def _stack(state: State, names: Sequence[str], kind: str) -> str:
    tile = state.primary[ROW[kind]]
    below = len(state.unseen[ROW[kind]]) + len(state.returned[ROW[kind]]) if state.unseen else 0
    if tile == UNSTATED:
        return f"primary stack of {noun(kind)} tiles: its top is not in the log, {count(below, 'tile')} below"
    if not tile:
        return f"primary stack of {noun(kind)} tiles: {f'{below} face down' if below else 'empty'}"
    return f"{tile_in_words(state, tile)}; top of the primary stack, {count(below, 'tile')} below"


def _beside(state: State, names: Sequence[str], kind: str) -> str:
    tiles = state.secondary[ROW[kind]] if state.secondary else []
    if not tiles:
        return f"secondary stack of {noun(kind)} tiles: empty"
    known = [OPEN if tile == UNSTATED else name_of(state, tile) for tile in tiles]
    below = f", below it {', '.join(known[1:])}" if tiles[1:] else ""
    if tiles[0] == UNSTATED:
        return f"secondary stack of {noun(kind)} tiles: its top is not in the log{below}"
    return f"{tile_in_words(state, tiles[0])}; top of the secondary stack{below}"


def _anomalies(state: State, names: Sequence[str], rest: str) -> str:
    return f"{count(state.anomaly_supply, 'Anomaly', 'Anomalies')} left in the supply"


def _points(state: State, names: Sequence[str], category: str) -> str:
    """Who would have how many points if the game ended here."""
    points = [sum(each.values()) if category == "sum" else each.get(category, 0) for each in as_if_over(state)]
    listed_ = ", ".join(f"{seat_name(names, seat)} {n}".replace("-", MINUS) for seat, n in enumerate(points))
    what = "all points" if category == "sum" else CATEGORIES[category]
    return f"{what} if the game ended now, with Warp tiles repaid as far as possible: {listed_}"


def _condition(state: State, names: Sequence[str], number: str) -> str:
    cards = state.endgame_cards
    if int(number) >= len(cards):
        return ""
    if cards[int(number)] == UNSTATED:
        return "an Endgame Condition that is not in the log"
    row = state.tables.endgame_cards[cards[int(number)]]
    words = f"Endgame Condition: {row.vp} VP at the end for everybody with the most of {ENDGAME[row.id]}"
    if not state.era:
        return words
    has = ", ".join(f"{seat_name(names, each.seat)} {measured(state, each, row.compare)}" for each in state.players)
    return f"{words}; now {has}"


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "era": _era,
    "space": _space,
    "recruit": _recruit,
    "mine": _mine,
    "breakthrough": _breakthrough,
    "stack": _stack,
    "beside": _beside,
    "anomalies": _anomalies,
    "points": _points,
    "condition": _condition,
    **BELONGINGS,
}
