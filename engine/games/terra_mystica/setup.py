"""The setup: section 5 of the rulebook, with the chance outcomes of section 8."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from engine.clause import Violation
from engine.games.terra_mystica.board import RIVER, board
from engine.games.terra_mystica.buildings import put_structure
from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    COMPONENTS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    GAME,
    SCORING_TILES,
    TERRAINS,
    TOWN_TILES,
)
from engine.games.terra_mystica.figures import Book, add_bowls, add_coins, add_priests, add_vp, add_workers
from engine.games.terra_mystica.options import Options, options_of
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.terraforming import home_of
from engine.ledger import Entry
from events.codec import Unreadable
from events.record import Header
from events.vocabulary.terra_mystica import (
    ChooseFaction,
    ChooseInitialBonusCard,
    ChooseSide,
    DealBoards,
    DrawBonusCards,
    DrawScoringTiles,
    DrawSeating,
    PlaceInitialDwelling,
)

BOARDS = tuple(dict.fromkeys(faction.board for faction in FACTIONS.values()))
LAST_TO_PLACE = 1  # a faction with a single dwelling places it last of all (TM-5.5.2)


def start(header: Header) -> State:
    """The position before the first record: TM-5.1; TM-5.2.1: the first seat starts; TM-11.11, TM-11.34: the tiles.

    Raises Unsupported, or Unreadable for a wrong number of players."""
    options = options_of(header)
    players = len(header.seats)
    if not GAME.players_min <= players <= GAME.players_max:
        raise Unreadable(f"{players} players", f"{GAME.players_min} to {GAME.players_max} players", line=1)
    the_board = board(options.map)
    hexes = len(the_board.names)
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
    )


def _in_play(options: Options, option: str) -> bool:
    return not option or bool(getattr(options, option))


def check_phase(state: State, seat: int | None, phase: str, clause: str) -> None:
    """TM-5.1: the events of the setup come in their order, each from the player whose turn it is."""
    if state.phase != phase:
        raise Violation("TM-5.1", phase=state.phase, needed=phase)
    if seat is not None and (not state.waiting or state.waiting[0] != seat):
        raise Violation(clause, seat=seat, next=state.waiting[0] if state.waiting else None)


# --- chance ---------------------------------------------------------------------------------------------------------


def draw_seating(state: State, event: DrawSeating) -> Book:
    """TM-8.1: the order in which the seats come."""
    check_phase(state, None, "setup_seating", "TM-8.1")
    if sorted(event.order) != list(range(len(state.players))):
        raise Violation("TM-8.1", order=event.order)
    state.order = list(event.order)
    state.phase = "setup_scoring"
    return []


def scoring_tiles_in_play(state: State) -> list[str]:
    """TM-3.1: the scoring tiles that the options allow."""
    return [tile.id for tile in SCORING_TILES.values() if _in_play(state.options, tile.option)]


def may_lie(tile: str, number: int) -> bool:
    """TM-5.2.2: whether a scoring tile may lie in a round (from 1)."""
    return number not in SCORING_TILES[tile].not_in_rounds


def draw_scoring_tiles(state: State, event: DrawScoringTiles) -> Book:
    """TM-8.2, TM-5.2.2: six different scoring tiles, one per round."""
    check_phase(state, None, "setup_scoring", "TM-8.2")
    in_play = scoring_tiles_in_play(state)
    if len(event.tiles) != GAME.rounds or len(set(event.tiles)) != GAME.rounds or not set(event.tiles) <= set(in_play):
        raise Violation("TM-8.2", tiles=event.tiles, in_play=in_play)
    for number, tile in enumerate(event.tiles, 1):
        if not may_lie(tile, number):
            raise Violation("TM-5.2.2", tile=tile, round=number)
    state.scoring = list(event.tiles)
    state.phase = "setup_cards"
    return []


def bonus_cards_in_play(state: State) -> list[str]:
    """TM-3.1: the bonus cards that the options allow, of which players + 3 are used."""
    return [card.id for card in BONUS_CARDS.values() if _in_play(state.options, card.option)]


def bonus_cards_used(state: State) -> int:
    """TM-5.2.3: how many bonus cards are in the game."""
    return len(state.players) + GAME.bonus_cards_extra


def draw_bonus_cards(state: State, event: DrawBonusCards) -> Book:
    """TM-8.3, TM-5.2.3: the bonus cards of the game, in the order of the table, without coins."""
    check_phase(state, None, "setup_cards", "TM-8.3")
    in_play, number = bonus_cards_in_play(state), bonus_cards_used(state)
    if len(event.cards) != number or list(event.cards) != [card for card in in_play if card in event.cards]:
        raise Violation("TM-8.3", cards=event.cards, number=number, in_play=in_play)
    state.bonus_pool = dict.fromkeys(event.cards, 0)
    state.phase = "setup_boards" if state.options.faction_selection == "random_board" else "setup_faction"
    state.waiting = list(state.order)
    return []


def deal_boards(state: State, event: DealBoards) -> Book:
    """TM-8.5, TM-5.3.3: a different board for every player."""
    check_phase(state, None, "setup_boards", "TM-8.5")
    boards = event.boards
    if len(boards) != len(state.players) or len(set(boards)) != len(boards) or not set(boards) <= set(BOARDS):
        raise Violation("TM-8.5", boards=boards)
    for player, dealt in zip(state.players, boards, strict=True):
        player.board = dealt
    state.phase = "setup_faction"
    return []


def legal_chance(state: State) -> Iterator[Any]:
    """Every chance outcome that may come now: section 8."""
    if state.phase == "setup_seating":
        yield from (DrawSeating(order) for order in permutations(range(len(state.players))))
    elif state.phase == "setup_scoring":
        for tiles in permutations(scoring_tiles_in_play(state), GAME.rounds):
            if all(may_lie(tile, number) for number, tile in enumerate(tiles, 1)):
                yield DrawScoringTiles(tiles)
    elif state.phase == "setup_cards":
        yield from (
            DrawBonusCards(cards) for cards in combinations(bonus_cards_in_play(state), bonus_cards_used(state))
        )
    elif state.phase == "setup_boards":
        yield from (DealBoards(boards) for boards in permutations(BOARDS, len(state.players)))


# --- factions -------------------------------------------------------------------------------------------------------


def choose_faction(state: State, seat: int, event: ChooseFaction) -> Book:
    """TM-5.3.2: take a faction whose board nobody has (TM-5.3.1)."""
    check_phase(state, seat, "setup_faction", "TM-5.3.2")
    if state.options.faction_selection != "player_choice":
        raise Violation("TM-5.3.3", faction=event.faction, selection=state.options.faction_selection)
    return _take_faction(state, seat, event.faction)


def choose_side(state: State, seat: int, event: ChooseSide) -> Book:
    """TM-5.3.3: take one of the two factions of the own board."""
    check_phase(state, seat, "setup_faction", "TM-5.3.3")
    faction = FACTIONS.get(event.faction)
    own = state.players[seat].board
    if state.options.faction_selection != "random_board" or faction is None or faction.board != own:
        raise Violation("TM-5.3.3", faction=event.faction, board=own)
    return _take_faction(state, seat, event.faction)


def legal_factions(state: State) -> Iterator[tuple[int, Any]]:
    """Every faction that the player whose turn it is may take."""
    seat = state.waiting[0]
    if state.options.faction_selection == "random_board":
        yield from ((seat, ChooseSide(f.id)) for f in FACTIONS.values() if f.board == state.players[seat].board)
        return
    taken = {player.board for player in state.players}
    yield from ((seat, ChooseFaction(f.id)) for f in FACTIONS.values() if f.board not in taken)


def _take_faction(state: State, seat: int, name: str) -> Book:
    faction = FACTIONS.get(name)
    if faction is None:
        raise Violation("TM-5.3.2", faction=name)
    for other in state.players:
        if other.seat != seat and other.board == faction.board:
            raise Violation("TM-5.3.1", faction=name, board=faction.board, taken_by=other.seat)
    player = state.players[seat]
    player.faction, player.board = faction.id, faction.board
    book: Book = []
    _set_up(book, state, player)
    state.waiting.pop(0)
    if not state.waiting:
        state.phase = "setup_dwellings"
        state.waiting = [each for each in placements(state) if not state.players[each].dropped]  # TM-7.15.4
    return book


def _set_up(book: Book, state: State, player: Player) -> None:
    """TM-5.4.1, TM-5.4.2: the start values of the faction; cult positions give no power.

    TM-5.4.3: the first income comes on top.
    """
    rules = player.rules
    add_vp(book, player, starting_vp(state.options, rules.id), "start")
    add_coins(book, player, rules.start["coin"], "start")
    add_workers(book, player, rules.start["worker"], "start")
    add_priests(book, player, rules.start["priest"], "start")
    add_bowls(book, player, *rules.power, "start")
    for track, cult in enumerate(CULTS):
        player.cults[track] = rules.cult[cult]
        if player.cults[track]:
            book.append(Entry(player.seat, cult, player.cults[track], "start"))
    player.shipping = rules.shipping.start
    player.carpet_range = rules.carpet.range if rules.carpet else 0


def starting_vp(options: Options, faction: str) -> int:
    """TM-5.4.2, TM-11.10: the start VP of a faction; TM-12.5: a table in the header comes before all others."""
    if faction in options.starting_vp_table:
        return options.starting_vp_table[faction]
    name = options.starting_vp if options.starting_vp != "adjusted" else f"adjusted_{options.map}"
    table = next((table for table in COMPONENTS.starting_vp if table.id == name), COMPONENTS.starting_vp[0])
    return table.vp.get(faction, table.default)


# --- dwellings and bonus cards --------------------------------------------------------------------------------------


def placements(state: State) -> list[int]:
    """TM-5.5.1, TM-5.5.2, TM-11.31: the seats in the order in which they place their dwellings."""
    seats = [seat for seat in state.order if not state.players[seat].dropped]
    dwellings = {seat: state.players[seat].rules.start_dwellings for seat in seats}
    twice = [seat for seat in seats if dwellings[seat] > LAST_TO_PLACE]
    more = [seat for seat in twice for _ in range(dwellings[seat] - 2)]
    last = [seat for seat in seats if dwellings[seat] == LAST_TO_PLACE]
    return [*twice, *reversed(twice), *more, *last]


def initial_sites(state: State, seat: int) -> Iterator[PlaceInitialDwelling]:
    """TM-5.5.3: every empty hex of the home terrain."""
    home = home_of(state.players[seat])
    for h in state.board.land:
        if state.terrain[h] == home and state.owner[h] == NOBODY:
            yield PlaceInitialDwelling(state.board.names[h])


def place_initial_dwelling(state: State, seat: int, event: PlaceInitialDwelling) -> Book:
    """TM-5.5.3: a dwelling on an empty hex of the home terrain: no cost, no reach, no offers, no VP."""
    check_phase(state, seat, "setup_dwellings", "TM-5.5.1")
    player = state.players[seat]
    h = state.board.numbers.get(event.hex, NOBODY)
    if h == NOBODY or state.board.terrain[h] == RIVER or state.owner[h] != NOBODY:
        raise Violation("TM-5.5.3", hex=event.hex, empty=False)
    if state.terrain[h] != home_of(player):
        raise Violation("TM-5.5.3", hex=event.hex, terrain=TERRAINS[state.terrain[h]], home=player.rules.home)
    put_structure(state, player, h, "dwelling")
    state.waiting.pop(0)
    return []


def choose_initial_bonus_card(state: State, seat: int, event: ChooseInitialBonusCard) -> Book:
    """TM-5.6.1: take one card of the pool."""
    check_phase(state, seat, "setup_bonus", "TM-5.6.1")
    if event.card not in state.bonus_pool:
        raise Violation("TM-5.6.1", card=event.card, pool=list(state.bonus_pool))
    del state.bonus_pool[event.card]
    state.players[seat].bonus_card = event.card
    state.waiting.pop(0)
    return []


def move_on(state: State) -> None:
    """TM-5.1: from the dwellings to the bonus cards, in reverse seat order (TM-5.6.1), and on to the first income."""
    if state.phase == "setup_dwellings" and not state.waiting:
        state.phase = "setup_bonus"
        state.waiting = [seat for seat in reversed(state.order) if not state.players[seat].dropped]
    if state.phase == "setup_bonus" and not state.waiting:
        state.phase = "income"
