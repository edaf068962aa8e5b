"""The Evacuation (AN-7.4.7 to AN-7.4.11)."""

from collections.abc import Mapping

from engine.clause import Violation
from engine.games.anachrony.components import ROW, WORKER, WORKERS, Amounts, EvacuationMet
from engine.games.anachrony.components import Evacuation as Side
from engine.games.anachrony.queries import markers_free, occupied_spots, passives, workers_of
from engine.games.anachrony.state import Player, State
from engine.ledger import Book, enter

SUPERPROJECT_SPOTS = 2


def side_of(state: State, player: Player) -> Side:
    """The player's side of the Path board."""
    return state.tables.evacuation[f"{player.path}_{player.path_side}"]


def buildings(state: State, player: Player, row: int | None = None) -> int:
    """The number of a player's building tiles, of one type or of all, covered or not."""
    tiles = state.tables.tiles
    rows = [tiles[tile].row for tile in player.spots if tile and tiles[tile].row >= 0]
    return len(rows) if row is None else rows.count(row)


def superprojects(state: State, player: Player) -> int:
    """The number of a player's Superprojects."""
    return len({tile for tile in player.spots if tile and state.tables.tiles[tile].row < 0})


def measured(state: State, player: Player, what: str) -> int:
    """How much a player has of what a side's condition requires."""
    if what in ROW:
        return buildings(state, player, ROW[what])
    if what == "occupied_spots":
        if state.options.nature_counts_anomalies:
            return occupied_spots(player)
        return buildings(state, player) + SUPERPROJECT_SPOTS * superprojects(state, player)
    if what == "anomaly":
        return len(player.anomalies)
    return int(getattr(player, what))


def is_met(state: State, player: Player) -> bool:
    """AN-7.4.8, AN-7.4.9, AN-7.7.14: whether the condition of the player's side is met, or Rescue Pods replace it."""
    condition = side_of(state, player).condition
    if measured(state, player, condition.count) >= condition.at_least:
        return True
    return bool(passives(state, player, EvacuationMet))


def problem(state: State, player: Player, markers_used: int = 0) -> Violation | None:
    """AN-7.4.7, AN-7.4.8: why the player may not evacuate; `markers_used` are about to be placed."""
    limited = state.options.path_marker_limit
    if player.evacuated or (limited and markers_free(player) - markers_used < 1):
        return Violation("AN-7.4.7", evacuated=player.evacuated, markers=markers_free(player) - markers_used)
    if not is_met(state, player):
        condition = side_of(state, player).condition
        has = measured(state, player, condition.count)
        return Violation("AN-7.4.8", condition=condition.count, at_least=condition.at_least, has=has)
    return None


def evacuate(book: Book, state: State, player: Player) -> None:
    """AN-7.4.10: take the next slot, with points for the condition and for complete sets; nothing is spent."""
    side, limits = side_of(state, player), state.tables.all.evacuation_limits
    state.evacuated.append(player.seat)
    player.evacuated = len(state.evacuated)
    parts, each = set_of(state, side)
    sets = min(owned(state, player, what) // number for what, number in parts.items())
    vp = side.base_vp + each * sets
    if player.evacuated == state.tables.per_players[len(state.players)].minus3_evacuation_slot:
        vp -= limits.last_slot_penalty
    least = None if state.options.bga_quirks else limits.min_vp  # AN-16.50 c
    vp = min(vp, limits.max_vp) if least is None else max(least, min(vp, limits.max_vp))
    enter(book, player, "vp_tokens", vp, "evacuation")


def set_of(state: State, side: Side) -> tuple[Amounts, int]:
    """AN-7.4.10, AN-12.2: one set and its points, depending on the edition."""
    if state.options.evacuation_edition == "first" and side.first_edition_set:
        assert isinstance(side.first_edition_vp_per_set, int)
        return side.first_edition_set, side.first_edition_vp_per_set
    return side.set, side.vp_per_set


def owned(state: State, player: Player, what: str) -> int:
    """AN-7.4.10: how much a player has of a part of a set."""
    if what in WORKER:
        return workers_of(player, WORKER[what])
    if what == "building":
        paired = len(player.anomalies) if state.options.nature_pairs_anomalies else 0
        return buildings(state, player) + paired
    counts: Mapping[str, int] = {
        "worker": sum(workers_of(player, kind) for kind in range(len(WORKERS))),
        "superproject": superprojects(state, player),
        "breakthrough": sum(player.breakthroughs),
    }
    return counts[what] if what in counts else int(getattr(player, what))
