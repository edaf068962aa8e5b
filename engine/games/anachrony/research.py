"""The Research Action (AN-7.3.13 to AN-7.3.18): dice that are set, rolled and rolled again, and the Breakthrough."""

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from engine.agenda import head
from engine.chance import Outcome
from engine.clause import Violation
from engine.games.anachrony.breakthroughs import available_icons, available_shapes, face_id, faces, number_of
from engine.games.anachrony.components import ICONS, QUESTION, SHAPES, SecondDieRight
from engine.games.anachrony.costs import later_discount, pay
from engine.games.anachrony.figures import gain_from_tile, move_breakthrough
from engine.games.anachrony.items import (
    DieToSet,
    IconAsked,
    RerollAsked,
    Researching,
    ResearchRolled,
    SecondDie,
    TokensBack,
)
from engine.games.anachrony.queries import owns
from engine.games.anachrony.state import Player, State
from engine.ledger import Book, enter
from events.vocabulary.anachrony import (
    ChooseIcon,
    ChooseReroll,
    ReturnParadox,
    RollResearchDie,
    SetResearchDie,
    SetSecondDie,
)

SHAPE, ICON = "shape", "icon"
FACES = {SHAPE: SHAPES, ICON: ICONS}
CORNELLA = "librarian_cornella"
R = TypeVar("R", bound=Researching)


def can_research(state: State) -> bool:
    """AN-7.1.6: whether the supply of Breakthroughs is not empty."""
    return any(state.breakthrough_supply)


def due_research(book: Book, state: State, item: DieToSet) -> bool:
    """AN-7.3.25, AN-7.7.15: skip a Research that cannot be executed."""
    if can_research(state):
        return False
    state.agenda.pop()
    return True


def legal_dice(state: State, seat: int) -> Iterator[SetResearchDie]:
    """AN-7.3.13: every face of either die except the question mark."""
    for die, listed in FACES.items():
        for face in listed:
            yield SetResearchDie(die, face)


def set_research_die(state: State, seat: int, event: SetResearchDie) -> Book:
    """AN-7.3.13: set one die; a right may allow setting the other, or it is rolled. Raises Violation AN-7.3.13."""
    face = face_id(state, event.face)
    if face not in FACES.get(event.die, ()):
        raise Violation("AN-7.3.13", die=event.die, face=event.face)
    item, player = head(state.agenda, DieToSet), state.players[seat]
    state.agenda.pop()
    shape, icon = (face, "") if event.die == SHAPE else ("", face)
    right = cheapest_right(state, player, item.tile)
    if right is None:
        state.agenda.append(ResearchRolled(None, seat, shape, icon, item.tile, item.worker))
    else:
        state.agenda.append(SecondDie(seat, seat, shape, icon, item.tile, item.worker, False, *right))
    return []


def cheapest_right(state: State, player: Player, tile: str) -> tuple[int, str] | None:
    """AN-7.3.14, AN-7.8.9: the least Water for setting the second die, and what allows it; None if nothing does."""
    found: list[tuple[int, int, str]] = []
    if tile:
        for effect in state.tables.collapsing[tile].effects:
            if type(effect) is SecondDieRight:
                found.append((0, 0, tile))
    for lab, effect in state.tables.passive[SecondDieRight]:
        if lab in player.spots and owns(player, lab):
            water = effect.cost["water"]
            found.append((max(0, water - later_discount(state, player)), water, lab))
    if player.leader == CORNELLA and state.options.leader_edition == "first":
        water = state.tables.leaders[CORNELLA].cost["water"]
        found.append((water, water, CORNELLA))
    if not found or min(found)[0] > player.water:
        return None
    _, water, right = min(found)
    return water, right


def legal_second_dice(state: State, seat: int) -> Iterator[SetSecondDie]:
    """AN-7.3.14: none, or each face that names an available tile."""
    item = head(state.agenda, SecondDie)
    yield SetSecondDie(None)
    yield from map(SetSecondDie, second_faces(state, item))


def second_faces(state: State, item: Researching) -> list[str]:
    """AN-7.3.14: the faces of the die that is not set; AN-16.50 e: including those of a tile that is gone."""
    if state.options.bga_quirks:
        return list(ICONS if item.shape else SHAPES)
    return available_icons(state, item.shape) if item.shape else available_shapes(state, item.icon)


