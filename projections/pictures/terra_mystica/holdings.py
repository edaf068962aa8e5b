"""What a player holds: the bonus card, the faction's actions and terrains, favor tiles and town tiles."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.games.terra_mystica.actions import owned_actions
from engine.games.terra_mystica.components import BONUS_CARDS, FAVOR_TILES, LANDSCAPES
from engine.games.terra_mystica.state import NOBODY, Player, State
from projections.pictures.kept import once
from projections.pictures.pen import box, ended, label, length, node, title
from projections.pictures.sheet import Spot
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.cards import BOLD, GAP, PAD, ROOM, TEXT, Data, first_fitting
from projections.pictures.terra_mystica.tiles import band_of

LINE = 24.0
STEP = LINE + 3
HALF = (ROOM - GAP) / 2
USUAL_FAVORS, USUAL_TOWNS = 4, 2
"""The room for tiles if the end of the game is unknown."""


Lines = tuple[int, int, int]
"""How many lines are kept for what the faction has, for favor tiles, and for town tiles, two in a line."""


class Held(NamedTuple):
    """A player's card, tile or action: the key of its spot, a bold word, the others, and what it is."""

    key: str
    head: str
    below: str
    class_: str
    mark: str
    band: str
    data: Data


def holdings_height(lines: Lines) -> float:
    """The height of so many lines, and that of the bonus card."""
    return STEP * (1 + sum(lines))


def lines_of_holdings(state: State, last: State | None) -> list[Lines]:
    """The lines that each player needs for the game, as far as its end is known."""
    if last is not None:
        return _lines_at_the_end(last)
    return [_lines(state, player, USUAL_FAVORS, USUAL_TOWNS) for player in state.players]


@once
def _lines_at_the_end(last: State) -> list[Lines]:
    return [_lines(last, player) for player in last.players]


def _lines(state: State, player: Player, least_favors: int = 0, least_towns: int = 0) -> Lines:
    if not player.faction:
        return 0, 0, 0
    rules = player.rules
    own = [rules.action, rules.stronghold.action, *rules.stronghold.actions, _has_landscape(state, player)]
    own += [wording.lands(player) is not None]
    favors, towns = max(len(player.favor_tiles), least_favors), max(len(player.town_tiles), least_towns)
    return sum(map(bool, own)), favors, (towns + 1) // 2


def holdings(state: State, player: Player, lines: Lines, y: float) -> Iterator[Spot | str]:
    """Each kind has its lines, so that nothing moves when something is added."""
    own, favors, _ = lines
    tops = y, y + STEP, y + STEP * (1 + own), y + STEP * (1 + own + favors)
    for top, held in zip(tops, (_card(state, player), _own(state, player), _favors(state, player)), strict=False):
        for place, one in enumerate(held):
            yield _line(one, PAD, top + STEP * place, ROOM)
    for place, one in enumerate(_towns(player)):
        yield _line(one, PAD + place % 2 * (HALF + GAP), tops[3] + STEP * (place // 2), HALF)


def _card(state: State, player: Player) -> list[Held]:
    """The bonus card with its action, or its empty place."""
    seat, key = player.seat, f"own/card/{player.seat}"
    if player.bonus_card is None:
        return [Held(key, "no bonus card", "", "gone", "", "", ())]
    head, below = wording.card(player.bonus_card)
    data, used = _action_of(state, player, BONUS_CARDS[player.bonus_card].action)
    data = (("card", player.bonus_card), ("owner", seat), *data)
    return [Held(key, head, below, "gone" if used else "card", used or "card", "" if used else "plain", data)]


def _favors(state: State, player: Player) -> Iterator[Held]:
    """The favor tiles in the order of taking, each with its action, if any, and whether that is used."""
    for tile in player.favor_tiles:
        head, below = wording.favor(tile)
        data, used = _action_of(state, player, FAVOR_TILES[tile].action)
        data = (("favor", tile), ("owner", player.seat), *data)
        key = f"own/favor/{tile}/{player.seat}"
        yield Held(key, head, below, "gone" if used else "card", used or "favor", "" if used else band_of(tile), data)


def _action_of(state: State, player: Player, action: str | None) -> tuple[Data, str]:
    if not action or action not in owned_actions(player):
        return (), ""
    return (("special", action),), "used" if f"{action}/{player.seat}" in state.used else ""


def _has_landscape(state: State, player: Player) -> bool:
    return state.options.landscapes and player.faction in LANDSCAPES


def _own(state: State, player: Player) -> Iterator[Held]:
    """The landscape, the terrains of a Fire & Ice faction, the faction's own actions."""
    seat = player.seat
    if _has_landscape(state, player):
        at = "not placed" if player.landscape == NOBODY else f"on {state.board.names[player.landscape]}"
        data: Data = (("landscape", player.faction),)
        yield Held(f"own/landscape/{seat}", LANDSCAPES[player.faction].name, at, "card", "landscape", "plain", data)
    if lands := wording.lands(player):
        yield Held(f"own/lands/{seat}", *lands, "card", "", "plain", (("lands", seat),))
    on_tiles = {BONUS_CARDS[player.bonus_card].action if player.bonus_card else None}
    on_tiles |= {FAVOR_TILES[tile].action for tile in player.favor_tiles}
    built = player.rules.stronghold
    for name in () if player.built["stronghold"] else filter(None, (built.action, *built.actions)):
        head = wording.action(name, player).partition(" for ")[0]
        yield Held(f"own/{name}/{seat}", head, "with the stronghold", "gone", "action", "", ())
    for name in owned_actions(player):
        if name not in on_tiles:
            used = f"{name}/{seat}" in state.used
            class_, note, band = ("gone", "used", "") if used else ("card", "action", "act")
            head, _, price = wording.action(name, player).partition(" for ")
            data = (("special", name), ("owner", seat))
            yield Held(f"own/{name}/{seat}", head, f"for {price}" if price else "", class_, note, band, data)


def _towns(player: Player) -> Iterator[Held]:
    """The town tiles, which have had their effect."""
    for n, tile in enumerate(player.town_tiles):
        head, below = wording.town(tile)
        below = below.rpartition(", ")[0] if below.endswith("keys") else below
        data = (("town_tile", tile), ("owner", player.seat))
        yield Held(f"own/town/{n}/{player.seat}", head, below, "card", "", "gold", data)


@lru_cache(maxsize=16384)
def _line(one: Held, x: float, y: float, wide: float) -> Spot:
    """One line: a coloured band, the bold word, the others in the longest wording that fits, what it is."""
    left = 13 + length(one.head, BOLD) + 8
    room = wide - left - (length(one.mark, TEXT) + 12 if one.mark else 6)
    drawn = [
        title(f"{one.head}; {one.below}" if one.below else one.head),
        box(0, 0, wide, LINE, one.class_),
        box(3, 4, 5, LINE - 8, one.band, 2) if one.band else "",
        label(13, 17, one.head, "b"),
        label(left, 17, first_fitting((one.below, wording.coded(one.below)), room)) if one.below else "",
        ended(wide - 7, 17, one.mark) if one.mark else "",
    ]
    data = {f"data_{name}": what for name, what in one.data}
    group = node("g", *drawn, transform=f"translate({x:.5g} {y:.5g})", **data)
    return Spot(one.key, group, box(x - 2, y - 2, wide + 4, LINE + 4, "just"))
