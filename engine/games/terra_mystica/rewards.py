"""What tables give (TM-4.4), and what is earned from the round's tile (TM-7.13) and from spades (TM-7.3.9)."""

from engine.games.terra_mystica.components import CULTS, FAVOR_TILES, SCORING_TILES, Amounts
from engine.games.terra_mystica.cults import advance, gain_keys
from engine.games.terra_mystica.figures import RESOURCES, change, gain_power
from engine.games.terra_mystica.state import Player, State
from engine.ledger import Book, enter


def gain(book: Book, state: State, player: Player, amounts: Amounts, source: str) -> None:
    """Give a player the amounts of a table (TM-4.4).

    Spades, favor tiles, bridges and actions are follow-ups, not gains: the code that grants them sets them.
    """
    for resource, n in amounts.items():
        if resource in RESOURCES:
            change(book, player, resource, n, source)
        elif resource == "key":
            gain_keys(book, state, player, n)
        elif resource in CULTS:
            advance(book, state, player, CULTS.index(resource), n, source)
        elif resource == "ship_step":
            step_ship(book, player)
        elif resource == "carpet_range":
            widen_carpet(player)


def step_ship(book: Book, player: Player) -> None:
    """TM-7.5.3: a shipping step with the VP of the level reached; Fakirs fly further instead, Dwarves get nothing."""
    rules = player.rules
    if rules.carpet is not None:
        widen_carpet(player)
    elif player.shipping < rules.shipping.max:
        player.shipping += 1
        enter(book, player, "vp", rules.shipping.vp[player.shipping - 1], "shipping")


def widen_carpet(player: Player) -> None:
    """TM-6.3.5: one more hex to fly over, up to four."""
    carpet = player.rules.carpet
    if carpet is not None:
        player.carpet_range = min(carpet.max, player.carpet_range + 1)


def round_vp(state: State, what: str) -> int:
    """TM-7.13.1: the VP that the current round's scoring tile gives for something; 0 outside rounds 1 to 6."""
    if not 1 <= state.round <= len(state.scoring):
        return 0
    return SCORING_TILES[state.scoring[state.round - 1]].vp.get(what, 0)


def build_vp(book: Book, state: State, player: Player, kind: str) -> None:
    """TM-7.13.1, TM-7.13.2: VP of the favor tiles in hand and of the round's scoring tile for a structure."""
    for tile in player.favor_tiles:
        if vp := FAVOR_TILES[tile].build_vp.get(kind):
            enter(book, player, "vp", vp, f"favor_build:{tile}")
    enter(book, player, "vp", round_vp(state, kind), "scoring_tile")


def on_spades(book: Book, state: State, player: Player, n: int) -> None:
    """TM-7.3.10: what a faction gets per spade: a VP for Halflings, power for Alchemists with a stronghold; TM-7.8.8.

    TM-7.3.9, TM-11.1: the scoring tile gives its VP per spade only in the action phase (TM-7.3.12).
    """
    if not n:
        return
    if state.phase == "action":
        enter(book, player, "vp", round_vp(state, "spade") * n, "scoring_tile")
    rules = player.rules
    enter(book, player, "vp", rules.on_spade.get("vp", 0) * n, "faction_spade")
    if player.built["stronghold"]:
        power = rules.stronghold.on_spade.get("power", 0) * n
        if power:
            gain_power(book, player, power, "faction_spade")


def spades_gained(book: Book, state: State, player: Player, n: int) -> None:
    """TM-7.3.9: with `on_gain`, a spade counts when it is gained, whether or not it is used (TM-11.2)."""
    if state.options.spade_vp_timing == "on_gain":
        on_spades(book, state, player, n)


def spades_used(book: Book, state: State, player: Player, n: int) -> None:
    """TM-7.3.9: with `on_use`, a spade counts when it is used."""
    if state.options.spade_vp_timing == "on_use":
        on_spades(book, state, player, n)
