"""Commands, old ledgers, the JSON of a game and dumps of terra.snellman.net, read as games."""

import json

import pytest

from engine.games.terra_mystica.components import FACTIONS
from engine.intake import examine, examine_all
from engine.sameness import identity
from events.files import Blob, read
from tests.events.notations.test_snellman_json import DUMP
from tests.support import LOGS

FOLDER = LOGS / "terra-mystica"
recorded = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no recorded games in {FOLDER}: see ANYTURN_LOGS")
COMMANDS = """setup Witches for Ann
setup Nomads
delete BON1
delete BON2
delete BON3
delete BON4
score SCORE2, SCORE3, SCORE4, SCORE5, SCORE6, SCORE7
Witches: build E9
Nomads: build D3. build F3
Witches: build F4
Nomads: build G4
Nomads: +BON5
Witches: +BON8
Witches: upgrade F4 to TP
Nomads: leech 1
"""


def text(lines):
    return examine(Blob("x.txt", lines.encode()))


def noted(name):
    return json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))[name]


def points(report):
    return {FACTIONS[player.faction].snellman: player.vp for player in report.replay.state.players}


def test_commands_are_a_game():
    """TM-17.1.1: names, tiles and cards from administrative lines, whatever their order; no figures to compare."""
    report = text(COMMANDS)
    assert (report.notation, report.verdict, report.replay.checked) == ("snellman_commands", "incomplete", 0)
    assert [seat.player for seat in report.replay.header.seats] == ["Ann", ""]
    assert report.replay.state.players[1].bowl2 > 0


def test_the_content_of_a_pragma_comes_before_the_rest():
    header = '## anyturn {"header":{"played_at":"2020-01-02","options":{"reaction_timing":"deferred"}}}\n'
    report = text(header + COMMANDS)
    assert report.replay.header.played_at == "2020-01-02"
    assert report.replay.header.options == {"reaction_timing": "deferred"}


@pytest.mark.parametrize(
    ("pragma", "line"),
    [('{"header":{"seats":3}}', 1), ('{"event":{"kind":"fly"}}', 1), ('{"other":1}', 1)],
)
def test_bad_pragmas(pragma, line):
    report = text(f"## anyturn {pragma}\n{COMMANDS}")
    assert report.verdict == "unreadable"
    assert report.problem.line == line


def test_randomized_setups_are_unsupported():
    report = text("randomize v1 seed 5\n" + COMMANDS)
    assert report.verdict == "unsupported"
    assert "randomize v1 seed 5" in str(report.problem)


def test_a_dump_is_results():
    """TM-17.7.4: the VP of the dump, the options that it counts; nothing to replay."""
    (report,) = examine_all(Blob("2013.json", json.dumps(DUMP).encode()))
    assert (report.verdict, report.replay, report.name) == ("summary", None, "2013.json#g1")
    assert [(place.seat, place.vp, place.rank) for place in report.standings] == [(1, 100, 1), (0, 90, 2)]
    header = report.game_log().header
    assert header.options["mini_expansion_towns"] is True
    assert [seat.faction for seat in header.seats] == ["witches", "nomads"]


def test_dumps_with_gaps():
    """One game that cannot be written leaves the others unaffected."""
    strange = json.loads(json.dumps([*DUMP, *DUMP, *DUMP]))
    strange[1]["factions"][0]["faction"] = "gnomes"
    del strange[2]["events"]["faction"]["nomads"]
    verdicts = [report.verdict for report in examine_all(Blob("d.json", json.dumps(strange).encode()))]
    assert verdicts == ["summary", "unsupported", "unreadable"]
    several = examine(Blob("d.json", json.dumps(strange).encode()))
    assert "3 games" in str(several.problem)


@recorded
def test_the_recorded_commands():
    report = examine(read(str(FOLDER / "commands/testgame1.txt")))
    assert report.verdict == "incomplete"
    assert report.replay.state.round == 3


@recorded
def test_the_recorded_old_ledger():
    """The VP of its final scorings are compared, and the totals are those noted down elsewhere."""
    report = examine(read(str(FOLDER / "ledger-old/old0.txt")))
    assert (report.verdict, report.replay.checked) == ("valid", 15)
    assert points(report) == noted("ledger-old/old0.txt")


# Of this game the answer was made from other lines than the ledger: two answers stand before the cult steps owed.
IN_ANOTHER_ORDER = {"4pLeague_S68_D1L1_G2": {135, 136, 226, 227}}


@recorded
def test_the_recorded_answers_are_the_ledgers_of_the_same_games():
    """TM-17.7.2: record by record, with all figures compared."""
    for path in sorted(FOLDER.glob("view-game/*.json")):
        answer = examine(read(str(path)))
        ledger = examine(read(str(FOLDER / f"ledger/{path.stem}.txt")))
        assert answer.verdict == "valid"
        assert points(answer) == noted(f"ledger/{path.stem}.txt")
        logs = [report.replay.log() for report in (answer, ledger)]
        pairs = list(zip(*[[(record.actor, record.event) for record in log.records] for log in logs], strict=True))
        differing = {place for place, (one, other) in enumerate(pairs) if one != other}
        assert differing == IN_ANOTHER_ORDER.get(path.stem, set())
        assert identity(logs[0]) == identity(logs[1])


@recorded
def test_the_recorded_dump():
    """TM-17.7.4: 16 games, with the VP of the dump."""
    path = FOLDER / "events-dump/2013-03.json"
    dump = json.loads(path.read_text(encoding="utf-8"))
    reports = examine_all(read(str(path)))
    assert len(reports) == len(dump) == 16
    for played, report in zip(dump, reports, strict=True):
        counted = [played["events"]["faction"][each["faction"]]["vp"]["round"]["all"] for each in played["factions"]]
        assert report.verdict == "summary"
        assert [vp for _, vp, *_ in sorted(report.standings)] == counted
