"""Forging: the offering action DF-7.20 to DF-7.27, and the forging common to all decisions (DF-7.26)."""

from collections.abc import Iterable, Iterator

from engine.clause import Violation
from engine.games.dice_forge.components import BOARS, FACES, FOR_SALE, POOLS, PRICE, TRITON
from engine.games.dice_forge.figures import discard
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.state import Player, State
from engine.games.dice_forge.turns import complete_action
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import EndForge, ForgeFace


def replaceable(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """DF-7.24, DF-7.25: (die, face) for everything on the held dice except boars, with equal faces once."""
    for die, faces in enumerate(held_by(state, seat).dice, 1):
        for face in dict.fromkeys(faces):
            if face not in BOARS:
                yield die, face


def check_place(state: State, seat: int, die: int, replaced: str) -> None:
    """Raises Violation DF-7.24 if the face is not on that held die, DF-7.25 if it is a boar (DF-11.33)."""
    if die not in (1, 2) or replaced not in held_by(state, seat).dice[die - 1]:
        raise Violation("DF-7.24", die=die, replaced=replaced)
    if replaced in BOARS:
        raise Violation("DF-7.25", die=die, replaced=replaced)


def put_on_die(book: Book, state: State, player: Player, face: str, die: int, replaced: str, source: str) -> None:
    """DF-7.26: the new face replaces the old one and shows; the old one goes to the forger's discard.

    Faces never change in any other way, and discarded ones never come back (DF-11.2).
    """
    holder = held_by(state, player.seat)
    faces = holder.dice[die - 1]
    faces[faces.index(replaced)] = face
    faces.sort()
    holder.up[die - 1] = face
    discard(book, player, replaced, source)


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


def affordable(state: State, gold: int, without: Iterable[str] = ()) -> Iterator[str]:
    """The kinds in the Sanctuary that cost at most `gold`; in an open pool, every kind that may be there (DF-7.5)."""
    sanctuary = state.sanctuary
    return (face for face in FOR_SALE if sanctuary[face] and PRICE[face] <= gold and face not in without)


def legal_forges(state: State, seat: int) -> Iterator[ForgeFace]:
    """DF-7.20 to DF-7.25: every face that can be paid for, in every place."""
    places = list(replaceable(state, seat))
    for face in affordable(state, state.players[seat].gold, state.offering):
        for die, replaced in places:
            yield ForgeFace(face, die, replaced)


def forge_face(state: State, seat: int, event: ForgeFace) -> Book:
    """DF-7.20: begin or continue an offering action, one face at a time (DF-11.41), each kind once (DF-11.3).

    Raises Violation DF-7.21 to DF-7.25 for the face, its price, which must be paid in full (DF-6.73), or its place.
    """
    player, face = state.players[seat], event.face
    if not state.sanctuary.get(face):
        raise Violation("DF-7.21", face=face)
    if face in state.offering:
        raise Violation("DF-7.22", face=face, offering=list(state.offering))
    if PRICE[face] > player.gold:
        raise Violation("DF-7.23", face=face, price=PRICE[face], gold=player.gold)
    check_place(state, seat, event.die, event.replaced)

    book: Book = []
    enter(book, player, "gold", -PRICE[face], "forge")
    take_from_sanctuary(state, face)
    put_on_die(book, state, player, face, event.die, event.replaced, "offering")
    state.offering.append(face)
    return book


def offering_is_over(state: State, player: Player) -> bool:
    """DF-7.26: whether no further kind can be paid for, even with the gold of all Triton tokens."""
    gold = player.gold + TRITON["gold"] * player.triton
    return next(affordable(state, gold, state.offering), None) is None


def legal_ends(state: State, seat: int) -> Iterator[EndForge]:
    """DF-7.27: the end of the offering, once something has been forged."""
    if state.offering:
        yield EndForge()


def end_forge(state: State, seat: int, event: EndForge) -> Book:
    """DF-7.27: end the offering. Raises Violation DF-7.27 if nothing was forged in this action."""
    if not state.offering:
        raise Violation("DF-7.27", forged=0)

    complete_action(state)
    return []
