"""Copied Capital Actions (AN-7.3.19 to AN-7.3.22, AN-7.7.9), and whether one can be executed (AN-7.1.6)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony import construct, superprojects
from engine.games.anachrony.components import CAPITAL_ACTIONS, ExtraAction
from engine.games.anachrony.costs import later_discount
from engine.games.anachrony.items import CapitalCopy, Constructing, DieToSet, Item, Recruiting
from engine.games.anachrony.queries import is_full, is_noble
from engine.games.anachrony.recruit import can_recruit
from engine.games.anachrony.research import can_research
from engine.games.anachrony.state import EXOSUITS, Player, State
from engine.ledger import Book
from events.vocabulary.anachrony import CopyCapitalAction


def may_do(state: State, action: str, worker: int) -> bool:
    """AN-7.1.3: whether the Worker may take a Capital Action."""
    return bool(worker & state.tables.spaces[f"{action}_1"].types)


def can_do(
    state: State, player: Player, action: str, worker: int, saved: int, tile: str = "", placed: str | None = None
) -> bool:
    """AN-7.1.6: whether the effect of a Capital Action can be executed.

    `saved`: the Water saved, minus what is paid before; `placed`: the Worker that has yet to leave the column.
    """
    if action == "construct":
        return construct.can_build(state, player, worker, tile, saved) or superprojects.can_build(
            state, player, worker, tile, saved, placed
        )
    return can_recruit(state, worker) if action == "recruit" else can_research(state)


def opened(seat: int, action: str, worker: int, tile: str = "", optional: bool = False) -> Item:
    """The item that a Capital Action opens."""
    if action == "construct":
        return Constructing(seat, worker, tile, False, optional)
    return (Recruiting if action == "recruit" else DieToSet)(seat, worker, tile, optional)


def extra_of(state: State, seat: int, tile: str, worker: int, action: str) -> Iterator[Item]:
    """AN-7.3.25, AN-7.3.26: the additional action that a tile grants after an action."""
    for effect in state.tables.collapsing[tile].effects if tile else ():
        if type(effect) is ExtraAction and effect.only:
            yield Constructing(seat, worker, "", True, True)
        elif type(effect) is ExtraAction:
            yield opened(seat, action, worker, "", True)


def stray_tiles(state: State, player: Player) -> Iterator[str]:
    """AN-16.50 j: the tiles that the program may apply to an action on Outback Conditioner or Quantum Chameleon.

    They lie under Exosuits of the player who has the one with the number of that Superproject.
    """
    row = state.tables.superprojects.get(player.busy[-1].space) if state.options.bga_quirks and player.busy else None
    if row is not None and (owner := len(state.players) - 1 - (row.bga - 1) // EXOSUITS) >= 0:
        for space in state.players[owner].suits:
            if space in state.collapsing and space not in state.face_down:
                yield state.collapsing[space]


def copies(
    state: State, player: Player, worker: int, full: bool, barred: str, saved: int, placed: str | None = None
) -> Iterator[str]:
    """AN-7.3.20: the actions that can be copied; the World Council copies only those that are full."""
    for action in CAPITAL_ACTIONS:
        if (
            action != barred
            and may_do(state, action, worker)
            and (not full or is_full(state, action))
            and can_do(state, player, action, worker, saved, "", placed)
        ):
            yield action


def barred_for(state: State, player: Player, worker: str | None) -> str:
    """AN-16.50 m: a Scientist of Patron Valerian cannot copy Recruit."""
    return "recruit" if state.options.bga_quirks and worker == "scientist" and is_noble(state, player) else ""


def _now(state: State, seat: int) -> Iterator[str]:
    item, player = head(state.agenda, CapitalCopy), state.players[seat]
    return copies(state, player, item.worker, item.full, item.barred, later_discount(state, player))


def legal_copies(state: State, seat: int) -> Iterator[CopyCapitalAction]:
    """AN-7.3.20, AN-7.7.9: each action that can be copied; AN-16.50 j."""
    for action in _now(state, seat):
        for tile in (None, *stray_tiles(state, state.players[seat])):
            yield CopyCapitalAction(action, tile)


def copy_capital_action(state: State, seat: int, event: CopyCapitalAction) -> Book:
    """AN-7.3.20, AN-7.7.9, AN-11.4.11: the action is taken once, without the costs and bonuses of its spaces.

    Raises Violation AN-7.3.20, or AN-7.7.9 if the action need not be full; AN-11.4.11 for a tile that does not apply.
    """
    item = head(state.agenda, CapitalCopy)
    if event.action not in _now(state, seat):
        clause = "AN-7.3.20" if item.full else "AN-7.7.9"
        raise Violation(clause, action=event.action, executable=list(_now(state, seat)))
    tile = event.tile or ""
    if event.tile is not None and tile not in tuple(stray_tiles(state, state.players[seat])):
        raise Violation("AN-11.4.11", tile=event.tile)
    state.agenda.pop()
    state.agenda += extra_of(state, seat, tile, item.worker, event.action)
    state.agenda.append(opened(seat, event.action, item.worker, tile))
    return []
