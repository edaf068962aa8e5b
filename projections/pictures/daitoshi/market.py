"""What is on offer in Daitoshi: the inventions of the market, the basic ones of the set-up, the cities."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.daitoshi.components import CONSTANTS, INVENTION_COST, MARKET, QUALITIES, City, Invention
from engine.games.daitoshi.state import State
from events.vocabulary.daitoshi.effects import Effects
from projections.pictures.daitoshi.icons import counted_sign, room, signs
from projections.pictures.daitoshi.look import BOLD, PAD, TEXT, marker, shortened, wrapped
from projections.pictures.daitoshi.wording import effect_words
from projections.pictures.kept import catalogue_of, kept
from projections.pictures.pen import box, ended, label, length, title
from projections.pictures.sheet import COLUMN, Part, Spot
from projections.pictures.words import plain

INSIDE = COLUMN - 2 * PAD
TOP, LINE, ROW = 32.0, 16.5, 4.0
"""Where the first card of a part begins; the height of a line; the gap between two cards."""


@kept(lambda state: state.market, catalogue_of)
def market(state: State) -> Part:
    """The inventions on the market: cost, what each gives left and centre, and its points."""
    tiles = [tile for quality in QUALITIES for tile in state.market.get(quality, ())]
    return _inventions(state, "market", "Market of inventions", tiles, sum(MARKET.values()))


@kept(lambda state: (state.basics, len(state.players)), catalogue_of)
def basics(state: State) -> Part:
    """The basic inventions from which the players choose in the set-up."""
    return _inventions(state, "basics", "Basic inventions to choose from", state.basics, len(state.players))


def _inventions(state: State, name: str, heading: str, tiles: Sequence[str], places: int) -> Part:
    lines = 2 if state.own else 1  # the tiles of the house are short, others need not be
    high = 23 + lines * LINE
    cards: list[Spot | str] = [*framed(heading, TOP + places * (high + ROW) + PAD - ROW)]
    for n in range(places):
        row = state.catalogue.invention[tiles[n]] if n < len(tiles) else None
        key = f"{name}/{row.id}" if row else f"{name}/{n}"
        cards.append(_invention(key, row, TOP + n * (high + ROW), high, lines))
    return Part(name, heading, cards, TOP + places * (high + ROW) + PAD - ROW)


@lru_cache(maxsize=256)
def framed(heading: str, height: float) -> tuple[str, ...]:
    """The ground of a part, with its heading."""
    return box(0, 0, COLUMN, height, "panel"), label(PAD, 21, heading, "lead b")


@lru_cache(maxsize=2048)
def _invention(key: str, row: Invention | None, y: float, high: float, lines: int) -> Spot:
    drawn = [box(PAD, y, INSIDE, high, "card" if row else "gone")]
    if row:
        left, right = PAD + 8, PAD + INSIDE - 8
        price = INVENTION_COST.get(row.quality)
        drawn.append(label(left, y + 17, shortened(plain(row.id), 170, TEXT * BOLD), "b"))
        drawn.append(ended(right - 66, y + 17, f"{price} food", "soft") if price else "")
        drawn.append(ended(right, y + 17, f"{row.vp} VP", "b"))
        words = f"{effect_words(row.left)} | {effect_words(row.centre)}"
        for n, line in enumerate(wrapped(words, INSIDE - 16, lines)):
            drawn.append(label(left, y + 17 + LINE * (n + 1), line))
    return Spot(key, "".join(drawn), box(PAD - 2, y - 2, INSIDE + 4, high + 4, "just"))


CARD = 29 + 2 * LINE + 30


@kept(lambda state: (state.cities, state.placed), catalogue_of)
def cities(state: State) -> Part:
    """Price, condition, effect, the rewards of traded goods in order, and whose banners stand there."""
    height = TOP + CONSTANTS.cities_in_play * (CARD + ROW) + PAD - ROW
    cards: list[Spot | str] = [*framed("Cities", height)]
    for n in range(CONSTANTS.cities_in_play):
        row = state.catalogue.city[state.cities[n]] if n < len(state.cities) else None
        banners = tuple(state.placed.get(row.id, ())) if row else ()
        cards.append(_city(f"city/{row.id}" if row else f"city/{n}", row, banners, TOP + n * (CARD + ROW)))
    return Part("cities", "Cities", cards, height)


@lru_cache(maxsize=2048)
def _city(key: str, row: City | None, banners: tuple[int, ...], y: float) -> Spot:
    drawn = [box(PAD, y, INSIDE, CARD, "card" if row else "gone")]
    if row:
        left = PAD + 8
        name = shortened(plain(row.id), 130, TEXT * BOLD)
        drawn.append(label(left, y + 17, name, "b"))
        drawn.append(label(left + length(name, TEXT) * BOLD + 10, y + 17, f"{row.cost} steam", "soft"))
        for seat in banners:
            drawn.append(marker(PAD + INSIDE - 90 + 25 * seat, y + 13, seat, f"banner of seat {seat + 1}", 10))
        words = f"{plain(row.condition)}: {effect_words(row.effect)}"
        for n, line in enumerate(wrapped(words, INSIDE - 16, 2)):
            drawn.append(label(left, y + 20 + LINE * (n + 1), line))
        drawn += _rewards(row.rewards, left, y + CARD - 17)
    return Spot(key, "".join(drawn), box(PAD - 2, y - 2, INSIDE + 4, CARD + 4, "just"))


def _rewards(rewards: Effects, x: float, y: float) -> Iterator[str]:
    """The rewards of a trade in cells, as signs."""
    cell = (INSIDE - 16) / len(rewards)
    for n, reward in enumerate(rewards):
        yield box(x + n * cell, y - 14, cell - 4, 28, "gone") + title(effect_words(rewards))
        yield from row_of_signs((reward,), x + (n + 0.5) * cell - 2, y, cell - 4)


def row_of_signs(effects: Effects, x: float, y: float, wide: float) -> Iterator[str]:
    """The signs of effects side by side around a point, within a width; dots stand for those without room."""
    shown = list(signs(effects))
    if sum(room(*each) for each in shown) > wide:
        while shown and sum(room(*each) for each in shown) + room(1, "more") > wide:
            shown.pop()
        shown.append((1, "more"))
    left = x - sum(room(*each) for each in shown) / 2
    for number, name in shown:
        size = room(number, name)
        yield counted_sign(left + size / 2, y, number, name)
        left += size
