"""Gains, losses and the hammer: section 6D. Every change of a figure is entered into `book` with its source."""

from engine.games.dice_forge.components import CARD_SPACES, LAP, LAP_GLORY, Bundle
from engine.games.dice_forge.state import Player
from engine.ledger import Entry

Book = list[Entry]


def _kept(book: Book, player: Player, figure: str, n: int, space: int, source: str) -> int:
    """DF-6.70: the reserve takes what there is space for; the excess is lost, and a gain is never refused (DF-6.71)."""
    kept = min(n, space)
    if kept:
        book.append(Entry(player.seat, figure, kept, source))
    if kept < n:
        lost = f"lost_{figure}"
        setattr(player, lost, getattr(player, lost) + n - kept)
        book.append(Entry(player.seat, lost, n - kept, source))
    return kept


def gain_glory(book: Book, player: Player, n: int, source: str) -> None:
    """DF-6.70, DF-4.3: glory has no cap."""
    if n:
        player.glory += n
        book.append(Entry(player.seat, "vp", n, source))


def gain(book: Book, player: Player, amounts: Bundle, source: str) -> None:
    """DF-6.70: gain all amounts of a bundle."""
    gold, sun, moon, glory = amounts
    if gold:
        player.gold += _kept(book, player, "gold", gold, player.gold_cap - player.gold, source)
    if sun:
        player.sun += _kept(book, player, "sun", sun, player.sun_cap - player.sun, source)
    if moon:
        player.moon += _kept(book, player, "moon", moon, player.moon_cap - player.moon, source)
    if glory:
        gain_glory(book, player, glory, source)


def lose(book: Book, player: Player, amounts: Bundle, source: str) -> None:
    """DF-6.72: lose what is there of each amount, never more; the hammer is not touched.

    Glory is lost too (DF-11.30), that of cards is not.
    """
    gold, sun, moon, glory = amounts
    spend(book, player, min(gold, player.gold), min(sun, player.sun), min(moon, player.moon), source)
    if lost := min(glory, player.glory):
        player.glory -= lost
        book.append(Entry(player.seat, "vp", -lost, source))


def spend(book: Book, player: Player, gold: int, sun: int, moon: int, source: str) -> None:
    """DF-6.73: pay out of the reserve; that all is there was checked before."""
    if gold:
        player.gold -= gold
        book.append(Entry(player.seat, "gold", -gold, source))
    if sun:
        player.sun -= sun
        book.append(Entry(player.seat, "sun", -sun, source))
    if moon:
        player.moon -= moon
        book.append(Entry(player.seat, "moon", -moon, source))


def gain_split(book: Book, player: Player, gold: int, to_hammer: int, rule: str, source: str) -> None:
    """DF-6.75: of one gain of gold, so much goes on the hammer, the rest to the reserve (DF-11.26)."""
    advance_hammer(book, player, to_hammer, rule)
    gain(book, player, (gold - to_hammer, 0, 0, 0), source)


def advance_hammer(book: Book, player: Player, spaces: int, rule: str) -> None:
    """DF-6.76: every goal reached or passed pays, lap I and lap II of a card in turn; a full hammer is done (DF-6.79).

    DF-6.77, DF-11.38: how far one advance may go is in `room`; hammers are filled one after the other (DF-11.25).
    DF-6.78: with the old bug, lap II of a card does not pay if its lap I was passed in the same advance.
    """
    if not spaces:
        return
    old = player.hammer_position
    player.hammer_position = new = old + spaces
    book.append(Entry(player.seat, "hammer", spaces, "gold"))
    for goal in range(old // LAP + 1, new // LAP + 1):
        lap = (goal - 1) % len(LAP_GLORY)
        first_of_card = (goal - 1) * LAP // CARD_SPACES * CARD_SPACES + LAP
        if lap and rule == "bga_legacy" and old < first_of_card:
            continue
        gain_glory(book, player, LAP_GLORY[lap], f"hammer_{lap + 1}")


def add_tokens(book: Book, player: Player, token: str, n: int, source: str) -> None:
    """DF-3.4: gain or discard tokens (`cerberus` or `triton`); there are as many as cards that grant them."""
    if token == "cerberus":
        player.cerberus_tokens += n
    else:
        player.triton_tokens += n
    book.append(Entry(player.seat, token, n, source))
