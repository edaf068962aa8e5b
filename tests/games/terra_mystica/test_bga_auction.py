"""Auctions in replays of Board Game Arena: the one in turns is played by the rules, other forms are taken as told."""

import pytest

from engine.games.terra_mystica.readings.bga_terra_mystica import header
from engine.intake import examine
from events.files import Blob
from events.notations import bga_terra_mystica
from events.vocabulary import terra_mystica as events

TEXT = """Game board: Base Game
Mini-expansions: Off
Landscapes expansion: Off
Ann selected the faction Witches on forest to play in position #1
Bob selected the faction Nomads on desert to play in position #2
Cyd selected the faction Mermaids on lakes to play in position #3
Ann bids on the Witches with 40 Starting VPs
Bob bids on the Witches with 38 Starting VPs
Cyd bids on the Nomads with 40 Starting VPs
Ann bids on the Witches with 37 Starting VPs
Bob bids on the Witches with 36 Starting VPs
Cyd has not been outbid for Faction Nomads and is skipped
Ann bids on the Mermaids with 40 Starting VPs
~ The Factions auction is over ~
Bob is playing the Witches Faction (with 36 VP Starting VPs)
Cyd is playing the Nomads Faction (with 40 VP Starting VPs)
Ann is playing the Mermaids Faction (with 40 VP Starting VPs)
Bob places a Dwelling [F4]
Cyd places a Dwelling [D3]
Ann places a Dwelling [D2]
Ann places a Dwelling [D5]
Cyd places a Dwelling [F3]
Bob places a Dwelling [E9]
Cyd places a Dwelling [G4]
Ann chooses 1 Bonus card
Cyd chooses 1 Bonus card
Bob chooses 1 Bonus card
~ Leftover Bonus cards receive 1 Coin each ~
~ Income phase ~
Ann gets 3 workers 0 Priests 6 coins 0 power (Income)
Bob gets 3 workers 1 Priests 0 coins 0 power (Income)
Cyd gets 5 workers 0 Priests 0 coins 3 power (Income)
~ Action phase ~
Bob upgrades a Dwelling to a Trading house for 2 workers 3 coins [F4]
Bob declines doing Conversions
"""
FACTS = """
bonus_cards = ["bonus_6c", "bonus_ship", "bonus_stronghold", "bonus_trading_house", "bonus_priest", "bonus_3pw_1w"]
[scoring_tiles]
1 = "score_town"
2 = "score_trading_house_water"
3 = "score_dwelling_water"
4 = "score_dwelling_fire"
5 = "score_stronghold_air"
6 = "score_stronghold_fire"
"""
OUTCOME = TEXT.split("\n")[14:17]


def played(text, facts=FACTS):
    return examine(Blob("game.txt", text.encode(), facts=facts.encode()))


def options(text):
    return header(bga_terra_mystica.parse(text)).options


def test_the_auction_becomes_records():
    """TM-8.6, TM-5.3.4.2, TM-5.3.4.4, TM-5.3.4.8: nominations and bids, what is left of the start VP being told."""
    log = played(TEXT).replay.log()
    assert [seat.player for seat in log.header.seats] == ["Ann", "Bob", "Cyd"]
    auction = [(record.actor, record.event, record.line) for record in log.records[2:12]]
    assert auction == [
        (None, events.DrawAuctionOrder((0, 1, 2)), 4),
        (0, events.NominateFaction("witches"), 4),
        (1, events.NominateFaction("nomads"), 5),
        (2, events.NominateFaction("mermaids"), 6),
        (0, events.Bid("witches", 0), 7),
        (1, events.Bid("witches", 2), 8),
        (2, events.Bid("nomads", 0), 9),
        (0, events.Bid("witches", 3), 10),
        (1, events.Bid("witches", 4), 11),
        (0, events.Bid("mermaids", 0), 13),
    ]
    stated = log.header.options
    assert (stated["faction_selection"], stated["auction_start_vp"]) == ("auction", 40)
    assert "starting_vp_table" not in stated


def test_what_comes_of_it():
    """TM-5.3.4.7, TM-5.3.4.8, TM-5.3.4.9: factions and start VP by seats, and the order of turns by nomination."""
    state = played(TEXT).replay.state
    assert [(player.faction, player.vp) for player in state.players] == [
        ("mermaids", 40),
        ("witches", 36),
        ("nomads", 40),
    ]
    assert state.order == [1, 2, 0]
    assert state.owner[state.board.numbers["F4"]] == 1


