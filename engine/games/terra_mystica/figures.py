"""The changes of a player's figures: TM-4.3. Every change is entered into `book` with its source."""

from engine.games.terra_mystica.components import CULTS, WHEEL_SIZE, Amounts
from engine.games.terra_mystica.state import Player
from engine.ledger import Entry

Book = list[Entry]

FIGURES = ("vp", "coin", "worker", "priest", "bowl1", "bowl2", "bowl3", *CULTS)


def of_player(player: Player) -> dict[str, int]:
    """The eleven figures that ledgers print: VP, coins, workers, priests, bowls I to III, the four cults."""
    fire, water, earth, air = player.cults
    return {
        "vp": player.vp,
        "coin": player.coin,
        "worker": player.worker,
        "priest": player.priest,
        "bowl1": player.bowl1,
        "bowl2": player.bowl2,
        "bowl3": player.bowl3,
        "fire": fire,
        "water": water,
        "earth": earth,
        "air": air,
    }


def add_vp(book: Book, player: Player, delta: int, source: str) -> None:
    """Victory points; a loss was checked before (TM-4.3.5)."""
    if delta:
        player.vp += delta
        book.append(Entry(player.seat, "vp", delta, source))


def add_coins(book: Book, player: Player, delta: int, source: str) -> None:
    """TM-4.3.2: coins have no limit."""
    if delta:
        player.coin += delta
        book.append(Entry(player.seat, "coin", delta, source))


def add_workers(book: Book, player: Player, delta: int, source: str) -> None:
    """TM-4.3.2: workers have no limit."""
    if delta:
        player.worker += delta
        book.append(Entry(player.seat, "worker", delta, source))


def priest_room(player: Player) -> int:
    """TM-4.3.2: how many priests the player may still gain; those on order spaces are gone for good (TM-4.2)."""
    return player.priest_limit - player.priests_on_orders - player.priest


def add_priests(book: Book, player: Player, delta: int, source: str) -> None:
    """TM-4.3.2: priests beyond the limit are lost; TM-16.8.4: the Riverwalkers decide on each one first."""
    if delta > 0 and player.unlocked and len(player.unlocked) < WHEEL_SIZE:
        player.unlocks_owed += delta
        return
    delta = min(delta, priest_room(player))
    if delta:
        player.priest += delta
        book.append(Entry(player.seat, "priest", delta, source))


def add_bowls(book: Book, player: Player, one: int, two: int, three: int, source: str) -> None:
    """Change the three bowls by so many tokens each."""
    seat = player.seat
    if one:
        player.bowl1 += one
        book.append(Entry(seat, "bowl1", one, source))
    if two:
        player.bowl2 += two
        book.append(Entry(seat, "bowl2", two, source))
    if three:
        player.bowl3 += three
        book.append(Entry(seat, "bowl3", three, source))


def room(player: Player) -> int:
    """TM-4.3.1: how much power the player can still gain."""
    return 2 * player.bowl1 + player.bowl2


def gain_power(book: Book, player: Player, n: int, source: str) -> int:
    """TM-4.3.1: move tokens I to II while there are any, then II to III; the excess is lost. Returns the moves made."""
    first = min(n, player.bowl1)
    second = min(n - first, player.bowl2 + first)
    add_bowls(book, player, -first, first - second, second, source)
    return first + second


def spend_power(book: Book, player: Player, n: int, source: str) -> None:
    """TM-4.3.3: `n` tokens go from bowl III to bowl I; that there are so many was checked before."""
    add_bowls(book, player, n, 0, -n, source)


def affords(player: Player, cost: Amounts) -> bool:
    """TM-4.3.4: whether a cost in coins, workers and priests can be paid in full; nothing is converted for it."""
    return (
        player.coin >= cost.get("coin", 0)
        and player.worker >= cost.get("worker", 0)
        and player.priest >= cost.get("priest", 0)
    )


def pay(book: Book, player: Player, cost: Amounts, source: str) -> None:
    """Pay a cost in coins, workers and priests that was checked before."""
    add_coins(book, player, -cost.get("coin", 0), source)
    add_workers(book, player, -cost.get("worker", 0), source)
    add_priests(book, player, -cost.get("priest", 0), source)


def tokens(player: Player) -> int:
    """How many power tokens the player has."""
    return player.bowl1 + player.bowl2 + player.bowl3


def gain_tokens(book: Book, player: Player, n: int, source: str, bowl: int) -> None:
    """TM-16.4.4, TM-16.6.1: new power tokens, into bowl I (1) or bowl III (3)."""
    player.tokens_gained += n
    add_bowls(book, player, n if bowl == 1 else 0, 0, n if bowl == 3 else 0, source)


def remove_tokens(book: Book, player: Player, n: int, source: str) -> None:
    """TM-16.4.2, TM-16.6.3: tokens leave the game, from bowl I first, then II, then III; checked before."""
    one = min(n, player.bowl1)
    two = min(n - one, player.bowl2)
    player.burnt += n
    add_bowls(book, player, -one, -two, -(n - one - two), source)
