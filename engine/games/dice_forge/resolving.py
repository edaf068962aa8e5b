"""What a face gives or takes: the combinations of `resolve_face`, DF-6.54 to DF-6.57, and their effect."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import boars, quirks
from engine.games.dice_forge.components import (
    CARDS,
    CHOICES,
    FACES,
    KIND,
    ORDINARY,
    RESOURCES,
    REWARD_A,
    Bundle,
    Choice,
)
from engine.games.dice_forge.figures import gain, gain_split, lose
from engine.games.dice_forge.items import Face, Queued, Shield
from engine.games.dice_forge.queries import room
from engine.games.dice_forge.queues import check_subject, comes_after_ships, receiver_of
from engine.games.dice_forge.state import Player, Receiver, State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import ResolveFace

# DF-6.56, DF-7.72, DF-7.73: the glory for each unit of a resource, by the cause of the blessing.
CONVERT = {cause: CARDS[cause].effect("instant").convert for cause in ("sentinel", "cyclops")}
_NO_CONVERSION: dict[str, int] = {}


def losing(state: State) -> bool:
    """DF-6.57: whether the running blessing is the Minotaur's."""
    return state.blessing is not None and state.blessing.kind == "minotaur"


def convert_table(state: State, seat: int) -> dict[str, int]:
    """DF-6.56: the conversion that the running blessing allows this player."""
    if state.blessing is None or seat != state.turn_player:
        return _NO_CONVERSION
    return CONVERT.get(state.blessing.cause, _NO_CONVERSION)


def open_face(state: State, seat: int, at: int = 0) -> tuple[Receiver, int]:
    """The resolution of a player, and the place of the face `at` items behind the head of the queue."""
    receiver, item = receiver_of(state, seat), state.queues[seat][at]
    assert isinstance(item, Face | Shield), item
    return receiver, receiver.place(item.die)


def choices(receiver: Receiver, place: int) -> list[Choice]:
    """DF-6.54: the bundles of which one is taken, each with the key of its option, multiplied (DF-6.36).

    DF-12.23: a face may give its gold alone.
    """
    found = CHOICES[receiver.faces[place], receiver.factors[place]]
    return [Choice(None, (found[0].amounts[0], 0, 0, 0), ["gold"])] if receiver.gold_only else found


def conversions(state: State, seat: int, amounts: Bundle) -> Iterator[dict[str, int]]:
    """DF-6.56: nothing; with `face` all units together, with `unit` any number of each resource (DF-11.17).

    The reward of a shield can be converted like any other gain (DF-11.18).
    """
    table = convert_table(state, seat)
    units = {r: n for r, n in zip(RESOURCES, amounts, strict=True) if r in table and n}
    if not units:
        yield {}
    elif state.options.conversion == "face":
        yield {}
        yield units
    else:
        yield from _parts(units)


def _parts(units: dict[str, int]) -> Iterator[dict[str, int]]:
    """Every selection of at most this many units of each resource."""
    found: list[dict[str, int]] = [{}]
    for resource, most in units.items():
        found = [{**part, resource: n} if n else part for part in found for n in range(most + 1)]
    yield from found


def only_choice(state: State, seat: int, receiver: Receiver, place: int) -> Choice | None:
    """DF-6.38: what a face gives if only one combination is left, otherwise None."""
    found = CHOICES[receiver.faces[place], receiver.factors[place]]
    if len(found) > 1:
        return None
    choice = found[0]
    if losing(state):
        return choice
    if choice.amounts[0] and room(state, state.players[seat]):
        return None
    if (table := convert_table(state, seat)) and any(
        n and r in table for r, n in zip(RESOURCES, choice.amounts, strict=True)
    ):
        return None
    return choice


def face_by_rule(book: Book, state: State, seat: int, item: Face) -> bool:
    """DF-6.38 (R5): ordinary faces with a single combination are applied at once, the others wait in die order.

    Faces that wait are tested again at the head of the queue.
    """
    queue = state.queues[seat]
    if item.open:
        return by_rule(book, state, seat, item)
    assert state.blessing is not None
    receiver = receiver_of(state, seat)
    left: list[Queued] = []
    faces = 0
    for place, face in enumerate(receiver.faces):
        if face in ORDINARY:
            faces += 1
            choice = only_choice(state, seat, receiver, place)
            if choice is None:
                left.append(Face(seat, state.blessing.die or place + 1, open=True))
            else:
                give(book, state, seat, receiver, place, choice)
    queue[:faces] = left
    receiver.paid_twice = quirks.pays_twice(state, receiver, len(left))
    return len(left) < faces


