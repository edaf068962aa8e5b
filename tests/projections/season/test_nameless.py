"""The settings of a season without names: lists of players, scheduled games and lots."""

from projections.season.nameless import without_names
from projections.season.reading import checked
from tests.support.seasons import settings

LISTED = """
[[seasons]]
name = "1"
[[seasons.divisions]]
name = "A"
players = ["ann", "ben", "cid"]
[[scheduled]]
season = "1"
division = "A"
players = ["cid", "ann"]
"""


def test_nobody_whom_the_file_lists_is_named() -> None:
    """The order of a list may be telling, so it becomes that of the pseudonyms; lots keep theirs, which counts."""
    found = checked(settings(LISTED, 'tie_breaks = ["lots"]\nlots = ["ben", "ann"]'))
    hidden = without_names(found, {"ann": "player10", "ben": "player9", "cid": "player1"}.__getitem__)
    assert hidden.seasons[0].divisions[0].players == ("player1", "player9", "player10")
    assert hidden.scheduled[0].players == ("player1", "player10")
    assert hidden.ranking.lots == ("player9", "player10")
