"""The end of the game: section 10 of the rulebook."""

from collections.abc import Callable, Mapping

from engine.declaration import Standing, ranked
from engine.games.terra_mystica.areas import areas
from engine.games.terra_mystica.components import COMPONENTS, CULTS
from engine.games.terra_mystica.figures import add_priests, spend_power
from engine.games.terra_mystica.final_tiles import FINAL_TILES, value_of
from engine.games.terra_mystica.landscapes import cult_standing
from engine.games.terra_mystica.power import burn
from engine.games.terra_mystica.state import Player, State
from engine.ledger import Book, enter

AREA_VP = next(final.vp for final in COMPONENTS.final_scoring if final.id == "area")


def shares(values: Mapping[int, int], prizes: list[int]) -> dict[int, int]:
    """TM-10.2: the prizes by rank; ties share the prizes of the places they occupy, rounded down; 0 scores nothing."""
    won: dict[int, int] = {}
    place = 0
    for value in sorted(set(values.values()), reverse=True):
        equals = [seat for seat in values if values[seat] == value]
        share = sum(prizes[place : place + len(equals)]) // len(equals)
        place += len(equals)
        if value:
            won.update(dict.fromkeys(equals, share))
    return won


def score_cult(state: State, track: int) -> Book:
    """TM-10.3: the positions on one cult track. TM-10.8: dropped players are also scored."""
    book: Book = []
    players = [player for player in state.players if player.faction]
    won = shares({player.seat: cult_standing(player, track) for player in players}, COMPONENTS.cult_track.final_vp)
    for player in players:
        enter(book, player, "vp", won.get(player.seat, 0), f"final_cult:{CULTS[track]}")
    return book


def score_area(state: State) -> Book:
    """TM-10.4: the largest number of connected structures of a player."""
    book: Book = []
    players = [player for player in state.players if player.faction]
    won = shares({player.seat: largest_area(state, player) for player in players}, AREA_VP)
    for player in players:
        enter(book, player, "vp", won.get(player.seat, 0), "final_area")
    return book


def largest_area(state: State, player: Player) -> int:
    """TM-10.4: the number of a player's structures in the largest connected set."""
    return max(map(len, areas(state, player)), default=0)


def score_final_tile(state: State) -> Book:
    """TM-10.5, TM-16.1.1: the tile of Fire & Ice."""
    book: Book = []
    players = [player for player in state.players if player.faction]
    won = shares({player.seat: value_of(state, player) for player in players}, FINAL_TILES[state.final_tile].vp)
    for player in players:
        enter(book, player, "vp", won.get(player.seat, 0), "final_fire_ice")
    return book


def score_resources(state: State) -> Book:
    """TM-10.6, TM-11.22: burn power, convert everything into coins, and coins into victory points."""
    book: Book = []
    for player in state.players:
        if not player.faction:
            continue
        source = "final_resources"
        if player.bowl2 // 2:
            burn(book, player, player.bowl2 // 2, source)
        coins = player.bowl3 + player.priest + player.worker
        if player.bowl3:
            spend_power(book, player, player.bowl3, source)
        add_priests(book, player, -player.priest, source)
        enter(book, player, "worker", -player.worker, source)
        vp, rest = divmod(player.coin + coins, player.rules.final_coin_rate)
        enter(book, player, "coin", rest - player.coin, source)
        enter(book, player, "vp", vp, source)
    return book


def _cult_scoring(track: int) -> Callable[[State], Book]:
    return lambda state: score_cult(state, track)


SCORINGS: tuple[tuple[str, Callable[[State], Book]], ...] = (
    *((f"final_cult:{cult}", _cult_scoring(track)) for track, cult in enumerate(CULTS)),
    ("final_area", score_area),
    ("final_resources", score_resources),
)
SCORINGS_WITH_TILE = (("final_fire_ice", score_final_tile), *SCORINGS)


def scorings(state: State) -> tuple[tuple[str, Callable[[State], Book]], ...]:
    """TM-10.1: the final scorings in their order: the tile of Fire & Ice comes first."""
    return SCORINGS_WITH_TILE if state.final_tile else SCORINGS


def standings(state: State) -> list[Standing] | None:
    """TM-10.7, TM-10.8: most VP win, ties are shared; dropped players are ranked and flagged; None before the end."""
    if state.phase != "over":
        return None
    dropped = frozenset(player.seat for player in state.players if player.dropped)
    return ranked({player.seat: player.vp for player in state.players}, dropped)
