"""The Satyrs: DF-7.70."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import boars
from engine.games.dice_forge.blessings import lay_out
from engine.games.dice_forge.copying import MIRROR, copyable
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.resolving import is_kind
from engine.games.dice_forge.state import Receiver, State
from engine.ledger import Book
from events.vocabulary.dice_forge import ChooseSatyrFaces

NONE = "none"


def pairs(state: State) -> Iterator[tuple[str, str]]:
    """DF-7.70 (b): the faces of every two rolled dice, in the order of the dice; each pair of faces once.

    A mirror stands for every face that the turn player may copy, or for nothing if there is none.
    """
    copies = copyable(state, state.turn_player) or [NONE]
    shown = [face for seat in state.order[1:] for face in held_by(state, seat).up]
    dice = [copies if face == MIRROR else [face] for face in shown]
    found: set[tuple[str, str]] = set()
    for first, faces in enumerate(dice):
        for others in dice[first + 1 :]:
            for a in faces:
                for b in others:
                    if (a, b) not in found:
                        found.update(((a, b), (b, a)))
                        yield a, b


def legal_pairs(state: State, seat: int) -> Iterator[ChooseSatyrFaces]:
    """DF-7.70: every pair, in the order of the dice; a single one is taken by rule."""
    return map(ChooseSatyrFaces, pairs(state))


def legal_choices(state: State, seat: int) -> Iterator[ChooseSatyrFaces]:
    """DF-7.70: every pair in either order, since the order determines which counts as die 1."""
    for a, b in pairs(state):
        yield ChooseSatyrFaces((a, b))
        if a != b:
            yield ChooseSatyrFaces((b, a))


def choose_satyr_faces(state: State, seat: int, event: ChooseSatyrFaces) -> Book:
    """DF-7.70 (c): resolve both faces as one's own, from R3 on; their boars are due now, others not (DF-11.12).

    Raises Violation DF-7.70 if no two dice give these faces.
    """
    turned = event.faces[::-1]
    if not any(pair in (event.faces, turned) for pair in pairs(state)):
        raise Violation("DF-7.70", faces=list(event.faces), pairs=[list(pair) for pair in pairs(state)])

    blessing = state.blessing
    assert blessing is not None
    faces = ["" if face == NONE else face for face in event.faces]
    receiver = blessing.receivers[seat] = Receiver(faces)
    receiver.begin()
    blessing.strict = state.options.simultaneous_order == "sequential"
    for face in faces:
        if is_kind(face, "boar"):
            boars.reward_owner(state, face)
    lay_out(state, seat)
    del state.agenda[-1]
    return []
