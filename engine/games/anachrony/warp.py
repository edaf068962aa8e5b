"""The Warp phase (AN-6.5): tiles chosen in secret, resolved when all have chosen."""

from collections.abc import Iterator
from itertools import combinations

from engine.clause import Violation
from engine.games.anachrony.components import Amounts
from engine.games.anachrony.figures import gain
from engine.games.anachrony.items import Warping
from engine.games.anachrony.state import SLOTS, WARP, Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import ChooseWarp

MOST_TILES = 2


def begin(state: State) -> Book:
    """AN-6.5.1: every player chooses, in any order."""
    state.phase, state.due = WARP, "action"
    state.chosen = [None] * len(state.players)
    state.agenda += [Warping(seat) for seat in reversed(state.player_order)]
    return []


def in_hand(state: State, player: Player) -> list[str]:
    """The Warp tiles that are not on the Timeline."""
    return [tile for tile, era in zip(state.tables.warp_ids, player.warped, strict=True) if not era]


def legal_warps(state: State, seat: int) -> Iterator[ChooseWarp]:
    """AN-6.5.1, AN-7.10.3: none, one or two different tiles whose Workers can be paid for."""
    player = state.players[seat]
    tiles = in_hand(state, player)
    for number in range(MOST_TILES + 1):
        for chosen in combinations(tiles, number):
            if _water_after(state, player, chosen) >= 0:
                yield ChooseWarp(chosen)


def _water_after(state: State, player: Player, chosen: tuple[str, ...]) -> int:
    """AN-6.5.4: the Water left after the gain of Water and the payment of Workers."""
    warp = state.tables.warp
    return player.water + sum(
        warp[tile].gain.get("water", 0) - warp[tile].pay_on_warp.get("water", 0) for tile in chosen
    )


def choose_warp(state: State, seat: int, event: ChooseWarp) -> Book:
    """AN-6.5.1: choose in secret; when all have chosen, everything is resolved in player order (AN-6.5.2).

    Raises Violation AN-6.5.1 for tiles that are not in hand, AN-6.5.4 for Workers that cannot be paid for.
    """
    player, tiles = state.players[seat], event.tiles
    hand = in_hand(state, player)
    if len(tiles) > MOST_TILES or len(set(tiles)) < len(tiles) or any(tile not in hand for tile in tiles):
        raise Violation("AN-6.5.1", tiles=list(tiles), in_hand=hand)
    if _water_after(state, player, tiles) < 0:
        raise Violation("AN-6.5.4", tiles=list(tiles), water=player.water)
    state.agenda.remove(Warping(seat))
    state.chosen[seat] = tuple(sorted(tiles, key=state.tables.warp_ids.index))
    book = Book()
    if None not in state.chosen:
        for each in state.player_order:
            _resolve(book, state, state.players[each], state.chosen[each] or ())
        state.chosen = []
    return book


def _resolve(book: Book, state: State, player: Player, tiles: tuple[str, ...]) -> None:
    """AN-6.5.3, AN-6.5.5, AN-6.5.6: put the tiles on the present tile; Water is gained before Workers are paid for."""
    for tile in tiles:
        player.warped[state.tables.warp_ids.index(tile)] = state.era
    for tile in sorted(tiles, key=lambda tile: "water" not in state.tables.warp[tile].gain):
        row = state.tables.warp[tile]
        for what, number in row.pay_on_warp.items():
            enter(book, player, what, -number, tile)  # AN-6.5.8: without any discount
        _gain(book, state, player, row.gain, tile)


def _gain(book: Book, state: State, player: Player, give: Amounts, tile: str) -> None:
    if "powered_exosuit" not in give:
        gain(book, state, player, give, tile)
    elif player.exosuits:
        _power(book, state, player, tile)


def _power(book: Book, state: State, player: Player, tile: str) -> None:
    """AN-6.5.7: put an Exosuit from the supply on a slot with a Hex Unavailable tile, otherwise on a free one."""
    if state.options.warp_suit_on_glitch and player.powered_glitch < len(player.glitch):
        slot = "powered_glitch"
    elif player.powered < SLOTS - len(player.glitch):
        slot = "powered"
    else:
        return
    enter(book, player, "exosuits", -1, tile)
    enter(book, player, slot, 1, tile)


def plain_warp(state: State, event: ChooseWarp) -> ChooseWarp:
    """AN-7.10.3: the tiles in the order of the table."""
    order = state.tables.warp_ids
    return ChooseWarp(tuple(sorted(event.tiles, key=lambda tile: order.index(tile) if tile in order else -1)))
