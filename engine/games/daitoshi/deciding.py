"""How a decision, an answer and a chance outcome become rows of the table of rules (DA-6.1, DA-6.6, DA-7.1, DA-8.1).

The topics' functions do the rest: `do(book, state, player, item, event)`, where the event answers the item.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from engine.agenda import Awaited, facts
from engine.chance import Outcome
from engine.clause import Violation
from engine.declaration import Rule
from engine.games.daitoshi import actions, choices, items
from engine.games.daitoshi.actions import cannot_fail
from engine.games.daitoshi.agenda import awaited
from engine.games.daitoshi.flow import answers_to, go_on, leaves_action, settle
from engine.games.daitoshi.resolving import QUESTIONS
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book
from engine.snapshot import fork
from events.vocabulary import daitoshi as events

Do = Callable[[Book, State, Any, Any, Any], None]
Plain = Callable[[State, Player, Any, Any], Any]


def checked_item(
    state: State, seat: int, kinds: tuple[type[Awaited], ...], phases: tuple[str, ...], clause: str, event: Any
) -> Any:
    """The item that a decision of a seat answers.

    Raises Violation, in the order of DA-7.1: DA-6.1 for the wrong phase or player, DA-6.6 for an open question or a
    chance outcome that has to come first, otherwise `clause`, as the decision is not asked for at this moment. If
    nothing is open, first of all DA-6.5 or DA-6.7: the rules have decided this themselves, which no event may repeat.
    """
    waiting = awaited(state)
    for item in waiting:
        if item.seat == seat and type(item) in kinds:
            return item
    found = {"event": event.__struct_config__.tag, "phase": state.phase, **facts(waiting)}
    theirs = [item for item in waiting if item.seat == seat]
    chance = any(item.seat is None for item in waiting) and seat in state.acting
    ended = [kind for kind in kinds if kind.__name__ in state.players[seat].by_rule]
    if ended and not chance and not (theirs and isinstance(theirs[0], items.Question)):
        clause = "DA-6.5" if issubclass(ended[0], items.Question) else "DA-6.7"
        raise Violation(clause, decided="by the rules, without an event", **found)
    others = items.Window in kinds and seat != state.active
    if (not theirs and not chance) or others or (phases and state.phase not in phases):
        raise Violation("DA-6.1", **found)
    if chance or isinstance(theirs[0], items.Question):
        raise Violation("DA-6.6", **found)
    done = items.Produce in kinds and state.players[seat].finished
    raise Violation("DA-6.1" if done else clause, **found)


def decision(
    do: Do,
    kind: type[Awaited],
    phases: tuple[str, ...],
    clause: str,
    legal: Callable[[State, int], Iterable[Any]],
) -> Rule:
    """The rule of a decision: check who may decide, then `do`."""
    kinds = (kind,)

    def decide(state: State, seat: int, event: Any) -> Book:
        player = state.players[seat]
        item: Any = player.stack[-1] if player.stack else None
        if type(item) is not kind or state.own is not None:
            item = checked_item(state, seat, kinds, phases, clause, event)
            _try_out(state, do, seat, item, event)
        book: Book = []
        told = len(player.by_rule)
        do(book, state, player, item, event)
        del player.by_rule[:told]
        go_on(book, state, player)
        return book

    def possible(state: State, seat: int) -> Iterable[Any]:
        offered = legal(state, seat)
        return _ending(state, seat, offered, decide) if state.catalogue.circular else offered

    return Rule(decide, kinds, legal=possible)


def answer(
    *kinds: type[Awaited], phases: tuple[str, ...] = (), clause: str = "DA-7.86", plain: Plain | None = None
) -> Rule:
    """The rule of an answer to some kinds of questions (DA-7.86); `plain` if more than one spelling is accepted."""

    def decide(state: State, seat: int, event: Any) -> Book:
        player, own = state.players[seat], state.own is not None
        item: Any = player.stack[-1] if player.stack else None
        if own or type(item) not in kinds:
            item = checked_item(state, seat, kinds, phases, clause, event)
        spelled = event if plain is None else plain(state, player, item, event)
        asking = QUESTIONS[type(item)]
        allows, answers, take = asking.allows, asking.answers, asking.take
        if not (spelled in answers(state, player, item) if allows is None else allows(state, player, item, spelled)):
            raise _no_answer(state, player, item, spelled)
        if state.promised and not cannot_fail(state, player, item) and not leaves_action(state, player, item, spelled):
            raise Violation("DA-6.23", **structs.asdict(spelled))
        if own:
            _try_out(state, _take, seat, item, spelled)
            item = _nested_from_start(state, item)
        book: Book = []
        player.by_rule.clear()
        (state.agenda or player.stack).pop()
        take(book, state, player, item, spelled)
        go_on(book, state, player)
        return book

    def possible(state: State, seat: int) -> Iterable[Any]:
        offered = legal_answers(state, seat)
        return _ending(state, seat, offered, decide) if state.catalogue.circular else offered

    return Rule(decide, kinds, legal=possible)


def _ending(
    state: State, seat: int, offered: Iterable[Any], decide: Callable[[State, int, Any], Book]
) -> Iterable[Any]:
    """DA-6.3: those offered events that come to an end, in a game whose effects may go around in circles."""
    for event in offered:
        try:
            decide(fork(state), seat, event)
        except Violation:
            continue
        yield event


def legal_answers(state: State, seat: int) -> Iterable[Any]:
    """DA-6.5: the answers to the open question of a seat."""
    player = state.players[seat]
    item = state.agenda[-1] if state.agenda else player.stack[-1]
    assert isinstance(item, items.Question), item
    return answers_to(state, player, item)


def _no_answer(state: State, player: Player, item: Any, spelled: Any) -> Violation:
    """DA-7.86: a violation of the effect's clause, with what is offered."""
    offered = [tuple(structs.asdict(each).values()) for each in answers_to(state, player, item)]
    return Violation(QUESTIONS[type(item)].clause, **structs.asdict(spelled), offered=offered)


