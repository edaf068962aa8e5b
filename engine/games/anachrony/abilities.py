"""Abilities of leaders in Clean Up (AN-6.7.1, AN-7.8.2, AN-7.8.3, AN-7.8.5, AN-7.8.6, AN-7.8.10)."""

from collections.abc import Callable, Iterator
from itertools import islice

from engine.chance import OneOf, Outcome
from engine.clause import Violation
from engine.games.anachrony.components import TUG, WORKER, WORKERS
from engine.games.anachrony.figures import add_active
from engine.games.anachrony.items import Ability, DieToSet, Item, ResourceFound
from engine.games.anachrony.research import CORNELLA, can_research
from engine.games.anachrony.state import CLEAN_UP, Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import CleanUpAbility, RandomResource

ZAIDA, SAMIRA = "matriarch_zaida", "treasure_hunter_samira"
FIRST = "first"
NONE, UNUSED = CleanUpAbility(), CleanUpAbility(use=False)


def begin(state: State) -> Book:
    """AN-6.7.1, AN-11.4.1: the leaders that have something to decide; AN-7.8.13: others are skipped."""
    state.phase, state.due = CLEAN_UP, "returns"
    for seat in reversed(state.player_order):
        player = state.players[seat]
        if player.leader == SAMIRA and state.options.leader_edition != FIRST:
            state.agenda.append(ResourceFound(None, seat))
        else:
            state.agenda += _asked(state, player)
    return []


def _asked(state: State, player: Player) -> list[Item]:
    """The decision of a player, if there is more than one value (AN-6.1.3)."""
    return [Ability(player.seat)] if len(list(islice(legal_abilities(state, player.seat), 2))) > 1 else []


def _water(state: State, player: Player) -> int:
    return state.tables.leaders[player.leader].cost["water"]


def _can_pay(state: State, player: Player) -> bool:
    return player.water >= _water(state, player)


def zaida_workers(state: State) -> list[str]:
    """AN-7.8.2, AN-7.8.3: the Workers left in the pool; in the later edition, those printed on the card."""
    if state.options.leader_edition == FIRST:
        return [name for kind, name in enumerate(WORKERS) if state.recruit_pool[kind]]
    card = state.tables.recruit_cards[state.recruit_card]
    return [name for name in WORKERS if getattr(card, name)]


def _zaida(state: State, player: Player) -> Iterator[CleanUpAbility]:
    yield NONE
    if _can_pay(state, player):
        yield from (CleanUpAbility(worker=name) for name in zaida_workers(state))


def samira_cubes(state: State) -> list[str]:
    """AN-7.8.5, AN-7.8.14: the cubes left in the Mine pool that are not Neutronium."""
    return [cube for cube in state.mine_pool if cube in TUG]


def _samira(state: State, player: Player) -> Iterator[CleanUpAbility]:
    yield NONE
    if state.options.leader_edition != FIRST:
        if _can_pay(state, player):
            yield from (CleanUpAbility(second=unit) for unit in TUG)
        return
    cubes = samira_cubes(state)
    for first in dict.fromkeys(cubes):
        yield CleanUpAbility(first=first)
        if _can_pay(state, player):
            left = cubes.copy()
            left.remove(first)
            yield from (CleanUpAbility(first=first, second=second) for second in dict.fromkeys(left))


def _cornella(state: State, player: Player) -> Iterator[CleanUpAbility]:
    yield UNUSED
    if state.options.leader_edition != FIRST and _can_pay(state, player) and can_research(state):
        yield CleanUpAbility(use=True)


ABILITIES: dict[str, tuple[Callable[[State, Player], Iterator[CleanUpAbility]], dict[str, str]]] = {
    ZAIDA: (_zaida, {"first": "AN-7.8.2", "essential": "AN-7.8.3"}),
    SAMIRA: (_samira, {"first": "AN-7.8.5", "essential": "AN-7.8.6"}),
    CORNELLA: (_cornella, {"essential": "AN-7.8.10"}),
}


def legal_abilities(state: State, seat: int) -> Iterator[CleanUpAbility]:
    """AN-6.7.1: what the leader of a player may do."""
    player = state.players[seat]
    if player.leader in ABILITIES:
        yield from ABILITIES[player.leader][0](state, player)


def _check_parameters(state: State, player: Player, event: CleanUpAbility) -> None:
    """AN-7.0: only the parameters of the player's leader are allowed; Cornella's is never left out."""
    allowed = {ZAIDA: ["worker"], SAMIRA: ["second"], CORNELLA: ["use"]}[player.leader]
    if player.leader == SAMIRA and state.options.leader_edition == FIRST:
        allowed = ["first", *allowed]
    others = [name for name in event.__struct_fields__ if getattr(event, name) is not None and name not in allowed]
    if others:
        raise Violation("AN-7.0", leader=player.leader, unknown=others, expected=allowed)
    if player.leader == CORNELLA and event.use is None:
        raise Violation("AN-7.0", leader=player.leader, missing="use")


def clean_up_ability(state: State, seat: int, event: CleanUpAbility) -> Book:
    """AN-6.7.1: a player decides once. Raises Violation AN-7.0 for wrong parameters, or the leader's clause."""
    player, book = state.players[seat], Book()
    _check_parameters(state, player, event)
    if event not in tuple(legal_abilities(state, seat)):
        clause = ABILITIES[player.leader][1][state.options.leader_edition]
        raise Violation(clause, event=event, water=player.water)
    state.agenda.remove(Ability(seat))
    state.asked = seat
    if event.worker or event.second or event.use:
        enter(book, player, "water", -_water(state, player), player.leader)
    if event.worker:
        if state.options.leader_edition == FIRST:
            state.recruit_pool[WORKER[event.worker]] -= 1
        add_active(book, player, WORKER[event.worker], 1, ZAIDA)
    for cube in filter(None, (event.first, event.second)):
        if state.options.leader_edition == FIRST:
            state.mine_pool.remove(cube)
        enter(book, player, cube, 1, SAMIRA)
    if event.use:
        state.agenda.append(DieToSet(seat, 0))
    return book


def resource_finds(state: State) -> Outcome:
    """AN-8.13: Titanium, Uranium or Gold, for Samira."""
    item = next(item for item in reversed(state.agenda) if isinstance(item, ResourceFound))
    return Outcome(RandomResource, "AN-8.13", player=item.player, resource=OneOf(TUG))


def random_resource(state: State, actor: None, event: RandomResource) -> Book:
    """AN-7.8.6: it is gained from the general supply; then the player decides about a second one."""
    place = state.agenda.index(ResourceFound(None, event.player))
    player, book = state.players[event.player], Book()
    enter(book, player, event.resource, 1, SAMIRA)
    state.agenda[place : place + 1] = _asked(state, player)
    return book
