"""The traces of chance and of all phases but the Action phase (AN-16.30, AN-16.33 to AN-16.36), as events."""

from collections import Counter
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

from engine.games.anachrony import items
from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, TUG, WORKER, WORKERS
from engine.games.anachrony.power_up import EXCHANGES, ways
from engine.games.anachrony.queries import board_of
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Astray, Branch, Option
from engine.games.anachrony.state import SETUP
from events.vocabulary import anachrony as v

PREPARATION, PARADOX, POWER_UP, WARP, ACTION, CLEAN_UP, END = range(1, 8)
PHASE_OF = {
    "preparation": PREPARATION,
    "paradox": PARADOX,
    "power_up": POWER_UP,
    "warp": WARP,
    "action": ACTION,
    "clean_up": CLEAN_UP,
    "scoring": END,
}


def last_of(branch: Branch, kind: type, end: int) -> Any:
    """The newest trace of a kind before a place. Raises Astray if there is none."""
    for place in range(min(end, len(branch.traces)) - 1, -1, -1):
        if isinstance(branch.traces[place], kind):
            return branch.traces[place]
    raise Astray(branch.line(), f"no {kind.__name__}")


def phase_end(branch: Branch, start: int) -> int:
    """Where the phase that a trace belongs to ends: at the next phase, the next Era or the end."""
    return branch.phase_ends[min(start, len(branch.traces))]


def first_of(branch: Branch, kind: Any, start: int, end: int, seat: int | None = None) -> int | None:
    """The first trace of a kind in a stretch, of a seat if one is given."""
    for place in range(start, min(end, len(branch.traces))):
        trace = branch.traces[place]
        if isinstance(trace, kind) and (seat is None or trace.seat == seat):
            return place
    return None


def sum_of(branch: Branch, kind: type[t.Paid | t.Gained], start: int, end: int) -> Counter[str]:
    """What the payments, or the gains, that follow each other from a place on amount to."""
    total: Counter[str] = Counter()
    for trace in branch.traces[start:end]:
        if not isinstance(trace, kind):
            break
        total.update(trace.amounts)
    return total


def _at(branch: Branch, actor: int | None, event: Any, **notes: Any) -> Option:
    """An event reported where the branch stands."""
    return Option(actor, event, branch.pos, branch.pos, branch.line(), **notes)


def _silent(branch: Branch, actor: int | None, event: Any, **notes: Any) -> Option:
    """The same, with nothing compared before it."""
    return Option(actor, event, 0, branch.pos, branch.line(), **notes)


# ---- setup


def first_player(branch: Branch, item: items.FirstPlayerDrawn) -> Iterator[Option]:
    """AN-16.30: seat 1."""
    yield _silent(branch, None, v.FirstPlayer(0))


def endgame_cards(branch: Branch, item: items.EndgameDrawn) -> Iterator[Option]:
    """AN-16.71: the known cards; otherwise any, until the end of the log reveals them."""
    cards = branch.facts.cards or tuple(branch.state.tables.endgame_cards)[:5]
    yield _silent(branch, None, v.EndgameCards(cards))


def superproject(branch: Branch, item: items.SuperprojectRevealed) -> Iterator[Option]:
    """AN-16.34; that of Era 1 by AN-16.71."""
    if branch.state.phase == SETUP:
        yield _silent(branch, None, v.RevealSuperproject(1, branch.facts.superproject))
    else:
        yield _silent(branch, None, v.RevealSuperproject(item.era, last_of(branch, t.NewEra, branch.pos).superproject))


def path_dealt(branch: Branch, item: items.PathDealt) -> Iterator[Option]:
    """AN-16.30."""
    yield _silent(branch, None, v.AssignPath(item.player, branch.facts.paths[item.player]))


def path_chosen(branch: Branch, item: items.PathChoice) -> Iterator[Option]:
    """AN-16.30."""
    yield _silent(branch, item.seat, v.ChoosePath(branch.facts.paths[item.seat or 0]))


def side_dealt(branch: Branch, item: items.SideDealt) -> Iterator[Option]:
    """AN-16.71."""
    for side in branch.facts.sides[item.player]:
        yield _silent(branch, None, v.AssignPathSide(item.player, side))


def breakthrough_dealt(branch: Branch, item: items.BreakthroughDealt) -> Iterator[Option]:
    """AN-16.71."""
    for number in branch.facts.breakthroughs[item.player]:
        shape, icon = BREAKTHROUGHS[number].split("/")
        yield _silent(branch, None, v.StartingBreakthrough(item.player, shape, icon))


def leader(branch: Branch, item: items.LeaderChoice) -> Iterator[Option]:
    """AN-16.30."""
    place = first_of(branch, t.LeaderTaken, 0, len(branch.traces), item.seat)
    if place is not None:
        yield Option(item.seat, v.ChooseLeader(branch.traces[place].leader), 0, place + 1, branch.traces[place].line)  # type: ignore[attr-defined]  # of this kind


# ---- Preparation, Impact


