"""Blessings: section 6B. An instance is begun, rolled, and resolved for each receiver through R1 to R8.

What follows by rule is done here; what needs a decision stops the resolution at the head of a queue (queues.py).
"""

from collections.abc import Iterator
from itertools import product

from engine.clause import Violation
from engine.games.dice_forge import boars, copying, quirks, ships
from engine.games.dice_forge.components import CHOICES, FACES, KIND, ORDINARY
from engine.games.dice_forge.gains import Book, add_tokens, gain
from engine.games.dice_forge.queues import may_answer, ship_waits
from engine.games.dice_forge.resolving import (
    CONVERT,
    give,
    gold_of,
    is_kind,
    only_choice,
    shield_is_met,
    sweep,
    take_reward_a,
)
from engine.games.dice_forge.state import (
    CERBERUS,
    COPIES,
    DONE,
    FACE_ITEMS,
    FIRST_DIE,
    FIRST_SHIP,
    SHIELDS,
    SHIPS,
    Blessing,
    Receiver,
    State,
    held_by,
)
from events.vocabulary.dice_forge import ChooseFirstDie, DiceRolled

MINOR = ("silver_hind", "sphinx", "cyclops")
KINDS = {"satyrs": "satyrs", "minotaur": "minotaur"} | dict.fromkeys(MINOR, "minor")
BOTH = ("1", "2")
# The dice of an instance, name -> place: both, or the one that was chosen.
PLACES = ({"1": 0, "2": 1}, {"1": 0}, {"2": 1})
ALL_ORDINARY = ORDINARY.issuperset
ALL_FIXED = frozenset(face for face, kind in KIND.items() if kind == "fixed").issuperset
SHIP_STAGES = (FIRST_SHIP, SHIPS)


def begin(state: State, cause: str) -> None:
    """DF-6.22: begin an instance; the rolls come in the order of DF-6.7 and section 8.

    A divine blessing rolls both held dice (DF-6.20), a minor one the die that was chosen (DF-6.21).
    """
    if cause == "turn":
        rollers = list(state.order)
        state.blessing_index += 1
    elif cause == "oust":
        rollers = [state.ousted]
    elif cause in ("satyrs", "minotaur"):
        rollers = state.order[1:]
    else:
        rollers = [state.turn_player]
    die = state.blessing_die if cause in MINOR else 0
    state.blessing = Blessing(cause, KINDS.get(cause, "divine"), die, rollers, [None] * len(state.players))


def legal_rolls(state: State) -> Iterator[DiceRolled]:
    """DF-8.10: every outcome of the next roll, equal faces once."""
    blessing = state.blessing
    assert blessing is not None
    seat = blessing.due[0]
    holder = held_by(state, seat)
    dice = (str(blessing.die),) if blessing.die else BOTH
    kinds = [sorted(set(holder.dice[int(die) - 1])) for die in dice]
    for faces in product(*kinds):
        yield DiceRolled(seat, dict(zip(dice, faces, strict=True)), blessing.cause)


def dice_rolled(state: State, event: DiceRolled) -> Book:
    """DF-8.12: the rolled faces show; after the last roll of the instance they are resolved (DF-6.24).

    Raises Violation DF-8.1 if no roll is due, DF-8.10 if it is another one, DF-8.11 for a face that is not on the die.
    """
    blessing = state.blessing
    if blessing is None or not blessing.due:
        raise Violation("DF-8.1", event="dice_rolled")
    seat = event.player
    expected = PLACES[blessing.die]
    if seat != blessing.due[0] or event.cause != blessing.cause or event.dice.keys() != expected.keys():
        wanted = {"next": blessing.due[0], "expected": blessing.cause, "dice": sorted(expected)}
        raise Violation("DF-8.10", player=seat, cause=event.cause, rolled=sorted(event.dice), **wanted)
    holder = held_by(state, seat)
    rolled = []
    for name, place in expected.items():
        face = event.dice[name]
        if face not in holder.dice[place]:
            raise Violation("DF-8.11", player=seat, die=place + 1, face=face)
        rolled.append(face)

    if blessing.die:
        holder.up[blessing.die - 1] = rolled[0]
    else:
        holder.up[:] = rolled
    del blessing.due[0]
    if blessing.kind != "satyrs":
        blessing.receivers[seat] = _receiver(seat, rolled)
    if not blessing.due:
        book: Book = []
        _after_last_roll(book, state, blessing)
        return book
    return []


def _receiver(seat: int, rolled: list[str]) -> Receiver:
    if len(rolled) == 2:
        return Receiver(seat, rolled, rolled.copy(), [1, 1], [[], []], [])
    return Receiver(seat, rolled, rolled.copy(), [1], [[]], [])


def _after_last_roll(book: Book, state: State, blessing: Blessing) -> None:
    """DF-6.24: the receivers in turn order, each as far as nothing waits; in a Satyrs instance one decides first."""
    if blessing.kind == "satyrs":
        state.pending = "choose_satyr_faces"
        state.pending_seat = state.turn_player
        return
    rule = state.options.simultaneous_order
    blessing.strict = rule == "sequential" or (rule == "auto" and _conflict(blessing))
    plain = not blessing.strict and blessing.kind != "minotaur" and blessing.cause not in CONVERT
    for seat in state.order:
        receiver = blessing.receivers[seat]
        if receiver is not None and not (plain and _gains_all(book, state, receiver)):
            _trigger(state, receiver)
            enter(state, blessing, receiver)


