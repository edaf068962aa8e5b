"""Replays of Board Game Arena: what they say, what follows from it, and what is named as missing."""

import json

import pytest

from engine.games.terra_mystica.components import FACTIONS
from engine.intake import examine
from events.files import Blob, find, read
from events.notations import bga_terra_mystica, sniff
from events.vocabulary.terra_mystica import (
    AcceptPower,
    Bid,
    ChooseInitialBonusCard,
    DrawScoringTiles,
    NominateFaction,
)
from tests.support import LOGS

FOLDER = LOGS / "terra-mystica"
recorded = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no recorded games in {FOLDER}: see ANYTURN_LOGS")
TEXT = """Game board: Base Game
Mini-expansions: Off
Landscapes expansion: Off
Bob: (chat)
Ann selected the faction Witches on forest to play in position #1
Bob selected the faction Nomads on desert to play in position #2
Bob is playing the Nomads Faction (with 35 VP Starting VPs)
Ann is playing the Witches Faction (with 40 VP Starting VPs)
Ann places a Dwelling [E9]
Bob places a Dwelling [D3]
Bob places a Dwelling [F3]
Ann places a Dwelling [F4]
Bob places a Dwelling [G4]
Bob chooses 1 Bonus card
Ann chooses 1 Bonus card
~ Leftover Bonus cards receive 1 Coin each ~
~ Income phase ~
Ann gets 3 workers 1 Priests 0 coins 0 power (Income)
Bob gets 4 workers 0 Priests 6 coins 0 power (Income)
~ Action phase ~
Ann cancels their move
Ann upgrades a Dwelling to a Trading house for 2 workers 3 coins [F4]
Ann gets 3 VP (Scoring tile bonus)
Ann declines doing Conversions
"""
FACTS = """
bonus_cards = ["bonus_6c", "bonus_ship", "bonus_stronghold", "bonus_trading_house", "bonus_priest"]
[scoring_tiles]
1 = "score_trading_house_water"
2 = "score_town"
3 = "score_dwelling_water"
4 = "score_dwelling_fire"
5 = "score_stronghold_air"
6 = "score_stronghold_fire"
"""


def played(text, facts=""):
    return examine(Blob("game.txt", text.encode(), facts=facts.encode()))


def test_messages():
    """Kinds, players, words and lines."""
    document = bga_terra_mystica.parse(TEXT)
    assert document.settings["Game board"] == "Base Game"
    kinds = [row.kind for row in document.rows]
    assert kinds[:4] == ["position", "position", "plays", "plays"]
    income = next(row for row in document.rows if row.kind == "income")
    assert (income.line, income.who, income.n("worker"), income.n("priest")) == (18, "Ann", 3, 1)
    assert sniff(TEXT) == "bga_terra_mystica"


def test_what_is_missing_is_named_with_its_line():
    report = played(TEXT)
    assert report.verdict == "incomplete"
    rest, tile, cards, *later = report.problem.missing
    assert rest.what == "the rest of the game: the text ends in round 1, before the final scoring"
    assert (tile.line, tile.what) == (20, "scoring tile of round 1")
    assert set(tile.among) == {"score_trading_house_water", "score_trading_house_air"}
    assert cards.what.startswith("3 of the 5 bonus cards")
    assert [each.what for each in later] == [f"scoring tile of round {number}" for number in range(2, 7)]
    assert str(report.problem).startswith("game.txt: missing facts: line 24: the rest of the game: ")
    assert "scoring; line 20: scoring tile of round 1: " in str(report.problem)


def test_a_side_file_completes_it():
    """Cards are inferred by the income; the rest is stated."""
    report = played(TEXT, FACTS)
    log = report.replay.log()
    assert (report.verdict, report.replay.broke, report.replay.discrepancies) == ("incomplete", None, [])
    assert log.records[0].event == DrawScoringTiles(tuple(line.split('"')[1] for line in FACTS.split("\n")[3:9]))
    cards = [
        (record.actor, record.event.card) for record in log.records if isinstance(record.event, ChooseInitialBonusCard)
    ]
    assert cards == [(1, "bonus_6c"), (0, "bonus_priest")]
    assert [player.vp for player in report.replay.state.players] == [43, 35]
    assert log.header.options["turn_order"] == "clockwise"
    assert [seat.player for seat in log.header.seats] == ["Ann", "Bob"]


def test_answers_name_the_hex_of_the_builder():
    more = TEXT + "Bob gets 1 power via Structures [F4]\n"
    log = played(more, FACTS).replay.log()
    assert log.records[-1].event == AcceptPower(1)
    elsewhere = played(TEXT + "Bob gets 1 power via Structures [E9]\n").problem
    assert (elsewhere.line, "no such offer" in elsewhere.found) == (25, True)


