"""From typed words to the legal action that they mean.

An action is typed as the sentence that `legal` and `log` print, or as the words that `words_of` gives for its event. In
either form, different events have different words. Words can be left out, and commas, capitals and underscores ignored,
as long as a single action matches.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple

import msgspec

from engine.agenda import name_of
from engine.asking import completed, composed, question
from engine.chance import Outcome
from engine.clause import Violation, counted
from engine.dispatch import Action
from engine.replay import Replay
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.nesting import decoded
from events.log.record import Intervention
from events.problems import Problem
from events.vocabulary import event_decoder, events_of
from projections.game.position import seat_name, seat_title
from projections.game.position import sentence as event_sentence
from projections.recorder.event_kinds import awaited_kinds, check_kind, near_words
from projections.recorder.printed_names import named, spelled_out
from projections.recorder.suggestions import completions, suggestion

WordsOf = Callable[[Any], str]
"""A function that gives the words of an event."""
NEAREST = 5
FEW_OUTCOMES = 400
"""Up to this many chance outcomes are compared one by one; beyond that, part by part."""
TRIES = 1_000
TEMPLATES = 8
_BETWEEN = re.compile(r"[\s,;:_()]+")
_NUMBERED = re.compile(r"^\s*#\d+\s+")
_CHANGES = re.compile(r"\s+-> .*$")
_WHO = re.compile(r"^\s*([^:{]{1,60}?)\s*:\s+(.*)$", re.S)
_NOBODY = ("chance", "nobody", "an intervention", "the log")


class NoMatch(Problem):
    """Words or JSON that match no legal action: the violation if there is one, and the nearest legal actions.

    Without a violation, `kinds` lists the awaited kinds; `suggested` is what was probably meant.
    """

    def __init__(
        self,
        typed: str,
        violation: Violation | None,
        awaited: str,
        nearest: Sequence[str],
        kinds: str = "",
        suggested: str = "",
    ) -> None:
        super().__init__(typed, violation, awaited, nearest, kinds, suggested)
        self.typed, self.violation, self.awaited, self.nearest = typed, violation, awaited, tuple(nearest)
        self.kinds, self.suggested = kinds, suggested

    def __str__(self) -> str:
        why = f"breaks {self.violation}" if self.violation else "is not a legal action"
        kinds = f"; kinds: {self.kinds}" if self.kinds else ""
        near = f"; nearest: {' | '.join(self.nearest)}" if self.nearest else ""
        return f"{self.typed!r} {why}; awaited: {self.awaited}{kinds}{self.suggested}{near}"


class Several(Problem):
    """Words that match several legal actions, or choices of another kind (`what`), which are `which`."""

    def __init__(self, typed: str, which: Sequence[str], what: str = "actions") -> None:
        super().__init__(typed, which, what)
        self.typed, self.which, self.what = typed, tuple(which), what

    def __str__(self) -> str:
        shown, more = " | ".join(self.which[:NEAREST]), len(self.which) - NEAREST
        return (
            f"{self.typed!r} matches {len(self.which)} {self.what}: {shown}{f' | and {more} more' if more > 0 else ''}"
        )


class Typed(NamedTuple):
    """A typed event: the seats that its prefix `NAME:` can mean (None without a prefix), and its words or JSON."""

    who: tuple[int | None, ...] | None
    text: str


def tokens(text: str) -> list[str]:
    """The words of a text in the form in which they are compared."""
    return [word for word in (part.rstrip(".") for part in _BETWEEN.split(text.casefold())) if word]


def match(game: Replay, text: str, words_of: WordsOf) -> Action:
    """The one action (actor, event) that a text means in a position in which no automatic step is due.

    The text is JSON (an event, or an object with `actor` and `event`) or words, preceded by `NAME: ` where it matters
    who acts. Raises NoMatch, Several or Unreadable.
    """
    text = _CHANGES.sub("", _NUMBERED.sub("", text)).strip()
    typed = taken_apart(game, text)
    if typed.text.startswith("{"):
        who, event = _decoded(game, typed)
        try:
            return accepted(game, who, event, words_of)
        except Violation as violation:
            raise _no_match(game, text, violation, tokens(words_of(event)), words_of) from None
    found = meanings(game, typed, words_of)
    if len(found) == 1:
        return found[0]
    if found:
        raise Several(text, [action_words(game, each, words_of) for each in found])
    return _not_offered(game, typed, text, words_of)


def meanings(game: Replay, typed: Typed, words_of: WordsOf) -> list[Action]:
    """The legal actions that words can mean, in either wording, with ids, or with the names that the board prints.

    An exact word wins: `gold_3` does not mean `gold_3_or_glory_2` where it can mean itself.
    """
    sentence: WordsOf = partial(event_sentence, game.header)
    offered = _offered(game, typed)
    found: list[tuple[int, Action]] = []
    readings: dict[str, str] = {}
    for written in (typed.text, *spelled_out(game.rules.id, typed.text)):
        for text in (written, named(game.rules.id, written)):
            readings.setdefault(text, written)
    for text, written in readings.items():
        wanted, whole = tokens(text), pieces(written)
        for wording in (sentence, words_of):
            for action in matches(offered, wanted, wording):
                event = action[1]
                if tokens(spelling := wording(event)) == wanted:
                    fit = 0
                elif holds(pieces(spelling), whole):
                    fit = 1
                else:
                    fit = 2 if Counter(whole) <= Counter(pieces(sentence(event)) + pieces(words_of(event))) else 3
                found.append((fit, action))
    best = min((fit for fit, _ in found), default=0)
    unique: list[Action] = []
    for fit, each in found:
        if fit == best and each not in unique:
            unique.append(each)
    return unique


def action_words(game: Replay, action: Action, words_of: WordsOf) -> str:
    """An action in words with its actor, in a form that `match` understands."""
    return f"{seat_name(game, action[0])}: {words_of(action[1])}"


def taken_apart(game: Replay, text: str) -> Typed:
    """Split the actor off a text. A name that no seat has is part of the words."""
    split = _WHO.match(text)
    if split is None:
        return Typed(None, text)
    name = split[1].casefold()
    named = [seat for seat in range(len(game.header.seats)) if name in _names(game, seat)]
    if name in _NOBODY:
        named.append(-1)
    if not named:
        return Typed(None, text)
    return Typed(tuple(None if seat < 0 else seat for seat in named), split[2])


def _names(game: Replay, seat: int) -> set[str]:
    faction = game.rules.faction(game.state, seat) or ""
    names = {seat_name(game, seat), seat_title(game, seat), faction, f"seat {seat + 1}"}
    return {name.casefold() for name in names if name}


def _offered(game: Replay, typed: Typed) -> list[Action] | Outcome:
    """The candidates: the legal actions of the named actors; the chance outcome itself if it is too large to list."""
    if game.standings is not None:
        return []
    chance = game.rules.outcome(game.state)
    if chance is None:
        return [each for each in game.rules.legal(game.state) if typed.who is None or each[0] in typed.who]
    if typed.who is not None and None not in typed.who:
        return []
    listed = list(islice(chance, FEW_OUTCOMES + 1))
    return [(None, event) for event in listed] if len(listed) <= FEW_OUTCOMES else chance


def matches(offered: Sequence[Action] | Outcome, words: Sequence[str], words_of: WordsOf) -> list[Action]:
    """The actions that the words match: those with exactly these words, else those that contain them in this order."""
    if not words:
        return []
    if isinstance(offered, Outcome):
        return [(None, event) for event in _spelled(offered, words, words_of)]
    spelled = [(each, tokens(words_of(each[1]))) for each in offered]
    exact = [each for each, spelling in spelled if spelling == words]
    return exact or [each for each, spelling in spelled if holds(spelling, words)]


def holds(text: Iterable[str], words: Iterable[str]) -> bool:
    """Whether `text` contains all the words in their order."""
    rest = iter(text)
    return all(word in rest for word in words)


def _spelled(chance: Outcome, words: Sequence[str], words_of: WordsOf) -> Iterator[Any]:
    """The outcome with these words, found part by part, trying first the parts that match the most words."""
    budget = [TRIES]
    for event in _explored(chance, [], words, words_of, budget):
        if tokens(words_of(event)) == list(words):
            yield event
            return
    event = _read(chance, words)
    if event is not None and holds(tokens(words_of(event)), words):
        yield event


def _explored(
    chance: Outcome, chosen: list[Any], words: Sequence[str], words_of: WordsOf, budget: list[int]
) -> Iterator[Any]:
    """The outcomes that agree with the words furthest; parts that agree equally far are all followed."""
    open_part = question(chance, chosen)
    if open_part is None:
        yield composed(chance, chosen)
        return
    ranked: list[tuple[int, Any]] = []
    for part in open_part.choices:
        event = completed(chance, [*chosen, part])
        budget[0] -= 1
        if event is None or budget[0] < 0:
            continue
        ranked.append((_shared(tokens(words_of(event)), words), part))
    furthest = max((length for length, _ in ranked), default=0)
    for length, part in ranked:
        if length == furthest > 0:  # without a common first word, none of them has these words
            yield from _explored(chance, [*chosen, part], words, words_of, budget)


def _read(chance: Outcome, words: Sequence[str]) -> Any | None:
    """The outcome whose parts all appear among the words in order, possibly with other words between them."""
    chosen: list[Any] = []
    begin = 0
    while (open_part := question(chance, chosen)) is not None:
        parts = [
            (tokens("none" if part is None else str(counted(open_part.field, part))), part)
            for part in open_part.choices
        ]
        for place in range(begin, len(words)):
            fitting = [each for each in parts if each[0] and list(words[place : place + len(each[0])]) == each[0]]
            if fitting:
                spelling, part = max(fitting, key=lambda each: len(each[0]))
                chosen.append(part)
                begin = place + len(spelling)
                break
        else:
            return None
    return composed(chance, chosen)


def _shared(text: Sequence[str], words: Sequence[str]) -> int:
    """How many words the two have in common at the beginning."""
    length = 0
    for one, other in zip(text, words, strict=False):
        if one != other:
            break
        length += 1
    return length


def _decoded(game: Replay, typed: Typed) -> tuple[tuple[int | None, ...] | None, Any]:
    """The actors that an event in JSON may have (None: whoever may act), and the event. Raises Unreadable."""
    value: Any
    try:
        value = decoded(typed.text)
    except msgspec.DecodeError as error:
        raise Unreadable(f"invalid JSON ({error})", "an event in words or in JSON") from None
    who, body = typed.who, typed.text.encode()
    if isinstance(value, dict) and "event" in value and "kind" not in value:
        body = msgspec.json.encode(value["event"])
        if "actor" in value:
            who = (value["actor"],)
        value = value["event"]
    check_kind(game, value.get("kind") if isinstance(value, dict) else None)
    event = event_decoder(game.rules.id)(body)
    seats = range(len(game.header.seats))
    if any(seat is not None and seat not in seats for seat in who or ()):
        raise Unreadable(f"actor {who and who[0]}", f"a seat from 0 to {len(seats) - 1}, or null", path="$.actor")
    return who, event


def match_json(game: Replay, text: str, words_of: WordsOf) -> Action:
    """The one action that an event in JSON means: see `match`, without its search for similar actions.

    Raises Violation, Several or Unreadable.
    """
    return accepted(game, *_decoded(game, Typed(None, text)), words_of)


def accepted(game: Replay, who: Sequence[int | None] | None, event: Any, words_of: WordsOf) -> Action:
    """The action of an event: of `who` it may be, the one by whom the rules accept it. Raises Violation or Several."""
    candidates = (None, *range(len(game.header.seats))) if who is None else tuple(who)
    refused = {seat: _violation(game, seat, event) for seat in candidates}
    by = [seat for seat in candidates if refused[seat] is None]
    if who is None and None in by and isinstance(event, Intervention):
        by = [None]  # no player did it, unless the rules require an actor
    if len(by) == 1:
        return by[0], event
    if by:
        raise Several(words_of(event), [action_words(game, (seat, event), words_of) for seat in by])
    acting = game.rules.turn(game.state).actors
    violation = refused[candidates[0] if who is not None or not acting else acting[0]]
    assert violation is not None
    raise violation


def _violation(game: Replay, actor: int | None, event: Any) -> Violation | None:
    """Why an event is rejected; None if it is accepted."""
    try:
        game.rules.apply(fork(game.state), actor, event)
    except Violation as violation:
        return violation
    return None


def _not_offered(game: Replay, typed: Typed, text: str, words_of: WordsOf) -> Action:
    """An event that is accepted but not among the legal ones; raises NoMatch with the violation if there is none.

    The event is derived from one with nearly the same words: a legal one, or one played earlier in this game.
    """
    words = tokens(typed.text)
    who = typed.who or game.rules.turn(game.state).actors or (None,)
    violation: Violation | None = None
    # with printed names spelled out first: a violation about `to=tp` would say nothing
    readings = (*spelled_out(game.rules.id, typed.text), typed.text, *completions(game.rules.id, typed.text))
    for event in chain.from_iterable(_varied(game, reading, words_of) for reading in readings):
        for actor in who:
            found = _violation(game, actor, event)
            if found is None and tokens(words_of(event)) == words:  # every word was typed, so nothing is guessed
                return actor, event
            violation = violation or found
    raise _no_match(game, text, violation, words, words_of)


def _varied(game: Replay, text: str, words_of: WordsOf) -> Iterator[Any]:
    """Events with these words, made from similar ones by replacing the values that differ."""
    words = tokens(text)
    known = [event for _, event in islice(game.rules.legal(game.state), FEW_OUTCOMES)]
    known += [event for _, event, _ in reversed(game.played)] + list(_bare(game))
    spelled = {tuple(tokens(words_of(event))): event for event in reversed(known)}
    for spelling in _nearest(list(spelled), words, TEMPLATES):
        event = spelled[spelling]
        varied = _exchanged(event, pieces(words_of(event)), pieces(text))
        if varied is None:
            continue
        varied_words = tokens(words_of(varied))
        # the words left out can be names of fields, but not values
        if holds(varied_words, words) and len(varied_words) <= 2 * len(words):
            yield varied


def pieces(text: str) -> list[str]:
    """The words of a text; names such as `gold_6` stay in one piece."""
    return [piece.strip(".:;()") for piece in text.casefold().replace(",", " ").split()]


def _bare(game: Replay) -> Iterator[Any]:
    """The events of the game that consist of their kind alone."""
    for kind in events_of(game.rules.id):
        try:
            yield kind()
        except TypeError:
            continue


def _exchanged(event: Any, known: Sequence[str], words: Sequence[str]) -> Any | None:
    """The event with the values that differ in the words replaced; None if the result is not an event."""
    exchange: dict[str, str] = {}
    differences = SequenceMatcher(None, known, words, autojunk=False).get_opcodes()
    if not any(what == "equal" for what, *_ in differences):
        return None  # nothing in common: another event, not another wording
    for what, begin, end, start, stop in differences:
        if what == "replace":  # the last word is the value; its name can precede it
            exchange.update(zip(reversed(known[begin:end]), reversed(words[start:stop]), strict=False))
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
    other = exchange.get(str(value).casefold())
    if other is None:
        return value
    return other.upper() if isinstance(value, str) and value.isupper() else other


def _no_match(game: Replay, text: str, violation: Violation | None, words: Sequence[str], words_of: WordsOf) -> NoMatch:
    offered = [] if game.standings is not None else list(islice(game.rules.legal(game.state), FEW_OUTCOMES * 5))
    spelled = {tuple(tokens(words_of(event))): (who, event) for who, event in offered}
    nearest = [action_words(game, spelled[spelling], words_of) for spelling in _nearest(list(spelled), words, NEAREST)]
    kinds = [] if violation else awaited_kinds(game)
    listed = ", ".join(kind.replace("_", " ") for kind in kinds)
    suggested = "" if violation else suggestion(game, text, list(spelled)) or near_words(kinds, words)
    return NoMatch(text, violation, awaited_words(game), nearest, listed, suggested)


def _nearest(spelled: Sequence[tuple[str, ...]], words: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """The `most` that have the most words in common with `words`, best first; ties keep their order."""
    wanted = Counter(words)
    shares = []
    for number, spelling in enumerate(spelled):
        shared = sum((wanted & Counter(spelling)).values())
        shares.append((-2 * shared / (len(spelling) + len(words) or 1), number))
    return [spelled[number] for _, number in sorted(shares)[:most]]


def awaited_words(game: Replay) -> str:
    """What is awaited, and from whom, in words: `action of Ann`; `nothing, the game is over`."""
    if game.standings is not None:
        return "nothing, the game is over"
    seats: dict[str, list[str]] = {}
    for item in game.rules.awaited(game.state):
        name = _spaced(name_of(type(item))).replace("_", " ")
        seats.setdefault(name, []).append(seat_name(game, item.seat))
    return "; ".join(f"{what} of {', '.join(dict.fromkeys(of))}" for what, of in seats.items()) or "nothing"


def _spaced(name: str) -> str:
    """The name of a class in words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
