"""Setup: the header, and what is dealt before the first turn (section 5)."""

from engine.agenda import head
from engine.chance import Deal, OneOf, Outcome, Permutation
from engine.clause import Violation
from engine.games.gaia.cards import Unseen, check_drawn, check_objective, piles_in_play, see
from engine.games.gaia.catalogue import catalogue_of
from engine.games.gaia.components import (
    CONSTANTS,
    LIFE,
    NATURE,
    PILE_TABLES,
    PILES,
    PLAYER_COUNTS,
    POWER,
    TILES,
)
from engine.games.gaia.figures import draw_card
from engine.games.gaia.items import Action, HandDeal, Item, ObjectivesDeal, RowDeal, StartPlayerDraw
from engine.games.gaia.options import options_of, pile_totals
from engine.games.gaia.state import Objective, Player, State
from engine.ledger import Book
from events.log.codec import Unreadable
from events.log.record import Header
from events.problems import count
from events.vocabulary.gaia import HandDealt, ObjectivesDealt, RowDealt, StartPlayerDrawn


def start(header: Header) -> State:
    """The state before the first record: everything in stock, nothing dealt (GA-5.7.1).

    Raises Unreadable for a number of players that the game does not have (GA-5.1.1), Unsupported for an option
    (GA-5.1.4), Violation for a catalogue that breaks sections 5.2 or 8.2, or for equal colours (GA-5.1.1, GA-3.1.4).
    """
    players = len(header.seats)
    if players not in PLAYER_COUNTS:
        raise Unreadable(count(players, "player"), "2 to 5 players (GA-5.1.4)", line=1, path="$.seats")
    colours = [seat.faction for seat in header.seats if seat.faction is not None]
    if len(set(colours)) != len(colours):
        raise Violation("GA-5.1.1", colours=colours)
    options = options_of(header)
    advanced = options.mode != "basic"
    total = PLAYER_COUNTS[players].meeples_each
    state = State(
        options=options,
        catalogue=catalogue_of(header, options),
        total=total,
        advanced=advanced,
        public=options.information == "public",
        players=[Player(seat, total) for seat in range(players)],
        stock=dict(TILES),
        animal_stock=CONSTANTS.animal_tokens,
        deck_size=pile_totals(options),
        row={pile: [] for pile in PILES},
        seen={},
        discard={pile: [] for pile in PILES},
        unknown_discards=dict.fromkeys(PILES, 0),
    )
    state.agenda = _deals(state)[::-1]
    return state


def _deals(state: State) -> list[Item]:
    """GA-5.1.5: what is dealt, in order: rows, objectives, hands, the start player."""
    rows = [RowDeal(None, pile) for pile in piles_in_play(state)]
    hands = [HandDeal(None, seat) for seat in range(len(state.players))]
    return [*rows, ObjectivesDeal(None), *hands, StartPlayerDraw(None)]


def initial_hand(state: State, pile: str) -> int:
    """GA-5.5.1: how many cards of a pile a first hand has."""
    return PILE_TABLES[pile].initial_hand if pile in piles_in_play(state) else 0


def row(state: State) -> Outcome:
    """GA-5.3.1: as many named cards of the pile as its row has slots."""
    pile = head(state.agenda, RowDeal).pile
    slots = PILE_TABLES[pile].row

    def why(event: RowDealt) -> None:
        _check_deal(state, "GA-5.3.1", pile, event.cards, slots)

    return Outcome(RowDealt, "GA-5.3.1", "GA-5.1.5", why, pile=pile, cards=Deal(Unseen(state, pile), slots))


def deal_row(state: State, actor: None, event: RowDealt) -> Book:
    """GA-5.3.1: named cards of the pile fill the slots in order."""
    state.agenda.pop()
    state.row[event.pile] = list(event.cards)
    state.deck_size[event.pile] -= len(event.cards)
    for card in event.cards:
        see(state, card)
    return []


def shown_objectives(state: State) -> Outcome:
    """GA-5.4.1: distinct objectives, as many as the number of players requires."""
    shown = PLAYER_COUNTS[len(state.players)].objectives_displayed

    def why(event: ObjectivesDealt) -> None:
        _check_objectives(state, event.objectives)

    objectives = Permutation(sorted(state.catalogue.objectives), shown)
    return Outcome(ObjectivesDealt, "GA-5.4.1", "GA-5.1.5", why, objectives=objectives)


def deal_objectives(state: State, actor: None, event: ObjectivesDealt) -> Book:
    """GA-5.4.1: the objectives are displayed; the others are out of the game (GA-5.4.2)."""
    state.agenda.pop()
    state.objectives = [Objective(objective) for objective in event.objectives]
    return []


def first_hand(state: State) -> Outcome:
    """GA-5.5.1: two nature cards, one life card and, in the advanced game, one power card; null in public logs."""

    def why(event: HandDealt) -> None:
        for field, pile in _HAND.items():
            _check_deal(state, "GA-5.5.1", pile, getattr(event, field), initial_hand(state, pile))

    dealt = {field: Deal(Unseen(state, pile), initial_hand(state, pile), state.public) for field, pile in _HAND.items()}
    return Outcome(HandDealt, "GA-5.5.1", "GA-5.1.5", why, player=head(state.agenda, HandDeal).player, **dealt)


def deal_hand(state: State, actor: None, event: HandDealt) -> Book:
    """GA-5.5.1: the first hand of a player."""
    book: Book = []
    state.agenda.pop()
    for field, pile in _HAND.items():
        cards = getattr(event, field)
        state.deck_size[pile] -= len(cards)
        for card in cards:
            draw_card(book, state.players[event.player], pile, card, "deal")
            if card is not None:
                see(state, card)
    return book


def any_seat(state: State) -> Outcome:
    """GA-5.6.1: any seat may begin."""
    return Outcome(StartPlayerDrawn, "GA-5.6.1", player=OneOf(range(len(state.players))))


def start_game(state: State, actor: None, event: StartPlayerDrawn) -> Book:
    """GA-5.7.1: turn 1, with two actions and no hunting."""
    state.start_player = state.active = event.player
    state.turn, state.actions_left = 1, CONSTANTS.actions_per_turn
    state.agenda = [Action(event.player)]
    return []


def _check_deal(state: State, clause: str, pile: str, cards: tuple[str | None, ...], number: int) -> None:
    """Raises Violation `clause` for a wrong number of cards, or the clause that one of the cards breaks."""
    if len(cards) != number:
        raise Violation(clause, pile=pile, cards=len(cards), expected=number)
    for before, card in enumerate(cards):
        check_drawn(state, pile, card, cards[:before])


def _check_objectives(state: State, objectives: tuple[str, ...]) -> None:
    """Raises Violation GA-8.2.7 for an objective that has not been declared, otherwise GA-5.4.1 with what is wrong."""
    shown = PLAYER_COUNTS[len(state.players)].objectives_displayed
    for objective in objectives:
        check_objective(state, objective)
    if len(objectives) != shown or len(set(objectives)) != shown:
        raise Violation("GA-5.4.1", objectives=len(set(objectives)), displayed=shown)
    foreign = [objective for objective in objectives if objective not in state.catalogue.objectives]
    raise Violation("GA-5.4.1", objectives=foreign, mode=state.options.mode)


_HAND = {"nature": NATURE, "life": LIFE, "power": POWER}
