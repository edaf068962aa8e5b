"""Time Travel and the return of Warp tiles (AN-7.6.2 to AN-7.6.9)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony.anomaly import tiles_out
from engine.games.anachrony.components import WORKER, Amounts, PlantRange
from engine.games.anachrony.figures import add_active, use_powered
from engine.games.anachrony.items import Retrieving, Returning, Travelling
from engine.games.anachrony.queries import passives
from engine.games.anachrony.state import HIGHEST_STEP, Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import RetrieveWarp, ReturnWarp, TimeTravel


def plant_range(state: State, player: Player, printed: int) -> int:
    """AN-7.6.2: the range of a Power Plant, including the player's labs."""
    more: int = sum(effect.add for effect in passives(state, player, PlantRange))
    return printed + more


def eras(state: State, reach: int) -> range:
    """AN-7.6.3: the Eras that can be reached from the present one; none in Era 1."""
    return range(max(1, state.era - reach), state.era)


def legal_travels(state: State, seat: int) -> Iterator[TimeTravel]:
    """AN-7.6.3, AN-7.6.7: each Era that can be reached; not travelling is allowed only for a second journey."""
    item = head(state.agenda, Travelling)
    if item.optional:
        yield TimeTravel(None)
    yield from map(TimeTravel, eras(state, item.range))


def time_travel(state: State, seat: int, event: TimeTravel) -> Book:
    """AN-7.6.3: the Focus is set on the Era. Raises Violation AN-7.6.3 for one out of reach."""
    item, player, book = head(state.agenda, Travelling), state.players[seat], Book()
    if event.era is None:
        if not item.optional:
            raise Violation("AN-7.6.3", era=None, reach=list(eras(state, item.range)))
        state.agenda.pop()
        return book
    if event.era not in eras(state, item.range):
        raise Violation("AN-7.6.3", era=event.era, reach=list(eras(state, item.range)))
    state.agenda.pop()
    enter(book, player, "focus", event.era - player.focus, "time_travel")
    if item.times > 1:  # AN-7.6.7
        state.agenda.append(Travelling(seat, item.range, item.times - 1, item.retrieve, True))
    if item.retrieve:
        state.agenda.append(Retrieving(seat, event.era))
    return book


def can_repay(player: Player, repay: Amounts) -> bool:
    """AN-7.6.4, AN-10.2.1: whether a Warp tile can be repaid: goods, an exact Active Worker, a powered Exosuit."""
    for what, number in repay.items():
        if what in WORKER:
            held = player.active[WORKER[what]]
        elif what == "powered_exosuit":
            held = player.powered + player.powered_glitch
        else:
            held = getattr(player, what)
        if held < number:
            return False
    return True


def repay(book: Book, state: State, player: Player, tile: str) -> None:
    """AN-7.6.4: pay for a Warp tile, which comes back to the hand."""
    for what, number in state.tables.warp[tile].repay.items():
        if what in WORKER:
            add_active(book, player, WORKER[what], -number, tile)
        elif what == "powered_exosuit":
            use_powered(book, player, tile)
            enter(book, player, "exosuits", 1, tile)
        else:
            enter(book, player, what, -number, tile)
    player.warped[state.tables.warp_ids.index(tile)] = 0


def repayable(state: State, player: Player, era: int) -> list[str]:
    """AN-7.6.4: the player's Warp tiles on an Era that can be repaid."""
    if era not in player.warped:
        return []
    return [
        tile
        for tile, place in zip(state.tables.warp_ids, player.warped, strict=True)
        if place == era and can_repay(player, state.tables.warp[tile].repay)
    ]


def legal_retrievals(state: State, seat: int) -> Iterator[RetrieveWarp]:
    """AN-7.6.4: none, or each tile of the Era that can be repaid."""
    yield RetrieveWarp(None)
    yield from map(RetrieveWarp, repayable(state, state.players[seat], head(state.agenda, Retrieving).era))


def retrieve_warp(state: State, seat: int, event: RetrieveWarp) -> Book:
    """AN-7.6.4, AN-7.6.5, AN-11.4.6: repay a tile and take one step on the Time Travel track.

    Raises Violation AN-7.6.4 for a tile that is not there or cannot be repaid.
    """
    item, player, book = head(state.agenda, Retrieving), state.players[seat], Book()
    if event.tile is not None and event.tile not in repayable(state, player, item.era):
        raise Violation("AN-7.6.4", tile=event.tile, era=item.era, repayable=repayable(state, player, item.era))
    state.agenda.pop()
    if event.tile is not None:
        repay(book, state, player, event.tile)
        if player.time_travel_step < HIGHEST_STEP:
            enter(book, player, "time_travel_step", 1, event.tile)
    return book


def legal_returns(state: State, seat: int) -> Iterator[ReturnWarp]:
    """AN-7.6.9: none, or each of the player's tiles on the Timeline."""
    yield ReturnWarp(None)
    yield from map(ReturnWarp, tiles_out(state, state.players[seat]))


def return_warp(state: State, seat: int, event: ReturnWarp) -> Book:
    """AN-7.6.9, AN-7.7.3: a tile comes back unpaid, without a step; `none` stops. Raises Violation AN-7.6.9."""
    item, player = head(state.agenda, Returning), state.players[seat]
    if event.tile is not None and event.tile not in tiles_out(state, player):
        raise Violation("AN-7.6.9", tile=event.tile, on_timeline=tiles_out(state, player))
    state.agenda.pop()
    if event.tile is not None:
        player.warped[state.tables.warp_ids.index(event.tile)] = 0
        if item.left > 1:
            state.agenda.append(Returning(seat, item.left - 1))
    return []
