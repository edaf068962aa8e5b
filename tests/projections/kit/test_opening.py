"""Openings: the beginnings of games that a kit takes from a file, and what it asks about in them."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.replay import Replay
from engine.rules import games, ruleset
from events.log.codec import encode
from projections.kit import opening
from projections.kit.making import OPENINGS_SHARE, Sizes, Task, make
from projections.kit.opening import Opening, opened, openings, write
from projections.kit.positions import Place, canonical, drawn
from projections.kit.reading import TOPICS
from tests.support import TOY, install


@pytest.mark.parametrize("game", games())
def test_openings_are_legal(game: str) -> None:
    """The rules accept each of their records, and each is asked about in places that it has."""
    rules, them = ruleset(game), openings(game)
    assert them
    for each in them:
        replay = Replay(rules, each.log.header)
        replay.feed(each.log.records)
        assert replay.broke is None
        assert replay.seq == len(each.log.records) == max(each.asked)


def test_openings_are_read_as_they_were_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    them = openings("gaia")[:2]
    monkeypatch.setattr(opening, "FOLDER", tmp_path / "openings")
    write("gaia", them)
    assert [_bytes(each) for each in openings("gaia")] == [_bytes(each) for each in them]


def _bytes(each: Opening) -> bytes:
    return encode([each.log.header, list(each.log.records), sorted((at, list(a)) for at, a in each.asked.items())])


def test_a_game_without_a_file_has_no_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, TOY)
    assert openings("nim") == []
    assert opened(ruleset("nim"), 1, 5, {}) == []


def test_openings_are_played_on_to_their_ends() -> None:
    """The same seed chooses the same ones and plays them on alike."""
    rules = ruleset("gaia")
    (first, second), again = opened(rules, 3, 2, {}), opened(rules, 3, 2, {})
    assert [_bytes(each) for each in again] == [_bytes(first), _bytes(second)]
    begun = {encode(each.log.header) for each in openings("gaia")}
    for each in (first, second):
        assert encode(each.log.header) in begun
        replay = Replay(rules, each.log.header)
        replay.feed(each.log.records)
        assert replay.standings is not None


def test_only_openings_under_the_stated_options_are_taken() -> None:
    """A kit for an engine that knows one value of an option has no other."""
    rules, (name, values) = ruleset("gaia"), _option_with_several_values()
    for value in values:
        taken = opened(rules, 1, 100, {name: value})
        assert {each.log.header.options[name] for each in taken} <= {value}
    assert not opened(rules, 1, 100, {name: "no such value"})


def _option_with_several_values() -> tuple[str, list[object]]:
    stated: dict[str, list[object]] = {}
    for each in openings("gaia"):
        for name, value in each.log.header.options.items():
            if value not in stated.setdefault(name, []):
                stated[name].append(value)
    return next((name, values) for name, values in sorted(stated.items()) if len(values) > 1)


def test_a_kit_asks_about_its_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are among its games; what is asked about in them is tried, played or a fault, in a position of its own."""
    monkeypatch.setattr("projections.kit.headers.WALKS", 1)
    task = Task("gaia", 5, Sizes(positions=40, games=2 * OPENINGS_SHARE, illegal=40))
    begun = opened(ruleset("gaia"), 5, 2, {})
    positions = dict(_asked_about(task))
    for number, each in enumerate(begun, 1):
        for at, actions in each.asked.items():
            if (number, at) in positions:
                assert all(encode(canonical(event)) in positions[number, at] for _, event in actions)
    assert positions.keys() & {(number, at) for number, each in enumerate(begun, 1) for at in each.asked}


def _asked_about(task: Task) -> Iterator[tuple[tuple[int, int], set[bytes]]]:
    lines = gzip.decompress(make(task).files[TOPICS["position"]]).splitlines()
    for case in map(msgspec.json.decode, lines):
        game = int(case["game"].rpartition("/")[2])
        yield (game, case["at"]), {encode(each["event"]) for each in (*case["tried"], *case["played"])}


def test_places_that_are_asked_about_are_drawn_first() -> None:
    """At most half of the positions are."""
    places = [Place(0, at, (at,)) for at in range(40)]
    is_asked = [at in (7, 8, 9, 30) for at in range(40)]
    assert {7, 8, 9, 30} <= {each.at for each in drawn(places, 8, Random(1), is_asked)}
    few = [each.at for each in drawn(places, 4, Random(1), is_asked)]
    assert len(set(few)) == len(few) == 4
    assert len({7, 8, 9, 30}.intersection(few)) == 2
