"""Parts that are kept are those that would be drawn."""

from collections.abc import Iterator

import pytest

from engine.replay import Replay
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from projections.pictures import kept
from projections.pictures.film import drawing_of, names_of, stated
from projections.pictures.sheet import Part, Table


def shown(game: str, seeds: list[str], step: int) -> Iterator[list[list[Part]]]:
    """The parts after every few records of games played side by side, so that they would share what is kept."""
    drawing, rules = drawing_of(game), ruleset(game)
    assert drawing is not None
    logs = [selfplay_log(rules, seed, None, {}, "random" if n % 2 else "sensible") for n, seed in enumerate(seeds)]
    tables = [Replay(rules, log.header) for log in logs]
    for place in range(max(len(log.records) for log in logs)):
        for log, table in zip(logs, tables, strict=True):
            for record in log.records[place : place + 1]:
                table.play(record.actor, record.event)
                table.settle()
        if place % step == 0:
            yield [list(drawing.draw(stated(each), Table(names_of(each.header), each.played))) for each in tables]


def compared(game: str, seeds: list[str], step: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Check the positions; returns how many there were."""
    remembered = list(shown(game, seeds, step))
    monkeypatch.setattr(kept, "_encode", lambda _: object())  # so that nothing is ever found again
    for place, (one, other) in enumerate(zip(remembered, shown(game, seeds, step), strict=True)):
        assert one == other, place
    return len(remembered)


@pytest.mark.parametrize("game", games())
def test_a_kept_part_is_the_part_that_would_be_drawn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every sixth record of two games side by side."""
    assert compared(game, ["kept-0", "kept-1"], 6, monkeypatch) > 10


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_kept_parts_of_many_games(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all options, for all numbers of players."""
    assert compared(game, [f"many-{seed}" for seed in range(8)], 1, monkeypatch) > 60


def test_what_is_not_shown_is_not_drawn_again() -> None:
    """A part with the same `shows` is the same object; another one is drawn."""
    drawn = []

    @kept.kept(lambda shown, _: shown)
    def part(shown: str, other: str) -> Part:
        drawn.append((shown, other))
        return Part("board", shown, [], 1)

    assert part("one", "x") is part("one", "y")
    assert part("two", "x").title == "two"
    assert drawn == [("one", "x"), ("two", "x")]


def test_what_is_fixed_has_to_be_the_very_same_object() -> None:
    """An equal catalogue of another game may be changed later, so that its parts are drawn for itself."""

    @kept.kept(lambda shown, catalogue: shown, lambda shown, catalogue: (catalogue,))
    def part(shown: str, catalogue: list[str]) -> Part:
        return Part("board", f"{shown} of {catalogue[0]}", [], 1)

    catalogue = ["a card"]
    assert part("one", catalogue) is part("one", catalogue)
    assert part("one", catalogue) is not part("one", ["a card"])
    titles = [part("one", [f"card {number}"]).title for number in range(100)]  # none of which is there any more
    assert titles == [f"one of card {number}" for number in range(100)]


def test_what_follows_from_the_last_position_is_worked_out_once() -> None:
    worked = []

    @kept.once
    def size(last: list[int]) -> int:
        worked.append(last)
        return len(last)

    one, other = [1], [1]
    assert [size(one), size(one), size(other), size(one)] == [1, 1, 1, 1]
    assert [each is one for each in worked] == [True, False, True]


def test_the_oldest_part_is_forgotten() -> None:
    """So that a long run does not fill the memory."""
    drawn = []

    @kept.kept(lambda shown: shown)
    def part(shown: int) -> Part:
        drawn.append(shown)
        return Part("board", str(shown), [], 1)

    for shown in [*range(kept.MOST + 1), kept.MOST, 0]:
        part(shown)
    assert drawn == [*range(kept.MOST + 1), 0]
