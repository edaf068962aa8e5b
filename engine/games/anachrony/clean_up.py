"""Clean Up (AN-6.7): where Workers go, what returns, the Impact, and the end of an Era or of the game."""

from engine.agenda import head
from engine.chance import Outcome, Permutation
from engine.games.anachrony.components import (
    ADMINISTRATORS,
    ANY,
    CAPITAL_ACTIONS,
    ENGINEERS,
    ROW,
    SCIENTISTS,
    WORKER,
    WORKERS,
)
from engine.games.anachrony.figures import add_active, add_tired
from engine.games.anachrony.items import CollapsingRevealed
from engine.games.anachrony.queries import board_of, counts_as, is_noble, is_special
from engine.games.anachrony.state import ERAS, LAST_BEFORE_IMPACT, Busy, Player, State
from engine.games.anachrony.tables import SUPPLY
from engine.ledger import Book, enter
from events.vocabulary.anachrony import RevealCollapsing

MOTIVATED, TIRED, DIES = "motivated", "tired", "dies"
PROGRESS_RULE = "scientists_motivated_on_plants_factories_labs"
PROGRESS_ROWS = (ROW["power_plant"], ROW["factory"], ROW["lab"])
AMENA = "high_sunwalker_amena"
ERA_7, COLLAPSED = "era_7", "capital_collapsed"


def return_everything(state: State) -> Book:
    """AN-6.7.2 to AN-6.7.8: Workers, Exosuits and markers come back."""
    state.due = "impact" if state.era == LAST_BEFORE_IMPACT else "era_end"
    book = Book()
    for player in state.players:
        for each in player.busy:
            fate = fate_of(state, player, each)
            if fate == MOTIVATED:
                add_active(book, player, WORKER[each.worker], 1, each.space)
            elif fate == TIRED:
                add_tired(book, player, WORKER[each.worker], 1, each.space)
        player.busy = []
        for kind in range(len(WORKERS)):  # AN-6.7.6
            if player.set_aside[kind]:
                add_tired(book, player, kind, player.set_aside[kind], "set_aside")
                player.set_aside[kind] = 0
        enter(book, player, "exosuits", len(player.suits), "clean_up")  # AN-6.7.7
        state.face_down += [space for space in player.suits if space in state.collapsing]
        player.suits, player.markers = [], []
    return book


def fate_of(state: State, player: Player, busy: Busy) -> str:
    """AN-6.7.2: whether a Worker on a space becomes motivated, tired, or dies."""
    space, owner = (busy.copied, busy.owner) if busy.copied else (busy.space, player.seat)
    if busy.copied and state.options.bga_quirks:  # AN-11.2.2
        return TIRED
    if space in state.tables.spaces:  # AN-6.7.3, AN-7.3.22, AN-7.4.11
        is_mine = state.tables.spaces[space].action == "mine"
        return MOTIVATED if is_mine and _returns_as(state, player, busy.worker) & ENGINEERS else TIRED
    if space == SUPPLY:
        return _fate_on_supply(state, player, busy.worker, owner)
    tile = state.tables.tiles[space]
    if tile.retrieve in (MOTIVATED, DIES):
        return tile.retrieve
    if tile.retrieve == "motivated_if" and _returns_as(state, player, busy.worker) & tile.motivated:
        return MOTIVATED
    return MOTIVATED if _is_motivated_by_progress(state, player, busy.worker, tile.row, owner) else TIRED


def _returns_as(state: State, player: Player, worker: str) -> int:
    """AN-4.4.7, AN-7.8.8: what a Worker counts as; AN-16.50 a: by the leader of the last player who had to decide."""
    if state.options.bga_quirks and worker == "scientist":
        return ANY if is_noble(state, state.players[state.asked]) else SCIENTISTS
    return counts_as(state, player, worker)


def _fate_on_supply(state: State, player: Player, worker: str, owner: int) -> str:
    """AN-6.7.4; AN-11.2.1, AN-16.50 a: the board of the last player to decide counts, and no Scientist of Valerian."""
    if state.options.bga_quirks:
        if worker == "scientist":
            return TIRED
        owner = state.asked
    motivated = "administrator" in board_of(state, state.players[owner]).supply_motivated_workers
    return MOTIVATED if motivated and counts_as(state, player, worker) & ADMINISTRATORS else TIRED


def _is_motivated_by_progress(state: State, player: Player, worker: str, row: int, owner: int) -> bool:
    """AN-6.7.5, AN-7.9.1; AN-11.2.6, AN-16.50 a: only Scientists, but everybody's, by the last player to decide."""
    if row not in PROGRESS_ROWS:
        return False
    if state.options.bga_quirks:
        return worker == "scientist" and is_special(state, state.players[state.asked], PROGRESS_RULE)
    if owner != player.seat or not is_special(state, player, PROGRESS_RULE):
        return False
    return bool(counts_as(state, player, worker) & SCIENTISTS)


def impact(state: State) -> Book:
    """AN-6.7.9 to AN-6.7.11: the Evacuation opens; the tiles of each Capital Action are revealed."""
    state.due, state.after_impact = "era_end", True
    state.agenda += [CollapsingRevealed(None, action) for action in reversed(CAPITAL_ACTIONS)]
    return []


def collapsing_reveals(state: State) -> Outcome:
    """AN-8.12, AN-5.11: different tiles of the action, the first one on space 1."""
    action = head(state.agenda, CollapsingRevealed).action
    tiles = [name for name, row in state.tables.collapsing.items() if row.action == action]
    number = state.tables.per_players[len(state.players)].collapsing_tiles_per_action
    return Outcome(RevealCollapsing, "AN-8.12", action=action, tiles=Permutation(tiles, number))


def reveal_collapsing(state: State, actor: None, event: RevealCollapsing) -> Book:
    """AN-6.7.11: put the tiles face up on the spaces; after the last ones, the Hex slots are covered."""
    state.agenda.pop()
    for number, tile in enumerate(event.tiles, 1):
        state.collapsing[f"{event.action}_{number}"] = tile
    if not state.agenda:
        for player in state.players:  # AN-6.7.13, AN-7.8.12
            player.glitch = [] if player.leader == AMENA else list(board_of(state, player).glitch)
    return []


def end_era(state: State) -> Book:
    """AN-6.7.14, AN-6.7.15: the game ends, or unused Exosuits return and the Focus moves on."""
    book = Book()
    collapsed = state.after_impact and len(state.face_down) == len(state.collapsing)
    if state.era == ERAS or collapsed:
        state.end = ERA_7 if state.era == ERAS else COLLAPSED
        state.due = "scoring"
        return book
    for player in state.players:
        enter(book, player, "exosuits", player.powered + player.powered_glitch, "clean_up")
        enter(book, player, "powered", -player.powered, "clean_up")
        enter(book, player, "powered_glitch", -player.powered_glitch, "clean_up")
        enter(book, player, "focus", state.era + 1 - player.focus, "clean_up")
    state.due = "preparation"
    return book
