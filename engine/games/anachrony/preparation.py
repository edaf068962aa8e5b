"""The Preparation (AN-6.2): Superprojects, stacks of buildings, the pools of the Era."""

from engine.agenda import head
from engine.chance import OneOf, Outcome
from engine.games.anachrony.components import BUILDING_TYPES, WORKERS
from engine.games.anachrony.items import Item, MineCardDrawn, RecruitCardDrawn, SuperprojectRevealed, TopRevealed
from engine.games.anachrony.setup import clockwise
from engine.games.anachrony.state import ERAS, PREPARATION, State
from engine.ledger import Book
from events.vocabulary.anachrony import DrawMineCard, DrawRecruitCard, RevealBuilding, RevealSuperproject

TOPMOST = "neutronium"


def begin_era(state: State) -> Book:
    """AN-6.2.1, AN-6.2.4, AN-6.2.7: the next Era, with nobody passed and empty pools, which chance then fills."""
    state.era += 1
    state.phase, state.turn = PREPARATION, 0
    state.due = "paradox" if state.era > 1 else "power_up"  # AN-6.3.1
    for player in state.players:
        player.passed = False
        player.fresh = [0] * len(WORKERS)
    state.recruit_pool = [0] * len(WORKERS)
    state.recruit_card, state.mine_pool, state.mine_bonus = "", [], [False] * 3
    state.player_order = clockwise(state.first_player, len(state.players))
    tops: list[Item] = [TopRevealed(None, row) for row in reversed(range(len(BUILDING_TYPES)))]
    state.agenda += [MineCardDrawn(None), RecruitCardDrawn(None), *tops]
    if state.era < ERAS:  # AN-6.2.2
        state.agenda.append(SuperprojectRevealed(None, state.era + 1))
    return []


def superproject_reveals(state: State) -> Outcome:
    """AN-8.6: a Superproject not revealed before, above the tile of the Era."""
    era = head(state.agenda, SuperprojectRevealed).era
    return Outcome(RevealSuperproject, "AN-8.6", era=era, superproject=OneOf(state.superprojects_left))


def reveal_superproject(state: State, actor: None, event: RevealSuperproject) -> Book:
    """AN-5.3, AN-6.2.2: put the Superproject face up."""
    state.agenda.pop()
    state.superprojects[event.era - 1] = event.superproject
    state.superprojects_left.remove(event.superproject)
    return []


def building_reveals(state: State) -> Outcome:
    """AN-8.7: a building of the type that has never been visible in this game."""
    row = head(state.agenda, TopRevealed).row
    kind, unseen = BUILDING_TYPES[row], state.unseen[row]
    return Outcome(RevealBuilding, "AN-8.7", type=kind, building=OneOf(unseen))


def reveal_building(state: State, actor: None, event: RevealBuilding) -> Book:
    """AN-5.4, AN-6.2.3, AN-7.3.3: the new top of a primary stack; a tile still there moves to the secondary one."""
    row = head(state.agenda, TopRevealed).row
    state.agenda.pop()
    _move_top(state, row)
    state.primary[row] = event.building
    state.unseen[row].remove(event.building)
    return []


def due_top(book: Book, state: State, item: TopRevealed) -> bool:
    """AN-6.2.3, AN-11.4.17: without unseen tiles, compute the next top; returns whether it was computed."""
    if state.unseen[item.row]:
        return False
    state.agenda.pop()
    _move_top(state, item.row)
    returned = state.returned[item.row]
    state.primary[item.row] = returned.pop(0) if returned else ""
    return True


def _move_top(state: State, row: int) -> None:
    if state.primary[row]:
        state.secondary[row].insert(0, state.primary[row])
        state.primary[row] = ""


def recruit_draws(state: State) -> Outcome:
    """AN-8.8: a card that has not been drawn before."""
    return Outcome(DrawRecruitCard, "AN-8.8", card=OneOf(state.recruit_cards_left))


def draw_recruit_card(state: State, actor: None, event: DrawRecruitCard) -> Book:
    """AN-6.2.5: fill the pool with the Workers of the card."""
    state.agenda.pop()
    card = state.tables.recruit_cards[event.card]
    state.recruit_cards_left.remove(event.card)
    state.recruit_card = event.card
    state.recruit_pool = [getattr(card, worker) for worker in WORKERS]
    return []


def mine_draws(state: State) -> Outcome:
    """AN-8.9: a card that has not been drawn before."""
    return Outcome(DrawMineCard, "AN-8.9", card=OneOf(state.mine_cards_left))


def draw_mine_card(state: State, actor: None, event: DrawMineCard) -> Book:
    """AN-6.2.6: fill the pool with the cubes of the card; after the Impact, the topmost is Neutronium."""
    state.agenda.pop()
    cubes = list(state.tables.mine_cards[event.card].cubes)
    state.mine_cards_left.remove(event.card)
    state.mine_pool = [TOPMOST, *cubes[1:]] if state.after_impact else cubes
    state.mine_bonus = [True] * 3
    return []
