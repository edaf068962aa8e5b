"""Forms of Board Game Arena's messages that no recorded table has met, and what a copied page has between them."""

import pytest

from events.notations import bga_terra_mystica, sniff
from events.vocabulary.terra_mystica import PlaceBridge, SpecialAction, Transform
from tests.games.terra_mystica.test_bga_terra_mystica import FACTS, TEXT, played

STRONGHOLDS = """Game board: Base Game
Ann selected the faction Engineers on mountains to play in position #1
Bob selected the faction Giants on wasteland to play in position #2
Ann is playing the Engineers Faction
Bob is playing the Giants Faction
Ann places a Dwelling [C2]
Bob places a Dwelling [D4]
Bob places a Dwelling [E3]
Ann places a Dwelling [E7]
Bob chooses 1 Bonus card
Ann chooses 1 Bonus card
~ Leftover Bonus cards receive 1 Coin each ~
~ Income phase ~
Ann gets 3 workers 0 Priests 0 coins 3 power (Income)
Bob gets 3 workers 0 Priests 6 coins 0 power (Income)
~ Action phase ~
Ann spends 2 workers to build a Bridge (Engineers Ability) [C2-D4]
Bob upgrades a Dwelling to a Trading house for 2 workers 3 coins [D4]
Ann pays 1 VP and gets 2 power via Structures [D4]
Ann spends 2 workers to build a Bridge (Engineers ability) [C2-D3]
Bob upgrades a Trading house to a Faction Stronghold for 4 workers 6 coins [D4]
Ann passes and becomes the first player for the next round
Ann chooses 1 Bonus card and gets 1 coins
Bob transforms a Terrain space plains → wasteland for 2 spade(s) (Giants Stronghold) [E6]
Bob declines building a Dwelling for now
Bob declines doing Conversions
"""
LEFT_OUT = """
bonus_cards = ["bonus_6c", "bonus_ship", "bonus_stronghold", "bonus_trading_house", "bonus_3pw_1w"]
lines = { 23 = "bonus_ship" }
[scoring_tiles]
1 = "score_town"
2 = "score_trading_house_water"
3 = "score_dwelling_water"
4 = "score_dwelling_fire"
5 = "score_stronghold_air"
6 = "score_stronghold_fire"
"""
BRIDGE = "spends 2 workers to build a Bridge (Engineers Ability)"


@pytest.mark.parametrize("how", ["2 spade(s)", "free"])
def test_bridges_for_workers_and_spades_of_a_stronghold(how):
    """TM-7.6.9, TM-7.6.7: two workers a bridge, as often as they are paid; two spades, however it is told."""
    report = played(STRONGHOLDS.replace("for 2 spade(s) (Giants", f"for {how} (Giants"), LEFT_OUT)
    assert (report.verdict, report.problem, report.replay.broke) == ("incomplete", None, None)
    done = [record.event for record in report.replay.log().records]
    bridges = [event for event in done if isinstance(event, PlaceBridge)]
    assert bridges == [PlaceBridge("C2", "D4"), PlaceBridge("C2", "D3")]
    assert done.count(SpecialAction("engineers_bridge")) == 2
    assert done[-2:] == [SpecialAction("giants_stronghold"), Transform("E6", "wasteland", 2)]
    assert report.replay.state.players[0].worker == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "clause"),
    [
        ("Ann spends 2 workers to build a Bridge (Engineers ability)", f"Bob {BRIDGE}", 20, "TM-7.0.2"),
        ("Bob upgrades a Trading", f"Bob {BRIDGE} [D4-C2]\nBob upgrades a Trading", 21, "TM-7.6.0"),
        ("Ann passes", f"Ann {BRIDGE} [C2-E5]\nAnn passes", 22, "TM-7.6.9"),
        ("[C2-D3]", "[C2-E7]", 20, "TM-7.11.4"),
        ("(Engineers Ability)", "(Engineers)", 17, "the line"),
        ("for 2 spade(s) (Giants", "for 3 spade(s) (Giants", 24, "TM-7.3.11"),
    ],
)
def test_bridges_and_spades_that_cannot_be(old, new, line, clause):
    """TM-7.6.0, TM-7.6.9, TM-7.11.4, TM-7.3.11: not owned, not paid, no bridge site, spades; each at its line."""
    assert old in STRONGHOLDS
    report = played(STRONGHOLDS.replace(old, new, 1), LEFT_OUT)
    assert (report.verdict, report.problem.line) == ("unreadable", line), report.problem
    assert clause in str(report.problem), report.problem


