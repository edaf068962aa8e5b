"""The cult tracks: steps up (TM-6.9) and down, their power, keys, and priests sent to the orders (TM-7.9)."""

from collections.abc import Iterator, Sequence

from engine.clause import Violation
from engine.games.terra_mystica.components import CULTS, POWER_UP_TO, TOP
from engine.games.terra_mystica.figures import add_priests, add_steps, gain_power
from engine.games.terra_mystica.landscapes import enter_top
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.turns import begin_action, check_may_act
from engine.ledger import Book
from events.vocabulary.terra_mystica import ChooseCultStep, SendPriest

SUPPLY_SPACE = 1


def track_of(cult: str) -> int:
    """The number of a cult's track. Raises Violation TM-7.0.1 if there is no such cult."""
    if cult not in CULTS:
        raise Violation("TM-7.0.1", cult=cult, cults=CULTS)
    return CULTS.index(cult)


def reached(state: State, player: Player, track: int, steps: int) -> int:
    """TM-6.9.2, TM-6.9.3: the space that steps lead to; space 10 only if nobody is there, and only with a key."""
    old = player.cults[track]
    new = min(TOP, old + steps)
    blocked = new == TOP > old and (player.key == 0 or state.cult_top[track] != NOBODY)
    return TOP - 1 if blocked else new


def advance(book: Book, state: State, player: Player, track: int, steps: int, source: str) -> None:
    """TM-6.9.1 to TM-6.9.4: move up a cult track as far as possible, with the power of the spaces reached.

    Entering space 10 takes a key (TM-6.9.3), one for each track (TM-6.9.5); without one, the track is marked for
    TM-6.4.6. Steps beyond a blocked 9 are lost.
    """
    old, new = player.cults[track], reached(state, player, track, steps)
    if new == TOP > old:
        player.key -= 1
        state.cult_top[track] = player.seat
        enter_top(book, player)
    elif old < TOP <= old + steps and state.cult_top[track] == NOBODY:
        _mark(state, player, track)
    if new <= old:
        return
    add_steps(book, player, track, new - old, source)
    if power := POWER_UP_TO[new] - POWER_UP_TO[old]:
        gain_power(book, player, power, f"cult_{CULTS[track]}")


def _mark(state: State, player: Player, track: int) -> None:
    """TM-6.4.6: mark a track whose top was missed for lack of a key."""
    if state.options.late_key == "same_turn" and track not in player.late_keys:
        player.late_keys.append(track)


def gain_keys(book: Book, state: State, player: Player, keys: int) -> None:
    """TM-7.11.2.1, TM-6.4.6, TM-11.6: take keys.

    If there is a key for every marked track, the marked tracks rise to 10.
    """
    player.key += keys
    if player.late_keys and player.key >= len(player.late_keys):
        late, player.late_keys = player.late_keys, []
        for track in late:
            advance(book, state, player, track, 1, "late_key")


def step_down(book: Book, state: State, player: Player, track: int, steps: int, source: str) -> None:
    """TM-16.4.2: lose steps; leaving space 10 frees it and returns the key, which counts like any other (TM-6.4.6)."""
    leaves_top = player.cults[track] == TOP
    add_steps(book, player, track, -steps, source)
    if leaves_top:
        state.cult_top[track] = NOBODY
        gain_keys(book, state, player, 1)


def check_top_is_free(state: State, player: Player, steps: Sequence[tuple[int, int]], keys: int) -> None:
    """TM-6.5.8: nobody may take space 10 of a track that the Cultists can still claim with steps they are owed.

    `steps` are the (track, steps) the player would take, `keys` the keys held at that point.
    """
    options = state.options
    if options.reaction_timing != "deferred" or options.loose_cultist_ordering or not keys:
        return
    for other in state.players:
        if other.seat == player.seat or not other.key or not other.faction or not _claims_steps(other):
            continue
        owed = len(other.cult_owed) + sum(
            1 for group in state.groups if group.giver == other.seat and not group.taken and group.open
        )
        for track, n in steps:
            enters = player.cults[track] < TOP <= player.cults[track] + n and state.cult_top[track] == NOBODY
            if enters and owed and other.cults[track] < TOP <= other.cults[track] + owed:
                raise Violation("TM-6.5.8", cult=CULTS[track], claimed_by=other.seat, steps_owed=owed)


