"""The tiles on display, each at its place: scoring tiles, power actions, bonus cards, favor and town tiles."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    COMPONENTS,
    CULTS,
    FAVOR_TILES,
    GAME,
    POWER_ACTIONS,
    TOWN_TILES,
)
from engine.games.terra_mystica.options import Options
from engine.games.terra_mystica.state import State
from projections.pictures.pen import box, ended, fitted, label, length, moved, polygon, title
from projections.pictures.sheet import Part, Spot
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.cards import (
    PAD,
    ROOM,
    TEXT,
    TOP,
    card,
    columns,
    deep,
    first_fitting,
    high,
    part,
)
from projections.pictures.terra_mystica.look import Seen, disc, seen

ROW = 26.0
"""The height of the row of a round."""


def rounds(state: State) -> Part:
    """The scoring tiles; the current round stands out, past rounds are hollow; below, what the end scores."""
    now = GAME.rounds + 1 if state.phase == "over" else state.round
    return _rounds(tuple(state.scoring), now, state.options.fire_ice_final_scoring != "none", state.final_tile)


@lru_cache(maxsize=128)
def _rounds(tiles: tuple[str, ...], now: int, has_more: bool, final: str) -> Part:
    lines = [
        _scoring(number, tiles[number - 1] if number <= len(tiles) else "", number < now, number == now)
        for number in range(1, GAME.rounds + 1)
    ]
    y = TOP + (ROW + 4) * GAME.rounds
    more = [_final(final, y + 32)] if has_more else []
    return part("rounds", "Rounds", [*lines, _ends(y + 13), *more], y + 22 + 19 * len(more))


def _scoring(number: int, tile: str, is_over: bool, runs: bool) -> Spot:
    scores, bonus = wording.scoring(tile, number) if tile else ("not drawn yet", "")
    y = TOP + (ROW + 4) * (number - 1)
    room = ROOM - 46 - (length(bonus, TEXT) + 8 if bonus else 0)
    drawn = [
        title(f"{scores}; {bonus}") if tile else "",
        box(0, 0, ROOM, ROW, "running" if runs else "gone" if is_over or not tile else "card"),
        label(9, 18, number, "b"),
        polygon([(22, 8), (31, 13), (22, 18)], "figure") if runs else "",
        label(38, 18, first_fitting((scores, wording.coded(scores)), room), "soft" if is_over else ""),
        ended(ROOM - 8, 18, bonus, "soft" if is_over else ""),
    ]
    body = moved(PAD, y, drawn, data_scoring=tile or None)
    return Spot(f"scoring/{number}", body, box(PAD - 2, y - 2, ROOM + 4, ROW + 4, "just") if not tile else "")


def _ends(y: float) -> str:
    """What every game scores at its end."""
    area = next(each for each in COMPONENTS.final_scoring if not each.option)
    worth = "/".join(map(str, area.vp)), "/".join(map(str, COMPONENTS.cult_track.final_vp))
    return label(PAD, y, f"At the end: area {worth[0]}, each cult {worth[1]} VP", "soft")


def _final(tile: str, y: float) -> Spot:
    """The final scoring tile of Fire & Ice."""
    known = next((each for each in COMPONENTS.final_scoring if each.id == tile), None)
    words = f"and {wording.final(known.id)} {'/'.join(map(str, known.vp))} VP" if known else "and a tile not drawn yet"
    body = label(PAD, y, fitted(words, ROOM, TEXT), data_final=known.id if known else None)
    return Spot("final", body, box(PAD - 4, y - 15, ROOM + 8, 20, "just"))


def power_actions(state: State) -> Part:
    """The six power actions; those taken are hollow."""
    return _power_actions(tuple(name for name in POWER_ACTIONS if name in state.used))


@lru_cache(maxsize=64)
def _power_actions(taken: tuple[str, ...]) -> Part:
    found = []
    places = columns(TOP, 3, high(2), len(POWER_ACTIONS))
    for place, (name, action) in zip(places, POWER_ACTIONS.items(), strict=True):
        used = name in taken
        head, below = wording.amounts(action.gain), "taken" if used else f"{action.cost['power']} power"
        looks = ("gone", "") if used else ("card", "act")
        data = (("action", name), ("used", "yes" if used else "no"))
        found.append(card(f"action/{name}", place, 2, head, below, looks[0], band=looks[1], data=data))
    return part("actions", "Power actions", found, TOP + deep(3, high(2), len(POWER_ACTIONS)) + 4)


def bonus_cards(state: State) -> Part:
    """The bonus cards in play: available ones with the coins on them, taken ones hollow."""
    held = {player.bonus_card: seen(player) for player in state.players if player.bonus_card}
    there = tuple(
        (name, state.bonus_pool.get(name, 0), held.get(name))
        for name in BONUS_CARDS
        if name in state.bonus_pool or name in held
    )
    return _bonus_cards(there, len(state.players) + GAME.bonus_cards_extra)


@lru_cache(maxsize=256)
def _bonus_cards(there: tuple[tuple[str, int, Seen | None], ...], count: int) -> Part:
    """From each card, the coins on it, and who holds it."""
    found: list[Spot | str] = [] if there else [label(PAD, TOP + 13, "not drawn yet", "soft")]
    for place, (name, coins, holder) in zip(columns(TOP, 2, high(3), count), there, strict=False):
        head, below = wording.card(name)
        below = first_fitting((below, wording.coded(below)), 2 * (place[2] - 40))
        if holder is not None:
            found.append(card(f"card/{name}", place, 3, head, below, "gone", data=(("holder", holder[0]),)))
            found.append(disc(place[0] + place[2] - 14, place[1] + high(3) - 12, 9, holder))
            continue
        data = (("card", name), ("coins", coins))
        foot = f"+{coins} c" if coins else ""
        found += [card(f"card/{name}", place, 3, head, below or "income", "card", "", foot, "plain", data), ""]
    return part("cards", "Bonus cards", found, TOP + deep(2, high(3), count) + 4)


def favor_tiles(state: State) -> Part:
    """The favor tiles with their number, a row for each cult; hollow if there are none left."""
    return _favor_tiles(tuple(state.favor_pool.get(name, 0) for name in FAVOR_TILES))


@lru_cache(maxsize=256)
def _favor_tiles(left: tuple[int, ...]) -> Part:
    numbers = dict(zip(FAVOR_TILES, left, strict=True))
    plain = [name for name in FAVOR_TILES if not wording.favor(name)[1]]
    rest = [name for cult in CULTS for name in FAVOR_TILES if name not in plain and band_of(name) == cult]
    found = [_favor(numbers[name], name, place, 1) for name, place in _at(plain, TOP, 2, 1)]
    y = TOP + deep(2, high(1), len(plain))
    found += [_favor(numbers[name], name, place, 3) for name, place in _at(rest, y, 2, 3)]
    return part("favors", "Favor tiles left", found, y + deep(2, high(3), len(rest)) + 4)


def _at(names: list[str], y: float, number: int, lines: int) -> Iterator[tuple[str, tuple[float, float, float]]]:
    return zip(names, columns(y, number, high(lines), len(names)), strict=True)


def _favor(n: int, name: str, place: tuple[float, float, float], lines: int) -> Spot:
    head, below = wording.favor(name)
    data = (("favor", name), ("left", n)) if n else ()
    below = first_fitting((below, wording.coded(below)), (lines - 1) * (place[2] - 30))
    looks = ("card", band_of(name)) if n else ("gone", "")
    return card(f"favor/{name}", place, lines, head, below, looks[0], f"×{n}", "", looks[1], data)


def town_tiles(state: State) -> Part:
    """The town tiles of the game with their number; hollow if there are none left."""
    return _town_tiles(tuple((name, state.town_pool.get(name, 0)) for name in towns_of(state.options)))


@lru_cache(maxsize=256)
def _town_tiles(left: tuple[tuple[str, int], ...]) -> Part:
    lines = 3 if any(TOWN_TILES[name].option for name, _ in left) else 2
    found = []
    for place, (name, n) in zip(columns(TOP, 3, high(lines), len(left)), left, strict=True):
        head, below = wording.town(name)
        data = (("town_tile", name), ("left", n)) if n else ()
        looks = ("card", "gold") if n else ("gone", "")
        found.append(card(f"town/{name}", place, lines, head, below, looks[0], f"×{n}", "", looks[1], data))
    return part("towns", "Town tiles left", found, TOP + deep(3, high(lines), len(left)) + 4)


def towns_of(options: Options) -> list[str]:
    """The town tiles of a game with these options."""
    return [name for name, tile in TOWN_TILES.items() if not tile.option or getattr(options, tile.option)]


def band_of(tile: str) -> str:
    """The class of a favor tile's band: its cult."""
    return next(iter(FAVOR_TILES[tile].gain))
