"""The tracks of the wilderness in Daitoshi: values, hexes and pilgrims from the temple on."""

from functools import lru_cache

from engine.games.daitoshi.components import WildernessTrack
from engine.games.daitoshi.state import PILGRIMS, State
from projections.pictures.daitoshi.look import BOLD, PAD, TEXT, hexagon, marker, shortened
from projections.pictures.daitoshi.market import INSIDE, TOP, framed
from projections.pictures.kept import catalogue_of, kept
from projections.pictures.pen import box, ended, label, length, middle
from projections.pictures.sheet import Part, Spot
from projections.pictures.words import MINUS

TRACKS = ("forest", "mountain", "underground", "river")
IN_A_ROW = 10
CELL = INSIDE / IN_A_ROW
HEADING, VALUE, HEXES, PILGRIM = 27.0, 17.0, 16.0, 17.0
"""The heights of the lines of a track."""
TIMES = {
    "forest": "universities",
    "mountain": "finished tracks",
    "underground": "reputation VP",
    "river": "types not held",
}
"""What the value of a pilgrim's space is multiplied by at the end."""


def _shows(state: State) -> tuple[object, ...]:
    """All that the tracks show."""
    pilgrims = [[getattr(player, PILGRIMS[track]) for track in TRACKS] for player in state.players]
    return pilgrims, state.tracks, state.discard


@kept(_shows, catalogue_of)
def tracks(state: State) -> Part:
    """The four tracks one below the other; below each space its pilgrims."""
    parts: list[Spot | str] = []
    y = TOP
    for track in TRACKS:
        row = state.catalogue.wilderness_track[track]
        parts.append(_heading(track, _times(state, track), state.discard.get(track, 0), y))
        y += HEADING
        high = VALUE + (VALUE if row.penalty else 0) + HEXES
        step = high + PILGRIM * ((len(state.players) + 1) // 2) + 5
        hexes = [0, *state.tracks.get(track, [0] * row.spaces)]
        there: dict[int, list[int]] = {}
        for player in state.players:
            there.setdefault(getattr(player, PILGRIMS[track]), []).append(player.seat)
        for space, (number, values) in enumerate(zip(hexes, _values(row), strict=True)):
            at = PAD + space % IN_A_ROW * CELL, y + space // IN_A_ROW * step
            parts.append(_space(track, space, values, number, tuple(there.get(space, ())), *at, high, step - 3))
        y += (row.spaces // IN_A_ROW + 1) * step
    return Part("tracks", "Wilderness", [*framed("Wilderness", y + 4), *parts], y + 4)


def _times(state: State, track: str) -> str:
    swapped = track == "underground" and state.options.underground_multiplier == "university_inventions"
    return TIMES["forest" if swapped else track]


@lru_cache(maxsize=64)
def _values(row: WildernessTrack) -> tuple[tuple[str, ...], ...]:
    """What stands on each space: its value, and on the river what each type in conflict costs; T is the temple."""
    values = ("T", *map(str, row.vp))
    if not row.penalty:
        return tuple((value,) for value in values)
    losses = row.temple_penalty, *row.penalty
    return tuple((value, f"{MINUS}{loss}") for value, loss in zip(values, losses, strict=True))


@lru_cache(maxsize=512)
def _heading(track: str, times: str, gone: int, y: float) -> Spot:
    x = PAD + 25
    drawn = [hexagon(PAD + 10, y + 10, track), label(x, y + 15, track, "b")]
    discarded = f"{gone} discarded"
    at = x + length(track, TEXT) * BOLD + 6
    room = PAD + INSIDE - at - length(discarded, TEXT) - 8
    drawn.append(label(at, y + 15, shortened(f"× {times}", room), "soft"))
    drawn.append(ended(PAD + INSIDE, y + 15, discarded, "soft"))
    return Spot(f"wild/{track}", "".join(drawn), box(PAD - 4, y - 2, INSIDE + 8, 24, "just"))


@lru_cache(maxsize=8192)
def _space(
    track: str,
    space: int,
    values: tuple[str, ...],
    hexes: int,
    seats: tuple[int, ...],
    x: float,
    y: float,
    high: float,
    whole: float,
) -> Spot:
    """A space on a track; the first one is the temple."""
    wide, centre = CELL - 2, x + (CELL - 2) / 2
    drawn = [box(x, y, wide, high, "card", 4)]
    for n, value in enumerate(values):
        drawn.append(middle(centre, y + 14 + VALUE * n, value, "soft" if n else "" if space else "b"))
    drawn += [
        hexagon(centre + (n - (hexes - 1) / 2) * 13, y + high - 9, track, 7, lettered=False) for n in range(hexes)
    ]
    named = f"space {space} of the {track}" if space else "the temple"
    for n, seat in enumerate(seats):
        at = centre + (n % 2 - min(len(seats) - 1, 1) / 2) * 15, y + high + 10 + n // 2 * PILGRIM
        drawn.append(marker(*at, seat, f"pilgrim of seat {seat + 1}, {named}", 7.5))
    return Spot(f"track/{track}/{space}", "".join(drawn), box(x - 1, y - 1, wide + 2, whole, "just"))
