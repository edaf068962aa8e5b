"""What a face gives or takes: the combinations of `resolve_face`, DF-6.54 to DF-6.57, and their effect."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.dice_forge import quirks
from engine.games.dice_forge.components import CARDS, CHOICES, FACES, KIND, RESOURCES, REWARD_A, Bundle, Choice
from engine.games.dice_forge.gains import Book, gain, gain_glory, gain_split, lose
from engine.games.dice_forge.queues import check_item, die_at, receiver_of
from engine.games.dice_forge.state import Player, Receiver, State, room
from events.vocabulary.dice_forge import ResolveFace

# DF-6.56, DF-7.72, DF-7.73: the glory for each unit of a resource, by the cause of the blessing.
CONVERT = {cause: CARDS[cause].effect("instant").convert for cause in ("sentinel", "cyclops")}
_NO_CONVERSION: dict[str, int] = {}


def convert_table(state: State, seat: int) -> dict[str, int]:
    """DF-6.56: the conversion that the running blessing allows this player."""
    if state.blessing is None or seat != state.turn_player:
        return _NO_CONVERSION
    return CONVERT.get(state.blessing.cause, _NO_CONVERSION)


def choices(receiver: Receiver, place: int) -> list[Choice]:
    """DF-6.54: the bundles of which one is taken, each with the key of its option, multiplied (DF-6.36)."""
    return CHOICES[receiver.faces[place], receiver.factors[place]]


def conversions(state: State, seat: int, amounts: Bundle) -> Iterator[dict[str, int]]:
    """DF-6.56: nothing, or with `face` all units together, with `unit` any number of each resource (DF-11.17).

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
    """Every selection of so many units or fewer of each resource."""
    found: list[dict[str, int]] = [{}]
    for resource, most in units.items():
        found = [{**part, resource: n} if n else part for part in found for n in range(most + 1)]
    yield from found


def only_choice(state: State, receiver: Receiver, place: int) -> Choice | None:
    """DF-6.38: what a face gives if one combination only is left, else None."""
    found = CHOICES[receiver.faces[place], receiver.factors[place]]
    if len(found) > 1:
        return None
    choice = found[0]
    blessing = state.blessing
    if blessing is None or blessing.kind == "minotaur":
        return choice
    amounts = choice.amounts
    if amounts[0] and room(state, state.players[receiver.seat]):
        return None
    if blessing.cause in CONVERT:
        table = convert_table(state, receiver.seat)
        if any(n and r in table for r, n in zip(RESOURCES, amounts, strict=True)):
            return None
    return choice


def legal_resolutions(state: State, receiver: Receiver, place: int) -> Iterator[ResolveFace]:
    """DF-6.54, DF-6.57: every combination for the face at a place, in the order of its options."""
    assert state.blessing is not None
    die = die_at(state.blessing, place)
    space = room(state, state.players[receiver.seat])
    for take, amounts, _ in choices(receiver, place):
        if state.blessing.kind == "minotaur":
            yield ResolveFace(die, take)
            continue
        for convert in conversions(state, receiver.seat, amounts):
            for to_hammer in range(min(amounts[0] - convert.get("gold", 0), space) + 1):
                yield ResolveFace(die, take, to_hammer, convert)
    if gold := quirks.hammered_first(state, receiver):
        yield ResolveFace(2, None, gold)


def _answered(state: State, seat: int, event: ResolveFace) -> tuple[Receiver, int]:
    """The resolution whose head item an event answers, and the place of its face.

    DF-12.25: with the quirk, gold of the second face goes to the hammer before the choice of the first.
    """
    waiting = receiver_of(state, seat)
    gold = 0 if waiting is None or event.die != 2 else quirks.hammered_first(state, waiting)
    early = gold > 0 and (event.take, event.to_hammer, event.convert) == (None, gold, {})
    receiver = check_item(state, seat, ("resolve", 1 if early else event.die))
    assert receiver is not None
    return receiver, receiver.todo[int(early)]


