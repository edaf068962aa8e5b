"""The moderator's command language: TM-17.1, grammar only."""

import pytest

from events.log.codec import Unreadable
from events.notations._snellman_commands import Command, parse_command, parse_commands

FORMS = [
    ("build E6", Command("build", where="E6")),
    ("upgrade E6 to TP", Command("upgrade", "TP", where="E6")),
    ("upgrade E6 to trading post", Command("upgrade", "TP", where="E6")),
    ("upgrade E6 to temple", Command("upgrade", "TE", where="E6")),
    ("upgrade E6 to Stronghold", Command("upgrade", "SH", where="E6")),
    ("upgrade E6 to sanctuary", Command("upgrade", "SA", where="E6")),
    ("transform E6", Command("transform", "", where="E6")),
    ("transform E6 to brown", Command("transform", "brown", where="E6")),
    ("dig 2", Command("dig", n=2)),
    ("dig", Command("dig", n=1)),
    ("send p to fire", Command("send", "FIRE", 0)),
    ("send priest to AIR for 2", Command("send", "AIR", 2)),
    ("action ACT5", Command("action", "ACT5")),
    ("action bon1", Command("action", "BON1")),
    ("bridge C2:D4", Command("bridge", where="C2", to="D4")),
    ("bridge C2:D4 allow_illegal", Command("bridge", where="C2", to="D4")),
    ("connect r33", Command("connect", where="r33")),
    ("connect G2:H4", Command("connect", where="G2:H4")),
    ("connect G2:H4:I6", Command("connect", where="G2:H4:I6")),
    ("advance ship", Command("advance", "ship")),
    ("advance shipping", Command("advance", "ship")),
    ("advance digging", Command("advance", "dig")),
    ("pass", Command("pass", "")),
    ("pass BON4", Command("pass", "BON4")),
    ("convert 5pw to 1p", Command("convert", "pw", 5, to="p", to_n=1)),
    ("convert 1 priest to 1 worker", Command("convert", "p", 1, to="w", to_n=1)),
    ("convert 2 power to 2 coins", Command("convert", "pw", 2, to="c", to_n=2)),
    ("convert 3vp to 3c", Command("convert", "vp", 3, to="c", to_n=3)),
    ("burn 3", Command("burn", n=3)),
    ("burn", Command("burn", n=1)),
    ("leech 3 from witches", Command("leech", "witches", 3)),
    ("leech 3", Command("leech", "", 3)),
    ("decline 3 from witches", Command("decline", "witches", 3)),
    ("decline", Command("decline", "", 0)),
    ("+FAV5", Command("tile", "FAV5")),
    ("+2TW1", Command("tile", "TW1", 2)),
    ("+EARTH", Command("cult", "EARTH", 1)),
    ("+2FIRE", Command("cult", "FIRE", 2)),
    ("-water", Command("lose_cult", "WATER", 1)),
    ("-SPADE", Command("give_up", "SPADE", 1)),
    ("-3CONVERT_W_TO_P", Command("give_up", "CONVERT_W_TO_P", 3)),
    ("-BRIDGE", Command("give_up", "BRIDGE", 1)),
    ("+2w", Command("adjust", "w", 2)),
    ("-3c for a mistake", Command("adjust", "c", -3)),
    ("wait", Command("wait")),
    ("done", Command("done")),
    ("setup", Command("setup")),
    ("resign", Command("drop", "")),
    ("drop-faction witches", Command("drop", "witches")),
    ("gain P3 for VP", Command("gain_token")),
    ("pick-color grey", Command("color", "gray")),
    ("unlock-terrain gain-priest", Command("unlock", "gain-priest")),
    ("unlock-terrain Grey", Command("unlock", "gray")),
]
PSEUDO = [
    ("other_income_for_faction", Command("other_income")),
    ("cult_income_for_faction", Command("cult_income")),
    ("income_for_faction", Command("all_income")),
    ("all_income_for_faction", Command("all_income")),
    ("[opponent accepted power]", Command("opponent_accepted")),
    ("[all opponents declined power]", Command("all_declined")),
    ("+8vp for FIRE", Command("final_vp", "fire", 8)),
    ("+18vp for network", Command("final_vp", "network", 18)),
    ("score_resources", Command("score_resources")),
]


@pytest.mark.parametrize(("text", "command"), FORMS)
def test_forms(text, command):
    """TM-17.1, TM-17.1.1: every form, in capitals too."""
    assert parse_command(text) == parse_command(text.upper()) == parse_command(f"  {text.capitalize()} ") == command


@pytest.mark.parametrize(("text", "command"), PSEUDO)
def test_pseudo_commands(text, command):
    """TM-17.3: what the moderator writes itself."""
    assert parse_command(text) == command


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Convert 2 PW to 2C", "convert 2pw to 2c"),
        ("convert 2   pw  to 2 c", "convert 2pw to 2c"),
        ("convert pw to c", "convert 1pw to 1c"),
        ("convert 1PW to c", "convert 1pw to 1c"),
        ("bridge C2 : D4", "bridge C2:D4"),
        ("+ FAV3", "+FAV3"),
        ("- SPADE", "-SPADE"),
        ("build\te6", "build E6"),
        ("transform E6 to grey", "transform E6 to gray"),
        ("transform E6 to GRAY", "transform E6 to gray"),
    ],
)
def test_odd_spellings(text, plain):
    """TM-17.5.8, TM-17.1.1: blanks, capitals, missing counts, grey."""
    assert parse_command(text) == parse_command(plain)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump E6",
        "build",
        "build 6E",
        "convert 2 stones to 1c",
        "upgrade E6 to castle",
        "send p to love",
        "+9",
        "leech",
    ],
)
def test_no_commands(text):
    """TM-17.1: the error contains the text."""
    with pytest.raises(Unreadable, match="a command of the moderator") as problem:
        parse_command(text)
    assert repr(text) in str(problem.value)


def test_a_cell():
    """TM-17.4.1: separated by full stops; empty parts are nothing."""
    assert parse_commands("dig 1. build E6") == (Command("dig", n=1), Command("build", where="E6"))
    assert parse_commands("Burn 2.Leech 6 from nomads. ") == (Command("burn", n=2), Command("leech", "nomads", 6))
    assert parse_commands("") == parse_commands(" . ") == ()
