"""Structures: building dwellings (TM-7.4) and upgrading (TM-7.8)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.adjacency import bridged
from engine.games.terra_mystica.board import RIVER, members
from engine.games.terra_mystica.components import BUILDINGS, TERRAINS, Amounts
from engine.games.terra_mystica.figures import add_priests, affords, gain_tokens, pay
from engine.games.terra_mystica.gate_and_reef import open_gate
from engine.games.terra_mystica.homes import homes_of
from engine.games.terra_mystica.offers import make_offers
from engine.games.terra_mystica.reach import by_flight, by_land_and_ship, can_fly, flight_cost, fly, needs_flight
from engine.games.terra_mystica.rewards import build_vp, gain
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.terraforming import grant_spades
from engine.games.terra_mystica.towns import check_town
from engine.games.terra_mystica.turns import begin_action, check_active, check_may_act, has_open_followup
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import BuildDwelling, OrdainPriests, UpgradeStructure

HALFLINGS_HEXES = 3


# --- dwellings ------------------------------------------------------------------------------------------------------


def legal_dwellings(state: State, seat: int) -> Iterator[BuildDwelling]:
    """Every dwelling that can be built now, hexes in reading order."""
    player, followup, names = state.players[seat], state.followup, state.board.names
    if player.built["dwelling"] >= BUILDINGS["dwelling"].supply:
        return
    homes, terrain, owner = homes_of(player), state.terrain, state.owner
    if followup.free_dwelling:
        yield from (BuildDwelling(names[h]) for h in state.board.land if terrain[h] in homes and owner[h] == NOBODY)
        return
    cost = player.rules.dwelling.cost
    if has_open_followup(state) or not affords(player, cost):
        return
    mask = 0
    if state.actions_left:
        mask = by_land_and_ship(state, player)
        if can_fly(state, player, cost):
            mask |= by_flight(state, player)
    if followup.build_ok:
        for h in followup.homes if not state.options.loose_build_after_dig else state.board.land:
            flying = needs_flight(state, player, h, followup.flight)
            if flying is False or (flying and can_fly(state, player, cost)):
                mask |= 1 << h
    for h in members(mask):
        if terrain[h] in homes and owner[h] == NOBODY:
            yield BuildDwelling(names[h])


def build_dwelling(state: State, seat: int, event: BuildDwelling) -> Book:
    """TM-7.4: build a dwelling: as a follow-up of spades (TM-7.4.4), free (TM-7.6.4), or as a main action (TM-7.4.3).

    TM-7.4.5: the effects occur in the prescribed order.

    Raises Violation TM-7.4.1 for a hex or supply that does not allow it, TM-7.4.2 if it cannot be paid for, TM-6.3.6 if
    the tunnel or flight cannot, TM-7.3.8 while spades are left.
    """
    check_active(state, seat)
    player = state.players[seat]
    followup = state.followup
    h = state.board.numbers.get(event.hex, NOBODY)
    free = followup.free_dwelling
    follows = free or (followup.build_ok and _follows(state, h))
    if follows and followup.spades:
        raise Violation("TM-7.3.8", spades=followup.spades)
    if not follows:
        check_may_act(state, seat)
    _check_site(state, player, h, event.hex)
    flying = False if free else _check_reached(state, player, h, followup.flight if follows else NOBODY)
    cost = {} if free else player.rules.dwelling.cost
    if not affords(player, cost):
        raise Violation("TM-7.4.2", cost=cost, coins=player.coin, workers=player.worker)
    if flying and not can_fly(state, player, cost):
        raise Violation("TM-6.3.6", cost=flight_cost(player), workers=player.worker, priests=player.priest)

    book: Book = []
    if not follows:
        begin_action(book, state, player)
    if flying:
        fly(book, state, player, h)
    make_offers(book, state, player, h)
    pay(book, player, cost, "build_dwelling")
    state.followup.free_dwelling = state.followup.build_ok = False  # TM-7.4.4: one dwelling per action
    put_structure(state, player, h, "dwelling")
    build_vp(book, state, player, "dwelling")
    check_town(state, player, h)
    return book


def put_structure(state: State, player: Player, h: int, kind: str) -> None:
    """TM-4.3.6, TM-7.4.6, TM-7.8.5: put a structure on a hex; the one it replaces goes back to its track."""
    if state.owner[h] == player.seat:
        player.built[state.kind[h]] -= 1
    else:
        player.hexes.append(h)
    state.owner[h] = player.seat
    state.kind[h] = kind
    player.built[kind] += 1


def _follows(state: State, h: int) -> bool:
    """TM-7.4.4, TM-11.16: whether a dwelling on hex h belongs to the action in which it became home terrain."""
    return h in state.followup.homes or state.options.loose_build_after_dig


def _check_site(state: State, player: Player, h: int, name: str) -> None:
    """TM-7.4.1: the hex is land, empty and of the home terrain, and a dwelling is left."""
    if h == NOBODY or state.board.terrain[h] == RIVER:
        raise Violation("TM-7.4.1", hex=name, land=False)
    if player.built["dwelling"] >= BUILDINGS["dwelling"].supply:
        raise Violation("TM-7.4.1", hex=name, dwellings_left=0)
    if state.owner[h] != NOBODY:
        raise Violation("TM-7.4.1", hex=name, structure=state.kind[h], owner=state.owner[h])
    if state.terrain[h] not in homes_of(player):
        raise Violation("TM-7.4.1", hex=name, terrain=TERRAINS[state.terrain[h]], home=player.rules.home)


def _check_reached(state: State, player: Player, h: int, paid_for: int) -> bool:
    """TM-7.4.1: check that the hex is reached; returns whether by tunnel or flight."""
    flying = needs_flight(state, player, h, paid_for)
    if flying is None:
        raise Violation("TM-7.4.1", hex=state.board.names[h], reached=False)
    return flying


# --- upgrades -------------------------------------------------------------------------------------------------------


def has_neighbour(state: State, player: Player, h: int) -> bool:
    """TM-7.8.2: whether a structure of another player, dropped or not (TM-11.23), is directly adjacent."""
    owner, nobody_else = state.owner, (NOBODY, player.seat)
    for n in state.board.neighbours[h]:
        if owner[n] not in nobody_else:
            return True
    return any(owner[n] not in nobody_else for n in bridged(state, h))


def upgrade_cost(state: State, player: Player, h: int, to: str) -> Amounts:
    """TM-7.8.2, TM-7.8.3: the cost of an upgrade; a trading house without a neighbour costs more (TM-11.36)."""
    column = player.rules.building(to)
    if not column.alone_extra_coin or has_neighbour(state, player, h):
        return column.cost
    return {**column.cost, "coin": column.cost["coin"] + column.alone_extra_coin}


def legal_upgrades(state: State, seat: int) -> Iterator[UpgradeStructure]:
    """Every upgrade that is legal now."""
    player = state.players[seat]
    free = state.followup.free_trading_house
    kinds = ("trading_house",) if free else tuple(kind for kind in BUILDINGS if BUILDINGS[kind].upgrade_from)
    for kind in kinds:
        building = BUILDINGS[kind]
        if player.built[kind] >= building.supply:
            continue
        for h in player.hexes:
            if state.kind[h] == building.upgrade_from and (
                free or affords(player, upgrade_cost(state, player, h, kind))
            ):
                yield UpgradeStructure(state.board.names[h], kind)


def upgrade_structure(state: State, seat: int, event: UpgradeStructure) -> Book:
    """TM-7.8: replace one's own structure with the next kind; TM-7.8.4: its town stays. TM-6.10.1: offers come first.

    Raises Violation TM-7.8.1 for the wrong structure or if none is left, TM-7.6.5 for a free upgrade to anything but a
    trading house, TM-7.8.3 if it cannot be paid for.
    """
    check_active(state, seat)
    player = state.players[seat]
    free = state.followup.free_trading_house
    if not free:
        check_may_act(state, seat)
    elif event.to != "trading_house":
        raise Violation("TM-7.6.5", to=event.to)
    h = _check_upgrade(state, player, event)
    cost = {} if free else upgrade_cost(state, player, h, event.to)
    if not affords(player, cost):
        raise Violation("TM-7.8.3", cost=cost, coins=player.coin, workers=player.worker)

    book: Book = []
    if not free:
        begin_action(book, state, player)
    make_offers(book, state, player, h)
    pay(book, player, cost, f"upgrade_{event.to}")
    state.followup.free_trading_house = False
    put_structure(state, player, h, event.to)
    _one_time_gains(book, state, player, event.to)
    build_vp(book, state, player, event.to)
    check_town(state, player, h)
    return book


def _check_upgrade(state: State, player: Player, event: UpgradeStructure) -> int:
    """TM-7.8.1, TM-7.8.4: the player's structure is of the kind being replaced, and a piece of the new kind is left."""
    building = BUILDINGS.get(event.to)
    h = state.board.numbers.get(event.hex, NOBODY)
    if building is None or not building.upgrade_from:
        raise Violation("TM-7.8.1", to=event.to)
    if h == NOBODY or state.owner[h] != player.seat or state.kind[h] != building.upgrade_from:
        found = state.kind[h] if h != NOBODY else ""
        owner = state.owner[h] if h != NOBODY else NOBODY
        raise Violation("TM-7.8.1", hex=event.hex, structure=found, owner=owner, needed=building.upgrade_from)
    if player.built[event.to] >= building.supply:
        raise Violation("TM-7.8.1", to=event.to, left=0)
    return h


