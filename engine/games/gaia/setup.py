"""Setup: the header, and what is dealt before the first turn (section 5)."""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

from engine.clause import Violation
from engine.games.gaia.cards import check_drawn, check_objective, hand_size, piles_in_play, see, to_hand, unseen_cards
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
from engine.games.gaia.options import options_of, pile_totals
from engine.games.gaia.state import Objective, Player, State
from engine.ledger import Entry
from events.codec import Unreadable
from events.record import Header
from events.vocabulary.gaia import HandDealt, ObjectivesDealt, RowDealt, StartPlayerDrawn

SetupEvent = RowDealt | ObjectivesDealt | HandDealt | StartPlayerDrawn


def start(header: Header) -> State:
    """The state before the first record: everything in stock, nothing dealt (GA-5.7.1).

    Raises Unreadable for a number of players that the game does not have (GA-5.1.1), Unsupported for an option
    (GA-5.1.4), Violation for a catalogue that breaks sections 5.2 or 8.2, or for equal colours (GA-5.1.1, GA-3.1.4).
    """
    players = len(header.seats)
    if players not in PLAYER_COUNTS:
        raise Unreadable(f"{players} players", "2 to 5 players (GA-5.1.4)", line=1, path="$.seats")
    colours = [seat.faction for seat in header.seats if seat.faction is not None]
    if len(set(colours)) != len(colours):
        raise Violation("GA-5.1.1", colours=colours)
    options = options_of(header)
    advanced = options.mode != "basic"
    total = PLAYER_COUNTS[players].meeples_each
    return State(
        options=options,
        catalogue=catalogue_of(header, options),
        total=total,
        advanced=advanced,
        public=options.information == "public",
        players=[Player(total) for _ in range(players)],
        stock=dict(TILES),
        animal_stock=CONSTANTS.animal_tokens,
        deck_size=pile_totals(options),
        row={pile: [] for pile in PILES},
        seen={},
        discard={pile: [] for pile in PILES},
        unknown_discards=dict.fromkeys(PILES, 0),
    )


def check_order(state: State, event: Any) -> None:
    """Raises Violation GA-5.1.5 for anything but the setup event that is next."""
    kind, subject = expected(state)
    if type(event) is not kind or _subject(event) != subject:
        raise Violation("GA-5.1.5", event=event.__struct_config__.tag, expected=kind.__struct_config__.tag, of=subject)


def set_up(state: State, event: SetupEvent) -> list[Entry]:
    """The setup event that is next; the last one starts the first turn (GA-5.7.1)."""
    entries = _DEAL[type(event)](state, event)
    state.setup_step += 1
    return entries


def legal_setup(state: State) -> Iterator[SetupEvent]:
    """Every outcome of the setup event that is next; cards and objectives in every order."""
    kind, subject = expected(state)
    if kind is RowDealt:
        yield from (
            RowDealt(str(subject), cards) for cards in _draws(state, str(subject), PILE_TABLES[str(subject)].row)
        )
    elif kind is ObjectivesDealt:
        shown = PLAYER_COUNTS[len(state.players)].objectives_displayed
        yield from map(ObjectivesDealt, permutations(sorted(state.catalogue.objectives), shown))
    elif kind is HandDealt:
        hands = [list(_hands(state, pile)) for pile in piles_in_play(state)]
        yield from (HandDealt(int(subject), *cards) for cards in product(*hands))
    else:
        yield from map(StartPlayerDrawn, range(len(state.players)))


def expected(state: State) -> tuple[type[SetupEvent], str | int]:
    """GA-5.1.5: the type of the next setup event, and the pile or seat it deals to."""
    piles = piles_in_play(state)
    step = state.setup_step
    if step < len(piles):
        return RowDealt, piles[step]
    if step == len(piles):
        return ObjectivesDealt, ""
    seat = step - len(piles) - 1
    return (HandDealt, seat) if seat < len(state.players) else (StartPlayerDrawn, "")


def initial_hand(state: State, pile: str) -> int:
    """GA-5.5.1: how many cards of a pile a first hand has."""
    return PILE_TABLES[pile].initial_hand if pile in piles_in_play(state) else 0


