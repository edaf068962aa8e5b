"""The mega-machine of Daitoshi: its workshop, its spaces and its upgrades."""

from functools import lru_cache

from engine.games.daitoshi.state import COVERED, Given, State
from events.problems import count
from projections.pictures.daitoshi.look import PAD, marker, wrapped
from projections.pictures.daitoshi.market import INSIDE, LINE, TOP, framed
from projections.pictures.daitoshi.wording import effect_words, tile_name
from projections.pictures.kept import catalogue_of, kept
from projections.pictures.pen import box, ended, label
from projections.pictures.sheet import Part, Spot, Table

SPACE, UPGRADE, GAP = 24 + LINE, 24.0, 5.0
HALF = (INSIDE - GAP) / 2
USUAL = 6
"""The spaces of a board, where none is known."""


def _shows(state: State, table: Table) -> tuple[object, ...]:
    """All that the mega-machine shows."""
    boards = (table.last or state).catalogue.machine
    return state.machine, len(state.university), [len(board.spaces) for board in boards.values()]


@kept(_shows, catalogue_of)
def machine(state: State, table: Table) -> Part:
    """Each space with its number and what it gives or holds; upgrades are hollow while they are locked."""
    there = state.machine
    boards = (table.last or state).catalogue.machine.values()
    number = max((len(board.spaces) for board in boards), default=USUAL)
    rows = (number + 1) // 2
    height = TOP + LINE + 8 + rows * (SPACE + GAP) + 3 * (UPGRADE + GAP) + PAD - GAP
    parts: list[Spot | str] = [*framed("Mega-machine", height)]
    board = state.catalogue.machine[there.id] if there else None
    parts.append(_workshop(effect_words(board.workshop) if board else "", len(state.university)))
    top = TOP + LINE + 8
    for n in range(number):
        words, owner, open_ = _space(state, n)
        at = PAD + n % 2 * (HALF + GAP), top + n // 2 * (SPACE + GAP)
        parts.append(_part(n, words, owner, open_, *at))
    top += rows * (SPACE + GAP)
    for n in range(3):
        words, links = _upgrade(state, n)
        unlocked = there is not None and there.unlocked[n]
        parts.append(_upgraded(n, words, links, unlocked, top + n * (UPGRADE + GAP)))
    return Part("machine", "Mega-machine", parts, height)


def _space(state: State, number: int) -> tuple[str, int, bool]:
    """What a space gives or holds, whose it is, and whether it is in the game."""
    there = state.machine
    if there is None or number >= len(there.spaces):
        return "", -1, False
    space = there.spaces[number]
    if isinstance(space, Given):
        return tile_name(space.tile), space.owner, True
    if space == COVERED:
        return "covered", -1, False
    return effect_words(state.catalogue.machine[there.id].spaces[number]), -1, True


def _upgrade(state: State, number: int) -> tuple[str, str]:
    """What an upgrade gives, and the spaces that unlock it."""
    there = state.machine
    if there is None or number >= len(there.upgrades):
        return "", ""
    links = state.catalogue.machine[there.id].links[number]
    effect = state.catalogue.machine_upgrade[there.upgrades[number]].effect
    return effect_words(effect), " and ".join(str(space + 1) for space in links)


@lru_cache(maxsize=256)
def _workshop(words: str, university: int) -> Spot:
    shown = wrapped(f"workshop: {words}", INSIDE, 1)[0] if words else "not drawn yet"
    left = count(university, "university invention")
    drawn = label(PAD, TOP + 12, shown) + ended(PAD + INSIDE, 21, left, "soft")
    return Spot("engine/0", drawn, box(PAD - 4, 6, INSIDE + 8, TOP + 14, "just"))


@lru_cache(maxsize=1024)
def _part(number: int, words: str, owner: int, there: bool, x: float, y: float) -> Spot:
    drawn = [box(x, y, HALF, SPACE, "card" if there else "gone")]
    drawn.append(label(x + 8, y + SPACE / 2 + 5, number + 1, "b soft") if there else "")
    lines = wrapped(words, HALF - 36 - (24 if owner >= 0 else 0), 2)
    top = y + SPACE / 2 + 5 - LINE / 2 * (len(lines) - 1)
    drawn += [label(x + 28, top + LINE * n, line) for n, line in enumerate(lines)]
    drawn.append(marker(x + HALF - 16, y + SPACE / 2, owner, f"given by seat {owner + 1}") if owner >= 0 else "")
    return Spot(f"part/{number}", "".join(drawn), box(x - 2, y - 2, HALF + 4, SPACE + 4, "just"))


@lru_cache(maxsize=256)
def _upgraded(number: int, words: str, links: str, unlocked: bool, y: float) -> Spot:
    drawn = [box(PAD, y, INSIDE, UPGRADE, "card" if unlocked else "gone")]
    state = "unlocked" if unlocked else f"locked: space{'s' if ' ' in links else ''} {links}" if links else ""
    if words:
        drawn.append(label(PAD + 8, y + 17, wrapped(f"upgrade: {words}", INSIDE - 170, 1)[0], "b" if unlocked else ""))
        drawn.append(ended(PAD + INSIDE - 8, y + 17, state, "soft"))
    return Spot(f"upgrade/{number}", "".join(drawn), box(PAD - 2, y - 2, INSIDE + 4, UPGRADE + 4, "just"))