def _one_time_gains(book: Book, state: State, player: Player, kind: str) -> None:
    """TM-7.8.7: one-time gains of a structure: favor tiles (TM-7.8.6), and the gain of a stronghold."""
    column = player.rules.building(kind)
    player.favors_owed += column.favors + column.gain.get("favor", 0)
    gain(book, state, player, column.gain, "stronghold")
    if "spade" in column.gain:
        grant_spades(book, state, player, column.gain["spade"], HALFLINGS_HEXES, may_dig=False)
    if column.ordination_max:
        player.ordination = column.ordination_max
    if "bridge" in column.gain:  # TM-16.8.6
        state.followup.bridges = column.gain["bridge"]
    if column.gain_tokens_per_player:  # TM-16.4.5
        gain_tokens(book, player, column.gain_tokens_per_player * len(state.players), 1, "stronghold")
    if kind == "stronghold" and state.options.landscapes:
        open_gate(state, player)


def ordain_priests(state: State, seat: int, event: OrdainPriests) -> Book:
    """TM-7.8.9: the Darklings' workers become priests, once; the priest limit applies.

    Raises Violation TM-7.8.9 if it is no longer available, or if there are too many.
    """
    check_active(state, seat)
    player = state.players[seat]
    if not 0 <= event.n <= min(player.ordination, player.worker) or not player.ordination:
        raise Violation("TM-7.8.9", n=event.n, most=player.ordination, workers=player.worker)
    book: Book = []
    player.ordination = 0
    enter(book, player, "worker", -event.n, "ordain_priests")
    add_priests(book, player, event.n, "ordain_priests")
    return book


def legal_ordinations(state: State, seat: int) -> Iterator[OrdainPriests]:
    """Every number of priests that may be ordained: TM-7.8.9."""
    player = state.players[seat]
    if player.ordination:
        for n in range(min(player.ordination, player.worker) + 1):
            yield OrdainPriests(n)
