"""What is awaited (section 6C): the newest item of the agenda, or the heads of queues while a blessing is resolved."""

from engine.agenda import Awaited
from engine.games.dice_forge import quirks
from engine.games.dice_forge.items import Resolving, Roll, Token
from engine.games.dice_forge.queues import answering
from engine.games.dice_forge.state import State


def awaited(state: State) -> list[Awaited]:
    """What may be answered now: the newest item of the agenda, or the heads of queues; also a token (DF-6.66).

    DF-11.29: a token may be used only while something is awaited from its owner.
    """
    if not state.agenda:
        return []
    newest = state.agenda[-1]
    if type(newest) is Roll:  # the most common case
        return [newest]
    items: list[Awaited]
    own = state.turn_player
    if type(newest) is Resolving:
        items = [state.queues[seat][0] for seat in answering(state)]
        waits = bool(state.queues[own])
    elif isinstance(newest, Awaited):
        items, waits = [newest], newest.seat == own
    else:
        return []
    if waits and state.players[own].triton and not quirks.keeps_tokens(state):
        items.append(Token(own))
    return items
