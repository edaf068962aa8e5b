"""Ledgers of terra.snellman.net, taken apart: TM-17.2, in both renderings."""

import pytest

from events import notations
from events.log.codec import Unreadable
from events.notations._snellman_commands import Command
from events.notations._snellman_document import Note, Row, Setting
from events.notations.snellman_ledger import parse, sniff

HEAD = [
    " Default game options",
    "option strict-leech",
    "option mini-expansion-1",
    "map 126fe960806d587c78546b30f1a90853b1ada468",
    " Randomize setup",
    "Round 1 scoring: SCORE5, D >> 2",
    "Round 2 scoring: SCORE9, TE >> 4",
    "Removing tile BON3",
    "Added final scoring tile: connected-distance",
    "Player 1: Ann: the first",
    "Player 2: ",
]
ROW = "witches\t+2\t22 VP\t-4\t11 C\t\t3 W\t\t0 P\t-6\t3/7/1 PW\t+1\t0/0/1/2\t2 1\tdig 1. build E6"
LINES = [
    *HEAD,
    ROW,
    "Round 1 income",
    "Round 1, turn 2",
    "witches dropped from the game",
    "Scoring FIRE cult",
    "Scoring network",
]


def web(lines):
    """The web page's copy of the same: CRLF, `show history` behind comments, odd blanks."""
    return "".join(
        f"{line if line.count(chr(9)) == 14 else '    ' + line.strip() + chr(9) + 'show history'}\r\n" for line in lines
    )


def test_a_ledger():
    """TM-17.2.4: settings of the head, rows and comments, each with its line."""
    document = parse("\n".join(LINES))
    assert document.options == [Setting(2, "strict-leech"), Setting(3, "mini-expansion-1")]
    assert document.map == Setting(4, "126fe960806d587c78546b30f1a90853b1ada468")
    assert document.scoring == {1: Setting(6, "SCORE5"), 2: Setting(7, "SCORE9")}
    assert document.removed == [Setting(8, "BON3")]
    assert document.final_scoring == [Setting(9, "connected-distance")]
    assert document.players == {1: Setting(10, "Ann: the first"), 2: Setting(11, "")}
    assert document.lines[1:] == [
        Note(15, "dropped", "witches"),
        Note(16, "scoring", "FIRE"),
        Note(17, "scoring", "network"),
    ]


def test_a_row():
    """TM-17.2.1: fifteen columns: figures, changes, offers in no order, commands."""
    row = parse("\n".join(LINES)).lines[0]
    assert row == Row(
        12,
        "witches",
        (22, 11, 3, 0, 3, 7, 1, 0, 0, 1, 2),
        (2, -4, 0, 0, -6, 1),
        (1, 2),
        (Command("dig", n=1), Command("build", where="E6")),
    )


def test_both_renderings_are_the_same():
    """TM-17.2: as text, and as copied from the web page."""
    plain, copied = parse("\n".join(LINES)), parse(web(LINES))
    assert copied == plain
    assert parse("\n".join(LINES) + "\n\n") == plain


@pytest.mark.parametrize("text", ["\n".join(LINES), web(LINES), "\n".join(LINES[5:]), ROW])
def test_it_is_recognised(text):
    assert sniff(text)
    assert notations.sniff(text) == "snellman_ledger"


@pytest.mark.parametrize("text", ["hello\tworld", '{"game": "nim"}', "witches\t1\t2"])
def test_other_texts_are_not(text):
    assert not sniff(text)


def row(column, cell):
    cells = ROW.split("\t")
    cells[column] = cell
    return "\t".join(cells)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (row(2, "22"), "'22'"),
        (row(2, "x VP"), "'x VP'"),
        (row(2, ""), "''"),
        (row(4, "-3 C"), "'-3 C'"),
        (row(6, "3 C"), "'3 C'"),
        (row(10, "3/7 PW"), "'3/7 PW'"),
        (row(10, "3/7/1"), "'3/7/1'"),
        (row(12, "0/0/1"), "'0/0/1'"),
        (row(12, "0/0/1/a"), "'0/0/1/a'"),
        (row(1, "2"), "'2'"),
        (row(9, "+x"), "'+x'"),
        (row(13, "two"), "'two'"),
        (row(0, "player 1"), "'player 1'"),
        (row(14, "jump E6"), "the command 'jump E6'"),
        (ROW.rsplit("\t", 1)[0], "14 columns"),
        (ROW + "\tmore", "16 columns"),
        ("Round 1: nonsense", "the line 'Round 1: nonsense'"),
    ],
)
def test_what_cannot_be_read(line, found):
    """TM-17.2.1, TM-17.2.4: neither row nor comment: the line is named, and what was found."""
    with pytest.raises(Unreadable) as problem:
        parse("\n".join([*HEAD, line, ROW]))
    assert (problem.value.line, problem.value.found) == (len(HEAD) + 1, found)
    assert len(str(problem.value).splitlines()) == 1


def test_a_ledger_without_rows():
    """TM-17.2: it is not a ledger."""
    with pytest.raises(Unreadable, match="no row with figures"):
        parse("\n".join(HEAD))


# --- a copy without figures -----------------------------------------------------------------------------------------

COPY = """show history
clusters\t18/12/6
Default game options
option strict-leech
map be8f6ebf549404d015547152d5f2a1906ae8dd90
Randomize setup
Player 1: Ann
witches setup
nomads setup
Round 1, turn 1
nomads 2 1 upgrade D3 to TP
witches -1 Leech 2 from nomads
nomads -SPADE
nomads vp for FIRE
"""


def test_a_copy_without_figures():
    """TM-17.2.7: offers and the VP of a leech precede the words; anything above the head is ignored."""
    document = parse(COPY)
    assert sniff(COPY)
    assert document.map.value == "be8f6ebf549404d015547152d5f2a1906ae8dd90"
    rows = [line for line in document.lines if isinstance(line, Row)]
    assert [(row.line, row.faction, row.figures, row.deltas, row.offers) for row in rows[2:]] == [
        (11, "nomads", (), (0,), (1, 2)),
        (12, "witches", (), (-1,), ()),
        (13, "nomads", (), (0,), ()),
        (14, "nomads", (), (0,), ()),
    ]
    assert rows[3].commands == (Command("leech", "nomads", 2),)
    assert rows[5].commands == (Command("final_vp", "fire", 0),)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (11, "elves upgrade D3 to TP"),
        (11, "nomads 2 fly to D3"),
        (12, "witches -1 -2 Leech 2 from nomads"),
        (11, "nomads"),
        (5, "clusters\t18/12/6"),
    ],
)
def test_what_is_wrong_in_a_copy(line, text):
    """TM-17.2.7: a faction that was not set up, an unknown command, two changes, no words, columns below the head."""
    lines = COPY.split("\n")
    lines[line - 1] = text
    with pytest.raises(Unreadable) as unreadable:
        parse("\n".join(lines))
    assert unreadable.value.line == line
