"""What lies beside the board of Gaia: objectives, open cards and decks, a list of the cities, the stock."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.gaia.components import PILE_TABLES, PILES, PLAYER_COUNTS, TERRAINS
from engine.games.gaia.state import NOBODY, City, State
from events.problems import count
from projections.pictures.gaia.cards import HIGH, OBJECTIVE, WIDE, card, deck, heading, objective
from projections.pictures.gaia.look import FILL, meeple, need, need_letter, sign
from projections.pictures.gaia.wording import needs_met, objective_words, pending_words, short
from projections.pictures.kept import catalogue_of, kept
from projections.pictures.pen import box, ended, fitted, label, moved, title
from projections.pictures.sheet import COLUMN, Part, Spot, Table

PAD = 12.0
INSIDE = COLUMN - 2 * PAD
HEAD = 34.0
"""The height of the heading of a part."""
PILE = HIGH + 36
"""The height of a row of open cards with its heading."""
CITY = 30.0
"""The height of a city in the list."""


def _shown_objectives(state: State) -> tuple[object, ...]:
    return state.objectives, len(state.players)


@kept(_shown_objectives, catalogue_of)
def objectives(state: State) -> Part:
    """The objectives on display, three to a line, each with a place from the beginning."""
    shown = max(PLAYER_COUNTS[len(state.players)].objectives_displayed, len(state.objectives))
    wide, high = OBJECTIVE
    places = [(PAD + n % 3 * (wide + 5), HEAD + n // 3 * (high + 6)) for n in range(shown)]
    height = HEAD + (shown + 2) // 3 * (high + 6) + 6
    claimed = sum(each.claimed_by != NOBODY for each in state.objectives)
    elements: list[Spot | str] = [panel(height), heading(PAD, 23, "Objectives", f"{claimed} claimed", INSIDE)]
    elements += [empty(*at, wide, high) for at in places[len(state.objectives) :]]
    for each, at in zip(state.objectives, places, strict=False):
        words = objective_words(state, each.id)
        elements.append(_objective(each.id, _required(state, each.id), words, each.claimed_by, *at))
    return Part("objectives", "Objectives", elements, height)


@lru_cache(maxsize=64)
def panel(height: float, running: bool = False) -> str:
    """The background of a part one column wide."""
    return box(0, 0, COLUMN, height, "running" if running else "panel")


@lru_cache(maxsize=512)
def empty(x: float, y: float, wide: float, high: float) -> str:
    """The empty place of a card, an objective or a city."""
    return box(x, y, wide, high, "gone", 7)


def _required(state: State, name: str) -> tuple[str, ...]:
    icons = state.catalogue.objectives.get(name, {})
    return tuple(terrain for terrain, number in icons.items() for _ in range(number))


@lru_cache(maxsize=512)
def _objective(name: str, required: tuple[str, ...], words: str, owner: int, x: float, y: float) -> Spot:
    body = moved(x, y, [objective(short(name), required, words, owner)])
    return Spot(f"objective/{name}", body, box(x - 2, y - 2, OBJECTIVE[0] + 4, OBJECTIVE[1] + 4, "just", 8))


def _shown_cards(state: State) -> tuple[object, ...]:
    gone = list(map(len, state.discard.values())), state.unknown_discards
    waiting = [state.cells[place] for place in state.targets]
    return state.advanced, state.row, state.deck_size, gone, state.power, waiting


@kept(_shown_cards, catalogue_of)
def open_cards(state: State) -> Part:
    """The open cards of each pile with its deck; in games with power cards, the one that waits for an answer."""
    piles = PILES if state.advanced else PILES[:2]
    height = len(piles) * PILE + (26 if state.advanced else 0) + 4
    return Part("cards", "Open cards", [panel(height), *_piles(state, piles)], height)


def _piles(state: State, piles: tuple[str, ...]) -> Iterator[Spot | str]:
    for n, pile in enumerate(piles):
        y = n * PILE
        gone = len(state.discard[pile]) + state.unknown_discards[pile]
        yield heading(PAD, y + 22, f"{pile.capitalize()} cards", f"{gone} discarded", INSIDE)
        row = state.row[pile]
        for slot in range(PILE_TABLES[pile].row):
            name = row[slot] if slot < len(row) else ""
            yield _open_card(pile, slot, card(state, name) if name else "", PAD + slot * (WIDE + 8), y + 32)
        yield _deck(pile, state.deck_size[pile], PAD + INSIDE - WIDE, y + 32)
    if state.advanced:
        waiting = pending_words(state) if state.power else "no power card waits for an answer"
        yield _waiting(waiting, bool(state.power), len(piles) * PILE + 18)


@lru_cache(maxsize=512)
def _waiting(words: str, waits: bool, y: float) -> str:
    return label(PAD, y, fitted(words, INSIDE, 13), "" if waits else "soft")


@lru_cache(maxsize=512)
def _deck(pile: str, number: int, x: float, y: float) -> Spot:
    return Spot(f"deck/{pile}", moved(x, y, [deck(pile, number)]), box(x - 3, y - 3, WIDE + 6, HIGH + 6, "just", 9))


@lru_cache(maxsize=2048)
def _open_card(pile: str, place: int, drawn: str, x: float, y: float) -> Spot:
    body = moved(x, y, [drawn]) if drawn else box(x, y, WIDE, HIGH, "gone", 7)
    return Spot(f"row/{pile}/{place}", body, box(x - 3, y - 3, WIDE + 6, HIGH + 6, "just", 9))


def _shown_cities(state: State, table: Table) -> tuple[object, ...]:
    needs = [needs_met(state, city) for city in state.cities]
    cells = [state.cells[city.place] for city in state.cities]
    return state.cities, needs, cells, state.last_founded_no, table.last and table.last.last_founded_no


@kept(_shown_cities)
def cities(state: State, table: Table) -> Part:
    """Every city with its place, its needs in letters, and its meeples; one that was taken off leaves its line."""
    founded = max(state.last_founded_no, 0 if table.last is None else table.last.last_founded_no, 1)
    height = HEAD + founded * CITY + 6
    there = {city.founded_no: city for city in state.cities}
    elements: list[Spot | str] = [panel(height), heading(PAD, 23, "Cities", "dashed: not met", INSIDE)]
    for number in range(1, founded + 1):
        y = HEAD + (number - 1) * CITY
        city = there.get(number)
        if number > state.last_founded_no:
            elements.append(empty(PAD, y, INSIDE, CITY - 4))
        elif city is None:
            elements.append(_removed(number, y))
        else:
            shown = tuple(needs_met(state, city)), tuple(city.meeples)
            elements.append(_city(number, short(city.card), _cell(state, city), *shown, y))
    return Part("cities", "Cities", elements, height)


def _cell(state: State, city: City) -> str:
    """Where a city lies: `3,1`, or `2: 3,1` on the board of seat 2."""
    *area, x, y = state.cells[city.place]
    return f"{area[0] + 1}: {x},{y}" if area else f"{x},{y}"


@lru_cache(maxsize=512)
def _removed(number: int, y: float) -> Spot:
    body = box(PAD, y, INSIDE, CITY - 4, "gone", 5) + label(PAD + 8, y + 18, f"#{number} was taken off", "soft")
    return _line(number, body, y)


def _line(number: int, body: str, y: float) -> Spot:
    return Spot(f"city/{number}", body, box(PAD - 3, y - 3, INSIDE + 6, CITY + 2, "just"))


@lru_cache(maxsize=4096)
def _city(
    number: int, name: str, cell: str, needs: tuple[tuple[str, bool], ...], meeples: tuple[int, ...], y: float
) -> Spot:
    drawn = [title(f"city #{number} {name} at {cell}"), box(PAD, y, INSIDE, CITY - 4, "slip", 5)]
    drawn.append(label(PAD + 8, y + 18, f"#{number}", "b onlight"))
    drawn.append(label(PAD + 42, y + 18, fitted(name, 44, 13), "onlight"))
    drawn.append(ended(PAD + 140, y + 18, cell, "onlight"))
    drawn += [need(one, PAD + 150 + 23 * k, y + 3, met) for k, (one, met) in enumerate(needs)]
    seats = [seat for seat, several in enumerate(meeples) for _ in range(several)]
    step = min(22.0, 62 / max(1, len(seats) - 1))
    drawn += [meeple(seat, PAD + 256 + step * k, y + 13, 21, paper=True) for k, seat in enumerate(seats)]
    return _line(number, "".join(drawn), y)


def _shown_stock(state: State) -> tuple[object, ...]:
    return state.stock, state.animal_stock, state.options.animal_kinds


@kept(_shown_stock)
def stock(state: State) -> Part:
    """The tiles and tokens left, with the signs and letters of the terrains."""
    height = HEAD + 3 * 38 + 28.0
    kinds = ("animal",) if state.options.animal_kinds == "generic" else ("deer", "fish")
    letters = ", ".join(f"{need_letter(kind)} {kind}" for kind in kinds)
    tokens = count(state.animal_stock, "animal token")
    elements: list[Spot | str] = [panel(height), heading(PAD, 23, "Stock", tokens, INSIDE)]
    for n, terrain in enumerate(TERRAINS):
        elements.append(_tiles(terrain, state.stock[terrain], PAD + n % 2 * INSIDE / 2, HEAD + n // 2 * 38))
    elements.append(_letters(letters))
    return Part("stock", "Stock", elements, height)


@lru_cache(maxsize=4)
def _letters(words: str) -> str:
    return label(PAD, HEAD + 3 * 38 + 14, f"Other needs: {words}", "soft")


@lru_cache(maxsize=512)
def _tiles(terrain: str, number: int, x: float, y: float) -> Spot:
    drawn = [title(f"{count(number, f'{terrain} tile')} left")]
    drawn += [box(x, y, 30, 30, "edge", 4, fill=FILL[terrain][0]), sign(terrain, x + 5, y + 5, 20 / 24)]
    drawn += [need(terrain, x + 36, y + 4, size=22, edge=True), label(x + 65, y + 20, f"×{number}", "b")]
    drawn.append(label(x + 95, y + 20, terrain, "soft"))
    return Spot(f"stock/{terrain}", "".join(drawn), box(x - 3, y - 3, INSIDE / 2, 36, "just"))
