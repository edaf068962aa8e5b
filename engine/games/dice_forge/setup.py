"""Setup: section 5, and the chance events DF-8.5 and DF-8.6."""

from engine.chance import Combination, Either, OneOf, OrUnknown, Outcome
from engine.clause import Unsupported
from engine.games.dice_forge.components import (
    BOAR,
    COLORS,
    COUNTS,
    FACES,
    FOR_SALE,
    POOLS,
    SETS,
    SLOTS,
    TABLES,
)
from engine.games.dice_forge.flow import follow
from engine.games.dice_forge.items import GroupReveal, Item, PoolReduction, Setup
from engine.games.dice_forge.options import options_of
from engine.games.dice_forge.slots import candidates, place_group
from engine.games.dice_forge.state import Player, State
from engine.games.dice_forge.unsupported_cards import check_scope
from engine.ledger import Book
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count
from events.vocabulary.dice_forge import GroupRevealed, SanctuaryReduced


def start(header: Header) -> State:
    """The position before the first record: section 5. Raises as `_lay_out` does."""
    state = _lay_out(header)
    follow([], state)
    return state


def _lay_out(header: Header) -> State:
    """What is laid out before the first record: DF-5.1 to DF-5.6.

    Raises Unreadable for a wrong number of seats, Unsupported for an option that is not part of this game.
    """
    n = len(header.seats)
    if n not in COUNTS:
        raise Unreadable(count(n, "seat"), "2 to 4 seats", line=1, path="$.seats")
    options = options_of(header)
    if header.catalogue is not None:
        raise Unsupported("catalogue", header.catalogue)
    dice = [die.faces for die in TABLES.starting_die]
    players = [
        Player(seat, [sorted(faces) for faces in dice], gold=gold, up=["", ""])
        for seat, gold in enumerate(COUNTS[n].starting_gold)
    ]
    state = State(
        options=options,
        players=players,
        order=list(range(n)),
        rounds=COUNTS[n].rounds,
        sanctuary=dict.fromkeys(FOR_SALE, 0),
        gardens={face.id: face.temple_count for face in FACES.values() if face.where == "garden"},
        removed=dict.fromkeys(FOR_SALE, 0),
        open_pools={},
        slots={},
        groups={},
        agenda=[Setup()],
        queues=[[] for _ in players],
        undrafted=[],
    )
    slots, pools = _fill_slots(state), _fill_sanctuary(state)
    state.agenda += [*reversed(slots), *reversed(pools)]
    return state


def _fill_sanctuary(state: State) -> list[Item]:
    """DF-5.4, DF-5.5: with two players, pools of equal faces lose their faces by rule, the others by chance."""
    by_chance: list[Item] = []
    for pool in TABLES.pool:
        for face in pool.faces:
            state.sanctuary[face] += 1
    if state.options.remove_gold_6:
        state.sanctuary["gold_6"] = 0
        state.removed["gold_6"] = 1
    keep = COUNTS[len(state.players)].faces_per_pool
    for pool in TABLES.pool:
        surplus = len(pool.faces) - keep
        if surplus and len(set(pool.faces)) > 1:
            by_chance.append(PoolReduction(None, pool.id))
        elif surplus:
            state.sanctuary[pool.faces[0]] = keep
            state.removed[pool.faces[0]] = surplus
    return by_chance


def _fill_slots(state: State) -> list[Item]:
    """DF-5.6: slots whose group is given, or that have only one candidate, are filled by rule.

    The others are revealed by chance (DF-5.11) or drafted (DF-5.10).
    """
    by_chance: list[Item] = []
    options = state.options
    given = SETS.get(options.card_set, {})
    for slot, rule in SLOTS.items():
        groups = candidates(state, slot)
        if given:
            place_group(state, slot, given[slot])
        elif options.card_set == "custom" and len(rule.groups) > 1:
            place_group(state, slot, options.groups.get(slot))
        elif len(groups) == 1 or options.card_set == "custom":
            place_group(state, slot, groups[0])
        elif options.card_set == "random":
            by_chance.append(GroupReveal(None, slot))
        else:
            state.undrafted.append(slot)
    return by_chance


def reductions(state: State) -> Outcome:
    """DF-8.5: every selection of faces that may be removed from the next pool, or None if it is unknown (DF-5.5)."""
    pool = state.next(PoolReduction).pool
    kinds = [face for face in POOLS[pool].faces if state.sanctuary[face]]
    removed = Combination(kinds, len(kinds) - COUNTS[len(state.players)].faces_per_pool, any_order=True)
    return Outcome(SanctuaryReduced, "DF-8.5", pool=pool, removed=OrUnknown(removed))


def sanctuary_reduced(state: State, actor: None, event: SanctuaryReduced) -> Book:
    """DF-8.5: faces leave a pool before the game. DF-5.5: if they are unknown, the pool is open."""
    del state.agenda[-1]
    if event.removed is None:
        state.open_pools[event.pool] = COUNTS[len(state.players)].faces_per_pool
        return []
    for face in event.removed:
        state.sanctuary[face] -= 1
        state.removed[face] += 1
    return []


def groups(state: State) -> Outcome:
    """DF-8.6: every candidate for the next slot, the boars in any colours, or None if it is unknown.

    DF-8.13: the platform draws among entries; the boars have one for each of their cards.
    """
    slot = state.next(GroupReveal).slot
    found = candidates(state, slot)
    weight = len(state.players) if state.options.dialect == "bga" else 1
    drawn = [group for group in found for _ in range(weight if group == BOAR else 1)]
    group = OneOf([*found, None], drawn)
    plain = Outcome(GroupRevealed, "DF-8.6", "", _check_scope, slot=slot, group=group, colors=OneOf([()]))
    if BOAR not in found:
        return plain
    colors = Combination(COLORS, len(state.players), any_order=True)
    return Either(plain, Outcome(GroupRevealed, "DF-8.6", slot=slot, group=OneOf([BOAR]), colors=colors))


def _check_scope(event: GroupRevealed) -> None:
    check_scope("group", event.group)


def group_revealed(state: State, actor: None, event: GroupRevealed) -> Book:
    """DF-8.6: the group of a slot in random mode."""
    del state.agenda[-1]
    place_group(state, event.slot, event.group, event.colors)
    return []
