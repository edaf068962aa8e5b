"""The key to the signs of Daitoshi."""

from functools import lru_cache

from projections.pictures.daitoshi.icons import WORDS, sign
from projections.pictures.daitoshi.look import PAD, wrapped
from projections.pictures.daitoshi.market import INSIDE, TOP, framed
from projections.pictures.pen import label
from projections.pictures.sheet import Part

ROW = 27.0
NOTES = (
    "A letter in a hollow circle: the colour that works there, * for any. Near the centre of the map: the hexes that a "
    "district exploits, and the spaces for magnates with their cost in steam. N: the neutral magnate."
)


@lru_cache(maxsize=1)
def key() -> Part:
    """Each sign with its words, in two columns."""
    rows = (len(WORDS) + 1) // 2
    lines = wrapped(NOTES, INSIDE, 9)
    height = TOP + rows * ROW + len(lines) * 17 + 12
    parts = [*framed("What the signs mean", height)]
    for n, (name, words) in enumerate(WORDS.items()):
        x, y = PAD + n // rows * (INSIDE / 2 + 2), TOP + n % rows * ROW
        parts.append(sign(x + 14, y + 12, name) + label(x + 32, y + 17, words))
    for n, line in enumerate(lines):
        parts.append(label(PAD, TOP + rows * ROW + 16 + 17 * n, line, "soft"))
    return Part("key", "What the signs mean", parts, height)
