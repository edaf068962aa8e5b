"""The end (AN-10): repayment, points by category, Endgame Conditions, ranking."""

from collections.abc import Sequence

from engine.declaration import Standing
from engine.games.anachrony.components import (
    ROW,
    WORKERS,
    MoraleFloor,
    PlantRange,
    Travel,
    TravelX,
    VpPer,
)
from engine.games.anachrony.evacuation import superprojects
from engine.games.anachrony.figures import GOODS
from engine.games.anachrony.queries import board_of, occupied_spots, owned_tiles, owns, passives, workers_of
from engine.games.anachrony.state import SCORING, Player, State
from engine.games.anachrony.superprojects import complete_sets
from engine.games.anachrony.travel import can_repay, repay
from engine.ledger import Book, enter

SET_VP, UNPAID_VP = 2, -2
VARIABLE_RANGE = 1
RESOURCES_IN_TIES = GOODS[:4]


def score(state: State) -> Book:
    """AN-10.2.1, AN-10.2.2, AN-10.3, AN-10.3.10, AN-11.4.12: repay what can be repaid, then score everything."""
    state.phase, state.due, state.over = SCORING, "", True
    book = Book()
    for player in state.players:
        repay_what_can_be(book, state, player)
    for player in state.players:
        for category, vp in categories(state, player).items():
            enter(book, player, "vp", vp, category)
    for card in state.endgame_cards:
        row = state.tables.endgame_cards[card]
        for seat in most([measured(state, player, row.compare) for player in state.players]):
            enter(book, state.players[seat], "vp", row.vp, "endgame_conditions")
    return book


def repay_what_can_be(book: Book, state: State, player: Player) -> None:
    """AN-10.2.1: every Warp tile on the Timeline that its owner can pay for comes back."""
    for tile, era in zip(state.tables.warp_ids, player.warped, strict=True):
        if era and can_repay(player, state.tables.warp[tile].repay):
            repay(book, state, player, tile)


def most(values: Sequence[int]) -> list[int]:
    """AN-11.4.5: the seats with the largest value."""
    return [seat for seat, value in enumerate(values) if value == max(values)]


def categories(state: State, player: Player) -> dict[str, int]:
    """AN-10.3: the points of a player by category, as they are now (AN-16.52).

    AN-10.3.1, AN-10.3.2, AN-7.7.2, AN-7.7.16 and AN-10.3.12: tiles with their endgame effects; AN-10.3.3, AN-10.3.4,
    AN-10.3.5, AN-10.3.6, AN-10.3.7, AN-10.3.8: the others. AN-10.3.11: some are negative.
    """
    board, tiles = board_of(state, player), owned_tiles(state, player)
    counted = {
        "anomaly": len(player.anomalies),
        "superproject": superprojects(state, player),
        "time_travel_step": player.time_travel_step,
    }
    points = {"buildings": 0, "superprojects": 0}
    for tile in tiles:
        vp = tile.vp  # AN-10.3.9: even if it is covered
        if tile.endgame and owns(player, tile.id):
            vp += sum(op.vp * counted[op.count_of] for op in tile.endgame if isinstance(op, VpPer))
        points["buildings" if tile.row >= 0 else "superprojects"] += vp
    morale = board.morale_vp[player.morale_step - 1]
    for floor in passives(state, player, MoraleFloor):
        morale = max(morale, floor.min)
    return {
        **points,
        "anomalies": state.tables.all.anomaly.vp * len(player.anomalies),
        "time_travel": board.time_travel_vp[player.time_travel_step],
        "morale": morale,
        "breakthroughs": of_breakthroughs(player),
        "vp_tokens": player.vp_tokens,
        "warp_tiles": UNPAID_VP * sum(1 for era in player.warped if era),
    }


def provisional(state: State, player: Player, known: dict[tuple[object, ...], int]) -> int:
    """AN-16.52: the sum of all categories. `known`: the points of what was met so far in games with these tables.

    A platform states it after most events, which seldom change anything but the VP tokens.
    """
    tracks = player.board, player.morale_step, player.time_travel_step
    key, held = (*tracks, *player.spots, *player.warped, *player.anomalies), tuple(player.breakthroughs)
    breakthroughs = known.get(held)
    if breakthroughs is None:
        breakthroughs = known[held] = of_breakthroughs(player)
    others = known.get(key)
    if others is None:
        others = known[key] = sum(categories(state, player).values()) - player.vp_tokens - breakthroughs
    return others + player.vp_tokens + breakthroughs


def of_breakthroughs(player: Player) -> int:
    """AN-10.3.6."""
    return sum(player.breakthroughs) + SET_VP * complete_sets(player)


def measured(state: State, player: Player, what: str) -> int:
    """AN-10.4: what an Endgame Condition compares.

    AN-10.4.1 Workers, AN-10.4.2 Water, AN-10.4.3 Breakthroughs, AN-10.4.4 spots, AN-10.4.5 Morale, AN-10.4.6 the range,
    AN-10.4.7 Superprojects, AN-10.4.8 the Time Travel track.
    """
    if what == "workers":
        return sum(workers_of(player, kind) for kind in range(len(WORKERS)))
    if what == "breakthroughs":
        return sum(player.breakthroughs)
    if what == "occupied_spots":
        return occupied_spots(player)
    if what == "superprojects":
        return superprojects(state, player)
    if what == "time_travel_range":
        return _strongest(state, player) if state.options.endgame_range == "strongest" else _sum(state, player)
    return int(getattr(player, what))


def _sum(state: State, player: Player) -> int:
    """AN-10.4.6, `sum`: all of the player's tiles, covered or not."""
    return sum(tile.range_value for tile in owned_tiles(state, player))


def _strongest(state: State, player: Player) -> int:
    """AN-10.4.6, `strongest`: the best uncovered Power Plant with the labs, or Temporal Tourism; AN-12.8."""
    labs = sum(effect.add for effect in passives(state, player, PlantRange))
    best = 0
    for tile in owned_tiles(state, player):
        if owns(player, tile.id):
            for op in tile.effects:
                if isinstance(op, Travel | TravelX):
                    reach = op.range if isinstance(op, Travel) else VARIABLE_RANGE
                    best = max(best, reach + labs if tile.row == ROW["power_plant"] else reach)
    return best


def standings(state: State) -> list[Standing] | None:
    """AN-10.5.1: by points, then Water, then resources; players still tied share a rank."""
    if not state.over:
        return None
    keys = [
        (player.vp, player.water, sum(getattr(player, what) for what in RESOURCES_IN_TIES)) for player in state.players
    ]
    order = sorted(range(len(keys)), key=lambda seat: [-part for part in keys[seat]])
    return [Standing(seat, keys[seat][0], 1 + sum(other > keys[seat] for other in keys)) for seat in order]
