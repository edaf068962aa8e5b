"""Terra Mystica in a terminal: the board with its hexes, the cult tracks, tiles and cards, and the players.

A hex shows its name over its terrain letter (Y desert, U plains, K swamp, B lakes, G forest, S mountains, R wasteland,
I ice, V volcano, ~ river) and, if built on, the structure (D, TP, TE, SH, SA, L a landscape) with the number of its
player, preceded by `*` if it is in a town.
"""

from collections.abc import Iterator, Sequence

from engine.games.terra_mystica.board import RIVER
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    COMPONENTS,
    CULTS,
    LANDSCAPE,
    POWER_ACTIONS,
    SCORING_TILES,
)
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.state import NOBODY, Player, State
from projections.pictures.painter import listed, painted
from projections.pictures.terra_mystica import wording

CELL = 6
LETTERS = [*(terrain.letter for terrain in COMPONENTS.terrain if terrain.wheel >= 0), "I", "V"]
CODES = {kind: building.snellman for kind, building in BUILDINGS.items()} | {LANDSCAPE: "L"}
PRINTED = {code.casefold(): (kind,) for kind, code in CODES.items()}
"""What stands on the board, in lower case -> the structure that it can be."""
# Background and text colours of the 256-colour palette: the wheel from desert to wasteland, ice, volcano.
PAINT = ((220, 16), (130, 231), (237, 231), (26, 231), (28, 231), (246, 16), (124, 231), (195, 16), (208, 16))
RIVER_PAINT = (67, 16)


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The whole position, at most `width` columns wide where the board allows it."""
    blocks = [_board(state, width, colour), _tracks(state), _supply(state, width)]
    if state.offers:
        blocks.append(listed("offers", [*_offers(state)], width))
    blocks += [_player(state, player, width, colour, names) for player in state.players if player.faction]
    return "\n\n".join("\n".join(block) for block in blocks)


def matters(state: State, actors: Sequence[int]) -> list[str]:
    """Offers, the mats of those who are to act, the figures of all players, then tiles, cards and power actions."""
    mats = [f"{number(seat)} {state.players[seat].rules.name}" for seat in actors if state.players[seat].faction]
    return [*(["offers"] if state.offers else []), *mats, "player", "scoring"]


def number(seat: int) -> str:
    """The number of a seat on the board: 1 for the first."""
    return str(seat + 1)


def _board(state: State, width: int, colour: bool) -> list[str]:
    board = state.board
    rows: dict[int, list[int]] = {}
    for h, (row, _) in enumerate(board.places):
        rows.setdefault(row, []).append(h)
    lines = []
    for row, hexes in rows.items():
        indent = " " * (CELL // 2 * (row % 2))
        lines.append(indent + "".join(_cell(state, h, board.names[h], colour) for h in hexes).rstrip(" "))
        lines.append(indent + "".join(_cell(state, h, _content(state, h), colour) for h in hexes).rstrip(" "))
    if state.bridges:
        names = [f"{board.names[b.a]}-{board.names[b.b]} ({number(b.owner)})" for b in state.bridges]
        lines += listed("bridges", names, width)
    if state.river_links:
        lines.append(f"towns across rivers: {', '.join(board.names[river] for river in state.river_links)}")
    return lines


def _content(state: State, h: int) -> str:
    river = state.board.terrain[h] == RIVER
    if river and state.owner[h] == NOBODY:
        return "~"
    letter = "~" if river else LETTERS[state.terrain[h]]
    if state.owner[h] == NOBODY:
        return letter
    town = "*" if state.in_town[h] else " "
    return f"{letter}{town}{CODES[state.kind[h]]}{number(state.owner[h])}"


def _cell(state: State, h: int, content: str, colour: bool) -> str:
    river = state.board.terrain[h] == RIVER
    river_only = river and state.owner[h] == NOBODY
    if river_only and not colour:
        content = "~"
    cell = f" {'' if river_only and colour else content:<{CELL - 1}}"
    if not colour:
        return cell
    back, front = RIVER_PAINT if river else PAINT[state.terrain[h]]
    return painted(cell, front, back, bold=state.owner[h] != NOBODY)


def _tracks(state: State) -> list[str]:
    """The cult tracks: the players on each space, and the free order spaces."""
    lines = ["cult   " + "".join(f"{space:>5}" for space in range(11)) + "   free orders"]
    for track, cult in enumerate(CULTS):
        at = [
            "".join(number(p.seat) for p in state.players if p.faction and p.cults[track] == space)
            for space in range(11)
        ]
        free = " ".join(str(space) for space in state.order_spaces[track]) or "none"
        lines.append(f"{cult:<7}" + "".join(f"{who or '.':>5}" for who in at) + f"   {free}")
    return lines


def _supply(state: State, width: int) -> list[str]:
    """Scoring tiles with the current one marked, power actions, bonus cards with their coins, tiles left."""
    rounds = [
        f"{'>' if n == state.round else ''}{n} {SCORING_TILES[tile].id.removeprefix('score_')}"
        for n, tile in enumerate(state.scoring, 1)
    ]
    actions = [name.removeprefix("power_") for name in POWER_ACTIONS if name not in state.used]
    cards = [
        f"{card.removeprefix('bonus_')}{f' +{state.bonus_pool[card]}c' if state.bonus_pool[card] else ''}"
        for card in BONUS_CARDS
        if card in state.bonus_pool
    ]
    favors = [f"{tile.removeprefix('favor_')} x{n}" for tile, n in sorted(state.favor_pool.items()) if n]
    towns = [f"{tile.removeprefix('town_')} x{n}" for tile, n in sorted(state.town_pool.items()) if n]
    rows = (
        ("scoring", rounds),
        ("power actions", actions),
        ("bonus cards", cards),
        ("favor tiles", favors),
        ("town tiles", towns),
        *((("scored at the end", [wording.plain(state.final_tile)]),) if state.final_tile else ()),
    )
    return [line for title, parts in rows for line in listed(title, [*map(wording.plain, parts)], width, indent=2)]


def _player(state: State, player: Player, width: int, colour: bool, names: Sequence[str]) -> list[str]:
    """What a player has in addition to the figures that every view prints."""
    marks = [mark for mark, holds in (("passed", player.passed), ("dropped", player.dropped)) if holds]
    marks += ["to move"] if state.active == player.seat else []
    name = f"{number(player.seat)} {player.rules.name}"
    marks[0:0] = [known] if (known := names[player.seat] if names else "") else []
    home = home_of(player)
    paint = PAINT[home] if home != NOBODY else RIVER_PAINT
    heading = painted(name, paint[1], paint[0], bold=True) if colour else name
    title = heading + (f" ({', '.join(marks)})" if marks else "")
    built = [f"{BUILDINGS[kind].snellman} {n}" for kind, n in player.built.items() if n]
    levels = [f"shipping {player.shipping}", f"exchange {player.exchange}"]
    if player.carpet_range:
        levels.append(f"carpet range {player.carpet_range}")
    stock = [
        f"keys {player.key}",
        f"bridges left {player.bridges_left}",
        f"priests on orders {player.priests_on_orders}",
    ]
    card = [f"card {(player.bonus_card or 'none').removeprefix('bonus_')}"]
    tiles = [tile.removeprefix("favor_").removeprefix("town_") for tile in (*player.favor_tiles, *player.town_tiles)]
    parts = (
        built
        + levels
        + stock
        + [wording.plain(each) for each in card + ([f"tiles {', '.join(tiles)}"] if tiles else [])]
    )
    parts += [" ".join(wording.lands(player) or ())] if player.chosen != NOBODY else []
    parts += wording.owed(player)
    return listed(title, parts, width, indent=2)


def _offers(state: State) -> Iterator[str]:
    for offer in state.offers:
        yield f"{number(offer.giver)} offers {offer.amount} to {number(offer.receiver)}"
