"""One way to read a table: a position, the place reached in the traces, and the script that led there."""

from copy import copy
from operator import attrgetter
from typing import Any

from engine.clause import Violation
from engine.games.anachrony.figures import FIGURES, has
from engine.games.anachrony.items import TileBonus
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_facts import Facts
from engine.games.anachrony.scoring import provisional
from engine.games.anachrony.state import State
from engine.replay import Replay
from engine.rules import Ruleset
from engine.snapshot import fork

SCORE = "score"
END = 7
# AN-16.52: traces that change the score of a player without printing it again.
_SCORE_NOT_PRINTED = frozenset(
    (t.AnomalyLaid, t.BuildingLost, t.WarpBack, t.BreakthroughTaken, t.BreakthroughPaid, t.Warped)
)
Differences = dict[tuple[int, str], int]
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
    rows of the script that the entries do not name; `differed`: the line of the first figure that differs, or 0;
    `stated`: by seat, the last value of each figure; `values`: by seat, all its figures when they were compared last;
    `scores`: the provisional scores that are known.
    """

    def __init__(self, rules: Ruleset[Any], state: State, traces: list[t.Trace], facts: Facts) -> None:
        self.rules, self.state, self.traces, self.facts = rules, state, traces, facts
        self.anomalies = [number for number, trace in enumerate(traces) if isinstance(trace, t.AnomalyLaid)]
        self.phase_ends = _next_places(traces, (t.Phase, t.NewEra))
        self.heads = _next_places(traces, t.Head)
        self.first_stated = _first_stated(traces)
        self.pos = self.limit = self.head = self.compared = 0
        self.script: list[tuple[Any, ...]] = []
        self.doubts: tuple[int, ...] = ()
        self.spots: dict[int, tuple[int, int]] = {}
        self.rolls: dict[int, int] = {}
        self.stale_until: dict[int, int] = {}
        self.laid: frozenset[int] = frozenset()
        self.known: Differences = {}
        self.stated: dict[int, dict[str, int]] = {}
        self.values: dict[int, tuple[int, ...]] = {}
        self.scores: dict[tuple[object, ...], int] = {}
        self.step = ""
        self.differed = 0

    def fork(self) -> "Branch":
        """An independent copy; only the position and the script are changed in place."""
        copied = copy(self)
        copied.state, copied.script = fork(self.state), self.script.copy()
        return copied

    def line(self) -> int:
        """The packet reached."""
        return self.traces[min(self.pos, len(self.traces) - 1)].line

    def play(self, option: Option, lenient: bool = False) -> None:
        """Compare the figures before the event, then apply it. Raises Astray and leaves the branch as it was."""
        if option.start > self.compared and not self._are_points_due():
            self.compare(option.start, lenient)
        try:
            self.rules.accepts[type(option.event)](self.state, option.actor, option.event)
        except Violation as violation:
            why = f"{option.event}: {violation}"
            raise Astray(option.line, why, (option.actor, option.event, violation)) from None
        if option.doubt:
            self.doubts += (len(self.script),)
        self.script.append(("play", option.actor, option.event, option.line))
        self.step = ""
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
        values = self._stated(end)
        line = self.traces[end - 1].line
        found: dict[int, dict[str, int]] = {}
        for (seat, figure), (value, _) in values.items():
            found.setdefault(seat, {})[figure] = value
        scores = {(seat, SCORE): figures.pop(SCORE) for seat, figures in found.items() if SCORE in figures}
        stated = self.stated | {seat: self.stated.get(seat, {}) | figures for seat, figures in found.items()}
        values_now = {seat: self.rules.values(self.state, seat) for seat in stated}
        unsure = [seat for seat in stated if self.known or seat in found or values_now[seat] != self.values.get(seat)]
        differences = self._differences(stated, unsure, values_now, scores, end)
        if differences != self.known:
            wrong = self._first_new(differences, self._in_order(stated, end) | scores, values, line)
            if wrong is not None and not lenient:
                raise wrong
            if wrong is not None and not self.differed:
                self.differed = wrong.line
        self.stated, self.values, self.known, self.compared = stated, values_now, differences, end
        for seat, figures in found.items():
            if figures:
                self.script.append(("observe", seat, figures, line, self.step))
            if (seat, SCORE) in scores:
                score = scores[seat, SCORE]
                computed = score - differences.get((seat, SCORE), 0)
                self.script.append(("score", seat, score, computed, line, self.step))

    def _differences(
        self,
        stated: dict[int, dict[str, int]],
        unsure: list[int],
        values: dict[int, tuple[int, ...]],
        scores: Differences,
        end: int,
    ) -> Differences:
        """The differences of all figures stated so far, since every change is stated, and of the scores stated now.

        `unsure`: the seats whose figures may differ, as they or what is stated of them changed; `values`: the figures
        of each seat.
        """
        state = self.state
        differing: Differences = {}
        if not all(stated[seat].items() <= _named(values[seat]).items() for seat in unsure):
            figures = {seat: _named(values[seat]) for seat in stated}
            last = self._in_order(stated, end)
            differing = {key: value - n for key, value in last.items() if value != (n := figures[key[0]][key[1]])}
        for key, value in scores.items():
            if value != (computed := provisional(state, state.players[key[0]], self.scores)):
                differing[key] = value - computed
        return differing

    def _in_order(self, stated: dict[int, dict[str, int]], end: int) -> Differences:
        """The figures stated so far, in the order in which they were first stated."""
        return {key: stated[key[0]][key[1]] for key, place in self.first_stated.items() if place < end}

    def _first_new(
        self, differences: Differences, stated: Differences, values: dict[tuple[int, str], tuple[int, int]], line: int
    ) -> Astray | None:
        """The first of these figures whose difference is not known yet."""
        for key, value in stated.items():
            difference = differences.get(key, 0)
            if difference != self.known.get(key, 0):
                at = values.get(key, (0, line))[1]
                why = f"{key[1]} of seat {key[0] + 1}: stated {value}, computed {value - difference}"
                return Astray(at, why, differs=True)
        return None

    def _stated(self, end: int) -> dict[tuple[int, str], tuple[int, int]]:
        """The last value of each figure, with its line; a score only if no unprinted change followed."""
        values: dict[tuple[int, str], tuple[int, int]] = {}
        ended = self.state.over
        for trace in self.traces[self.compared : end]:
            for seat, figure, value in trace.seen:
                values[seat, figure] = value, trace.line
            if type(trace) is t.Phase and trace.number == END:
                ended = True
            if ended:
                values = {key: value for key, value in values.items() if key[1] != SCORE}
            if type(trace) in _SCORE_NOT_PRINTED:
                if trace.seat >= 0:
                    values.pop((trace.seat, SCORE), None)
                else:
                    values = {key: value for key, value in values.items() if key[1] != SCORE}
        for seat, place in self.stale_until.items():  # a Warp tile came back before its trace
            if end <= place:
                values.pop((seat, SCORE), None)
        return values

    def proceed(self) -> bool:
        """Do one automatic step, if one is due; returns whether one was."""
        step = self.rules.proceed(self.state)
        if step is None:
            return False
        self.step = step.name
        return True


def _named(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(FIGURES, values, strict=True))


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


def _first_stated(traces: list[t.Trace]) -> dict[tuple[int, str], int]:
    """Where each figure of a seat but its score is stated first, in this order."""
    found: dict[tuple[int, str], int] = {}
    for place, trace in enumerate(traces):
        for seat, figure, _ in trace.seen:
            if figure != SCORE:
                found.setdefault((seat, figure), place)
    return found


def _next_places(traces: list[t.Trace], kinds: Any) -> list[int]:
    """For each place, and the end, the place of the first trace of these kinds that is not before it."""
    found = [len(traces)] * (len(traces) + 1)
    for place in range(len(traces) - 1, -1, -1):
        found[place] = place if isinstance(traces[place], kinds) else found[place + 1]
    return found
