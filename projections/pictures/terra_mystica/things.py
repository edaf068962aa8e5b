"""What the things in the picture of Terra Mystica are: whose, what they cost and bring.

The words depend only on what is drawn at a spot, as they are renewed when it looks different.
"""

from collections.abc import Callable, Sequence

from engine.games.terra_mystica.actions import owned_actions
from engine.games.terra_mystica.components import (
    BUILDINGS,
    COMPONENTS,
    CULTS,
    FACTIONS,
    GAME,
    LANDSCAPE,
    LANDSCAPES,
    POWER_ACTIONS,
    TOP,
    WHEEL_SIZE,
)
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.state import NOBODY, Player, State
from events.problems import count
from projections.pictures.sheet import seat_name
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.look import TERRAIN_NAMES
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


def _owner(state: State, names: Sequence[str], player: Player) -> str:
    return f"{player.rules.name} of {seat_name(names, player.seat)}"


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
    if not rest:
        return _order_of(state, names, rest)
    track, place = map(int, rest.split("/"))
    steps = COMPONENTS.cult[track].order_spaces[place]
    return f"order of {CULTS[track]}: a priest sent here brings {count(steps, 'step')} and stays"


def _order_of(state: State, names: Sequence[str], rest: str) -> str:
    passed = [state.players[seat] for seat in this_round(state) if not state.playing(seat)]
    gone = (
        f"; passed: {_listed(names, [player.seat for player in passed])}" if state.phase == "action" and passed else ""
    )
    return f"turn order of this round: {_listed(names, this_round(state))}{gone}"


def _next(state: State, names: Sequence[str], rest: str) -> str:
    known = following(state)
    return f"turn order of the next round: {_listed(names, known) if known else 'not known yet'}"


def _listed(names: Sequence[str], seats: Sequence[int]) -> str:
    return ", ".join(seat_name(names, seat) for seat in seats)


def _offer(state: State, names: Sequence[str], number: str) -> str:
    offer = next(each for each in state.offers if each.id == int(number))
    giver, receiver = (_owner(state, names, state.players[seat]) for seat in (offer.giver, offer.receiver))
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
    return f"also scored at the end: {wording.plain(known.id)}, {' / '.join(map(str, known.vp))} VP"


def _action(state: State, names: Sequence[str], name: str) -> str:
    action = POWER_ACTIONS[name]
    taken = "; taken in this round" if name in state.used else "; free"
    return f"power action: {wording.amounts(action.gain)} for {action.cost['power']} power{taken}"


def _card(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.card(name)
    holder = next((player for player in state.players if player.bonus_card == name), None)
    where = f"taken by {_owner(state, names, holder)}" if holder else f"with {count(state.bonus_pool[name], 'coin')}"
    return f"bonus card: {_joined(head, below)}; {where}"


def _favor(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.favor(name)
    holders = [player.rules.name for player in state.players if name in player.favor_tiles]
    held = f"; taken by {', '.join(holders)}" if holders else ""
    return f"favor tile: {_joined(head, below)}; {state.favor_pool.get(name, 0)} left{held}"


def _town(state: State, names: Sequence[str], name: str) -> str:
    head, below = wording.town(name)
    return f"town tile: {_joined(head, below)}; {state.town_pool.get(name, 0)} left"


def _faction(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    return _owner(state, names, player) if player.faction else f"{seat_name(names, int(seat))} has no faction yet"


def _standing(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    found = [*wording.owed(player), *wording.due(state, player)] or wording.standing(state, player)
    return f"{seat_name(names, int(seat))}{', ' if found else ''}{', '.join(found)}"


def _income(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    income = {} if state.round == GAME.rounds else income_of(player)
    found = wording.amounts({what: n for what, n in income.items() if n})
    return f"next income of {_owner(state, names, player)}: {found or 'none'}"


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


def _level(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, name = rest.partition("/")
    player = state.players[int(seat)]
    owner = _owner(state, names, player)
    if name == "shipping":
        return f"{_reach(player)}, {owner}"
    track = player.rules.exchange
    if not track.rate:
        return f"no spades, {owner}"
    rate = wording.amount(track.rate[min(player.exchange, len(track.rate) - 1)], track.pay)
    step = f"; a step costs {wording.amounts(track.cost)} and brings {track.vp} VP" if _exchanges(player) else ""
    return f"a spade costs {rate}, {owner}{step}"


def _exchanges(player: Player) -> bool:
    return player.exchange < player.rules.exchange.max


def _reach(player: Player) -> str:
    """How far a player's ships or carpets go, and what the next step costs and brings."""
    track, flight = player.rules.shipping, player.rules.carpet
    if flight is not None:
        return f"carpet flights skip {count(player.carpet_range, 'hex', 'hexes')}"
    if not track.max:
        return "no shipping"
    shown = f"shipping {player.shipping} of {track.max}"
    if player.shipping == track.max:
        return shown
    vp = track.vp[player.shipping]
    return f"{shown}; a step costs {wording.amounts(track.cost)} and brings {vp} VP"


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


def _own(state: State, names: Sequence[str], rest: str) -> str:
    what, _, seat = rest.rpartition("/")
    player = state.players[int(seat)]
    return f"{_held(state, player, *what.split('/'))}, {_owner(state, names, player)}"


def _held(state: State, player: Player, what: str, which: str = "") -> str:
    """A card, a tile or an action: what it is, and what it brings."""
    if what == "card":
        if player.bonus_card is None:
            return "no bonus card"
        return f"bonus card: {_joined(*wording.card(player.bonus_card))}"
    if what == "favor":
        return f"favor tile: {_joined(*wording.favor(which))}"
    if what == "town":
        return f"town tile: {_joined(*wording.town(player.town_tiles[int(which)]))}"
    if what == "landscape":
        place = "not placed" if player.landscape == NOBODY else f"on {state.board.names[player.landscape]}"
        return f"landscape: {LANDSCAPES[player.faction].name}, {place}"
    if what == "lands":
        return " ".join(wording.lands(player) or ())
    built = "" if what in owned_actions(player) else "; comes with the stronghold"
    used = "; used in this round" if f"{what}/{player.seat}" in state.used else ""
    return f"action: {wording.action(what, player)}{built}{used}"


def _joined(head: str, below: str) -> str:
    return "; ".join(filter(None, (head, below)))


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "hex": _hex,
    "on": _structure,
    "next": _next,
    "offer": _offer,
    "lot": _lot,
    "final": _final,
    "faction": _faction,
    "standing": _standing,
    "income": _income,
    "own": _own,
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
    "level": _level,
    "built": _built,
    "priests": _priests,
}
