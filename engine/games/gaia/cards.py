"""Cards and who knows them: hands, the copy check, and logs that hide cards (section 4.5)."""

from typing import NamedTuple

from engine.clause import Violation
from engine.games.gaia.components import CONSTANTS, PILE_NUMBER, PILES, POWER, POWER_OBJECTIVES
from engine.games.gaia.state import Player, State


def check_card(state: State, card: str) -> None:
    """GA-6.1.4, GA-8.2.7: an event names only cards that are fixed or declared."""
    if card not in state.catalogue.pile:
        raise Violation("GA-8.2.7", card=card)


def check_objective(state: State, objective: str) -> None:
    """GA-6.1.4, GA-8.2.7: the same for objectives; those of other modes are also fixed."""
    if objective not in state.catalogue.objectives and objective not in POWER_OBJECTIVES:
        raise Violation("GA-8.2.7", objective=objective)


def check_pile(pile: str) -> None:
    """GA-6.1.4: the pile is nature, life or power."""
    if pile not in PILE_NUMBER:
        raise Violation("GA-6.1.4", pile=pile)


def piles_in_play(state: State) -> tuple[str, ...]:
    """The piles that the mode uses."""
    return PILES if state.advanced else PILES[:2]


def unseen(state: State, card: str) -> int:
    """GA-4.5.5: how many copies of a card are not at a known place."""
    return state.catalogue.copies.get(card, 0) - state.seen.get(card, 0)


class Unseen(NamedTuple):
    """Section 4.3: the cards of a pile that are not at a known place, as a deck that counts on demand."""

    state: State
    pile: str

    def get(self, card: str, default: int) -> int:
        """The copies of a card that can still come up."""
        state = self.state
        catalogue = state.catalogue
        if catalogue.pile.get(card) != self.pile:
            return default
        return catalogue.copies.get(card, 0) - state.seen.get(card, 0)

    def items(self) -> list[tuple[str, int]]:
        """All cards of the pile, in the order of their ids."""
        piles = self.state.catalogue.pile
        return [(card, unseen(self.state, card)) for card in sorted(piles) if piles[card] == self.pile]


def check_drawn(state: State, pile: str, card: str | None, before: tuple[str | None, ...] = ()) -> None:
    """GA-8.1.2: a named card is of the pile and has a copy left; `before` are those named earlier in the event.

    Null is allowed only if the log is public (GA-4.5.1, GA-4.5.6).
    """
    if card is None:
        if not state.public:
            raise Violation("GA-4.5.6", pile=pile, card=None)
        return
    check_card(state, card)
    if state.catalogue.pile[card] != pile:
        raise Violation("GA-8.1.2", pile=pile, card=card)
    if unseen(state, card) <= before.count(card):
        clause = "GA-4.5.5" if state.public else "GA-8.1.2"
        raise Violation(clause, card=card, copies=state.catalogue.copies.get(card, 0), seen=state.seen.get(card, 0))


def see(state: State, card: str) -> None:
    """Note that a copy of a card is in a known place."""
    state.seen[card] = state.seen.get(card, 0) + 1


def hand_size(player: Player) -> int:
    """GA-4.5.2: named and unnamed cards together."""
    unknown = player.unknown
    return len(player.known) + unknown[0] + unknown[1] + unknown[2]


def cards_of_pile(state: State, player: Player, pile: str) -> int:
    """The number of cards of a pile in a hand."""
    piles = state.catalogue.pile
    return player.unknown[PILE_NUMBER[pile]] + sum(piles[card] == pile for card in player.known)


def may_hold(state: State, player: Player, card: str) -> bool:
    """Whether a hand holds a card, or may hold it as far as a public log shows (GA-4.5.3, GA-7.15.2)."""
    if card in player.known:
        return True
    return state.public and player.unknown[PILE_NUMBER[state.catalogue.pile[card]]] > 0 and unseen(state, card) > 0


def check_in_hand(state: State, player: Player, card: str, clause: str, newly_seen: int = 0) -> None:
    """Check under `clause` (GA-4.5.3, GA-4.5.5 in public logs) that the named card can be taken out of the hand.

    `newly_seen` is the number of copies that have been seen earlier in the same event.
    """
    if card in player.known:
        return
    if not state.public:
        raise Violation(clause, card=card, hand=list(player.known))
    pile = state.catalogue.pile[card]
    if player.unknown[PILE_NUMBER[pile]] < 1:
        raise Violation("GA-4.5.3", card=card, pile=pile, unknown=0)
    if unseen(state, card) - newly_seen < 1:
        raise Violation("GA-4.5.5", card=card, seen=state.seen.get(card, 0))


def check_unnamed(state: State, player: Player, pile: str) -> None:
    """GA-4.5.4: an unnamed card needs a public log and a card of the pile in the hand."""
    if not state.public:
        raise Violation("GA-4.5.6", pile=pile, card=None)
    if not cards_of_pile(state, player, pile):
        raise Violation("GA-4.5.4", pile=pile, hand=0)


def take_named(state: State, player: Player, card: str) -> None:
    """GA-4.5.3: a named card leaves a hand; if it was unknown until now, it counts as seen from now on."""
    if card in player.known:
        player.known.remove(card)
        return
    player.unknown[PILE_NUMBER[state.catalogue.pile[card]]] -= 1
    see(state, card)


def take_unnamed(state: State, player: Player, pile: str) -> None:
    """GA-4.5.4: an unnamed card leaves a hand; which of its cards from the pile are known is forgotten."""
    piles = state.catalogue.pile
    forgotten = [card for card in player.known if piles[card] == pile]
    for card in forgotten:
        player.known.remove(card)
        state.seen[card] -= 1
    player.unknown[PILE_NUMBER[pile]] += len(forgotten) - 1


def to_hand(player: Player, pile: str, card: str | None) -> None:
    """A card joins a hand, either by name or as one more unknown card of its pile."""
    if card is None:
        player.unknown[PILE_NUMBER[pile]] += 1
    else:
        player.known.append(card)


def to_discard(state: State, pile: str, card: str | None) -> None:
    """A card goes face up to the discard pile of its own pile, where it stays (GA-11.26)."""
    if card is None:
        state.unknown_discards[pile] += 1
    else:
        state.discard[pile].append(card)


def over_limit(state: State, player: Player) -> bool:
    """GA-7.4.1: whether a hand has three power cards, or seven cards."""
    return too_many_power(state, player) or hand_size(player) > CONSTANTS.hand_limit


def too_many_power(state: State, player: Player) -> bool:
    """GA-7.4.1: whether a hand has three power cards."""
    return state.advanced and cards_of_pile(state, player, POWER) > CONSTANTS.power_hand_limit
