"""Choosing favor tiles (TM-7.11.1) and town tiles (TM-7.11.2)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from engine.clause import Violation
from engine.games.terra_mystica.choosing import check_next
from engine.games.terra_mystica.components import CULTS, FAVOR_TILES, TOP, TOWN_TILES, TownTile
from engine.games.terra_mystica.cults import (
    advance,
    check_top_is_free,
    gain_keys,
    owes_a_loss,
    top_is_free,
    track_of,
)
from engine.games.terra_mystica.landscapes import steps_for_a_town, town_bonuses
from engine.games.terra_mystica.rewards import gain, round_vp
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.towns import check_all_towns
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import ChooseFavorTile, ChooseTownTile

FAVOR_STEPS = {
    name: [(CULTS.index(what), n) for what, n in tile.gain.items() if what in CULTS]
    for name, tile in FAVOR_TILES.items()
}
TOWN_GAINS = {
    name: {what: n for what, n in tile.gain.items() if what not in CULTS} for name, tile in TOWN_TILES.items()
}
"""What a town tile gives before its steps."""


def favor_can_be_taken(state: State, player: Player, tile: str) -> bool:
    """TM-7.11.1: whether the pool has the tile and the player does not."""
    return state.favor_pool[tile] > 0 and tile not in player.favor_tiles


def legal_favor_tiles(state: State, seat: int) -> Iterator[ChooseFavorTile]:
    """Every favor tile that can be taken."""
    player = state.players[seat]
    if not player.favors_owed:
        return
    for tile in FAVOR_TILES:
        if favor_can_be_taken(state, player, tile) and top_is_free(state, player, FAVOR_STEPS[tile], player.key):
            yield ChooseFavorTile(tile)


def choose_favor_tile(state: State, seat: int, event: ChooseFavorTile) -> Book:
    """TM-7.11.1: take a favor tile; its cult steps are taken immediately. TM-7.8.6: before or after town tiles.

    TM-11.38: if several are owed, each is taken separately.

    Raises Violation TM-7.11.1 if none is owed, none of that kind is left, or the player already has one.
    """
    if state.phase == "setup_favor":
        check_next(state, seat, "TM-16.2.4")
    else:
        check_active(state, seat)
    player = state.players[seat]
    if not player.favors_owed or event.tile not in FAVOR_TILES:
        raise Violation("TM-7.11.1", owed=player.favors_owed, tile=event.tile)
    if not favor_can_be_taken(state, player, event.tile):
        raise Violation(
            "TM-7.11.1", tile=event.tile, left=state.favor_pool[event.tile], owned=event.tile in player.favor_tiles
        )
    check_top_is_free(state, player, FAVOR_STEPS[event.tile], player.key)

    book: Book = []
    tile = FAVOR_TILES[event.tile]
    player.favors_owed -= 1
    state.favor_pool[event.tile] -= 1
    player.favor_tiles.append(event.tile)
    gain(book, state, player, tile.gain, event.tile)
    if tile.town_power:
        check_all_towns(state, player)
    return book


def legal_town_tiles(state: State, seat: int) -> Iterator[ChooseTownTile]:
    """Every town tile that may be taken, with every order of tracks that makes a difference: TM-7.11.2.4."""
    player = state.players[seat]
    if not player.towns_owed or owes_a_loss(state, player):
        return
    for name, tile in TOWN_TILES.items():
        if not state.town_pool.get(name):
            continue
        keys = player.key + tile.keys
        for bonus in town_bonuses(player):
            if not top_is_free(state, player, _town_steps(player, tile, (), bonus), keys):
                continue
            yield ChooseTownTile(name, town_bonus=bonus)
            for event in _orders_that_matter(state, player, tile):
                yield ChooseTownTile(name, event.track_order, event.hold_back, bonus)


def choose_town_tile(state: State, seat: int, event: ChooseTownTile) -> Book:
    """TM-7.11.2: first keys, then VP, resources and cult steps (TM-7.11.2.2), then scoring tile and faction gains.

    Raises Violation TM-7.11.2 if no tile is owed for a town or none of that kind is left, TM-16.4.2 while the Acolytes
    still owe a loss, and TM-7.11.2.4 for a `track_order` or TM-7.11.2.5 for a `hold_back` that decides nothing.
    """
    check_active(state, seat)
    player = state.players[seat]
    tile = TOWN_TILES.get(event.tile)
    if not player.towns_owed or tile is None or not state.town_pool.get(event.tile):
        raise Violation("TM-7.11.2", owed=player.towns_owed, tile=event.tile, left=state.town_pool.get(event.tile, 0))
    if owes_a_loss(state, player):
        raise Violation("TM-16.4.2", tile=event.tile, owed=player.loss_owed)
    order = _track_order(event)
    held_back = [track_of(cult) for cult in event.hold_back]
    if event.town_bonus not in town_bonuses(player):
        raise Violation("TM-7.14.8", town_bonus=event.town_bonus, possible=town_bonuses(player))
    ordered = ChooseTownTile(event.tile, event.track_order, event.hold_back)
    if (event.track_order or held_back) and ordered not in tuple(_orders_that_matter(state, player, tile)):
        clause = "TM-7.11.2.5" if held_back else "TM-7.11.2.4"
        raise Violation(clause, track_order=event.track_order, hold_back=event.hold_back, keys=player.key + tile.keys)
    steps = _town_steps(player, tile, held_back, event.town_bonus)
    check_top_is_free(state, player, steps, player.key + tile.keys)

    book: Book = []
    player.towns_owed -= 1
    state.town_pool[event.tile] -= 1
    player.town_tiles.append(event.tile)  # TM-7.11.2.6: the same kind may be taken twice
    gain_keys(book, state, player, tile.keys)
    gain(book, state, player, TOWN_GAINS[event.tile], "town_tile")
    _take_steps(book, state, player, tile, order, held_back)
    _found(book, state, player, event.town_bonus)
    return book


def _found(book: Book, state: State, player: Player, bonus: str) -> None:
    """TM-7.11.2.3: what a town gives through the round's tile (per town, not per key) and through the faction.

    TM-7.14.23, TM-11.33: a Breeding Ground town that has grown is founded again.
    """
    enter(book, player, "vp", round_vp(state, "town"), "scoring_tile")
    if bonus == "vp":
        gain(book, state, player, player.rules.on_town, "faction_town")
    else:
        advance(book, state, player, track_of(bonus), steps_for_a_town(player), "landscape")


def _take_steps(book: Book, state: State, player: Player, tile: TownTile, order: list[int], held: list[int]) -> None:
    """TM-7.11.2.4: the steps of the tile, track by track. TM-7.11.2.5: tracks that are held back stop at 9."""
    for track in order:
        steps = tile.gain.get(CULTS[track], 0)
        if track in held and player.cults[track] + steps >= TOP:
            steps = TOP - 1 - player.cults[track]
        if steps > 0:
            advance(book, state, player, track, steps, "town_tile")


def _track_order(event: ChooseTownTile) -> list[int]:
    """TM-7.11.2.4: the tracks named come first; the others follow in the order fire, water, earth, air."""
    named = [track_of(cult) for cult in event.track_order]
    return named + [track for track in range(len(CULTS)) if track not in named]


def _town_steps(player: Player, tile: TownTile, held_back: Sequence[int], bonus: str) -> list[tuple[int, int]]:
    """The steps that a town tile brings: those from late keys (TM-6.4.6), the tile's, and the Raven Cote's."""
    late = [(track, 1) for track in player.late_keys] if player.key + tile.keys >= len(player.late_keys) else []
    own = [(track, tile.gain[cult]) for track, cult in enumerate(CULTS) if cult in tile.gain and track not in held_back]
    if bonus == "vp":
        return late + own
    track, steps = CULTS.index(bonus), steps_for_a_town(player)
    return [*late, *own, (track, steps + sum(n for other, n in own if other == track))]


def _orders_that_matter(state: State, player: Player, tile: TownTile) -> Iterator[ChooseTownTile]:
    """TM-7.11.2.4, TM-11.7: which tracks come first, if there are too few keys for all those that could enter 10.

    TM-7.11.2.5: with `loose_key`, which of them end at 9.
    """
    keys = player.key + tile.keys
    lifted = player.late_keys if keys >= len(player.late_keys) else []  # lifted by the keys, before the steps: TM-6.4.6
    keys -= sum(state.cult_top[track] == NOBODY for track in lifted)
    able = [
        track
        for track, cult in enumerate(CULTS)
        if cult in tile.gain and player.cults[track] < TOP <= player.cults[track] + tile.gain[cult]
        if state.cult_top[track] == NOBODY and track not in lifted
    ]
    if 0 < keys < len(able):
        for chosen in permutations(able, keys):
            if list(chosen) != able[:keys] and list(chosen) == sorted(chosen):
                yield ChooseTownTile(tile.id, tuple(CULTS[track] for track in chosen))
    if state.options.loose_key and keys > 0:
        for n in range(1, len(able) + 1):
            for held in combinations(able, n):
                yield ChooseTownTile(tile.id, hold_back=tuple(CULTS[track] for track in held))
