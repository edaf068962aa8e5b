"""What could have been done, as pages list it: what the engine lists, and places that exist."""

import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.replay import Replay
from engine.rules import ruleset
from projections.pages.choices import LISTED, MOST, Teller
from projections.pages.log_rows import CHANCE, kind_of
from projections.pages.things import Marks, places_of
from projections.pictures.film import Film
from projections.pictures.words import event_words
from tests.projections.pages.page_reading import data_of, page_of, quick_game, watched
from tests.support.specimens import Specimen, log_of


@quick_game
def test_the_choices_are_those_of_the_engine(game: str, tmp_path: Path) -> None:
    """At every place the same legal actions as `anyturn legal` lists, in words, and the one taken is among them.

    What an action marks is what its game states, as far as it is ever drawn.
    """
    log = log_of(Specimen(game, 1))
    data = data_of(page_of(log, tmp_path))
    legal, keys = data["legal"], data["things"]["keys"]
    replay, watch = watched(log)
    stations, _ = watch.finish()
    names = [seat.player for seat in log.header.seats]
    taken = 0
    for row in Random(game).sample(range(len(stations)), min(200, len(stations))):
        station, (numbers, *done) = stations[row], legal["rows"][row]
        if not numbers:
            assert station.due or station.aside or station.game.standings is not None or not stations[row + 1].record
            continue
        groups = [legal["groups"][number] for number in numbers]
        shown = [
            (seat, legal["words"][word], [keys[key] for key in data["marks"][place]])
            for seat, _, _, words, places in groups
            for word, place in zip(words, places or [0] * len(words), strict=True)
        ]
        possible = list(islice(replay.rules.legal(station.game.state), MOST))
        assert sum(group[2] for group in groups) == len(possible)
        if all(group[3] for group in groups):
            expected = [
                (-1 if who is None else who, event_words(event, names), marked(game, who, event, keys))
                for who, event in possible
            ]
            assert sorted(shown) == sorted(expected)
        for number, place in done:
            group = legal["groups"][number]
            assert legal["words"][group[3][place]] == event_words(stations[row + 1].event, names)
            taken += 1
    assert taken > len(stations) // 4


@pytest.mark.parametrize("game", ["daitoshi", "gaia", "terra_mystica"])
def test_ways_of_chance_are_counted_without_being_made(game: str) -> None:
    """Where there are more than a page lists, their number is that of the engine, or the most that is counted."""
    log = log_of(Specimen(game, 0))
    there, teller = Replay(ruleset(game), log.header), Teller([], Marks(game, {}))
    many = 0
    for record in log.records[:40]:
        there.settle()
        possible = [kind_of(event) for who, event in islice(there.rules.legal(there.state), MOST) if who is None]
        if len(possible) > LISTED:
            assert teller.grouped(there) == [(CHANCE, possible[0], (), len(possible), ())]
            many += 1
        there.play(record.actor, record.event)
    assert many


def marked(game: str, seat: int | None, event: Any, keys: list[str]) -> list[str]:
    """The keys of the spots that an action concerns, of those that are ever drawn."""
    marks = Marks(game, {key: number for number, key in enumerate(keys)})
    return [keys[key] for key in marks.data()[marks.of_event(seat, event)]] if marks.of_event(seat, event) else []


@quick_game
def test_what_an_action_marks_is_in_the_picture(game: str) -> None:
    """At 200 places of the game, everything that a legal action marks is drawn there."""
    log = log_of(Specimen(game, 1))
    replay, watch = watched(log)
    stations, _ = watch.finish()
    places = places_of(game)
    assert places is not None
    film = Film(replay.rules, log.header, replay.state)
    marked, absent = 0, []
    for row in sorted(Random(game).sample(range(len(stations)), min(200, len(stations)))):
        there = stations[row].game
        shown = set(re.findall('data-spot="([^"]*)"', "".join(p for part in film.parts(there) for p in part.pieces)))
        for who, event in islice(there.rules.legal(there.state), MOST):
            found = set(places(who, event))
            marked += len(found)
            absent += [(row, who, event, key) for key in found - shown]
    assert marked > 200
    assert not absent
