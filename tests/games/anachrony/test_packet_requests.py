"""The decisions behind the recorded tables: what was read is what the players asked the platform for."""

import gzip
import json

import pytest

from engine.games.anachrony.components import WORKERS
from engine.intake import examine
from events import files
from events.vocabulary import anachrony as events
from tests.support import LOGS
from tests.support.recorded import needs_recorded

FOLDER = LOGS / "anachrony"
REQUESTS = sorted(path.name for path in (FOLDER / "requests").glob("*"))
POOLS = {"phpurify": "purify", "phtrade": "trade", "phevacuation": "evacuation"}
COUNCIL = {"phcouncil_1": "council_left", "phcouncil_2": "council_right"}
OWN = {"phsupply": "supply", "phforce": "force_workers", "phleader1": "leader", "phleader3": "leader"}
HEADS = ("leader", "slots", "warp", "place", "free", "pass")
BY_UNITS = {"pp_112", "pp_113", "quantum_chameleon"}
"""Where the Era is what the units that were paid reach: it is not asked for by its number."""

pytestmark = needs_recorded("anachrony/requests")


def content(folder, name):
    """A file of the logs as JSON."""
    return json.loads(gzip.decompress((FOLDER / folder / name).read_bytes()))


class Asked:
    """The requests of a table as tokens of each player, in the words of the rules."""

    def __init__(self, tables, ids):
        self.tables, self.ids = tables, ids
        self.tokens = {seat: [] for seat in range(len(ids))}
        self.slots = {seat: set() for seat in range(len(ids))}
        self.buildings = {str(row.number): row.id for row in tables.all.building}
        self.superprojects = {str(row.bga): row.id for row in tables.all.superproject}
        self.warp = {row.bga: row.id for row in tables.all.warp_tile}

    def tile(self, number):
        """The Warp tile of a number: nine for each player."""
        return self.warp[(int(number) - 1) % 9 + 1]

    def take(self, request):
        """Note one request."""
        seat, word = self.ids.index(request["player"]), request.get("arg1") or ""
        own = self.tokens[seat]
        if request["state"] == 8:
            own.append(("warp", tuple(sorted(map(self.tile, request["vortex"])))))
        elif word.startswith("leader_"):
            own.append(("leader", int(word[-1])))
        elif word == "Pass":
            own.append(("pass",))
        elif word.startswith("phpower"):
            self.slots[seat].add(int(word[7]))
        elif word == "Finish":
            own.append(("slots", tuple(sorted(self.slots[seat]))))
            self.slots[seat] = set()
        elif word.startswith("chronology"):
            own.append(("era", int(word[-1])))
        elif word.startswith("vortex_"):
            own.append(("tile", self.tile(word[7:])))
        elif word.startswith("ph"):
            self.head(own, word, request["arg2"])

    def head(self, own, word, worker):
        """A click on a space, for a Worker or a marker."""
        if worker and worker.startswith("workertype_"):
            own.append(("place", self.space(word), WORKERS[int(worker[-1]) - 1]))
        elif not word.startswith("phbuilding") or len(word.partition("_")[0]) == len("phbuilding101"):
            own.append(("free", self.space(word)))

    def space(self, word):
        """A space in the words of the rules; any Anomaly is one."""
        if word in POOLS | COUNCIL:
            return (POOLS | COUNCIL)[word]
        if word.startswith("phbuilding515"):
            return "anomaly"
        if word.startswith("phbuilding"):
            return self.buildings[word.removeprefix("phbuilding")]
        if word.startswith("phsuperproject"):
            return self.superprojects[word.removeprefix("phsuperproject")]
        return OWN.get(word.partition("_")[0]) or word.removeprefix("ph")


def tokens_of(replay):
    """The events of a table as the same tokens."""
    found = {seat: [] for seat in range(len(replay.header.seats))}
    bga = {row.id: row.bga for row in replay.state.tables.all.leader}
    for actor, event, _ in replay.played:
        match event:
            case events.ChooseLeader():
                found[actor].append(("leader", bga[event.leader]))
            case events.ChooseWarp():
                found[actor].append(("warp", tuple(sorted(event.tiles))))
            case events.PowerUp():
                found[actor].append(("slots", tuple(sorted(each.slot for each in event.slots))))
            case events.Pass():
                found[actor].append(("pass",))
            case events.PlaceWorker():
                space = "anomaly" if event.space.startswith("anomaly") else event.space
                found[actor].append(("place", space, event.worker))
            case events.FreeAction():
                found[actor].append(("free", event.space))
            case events.TimeTravel() if event.era is not None and not BY_UNITS & set(found[actor][-1]):
                found[actor].append(("era", event.era))
            case events.RetrieveWarp() | events.ReturnWarp() | events.AnomalyWarp() if event.tile is not None:
                found[actor].append(("tile", event.tile))
    return found


def is_within(some, all_):
    """Whether a list is another one with some left out."""
    rest = iter(all_)
    return all(token in rest for token in some)


def heads(tokens):
    return [token for token in tokens if token[0] in HEADS]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if n % 8 == 0 else [pytest.mark.long]) for n, name in enumerate(REQUESTS)]
)
def test_the_decisions_of_a_table(name):
    """AN-16.31, AN-16.32, AN-16.33, AN-16.44, AN-16.46: each is what was asked for; with undos, what is left of it."""
    report = examine(files.read(str(FOLDER / "bga-tables" / name)))
    answer = content("bga-tables", name)["data"]
    ids = [str(player["id"]) for player in answer["players"]]
    seats = [seat.player for seat in report.replay.header.seats]
    ids.sort(key=lambda id_: seats.index(next(p["name"] for p in answer["players"] if str(p["id"]) == id_)))
    asked = Asked(report.replay.state.tables, ids)
    for request in content("requests", name):
        asked.take(request)
    undone = any(entry["type"] == "undoRestorePoint" for packet in answer["logs"] for entry in packet["data"])
    for seat, read in tokens_of(report.replay).items():
        told = asked.tokens[seat]
        if not undone:
            assert heads(read) == heads(told)
        assert is_within([token for token in read if token[0] != "slots"], told)
