"""The JSON of a game and the monthly dumps of terra.snellman.net, taken apart: TM-17.7."""

import json

import pytest

from events import notations
from events.log.codec import Unreadable
from events.notations import snellman_counters, snellman_json
from events.notations._snellman_commands import Command
from events.notations._snellman_document import Row, Setting

ROW = {
    "faction": "witches",
    "commands": "dig 1. build E6",
    "leech": {"yellow": 2, "blue": 1},
    "VP": {"delta": 2, "value": 22},
    "C": {"delta": -4, "value": 11},
    "W": {"delta": 0, "value": 3},
    "P": {"delta": 0, "value": 0},
    "PW": {"delta": -6, "value": "3/7/1"},
    "CULT": {"delta": 1, "value": "0/0/1/2"},
}
ANSWER = {
    "error": [],
    "ledger": [{"comment": "option strict-leech"}, {"comment": "Removing tile BON3"}, ROW],
    "players": [{"name": "ann", "displayname": "Ann", "index": 0}],
    "options": {"strict-leech": 1, "mini-expansion-1": 1},
    "map_variant": "126fe960806d587c78546b30f1a90853b1ada468",
}
DUMP = [
    {
        "base_map": "126fe960806d587c78546b30f1a90853b1ada468",
        "factions": [{"faction": "witches", "player": None}, {"faction": "nomads", "player": "Bob"}],
        "game": "g1",
        "last_update": "2013-03-29 18:14:03",
        "events": {
            "faction": {"witches": {"vp": {"round": {"all": 90}}}, "nomads": {"vp": {"round": {"all": 100}}}},
            "global": {"option-mini-expansion-1": {"round": {"all": 1}}},
        },
    }
]


def test_the_ledger_in_an_answer():
    """TM-17.7.1, TM-17.7.2: the ledger is that of TM-17.2; other parts of the answer fill its gaps."""
    document = snellman_json.parse(json.dumps(ANSWER))
    commands = (Command("dig"), Command("build", where="E6"))
    figures = (22, 11, 3, 0, 3, 7, 1, 0, 0, 1, 2)
    assert document.lines == [Row(3, "witches", figures, (2, -4, 0, 0, -6, 1), (1, 2), commands)]
    assert document.options == [Setting(1, "strict-leech"), Setting(0, "mini-expansion-1")]
    assert document.players == {1: Setting(0, "Ann")}
    assert document.map.value == ANSWER["map_variant"]


def test_old_answers_have_no_players():
    """TM-17.7.5."""
    assert snellman_json.parse(json.dumps({"ledger": [ROW]})).players == {}


def test_a_dump():
    """TM-17.7.4: counters of each game."""
    (played,) = snellman_counters.parse(json.dumps(DUMP)).games
    assert played.name == "g1"
    assert played.events.of_faction["nomads"]["vp"].round["all"] == 100
    assert list(played.events.of_game) == ["option-mini-expansion-1"]


def test_they_are_recognised():
    assert notations.sniff(json.dumps(ANSWER)) == "snellman_json"
    assert notations.sniff(json.dumps(DUMP)) == "snellman_counters"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ({"ledger": []}, "no rows"),
        ({"ledger": [{**ROW, "PW": {"value": "3/7"}}]}, "10 figures"),
        ({"ledger": [{**ROW, "PW": {"value": "a/b/c"}}]}, "'a/b/c'"),
        ({"error": []}, "no field `ledger`"),
    ],
)
def test_answers_that_are_none(answer, found):
    with pytest.raises(Unreadable) as error:
        snellman_json.parse(json.dumps(answer))
    assert error.value.found.startswith(found)


def test_a_name_of_a_game_is_part_of_its_messages():
    """A long one would be repeated in each of them."""
    with pytest.raises(Unreadable, match=r"expected `?str`? of length <= 200"):
        snellman_counters.parse(json.dumps([DUMP[0] | {"game": "x" * 201}]))


def test_dumps_that_are_none():
    with pytest.raises(Unreadable):
        snellman_counters.parse("[]")
    with pytest.raises(Unreadable):
        snellman_counters.parse('[{"game": 3}]')
