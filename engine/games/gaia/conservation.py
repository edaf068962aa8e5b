"""The invariants of section 4.4: what must hold after every accepted event that leaves the game running."""

from collections.abc import Iterator

from engine.games.gaia.board import satisfied_now
from engine.games.gaia.cards import cards_of_pile, over_limit, piles_in_play
from engine.games.gaia.components import CONSTANTS, LIFE, NATURE, POWER, TILES
from engine.games.gaia.evaluation import FULL, TWO_MEEPLES
from engine.games.gaia.options import pile_totals
from engine.games.gaia.queries import city_label
from engine.games.gaia.state import City, State


def conservation(state: State) -> Iterator[str]:
    """The invariants that do not hold, in words."""
    yield from _meeples(state)
    yield from _tiles(state)
    yield from _cards(state)
    yield from _hands(state)
    yield from _connected(state)
    if not state.reason:
        for city in state.cities:
            yield from _city(state, city)


def _meeples(state: State) -> Iterator[str]:
    """GA-4.4.1, GA-4.4.8: the invariants of the meeples."""
    for seat, player in enumerate(state.players):
        on_cities = sum(city.meeples[seat] for city in state.cities)
        on_objectives = sum(objective.claimed_by == seat for objective in state.objectives)
        if player.supply + on_cities + on_objectives != state.total or player.supply < 0:
            placed = f"{player.supply} + {on_cities} + {on_objectives}"
            yield f"GA-4.4.1: seat {seat + 1} has {placed} of {state.total} meeples"
        if player.supply == 0 and not state.reason:
            yield f"GA-4.4.8: seat {seat + 1} has no supply and the game runs"


def _tiles(state: State) -> Iterator[str]:
    """GA-4.4.2, GA-4.4.3: the invariants of the tiles."""
    for terrain, number in TILES.items():
        on_board = sum(tile.terrain == terrain for tile in state.tiles)
        if state.stock[terrain] + on_board != number or state.stock[terrain] < 0:
            yield f"GA-4.4.2: {state.stock[terrain]} + {on_board} of {number} tiles {terrain}"
    tokens = sum(tile.animals for tile in state.tiles)
    if state.animal_stock + tokens != CONSTANTS.animal_tokens or state.animal_stock < 0:
        yield f"GA-4.4.3: {state.animal_stock} + {tokens} of {CONSTANTS.animal_tokens} animal tokens"
    covered = {city.founded_no: city.place for city in state.cities}
    if covered != {tile.city: place for place, tile in enumerate(state.tiles) if tile.city}:
        yield f"GA-4.2.3: cities and covered tiles differ ({covered})"
    if any(tile.city and tile.animals for tile in state.tiles):
        yield "GA-4.4.3: tokens on a covered tile"


def _cards(state: State) -> Iterator[str]:
    """GA-4.4.6, and that the cards counted as seen are those at known places (GA-4.5.5)."""
    totals = pile_totals(state.options)
    for pile in piles_in_play(state):
        hands = sum(cards_of_pile(state, player, pile) for player in state.players)
        row = sum(card != "" for card in state.row[pile])
        discarded = len(state.discard[pile]) + state.unknown_discards[pile]
        taken = sum(card.pile == pile for card in state.taken)
        played = {
            NATURE: sum(len(player.played_nature) for player in state.players),
            LIFE: len(state.cities),
            POWER: sum(len(player.played_power) for player in state.players),
        }[pile]
        found = state.deck_size[pile] + hands + row + discarded + taken + played
        if found != totals[pile]:
            yield f"GA-4.4.6: {found} of {totals[pile]} cards {pile}"
    for card, copies in state.catalogue.copies.items():
        there = at_known_places(state, card)
        if there != state.seen.get(card, 0) or there > copies:
            yield f"GA-4.5.5: {there} of {copies} {card} at known places, seen {state.seen.get(card, 0)}"


def _hands(state: State) -> Iterator[str]:
    """GA-7.4.1: hands exceed a limit only between draw and discard. GA-4.5.6: a complete log hides nothing."""
    for seat, player in enumerate(state.players):
        drawing = seat == state.active and state.awaiting in ("row_refill", "discard")
        if over_limit(state, player) and not drawing:
            yield f"GA-7.4.1: seat {seat + 1} has {player.known} and {player.unknown} unknown cards in hand"
        if min(player.unknown) < 0 or (any(player.unknown) and not state.public):
            yield f"GA-4.5.6: seat {seat + 1} has {player.unknown} unknown cards in hand"


def at_known_places(state: State, card: str) -> int:
    """GA-4.5.5: the copies of a card in rows, discards, tableaux and known hands, on the board, taken by a Tornado."""
    pile = state.catalogue.pile[card]
    known = sum(player.known.count(card) for player in state.players)
    played = sum(player.played_power.count(card) for player in state.players)
    if pile == NATURE:
        terrain = card.removeprefix("nature_")
        played = sum(player.played_nature.count(terrain) for player in state.players)
    elif pile == LIFE:
        played = sum(city.card == card for city in state.cities)
    taken = sum(each.card == card for each in state.taken)
    return known + played + taken + state.row[pile].count(card) + state.discard[pile].count(card)


def _connected(state: State) -> Iterator[str]:
    """GA-4.4.7: every grid is orthogonally connected."""
    left = set(range(len(state.tiles)))
    areas = {cell[:-2] for cell in state.cells}
    pieces = 0
    while left:
        pieces += 1
        edge = [left.pop()]
        while edge:
            near = left.intersection(state.near[edge.pop()])
            left -= near
            edge += near
    if pieces > len(areas):
        yield f"GA-4.4.7: {pieces} pieces in {len(areas)} grids"


def _city(state: State, city: City) -> Iterator[str]:
    """GA-4.4.4, GA-4.4.5; while somebody hunts, eaten tokens have not been evaluated yet."""
    now = satisfied_now(state, city)
    if now != city.satisfied and state.awaiting != "hunt":
        yield f"GA-4.4.4: {city_label(city)} has {now} needs met, {city.satisfied} stored"
    if not 1 <= city.satisfied <= FULL or (city.satisfied == 1) != (sum(city.meeples) == 0):
        yield f"GA-4.4.4: {city_label(city)} has {city.satisfied} needs met and meeples {city.meeples}"
    if not state.advanced:
        if max(city.meeples) > 1:
            yield f"GA-4.4.5: {city_label(city)} has two meeples of a colour"
        return
    expected = {1: 0, FULL: TWO_MEEPLES}.get(city.satisfied, 1)
    if sum(city.meeples) != expected or sum(number > 0 for number in city.meeples) > 1:
        yield f"GA-4.4.5: {city_label(city)} has {city.satisfied} needs met and meeples {city.meeples}"
