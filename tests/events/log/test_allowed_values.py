"""A value that a type does not allow is reported with those that it allows."""

from typing import Literal

import pytest
from msgspec import Struct

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.codec import Decoder, Unreadable
from events.log.native import read, write


class Tile(Struct):
    cost: Literal[2, 3, 4]


class Catalogue(Struct):
    tiles: dict[str, list[Tile]]
    mode: Literal["basic", "advanced"] = "basic"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"tiles":{"a":[{"cost":5}]}}', "found 5 at $.tiles[...][0].cost, expected one of 2, 3, 4"),
        (
            b'{"tiles":{},"mode":"advancd"}',
            "found 'advancd' at $.mode, expected one of advanced, basic; did you mean advanced?",
        ),
    ],
)
def test_few_values_are_listed(text: bytes, message: str) -> None:
    with pytest.raises(Unreadable) as found:
        Decoder[Catalogue](Catalogue)(text)
    assert str(found.value) == message


def test_a_misspelt_kind_of_event_gets_a_suggestion() -> None:
    log = selfplay_log(ruleset("terra_mystica"), "kinds", 2, {}, "sensible")
    lines = list(write(log))
    place = next(number for number, line in enumerate(lines) if b'"build_dwelling"' in line)
    lines[place] = lines[place].replace(b'"build_dwelling"', b'"bulid_dwelling"')
    with pytest.raises(Unreadable, match=r"expected a known value; did you mean build_dwelling\?$"):
        read(lines)
