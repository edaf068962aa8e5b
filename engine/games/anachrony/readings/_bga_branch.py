"""One way to read a table: a position, the place reached in the traces, and the script that led there."""

from copy import copy
from operator import attrgetter
from typing import Any

from engine.clause import Violation
from engine.entries import Entered
from engine.games.anachrony.figures import PLACE, has
from engine.games.anachrony.items import TileBonus
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_facts import Facts
from engine.games.anachrony.scoring import provisional
from engine.games.anachrony.state import State
from engine.replay import Replay
from engine.rules import Ruleset
from engine.snapshot import fork
from events.vocabulary import anachrony as v

SCORE = "score"
DEALT = (v.AssignPathSide, v.StartingBreakthrough)
"""Events that later entries have to show."""
END = 7
# AN-16.52: traces that change the score of a player without printing it again.
_SCORE_NOT_PRINTED = frozenset(
    (t.AnomalyLaid, t.BuildingLost, t.WarpBack, t.BreakthroughTaken, t.BreakthroughPaid, t.Warped)
)
_anomalies = attrgetter("anomalies")


class Astray(Exception):
    """This way of reading does not fit: the line, the reason, and the event that broke a clause, if one did.

    `differs`: the reason is a figure that differs.
    """

    def __init__(
        self, line: int, why: str, broke: tuple[int | None, Any, Violation] | None = None, differs: bool = False
    ) -> None:
        super().__init__(line, why)
        self.line, self.why, self.broke, self.differs = line, why, broke, differs


class Option:
    """An event that may come next: the actor, the trace where it starts, the trace to read on from, and its line.

    `doubt`: the entries do not name it (AN-16.45).
    """

    doubt = False

    def __init__(self, actor: int | None, event: Any, start: int, then: int, line: int, **notes: Any) -> None:
        self.actor, self.event, self.start, self.then, self.line, self.notes = actor, event, start, then, line, notes

    def doubted(self, doubt: bool = True) -> "Option":
        """The same option, marked as one that the entries do not name."""
        self.doubt = doubt
        return self


