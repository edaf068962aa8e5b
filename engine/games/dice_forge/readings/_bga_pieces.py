"""Faces by their numbers: DF-16.51. A face that was forged on a die can be replaced there only."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.games.dice_forge.components import FACES, TABLES
from events.notations.bga_diceforge import Row

_STARTING = [[FACES[face].bga for face in die.faces] for die in TABLES.starting_die]
_PER_DIE = len(_STARTING[0])
_PER_PLAYER = _PER_DIE * len(_STARTING)
# So many faces of the beginning have to fit a numbering before one that does not is a contradiction.
_ENOUGH = 6
_GO_BACK = "0"


class _Place(NamedTuple):
    """Where a face is, and which: the player whose die it is, the die, the face."""

    owner: str
    die: str
    face: str


class _Forging(NamedTuple):
    """A face as a row tells it: `number`, where it is, and the row."""

    number: int
    place: _Place
    row: Row


def misplaced_faces(rows: Iterable[Row]) -> dict[str, int]:
    """DF-16.51: the rows (uid) that contradict the numbers of faces, each with the number; none if there are none."""
    forged: dict[int, _Place] = {}
    gone: set[int] = set()
    first: list[_Forging] = []
    misplaced: dict[str, int] = {}
    for row, owner in _forgings(rows):
        new, old = row.number("side"), row.number("old_side")
        if not (new or old):
            continue
        die = row.word("dice_number")
        if old:
            place = _Place(owner, die, row.word("old_side_type"))
            if old in gone or forged.get(old, place) != place:
                misplaced[row.uid] = old
            elif old not in forged:
                first.append(_Forging(old, place, row))
            gone.add(old)
        if new:
            if new in forged or new in gone:
                misplaced[row.uid] = new
            forged[new] = _Place(owner, die, row.word("side_type"))
    return misplaced | {face.row.uid: face.number for face in _misfits(first)}


def _forgings(rows: Iterable[Row]) -> Iterator[tuple[Row, str]]:
    """Every row of a forging, with the id of the player whose die it is: dice may be those of another for a turn."""
    owners: Mapping[str, Any] = {}
    for row in rows:
        if row.type == "notifDiceSwitch":
            owners = owners_of_dice(row)
        elif row.type == "notifSideForged":
            holder = row.word("player_id")
            yield row, str(owners.get(holder, holder))


def owners_of_dice(switch: Row) -> Mapping[str, Any]:
    """Whose dice each player holds from a notifDiceSwitch on; empty when they go back to their owners."""
    owners = switch.args.get("playerSwitch")
    return owners if isinstance(owners, dict) and _GO_BACK not in owners else {}


def _misfits(first: list[_Forging]) -> list[_Forging]:
    """DF-16.51: the faces of the beginning that do not fit the numbering by which nearly all of them go."""
    numberings: list[set[int]] = []
    for base in reversed(range(_PER_PLAYER)):  # most tables begin with 9
        numberings.append(_fitting(first, base))
        if len(numberings[-1]) == len(first):  # the common case
            return []
    most = max(map(len, numberings))
    if most < _ENOUGH or 4 * most < 3 * len(first):
        return []
    best = [fitting for fitting in numberings if len(fitting) == most]
    return [face for face in first if all(face.number not in fitting for fitting in best)]


def _fitting(first: list[_Forging], base: int) -> set[int]:
    """The numbers of the faces that fit if a player's first one has the number `base`, modulo those of a player."""
    pairs = Counter(((number - base) // _PER_PLAYER, place.owner) for number, place, _ in first)
    by_number = [pair for pair, _ in pairs.most_common()]  # of each player the twelve that most faces tell
    owner_of = dict(reversed(by_number))
    twelve_of = {owner: twelve for twelve, owner in reversed(by_number)}
    fitting = set()
    for number, place, _ in first:
        twelve, of_player = divmod(number - base, _PER_PLAYER)
        die, of_die = divmod(of_player, _PER_DIE)
        told = (owner_of[twelve], twelve_of[place.owner], str(die + 1), _STARTING[die][of_die])
        if told == (place.owner, twelve, place.die, place.face):
            fitting.add(number)
    return fitting