def by_rule(book: Book, state: State, seat: int, item: Face | Shield) -> bool:
    """DF-6.3: whether the head has a single combination left, which is then applied."""
    receiver = receiver_of(state, seat)
    place = receiver.place(item.die)
    choice = only_choice(state, seat, receiver, place)
    if choice is None:
        return False
    del state.queues[seat][0]
    give(book, state, seat, receiver, place, choice)
    return True


def shield_by_rule(book: Book, state: State, seat: int, item: Shield) -> bool:
    """DF-6.43 (R6): reward A follows by rule, as does reward B if there is nothing to decide about it.

    DF-6.45, DF-6.46: reward A is never multiplied. DF-6.57: the Minotaur takes it away. The first of two shields has
    nothing to look at (DF-11.14); a ship gives nothing that could meet a shield (DF-11.13).
    """
    receiver, place = open_face(state, seat)
    if quirks.drops_shield(state, seat, receiver, place):
        quirks.note(book, seat, quirks.SHIELD)
        del state.queues[seat][0]
        return True
    if not shield_is_met(receiver, place):
        return by_rule(book, state, seat, item)
    player, reward = state.players[seat], REWARD_A[receiver.faces[place]]
    if losing(state):
        lose(book, player, reward, "minotaur")
    else:
        gain(book, player, reward, "shield")
    del state.queues[seat][0]
    return True


def shield_is_met(receiver: Receiver, place: int) -> bool:
    """DF-6.44: whether the other die gave the type that the shield watches; a single die has no other (DF-6.45).

    Whether the gain was cut off by a cap does not matter (DF-11.15).
    """
    watch = FACES[receiver.faces[place]].watch
    return any(watch in given for other, given in enumerate(receiver.given) if other != place)


def legal_resolutions(state: State, seat: int) -> Iterator[ResolveFace]:
    """DF-6.54, DF-6.57: every combination for the face at the head, in the order of its options; quirks add others."""
    receiver, place = open_face(state, seat)
    die = state.queues[seat][0].die  # type: ignore[union-attr]  # a face
    any_gold = range(room(state, state.players[seat]) + 1)
    yield from _combinations(state, seat, receiver, place, die, any_gold)
    if quirks.in_any_order(state, seat, receiver):
        yield from _combinations(state, seat, receiver, 1, 2, any_gold)
    for each in (1, 2):
        if gold := quirks.hammered(state, seat, receiver, each):
            yield ResolveFace(each, None, gold, automatic=True)


def resolutions_with(state: State, seat: int, to_hammer: int) -> Iterator[ResolveFace]:
    """The same, as far as a player puts so much gold on the hammer, but none of the automatic hammer (DF-12.25)."""
    if not 0 <= to_hammer <= room(state, state.players[seat]):
        return
    gold = range(to_hammer, to_hammer + 1)
    receiver, place = open_face(state, seat)
    die = state.queues[seat][0].die  # type: ignore[union-attr]  # a face
    yield from _combinations(state, seat, receiver, place, die, gold)
    if quirks.in_any_order(state, seat, receiver):
        yield from _combinations(state, seat, receiver, 1, 2, gold)


def _combinations(
    state: State, seat: int, receiver: Receiver, place: int, die: int, gold: range
) -> Iterator[ResolveFace]:
    """The combinations of a face with these numbers of gold put on the hammer."""
    for take, amounts, _ in choices(receiver, place):
        if losing(state):
            if 0 in gold:
                yield ResolveFace(die, take)
            continue
        for convert in conversions(state, seat, amounts):
            most = amounts[0] - convert.get("gold", 0)
            for to_hammer in range(gold.start, min(gold.stop, most + 1)):
                yield ResolveFace(die, take, to_hammer, convert)


def _answered(state: State, seat: int, event: ResolveFace) -> int:
    """The place in the queue of the item that an event answers: the head, or by DF-12.25 and DF-12.28 the next."""
    queue, receiver = state.queues[seat], receiver_of(state, seat)
    if event.automatic:
        gold = quirks.hammered(state, seat, receiver, event.die)
        if not gold or (event.take, event.to_hammer, event.convert) != (None, gold, {}):
            raise Violation("DF-12.25", die=event.die, to_hammer=event.to_hammer, gold=gold)
        return 0 if queue[0].die == event.die else 1  # type: ignore[union-attr]  # a face
    if event.die == 2 and quirks.in_any_order(state, seat, receiver):
        return 1
    check_subject(queue[0], event)
    return 0


