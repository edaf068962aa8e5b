"""What the letters, shapes, signs and short words in the other parts stand for."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import BUILDINGS, LANDSCAPE, POWER_VALUE, WHEEL_SIZE
from engine.games.terra_mystica.state import State
from projections.pictures.pen import flow, inked, label, length, middle, moved, node
from projections.pictures.sheet import Part
from projections.pictures.terra_mystica.cards import LEADING, PAD, ROOM, TEXT, TOP, part, wrapped
from projections.pictures.terra_mystica.look import COLOURS, LETTERS, TERRAIN_NAMES, structure

WORDS = (
    "Terrains in this order, as in a circle: neighbours are one spade apart.",
    "In brackets: power value, for offers and towns.",
    "c coin, w worker, p priest, pw power. Hollow: taken, used, passed or over.",
    "+n beside the cults: power for crossing this line; space 10 takes a key.",
    "On a mat, small numbers with + are the next income, without the bonus card that comes.",
)


def legend(state: State) -> Part:
    """Ice, volcanoes and landscapes are explained only if they can occur."""
    return _legend(bool(state.options.fire_ice_factions), state.options.landscapes)


@lru_cache(maxsize=8)
def _legend(fire_and_ice: bool, landscapes: bool) -> Part:
    drawn, y = [], TOP
    for entries in ([*_terrains(fire_and_ice)], [*_shapes(landscapes)]):
        places, height = flow(((wide, 22.0) for wide, _ in entries), ROOM, 6)
        drawn += [moved(PAD + left, y + down, body) for (left, down), (_, body) in zip(places, entries, strict=True)]
        y += height + 6
    y += 12
    for sentence in WORDS:
        for line in wrapped(sentence, ROOM, 3):
            drawn.append(label(PAD, y, line))
            y += LEADING
        y += 4
    return part("legend", "Legend", drawn, y - 4)


def _terrains(fire_and_ice: bool) -> Iterator[tuple[float, list[str]]]:
    for number, terrain in TERRAIN_NAMES.items():
        if number in range(WHEEL_SIZE) or (number != RIVER and fire_and_ice):
            fill, ink = COLOURS[terrain]
            square = node("rect", width=19.0, height=19.0, rx=3, fill=fill, class_="edge")
            letter = middle(9.5, 10, LETTERS[number], "lane", style=inked(ink))
            yield 26 + length(terrain, TEXT), [square, letter, label(24, 15, terrain)]


def _shapes(landscapes: bool) -> Iterator[tuple[float, list[str]]]:
    names = {kind: f"{kind.replace('_', ' ')} {building.snellman}" for kind, building in BUILDINGS.items()}
    if landscapes:
        names[LANDSCAPE] = LANDSCAPE
    for kind, name in names.items():
        shape = moved(12, 10, [structure(kind, "none", "", 0.7, "edge")])
        words = f"{name} ({POWER_VALUE[kind]})"
        yield 30 + length(words, TEXT), [shape, label(28, 15, words)]
