"""Free Actions (AN-7.1.9, AN-7.2.4, AN-7.2.5), including those of leaders (AN-7.8.1, AN-7.8.7, AN-7.8.11)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.anachrony import anomaly, supply, tile_effects
from engine.games.anachrony.chameleon import can_copy
from engine.games.anachrony.components import WORKER, WORKERS, Amounts, LoseWorker, MainBoardAction
from engine.games.anachrony.costs import can_pay, discount, pay
from engine.games.anachrony.figures import add_active, add_tired
from engine.games.anachrony.items import Nested
from engine.games.anachrony.performing import can_perform
from engine.games.anachrony.placing import MAIN_BOARD, OWN, SUIT, placements
from engine.games.anachrony.queries import markers_free
from engine.games.anachrony.spaces import has_space
from engine.games.anachrony.state import Player, State
from engine.games.anachrony.superprojects import ACTIVE, TIRED, columns_to_pay
from engine.games.anachrony.tile_effects import NOBODY
from engine.ledger import Book, enter
from events.vocabulary.anachrony import FreeAction

FORCE, SUPPLY, LEADER = "force_workers", "supply", "leader"
HAULANI, VALERIAN, CARATACUS = "patriarch_haulani", "patron_valerian", "shepherd_caratacus"
OPENS = {HAULANI: OWN, VALERIAN: SUIT}
GAIN, RETURN = "gain", "return"
CARATACUS_WATER = 2
_NOBODY: list[str | None] = [None]


def spaces(state: State, player: Player) -> Iterator[str]:
    """AN-7.2.4: the Free Action spaces of a player."""
    yield FORCE
    if state.tables.boards[player.board].supply_mode == "free":
        yield SUPPLY
    if state.tables.leaders[player.leader].kind == "free_action":
        yield LEADER
    for name in dict.fromkeys(player.spots):
        if name and state.tables.tiles[name].mode == "free" and has_space(state, player, name):
            yield name


def is_there(state: State, player: Player, space: str) -> bool:
    """AN-7.2.4, AN-7.1.2: whether it is a Free Action space of a player."""
    tile = state.tables.tiles.get(space)
    return tile.mode == "free" and has_space(state, player, space) if tile else space in tuple(spaces(state, player))


def _cost(state: State, player: Player, space: str) -> Amounts:
    if space == SUPPLY:
        water = supply.supply_water(state, player)
        return {"water": water} if water else {}
    return state.tables.tiles[space].cost if space in state.tables.tiles else {}


def has_marker(state: State, player: Player, space: str) -> bool:
    """AN-7.1.9: whether a marker is available for the space, and the space has none."""
    if space in player.markers:
        return False
    return not state.options.path_marker_limit or markers_free(player) > 0


def legal_free_actions(state: State, seat: int) -> Iterator[FreeAction]:
    """AN-7.10.1: every Free Action that can be paid for and executed."""
    for space in spaces(state, state.players[seat]):
        yield from free_actions_on(state, seat, space)


def free_actions_on(state: State, seat: int, space: str) -> Iterator[FreeAction]:
    """Those on one of the player's Free Action spaces."""
    player = state.players[seat]
    if has_marker(state, player, space) and can_pay(player, _cost(state, player, space), discount(state, player)):
        yield from _ways(state, player, space)


def _ways(state: State, player: Player, space: str) -> Iterator[FreeAction]:
    """AN-7.2.4: the Free Actions of a space that can be executed."""
    if space == FORCE:
        if supply.is_allowed(state, player):
            yield from (FreeAction(space, lost_worker=name) for name in supply.losable(state, player) or _NOBODY)
    elif space == LEADER and player.leader == CARATACUS:
        yield FreeAction(space, mode=GAIN)
        if _may_return(state, player):
            yield FreeAction(space, mode=RETURN)
    elif _loses_worker(state, space):
        for name in WORKERS:
            columns = columns_to_pay(player, name, None)
            for column in columns if len(columns) > 1 else _NOBODY[: len(columns)]:
                yield FreeAction(space, worker=name, worker_column=column)
    elif is_executable(state, player, space):
        yield FreeAction(space)


def _may_return(state: State, player: Player) -> bool:
    """AN-7.8.11: whether the player has Water and a token; AN-11.2.5: neither is required."""
    return state.options.bga_quirks or (player.water >= CARATACUS_WATER and player.paradox > 0)


def _loses_worker(state: State, space: str) -> bool:
    return space in state.tables.tiles and any(type(op) is LoseWorker for op in state.tables.tiles[space].effects)


def opened(state: State, player: Player, space: str) -> str:
    """The scope of the placement that a Free Action opens; empty if it opens none."""
    if space == LEADER:
        return OPENS.get(player.leader, "")
    if space in state.tables.tiles and any(type(op) is MainBoardAction for op in state.tables.tiles[space].effects):
        return MAIN_BOARD
    return ""


def is_executable(state: State, player: Player, space: str) -> bool:
    """AN-7.1.6, AN-7.7.11: whether a Free Action without parameters can be executed; AN-16.50 h."""
    if scope := opened(state, player, space):
        if state.options.bga_quirks and scope != SUIT:
            return True
        return next(placements(state, player, scope, 1), None) is not None
    if space == SUPPLY:
        return True
    return can_perform(state, player, state.tables.tiles[space], 0, 0, None, can_copy)


