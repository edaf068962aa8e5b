"""The wilderness: pilgrims, restored hexes, conflict rewards (DA-7.69, DA-7.71, DA-7.72, DA-7.82)."""

from collections.abc import Iterable, Iterator

from engine.games.daitoshi.figures import discard_hex
from engine.games.daitoshi.items import ConflictAsked, Context, Resolve, RestoreAsked, TrackAsked
from engine.games.daitoshi.queries import hexes_of, pilgrims_of, uncovered
from engine.games.daitoshi.resolving import ask, effect, question, resolve, within
from engine.games.daitoshi.state import HEXES, PILGRIMS, Player, State
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ChooseHex, ChooseTrack
from events.vocabulary.daitoshi.effects import ConflictReward, Effects, HexSlot, Pilgrim, Restore


def possible_steps(state: State, player: Player, track: str) -> int:
    """DA-7.69: how far a pilgrim can go: up to the space before the first hex."""
    return max(0, uncovered(state, track) - int(getattr(player, PILGRIMS[track])))


def possible_tracks(state: State, player: Player, effect: Pilgrim) -> list[str]:
    """DA-7.69: the tracks of an effect on which a step is possible."""
    if effect.track != "any":
        return [effect.track] if is_possible(state, player, effect.track) else []
    found, tracks = [], state.tracks
    for track, position in pilgrims_of(player):
        hexes = tracks[track]
        if position < len(hexes) and not hexes[position]:
            found.append(track)
    return found


def is_possible(state: State, player: Player, track: str) -> bool:
    """DA-7.69: whether a step is possible on a track.

    The next space exists and holds no hex; those before it never hold one again.
    """
    hexes, position = state.tracks[track], getattr(player, PILGRIMS[track])
    return position < len(hexes) and not hexes[position]


@effect(Pilgrim)
def pilgrim(book: Book, state: State, player: Player, effect: Pilgrim, context: Context) -> bool:
    """DA-7.69: n steps, all on one track or each on its own."""
    if effect.track != "any" and not effect.upto:
        steps = min(effect.n, possible_steps(state, player, effect.track))
        enter(book, player, PILGRIMS[effect.track], steps, context.source)
        return False
    if effect.n > 1 or effect.upto:
        return ask(book, state, player, TrackAsked(player.seat, effect, context))
    tracks = possible_tracks(state, player, effect)
    if len(tracks) > 1:
        player.stack.append(TrackAsked(player.seat, effect, context))
        return True
    player.by_rule.append(TrackAsked.__name__)
    for track in tracks:
        enter(book, player, PILGRIMS[track], 1, context.source)
    return False


def track_answers(state: State, player: Player, item: TrackAsked) -> Iterable[ChooseTrack]:
    """DA-7.69: the tracks on which a step is possible; with `same`, how many steps; with `upto`, also "stop"."""
    effect = item.effect
    tracks = possible_tracks(state, player, effect)
    if effect.same:
        return _together(state, player, effect, tracks)
    return map(ChooseTrack, [*tracks, None] if tracks and effect.upto else tracks)


def _together(state: State, player: Player, effect: Pilgrim, tracks: list[str]) -> Iterator[ChooseTrack]:
    for track in tracks:
        steps = min(effect.n, possible_steps(state, player, track))
        yield from (ChooseTrack(track, n) for n in range(1 if effect.upto else steps, steps + 1))


def allows_track(state: State, player: Player, item: TrackAsked, answer: ChooseTrack) -> bool:
    """DA-7.69: for single steps, whether one is possible on the chosen track."""
    effect, track = item.effect, answer.track
    if track is None or effect.same or answer.steps != 1:
        return answer in track_answers(state, player, item)
    return effect.track in ("any", track) and track in PILGRIMS and is_possible(state, player, track)


@question(TrackAsked, "DA-7.69", track_answers, allows_track)
def choose_track(book: Book, state: State, player: Player, item: TrackAsked, answer: ChooseTrack) -> bool:
    """DA-7.69: the chosen steps; then the next question, if steps are left."""
    effect, context = item.effect, item.context
    if answer.track is None:
        return False
    enter(book, player, PILGRIMS[answer.track], answer.steps, context.source)
    if effect.same or effect.n == 1:
        return False
    rest = Pilgrim(effect.track, effect.n - 1, False, effect.upto)
    return ask(book, state, player, TrackAsked(player.seat, rest, context))


def recorded_hexes(state: State, player: Player, item: RestoreAsked | ConflictAsked) -> Iterator[ChooseHex]:
    """DA-7.71, DA-7.72: the types of which the player's record holds a hex."""
    return map(ChooseHex, [hex for hex, number in hexes_of(player) if number])


def allows_hex(state: State, player: Player, item: RestoreAsked | ConflictAsked, answer: ChooseHex) -> bool:
    """DA-7.71, DA-7.72: whether the player's record holds a hex of the chosen type."""
    return answer.hex in HEXES and bool(getattr(player, HEXES[answer.hex]))


@effect(Restore)
def restore(book: Book, state: State, player: Player, effect: Restore, context: Context) -> bool:
    """DA-7.71: restore hexes of the record."""
    return ask(book, state, player, RestoreAsked(player.seat, effect, context))


@question(RestoreAsked, "DA-7.71", recorded_hexes, allows_hex)
def restore_hex(book: Book, state: State, player: Player, item: RestoreAsked, answer: ChooseHex) -> bool:
    """DA-7.71: the hex goes to the discard pile, and its conflict reward is gained; then the next one."""
    effect, context = item.effect, item.context
    discard_hex(book, state, player, answer.hex, context.source)
    if effect.n > 1:
        player.stack.append(Resolve((Restore(effect.n - 1, effect.reward),), context))
    if not effect.reward:
        return effect.n > 1
    inner = within(context, "conflict_reward")
    return gain_conflict_reward(book, state, player, answer.hex, effect.reward, inner) or effect.n > 1


@effect(ConflictReward)
def conflict_reward(book: Book, state: State, player: Player, effect: ConflictReward, context: Context) -> bool:
    """DA-7.72: ask for the hex whose conflict reward is gained."""
    return ask(book, state, player, ConflictAsked(player.seat, effect.n, context))


@question(ConflictAsked, "DA-7.72", recorded_hexes, allows_hex)
def reward_of_hex(book: Book, state: State, player: Player, item: ConflictAsked, answer: ChooseHex) -> bool:
    """DA-7.72: the reward n times; the hex stays."""
    return gain_conflict_reward(book, state, player, answer.hex, item.n, within(item.context, "conflict_reward"))


@effect(HexSlot)
def hex_slot(book: Book, state: State, player: Player, effect: HexSlot, context: Context) -> bool:
    """DA-7.82, DA-7.47: the reward of the hex deposited there."""
    if effect.slot > len(context.hexes):
        return False
    hex = context.hexes[effect.slot - 1]
    return gain_conflict_reward(book, state, player, hex, 1, within(context, "conflict_reward"))


def gain_conflict_reward(book: Book, state: State, player: Player, hex: str, times: int, context: Context) -> bool:
    """DA-3.9: the conflict reward of a hex type, `times` times in a row."""
    reward: Effects = state.catalogue.wilderness[hex].conflict
    return resolve(book, state, player, reward * times, context)
