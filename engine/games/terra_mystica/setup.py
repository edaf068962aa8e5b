"""The setup: section 5 of the rulebook, with the chance outcomes of section 8."""

from collections.abc import Collection, Iterator
from functools import partial

from engine.chance import Combination, Outcome, Permutation
from engine.clause import Violation
from engine.games.terra_mystica.board import RIVER, Board, board, custom_board
from engine.games.terra_mystica.buildings import put_structure
from engine.games.terra_mystica.choosing import begin_selection
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    COMPONENTS,
    FAVOR_TILES,
    GAME,
    ICE,
    SCORING_TILES,
    TERRAINS,
    TOWN_TILES,
    VOLCANO,
    WHEEL_SIZE,
)
from engine.games.terra_mystica.homes import home_of, initial_terrain
from engine.games.terra_mystica.options import CUSTOM, Options, options_of
from engine.games.terra_mystica.riverwalkers import may_begin_at
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.ledger import Book
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count
from events.vocabulary.terra_mystica import (
    ChooseInitialBonusCard,
    DrawBonusCards,
    DrawScoringTiles,
    DrawSeating,
    PlaceInitialDwelling,
)

ROUNDS = range(1, GAME.rounds + 1)
MOST_START_DWELLINGS = max(faction.start_dwellings for faction in COMPONENTS.faction)
LAST_TO_PLACE = 1  # a faction with a single dwelling places it last (TM-5.5.2)


def start(header: Header) -> State:
    """The position before the first record: TM-5.1; TM-5.2.1: the first seat starts; TM-11.11, TM-11.34: the tiles.

    Raises Unsupported, or Unreadable for a wrong number of players.
    """
    options = options_of(header)
    players = len(header.seats)
    if not GAME.players_min <= players <= GAME.players_max:
        raise Unreadable(count(players, "player"), f"{GAME.players_min} to {GAME.players_max} players", line=1)
    rows = options.map_rows
    the_board = custom_board(rows, options.first_row_index) if rows else board(options.map)
    hexes = len(the_board.names)
    _check_map(options, the_board)
    return State(
        options=options,
        players=[Player(seat) for seat in range(players)],
        terrain=list(the_board.terrain),
        owner=[NOBODY] * hexes,
        kind=[""] * hexes,
        in_town=[False] * hexes,
        phase="setup_seating" if options.random_seating else "setup_scoring",
        order=list(range(players)),
        favor_pool={tile.id: tile.count for tile in FAVOR_TILES.values()},
        town_pool={tile.id: tile.count for tile in TOWN_TILES.values() if _in_play(options, tile.option)},
        order_spaces=[list(cult.order_spaces) for cult in COMPONENTS.cult],
        final_tile=options.fire_ice_final_scoring if options.fire_ice_final_scoring not in ("none", "random") else "",
    )


def _check_map(options: Options, the_board: Board) -> None:
    """TM-12.2: check that rows in a header have room for every faction's initial dwellings. Raises Unreadable."""
    if options.map != CUSTOM:
        return
    for terrain in range(WHEEL_SIZE):
        hexes = [h for h in the_board.land if the_board.terrain[h] == terrain]
        by_river = sum(bool(the_board.near[-1][h]) for h in hexes)
        if len(hexes) < MOST_START_DWELLINGS or ("variable" in options.fire_ice_factions and by_river < 2):
            raise Unreadable(
                f"{len(hexes)} hexes of {TERRAINS[terrain]}, {by_river} of them by a river",
                f"{MOST_START_DWELLINGS} or more, with the variable factions 2 of them by a river",
                line=1,
                path="$.options.map_rows",
            )


def _in_play(options: Options, option: str) -> bool:
    return not option or bool(getattr(options, option))


# --- chance ---------------------------------------------------------------------------------------------------------


def seating(state: State) -> Outcome:
    """TM-8.1: every order of the seats."""
    return Outcome(DrawSeating, "TM-8.1", order=Permutation(range(len(state.players))))


def draw_seating(state: State, actor: None, event: DrawSeating) -> Book:
    """TM-8.1: the turn order of the seats."""
    state.order = list(event.order)
    state.phase = "setup_scoring"
    return []


def scoring_tiles_in_play(state: State) -> list[str]:
    """TM-3.1: the scoring tiles that the options allow."""
    return [tile.id for tile in SCORING_TILES.values() if _in_play(state.options, tile.option)]


def may_lie(tile: str, number: int) -> bool:
    """TM-5.2.2: whether a scoring tile may lie in a round (from 1)."""
    return number not in SCORING_TILES[tile].not_in_rounds


def _check_places(state: State, event: DrawScoringTiles) -> None:
    if Permutation(scoring_tiles_in_play(state), GAME.rounds).allows(event.tiles):
        tile, number = next(each for each in zip(event.tiles, ROUNDS, strict=True) if not may_lie(*each))
        raise Violation("TM-5.2.2", tile=tile, round=number)


