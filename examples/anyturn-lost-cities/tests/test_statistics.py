"""The statistics, counted once more in plain Python from the records of stored games."""

import subprocess
import sys
from statistics import mean

import anyturn
import pytest
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import write

from anyturn_lost_cities.vocabulary import CardDrawn, Play

ROUNDS = (1, 2, 3)


@pytest.fixture(scope="module")
def logs():
    return [selfplay_log(ruleset("lost_cities"), f"counted {n}", 2, {"rounds": n}, "sensible") for n in ROUNDS]


@pytest.fixture(scope="module")
def store(logs, tmp_path_factory):
    """A store of the games."""
    folder = tmp_path_factory.mktemp("games")
    for number, log in enumerate(logs):
        (folder / f"{number}.jsonl").write_bytes(b"\n".join(write(log)) + b"\n")
    subprocess.run([sys.executable, "-m", "cli", "import", ".", "--jobs", "1", "--quiet"], cwd=folder, check=True)
    return anyturn.open(str(folder / "anyturn.duckdb"))


@pytest.fixture(scope="module")
def expeditions(logs):
    """The numbers of the cards of each expedition (LC-10), by game, seat, round and colour; a wager is 0."""
    found = {}
    for game, log in enumerate(logs):
        drawn = 0
        for record in log.records:
            drawn += isinstance(record.event, CardDrawn)
            if isinstance(record.event, Play):
                colour, _, number = record.event.card.partition("_")
                found.setdefault((game, record.actor, (drawn - 1) // 60, colour), []).append(
                    0 if number == "wager" else int(number)
                )
    return found


def worth(numbers):
    return (sum(numbers) - 20) * (1 + numbers.count(0)) + 20 * (len(numbers) >= 8)


def test_expeditions(store, expeditions):
    rows = (
        store.stats("expeditions")
        .project("expedition, games, started, rate, mean_cards, mean_vp, loss_rate")
        .fetchall()
    )
    assert len(rows) == 6
    for colour, games, started, rate, cards, vp, loss in rows:
        these = {key: each for key, each in expeditions.items() if colour in (None, key[3])}
        worths = [worth(each) for each in these.values()]
        assert (games, started) == (len({key[:2] for key in these}), len(these))
        assert rate == pytest.approx(started / (2 * sum(ROUNDS)) / (1 if colour else 5))
        assert (cards, vp) == pytest.approx((mean(map(len, these.values())), mean(worths)))
        assert loss == pytest.approx(mean(each < 0 for each in worths))


def test_wagers(store, expeditions):
    rows = store.stats("wagers").project("wagers, expeditions, mean_vp, best, worst").fetchall()
    assert [row[0] for row in rows] == sorted({each.count(0) for each in expeditions.values()})
    for wagers, number, vp, best, worst in rows:
        worths = [worth(each) for each in expeditions.values() if each.count(0) == wagers]
        assert (number, best, worst) == (len(worths), max(worths), min(worths))
        assert vp == pytest.approx(mean(worths))
