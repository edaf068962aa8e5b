"""Games written as commands and as ledgers of terra.snellman.net, and read again: the same games."""

import json

import pytest

from engine import selfplay
from engine.intake import examine
from engine.rules import ruleset
from engine.sameness import identity
from engine.writing import write, writings
from events.files import Blob, find, read
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Record
from events.vocabulary.terra_mystica import BurnPower
from projections.screen.verdict_words import reasons
from projections.verdict import verdict_on
from tests.support import LOGS

TERRA_MYSTICA = ruleset("terra_mystica")

NOTATIONS = ["snellman_commands", "snellman_json", "snellman_ledger"]
TEXTS = ["snellman_commands", "snellman_ledger"]
SEEDS, LONG_SEEDS = 12, 1000
RECORDED = [
    path
    for kind in ("ledger", "ledger-web-copy", "ledger-old", "commands", "view-game", "bga-text")
    for path in find([str(LOGS / "terra-mystica" / kind)])
    if path.endswith((".txt", ".json"))
]


def self_played(seed, **options):
    header = selfplay.header_for(TERRA_MYSTICA, str(seed), None, options)
    return selfplay.play(TERRA_MYSTICA, header, str(seed), "random" if seed % 3 == 1 else "sensible").log()


def same_again(log, notation):
    """Write, read, compare; the text."""
    text = write(log, notation)
    report = examine(Blob("x.txt", text.encode()))
    assert report.notation == notation
    assert report.verdict in ("valid", "incomplete"), (report.problem, report.replay and report.replay.broke)
    assert identity(report.replay.log()) == identity(GameLog(log.header, resolve(log)))
    return text


def lines_of(text):
    """The lines of a text; of an answer in JSON its comments."""
    if text[0] != "{":
        return text.splitlines()
    return [row["comment"] for row in json.loads(text)["ledger"] if "comment" in row]


def parameters(kinds, shown, name):
    return [
        pytest.param(each, id=name(each), marks=[] if n < shown else [pytest.mark.long]) for n, each in enumerate(kinds)
    ]


@pytest.mark.parametrize("seed", parameters(range(LONG_SEEDS), SEEDS, str))
def test_self_played_games_come_back(seed):
    """TM-17.1.2, TM-17.2: with answers that come late, whatever the other options."""
    log = self_played(seed, reaction_timing="deferred")
    for notation in NOTATIONS:
        same_again(log, notation)


@pytest.mark.parametrize("seed", range(6))
def test_immediate_answers_keep_their_option_in_a_pragma(seed):
    text = same_again(self_played(seed, reaction_timing="immediate"), "snellman_commands")
    stated = json.loads(text.split("\n", 1)[0].removeprefix("## anyturn "))["header"]
    assert stated["options"].get("reaction_timing", "immediate") == "immediate"


@pytest.mark.parametrize("path", parameters(RECORDED, 20, lambda path: path.rsplit("terra-mystica/")[-1]))
def test_recorded_games_come_back(path):
    """Those without facts that are missing; of their records only those of auctions and landscapes need a pragma."""
    report = examine(read(path))
    if report.replay is None or not report.replay.seq:
        pytest.skip(f"{report.verdict}: {report.problem}")
    auction = report.replay.header.options.get("faction_selection") == "auction"
    for notation in NOTATIONS:
        pragmas = [line for line in lines_of(same_again(report.replay.log(), notation)) if '"event"' in line]
        assert bool(pragmas) == auction
        others = [line for line in pragmas[1:] if '"bid"' not in line and '"nominate_faction"' not in line]
        assert all('"landscape":true' in line for line in others)


def test_games_without_chosen_factions_are_written_with_pragmas():
    """Boards that are dealt have no command: the records are in comments, as in a native log."""
    text = same_again(self_played(3, reaction_timing="deferred", faction_selection="random_board"), "snellman_ledger")
    assert '"kind":"deal_boards"' in text
    assert '"kind":"choose_side"' in text


@pytest.mark.parametrize(
    ("options", "stated"),
    [
        ({}, []),
        ({"fire_ice_factions": ["volcano"], "fire_ice_variable_version": "v2"}, ["factions/volcano"]),
        ({"fire_ice_factions": ["ice", "variable"]}, ["factions/ice", "factions/variable_v5"]),
        ({"fire_ice_factions": ["variable"], "fire_ice_variable_version": "v1"}, ["factions/variable"]),
        ({"fire_ice_final_scoring": "outposts"}, ["final-scoring"]),
    ],
)
@pytest.mark.parametrize("notation", TEXTS)
def test_options_of_fire_and_ice(notation, options, stated):
    """TM-17.6: the site's own lines state them, and nothing that is not in the game."""
    every = {
        "fire_ice_factions": [],
        "fire_ice_final_scoring": "none",
        "fire_ice_variable_version": "v5",
        "playtests": [],
    }
    lines = same_again(self_played(5, **every | options), notation).splitlines()
    prefix = "option fire-and-ice-"
    assert [line.removeprefix(prefix) for line in lines if line.startswith(prefix)] == stated
    told = {"snellman_commands": "final-scoring", "snellman_ledger": "Added final scoring tile:"}[notation]
    assert (f"{told} building-on-edge" in lines) == ("final-scoring" in stated)


def test_it_is_found_by_listing():
    assert writings("terra_mystica") == NOTATIONS
    assert writings("nim") == []
    with pytest.raises(Unreadable, match="one of native, snellman_commands, snellman_json, snellman_ledger"):
        write(self_played(1), "morse")


def test_a_game_against_the_rules_is_not_written():
    log = self_played(2)
    wrong = Record(len(log.records) + 1, 0, BurnPower(1))
    with pytest.raises(Unreadable, match="which breaks TM-"):
        write(GameLog(log.header, [*log.records, wrong]), "snellman_ledger")


def test_a_leech_that_nobody_offered():
    """TM-17.5.15: reported with the verdict, though the site allowed it; and written as it was read."""
    log = self_played(4, reaction_timing="deferred", loose_leech=True)
    lines = write(log, "snellman_commands").splitlines()
    assert "option strict-leech" not in lines
    place = next(n for n, line in enumerate(lines) if line.startswith("# Round 5"))
    faction = next(line.split(":")[0] for line in lines[place:] if ":" in line and line[0] != "#")
    lines.insert(place, f"{faction}: leech 9")
    report = examine(Blob("x.txt", "\n".join(lines).encode()))
    (found,) = verdict_on(report).interventions
    assert (found["line"], found["event"]) == (place + 1, {"kind": "take_unoffered_power", "power": 9})
    assert f"x.txt:{place + 1}: record {found['seq']} is an intervention" in "\n".join(reasons(verdict_on(report)))
    assert "leech 9" in same_again(report.replay.log(), "snellman_commands")
