"""The parsing of arguments on the command line."""

import pytest

from events import notations
from events.log.codec import Unreadable
from projections.screen import arguments


@pytest.mark.parametrize(
    ("former", "name"), [("bga_text", "bga_terra_mystica"), ("snellman_events", "snellman_counters")]
)
def test_former_names_of_notations_are_still_known(former: str, name: str) -> None:
    assert arguments.notation(former) == name
    assert name in notations.names()
    assert former not in notations.names()


def test_a_notation_that_there_is_not() -> None:
    assert arguments.notation(None) is None
    with pytest.raises(Unreadable, match="found the notation 'nothing', expected one of native, "):
        arguments.notation("nothing")
