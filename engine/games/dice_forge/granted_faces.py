"""Faces that cards grant or impose: DF-7.50, DF-7.51, DF-7.53, DF-7.64."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import CARDS
from engine.games.dice_forge.forging import check_place, put_on_die, replaceable
from engine.games.dice_forge.items import GrantedForge
from engine.games.dice_forge.state import State
from engine.ledger import Book
from events.vocabulary.dice_forge import ChooseBearer, ForgeGranted


def _faces(state: State) -> list[str]:
    """DF-7.50, DF-7.51: the faces left in the Gardens that the running card names."""
    effect = CARDS[state.card].effect("instant")
    return [face for face in effect.faces or [effect.face] if state.gardens[face]]


def legal_bearers(state: State, seat: int) -> Iterator[ChooseBearer]:
    """DF-7.53: any player but the turn player."""
    return (ChooseBearer(other) for other in range(len(state.players)) if other != seat)


def choose_bearer(state: State, seat: int, event: ChooseBearer) -> Book:
    """DF-7.53: another player has to forge the boar. Raises Violation DF-7.53 for oneself or an unknown seat."""
    if event.bearer == seat or not 0 <= event.bearer < len(state.players):
        raise Violation("DF-7.53", bearer=event.bearer)

    state.agenda[-1] = GrantedForge(event.bearer)
    return []


def legal_grants(state: State, seat: int) -> Iterator[ForgeGranted]:
    """DF-7.50, DF-7.51: every granted face in every place of the dice that its forger holds."""
    for face in _faces(state):
        for die, replaced in replaceable(state, seat):
            yield ForgeGranted(face, die, replaced)


def forge_granted(state: State, seat: int, event: ForgeGranted) -> Book:
    """DF-7.50, DF-7.51: forge a face of the Gardens, free of charge, on one of the held dice.

    Raises Violation DF-7.24 or DF-7.25 for the place, DF-7.50 or DF-7.51 for another face.
    """
    check_place(state, seat, event.die, event.replaced)
    if event.face not in _faces(state):
        raise Violation("DF-7.51" if CARDS[state.card].color else "DF-7.50", face=event.face, granted=_faces(state))

    book: Book = []
    del state.agenda[-1]
    state.gardens[event.face] -= 1
    source = "boar" if CARDS[state.card].color else "granted"
    put_on_die(book, state, state.players[seat], event.face, event.die, event.replaced, source)
    return book
