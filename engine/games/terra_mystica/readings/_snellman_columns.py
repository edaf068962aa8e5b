"""The columns of a ledger's rows: the values whose changes they state, and the cult steps owed (TM-17.2.2)."""

from collections.abc import Iterable

from engine.games.terra_mystica.state import Player
from events.notations._snellman_document import Figures

DELTAS = ("vp", "coin", "worker", "priest", "power", "cults")


def takes_steps(player: Player) -> bool:
    """TM-17.3: whether `[opponent accepted power]` grants a cult step, and not a token (TM-16.6.1)."""
    return player.rules.on_leech is not None and "cult_choice" in player.rules.on_leech.any_taken


def steps_owed(cult_owed: Iterable[int]) -> int:
    """TM-17.2.2: the cult steps still to be chosen: rows count steps where they are granted, not where they are taken.

    They are granted by an action, by the row `[opponent accepted power]`, and to the Acolytes by spades (TM-16.4.4).
    """
    return sum(cult_owed)


def changing(figures: Figures, owed: int) -> Figures:
    """TM-17.2.2: the values whose changes a row states: VP, C, W, P, power, and the cults including the steps owed.

    Power counts the moves of its tokens.
    """
    vp, coin, worker, priest, _, two, three, fire, water, earth, air = figures
    return vp, coin, worker, priest, two + 2 * three, fire + water + earth + air + owed


def changed(sums: Figures, deltas: Figures) -> Figures:
    """TM-17.2.2: the values after the changes that a row states."""
    vp, coin, worker, priest, power, cults = sums
    d_vp, d_coin, d_worker, d_priest, d_power, d_cults = deltas
    return vp + d_vp, coin + d_coin, worker + d_worker, priest + d_priest, power + d_power, cults + d_cults