def top(branch: Branch, item: items.TopRevealed) -> Iterator[Option]:
    """AN-16.34; in the setup by AN-16.71; in a request, the new top of the stack."""
    kind = BUILDING_TYPES[item.row]
    if branch.state.phase == SETUP:
        yield _silent(branch, None, v.RevealBuilding(kind, branch.facts.tops[item.row]))
        return
    start, end = branch.head, branch.limit
    if branch.state.phase == "preparation":
        start, end = branch.pos, phase_end(branch, branch.pos + 1)
    for place in range(start, end):
        trace = branch.traces[place]
        if isinstance(trace, t.Revealed) and trace.row == item.row and trace.tile in branch.state.unseen[item.row]:
            yield Option(None, v.RevealBuilding(kind, trace.tile), 0, branch.pos, trace.line)
            return


def recruit_card(branch: Branch, item: items.RecruitCardDrawn) -> Iterator[Option]:
    """AN-16.34, AN-16.73: the undrawn card with these counts; its number is not stated."""
    era = last_of(branch, t.NewEra, branch.pos + 1)
    for card in branch.state.recruit_cards_left:
        row = branch.state.tables.recruit_cards[card]
        if tuple(getattr(row, worker) for worker in WORKERS) == era.workers:
            yield _silent(branch, None, v.DrawRecruitCard(card))
            return


def mine_card(branch: Branch, item: items.MineCardDrawn) -> Iterator[Option]:
    """AN-16.34: the undrawn card with these cubes; after the Impact the topmost is Neutronium on every card."""
    era = last_of(branch, t.NewEra, branch.pos + 1)
    first = int(branch.state.after_impact)
    for card in branch.state.mine_cards_left:
        if tuple(branch.state.tables.mine_cards[card].cubes)[first:] == era.cubes[first:]:
            yield _silent(branch, None, v.DrawMineCard(card))
            return


def collapsing(branch: Branch, item: items.CollapsingRevealed) -> Iterator[Option]:
    """AN-16.36."""
    place = first_of(branch, t.Impact, branch.pos, len(branch.traces))
    if place is not None:
        tiles = branch.traces[place].tiles.get(item.action, ())  # type: ignore[attr-defined]  # of this kind
        yield Option(None, v.RevealCollapsing(item.action, tiles), 0, branch.pos, branch.traces[place].line)


# ---- Paradox, Power Up, Warp


def paradox(branch: Branch, item: items.ParadoxRolled) -> Iterator[Option]:
    """AN-16.35: the i-th number belongs to the i-th tile for which the player rolls."""
    place = first_of(branch, t.Rolled, branch.pos, phase_end(branch, branch.pos), item.player)
    if place is None:
        return
    number = branch.rolls.get(item.player, 0)
    results = branch.traces[place].results  # type: ignore[attr-defined]  # of this kind
    if number < len(results):
        event = v.RollParadox(item.player, item.era, results[number])
        rolls = branch.rolls | {item.player: number + 1}
        yield Option(None, event, 0, branch.pos, branch.traces[place].line, rolls=rolls)


def power_up(branch: Branch, item: items.PoweringUp) -> Iterator[Option]:
    """AN-16.33: the exchanges of Captain Wolfe, then all slots with the payment for each."""
    seat = item.seat or 0
    end = phase_end(branch, branch.pos)
    own = [place for place in range(branch.pos, end) if branch.traces[place].seat == seat]
    if end == len(branch.traces) and not _has_finished(branch, own):
        return
    start = own[0] if own else branch.pos
    exchanges, slots = _slots(branch, own)
    done = branch.rolls.get(-1 - seat, 0)
    if done < len(exchanges):
        rolls = branch.rolls | {-1 - seat: done + 1}
        event = v.HydrocoreExchange(exchanges[done])
        yield Option(seat, event, 0 if done else start, branch.pos, branch.traces[start].line, rolls=rolls)
        return
    powered: list[v.PoweredSlot] = []
    board = board_of(branch.state, branch.state.players[seat])
    for slot, paid in sorted(slots, key=itemgetter(0)):
        there = board.slots[slot - 1 : slot] if slot else ()
        way = next((way for each in there for way in ways(each) if _same(way[1], paid)), None)
        if way is None:
            raise Astray(branch.traces[start].line, f"slot {slot} paid with {paid}")
        powered.append(v.PoweredSlot(slot, way[0]))
    after = own[-1] + 1 if own else branch.pos
    then = max(branch.pos, after) if _is_last(branch) else branch.pos
    rolls = {key: value for key, value in branch.rolls.items() if key != -1 - seat}
    first = 0 if exchanges else start
    yield Option(
        seat,
        v.PowerUp(tuple(powered)),
        first,
        then,
        branch.traces[min(start, len(branch.traces) - 1)].line,
        rolls=rolls,
    )


def _has_finished(branch: Branch, own: list[int]) -> bool:
    """Whether a player has finished a Power Up at the end of the log: Water came, or another player follows."""
    if not own:
        return False
    return isinstance(branch.traces[own[-1]], t.Gained) or any(each.seat >= 0 for each in branch.traces[own[-1] + 1 :])


