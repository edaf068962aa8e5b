"""Progress markers and what their tracks give (DA-7.70, DA-7.79 to DA-7.81)."""

from collections.abc import Iterator

from engine.games.daitoshi.items import Context, MoveMarker, ProgressAsked, Resolve, UpgradeAsked
from engine.games.daitoshi.queries import factory_slot, invention_in
from engine.games.daitoshi.resolving import ask, effect, question, resolve, step, within
from engine.games.daitoshi.state import Player, Slot, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ChooseSlot
from events.vocabulary.daitoshi.effects import Progress, ReadyForMachine, ScoreInvention, UpgradeInvention


def last_step(state: State, building: int, floor: int) -> int:
    """The right end of a progress track, whose steps count from 1; the marker starts on 0 (DA-3.13)."""
    return len(factory_slot(state, building, floor).progress)


def slots_with_inventions(player: Player) -> Iterator[tuple[int, int, Slot]]:
    """Building, floor and slot of every invention of a factory."""
    for building, slots in enumerate(player.slots):
        for floor, slot in enumerate(slots, 1):
            if slot.tile is not None:
                yield building, floor, slot


def can_advance(state: State, player: Player, building: int, floor: int) -> bool:
    """DA-7.70: whether a slot holds an invention and its marker is not at the end."""
    slot = player.slots[building][floor - 1]
    return slot.tile is not None and slot.marker < last_step(state, building, floor)


@effect(Progress)
def progress(book: Book, state: State, player: Player, effect: Progress, context: Context) -> bool:
    """DA-7.70: advance markers by n single steps."""
    if effect.scope == "any" or effect.upto:
        return ask(book, state, player, ProgressAsked(player.seat, effect, context))
    if context.slot is None or not can_advance(state, player, *context.slot):
        return False
    return advance(book, state, player, context.slot, effect.n, within(context, "progress_track", context.slot))


def advance(book: Book, state: State, player: Player, place: tuple[int, int], steps: int, inner: Context) -> bool:
    """DA-7.70: advance one marker by `steps` steps; `inner` is the context of what the steps give."""
    building, floor = place
    slot, stack = player.slots[building][floor - 1], player.stack
    track = state.catalogue.slots[building][floor - 1].progress
    height, left = len(stack), steps
    while left and slot.tile is not None and slot.marker < len(track):
        left -= 1
        slot.marker += 1
        if slot.marker == len(track):
            enter(book, player, "finished_tracks", 1, inner.source)
        if (reached := track[slot.marker - 1]) and resolve(book, state, player, reached, inner):
            if left:
                stack.insert(height, MoveMarker(building, floor, left, inner))
            return True
    return False


@step(MoveMarker)
def move_marker(book: Book, state: State, player: Player, frame: MoveMarker) -> bool:
    """DA-7.70: continue with a marker."""
    player.stack.pop()
    advance(book, state, player, (frame.building, frame.floor), frame.steps, frame.context)
    return True


def progress_answers(state: State, player: Player, item: ProgressAsked) -> list[ChooseSlot]:
    """DA-7.70: the slots that can advance; with `upto`, also "stop"."""
    found, anywhere, here = [], item.effect.scope == "any", item.context.slot
    for building, floor, _ in slots_with_inventions(player):
        if (anywhere or (building, floor) == here) and can_advance(state, player, building, floor):
            found.append(ChooseSlot(building, floor))
    if found and item.effect.upto:
        found.append(ChooseSlot(None))
    return found


@question(ProgressAsked, "DA-7.70", progress_answers)
def choose_progress(book: Book, state: State, player: Player, item: ProgressAsked, answer: ChooseSlot) -> bool:
    """DA-7.70: a step of the chosen slot and all it gives, then the next question."""
    effect, context = item.effect, item.context
    if answer.building is None or answer.floor is None:
        return False
    place = answer.building, answer.floor
    if effect.n > 1:
        player.stack.append(Resolve((Progress(effect.n - 1, effect.scope, effect.upto),), context))
    return advance(book, state, player, place, 1, within(context, "progress_track", place)) or effect.n > 1


def can_be_upgraded(state: State, player: Player, item: UpgradeAsked) -> Iterator[ChooseSlot]:
    """DA-7.79: slots with an invention that is not high."""
    return (ChooseSlot(b, f) for b, f, slot in slots_with_inventions(player) if not slot.high)


@effect(UpgradeInvention)
def upgrade_invention(book: Book, state: State, player: Player, effect: UpgradeInvention, context: Context) -> bool:
    """DA-7.79: ask for an invention to move to its high position."""
    if effect.scope == "any":
        return ask(book, state, player, UpgradeAsked(player.seat, context))
    if context.slot is not None:
        _raise(book, player, context.slot, context)
    return False


@question(UpgradeAsked, "DA-7.79", can_be_upgraded)
def choose_upgrade(book: Book, state: State, player: Player, item: UpgradeAsked, answer: ChooseSlot) -> None:
    """DA-7.79: the chosen invention becomes high."""
    assert answer.building is not None
    assert answer.floor is not None
    _raise(book, player, (answer.building, answer.floor), item.context)


def _raise(book: Book, player: Player, place: tuple[int, int], context: Context) -> None:
    slot = player.slots[place[0]][place[1] - 1]
    if slot.tile is not None and not slot.high:
        slot.high = True
        enter(book, player, "upgrades", 1, context.source)


@effect(ReadyForMachine)
def ready_for_machine(book: Book, state: State, player: Player, effect: ReadyForMachine, context: Context) -> None:
    """DA-7.80: mark an invention as ready, unless it is a university invention."""
    if context.slot is not None:
        slot = player.slots[context.slot[0]][context.slot[1] - 1]
        if slot.tile is not None and invention_in(state, player, slot).quality != "university":
            slot.ready = True


@effect(ScoreInvention)
def score_invention(book: Book, state: State, player: Player, effect: ScoreInvention, context: Context) -> None:
    """DA-7.81: the VP at the right end of the tile, n times."""
    if context.slot is not None:
        slot = player.slots[context.slot[0]][context.slot[1] - 1]
        if slot.tile is not None:
            enter(book, player, "vp", effect.n * invention_in(state, player, slot).vp, context.source)
