"""Drawings of the cards of Gaia: nature, animals, cities, powers, backs of unknown cards, objectives."""

from functools import lru_cache
from textwrap import wrap

from engine.games.gaia.components import POWER_CARDS, TERRAIN_OF_CARD, TERRAINS
from engine.games.gaia.state import State
from events.problems import count
from projections.pictures.gaia.look import FILL, POWER_SIGNS, WHITE, herd, ink_of, meeple, need, sign
from projections.pictures.gaia.wording import TERRAIN_NAMES, short
from projections.pictures.palette import INK
from projections.pictures.pen import box, ended, fitted, label, length, middle, node, placed, title

WIDE, HIGH = 76.0, 92.0
WHITE_LINE = {
    "fill": "none",
    "stroke": WHITE,
    "stroke_width": 1.6,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def card(state: State, name: str) -> str:
    """A card, drawn from (0, 0)."""
    catalogue = state.catalogue
    if name in TERRAIN_OF_CARD:
        return nature(TERRAIN_OF_CARD[name])
    if name in catalogue.animals:
        return animals(short(name), tuple(catalogue.animals[name]))
    if name in catalogue.cities:
        city = catalogue.cities[name]
        needs = tuple(terrain for terrain, number in city.icons for _ in range(number))
        return town(short(name), tuple(city.site), (*needs, *city.animals))
    return power(name)


@lru_cache(maxsize=64)
def nature(terrain: str) -> str:
    """A nature card: its terrain."""
    name = TERRAIN_NAMES[terrain]
    face = box(0, 0, WIDE, HIGH, "edge", 7, fill=FILL[terrain][0], stroke_width=1.2)
    return (
        title(f"nature card: {name}") + face + sign(terrain, 16, 16, 1.8) + middle(WIDE / 2, 82, name, ink_of(terrain))
    )


@lru_cache(maxsize=512)
def animals(name: str, site: tuple[str, ...]) -> str:
    """An animal card: a herd, and the terrains where it may be placed."""
    drawn = [title(f"animal card {name}"), *_slip(name)]
    drawn += [herd(WIDE / 2, 43, site[0] if site == ("sea",) else "plain", 20), *_site(site, 69)]
    return "".join(drawn)


@lru_cache(maxsize=512)
def town(name: str, site: tuple[str, ...], needs: tuple[str, ...]) -> str:
    """A city card: its name, where it may be founded, and its four needs."""
    drawn = [title(f"city card {name}"), *_slip(name)]
    drawn += [need(one, 17 + n % 2 * 22, 21 + n // 2 * 22) for n, one in enumerate(needs)]
    drawn.append(node("path", d="M7 66.5H69", fill="none", stroke="#77736a"))
    return "".join([*drawn, *_site(site, 70)])


def _slip(name: str) -> tuple[str, str]:
    return box(0, 0, WIDE, HIGH, "slip", 7, stroke_width=1.2), label(
        7, 16, fitted(name, WIDE - 14, 13 * 1.1), "b onlight"
    )


def _site(site: tuple[str, ...], y: float) -> list[str]:
    """The terrains of a site on one line; `any site` if it is all of them, `not` before the only one that is not."""
    missing = [terrain for terrain in TERRAINS if terrain not in site]
    if not missing:
        return [middle(WIDE / 2, y + 14, "any site", "onlight")]
    if len(missing) == 1:
        return [label(10, y + 14, "not", "onlight"), need(missing[0], 44, y, size=18)]
    if len(site) == 1:
        terrain = site[0]
        strip = box(5, y, WIDE - 10, 18, rx=4, fill=FILL[terrain][0], stroke=INK)
        return [strip, middle(WIDE / 2, y + 13.5, TERRAIN_NAMES[terrain], ink_of(terrain))]
    size = min(18.0, (WIDE - 8) / len(site) - 1)
    left = (WIDE - (size + 1) * len(site)) / 2
    return [need(terrain, left + (size + 1) * n, y, size=size) for n, terrain in enumerate(site)]


@lru_cache(maxsize=64)
def power(name: str) -> str:
    """A power card: its name, hyphenated if it is too long, and the tiles that it exchanges, or else its sign."""
    known = POWER_CARDS.get(name)
    shown = known.name if known else short(name)
    lines = [shown] if length(shown, 13) <= WIDE - 4 else [f"{shown[:5]}-", fitted(shown[5:], WIDE - 4, 13)]
    drawn = [title(f"power card: {shown}"), box(0, 0, WIDE, HIGH, "power", 7, stroke_width=1.2)]
    drawn += [middle(WIDE / 2, 18 + 15 * n, line, "ondark") for n, line in enumerate(lines)]
    if known and known.effects_choice:
        for n, effect in enumerate(known.effects_choice):
            drawn += [need(str(effect.origin), 9, 28 + 29 * n, size=22), need(effect.to, 45, 28 + 29 * n, size=22)]
            drawn.append(
                node("path", d="M33 0H42M38.5 -3.5L42 0L38.5 3.5", transform=placed(0, 39 + 29 * n), **WHITE_LINE)
            )
    elif name in POWER_SIGNS:
        drawn.append(node("path", d=POWER_SIGNS[name], transform=placed(WIDE / 2 - 20, 44, 40 / 24), **WHITE_LINE))
    return "".join(drawn)


@lru_cache(maxsize=64)
def back(pile: str, number: int) -> str:
    """Unknown cards: their pile, and how many there are."""
    drawn = [title(count(number, f"unknown {pile} card")), box(0, 0, WIDE, HIGH, "back", 7, stroke_width=1.2)]
    drawn.append(middle(WIDE / 2, 30, f"×{number}", "ondark b", style="font-size:17px"))
    drawn += [middle(WIDE / 2, 54, "unknown", "ondark"), middle(WIDE / 2, 71, pile, "ondark")]
    return "".join(drawn)


@lru_cache(maxsize=256)
def deck(pile: str, number: int) -> str:
    """A face-down deck, or its empty place."""
    if not number:
        return title(f"the {pile} deck is empty") + box(0, 0, WIDE, HIGH, "gone", 7)
    drawn = [title(f"{count(number, 'card')} in the {pile} deck"), box(0, 0, WIDE, HIGH, "back", 7, stroke_width=1.2)]
    drawn.append(middle(WIDE / 2, 46, number, "ondark b", style="font-size:20px"))
    drawn.append(middle(WIDE / 2, 66, "in deck", "ondark"))
    return "".join(drawn)


@lru_cache(maxsize=256)
def several(number: int) -> str:
    """The number of equal cards, on the upper right corner of one."""
    plate = box(WIDE - 27, -4, 30, 20, "slip", 6, stroke_width=1.2)
    return plate + middle(WIDE - 12, 11, f"×{number}", "b onlight")


OBJECTIVE = (106.0, 60.0)
"""The width and height of an objective."""


@lru_cache(maxsize=512)
def objective(name: str, required: tuple[str, ...], words: str, owner: int) -> str:
    """An objective: what it requires, and whose meeple is on it; hollow once claimed."""
    claimed = owner >= 0
    wide, high = OBJECTIVE
    drawn = [title(f"objective {name}: {words}"), box(0, 0, wide, high, "gone" if claimed else "slip", 7)]
    ink = "" if claimed else " onlight"
    drawn.append(label(8, 18, fitted(name, 64, 13 * 1.1), f"b{ink}"))
    if required:
        step = min(24.0, (wide - 10) / len(required))
        drawn += [need(one, 6 + step * n, 32, size=min(22.0, step - 1), edge=claimed) for n, one in enumerate(required)]
    else:
        drawn += [label(8, 37 + 16 * n, line, ink.strip()) for n, line in enumerate(wrap(words, 12))]
    drawn.append(meeple(owner, wide - 16, 15, 23, f"claimed by seat {owner + 1}") if claimed else "")
    return "".join(drawn)


@lru_cache(maxsize=512)
def heading(x: float, y: float, words: str, more: str, width: float) -> str:
    """A heading with a remark at its right end."""
    return label(x, y, words, "lead b") + ended(x + width, y, more, "soft")
