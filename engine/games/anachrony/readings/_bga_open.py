"""Facts that a table leaves open (AN-16.45, AN-16.70): their stand-ins, and whether anything depends on them."""

from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import accumulate, combinations, compress
from typing import Any

from msgspec.structs import replace

from engine.games.anachrony.components import BREAKTHROUGHS
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch, continues, take
from engine.games.anachrony.readings._bga_end import Won, compared_scores, fitting_cards, winners
from engine.games.anachrony.readings._bga_facts import CARD_COLUMNS, SIDE
from engine.games.anachrony.readings._bga_unseen import go_along, units_of
from engine.games.anachrony.scoring import categories
from engine.games.anachrony.state import State
from engine.hypotheses import Missing, MissingFacts
from engine.replay import Played, Replay
from engine.snapshot import fork
from events.log.record import Assumed
from events.vocabulary import anachrony as v

Script = list[tuple[Any, ...]]
SPACE = "ambiguous: the space that Quantum Chameleon copies"
SPOT = "ambiguous: the spot of an Anomaly"
PLACEMENT = "ambiguous: whether it is the placement of the Free Action"
STARTING = "the starting Breakthrough"
CARDS = "Endgame Condition cards"


class Open:
    """The fitting script of a table, and what is open in it; it is performed first, in a replay, then asked."""

    def __init__(self, branch: Branch, replay: Replay) -> None:
        self.branch, self.script, self.replay, self._kept = branch, branch.script, replay, branch.kept
        self.events = [row[2] for row in self.script if row[0] == "play"]
        self.scored = [trace for trace in branch.traces if isinstance(trace, t.Scored)]

    def perform(self) -> None:
        """Play the script in the replay; if nobody watches and all of it agrees, take over what was played already."""
        if self.replay.is_watched or self.branch.differed:
            for row in self.script:
                take(row, self.replay)
            return
        played: list[Played] = []
        for row in self.script:
            if row[0] == "play":
                played.append((row[1], row[2], row[3]))
            elif row[0] == "observe":
                self.replay.note_agreeing(len(played), *row[1:])
            else:
                self.replay.checked += 1
        branch = self.branch
        self.replay.take_over(fork(branch.state), played, branch.entered.copy(), [*branch.steps])

    def facts(self) -> tuple[Assumed, ...]:
        """Every open fact. Raises MissingFacts for those on which the result depends."""
        found = [
            Assumed(self.events.index(fact.event) + 1, fact.what, fact.value, _several(fact.among), self._line())
            for fact in self.branch.facts.stand_ins
            if fact.event in self.events
        ]
        return (*self._cards(), *found, *self._doubts())

    def _line(self) -> int:
        return self.branch.traces[0].line if self.branch.traces else 0

    # ---- Endgame cards

    def _cards(self) -> list[Assumed]:
        """AN-16.71: the cards that are not stated; missing if the result of the game depends on them."""
        if self.branch.facts.cards or not any(isinstance(event, v.EndgameCards) for event in self.events):
            return []
        state, place = self.replay.state, self._place(v.EndgameCards)
        listed = tuple(state.tables.endgame_cards)
        chosen = self.events[place - 1].cards
        if not state.over:
            sets = {frozenset(listed)}
        else:
            won = {card: winners(state, card) for card in listed}
            ways = self._ways(state, won)
            if not ways:  # what the log states of the cards differs
                return []
            if len({_points(won, way) for way in ways}) > 1:
                raise MissingFacts([Missing(self._line(), f"the {len(chosen)} {CARDS}", ())])
            sets = {frozenset(way) for way in ways}
        some = frozenset().union(*sets)
        sure = frozenset() if not state.over else frozenset.intersection(*sets)
        among = tuple(card for card in listed if card in some - sure)
        left = [card for card in chosen if card in among]
        if not among:
            return []
        what = f"{len(left)} of the {len(chosen)} {CARDS}"
        return [Assumed(place, what, " ".join(left), among, self._line())]

    def _ways(self, state: State, won: Won) -> list[tuple[str, ...]]:
        """The cards that fit the end of the log, otherwise those that fit the table's result, otherwise any."""
        scored = self.scored
        if len(scored) >= len(state.players) and all(set(CARD_COLUMNS) <= set(each.columns) for each in scored):
            return list(fitting_cards(state, scored, won))
        drawn = list(combinations(won, len(CARD_COLUMNS)))
        expected = self.replay.header.expected
        before = [sum(categories(state, player).values()) for player in state.players]
        missing = {seat: vp - before[seat] for seat, vp in expected.items()}
        points = ((way, _points(won, way)) for way in drawn)
        return [way for way, found in points if all(vp == found[seat] for seat, vp in missing.items())] or drawn

    def _place(self, kind: type) -> int:
        return next(n for n, event in enumerate(self.events, 1) if isinstance(event, kind))

    # ---- doubts: the same game with another event in its place

    def _doubts(self) -> list[Assumed]:
        """AN-16.45, AN-16.71: the events that the entries do not name, with the others that fit."""
        doubtful = sorted({*self.branch.doubts, *self._unsure_setup()})
        return [found for number in doubtful for found in self._doubt(number)]

    def _unsure_setup(self) -> Iterator[int]:
        facts, standing = self.branch.facts, [fact.event for fact in self.branch.facts.stand_ins]
        for number, row in enumerate(self.script):
            if row[0] == "play" and facts.leaves_open(row[2]) and row[2] not in standing:
                yield number

    def _doubt(self, number: int) -> list[Assumed]:
        _, actor, event, line = self.script[number]
        position = self._kept[number]
        chosen, others = _alternatives(self.branch, position, actor, event)
        names, outcomes = [chosen], {_outcome(self.replay.state)}
        reached = self._go_along(number, others) if isinstance(event, v.StartingBreakthrough) else None
        for place, (name, rows) in enumerate(others):
            if reached is None:
                came = self._outcome_of(fork(position), rows, number, number + 1)
            else:
                along = reached[place]
                came = None if along is None else self._outcome_of(along[0], [], number, along[1])
            if came is not None:
                names.append(name)
                outcomes.add(came)
        what = _what(event)
        if len(outcomes) > 1:
            raise MissingFacts([Missing(line, what, tuple(names))])
        seq = sum(row[0] == "play" for row in self.script[: number + 1])
        return [Assumed(seq, what, chosen, tuple(names), line)] if len(names) > 1 else []

    def _go_along(self, number: int, others: list[tuple[str, Script]]) -> list[tuple[State, int] | None]:
        """How far each of the other starting Breakthroughs goes along with the script: a position, and the next row."""
        rules, scores, seat = self.replay.rules, self.branch.scores, self.script[number][2].player
        first, *units = units_of(self.script[number:])
        starts = list(accumulate(map(len, units), initial=number + len(first)))
        states = [fork(self._kept[number]) for _ in range(len(others) + 1)]
        begun = [first, *([*rows, *first[1:]] for _, rows in others)]
        fit = [continues(rules, state, rows, scores) for state, rows in zip(states, begun, strict=True)]
        along = iter(go_along(rules, seat, states[0], [*compress(states[1:], fit[1:])], units, scores))
        found = [next(along) if fits else None for fits in fit[1:]]
        return [None if each is None else (each[0], starts[each[1]]) for each in found]

    def _outcome_of(self, state: State, rows: Script, number: int, begun: int) -> Hashable | None:
        """The result if these rows stood in place of one of the script; None if they do not fit. Changes the position.

        Goes on at the row `begun`. A position that the script has passed itself ends as it did.
        """
        _, actor, event, _ = self.script[number]
        script = self.script
        if rows:
            script = script[: number + 1] + _renamed(event, rows[0][2], actor, script[number + 1 :])
        for place in (*(place for place in self._kept if place >= begun), len(script)):
            if not continues(self.replay.rules, state, [*rows, *script[begun:place]], self.branch.scores):
                return None
            if state == self._kept.get(place) and script[place:] == self.script[place:]:
                return self._own_outcome
            begun, rows = place, []
        return self._outcome_at_the_end(state)

    @cached_property
    def _own_outcome(self) -> Hashable | None:
        return self._outcome_at_the_end(self.replay.state)

    def _outcome_at_the_end(self, state: State) -> Hashable | None:
        """The result of a position; None if the scores stated at the end are others."""
        scores = compared_scores(state, self.scored)
        return _outcome(state) if all(stated == computed for _, _, stated, computed, _ in scores) else None


