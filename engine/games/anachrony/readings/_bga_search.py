"""The sequence of events that fits the blocks in force (AN-16.42): every way is tried, the likeliest first."""

from typing import Any, NamedTuple

from engine.agenda import Awaited
from engine.games.anachrony import items
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import DEALT, Astray, Branch, Option
from engine.games.anachrony.readings._bga_end import reveal_cards
from engine.games.anachrony.readings._bga_entries import traces_of
from engine.games.anachrony.readings._bga_facts import facts_of
from engine.games.anachrony.readings._bga_header import seating
from engine.games.anachrony.readings._bga_phases import PHASE_OF, PHASES
from engine.games.anachrony.readings._bga_requests import FOLLOW_UPS
from engine.games.anachrony.readings._bga_tracer import Tracer
from engine.games.anachrony.readings._bga_undo import InForce
from engine.games.anachrony.tables import Tables
from engine.rules import Ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.notations.bga_anachrony import Document
from events.vocabulary import anachrony as v

MOST_TRIALS, MOST_IN_A_TRIAL = 3000, 200
HEADS = (v.PlaceWorker, v.FreeAction, v.Pass, v.PowerUp)
LASTING = (*DEALT, v.PlaceAnomaly, v.CopyWorkerSpace)
"""Events that the figures of their own turn need not decide: the other ways are kept."""
_ANSWERS = {**PHASES, **FOLLOW_UPS}
IN_SEAT_ORDER = (items.Ability, items.ResourceFound)
BEGINNINGS = (t.Head, t.Phase, t.NewEra)
"""Traces that begin something: a log with none left is at its end."""
END = 10**9


class Found(NamedTuple):
    """The reading of blocks that fits furthest, and why it goes no further; `problem` if they cannot be read."""

    branch: Branch | None
    astray: Astray | None
    problem: Unreadable | None = None

    @property
    def fits(self) -> bool:
        """Whether everything fits."""
        return self.reach == END

    @property
    def fits_whole(self) -> bool:
        """Whether everything fits, up to the end of the game."""
        return self.fits and self.branch is not None and bool(self.branch.state.over)

    @property
    def reach(self) -> int:
        """The packet up to which it fits."""
        differed = self.branch.differed if self.branch is not None else 0
        return min(differed or END, END if self.astray is None else self.astray.line)


def follow(force: InForce, document: Document, rules: Ruleset[Any], start: Any, strict: bool = False) -> Found:
    """Read the blocks in force; `strict`: only up to the first that does not fit."""
    ids = [player.id for player in seating(document, force)]
    tables = start.tables
    paths = _paths(force, ids, tables)
    try:
        traces = traces_of(Tracer(ids, paths, tables, not document.undone), force.blocks)
    except Unreadable as problem:
        return Found(None, Astray(problem.line, str(problem)), problem)
    facts = facts_of(traces, ids, paths, document.sides, tables)
    facts.prompts = [block.prompt for block in force.blocks]
    return Found(*_search(Branch(rules, fork(start), traces, facts), strict))


def _paths(force: InForce, ids: list[str], tables: Tables) -> list[str]:
    """The Path of each seat. Raises Unreadable."""
    by_number = {row.bga: name for name, row in tables.paths.items()}
    found: dict[str, str] = {}
    for entry in force.choices:
        key = "pathnb" if entry.has("pathnb") else "path"
        path = by_number.get(entry.number(key))
        if path is None:
            raise entry.unreadable(key, "a Path")
        found[entry.word("player_id")] = path
    return [found[id_] for id_ in ids]


def _search(start: Branch, strict: bool) -> tuple[Branch, Astray | None]:
    """The first way that fits everything; otherwise the one that fits furthest, with its differences noted."""
    waiting: list[tuple[Branch, Option | None]] = [(start, None)]
    best: tuple[int, int, Branch, Option | None, Astray] | None = None
    trials = 0
    while True:
        if not waiting or trials > (MOST_IN_A_TRIAL if strict else MOST_TRIALS):
            assert best is not None
            _, _, branch, option, astray = best
            if strict or astray.broke is not None or (option is None and not _may_go_on(astray)):
                return branch, astray
            waiting, best, trials = [], None, 0
            if option is None:
                branch.compare(_mark(branch), True)
            else:
                try:
                    branch.play(option, True)
                except Astray as problem:
                    return branch, problem
            option = None
        else:
            branch, option = waiting.pop()
            if waiting and waiting[-1][0] is branch:  # it will be needed again
                branch = branch.fork()
        trials += 1
        try:
            if option is not None:
                branch.play(option)
                option = None
            while True:
                options = _options(branch)
                if options is None:
                    return branch, None
                if isinstance(options[0].event, HEADS) and waiting:
                    option = options[0]
                    branch.compare(option.start)
                    waiting = [(other, way) for other, way in waiting if way is None or isinstance(way.event, LASTING)]
                if len(options) > 1:
                    before = branch.fork()
                    waiting += [(before, other) for other in reversed(options[1:])]
                option = options[0]
                branch.play(option)
                option = None
        except Astray as astray:
            # without its frames, which hold `best` and with it every position until the next collection
            found = (astray.line, branch.compared, branch, option, astray.with_traceback(None))
            if best is None or found[:2] > best[:2]:
                best = found


def _may_go_on(astray: Astray) -> bool:
    return astray.differs


def _mark(branch: Branch) -> int:
    """The trace before which figures belong to the time before the due step: the one that begins its phase."""
    due = branch.state.due
    if due in ("impact", "era_end"):
        return branch.compared
    for place in range(branch.pos, len(branch.traces)):
        trace = branch.traces[place]
        if due == "preparation":
            found = isinstance(trace, t.NewEra)
        elif due == "returns":  # nothing may come back at all
            found = isinstance(trace, t.Returns | t.Impact | t.NewEra | t.Phase)
        else:
            found = isinstance(trace, t.Phase) and trace.number == PHASE_OF.get(due, 0)
        if found:
            return place
    return len(branch.traces)


def _options(branch: Branch) -> list[Option] | None:
    """The events that may come next; None at the end of the game or log. Raises Astray where nothing fits."""
    while not (awaited := branch.rules.awaited(branch.state)):
        due = branch.state.due
        if not due:
            branch.compare(len(branch.traces))
            return None
        mark = _mark(branch)
        if mark == len(branch.traces) and due not in ("impact", "era_end", "scoring"):
            branch.compare(mark)
            return None
        branch.compare(mark)
        is_own = due in PHASE_OF or (mark < len(branch.traces) and isinstance(branch.traces[mark], t.Returns))
        branch.pos = max(branch.pos, mark + is_own)
        if due == "scoring" and not branch.facts.cards:
            reveal_cards(branch)
        branch.proceed()
        if due in PHASE_OF:
            branch.rolls = {}
    item = awaited[0]
    if isinstance(item, IN_SEAT_ORDER):
        item = min(awaited, key=_seat_of)
    options = list(_ANSWERS[type(item)](branch, item))
    if not options:
        if not any(isinstance(trace, BEGINNINGS) for trace in branch.traces[branch.pos :]):
            branch.compare(len(branch.traces))
            return None
        seat = "nobody" if item.seat is None else f"seat {item.seat + 1}"
        raise Astray(branch.line(), f"nothing that answers {type(item).__name__} of {seat}")
    return options


def _seat_of(item: Awaited) -> int:
    return item.player if isinstance(item, items.ResourceFound) else item.seat or 0
