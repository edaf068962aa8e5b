"""Illegal records: near misses that the rules refuse, some for each reason, those of rare reasons first.

A reason is a clause with the names of the facts that show that it is broken, and of what sort each is: a rule that
refuses for several reasons under one clause states other facts for each. Near misses that the rules accept, although
the legal events are spelled otherwise, are kept as well: they break nothing.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

from engine.clause import Violation
from engine.dispatch import Action
from engine.replay import Replay
from engine.rules import Ruleset
from engine.snapshot import fork
from events.vocabulary import events_of
from projections.kit.interventions import intervention, kinds_of_interventions
from projections.kit.near_misses import (
    ACTOR,
    NearMiss,
    Values,
    changed,
    crossed,
    held_by_seat,
    near_misses,
    well_typed,
)
from projections.kit.positions import Tries
from projections.kit.traits import tag, traits_of

BASES, ALIKE, LATER, LATER_CHANGED, OF_GAME, NEIGHBOURS = 3, 2, 3, 1, 6, 10
"""How many legal events are changed in a position; for each of them, how many others of its kind are tried; how many
of other times, of which so many are changed, too; how many of other times in this game, which differ in their kinds;
and how many others for `may`."""
PAST, MEMORY = 4, 200
"""How many events that were legal earlier in the game are tried in a position, and out of how many."""
ENOUGH = 24
"""Faults that are kept for a reason; of those with the same kind of event and changed field, ENOUGH_ALIKE."""
ENOUGH_ALIKE = 4
ENOUGH_OF_GAME = 3
"""Faults that are kept for a reason from one game, so that they come from many."""
TRIED_ALIKE, ROUNDS = 3, 4
"""How many events that are refused for one reason are tried in a position that is asked about, and how often it is
searched."""
PLAYED = 16
"""How many legal events are played in a position, each by itself."""
SWEPT = 30
"""How many values of one field are tried in a position that is asked about, whatever they are refused for."""
ACCEPTED_SHARE, ASKED_SHARE = 12, 4
"""One of so many cases at most is an event that is accepted though no legal event is spelled like it; one that is asked
about beside an opening."""

Reason = tuple[str, ...]
"""A clause, and the names of facts with what sort they are of."""


class Fault(NamedTuple):
    """A record that breaks a clause after record `at` of a game, or none (""); `may`: see `IllegalCase`."""

    game: int
    at: int
    actor: int | None
    event: Any
    instead: Action | None
    clause: str
    may: tuple[str, ...]


class _Known:
    """Actions among which others are looked up; what has tables in it cannot be, and is compared with each."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions, self._hashed = actions, set[Action]()
        for action in actions:
            with suppress(TypeError):
                self._hashed.add(action)

    def __contains__(self, action: Action) -> bool:
        try:
            return action in self._hashed
        except TypeError:
            return action in self._actions