def resolve_face(state: State, seat: int, event: ResolveFace) -> Book:
    """DF-7.42: answer the head item; the rest of the resolution follows.

    Raises Violation DF-7.1 for another die, DF-7.42 if there is no such combination.
    """
    answered = _answered(state, seat, event)
    receiver, place = open_face(state, seat, answered)
    face = receiver.faces[place]
    choice = next((choice for choice in choices(receiver, place) if choice.take == event.take), None)
    if choice is None:
        raise Violation("DF-7.42", face=face, take=event.take)
    if losing(state) and (event.to_hammer or event.convert):
        raise Violation("DF-7.42", face=face, to_hammer=event.to_hammer, convert=event.convert)
    if event.convert and event.convert not in list(conversions(state, seat, choice.amounts)):
        raise Violation("DF-7.42", face=face, convert=event.convert)
    most = min(choice.amounts[0] - event.convert.get("gold", 0), room(state, state.players[seat]))
    if not 0 <= event.to_hammer <= most:
        raise Violation("DF-7.42", face=face, to_hammer=event.to_hammer, most=most)

    book: Book = []
    is_late = state.boars_owed and (state.blessing is None or state.blessing.strict or comes_after_ships(state, seat))
    item = state.queues[seat].pop(answered)
    if event.automatic:
        receiver.paid_twice = False
    else:
        receiver.answered = True
    if type(item) is Shield and quirks.meets_itself(state, receiver):
        quirks.note(book, seat, quirks.SHIELDS)
        gain(book, state.players[seat], REWARD_A[receiver.faces[1 - place]], "shield")
    if event.to_hammer or event.convert:
        receiver.given[place] = quirks.counts_as(state, receiver, place, choice.types, event.convert)
        if quirks.is_met_by_conversion(receiver, place, choice.types):
            quirks.note(book, seat, quirks.CONVERTED)
        _gain_parts(book, state, state.players[seat], choice.amounts, event)
        if receiver.paid_twice:
            _gain_again(book, state, seat, choice)
    else:
        give(book, state, seat, receiver, place, choice)
    if quirks.hides_shield(state, receiver, place):
        quirks.note(book, seat, quirks.APART)
        receiver.given[place] = []
    if not event.automatic and (boar := quirks.boar_again(state, seat, receiver)):
        quirks.note(book, seat, quirks.BOAR)
        boars.reward_late(state, boar)
    if is_late and not event.automatic:
        boars.pay_owed(state, seat)
    if not event.automatic:
        quirks.put_ship_before_rewards(state, seat)
        quirks.hold(state, seat)
    return book


def give(book: Book, state: State, seat: int, receiver: Receiver, place: int, choice: Choice) -> None:
    """DF-6.55, DF-6.57: gain, or lose to the Minotaur, everything that was chosen.

    What was given is noted for shields (DF-6.44); a converted unit counts as its original resource (DF-11.16).
    """
    receiver.given[place] = choice.types
    if state.blessing is not None and state.blessing.kind == "minotaur":
        lose(book, state.players[seat], choice.amounts, "minotaur")
    else:
        gain(book, state.players[seat], choice.amounts, "die")
        if receiver.paid_twice:
            _gain_again(book, state, seat, choice)


def _gain_again(book: Book, state: State, seat: int, choice: Choice) -> None:
    """DF-12.20: with the quirk, what is not gold of the last face comes once more."""
    gold, sun, moon, glory = choice.amounts
    composite = gold and (sun or moon or glory) and choice.take is None
    if composite and not any(type(item) is Face for item in state.queues[seat]):
        quirks.note(book, seat, quirks.COMPOSITE)
        gain(book, state.players[seat], (0, sun, moon, glory), quirks.COMPOSITE)


def _gain_parts(book: Book, state: State, player: Player, amounts: Bundle, event: ResolveFace) -> None:
    """DF-6.55: first the converted units, then the hammer, then the rest."""
    table = convert_table(state, player.seat)
    cause = state.blessing.cause if state.blessing else ""
    gold, sun, moon, glory = (n - event.convert.get(r, 0) for r, n in zip(RESOURCES, amounts, strict=True))
    enter(book, player, "vp", sum(n * table[r] for r, n in event.convert.items()), cause)
    gain_split(book, player, gold, event.to_hammer, state.options.hammer_rule, "die")
    gain(book, player, (0, sun, moon, glory), "die")


def gold_of(face: str) -> int:
    """DF-6.37: the most gold that a face can give, unmultiplied: fixed amount, option, reward B."""
    return max((amounts[0] for _, amounts, _ in CHOICES[face, 1]), default=0) if face else 0


def is_kind(face: str, kind: str) -> bool:
    """Whether an effective face (empty: none) is of a certain kind."""
    return bool(face) and KIND[face] == kind
