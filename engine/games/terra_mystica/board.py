"""The geometry of a map: TM-3.4. Hexes are numbered in reading order; sets of them are masks over these numbers."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from engine.games.terra_mystica.components import COMPONENTS, MAPS, Map
from events.log.codec import Unreadable

RIVER = -1
FARTHEST_SHIPPING = 6
LETTERS_OF_ROWS = 26
LONGEST_ROW = 40

_WHEEL_OF = {terrain.letter: terrain.wheel for terrain in COMPONENTS.terrain if terrain.letter}


class Flights(dict[int, tuple[int, ...]]):
    """TM-3.4.4: distance -> for every hex a mask of the other land hexes that are not farther away.

    Few players fly, so the hexes within a distance are looked for only when they are asked for.
    """

    def __init__(self, places: tuple[tuple[int, int], ...], land: tuple[int, ...]) -> None:
        super().__init__({0: (0,) * len(places)})
        self._places, self._land = places, land

    def __missing__(self, reach: int) -> tuple[int, ...]:
        """The hexes within a distance that is asked for the first time."""
        self[reach] = tuple(_mask(self._within(reach, here)) for here in self._places)
        return self[reach]

    def _within(self, reach: int, here: tuple[int, int]) -> Iterator[int]:
        for h in self._land:
            there = self._places[h]
            if abs(there[0] - here[0]) <= reach and there != here and distance(here, there) <= reach:
                yield h


class Board(NamedTuple):
    """A map, prepared for lookups.

    `near[s][h]`: land hexes at river distance 1..s of land hex h (TM-3.4.6). `within[d][h]`: land hexes at distance
    1..d (TM-3.4.4). `beside[h]`: land neighbours as a mask. `banks[h]`: land neighbours of a river hex. For a river
    hex, `near[s][h]` are the land hexes with at most s other river hexes in between.
    """

    id: str
    names: tuple[str, ...]
    numbers: dict[str, int]
    places: tuple[tuple[int, int], ...]
    terrain: tuple[int, ...]
    land: tuple[int, ...]
    rivers: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    beside: tuple[int, ...]
    banks: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]
    within: Flights
    bridge_sites: tuple[tuple[int, int], ...]
    edges: frozenset[int]


@cache
def board(map_id: str) -> Board:
    """The board of a map in components.toml. Raises Unreadable for an unknown id."""
    if map_id not in MAPS:
        raise Unreadable(f"the map {map_id!r}", f"one of {', '.join(MAPS)}")
    return _survey(MAPS[map_id])


@cache
def custom_board(rows: tuple[str, ...], first_row_index: int) -> Board:
    """The board given by rows in a header: TM-12.2. Raises Unreadable for rows that do not form a map."""
    if len(rows) < 1 or first_row_index not in (0, 1) or first_row_index + len(rows) > LETTERS_OF_ROWS:
        found = f"{len(rows)} rows, the first with index {first_row_index}"
        raise Unreadable(found, f"1 to {LETTERS_OF_ROWS} rows, the first with index 0 or 1", line=1)
    for number, row in enumerate(rows, 1):
        letters = row.split()
        odd = (number - 1 + first_row_index) % 2
        if not letters or any(letter not in _WHEEL_OF for letter in letters) or len(letters) > LONGEST_ROW - odd:
            expected = f"up to {LONGEST_ROW} letters of {''.join(_WHEEL_OF)}, with blanks between them"
            raise Unreadable(repr(row), expected, line=1, path=f"$.options.map_rows[{number - 1}]")
    return _survey(Map("custom", "", first_row_index, list(rows), [], []))


def members(mask: int) -> list[int]:
    """The hexes of a mask in reading order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """TM-3.4.4: the distance of two places (row, column)."""
    rows = abs(a[0] - b[0])
    across = abs(2 * a[1] + a[0] % 2 - 2 * b[1] - b[0] % 2)
    return rows + max(0, (across - rows) // 2)


def around(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """TM-3.4.3: the six places around one, whether they exist or not."""
    o = column - 1 if row % 2 == 0 else column
    return (
        (row, column - 1),
        (row, column + 1),
        (row - 1, o),
        (row - 1, o + 1),
        (row + 1, o),
        (row + 1, o + 1),
    )


def _survey(the_map: Map) -> Board:
    places, terrain, names = _name_hexes(the_map)
    at = {place: number for number, place in enumerate(places)}
    every = tuple(tuple(sorted(at[p] for p in around(*place) if p in at)) for place in places)
    land = tuple(h for h, t in enumerate(terrain) if t != RIVER)
    rivers = tuple(h for h, t in enumerate(terrain) if t == RIVER)
    dry = tuple(tuple(n for n in every[h] if terrain[n] != RIVER) for h in range(len(places)))
    return Board(
        id=the_map.id,
        names=names,
        numbers={name: h for h, name in enumerate(names)},
        places=places,
        terrain=terrain,
        land=land,
        rivers=rivers,
        neighbours=tuple(dry[h] if terrain[h] != RIVER else () for h in range(len(places))),
        beside=tuple(_mask(dry[h]) if terrain[h] != RIVER else 0 for h in range(len(places))),
        banks=tuple(dry[h] if terrain[h] == RIVER else () for h in range(len(places))),
        near=tuple(zip(*(_shipping(h, every, terrain) for h in range(len(places))), strict=True)),
        within=Flights(places, land),
        bridge_sites=tuple(sorted(_bridge_sites(at, terrain))),
        edges=_edges(places),
    )


def _name_hexes(the_map: Map) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[str, ...]]:
    """TM-3.4.1, TM-3.4.2: place, terrain and name of every hex in reading order."""
    places: list[tuple[int, int]] = []
    terrain: list[int] = []
    names: list[str] = []
    rivers = 0
    for i, row in enumerate(the_map.rows):
        r = the_map.first_row_index + i
        lands = 0
        for column, letter in enumerate(row.split()):
            places.append((r, column))
            terrain.append(_WHEEL_OF[letter])
            if terrain[-1] == RIVER:
                names.append(f"r{rivers}")
                rivers += 1
            else:
                lands += 1
                names.append(f"{chr(ord('A') + r)}{lands}")
    return tuple(places), tuple(terrain), tuple(names)


def _edges(places: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """TM-3.4.8: the hexes of the first and last row, and the ends of every row; river hexes count as well."""
    rows = [row for row, _ in places]
    ends = {row: max(column for r, column in places if r == row) for row in rows}
    return frozenset(
        h for h, (row, column) in enumerate(places) if row in (rows[0], rows[-1]) or column in (0, ends[row])
    )


def _mask(hexes: Iterable[int]) -> int:
    mask = 0
    for h in hexes:
        mask |= 1 << h
    return mask


def _shipping(start: int, every: tuple[tuple[int, ...], ...], terrain: tuple[int, ...]) -> list[int]:
    """TM-3.4.6: for s = 0, 1, ...: the land hexes to which a chain of at most s river hexes leads.

    From a river hex, that hex itself is not counted (TM-7.14.22), so its banks are at distance 0.
    """
    masks = [0] * (FARTHEST_SHIPPING + 1)
    afloat = {start}
    frontier = [start]
    reached = _mask(n for n in every[start] if terrain[n] != RIVER) if terrain[start] == RIVER else 0
    masks[0] = reached
    for s in range(1, FARTHEST_SHIPPING + 1):
        frontier = sorted({n for h in frontier for n in every[h] if terrain[n] == RIVER and n not in afloat})
        afloat.update(frontier)
        for h in frontier:
            reached |= _mask(n for n in every[h] if terrain[n] != RIVER and n != start)
        masks[s] = reached
    return masks


def _bridge_sites(at: dict[tuple[int, int], int], terrain: tuple[int, ...]) -> set[tuple[int, int]]:
    """TM-3.4.7: pairs of land hexes that lie opposite each other across an edge between two river hexes."""

    def wet(place: tuple[int, int]) -> bool:
        return place in at and terrain[at[place]] == RIVER

    sites = set()
    for (r, c), h in at.items():
        if terrain[h] == RIVER:
            continue
        o = c - 1 if r % 2 == 0 else c
        below = ((r + 1, o), (r + 1, o + 1))
        wets = [wet(place) for place in below]
        outside = [place not in at for place in below]
        candidates = (
            ((r + 2, c), all(w or out for w, out in zip(wets, outside, strict=True)) and any(wets)),
            ((r + 1, o - 1), wet((r, c - 1)) and wet((r + 1, o))),
            ((r + 1, o + 2), wet((r, c + 1)) and wet((r + 1, o + 1))),
        )
        for place, open_water in candidates:
            if open_water and place in at and terrain[at[place]] != RIVER:
                sites.add((min(h, at[place]), max(h, at[place])))
    return sites