def resolve_face(state: State, seat: int, event: ResolveFace) -> Book:
    """DF-7.42: answer the head item; the rest of the resolution follows.

    Raises Violation DF-7.1 or one of DF-6.63, DF-6.65 if it cannot be answered now, DF-7.42 for no such combination.
    """
    receiver, place = _answered(state, seat, event)
    choice = next((choice for choice in choices(receiver, place) if choice.take == event.take), None)
    if choice is None:
        raise Violation("DF-7.42", face=receiver.faces[place], take=event.take)
    losing = state.blessing is not None and state.blessing.kind == "minotaur"
    if losing and (event.to_hammer or event.convert):
        raise Violation("DF-7.42", face=receiver.faces[place], to_hammer=event.to_hammer, convert=event.convert)
    if event.convert and event.convert not in list(conversions(state, seat, choice.amounts)):
        raise Violation("DF-7.42", face=receiver.faces[place], convert=event.convert)
    most = min(choice.amounts[0] - event.convert.get("gold", 0), room(state, state.players[seat]))
    if not 0 <= event.to_hammer <= most:
        raise Violation("DF-7.42", face=receiver.faces[place], to_hammer=event.to_hammer, most=most)

    book: Book = []
    receiver.answered = place == receiver.todo[0]
    receiver.todo.remove(place)
    if event.to_hammer or event.convert:
        receiver.given[place] = choice.types
        _gain_parts(book, state, state.players[seat], choice.amounts, event)
        _gain_again(book, state, receiver, place, choice)
    else:
        give(book, state, receiver, place, choice)
    return book


def give(book: Book, state: State, receiver: Receiver, place: int, choice: Choice) -> None:
    """DF-6.55, DF-6.57: gain, or lose to the Minotaur, all that was chosen.

    What was given is noted for shields (DF-6.44); a converted unit counts as what it was (DF-11.16).
    """
    receiver.given[place] = choice.types
    player = state.players[receiver.seat]
    if state.blessing is not None and state.blessing.kind == "minotaur":
        lose(book, player, choice.amounts, "minotaur")
    else:
        gain(book, player, choice.amounts, "die")
        _gain_again(book, state, receiver, place, choice)


def _gain_again(book: Book, state: State, receiver: Receiver, place: int, choice: Choice) -> None:
    """DF-12.20: with the quirk, what is not gold of a second face comes once more."""
    gold, sun, moon, glory = choice.amounts
    composite = gold and (sun or moon or glory) and choice.take is None
    if receiver.paid_twice and composite and place and 0 not in receiver.todo:
        quirks.note(book, receiver.seat, quirks.COMPOSITE)
        gain(book, state.players[receiver.seat], (0, sun, moon, glory), quirks.COMPOSITE)


def _gain_parts(book: Book, state: State, player: Player, amounts: Bundle, event: ResolveFace) -> None:
    """DF-6.55: first the converted units, then the hammer, then the rest."""
    table = convert_table(state, player.seat)
    cause = state.blessing.cause if state.blessing else ""
    gold, sun, moon, glory = (n - event.convert.get(r, 0) for r, n in zip(RESOURCES, amounts, strict=True))
    gain_glory(book, player, sum(n * table[r] for r, n in event.convert.items()), cause)
    gain_split(book, player, gold, event.to_hammer, state.options.hammer_rule, "die")
    gain(book, player, (0, sun, moon, glory), "die")


def sweep(book: Book, state: State, receiver: Receiver) -> None:
    """DF-6.38: ordinary faces with a single combination are applied at once, the others wait in die order."""
    receiver.swept = True
    left = []
    for place in receiver.todo:
        choice = only_choice(state, receiver, place)
        if choice is None:
            left.append(place)
        else:
            give(book, state, receiver, place, choice)
    receiver.todo = left
    receiver.paid_twice = quirks.pays_twice(state, receiver, left)


def shield_is_met(receiver: Receiver, place: int) -> bool:
    """DF-6.44: whether the other die gave the type that the shield watches; a single die has no other (DF-6.45).

    Whether the gain was cut off by a cap does not matter (DF-11.15).
    """
    watch = FACES[receiver.faces[place]].watch
    return any(watch in given for other, given in enumerate(receiver.given) if other != place)


def take_reward_a(book: Book, state: State, receiver: Receiver, place: int) -> None:
    """DF-6.45, DF-6.46: reward A is never multiplied and follows by rule. DF-6.57: the Minotaur takes it away."""
    player = state.players[receiver.seat]
    reward = REWARD_A[receiver.faces[place]]
    if state.blessing is not None and state.blessing.kind == "minotaur":
        lose(book, player, reward, "minotaur")
    else:
        gain(book, player, reward, "shield")


def gold_of(face: str) -> int:
    """DF-6.37: the most gold that a face can give, unmultiplied: fixed amount, option, reward B."""
    return max((amounts[0] for _, amounts, _ in CHOICES[face, 1]), default=0) if face else 0


def is_kind(face: str, kind: str) -> bool:
    """Whether an effective face (empty: none) is of a kind."""
    return bool(face) and KIND[face] == kind
