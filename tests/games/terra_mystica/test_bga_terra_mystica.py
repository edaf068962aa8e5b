"""Replays of Board Game Arena: what they say, what follows from it, and what is named as missing."""

import json

import pytest

from engine.games.terra_mystica.components import FACTIONS
from engine.intake import examine
from events.files import Blob, find, read
from events.log.record import Assumed
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
BONUS_OPEN = (
    TEXT.replace("Ann gets 3 VP (Scoring tile bonus)\n", "")
    + """\
Bob gets 1 power via Structures [F4]
Bob passes and becomes the first player for the next round
Bob chooses 1 Bonus card and gets 1 coins
Ann upgrades a Trading house to a Faction Stronghold for 4 workers 6 coins [F4]
Ann gets 5 VP (Scoring tile bonus)
Bob gets 1 power via Structures [F4]
Ann passes
Ann chooses 1 Bonus card and gets 1 coins
~ Cleanup phase ~
"""
)
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


def test_what_nothing_depends_on_is_assumed():
    """All that fits comes to the same entries: it is played, the verdict is that of the game, the rest is said."""
    report = played(TEXT)
    assert (report.verdict, report.problem) == ("incomplete", None)
    rest = "line 24: the rest of the game: the text ends in round 1, before the final scoring"
    assert report.replay.unfinished == rest
    assert [player.vp for player in report.replay.state.players] == [43, 35]
    tile, cards, *later = report.replay.header.assumed
    assert tile == Assumed(
        1,
        "scoring tile of round 1",
        "score_trading_house_water",
        ("score_trading_house_water", "score_trading_house_air"),
        20,
    )
    assert (cards.seq, cards.line, len(cards.value.split()), len(cards.among)) == (2, 5, 3, 7)
    assert cards.what == "3 of the 5 bonus cards in the game, which nobody takes"
    assert [(each.seq, each.what) for each in later] == [(1, f"scoring tile of round {n}") for n in range(2, 7)]
    tiles, drawn = (record.event for record in report.replay.log().records[:2])
    assert [tile.value, *(each.value for each in later)] == list(tiles.tiles)
    assert set(cards.value.split()) < set(drawn.cards)


def test_a_fact_on_which_something_depends_is_missing():
    """Of two tiles one gives Ann a worker in phase 3: which lies there has to be said; where it is, it is played."""
    report = played(BONUS_OPEN)
    assert (report.verdict, report.replay.seq) == ("incomplete", 0)
    rest, tile = report.problem.missing
    assert rest.what.startswith("the rest of the game: the text ends in round 1")
    assert (tile.line, tile.what) == (20, "scoring tile of round 1")
    assert set(tile.among) == {"score_stronghold_fire", "score_stronghold_air"}
    assert str(report.problem).startswith("game.txt: missing facts: line 32: the rest of the game: ")
    cut = played(f"{BONUS_OPEN}\nAnn {'builds ' * 999}")
    assert len(str(cut.problem)) < 1000
    for name, workers in (("fire", []), ("air", [1])):
        report = played(BONUS_OPEN, f'scoring_tiles = {{ 1 = "score_stronghold_{name}" }}')
        assert (report.verdict, report.problem) == ("incomplete", None)
        entries = [entry for each in report.replay.entered if each.step == "cult_bonus" for entry in each.entries]
        assert [entry.delta for entry in entries if entry.figure == "worker"] == workers
        still_open = [(fact.line, fact.what) for fact in report.replay.header.assumed]
        assert still_open[:2] == [(26, "bonus card"), (31, "bonus card")]
        assert "scoring tile of round 1" not in [what for _, what in still_open]


@pytest.mark.parametrize("said", ["Ann gets 3 workers 1 Priests 0 coins 0 power (Income)", "~ Action phase ~"])
def test_rounds_do_not_begin_before_the_factions_are_settled(said):
    """A text that tells of an income too early is at fault, not the program."""
    report = played(TEXT.replace("Bob is playing", f"{said}\nBob is playing"))
    assert (report.verdict, report.problem.line) == ("unreadable", 7)
    assert "the factions are not settled yet" in str(report.problem)
    report = played("\n".join([*TEXT.split("\n")[:7], said, "Ann is playing the Witches Faction"]))
    assert (report.verdict, report.problem.line) == ("unreadable", 8)


