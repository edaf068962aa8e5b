"""Playing power cards, and answering them with Protection: section 7.8, section 7.10 and section 7.11."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.clause import Violation
from engine.games.gaia import power_effects as effects
from engine.games.gaia import tornado
from engine.games.gaia.board import check_cell
from engine.games.gaia.cards import check_card, check_in_hand, may_hold
from engine.games.gaia.components import POWER, POWER_CARDS, power_cards
from engine.games.gaia.figures import lose_card, play_to_tableau
from engine.games.gaia.flow import spend_action
from engine.games.gaia.items import Protection, TornadoChoice, TornadoDraw
from engine.games.gaia.objectives import begin_power_claims
from engine.games.gaia.power_effects import Targets
from engine.games.gaia.scoring import ended
from engine.games.gaia.state import NOBODY, State
from engine.ledger import Book, enter
from events.vocabulary.gaia import PassProtection, PlayPower, Protect, TornadoDrawn, TornadoKeep

PROTECTION = "protection"


class Power(NamedTuple):
    """What a power card takes and does: its `parameters`, its check, its effect, its legal targets."""

    parameters: tuple[str, ...]
    check: Callable[[State, PlayPower], Targets]
    effect: Callable[[Book, State], None] | None
    legal: Callable[[State, str], Iterator[PlayPower]]


def legal_powers(state: State, seat: int) -> Iterator[PlayPower]:
    """Every PlayPower, by card, then targets in tuple order."""
    player = state.players[seat]
    for card in sorted(power_cards(state.options.mode)):
        if card != PROTECTION and may_hold(state, player, card):
            yield from _POWERS[card].legal(state, card)


def play_power(state: State, seat: int, event: PlayPower) -> Book:
    """GA-7.8.5: the card joins the tableau, where it counts even if cancelled; then other players may answer it.

    Raises Violation GA-7.8.1 (card), GA-7.8.2 (Protection), or a clause of section 7.9 that its target breaks
    (GA-7.8.3). Anybody's cities may be affected (GA-7.8.4).
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
    book: Book = []
    lose_card(book, state, player, POWER, event.card, "play_power")
    play_to_tableau(book, player, "played_power", event.card)
    state.power, state.targets, state.convert = event.card, targets, convert
    state.agenda += map(Protection, reaction_queue(state))
    if not state.agenda:
        _resolve(book, state)
    return book


def reaction_queue(state: State) -> list[int]:
    """GA-7.8.6: the other players, from the next seat on, who hold Protection or may hold it."""
    players = len(state.players)
    others = ((state.active + distance) % players for distance in range(1, players))
    return [seat for seat in others if may_hold(state, state.players[seat], PROTECTION)]


def legal_protections(state: State, seat: int) -> Iterator[Protect]:
    """GA-7.15.3: Protect, for a player who holds it or may hold it.

    Any power card may be answered, whomever it would affect (GA-7.10.5).
    """
    if may_hold(state, state.players[seat], PROTECTION):
        yield Protect()


def legal_passes(state: State, seat: int | None) -> Iterator[PassProtection]:
    """GA-7.15.3: PassProtection for each player who may answer; finally, the event that nobody answers."""
    yield PassProtection()


def protect(state: State, seat: int, event: Protect) -> Book:
    """GA-7.10.3 to GA-7.10.6: Protection joins one's tableau, the power card has no effect, and the window closes.

    A player who may not answer, or has passed (GA-7.10.1), is rejected under GA-6.1.3. Raises Violation GA-7.10.2 if
    the card is not held.
    """
    player = state.players[seat]
    check_in_hand(state, player, PROTECTION, "GA-7.10.2")

    book: Book = []
    state.agenda.clear()
    lose_card(book, state, player, POWER, PROTECTION, "protect")
    play_to_tableau(book, player, "played_power", PROTECTION)
    enter(book, player, "cancelled", 1, state.power)
    state.protector = seat
    _end_power(book, state)
    return book


def pass_protection(state: State, seat: int | None, event: PassProtection) -> Book:
    """GA-7.11.2: one player, or (without an actor) everybody left, does not answer; the last one starts the effect.

    Players can answer in any order. A player who may not answer (GA-7.11.1) is rejected under GA-6.1.3.
    """
    book: Book = []
    if seat is None:
        state.agenda.clear()
    else:
        state.agenda.remove(Protection(seat))
    if not state.agenda:
        _resolve(book, state)
    return book


def tornado_drawn(state: State, actor: None, event: TornadoDrawn) -> Book:
    """Section 8.5: cards leave the hands; the active player keeps one (GA-8.5.4), a single one without a decision."""
    book: Book = []
    state.agenda.pop()
    tornado.take(book, state, event)
    if len(state.taken) > 1:
        state.agenda.append(TornadoChoice(state.active))
    else:
        tornado.keep(book, state, state.taken[0].giver)
        _end_power(book, state)
    return book


def tornado_keep(state: State, seat: int, event: TornadoKeep) -> Book:
    """Section 7.12: the active player keeps one of the cards."""
    tornado.check_keep(state, event)
    book: Book = []
    state.agenda.pop()
    tornado.keep(book, state, event.giver)
    _end_power(book, state)
    return book


def legal_keeps(state: State, seat: int) -> Iterator[TornadoKeep]:
    """One TornadoKeep for each seat that lost a card."""
    yield from (TornadoKeep(giver) for giver in sorted(card.giver for card in state.taken))


def _resolve(book: Book, state: State) -> None:
    """GA-7.8.7: the effect, as fixed by the decision; the end check; then claims (GA-7.8.8).

    A Tornado that finds no card to take is over at once (GA-8.5.2).
    """
    effect = _POWERS[state.power].effect
    if effect is None:
        if tornado.players_in_scope(state):
            state.agenda.append(TornadoDraw(None))
        else:
            _end_power(book, state)
        return
    effect(book, state)
    if not ended(state, state.active):
        _end_power(book, state)


def _end_power(book: Book, state: State) -> None:
    """GA-7.8.8: the power card is done, and claims follow; Protection cannot be answered (GA-7.10.4)."""
    claimants = [state.active] if state.protector == NOBODY else [state.active, state.protector]
    state.power, state.targets, state.convert, state.protector = "", [], [], NOBODY
    begin_power_claims(book, state, claimants)


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
    """GA-7.9.4.1: the Tornado takes no parameters."""
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
