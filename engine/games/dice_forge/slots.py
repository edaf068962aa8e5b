"""The slots of the islands: which groups of cards they may hold, and the cards of a group (DF-5.6 to DF-5.9)."""

from collections.abc import Iterator
from itertools import combinations

from engine.clause import Violation
from engine.games.dice_forge.components import BOAR, COLORS, GROUPS, SLOTS, STACK
from engine.games.dice_forge.state import State

PROMOS = ("nymph", "magical_seagull", STACK)


def candidates(state: State, slot: str) -> list[str]:
    """DF-5.7: the groups that a slot may hold; promos only if the option allows them (DF-11.36).

    A slot holds one group, so cards that share a slot never meet (DF-5.14).
    """
    groups = SLOTS[slot].groups
    if state.options.promo_cards or state.options.card_set == "custom":
        return groups
    return [group for group in groups if group not in PROMOS]


def place_group(state: State, slot: str, group: str | None, colors: tuple[str, ...] = ()) -> None:
    """Put the cards of a group into a slot; null is a group not known yet (DF-5.12)."""
    state.groups[slot] = group or ""
    state.slots[slot] = cards_of(state, group, colors) if group else []


def cards_of(state: State, group: str, colors: tuple[str, ...] = ()) -> list[str]:
    """DF-5.8, DF-5.9: the cards of a group, as many as players; the cards of the stack from bottom to top.

    DF-3.2: as many copies as players. DF-11.34: an option determines which monsters the stack holds.
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
    """DF-5.8: the default colours of the boars; the platform's draft has its own order."""
    boars = GROUPS[BOAR]
    drafted = state.options.card_set == "draft" and state.options.dialect == "bga"
    order = boars.bga_order_draft if drafted else boars.bga_order_random_or_set
    return order[: len(state.players)]


def color_choices(state: State, group: str) -> Iterator[tuple[str, ...]]:
    """DF-5.8: the colours that may be named for a group: as many as players, and only for boars."""
    if group == BOAR:
        yield from combinations(COLORS, len(state.players))


def check_colors(state: State, clause: str, group: str | None, colors: tuple[str, ...]) -> None:
    """DF-7.11, DF-5.8: colours are named only for boars, as many different ones as players."""
    wanted = len(state.players) if group == BOAR else 0
    if colors and (len(set(colors)) != wanted or len(colors) != wanted or not set(colors) <= set(COLORS)):
        raise Violation(clause, group=group, colors=list(colors), wanted=wanted)