def _subject(event: SetupEvent) -> str | int:
    return event.pile if isinstance(event, RowDealt) else event.player if isinstance(event, HandDealt) else ""


def _deal_row(state: State, event: RowDealt) -> list[Entry]:
    """GA-5.3.1: named cards of the pile fill the slots in order."""
    slots = PILE_TABLES[event.pile].row
    if len(event.cards) != slots:
        raise Violation("GA-5.3.1", pile=event.pile, cards=len(event.cards), slots=slots)
    for number, card in enumerate(event.cards):
        check_drawn(state, event.pile, card, event.cards[:number])
    state.row[event.pile] = list(event.cards)
    state.deck_size[event.pile] -= slots
    for card in event.cards:
        see(state, card)
    return []


def _deal_objectives(state: State, event: ObjectivesDealt) -> list[Entry]:
    """GA-5.4.1: distinct objectives by the number of players; the others are out of the game (GA-5.4.2)."""
    shown = PLAYER_COUNTS[len(state.players)].objectives_displayed
    for objective in event.objectives:
        check_objective(state, objective)
    if len(event.objectives) != shown or len(set(event.objectives)) != shown:
        raise Violation("GA-5.4.1", objectives=len(set(event.objectives)), displayed=shown)
    foreign = [objective for objective in event.objectives if objective not in state.catalogue.objectives]
    if foreign:
        raise Violation("GA-5.4.1", objectives=foreign, mode=state.options.mode)
    state.objectives = [Objective(objective) for objective in event.objectives]
    return []


def _deal_hand(state: State, event: HandDealt) -> list[Entry]:
    """GA-5.5.1: two nature cards, one life card, in the advanced game one power card; null in public logs."""
    hand = {NATURE: event.nature, LIFE: event.life, POWER: event.power}
    for pile, cards in hand.items():
        number = initial_hand(state, pile)
        if len(cards) != number:
            raise Violation("GA-5.5.1", player=event.player, pile=pile, cards=len(cards), expected=number)
        for before, card in enumerate(cards):
            check_drawn(state, pile, card, cards[:before])
    player = state.players[event.player]
    for pile, cards in hand.items():
        state.deck_size[pile] -= len(cards)
        for card in cards:
            to_hand(player, pile, card)
            if card is not None:
                see(state, card)
    return [Entry(event.player, "hand", hand_size(player), "deal")]


def _start_game(state: State, event: StartPlayerDrawn) -> list[Entry]:
    """GA-5.6.1: any seat may begin. GA-5.7.1: turn 1, two actions, nothing to hunt."""
    if not 0 <= event.player < len(state.players):
        raise Violation("GA-5.6.1", player=event.player, players=len(state.players))
    state.start_player = state.active = event.player
    state.turn, state.actions_left, state.awaiting = 1, CONSTANTS.actions_per_turn, "action"
    return []


def _draws(state: State, pile: str, number: int) -> Iterator[tuple[str, ...]]:
    """Every way to draw so many cards of a pile one after the other."""
    unseen = unseen_cards(state, pile)
    for cards in product(dict.fromkeys(unseen), repeat=number):
        if all(cards.count(card) <= unseen.count(card) for card in set(cards)):
            yield cards


def _hands(state: State, pile: str) -> Iterator[tuple[str | None, ...]]:
    """Every way to deal the cards of a pile to a hand; in a public log some or all of them unnamed, too."""
    number, unseen = initial_hand(state, pile), unseen_cards(state, pile)
    choices: list[str | None] = [*dict.fromkeys(unseen)]
    for cards in product([*choices, None] if state.public else choices, repeat=number):
        if all(card is None or cards.count(card) <= unseen.count(card) for card in cards):
            yield cards


_DEAL: dict[type[SetupEvent], Callable[[State, Any], list[Entry]]] = {
    RowDealt: _deal_row,
    ObjectivesDealt: _deal_objectives,
    HandDealt: _deal_hand,
    StartPlayerDrawn: _start_game,
}