def _nested_from_start(state: State, item: Any) -> Any:
    """The item with the nesting of its effects counted from the start again, as an answer is a new event (DA-6.3)."""
    if state.catalogue.circular and hasattr(item, "context"):
        return structs.replace(item, context=structs.replace(item.context, depth=1))
    return item


def _take(book: Book, state: State, player: Player, item: Any, event: Any) -> None:
    """Apply an answer, as the `do` of a decision."""
    (state.agenda or player.stack).pop()
    QUESTIONS[type(item)].take(book, state, player, _nested_from_start(state, item), event)


def _try_out(state: State, do: Do, seat: int, item: Any, event: Any) -> None:
    """DA-6.3: try out an event before it happens, if a catalogue's effects may go around in circles."""
    if state.catalogue.circular:
        trial, tried = fork(state), Book()
        player = trial.players[seat]
        do(tried, trial, player, item, event)
        go_on(tried, trial, player)


def chance(
    do: Callable[[Book, State, Any, Any], None], kind: type[Awaited], of: Callable[[State, Any], Outcome]
) -> Rule:
    """The rule of a chance outcome in the set-up. Raises Violation DA-8.1 if it is not awaited."""

    def outcome(state: State) -> Outcome:
        waiting = awaited(state)
        if not waiting or type(waiting[0]) is not kind:
            raise Violation("DA-8.1", phase=state.phase, **facts(waiting))
        return of(state, waiting[0])

    def happen(state: State, seat: None, event: Any) -> Book:
        book: Book = []
        do(book, state, awaited(state)[0], event)
        if state.phase == "setup":
            settle(book, state)
        return book

    return Rule(happen, (kind,), chance=outcome)


def in_turn(do: Do) -> Callable[[Book, State, Any, Any], None]:
    """The effect of a chance outcome during a turn, which concerns the player on whose stack it is awaited."""

    def happen(book: Book, state: State, item: Any, event: Any) -> None:
        player = _awaiting(state, item)
        _try_out(state, do, player.seat, item, event)
        do(book, state, player, item, event)
        go_on(book, state, player)

    return happen


def _awaiting(state: State, item: Any) -> Player:
    """The player on whose stack an item is awaited."""
    for player in state.players:
        if player.stack and player.stack[-1] is item:
            return player
    raise AssertionError(item)


def declare(book: Book, state: State, player: Player, item: items.Declaration, event: events.EffectDeclared) -> None:
    """DA-7.85, DA-6.23: what was declared, unless it makes an action already chosen impossible."""
    happen = _declaring(item, event)
    if state.promised and not actions.can_still_be_done(state, player, happen):
        raise Violation("DA-6.23", player=event.player, effects=len(event.effects))
    _follow(state, player.seat, happen)
    player.stack.pop()
    choices.effect_declared(book, state, player, item, event)


def _declaring(item: items.Declaration, event: events.EffectDeclared) -> Callable[[State], None]:
    """What a declaration does to a copy of the position."""

    def happen(trial: State) -> None:
        player = trial.players[item.player]
        player.stack.pop()
        choices.effect_declared([], trial, player, item, event)

    return happen


def declaration(state: State, item: items.Declaration) -> Outcome:
    """DA-7.85, DA-6.23, DA-6.3: any effects; those enumerated leave an action already chosen possible, and end."""
    samples = [*choices.SAMPLES, choices.PLENTY] if state.promised else choices.SAMPLES
    player, found = state.players[item.player], []
    for effects in samples:
        happen = _declaring(item, events.EffectDeclared(item.player, effects))
        if state.promised and not actions.can_still_be_done(state, player, happen):
            continue
        if not state.catalogue.circular or _ends(state, item.player, happen):
            found.append(effects)
    return choices.declaration(item, found)


def _follow(state: State, seat: int, happen: Callable[[State], None]) -> None:
    """Try out what happens, and what follows for a seat, in a copy. Raises Violation DA-6.3 if it does not end."""
    trial = fork(state)
    happen(trial)
    go_on([], trial, trial.players[seat])


def _ends(state: State, seat: int, happen: Callable[[State], None]) -> bool:
    """DA-6.3: whether what happens comes to an end."""
    try:
        _follow(state, seat, happen)
    except Violation:
        return False
    return True
