"""Old logs of terra.snellman.net: copies without figures, incomes entered by hand, towns of before `connect`."""

import re

import pytest
from msgspec import to_builtins

from engine.games.terra_mystica.readings._snellman_commands import read as read_command
from engine.games.terra_mystica.readings._snellman_links import Links
from engine.hypotheses import MissingFacts
from engine.intake import Report, examine
from engine.replay import Stopped
from engine.writing import write
from events.files import Blob
from events.log.codec import Unreadable
from events.notations._snellman_commands import parse_commands
from events.notations._snellman_document import Document, Row
from events.vocabulary import terra_mystica as events
from projections.screen.verdict_line import verdict_lines
from projections.verdict import Verdict
from tests.games.terra_mystica.table import has, position
from tests.games.terra_mystica.test_moderator import first, game, spoilt
from tests.games.terra_mystica.test_reading import DEFERRED, reader_of

COPY = """show history
cults\t8/4/2
Default game options
option strict-leech
map be8f6ebf549404d015547152d5f2a1906ae8dd90
Round 1 scoring: SCORE5, D >> 2
Round 2 scoring: SCORE1, SPADE >> 2
Round 3 scoring: SCORE2, TOWN >> 5
Round 4 scoring: SCORE6, TP >> 3
Round 5 scoring: SCORE7, SA/SH >> 5
Round 6 scoring: SCORE8, TP >> 3
Removing tile BON1
Removing tile BON2
Removing tile BON4
Removing tile BON6
Player 1: Ann
Player 2: Bob
giants setup
witches setup
giants build E3
witches build E7
witches build F2
giants build D4
witches Pass BON5
giants Pass BON3
Round 1 income
giants income_for_faction
witches income_for_faction
Round 1, turn 1
giants 1 upgrade D4 to TP
witches Leech 1 from giants
witches 2 upgrade E7 to TP
giants -1 Leech 2 from witches
"""
LAST = COPY.count("\n")


def read(text: str) -> Report:
    return examine(Blob("x.txt", text.encode()))


def test_a_copy_is_a_game():
    """TM-17.2.7, TM-3.4.9: read like any ledger, with the offers and the price of a leech compared."""
    at = read(COPY)
    assert (at.notation, at.verdict) == ("snellman_ledger", "incomplete"), at.replay.broke
    assert (at.replay.checked, at.replay.discrepancies) == (2, [])
    assert at.replay.header.options["map"] == "revised_base"
    assert [seat.player for seat in at.replay.header.seats] == ["Ann", "Bob"]
    assert at.replay.state.players[0].vp == 19


@pytest.mark.parametrize(
    ("line", "old", "new", "found"),
    [
        (LAST - 3, "giants 1 upgrade", "giants 2 upgrade", "offers"),
        (LAST - 3, "giants 1 upgrade", "giants upgrade", "offers"),
        (LAST - 2, "witches Leech", "witches -1 Leech", "vp_change"),
        (LAST, "giants -1 Leech", "giants Leech", "vp_change"),
        (LAST, "Leech 2", "Leech 3", "TM-7.12.1"),
        (LAST - 1, "upgrade E7", "upgrade E8", "TM-7.8.1"),
    ],
)
def test_a_copy_that_is_spoilt(line, old, new, found):
    """TM-17.2.7: found at its line."""
    assert first(spoilt(COPY, line, old, new))[1:] == (line, found)


COMMANDS = """option strict-leech
map be8f6ebf549404d015547152d5f2a1906ae8dd90
score SCORE5, SCORE1, SCORE2, SCORE6, SCORE7, SCORE8
delete BON1
delete BON2
delete BON4
delete BON6
setup giants
setup witches
giants: build E3
witches: build E7. build F2
giants: build D4
witches: pass BON5
giants: pass BON3
giants: income
witches: income
start
giants: upgrade D4 to TP
witches: pass BON8
giants: upgrade D4 to TE. +FAV9
giants: pass BON7
giants: income
witches: income
witches: send p to FIRE
"""


def test_an_income_ends_the_phase():
    """TM-17.5.17: it declines the Witches' offer; without one, the round also ends by itself."""
    report = read(COMMANDS)
    assert (report.verdict, report.replay.state.round) == ("incomplete", 2), report.replay.broke
    declined = [(seat, line) for seat, event, line in report.replay.played if isinstance(event, events.DeclinePower)]
    assert declined == [(1, 22)]
    answered = read(COMMANDS.replace("giants: pass BON7", "witches: leech 1\ngiants: pass BON7"))
    assert (answered.verdict, answered.replay.state.round) == ("incomplete", 2)
    assert not any(isinstance(event, events.DeclinePower) for _, event, _ in answered.replay.played)


@pytest.mark.parametrize(
    ("line", "old", "new", "found"),
    [(21, "pass BON7", "wait", "TM-7.0.4"), (24, "send", "leech 1. send", "TM-7.12.1")],
)
def test_an_income_too_early(line, old, new, found):
    """TM-17.5.17: not while somebody has not passed; nor is there an answer afterwards."""
    assert first(spoilt(COMMANDS, line, old, new))[2] == found


# --- before `connect` -------------------------------------------------------------------------------------------------

