"""Words matched against what is legal: the way back from the words in which actions are told to the actions.

An action is told in the sentence that `legal` and `log` print, or in other words: `say` gives those of an event. In
either, of two events that differ they differ. Words that are left out, commas, capitals and underscores do not matter,
as long as one action fits.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, get_args

import msgspec

from engine.agenda import name_of
from engine.asking import completed, composed, question
from engine.chance import Outcome
from engine.clause import Violation
from engine.dispatch import Action
from engine.replay import Replay
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.record import Intervention
from events.problems import Problem
from events.vocabulary import event_decoder, vocabulary
from projections.game.position import seat_name, seat_title
from projections.game.position import sentence as in_a_sentence
from projections.recorder.event_kinds import awaited_kinds, check_kind, near_words

Say = Callable[[Any], str]
"""The words of an event."""
NEAREST = 5
FEW_OUTCOMES = 400
"""So many outcomes of chance are compared one by one; of more, parts are compared."""
TRIES = 1_000
TEMPLATES = 8
_BETWEEN = re.compile(r"[\s,;:_()]+")
_NUMBERED = re.compile(r"^\s*#\d+\s+")
_CHANGES = re.compile(r"\s+-> .*$")
_WHO = re.compile(r"^\s*([^:{]{1,60}?)\s*:\s+(.*)$", re.S)
_NOBODY = ("chance", "nobody", "an intervention", "the log")


class NoMatch(Problem):
    """Words or JSON that no legal action fits: the violation where one is found, and what is nearest to them.

    Without a violation, `kinds` are those that may be told, with a near match.
    """

    def __init__(
        self, told: str, violation: Violation | None, awaited: str, nearest: Sequence[str], kinds: str = ""
    ) -> None:
        super().__init__(told, violation, awaited, nearest, kinds)
        self.told, self.violation, self.awaited, self.nearest = told, violation, awaited, tuple(nearest)
        self.kinds = kinds

    def __str__(self) -> str:
        why = f"breaks {self.violation}" if self.violation else "is no legal action"
        kinds = f"; kinds: {self.kinds}" if self.kinds else ""
        near = f"; nearest: {' | '.join(self.nearest)}" if self.nearest else ""
        return f"{self.told!r} {why}; awaited: {self.awaited}{kinds}{near}"


class Several(Problem):
    """Words that more than one legal action fits: which."""

    def __init__(self, told: str, which: Sequence[str]) -> None:
        super().__init__(told, which)
        self.told, self.which = told, tuple(which)

    def __str__(self) -> str:
        shown, more = " | ".join(self.which[:NEAREST]), len(self.which) - NEAREST
        return f"{self.told!r} fits {len(self.which)} actions: {shown}{f' | and {more} more' if more > 0 else ''}"


class Told(NamedTuple):
    """An event as somebody told it, taken apart: of whom, if that is said, and the words or the JSON."""

    who: tuple[int | None, ...] | None
    text: str


def tokens(text: str) -> list[str]:
    """The words of a text as they are compared."""
    return [word for word in (part.rstrip(".") for part in _BETWEEN.split(text.casefold())) if word]


def match(game: Replay, text: str, say: Say) -> Action:
    """The one action, (actor, event), that a text means in a position in which no step is due.

    The text may be JSON: an event, or an object with `actor` and `event`. Or words, with `NAME: ` before them where it
    matters who acts. Raises NoMatch, Several or Unreadable.
    """
    text = _CHANGES.sub("", _NUMBERED.sub("", text)).strip()
    told = taken_apart(game, text)
    if told.text.startswith("{"):
        return _from_json(game, told, text, say)
    sentence: Say = partial(in_a_sentence, game.header)
    wanted, offered = tokens(told.text), _offered(game, told)
    in_sentences = matches(offered, wanted, sentence)
    told_exactly = [each for each in in_sentences if tokens(sentence(each[1])) == wanted]
    found = told_exactly or matches(offered, wanted, say) or in_sentences
    if len(found) == 1:
        return found[0]
    if found:
        raise Several(text, [action_words(game, each, say) for each in found])
    return _not_offered(game, told, text, say)


def action_words(game: Replay, action: Action, say: Say) -> str:
    """An action in words, with who acts: as `match` understands it."""
    return f"{seat_name(game, action[0])}: {say(action[1])}"


def taken_apart(game: Replay, text: str) -> Told:
    """Who is said to act, and the rest. A name that nobody at the table has belongs to the words."""
    split = _WHO.match(text)
    if split is None:
        return Told(None, text)
    name = split[1].casefold()
    named = [seat for seat in range(len(game.header.seats)) if name in _names(game, seat)]
    if name in _NOBODY:
        named.append(-1)
    if not named:
        return Told(None, text)
    return Told(tuple(None if seat < 0 else seat for seat in named), split[2])


def _names(game: Replay, seat: int) -> set[str]:
    faction = game.rules.faction(game.state, seat) or ""
    names = {seat_name(game, seat), seat_title(game, seat), faction, f"seat {seat + 1}"}
    return {name.casefold() for name in names if name}


def _offered(game: Replay, told: Told) -> list[Action] | Outcome:
    """What may be meant: the legal actions of who is said to act; where chance has too many to list, itself."""
    if game.standings is not None:
        return []
    chance = game.rules.outcome(game.state)
    if chance is None:
        return [each for each in game.rules.legal(game.state) if told.who is None or each[0] in told.who]
    if told.who is not None and None not in told.who:
        return []
    listed = list(islice(chance, FEW_OUTCOMES + 1))
    return [(None, event) for event in listed] if len(listed) <= FEW_OUTCOMES else chance


def matches(offered: Sequence[Action] | Outcome, words: Sequence[str], say: Say) -> list[Action]:
    """The actions that the words fit: those told in just these words, else those that hold them in this order."""
    if not words:
        return []
    if isinstance(offered, Outcome):
        return [(None, event) for event in _spelled(offered, words, say)]
    spelled = [(each, tokens(say(each[1]))) for each in offered]
    exact = [each for each, said in spelled if said == words]
    return exact or [each for each, said in spelled if holds(said, words)]


def holds(said: Iterable[str], words: Iterable[str]) -> bool:
    """Whether the words all stand in what is said, in their order."""
    rest = iter(said)
    return all(word in rest for word in words)


def _spelled(chance: Outcome, words: Sequence[str], say: Say) -> Iterator[Any]:
    """The outcome told in these words: its parts are chosen one after the other, those first that lead furthest."""
    budget = [TRIES]
    for event in _explored(chance, [], words, say, budget):
        if tokens(say(event)) == list(words):
            yield event
            return
    told = _read(chance, words)
    if told is not None and holds(tokens(say(told)), words):
        yield told


def _explored(chance: Outcome, chosen: list[Any], words: Sequence[str], say: Say, budget: list[int]) -> Iterator[Any]:
    """Outcomes by how far their words go along: of the parts that lead equally far each is followed."""
    asked = question(chance, chosen)
    if asked is None:
        yield composed(chance, chosen)
        return
    ranked: list[tuple[int, Any]] = []
    for part in asked.choices:
        event = completed(chance, [*chosen, part])
        budget[0] -= 1
        if event is None or budget[0] < 0:
            continue
        ranked.append((_shared(tokens(say(event)), words), part))
    furthest = max((length for length, _ in ranked), default=0)
    for length, part in ranked:
        if length == furthest:
            yield from _explored(chance, [*chosen, part], words, say, budget)


def _read(chance: Outcome, words: Sequence[str]) -> Any | None:
    """The outcome whose parts all stand in the words, one after the other; other words may stand between them."""
    chosen: list[Any] = []
    begin = 0
    while (asked := question(chance, chosen)) is not None:
        parts = [(tokens("none" if part is None else str(part)), part) for part in asked.choices]
        for place in range(begin, len(words)):
            fitting = [(said, part) for said, part in parts if said and list(words[place : place + len(said)]) == said]
            if fitting:
                said, part = max(fitting, key=lambda each: len(each[0]))
                chosen.append(part)
                begin = place + len(said)
                break
        else:
            return None
    return composed(chance, chosen)


def _shared(said: Sequence[str], words: Sequence[str]) -> int:
    """How many words both begin with."""
    length = 0
    for one, other in zip(said, words, strict=False):
        if one != other:
            break
        length += 1
    return length


def _from_json(game: Replay, told: Told, text: str, say: Say) -> Action:
    """The action of an event in JSON; who acts is who may, unless it is said. Raises NoMatch, Several, Unreadable."""
    value: Any
    try:
        value = msgspec.json.decode(told.text)
    except msgspec.DecodeError as error:
        raise Unreadable(f"no JSON ({error})", "an event in words or in JSON") from None
    who, body = told.who, told.text.encode()
    if isinstance(value, dict) and "event" in value and "kind" not in value:
        body = msgspec.json.encode(value["event"])
        if "actor" in value:
            who = (value["actor"],)
        value = value["event"]
    check_kind(game, value.get("kind") if isinstance(value, dict) else None)
    event = event_decoder(game.rules.id)(body)
    seats = range(len(game.header.seats))
    candidates = who if who is not None else (None, *seats)
    if any(seat is not None and seat not in seats for seat in candidates):
        raise Unreadable(f"actor {who and who[0]}", f"a seat from 0 to {len(seats) - 1}, or null", path="$.actor")
    accepted = [seat for seat in candidates if _violation(game, seat, event) is None]
    if who is None and None in accepted and isinstance(event, Intervention):
        accepted = [None]  # nobody at the table did it, as far as the rules do not ask who
    if len(accepted) == 1:
        return accepted[0], event
    if accepted:
        raise Several(text, [action_words(game, (seat, event), say) for seat in accepted])
    acting = game.rules.turn(game.state).actors
    actor = candidates[0] if who is not None or not acting else acting[0]
    raise _no_match(game, text, _violation(game, actor, event), tokens(say(event)), say)


def _violation(game: Replay, actor: int | None, event: Any) -> Violation | None:
    """Why an event is not accepted, None if it is."""
    try:
        game.rules.apply(fork(game.state), actor, event)
    except Violation as violation:
        return violation
    return None


def _not_offered(game: Replay, told: Told, text: str, say: Say) -> Action:
    """What nobody offers: an event in another spelling that the rules accept, else why they do not.

    The event is made from one that has nearly the same words: a legal one, or one of this game.
    """
    words = tokens(told.text)
    who = told.who or game.rules.turn(game.state).actors or (None,)
    violation: Violation | None = None
    for event in _varied(game, told.text, say):
        for actor in who:
            found = _violation(game, actor, event)
            if found is None and tokens(say(event)) == words:  # all of it is told, nothing is guessed
                return actor, event
            violation = violation or found
    raise _no_match(game, text, violation, words, say)


def _varied(game: Replay, text: str, say: Say) -> Iterator[Any]:
    """Events told in these words, made from others by exchanging the words that differ."""
    words = tokens(text)
    known = [event for _, event in islice(game.rules.legal(game.state), FEW_OUTCOMES)]
    known += [event for _, event, _ in reversed(game.played)] + list(_bare(game))
    spelled = {tuple(tokens(say(event))): event for event in reversed(known)}
    for said in _nearest(list(spelled), words, TEMPLATES):
        event = spelled[said]
        varied = _exchanged(event, _pieces(say(event)), _pieces(text))
        if varied is None:
            continue
        told = tokens(say(varied))
        if holds(told, words) and len(told) <= 2 * len(words):  # what is not said are names of fields, not values
            yield varied


def _pieces(text: str) -> list[str]:
    """The words of a text with names such as `gold_6` in one piece."""
    return [piece.strip(".:;()") for piece in text.casefold().replace(",", " ").split()]


def _bare(game: Replay) -> Iterator[Any]:
    """The events of the game that need no words besides their kind."""
    for kind in get_args(vocabulary(game.rules.id)):
        try:
            yield kind()
        except TypeError:
            continue


def _exchanged(event: Any, said: Sequence[str], words: Sequence[str]) -> Any | None:
    """An event with other values where the words differ; None if that makes no event."""
    exchange: dict[str, str] = {}
    differences = SequenceMatcher(None, said, words, autojunk=False).get_opcodes()
    if not any(what == "equal" for what, *_ in differences):
        return None  # nothing in common: that is no other wording, but something else
    for what, begin, end, start, stop in differences:
        if what == "replace":  # what stands last is the value, before it may stand its name
            exchange.update(zip(reversed(said[begin:end]), reversed(words[start:stop]), strict=False))
    plain = _replaced(msgspec.to_builtins(event, str_keys=True), exchange)
    try:
        return msgspec.convert(plain, type(event), strict=False)
    except msgspec.ValidationError:
        return None


def _replaced(value: Any, exchange: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: each if name == "kind" else _replaced(each, exchange) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, exchange) for each in value]
    told = exchange.get(str(value).casefold())
    if told is None:
        return value
    return told.upper() if isinstance(value, str) and value.isupper() else told


def _no_match(game: Replay, text: str, violation: Violation | None, words: Sequence[str], say: Say) -> NoMatch:
    offered = [] if game.standings is not None else list(islice(game.rules.legal(game.state), FEW_OUTCOMES * 5))
    spelled = {tuple(tokens(say(event))): (who, event) for who, event in offered}
    nearest = [action_words(game, spelled[said], say) for said in _nearest(list(spelled), words, NEAREST)]
    kinds = [] if violation else awaited_kinds(game)
    told = ", ".join(kind.replace("_", " ") for kind in kinds) + near_words(kinds, words)
    return NoMatch(text, violation, awaited_words(game), nearest, told)


def _nearest(spelled: Sequence[tuple[str, ...]], words: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """Those that share most words, the best first; with equals in their order."""
    wanted = Counter(words)
    shares = []
    for number, said in enumerate(spelled):
        shared = sum((wanted & Counter(said)).values())
        shares.append((-2 * shared / (len(said) + len(words) or 1), number))
    return [spelled[number] for _, number in sorted(shares)[:most]]


def awaited_words(game: Replay) -> str:
    """What is awaited and of whom, in words: `action of Ann`; `nothing, the game is over`."""
    if game.standings is not None:
        return "nothing, the game is over"
    asked: dict[str, list[str]] = {}
    for item in game.rules.awaited(game.state):
        name = _spaced(name_of(type(item))).replace("_", " ")
        asked.setdefault(name, []).append(seat_name(game, item.seat))
    return "; ".join(f"{what} of {', '.join(dict.fromkeys(of))}" for what, of in asked.items()) or "nothing"


def _spaced(name: str) -> str:
    """A class's name in words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