def top_is_free(state: State, player: Player, steps: Sequence[tuple[int, int]], keys: int) -> bool:
    """Whether TM-6.5.8 allows the steps."""
    try:
        check_top_is_free(state, player, steps, keys)
    except Violation:
        return False
    return True


def _claims_steps(player: Player) -> bool:
    """Whether the faction receives cult steps for the power it offers, as the Cultists do."""
    return player.rules.on_leech is not None and "cult_choice" in player.rules.on_leech.any_taken


def steps_of(player: Player, space: int) -> int:
    """TM-7.9.2, TM-7.9.3: the steps of a priest; TM-7.9.4, TM-16.4.5: one more for Acolytes with their stronghold."""
    return space + (player.rules.stronghold.priest_cult_bonus if player.built["stronghold"] else 0)


def legal_priests(state: State, seat: int) -> Iterator[SendPriest]:
    """Every way to send a priest: TM-7.9.1 to TM-7.9.3."""
    player = state.players[seat]
    if not player.priest:
        return
    for track, cult in enumerate(CULTS):
        for space in (*dict.fromkeys(state.order_spaces[track]), SUPPLY_SPACE):
            if top_is_free(state, player, [(track, steps_of(player, space))], player.key):
                yield SendPriest(cult, space)


def send_priest(state: State, seat: int, event: SendPriest) -> Book:
    """TM-7.9: send a priest; TM-7.9.5: this is possible even if the player cannot advance.

    Raises Violation TM-7.9.1 without a priest, TM-7.9.2 if the space is not free.
    """
    player = state.players[seat]
    check_may_act(state, seat)
    track = track_of(event.cult)
    if event.space != SUPPLY_SPACE and event.space not in state.order_spaces[track]:
        raise Violation("TM-7.9.2", cult=event.cult, space=event.space, free=state.order_spaces[track])
    if not player.priest:
        raise Violation("TM-7.9.1", priests=player.priest)
    steps = steps_of(player, event.space)
    check_top_is_free(state, player, [(track, steps)], player.key)

    book: Book = []
    begin_action(book, state, player)
    add_priests(book, player, -1, "send_priest")
    if event.space != SUPPLY_SPACE:  # TM-7.9.2; TM-7.9.3: otherwise the priest goes back to the supply
        state.order_spaces[track].remove(event.space)
        player.priests_on_orders += 1
    advance(book, state, player, track, steps, "send_priest")
    return book


def legal_cult_steps(state: State, seat: int) -> Iterator[ChooseCultStep]:
    """Every track for the steps that are owed first: TM-7.11.3."""
    player = state.players[seat]
    if _may_climb(state, player):
        for track, cult in enumerate(CULTS):
            if top_is_free(state, player, [(track, player.cult_owed[0])], player.key):
                yield ChooseCultStep(cult)


def _may_climb(state: State, player: Player) -> bool:
    """TM-16.4.2: no steps while the Acolytes owe a loss; TM-6.7.2: in phase 3, one player at a time."""
    if state.phase == "cult_bonus" and state.spades_due[0][0] != player.seat:
        return False
    return not owes_a_loss(state, player)


def owes_a_loss(state: State, player: Player) -> bool:
    """TM-16.4.2: whether the Acolytes must lose steps before they choose a step or a town tile.

    TM-17.6: this does not apply with `loose_lose_cult`.
    """
    return player.loss_owed > 0 and not state.options.loose_lose_cult


def choose_cult_step(state: State, seat: int, event: ChooseCultStep) -> Book:
    """TM-7.11.3: take the first steps owed, all on one track. Raises Violation TM-7.11.3 if none are owed.

    TM-6.5.7: with deferred reactions the Cultists may do so at any time.
    """
    player = state.players[seat]
    if not player.cult_owed or player.dropped:
        raise Violation("TM-7.11.3", owed=player.cult_owed)
    if state.offers and state.options.reaction_timing == "immediate":
        raise Violation("TM-6.5.5", seat=seat, open_offers=len(state.offers))
    if not _may_climb(state, player):
        raise Violation("TM-16.4.2", owed=player.loss_owed, spades_due=[list(due) for due in state.spades_due])
    track = track_of(event.cult)
    check_top_is_free(state, player, [(track, player.cult_owed[0])], player.key)

    book: Book = []
    steps = player.cult_owed.pop(0)
    if state.phase == "cult_bonus" and not player.cult_owed:
        state.spades_due.pop(0)
    state.reaction_steps = max(0, state.reaction_steps - 1)
    advance(book, state, player, track, steps, "cult_step")
    return book
