"""Power from neighbouring structures: offers (TM-6.5) and the reactions to them (TM-7.12)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.adjacency import bridged
from engine.games.terra_mystica.figures import enter_offer, gain_power, room
from engine.games.terra_mystica.ice import power_value
from engine.games.terra_mystica.landscapes import may_take_coin
from engine.games.terra_mystica.shapeshifters import power_taken
from engine.games.terra_mystica.state import NOBODY, Group, Offer, Player, State, check_seat
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import AcceptPower, DeclinePower, TakeUnofferedPower


def make_offers(book: Book, state: State, giver: Player, h: int) -> None:
    """TM-6.5.1: offer power to every other player with structures directly adjacent to hex h, in turn order.

    TM-6.5.4, TM-11.18: an offer to full bowls is void from the start. TM-7.12.10: players who have passed also get
    offers. Each offer is entered as `from:` its giver, and its end later as `accepted`, `declined` or `void`.
    """
    amounts: dict[int, int] = {}
    owner, kind, nobody_else = state.owner, state.kind, (NOBODY, giver.seat)
    neighbours, across = state.board.neighbours[h], bridged(state, h)
    for n in (*neighbours, *across) if across else neighbours:
        whose = owner[n]
        if whose not in nobody_else:
            amounts[whose] = amounts.get(whose, 0) + power_value(state.players[whose], kind[n])
    if not amounts:
        return
    group = _open_group(state, giver) if giver.rules.on_leech is not None else None
    order = state.order
    place = order.index(giver.seat)
    for _ in order:
        place = (place + 1) % len(order)
        seat = order[place]
        if seat not in amounts or state.players[seat].dropped:
            continue
        state.offers_made += 1
        receiver = state.players[seat]
        coin = receiver.landscape != NOBODY and may_take_coin(state, receiver, h)
        offer = Offer(state.offers_made, giver.seat, seat, amounts[seat], group.id if group else 0, coin)
        enter_offer(book, seat, offer.amount, f"from:{giver.faction}")
        if room(receiver) == 0 and not coin:  # TM-7.14.24
            state.void_offers.append(offer)
            enter_offer(book, seat, -offer.amount, "void")
            continue
        state.offers.append(offer)
        if group is not None:
            group.open += 1
    if group is not None and not group.open:
        state.groups.remove(group)  # TM-11.32: all offers are void, so there is neither a cult step nor power


def _open_group(state: State, giver: Player) -> Group:
    state.groups_made += 1
    group = Group(state.groups_made, giver.seat, 0)
    state.groups.append(group)
    return group


def gainable(player: Player, offer: Offer) -> int:
    """TM-6.5.2, TM-7.12.3, TM-7.12.4, TM-7.12.6: how much of an offer the VP and bowls allow to be taken."""
    return _gainable(player, offer.amount)


def _gainable(player: Player, amount: int) -> int:
    return min(amount, player.vp + 1, room(player))


def _decidable(state: State, seat: int) -> Iterator[Offer]:
    """A player's offers: with TM-6.5.5 only the first, with TM-6.5.6 any; the oldest of equal ones (TM-7.12.7)."""
    seen = set()
    for offer in state.offers[:1] if state.options.reaction_timing == "immediate" else state.offers:
        if offer.receiver == seat and _alike(offer) not in seen:
            seen.add(_alike(offer))
            yield offer


def legal_acceptances(state: State, seat: int) -> Iterator[AcceptPower]:
    """Every offer that the player may take, for power or a coin: TM-7.12.1, TM-7.14.20."""
    for offer in _decidable(state, seat):
        if not offer.coin or room(state.players[seat]):
            yield AcceptPower(offer.id)
        if offer.coin:
            yield AcceptPower(offer.id, "coin")


def accept_power(state: State, seat: int, event: AcceptPower) -> Book:
    """TM-7.12.1, TM-7.12.2: gain what can be gained, for one VP less than that (TM-6.5.9: no other power costs VP).

    TM-6.5.4: other offers become void when this one fills the bowls. TM-7.14.20: the Trading Camp's coin instead.
    """
    offer = _open_offer(state, seat, event.offer)
    player = state.players[seat]
    if event.take != "power" and (event.take != "coin" or not offer.coin):
        raise Violation("TM-7.14.20", offer=event.offer, take=event.take, coin=offer.coin)
    if event.take == "power" and offer.coin and not room(player):
        raise Violation("TM-7.14.24", offer=event.offer, room=0)
    book: Book = []
    _end(book, state, offer, "accepted")
    if event.take == "coin":  # TM-7.14.24: for those who offered it, the coin does not count as taking power
        enter(book, player, "coin", 1, "landscape")
        _answered(book, state, offer, taken=False)
        return book
    _leech(book, player, offer.amount)
    _answered(book, state, offer, taken=True)
    _void_if_full(book, state, player)
    return book