def _gains_all(book: Book, state: State, receiver: Receiver) -> bool:
    """DF-6.38: whether nothing but two fixed faces was rolled, of which nothing is to be decided; then they are gained.

    The common case in short: the stages would come to the same.
    """
    player = state.players[receiver.seat]
    if player.cerberus_tokens or (player.hammers and player.hammer_room) or not ALL_FIXED(receiver.rolled):
        return False
    for face in receiver.rolled:
        gain(book, player, CHOICES[face, 1][0].amounts, "die")
    receiver.stage = DONE
    return True


def _conflict(blessing: Blessing) -> bool:
    """DF-6.64: in a divine blessing of several, one shows a ship and another a ship or a mirror."""
    if blessing.kind != "divine":
        return False
    shown = [receiver.rolled for receiver in blessing.receivers if receiver is not None]
    sailing = [faces for faces in shown if "ship" in faces]
    return bool(sailing) and any(
        "ship" in other or "mirror" in other for faces in sailing for other in shown if other is not faces
    )


def _trigger(state: State, receiver: Receiver) -> None:
    """DF-6.30 (R1): each boar rolled is due to its owner, before the Minotaur too (DF-11.11).

    DF-6.31 (R2): each mirror waits for its copy.
    """
    for place, face in enumerate(receiver.rolled):
        kind = KIND[face]
        if kind == "boar":
            boars.queue(state, face)
        elif kind == "mirror":
            receiver.todo.append(place)


def satyr_faces_chosen(state: State, faces: tuple[str, str]) -> None:
    """DF-7.70 (c): the chosen faces are resolved from R3 on; boars among them are due now, others not (DF-11.12)."""
    blessing = state.blessing
    assert blessing is not None
    rolled = ["" if face == "none" else face for face in faces]
    receiver = blessing.receivers[state.turn_player] = _receiver(state.turn_player, rolled)
    for face in rolled:
        if is_kind(face, "boar"):
            boars.queue(state, face)
    blessing.strict = state.options.simultaneous_order == "sequential"
    enter(state, blessing, receiver)


def enter(state: State, blessing: Blessing, receiver: Receiver) -> None:
    """Go on to the next stage in which something waits; nothing is tested yet (DF-6.68)."""
    faces = receiver.faces
    while not receiver.todo and receiver.stage < DONE:
        receiver.stage += 1
        stage = receiver.stage
        if stage in (FIRST_DIE, SHIELDS) and ALL_ORDINARY(faces):
            # The common case: without special faces nothing happens in R3, R4, R6 and R7.
            receiver.stage = stage = FACE_ITEMS if stage == FIRST_DIE else CERBERUS
        if stage == FIRST_DIE:
            _multiply(state, receiver)
            if _order_matters(state, blessing, receiver):
                receiver.todo = [0]
        elif stage == FIRST_SHIP:
            if receiver.ship_first:
                receiver.todo = [faces.index("ship")]
        elif stage == FACE_ITEMS:
            receiver.todo = [place for place, face in enumerate(faces) if face in ORDINARY]
        elif stage == SHIELDS:
            receiver.todo = [place for place, face in enumerate(faces) if is_kind(face, "shield")]
        elif stage == SHIPS:
            if not receiver.ship_first and blessing.kind != "minotaur":
                receiver.todo = [place for place, face in enumerate(faces) if face == "ship"]
        elif stage == CERBERUS and _may_repeat(state, blessing, receiver):
            receiver.todo = [0]


def _multiply(state: State, receiver: Receiver) -> None:
    """DF-6.35 (R3): one triple gives the other die its multiplier; two, or one alone, do nothing (DF-11.5).

    Copies come before, so that a copied triple multiplies the other die (DF-11.6).

    DF-6.36: of a tripled boar two more rewards are due.
    """
    faces = receiver.faces
    if faces.count("triple") != 1 or len(faces) == 1:
        return
    other = 1 - faces.index("triple")
    receiver.factors[other] = FACES["triple"].factor
    if is_kind(faces[other], "boar"):
        boars.queue(state, faces[other])
        boars.queue(state, faces[other])


def _order_matters(state: State, blessing: Blessing, receiver: Receiver) -> bool:
    """DF-6.37 (R4), DF-11.19: one ship, and gold of the other die that would reach the cap."""
    faces = receiver.faces
    if faces.count("ship") != 1 or len(faces) == 1 or blessing.kind == "minotaur":
        return False
    player = state.players[receiver.seat]
    gold = gold_of(faces[1 - faces.index("ship")])
    return gold > 0 and player.gold + gold >= player.gold_cap


def legal_first_dice() -> Iterator[ChooseFirstDie]:
    """DF-7.41: either die."""
    return (ChooseFirstDie(die) for die in (1, 2))


