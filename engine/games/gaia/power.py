"""Playing power cards, and answering them with Protection: section 7.8, section 7.10, section 7.11."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from engine.clause import Violation
from engine.games.gaia import effects, tornado
from engine.games.gaia.board import check_cell
from engine.games.gaia.cards import check_card, check_in_hand, may_hold, take_named
from engine.games.gaia.components import POWER_CARDS, power_cards
from engine.games.gaia.effects import Targets
from engine.games.gaia.ending import ended
from engine.games.gaia.flow import spend_action
from engine.games.gaia.objectives import begin_power_claims
from engine.games.gaia.state import NOBODY, State
from engine.ledger import Entry
from events.vocabulary.gaia import PassProtection, PlayPower, Protect, TornadoDrawn, TornadoKeep

PROTECTION = "protection"


class Power(Struct, frozen=True):
    """What a power card asks for and does: `parameters` it takes, its check, its effect, its legal targets."""

    parameters: tuple[str, ...]
    check: Callable[[State, PlayPower], Targets]
    effect: Callable[[State], list[Entry]] | None
    legal: Callable[[State, str], Iterator[PlayPower]]


def legal_powers(state: State) -> Iterator[PlayPower]:
    """Every PlayPower, by card, then targets in tuple order."""
    player = state.players[state.active]
    for card in sorted(power_cards(state.options.mode)):
        if card != PROTECTION and may_hold(state, player, card):
            yield from _POWERS[card].legal(state, card)


def play_power(state: State, seat: int, event: PlayPower) -> list[Entry]:
    """GA-7.8.5: the card joins the tableau, where it counts even if cancelled; then who may answers.

    Raises Violation GA-7.8.1 (card), GA-7.8.2 (Protection), or what its target breaks of section 7.9
    (GA-7.8.3).
    Cities of anybody may be affected (GA-7.8.4).
    """
    check_card(state, event.card)
    if event.card in POWER_CARDS:
        _check_parameters(state, event)
    player = state.players[seat]
    if event.card not in power_cards(state.options.mode):
        raise Violation("GA-7.8.1", card=event.card, mode=state.options.mode)
    check_in_hand(state, player, event.card, "GA-7.8.1")
    if event.card == PROTECTION:
        raise Violation("GA-7.8.2", card=event.card)
    targets, convert = _POWERS[event.card].check(state, event)

    spend_action(state)
    take_named(state, player, event.card)
    player.played_power.append(event.card)
    state.power, state.targets, state.convert = event.card, targets, convert
    state.queue = reaction_queue(state)
    entries = [Entry(seat, "hand", -1, "play_power"), Entry(seat, "played_power", 1, event.card)]
    if state.queue:
        state.awaiting = "protection"
        return entries
    return entries + _resolve(state)


def reaction_queue(state: State) -> list[int]:
    """GA-7.8.6: the other players, from the next seat on, who hold Protection or may hold it."""
    players = len(state.players)
    others = ((state.active + distance) % players for distance in range(1, players))
    return [seat for seat in others if may_hold(state, state.players[seat], PROTECTION)]


def legal_reactions(state: State) -> Iterator[tuple[int | None, Protect | PassProtection]]:
    """GA-7.15.3: Protect and PassProtection of everybody in the queue; last, nobody of them answers.

    Any power card may be answered, whomever it would affect (GA-7.10.5).
    """
    for seat in state.queue:
        if may_hold(state, state.players[seat], PROTECTION):
            yield seat, Protect()
    for seat in state.queue:
        yield seat, PassProtection()
    yield None, PassProtection()


def protect(state: State, seat: int, event: Protect) -> list[Entry]:
    """GA-7.10.3 to GA-7.10.6: Protection joins the own tableau, the power card has no effect, the window closes.

    Raises Violation GA-7.10.1 (not in the queue, or has passed), GA-7.10.2 (does not hold it).
    """
    if seat not in state.queue:
        raise Violation("GA-7.10.1", seat=seat, queue=list(state.queue))
    player = state.players[seat]
    check_in_hand(state, player, PROTECTION, "GA-7.10.2")

    take_named(state, player, PROTECTION)
    player.played_power.append(PROTECTION)
    player.cancelled += 1
    state.protector = seat
    return [
        Entry(seat, "hand", -1, "protect"),
        Entry(seat, "played_power", 1, PROTECTION),
        Entry(seat, "cancelled", 1, state.power),
        *_end_power(state),
    ]


def pass_protection(state: State, seat: int | None, event: PassProtection) -> list[Entry]:
    """GA-7.11.2: a player, or everybody who is left (no actor), leaves the queue; empty, the effect is applied.

    Players may answer in any order. Raises Violation GA-7.11.1 for a seat that is not in the queue.
    """
    if seat is not None and seat not in state.queue:
        raise Violation("GA-7.11.1", seat=seat, queue=list(state.queue))
    if seat is None:
        state.queue = []
    else:
        state.queue.remove(seat)
    return [] if state.queue else _resolve(state)


def tornado_drawn(state: State, event: TornadoDrawn) -> list[Entry]:
    """Section 8.5: the cards leave the hands; the active player keeps one of them (GA-8.5.4), a single one at once."""
    tornado.check_taken(state, event)
    entries = tornado.take(state, event)
    if len(state.taken) > 1:
        state.awaiting = "tornado_keep"
        return entries
    entries += tornado.keep(state, state.taken[0].giver)
    return entries + _end_power(state)


def tornado_keep(state: State, seat: int, event: TornadoKeep) -> list[Entry]:
    """Section 7.12: the active player keeps one of the cards."""
    tornado.check_keep(state, event)
    return [*tornado.keep(state, event.giver), *_end_power(state)]


def legal_keeps(state: State) -> Iterator[TornadoKeep]:
    """One TornadoKeep for each seat that lost a card."""
    yield from (TornadoKeep(giver) for giver in sorted(card.giver for card in state.taken))


def _resolve(state: State) -> list[Entry]:
    """GA-7.8.7: the effect, as the decision fixed it; the end check; then claims (GA-7.8.8).

    A Tornado that finds no card to take is over at once (GA-8.5.2).
    """
    effect = _POWERS[state.power].effect
    if effect is None:
        if tornado.players_in_scope(state):
            state.awaiting = "tornado_draw"
            return []
        return _end_power(state)
    entries = effect(state)
    return entries if ended(state, state.active) else entries + _end_power(state)


def _end_power(state: State) -> list[Entry]:
    """GA-7.8.8: the power card is done, claims follow; Protection cannot be answered (GA-7.10.4)."""
    claimants = [state.active] if state.protector == NOBODY else [state.active, state.protector]
    state.power, state.targets, state.convert, state.queue, state.protector = "", [], [], [], NOBODY
    return begin_power_claims(state, claimants)


def _check_parameters(state: State, event: PlayPower) -> None:
    """GA-6.1.4: the card's own parameters and no others."""
    takes = _POWERS[event.card].parameters if event.card in _POWERS else ()
    for parameter in ("cell", "cells", "convert"):
        given = getattr(event, parameter) is not None
        if given != (parameter in takes) and (given or parameter != "convert"):
            raise Violation("GA-6.1.4", card=event.card, parameter=parameter)
    for cell in (event.cell, *(event.cells or ()), *(event.convert or ())):
        if cell is not None:
            check_cell(state, cell)
    if event.cells is not None and len(event.cells) != 2:
        raise Violation("GA-6.1.4", card=event.card, cells=event.cells)


def _no_target(state: State, event: PlayPower) -> Targets:
    """GA-7.9.4.1: the Tornado asks for nothing."""
    return [], []


def _untargeted(state: State, card: str) -> Iterator[PlayPower]:
    yield PlayPower(card)


_POWERS = {
    "sun": Power(("cell",), effects.check_exchange, effects.exchange, effects.exchange_targets),
    "rain": Power(("cell",), effects.check_exchange, effects.exchange, effects.exchange_targets),
    "earthquake": Power(("cells",), effects.check_earthquake, effects.earthquake, effects.earthquake_targets),
    "tornado": Power((), _no_target, None, _untargeted),
    "lightning": Power(("cell",), effects.check_lightning, effects.lightning, effects.lightning_targets),
    "eruption": Power(("cell", "convert"), effects.check_eruption, effects.eruption, effects.eruption_targets),
}
