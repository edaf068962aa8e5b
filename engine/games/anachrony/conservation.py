"""What is never lost (AN-3): tiles, cards, Exosuits, Breakthroughs, Anomalies, markers; also limits (AN-4.2)."""

from collections.abc import Iterator

from engine.games.anachrony.components import BUILDING_TYPES, COLUMNS
from engine.games.anachrony.figures import figures
from engine.games.anachrony.queries import markers_free
from engine.games.anachrony.state import (
    CLEAN_UP,
    ERAS,
    EXOSUITS,
    HIGHEST_MORALE,
    HIGHEST_STEP,
    MARKERS,
    SETUP,
    SLOTS,
    Player,
    State,
)

MAY_BE_NEGATIVE = {"vp", "vp_tokens"}


def conservation(state: State) -> Iterator[str]:
    """The laws that do not hold, in words."""
    yield from _buildings(state)
    yield from _superprojects(state)
    yield from _supplies(state)
    yield from _pools(state)
    if state.phase != SETUP:
        for player in state.players:
            yield from _player(state, player)


def _buildings(state: State) -> Iterator[str]:
    """AN-3.1: each building is in exactly one place."""
    tiles = state.tables.tiles
    for row, kind in enumerate(BUILDING_TYPES):
        owned = [tile for player in state.players for tile in player.spots if tile and tiles[tile].row == row]
        top = [state.primary[row]] if state.primary[row] else []
        there = [*owned, *top, *state.unseen[row], *state.returned[row], *state.secondary[row]]
        if sorted(there) != sorted(state.tables.buildings_of[row]):
            yield f"AN-3.1: {len(there)} buildings of type {kind}, {len(set(there))} different"


def _superprojects(state: State) -> Iterator[str]:
    """AN-3.1: each Superproject is hidden, above the Timeline or built, on two adjacent spots."""
    shown = [name for name in state.superprojects if name]
    if sorted([*shown, *state.superprojects_left]) != sorted(state.tables.superprojects):
        yield f"AN-3.1: {len(shown)} Superprojects shown, {len(state.superprojects_left)} left"
    for place, seat in enumerate(state.built_by):
        spots = [
            (player.seat, spot)
            for player in state.players
            for spot, tile in enumerate(player.spots)
            if tile and tile == state.superprojects[place]
        ]
        expected = [] if seat < 0 else [(seat, spots[0][1]), (seat, spots[0][1] + 1)] if spots else [(seat, -1)]
        if spots != expected:
            lies = [(owner + 1, spot) for owner, spot in spots]
            yield f"AN-7.7.19: {state.superprojects[place]} of seat {seat + 1} lies on {lies}"


def _supplies(state: State) -> Iterator[str]:
    """AN-3.1, AN-3.3: Breakthroughs and Anomalies."""
    copies = state.tables.all.counts["breakthrough_copies_each"]
    for number, left in enumerate(state.breakthrough_supply):
        held = sum(player.breakthroughs[number] for player in state.players)
        if left + held != copies or left < 0:
            yield f"AN-3.3: {left} + {held} Breakthroughs of number {number}"
    lying = sum(len(player.anomalies) for player in state.players)
    if state.anomaly_supply + lying != state.tables.all.anomaly.count or state.anomaly_supply < 0:
        yield f"AN-3.1: {state.anomaly_supply} + {lying} Anomalies"


def _pools(state: State) -> Iterator[str]:
    """AN-3.1, AN-4.1: cards drawn once per Era; the pools; hexes with one Exosuit."""
    drawn = len(state.tables.recruit_cards) - len(state.recruit_cards_left)
    if drawn not in (state.era, max(0, state.era - 1)):
        yield f"AN-3.1: {drawn} Recruit cards drawn in Era {state.era}"
    if min(state.recruit_pool) < 0 or len(state.mine_pool) > len(next(iter(state.tables.mine_cards.values())).cubes):
        yield f"AN-4.1: pools {state.recruit_pool} and {state.mine_pool}"
    hexes = [space for player in state.players for space in player.suits if state.tables.spaces[space].is_hex]
    if len(set(hexes)) < len(hexes) or set(hexes) & set(state.face_down):
        yield f"AN-4.1: Exosuits on {sorted(hexes)}, face down {sorted(state.face_down)}"


def _player(state: State, player: Player) -> Iterator[str]:
    """AN-3.2, AN-4.2, AN-4.4.5: the laws for a player's things."""
    who = f"seat {player.seat + 1}"
    if player.exosuits + player.powered + player.powered_glitch + len(player.suits) != EXOSUITS and player.focus:
        yield f"AN-4.2: {who} has {player.exosuits} + {player.powered} + {player.powered_glitch} + {player.suits}"
    slots = SLOTS - (len(player.glitch) if state.phase != CLEAN_UP else 0)  # unused ones stay there until the Era ends
    if player.powered_glitch > len(player.glitch) or player.powered > slots:
        yield f"AN-7.1.10: {who} has {player.powered} + {player.powered_glitch} powered Exosuits"
    low = [name for name, value in figures(state, player.seat).items() if value < 0 and name not in MAY_BE_NEGATIVE]
    if low:
        yield f"AN-7.1.15: {who} has less than none of {low}"
    if any(fresh > active for fresh, active in zip(player.fresh, player.active, strict=True)):
        yield f"AN-4.2: {who} has fresh {player.fresh} of {player.active}"
    if not 1 <= player.morale_step <= HIGHEST_MORALE or player.time_travel_step > HIGHEST_STEP:
        yield f"AN-4.2: {who} stands on {player.morale_step} and {player.time_travel_step}"
    if not 1 <= player.focus <= max(1, state.era) + (state.due == "preparation") <= ERAS or any(
        era > state.era for era in player.warped
    ):
        yield f"AN-4.2: {who} has the Focus on {player.focus}, Warp tiles on {player.warped}"
    if len(set(player.markers)) < len(player.markers) or (
        state.options.path_marker_limit and not 0 <= markers_free(player) < MARKERS
    ):
        yield f"AN-4.4.5: {who} has markers on {player.markers}"
    if any(spot in player.anomalies and _is_superproject(state, tile) for spot, tile in enumerate(player.spots)):
        yield f"AN-7.7.19: {who} has a covered Superproject"
    yield from _no_gap(state, player, who)


def _is_superproject(state: State, tile: str) -> bool:
    return bool(tile) and state.tables.tiles[tile].row < 0


def _no_gap(state: State, player: Player, who: str) -> Iterator[str]:
    """AN-7.3.2: every building is in the row of its type."""
    for spot, tile in enumerate(player.spots):
        if tile and state.tables.tiles[tile].row not in (-1, spot // COLUMNS):
            yield f"AN-7.3.2: {who} has {tile} on spot {spot}"
