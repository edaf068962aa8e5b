"""A sensible policy for self-play: it looks one step ahead with a few numbers, and draws among ties.

Values are in tenths of a meeple. Plays that move meeples are tried out on a copy of the position; a nature card, of
which there are many, is judged by the cities next to its cell.
"""

from collections.abc import Callable
from typing import Any

from engine.games.gaia.board import count_needs, neighbours_of, place_of
from engine.games.gaia.cards import hand_size
from engine.games.gaia.components import CONSTANTS, LIFE, NATURE, POWER, TERRAIN_OF_CARD
from engine.games.gaia.drawing import draw_exhausted
from engine.games.gaia.hunting import hunt
from engine.games.gaia.playing import play_animals, play_city
from engine.games.gaia.power import pass_protection, play_power
from engine.games.gaia.queries import placed
from engine.games.gaia.state import NOBODY, State
from engine.snapshot import fork
from events.vocabulary import gaia as events

OWN, OTHERS, LEAST = 100, 30, -(10**9)
Judge = Callable[[State, int, Any], int]


def worth(state: State, seat: int | None, event: Any) -> int:
    """What an action is worth to its actor."""
    return LEAST if seat is None else _JUDGES[type(event)](state, seat, event)


def _gained(before: State, after: State, seat: int) -> int:
    """What a change is worth to a seat: its meeples placed, less a share of the others'; a win is worth most."""
    if after.reason and after.ranking[0] == seat:
        return 100 * OWN
    value = OWN * (placed(after, seat) - placed(before, seat))
    for other in range(len(after.players)):
        if other != seat:
            value -= OTHERS * (placed(after, other) - placed(before, other))
    return value


def _tried(decide: Any) -> Judge:
    def judge(state: State, seat: int, event: Any) -> int:
        after = fork(state)
        decide(after, seat, event)
        if after.awaiting == "protection":
            pass_protection(after, None, events.PassProtection())
        return _gained(state, after, seat)

    return judge


def _power(state: State, seat: int, event: events.PlayPower) -> int:
    """A power card that gains nothing is kept, unless the hand is full of them or it counts for an objective."""
    open_objective = any(
        each.id.startswith("objective_power") and each.claimed_by == NOBODY for each in state.objectives
    )
    return _tried(play_power)(state, seat, event) + (25 if open_objective else 5)


def _nature(state: State, seat: int, event: events.PlayNature) -> int:
    """Cities that the tile serves, objectives that the card serves, and sites for the cities in one's hand."""
    value = 20 + 15 * _towards_objectives(state, seat, event.terrain)
    player, catalogue = state.players[seat], state.catalogue
    near = [place for cell in neighbours_of(event.cell) if (place := place_of(state, cell)) >= 0]
    for city in state.cities:
        if city.place in near and _wanted(state, city.card, city.place, event.terrain):
            full = city.satisfied == CONSTANTS.needs_per_city - 1
            value += OWN * (1 + full if state.advanced else not city.meeples[seat])
    for name in player.known:
        card = catalogue.cities.get(name)
        if card is None:
            continue
        if event.terrain in card.site:
            value += 5 * len(near)
        for place in near:
            tile = state.tiles[place]
            if not tile.city and tile.terrain in card.site and _wanted(state, name, place, event.terrain):
                value += 25
    return value


def _wanted(state: State, card: str, place: int, terrain: str) -> bool:
    """Whether a city at a place lacks a terrain that it needs."""
    for needed, number in state.catalogue.cities[card].icons:
        if needed == terrain:
            offered = [state.tiles[near] for near in state.near[place]]
            return sum(tile.terrain == terrain and not tile.city for tile in offered) < number
    return False


def _towards_objectives(state: State, seat: int, terrain: str) -> int:
    """How much closer a nature card brings the nearest objective; 8 if it completes one."""
    played = state.players[seat].played_nature
    best = 0
    for each in state.objectives:
        needs = state.catalogue.objectives[each.id]
        missing = {t: number - played.count(t) for t, number in needs.items() if number > played.count(t)}
        if each.claimed_by == NOBODY and missing.get(terrain):
            best = max(best, 8 if sum(missing.values()) == 1 else 4 - min(sum(missing.values()), 3))
    return best


def _draw(state: State, seat: int, event: Any) -> int:
    """A card of a kind that the hand lacks; the row rather than the deck if it shows something useful."""
    player = state.players[seat]
    if hand_size(player) == CONSTANTS.hand_limit:
        return 0
    piles = [state.catalogue.pile[card] for card in player.known]
    value = 30 - 8 * piles.count(event.pile) + {LIFE: 8, NATURE: 4, POWER: 0}[event.pile]
    return (
        value + _useful(state, seat, state.row[event.pile][event.slot]) if isinstance(event, events.DrawRow) else value
    )


def _useful(state: State, seat: int, card: str) -> int:
    """A rough worth of holding a card."""
    if card in TERRAIN_OF_CARD:
        terrain = TERRAIN_OF_CARD[card]
        return -10 if not state.stock[terrain] else 6 * _towards_objectives(state, seat, terrain) - 6
    if card in state.catalogue.cities:
        definition = state.catalogue.cities[card]
        free = [p for p, tile in enumerate(state.tiles) if not tile.city and tile.terrain in definition.site]
        return 10 * max((count_needs(state, definition, place) for place in free), default=0)
    return 5


def _discard(state: State, seat: int, event: events.DiscardCard) -> int:
    return 0 if event.card is None else -_useful(state, seat, event.card)


def _hunt(state: State, seat: int, event: events.Hunt) -> int:
    """Losing a need is worse than not eating; otherwise food is best taken from the largest herd."""
    if event.tile is None:
        return 5
    tokens = state.tiles[place_of(state, event.tile)].animals
    return _tried(hunt)(state, seat, event) + tokens


def _protect(state: State, seat: int, event: events.Protect) -> int:
    """Protection is worth what the power card would cost."""
    after = fork(state)
    pass_protection(after, None, events.PassProtection())
    return -_gained(state, after, seat) - 20


def _keep(state: State, seat: int, event: events.TornadoKeep) -> int:
    card = next(taken.card for taken in state.taken if taken.giver == event.giver)
    return 0 if card is None else _useful(state, seat, card)


def _worth_nothing(state: State, seat: int, event: Any) -> int:
    return 0


_JUDGES: dict[type, Judge] = {
    events.Hunt: _hunt,
    events.DrawRow: _draw,
    events.DrawDeck: _draw,
    events.PlayNature: _nature,
    events.PlayAnimals: _tried(play_animals),
    events.PlayCity: _tried(play_city),
    events.PlayPower: _power,
    events.DrawExhausted: _tried(draw_exhausted),
    events.DiscardCard: _discard,
    events.Protect: _protect,
    events.PassProtection: _worth_nothing,
    events.TornadoKeep: _keep,
    events.ClaimObjective: lambda state, seat, event: 0 if event.objective is None else OWN,
}
