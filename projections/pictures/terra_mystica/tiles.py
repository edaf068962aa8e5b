"""The tiles on display, each at its place: scoring tiles, power actions, bonus cards, favor and town tiles."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    COMPONENTS,
    FAVOR_TILES,
    GAME,
    POWER_ACTIONS,
    TOWN_TILES,
)
from engine.games.terra_mystica.state import State
from projections.pictures.pen import box, ended, fitted, label, length, moved, node, title
from projections.pictures.sheet import WHOLE, Spot
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.look import disc

GAP = 6.0
CHIP = 38.0
TILE = 50.0


@lru_cache(maxsize=16384)
def chip(
    key: str,
    place: tuple[float, float, float],
    head: str,
    below: str,
    class_: str = "card",
    mark: str = "",
    band: str = "",
    tall: bool = False,
    data: tuple[tuple[str, object], ...] = (),
) -> Spot:
    """A tile of two lines, or three if it is tall, at a place (x, y, width), with a coloured band at its left.

    `mark` is at the right end of the first line.
    """
    x, y, wide = place
    high = TILE if tall else CHIP
    left = 13 if band else 8
    parts = [title(f"{head}; {below}" if below else head), box(0, 0, wide, high, class_)]
    if band:
        parts.append(box(3, 4, 5, high - 8, band, 2))
    room = wide - left - 8
    parts.append(label(left, 16, fitted(head, room - length(mark, 11) - 8, 11 * 1.1), "small b"))
    if mark:
        parts.append(ended(wide - 7, 16, mark, "small"))
    lines = wrap(below, int(room / 5.9)) if tall else [fitted(below, room, 9.6)]
    parts += [label(left, 30 + 13 * n, line, "tiny") for n, line in enumerate(lines[:2]) if line]
    group = node("g", *parts, transform=f"translate({x:g} {y:g})", **{f"data_{name}": value for name, value in data})
    return Spot(key, group, box(x - 2, y - 2, wide + 4, high + 4, "just"))


def columns(x: float, y: float, number: int, width: float, high: float = CHIP) -> Iterator[tuple[float, float, float]]:
    """The places of chips in `number` columns, line after line, without end."""
    wide = (width - GAP * (number - 1)) / number
    place = 0
    while True:
        yield x + place % number * (wide + GAP), y + place // number * (high + GAP), wide
        place += 1


def scoring_height(state: State) -> float:
    """The height of the scoring tiles, with the line of the final one."""
    return 58.0 + (24.0 if state.options.fire_ice_final_scoring != "none" else 0)


def scoring(state: State, y: float) -> Iterator[Spot | str]:
    """The scoring tiles; the current round stands out, past rounds are hollow."""
    wide = (WHOLE - GAP * (GAME.rounds - 1)) / GAME.rounds
    for round_ in range(1, GAME.rounds + 1):
        tile = state.scoring[round_ - 1] if round_ <= len(state.scoring) else ""
        over = round_ < state.round or state.phase == "over"
        yield _scoring(round_, tile, over, round_ == state.round and not over, (wide + GAP) * (round_ - 1), y, wide)
    if state.final_tile:
        final = next(each for each in COMPONENTS.final_scoring if each.id == state.final_tile)
        words = f"Also scored at the end: {wording.plain(final.id)}, {' / '.join(map(str, final.vp))} VP"
        body = label(0, y + 76, words, "b", data_final=final.id)
        yield Spot("final", body, box(-4, y + 62, length(words, 13) + 8, 20, "just"))


@lru_cache(maxsize=512)
def _scoring(round_: int, tile: str, over: bool, runs: bool, x: float, y: float, wide: float) -> Spot:
    scores, bonus = wording.scoring(tile, round_) if tile else ("not drawn yet", "")
    drawn = [
        title(wording.plain(tile)) if tile else "",
        box(0, 0, wide, 58, "running" if runs else "gone" if over or not tile else "card"),
        label(9, 17, f"Round {round_}" + (" (now)" if runs else ""), "small b"),
        label(9, 34, fitted(scores, wide - 16, 10.4), "small"),
        label(9, 50, fitted(bonus, wide - 16, 9.6), "tiny soft"),
    ]
    body = moved(x, y, drawn, data_scoring=tile or None)
    return Spot(f"scoring/{round_}/{tile}", body, "")


def power_actions(state: State, y: float) -> Iterator[Spot | str]:
    """The six power actions; those taken are hollow."""
    yield label(0, y + 12, "Power actions of this round", "h2")
    places = columns(0, y + 20, len(POWER_ACTIONS), WHOLE)
    for place, (name, action) in zip(places, POWER_ACTIONS.items(), strict=False):
        used = name in state.used
        head = wording.amounts(action.gain)
        data = (("action", name), ("used", "yes" if used else "no"))
        below = "taken" if used else f"for {action.cost['power']} power"
        yield chip(
            f"action/{name}", place, head, below, "gone" if used else "card", "", "" if used else "act", data=data
        )


def bonus_rows(state: State) -> int:
    """How many lines the bonus cards in play take, four per line."""
    return (len(state.players) + GAME.bonus_cards_extra + 3) // 4


def bonus_cards(state: State, y: float) -> Iterator[Spot | str]:
    """The bonus cards in play: available ones with the coins on them, taken ones hollow."""
    held = {player.bonus_card: player for player in state.players if player.bonus_card}
    yield label(0, y + 12, "Bonus cards", "h2")
    there = [card for card in BONUS_CARDS if card in state.bonus_pool or card in held]
    yield label(98, y + 12, "numbered cards are taken by that player" if there else "not drawn yet", "small soft")
    for place, card in zip(columns(0, y + 20, 4, WHOLE), there, strict=False):
        head, below = wording.card(card)
        if card in held:
            holder = (("holder", held[card].seat),)
            yield chip(f"card/{card}", place, head, below, "gone", data=holder)
            yield disc(place[0] + place[2] - 18, place[1] + CHIP / 2, 10, held[card])
            continue
        coins = state.bonus_pool[card]
        mark = f"+{coins} coin{'' if coins == 1 else 's'}" if coins else ""
        data = (("card", card), ("coins", coins))
        yield chip(f"card/{card}", place, head, below or "income", "card", mark, "plain", data=data)
        yield ""


def favor_tiles(state: State, y: float) -> Iterator[Spot | str]:
    """The favor tiles with their number; hollow if there are none left."""
    yield label(0, y + 12, "Favor tiles left", "h2")
    for place, tile in zip(columns(0, y + 20, 6, WHOLE, TILE), FAVOR_TILES, strict=False):
        n = state.favor_pool.get(tile, 0)
        head, below = wording.favor(tile)
        data = (("favor", tile), ("left", n)) if n else ()
        band = band_of(tile) if n else ""
        yield chip(f"favor/{tile}", place, head, below, "card" if n else "gone", f"×{n}", band, tall=True, data=data)


def town_tiles(state: State, y: float) -> Iterator[Spot | str]:
    """The town tiles with their number; hollow if there are none left."""
    yield label(0, y + 12, "Town tiles left", "h2")
    for place, tile in zip(columns(0, y + 20, len(TOWN_TILES), WHOLE), TOWN_TILES, strict=False):
        n = state.town_pool.get(tile, 0)
        head, below = wording.town(tile)
        data = (("town_tile", tile), ("left", n)) if n else ()
        yield chip(f"town/{tile}", place, head, below, "card" if n else "gone", f"×{n}", "gold" if n else "", data=data)


def band_of(tile: str) -> str:
    """The class of a favor tile's band: its cult."""
    return next(iter(FAVOR_TILES[tile].gain))
