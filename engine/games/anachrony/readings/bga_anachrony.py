"""Packets of Board Game Arena, read as events: AN-16.40 to AN-16.52.

The traces of the requests are followed with the position. Where they leave a choice (how something was paid, which
space was copied, where an Anomaly lies), every way is tried, the likeliest first, until the figures that the log tells
agree. What is found is then played and compared in earnest.
"""

from typing import Any, NamedTuple

from engine.agenda import Awaited
from engine.clause import Violation
from engine.games.anachrony import agenda as items
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Astray, Branch, Option, perform
from engine.games.anachrony.readings._bga_end import cards_of, compare_scores
from engine.games.anachrony.readings._bga_facts import facts_of
from engine.games.anachrony.readings._bga_header import entries_of, headers, seating
from engine.games.anachrony.readings._bga_phases import PHASE_OF, PHASES
from engine.games.anachrony.readings._bga_requests import FOLLOW_UPS
from engine.games.anachrony.readings._bga_tracer import Tracer
from engine.games.anachrony.readings._bga_undo import in_force, tells_undo_alone
from engine.games.anachrony.state import State
from engine.games.anachrony.tables import Tables
from engine.replay import Replay
from engine.ruleset import Ruleset, ruleset
from engine.snapshot import fork
from events.codec import Unreadable
from events.notations.bga_anachrony import Block, Document
from events.record import Header
from events.vocabulary import anachrony as v

__all__ = ["header", "read"]

MOST_TRIALS = 3000
HEADS = (v.PlaceWorker, v.FreeAction, v.Pass, v.PowerUp)
LASTING = (v.AssignPathSide, v.StartingBreakthrough, v.PlaceAnomaly, v.CopyWorkerSpace)
"""What the figures of its own turn need not decide: the other ways are kept."""
_ANSWERS = {**PHASES, **FOLLOW_UPS}
IN_SEAT_ORDER = (items.Ability, items.ResourceFound)


def header(document: Document) -> Header:
    """AN-16.40: the header of a table; where the side of the boards is not told, the one with which it can be read.

    Raises as `headers` does.
    """
    possible = headers(document)
    for each in possible if len(possible) > 1 else ():
        rules = ruleset(each.game)
        if _follow(in_force(document.blocks), document, rules, rules.start(each)).fits:
            return each
    return possible[0]


def read(document: Document, replay: Replay) -> None:
    """Play all requests. Raises Stopped at the first that breaks a clause, Unreadable at one that is not understood."""
    found = _follow(in_force(document.blocks), document, replay.rules, replay.state)
    if not found.fits and tells_undo_alone(document.blocks):
        other = _follow(in_force(document.blocks, are_gone=True), document, replay.rules, replay.state)
        found = other if other.fits or other.reach > found.reach else found
    branch = found.branch
    if branch is not None:
        perform(_with_cards(branch), replay)
    if found.astray is not None:
        _report(replay, found.astray)
    if branch is not None:
        compare_scores(replay, branch.traces)


class _Found(NamedTuple):
    """What a way to take undos led to: the reading that fits longest, and why it goes no further."""

    branch: Branch | None
    astray: Astray | None

    @property
    def fits(self) -> bool:
        """Whether everything fits."""
        return self.astray is None and self.branch is not None and not self.branch.differed

    @property
    def reach(self) -> tuple[bool, int]:
        """How far it fits."""
        return self.astray is None, self.astray.line if self.astray is not None else 0


def _follow(blocks: list[Block], document: Document, rules: Ruleset[Any], start: State) -> _Found:
    """Read the blocks in force. Raises Unreadable unless undos may have been taken amiss."""
    ids = [player.id for player in seating(document, blocks)]
    tables = start.tables
    paths = _paths(blocks, ids, tables)
    try:
        traces = Tracer(ids, paths, tables).read(blocks)
    except Unreadable as problem:
        if not tells_undo_alone(document.blocks):
            raise
        return _Found(None, Astray(problem.line, str(problem)))
    facts = facts_of(traces, ids, paths, document.sides, tables)
    facts.prompts = [block.prompt for block in blocks]
    return _Found(*_search(Branch(rules, fork(start), traces, facts)))


def _report(replay: Replay, astray: Astray) -> None:
    """AN-16.42: what fits no event: illegal, at the first entry that does not fit."""
    if astray.broke is not None:
        actor, event, _ = astray.broke
        replay.play(actor, event, astray.line)
    replay.reject(None, None, astray.line, Violation("AN-16.42", packet=astray.line, problem=astray.why))


def _paths(blocks: list[Block], ids: list[str], tables: Tables) -> list[str]:
    """The Path of each seat. Raises Unreadable."""
    by_number = {row.bga: name for name, row in tables.paths.items()}
    found: dict[str, str] = {}
    for entry in entries_of(blocks):
        if entry.type in ("choosepath", "chooseleader"):
            key = "pathnb" if entry.has("pathnb") else "path"
            path = by_number.get(entry.number(key))
            if path is None:
                raise entry.unreadable(key, "a Path")
            found[entry.word("player_id")] = path
    return [found[id_] for id_ in ids]


def _with_cards(branch: Branch) -> list[tuple[Any, ...]]:
    """AN-16.71: the script with the Endgame cards that the end of the log tells."""
    if branch.facts.cards or not branch.state.over:
        return branch.script
    event = v.EndgameCards(cards_of(branch, branch.traces))
    return [
        (*row[:2], event, *row[3:]) if row[0] == "play" and isinstance(row[2], v.EndgameCards) else row
        for row in branch.script
    ]


def _search(start: Branch) -> tuple[Branch, Astray | None]:
    """The first way that fits everything; else the one that fits longest, with its differences noted."""
    waiting: list[tuple[Branch, Option | None]] = [(start, None)]
    best: tuple[int, int, Branch, Option | None, Astray] | None = None
    trials = 0
    while True:
        if not waiting or trials > MOST_TRIALS:
            assert best is not None
            _, _, branch, option, astray = best
            if astray.broke is not None or (option is None and not _may_go_on(astray)):
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
                    waiting += [(branch.fork(), other) for other in reversed(options[1:])]
                option = options[0]
                branch.play(option)
                option = None
        except Astray as astray:
            found = (astray.line, branch.told, branch, option, astray)
            if best is None or found[:2] > best[:2]:
                best = found


def _may_go_on(astray: Astray) -> bool:
    return "told" in astray.why


def _mark(branch: Branch) -> int:
    """Up to where figures were told before the step that is due: the trace with which its phase begins."""
    due = branch.state.due
    if due in ("impact", "era_end"):
        return branch.told
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
    """What may come next; None at the end of the game or of the log. Raises Astray where nothing fits."""
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
        branch.proceed()
        if due in PHASE_OF:
            branch.rolls = {}
    item = awaited[0]
    if isinstance(item, IN_SEAT_ORDER):
        item = min(awaited, key=_seat_of)
    options = list(_ANSWERS[type(item)](branch, item))
    if not options:
        if branch.pos >= len(branch.traces) - 1:
            branch.compare(len(branch.traces))
            return None
        raise Astray(branch.line(), f"nothing that answers {type(item).__name__} of seat {item.seat}")
    return options


def _seat_of(item: Awaited) -> int:
    return item.player if isinstance(item, items.ResourceFound) else item.seat or 0
