"""What is public (LC-13), the picture, and the sentences."""

import re
from collections import Counter

import anyturn
import pytest
from engine.public import public_part
from engine.replay import Replay, replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from projections.pictures import Film, text
from projections.pictures.words import event_words

from anyturn_lost_cities.rules.components import COLOURS
from anyturn_lost_cities.vocabulary import CardDrawn, Discard, Draw, Play


@pytest.fixture(scope="module")
def log():
    return selfplay_log(ruleset("lost_cities"), "shown", None, {"rounds": 2}, "sensible")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_public_part_names_nobody_elses_cards_and_is_a_legal_game(log, seat):
    """LC-13: the points and the expeditions are the same, and no card of others is named before it is seen."""
    shown = public_part(log, seat)
    whole, seen = (replay(ruleset("lost_cities"), each) for each in (log, shown))
    assert seen.broke is None
    assert seen.standings == whole.standings
    assert seen.entered == whole.entered
    for player, before in zip(seen.state.players, whole.state.players, strict=True):
        assert player.expeditions == before.expeditions
        assert (player.hand == before.hand) == (player.seat == seat)
        assert len(player.hand) + player.unknown == len(before.hand)
    named = [
        record.event.player for record in shown.records if isinstance(record.event, CardDrawn) and record.event.card
    ]
    assert set(named) == ({seat} - {None})


def test_the_picture(log):
    """Every card that lies on the table and every hand is there, and no line is too long."""
    game = replay(ruleset("lost_cities"), public_part(log, 0))
    shown = text("lost_cities", game.state, 100, False, ["Ann", "Bob"]).splitlines()
    assert shown[0] == "round 2 of 2, 0 cards in the deck"
    assert [line.split()[0] for line in shown[3:8]] == list(COLOURS)
    assert shown[10] == "2 Bob: 8 hidden"
    assert max(map(len, text("lost_cities", game.state, 60, False).splitlines())) <= 60
    assert "\x1b[" in text("lost_cities", game.state, 100, True)


def test_the_frames_of_a_game(log):
    """They have one size, what changes is marked, and no hidden card is drawn."""
    rules, shown = ruleset("lost_cities"), public_part(log, None)
    film, game = Film(rules, shown.header), Replay(rules, shown.header)
    frames = [film.shot(game)]
    for record in shown.records[:60]:
        game.feed([record])
        frames.append(film.shot(game))
    assert len({re.search('viewBox="[^"]*"', frame)[0] for frame in frames}) == 1
    marks = [int(re.search(r'data-marks="(\d+)"', frame)[1]) for frame in frames]
    assert sum(number > 0 for number in marks) > 40
    drawn = Counter(re.findall(r"<title>(\w+ \w+)</title>", frames[-1]))
    lying = [card for player in game.state.players for cards in player.expeditions.values() for card in cards]
    lying += [pile[-1] for pile in game.state.discards.values() if pile]
    assert drawn - Counter(["seat 1", "seat 2"]) == Counter(card.replace("_", " ") for card in lying)


def test_no_two_decisions_have_the_same_words(log):
    for position in anyturn.read(b"\n".join(write(log))):
        words = [action.words for action in position.legal()]
        assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (CardDrawn(1, "red_wager"), "Bob gets red wager"),
        (CardDrawn(0), "Ann gets a hidden card"),
        (Play("blue_10"), "play blue 10"),
        (Discard("green_2"), "discard green 2"),
        (Draw("deck"), "draw from the deck"),
        (Draw("white"), "draw from the white pile"),
    ],
)
def test_sentences(event, words):
    assert event_words(event, ["Ann", "Bob"]) == words
