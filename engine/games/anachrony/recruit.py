"""The Recruit Action (AN-7.3.9 to AN-7.3.12), with what Collapsing Capital tiles add to it (AN-7.3.23)."""

from collections.abc import Iterator

from engine.agenda import head
from engine.clause import Violation
from engine.games.anachrony.components import ADMINISTRATORS, GENIUS, WORKER, WORKERS, BonusAgain
from engine.games.anachrony.figures import add_active, gain, gain_from_tile
from engine.games.anachrony.items import Recruiting
from engine.games.anachrony.state import State
from engine.ledger import Book
from events.vocabulary.anachrony import RecruitWorker


def recruitable(state: State, worker: int) -> list[str]:
    """AN-7.3.9, AN-7.3.10: the types left in the pool; a Genius only with an Administrator."""
    return [
        name
        for kind, name in enumerate(WORKERS)
        if state.recruit_pool[kind] and (kind != GENIUS or worker & ADMINISTRATORS)
    ]


def can_recruit(state: State, worker: int) -> bool:
    """AN-7.1.6: whether there is a Worker that may be recruited."""
    return bool(recruitable(state, worker))


def _gives_again(state: State, tile: str) -> bool:
    return bool(tile) and any(type(effect) is BonusAgain for effect in state.tables.collapsing[tile].effects)


def legal_recruits(state: State, seat: int) -> Iterator[RecruitWorker]:
    """AN-7.3.9: each type, and a Genius with each bonus."""
    item = head(state.agenda, Recruiting)
    again = _gives_again(state, item.tile)
    for name in recruitable(state, item.worker):
        choice = state.tables.bonus[name].choice_of
        if not choice:
            yield RecruitWorker(name)
        for bonus in choice:
            for second in choice if again else (None,):
                yield RecruitWorker(name, bonus, second)


def recruit_worker(state: State, seat: int, event: RecruitWorker) -> Book:
    """AN-7.3.9, AN-7.3.11: a Worker of the pool becomes Active, with the bonus of its type.

    Raises Violation AN-7.3.9 for a type that is not in the pool, AN-7.3.10 for a Genius without an Administrator,
    AN-7.0 for a missing bonus, AN-7.3.11 and AN-7.3.23 for one that cannot be chosen.
    """
    item, player, book = head(state.agenda, Recruiting), state.players[seat], Book()
    kind = WORKER.get(event.worker, -1)
    if kind < 0 or not state.recruit_pool[kind]:
        raise Violation("AN-7.3.9", worker=event.worker, pool=dict(zip(WORKERS, state.recruit_pool, strict=True)))
    if event.worker not in recruitable(state, item.worker):
        raise Violation("AN-7.3.10", worker=event.worker)
    choice, again = state.tables.bonus[event.worker].choice_of, _gives_again(state, item.tile)
    bonuses = (event.bonus, event.bonus2) if again else (event.bonus,)
    if choice and None in bonuses:
        raise Violation("AN-7.0", worker=event.worker, missing="bonus" if event.bonus is None else "bonus2")
    if event.bonus not in (choice or (None,)):
        raise Violation("AN-7.3.11", worker=event.worker, bonus=event.bonus)
    if event.bonus2 not in ((choice or (None,)) if again else (None,)):
        raise Violation("AN-7.3.23", worker=event.worker, bonus2=event.bonus2)
    state.agenda.pop()
    state.recruit_pool[kind] -= 1
    add_active(book, player, kind, 1, "recruit")  # AN-7.3.12: not fresh
    for bonus in bonuses:
        gain(book, state, player, state.tables.bonus[bonus or event.worker].give, "recruit_bonus")
    gain_from_tile(book, state, player, item.tile)
    return book