class Branch:
    """A position on the way.

    `spots`: the chosen spots of Anomalies by their trace; `limit`: the end of the request; `compared`: the traces whose
    figures were compared; `stale_until`: by seat, the trace up to which a printed score is out of date; `doubts`: the
    rows of the script that the entries do not name; `kept`: positions before rows of the script, for what may be asked
    later; `seq`: the number of its events; `entered`: what they and the automatic steps enter; `steps`: those since the
    last event; `sealed`: that was the end of an Anomaly, whose spot no longer matters; `differed`: the line of the
    first figure that differs, or 0; `stated`: the last value of each figure, in the order in which they were first
    stated; `values`: by seat, all its figures when they were compared last; `known`: the differences found then;
    `scores`: the provisional scores that are known.
    """

    def __init__(self, rules: Ruleset[Any], state: State, traces: list[t.Trace], facts: Facts) -> None:
        self.rules, self.state, self.traces, self.facts = rules, state, traces, facts
        self.anomalies = [number for number, trace in enumerate(traces) if isinstance(trace, t.AnomalyLaid)]
        self.phase_ends = _next_places(traces, (t.Phase, t.NewEra))
        self.heads = _next_places(traces, t.Head)
        self.pos = self.limit = self.head = self.compared = 0
        self.script: list[tuple[Any, ...]] = []
        self.doubts: tuple[int, ...] = ()
        self.spots: dict[int, tuple[int, int]] = {}
        self.rolls: dict[int, int] = {}
        self.stale_until: dict[int, int] = {}
        self.laid: frozenset[int] = frozenset()
        self.known: t.Seen = {}
        self.stated: t.Seen = {}
        self.values = self._values()
        self.scores: dict[tuple[object, ...], int] = {}
        self.entered: list[Entered] = []
        self.kept: dict[int, State] = {}
        self.steps: tuple[str, ...] = ()
        self.seq = self.differed = 0
        self.sealed = False

    def fork(self) -> "Branch":
        """An independent copy; only the position and the script are changed in place."""
        copied = copy(self)
        copied.state, copied.script, copied.entered = fork(self.state), self.script.copy(), self.entered.copy()
        return copied

    def line(self) -> int:
        """The packet reached."""
        return self.traces[min(self.pos, len(self.traces) - 1)].line

    def play(self, option: Option, lenient: bool = False) -> None:
        """Compare the figures before the event, then apply it. Raises Astray and leaves the branch as it was."""
        if option.start > self.compared and not self._are_points_due():
            self.compare(option.start, lenient)
        event, number = option.event, len(self.script)
        is_asked_for = option.doubt or (self.sealed and self.doubts) or self.facts.leaves_open(event)
        before = fork(self.state) if is_asked_for else None
        try:
            entries = self.rules.accepts[type(event)](self.state, option.actor, event)
        except Violation as violation:
            raise Astray(option.line, f"{event}: {violation}", (option.actor, event, violation)) from None
        if before is not None:
            self.kept = self.kept | {number: before}
        if option.doubt:
            self.doubts += (number,)
        self.script.append(("play", option.actor, event, option.line))
        self.sealed = isinstance(event, v.PlaceWorker) and event.space.startswith("anomaly_")
        self.seq += 1
        if entries:
            self.entered.append(Entered(self.seq, "", entries))
        self.steps = ()
        self.pos = option.then
        for name, value in option.notes.items():
            setattr(self, name, value)
        self._match_anomalies()

    def _are_points_due(self) -> bool:
        """AN-16.43: whether points of a Collapsing tile, which the log reports at once, wait for decisions."""
        for item in self.state.agenda:  # a plain loop, as every event asks
            if isinstance(item, TileBonus) and item.tile in self.state.tables.collapsing:
                return True
        return False

    def _match_anomalies(self) -> None:
        """Match each Anomaly on the table with its trace, including those that were laid without a choice."""
        players = self.state.players
        if not self.spots and not any(map(_anomalies, players)):  # the common case
            return
        self.spots = {n: (seat, spot) for n, (seat, spot) in self.spots.items() if spot in players[seat].anomalies}
        for player in players:
            for spot in player.anomalies:
                if (player.seat, spot) not in self.spots.values():
                    for number in self.anomalies:
                        if self.traces[number].seat == player.seat and number not in self.laid:
                            self.spots[number] = player.seat, spot
                            self.laid |= {number}
                            break

    def compare(self, end: int, lenient: bool = False) -> None:
        """Compare the figures before a trace with the position. Raises Astray unless `lenient`."""
        if end <= self.compared:
            return
        found: dict[int, dict[str, int]] = {}
        stated, scores = self.stated.copy(), t.Seen()
        for key, value in self._stated(end).items():
            seat, figure = key
            figures = found.setdefault(seat, {})
            if figure == SCORE:
                scores[key] = value
            else:
                figures[figure] = stated[key] = value
        values = self._values()
        differences = self._differences(found, stated, values, scores)
        if differences != self.known:
            wrong = self._first_new(differences, stated | scores, end)
            if wrong is not None and not lenient:
                raise wrong
            if wrong is not None and not self.differed:
                self.differed = wrong.line
        line, step = self.traces[end - 1].line, self.steps[-1] if self.steps else ""
        self.stated, self.values, self.known, self.compared = stated, values, differences, end
        for seat, figures in found.items():
            if figures:
                self.script.append(("observe", seat, figures, line, step))
            if (seat, SCORE) in scores:
                score = scores[seat, SCORE]
                computed = score - differences.get((seat, SCORE), 0)
                self.script.append(("score", seat, score, computed, line, step))

    def _values(self) -> list[tuple[int, ...]]:
        """All figures of each seat."""
        values, state = self.rules.values, self.state
        return [values(state, seat) for seat in range(len(state.players))]

    def _differences(
        self, found: dict[int, dict[str, int]], stated: t.Seen, values: list[tuple[int, ...]], scores: t.Seen
    ) -> t.Seen:
        """The differences of all figures stated so far, since every change is stated, and of the scores stated now."""
        differing: t.Seen = {}
        if self.known or not self._is_all_stated(found, values):
            differing = {key: n - value for key, n in stated.items() if n != (value := values[key[0]][PLACE[key[1]]])}
        for key, value in scores.items():
            if value != (computed := provisional(self.state, self.state.players[key[0]], self.scores)):
                differing[key] = value - computed
        return differing

    def _is_all_stated(self, found: dict[int, dict[str, int]], values: list[tuple[int, ...]]) -> bool:
        """Whether all figures are those compared last, but for what is stated since: then none of them differs."""
        for seat, before in enumerate(self.values):
            expected = before
            if figures := found.get(seat):
                changed = [*before]
                for figure, value in figures.items():
                    changed[PLACE[figure]] = value
                expected = tuple(changed)
            if expected != values[seat]:
                return False
        return True

    def _first_new(self, differences: t.Seen, stated: t.Seen, end: int) -> Astray | None:
        """The first of these figures whose difference is not known yet, at the trace that states it, if one does."""
        for key, value in stated.items():
            difference = differences.get(key, 0)
            if difference != self.known.get(key, 0):
                traces = self.traces[self.compared : end]
                line = next((trace.line for trace in reversed(traces) if key in trace.seen), traces[-1].line)
                why = f"{key[1]} of seat {key[0] + 1}: stated {value}, computed {value - difference}"
                return Astray(line, why, differs=True)
        return None

    def _stated(self, end: int) -> t.Seen:
        """The last value of each figure; a score only if no unprinted change followed."""
        values: t.Seen = {}
        ended = self.state.over
        for trace in self.traces[self.compared : end]:
            values |= trace.seen
            kind = type(trace)
            if isinstance(trace, t.Phase) and trace.number == END:
                ended = True
            if ended or (kind in _SCORE_NOT_PRINTED and trace.seat < 0):
                values = {key: value for key, value in values.items() if key[1] != SCORE}
            elif kind in _SCORE_NOT_PRINTED:
                values.pop((trace.seat, SCORE), None)
        for seat, place in self.stale_until.items():  # a Warp tile came back before its trace
            if end <= place:
                values.pop((seat, SCORE), None)
        return values

    def proceed(self) -> bool:
        """Do one automatic step, if one is due; returns whether one was."""
        step = self.rules.proceed(self.state)
        if step is None:
            return False
        self.steps += (step.name,)
        if step.entries:
            self.entered.append(Entered(self.seq, step.name, step.entries))
        return True


