"""What is awaited (AN-6.1.1): a stack, with the newest item first (AN-6.1.2).

Items of one group that are on top together may be answered in any order (AN-6.4.1, AN-6.5.1, AN-6.7.1).
"""

from collections.abc import Sequence

from engine.games.anachrony.items import Ability, Item, PoweringUp, ResourceFound, Warping
from engine.games.anachrony.state import State

TOGETHER = frozenset((PoweringUp, Warping, Ability, ResourceFound))


def awaited(state: State) -> Sequence[Item]:
    """AN-6.1.1: what may be answered now."""
    agenda = state.agenda
    return on_top(agenda) if agenda and type(agenda[-1]) in TOGETHER else agenda[-1:]


def on_top(agenda: list[Item]) -> Sequence[Item]:
    """AN-6.1.1: what is awaited: the newest item, or all those that may be answered in any order."""
    if not agenda or type(agenda[-1]) not in TOGETHER:
        return agenda[-1:]
    first = len(agenda)
    while first and type(agenda[first - 1]) in TOGETHER:
        first -= 1
    return agenda[len(agenda) - 1 : first - 1 if first else None : -1]
