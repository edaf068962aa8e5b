"""What is conserved: the laws of section 3. Nothing appears, nothing is lost."""

from collections.abc import Iterator

from engine.games.terra_mystica.components import BUILDINGS, COMPONENTS, FAVOR_TILES, GAME, LANDSCAPE, TOWN_TILES
from engine.games.terra_mystica.figures import tokens
from engine.games.terra_mystica.homes import homes_of
from engine.games.terra_mystica.setup import bonus_cards_used
from engine.games.terra_mystica.state import NOBODY, Player, State


def conservation(state: State) -> Iterator[str]:
    """The laws that do not hold, in words."""
    for player in state.players:
        if player.faction:
            yield from _of_player(state, player)
    for tile, favor in FAVOR_TILES.items():
        held = sum(player.favor_tiles.count(tile) for player in state.players)
        if state.favor_pool[tile] + held != favor.count or state.favor_pool[tile] < 0:
            yield f"favor tile {tile}: {state.favor_pool[tile]} left, {held} held, {favor.count} exist (TM-3.1)"
    for tile, left in state.town_pool.items():
        held = sum(player.town_tiles.count(tile) for player in state.players)
        if left + held != TOWN_TILES[tile].count or left < 0:
            yield f"town tile {tile}: {left} left, {held} held, {TOWN_TILES[tile].count} exist (TM-3.1)"
    cards = len(state.bonus_pool) + sum(player.bonus_card is not None for player in state.players)
    if cards != (bonus_cards_used(state) if state.bonus_pool or state.round else cards):
        yield f"bonus cards: {cards} of {bonus_cards_used(state)} (TM-5.2.3)"
    yield from _of_orders(state)


def _of_player(state: State, player: Player) -> Iterator[str]:
    who = player.faction
    found, exist = tokens(player) + player.burnt, sum(player.rules.power) + player.tokens_gained
    if found != exist or min(player.bowl1, player.bowl2, player.bowl3) < 0:
        yield f"{who}: {found} power tokens of {exist} (TM-3.2)"
    keys = sum(TOWN_TILES[tile].keys for tile in player.town_tiles)
    tops = player.cults.count(GAME.cult_space_top)
    if player.key + tops != keys:
        yield f"{who}: {player.key} keys and {tops} spaces 10, but {keys} keys gained (TM-7.11.2.1, TM-6.9.5)"
    if min(player.vp, player.coin, player.worker, player.priest, player.key) < 0:
        yield f"{who}: a negative figure (TM-4.2)"
    if player.priest + player.priests_on_orders > player.priest_limit or player.priest_limit > GAME.priest_limit:
        yield f"{who}: more than {player.priest_limit} priests (TM-3.2)"
    for kind, building in BUILDINGS.items():
        on_board = sum(state.kind[h] == kind for h in player.hexes)
        if on_board != player.built[kind] or on_board > building.supply:
            counted = player.built[kind]
            yield f"{who}: {on_board} {kind} on the board, {counted} counted, {building.supply} exist (TM-3.2)"
    if (sum(state.kind[h] == LANDSCAPE for h in player.hexes) > 0) != (player.landscape != NOBODY):
        yield f"{who}: a landscape that is not where it was placed (TM-7.14.1)"
    if any(state.owner[h] != player.seat for h in player.hexes):
        yield f"{who}: a structure that is not theirs (TM-4.1)"
    if any(state.terrain[h] not in homes_of(player) for h in player.hexes if h != state.reef):
        yield f"{who}: a structure on other terrain than that of their home (TM-7.4.1)"
    bridges = sum(bridge.owner == player.seat for bridge in state.bridges)
    if bridges + player.bridges_left != GAME.bridge_limit:
        yield f"{who}: {bridges} bridges built, {player.bridges_left} left (TM-3.2)"


def _of_orders(state: State) -> Iterator[str]:
    spaces = sum(len(cult.order_spaces) for cult in COMPONENTS.cult)
    taken = sum(player.priests_on_orders for player in state.players)
    if sum(len(free) for free in state.order_spaces) + taken != spaces:
        yield f"order spaces: {taken} priests do not match the free spaces (TM-7.9)"
    for track, seat in enumerate(state.cult_top):
        tops = [player.seat for player in state.players if player.cults[track] == GAME.cult_space_top]
        if tops != ([] if seat == NOBODY else [seat]):
            there = [top + 1 for top in tops]
            yield f"space 10 of track {track}: seats {there} stand there, {seat + 1 or 'nobody'} is noted (TM-6.9.1)"
