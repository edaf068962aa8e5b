"""The figures of a seat, and their changes (section 6D): gains, losses and the hammer.

Every change is entered in `book` with its source.
"""

from engine.games.dice_forge.components import CARD_SPACES, LAP, LAP_GLORY, Bundle
from engine.games.dice_forge.state import Player, State
from engine.ledger import Book, Entry, enter

FIGURES = (
    "vp",
    "gold",
    "sun",
    "moon",
    "hammer",
    "forged",
    "cards",
    "cerberus",
    "triton",
    "lost_gold",
    "lost_sun",
    "lost_moon",
)


def figures(state: State, seat: int) -> dict[str, int]:
    """The figures of a seat; `vp` is the glory won, including that of the cards once they are counted (DF-10.2)."""
    player = state.players[seat]
    return {
        "vp": player.vp,
        "gold": player.gold,
        "sun": player.sun,
        "moon": player.moon,
        "hammer": player.hammer,
        "forged": player.forged,
        "cards": len(player.cards),
        "cerberus": player.cerberus,
        "triton": player.triton,
        "lost_gold": player.lost_gold,
        "lost_sun": player.lost_sun,
        "lost_moon": player.lost_moon,
    }


def gain(book: Book, player: Player, amounts: Bundle, source: str) -> None:
    """DF-6.70: gain all amounts of a bundle; glory has no cap (DF-4.3)."""
    gold, sun, moon, glory = amounts
    if gold:
        _gain(book, player, "gold", gold, player.gold_cap - player.gold, source)
    if sun:
        _gain(book, player, "sun", sun, player.sun_cap - player.sun, source)
    if moon:
        _gain(book, player, "moon", moon, player.moon_cap - player.moon, source)
    if glory:
        enter(book, player, "vp", glory, source)


def _gain(book: Book, player: Player, figure: str, n: int, space: int, source: str) -> None:
    """DF-6.70: the reserve takes what it has space for; the excess is lost; a gain is never refused (DF-6.71)."""
    taken = min(n, space)
    enter(book, player, figure, taken, source)
    enter(book, player, f"lost_{figure}", n - taken, source)


def lose(book: Book, player: Player, amounts: Bundle, source: str) -> None:
    """DF-6.72: lose each amount as far as available, never more; the hammer is not touched.

    Glory is also lost (DF-11.30), but not that of cards.
    """
    for figure, amount in zip(("gold", "sun", "moon", "vp"), amounts, strict=True):
        if amount:
            enter(book, player, figure, -min(amount, getattr(player, figure)), source)


def gain_split(book: Book, player: Player, gold: int, to_hammer: int, rule: str, source: str) -> None:
    """DF-6.75: from one gain of gold, put `to_hammer` on the hammer and the rest in the reserve (DF-11.26)."""
    advance_hammer(book, player, to_hammer, rule)
    gain(book, player, (gold - to_hammer, 0, 0, 0), source)


def advance_hammer(book: Book, player: Player, spaces: int, rule: str) -> None:
    """DF-6.76: every goal reached or passed pays, lap I and lap II of a card in turn; a full hammer is done (DF-6.79).

    DF-6.77, DF-11.38: `room` determines how far one advance may go; hammers are filled in sequence (DF-11.25). DF-6.78:
    with the old bug, lap II of a card does not pay if its lap I was passed in the same advance.
    """
    old, new = player.hammer, player.hammer + spaces
    enter(book, player, "hammer", spaces, "gold")
    for passed in range(old // LAP, new // LAP):
        lap = passed % len(LAP_GLORY)
        first_of_card = passed * LAP // CARD_SPACES * CARD_SPACES + LAP
        if lap and rule == "bga_legacy" and old < first_of_card:
            continue
        enter(book, player, "vp", LAP_GLORY[lap], f"hammer_{lap + 1}")


def discard(book: Book, player: Player, face: str, source: str) -> None:
    """DF-7.26: add a replaced face; the number of these is how many faces the player has forged."""
    player.discard.append(face)
    book.append(Entry(player.seat, "forged", 1, source))


def take(book: Book, player: Player, card: str) -> None:
    """DF-7.34 (4): give a card to a player."""
    player.cards.append(card)
    book.append(Entry(player.seat, "cards", 1, card))
