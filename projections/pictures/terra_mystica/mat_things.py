"""What the things on the mats of Terra Mystica are: what a player has, what more of it costs and brings."""

from collections.abc import Callable, Sequence

from engine.games.terra_mystica.actions import owned_actions
from engine.games.terra_mystica.components import BUILDINGS, GAME, LANDSCAPES, FactionBuilding
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.state import NOBODY, Player, State
from events.problems import count
from projections.pictures.sheet import seat_name
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.mats import next_income


def whose(state: State, names: Sequence[str], player: Player) -> str:
    """A faction and whose it is."""
    return f"{player.rules.name} of {seat_name(names, player.seat)}"


def cost_of(column: FactionBuilding) -> str:
    """What a structure costs."""
    alone = column.alone_extra_coin
    return wording.amounts(column.cost) + (f" ({count(alone, 'coin')} more without neighbours)" if alone else "")


def joined(head: str, below: str) -> str:
    """The two parts of a wording, or the one that there is."""
    return "; ".join(filter(None, (head, below)))


def _faction(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    return whose(state, names, player) if player.faction else f"{seat_name(names, int(seat))} has no faction yet"


def _standing(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    found = [*wording.owed(player), *wording.due(state, player)] or wording.standing(state, player)
    return f"{seat_name(names, int(seat))}{', ' if found else ''}{', '.join(found)}"


def _income(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    income = {} if state.round == GAME.rounds else income_of(player)
    found = wording.amounts({what: n for what, n in income.items() if n})
    return f"next income of {whose(state, names, player)}: {found or 'none'}"


def _vp(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    return f"{player.vp} VP, {whose(state, names, player)}"


def _figure(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, name = rest.partition("/")
    player = state.players[int(seat)]
    shown = player.bridges_left if name == "bridges left" else getattr(player, name.removesuffix("s"))
    return f"{shown} {name}, {whose(state, names, player)}"


def _bowls(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    bowls = f"{player.bowl1} in bowl I, {player.bowl2} in bowl II, {player.bowl3} in bowl III"
    return f"power of {whose(state, names, player)}: {bowls}"


def _level(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, name = rest.partition("/")
    player = state.players[int(seat)]
    shown, step = _reach(player) if name == "shipping" else _spades(player)
    return f"{shown}, {whose(state, names, player)}{f'; a step costs {step}' if step else ''}"


def _spades(player: Player) -> tuple[str, str]:
    """What a spade costs, and what the next step of the track costs and brings."""
    track = player.rules.exchange
    if not track.rate:
        return "no spades", ""
    shown = f"a spade costs {wording.amount(track.rate[min(player.exchange, len(track.rate) - 1)], track.pay)}"
    if player.exchange >= track.max:
        return shown, ""
    return shown, f"{wording.amounts(track.cost)} and brings {track.vp} VP"


def _reach(player: Player) -> tuple[str, str]:
    """How far ships or carpets go, and what the next step of the track costs and brings."""
    track = player.rules.shipping
    if player.rules.carpet is not None:
        return f"carpet flights skip {count(player.carpet_range, 'hex', 'hexes')}", ""
    if not track.max:
        return "no shipping", ""
    shown = f"shipping {player.shipping} of {track.max}"
    if player.shipping == track.max:
        return shown, ""
    return shown, f"{wording.amounts(track.cost)} and brings {track.vp[player.shipping]} VP"


def _built(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, kind = rest.partition("/")
    player, building = state.players[int(seat)], BUILDINGS[kind]
    column, built = player.rules.building(kind), player.built[kind]
    more = ""
    if built < building.supply:
        brings = wording.amounts(next_income(column, built)) or "nothing"
        more = f"; another costs {cost_of(column)} and adds {brings} to the income"
    return f"{wording.plain(kind)}: {built} of {building.supply}, {whose(state, names, player)}{more}"


def _priests(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    there = f"{count(player.priests_on_orders, 'priest')} on orders, of {player.priest_limit}"
    return f"{there}, {whose(state, names, player)}"


def _own(state: State, names: Sequence[str], rest: str) -> str:
    what, _, seat = rest.rpartition("/")
    player = state.players[int(seat)]
    return f"{_held(state, player, *what.split('/'))}, {whose(state, names, player)}"


def _held(state: State, player: Player, what: str, which: str = "") -> str:
    """A card, a tile or an action: what it is, and what it brings."""
    if what == "card":
        if player.bonus_card is None:
            return "no bonus card"
        return f"bonus card: {joined(*wording.card(player.bonus_card))}"
    if what == "favor":
        return f"favor tile: {joined(*wording.favor(which))}"
    if what == "town":
        return f"town tile: {joined(*wording.town(player.town_tiles[int(which)]))}"
    if what == "landscape":
        place = "not placed" if player.landscape == NOBODY else f"on {state.board.names[player.landscape]}"
        return f"landscape: {LANDSCAPES[player.faction].name}, {place}"
    if what == "lands":
        return " ".join(wording.lands(player) or ())
    built = "" if what in owned_actions(player) else "; comes with the stronghold"
    used = "; used in this round" if f"{what}/{player.seat}" in state.used else ""
    return f"action: {wording.action(what, player)}{built}{used}"


ON_MATS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "faction": _faction,
    "standing": _standing,
    "vp": _vp,
    "figure": _figure,
    "income": _income,
    "bowls": _bowls,
    "level": _level,
    "built": _built,
    "priests": _priests,
    "own": _own,
}
"""The words for the spots of mats, by family."""
