"""Supply and Force Workers (AN-7.5)."""

from engine.games.anachrony.components import WORKER, WORKERS, NoMoraleLoss, SupplyCost
from engine.games.anachrony.figures import add_active, raise_morale, wake
from engine.games.anachrony.queries import board_of, passives
from engine.games.anachrony.state import Player, State
from engine.ledger import Book, enter

LOWEST_MORALE = 1
HALVING_TILES = 2


def supply_water(state: State, player: Player) -> int:
    """AN-7.5.2, AN-7.6.13: the Water that Supply costs; one halving tile halves it, rounded up; with two it is free."""
    water = board_of(state, player).supply_water[player.morale_step - 1]
    halving = len(passives(state, player, SupplyCost))
    if halving >= HALVING_TILES:
        return 0
    return -(-water // 2) if halving else water


def supply(book: Book, state: State, player: Player) -> None:
    """AN-7.5.3, AN-7.5.4: all Tired Workers wake, then Morale rises."""
    wake(book, player, state.options.waking == "next_turn", "supply")
    raise_morale(book, state, player, "supply")


def is_endured(state: State, player: Player) -> bool:
    """AN-7.7.10: whether Synthetic Endorphins prevent the loss of a Worker."""
    return bool(passives(state, player, NoMoraleLoss))


def losable(state: State, player: Player) -> list[str]:
    """AN-7.5.6: the types from which Force Workers takes a Worker at the lowest step; empty if it takes none."""
    if player.morale_step > LOWEST_MORALE or is_endured(state, player):
        return []
    return [name for kind, name in enumerate(WORKERS) if player.active[kind] or player.tired[kind]]


def is_allowed(state: State, player: Player) -> bool:
    """AN-7.5.6: whether it is allowed: at the lowest step, there must be a Worker to lose."""
    return player.morale_step > LOWEST_MORALE or is_endured(state, player) or bool(losable(state, player))


def force_workers(book: Book, state: State, player: Player, lost: str | None) -> None:
    """AN-7.5.5, AN-7.5.6: all Tired Workers wake, then Morale falls, or a Worker is lost."""
    wake(book, player, state.options.waking == "next_turn", "force_workers")
    if lost is not None:
        add_active(book, player, WORKER[lost], -1, "force_workers")
    elif player.morale_step > LOWEST_MORALE:
        enter(book, player, "morale_step", -1, "force_workers")
