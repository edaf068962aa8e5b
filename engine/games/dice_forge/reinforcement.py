"""Step 2, reinforcement: DF-6.10, DF-6.11 and section 7C."""

from collections.abc import Callable, Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import CARDS, bundle, single
from engine.games.dice_forge.figures import gain, gain_split
from engine.games.dice_forge.items import Bless
from engine.games.dice_forge.queries import room
from engine.games.dice_forge.state import Player, State
from engine.games.dice_forge.turns import open_action
from engine.games.dice_forge.unsupported_cards import check_scope
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import EndReinforcement, UseReinforcement

_CARDS = tuple(card.id for card in CARDS.values() if "reinforcement" in card.types)
_ELDER = CARDS["elder"].effect("reinforcement")
_NYMPH = CARDS["nymph"].effect("reinforcement")
_OWL = [next(iter(option)) for option in CARDS["guardians_owl"].effect("reinforcement").options]
_ELDER_GAIN, _NYMPH_GAIN, _RICH_NYMPH_GAIN = map(bundle, (_ELDER.amounts, _NYMPH.amounts, _NYMPH.amounts_if))


def unused(player: Player, card: str) -> int | None:
    """DF-7.13: the oldest unused copy of a reinforcement card, as its place among the player's cards.

    Step 2 comes before the actions, so a card bought now is used from the next turn on (DF-6.13).
    """
    for place, owned in enumerate(player.cards):
        if owned == card and place not in player.used:
            return place
    return None


def step_is_over(player: Player) -> bool:
    """DF-6.10, DF-6.11: whether no unused card can be used, not even the Elder with gold from a Triton token."""
    for place, card in enumerate(player.cards):
        if card in _CARDS and place not in player.used and (card != "elder" or _elder_can_be_paid(player)):
            return False
    return True


def _elder_can_be_paid(player: Player) -> bool:
    return player.gold >= _ELDER.cost["gold"] or player.triton > 0


def legal_uses(state: State, seat: int) -> Iterator[UseReinforcement]:
    """DF-7.13 to DF-7.17: every use of an unused card."""
    player = state.players[seat]
    for card in _CARDS:
        if unused(player, card) is None:
            continue
        if card == "silver_hind":
            yield from (UseReinforcement(card, die=die) for die in (1, 2))
        elif card == "guardians_owl":
            for resource in _OWL:
                yield UseReinforcement(card, resource=resource)
                if resource == "gold" and room(state, player):
                    yield UseReinforcement(card, resource=resource, to_hammer=1)
        elif card != "elder" or player.gold >= _ELDER.cost["gold"]:
            yield UseReinforcement(card)


def use_reinforcement(state: State, seat: int, event: UseReinforcement) -> Book:
    """DF-7.13: use the oldest unused copy of a card; its effect is then mandatory (DF-7.18).

    Raises Violation DF-7.13 if no copy is unused, DF-7.14 to DF-7.17 depending on the card.
    """
    check_scope("card", event.card)
    player = state.players[seat]
    place = unused(player, event.card) if event.card in _CARDS else None
    if place is None:
        raise Violation("DF-7.13", card=event.card, unused=0)
    book = _USES[event.card](state, player, event)
    player.used.append(place)
    return book


def _check_bare(clause: str, event: UseReinforcement) -> None:
    """Check that a card that offers no choice is used without parameters."""
    if event.die is not None or event.resource is not None or event.to_hammer:
        raise Violation(clause, card=event.card, die=event.die, resource=event.resource, to_hammer=event.to_hammer)


def _use_elder(state: State, player: Player, event: UseReinforcement) -> Book:
    """DF-7.14: pay 3 gold for 4 glory."""
    _check_bare("DF-7.14", event)
    cost = _ELDER.cost["gold"]
    if player.gold < cost:
        raise Violation("DF-7.14", gold=player.gold, cost=cost)

    book: Book = []
    enter(book, player, "gold", -cost, "elder")
    gain(book, player, _ELDER_GAIN, "elder")
    return book


def _use_silver_hind(state: State, player: Player, event: UseReinforcement) -> Book:
    """DF-7.15: a minor blessing with one held die."""
    if event.die not in (1, 2) or event.resource is not None or event.to_hammer:
        raise Violation("DF-7.15", die=event.die, resource=event.resource, to_hammer=event.to_hammer)

    state.agenda.append(Bless("silver_hind", player.seat, event.die))
    return []


def _use_guardians_owl(state: State, player: Player, event: UseReinforcement) -> Book:
    """DF-7.16: 1 gold, sun or moon; the gold may go on the hammer."""
    most = min(1, room(state, player)) if event.resource == "gold" else 0
    if event.resource not in _OWL or event.die is not None or not 0 <= event.to_hammer <= most:
        raise Violation("DF-7.16", resource=event.resource, die=event.die, to_hammer=event.to_hammer, most=most)

    book: Book = []
    if event.resource == "gold":
        gain_split(book, player, 1, event.to_hammer, state.options.hammer_rule, "guardians_owl")
    else:
        gain(book, player, single(event.resource, 1), "guardians_owl")
    return book


def _use_nymph(state: State, player: Player, event: UseReinforcement) -> Book:
    """DF-7.17: 4 glory with 5 moon in the reserve, otherwise 2; nothing is spent (DF-11.31)."""
    _check_bare("DF-7.17", event)

    book: Book = []
    rich = player.moon >= _NYMPH.at_least["moon"]
    gain(book, player, _RICH_NYMPH_GAIN if rich else _NYMPH_GAIN, "nymph")
    return book


_USES: dict[str, Callable[[State, Player, UseReinforcement], Book]] = {
    "elder": _use_elder,
    "silver_hind": _use_silver_hind,
    "guardians_owl": _use_guardians_owl,
    "nymph": _use_nymph,
}


def legal_end(state: State, seat: int) -> Iterator[EndReinforcement]:
    """DF-7.19: ending the step is always legal."""
    yield EndReinforcement()


def end_reinforcement(state: State, seat: int, event: EndReinforcement) -> Book:
    """DF-7.19: end step 2; unused cards stay unused."""
    open_action(state)
    return []
