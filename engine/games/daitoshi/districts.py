"""Districts: expanding, renovating, electrifying (DA-7.44 to DA-7.47)."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from engine.chance import Outcome
from engine.clause import Violation
from engine.games.daitoshi.actions import ActionRule, Need, action
from engine.games.daitoshi.components import CONSTANTS, EXPAND_COST, HEX_SLOTS, OUTER_RINGS, RINGS, TYPES
from engine.games.daitoshi.figures import check_wealth, discard_hex, pay
from engine.games.daitoshi.items import Context, DepositAsked, DistrictDraw, TurnTile
from engine.games.daitoshi.queries import built, district_tile
from engine.games.daitoshi.resolving import ask, question, resolve, step
from engine.games.daitoshi.state import HEXES, Player, State, Tile
from engine.games.daitoshi.tiles import draw, drawn_tile
from engine.games.daitoshi.wilderness import gain_conflict_reward
from engine.games.daitoshi.workshops import clear_tile
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import DepositHexes, DistrictTileDrawn, Electrify, Expand, Renovate
from events.vocabulary.daitoshi.effects import Effects

DEPOSITED, ELECTRIFIED = Context("conflict_reward"), Context("electrify_reward")


# Expanding.


def can_be_built(state: State, slice: int, ring: str) -> bool:
    """DA-7.44: whether a space can be built: unbuilt and, if outer, behind a built middle space."""
    place = state.slices[slice]
    return getattr(place, ring) is None and (ring == "middle" or place.middle is not None)


def check_expand(state: State, player: Player, event: Expand) -> None:
    """DA-7.44: check that the space can be built."""
    if not 0 <= event.slice < len(state.slices) or event.ring not in OUTER_RINGS:
        raise Violation("DA-7.44", slice=event.slice, ring=event.ring)
    if not can_be_built(state, event.slice, event.ring):
        there = [ring for ring, _ in built(state, event.slice)]
        raise Violation("DA-7.44", slice=event.slice, ring=event.ring, built=there)


def need_of_expand(state: State, event: Expand) -> Need:
    """DA-7.44, DA-3.6: building materials, and hexes from the record."""
    return Need("building", EXPAND_COST[event.ring], hexes=HEX_SLOTS[event.ring])


def offered_spaces(state: State, player: Player, budget: int) -> Iterator[tuple[dict[str, Any], Need]]:
    """DA-7.44: every space that can be built."""
    for ring in OUTER_RINGS:
        if EXPAND_COST[ring] <= budget:
            need = Need("building", EXPAND_COST[ring], hexes=HEX_SLOTS[ring])
            for slice in range(len(state.slices)):
                if can_be_built(state, slice, ring):
                    yield {"slice": slice, "ring": ring}, need


def expand(book: Book, state: State, player: Player, event: Expand) -> None:
    """DA-7.44: pay, then draw the tile."""
    cost = EXPAND_COST[event.ring]
    pay(book, player, "building", cost, check_wealth(player, "building", cost, event.pay_wealth), "expand")
    player.stack.append(DistrictDraw(None, event.slice, event.ring))


legal_expansions = action(
    ActionRule("expand", "expand_or_renovate", Expand, "building", check_expand, need_of_expand, offered_spaces, expand)
)


def drawing(state: State, item: DistrictDraw) -> Outcome:
    """DA-8.1: any tile of the ring's stack."""
    return drawn_tile(state, DistrictTileDrawn, item.ring, ring=item.ring)


def district_tile_drawn(book: Book, state: State, player: Player, item: DistrictDraw, event: DistrictTileDrawn) -> None:
    """DA-7.44: the tile is built, not electrified; then hexes are deposited."""
    draw(state, item.ring, (event.tile,), event.defs)
    player.stack.pop()
    setattr(state.slices[item.slice], item.ring, Tile(event.tile))
    enter(book, player, "expanded", 1, item.ring)
    ask(book, state, player, DepositAsked(player.seat, item.slice, item.ring))


def deposit_answers(state: State, player: Player, item: DepositAsked) -> Iterator[DepositHexes]:
    """DA-7.45: every order of hexes that the record holds."""
    for hexes in product(TYPES, repeat=HEX_SLOTS[item.ring]):
        if all(getattr(player, HEXES[hex]) >= hexes.count(hex) for hex in hexes):
            yield DepositHexes(hexes)


