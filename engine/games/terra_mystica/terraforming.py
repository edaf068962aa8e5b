"""Spades: buying them (TM-7.2) and using them (TM-7.3)."""

from collections.abc import Iterable, Iterator

from engine.clause import Violation
from engine.games.terra_mystica import volcano
from engine.games.terra_mystica.board import RIVER, members
from engine.games.terra_mystica.components import TERRAINS, WHEEL, WHEEL_SIZE
from engine.games.terra_mystica.figures import add_priests
from engine.games.terra_mystica.homes import HOMES, home_of
from engine.games.terra_mystica.ice import ice_ways
from engine.games.terra_mystica.landscapes import cheaper, spades_saved
from engine.games.terra_mystica.placing import check_placing, may_place_by_transform, put_landscape, with_landscape
from engine.games.terra_mystica.reach import can_fly, fly, spade_flight, spade_reach
from engine.games.terra_mystica.rewards import spades_gained, spades_used
from engine.games.terra_mystica.riverwalkers import has_no_spades
from engine.games.terra_mystica.state import NOBODY, Followup, Player, State
from engine.games.terra_mystica.turns import begin_action, check_active, check_may_act, may_begin_action
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import Dig, Transform

MOST_SPADES = 6
GIANTS_SPADES = 2


def always_two(player: Player) -> bool:
    """TM-7.3.11: Giants turn every hex into wasteland with exactly two spades."""
    return player.rules.ability == "always_two_spades"


# --- buying ---------------------------------------------------------------------------------------------------------


def spade_cost(player: Player) -> tuple[str, int]:
    """TM-7.2.1, TM-16.6.2: the cost of one spade at the player's exchange level: (resource, number)."""
    exchange = player.rules.exchange
    return exchange.pay, exchange.rate[player.exchange]


