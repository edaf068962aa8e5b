"""Declaring a card that a partial catalogue lacks: GA-8.2.6."""

from engine.clause import Violation
from engine.games.gaia.catalogue import check_declared, with_card
from engine.games.gaia.state import State
from engine.ledger import Book
from events.vocabulary.gaia import CardDeclared


def declare(state: State, actor: int | None, event: CardDeclared) -> Book:
    """GA-8.2.6: add a definition to a partial catalogue, at any time before the end.

    Raises Violation GA-6.1.1 at the end, GA-8.1.1 with an actor, GA-8.2.6 for a complete catalogue, GA-8.2.1 to
    GA-8.2.5 for a definition that does not fit the catalogue.
    """
    if state.reason:
        raise Violation("GA-6.1.1", event="card_declared")
    if actor is not None:
        raise Violation("GA-8.1.1", actor=actor)
    if state.catalogue.complete:
        raise Violation("GA-8.2.6", card=event.card.id, catalogue=state.catalogue.id)
    if event.what not in ("city", "animal", "objective"):
        raise Violation("GA-6.1.4", what=event.what)
    catalogue = with_card(state.catalogue, state.options, event.what, event.card)
    check_declared(catalogue, state.options)
    state.catalogue = catalogue
    return []
