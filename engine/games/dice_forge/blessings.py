"""Blessings (section 6B): an instance begins and is rolled; then the queue of each receiver is laid out, R1 to R8.

For heads of queues that are answered by rule, see automatic_answers.py.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.chance import Dice, Outcome
from engine.clause import Violation
from engine.games.dice_forge import boars, items, quirks
from engine.games.dice_forge.components import CHOICES, COUNTS, FACES, KIND, ORDINARY
from engine.games.dice_forge.figures import gain
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.queues import put, receiver_of
from engine.games.dice_forge.resolving import CONVERT, gold_of, is_kind, only_choice
from engine.games.dice_forge.state import Blessing, Player, Receiver, State
from engine.ledger import Book, enter
from events.vocabulary.dice_forge import ChooseFirstDie, DiceRolled, UseCerberus

OF_OTHERS = ("satyrs", "minotaur")
MINOR = ("silver_hind", "sphinx", "cyclops")
KINDS = {cause: cause for cause in OF_OTHERS} | dict.fromkeys(MINOR, "minor")
BOTH = (1, 2)
_RESOLVING = items.Resolving()
_ROLLS = [items.Roll(None, seat) for seat in range(max(COUNTS))]
_GAIN = {face: CHOICES[face, 1][0].amounts for face, kind in KIND.items() if kind == "fixed"}


def begin(book: Book, state: State, item: items.Bless) -> bool:
    """DF-6.22: an instance begins; the rolls come in the order of DF-6.7 and section 8.

    A divine blessing rolls both held dice (DF-6.20), a minor one the chosen die (DF-6.21).
    """
    cause = item.cause
    kind = KINDS.get(cause, "divine")
    rollers = state.order[1:] if cause in OF_OTHERS else state.order
    if item.player != items.NOBODY:
        rollers = [item.player]
    state.blessing_index += cause == "turn"
    state.blessing = Blessing(cause, kind, item.die, [None] * len(state.players))
    state.agenda[-1] = _RESOLVING
    if kind == "satyrs":
        state.agenda.append(items.SatyrFaces(state.turn_player))
    state.agenda += map(_ROLLS.__getitem__, reversed(rollers))
    return True


def rolls(state: State) -> Outcome:
    """DF-8.10: every outcome of the next roll. DF-8.13: each of the six faces of a die is equally likely."""
    roll, blessing = state.agenda[-1], state.blessing
    assert blessing is not None and type(roll) is items.Roll  # noqa: PT018  # a single condition: a roll is due
    light, dark = held_by(state, roll.player).dice
    return _rolls_of(roll.player, blessing.cause, blessing.die, tuple(light), tuple(dark))


class Rolls(Outcome):
    """What a roll can be. Most events are correct rolls and are accepted at once; others are checked field by field."""

    __slots__ = ("_cause", "_faces", "_player")

    def __init__(self, player: int, cause: str, dice: dict[str, tuple[str, ...]]) -> None:
        def why(event: DiceRolled) -> None:
            """DF-8.11: the dice are right, but one of them does not have the face."""
            if event.dice.keys() == dice.keys():
                die, face = next((die, face) for die, face in event.dice.items() if face not in dice[die])
                raise Violation("DF-8.11", player=event.player, die=int(die), face=face)

        self._player, self._cause, self._faces = player, cause, Dice(dice)
        super().__init__(DiceRolled, "DF-8.10", "", why, player=player, cause=cause, dice=self._faces)

    def check(self, event: DiceRolled) -> None:
        """Raises Violation DF-8.10 for a roll other than the one due, DF-8.11 for a face that is not on the die."""
        due = event.player == self._player and type(event.player) is int and event.cause == self._cause
        if not due or not self._faces.allows(event.dice):
            super().check(event)


@lru_cache(4096)  # dice rarely change
def _rolls_of(player: int, cause: str, die: int, light: tuple[str, ...], dark: tuple[str, ...]) -> Rolls:
    dice = {"1": light, "2": dark}
    if die:
        del dice[str(3 - die)]
    return Rolls(player, cause, dice)


def dice_rolled(state: State, actor: None, event: DiceRolled) -> Book:
    """DF-8.12: the rolled faces show; after the last roll of the instance, they are resolved (DF-6.24)."""
    blessing = state.blessing
    assert blessing is not None
    up = held_by(state, event.player).up
    if blessing.die:
        rolled = [up[blessing.die - 1]] = [event.dice[str(blessing.die)]]
    else:
        up[:] = rolled = [event.dice["1"], event.dice["2"]]
    del state.agenda[-1]
    if blessing.kind != "satyrs":
        blessing.receivers[event.player] = Receiver(rolled)
    book: Book = []
    if type(state.agenda[-1]) is items.Resolving:
        _resolve(book, state, blessing)
    return book


def _resolve(book: Book, state: State, blessing: Blessing) -> None:
    """DF-6.24: after the last roll, lay out the queues of the receivers in turn order."""
    rule, conflict = state.options.simultaneous_order, _conflict(blessing)
    if conflict and rule == "auto" and quirks.overlooks(state, blessing):
        quirks.note(book, state.turn_player, quirks.OVERLOOKED)
        conflict = False
    blessing.strict = rule == "sequential" or (rule == "auto" and quirks.stays_strict(state, conflict))
    plain = (
        not blessing.strict and not state.boars_owed and blessing.kind != "minotaur" and blessing.cause not in CONVERT
    )
    for seat in state.order:
        receiver = blessing.receivers[seat]
        if receiver is not None and not (plain and _gains_all(book, state.players[seat], receiver)):
            apply_rolled(state, seat)


def _gains_all(book: Book, player: Player, receiver: Receiver) -> bool:
    """DF-6.38: whether only fixed faces were rolled, which leave nothing to decide; they are then gained.

    A shortcut for the common case: resolving the queue would have the same result.
    """
    rolled = receiver.rolled
    if rolled[0] not in _GAIN or rolled[-1] not in _GAIN or player.cerberus or (player.hammers and player.hammer_room):
        return False
    for face in rolled:
        gain(book, player, _GAIN[face], "die")
    return True


def _conflict(blessing: Blessing) -> bool:
    """DF-6.64: whether, in a divine blessing of several, one shows a ship and another a ship or a mirror."""
    if blessing.kind != "divine":
        return False
    shown = [receiver.rolled for receiver in blessing.receivers if receiver is not None]
    for faces in shown:
        if "ship" in faces:
            return any("ship" in other or "mirror" in other for other in shown if other is not faces)
    return False


def apply_rolled(state: State, seat: int) -> None:
    """DF-6.30 (R1): each boar rolled is due to its owner, even before the Minotaur (DF-11.11).

    DF-6.31 (R2): each mirror waits for its copy; everything else waits for all copies.
    """
    assert state.blessing is not None
    receiver = receiver_of(state, seat)
    receiver.begin()
    for place, face in enumerate(receiver.rolled):
        kind = KIND[face]
        if kind == "boar":
            boars.reward_owner(state, face)
        elif kind == "mirror":
            put(state, seat, items.Copy(seat, state.blessing.die or place + 1))
    lay_out(state, seat)
    boars.pay_owed(state, seat)


def lay_out(state: State, seat: int) -> None:
    """R3 to R8: once all copies have been made, the rest of the queue, in the order of DF-6.60."""
    queue = state.queues[seat]
    if queue and type(queue[0]) is items.Copy:
        return
    blessing, receiver = state.blessing, receiver_of(state, seat)
    assert blessing is not None
    faces = receiver.faces
    sails = blessing.kind != "minotaur"  # there, ships have no effect: DF-6.57
    if not ORDINARY.issuperset(faces):
        _multiply(state, receiver)
        if sails and _order_matters(state, seat, receiver):
            put(state, seat, items.FirstDie(seat))
    for place, face in enumerate(faces):
        die = blessing.die or place + 1
        if face in ORDINARY:
            put(state, seat, items.Face(seat, die))
        elif is_kind(face, "shield"):
            put(state, seat, items.Shield(seat, die))
        elif sails and face == "ship":
            put(state, seat, items.Ship(seat, die))
    if state.players[seat].cerberus and _may_repeat(state, blessing, receiver):
        put(state, seat, items.Repeat(seat))


def _multiply(state: State, receiver: Receiver) -> None:
    """DF-6.35 (R3): one triple gives the other die its multiplier; two triples, or one alone, do nothing (DF-11.5).

    Copies come before, so that a copied triple multiplies the other die (DF-11.6).

    DF-6.36: for a tripled boar, two more rewards are due.
    """
    faces = receiver.faces
    if faces.count("triple") != 1 or len(faces) == 1:
        return
    other = 1 - faces.index("triple")
    receiver.factors[other] = FACES["triple"].factor
    if is_kind(faces[other], "boar"):
        boars.reward_owner(state, faces[other])
        boars.reward_owner(state, faces[other])


def _order_matters(state: State, seat: int, receiver: Receiver) -> bool:
    """DF-6.37 (R4), DF-11.19: whether there is one ship, and gold on the other die that would reach the cap."""
    faces, player = receiver.faces, state.players[seat]
    if faces.count("ship") != 1 or len(faces) == 1:
        return False
    gold = gold_of(faces[1 - faces.index("ship")])
    return gold > 0 and player.gold + gold >= player.gold_cap


def _may_repeat(state: State, blessing: Blessing, receiver: Receiver) -> bool:
    """DF-6.50 (R8): a Cerberus token is offered once per instance, and never in Satyrs (DF-11.22).

    Only one token per roll, however many there are (DF-11.43); after the Minotaur, it is an option (DF-11.21).
    """
    if blessing.kind == "minotaur" and not state.options.cerberus_on_minotaur:
        return False
    return blessing.kind != "satyrs" and not receiver.repeated


def legal_first_dice(state: State, seat: int) -> Iterator[ChooseFirstDie]:
    """DF-7.41: either die; DF-12.35: that of the face alone."""
    only = _first_die_by_rule(state, seat)
    return map(ChooseFirstDie, (only,) if only else BOTH)


def _first_die_by_rule(state: State, seat: int) -> int:
    """DF-12.35: the die beside the ship of an ousted player whose gold would exactly reach the limit; 0 for no die."""
    if not quirks.asks_face_first(state):
        return 0
    faces, player = receiver_of(state, seat).faces, state.players[seat]
    place = 1 - faces.index("ship")
    return BOTH[place] if player.gold + gold_of(faces[place]) == player.gold_cap else 0


def choose_first_die(state: State, seat: int, event: ChooseFirstDie) -> Book:
    """DF-6.37: choosing the ship's die puts the ship item before the other face; otherwise ships come last.

    Raises Violation DF-7.41 if there is no such die, DF-12.35 if the other one must be chosen.
    """
    if event.die not in BOTH:
        raise Violation("DF-7.41", die=event.die)
    expected = _first_die_by_rule(state, seat)
    if expected and event.die != expected:
        raise Violation("DF-12.35", die=event.die, expected=expected)

    queue, receiver, place = state.queues[seat], receiver_of(state, seat), event.die - 1
    book: Book = []
    del queue[0]
    if (ship := items.Ship(seat, event.die)) in queue:
        queue.remove(ship)
        queue.insert(0, ship)
        return book
    only = only_choice(state, seat, receiver, place)
    if is_kind(receiver.faces[place], "shield"):
        receiver.shield_first = True
    elif quirks.loses_gold(state, seat, only):
        receiver.faces[place] = ""
        del queue[0]
        quirks.note(book, seat, quirks.GOLD)
    elif quirks.strips_face(state, seat, receiver, place):
        receiver.gold_only = True
        quirks.note(book, seat, quirks.GOLD)
    if only is not None:
        quirks.put_ship_before_rewards(state, seat)
    return book


def legal_repeats(state: State, seat: int) -> Iterator[UseCerberus]:
    """DF-7.46: use the token, or not."""
    return map(UseCerberus, (True, False))


def use_cerberus(state: State, seat: int, event: UseCerberus) -> Book:
    """DF-6.51: discard the token and go through R1 to R7 again with the same rolled faces."""
    receiver = receiver_of(state, seat)
    book: Book = []
    del state.queues[seat][0]
    if event.use:
        enter(book, state.players[seat], "cerberus", -1, "cerberus")
        receiver.repeated = True
        apply_rolled(state, seat)
    quirks.hold(state, seat, event.use)
    return book
