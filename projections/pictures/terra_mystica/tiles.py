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
from projections.pictures.terra_mystica.look import disc

ROW = 26.0
"""The height of the row of a round."""


def rounds(state: State) -> Part:
    """The scoring tiles; the current round stands out, past rounds are hollow; below, what the end scores."""
    lines = [_round(state, number) for number in range(1, GAME.rounds + 1)]
    y = TOP + (ROW + 4) * GAME.rounds
    has_more = state.options.fire_ice_final_scoring != "none"
    height = y + 22 + (19 if has_more else 0)
    return part("rounds", "Rounds", [*lines, _ends(y + 13), *_final(state, y + 32)], height)


def _round(state: State, number: int) -> Spot:
    tile = state.scoring[number - 1] if number <= len(state.scoring) else ""
    is_over = number < state.round or state.phase == "over"
    return _scoring(number, tile, is_over, number == state.round and not is_over)


@lru_cache(maxsize=512)
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


@lru_cache(maxsize=4)
def _ends(y: float) -> str:
    """What every game scores at its end."""
    area = next(each for each in COMPONENTS.final_scoring if not each.option)
    worth = "/".join(map(str, area.vp)), "/".join(map(str, COMPONENTS.cult_track.final_vp))
    return label(PAD, y, f"At the end: area {worth[0]}, each cult {worth[1]} VP", "soft")


def _final(state: State, y: float) -> Iterator[Spot]:
    """The final scoring tile of Fire & Ice, where the game has one."""
    if state.options.fire_ice_final_scoring == "none":
        return
    known = next((each for each in COMPONENTS.final_scoring if each.id == state.final_tile), None)
    words = f"and {wording.plain(known.id)} {'/'.join(map(str, known.vp))} VP" if known else "and a tile not drawn yet"
    body = label(PAD, y, fitted(words, ROOM, TEXT), data_final=known.id if known else None)
    yield Spot("final", body, box(PAD - 4, y - 15, ROOM + 8, 20, "just"))


def power_actions(state: State) -> Part:
    """The six power actions; those taken are hollow."""
    places = columns(TOP, 3, high(2), len(POWER_ACTIONS))
    found = []
    for place, (name, action) in zip(places, POWER_ACTIONS.items(), strict=True):
        used = name in state.used
        below = "taken" if used else f"{action.cost['power']} power"
        looks = ("gone", "") if used else ("card", "act")
        data = (("action", name), ("used", "yes" if used else "no"))
        found.append(
            card(f"action/{name}", place, 2, wording.amounts(action.gain), below, looks[0], band=looks[1], data=data)
        )
    return part("actions", "Power actions", found, TOP + deep(3, high(2), len(POWER_ACTIONS)) + 4)


def bonus_cards(state: State) -> Part:
    """The bonus cards in play: available ones with the coins on them, taken ones hollow."""
    held = {player.bonus_card: player for player in state.players if player.bonus_card}
    there = [name for name in BONUS_CARDS if name in state.bonus_pool or name in held]
    count = len(state.players) + GAME.bonus_cards_extra
    found: list[Spot | str] = [] if there else [label(PAD, TOP + 13, "not drawn yet", "soft")]
    for place, name in zip(columns(TOP, 2, high(3), count), there, strict=False):
        head, below = wording.card(name)
        below = first_fitting((below, wording.coded(below)), 2 * (place[2] - 40))
        if name in held:
            holder = (("holder", held[name].seat),)
            found.append(card(f"card/{name}", place, 3, head, below, "gone", data=holder))
            found.append(disc(place[0] + place[2] - 14, place[1] + high(3) - 14, 9, held[name]))
            continue
        coins = state.bonus_pool[name]
        data = (("card", name), ("coins", coins))
        foot = f"+{coins} c" if coins else ""
        found += [card(f"card/{name}", place, 3, head, below or "income", "card", "", foot, "plain", data), ""]
    return part("cards", "Bonus cards", found, TOP + deep(2, high(3), count) + 4)


def favor_tiles(state: State) -> Part:
    """The favor tiles with their number, a row for each cult; hollow if there are none left."""
    plain = [name for name, tile in FAVOR_TILES.items() if not wording.favor(name)[1]]
    rest = [name for cult in CULTS for name in FAVOR_TILES if name not in plain and band_of(name) == cult]
    found = [_favor(state, name, place, 1) for name, place in _at(plain, TOP, 2, 1)]
    y = TOP + deep(2, high(1), len(plain))
    found += [_favor(state, name, place, 3) for name, place in _at(rest, y, 2, 3)]
    return part("favors", "Favor tiles left", found, y + deep(2, high(3), len(rest)) + 4)


def _at(names: list[str], y: float, number: int, lines: int) -> Iterator[tuple[str, tuple[float, float, float]]]:
    return zip(names, columns(y, number, high(lines), len(names)), strict=True)


def _favor(state: State, name: str, place: tuple[float, float, float], lines: int) -> Spot:
    n = state.favor_pool.get(name, 0)
    head, below = wording.favor(name)
    data = (("favor", name), ("left", n)) if n else ()
    below = first_fitting((below, wording.coded(below)), (lines - 1) * (place[2] - 30))
    looks = ("card", band_of(name)) if n else ("gone", "")
    return card(f"favor/{name}", place, lines, head, below, looks[0], f"×{n}", "", looks[1], data)


def town_tiles(state: State) -> Part:
    """The town tiles of the game with their number; hollow if there are none left."""
    names = towns_of(state.options)
    lines = 2 if len(names) == len(towns_of(Options())) else 3
    found = []
    for name, place in _at(names, TOP, 3, lines):
        n = state.town_pool.get(name, 0)
        head, below = wording.town(name)
        data = (("town_tile", name), ("left", n)) if n else ()
        looks = ("card", "gold") if n else ("gone", "")
        found.append(card(f"town/{name}", place, lines, head, below, looks[0], f"×{n}", "", looks[1], data))
    return part("towns", "Town tiles left", found, TOP + deep(3, high(lines), len(names)) + 4)


def towns_of(options: Options) -> list[str]:
    """The town tiles of a game with these options."""
    return [name for name, tile in TOWN_TILES.items() if not tile.option or getattr(options, tile.option)]


def band_of(tile: str) -> str:
    """The class of a favor tile's band: its cult."""
    return next(iter(FAVOR_TILES[tile].gain))
