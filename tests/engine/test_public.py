"""The public part of a log of a game with hidden information, for everybody or for a seat at the table."""

import pytest

from engine.public import public_part
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Unreadable
from events.log.native import GameLog

pytestmark = pytest.mark.usefixtures("nim")


def test_everybody_or_a_seat_at_the_table():
    log = selfplay_log(ruleset("nim"), "public", 2, {"cards": True}, "random")
    dealt = log.records[1].event.cards
    seen = [public_part(log, seat).records[1].event.cards for seat in (None, 0, 1)]
    assert seen == [(None, None), (dealt[0], None), (None, dealt[1])]
    for seat in (-1, 2):
        with pytest.raises(Unreadable, match=f"found seat {seat}, expected a seat from 0 to 1"):
            public_part(log, seat)


def test_a_log_that_breaks_a_clause_has_no_public_part():
    log = selfplay_log(ruleset("nim"), "public", 2, {"cards": True}, "random")
    with pytest.raises(Unreadable, match="found record 2, which breaks NIM-1"):
        public_part(GameLog(log.header, log.records[1:]))


def test_a_game_that_hides_nothing():
    log = selfplay_log(ruleset("terra_mystica"), "public", 2, {}, "random")
    with pytest.raises(Unreadable, match=r"in which everybody sees everything, .* hides something \(.*gaia, nim\)"):
        public_part(log)
