"""Changes of the Shapeshifters' home terrain: TM-16.6.3, and for older editions TM-16.7."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.components import TERRAINS, WHEEL, WHEEL_SIZE
from engine.games.terra_mystica.figures import remove_tokens, spend_power, tokens
from engine.games.terra_mystica.homes import home_of, others_homes
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import ChooseHomeTerrain

SHAPESHIFTS = ("shapeshift_power", "shapeshift_tokens")


def owned_shifts(player: Player) -> list[str]:
    """TM-16.6.3: the actions of the stronghold."""
    return list(player.rules.stronghold.actions) if player.built["stronghold"] else []


def _limit(state: State, player: Player) -> int | None:
    """TM-16.7.1, TM-16.7.2: how often the edition allows a shift per game; None if there is no limit."""
    players = len(state.players)
    limits = {"": None, "number of players": players, "number of opponents": players - 1}
    return limits[player.rules.shapeshift_limit]


def may_shift(state: State, player: Player, action: str) -> bool:
    """Whether a shift can be paid for and is still allowed."""
    limit = _limit(state, player)
    stock = player.bowl3 if action == "shapeshift_power" else tokens(player)
    return (limit is None or player.shifts < limit) and stock >= player.rules.shapeshift_cost


def check_shift(state: State, player: Player, action: str) -> None:
    """Raises Violation TM-16.6.3 if a shift cannot be paid for, TM-16.7.2 if the edition allows no more."""
    limit = _limit(state, player)
    if limit is not None and player.shifts >= limit:
        raise Violation("TM-16.7.2", shifts=player.shifts, limit=limit)
    if not may_shift(state, player, action):
        cost = player.rules.shapeshift_cost
        raise Violation("TM-16.6.3", action=action, cost=cost, bowl3=player.bowl3, tokens=tokens(player))


def shift(book: Book, state: State, player: Player, action: str) -> None:
    """TM-16.6.3: pay for a shift; TM-16.7.1: older editions gave victory points. The terrain is chosen next."""
    cost = player.rules.shapeshift_cost
    if action == "shapeshift_power":
        spend_power(book, player, cost, action)
    else:
        remove_tokens(book, player, cost, action)
    enter(book, player, "vp", player.rules.shapeshift_vp, "shapeshift")
    player.shifts += 1
    state.followup.shapeshift = True


def _targets(state: State, player: Player) -> list[int]:
    """TM-16.6.3: the terrains that are not anybody's home."""
    taken = {*others_homes(state, player), home_of(player)}
    return [terrain for terrain in range(WHEEL_SIZE) if terrain not in taken]


def legal_shifts(state: State, seat: int) -> Iterator[ChooseHomeTerrain]:
    """Every terrain that may become the home terrain."""
    if state.followup.shapeshift:
        yield from (ChooseHomeTerrain(TERRAINS[terrain]) for terrain in _targets(state, state.players[seat]))


def change_home(state: State, seat: int, event: ChooseHomeTerrain) -> Book:
    """TM-16.6.3: change the home terrain, including that under one's own structures.

    Raises Violation TM-16.6.3 without the action, or for a terrain that is somebody's home.
    """
    check_active(state, seat)
    player = state.players[seat]
    terrain = WHEEL.get(event.terrain, NOBODY)
    if not state.followup.shapeshift or terrain not in _targets(state, player):
        raise Violation("TM-16.6.3", terrain=event.terrain, owed=state.followup.shapeshift)
    state.followup.shapeshift = False
    player.chosen = terrain
    for h in player.hexes:
        state.terrain[h] = terrain
    return []
