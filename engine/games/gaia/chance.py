"""Drawing chance outcomes for self-play: GA-8.1.3. In a public log, what nobody sees is drawn as unknown."""

from random import Random
from typing import Any

from engine.games.gaia.cards import unseen_cards
from engine.games.gaia.components import LIFE, NATURE, PILE_TABLES, PILES, PLAYER_COUNTS, POWER
from engine.games.gaia.setup import expected, initial_hand
from engine.games.gaia.state import State
from engine.games.gaia.tornado import players_in_scope
from events.vocabulary.gaia import (
    DeckDrawn,
    HandDealt,
    ObjectivesDealt,
    RowDealt,
    RowRefilled,
    StartPlayerDrawn,
    Taken,
    TornadoDrawn,
)


def sample(state: State, rng: Random) -> Any:
    """The chance outcome that is awaited, drawn uniformly."""
    if state.awaiting == "setup":
        return _sample_setup(state, rng)
    if state.awaiting == "row_refill":
        return RowRefilled(state.pile, state.slot, rng.choice(unseen_cards(state, state.pile)))
    if state.awaiting == "deck_draw":
        card = None if state.public else rng.choice(unseen_cards(state, state.pile))
        return DeckDrawn(state.active, state.pile, card)
    return TornadoDrawn(tuple(_sample_taken(state, seat, rng) for seat in players_in_scope(state)))


def _sample_setup(state: State, rng: Random) -> Any:
    kind, subject = expected(state)
    if kind is RowDealt:
        return RowDealt(str(subject), _cards(state, str(subject), PILE_TABLES[str(subject)].row, rng))
    if kind is ObjectivesDealt:
        shown = PLAYER_COUNTS[len(state.players)].objectives_displayed
        return ObjectivesDealt(tuple(rng.sample(sorted(state.catalogue.objectives), shown)))
    if kind is HandDealt:
        nature, life, power = (_hand(state, pile, rng) for pile in (NATURE, LIFE, POWER))
        return HandDealt(int(subject), nature, life, power)
    return StartPlayerDrawn(rng.randrange(len(state.players)))


def _cards(state: State, pile: str, number: int, rng: Random) -> tuple[str, ...]:
    return tuple(rng.sample(unseen_cards(state, pile), number))


def _hand(state: State, pile: str, rng: Random) -> tuple[str | None, ...]:
    number = initial_hand(state, pile)
    return (None,) * number if state.public else tuple(sorted(_cards(state, pile, number, rng)))


def _sample_taken(state: State, seat: int, rng: Random) -> Taken:
    player = state.players[seat]
    hand = [(state.catalogue.pile[card], card) for card in sorted(player.known)]
    hidden = [(pile, None) for pile, number in zip(PILES, player.unknown, strict=True) for _ in range(number)]
    return Taken(seat, *rng.choice([*hand, *hidden]))