def choose_first_die(state: State, receiver: Receiver, event: ChooseFirstDie) -> Book:
    """DF-6.37: the ship's die first means the ship item before the other face; else ships come last.

    Raises Violation DF-7.41 if there is no such die.
    """
    if event.die not in (1, 2):
        raise Violation("DF-7.41", die=event.die)

    receiver.ship_first = receiver.faces[event.die - 1] == "ship"
    receiver.todo = []
    book: Book = []
    place = event.die - 1
    if not receiver.ship_first and quirks.loses_gold(state, receiver, only_choice(state, receiver, place)):
        receiver.faces[place] = ""
        quirks.note(book, receiver.seat, quirks.GOLD)
    return book


def _may_repeat(state: State, blessing: Blessing, receiver: Receiver) -> bool:
    """DF-6.50 (R8): a Cerberus token is offered once per instance, never in Satyrs (DF-11.22).

    One token a roll, however many there are (DF-11.43); after the Minotaur it is an option (DF-11.21).
    """
    if receiver.asked or not state.players[receiver.seat].cerberus_tokens:
        return False
    if blessing.kind == "minotaur":
        return state.options.cerberus_on_minotaur
    return blessing.kind != "satyrs"


def use_cerberus(state: State, receiver: Receiver, use: bool, book: Book) -> None:
    """DF-6.51: discard the token and go through R1 to R7 again with the same rolled faces."""
    receiver.asked = True
    receiver.todo = []
    if not use:
        for face in quirks.boars_again(state, receiver):
            boars.queue(state, face)
            quirks.note(book, receiver.seat, quirks.BOAR)
        return
    add_tokens(book, state.players[receiver.seat], "cerberus", -1, "cerberus")
    n = len(receiver.rolled)
    receiver.faces = list(receiver.rolled)
    receiver.factors, receiver.given = [1] * n, [[] for _ in range(n)]
    receiver.stage = COPIES
    receiver.ship_first = receiver.swept = receiver.ship_open = receiver.answered = False
    _trigger(state, receiver)


def settle(book: Book, state: State, blessing: Blessing) -> bool:
    """DF-6.68: test the heads that may be answered, in turn order, again after every change; single answers: DF-6.3.

    Returns whether no item of any player is left, with which the instance ends (DF-6.52).
    """
    while True:
        changed = left = False
        for seat in state.order:
            receiver = blessing.receivers[seat]
            while state.boars[seat] or (receiver is not None and receiver.stage != DONE):
                # Only ships and the strict order keep a head waiting: the common case need not ask.
                waits = blessing.strict or (receiver is not None and receiver.stage in SHIP_STAGES)
                if (waits and not may_answer(state, seat)) or not _test_head(book, state, blessing, receiver, seat):
                    left = True
                    break
                changed = True
            if changed and blessing.strict:
                left = True
                break
        if not (changed and left):
            return not left


def _test_head(book: Book, state: State, blessing: Blessing, receiver: Receiver | None, seat: int) -> bool:
    """Whether the head of a queue was answered by rule. Who has quit answers nothing: DF-8.20."""
    quit_ = state.players[seat].quit
    if state.boars[seat] and (receiver is None or receiver.stage >= SHIPS):
        if quit_:
            del state.boars[seat][0]
        return quit_
    assert receiver is not None
    if not _test(book, state, receiver):
        if not quit_:
            return False
        if receiver.stage == COPIES:
            receiver.faces[receiver.todo[0]] = ""
        del receiver.todo[0]
    enter(state, blessing, receiver)
    return True


def _test(book: Book, state: State, receiver: Receiver) -> bool:
    """Whether the head of a resolution follows by rule; if so, it is done."""
    stage, place = receiver.stage, receiver.todo[0]
    if stage == FACE_ITEMS:
        if not receiver.swept:
            before = len(receiver.todo)
            sweep(book, state, receiver)
            return len(receiver.todo) < before
        choice = only_choice(state, receiver, place)
        if choice is None:
            return False
        del receiver.todo[0]
        give(book, state, receiver, place, choice)
        return True
    if stage == COPIES:
        return copying.test(state, receiver)
    if stage == SHIELDS:
        return _test_shield(book, state, receiver, place)
    if ship_waits(state, receiver.seat):
        return ships.test(state, receiver)
    return False


def _test_shield(book: Book, state: State, receiver: Receiver, place: int) -> bool:
    """DF-6.43 (R6): reward A follows by rule, reward B if there is nothing to decide about it.

    Of two shields the first has nothing to look at (DF-11.14); a ship gives nothing to be met (DF-11.13).
    """
    if quirks.drops_shield(state, receiver, place):
        quirks.note(book, receiver.seat, quirks.SHIELD)
    elif shield_is_met(receiver, place):
        take_reward_a(book, state, receiver, place)
    else:
        choice = only_choice(state, receiver, place)
        if choice is None:
            return False
        give(book, state, receiver, place, choice)
    del receiver.todo[0]
    return True


def after_answer(state: State, receiver: Receiver | None) -> None:
    """DF-6.24: the steps after an answered item follow."""
    if receiver is not None and state.blessing is not None:
        enter(state, state.blessing, receiver)