def most_to_dig(state: State, player: Player) -> int:
    """How many spades could be bought now, given the cost (TM-7.2.1) and TM-7.2.7; 0 where digging is not allowed."""
    if has_no_spades(player):
        return 0
    resource, rate = spade_cost(player)
    stock = player.priest if resource == "priest" else player.worker
    held = state.followup.spades if state.followup.may_dig else 0
    limit = GIANTS_SPADES if always_two(player) else MOST_SPADES
    if state.options.loose_dig:
        return stock // rate
    return min(stock // rate, limit - held)


def legal_digs(state: State, seat: int) -> Iterator[Dig]:
    """Every number of spades that can be bought, fewest first: as a main action, or with spades in hand (TM-7.2.2)."""
    player = state.players[seat]
    if not state.followup.may_dig and not may_begin_action(state):
        return
    if volcano.is_volcanic(player):
        yield from volcano.legal_digs(state, player)
        return
    for n in range(1, most_to_dig(state, player) + 1):
        yield Dig(n)


def dig(state: State, seat: int, event: Dig) -> Book:
    """TM-7.2: buy spades, as a main action or as a follow-up of spades (TM-7.2.2); TM-7.2.3: again until one is used.

    Raises Violation TM-7.2.2 for fewer than one, TM-7.2.4 outside the action phase, TM-7.2.7 for more than can be used,
    TM-7.2.1 if they cannot be paid for.
    """
    player = state.players[seat]
    if state.phase == "cult_bonus":
        raise Violation("TM-7.2.4", phase=state.phase)
    check_active(state, seat)
    if volcano.is_volcanic(player):
        return volcano.dig(state, seat, event)
    if has_no_spades(player):
        raise Violation("TM-16.8.2", faction=player.faction, spades=event.n)
    followup = state.followup
    if not followup.may_dig:
        if followup.spades:
            raise Violation("TM-7.2.2", spades=followup.spades, may_dig=False)
        check_may_act(state, seat)
    if event.n < 1:
        raise Violation("TM-7.2.2", spades=event.n)
    resource, rate = spade_cost(player)
    held = followup.spades if followup.may_dig else 0
    limit = GIANTS_SPADES if always_two(player) else MOST_SPADES
    if held + event.n > limit and not state.options.loose_dig:
        raise Violation("TM-7.2.7", spades=held + event.n, most=limit)
    stock = player.priest if resource == "priest" else player.worker
    if stock < rate * event.n:
        raise Violation("TM-7.2.1", resource=resource, cost=rate * event.n, has=stock)

    book: Book = []
    if not followup.may_dig:
        begin_action(book, state, player)
        followup = state.followup
    if resource == "priest":
        add_priests(book, player, -rate * event.n, "dig")
    else:
        enter(book, player, "worker", -rate * event.n, "dig")
    followup.spades += event.n
    followup.dug = followup.may_dig = followup.build_ok = True
    followup.hexes_left = 1  # TM-7.2.6: so that after two free spades and a dig only one hex is left
    spades_gained(book, state, player, event.n)
    enter(book, player, "vp", player.rules.exchange.dig_vp * event.n, "faction_spade")
    return book


def grant_spades(book: Book, state: State, player: Player, n: int, hexes: int, *, may_dig: bool = True) -> None:
    """Free spades of an action (TM-7.6.2, TM-7.6.7, TM-7.7) or of the Halflings' stronghold (TM-7.8.7, TM-11.19)."""
    if volcano.is_volcanic(player):
        volcano.exchange_spades(book, state, player, n)
        return
    state.followup = Followup(spades=n, hexes_left=hexes, may_dig=may_dig, build_ok=True)
    spades_gained(book, state, player, n)


# --- using ----------------------------------------------------------------------------------------------------------


def spare_spades(state: State, player: Player, h: int, target: int, spades: int) -> int:
    """The spades by which a transform on the wheel goes beyond the short way."""
    current = state.terrain[h]
    if always_two(player) or home_of(player) >= WHEEL_SIZE or not 0 <= current < WHEEL_SIZE or target >= WHEEL_SIZE:
        return 0
    up = (target - current) % WHEEL_SIZE
    return max(0, spades - min(up, WHEEL_SIZE - up))


def ways(player: Player, current: int, target: int, *, loose: bool = False) -> dict[int, int]:
    """The legal ways from one terrain to another: spades -> direction on the wheel (+1 or -1).

    TM-7.3.3: to the home terrain, and from it, the short way or the long way. TM-7.3.4: between two other terrains,
    only the way that does not pass over the home terrain; with `loose_dig`, the short way. TM-7.3.11: Giants always use
    two spades, and only to the home terrain.
    """
    home = home_of(player)
    if home >= WHEEL_SIZE:
        to_ice = ice_ways(player, current, target)
        if to_ice is not None:
            return to_ice
        home = player.chosen
    up = (target - current) % WHEEL_SIZE
    down = WHEEL_SIZE - up
    if always_two(player):
        return {GIANTS_SPADES: +1} if target == home else {}
    if home in (current, target):
        return {up: +1, down: -1}
    if loose:
        return {min(up, down): +1 if up < down else -1}
    return {down: -1} if (home - current) % WHEEL_SIZE < up else {up: +1}


def legal_transforms(state: State, seat: int) -> Iterator[Transform]:
    """Every transform that is legal now, hexes in reading order: TM-7.3, TM-7.3.12, TM-7.6.8."""
    player = state.players[seat]
    if state.followup.sandstorm:
        yield from _legal_sandstorms(state, player)
        return
    if volcano.is_volcanic(player):
        yield from volcano.legal_transforms(state, player)
        return
    spades = spades_in_hand(state, player)
    if not spades or (state.phase == "action" and not state.followup.hexes_left):
        return
    home, names = home_of(player), state.board.names
    landscape = may_place_by_transform(state, player)
    for h in members(spade_reach(state, player)):
        current = state.terrain[h]
        if state.owner[h] != NOBODY or not 0 <= current < WHEEL_SIZE or not _hex_may_change(state, h):
            continue
        for target in (*range(WHEEL_SIZE), home) if home >= WHEEL_SIZE else range(WHEEL_SIZE):
            if target == current or not _may_end_as(state, player, h, target):
                continue
            for n, way in sorted(ways_of_hex(state, player, h, target).items()):
                if n <= spades and _all_used(state, n, spades) and _same_way(state, h, way):
                    event = Transform(names[h], TERRAINS[target], n)
                    yield event
                    if landscape and target == home:
                        yield from with_landscape(state, player, event)


def ways_of_hex(state: State, player: Player, h: int, target: int) -> dict[int, int]:
    """The ways in which a hex can be turned: `ways`, with the Excavator's discount (TM-7.14.15)."""
    possible = ways(player, state.terrain[h], target, loose=state.options.loose_dig)
    return cheaper(possible, spades_saved(state, player, h)) if player.landscape != NOBODY else possible


def spades_in_hand(state: State, player: Player) -> int:
    """The spades that the player may use now: those of the action, or of phase 3 (TM-6.7.2: only the first in order).

    What replaces them for the Acolytes (TM-16.4.4) and the Riverwalkers (TM-16.8.4) does not count.
    """
    if state.phase == "cult_bonus":
        due = state.spades_due
        mine = due and due[0][0] == player.seat and not volcano.is_volcanic(player) and not has_no_spades(player)
        return due[0][1] if mine else 0
    return state.followup.spades


def spades_assumed(state: State, possible: Iterable[int], spades: int) -> int:
    """TM-17.4.5: the spades of a transform that does not state them: those in hand if they fit, or the short way.

    TM-17.5.21: with `loose_dig`, always the short way.
    """
    if spades in possible and not state.options.loose_dig:
        return spades
    return min(possible, default=spades)


def transform(state: State, seat: int, event: Transform) -> Book:
    """TM-7.3: turn a hex into another terrain. TM-7.3.14: a dwelling need not be built immediately.

    Raises Violation TM-7.3.1 for a hex that may not be turned, TM-7.3.2 to TM-7.3.6 and TM-7.3.11 for spades that do
    not fit, TM-7.2.5 if some of the bought ones would be left, TM-7.6.8 for a sandstorm not next to a structure.
    """
    player = state.players[seat]
    if volcano.is_volcanic(player):
        return volcano.transform(state, seat, event)
    _check_time(state, seat, player)
    h = _empty_hex(state, player, event.hex, event.terrain)
    if state.followup.sandstorm:
        _check_sandstorm(state, player, h, event)
        flying = False
    else:
        flying = _check_reach(state, player, h)
        way = _check_spades(state, player, h, event)
    target = HOMES[event.terrain]
    if event.landscape or event.workshop:
        check_placing(state, player, event, home=target == home_of(player))
    could_dig = state.followup.may_dig  # as with the two spades of TM-7.14.5; not the Halflings' stronghold

    book: Book = []
    if flying:
        fly(book, state, player, h)
    if state.followup.sandstorm:
        state.followup.sandstorm = False
    else:
        state.followup.ways += ((h, way),)
        _use_spades(book, state, player, event.spades)
    _turn(state, player, h, target)
    if event.landscape:
        state.followup.landed = could_dig
        put_landscape(book, state, player, h, event.workshop)
    return book


def _turn(state: State, player: Player, h: int, target: int) -> None:
    """TM-7.3.7: the terrain changes; a hex that became home terrain may be built on in the same action."""
    state.terrain[h] = target
    followup = state.followup
    if state.phase != "action":
        return
    if h in followup.elsewhere:
        followup.elsewhere = tuple(other for other in followup.elsewhere if other != h)
    if target == home_of(player):
        followup.homes += (h,)
    else:
        followup.elsewhere += (h,)


def _use_spades(book: Book, state: State, player: Player, n: int) -> None:
    if state.phase == "cult_bonus":
        spades_used(book, state, player, n)
        use_bonus_spades(state, n)
        return
    state.followup.spades -= n
    state.followup.hexes_left -= 1
    state.followup.may_dig = False
    spades_used(book, state, player, n)


def use_bonus_spades(state: State, n: int) -> None:
    """TM-6.7.2: phase 3 spades of the first player in order are used or lost; then the next player decides."""
    state.spades_due[0][1] -= n
    if state.spades_due[0][1] < least_useful(state.players[state.spades_due[0][0]]):
        state.spades_due.pop(0)
        state.followup = Followup()


def least_useful(player: Player) -> int:
    """The fewest phase 3 spades that can be used; TM-7.3.12: Giants lose a single one."""
    return GIANTS_SPADES if always_two(player) else 1


def _check_time(state: State, seat: int, player: Player) -> None:
    if state.phase == "cult_bonus":
        if not spades_in_hand(state, player):
            raise Violation("TM-6.7.2", seat=seat, spades_due=[list(due) for due in state.spades_due])
        return
    check_active(state, seat)
    if has_no_spades(player):
        raise Violation("TM-16.8.2", faction=player.faction)
    followup = state.followup
    if not followup.sandstorm and not followup.spades:
        raise Violation("TM-7.3.1", spades=0)


def _empty_hex(state: State, player: Player, name: str, terrain: str) -> int:
    """TM-7.3.1: land without a structure and of another terrain, to be turned into one of the wheel or of one's own."""
    h = state.board.numbers.get(name, NOBODY)
    if h == NOBODY or state.board.terrain[h] == RIVER:
        raise Violation("TM-7.3.1", hex=name, land=False)
    if state.owner[h] != NOBODY:
        raise Violation("TM-7.3.1", hex=name, structure=state.kind[h], owner=state.owner[h])
    if state.terrain[h] >= WHEEL_SIZE:
        raise Violation("TM-16.3.2", hex=name, terrain=TERRAINS[state.terrain[h]])
    if (terrain not in WHEEL and HOMES.get(terrain) != home_of(player)) or HOMES[terrain] == state.terrain[h]:
        raise Violation("TM-7.3.1", hex=name, terrain=terrain, is_now=TERRAINS[state.terrain[h]])
    return h


def _check_reach(state: State, player: Player, h: int) -> bool:
    """TM-7.3.1: check that the hex is reached; returns whether by tunnel or flight."""
    flying = spade_flight(state, player, h)
    if flying is None:
        raise Violation("TM-7.3.1", hex=state.board.names[h], reached=False)
    if flying and not can_fly(state, player):
        raise Violation("TM-6.3.6", hex=state.board.names[h], workers=player.worker, priests=player.priest)
    return flying


def _check_spades(state: State, player: Player, h: int, event: Transform) -> int:
    """Check the clauses on spades; returns the direction in which they turn the wheel."""
    spades, name = spades_in_hand(state, player), event.hex
    current, target = state.terrain[h], HOMES[event.terrain]
    if state.phase == "action" and not state.followup.hexes_left:
        raise Violation("TM-7.3.1", hex=name, hexes_left=0)
    if not _hex_may_change(state, h):
        raise Violation("TM-7.3.5", hex=name, terrain=TERRAINS[current])
    possible = ways_of_hex(state, player, h, target)
    if event.spades not in possible:
        clause = _clause_of_way(player, current, target)
        raise Violation(clause, hex=name, spades=event.spades, possible=sorted(possible))
    if event.spades > spades:
        raise Violation("TM-7.3.1", hex=name, spades=event.spades, has=spades)
    if not _all_used(state, event.spades, spades):
        raise Violation("TM-7.2.5", hex=name, spades=event.spades, bought=spades)
    if not _may_end_as(state, player, h, target):
        raise Violation("TM-7.3.6", hex=name, terrain=event.terrain)
    if not _same_way(state, h, possible[event.spades]):
        raise Violation("TM-7.3.2", hex=name, terrain=event.terrain)
    return possible[event.spades]


def _clause_of_way(player: Player, current: int, target: int) -> str:
    """The clause that governs the ways from one terrain to another."""
    if always_two(player):
        return "TM-7.3.11"
    if target >= WHEEL_SIZE:
        return "TM-16.3.1"
    return "TM-7.3.3" if home_of(player) in (current, target) else "TM-7.3.4"


def _hex_may_change(state: State, h: int) -> bool:
    """TM-7.3.5: new home terrain stays so for the rest of the action; not in phase 3, which has no action."""
    return h not in state.followup.homes


def _all_used(state: State, n: int, spades: int) -> bool:
    """TM-7.2.5: after a dig, all spades of the action go into one transform."""
    return n == spades or not state.followup.dug or state.options.loose_dig


def _may_end_as(state: State, player: Player, h: int, target: int) -> bool:
    """TM-7.3.6, TM-11.15: at most one hex of the action ends as anything but home terrain.

    This does not apply in phase 3 (TM-7.3.12).
    """
    if state.phase != "action" or state.options.loose_multi_spade or target == home_of(player):
        return True
    return all(other == h for other in state.followup.elsewhere)


def _same_way(state: State, h: int, way: int) -> bool:
    """TM-7.3.2: a second decision on the same hex turns the wheel in the same direction."""
    return all(other != h or before == way or not before * way for other, before in state.followup.ways)


def _legal_sandstorms(state: State, player: Player) -> Iterator[Transform]:
    home = home_of(player)
    mask = 0
    for h in player.hexes:
        mask |= state.board.beside[h]
    for h in members(mask):
        if state.owner[h] == NOBODY and state.terrain[h] != home and state.terrain[h] < WHEEL_SIZE:
            event = Transform(state.board.names[h], TERRAINS[home], 0)
            yield event
            if may_place_by_transform(state, player):
                yield from with_landscape(state, player, event)


def _check_sandstorm(state: State, player: Player, h: int, event: Transform) -> None:
    """TM-7.6.8, TM-7.3.13: next to one of the player's structures, not by bridge, to desert, without a spade."""
    beside = any(state.owner[n] == player.seat for n in state.board.neighbours[h])
    if not beside or WHEEL[event.terrain] != home_of(player) or event.spades:
        raise Violation("TM-7.6.8", hex=event.hex, next_to_own=beside, terrain=event.terrain, spades=event.spades)
