"""A policy for self-play that plays like a person who wants to win: it rates every decision and takes the best.

Values are in tenths of a victory point. They are judgements, not rules: nothing here determines what is legal.
"""

from collections.abc import Callable
from typing import Any

from engine.games.terra_mystica.buildings import has_neighbour, upgrade_cost
from engine.games.terra_mystica.choosing import factions_in_play
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    CULTS,
    FAVOR_TILES,
    GAME,
    LANDSCAPES,
    POWER_ACTIONS,
    POWER_AT,
    SCORING_TILES,
    TOP,
    TOWN_TILES,
    WHEEL_SIZE,
    Amounts,
)
from engine.games.terra_mystica.homes import HOMES, home_of
from engine.games.terra_mystica.ice import is_free, power_cost
from engine.games.terra_mystica.offers import gainable
from engine.games.terra_mystica.reach import by_land_and_ship
from engine.games.terra_mystica.rewards import round_vp
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.terraforming import always_two, spade_cost
from engine.games.terra_mystica.volcano import is_volcanic
from events.vocabulary import terra_mystica as events

NOISE, TASTE = 12, 60  # town tiles are worth about the same
WORTH_OF = {"coin": 4, "worker": 8, "priest": 15, "power": 4, "vp": 10, "spade": 30, "key": 5, "ship_step": 40}
NEVER = -1000
FINISH = 60


def _amounts(amounts: Amounts) -> int:
    """The worth of a table of resources; steps on cult tracks count like a coin each."""
    return sum(WORTH_OF.get(what, 5) * n for what, n in amounts.items())


def _left(state: State) -> int:
    """The rounds still to come: the fewer there are, the less long-term gains are worth."""
    return GAME.rounds - state.round


def _anything(worth: int) -> Callable[[State, Player, Any], int]:
    return lambda state, player, event: worth


# --- setup ----------------------------------------------------------------------------------------------------------


def _initial_dwelling(state: State, player: Player, event: events.PlaceInitialDwelling) -> int:
    """Close to one's own hexes and to others, surrounded by land that is easy to turn."""
    board = state.board
    h = board.numbers[event.hex]
    land = sum(4 - _wheel_distance(state, player, n) for n in board.neighbours[h])
    others = sum(state.owner[n] not in (NOBODY, player.seat) for n in board.neighbours[h])
    near = sum(bool(board.within[2][h] >> own & 1 or board.near[1][h] >> own & 1) for own in player.hexes)
    return 6 * land + 25 * others + 30 * near


def _home_terrain(state: State, player: Player, event: events.ChooseHomeTerrain) -> int:
    """The more hexes of the terrain, the better; fewer points for factions that could still join and want it."""
    wanted = HOMES[event.terrain]
    rivals = sum(faction.home == event.terrain for faction in factions_in_play(state.options))
    return sum(terrain == wanted for terrain in state.terrain) - rivals


# --- land -----------------------------------------------------------------------------------------------------------


def _wheel_distance(state: State, player: Player, h: int) -> int:
    """Spades to the home terrain; for the Fire & Ice factions, roughly the terrain they chose."""
    home, current = home_of(player), state.terrain[h]
    if home == current:
        return 0
    if current >= WHEEL_SIZE:
        return WHEEL_SIZE
    up = ((player.chosen if home >= WHEEL_SIZE else home) - current) % WHEEL_SIZE
    return max(1, min(up, WHEEL_SIZE - up))


def _dwelling_worth(state: State, player: Player, h: int) -> int:
    """What a dwelling on a hex is worth: VP now, workers later, towns, and access to more land."""
    favor = sum(FAVOR_TILES[tile].build_vp.get("dwelling", 0) for tile in player.favor_tiles)
    own = sum(state.owner[n] == player.seat for n in state.board.neighbours[h])
    others = sum(state.owner[n] not in (NOBODY, player.seat) for n in state.board.neighbours[h])
    return 45 + 10 * (round_vp(state, "dwelling") + favor) + 8 * _left(state) + 12 * min(own, 2) + 6 * min(others, 2)


def _dig(state: State, player: Player, event: events.Dig) -> int:
    """Worth it if a hex in reach needs exactly these spades and the dwelling can also be paid for."""
    if is_volcanic(player):
        return 60 + 8 * _left(state) if player.coin >= 2 and player.worker and player.built["dwelling"] < 8 else NEVER
    resource, rate = spade_cost(player)
    workers = player.worker - (rate * event.n if resource == "worker" else 0)
    cost = player.rules.dwelling.cost
    affordable = workers >= cost["worker"] and player.coin >= cost["coin"] and player.built["dwelling"] < 8
    spades = state.followup.spades + event.n
    mask = by_land_and_ship(state, player)
    best = NEVER
    for h in state.board.land:
        if mask >> h & 1 and state.owner[h] == NOBODY and _spades_needed(state, player, h) == spades:
            best = max(best, _dwelling_worth(state, player, h))
    if best == NEVER or not affordable:
        return NEVER
    spend = event.n * rate * WORTH_OF[resource]
    return best - spend + event.n * 10 * (round_vp(state, "spade") + player.rules.exchange.dig_vp) + 5


