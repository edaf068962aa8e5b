"""Commands that the moderator needs although no record states them, and records that it accepts in another form."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.games.terra_mystica.homes import HOMES
from engine.games.terra_mystica.rounds import bonus_of
from engine.games.terra_mystica.state import NOBODY, Offer, State
from engine.games.terra_mystica.terraforming import (
    GIANTS_SPADES,
    always_two,
    spades_assumed,
    spades_in_hand,
    ways_of_hex,
)
from events.log.record import Record
from events.vocabulary import terra_mystica as events

MAIN_ACTIONS = (
    events.Dig,
    events.BuildDwelling,
    events.AdvanceShipping,
    events.AdvanceExchange,
    events.UpgradeStructure,
    events.SendPriest,
    events.PowerAction,
    events.SpecialAction,
    events.Pass,
)
ENDS_CHAIN = (*MAIN_ACTIONS, events.EndTurn)


class ImpliedCommands:
    """The commands that are due without a record: answers to void offers (TM-11.18), the Giants' odd spade (TM-7.3.12).

    `answered` holds the numbers of the void offers that no longer need an answer, `lost` the last round in which a seat
    gave up its odd spade.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.answered: set[int] = set()
        self.lost: dict[int, int] = {}

    def begins_action(self, seat: int) -> None:
        """TM-7.12.9: to the moderator, a main action declines all offers, including void ones."""
        self.answered |= {offer.id for offer in self.state.void_offers if offer.receiver == seat}

    def due(self) -> Iterator[tuple[int, str, Offer | None]]:
        """The commands due now: the seat, the words without the giver's name, and the offer they answer."""
        for offer in self.state.void_offers:
            if offer.id not in self.answered and not self._has_open_twin(offer):
                self.answered.add(offer.id)
                if not self.state.players[offer.receiver].dropped:
                    yield offer.receiver, f"decline {offer.amount}", offer
        if self.state.phase == "cult_bonus":
            yield from self._odd_spades()

    def _has_open_twin(self, offer: Offer) -> bool:
        """Whether the moderator would take the answer as one to an older open offer."""
        like = (offer.giver, offer.receiver, offer.amount)
        return any((other.giver, other.receiver, other.amount) == like for other in self.state.offers)

    def _odd_spades(self) -> Iterator[tuple[int, str, None]]:
        state = self.state
        waiting = {seat for seat, _ in state.spades_due}
        for player in state.players:
            if not player.faction or not always_two(player) or player.dropped or player.seat in waiting:
                continue
            if self.lost.get(player.seat) != state.round and bonus_of(state, player).get("spade", 0) % GIANTS_SPADES:
                self.lost[player.seat] = state.round
                yield player.seat, "-SPADE", None


def chains(records: Sequence[Record[Any]]) -> dict[int, list[Record[Any]]]:
    """The transforms of a hex that directly follow another transform of it in the same action, by its number.

    Only conversions, and actions of others, come between them.
    """
    last: dict[int, Record[Any]] = {}
    found: dict[int, list[Record[Any]]] = {}
    for record in reversed(records):
        seat, event = record.actor, record.event
        if seat is None or isinstance(event, events.Convert | events.BurnPower):
            continue
        if isinstance(event, events.Transform):
            after = last.get(seat)
            if after is not None and after.event.hex == event.hex:
                found[record.seq] = [after, *found.get(after.seq, [])]
            last[seat] = record
        elif isinstance(event, ENDS_CHAIN):
            last.pop(seat, None)
    return found


def is_one_transform(state: State, first: Record[Any], later: Sequence[Record[Any]]) -> bool:
    """Whether to write only the last of these transforms, which means all of them to the moderator: TM-17.4.5.

    In phase 3 the moderator takes them one by one.
    """
    if state.phase != "action":
        return False
    player = state.players[first.actor or 0]
    h = state.board.numbers.get(first.event.hex, NOBODY)
    last = later[-1].event
    if h == NOBODY or state.terrain[h] < 0 or last.terrain not in HOMES or state.terrain[h] == HOMES[last.terrain]:
        return False
    spades: int = first.event.spades + sum(record.event.spades for record in later)
    possible = ways_of_hex(state, player, h, HOMES[last.terrain])
    return bool(possible) and spades == spades_assumed(state, possible, spades_in_hand(state, player))
