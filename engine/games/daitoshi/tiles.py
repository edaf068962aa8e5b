"""Stacks of tiles: what is left in them, what may be drawn, and the definitions given with a draw (DA-8.1, DA-8.2)."""

from collections.abc import Sequence
from itertools import filterfalse
from typing import Any

from engine.chance import Outcome
from engine.clause import Violation
from engine.games.daitoshi.catalogue import defined
from engine.games.daitoshi.components import COUNT_OF, Catalogue, kind_of
from engine.games.daitoshi.spreads import Stack, Top
from engine.games.daitoshi.state import State
from events.vocabulary.daitoshi import Definitions

TABLE_OF = {
    **dict.fromkeys(("basic", "ordinary", "innovative", "brilliant", "university"), "invention"),
    **dict.fromkeys(("inner", "middle", "outer"), "district_tile"),
    **{table: table for table in ("city", "machine", "machine_upgrade")},
}


def known(state: State, kind: str) -> tuple[str, ...]:
    """The ids of a kind that the catalogue defines, in its order."""
    return state.catalogue.kinds.get(kind, ())


def left(state: State, kind: str) -> int:
    """How many tiles of a kind have not been drawn yet; in an open game, out of the number that exist (DA-3.18)."""
    catalogue = state.catalogue
    total = catalogue.counts.get(kind, COUNT_OF[kind]) if catalogue.mode == "open" else len(known(state, kind))
    return total - len(state.drawn.get(kind, ()))


def undrawn(state: State, kind: str) -> list[str]:
    """The ids of a kind that are known and have not been drawn yet."""
    drawn = state.drawn.get(kind, ())
    return list(filterfalse(frozenset(drawn).__contains__, known(state, kind)))


def stack(state: State, kind: str, size: int) -> Stack:
    """What can be drawn from a stack."""
    if state.catalogue.mode != "open":
        return Stack(undrawn(state, kind), size)
    others = {tile for each in COUNT_OF if each != kind for tile in known(state, each)}
    drawn = {tile for tiles in state.drawn.values() for tile in tiles}
    return Stack(undrawn(state, kind), size, None, frozenset(others | drawn), left(state, kind))


def top(state: State, kind: str) -> Top:
    """What can be drawn from the top of a stack."""
    if state.catalogue.mode != "open":
        return Top(undrawn(state, kind))
    whole = stack(state, kind, 1)
    return Top(whole.of, taken=whole.taken, left=whole.left)


def drawn_tile(state: State, event: type, kind: str, **fields: Any) -> Outcome:
    """DA-8.1: the outcome of drawing the top tile of a stack, as the field `tile` of a chance event."""
    return Outcome(event, "DA-8.1", tile=top(state, kind), **fields)


def draw(state: State, kind: str, tiles: Sequence[str], defs: Definitions | None) -> None:
    """Remove tiles from their stack; in an open game, define them.

    Raises Violation DA-3.16 to DA-3.18 for a definition, DA-8.1 for one of another kind, and then changes nothing.
    """
    learn(state, learned(state, state.catalogue, kind, tiles, defs))
    state.drawn[kind] = [*state.drawn.get(kind, ()), *tiles]


def learned(state: State, catalogue: Catalogue, kind: str, tiles: Sequence[str], defs: Definitions | None) -> Catalogue:
    """DA-8.2: the catalogue with the definitions of the tiles that an event names, all of which must be of one kind."""
    if not defs and catalogue.mode != "open":
        return catalogue
    table = TABLE_OF[kind]
    grown = defined(catalogue, table, defs or {}, tuple(tiles), len(state.players))
    for tile in tiles:
        if (found := kind_of(table, getattr(grown, table)[tile])) != kind:
            raise Violation("DA-8.1", tile=tile, kind=found, expected=kind)
    return grown


def learn(state: State, catalogue: Catalogue) -> None:
    """Use this catalogue for the game from now on."""
    if catalogue is not state.catalogue:
        state.learn(catalogue)
