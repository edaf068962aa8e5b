"""What the platform has shown while a game is written: its counters, and the gains of dice still to be shown."""

from collections.abc import Iterable

from engine.games.dice_forge.quirks import COMPOSITE
from engine.games.dice_forge.state import Player
from engine.ledger import Entry

FIGURES = ("gold", "sun", "moon", "vp", "hammer")
_DICE = ("die", "shield", "sentinel", "cyclops", "boar", COMPOSITE)
_NO_LIMIT = 10**9

Amounts = dict[str, int]


class Shown:
    """Per seat: the figures as the counters show them, and gains of dice that were given but not shown yet.

    Gains shown before the rules give them, such as shards next to gold that waits for the hammer, are owed negatively.
    """

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.figures: list[Amounts] = [_figures(player) for player in players]
        self.owed: list[Amounts] = [dict.fromkeys(FIGURES, 0) for _ in players]

    def enter(self, entries: Iterable[Entry], of_dice: bool) -> None:
        """Take in entries. Gains of dice are owed until they are shown; everything else shows at once.

        `of_dice`: whether gold on the hammer comes from dice.
        """
        for entry in entries:
            figure = entry.figure.removeprefix("lost_")
            if figure not in FIGURES:
                continue
            if _is_of_dice(entry, figure, of_dice):
                self.owed[entry.seat][figure] += entry.delta
            elif figure == entry.figure:
                self.figures[entry.seat][figure] += entry.delta

    def show(self, seat: int, amounts: Amounts) -> None:
        """Show gains of dice, as far as they fit; they are no longer owed."""
        player, figures = self.players[seat], self.figures[seat]
        most = {"gold": player.gold_cap, "sun": player.sun_cap, "moon": player.moon_cap}
        for figure, n in amounts.items():
            if n:
                self.owed[seat][figure] -= n
                value = figures[figure] + n
                figures[figure] = max(0, min(max(figures[figure], most.get(figure, _NO_LIMIT)), value))

    def due(self, seat: int, losing: bool) -> Amounts:
        """What has to be shown for a seat: gains, or with the Minotaur losses; empty if there is nothing."""
        owed = self.owed[seat]
        if not any(n > 0 or (losing and n) for n in owed.values()):
            return {}
        return {figure: n for figure, n in owed.items() if n > 0 or losing}


def _is_of_dice(entry: Entry, figure: str, of_dice: bool) -> bool:
    if figure == "hammer":
        return of_dice and entry.source == "gold"
    # DF-16.20: gold that the Minotaur takes is not shown as it is lost.
    return entry.source in _DICE or (entry.source == "minotaur" and figure != "gold")


def _figures(player: Player) -> Amounts:
    return {
        "gold": player.gold,
        "sun": player.sun,
        "moon": player.moon,
        "vp": player.vp,
        "hammer": player.hammer,
    }
