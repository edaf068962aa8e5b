"""What a landscape changes once it is placed: TM-7.14, with one function for each rule it affects."""

from collections.abc import Sequence

from engine.games.terra_mystica.adjacency import bridged, joined
from engine.games.terra_mystica.components import CULTS, LANDSCAPES, WHEEL_SIZE
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.ledger import Book, enter


def stands(player: Player, landscape: str) -> bool:
    """Whether the player has placed this landscape."""
    return player.landscape != NOBODY and LANDSCAPES[player.faction].id == landscape


def enter_top(book: Book, player: Player) -> None:
    """TM-7.14.7, Tree of Serenity: VP whenever the owner's marker enters space 10."""
    if stands(player, "tree_of_serenity"):
        enter(book, player, "vp", LANDSCAPES[player.faction].effect["on_reach_cult_10"]["vp"], "landscape")


def town_bonuses(player: Player) -> Sequence[str]:
    """TM-7.14.8, Raven Cote: what may be taken for a town: VP, or steps on one track (TM-11.35)."""
    return ("vp", *CULTS) if stands(player, "raven_cote") else ("vp",)


def steps_for_a_town(player: Player) -> int:
    """TM-7.14.8: the steps that the Raven Cote gives on one track; keys are needed as usual (TM-12.7)."""
    choice: list[dict[str, int]] = LANDSCAPES[player.faction].effect["on_town_choice"]
    return choice[1]["cult_choice"]


def as_dwellings(player: Player) -> int:
    """TM-7.14.10, Camp: it counts as a dwelling when dwellings are counted for VP."""
    return 1 if stands(player, "camp") else 0


def farther_tunnels(state: State, player: Player, start: int) -> int:
    """TM-7.14.11, TM-7.14.25, Great Tunnel: what a tunnel from its hex reaches by skipping two hexes, as a mask.

    Empty while it is lifted (TM-7.14.5).
    """
    if start != player.landscape or state.owner[start] != player.seat or not stands(player, "great_tunnel"):
        return 0
    skipped: int = LANDSCAPES[player.faction].effect["tunnel_range_from_tile"]
    return state.board.within[skipped + 1][start]


def tunnels_in_phase_3(player: Player) -> bool:
    """TM-7.14.11, TM-11.14: with the Great Tunnel, phase 3 spades may be used by tunneling without paying workers."""
    return stands(player, "great_tunnel")


def cult_standing(player: Player, track: int) -> int:
    """TM-7.14.14, Cult Palace: the position for cult scoring in half spaces; the Cultists stand half a space higher."""
    position = 2 * player.cults[track]
    return position + 1 if position and stands(player, "cult_palace") else position


def spades_saved(state: State, player: Player, h: int) -> int:
    """TM-7.14.15, Excavator: by how many spades a transform of an adjacent hex becomes cheaper."""
    if not stands(player, "excavator"):
        return 0
    place = player.landscape
    if place not in state.board.neighbours[h] and place not in bridged(state, h):
        return 0
    saved: int = LANDSCAPES[player.faction].effect["adjacent_transform_discount"]
    return saved


def cheaper(ways: dict[int, int], saved: int) -> dict[int, int]:
    """TM-7.14.15: the ways of `terraforming.ways` with that many fewer spades, but at least one."""
    return {max(1, spades - saved): way for spades, way in sorted(ways.items())} if saved else ways


def land_bridges(state: State, player: Player) -> list[tuple[int, int]]:
    """TM-7.14.16, TM-7.14.21, Bridge Tower: the pairs of hexes that a land bridge may join."""
    if not stands(player, "bridge_tower"):
        return []
    board, tower = state.board, player.landscape
    r, c = board.places[tower]
    o = c - 1 if r % 2 == 0 else c
    ends = ((r - 2, c), (r + 2, c), (r - 1, o - 1), (r - 1, o + 2), (r + 1, o - 1), (r + 1, o + 2))
    found = [h for h, place in enumerate(board.places) if place in ends and 0 <= board.terrain[h] < WHEEL_SIZE]
    return [(min(tower, h), max(tower, h)) for h in found]


def check_growth(state: State, player: Player) -> None:
    """TM-7.14.17, TM-7.14.23, Breeding Ground: its town is founded again as the town's power grows."""
    if not stands(player, "breeding_ground") or not state.in_town[player.landscape]:
        return
    effect = LANDSCAPES[player.faction].effect
    lowered = "favor_fire_2" in player.favor_tiles
    thresholds: list[int] = effect["with_favor_fire_2" if lowered else "extra_town_tiles_at_power"]
    power = sum(power_value(player, state.kind[h]) for h in _town_of(state, player, player.landscape))
    reached = sum(power >= threshold for threshold in thresholds)
    while player.grown < reached:
        player.grown += 1
        if sum(state.town_pool.values()) > sum(other.towns_owed for other in state.players):
            player.towns_owed += 1


def _town_of(state: State, player: Player, h: int) -> list[int]:
    """The structures of the town that a hex belongs to."""
    town = [h]
    for member in town:
        town += [n for n in joined(state, player, member) if state.in_town[n] and n not in town]
    return town


def take_off(book: Book, player: Player) -> None:
    """TM-7.14.19, Flying School: coins for every carpet flight (TM-11.35: not for the one that places it)."""
    if stands(player, "flying_school"):
        enter(book, player, "coin", LANDSCAPES[player.faction].effect["on_carpet_flight"]["coin"], "landscape")


def may_take_coin(state: State, receiver: Player, h: int) -> bool:
    """TM-7.14.20, Trading Camp: whether the structure built on hex h is next to it."""
    if not stands(receiver, "trading_camp"):
        return False
    return receiver.landscape in state.board.neighbours[h] or receiver.landscape in bridged(state, h)


def lift(state: State, player: Player) -> int:
    """Take the landscape off temporarily (TM-7.14.5); returns its place among the hexes, for `put_back`."""
    place = player.hexes.index(player.landscape)
    del player.hexes[place]
    state.owner[player.landscape] = NOBODY
    return place


def put_back(state: State, player: Player, place: int) -> None:
    """Undo `lift`."""
    player.hexes.insert(place, player.landscape)
    state.owner[player.landscape] = player.seat
