"""Faces by their numbers: DF-16.51. A face forged on a die can be replaced on that die only."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.games.dice_forge.components import FACES, TABLES
from events.notations.bga_diceforge import Row

_STARTING = [[FACES[face].bga for face in die.faces] for die in TABLES.starting_die]
_PER_DIE = len(_STARTING[0])
_PER_PLAYER = _PER_DIE * len(_STARTING)
# The number of starting faces that must fit a numbering before one that does not counts as a contradiction.
_ENOUGH = 6
_GO_BACK = "0"


class _Place(NamedTuple):
    """The place of a face, and the face: the owner of the die, the die, the face."""

    owner: str
    die: str
    face: str


class _Forging(NamedTuple):
    """A face that a row reports: its `number`, its place, and the row."""

    number: int
    place: _Place
    row: Row


def misplaced_faces(rows: Iterable[Row]) -> dict[str, int]:
    """DF-16.51: the rows (by uid) that contradict the numbers of faces, each with the number."""
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
    """Every row of a forging with the id of the die's owner: for a turn, players can hold the dice of others."""
    owners: Mapping[str, Any] = {}
    for row in rows:
        if row.type == "notifDiceSwitch":
            owners = owners_of_dice(row)
        elif row.type == "notifSideForged":
            holder = row.word("player_id")
            yield row, str(owners.get(holder, holder))


def owners_of_dice(switch: Row) -> Mapping[str, Any]:
    """Whose dice each player holds after a notifDiceSwitch; empty when they return to their owners."""
    owners = switch.args.get("playerSwitch")
    return owners if isinstance(owners, dict) and _GO_BACK not in owners else {}


def _misfits(first: list[_Forging]) -> list[_Forging]:
    """DF-16.51: the starting faces that do not fit the numbering that nearly all of them follow."""
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
    """The numbers of the faces that fit if a player's first face has the number `base`, modulo a player's faces."""
    pairs = Counter(((number - base) // _PER_PLAYER, place.owner) for number, place, _ in first)
    by_number = [pair for pair, _ in pairs.most_common()]  # for each player the twelve that most faces suggest
    owner_of = dict(reversed(by_number))
    twelve_of = {owner: twelve for twelve, owner in reversed(by_number)}
    fitting = set()
    for number, place, _ in first:
        twelve, of_player = divmod(number - base, _PER_PLAYER)
        die, of_die = divmod(of_player, _PER_DIE)
        expected = (owner_of[twelve], twelve_of[place.owner], str(die + 1), _STARTING[die][of_die])
        if expected == (place.owner, twelve, place.die, place.face):
            fitting.add(number)
    return fitting
