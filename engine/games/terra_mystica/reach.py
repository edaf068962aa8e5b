"""What a player reaches directly, by ship, and by tunnel or carpet: TM-6.3.

TM-6.3.2: reach by ship does not create neighbours; see `towns.joined`. TM-6.3.3: what is on other banks is irrelevant.
"""

from engine.games.terra_mystica.adjacency import bridged
from engine.games.terra_mystica.components import BONUS_CARDS, Amounts
from engine.games.terra_mystica.figures import add_priests
from engine.games.terra_mystica.landscapes import farther_tunnels, lift, put_back, take_off, tunnels_in_phase_3
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.ledger import Book, enter


def shipping_value(state: State, player: Player) -> int:
    """TM-6.3.1: the shipping level, plus one in the action phase while the shipping bonus card is held.

    TM-11.4: no bonus in phase 3. Dwarves and Fakirs have no shipping track and never cross a river by ship, not even
    with the card.
    """
    if not player.rules.shipping.max:
        return 0
    card = player.bonus_card
    if card is not None and state.phase == "action" and not player.passed:
        return player.shipping + BONUS_CARDS[card].shipping
    return player.shipping


def by_land_and_ship(state: State, player: Player) -> int:
    """TM-6.3.1: the hexes reached without tunnel or flight, as a mask."""
    board = state.board
    near = board.near[shipping_value(state, player)]
    mask = 0
    if player.unlocked:  # TM-16.8.1: the Riverwalkers reach only by river
        for h in player.hexes:
            mask |= near[h]
        return mask
    beside = board.beside
    for h in player.hexes:
        mask |= beside[h] | near[h]
    owner, seat = state.owner, player.seat
    for bridge in state.bridges:
        if owner[bridge.a] == seat:
            mask |= 1 << bridge.b
        if owner[bridge.b] == seat:
            mask |= 1 << bridge.a
    return mask


def reaches(state: State, player: Player, h: int) -> bool:
    """TM-6.3.1: whether one hex is reached without tunnel or flight; (a) directly, or (b) by ship."""
    owner, seat = state.owner, player.seat
    if not player.unlocked:  # TM-16.8.1: the Riverwalkers reach only by river
        for n in state.board.neighbours[h]:
            if owner[n] == seat:
                return True
        for n in bridged(state, h):
            if owner[n] == seat:
                return True
    near = state.board.near[shipping_value(state, player)]
    if state.reef != NOBODY and owner[state.reef] == seat and near[state.reef] >> h & 1:  # TM-7.14.22
        return True
    across = near[h]
    for own in player.hexes:  # noqa: SIM110  # twice as fast as any()
        if across >> own & 1:
            return True
    return False


def flight_distance(player: Player) -> int:
    """TM-6.3.4, TM-6.3.5: how far a tunnel or flight can go; 0 for other factions."""
    rules = player.rules
    if rules.carpet is not None:
        return player.carpet_range + 1
    return 2 if rules.tunnel is not None else 0


def by_flight(state: State, player: Player) -> int:
    """TM-6.3.4, TM-6.3.5: hexes within the distance of a tunnel or flight, even if reached otherwise, as a mask.

    TM-6.3.8: both ends are land; anything in between is irrelevant.
    """
    within = state.board.within[flight_distance(player)]
    mask = 0
    for h in player.hexes:
        mask |= within[h]
    if player.landscape != NOBODY:
        mask |= farther_tunnels(state, player, player.landscape)
    return mask


def flight_cost(player: Player) -> Amounts:
    """TM-6.3.6: a tunnel costs 2 workers, 1 with the stronghold; a carpet flight 1 priest."""
    flight = player.rules.flight
    if flight is None:
        return {}
    if flight.cost_with_stronghold and player.built["stronghold"]:
        return flight.cost_with_stronghold
    return flight.cost


def can_fly(state: State, player: Player, also: Amounts | None = None) -> bool:
    """Whether the player could pay for a tunnel or flight now, together with another cost: TM-6.3.6, TM-6.3.7."""
    if state.phase != "action":  # TM-7.14.11: in phase 3 only with the Great Tunnel, free of charge
        return state.phase == "cult_bonus" and tunnels_in_phase_3(player)
    if player.rules.flight is None:
        return False
    cost, also = flight_cost(player), also or {}
    workers = cost.get("worker", 0) + also.get("worker", 0)
    return player.worker >= workers and player.priest >= cost.get("priest", 0) + also.get("priest", 0)


def needs_flight(state: State, player: Player, h: int, paid_for: int) -> bool | None:
    """TM-6.3: False if hex h is reached by land or ship, or is `paid_for`; True if only by flight; None if not at all.

    TM-6.3.7: tunnel and flight are never used if TM-6.3.1 reaches the hex (TM-11.3), and only in the action phase.
    TM-6.3.6: at most one hex per action.
    """
    if paid_for == h or reaches(state, player, h):
        return False
    if state.phase != "action":
        return _bonus_tunnel(state, player, h)
    if paid_for != NOBODY or not by_flight(state, player) >> h & 1:
        return None
    return True


def _bonus_tunnel(state: State, player: Player, h: int) -> bool | None:
    """TM-7.14.25: in phase 3, every spade decision may be a tunnel; a hex already turned in it counts as reached."""
    if any(other == h for other, _ in state.followup.ways):
        return False
    return True if can_fly(state, player) and by_flight(state, player) >> h & 1 else None


def spade_reach(state: State, player: Player) -> int:
    """The hexes on which spades can be used now, including by tunnel or flight, as a mask: TM-7.3.1."""
    if state.followup.landed:
        place = lift(state, player)
        try:
            return _spade_reach(state, player)
        finally:
            put_back(state, player, place)
    return _spade_reach(state, player)


def _spade_reach(state: State, player: Player) -> int:
    mask = by_land_and_ship(state, player)
    if state.followup.flight != NOBODY:
        return mask | 1 << state.followup.flight
    return mask | by_flight(state, player) if can_fly(state, player) else mask


def spade_flight(state: State, player: Player, h: int) -> bool | None:
    """`needs_flight` for spades. TM-7.14.5: a landscape just placed does not count as a start in the same action."""
    if state.followup.landed:
        place = lift(state, player)
        try:
            return needs_flight(state, player, h, state.followup.flight)
        finally:
            put_back(state, player, place)
    return needs_flight(state, player, h, state.followup.flight)


def fly(book: Book, state: State, player: Player, h: int) -> None:
    """TM-6.3.6: pay for the tunnel or flight to hex h, and score it."""
    flight = player.rules.flight
    assert flight is not None
    source = "carpet_flight" if player.rules.carpet else "tunnel"
    enter(book, player, "vp", flight.vp, source)
    if state.phase == "action":
        cost = flight_cost(player)
        enter(book, player, "worker", -cost.get("worker", 0), source)
        add_priests(book, player, -cost.get("priest", 0), source)
        take_off(book, player)
        state.followup.flight = h
