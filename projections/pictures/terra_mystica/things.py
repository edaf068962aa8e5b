"""What the things in the picture of Terra Mystica are: whose, what they cost and bring.

The words depend only on what is drawn at a spot, as they are renewed when it looks different.
"""

from collections.abc import Callable, Sequence

from engine.games.terra_mystica.components import (
    BUILDINGS,
    COMPONENTS,
    CULTS,
    FACTIONS,
    LANDSCAPE,
    LANDSCAPES,
    POWER_ACTIONS,
    POWER_AT,
    TOP,
    WHEEL_SIZE,
)
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.state import NOBODY, State
from events.problems import count
from projections.pictures.sheet import seat_name
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.look import TERRAIN_NAMES
from projections.pictures.terra_mystica.mat_things import ON_MATS, cost_of, joined, whose
from projections.pictures.terra_mystica.places import places
from projections.pictures.terra_mystica.turns import following, this_round

__all__ = ["CLAUSES", "WORDS", "places"]

CLAUSES = {
    "hex/": "TM-7.3",
    "on/": "TM-7.8",
    "bridge/": "TM-6.3",
    "cult/": "TM-6.9",
    "order/": "TM-7.9",
    "order": "TM-6.8",
    "next": "TM-6.8",
    "offer/": "TM-6.5",
    "lot/": "TM-5.3",
    "scoring/": "TM-6.7",
    "final": "TM-16.1",
    "action/": "TM-7.7",
    "card/": "TM-7.10",
    "favor/": "TM-7.11",
    "town/": "TM-6.6",
    "faction/": "TM-5.3",
    "standing/": "TM-6.4",
    "vp/": "TM-4.4",
    "figure/": "TM-4.3",
    "income/": "TM-6.2",
    "bowls/": "TM-4.3",
    "level/": "TM-7.5",
    "built/": "TM-7.8",
    "priests/": "TM-4.3",
    "own/": "TM-7.6",
    "own/card": "TM-7.10",
    "own/favor": "TM-7.11",
    "own/town": "TM-6.6",
}


def _hex(state: State, names: Sequence[str], name: str) -> str:
    terrain = state.terrain[state.board.numbers[name]]
    if terrain not in range(WHEEL_SIZE):
        return f"{name}: {TERRAIN_NAMES[terrain]}"
    beside = " or ".join(TERRAIN_NAMES[(terrain + step) % WHEEL_SIZE] for step in (-1, 1))
    return f"{name}: {TERRAIN_NAMES[terrain]}; one spade makes it {beside}"


def _structure(state: State, names: Sequence[str], name: str) -> str:
    h = state.board.numbers[name]
    if state.owner[h] == NOBODY:
        return ""
    owner, kind = state.players[state.owner[h]], state.kind[h]
    town = "; part of a town" if state.in_town[h] else ""
    if kind == LANDSCAPE:
        return f"{name}: {LANDSCAPES[owner.faction].name}, {whose(state, names, owner)}{town}"
    value = f"power value {power_value(owner, kind)}"
    better = [each for each, building in BUILDINGS.items() if building.upgrade_from == kind]
    steps = "".join(f"; {wording.plain(each)} for {cost_of(owner.rules.building(each))}" for each in better)
    return f"{name}: {wording.plain(kind)}, {whose(state, names, owner)}; {value}{town}{steps}"


def _bridge(state: State, names: Sequence[str], ends: str) -> str:
    a, b = (state.board.numbers[end] for end in ends.split("-"))
    owner = next(each.owner for each in state.bridges if (each.a, each.b) == (a, b))
    return f"bridge {ends}, {whose(state, names, state.players[owner])}"


def _cult(state: State, names: Sequence[str], rest: str) -> str:
    track, seat = map(int, rest.split("/"))
    player = state.players[seat]
    space = player.cults[track]
    ahead = next(((at, power) for at, power in sorted(POWER_AT.items()) if at > space), None)
    more = f"; {ahead[1]} power at space {ahead[0]}" if ahead else ""
    key = f"; space {TOP} takes a key" if space < TOP else ""
    return f"{CULTS[track]} cult: {whose(state, names, player)} on space {space}{more}{key}"