ONE_RIVER = has(stronghold="A3", temple="A2", trading_house="B2", dwelling="B3")
TWO_RIVERS = has(stronghold="C1", temple="D2", trading_house="B2", dwelling="B3")


def reader(things, *rows, facts=None):
    """A reader of Mermaids in turn, whose log has these rows of theirs, and their Links."""
    reading = reader_of(position("mermaids", "nomads", mermaids=things, options=DEFERRED))
    lines = [Row(5, "mermaids", (), (), (), parse_commands(words)) for words in rows]
    links = Links(Document(lines=lines, facts=facts or {}), reading)
    reading.imply_link, reading.line = links.imply, 5
    return reading, links


def events_of(things, *rows, facts=None):
    """What the rows mean."""
    reading, links = reader(things, *rows, facts=facts)
    for words in rows:
        for command in parse_commands(words):
            read_command(reading, 0, command)
    links.check()
    return [event for _, event, _ in reading.replay.played]


TILE = events.ChooseTownTile("town_5vp_6c")


def test_a_town_that_is_only_seen_by_its_tile():
    """TM-17.5.18: by the one river hex that makes it."""
    assert events_of(ONE_RIVER, "+TW1") == [events.FoundMermaidTown("r1"), TILE]
    assert events_of(ONE_RIVER, "connect r1. +TW1") == [events.FoundMermaidTown("r1"), TILE]


def test_what_is_implied_is_reported():
    """TM-17.5.18: with the line, in the header; not what is stated, or written."""
    reading, _ = reader(ONE_RIVER, "+TW1")
    read_command(reading, 0, parse_commands("+TW1")[0])
    (implied,) = reading.replay.header.assumed
    assert (implied.seq, implied.value, implied.among, implied.line) == (1, "r1", (), 5)
    said = [to_builtins(implied)]
    found = Verdict(
        game="terra_mystica",
        source="x.txt",
        notation="snellman_commands",
        ruleset="1",
        verdict="valid",
        records=2,
        checked=0,
        discrepancies=[],
        violation=None,
        standings=[],
        assumed=said,
    )
    line, reason = verdict_lines(found)
    assert line.endswith("x.txt")
    assert reason == "    x.txt:5: not written, but only r1 fits: the river hex that joins the Mermaids' town"
    stated, _ = reader(ONE_RIVER, "+TW1", facts={"lines": {"5": "r1"}})
    read_command(stated, 0, parse_commands("+TW1")[0])
    assert stated.replay.header.assumed == ()


def test_a_town_over_one_of_two_river_hexes():
    """TM-17.5.18: which of them is missing, unless it is stated."""
    with pytest.raises(MissingFacts) as missing:
        events_of(TWO_RIVERS, "+TW1")
    assert "line 5: the river hex that joins the Mermaids' town: r1 or r8" in str(missing.value)
    assert events_of(TWO_RIVERS, "+TW1", facts={"lines": {"5": "r8"}}) == [events.FoundMermaidTown("r8"), TILE]


def without_connect(seed):
    """A game in which the Mermaids use their river link, written as before there was a command for it."""
    text = write(game(seed, "random" if seed % 2 else "sensible"), "snellman_commands")
    assert "connect" in text, "self-play is another: take a seed whose game has one"
    return re.sub(r"\n\w+: \n", "\n", re.sub(r"connect r\d+(?:\. )?", "", text))


def test_games_of_before_the_command():
    """TM-17.5.18: the one that can be completed is valid; the other if the side file states the river hex."""
    whole = read(without_connect(42))
    assert (whole.verdict, [fact.among for fact in whole.replay.header.assumed]) == ("valid", [()])
    text = without_connect(126)
    open_ = read(text)
    assert open_.verdict == "incomplete"
    (missing,) = open_.problem.missing
    facts = f'[lines]\n{missing.line} = "{missing.among[0]}"\n'.encode()
    assert examine(Blob("x.txt", text.encode(), facts=facts)).verdict in ("valid", "discrepant")


@pytest.mark.parametrize(
    ("things", "rows"),
    [
        (has(dwelling="A3 A2 B2 B3"), ["+TW1"]),
        (ONE_RIVER, ["+TW1", "+TW1"]),
        (ONE_RIVER, ["+TW1", "connect r1"]),
    ],
)
def test_a_tile_without_a_town(things, rows):
    """TM-17.5.18: no river hex would do, a second tile, a log that has the command."""
    with pytest.raises(Stopped) as stopped:
        events_of(things, *rows)
    assert stopped.value.args[0].clause == "TM-7.11.2"


@pytest.mark.parametrize(
    "facts", [{"lines": {"6": "r1"}}, {"scoring_tiles": {"1": "score_town"}}, {"lines": "r1"}, {"lines": {"5": "r1"}}]
)
def test_facts_that_nobody_asked_for(facts):
    with pytest.raises(Unreadable):
        events_of(has(towns_owed=1), "+TW1", facts=facts)


def test_a_stated_river_hex_that_makes_no_town():
    """TM-7.1.7: it is judged like a command."""
    with pytest.raises(Stopped) as stopped:
        events_of(TWO_RIVERS, "+TW1", facts={"lines": {"5": "r9"}})
    assert stopped.value.args[0].clause == "TM-7.1.7"