class Hunt:
    """Collects faults from the positions of games."""

    def __init__(self, rules: Ruleset[Any], values: Values, games: Sequence[Sequence[Action]], rng: Random) -> None:
        """`games`: the actions of each game."""
        self.rules, self.values, self.rng = rules, values, rng
        self.interventions = kinds_of_interventions(rules)
        self.kinds = sorted(events_of(rules.id), key=lambda kind: kind.__name__)  # unions have no order
        self.found: dict[Reason, list[Fault]] = {}
        self.accepted: dict[tuple[type, str], list[Fault]] = {}
        self.asked: list[Fault] = []
        self._alike: Counter[tuple[Reason, type, str, bool]] = Counter()
        self._of_game: Counter[tuple[Reason, int]] = Counter()
        self._used: Counter[type] = Counter()
        self._tried: Counter[str] = Counter()
        self._swept_so_far: Counter[tuple[str, str]] = Counter()
        self._of_past, self._legal_once = -1, deque[Action](maxlen=MEMORY)
        self._games = [_by_kind(actions) for actions in games]
        self._of_kind = _by_kind(action for actions in games for action in actions)
        self._played = sorted(self._of_kind, key=lambda kind: kind.__name__)

    def look(self, number: int, game: Replay, offered: Sequence[Action], complete: bool) -> None:
        """Try near misses in a position of game `number`; the legal actions are `offered`, if these are `complete`."""
        bases, state = self._bases(offered), fork(game.state)
        for each in self._looked_for(number, game, bases, offered):
            try:
                self.rules.apply(state, each.actor, each.event)
            except Violation as violation:  # the position is as it was
                near = each.of is not None and each.of in bases
                self._keep(number, game, each, violation, near)
            else:
                state = fork(game.state)
                if complete:
                    self._note_accepted(number, game, each, each.of if each.of in bases else None)

    def misses(self, number: int, game: Replay, offered: Sequence[Action]) -> Iterator[NearMiss]:
        """Near misses in a position of game `number` with these legal actions, which are none of them."""
        return self._looked_for(number, game, self._bases(offered), offered)

    def _looked_for(
        self, number: int, game: Replay, bases: Sequence[Action], offered: Sequence[Action]
    ) -> Iterator[NearMiss]:
        legal = _Known(offered)
        for each in (*self._misses(number, game, bases, offered), *self._past(number, offered)):
            if (each.actor, each.event) not in legal:
                yield each

    def _past(self, number: int, offered: Sequence[Action]) -> list[NearMiss]:
        """Events that were legal a while ago in this game: what they need may be used up by now."""
        if number != self._of_past:
            self._of_past = number
            self._legal_once.clear()
        found = self.rng.sample(self._legal_once, min(PAST, len(self._legal_once)))
        self._legal_once.extend(self.rng.choices(offered, k=PAST) if offered else ())
        return [NearMiss(*action) for action in found]

    def ask(self, number: int, game: Replay, action: Action) -> None:
        """Have a fault of an action in a position of game `number`, if the rules refuse it there."""
        try:
            self.rules.apply(fork(game.state), *action)
        except Violation as violation:
            may = self._neighbours(game, NearMiss(*action)) - {violation.clause}
            self.asked.append(Fault(number, game.seq, *action, None, violation.clause, tuple(sorted(may))))

    def tries(self, number: int, game: Replay, legal: Sequence[Action], asked: Sequence[Action] = ()) -> Tries:
        """Events to try in a position of game `number` with these legal actions, a few for each reason to refuse them.

        Also events to play there. What is `asked` about is tried or, if it is legal, played in any case.
        """
        tried, accepted, alike = list[Action](), list[int](), Counter[Reason]()
        state, known = fork(game.state), _Known(legal)
        reason: Reason
        for each, any_reason in (*((NearMiss(*each), True) for each in asked), *self._to_try(number, game, legal)):
            action = each.actor, each.event
            if action in known or action in tried:
                continue
            try:
                self.rules.apply(state, *action)
                reason, state = (), fork(game.state)
            except Violation as violation:
                reason = reason_of(violation)
            alike[reason] += 1
            if alike[reason] <= TRIED_ALIKE or (any_reason and reason):
                accepted += [] if reason else [len(tried)]
                tried.append(action)
        played = [*self._least_tried(legal), *(tried[each] for each in accepted)]
        played += [each for each in asked if each in known and each not in played]
        return Tries(tried, accepted, played)

    def _to_try(self, number: int, game: Replay, legal: Sequence[Action]) -> Iterator[tuple[NearMiss, bool]]:
        """Near misses, and whether each is to be kept whatever it is refused for."""
        for _ in range(ROUNDS):
            yield from ((each, False) for each in self._misses(number, game, self._bases(legal), legal))
        yield from ((each, True) for each in self._sweep(game, legal))

    def _sweep(self, game: Replay, legal: Sequence[Action]) -> Iterator[NearMiss]:
        """A legal event with other values of one field: that which has been swept least so far."""
        fields = {(tag(event), field): (actor, event) for actor, event in legal for field in event.__struct_fields__}
        if not fields:
            return
        kind, field = place = min(fields, key=lambda each: (self._swept_so_far[each], each))
        self._swept_so_far[place] += 1
        actor, event = self.rng.choice([action for action in legal if tag(action[1]) == kind])
        held = self.values.of(type(event), field)
        for value in self.rng.sample(held, min(SWEPT, len(held))):
            miss = NearMiss(actor, structs.replace(event, **{field: value}), field, (actor, event))
            if _can_be_stated(miss.actor, miss.event, len(game.header.seats)):
                yield miss

    def _least_tried(self, legal: Sequence[Action]) -> list[Action]:
        """A few legal actions, those first of which a trait has been tried least in all positions so far."""
        traits = {number: traits_of(event) for number, (_, event) in enumerate(legal)}
        chosen: list[Action] = []
        while traits and len(chosen) < PLAYED:
            rarest = min(traits, key=lambda number: min(self._tried[trait] for trait in traits[number]))
            self._tried.update(traits.pop(rarest))
            chosen.append(legal[rarest])
        return chosen

    def _misses(
        self, number: int, game: Replay, bases: Sequence[Action], offered: Sequence[Action]
    ) -> Iterator[NearMiss]:
        """Near misses of `bases`, which are among the legal actions `offered`, and of events of other times."""
        rng, seats = self.rng, len(game.header.seats)
        players = _players(game)
        later = [rng.choice(self._of_kind[kind]) for kind in rng.choices(self._played, k=LATER)]
        of_game = [rng.choice(actions) for actions in rng.choices([*self._games[number].values()], k=OF_GAME)]
        actors = list(dict.fromkeys(actor for actor, _ in offered))
        alike = [(actor, each) for actor, event in bases for each in self._others(type(event))]
        elsewhere = [*later, *of_game, *alike, *((rng.choice(actors), event) for _, event in later if actors)]
        elsewhere += [intervention(self.rules, kind, seats, rng) for kind in self.interventions]
        changes = near_misses([*bases, *later[:LATER_CHANGED]], elsewhere, self.kinds, self.values, players, rng)
        for each in (*changes, *crossed(bases, offered, rng)):
            if _can_be_stated(each.actor, each.event, seats):
                yield each

    def _others(self, kind: type) -> list[Any]:
        """Events of a kind from other times."""
        played = self._of_kind.get(kind)
        return [event for _, event in self.rng.choices(played, k=ALIKE)] if played else []

    def _note_accepted(self, number: int, game: Replay, miss: NearMiss, instead: Action | None) -> None:
        kept = self.accepted.setdefault((type(miss.event), miss.changed), [])
        if len(kept) < ENOUGH_ALIKE and all(other.game != number for other in kept):
            kept.append(Fault(number, game.seq, miss.actor, miss.event, instead, "", ()))

    def _bases(self, offered: Sequence[Action]) -> list[Action]:
        """Legal actions to change, each of another kind; the kinds that were changed least come first."""
        kinds: dict[type, list[Action]] = {}
        for action in offered:
            kinds.setdefault(type(action[1]), []).append(action)
        chosen = sorted(kinds, key=lambda kind: (self._used[kind], kind.__name__))[:BASES]
        self._used.update(chosen)
        return [self.rng.choice(kinds[kind]) for kind in chosen]

    def _keep(self, number: int, game: Replay, miss: NearMiss, violation: Violation, near: bool) -> None:
        clause, reason = violation.clause, reason_of(violation)
        kept = self.found.setdefault(reason, [])
        alike = (reason, type(miss.event), miss.changed, near)
        enough = len(kept) >= ENOUGH + (ENOUGH if near else 0) or self._of_game[reason, number] >= ENOUGH_OF_GAME
        if enough or self._alike[alike] >= ENOUGH_ALIKE:
            return
        self._alike[alike] += 1
        self._of_game[reason, number] += 1
        may = self._neighbours(game, miss) - {clause}
        instead = miss.of if near else None
        kept.append(Fault(number, game.seq, miss.actor, miss.event, instead, clause, tuple(sorted(may))))

    def _neighbours(self, game: Replay, miss: NearMiss) -> set[str]:
        """The clauses that refuse events with the same thing wrong.

        That is another value in the field that was changed or another actor; for an event at another time, another
        event of its kind.
        """
        seats, clauses = len(game.header.seats), set[str]()
        state, mine = fork(game.state), held_by_seat(_players(game), miss.actor)
        for number in range(NEIGHBOURS):
            if miss.of is None:
                same = self._of_kind.get(type(miss.event))
                actor, event = self.rng.choice(same) if same else (miss.actor, miss.event)
            elif miss.changed == ACTOR:
                actor, event = (None, *range(seats))[number % (seats + 1)], miss.event
            else:
                actor, event = miss.actor, changed(miss.of[1], miss.changed, self.values, self.rng, mine)
            if not _can_be_stated(actor, event, seats):
                continue
            try:
                self.rules.apply(state, actor, event)
            except Violation as violation:
                clauses.add(violation.clause)
            else:
                state = fork(game.state)
        return clauses

    def chosen(self, number: int) -> list[Fault]:
        """As many faults as asked for: of each reason in turn, the rarest first, those next to a legal event first."""
        accepted = _in_turn([self.accepted[place] for place in sorted(self.accepted, key=_by_name)])
        accepted = [*self.asked[: number // ASKED_SHARE], *accepted[: number // ACCEPTED_SHARE]]
        waiting = [_varied(sorted(faults, key=_worth)) for _, faults in sorted(self.found.items(), key=_rarity)]
        return [*accepted, *_in_turn(waiting)[: number - len(accepted)]]


def _by_kind(actions: Iterable[Action]) -> dict[type, list[Action]]:
    found: dict[type, list[Action]] = {}
    for actor, event in actions:
        found.setdefault(type(event), []).append((actor, event))
    return found


def reason_of(violation: Violation) -> Reason:
    """The clause, and of what sort the facts are."""
    return violation.clause, *(f"{name} {_sort(value)}" for name, value in sorted(violation.facts.items()))


def _sort(fact: Any) -> str:
    """Whether a fact is nothing, true, 0, above or below; of anything else, its type and whether it is empty."""
    if fact is None or isinstance(fact, bool):
        return str(fact)
    if isinstance(fact, int):
        return "0" if fact == 0 else "above" if fact > 0 else "below"
    return f"{type(fact).__name__} {bool(fact)}"


def _players(game: Replay) -> Sequence[Any]:
    """The players of a position; None for each seat in a game whose state has none."""
    return getattr(game.state, "players", None) or [None] * len(game.header.seats)


def _in_turn(waiting: Sequence[Sequence[Fault]]) -> list[Fault]:
    """The first of each, then the second of each, ..."""
    longest = max(map(len, waiting), default=0)
    return [faults[turn] for turn in range(longest) for faults in waiting if turn < len(faults)]


def _varied(faults: Sequence[Fault]) -> list[Fault]:
    """Those of all kinds of events in turn."""
    kinds: dict[type, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(type(fault.event), []).append(fault)
    return _in_turn(list(kinds.values()))


def _by_name(place: tuple[type, str]) -> tuple[str, str]:
    return place[0].__name__, place[1]


def _can_be_stated(actor: int | None, event: Any, seats: int) -> bool:
    """Whether a log can state this; without it, the log could not be read."""
    return (actor is None or actor < seats) and well_typed(event)


def _rarity(found: tuple[Reason, list[Fault]]) -> tuple[int, Reason]:
    return len(found[1]), found[0]


def _worth(fault: Fault) -> tuple[bool, int]:
    return fault.instead is None, len(fault.may)
