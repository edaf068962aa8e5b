"""The Paradox phase (AN-6.3): who rolls for which Timeline tile, and the consequences."""

from engine.agenda import head
from engine.chance import OneOf, Outcome
from engine.games.anachrony import anomaly
from engine.games.anachrony.items import Item, ParadoxCheck, ParadoxRolled
from engine.games.anachrony.queries import capacity
from engine.games.anachrony.state import CAPACITY, PARADOX, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import RollParadox


def begin(state: State) -> Book:
    """AN-6.3.2, AN-6.3.3: the rolls for each tile from left to right, then the check of each player (AN-6.3.7)."""
    state.phase, state.due = PARADOX, "power_up"
    rolls: list[Item] = []
    for era in range(1, state.era):
        counts = [player.warped.count(era) for player in state.players]
        if most := max(counts):
            rolls += [ParadoxRolled(None, seat, era) for seat in state.player_order if counts[seat] == most]
    checks: list[Item] = [ParadoxCheck(seat) for seat in state.player_order]
    state.agenda += [*checks[::-1], *rolls[::-1]]
    return []


def due_roll(book: Book, state: State, item: ParadoxRolled) -> bool:
    """AN-6.3.4, AN-6.3.5: whether nothing is rolled: there is no room for tokens, or the result is always one token."""
    player = state.players[item.player]
    if player.paradox < CAPACITY or player.paradox < capacity(state, player):
        if state.options.paradox_mode == "roll":
            return False
        enter(book, player, "paradox", 1, "paradox_phase")
    state.agenda.pop()
    return True


def rolls(state: State) -> Outcome:
    """AN-3.5, AN-8.10: the Paradox die of the player for the tile."""
    item = head(state.agenda, ParadoxRolled)
    faces = state.tables.paradox_faces
    return Outcome(RollParadox, "AN-8.10", player=item.player, era=item.era, result=OneOf(faces))


def roll(state: State, actor: None, event: RollParadox) -> Book:
    """AN-6.3.5, AN-6.3.6: gain as many tokens as rolled, even above the capacity."""
    state.agenda.pop()
    book = Book()
    enter(book, state.players[event.player], "paradox", event.result, "paradox_phase")
    return book


def due_check(book: Book, state: State, item: ParadoxCheck) -> bool:
    """AN-6.3.7: an Anomaly for a player whose tokens reach the capacity."""
    state.agenda.pop()
    assert item.seat is not None
    anomaly.check(book, state, state.players[item.seat])
    return True
