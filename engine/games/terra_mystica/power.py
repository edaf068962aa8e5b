"""Free decisions: conversions and burning power (TM-7.1), and giving up resources (TM-17.5.9)."""

from collections.abc import Iterator

from engine.clause import Violation
from engine.games.terra_mystica.components import COMPONENTS, CULTS
from engine.games.terra_mystica.cults import step_down
from engine.games.terra_mystica.figures import RESOURCES, add_bowls, change
from engine.games.terra_mystica.state import NOBODY, Player, State, check_seat
from engine.games.terra_mystica.turns import check_active
from engine.ledger import Book
from events.vocabulary.terra_mystica import AdjustResources, BurnPower, Convert

RATES = {
    (conversion.give, conversion.get): (conversion.give_n, conversion.get_n, tuple(conversion.factions))
    for conversion in COMPONENTS.conversion
}


def stock(player: Player, resource: str) -> int:
    """How much of a resource the player can spend: power counts in bowl III (TM-4.3.3)."""
    return player.bowl3 if resource == "power" else int(getattr(player, resource))


def legal_conversions(state: State, seat: int) -> Iterator[Convert]:
    """Every conversion the player can pay: TM-7.1.2, TM-7.1.3."""
    player = state.players[seat]
    for (give, get), (rate, unit, factions) in RATES.items():
        if not factions or player.faction in factions:
            for times in range(1, stock(player, give) // rate + 1):
                yield Convert(give, times * rate, get, times * unit)


def convert(state: State, seat: int, event: Convert) -> Book:
    """TM-7.1: exchange resources at a fixed rate, at any time in one's own turn (TM-7.1.1, TM-11.20, TM-11.21).

    Raises Violation TM-7.1.2 for a rate that does not exist (TM-7.1.3: of another faction) or cannot be paid for.
    """
    _check_conversion_time(state, seat)
    player = state.players[seat]
    rate, unit, factions = RATES.get((event.give, event.get), (0, 0, ()))
    if not rate or event.give_n < 1 or event.give_n * unit != event.get_n * rate:
        raise Violation("TM-7.1.2", give=event.give_n, of=event.give, get=event.get_n, to=event.get)
    if factions and player.faction not in factions:
        raise Violation("TM-7.1.3", faction=player.faction, give=event.give, get=event.get)
    if stock(player, event.give) < event.give_n:
        raise Violation(
            "TM-4.3.5" if event.give == "vp" else "TM-7.1.2", give=event.give_n, has=stock(player, event.give)
        )

    book: Book = []
    change(book, player, event.give, -event.give_n, "convert")
    change(book, player, event.get, event.get_n, "convert")  # TM-7.1.4: priests beyond the limit are lost
    return book


def _check_conversion_time(state: State, seat: int) -> None:
    """TM-7.1.1, TM-11.9: in one's own turn; with `loose_convert_phase`, also when a decision is due (TM-17.6)."""
    if state.options.loose_convert_phase:
        due = state.spades_due[0][0] if state.phase == "cult_bonus" else NOBODY
        if seat == due or (state.phase == "income" and state.waiting[:1] == [seat]):
            return
    check_active(state, seat)


def legal_burns(state: State, seat: int) -> Iterator[BurnPower]:
    """Every number of tokens that can be burnt: TM-7.1.5."""
    for n in range(1, state.players[seat].bowl2 // 2 + 1):
        yield BurnPower(n)


def burn_power(state: State, seat: int, event: BurnPower) -> Book:
    """TM-7.1.5: `n` tokens leave bowl II and the game, `n` go from bowl II to bowl III; TM-11.37: no purpose is needed.

    Raises Violation TM-7.1.5 if bowl II does not hold two tokens for each one burnt.
    """
    check_active(state, seat)
    player = state.players[seat]
    if event.n < 1 or player.bowl2 < 2 * event.n:
        raise Violation("TM-7.1.5", n=event.n, bowl2=player.bowl2)
    book: Book = []
    burn(book, player, event.n, "burn_power")
    return book


def burn(book: Book, player: Player, n: int, source: str) -> None:
    """Burn `n` power tokens: TM-7.1.5."""
    player.burnt += n
    add_bowls(book, player, 0, -2 * n, n, source)


def adjust_resources(state: State, actor: int | None, event: AdjustResources) -> Book:
    """TM-17.5.9: a moderator's row that takes resources away, or with `loose_adjust` grants them.

    Raises Violation TM-17.5.9 for a gain without the option, or for more than the player has.
    """
    seat = check_seat(state, actor)
    check_active(state, seat)
    player = state.players[seat]
    if event.resource in CULTS:
        return _give_up_steps(state, player, event)
    if event.resource not in RESOURCES or (event.delta > 0 and not state.options.loose_adjust):
        raise Violation("TM-17.5.9", resource=event.resource, delta=event.delta)
    if stock(player, event.resource) + event.delta < 0:
        raise Violation("TM-17.5.9", resource=event.resource, delta=event.delta, has=stock(player, event.resource))
    book: Book = []
    change(book, player, event.resource, event.delta, "adjust")
    return book


def _give_up_steps(state: State, player: Player, event: AdjustResources) -> Book:
    """TM-17.6, TM-17.5.9: with `loose_cult_loss`, steps on a cult track may be given up."""
    track = CULTS.index(event.resource)
    if not state.options.loose_cult_loss or not -player.cults[track] <= event.delta < 0:
        raise Violation("TM-17.5.9", resource=event.resource, delta=event.delta, has=player.cults[track])
    book: Book = []
    step_down(book, state, player, track, -event.delta, "adjust")
    return book