def test_spades_of_a_stronghold_need_it():
    """TM-7.6.0: the action belongs to the stronghold, and is used once a round."""
    more = "Bob transforms a Terrain space forest → wasteland for free (Giants Stronghold) [C3]\n"
    for text, line in (
        (STRONGHOLDS + more, 27),
        (STRONGHOLDS.replace("Bob upgrades a Dwelling", more + "Bob upgrades a Dwelling"), 18),
    ):
        report = played(text, LEFT_OUT)
        assert (report.verdict, report.problem.line) == ("unreadable", line)
        assert "TM-7.6.0 (action=giants_stronghold" in str(report.problem)


def test_what_a_copied_page_has_between_messages_says_nothing():
    """Numbers of moves and times, whatever the page's language makes of them; the lines still count."""
    between = [
        "Move 12 :",
        "12/31/2024, 11:59:59 PM",
        "11:59:59 PM",
        "Move 3 : 31.12.2024 23:59",
        "1/2/2025, 9:05:00\u202fAM",
    ]
    lines = [line for number, line in enumerate(TEXT.split("\n")) for line in (between[number % 5], line)]
    report = played("\n".join(lines), FACTS)
    assert sniff("\n".join(lines)) == "bga_terra_mystica"
    plain = played(TEXT, FACTS).replay.log().records
    assert [record.event for record in report.replay.log().records] == [record.event for record in plain]
    assert report.replay.log().records[-1].line == 2 * plain[-1].line
    assert played("\n".join(lines).replace("Move 12 :", "Move twelve")).verdict == "unreadable"


def test_chat_is_chat_also_where_it_reads_like_a_message():
    assert [row.who for row in bga_terra_mystica.parse(TEXT + "Bob: passes\nBob passes").rows][-1] == "Bob"
    assert len(bga_terra_mystica.parse(TEXT + "Bob: passes").rows) == len(bga_terra_mystica.parse(TEXT).rows)


def test_without_start_points_those_of_the_rules_hold():
    """TM-5.4.2: 20 for everybody."""
    text = "\n".join(line.split(" (with")[0] for line in TEXT.split("\n"))
    assert [player.vp for player in played(text, FACTS).replay.state.players] == [23, 20]


def test_what_a_game_is_broken_off_with_is_told():
    """A last message that is not known may be why there are no more; before others it is not to be read."""
    report = played(TEXT + "Bob concedes\n")
    assert report.verdict == "incomplete"
    assert report.replay.unfinished.endswith("before the final scoring, with 'Bob concedes'")
    report = played(TEXT.replace("Ann cancels their move", "Bob concedes"))
    assert (report.verdict, report.problem.line) == ("unreadable", 21)
    assert "the line 'Bob concedes'" in str(report.problem)


@pytest.mark.parametrize(
    ("board", "id_", "hexes"),  # forest, desert, desert, forest, desert
    [
        ("Revised Base Game", "revised_base", "A3 B1 B2 C3 G4"),
        ("Fjords", "fjords", "A1 A4 E3 B4 G1"),
        ("The Archipelago", "archipelago", "A4 C1 D4 G3 I11"),
    ],
)
def test_maps(board, id_, hexes):
    """TM-3.4.2, TM-5.5.3: rows from A, land hexes from 1; a dwelling off the home terrain of that map is rejected."""
    before = [line.replace("Base Game", board) for line in TEXT.split("\n")[:8]]
    placed = [f"{name} places a Dwelling [{hex_}]" for name, hex_ in zip("ABBAB", hexes.split(), strict=True)]
    text = "\n".join([*before, *placed]).replace("A places", "Ann places").replace("B places", "Bob places")
    report = played(text)
    assert (report.verdict, report.replay.header.options["map"]) == ("incomplete", id_)
    report = played(text.replace(board, "Base Game"))
    assert (report.verdict, "TM-5.5.3" in str(report.problem)) == ("unreadable", True)