def _is_last(branch: Branch) -> bool:
    return len(branch.state.agenda) == 1


def _same(cost: dict[str, int], paid: dict[str, int]) -> bool:
    return {what: n for what, n in cost.items() if n} == paid


def _slots(branch: Branch, own: list[int]) -> tuple[list[str], list[tuple[int, dict[str, int]]]]:
    """What a player did in Power Up: exchanges, and slots with their payments."""
    exchanges: list[str] = []
    slots: list[tuple[int, dict[str, int]]] = []
    paid: dict[str, int] = {}
    for place in own:
        trace = branch.traces[place]
        if isinstance(trace, t.Paid):
            paid = trace.amounts
        elif isinstance(trace, t.Powered):
            slots.append((trace.slot, paid))
            paid = {}
        elif isinstance(trace, t.Gained) and paid:
            for direction, (cost, number, gain, more) in EXCHANGES.items():
                if paid == {cost: number} and trace.amounts == {gain: more}:
                    exchanges.append(direction)
            paid = {}
    return exchanges, slots


def warp(branch: Branch, item: items.Warping) -> Iterator[Option]:
    """AN-16.33: what the player laid on the Timeline."""
    end = phase_end(branch, branch.pos)
    tiles = [
        trace.tile
        for trace in branch.traces[branch.pos : end]
        if isinstance(trace, t.Warped) and trace.seat == item.seat
    ]
    then = end if _is_last(branch) else branch.pos
    event = v.ChooseWarp(tuple(sorted(tiles, key=branch.state.tables.warp_ids.index)))
    yield Option(item.seat, event, 0, then, branch.line())


# ---- Clean Up


def ability(branch: Branch, item: items.Ability) -> Iterator[Option]:
    """AN-16.36: Zaida's Worker, Samira's second cube, Cornella's Research, or nothing."""
    seat = item.seat or 0
    place = _own_next(branch, seat)
    trace = branch.traces[place] if place is not None else None
    ended = t.Paid | t.Gained | t.Returns | t.Impact | t.Phase | t.NewEra
    if trace is None and first_of(branch, ended, branch.pos, len(branch.traces)) is None:  # the log ends here
        return
    if v.CleanUpAbility(use=False) in _abilities(branch, seat):
        use = isinstance(trace, t.Paid)
        then = place + 1 if use and place is not None else branch.pos
        end = first_of(branch, t.Returns, branch.pos, len(branch.traces)) or len(branch.traces)
        event = v.CleanUpAbility(use=use)
        yield Option(seat, event, branch.pos, then, branch.line(), head=branch.pos, limit=end)
        return
    if not isinstance(trace, t.Paid) or place is None:
        yield _at(branch, seat, v.CleanUpAbility())
        return
    gained = branch.traces[place + 1]
    if not isinstance(gained, t.Gained):
        raise Astray(trace.line, "a payment in Clean Up without a gain")
    what = next(iter(gained.amounts), "")
    event = v.CleanUpAbility(worker=what) if what in WORKER else v.CleanUpAbility(second=what)
    yield Option(seat, event, place, place + 2, trace.line)


def _abilities(branch: Branch, seat: int) -> list[Any]:
    return [event for who, event in branch.rules.legal(branch.state) if who == seat]


def _own_next(branch: Branch, seat: int) -> int | None:
    """The next payment or gain in Clean Up, if it is this player's and comes before anything returns."""
    end = first_of(branch, t.Returns, branch.pos, phase_end(branch, branch.pos))
    place = first_of(branch, t.Paid | t.Gained, branch.pos, phase_end(branch, branch.pos) if end is None else end)
    return place if place is not None and branch.traces[place].seat == seat else None


def resource_found(branch: Branch, item: items.ResourceFound) -> Iterator[Option]:
    """AN-16.36: the cube that Samira finds."""
    place = _own_next(branch, item.player)
    trace = branch.traces[place] if place is not None else None
    if place is not None and isinstance(trace, t.Gained):
        what = next((each for each in trace.amounts if each in TUG), "")
        yield Option(None, v.RandomResource(item.player, what), place, place + 1, trace.line)


PHASES: dict[type, Callable[[Branch, Any], Iterator[Option]]] = {
    items.FirstPlayerDrawn: first_player,
    items.EndgameDrawn: endgame_cards,
    items.SuperprojectRevealed: superproject,
    items.TopRevealed: top,
    items.PathDealt: path_dealt,
    items.PathChoice: path_chosen,
    items.SideDealt: side_dealt,
    items.BreakthroughDealt: breakthrough_dealt,
    items.LeaderChoice: leader,
    items.RecruitCardDrawn: recruit_card,
    items.MineCardDrawn: mine_card,
    items.CollapsingRevealed: collapsing,
    items.ParadoxRolled: paradox,
    items.PoweringUp: power_up,
    items.Warping: warp,
    items.Ability: ability,
    items.ResourceFound: resource_found,
}
