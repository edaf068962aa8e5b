"""Setup: section 5, and the chance events DF-8.5 and DF-8.6."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from engine.clause import Unsupported, Violation
from engine.games.dice_forge.components import (
    BOAR,
    COLORS,
    COUNTS,
    FACES,
    FOR_SALE,
    GROUPS,
    POOLS,
    SETS,
    SLOTS,
    STACK,
    TABLES,
)
from engine.games.dice_forge.gains import Book
from engine.games.dice_forge.options import options_of
from engine.games.dice_forge.scope import check_scope
from engine.games.dice_forge.state import Player, State
from events.codec import Unreadable
from events.record import Header
from events.vocabulary.dice_forge import GroupRevealed, SanctuaryReduced

PROMOS = ("nymph", "magical_seagull", STACK)


def start(header: Header) -> State:
    """The position before the first record: DF-5.1 to DF-5.6.

    Raises Unreadable for a wrong number of seats, Unsupported for an option that is not of this game.
    """
    n = len(header.seats)
    if n not in COUNTS:
        raise Unreadable(f"{n} seats", "2 to 4 seats", line=1, path="$.seats")
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
        boars=[[] for _ in players],
        pools_due=[],
        slots_due=[],
    )
    _fill_sanctuary(state)
    _fill_slots(state)
    return state


def _fill_sanctuary(state: State) -> None:
    """DF-5.4, DF-5.5: with two players, pools of equal faces lose their faces by rule, the others by chance."""
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
            state.pools_due.append(pool.id)
        elif surplus:
            state.sanctuary[pool.faces[0]] = keep
            state.removed[pool.faces[0]] = surplus


def _fill_slots(state: State) -> None:
    """DF-5.6: slots whose group is given, or that have one candidate, are filled by rule."""
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
        else:
            state.slots_due.append(slot)


def candidates(state: State, slot: str) -> list[str]:
    """DF-5.7: the groups that may lie in a slot; promos only where the option allows them (DF-11.36).

    A slot holds one group, so cards that share one never meet (DF-5.14).
    """
    groups = SLOTS[slot].groups
    if state.options.promo_cards or state.options.card_set == "custom":
        return groups
    return [group for group in groups if group not in PROMOS]


def place_group(state: State, slot: str, group: str | None, colors: tuple[str, ...] = ()) -> None:
    """Lay the cards of a group into a slot; null is a group not known yet (DF-5.12)."""
    state.groups[slot] = group or ""
    state.slots[slot] = cards_of(state, group, colors) if group else []


def cards_of(state: State, group: str, colors: tuple[str, ...] = ()) -> list[str]:
    """DF-5.8, DF-5.9: the cards of a group, as many as players; those of the stack from the bottom to the top.

    DF-3.2: as many copies as players. DF-11.34: which monsters lie in the stack is an option.
    """
    n = len(state.players)
    if group == BOAR:
        return [f"{BOAR}_{color}" for color in colors or usual_colors(state)]
    if group == STACK:
        stack = GROUPS[STACK]
        cards = stack.cards if state.options.monster_stack == "hydra_first" else stack.cards_variant
        return cards[:n][::-1]
    return [group] * n


def usual_colors(state: State) -> list[str]:
    """DF-5.8: the colours of the boars where nothing else is said; the platform's draft has an order of its own."""
    boars = GROUPS[BOAR]
    drafted = state.options.card_set == "draft" and state.options.dialect == "bga"
    order = boars.bga_order_draft if drafted else boars.bga_order_random_or_set
    return order[: len(state.players)]


def color_choices(state: State, group: str) -> Iterator[tuple[str, ...]]:
    """DF-5.8: the colours that may be named for a group: as many as players, of boars only."""
    if group == BOAR:
        yield from combinations(COLORS, len(state.players))


