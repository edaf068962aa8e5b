"""Commands that answer offers of power (TM-17.4.6 to TM-17.4.8): which offer each of them means."""

from engine.clause import Violation
from engine.games.terra_mystica.offers import gainable
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.state import Offer, Player
from events.notations._snellman_commands import Command
from events.vocabulary import terra_mystica as events


def leech(reader: Reader, player: Player, command: Command) -> None:
    """`leech 2 from witches`."""
    offer = _offer(reader, player, command)
    if offer is None:
        return
    converted = reader.context.conversions.get(player.seat) == reader.state.turn
    if reader.strict_leech and converted and player.seat == reader.state.active:
        violation = Violation("TM-17.5.15", amount=command.n, converted_before=True)
        reader.replay.reject(player.seat, events.AcceptPower(offer.id), reader.line, violation)
    reader.end_turn_before_answer(offer)
    reader.play(player.seat, events.AcceptPower(offer.id))


def decline(reader: Reader, player: Player, command: Command) -> None:
    """`decline 2 from witches`; without a number, all open offers."""
    if not command.n:
        for number in [offer.id for offer in reader.state.offers if offer.receiver == player.seat]:
            reader.play(player.seat, events.DeclinePower(number))
        return
    offer = _offer(reader, player, command)
    if offer is not None:
        reader.play(player.seat, events.DeclinePower(offer.id))


def _offer(reader: Reader, player: Player, command: Command) -> Offer | None:
    """TM-17.4.6, TM-17.4.7: the oldest open offer that a command can mean; None if it means a void one, or none.

    TM-17.5.15: without `strict-leech`, a `leech` without an offer is played as such.
    TM-17.4.8: offers that no command answers are declined by the rules. TM-17.5.1: answers come late.
    """
    giver = reader.seat(command.what) if command.what else None
    own = []
    for offer in reader.state.offers:
        if offer.receiver == player.seat and giver in (None, offer.giver):
            if command.n in (0, offer.amount):
                return offer
            own.append(offer)
    for offer in reader.state.void_offers:
        fits = offer.receiver == player.seat and giver in (None, offer.giver) and offer.amount == command.n
        if fits and offer.id not in reader.context.void:
            reader.context.void.add(offer.id)
            return None
    for offer in own:
        if command.n == gainable(player, offer):
            return offer
    if command.verb == "leech" and reader.state.options.loose_leech:
        reader.play(player.seat, events.TakeUnofferedPower(command.n, giver))
        return None
    found = [(offer.giver, offer.amount) for offer in own]
    violation = Violation("TM-7.12.1", amount=command.n, giver=giver, open_offers=found)
    return reader.replay.reject(player.seat, None, reader.line, violation)
