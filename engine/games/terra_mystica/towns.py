"""Towns: when one is founded (TM-6.6), and the Mermaids' way over a river hex (TM-7.1.6)."""

from collections.abc import Iterator, Sequence

from engine.clause import Violation
from engine.games.terra_mystica.adjacency import bridged, joined
from engine.games.terra_mystica.components import FAVOR_TILES, GAME, TOWN_COUNT
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.landscapes import check_growth
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book
from events.vocabulary.terra_mystica import FoundMermaidTown

MOST_COUNTED = max(TOWN_COUNT.values())


def town_power_needed(player: Player) -> int:
    """TM-6.6.2: the power value a town needs, which the corresponding favor tile lowers."""
    lowered = [FAVOR_TILES[tile].town_power for tile in player.favor_tiles if FAVOR_TILES[tile].town_power]
    return min([GAME.town_power, *lowered])


def check_town(state: State, player: Player, h: int) -> None:
    """TM-6.6.2: check whether the structure on hex h joins a town or completes one; TM-6.6.4: two towns stay two."""
    if not state.in_town[h]:
        _join_or_found(state, player, h)
    if player.landscape != NOBODY:
        check_growth(state, player)


def _join_or_found(state: State, player: Player, h: int) -> None:
    group, beside_town = _group(state, player, h)
    if beside_town:
        _join(state, group)
    elif _makes_town(state, player, group):
        _join(state, group)  # TM-6.6.3: all of them belong to it, even more than needed
        player.towns_owed += 1


def check_all_towns(state: State, player: Player) -> None:
    """TM-6.6.1, TM-6.6.6: check every structure in turn, as after taking the favor tile that lowers the limit."""
    for h in player.hexes:
        check_town(state, player, h)


def _group(state: State, player: Player, start: int) -> tuple[list[int], bool]:
    """A player's structures outside towns connected to one, and whether any of them borders a town of the player."""
    group, beside_town = [start], False
    owner, in_town, seat = state.owner, state.in_town, player.seat
    neighbours: Sequence[Sequence[int]] = state.board.neighbours
    links = state.river_links or state.reef != NOBODY
    for h in group:
        near = neighbours[h]
        if links:
            near = joined(state, player, h)
        elif h in state.spans:
            near = *near, *bridged(state, h)
        for n in near:
            if owner[n] != seat or n in group:
                continue
            if in_town[n]:
                beside_town = True
            else:
                group.append(n)
    return group, beside_town


def _makes_town(state: State, player: Player, group: list[int]) -> bool:
    """TM-6.6.2, TM-6.6.7, TM-11.12: whether there are enough power and structures (a sanctuary counts as two).

    TM-6.6.5: a tile must also be left.
    """
    if len(group) * MOST_COUNTED < GAME.town_structures:  # the common case
        return False
    kinds = [state.kind[h] for h in group]
    if sum(map(TOWN_COUNT.__getitem__, kinds)) < GAME.town_structures:
        return False
    if sum([power_value(player, kind) for kind in kinds]) < town_power_needed(player):
        return False
    return sum(state.town_pool.values()) > sum(other.towns_owed for other in state.players)


def _join(state: State, group: list[int]) -> None:
    for h in group:
        state.in_town[h] = True


def legal_mermaid_towns(state: State, seat: int) -> Iterator[FoundMermaidTown]:
    """Every river hex over which a town can be founded now: TM-7.1.7."""
    player = state.players[seat]
    if player.rules.id != "mermaids":
        return
    board = state.board
    for river in board.rivers:
        if river not in state.river_links and river != state.reef and _links_a_town(state, player, river):
            yield FoundMermaidTown(board.names[river])


def found_mermaid_town(state: State, seat: int, event: FoundMermaidTown) -> Book:
    """TM-7.1.6: join the banks of a river hex; TM-7.1.8: the link stays; TM-7.1.9: using it is optional.

    Raises Violation TM-7.1.6 for other factions and for land hexes, TM-7.1.7 if no town results.
    """
    check_active(state, seat)
    player = state.players[seat]
    board = state.board
    river = board.numbers.get(event.river, NOBODY)
    if player.rules.id != "mermaids" or river not in board.rivers or river == state.reef:
        raise Violation("TM-7.1.6", faction=player.faction, river=event.river)
    if river in state.river_links or not _links_a_town(state, player, river):
        raise Violation("TM-7.1.7", river=event.river)

    state.river_links.append(river)
    for h in board.banks[river]:
        if state.owner[h] == seat:
            check_town(state, player, h)
    return []


def _links_a_town(state: State, player: Player, river: int) -> bool:
    """TM-7.1.7: whether joining the banks of a river hex would found a town (one such hex per town)."""
    own = [h for h in state.board.banks[river] if state.owner[h] == player.seat]
    if len(own) < 2:
        return False
    state.river_links.append(river)
    try:
        for h in own:
            if state.in_town[h]:
                continue
            group, beside_town = _group(state, player, h)
            if not beside_town and _makes_town(state, player, group):
                return True
    finally:
        state.river_links.pop()
    return False