def _several(among: tuple[str, ...]) -> tuple[str, ...]:
    """The values that fit, none where there is only one."""
    return among if len(among) > 1 else ()


def _outcome(state: State) -> Hashable:
    return tuple(player.vp for player in state.players)


def _points(won: Won, cards: tuple[str, ...]) -> tuple[int, ...]:
    """The points that cards give each seat."""
    return tuple(map(sum, zip(*(won[card] for card in cards), strict=True)))


def _what(event: Any) -> str:
    if isinstance(event, v.AssignPathSide):
        return f"{SIDE} of seat {event.player + 1}"
    kinds: dict[type, str] = {v.StartingBreakthrough: STARTING, v.CopyWorkerSpace: SPACE, v.PlaceAnomaly: SPOT}
    return kinds.get(type(event), PLACEMENT)


def _alternatives(branch: Branch, state: State, actor: int | None, event: Any) -> tuple[str, list[tuple[str, Script]]]:
    """An event in words, and its alternatives: each in words, with its rows."""
    if isinstance(event, v.AssignPathSide):
        sides = [side for side in branch.facts.sides[event.player] if side != event.side]
        return event.side, [(side, [("play", None, replace(event, side=side), 0)]) for side in sides]
    if isinstance(event, v.StartingBreakthrough):
        others = []
        for kind in branch.facts.breakthroughs[event.player]:
            shape, icon = BREAKTHROUGHS[kind].split("/")
            if (shape, icon) != (event.shape, event.icon):
                others.append(
                    (BREAKTHROUGHS[kind], [("play", None, v.StartingBreakthrough(event.player, shape, icon), 0)])
                )
        return f"{event.shape}/{event.icon}", others
    legal = [each for who, each in branch.rules.legal(state) if who == actor]
    if isinstance(event, v.PlaceWorker):
        declined = [("play", actor, v.Decline(), 0), ("play", actor, event, 0)]
        return "it is", [("it is not", declined)] if v.Decline() in legal else []
    same = [each for each in legal if type(each) is type(event) and each != event]
    return _words(event), [(_words(each), [("play", actor, each, 0)]) for each in same]


def _words(event: Any) -> str:
    if isinstance(event, v.CopyWorkerSpace):
        return f"{event.space} of seat {event.owner + 1}"
    return f"{event.row}_{event.column}"


def _renamed(event: Any, other: Any, actor: int | None, rows: Script) -> Script:
    """The rows after an Anomaly was put on another spot: its space is named by that spot."""
    if not isinstance(event, v.PlaceAnomaly) or not isinstance(other, v.PlaceAnomaly):
        return rows
    old, new = (f"anomaly_{each.row}_{each.column}" for each in (event, other))
    return [
        (*row[:2], replace(row[2], space=new), *row[3:])
        if row[0] == "play" and row[1] == actor and isinstance(row[2], v.PlaceWorker) and row[2].space == old
        else row
        for row in rows
    ]