def _order(state: State, names: Sequence[str], rest: str) -> str:
    if not rest:
        return _order_of(state, names, rest)
    track, place = map(int, rest.split("/"))
    steps = COMPONENTS.cult[track].order_spaces[place]
    return f"order of {CULTS[track]}: a priest sent here brings {count(steps, 'step')} and stays"


def _order_of(state: State, names: Sequence[str], rest: str) -> str:
    order = this_round(state)
    passed = [seat for seat in order if not state.playing(seat)] if state.phase == "action" else []
    gone = f"; passed: {_listed(names, passed)}" if passed else ""
    return f"turn order of this round: {_listed(names, order) or 'not drawn yet'}{gone}"


def _next(state: State, names: Sequence[str], rest: str) -> str:
    known = following(state)
    return f"turn order of the next round: {_listed(names, known) if known else 'not known yet'}"


def _listed(names: Sequence[str], seats: Sequence[int]) -> str:
    return ", ".join(seat_name(names, seat) for seat in seats)


def _offer(state: State, names: Sequence[str], number: str) -> str:
    offer = next(each for each in state.offers if each.id == int(number))
    giver, receiver = (whose(state, names, state.players[seat]) for seat in (offer.giver, offer.receiver))
    coin = ", or a coin instead" if offer.coin else ""
    what = f"offer {offer.id}: {offer.amount} power from {giver} to {receiver}"
    return f"{what}, for one VP less than is taken{coin}"


def _lot(state: State, names: Sequence[str], name: str) -> str:
    place = state.nominated.index(name)
    holder, bid = state.holders[place], state.bids[place]
    held = "no bid yet" if holder == NOBODY else f"{seat_name(names, holder)} bids {bid} VP"
    return f"{FACTIONS[name].name} in the auction: {held}"


def _scoring(state: State, names: Sequence[str], number: str) -> str:
    if int(number) > len(state.scoring):
        return f"the scoring tile of round {number} is not drawn yet"
    scores, bonus = wording.scoring(state.scoring[int(number) - 1], int(number))
    return f"round {number}: {scores}; at its end {bonus}"


def _final(state: State, names: Sequence[str], rest: str) -> str:
    known = next((each for each in COMPONENTS.final_scoring if each.id == state.final_tile), None)
    if known is None:
        return "the final scoring tile is not drawn yet"
    return f"also scored at the end: {wording.final(known.id)}, {' / '.join(map(str, known.vp))} VP"


def _action(state: State, names: Sequence[str], name: str) -> str:
    action = POWER_ACTIONS[name]
    taken = "; taken in this round" if name in state.used else "; free"
    return f"power action: {wording.amounts(action.gain)} for {action.cost['power']} power{taken}"


def _card(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.card(name)
    holder = next((player for player in state.players if player.bonus_card == name), None)
    where = f"taken by {whose(state, names, holder)}" if holder else f"with {count(state.bonus_pool[name], 'coin')}"
    return f"bonus card: {joined(head, below)}; {where}"


def _favor(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.favor(name)
    holders = [player.rules.name for player in state.players if name in player.favor_tiles]
    held = f"; taken by {', '.join(holders)}" if holders else ""
    return f"favor tile: {joined(head, below)}; {state.favor_pool.get(name, 0)} left{held}"


def _town(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.town(name)
    return f"town tile: {joined(head, below)}; {state.town_pool.get(name, 0)} left"


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "hex": _hex,
    "on": _structure,
    "bridge": _bridge,
    "next": _next,
    "offer": _offer,
    "lot": _lot,
    "final": _final,
    "cult": _cult,
    "order": _order,
    "scoring": _scoring,
    "action": _action,
    "card": _card,
    "favor": _favor,
    "town": _town,
} | ON_MATS