def _spades_needed(state: State, player: Player, h: int) -> int:
    distance = _wheel_distance(state, player, h)
    return 2 if distance and always_two(player) else distance


def _transform(state: State, player: Player, event: events.Transform) -> int:
    h = state.board.numbers[event.hex]
    if HOMES[event.terrain] != home_of(player):
        return 10 - _wheel_distance(state, player, h)
    placed = 40 + 40 * len(event.workshop) if event.landscape else 0
    return FINISH + _dwelling_worth(state, player, h) - 4 * event.spades + placed


def _upgrade(state: State, player: Player, event: events.UpgradeStructure) -> int:
    h = state.board.numbers[event.hex]
    base = {"trading_house": 40, "temple": 75, "stronghold": 70, "sanctuary": 80}[event.to]
    favor = sum(FAVOR_TILES[tile].build_vp.get(event.to, 0) for tile in player.favor_tiles)
    early = {"trading_house": 8, "temple": 12, "stronghold": 14, "sanctuary": 5}[event.to] * _left(state)
    cost = 0 if state.followup.free_trading_house else _amounts(upgrade_cost(state, player, h, event.to)) // 2
    lonely = 0 if has_neighbour(state, player, h) or event.to != "trading_house" else 25
    if event.to == "stronghold" and (player.rules.stronghold.actions or _awaits_landscape(state, player)):
        early += 30
    return base + early + 10 * (round_vp(state, event.to) + favor) - cost - lonely


def _awaits_landscape(state: State, player: Player) -> bool:
    """Whether a landscape needs the stronghold."""
    landscape = LANDSCAPES.get(player.faction)
    wanted = landscape is not None and player.landscape == NOBODY and "stronghold" in landscape.requires
    return wanted and state.options.landscapes


def _bridge(state: State, player: Player, event: events.PlaceBridge) -> int:
    ends = [state.owner[state.board.numbers[name]] for name in (event.hex, event.hex2)]
    return FINISH + 40 * ends.count(player.seat)


# --- resources ------------------------------------------------------------------------------------------------------


def _burn(state: State, player: Player, event: events.BurnPower) -> int:
    """Worth it if exactly this amount is missing for an available power action."""
    if not state.actions_left:
        return NEVER
    reached = player.bowl3 + event.n
    wanted = {
        power_cost(player, each)
        for name, each in POWER_ACTIONS.items()
        if _useful(name) and is_free(state, player, name)
    }
    return 45 - 6 * event.n if reached in wanted and event.n <= 4 else NEVER


def _useful(action: str) -> bool:
    return action != "power_bridge"


def _power_action(state: State, player: Player, event: events.PowerAction) -> int:
    if not _useful(event.action):
        return 5 if player.bridges_left and player.hexes else NEVER
    action = POWER_ACTIONS[event.action]
    return 25 + _amounts(action.gain) - 3 * power_cost(player, action)


def _special_action(state: State, player: Player, event: events.SpecialAction) -> int:
    if event.action.startswith("shapeshift"):
        return _shift(state, player, event)
    return 20 if event.action == "engineers_bridge" else 65


def _accept(state: State, player: Player, event: events.AcceptPower) -> int:
    offer = next(offer for offer in state.offers if offer.id == event.offer)
    gain = gainable(player, offer)
    if event.take == "coin":
        return 36
    return 30 + (5 + _left(state)) * gain - 10 * max(0, gain - 1)


# --- cults and tiles ------------------------------------------------------------------------------------------------


