"""The surroundings of the city: the tracks of the wilderness, market, cities, the mega-machine."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from engine.games.daitoshi.components import CONSTANTS, MARKET, QUALITIES
from engine.games.daitoshi.state import COVERED, PILGRIMS, Given, State
from events.problems import count
from projections.pictures.daitoshi.look import hexagon, marker
from projections.pictures.daitoshi.wording import effect_words, space_words, upgrade_words
from projections.pictures.pen import box, ended, fitted, label, middle, moved, title
from projections.pictures.sheet import Spot

TRACKS = ("forest", "mountain", "underground", "river")
"""Drawn in two columns of two."""
SECOND = 590.0
CELL, TRACK = 31.0, 82.0
WILD = 4 * TRACK
CARD, ROW, BOX = 78.0, 40.0, 50.0


def wilderness(state: State, x: float, y: float) -> Iterator[Spot | str]:
    """The four tracks, starting at the temple: the value of each space, its hexes, and the pilgrims on it."""
    for line, track in enumerate(TRACKS):
        top, left = y + line % 2 * TRACK, x + line // 2 * SECOND
        gone = state.discard.get(track, 0)
        yield label(left, top + 11, track, "small b") + label(
            left + 90, top + 11, f"{count(gone, 'hex', 'hexes')} discarded", "tiny soft"
        )
        values = state.catalogue.wilderness_track[track].vp
        hexes = state.tracks.get(track, [0] * len(values))
        there = {player.seat: getattr(player, PILGRIMS[track]) for player in state.players}
        for space in range(len(values) + 1):
            seats = tuple(seat for seat, at in there.items() if at == space)
            number, value = (hexes[space - 1], values[space - 1]) if space else (0, -1)
            yield _space(track, space, number, value, seats, left + space * (CELL + 3), top + 16)


@lru_cache(maxsize=8192)
def _space(track: str, space: int, hexes: int, value: int, seats: tuple[int, ...], x: float, y: float) -> Spot:
    """A space on a track; the first one is the temple."""
    drawn = [box(x, y, CELL, CELL, "card", 4)]
    drawn.append(middle(x + CELL / 2, y + 12, "T" if value < 0 else value, "tiny b" if value < 0 else "tiny"))
    drawn += [hexagon(x + CELL / 2 + (n - (hexes - 1) / 2) * 12, y + 21, track, 6.5) for n in range(hexes)]
    named = "the temple" if value < 0 else f"space {space} of the {track}"
    for seat in seats:
        at = x + 8 + seat % 2 * 15.5, y + CELL + 4 + seat // 2 * 14
        drawn.append(marker(*at, seat, f"pilgrim of seat {seat + 1}, {named}", 7))
    return Spot(f"track/{track}/{space}", "".join(drawn), box(x - 2, y - 2, CELL + 4, CELL + 28, "just"))


def market(state: State, x: float, y: float, wide: float) -> Iterator[Spot | str]:
    """The inventions on the market: what each gives left and centre, and its points."""
    yield label(x, y + 14, "Market of inventions", "h2")
    tiles = [tile for quality in QUALITIES for tile in state.market.get(quality, ())]
    each = (wide - 6 * 4) / 5
    for n in range(sum(MARKET.values())):
        tile = tiles[n] if n < len(tiles) else ""
        row = state.catalogue.invention[tile] if tile else None
        values = (effect_words(row.left), effect_words(row.centre), row.vp) if row else ("", "", 0)
        yield _invention(n, tile, *values, x + n * (each + 6), y + 22, each)


@lru_cache(maxsize=2048)
def _invention(place: int, tile: str, left: str, centre: str, vp: int, x: float, y: float, wide: float) -> Spot:
    drawn = [box(x, y, wide, CARD + 14, "card" if tile else "gone")]
    if tile:
        drawn += [title(f"{tile}: {left} | {centre} | {vp} VP")]
        drawn.append(label(x + 6, y + 14, fitted(tile.replace("_", " "), wide - 12, 10.5), "tiny b"))
        for n, words in enumerate((left, centre)):
            for k, line in enumerate(wrap(words, 18)[:2]):
                drawn.append(label(x + 6, y + 31 + n * 28 + k * 11.5, fitted(line, wide - 10, 10), "tiny"))
        drawn.append(ended(x + wide - 6, y + CARD + 9, f"{vp} VP", "tiny b"))
    return Spot(f"market/{place}", "".join(drawn), box(x - 2, y - 2, wide + 4, CARD + 18, "just"))


def cities(state: State, x: float, y: float, wide: float) -> Iterator[Spot | str]:
    """The cities: price, condition, effect, and whose banners stand there."""
    yield label(x, y + 14, "Cities", "h2")
    for n in range(CONSTANTS.cities_in_play):
        name = state.cities[n] if n < len(state.cities) else ""
        row = state.catalogue.city[name] if name else None
        rule = f"{row.condition.replace('_', ' ')}: {effect_words(row.effect)}" if row else ""
        banners = tuple(state.placed.get(name, ()))
        yield _city(n, name, row.cost if row else 0, rule, banners, x, y + 22 + n * ROW, wide)


@lru_cache(maxsize=2048)
def _city(
    place: int, name: str, cost: int, rule: str, banners: tuple[int, ...], x: float, y: float, wide: float
) -> Spot:
    drawn = [box(x, y, wide, ROW - 4, "card" if name else "gone")]
    if name:
        drawn.append(title(f"{name}, {cost} steam, {rule}"))
        drawn.append(label(x + 8, y + 22, name.replace("_", " "), "small b"))
        drawn.append(label(x + 66, y + 22, f"{cost} steam", "small soft"))
        drawn.append(label(x + 124, y + 22, fitted(rule, wide - 124 - 98, 10.4), "small"))
        for seat in banners:
            drawn.append(marker(x + wide - 84 + 22 * seat, y + ROW / 2 - 2, seat, f"banner of seat {seat + 1}"))
    return Spot(f"city/{place}", "".join(drawn), box(x - 2, y - 2, wide + 4, ROW, "just"))


def machine(state: State, x: float, y: float, wide: float) -> Iterator[Spot | str]:
    """The mega-machine: its workshop, its six spaces, and its upgrades, hollow while they are locked."""
    there = state.machine
    workshop = effect_words(state.catalogue.machine[there.id].workshop) if there else "not drawn yet"
    yield label(x, y + 14, "Mega-machine", "h2") + label(x + 112, y + 14, f"workshop: {workshop}", "small")
    words = space_words(state)
    each = (wide - 2 * 6) / 3
    for n in range(6):
        space = there.spaces[n] if there and n < len(there.spaces) else COVERED
        owner = space.owner if isinstance(space, Given) else -1
        shown = space.tile.replace("_", " ") if isinstance(space, Given) else words[n] if n < len(words) else ""
        yield _part(
            f"part/{n}", shown, owner, space != COVERED, x + n % 3 * (each + 6), y + 22 + n // 3 * (BOX + 6), each
        )
    upgrades = upgrade_words(state)
    top = y + 22 + 2 * (BOX + 6)
    for n in range(3):
        shown = upgrades[n] if n < len(upgrades) else ""
        locked = not (there and n < len(there.unlocked) and there.unlocked[n])
        caption = f"upgrade: {shown}" if shown else ""
        yield _part(f"upgrade/{n}", caption, -1, not locked, x + n * (each + 6), top, each)


@lru_cache(maxsize=2048)
def _part(key: str, words: str, owner: int, there: bool, x: float, y: float, wide: float) -> Spot:
    drawn = [title(words) if words else "", box(x, y, wide, BOX, "card" if there else "gone")]
    lines = wrap(words, int((wide - 16 - (22 if owner >= 0 else 0)) / 6.4))[:2]
    top = y + (29 if len(lines) < 2 else 22)
    drawn += [label(x + 8, top + 13 * n, line, "tiny") for n, line in enumerate(lines)]
    drawn.append(marker(x + wide - 15, y + BOX / 2, owner, f"given by seat {owner + 1}") if owner >= 0 else "")
    return Spot(key, moved(0, 0, drawn), box(x - 2, y - 2, wide + 4, BOX + 4, "just"))


MARKET_HIGH, CITIES_HIGH = 22 + CARD + 14 + 16, 22 + 5 * ROW + 14
AROUND = MARKET_HIGH + CITIES_HIGH + 22 + 3 * (BOX + 6)
"""The total height of market, cities and mega-machine."""
