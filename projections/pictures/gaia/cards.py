"""Drawings of the cards of Gaia: nature, animals, cities, powers, backs of unknown cards, objectives."""

from functools import lru_cache

from engine.games.gaia.components import POWER_CARDS, TERRAIN_OF_CARD, TERRAINS
from engine.games.gaia.state import State
from events.problems import count
from projections.pictures.gaia.look import FILL, herd, ink_of, meeple, need, sign
from projections.pictures.gaia.wording import TERRAIN_NAMES, short
from projections.pictures.palette import INK
from projections.pictures.pen import box, ended, fitted, label, middle, title

WIDE, HIGH = 70.0, 88.0


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
    face = box(0, 0, WIDE, HIGH, "edge", 7, fill=FILL[terrain][0], stroke_width=1.2)
    name = TERRAIN_NAMES[terrain]
    return (
        title(f"nature card: {name}")
        + face
        + sign(terrain, 13, 16, 1.8)
        + middle(35, 80, name, f"small {ink_of(terrain)}")
    )


@lru_cache(maxsize=512)
def animals(name: str, site: tuple[str, ...]) -> str:
    """An animal card: a herd, and the terrains where it may be placed."""
    drawn = [title(f"animal card {name}"), box(0, 0, WIDE, HIGH, "slip", 7, stroke_width=1.2)]
    drawn.append(label(6, 15, fitted(name, 58, 11), "small b onlight"))
    drawn += [herd(35, 39, site[0] if site == ("sea",) else "plain", 18), *_site(site, 68)]
    return "".join(drawn)


@lru_cache(maxsize=512)
def town(name: str, site: tuple[str, ...], needs: tuple[str, ...]) -> str:
    """A city card: its name, where it may be founded, and its four needs."""
    drawn = [title(f"city card {name}"), box(0, 0, WIDE, HIGH, "slip", 7, stroke_width=1.2)]
    drawn.append(label(6, 15, fitted(name, 58, 11), "small b onlight"))
    drawn += [need(one, 13 + n % 2 * 23, 19 + n // 2 * 22) for n, one in enumerate(needs)]
    drawn += _site(site, 68)
    return "".join(drawn)


def _site(site: tuple[str, ...], y: float) -> list[str]:
    """The terrains of a site on one line; `any site` if it is all of them."""
    if len(site) == len(TERRAINS):
        return [middle(WIDE / 2, y + 12, "any site", "tiny onlight")]
    if len(site) == 1:
        terrain = site[0]
        strip = box(5, y, WIDE - 10, 15, rx=4, fill=FILL[terrain][0], stroke=INK)
        return [strip, middle(WIDE / 2, y + 11.5, TERRAIN_NAMES[terrain], f"tiny {ink_of(terrain)}")]
    step = min(15.0, (WIDE - 8) / len(site))
    left = (WIDE - step * len(site)) / 2
    return [need(terrain, left + step * n, y + 1, size=min(14.0, step)) for n, terrain in enumerate(site)]


@lru_cache(maxsize=64)
def power(name: str) -> str:
    """A power card: its name."""
    shown = POWER_CARDS[name].name if name in POWER_CARDS else short(name)
    words = shown.split(" ", 1)
    drawn = [title(f"power card: {shown}"), box(0, 0, WIDE, HIGH, "power", 7, stroke_width=1.2)]
    drawn.append(middle(35, 18, "power", "tiny ondark"))
    drawn += [middle(35, 44 + 15 * n, fitted(word, 66, 11), "tiny b ondark") for n, word in enumerate(words)]
    return "".join(drawn)


@lru_cache(maxsize=64)
def back(pile: str, number: int) -> str:
    """Unknown cards: their pile, and how many there are."""
    drawn = [title(count(number, f"unknown {pile} card")), box(0, 0, WIDE, HIGH, "back", 7, stroke_width=1.2)]
    drawn.append(middle(35, 30, f"×{number}", "ondark b", style="font-size:16px"))
    drawn += [middle(35, 52, "unknown", "tiny ondark"), middle(35, 66, pile, "tiny ondark")]
    return "".join(drawn)


@lru_cache(maxsize=256)
def deck(pile: str, number: int) -> str:
    """A face-down deck, or its empty place."""
    if not number:
        return title(f"the {pile} deck is empty") + box(0, 0, WIDE, HIGH, "gone", 7)
    drawn = [title(f"{count(number, 'card')} in the {pile} deck"), box(0, 0, WIDE, HIGH, "back", 7, stroke_width=1.2)]
    drawn.append(middle(35, 42, number, "ondark b", style="font-size:18px"))
    drawn.append(middle(35, 62, "in the deck", "tiny ondark"))
    return "".join(drawn)


@lru_cache(maxsize=512)
def objective(name: str, required: tuple[str, ...], words: str, owner: int) -> str:
    """An objective, 134 by 62: what it requires, and whose meeple is on it; hollow once claimed."""
    claimed = owner >= 0
    drawn = [title(f"objective {name}: {words}"), box(0, 0, 134, 62, "gone" if claimed else "slip", 7)]
    ink = "small b" if claimed else "small b onlight"
    drawn.append(label(8, 17, fitted(name, 80, 11), ink))
    if required:
        drawn += [need(one, 8 + 24 * n, 28, edge=claimed) for n, one in enumerate(required[:5])]
    else:
        drawn.append(label(8, 43, words, "small" if claimed else "small onlight"))
    drawn.append(meeple(owner, 117, 18, f"claimed by seat {owner + 1}") if claimed else "")
    return "".join(drawn)


def heading(x: float, y: float, words: str, more: str, width: float) -> str:
    """A heading with a remark at its right end."""
    return label(x, y, words, "h2") + ended(x + width, y, more, "small soft")