def _steps_worth(state: State, player: Player, track: int, steps: int) -> int:
    """The power on the way, the bonus of the round's tile, and the standing at the end."""
    old = player.cults[track]
    new = min(TOP if player.key and state.cult_top[track] == NOBODY else TOP - 1, old + steps)
    if new <= old:
        return -20
    power = sum(gain for space, gain in POWER_AT.items() if old < space <= new)
    ahead = sum(other.cults[track] >= new for other in state.players if other is not player)
    tile = SCORING_TILES[state.scoring[max(0, state.round - 1)]]
    rewarded = 0
    if tile.bonus_per.measure == CULTS[track] and _left(state):
        rewarded = _amounts(tile.bonus) * (new // tile.bonus_per.every - old // tile.bonus_per.every)
    return 6 * (new - old) + 4 * power + rewarded + (15 if ahead == 0 else 6 if ahead == 1 else 0)


def _send(state: State, player: Player, event: events.SendPriest) -> int:
    track = CULTS.index(event.cult)
    return 22 + _steps_worth(state, player, track, event.space) - (10 if event.space == 1 else 0)


def _favor(state: State, player: Player, event: events.ChooseFavorTile) -> int:
    tile = FAVOR_TILES[event.tile]
    later = 3 * _amounts(tile.income) * _left(state) // 4 + 40 * len(tile.build_vp) * (_left(state) + 1) // 2
    steps = sum(_steps_worth(state, player, CULTS.index(what), n) for what, n in tile.gain.items())
    towards_town = 40 if tile.town_power and _left(state) < 4 else 0
    return 2 * FINISH + later + steps + towards_town + (10 * _left(state) if tile.action else 0)


def _town(state: State, player: Player, event: events.ChooseTownTile) -> int:
    bonus = 50 if event.town_bonus == "vp" else 20 + _steps_worth(state, player, CULTS.index(event.town_bonus), 3)
    gain = TOWN_TILES[event.tile].gain
    steps = sum(_steps_worth(state, player, CULTS.index(what), n) for what, n in gain.items() if what in CULTS)
    resources = _amounts({what: n for what, n in gain.items() if what not in (*CULTS, "vp")})
    return 2 * FINISH + WORTH_OF["vp"] * gain.get("vp", 0) + steps + resources * (8 + 3 * _left(state)) // 8 + bonus


def _shift(state: State, player: Player, event: events.SpecialAction) -> int:
    """A change of home is seldom worth its price."""
    return 75 if player.shifts < 2 else -10


def _place(state: State, player: Player, event: events.PlaceLandscape) -> int:
    """The landscape is best placed next to the player's structures."""
    h = state.board.numbers[event.hex]
    near = (*state.board.neighbours[h], *state.board.banks[h])
    return FINISH + 60 + 20 * sum(state.owner[n] == player.seat for n in near)


def _unlock(state: State, player: Player, event: events.UnlockTerrain) -> int:
    reach, wanted = by_land_and_ship(state, player), HOMES[event.terrain]
    sites = sum(bool(reach >> h & 1) for h in state.board.land if state.terrain[h] == wanted and state.owner[h] < 0)
    return 2 * FINISH + 20 + 10 * sites - 15 * (len(player.unlocked) > 3)


def _pass(state: State, player: Player, event: events.Pass) -> int:
    if event.bonus_card is None:
        return 0
    card = BONUS_CARDS[event.bonus_card]
    return WORTH_OF["coin"] * state.bonus_pool[event.bonus_card] + _amounts(card.income) // 2 + 10 * bool(card.action)


WORTHS: dict[type, Callable[[State, Player, Any], int]] = {
    events.ChooseFaction: _anything(0),
    events.ChooseSide: _anything(0),
    events.NominateFaction: _anything(0),
    events.Bid: lambda state, player, event: 40 - 6 * event.amount,  # small steps
    events.ChooseHomeTerrain: _home_terrain,
    events.PlaceInitialDwelling: _initial_dwelling,
    events.ChooseInitialBonusCard: lambda state, player, event: _amounts(BONUS_CARDS[event.card].income),
    events.Convert: _anything(NEVER),
    events.BurnPower: _burn,
    events.FoundMermaidTown: _anything(3 * FINISH),
    events.OrdainPriests: lambda state, player, event: FINISH + 8 * event.n,
    events.Dig: _dig,
    events.Transform: _transform,
    events.PlaceLandscape: _place,
    events.BuildDwelling: lambda state, player, event: _dwelling_worth(state, player, state.board.numbers[event.hex]),
    events.AdvanceShipping: lambda state, player, event: 30 + 10 * player.shipping + 5 * _left(state),
    events.AdvanceExchange: lambda state, player, event: 35 + 9 * _left(state),
    events.UpgradeStructure: _upgrade,
    events.SendPriest: _send,
    events.PowerAction: _power_action,
    events.SpecialAction: _special_action,
    events.Pass: _pass,
    events.ChooseFavorTile: _favor,
    events.ChooseTownTile: _town,
    events.ChooseCultStep: lambda state, player, event: (
        FINISH + _steps_worth(state, player, CULTS.index(event.cult), player.cult_owed[0])
    ),
    events.LoseCult: lambda state, player, event: 2 * FINISH - player.cults[CULTS.index(event.cult)],
    events.BuyToken: _anything(45),
    events.UnlockTerrain: _unlock,
    events.TakePriest: _anything(2 * FINISH + 30),
    events.PlaceBridge: _bridge,
    events.Forfeit: _anything(-40),
    events.AcceptPower: _accept,
    events.DeclinePower: _anything(25),
    events.EndTurn: _anything(-20),
}
