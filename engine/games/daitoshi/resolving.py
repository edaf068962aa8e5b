"""Effects, resolved one after another, depth first (DA-6.3 to DA-6.5).

Each kind of effect, question and step has one function in the module of its topic, which registers it here. An effect
does what it can immediately. Anything it leaves open is put on top of the player's stack, and its function returns
True; whatever follows it in its list is put beneath. The same applies to an answer.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from engine.clause import Violation
from engine.games.daitoshi.circles import DEEPEST
from engine.games.daitoshi.items import Act, Context, Produce, Resolve, Window, Workers
from engine.games.daitoshi.state import Player, State
from engine.ledger import Book
from events.vocabulary.daitoshi.effects import Effects

EffectOf = Callable[[Book, State, Player, Any, Context], bool | None]
StepOf = Callable[[Book, State, Player, Any], bool]
Answers = Callable[[State, Player, Any], Iterable[Any]]
Allows = Callable[[State, Player, Any, Any], bool]
Take = Callable[[Book, State, Player, Any, Any], bool | None]
F = TypeVar("F", bound=Callable[..., Any])


class Asking(Struct, frozen=True):
    """A kind of question: its clause, its answers in a fixed order, and what an answer does.

    `allows` returns whether an answer is one of them, if that is faster than listing all answers.
    """

    clause: str
    answers: Answers
    take: Take
    allows: Allows | None = None


EFFECTS: dict[type, EffectOf] = {}
STEPS: dict[type, StepOf] = {}
SKIPPED = (Produce, Workers, Act, Window)
"""Steps that end by themselves if there is nothing to decide (DA-6.7)."""
QUESTIONS: dict[type, Asking] = {}


def effect(kind: type) -> Callable[[F], F]:
    """Register what an effect does: `do(book, state, player, effect, context)`, True if it leaves something open."""

    def register(do: F) -> F:
        EFFECTS[kind] = do
        return do

    return register


def step(kind: type) -> Callable[[F], F]:
    """Register what happens when a frame is on top: `do(book, state, player, frame)`, False if it waits there."""

    def register(do: F) -> F:
        STEPS[kind] = do
        return do

    return register


def question(kind: type, clause: str, answers: Answers, allows: Allows | None = None) -> Callable[[F], F]:
    """Register a kind of question; the decorated function is what an answer does."""

    def register(take: F) -> F:
        QUESTIONS[kind] = Asking(clause, answers, take, allows)
        return take

    return register


def within(context: Context, tag: str, slot: tuple[int, int] | None = None) -> Context:
    """The context of a list that another effect triggers, with its tag. Raises Violation DA-6.3 beyond depth 100."""
    if context.depth >= DEEPEST:
        raise Violation("DA-6.3", source=tag, depth=context.depth + 1)
    source = f"{context.source}/{tag}" if context.source else tag
    return Context(source, context.city, slot, (), context.chain, context.depth + 1)


def deeper(context: Context) -> Context:
    """The context of a list that belongs to the same source as the effect that triggers it."""
    if context.depth >= DEEPEST:
        raise Violation("DA-6.3", source=context.source, depth=context.depth + 1)
    return Context(context.source, context.city, None, (), context.chain, context.depth + 1)


def resolve(book: Book, state: State, player: Player, effects: Effects, context: Context) -> bool:
    """DA-6.3: effects, from left to right; True if one waits for an answer, on the stack with the rest beneath it."""
    stack = player.stack
    height = len(stack)
    for each in (left := iter(effects)):
        if EFFECTS[type(each)](book, state, player, each, context):
            if rest := tuple(left):
                stack.insert(height, Resolve(rest, context))
            return True
    return False


@step(Resolve)
def resolve_rest(book: Book, state: State, player: Player, frame: Resolve) -> bool:
    """DA-6.3: continue with a list."""
    player.stack.pop()
    resolve(book, state, player, frame.effects, frame.context)
    return True


def ask(book: Book, state: State, player: Player, item: Any) -> bool:
    """DA-6.5: drop a question without an answer, settle one with a single answer; True if it stays open."""
    asking = QUESTIONS[type(item)]
    answers_to = asking.answers
    answers = iter(answers_to(state, player, item))
    first = next(answers, None)
    if first is None or (second := next(answers, None)) is None:
        player.by_rule.append(type(item).__name__)
    if first is None:
        return False
    if second is None:
        return bool(asking.take(book, state, player, item, first))
    player.stack.append(item)
    return True


def run(book: Book, state: State, player: Player) -> None:
    """Do the steps on a player's stack until something on top waits for an event, or nothing is left."""
    stack = player.stack
    while stack:
        top = stack[-1]
        do = STEPS.get(type(top))
        if do is None or not do(book, state, player, top):
            return
        if type(top) in SKIPPED:
            player.by_rule.append(type(top).__name__)
