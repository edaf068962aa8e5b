"""Anachrony in a terminal: Timeline, spaces, pools and stacks, and the players' boards.

The numbers of players are in brackets on the spaces that they occupy; `*` marks a building under an Anomaly.
"""

from collections.abc import Sequence

from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS, RESOURCES, WORKERS
from engine.games.anachrony.queries import board_of, capacity
from engine.games.anachrony.state import ACTION, Player, State
from projections.pictures.anachrony.tiles import numbered_breakthrough
from projections.pictures.anachrony.wording import (
    ABBREVIATIONS,
    OPEN,
    SIGNS,
    UNSTATED,
    about,
    does,
    lasting,
    name_of,
    spelt,
    taken_by,
    workers,
)
from projections.pictures.painter import SEATS, listed, painted
from projections.pictures.sheet import numbered


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The whole position, at most `width` columns wide where names allow it."""
    blocks = [[*_timeline(state, width), *_board(state, width)]]
    blocks += [_player(state, player, width, colour, numbered(names, player.seat)) for player in state.players]
    return "\n\n".join("\n".join(block) for block in blocks)


def _timeline(state: State, width: int) -> list[str]:
    """The Superproject of each Era, who has built it, whose Focus and Warp tiles lie there."""
    parts = []
    for place, name in enumerate(state.superprojects):
        marks = [name_of(state, name) if name else "hidden"]
        if state.built_by[place] >= 0:
            marks.append(f"built by {state.built_by[place] + 1}")
        for player in state.players:
            tiles = [
                spelt(tile.removeprefix("warp_"))
                for tile, era in zip(state.tables.warp_ids, player.warped, strict=True)
                if era == place + 1
            ]
            if tiles or player.focus == place + 1:
                focus = ["Focus"] if player.focus == place + 1 else []
                marks.append(f"[{player.seat + 1}] {', '.join(focus + tiles)}")
        parts.append(f"{place + 1} {' '.join(marks)}")
    return listed("Timeline", parts, width)


def _board(state: State, width: int) -> list[str]:
    spaces = []
    for space, row in state.tables.spaces.items():
        if row.min_players <= len(state.players) and (not row.after_impact or state.after_impact):
            here = [f"[{each}]" for each in taken_by(state, space)]
            tile = state.collapsing.get(space)
            if tile:
                here.append("face down" if space in state.face_down else spelt(tile.removeprefix("cc_")))
            spaces.append(f"{spelt(space)} {' '.join(here) or 'free'}")
    stacks = []
    for row_number, kind in enumerate(BUILDING_TYPES):
        top = name_of(state, state.primary[row_number]) if state.primary[row_number] else "none"
        second = [name_of(state, tile) for tile in state.secondary[row_number]]
        below = len(state.unseen[row_number]) + len(state.returned[row_number])
        beside = f", second stack {' '.join(second)}" if second else ""
        stacks.append(f"{spelt(kind)} {top} ({below} below){beside}")
    bonus = [name for name, there in zip(("uranium", "gold", "titanium"), state.mine_bonus, strict=True) if there]
    lines = listed("spaces", spaces, width) + listed("buildings", stacks, width)
    lines += listed("recruit pool", [workers(state.recruit_pool)], width)
    lines += listed("mine", [*state.mine_pool, *(f"bonus {name}" for name in bonus)], width)
    cards = [OPEN if card == UNSTATED else spelt(card.removeprefix("eg_")) for card in state.endgame_cards]
    lines += listed("endgame", cards, width)
    if state.evacuated:
        lines += listed("evacuated", [str(seat + 1) for seat in state.evacuated], width)
    return lines


def _player(state: State, player: Player, width: int, colour: bool, name: str) -> list[str]:
    marks = ["their turn"] if state.phase == ACTION and state.agenda and player.seat == state.current else []
    marks += ["First Player"] if player.seat == state.first_player else []
    marks += ["passed"] if player.passed and state.phase == ACTION else []
    title = f"{name}: {about(state, player.seat) or 'no Path yet'}" + (f" ({', '.join(marks)})" if marks else "")
    if not player.focus:
        return [title]
    goods = [f"{name} {getattr(player, name)}" for name in (*RESOURCES, "water")]
    goods += [f"Energy Cores {player.energy_core}", f"VP tokens {player.vp_tokens}"]
    lines = listed(painted(title, SEATS[player.seat], bold=True) if colour else title, goods, width)
    lines += listed("  Workers", [f"active {workers(player.active)}", f"tired {workers(player.tired)}"], width)
    suits = [f"powered {player.powered + player.powered_glitch}", f"supply {player.exosuits}"]
    suits += [f"{len(player.suits)} on the board"] if player.suits else []
    lines += listed("  Exosuits", suits, width)
    board = board_of(state, player)
    tracks = [
        f"Morale {player.morale_step} of 7 ({board.morale_vp[player.morale_step - 1]} VP)",
        f"Time Travel {player.time_travel_step} of 8 ({board.time_travel_vp[player.time_travel_step]} VP)",
        f"Paradox {player.paradox} of {capacity(state, player)}",
    ]
    lines += listed("  tracks", tracks, width)
    lines += [line for row in range(len(BUILDING_TYPES)) for line in _row(state, player, row, width)]
    held = [
        f"{n} {numbered_breakthrough(number).removeprefix('a ')}" for number, n in enumerate(player.breakthroughs) if n
    ]
    if held:
        lines += listed("  Breakthroughs", held, width)
    if player.markers:
        lines += listed("  Free Actions taken", [spelt(each) for each in player.markers], width)
    if player.set_aside != [0] * len(WORKERS):
        lines += listed("  set aside", [workers(player.set_aside)], width)
    return lines


def _row(state: State, player: Player, row: int, width: int) -> list[str]:
    """A row of building spots: tiles and what they do, Anomalies, who stands there."""
    parts = []
    for spot in range(row * COLUMNS, (row + 1) * COLUMNS):
        tile = player.spots[spot]
        covered = spot in player.anomalies
        if not tile:
            is_open = spot + len(player.spots) in player.anomalies
            parts.append(f"Anomaly ({OPEN} where)" if is_open else "Anomaly" if covered else "-")
            continue
        effect = does(state.tables.tiles[tile]) or lasting(state.tables.tiles[tile])
        here = [f"[{each.worker}]" for each in player.busy if each.space == tile]
        words = [name_of(state, tile) + ("*" if covered else ""), f"({effect})" if effect else "", *here]
        parts.append(" ".join(word for word in words if word))
    return listed(f"  {spelt(BUILDING_TYPES[row])}", parts, width)


def _printed() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, sign in (SIGNS | ABBREVIATIONS).items():
        if len(sign) == 1:
            found[sign.casefold()] = (*found.get(sign.casefold(), ()), name)
    return found


PRINTED = _printed()
"""What is printed in lower case -> the Workers and resources that it can stand for: G is Gold or a Genius."""
