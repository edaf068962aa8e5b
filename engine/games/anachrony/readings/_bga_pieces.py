"""The pieces of a table of Board Game Arena (AN-16.12 to AN-16.14): the owner, type and place of each."""

from collections import defaultdict

from msgspec import Struct

from engine.games.anachrony.components import BREAKTHROUGHS, WORKERS
from engine.games.anachrony.state import EXOSUITS
from engine.games.anachrony.tables import Tables

WORKERS_AT_FIRST = 5
WARP_TILES = 9
AWAKE, SLEEPING, SUPPLY, POWERED = "active", "tired", "hidden", "slot"


class Counter(Struct):
    """A piece that moves between places of a seat: a Worker (with a type) or an Exosuit."""

    seat: int
    kind: str
    where: str


class Pieces:
    """All pieces of a table; seats are counted from 0 in seat order.

    `there`: how many Workers of a type, or Exosuits, a seat has in a place.
    """

    def __init__(self, players: int, paths: list[str], tables: Tables) -> None:
        self.players, self.tables = players, tables
        self.workers: dict[int, Counter] = {}
        self.suits: dict[int, Counter] = {}
        self.there: defaultdict[tuple[int, str, str], int] = defaultdict(int)
        self.buildings: dict[int, str] = {}
        self.cubes: list[str] = []
        self.superprojects = {row.bga: name for name, row in tables.superprojects.items()}
        self.warp_ids = {row.bga: name for name, row in tables.warp.items()}
        for seat, path in enumerate(paths):
            first = WORKERS_AT_FIRST * (players - 1 - seat)
            for number, worker in enumerate(_at_first(path, tables), first + 1):
                self.add_worker(number, Counter(seat, worker, SLEEPING if number == first + 1 else AWAKE))
            for number in range(EXOSUITS):
                self.suits[EXOSUITS * (players - 1 - seat) + number + 1] = Counter(seat, "", SUPPLY)
            self.there[seat, "", SUPPLY] = EXOSUITS

    def add_worker(self, number: int, worker: Counter) -> None:
        """A Worker comes into play, in place of any other with its number."""
        other = self.workers.get(number)
        if other is not None:
            self.there[other.seat, other.kind, other.where] -= 1
        self.workers[number] = worker
        self.there[worker.seat, worker.kind, worker.where] += 1

    def move(self, each: Counter, seat: int, where: str) -> None:
        """A Worker or an Exosuit changes its seat or place."""
        self.there[each.seat, each.kind, each.where] -= 1
        each.seat, each.where = seat, where
        self.there[seat, each.kind, where] += 1

    def warp_tile(self, number: int) -> tuple[int, str]:
        """The seat and the tile of a Warp tile's number; an empty id if there is no such number."""
        seat = self.players - 1 - (number - 1) // WARP_TILES
        return seat, self.warp_ids.get((number - 1) % WARP_TILES + 1, "")


def _at_first(path: str, tables: Tables) -> list[str]:
    """AN-16.14, AN-16.75: the Tired Worker, then the Active ones in the order of their types' numbers."""
    row = tables.paths[path]
    order = ("scientist", "engineer", "administrator", "genius")
    tired = [worker for worker in order for _ in range(row.tired.get(worker, 0))]
    return tired + [worker for worker in order for _ in range(row.active.get(worker, 0))]


def breakthrough_of(number: int) -> int:
    """AN-16.14: the Breakthrough, one of 15, that has a number from 1 to 45."""
    kinds = len(BREAKTHROUGHS)
    return (number - 1) % kinds


def worker_of(number: int) -> str:
    """The type of Worker with a number from 1 to 4; empty for any other number."""
    return WORKERS[number - 1] if 1 <= number <= len(WORKERS) else ""
