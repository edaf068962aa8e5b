"""Openings: the beginnings of games that a kit takes from a file, and what it asks about in them."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.clause import Violation
from engine.replay import Replay
from engine.rules import Ruleset, games, ruleset
from events.log.codec import encode
from events.log.record import Header
from projections.kit import opening
from projections.kit.headers import asked_headers
from projections.kit.making import OPENINGS_SHARE, Sizes, Task, make
from projections.kit.opening import Opening, headers, opened, openings, write
from projections.kit.positions import Place, canonical, drawn
from projections.kit.reading import TOPICS
from projections.kit.varied import plain
from tests.support import TOY, install


@pytest.mark.parametrize("game", games())
def test_openings_are_legal(game: str) -> None:
    """The rules accept each of their records, and each is asked about in places that it has."""
    them = [each for each in openings(game) if each.log.records]
    assert them
    for each in them:
        replay = Replay(ruleset(game), each.log.header)
        replay.feed(each.log.records)
        assert replay.broke is None
        assert replay.seq == len(each.log.records) == max(each.asked)


def test_headers_that_are_asked_about_are_illegal_logs() -> None:
    """Each with the clause that it breaks, or none if it is accepted."""
    rules, asked = ruleset("gaia"), headers("gaia", {})
    assert asked
    stated = asked_headers(rules, asked)
    assert [each for each, _ in stated] == [plain(each) for each in asked]
    for header, (_, clause) in zip(asked, stated, strict=True):
        assert _clause(rules, header) == clause


def _clause(rules: Ruleset[Any], header: Header) -> str:
    try:
        rules.start(header)
    except Violation as violation:
        return violation.clause
    return ""


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
        assert replay.standings is not None or replay.rules.outcome(replay.state) is not None


def test_only_openings_under_the_stated_options_are_taken() -> None:
    """A kit for an engine that knows one value of an option has no other."""
    rules, (name, values) = ruleset("gaia"), _option_with_several_values()
    value, *_ = values
    taken = opened(rules, 1, 100, {name: value})
    assert {encode(each.log.header.options[name]) for each in taken} == {encode(value)}
    assert not opened(rules, 1, 100, {name: "no such value"})
    assert not headers("gaia", {name: "no such value"})


def _option_with_several_values() -> tuple[str, list[object]]:
    stated: dict[str, list[object]] = {}
    for each in openings("gaia"):
        for name, value in each.log.header.options.items() if each.log.records else ():
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
