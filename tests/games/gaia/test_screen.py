"""A game of Gaia as the command line shows it: what may be done in the Protection window, what each record changed."""

import re
from itertools import islice

import pytest

from engine.address import goto
from engine.games.gaia.items import Protection
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.vocabulary.gaia import DrawRow, PassProtection, Protect, RowDealt, RowRefilled
from projections import pictures
from projections.game.position import legal_actions, log_json
from projections.pictures.words import value_words
from projections.screen.positions import legal_text, log_text
from projections.store.trace import Trace, watched

gaia = ruleset("gaia")

CHANGE = re.compile(r"VP ([+−]\d+)")


@pytest.fixture(scope="module")
def logs():
    """Games in which power cards are played and cities met."""
    return [
        selfplay_log(gaia, f"screen-{seed}", 3, {"mode": "advanced_disasters"}, "sensible") for seed in range(8, 12)
    ]


def test_everybody_who_may_answer_is_shown(logs):
    """GA-7.15.3: in the Protection window every seat of the queue, and nobody, which is chance's."""
    answers = (
        (log, record.seq)
        for log in logs
        for record in log.records
        if isinstance(record.event, Protect | PassProtection)
    )
    windows = [goto(gaia, log, f"#{seq - 1}") for log, seq in islice(answers, 5)]
    assert windows
    for window in windows:
        window.settle()
        offered = legal_actions(window)
        shown = [(actor, event.__struct_config__.tag) for actor, event in offered]
        asked = {item.seat for item in window.state.agenda if isinstance(item, Protection)}
        assert {(seat, "pass_protection") for seat in (*asked, None)} <= set(shown)
        assert asked
        assert len(shown) == len(list(gaia.legal(window.state)))
        assert len(legal_text(window, offered, None)) == len(shown) + 1


def test_changes_are_listed_in_order(logs):
    """The entry before a meeple's names its city: losses of two cities stay separate, even for one seat and reason."""
    apart = 0
    for log in logs:
        told = "\n".join(log_text(log, watched(log)))
        entries = [entry for one in log_json(log, watched(log)) for entry in one["entries"]]
        assert sum(map(points, CHANGE.findall(told))) == sum(e["delta"] for e in entries if e["figure"] == "vp")
        apart += re.search(r"(player \d: VP −1 \(one need left\)).*city.*\1", told) is not None
    assert apart


def points(change: str) -> int:
    return int(change.replace("−", "-"))


def test_a_card_that_is_taken_from_a_row_is_named(logs):
    """It lies there face up: the card named is the one with which the row was dealt or refilled at that place."""
    taken = 0
    for log in logs:
        rows = {}
        trace = Trace(Replay(gaia, log.header), pictures.seen("gaia"))
        trace.game.feed(log.records)
        lines = [line for line in log_text(log, trace) if line.startswith("  #")]
        for record, line in zip(log.records, lines, strict=True):
            event = record.event
            if isinstance(event, RowDealt):
                rows[event.pile] = list(event.cards)
            elif isinstance(event, RowRefilled):
                rows[event.pile][event.slot] = event.card
            elif isinstance(event, DrawRow):
                taken += 1
                card = value_words(rows[event.pile][event.slot], "gaia")
                assert f": take {card} from the {event.pile} row, place {event.slot + 1}" in line
    assert taken > 10