@question(DepositAsked, "DA-7.45", deposit_answers)
def deposit_hexes(book: Book, state: State, player: Player, item: DepositAsked, answer: DepositHexes) -> bool:
    """DA-7.45: the hexes go to the tile, and their conflict rewards are gained."""
    tile: Tile = getattr(state.slices[item.slice], item.ring)
    tile.hexes = answer.hexes
    gained: Effects = ()
    for hex in answer.hexes:
        enter(book, player, HEXES[hex], -1, "deposit")
        gained += state.catalogue.wilderness[hex].conflict
    return resolve(book, state, player, gained, DEPOSITED)


# Renovating.


def check_renovate(state: State, player: Player, event: Renovate) -> None:
    """DA-7.46: check that the event names a hex type."""
    if event.hex not in TYPES:
        raise Violation("DA-7.46", hex=event.hex)


def need_of_renovate(state: State, event: Renovate) -> Need:
    """DA-7.46: the cost, and a hex from the record."""
    return Need("building", CONSTANTS.renovate_cost, hex=event.hex)


def offered_hexes(state: State, player: Player, budget: int) -> Iterator[tuple[dict[str, Any], Need]]:
    """DA-7.46: every hex type."""
    if CONSTANTS.renovate_cost <= budget:
        for hex in TYPES:
            yield {"hex": hex}, Need("building", CONSTANTS.renovate_cost, hex=hex)


def renovate(book: Book, state: State, player: Player, event: Renovate) -> None:
    """DA-7.46: pay; the hex is discarded for its conflict reward."""
    cost = CONSTANTS.renovate_cost
    pay(book, player, "building", cost, check_wealth(player, "building", cost, event.pay_wealth), "renovate")
    discard_hex(book, state, player, event.hex, "renovate")
    enter(book, player, "renovated", 1, event.hex)
    gain_conflict_reward(book, state, player, event.hex, 1, DEPOSITED)


legal_renovations = action(
    ActionRule(
        "expand", "expand_or_renovate", Renovate, "building", check_renovate, need_of_renovate, offered_hexes, renovate
    )
)


# Electrifying.


def check_electrify(state: State, player: Player, event: Electrify) -> None:
    """DA-7.47: check that the tile is built and not electrified."""
    if not 0 <= event.slice < len(state.slices) or event.ring not in RINGS:
        raise Violation("DA-7.47", slice=event.slice, ring=event.ring)
    tile: Tile | None = getattr(state.slices[event.slice], event.ring)
    if tile is None or tile.electrified:
        raise Violation("DA-7.47", slice=event.slice, ring=event.ring, tile=tile and tile.id, electrified=bool(tile))


def need_of_electrify(state: State, event: Electrify) -> Need:
    """DA-7.47: the tile's cost in energy."""
    return Need("energy", district_tile(state, getattr(state.slices[event.slice], event.ring)).electrify_cost)


def offered_tiles(state: State, player: Player, budget: int) -> Iterator[tuple[dict[str, Any], Need]]:
    """DA-7.47: every tile that is not electrified."""
    for slice in range(len(state.slices)) if budget > 0 else ():
        for ring, tile in built(state, slice):
            if not tile.electrified and (cost := district_tile(state, tile).electrify_cost) <= budget:
                yield {"slice": slice, "ring": ring}, Need("energy", cost)


def electrify(book: Book, state: State, player: Player, event: Electrify) -> None:
    """DA-7.47: pay, gain the reward, turn the tile."""
    tile: Tile = getattr(state.slices[event.slice], event.ring)
    row = district_tile(state, tile)
    cost = row.electrify_cost
    pay(book, player, "energy", cost, check_wealth(player, "energy", cost, event.pay_wealth), "electrify")
    enter(book, player, "electrified", 1, event.ring)
    player.stack.append(TurnTile(event.slice, event.ring))
    context = Context(ELECTRIFIED.source, hexes=tile.hexes)
    resolve(book, state, player, row.electrify_reward, context)


legal_electrifications = action(
    ActionRule(
        "electrify", "electrify", Electrify, "energy", check_electrify, need_of_electrify, offered_tiles, electrify
    )
)


@step(TurnTile)
def turn_tile(book: Book, state: State, player: Player, frame: TurnTile) -> bool:
    """DA-7.47: after the reward, turn the tile; its worker returns to the supply, its hexes are discarded."""
    player.stack.pop()
    tile: Tile = getattr(state.slices[frame.slice], frame.ring)
    tile.electrified = True
    clear_tile(state, tile)
    for hex in tile.hexes:
        state.discard[hex] += 1
    tile.hexes = ()
    return True