def test_too_many_ways_to_complete_a_text():
    """With five players and no income told yet nobody can follow all bonus cards: incomplete, and said so."""
    players = {"Ann": ("Witches", "E9 F4"), "Bob": ("Mermaids", "D2 D5"), "Cyd": ("Giants", "D4 E3")}
    players |= {"Dee": ("Dwarves", "C2 E7"), "Eve": ("Alchemists", "B5 E5")}
    lines = [
        "Game board: Base Game",
        *(f"{name} is playing the {faction} Faction" for name, (faction, _) in players.items()),
    ]
    lines += [f"{name} places a Dwelling [{hexes.split()[0]}]" for name, (_, hexes) in players.items()]
    lines += [f"{name} places a Dwelling [{players[name][1].split()[1]}]" for name in reversed(players)]
    lines += [f"{name} chooses 1 Bonus card" for name in reversed(players)]
    report = played("\n".join(lines))
    assert report.verdict == "incomplete"
    first, *cards, last = report.problem.missing
    assert "the text ends in the setup" in first.what
    assert [card.what for card in cards] == ["bonus card"] * 4
    assert str(last) == "line 20: more, for there are over 512 ways to complete the log"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("gets 3 VP (Scoring", "gets 2 VP (Scoring", 24),  # of no tile: found at the end
        ("6 coins 0 power (Income)", "5 coins 0 power (Income)", 14),
        ("upgrades a Dwelling to a Trading house", "upgrades a Dwelling to a Temple", 22),
        ("Ann cancels their move", "Ann dances", 21),
    ],
)
def test_what_fits_nothing(old, new, line):
    """Every line is weighed: income, points, rules."""
    report = played(TEXT.replace(old, new))
    assert report.verdict == "unreadable"
    assert report.problem.line == line


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ("tiles = 1", "'tiles'"),
        ('scoring_tiles = { 7 = "score_town" }', "the round '7'"),
        ('scoring_tiles = { 1 = "score" }', "the scoring tile 'score'"),
        ('bonus_cards = ["bonus"]', "the bonus card 'bonus'"),
        ('[lines]\n3 = "bonus_6c"', "the line 3"),
        ('[lines]\n20 = "score_town"', "-3 VP for scoring tile"),
        ('bonus_cards = ["bonus_ship"]', "bonus cards that nobody"),
        ("no toml", "a side file"),
    ],
)
def test_bad_side_files(facts, found):
    report = played(TEXT, facts)
    assert report.verdict == "unreadable"
    assert report.problem.found.startswith(found)


def test_a_side_file_for_a_notation_that_needs_none():
    report = examine(Blob("x.txt", b"setup Witches\nWitches: build E9\n", facts=b"a = 1"))
    assert "snellman_commands leaves nothing out" in str(report.problem)


def test_side_files_lie_next_to_the_log_and_are_no_logs(tmp_path):
    (tmp_path / "game.txt").write_text(TEXT)
    (tmp_path / "game.facts.toml").write_text(FACTS)
    assert find([str(tmp_path)]) == [str(tmp_path / "game.txt")]
    blob = read(str(tmp_path / "game.txt"))
    assert blob.facts == FACTS.encode()
    assert blob.digest != Blob("x", blob.data).digest


def test_factions_that_are_not_known_are_named():
    report = played(TEXT.replace("playing the Nomads", "playing the Wisps"))
    assert report.verdict == "unsupported"
    assert "faction = Wisps" in str(report.problem)


SETTINGS = ["Landscapes expansion: On", "Game board: Lakes", "Game board: Fire & Ice", "Fire and Ice - Factions: On"]


@pytest.mark.parametrize("setting", SETTINGS)
def test_expansions_that_are_not_known(setting):
    name = setting.split(":")[0]
    lines = [line for line in TEXT.split("\n") if not line.startswith(name)]
    assert played("\n".join([setting, *lines])).verdict == "unsupported"


MISSING = {
    "game_773309480": {(545, "scoring tile of round 6", ("score_stronghold_fire", "score_stronghold_air"))},
    "game_783045039": {(572, "scoring tile of round 6", ("score_trading_house_water", "score_trading_house_air"))},
}


@recorded
@pytest.mark.parametrize("name", ["game_754317350", "game_767347264", "game_773309480", "game_783045039", "game_a"])
def test_recorded_replays(name, tmp_path):
    """Valid, every line of points compared; two leave open which tile lies in the last round."""
    path = FOLDER / "bga-text" / f"{name}.txt"
    text = path.read_text(encoding="utf-8")
    report = played(text)
    if name in MISSING:
        assert report.verdict == "incomplete"
        assert set(report.problem.missing) == MISSING[name]
    else:
        assert report.verdict == "valid"
    for value in next(iter(MISSING.get(name, {(0, "", ("",))})))[2]:
        (tmp_path / "game.txt").write_text(text, encoding="utf-8")
        if value:
            (tmp_path / "game.facts.toml").write_text(f'scoring_tiles = {{ 6 = "{value}" }}')
        report = examine(read(str(tmp_path / "game.txt")))
        assert report.verdict == "valid"
        points = {FACTIONS[player.faction].snellman: player.vp for player in report.replay.state.players}
        expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
        assert points == expected[f"bga-text/{name}.txt"]
        bids = sum(" bids on the " in line and " VP Starting" not in line for line in text.split("\n"))
        kinds = [type(record.event) for record in report.replay.log().records]
        assert (kinds.count(Bid), kinds.count(NominateFaction)) == (bids, 4 if bids else 0)
        told = sum(" VP" in line and "bids" not in line and "Starting" not in line for line in text.split("\n"))
        assert report.replay.checked >= told - text.count(" 0 VP")


@recorded
def test_a_recorded_replay_with_factions_of_fans():
    report = examine(read(str(FOLDER / "bga-text/game_b_fan_factions.txt")))
    assert report.verdict == "unsupported"
    assert "Dynion Geifr, Time Travellers, Wisps" in str(report.problem)
