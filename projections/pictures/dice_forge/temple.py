"""The Temple of Dice Forge: the pools of the Sanctuary with their prices, and the Gardens.

Faces of one kind in a pool lie on one place, with their number; the place is hollow once they are gone.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.dice_forge.components import GARDENS, POOLS
from engine.games.dice_forge.state import State
from projections.pictures.dice_forge.look import FACE, amount, face, legend
from projections.pictures.kept import kept
from projections.pictures.pen import box, label, node
from projections.pictures.sheet import COLUMN, Part, Spot

HEAD = 34.0
"""The height of the heading of a part."""
PAD = 12.0
STEP, COUNTED = FACE + 2, FACE + 24
"""The widths of a place for one face, and of one with a number."""
LINES = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))
"""The pools of each line, in the order of their prices."""
LINE = 76.0
PLOTS = (("shield", "mirror", "ship"), ("boar", "triple"))
"""The gardens of each line."""
PLOT = 74.0


@kept(lambda state: (state.sanctuary, state.open_pools))
def sanctuary(state: State) -> Part:
    """The pools with prices and faces left."""
    height = HEAD + len(LINES) * LINE
    return Part("sanctuary", "Sanctuary", [heading("Sanctuary", height), *_pools(state)], height)


@kept(lambda state: state.gardens)
def gardens(state: State) -> Part:
    """The faces that come with cards."""
    height = HEAD + len(PLOTS) * PLOT
    return Part("gardens", "Gardens", [heading("Gardens", height), *_plots(state)], height)


@lru_cache(maxsize=1)
def signs() -> Part:
    """The meaning of the signs."""
    height = HEAD + 88.0
    more = label(PAD, HEAD + 76, "or: choose one; R, Y, G, B: the colour of a boar", "soft")
    elements = [heading("Signs", height), legend(PAD, HEAD + 10, COLUMN - 2 * PAD), more]
    return Part("signs", "The meaning of the signs", elements, height)


@lru_cache(maxsize=16)
def heading(words: str, height: float) -> str:
    """The background of a part with its heading."""
    return box(0, 0, COLUMN, height, "panel") + label(PAD, 23, words, "lead b")


def _pools(state: State) -> Iterator[Spot | str]:
    for line, pools in enumerate(LINES):
        x, y = PAD, HEAD + line * LINE
        for pool in map(POOLS.__getitem__, pools):
            yield amount("gold", pool.cost, x, y)
            perhaps = pool.id in state.open_pools
            if perhaps:
                yield label(x + 46, y + 14, f"{state.open_pools[pool.id]} of these", "soft")
            kinds = list(dict.fromkeys(pool.faces))
            for kind in kinds:
                several = pool.faces.count(kind) > 1
                yield _place(f"pool/{pool.id}/{kind}", x, y + 22, kind, state.sanctuary[kind], several, perhaps)
                x += COUNTED if several else STEP
            x += 8


def _plots(state: State) -> Iterator[Spot | str]:
    for line, plots in enumerate(PLOTS):
        x, y = PAD, HEAD + line * PLOT
        for garden in map(GARDENS.__getitem__, plots):
            kinds = list(dict.fromkeys(garden.faces))
            yield _above(f"{garden.id}s" if len(kinds) > 1 else garden.id, x, y)
            for kind in kinds:
                several = garden.faces.count(kind) > 1
                yield _place(f"garden/{kind}", x, y + 20, kind, state.gardens[kind], several)
                x += COUNTED if several else STEP
            x += 8


@lru_cache(maxsize=16)
def _above(words: str, x: float, y: float) -> str:
    return label(x, y + 12, words, "soft")


@lru_cache(maxsize=4096)
def _place(key: str, x: float, y: float, kind: str, number: int, several: bool, perhaps: bool = False) -> Spot:
    """A face on its place, with the number of those left if there were `several`; pale if `perhaps` there."""
    body = face(x, y, kind) if number else box(x, y, FACE, FACE, "gone", 2)
    body = node("g", body, opacity=0.6) if number and perhaps else body
    body += label(x + FACE + 5, y + 27, f"×{number}", "lead b") if several else ""
    width = FACE + (26 if several else 0)
    return Spot(key, body, box(x - 3, y - 3, width + 6, FACE + 6, "just", 4))
