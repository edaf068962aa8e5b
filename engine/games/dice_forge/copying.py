"""Mirrors: DF-6.31 to DF-6.34 and DF-7.40."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import boars, quirks
from engine.games.dice_forge.blessings import lay_out
from engine.games.dice_forge.components import FACES
from engine.games.dice_forge.items import Copy
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.queues import check_subject, head, receiver_of
from engine.games.dice_forge.resolving import is_kind
from engine.games.dice_forge.state import State
from engine.ledger import Book
from events.vocabulary.dice_forge import CopyFace

MIRROR = "mirror"


def copyable(state: State, seat: int) -> list[str]:
    """DF-6.32: the showing faces that a mirror of this player may copy, sorted.

    The dice need not have been rolled just now (DF-11.8). Mirrors themselves cannot be copied (DF-11.7).
    """
    shown = [face for other in state.order if other != seat for face in held_by(state, other).up]
    if MIRROR in shown:
        shown += held_by(state, seat).up
    return sorted({face for face in shown if face and face != MIRROR})


def by_rule(book: Book, state: State, seat: int, item: Copy) -> bool:
    """DF-6.33, DF-6.3: without anything to copy there is no effect (DF-11.39); a single face is copied by rule."""
    faces = copyable(state, seat)
    if len(faces) > 1:
        return False
    copy(book, state, seat, faces[0] if faces else "")
    return True


def copy(book: Book, state: State, seat: int, face: str) -> None:
    """DF-6.31: the copy becomes the effective face, all of it the copier's (DF-6.34); a boar is due now (DF-11.9)."""
    receiver = receiver_of(state, seat)
    receiver.faces[receiver.place(head(state, seat, Copy).die)] = face
    del state.queues[seat][0]
    if is_kind(face, "boar"):
        boars.reward_owner(state, face)
    lay_out(state, seat)
    if not any(type(item) is Copy for item in state.queues[seat]) and (boar := quirks.tripled_again(state, receiver)):
        quirks.note(book, seat, quirks.TRIPLED)
        state.boars_owed += [boar, boar]
        if FACES[boar].card in state.players[seat].cards:  # his own: as soon as he has answered it
            boars.pay_owed(state, seat)


def legal_copies(state: State, seat: int) -> Iterator[CopyFace]:
    """DF-7.40: each face that can be copied now."""
    die = head(state, seat, Copy).die
    return (CopyFace(die, face) for face in copyable(state, seat))


def copy_face(state: State, seat: int, event: CopyFace) -> Book:
    """DF-7.40: answer the head item. Raises Violation DF-7.1 for another die, DF-7.40 for a face not showing."""
    check_subject(head(state, seat, Copy), event)
    if event.face not in copyable(state, seat):
        raise Violation("DF-7.40", face=event.face, copyable=copyable(state, seat))

    book: Book = []
    copy(book, state, seat, event.face)
    quirks.hold(state, seat, True)
    return book