def take_unoffered_power(state: State, actor: int | None, event: TakeUnofferedPower) -> Book:
    """TM-17.5.15: what the site allowed with `loose_leech`: gaining power that nobody offered, at its cost in VP.

    Raises Violation TM-17.5.15 without the option, for no power, or before the first or after the last round; TM-7.15.1
    for a player who has left.
    """
    seat = check_seat(state, actor)
    if state.players[seat].dropped:
        raise Violation("TM-7.15.1", seat=seat, dropped=True)
    if not state.options.loose_leech or event.power < 1 or not state.round or state.phase in ("final", "over"):
        raise Violation("TM-17.5.15", power=event.power, loose_leech=state.options.loose_leech, phase=state.phase)
    book: Book = []
    _leech(book, state.players[seat], event.power)
    _void_if_full(book, state, state.players[seat])
    return book


def _leech(book: Book, player: Player, amount: int) -> None:
    gain = _gainable(player, amount)
    gain_power(book, player, gain, "leech")
    if gain > 1:
        enter(book, player, "vp", 1 - gain, "leech")


def _void_if_full(book: Book, state: State, player: Player) -> None:
    if room(player) == 0:
        for other in [other for other in state.offers if other.receiver == player.seat and not other.coin]:
            void(book, state, other)


def legal_refusals(state: State, seat: int) -> Iterator[DeclinePower]:
    """Every offer that the player can refuse: TM-7.12.5."""
    return (DeclinePower(offer.id) for offer in _decidable(state, seat))


def decline_power(state: State, seat: int, event: DeclinePower) -> Book:
    """TM-7.12.5: refuse an offer (TM-6.5.3: there is no other partial acceptance)."""
    offer = _open_offer(state, seat, event.offer)
    book: Book = []
    _decline(book, state, offer)
    return book


def decline_all(book: Book, state: State, seat: int) -> None:
    """TM-6.4.4, TM-7.12.9: a player who starts a main action refuses all open offers, the oldest first."""
    for offer in [offer for offer in state.offers if offer.receiver == seat]:
        _decline(book, state, offer)


def void(book: Book, state: State, offer: Offer) -> None:
    """TM-6.5.4: an offer that no longer needs a decision; it is neither accepted nor declined."""
    _end(book, state, offer, "void")
    state.void_offers.append(offer)
    group = _group(state, offer)
    if group is not None:
        _close(book, state, group)


def _decline(book: Book, state: State, offer: Offer) -> None:
    _end(book, state, offer, "declined")
    _answered(book, state, offer, taken=False)


def _end(book: Book, state: State, offer: Offer, how: str) -> None:
    state.offers.remove(offer)
    enter_offer(book, offer.receiver, -offer.amount, how)


def _open_offer(state: State, seat: int, number: int) -> Offer:
    older = []
    for offer in state.offers:
        if offer.id == number:
            break
        older.append(offer)
    else:
        offer = None
    if offer is None or offer.receiver != seat:
        raise Violation("TM-7.12.1", offer=number, open_offers=[o.id for o in state.offers if o.receiver == seat])
    if older and state.options.reaction_timing == "immediate":
        raise Violation("TM-6.5.5", offer=number, first=older[0].id)
    for other in older:
        if _alike(other) == _alike(offer):
            raise Violation("TM-7.12.7", offer=number, older=other.id)
    return offer


def _alike(offer: Offer) -> tuple[int, int, int, bool]:
    """TM-7.12.7: what makes two offers equivalent for the player who decides on them."""
    return offer.giver, offer.receiver, offer.amount, offer.coin


def _group(state: State, offer: Offer) -> Group | None:
    if not offer.group:
        return None
    return next((group for group in state.groups if group.id == offer.group), None)


def _answered(book: Book, state: State, offer: Offer, *, taken: bool) -> None:
    """TM-7.12.8: the first acceptance of a group earns its giver a cult step, once."""
    group = _group(state, offer)
    if group is None:
        return
    if not taken:
        group.declined += 1
    elif not group.taken:
        group.taken = True
        giver = state.players[group.giver]
        assert giver.rules.on_leech is not None
        if "cult_choice" not in giver.rules.on_leech.any_taken:
            power_taken(book, state, giver)
            _close(book, state, group)
            return
        giver.cult_owed.append(giver.rules.on_leech.any_taken["cult_choice"])
        if state.options.reaction_timing == "immediate":
            state.reaction_steps += 1
    _close(book, state, group)


def _close(book: Book, state: State, group: Group) -> None:
    """TM-7.12.8: when the last offer of a group is decided and none was accepted, its giver gains power (errata)."""
    group.open -= 1
    if group.open:
        return
    state.groups.remove(group)
    giver = state.players[group.giver]
    if group.declined and not group.taken and state.options.cultist_errata and not giver.dropped:
        assert giver.rules.on_leech is not None
        gain_power(book, giver, giver.rules.on_leech.all_declined["power"], "all_declined")