def check_colors(state: State, clause: str, group: str | None, colors: tuple[str, ...]) -> None:
    """DF-7.11, DF-5.8: colours are named for boars only, as many different ones as players."""
    wanted = len(state.players) if group == BOAR else 0
    if colors and (len(set(colors)) != wanted or len(colors) != wanted or not set(colors) <= set(COLORS)):
        raise Violation(clause, group=group, colors=list(colors), wanted=wanted)


def removals(state: State, pool: int) -> Iterator[tuple[str, ...]]:
    """DF-8.5: every selection of faces that may be removed from a pool."""
    kinds = [face for face in POOLS[pool].faces if state.sanctuary[face]]
    yield from combinations(kinds, len(kinds) - COUNTS[len(state.players)].faces_per_pool)


def legal_reductions(state: State) -> Iterator[SanctuaryReduced]:
    """DF-8.5: every outcome for the next pool; the last is that it is not known."""
    pool = state.pools_due[0]
    for removed in removals(state, pool):
        yield SanctuaryReduced(pool, removed)
    yield SanctuaryReduced(pool, None)


def sanctuary_reduced(state: State, event: SanctuaryReduced) -> Book:
    """DF-8.5: faces leave a pool before the game. DF-5.5: if they are not known, the pool is open.

    Raises Violation DF-8.1 if no pool is due, DF-8.5 if it is another one or the faces are not those of a removal.
    """
    if not state.pools_due:
        raise Violation("DF-8.1", event="sanctuary_reduced")
    pool, removed = event.pool, event.removed
    if pool != state.pools_due[0]:
        raise Violation("DF-8.5", pool=pool, next=state.pools_due[0])
    if removed is not None and Counter(removed) not in [Counter(choice) for choice in removals(state, pool)]:
        raise Violation("DF-8.5", pool=pool, removed=list(removed))

    del state.pools_due[0]
    if removed is None:
        state.open_pools[pool] = COUNTS[len(state.players)].faces_per_pool
        return []
    for face in removed:
        state.sanctuary[face] -= 1
        state.removed[face] += 1
    return []


def reveals_group(state: State) -> bool:
    """DF-5.6, DF-5.11: whether the next event tells the group of a slot."""
    return bool(not state.pools_due and state.slots_due and state.options.card_set == "random")


def legal_groups(state: State) -> Iterator[GroupRevealed]:
    """DF-8.6: every candidate of the next slot; the last is that it is not known."""
    slot = state.slots_due[0]
    for group in candidates(state, slot):
        yield GroupRevealed(slot, group)
        yield from (GroupRevealed(slot, group, colors) for colors in color_choices(state, group))
    yield GroupRevealed(slot, None)


def group_revealed(state: State, event: GroupRevealed) -> Book:
    """DF-8.6: the group of a slot in random mode.

    Raises Violation DF-8.1 if no group is due, DF-8.6 if the slot is not the next one or the group no candidate of it.
    """
    check_scope("group", event.group)
    if not reveals_group(state):
        raise Violation("DF-8.1", event="group_revealed")
    if event.slot != state.slots_due[0]:
        raise Violation("DF-8.6", slot=event.slot, next=state.slots_due[0])
    if event.group is not None and event.group not in candidates(state, event.slot):
        raise Violation("DF-8.6", slot=event.slot, group=event.group)
    check_colors(state, "DF-8.6", event.group, event.colors)

    del state.slots_due[0]
    place_group(state, event.slot, event.group, event.colors)
    return []


def take_from_sanctuary(state: State, face: str) -> None:
    """DF-7.26: one copy leaves the supply. DF-5.5: an open pool is known once all faces left in it have gone."""
    state.sanctuary[face] -= 1
    pool = FACES[face].pool
    if pool in state.open_pools:
        state.open_pools[pool] -= 1
        if not state.open_pools[pool]:
            del state.open_pools[pool]
            for kind in POOLS[pool].faces:
                state.removed[kind] += state.sanctuary[kind]
                state.sanctuary[kind] = 0