def take(row: tuple[Any, ...], replay: Replay) -> None:
    """Play or observe one row of a script. Raises Stopped at an event that breaks a clause."""
    what, *rest = row
    if what == "play":
        actor, event, line = rest
        replay.play(actor, event, line)
    elif what == "observe":
        seat, figures, line, after = rest
        replay.observe(seat, figures, line, after)
    else:
        seat, stated, computed, line, after = rest
        replay.note(seat, SCORE, stated, computed, line)


def continues(
    rules: Ruleset[Any], state: State, rows: list[tuple[Any, ...]], scores: dict[tuple[object, ...], int]
) -> bool:
    """Whether a position can continue with these rows of a script, every figure and score of which then agrees.

    Plays them, with all automatic steps; `scores` are the provisional scores that are known.
    """
    accepts, proceed, players = rules.accepts, rules.proceed, state.players
    done: list[str] = []
    for what, actor, *rest in rows:
        if what == "play":
            event = rest[0]
            while proceed(state) is not None:
                pass
            try:
                accepts[type(event)](state, actor, event)
            except Violation:
                return False
            done.clear()
        else:
            stated, after = rest[0], rest[-1]
            while after and after not in done and (step := proceed(state)) is not None:
                done.append(step.name)
            player = players[actor]
            if stated != provisional(state, player, scores) if what == "score" else not has(player, stated):
                return False
    while proceed(state) is not None:
        pass
    return True


def _next_places(traces: list[t.Trace], kinds: Any) -> list[int]:
    """For each place, and the end, the place of the first trace of these kinds that is not before it."""
    found = [len(traces)] * (len(traces) + 1)
    for place in range(len(traces) - 1, -1, -1):
        found[place] = place if isinstance(traces[place], kinds) else found[place + 1]
    return found