def set_second_die(state: State, seat: int, event: SetSecondDie) -> Book:
    """AN-7.3.14: the second die is set for its Water, or rolled. Raises Violation AN-7.3.14."""
    item, player, book = head(state.agenda, SecondDie), state.players[seat], Book()
    face = None if event.face is None else face_id(state, event.face)
    if face is not None and face not in second_faces(state, item):
        raise Violation("AN-7.3.14", face=event.face, available=second_faces(state, item))
    state.agenda.pop()
    if face is None:
        state.agenda.append(_as(ResearchRolled, item, None))
        return book
    saved = later_discount(state, player) if item.right != CORNELLA else 0
    pay(book, state, player, {"water": item.water} if item.water else {}, saved, item.right)
    shape, icon = (item.shape, face) if item.shape else (face, item.icon)
    _look(book, state, replace(item, shape=shape, icon=icon))
    return book


def research_rolls(state: State) -> Outcome:
    """AN-7.3.15, AN-8.11: the die that is not set."""
    item = head(state.agenda, ResearchRolled)
    die = ICON if item.shape else SHAPE
    spread = faces(state.tables.die[f"research_{die}"], state.options.breakthrough_names)
    return Outcome(RollResearchDie, "AN-8.11", die=die, face=spread)


def roll_research_die(state: State, actor: None, event: RollResearchDie) -> Book:
    """AN-7.3.15: the face that was rolled."""
    item, book = head(state.agenda, ResearchRolled), Book()
    state.agenda.pop()
    face = face_id(state, event.face)
    _look(book, state, replace(item, icon=face) if event.die == ICON else replace(item, shape=face))
    return book


def _look(book: Book, state: State, item: Researching) -> None:
    """AN-7.3.16, AN-7.3.17: what two faces give: a choice of icons, another roll, or a Breakthrough."""
    quirks = state.options.bga_quirks
    if item.icon == QUESTION:
        if item.rerolled if quirks else not available_icons(state, item.shape):  # AN-16.50 d
            state.agenda.append(_as(RerollAsked, item, item.player))
        else:
            state.agenda.append(_as(IconAsked, item, item.player))
    elif not state.breakthrough_supply[number_of(item.shape, item.icon)]:
        state.agenda.append(_as(RerollAsked, item, item.player))
    else:
        _take(book, state, item)


def _as(kind: type[R], item: Researching, seat: int | None) -> R:
    return kind(seat, item.player, item.shape, item.icon, item.tile, item.worker, item.rerolled)


def _take(book: Book, state: State, item: Researching) -> None:
    """AN-7.3.18: take the Breakthrough; then AN-7.3.23: what the tile gives."""
    player = state.players[item.player]
    move_breakthrough(book, state, player, number_of(item.shape, item.icon), 1)
    gain_from_tile(book, state, player, item.tile)


def legal_icons(state: State, seat: int) -> Iterator[ChooseIcon]:
    """AN-7.3.16: the icons available with the shape."""
    return map(ChooseIcon, second_faces(state, replace(head(state.agenda, IconAsked), icon="")))


def choose_icon(state: State, seat: int, event: ChooseIcon) -> Book:
    """AN-7.3.16: the icon in place of the question mark. Raises Violation AN-7.3.16."""
    item, book = head(state.agenda, IconAsked), Book()
    icon, available = face_id(state, event.icon), second_faces(state, item)
    if icon not in available:
        raise Violation("AN-7.3.16", icon=event.icon, available=available)
    state.agenda.pop()
    _look(book, state, replace(item, icon=icon))
    return book


def legal_rerolls(state: State, seat: int) -> Iterator[ChooseReroll]:
    """AN-7.3.17: either die."""
    return map(ChooseReroll, FACES)


def choose_reroll(state: State, seat: int, event: ChooseReroll) -> Book:
    """AN-7.3.17: one die is rolled again. Raises Violation AN-7.3.17 for anything but a die."""
    if event.die not in FACES:
        raise Violation("AN-7.3.17", die=event.die)
    item = head(state.agenda, RerollAsked)
    state.agenda.pop()
    left = replace(item, shape="", rerolled=True) if event.die == SHAPE else replace(item, icon="", rerolled=True)
    state.agenda.append(_as(ResearchRolled, left, None))
    return []


def legal_tokens(state: State, seat: int) -> Iterator[ReturnParadox]:
    """AN-7.3.23: from none up to as many tokens as the tile allows and the player has."""
    most = min(head(state.agenda, TokensBack).most, state.players[seat].paradox)
    return map(ReturnParadox, range(most + 1))


def return_paradox(state: State, seat: int, event: ReturnParadox) -> Book:
    """AN-7.3.23: return tokens. Raises Violation AN-7.3.23 for more than allowed."""
    item, player, book = head(state.agenda, TokensBack), state.players[seat], Book()
    if not 0 <= event.count <= min(item.most, player.paradox):
        raise Violation("AN-7.3.23", count=event.count, most=item.most, paradox=player.paradox)
    state.agenda.pop()
    enter(book, player, "paradox", -event.count, "return_paradox")
    return book
