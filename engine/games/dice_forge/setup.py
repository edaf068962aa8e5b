"""Setup: section 5, and the chance events DF-8.5 and DF-8.6."""

from collections.abc import Iterator
from itertools import combinations

from engine.chance import Combination, Either, OneOf, OrUnknown, Outcome
from engine.clause import Unsupported, Violation
from engine.games.dice_forge.agenda import GroupReveal, Item, PoolReduction, Setup
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
from engine.games.dice_forge.options import options_of
from engine.games.dice_forge.scope import check_scope
from engine.games.dice_forge.state import Player, State
from engine.ledger import Book
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count
from events.vocabulary.dice_forge import GroupRevealed, SanctuaryReduced

PROMOS = ("nymph", "magical_seagull", STACK)


def prepare(header: Header) -> State:
    """What is laid out before the first record: DF-5.1 to DF-5.6.

    Raises Unreadable for a wrong number of seats, Unsupported for an option that is not of this game.
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
    """DF-5.6: slots whose group is given, or that have one candidate, are filled by rule.

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


def reductions(state: State) -> Outcome:
    """DF-8.5: every selection of faces that may be removed from the next pool, or that it is not known (DF-5.5)."""
    pool = state.next(PoolReduction).pool
    kinds = [face for face in POOLS[pool].faces if state.sanctuary[face]]
    removed = Combination(kinds, len(kinds) - COUNTS[len(state.players)].faces_per_pool, any_order=True)
    return Outcome(SanctuaryReduced, "DF-8.5", pool=pool, removed=OrUnknown(removed))


def sanctuary_reduced(state: State, seat: int | None, event: SanctuaryReduced) -> Book:
    """DF-8.5: faces leave a pool before the game. DF-5.5: if they are not known, the pool is open."""
    del state.agenda[-1]
    if event.removed is None:
        state.open_pools[event.pool] = COUNTS[len(state.players)].faces_per_pool
        return []
    for face in event.removed:
        state.sanctuary[face] -= 1
        state.removed[face] += 1
    return []


def groups(state: State) -> Outcome:
    """DF-8.6: every candidate of the next slot, the boars in any colours, or that it is not known.

    DF-8.13: the platform draws among entries, of which the boars have one for each of their cards.
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


def group_revealed(state: State, seat: int | None, event: GroupRevealed) -> Book:
    """DF-8.6: the group of a slot in random mode."""
    del state.agenda[-1]
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
