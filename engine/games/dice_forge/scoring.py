"""The end of the game: section 10."""

from engine.declaration import Standing, ranked
from engine.games.dice_forge.components import CARDS
from engine.games.dice_forge.state import State
from engine.ledger import Book, enter


def score(state: State) -> Book:
    """DF-10.1, DF-10.2: after the last turn, the glory of all cards is added; leftovers give nothing (DF-10.3)."""
    book: Book = []
    for player in state.players:
        for card in player.cards:
            enter(book, player, "vp", CARDS[card].glory, f"card:{card}")
    state.agenda.clear()
    return book


def standings(state: State) -> list[Standing] | None:
    """DF-10.4, DF-11.37: equal totals share a rank. DF-10.5: with the tie-break of the platform, they do not."""
    if state.agenda:
        return None
    players = state.players
    points = {player.seat: player.vp for player in players}
    dropped = frozenset(player.seat for player in players if player.quit)
    if state.options.tie_breaker == "none":
        return ranked(points, dropped)
    order = sorted(
        players,
        key=lambda p: (-points[p.seat], -p.forged, -len(p.cards), -(p.gold + p.sun + p.moon), p.seat),
    )
    return [Standing(p.seat, points[p.seat], rank, p.seat in dropped) for rank, p in enumerate(order, 1)]
