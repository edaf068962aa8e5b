"""What the signs in the drawing of Anachrony mean."""

from collections.abc import Iterator
from functools import cache

from engine.games.anachrony.components import WORKERS
from engine.games.anachrony.figures import GOODS
from projections.pictures.anachrony.look import LEFT, chip, headline, outline, plate, space, suit, worker
from projections.pictures.anachrony.wording import LOST, MOTIVATED
from projections.pictures.pen import box, label, moved
from projections.pictures.sheet import COLUMN, Part

NAMES = {
    "neutronium": "Neutronium",
    "gold": "Gold",
    "uranium": "Uranium",
    "titanium": "Titanium",
    "water": "Water",
    "energy_core": "Energy Core",
}
ROW, TOP, SECOND = 26.0, 28.0, 182.0
SIGNS = (
    ("Exosuit with seat and Worker", suit(0, 0, 0, "engineer", 13)),
    ("Warp tile; X an Exosuit, A, E, S Workers", plate(-9, -9, 0, "X", "a Warp tile")),
    ("space for a Worker, S only for Scientists", space(0, 0, "worker", "S")),
    ("Free Action", space(0, 0, "free", "")),
    ("Breakthrough, with the number of its icon", outline(0)),
)
WORDS = (
    f"{MOTIVATED} the Worker returns motivated, {LOST} is lost",
    "T/U/G: each one Titanium, Uranium or Gold",
    "Trade: 3W = 1E = 1N = 2 T/U/G = 3W",
)
HEIGHT = TOP + (6 + len(SIGNS)) * ROW + len(WORDS) * 19 + 8


@cache
def legend() -> Part:
    """The signs with their meanings."""
    return Part("signs", "Signs", ["".join(_elements())], HEIGHT)


def _elements() -> Iterator[str]:
    yield box(0, 0, COLUMN, HEIGHT, "panel") + headline("Signs")
    for n, good in enumerate(GOODS):
        yield chip(LEFT, TOP + 2 + n * ROW, good) + label(LEFT + 30, TOP + 17 + n * ROW, NAMES[good])
    for n, kind in enumerate(WORKERS):
        yield worker(SECOND, TOP + 12 + n * ROW, kind) + label(SECOND + 20, TOP + 17 + n * ROW, kind.title())
    for n, (words, sign) in enumerate(SIGNS, 6):
        yield moved(LEFT + 10, TOP + 12 + n * ROW, [sign]) + label(LEFT + 30, TOP + 17 + n * ROW, words)
    for n, words in enumerate(WORDS):
        yield label(LEFT, TOP + (6 + len(SIGNS)) * ROW + 14 + n * 19, words)
