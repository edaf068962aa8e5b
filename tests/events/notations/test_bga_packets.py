"""Times of packets of Board Game Arena: Unix seconds, of which the earliest is the day of the game."""

import json

import pytest

from events.log.codec import Unreadable
from events.notations import bga_anachrony, bga_diceforge
from events.notations._bga_packets import first_day

AFTER_9999 = 253_402_300_800


@pytest.mark.parametrize("parse", [bga_anachrony.parse, bga_diceforge.parse])
@pytest.mark.parametrize("time", [AFTER_9999, str(AFTER_9999), 10**30, -1])
def test_a_time_of_no_date(parse, time):
    """Its packet is named: no date has a year before 1970 or of five digits, and no platform reckons with it."""
    packets = [{"packet_id": "7", "time": time, "data": [{"uid": "a", "type": "x"}]}]
    with pytest.raises(Unreadable) as problem:
        parse(json.dumps(packets))
    assert str(problem.value) == f"7: found {time} at packet.time, expected Unix seconds of the years 1970 to 9999"


@pytest.mark.parametrize("parse", [bga_anachrony.parse, bga_diceforge.parse])
@pytest.mark.parametrize("number", [-19, "-1"])
@pytest.mark.parametrize("form", [lambda packets: packets, lambda packets: {"data": {"logs": packets}}])
def test_a_packet_number_that_is_no_line(parse, number, form):
    """It stands where a line does in a message."""
    with pytest.raises(Unreadable, match=r"1: found .*-1.* at packet.*, expected a number from 0"):
        parse(json.dumps(form([{"packet_id": number, "data": [{"uid": "a", "type": "x"}]}])))


@pytest.mark.parametrize(
    ("times", "day"),
    [
        ([1700000000, 1609459200, 0], "2021-01-01"),
        ([1609459199], "2020-12-31"),
        ([AFTER_9999 - 1], "9999-12-31"),
        ([951782400], "2000-02-29"),
        ([0], ""),
        ([], ""),
    ],
)
def test_the_day_of_a_game(times, day):
    """In UTC; packets without a time do not count."""
    assert first_day(times) == day
