"""The figures of a player and the functions that change them: TM-4.3. Every change is entered with its source.

TM-4.3.2: victory points, coins and workers have no limit and are changed directly by `engine.ledger.enter`.
"""

from engine.games.terra_mystica.components import CULTS, WHEEL_SIZE, Amounts
from engine.games.terra_mystica.state import Player, State
from engine.ledger import Book, Entry, enter

FIGURES = ("vp", "coin", "worker", "priest", "bowl1", "bowl2", "bowl3", *CULTS)
RESOURCES = ("coin", "worker", "priest", "power", "vp")
OFFERED = "offer"
"""The figure under which the power on offer to a seat is entered."""


def figures(state: State, seat: int) -> dict[str, int]:
    """The eleven figures that ledgers print: VP, coins, workers, priests, bowls I to III, the four cults."""
    return dict(zip(FIGURES, values(state, seat), strict=True))


def values(state: State, seat: int) -> tuple[int, ...]:
    """The same, without their names."""
    p = state.players[seat]
    fire, water, earth, air = p.cults
    return p.vp, p.coin, p.worker, p.priest, p.bowl1, p.bowl2, p.bowl3, fire, water, earth, air


def faction(state: State, seat: int) -> str | None:
    """The faction of a seat, None before it is chosen."""
    return state.players[seat].faction or None


def priest_room(player: Player) -> int:
    """TM-4.3.2: how many priests the player may still gain; those on order spaces do not come back (TM-4.2)."""
    return player.priest_limit - player.priests_on_orders - player.priest


def add_priests(book: Book, player: Player, delta: int, source: str) -> None:
    """TM-4.3.2: priests beyond the limit are lost; TM-16.8.4: the Riverwalkers decide on each one first."""
    if delta > 0 and player.unlocked and len(player.unlocked) < WHEEL_SIZE:
        player.unlocks_owed += delta
        return
    enter(book, player, "priest", min(delta, priest_room(player)), source)


def add_bowls(book: Book, player: Player, one: int, two: int, three: int, source: str) -> None:
    """Change each of the three bowls by a number of tokens."""
    enter(book, player, "bowl1", one, source)
    enter(book, player, "bowl2", two, source)
    enter(book, player, "bowl3", three, source)


def add_steps(book: Book, player: Player, track: int, delta: int, source: str) -> None:
    """Change the position on a cult track."""
    if delta:
        player.cults[track] += delta
        book.append(Entry(player.seat, CULTS[track], delta, source))


def enter_offer(book: Book, receiver: int, delta: int, source: str) -> None:
    """Enter a change of the power on offer to a seat: a figure that no log prints."""
    book.append(Entry(receiver, OFFERED, delta, source))


def room(player: Player) -> int:
    """TM-4.3.1: how much power the player can still gain."""
    return 2 * player.bowl1 + player.bowl2


def gain_power(book: Book, player: Player, n: int, source: str) -> int:
    """TM-4.3.1: move tokens I to II while there are any, then II to III; any excess is lost. Returns the moves made."""
    first = min(n, player.bowl1)
    second = min(n - first, player.bowl2 + first)
    if first:
        enter(book, player, "bowl1", -first, source)
    if first != second:
        enter(book, player, "bowl2", first - second, source)
    if second:
        enter(book, player, "bowl3", second, source)
    return first + second


def spend_power(book: Book, player: Player, n: int, source: str) -> None:
    """TM-4.3.3: `n` tokens go from bowl III to bowl I; the caller has checked that they are there."""
    enter(book, player, "bowl1", n, source)
    enter(book, player, "bowl3", -n, source)


def change(book: Book, player: Player, resource: str, delta: int, source: str) -> None:
    """Change one of `RESOURCES`: priests up to their limit, power by the moves of TM-4.3.1 and TM-4.3.3."""
    if resource == "priest":
        add_priests(book, player, delta, source)
    elif resource != "power":
        enter(book, player, resource, delta, source)
    elif delta > 0:
        gain_power(book, player, delta, source)
    else:
        spend_power(book, player, -delta, source)


def affords(player: Player, cost: Amounts) -> bool:
    """TM-4.3.4: whether a cost in coins, workers and priests can be paid in full, without any conversions."""
    return (
        player.coin >= cost.get("coin", 0)
        and player.worker >= cost.get("worker", 0)
        and player.priest >= cost.get("priest", 0)
    )


def pay(book: Book, player: Player, cost: Amounts, source: str) -> None:
    """Pay a cost in coins, workers and priests; the caller has checked that it can be paid."""
    for resource in ("coin", "worker", "priest"):
        if resource in cost:
            enter(book, player, resource, -cost[resource], source)


def tokens(player: Player) -> int:
    """How many power tokens the player has."""
    return player.bowl1 + player.bowl2 + player.bowl3


def gain_tokens(book: Book, player: Player, n: int, bowl: int, source: str) -> None:
    """TM-16.4.4, TM-16.6.1: new power tokens, into bowl I (1) or bowl III (3)."""
    player.tokens_gained += n
    add_bowls(book, player, n if bowl == 1 else 0, 0, n if bowl == 3 else 0, source)


def remove_tokens(book: Book, player: Player, n: int, source: str) -> None:
    """TM-16.4.2, TM-16.6.3: tokens leave the game, from bowl I first, then II, then III; checked by the caller."""
    one = min(n, player.bowl1)
    two = min(n - one, player.bowl2)
    player.burnt += n
    add_bowls(book, player, -one, -two, -(n - one - two), source)