def test_it_is_followed_before_the_facts_are_known():
    report = played(TEXT, "")
    assert report.verdict == "incomplete"
    assert "the rest of the game: the text ends in round 1" in report.replay.unfinished


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("Witches with 38", "Witches with 40", 8, "TM-5.3.4.4 (faction=witches, amount=0, least=1"),
        (
            "Ann bids on the Witches with 40",
            "Ann bids on the Witches with 41",
            7,
            "TM-5.3.4.4 (faction=witches, amount=-1",
        ),
        (
            "Bob bids on the Witches with 38",
            "Cyd bids on the Witches with 38",
            8,
            "TM-5.3.4.3 (event=bid, actor=3, awaited=['Bidding'], of=[2])",
        ),
        (
            "Ann bids on the Mermaids",
            "Cyd bids on the Mermaids",
            13,
            "TM-5.3.4.3 (event=bid, actor=3, awaited=['Bidding'], of=[1])",
        ),
        ("Cyd bids on the Nomads", "Cyd bids on the Dwarves", 9, "TM-5.3.4.3 (faction=dwarves"),
        ("Nomads on desert", "Auren on forest", 5, "TM-5.3.4.2 (faction=auren"),
        ("Nomads on desert", "Nomads on lakes", 5, "their home is desert"),
        ("position #2", "position #3", 5, "1 factions are nominated before"),
        ("Cyd has not been outbid", "Ann has not been outbid", 12, "the faction held is none"),
        ("for Faction Nomads and", "for Faction Witches and", 12, "the faction held is nomads"),
        ("Ann bids on the Mermaids with 40 Starting VPs\n", "", 13, "somebody holds no faction"),
        ("~ The Factions", "Bob bids on the Nomads with 1 Starting VPs\n~ The Factions", 14, "TM-5.1"),
        ("playing the Witches Faction (with 36", "playing the Nomads Faction (with 36", 15, "the auction gave witches"),
        ("(with 36 VP", "(with 35 VP", 15, "the rules give 36 vp"),
        ("\n".join(OUTCOME[:2]), "\n".join(OUTCOME[1::-1]), 15, "the order of turns is Bob, Cyd, Ann"),
        (OUTCOME[2], "\n".join([OUTCOME[2], OUTCOME[0]]), 18, "the order of turns is Bob, Cyd, Ann"),
        (OUTCOME[0], OUTCOME[0].replace("Bob", "Dee"), 15, "the player 'Dee'"),
    ],
)
def test_what_cannot_be(old, new, line, why):
    """TM-5.3.4.2, TM-5.3.4.3, TM-5.3.4.4, TM-5.1: each is found at its line, whatever else the side file states."""
    assert TEXT.count(old) == 1
    for facts in (FACTS, ""):
        report = played(TEXT.replace(old, new), facts)
        assert report.verdict == "unreadable"
        assert report.problem.line == line
        assert why in str(report.problem)


def test_without_the_points_in_brackets_those_of_the_bids_hold():
    text = "\n".join(line.split(" (with")[0] for line in TEXT.split("\n"))
    assert [player.vp for player in played(text).replay.state.players] == [40, 36, 40]


def test_a_text_that_ends_in_the_auction():
    text = "\n".join(TEXT.split("\n")[:11])
    report = played(text, "")
    assert report.verdict == "incomplete"
    assert "the rest of the game: the text ends in the setup" in report.replay.unfinished


@pytest.mark.parametrize(("less", "start"), [(10, 30), (9, 40), (0, 40), (25, 30)])
def test_the_start_points_are_inferred(less, start):
    """TM-5.3.4.8: 30 if no bid leaves more, else 40: what is left is the same."""
    text = TEXT
    for left in range(36, 41):
        text = text.replace(f"with {left} ", f"with {left - less} ")
    assert options(text)["auction_start_vp"] == start
    assert [player.vp for player in played(text).replay.state.players] == [40 - less, 36 - less, 40 - less]


def as_told(text):
    """The header and state of an auction that is not of the rules."""
    report = played(text)
    stated = report.replay.header.options
    assert "faction_selection" not in stated
    assert stated["starting_vp_table"] == {"witches": 36, "nomads": 40, "mermaids": 40}
    assert [seat.player for seat in report.replay.header.seats] == ["Bob", "Cyd", "Ann"]
    assert [player.vp for player in report.replay.state.players] == [36, 40, 40]
    assert not any(isinstance(record.event, events.Bid) for record in report.replay.log().records)


def test_sealed_bids_are_taken_as_told():
    """Everybody bids for everything, and the site assigns: the bids are not weighed."""
    as_told(TEXT.replace(" Starting VPs\n", " VP Starting VPs\n"))


def test_bids_for_factions_that_nobody_nominated_are_taken_as_told():
    text = TEXT
    for player in ("Ann", "Bob", "Cyd"):
        text = text.replace(f"{player} selected the", "Assigning")
    as_told(text)


def test_after_sealed_bids_the_start_points_must_be_told():
    text = TEXT.replace(" Starting VPs\n", " VP Starting VPs\n").replace(OUTCOME[1], OUTCOME[1].split(" (with")[0])
    report = played(text)
    assert report.verdict == "unreadable"
    assert (report.problem.line, report.problem.found) == (16, "a faction without its start VP")


@pytest.mark.parametrize("old", ["Nomads on", "bids on the Nomads", "Faction Nomads and", "playing the Nomads"])
def test_factions_that_are_not_known_are_named(old):
    report = played(TEXT.replace(old, old.replace("Nomads", "Wisps")))
    assert report.verdict == "unsupported"
    assert "faction = Wisps" in str(report.problem)
