"""The recorded ledgers: all valid, figure by figure; replayed to any place; and what mutations of them break."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.address import goto
from engine.games.terra_mystica.components import FACTIONS
from engine.intake import Report, examine
from engine.replay import Replay
from engine.rules import ruleset
from engine.snapshot import state_bytes, state_from_bytes
from events.files import Blob, read
from tests.support import LOGS

TERRA_MYSTICA = ruleset("terra_mystica")

FOLDER = LOGS / "terra-mystica"
LEDGERS = sorted([*FOLDER.glob("ledger/*"), *FOLDER.glob("ledger-web-copy/*")])
SAMPLE = 8


def ledgers(every: int) -> list[object]:
    """The ledgers as parameters of a test: all but every n-th one, where n is `every`, are marked `long`."""
    if not LEDGERS:
        reason = f"no recorded ledgers in {FOLDER}: name the folder of logs in ANYTURN_LOGS"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="no-ledgers")]
    return [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=[pytest.mark.long] if n % every else [])
        for n, path in enumerate(LEDGERS)
    ]


@cache
def examined(path: Path) -> Report:
    return examine(read(str(path)))


@pytest.mark.parametrize("path", ledgers(1))
def test_it_is_valid(path):
    """Every figure of every row is compared, and the final VP are those that were noted down elsewhere."""
    report = examined(path)
    replay = report.replay
    assert report.verdict == "valid", (report.problem, replay and replay.broke, replay and replay.discrepancies[:3])
    rows = sum(line.count("\t") == 14 for line in path.read_text(encoding="utf-8").splitlines())
    assert replay.checked >= 11 * rows > 0
    expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))[f"{path.parent.name}/{path.name}"]
    assert {FACTIONS[player.faction].snellman: player.vp for player in replay.state.players} == expected
    assert {standing.seat for standing in replay.standings} == set(range(len(expected)))


@pytest.mark.parametrize("path", ledgers(SAMPLE))
def test_the_state_survives_bytes_and_every_decision_is_offered(path):
    """After every record; TM-7.18."""
    log = examined(path).replay.log()
    game = Replay(TERRA_MYSTICA, log.header)
    for record in log.records:
        game.settle()
        data = state_bytes(game.state)
        game.state = state_from_bytes(TERRA_MYSTICA, data)
        assert state_bytes(game.state) == data
        if record.actor is not None:
            assert (record.actor, record.event) in set(TERRA_MYSTICA.legal(game.state)), record
        game.feed([record])
    assert game.verdict == "valid"


class Place(NamedTuple):
    """A position passed on the way: after which record, which turn and round, whether a round ended with it."""

    seq: int
    turn: int
    round: int
    cycle: int
    ends_round: bool
    state: bytes


@cache
def steps(path: Path) -> list[Place]:
    """Every position of a game, stepped through record by record."""
    found: list[Place] = []
    log = examined(path).replay.log()
    game = Replay(TERRA_MYSTICA, log.header)

    def note(ends_round: bool) -> None:
        turn = TERRA_MYSTICA.turn(game.state)
        found.append(Place(game.seq, turn.index, turn.round, turn.cycle, ends_round, state_bytes(game.state)))

    game.on_step.append(lambda replay, step: note(True) if step.ends_round else None)
    note(False)
    for record in log.records:
        game.feed([record])
        note(False)
    return found


def stepped_to(places: list[Place], address: str) -> bytes:
    """The position of an address, found by looking at every step."""
    settled = [place for place in places if not place.ends_round]
    if address in ("start", "end"):
        return settled[0 if address == "start" else -1].state
    if address[0] in "#-":
        seq = int(address[1:]) if address[0] == "#" else settled[-1].seq - int(address[1:])
        return next(place.state for place in settled if place.seq == seq)
    if address[0] == "t":
        return next(place.state for place in places if place.turn > int(address[1:]))
    target = [int(part) for part in re.findall(r"\d+", address)]
    reached = False
    for place in places:
        here = [place.round, place.cycle][: len(target)]
        reached = reached or here == target
        if here > target or (place.ends_round and reached and place.round == target[0]):
            return place.state
    raise AssertionError(f"{address} is not reached")


@pytest.mark.parametrize("address", ["start", "end", "#217", "-10", "t45", "r3.t2", "r1", "r2", "r3", "r4", "r5", "r6"])
@pytest.mark.parametrize("path", ledgers(2 * SAMPLE))
def test_jumping_is_stepping(path, address):
    game = goto(TERRA_MYSTICA, examined(path).replay.log(), address)
    if address[0] in "se#-":
        game.settle()
    assert state_bytes(game.state) == stepped_to(steps(path), address)


# --- mutations ------------------------------------------------------------------------------------------------------


class Ledger:
    """The lines of a recorded ledger, to be spoilt in one place."""

    def __init__(self, path: Path) -> None:
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.begun = next(n for n, line in enumerate(self.lines) if line.startswith("Round 1, turn 1"))

    def rows(self, start: int | None = None) -> Iterator[tuple[int, list[str]]]:
        """The rows of the game proper: (index of the line, cells)."""
        for n in range(self.begun if start is None else start, len(self.lines)):
            cells = self.lines[n].rstrip("\r").split("\t")
            if len(cells) == 15:
                yield n, cells

    def find(self, pattern: str, start: int | None = None) -> tuple[int, list[str]]:
        """The first row whose commands match."""
        return next((n, cells) for n, cells in self.rows(start) if re.search(pattern, cells[14], re.I))

    def put(self, n: int, cells: list[str]) -> int:
        """Write a row back; its line, counted from 1."""
        self.lines[n] = "\t".join(cells)
        return n + 1

    def command(self, n: int, cells: list[str], pattern: str, text: str) -> int:
        """Write a row back with a part of its commands replaced."""
        cells[14] = re.sub(pattern, text, cells[14], count=1, flags=re.I)
        return self.put(n, cells)

    def report(self) -> Report:
        """What the spoilt ledger is found to be."""
        return examine(Blob("spoilt.txt", "\n".join(self.lines).encode()))


ACTS = re.compile(r"(upgrade|dig|action|send|burn|advance)\b", re.I)


def one_figure(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"upgrade")
    cells[4] = f"{int(cells[4].split()[0]) + 1} C"
    return ledger.put(n, cells), "coin"


def a_cult_position(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"send")
    fire, rest = cells[12].split("/", 1)
    cells[12] = f"{int(fire) + 1}/{rest}"
    return ledger.put(n, cells), "fire"


def a_stated_change(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"upgrade")
    cells[5] = f"{int(cells[5]) - 1}"
    return ledger.put(n, cells), "worker_change"


def an_offer(ledger: Ledger) -> tuple[int, str]:
    n, cells = next((n, cells) for n, cells in ledger.rows() if cells[13].strip())
    cells[13] = "9"
    return ledger.put(n, cells), "offers"


def the_final_vp(ledger: Ledger) -> tuple[int, str]:
    n, cells = list(ledger.rows())[-1]
    cells[2] = f"{int(cells[2].split()[0]) + 1} VP"
    return ledger.put(n, cells), "vp"


@pytest.mark.parametrize("spoil", [one_figure, a_cult_position, a_stated_change, an_offer, the_final_vp])
@pytest.mark.parametrize("path", ledgers(SAMPLE))
def test_a_figure_that_is_not_what_the_rules_give(path, spoil):
    """The ledger is legal and discrepant, from the spoilt line on. TM-17.4.10, TM-17.2.2, TM-17.2.1."""
    ledger = Ledger(path)
    line, figure = spoil(ledger)
    report = ledger.report()
    assert report.verdict == "discrepant"
    first = report.replay.discrepancies[0]
    assert (first.line, first.figure) == (line, figure)
    assert first.recorded != first.computed


def a_deleted_row(ledger: Ledger) -> tuple[int, str]:
    acting = dict(ledger.rows())
    for n, cells in ledger.rows():
        after = acting.get(n + 1)
        if after is not None and after[0] != cells[0] and ACTS.match(cells[14]) and ACTS.match(after[14]):
            del ledger.lines[n]
            return n + 1, "TM-7.0.2"
    raise AssertionError("no two players act one right after the other")


def two_swapped_rows(ledger: Ledger) -> tuple[int, str]:
    acting = [n for n, cells in ledger.rows() if not re.match(r"\s*(leech|decline|wait|\[|\+)", cells[14], re.I)]
    ledger.lines[acting[0]], ledger.lines[acting[1]] = ledger.lines[acting[1]], ledger.lines[acting[0]]
    return acting[0] + 1, "TM-7.0.2"


def a_duplicated_row(ledger: Ledger) -> tuple[int, str]:
    n, _ = ledger.find(r"^upgrade \w\d+ to \w+$")
    ledger.lines.insert(n, ledger.lines[n])
    return n + 2, "TM-7.0.2"


def an_illegal_build(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"dig \d\. build \w\d+")
    _, other = next((m, c) for m, c in ledger.rows(0) if c[14].lower().startswith("build") and c[0] != cells[0])
    return ledger.command(n, cells, r"build \w\d+", other[14]), "TM-7.3.1"


def too_much_power(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"burn \d+")
    return ledger.command(n, cells, r"burn \d+", "burn 13"), "TM-7.1.5"


def an_action_without_power(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"burn \d+\. action act\d")
    return ledger.command(n, cells, r"burn \d+\. ", ""), "TM-4.3.3"


def a_favor_tile_twice(ledger: Ledger) -> tuple[int, str]:
    owned: dict[str, str] = {}
    for n, cells in ledger.rows():
        for tile in re.findall(r"\+FAV\d+", cells[14], re.I):
            if cells[0] in owned:
                return ledger.command(n, cells, re.escape(tile), owned[cells[0]]), "TM-7.11.1"
            owned[cells[0]] = tile
    raise AssertionError("nobody takes two favor tiles")


def a_card_that_is_gone(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"pass BON\d+")
    _, first = next((m, c) for m, c in ledger.rows(0) if c[0] == cells[0] and re.match("pass", c[14], re.I))
    return ledger.command(n, cells, r"BON\d+", first[14].split()[1]), "TM-7.10.1"


def an_unknown_faction(ledger: Ledger) -> tuple[int, str]:
    n, cells = ledger.find(r"upgrade")
    cells[0] = "elves"
    return ledger.put(n, cells), "TM-17.2.1"


MUTATIONS: list[Callable[[Ledger], tuple[int, str]]] = [
    a_deleted_row,
    two_swapped_rows,
    a_duplicated_row,
    an_illegal_build,
    too_much_power,
    an_action_without_power,
    a_favor_tile_twice,
    a_card_that_is_gone,
    an_unknown_faction,
]


@pytest.mark.parametrize("spoil", MUTATIONS)
@pytest.mark.parametrize("path", ledgers(SAMPLE))
def test_a_row_that_breaks_a_clause(path, spoil):
    """The ledger is illegal at the spoilt line, and the clause is named."""
    ledger = Ledger(path)
    line, clause = spoil(ledger)
    report = ledger.report()
    assert report.verdict == "illegal"
    assert (report.replay.broke.line, report.replay.broke.violation.clause) == (line, clause)


@pytest.mark.parametrize("path", ledgers(SAMPLE))
def test_a_ledger_cut_off(path):
    """At the end of a row and in the middle of one it is incomplete; the line that is cut is named."""
    ledger = Ledger(path)
    n, _ = ledger.find("upgrade", start=len(ledger.lines) // 2)
    ledger.lines = ledger.lines[: n + 1]
    assert ledger.report().verdict == "incomplete"
    ledger.lines[n] = ledger.lines[n][: len(ledger.lines[n]) // 2]
    report = ledger.report()
    assert (report.verdict, f":{n + 1}:" in report.replay.unfinished) == ("incomplete", True)
