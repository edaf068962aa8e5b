"""Packets of Board Game Arena, read as events: AN-16.40 to AN-16.52.

The traces of the requests are followed with the position. Where they leave a choice (how something was paid, which
space was copied, where an Anomaly lies), every way is tried, the likeliest first, until the figures of the log agree.
The result is then played and compared in the replay; where nobody watches that and everything agrees, the replay takes
over what was played on the way.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple, NoReturn

from msgspec.structs import replace

from engine.clause import Violation
from engine.games.anachrony.readings._bga_branch import Astray
from engine.games.anachrony.readings._bga_end import compare_scores
from engine.games.anachrony.readings._bga_header import headers
from engine.games.anachrony.readings._bga_open import Open
from engine.games.anachrony.readings._bga_search import Found, follow
from engine.games.anachrony.readings._bga_undo import (
    InForce,
    Undo,
    begins_phase,
    begins_request,
    in_force,
    in_force_by_rule,
    is_undo,
    requests,
)
from engine.replay import Replay
from engine.rules import Ruleset, ruleset
from events.log.record import Assumed, Header
from events.notations.bga_anachrony import Document

__all__ = ["header", "read"]

MOST_WAYS = 60
UNDOS_BACK = 3
ALL = 10**9


def header(document: Document) -> Header:
    """AN-16.40: the header of a table; where the side of the boards is not stated, the one with which it can be read.

    Raises as `headers` does.
    """
    possible = headers(document)
    if len(possible) == 1:
        return possible[0]
    for look in (_by_rule, _in_other_ways):
        for each in possible:
            if look(document, ruleset(each.game), each).found.fits:
                return each
    return max(possible, key=lambda each: _by_rule(document, ruleset(each.game), each).found.reach)


def read(document: Document, replay: Replay) -> None:
    """Play all requests; the header then lists the facts that are open (AN-16.70).

    Raises Stopped at the first request that breaks a clause, Unreadable at one that is not understood, MissingFacts if
    the result depends on facts that are open.
    """
    found, force, _ = _in_other_ways(document, replay.rules, replay.header)
    branch = found.branch
    if branch is None:
        assert found.problem is not None
        raise found.problem
    opened = Open(branch, replay)
    opened.perform()
    if found.astray is not None:
        _report(replay, found.astray)
    compare_scores(replay, branch.traces)
    if not branch.differed:
        taken_back = tuple(_taken_back(undo, branch.script) for undo in force.undos if not undo.marked)
        replay.header = replace(replay.header, assumed=(*taken_back, *opened.facts()))


class _Way(NamedTuple):
    """A way to interpret the undos, with the blocks that it leaves and their reading."""

    found: Found
    force: InForce
    taken: dict[int, int]


def _follow(document: Document, rules: Ruleset[Any], header: Header, taken: dict[int, int], strict: bool) -> _Way:
    force = in_force(document.blocks, taken) if taken else in_force_by_rule(document)
    return _Way(follow(force, document, rules, rules.start(header), strict), force, taken)


def _by_rule(document: Document, rules: Ruleset[Any], header: Header) -> _Way:
    """The reading with the undos by the rule."""
    side = str(header.options["board_side"])
    if side not in document.found:
        document.found[side] = _follow(document, rules, header, {}, False)
    way: _Way = document.found[side]
    return way


def _in_other_ways(document: Document, rules: Ruleset[Any], header: Header) -> _Way:
    """AN-16.46: the same, or where that does not fit, the reading with other undos that fits further."""
    way = _by_rule(document, rules, header)
    if not way.found.fits and any(undo.others for undo in way.force.undos):
        gone = _follow(document, rules, header, {undo.block: ALL for undo in way.force.undos}, True)
        way = max(way, gone, key=lambda each: each.found.reach)
    trials = 0
    while not way.found.fits and trials < MOST_WAYS:
        ways = [_follow(document, rules, header, taken, True) for taken in _other_ways(way)]
        trials += len(ways)
        better = max((way, *ways), key=lambda each: each.found.reach)
        if better is way:
            ways = [_follow(document, rules, header, taken, True) for taken in _unmarked(document, way)]
            better = next((each for each in ways if each.found.fits_whole), way)
            if better is way:
                break
        way = better
    if way.taken and not way.found.fits:
        way = _follow(document, rules, header, way.taken, False)
    document.found[str(header.options["board_side"])] = way
    return way


def _other_ways(way: _Way) -> Iterator[dict[int, int]]:
    """Other ways to interpret the undos around the place up to which the log fits: those before it, and the next."""
    reach, undos = way.found.reach, way.force.undos
    before = [undo for undo in undos if undo.packet <= reach][: -UNDOS_BACK - 1 : -1]
    after = [undo for undo in undos if undo.packet > reach][:1]
    for undo in (*after, *before):
        for left in (undo.left, *undo.others):
            if left != way.taken.get(undo.block, undo.left):
                yield way.taken | {undo.block: left}


def _unmarked(document: Document, way: _Way) -> Iterator[dict[int, int]]:
    """AN-16.46: an undo without a mark: it takes back a request that no longer fits, or one that is repeated there."""
    blocks = document.blocks
    reach = way.found.reach
    late = (n for n, block in enumerate(blocks) if block.entries and block.entries[-1].packet >= reach)
    for number in islice((n for n in late if begins_request(blocks[n])), 2):
        if number not in way.taken and not is_undo(blocks[number]):
            kept = in_force(blocks[:number], way.taken).blocks
            for left in requests(kept)[:2]:
                if not any(map(begins_phase, kept[left:])):
                    yield way.taken | {number: left}


def _taken_back(undo: Undo, script: list[tuple[Any, ...]]) -> Assumed:
    """AN-16.46: an undo that the log does not mark."""
    seq = sum(1 for row in script if row[0] == "play" and row[3] < undo.packet)
    return Assumed(seq, "what became of the request before", "an undo", (), undo.packet)


def _report(replay: Replay, astray: Astray) -> NoReturn:
    """AN-16.42: entries that fit no event are illegal, at the first that does not fit."""
    if astray.broke is not None:
        actor, event, _ = astray.broke
        replay.play(actor, event, astray.line)
    replay.reject(None, None, astray.line, Violation("AN-16.42", packet=astray.line, problem=astray.why))