def scoring_tiles(state: State) -> Outcome:
    """TM-8.2: six different scoring tiles in every order that TM-5.2.2 allows."""
    tiles = Permutation(scoring_tiles_in_play(state), GAME.rounds, where=lambda tiles: all(map(may_lie, tiles, ROUNDS)))
    return Outcome(DrawScoringTiles, "TM-8.2", "", partial(_check_places, state), tiles=tiles)


def draw_scoring_tiles(state: State, actor: None, event: DrawScoringTiles) -> Book:
    """TM-8.2, TM-5.2.2: six different scoring tiles, one per round."""
    state.scoring = list(event.tiles)
    state.phase = "setup_cards"
    return []


def bonus_cards_in_play(state: State) -> list[str]:
    """TM-3.1: the bonus cards that the options allow, of which players + 3 are used."""
    return [card.id for card in BONUS_CARDS.values() if _in_play(state.options, card.option)]


def in_order_of_table(state: State, cards: Collection[str]) -> tuple[str, ...]:
    """TM-8.3: those of these cards that are in play, in the order of the table."""
    return tuple(card for card in bonus_cards_in_play(state) if card in cards)


def bonus_cards_used(state: State) -> int:
    """TM-5.2.3: how many bonus cards are in the game."""
    return len(state.players) + GAME.bonus_cards_extra


def bonus_cards(state: State) -> Outcome:
    """TM-8.3: the required number of bonus cards in play, named in any order."""
    cards = Combination(bonus_cards_in_play(state), bonus_cards_used(state), any_order=True)
    return Outcome(DrawBonusCards, "TM-8.3", cards=cards)


def draw_bonus_cards(state: State, actor: None, event: DrawBonusCards) -> Book:
    """TM-8.3, TM-5.2.3: the bonus cards of the game, without coins."""
    state.bonus_pool = dict.fromkeys(in_order_of_table(state, event.cards), 0)
    if state.options.fire_ice_final_scoring == "random":
        state.phase = "setup_final"
    else:
        begin_selection(state)
    return []


# --- dwellings and bonus cards --------------------------------------------------------------------------------------


def placements(state: State) -> list[int]:
    """TM-5.5.1, TM-5.5.2, TM-11.31: the seats in the order in which they place their dwellings."""
    seats = [seat for seat in state.order if not state.players[seat].dropped]
    dwellings = {seat: state.players[seat].rules.start_dwellings for seat in seats}
    twice = [seat for seat in seats if dwellings[seat] > LAST_TO_PLACE]
    more = [seat for seat in twice for _ in range(dwellings[seat] - 2)]
    last = [seat for seat in seats if dwellings[seat] == LAST_TO_PLACE]
    return [*twice, *reversed(twice), *more, *last]


def legal_initial_dwellings(state: State, seat: int) -> Iterator[PlaceInitialDwelling]:
    """TM-5.5.3: every empty hex of the home terrain; TM-16.2.3: with Fire & Ice, of the terrain chosen."""
    player = state.players[seat]
    wanted = initial_terrain(player)
    for h in state.board.land:
        if state.terrain[h] == wanted and state.owner[h] == NOBODY and may_begin_at(state, player, h):
            yield PlaceInitialDwelling(state.board.names[h])


def place_initial_dwelling(state: State, seat: int, event: PlaceInitialDwelling) -> Book:
    """TM-5.5.3: a dwelling on an empty hex of the home terrain, with no cost, reach, offers or VP.

    Raises Violation TM-5.5.3 for another hex, TM-16.2.3 where a Fire & Ice faction may not begin.
    """
    player = state.players[seat]
    h = state.board.numbers.get(event.hex, NOBODY)
    if h == NOBODY or state.board.terrain[h] == RIVER or state.owner[h] != NOBODY:
        raise Violation("TM-5.5.3", hex=event.hex, empty=False)
    if state.terrain[h] != initial_terrain(player):
        raise Violation("TM-5.5.3", hex=event.hex, terrain=TERRAINS[state.terrain[h]], home=player.rules.home)
    if not may_begin_at(state, player, h):
        raise Violation("TM-16.2.3", hex=event.hex, by_a_river=False)
    begin_at(state, player, h)
    state.waiting.pop(0)
    return []


def begin_at(state: State, player: Player, h: int) -> None:
    """Put an initial dwelling on a hex; TM-16.2.3: there it becomes ice or volcano."""
    home = home_of(player)
    if home in (ICE, VOLCANO):
        state.terrain[h] = home
    put_structure(state, player, h, "dwelling")


def legal_initial_bonus_cards(state: State, seat: int) -> Iterator[ChooseInitialBonusCard]:
    """Every card of the pool: TM-5.6.1."""
    return (ChooseInitialBonusCard(card) for card in BONUS_CARDS if card in state.bonus_pool)


def choose_initial_bonus_card(state: State, seat: int, event: ChooseInitialBonusCard) -> Book:
    """TM-5.6.1: take one card of the pool."""
    if event.card not in state.bonus_pool:
        raise Violation("TM-5.6.1", card=event.card, pool=list(state.bonus_pool))
    del state.bonus_pool[event.card]
    state.players[seat].bonus_card = event.card
    state.waiting.pop(0)
    return []
