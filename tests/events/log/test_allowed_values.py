"""A value that a type does not allow is reported with those that it allows."""

from typing import Literal

import pytest
from msgspec import Struct

from events.log.codec import Decoder, Unreadable
from events.log.native import read


class Tile(Struct):
    cost: Literal[2, 3, 4]


class Catalogue(Struct):
    tiles: dict[str, list[Tile]]
    mode: Literal["basic", "advanced"] = "basic"
    worker: Literal["any", "", "blue"] = ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"tiles":{"a":[{"cost":5}]}}', "found 5 at $.tiles[...][0].cost, expected one of 2, 3, 4"),
        (
            b'{"tiles":{},"mode":"advancd"}',
            "found 'advancd' at $.mode, expected one of advanced, basic; did you mean advanced?",
        ),
        (b'{"tiles":{},"worker":"azure"}', "found 'azure' at $.worker, expected one of '', any, blue"),
    ],
)
def test_few_values_are_listed(text: bytes, message: str) -> None:
    with pytest.raises(Unreadable) as found:
        Decoder[Catalogue](Catalogue)(text)
    assert str(found.value) == message


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("anachrony", "place_wurker", "place_worker"),
        ("daitoshi", "place_wurker", "place_worker"),
        ("terra_mystica", "bulid_dwelling", "build_dwelling"),
    ],
)
def test_a_misspelt_kind_of_event_gets_a_suggestion(game: str, typed: str, meant: str) -> None:
    lines = [f'{{"game":"{game}","seats":[{{}},{{}}]}}', f'{{"seq":1,"actor":0,"event":{{"kind":"{typed}"}}}}']
    with pytest.raises(Unreadable, match=rf"^2: found '{typed}' .*; did you mean {meant}\?$"):
        read([line.encode() for line in lines])
