"""How `legal` spells an event if the rules accept several spellings of it."""

from typing import Any

from engine.games.terra_mystica.setup import in_order_of_table
from engine.games.terra_mystica.state import State
from events.vocabulary.terra_mystica import DrawBonusCards

RESPELLED = frozenset((DrawBonusCards,))
"""The events that `plain` may spell differently."""


def plain(state: State, actor: int | None, event: Any) -> Any:
    """An event as `legal` spells it: TM-8.3 allows bonus cards in any order, `legal` uses that of the table."""
    if isinstance(event, DrawBonusCards):
        cards = in_order_of_table(state, event.cards)
        return DrawBonusCards(cards) if len(cards) == len(event.cards) else event
    return event
