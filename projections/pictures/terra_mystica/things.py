"""What the things in the picture of Terra Mystica are: whose, what they cost and bring.

The words depend only on what is drawn at a spot, as they are renewed when it looks different.
"""

from collections.abc import Callable, Sequence

from engine.games.terra_mystica.components import (
    BUILDINGS,
    COMPONENTS,
    CULTS,
    LANDSCAPE,
    LANDSCAPES,
    POWER_ACTIONS,
    SCORING_TILES,
    TOP,
)
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.state import NOBODY, Player, State
from events.problems import count
from projections.pictures.sheet import seat_name
from projections.pictures.terra_mystica import wording

CLAUSES = {
    "hex/": "TM-7.3",
    "on/": "TM-7.8",
    "bridge/": "TM-6.3",
    "cult/": "TM-6.9",
    "order/": "TM-7.9",
    "scoring/": "TM-6.7",
    "final": "TM-16.1",
    "action/": "TM-7.7",
    "card/": "TM-7.10",
    "favor/": "TM-7.11",
    "town/": "TM-6.6",
    "vp/": "TM-4.4",
    "figure/": "TM-4.3",
    "bowls/": "TM-4.3",
    "levels/": "TM-7.5",
    "built/": "TM-7.8",
    "priests/": "TM-4.3",
    "own/": "TM-7.6",
    "own/card": "TM-7.10",
    "own/town": "TM-6.6",
}


def _owner(state: State, names: Sequence[str], player: Player) -> str:
    return f"{player.rules.name} of {seat_name(names, player.seat)}"


def _structure(state: State, names: Sequence[str], name: str) -> str:
    h = state.board.numbers[name]
    if state.owner[h] == NOBODY:
        return ""
    owner, kind = state.players[state.owner[h]], state.kind[h]
    town = "; part of a town" if state.in_town[h] else ""
    if kind == LANDSCAPE:
        return f"{name}: {LANDSCAPES[owner.faction].name}, {_owner(state, names, owner)}{town}"
    value = f"power value {power_value(owner, kind)}"
    return f"{name}: {wording.plain(kind)}, {_owner(state, names, owner)}; {value}{town}"


def _cult(state: State, names: Sequence[str], rest: str) -> str:
    track, seat = map(int, rest.split("/"))
    player = state.players[seat]
    space = player.cults[track]
    key = f"; space {TOP} takes a key" if space < TOP else ""
    return f"{CULTS[track]} cult: {_owner(state, names, player)} on space {space}{key}"


def _order(state: State, names: Sequence[str], rest: str) -> str:
    track, place = map(int, rest.split("/"))
    steps = COMPONENTS.cult[track].order_spaces[place]
    return f"order of {CULTS[track]}: a priest sent here brings {count(steps, 'step')} and stays"


def _scoring(state: State, names: Sequence[str], rest: str) -> str:
    round_, _, tile = rest.partition("/")
    if tile not in SCORING_TILES:
        return f"the scoring tile of round {round_} is not drawn yet"
    scores, bonus = wording.scoring(tile, int(round_))
    return f"round {round_}: {scores}; at its end {bonus}"


def _action(state: State, names: Sequence[str], name: str) -> str:
    action = POWER_ACTIONS[name]
    taken = "; taken in this round" if name in state.used else "; free"
    return f"power action: {wording.amounts(action.gain)} for {action.cost['power']} power{taken}"


def _card(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.card(name)
    holder = next((player for player in state.players if player.bonus_card == name), None)
    where = f"taken by {_owner(state, names, holder)}" if holder else f"with {count(state.bonus_pool[name], 'coin')}"
    return f"bonus card: {'; '.join(filter(None, (head, below)))}; {where}"


def _favor(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.favor(name)
    holders = [player.rules.name for player in state.players if name in player.favor_tiles]
    held = f"; taken by {', '.join(holders)}" if holders else ""
    return f"favor tile: {'; '.join(filter(None, (head, below)))}; {state.favor_pool.get(name, 0)} left{held}"


def _town(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.town(name)
    return f"town tile: {'; '.join(filter(None, (head, below)))}; {state.town_pool.get(name, 0)} left"


def _vp(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    return f"{player.vp} VP, {_owner(state, names, player)}"


def _figure(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, name = rest.partition("/")
    player = state.players[int(seat)]
    shown = player.bridges_left if name == "bridges left" else getattr(player, name.removesuffix("s"))
    return f"{shown} {name}, {_owner(state, names, player)}"


def _bowls(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    bowls = f"{player.bowl1} in bowl I, {player.bowl2} in bowl II, {player.bowl3} in bowl III"
    return f"power of {_owner(state, names, player)}: {bowls}"


def _levels(state: State, names: Sequence[str], seat: str) -> str:
    return f"shipping and exchange of {_owner(state, names, state.players[int(seat)])}"


def _built(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, kind = rest.partition("/")
    player, building = state.players[int(seat)], BUILDINGS[kind]
    cost = player.rules.building(kind).cost
    price = f"; another costs {wording.amounts(cost)}" if cost and player.built[kind] < building.supply else ""
    return f"{wording.plain(kind)}: {player.built[kind]} of {building.supply}, {_owner(state, names, player)}{price}"


def _priests(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    there = f"{count(player.priests_on_orders, 'priest')} on orders, of {player.priest_limit}"
    return f"{there}, {_owner(state, names, player)}"


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "on": _structure,
    "cult": _cult,
    "order": _order,
    "scoring": _scoring,
    "action": _action,
    "card": _card,
    "favor": _favor,
    "town": _town,
    "vp": _vp,
    "figure": _figure,
    "bowls": _bowls,
    "levels": _levels,
    "built": _built,
    "priests": _priests,
}