STATED = 'scoring_tiles = { 1 = "score_stronghold_fire" }'


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("Bob gets 1 power via Structures [F4]\n", "Bob passes"),
        ("Bob gets 1 power via Structures [F4]\n", "Ann passes"),
        ("Bob gets 1 power via Structures [F4]\n", "Ann chooses 1 Bonus card and gets"),
        ("Bob gets 1 power via Structures [F4]\n", "~ Cleanup"),
    ],
)
def test_an_answer_told_twice_means_nothing(line, after):
    """TM-7.12.1: the same line again while no offer is open, at once or later: it makes no record."""
    once, twice = played(BONUS_OPEN, STATED), played(BONUS_OPEN.replace(after, line + after), STATED)
    assert (twice.verdict, twice.problem, twice.replay.discrepancies) == ("incomplete", None, [])
    assert [record.event for record in twice.replay.log().records] == [
        record.event for record in once.replay.log().records
    ]
    declined = BONUS_OPEN.replace("Bob gets 1 power", "Bob declines getting Power").replace("power via", "Power via")
    again = declined.replace(after, "Bob declines getting Power via Structures [F4]\n" + after)
    assert played(again, STATED).problem is None


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Ann passes", "Bob gets 2 power via Structures [F4]\nAnn passes", 30),  # another amount
        ("Ann passes", "Bob gets 1 power via Structures [E9]\nAnn passes", 30),  # nothing was built there
        ("Ann passes", "Ann gets 1 power via Structures [F4]\nAnn passes", 30),  # another player
        ("Ann upgrades a Dwelling", "Bob gets 1 power via Structures [F4]\nAnn upgrades a Dwelling", 22),  # too early
        (
            "(Scoring tile bonus)\nBob gets 1 power via Structures [F4]\n",  # an answer to what stood there before
            "(Scoring tile bonus)\nBob declines getting Power via Structures [F4]\n"
            "Bob gets 1 power via Structures [F4]\n",
            30,
        ),
    ],
)
def test_other_answers_to_nothing_are_found(old, new, line):
    """TM-7.12.1: only the very same answer, to the last that was built there, is a repetition."""
    assert BONUS_OPEN.count(old) == 1
    report = played(BONUS_OPEN.replace(old, new), STATED)
    assert (report.verdict, report.problem.line) == ("unreadable", line)
    assert "no such offer" in str(report.problem)


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
    assert str(last) == "line 20: more, since there are over 512 ways to complete the log"


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
        ("[scoring_tiles]\n1.5 = 'score_town'", "the scoring tile {'5'"),
        ('bonus_cards = ["bonus"]', "the bonus card 'bonus'"),
        ('bonus_cards = [["bonus_6c"]]', "the bonus card ['bonus_6c']"),
        ('[lines]\n3.5 = "bonus_6c"', "the value {'5': 'bonus_6c'} of line 3"),
        ('[lines]\n20 = ["score_town"]', "the value ['score_town']"),
        (
            'bonus_cards = ["bonus_6c", "bonus_ship", "bonus_cult", "bonus_spade", "bonus_priest", "bonus_dwelling"]',
            "6 bon",
        ),
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
    dump = b'[{"base_map":"","events":{},"factions":[],"game":"x"}]'
    report = examine(Blob("x.json", dump, facts=b"a = 1"))
    assert "snellman_counters leaves nothing out" in str(report.problem)


def test_a_dump_with_a_game_without_factions():
    """TM-17.7.4: it has no result, and that is said."""
    dump = b'[{"base_map":"","events":{},"factions":[],"game":"x"}]'
    report = examine(Blob("x.json", dump))
    assert report.verdict == "unreadable"
    assert report.problem.found == "no factions"


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


def test_maps_that_are_not_known():
    assert played(TEXT.replace("Base Game", "Loon Lakes")).verdict == "unsupported"


RECORDED = ["754317350", "767347264", "773309480", "783045039", "788645933", "a"]
OPEN = {
    "773309480": [(1, "scoring tile of round 6", ("score_stronghold_fire", "score_stronghold_air"))],
    "783045039": [(1, "scoring tile of round 6", ("score_trading_house_water", "score_trading_house_air"))],
}


@recorded
@pytest.mark.parametrize("name", RECORDED)
def test_recorded_replays(name, tmp_path):
    """Valid, every line of points compared; two leave open which tile lies in the last round, which changes nothing."""
    path = FOLDER / "bga-text" / f"game_{name}.txt"
    text = path.read_text(encoding="utf-8")
    report = played(text)
    assert (report.verdict, report.replay.discrepancies) == ("valid", [])
    assert [(fact.seq, fact.what, fact.among) for fact in report.replay.header.assumed] == OPEN.get(name, [])
    reports = [report]
    for value in next(iter(OPEN.get(name, [("", "", ())])))[2]:
        (tmp_path / "game.txt").write_text(text, encoding="utf-8")
        (tmp_path / "game.facts.toml").write_text(f'scoring_tiles = {{ 6 = "{value}" }}')
        reports.append(examine(read(str(tmp_path / "game.txt"))))
        assert (reports[-1].verdict, reports[-1].replay.header.assumed) == ("valid", ())
    for report in reports:
        points = {FACTIONS[player.faction].snellman: player.vp for player in report.replay.state.players}
        expected = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
        assert points == expected[f"bga-text/game_{name}.txt"]
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
