"""Signs for the effects of workshops on the map of the city, where words have no room; the key has their words."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from events.vocabulary.daitoshi import effects as kinds
from projections.pictures.daitoshi.look import HEXES, centred, hexagon, worker
from projections.pictures.pen import ended, moved, path, title

SIGN, DIGIT = 25.0, 17.0
"""The width of a sign, and of a digit before it, enlarged as on the smallest phone."""
Sign = tuple[int, str]


def _ring(points: int, far: float, near: float, x: float = 0, y: float = 0) -> str:
    """A star around (x, y), or a polygon if all its corners are equally far."""
    corners = [(far if n % 2 == 0 else near, n * pi / points) for n in range(2 * points)]
    return "M" + "L".join(f"{x + r * sin(turn):.1f} {y - r * cos(turn):.1f}" for r, turn in corners) + "Z"


def _gear(teeth: int) -> str:
    step = 2 * pi / teeth
    corners = []
    for tooth in range(teeth):
        for shift, r in ((-0.3, 8.0), (-0.2, 11.5), (0.2, 11.5), (0.3, 8.0)):
            turn = (tooth + shift) * step
            corners.append(f"{r * sin(turn):.1f} {-r * cos(turn):.1f}")
    return "M" + "L".join(corners) + "ZM-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z"


STAIRS = "M-10 9V4H-4V-1H2V-6H9V9Z"
SHAPES: dict[str, tuple[tuple[str, str], ...]] = {
    "food": (("M-10 7V-2Q-10 -8 0 -8Q10 -8 10 -2V7Z", "#bd8a52"), ("M-4 -6L-6 -1M2 -7L0 -2M7 -6L5 -1", "")),
    "energy": (("M3 -11L-8 2H-1L-4 11L8 -3H1Z", "#e3b52c"),),
    "building": (("M-10 -8H10V8H-10Z", "#b9836a"), ("M-10 0H10M0 -8V0M-5 0V8M5 0V8", "")),
    "luxury": (("M-6 -8H6L11 -1L0 10L-11 -1Z", "#d08fb5"), ("M-11 -1H11M-4 -1L0 10L4 -1", "")),
    "wealth": (("M-10 0A10 10 0 1 0 10 0A10 10 0 1 0 -10 0Z", "#f0c348"), ("M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z", "")),
    "steam": (("M-7 7A5 5 0 0 1 -8 -2A6 6 0 0 1 2 -6A5 5 0 0 1 9 -1A4.2 4.2 0 0 1 8 7Z", "#dfe8ee"),),
    "vp": ((_ring(5, 11, 4.6), "figure"),),
    "water": (("M0 -11C4 -4 8 0 8 4A8 8 0 0 1 -8 4C-8 0 -4 -4 0 -11Z", "#2c6aa3"),),
    "coal": (("M-10 3L-5 -7L3 -9L10 -1L7 7L-4 9Z", "#4a4a50"),),
    "fame": (("M-10 8V-6L-5 0L0 -9L5 0L10 -6V8Z", "#e3b52c"),),
    "bus": (("M-11 6V-3Q-11 -7 -7 -7H7Q11 -7 11 -3V6Z", "#5d9a76"), ("M-7 -3H-3V1H-7ZM2 -3H6V1H2ZM-8 9H-4M4 9H8", "")),
    "reputation": ((STAIRS, "#9c4a7c"),),
    "score": ((STAIRS, "#9c4a7c"), (_ring(5, 6.5, 2.8, -5, -6), "figure")),
    "pilgrim": (("M-5 -4L-8 10H8L5 -4Z", "#d9d6cf"), ("M0 -11L10 -3H-10Z", "#c9a86a")),
    "progress": (("M-10 -3H1V-9L11 0L1 9V3H-10Z", "#2c6aa3"),),
    "restore": (("M10 9V-1Q10 -7 3 -7H-1V-12L-10 -4.5L-1 3V-2H2Q5 -2 5 1V9Z", "#2f6b47"),),
    "conflict": ((_ring(3, 11, 11), "#d9d6cf"), (_ring(5, 6.5, 2.8), "#1d1c1a")),
    "banner": (("M-8 11V-11H-6L10 -6L-5.5 0V11Z", "#b8480a"),),
    "city": (("M-10 10V-4L-5 -9L0 -4V-1H4V-8H10V10Z", "#d9d6cf"), ("M-7 2H-3V6H-7ZM4 2H8V6H4Z", "")),
    "machine": ((_gear(8), "#b3b4b9"),),
    "upgrade": (("M-4 10V0H-10L0 -11L10 0H4V10Z", "#2c6aa3"),),
    "then": (("M-7 -1.5H2V-5L8 0L2 5V1.5H-7Z", "figure"),),
    "lit": (("M-3.5 6Q-3.5 3 -6 0A7.5 7.5 0 1 1 6 0Q3.5 3 3.5 6Z", "#fff6d0"), ("M-3.5 7.5H3.5V11.5H-3.5Z", "#9a9ca3")),
    "more": (("M-9 -2H-5V2H-9ZM-2 -2H2V2H-2ZM5 -2H9V2H5Z", "figure"),),
}
"""Each sign as shapes around (0, 0), within 12 units: outline, and fill, class, or nothing for lines on a shape."""


WORDS = {
    "steam": "steam",
    "food": "food",
    "energy": "energy",
    "building": "building material",
    "luxury": "luxury good",
    "wealth": "wealth",
    "vp": "victory points",
    "fame": "step of fame",
    "bus": "Worm-Bus step",
    "reputation": "level of reputation",
    "score": "VP of the reputation",
    "pilgrim": "step of a pilgrim",
    "progress": "step of progress",
    "restore": "hex restored",
    "conflict": "conflict reward",
    "banner": "banner placed",
    "city": "effect of a city",
    "machine": "mega-machine",
    "upgrade": "invention upgraded",
    "water": "water: chimney up",
    "coal": "coal: chimney down",
    "more": "more: point at it",
    "worker:any": "worker of any colour",
    "slot:1": "reward of its 1st hex",
    "hex:land": "any hex of the land",
    "lit": "electrified",
    "then": "brings",
}
"""What the signs mean; pieces have titles of their own."""


@lru_cache(maxsize=1024)
def sign(x: float, y: float, name: str) -> str:
    """A sign around a point; `worker:blue` and `hex:river` are pieces, `slot:1` a hex of the tile."""
    kind, _, of = name.partition(":")
    if kind == "worker":
        return worker(x, y, of, 13)
    if kind == "hex":
        return hexagon(x, y, of, 13)
    if kind == "slot":
        return moved(x, y, [title(f"the reward of hex {of}"), _shape(_ring(3, 13, 13), HEXES["land"][0]), _digit(of)])
    drawn = [_shape(d, fill) for d, fill in SHAPES[name]]
    return moved(x, y, [title(WORDS[name]), *drawn])


def _digit(number: str) -> str:
    return centred(0, 0, number, "b onlight")


def _shape(d: str, fill: str) -> str:
    if not fill:
        return path(d, "line")
    return path(d, fill) if fill == "figure" else path(d, "edge", fill=fill)


@lru_cache(maxsize=2048)
def counted_sign(x: float, y: float, number: int, name: str) -> str:
    """A sign in the middle of its room, behind its number if that is not 1."""
    if number == 1 and name != "vp":
        return sign(x, y, name)
    right = x + room(number, name) / 2
    return ended(right - SIGN - 1, y, number, "b", dominant_baseline="central") + sign(right - SIGN / 2, y, name)


def room(number: int, name: str) -> float:
    """How much room a sign needs with its number."""
    return SIGN + (0 if number == 1 and name != "vp" else DIGIT * len(str(number)))


@lru_cache(maxsize=1024)
def signs(effects: kinds.Effects) -> tuple[Sign, ...]:
    """The signs of a list of effects, each with its number; neighbours of one kind are added up."""
    found: list[Sign] = []
    for effect in effects:
        for number, name in _SIGNS.get(type(effect), _more)(effect):
            if found and found[-1][1] == name != "more":
                number += found.pop()[0]
            found.append((number, name))
    return tuple(found)


def _more(effect: Any) -> Iterator[Sign]:
    yield 1, "more"


def _worker(effect: kinds.Worker) -> Iterator[Sign]:
    yield effect.n, f"worker:{effect.colour}"


def _pilgrim(effect: kinds.Pilgrim) -> Iterator[Sign]:
    yield effect.n, "pilgrim"
    if effect.track in HEXES:
        yield 1, f"hex:{effect.track}"


def _restore(effect: kinds.Restore) -> Iterator[Sign]:
    yield effect.n, "restore"
    if effect.reward:
        yield effect.n * effect.reward, "conflict"


def _n(name: str) -> Callable[[Any], Iterator[Sign]]:
    return lambda effect: iter([(effect.n, name)])


_SIGNS: dict[type, Callable[[Any], Iterator[Sign]]] = {
    kinds.Gain: lambda effect: iter([(effect.n, effect.res)]),
    kinds.Worker: _worker,
    kinds.Vp: _n("vp"),
    kinds.Water: _n("water"),
    kinds.Coal: _n("coal"),
    kinds.Fame: _n("fame"),
    kinds.Bus: _n("bus"),
    kinds.Reputation: _n("reputation"),
    kinds.ScoreReputation: _n("score"),
    kinds.Pilgrim: _pilgrim,
    kinds.Progress: _n("progress"),
    kinds.Restore: _restore,
    kinds.ConflictReward: _n("conflict"),
    kinds.Partnership: lambda effect: iter([(1, "banner")]),
    kinds.ActivateCity: lambda effect: iter([(1, "city")]),
    kinds.HexSlot: lambda effect: iter([(1, f"slot:{effect.slot}")]),
    kinds.MachineWorkshop: lambda effect: iter([(1, "machine")]),
    kinds.UpgradeInvention: lambda effect: iter([(1, "upgrade")]),
}