def free_action(state: State, seat: int, event: FreeAction) -> Book:
    """AN-7.1.9, AN-7.2.5: the marker, the cost, then the effects from left to right.

    Raises Violation AN-7.1.2 for a space that is not available, AN-7.1.9 without a marker, AN-7.0 for missing
    parameters or those of another space; AN-7.1.15, AN-7.5.6, AN-7.8.11, AN-7.1.8 and AN-7.1.6 for what cannot be done.
    """
    player, book, space = state.players[seat], Book(), event.space
    if not is_there(state, player, space):
        raise Violation("AN-7.1.2", space=space)
    if not has_marker(state, player, space):
        raise Violation("AN-7.1.9", space=space, markers=list(player.markers), free=markers_free(player))
    _check_parameters(state, player, event)
    cost, saved = _cost(state, player, space), discount(state, player)
    if not can_pay(player, cost, saved):
        raise Violation("AN-7.1.15", cost=cost, has={what: getattr(player, what) for what in cost})
    _check_effect(state, player, event)
    player.markers.append(space)
    pay(book, state, player, cost, saved, space)
    if scope := opened(state, player, space):
        state.agenda.append(Nested(seat, scope))
    elif space == FORCE:
        supply.force_workers(book, state, player, event.lost_worker)
    elif space == SUPPLY:
        supply.supply(book, state, player)
    elif space == LEADER:
        _caratacus(book, state, player, event.mode == GAIN)
    else:
        if event.worker is not None:
            column = event.worker_column or columns_to_pay(player, event.worker, None)[-1]
            (add_active if column == ACTIVE else add_tired)(book, player, WORKER[event.worker], -1, space)
        tile_effects.perform(book, state, player, space, NOBODY)
    return book


def _check_parameters(state: State, player: Player, event: FreeAction) -> None:
    """AN-7.0, AN-7.2.4: only the parameters of the space are allowed, and all that it needs are given."""
    if event.lost_worker is event.mode is event.worker is event.worker_column is None:
        if needed := _needed(state, player, event.space):
            raise Violation("AN-7.0", space=event.space, missing=needed)
        return
    allowed = FreeAction(event.space)
    if event.space == FORCE:
        allowed = FreeAction(event.space, lost_worker=event.lost_worker)
    elif event.space == LEADER and player.leader == CARATACUS:
        allowed = FreeAction(event.space, mode=event.mode)
    elif _loses_worker(state, event.space):
        allowed = FreeAction(event.space, worker=event.worker, worker_column=event.worker_column)
    if event != allowed:
        raise Violation("AN-7.0", event=event, expected=allowed)


def _needed(state: State, player: Player, space: str) -> str:
    """AN-7.2.4: the parameter that a Free Action requires; empty if there is none."""
    if space == FORCE:
        return "lost_worker" if supply.losable(state, player) else ""
    if space == LEADER:
        return "mode" if player.leader == CARATACUS else ""
    return "worker" if _loses_worker(state, space) else ""


def _check_effect(state: State, player: Player, event: FreeAction) -> None:
    if event.space == FORCE:
        if not supply.is_allowed(state, player) or event.lost_worker not in (supply.losable(state, player) or _NOBODY):
            losable = supply.losable(state, player)
            raise Violation("AN-7.5.6", lost_worker=event.lost_worker, morale=player.morale_step, losable=losable)
    elif event.space == LEADER and player.leader == CARATACUS:
        if event.mode not in (GAIN, RETURN) or (event.mode == RETURN and not _may_return(state, player)):
            raise Violation("AN-7.8.11", mode=event.mode, water=player.water, paradox=player.paradox)
    elif _loses_worker(state, event.space):
        columns = columns_to_pay(player, event.worker or "", None) if event.worker in WORKER else []
        if not columns or event.worker_column not in {None, *columns}:
            raise Violation("AN-7.1.8", worker=event.worker, column=event.worker_column, columns=columns)
    elif not is_executable(state, player, event.space):
        raise Violation("AN-7.1.6", space=event.space)


def _caratacus(book: Book, state: State, player: Player, gained: bool) -> None:
    """AN-7.8.11: gain Water and a token, or pay Water to return a token; AN-11.2.5: as far as there are any."""
    if gained:
        enter(book, player, "water", CARATACUS_WATER, CARATACUS)
        enter(book, player, "paradox", 1, CARATACUS)
        anomaly.check(book, state, player)
    else:
        enter(book, player, "water", -min(CARATACUS_WATER, player.water), CARATACUS)
        enter(book, player, "paradox", -min(1, player.paradox), CARATACUS)


def plain_free_action(state: State, seat: int, event: FreeAction) -> FreeAction:
    """AN-7.10.4: the column only if there is a choice, and Tired if none is stated."""
    if event.worker is None or event.worker not in WORKER or not _loses_worker(state, event.space):
        return event
    columns, column = columns_to_pay(state.players[seat], event.worker, None), event.worker_column
    if len(columns) > 1:
        column = TIRED if column is None else column
    elif column in columns:
        column = None
    return FreeAction(event.space, event.lost_worker, event.mode, event.worker, column)
