"""What players enter at terra.snellman.net, and old ledgers, taken apart: TM-17.1."""

import pytest

from events import notations
from events.log.codec import Unreadable
from events.notations._snellman_commands import Command, parse_commands, reordered
from events.notations._snellman_document import Note, Row, Setting
from events.notations.snellman_commands import parse, sniff

LINES = """# a comment
option Mini-Expansion-1
map original
delete bon9
setup Nomads for Ann Lee email x@y
setup Auren
score SCORE4, SCORE2,SCORE8, SCORE7, SCORE6, SCORE5
Nomads: Build A5
## anyturn {"actor":null,"event":{"kind":"end_turn"}}
Auren:  Leech 1   # noted
drop-faction Auren
start
"""


def test_a_log_of_commands():
    """TM-17.1.1: lines of administration, lines of factions, comments; each with its line."""
    document = parse(LINES)
    assert document.options == [Setting(2, "mini-expansion-1")]
    assert document.map == Setting(3, "original")
    assert document.removed == [Setting(4, "BON9")]
    assert document.players == {1: Setting(5, "Ann Lee")}
    assert [tile.value for tile in document.scoring.values()][:3] == ["SCORE4", "SCORE2", "SCORE8"]
    assert len(document.scoring) == 6
    assert document.lines[0] == Row(5, "nomads", (), (), (), (Command("setup"),))
    assert document.lines[2] == Row(8, "nomads", (), (), (), (Command("build", where="A5"),))
    pragma = document.lines[3]
    assert (pragma.line, pragma.actor, bytes(pragma.event)) == (9, None, b'{"kind":"end_turn"}')
    assert document.lines[4:] == [
        Row(10, "auren", (), (), (), (Command("leech", n=1),)),
        Note(11, "dropped", "auren"),
    ]


def test_an_old_ledger():
    document = parse(
        "show history\nremoving tile bon3\nround 1 scoring: score8\nplayer 1: ann\nmermaids income_for_faction"
    )
    assert document.removed == [Setting(2, "BON3")]
    assert document.scoring == {1: Setting(3, "SCORE8")}
    assert document.players == {1: Setting(4, "ann")}
    assert document.lines == [Row(5, "mermaids", (), (), (), (Command("all_income"),))]


@pytest.mark.parametrize(
    ("entered", "taken"),
    [
        ("burn 1. leech 2. build E5", "leech 2. burn 1. build E5"),
        ("build E5. transform E6", "transform E6. build E5"),
        ("pass BON1. convert pw to c", "convert pw to c. pass BON1"),
        ("dig 1. action ACT5", "action ACT5. dig 1"),
        ("pass. +BON1", "pass BON1"),
        ("+BON1", "pass BON1"),
        ("+FIRE. +FIRE", "+2FIRE"),
        ("convert 2w to bridge. bridge A1:B2", "action ACTE. bridge A1:B2"),
        ("-2w. bridge A1:B2", "action ACTE. bridge A1:B2"),
        ("dig 2. build E5", "dig 2. build E5"),
    ],
)
def test_the_order_in_which_commands_are_taken(entered, taken):
    """TM-17.1.2."""
    assert reordered(list(parse_commands(entered))) == parse_commands(taken)


@pytest.mark.parametrize("text", ["setup Nomads\n", "# x\n\nNomads: build A5\n", "mermaids income_for_faction\n"])
def test_it_is_recognised(text):
    assert sniff(text)
    assert notations.sniff(text) == "snellman_commands"


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("setup Nomads\nNomads: jump A5", 2, "the command 'jump A5'"),
        ("setup Nomads\nhello there", 2, "the line 'hello there'"),
        ("# nothing else", 0, "no line of a faction"),
        ("setup Nomads\n## anyturn {]", 2, "invalid JSON"),
    ],
)
def test_what_is_none(text, line, found):
    with pytest.raises(Unreadable) as error:
        parse(text)
    assert error.value.line == line
    assert error.value.found.startswith(found)
