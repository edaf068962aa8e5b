"""Gains without a choice: goods, points, steam engine, fame, Worm-Bus, reputation (DA-7.61 to DA-7.68)."""

from engine.games.daitoshi.components import GOODS, Circuit
from engine.games.daitoshi.items import Context, Resolve
from engine.games.daitoshi.queries import operation
from engine.games.daitoshi.resolving import effect, resolve, within
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi.effects import Bus, Coal, Fame, Gain, Reputation, ScoreReputation, Vp, Water

CAPPED = frozenset(GOODS)


@effect(Gain)
def gain(book: Book, state: State, player: Player, effect: Gain, context: Context) -> None:
    """DA-7.61: a resource up to the cap; wealth and steam without limit."""
    good, n = effect.res, effect.n
    if good in CAPPED:
        room = state.options.resource_cap - getattr(player, good)
        if n > room:
            enter(book, player, "lost", n - room, context.source)
            n = room
    enter(book, player, good, n, context.source)


@effect(Vp)
def gain_vp(book: Book, state: State, player: Player, effect: Vp, context: Context) -> None:
    """DA-7.63: gain VP."""
    enter(book, player, "vp", effect.n, context.source)


@effect(Water)
def water(book: Book, state: State, player: Player, effect: Water, context: Context) -> None:
    """DA-7.64, DA-3.10: the chimney goes up."""
    track = state.catalogue.steam_track
    _chimney(book, state, player, 1, min(effect.n, track.max - player.chimney), track.up, context)


@effect(Coal)
def coal(book: Book, state: State, player: Player, effect: Coal, context: Context) -> None:
    """DA-7.64, DA-3.10: the chimney goes down."""
    track = state.catalogue.steam_track
    _chimney(book, state, player, -1, min(effect.n, player.chimney - track.min), track.down, context)


def _chimney(
    book: Book, state: State, player: Player, way: int, steps: int, arrows: tuple[int, ...], context: Context
) -> None:
    """Single steps; each arrow reached in the direction of the step gives steam, by the operation tile (DA-3.7)."""
    if not steps:
        return
    position, activated = player.chimney, 0
    for _ in range(steps):
        position += way
        activated += position in arrows
    enter(book, player, "chimney", way * steps, context.source)
    if activated:
        gained = activated * operation(state, player, "op_steam", "steam_per_arrow")
        enter(book, player, "steam", gained, context.source)


@effect(Fame)
def fame(book: Book, state: State, player: Player, effect: Fame, context: Context) -> bool:
    """DA-7.65: move the fame marker."""
    return _circuit(book, state, player, effect, "fame", "fame_track", state.catalogue.fame_track, context)


@effect(Bus)
def bus(book: Book, state: State, player: Player, effect: Bus, context: Context) -> bool:
    """DA-7.66: every space passed gives its effects."""
    return _circuit(book, state, player, effect, "bus", "bus_rail", state.catalogue.bus_rail, context)


def _circuit(
    book: Book,
    state: State,
    player: Player,
    effect: Fame | Bus,
    figure: str,
    tag: str,
    circuit: Circuit,
    context: Context,
) -> bool:
    """DA-3.11: single steps, one after another; on a track that is not a circle, those beyond its end are lost."""
    spaces, stack = circuit.spaces, player.stack
    height = len(stack)
    for left in reversed(range(effect.n)):
        steps = getattr(player, figure) + 1
        if not circuit.cyclic and steps >= len(spaces):
            return False
        enter(book, player, figure, 1, context.source)
        entered = spaces[steps % len(spaces)]
        if entered and resolve(book, state, player, entered, within(context, tag)):
            if left:
                stack.insert(height, Resolve((type(effect)(left),), context))
            return True
    return False


@effect(Reputation)
def reputation(book: Book, state: State, player: Player, effect: Reputation, context: Context) -> None:
    """DA-7.67, DA-3.11: raise the reputation, but never beyond the last level."""
    levels = len(state.catalogue.reputation.vp)
    enter(book, player, "reputation", min(levels, player.reputation + effect.n) - player.reputation, context.source)


@effect(ScoreReputation)
def score_reputation(book: Book, state: State, player: Player, effect: ScoreReputation, context: Context) -> None:
    """DA-7.68: gain the VP of the reputation level."""
    level_vp = state.catalogue.reputation.vp[player.reputation - 1]
    enter(book, player, "vp", effect.n * level_vp, f"{context.source}/score_reputation")
