"""Final scoring and ranking (DA-10.4 to DA-10.9)."""

from engine.declaration import Standing
from engine.games.daitoshi.components import CONSTANTS, GOODS, MULTIPLIERS
from engine.games.daitoshi.progress import last_step, slots_with_inventions
from engine.games.daitoshi.queries import hexes_of, invention_in, pilgrims_of, workers_held
from engine.games.daitoshi.state import PILGRIMS, Player, State
from engine.ledger import Book, enter


def score(state: State) -> Book:
    """DA-10.4: the items of every player, each entered separately."""
    book: Book = []
    for player in state.players:
        for track in ("forest", "mountain", "underground", "river"):
            enter(book, player, "vp", track_vp(state, player, track), f"final_{track}")
        enter(book, player, "vp", -river_penalty(state, player), "final_river_penalty")
        enter(book, player, "vp", leftovers(player) // CONSTANTS.leftover_divisor, "final_leftovers")
    return book


def track_vp(state: State, player: Player, track: str) -> int:
    """DA-10.5: the value of the pilgrim's space (0 in the temple) times what the track counts."""
    position = int(getattr(player, PILGRIMS[track]))
    if not position:
        return 0
    values: tuple[int, ...] = state.catalogue.wilderness_track[track].vp
    return values[position - 1] * multiplier(state, player, track)


def multiplier(state: State, player: Player, track: str) -> int:
    """DA-10.5: university inventions, finished tracks, VP of the reputation level, or empty types."""
    counted = MULTIPLIERS[track]
    if track == "underground":
        counted = state.options.underground_multiplier
    return _COUNTS[counted](state, player)


def university_inventions(state: State, player: Player) -> int:
    """How many university inventions a factory holds."""
    inventions = (invention_in(state, player, slot) for _, _, slot in slots_with_inventions(player))
    return sum(invention.quality == "university" for invention in inventions)


def finished_tracks(state: State, player: Player) -> int:
    """How many inventions have their marker on the last step."""
    slots = slots_with_inventions(player)
    return sum(slot.marker == last_step(state, building, floor) for building, floor, slot in slots)


def reputation_vp(state: State, player: Player) -> int:
    """The VP of the reputation level (DA-11.3)."""
    return state.catalogue.reputation.vp[player.reputation - 1]


def empty_types(state: State, player: Player) -> int:
    """How many hex types are not in the record."""
    return [number for _, number in hexes_of(player)].count(0)


_COUNTS = {
    "university_inventions": university_inventions,
    "finished_tracks": finished_tracks,
    "reputation_vp": reputation_vp,
    "empty_types": empty_types,
}


def river_penalty(state: State, player: Player) -> int:
    """DA-10.6: the negative value of the river space, or of the temple, for each tile on its conflict side."""
    track = state.catalogue.wilderness_track["river"]
    position = player.river_pilgrim
    return (track.penalty[position - 1] if position else track.temple_penalty) * len(player.in_conflict)


def leftovers(player: Player) -> int:
    """DA-10.7: workers and resources, including wealth but not steam."""
    return workers_held(player) + player.wealth + sum(int(getattr(player, good)) for good in GOODS)


def standings(state: State) -> list[Standing] | None:
    """DA-10.9: most VP, then fewest conflict tiles, most inventions, farthest pilgrims; otherwise a shared place."""
    if state.phase != "finished":
        return None
    worth = {player.seat: _worth(player) for player in state.players}
    order = sorted(worth, key=lambda seat: (*(-each for each in worth[seat]), seat))
    return [
        Standing(seat, state.players[seat].vp, 1 + sum(other > worth[seat] for other in worth.values()))
        for seat in order
    ]


def _worth(player: Player) -> tuple[int, int, int, int]:
    inventions = len(list(slots_with_inventions(player)))
    return player.vp, -len(player.in_conflict), inventions, sum([position for _, position in pilgrims_of(player)])
