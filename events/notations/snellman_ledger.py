"""The ledger of terra.snellman.net: TM-17.2. Tab-separated rows of 15 columns, and lines of comment between them.

Its document also serves the site's other notations: the JSON of a game, and commands without figures.

Three renderings are read: the ledger as text; its copy from the web page (other blanks and line ends, a cell `show
history` behind every comment); and a copy without figures, which includes the page above the ledger:

swarmlings setup
nomads 2 upgrade D3 to TP           offers made by the row
swarmlings -1 Leech 2 from nomads   the VP that it costs
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from events.log.codec import Decoder, Unreadable
from events.notations._snellman_commands import parse_commands
from events.notations._snellman_document import Document, Figures, Note, Pragma, Row, Setting

GAME = "terra_mystica"
COLUMNS = 15
MOST_SPELLINGS = 16384
"""How many spellings of a column's cells are remembered."""
PRAGMA = "## anyturn "
_SHOW_HISTORY = "show history"
_HEAD = "Default game options"
_RANDOMIZE = "randomize"
_SETUP = " setup"
_BARE_ROW = re.compile(r"[a-z]+ (?P<numbers>(?:-?\d+ )*)(?P<words>\S.*)", re.I)

_COMMENTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("nothing", r"Round (\d)(?: income|, turn \d+)"),
        ("option", r"option (\S+)"),
        ("player", r"Player (\d+):(.*)"),
        ("tile", r"Round (\d) scoring: (\w+)(?:,.*)?"),
        ("removed", r"Removing tile (\w+)"),
        ("scoring", r"Scoring (\S+)(?: cult)?"),
        ("resources", r"Converting resources to VPs()"),
        ("dropped", r"(\w+) dropped from the game"),
        ("map", r"map (\S+)"),
        ("final", r"Added final scoring tile: (\S+)"),
        ("nothing", r"(?:Default game options|Randomize setup|Game start.*|.*deadline.*)()"),
    )
)

_pragma_decoder: Decoder[Pragma] = Decoder(Pragma)


def sniff(head: str) -> bool:
    """Whether a text begins like a ledger: its option and setup lines, or a row with figures."""
    return bool(
        re.search(r"^\s*Default game options", head, re.M)
        or re.search(r"^Round \d scoring: SCORE\d", head, re.M)
        or re.search(r"^\w+\t[^\t]*\t\d+ VP\t[^\t]*\t\d+ C\t", head, re.M)
    )


def parse(text: str) -> Document:
    """Parse a ledger. Raises Unreadable with the line for anything but rows and comments."""
    document, factions = Document(), set[str]()
    lines = text.split("\n")
    if "\r" in text:
        lines = [line.rstrip("\r") for line in lines]
    above = next((number for number, line in enumerate(lines, 1) if line.strip().startswith(_HEAD)), 0)
    for number, line in enumerate(lines, 1):
        cells = line.split("\t")
        try:
            if len(cells) == COLUMNS:
                document.lines.append(_row(number, cells))
            elif number < above and not line.startswith("#"):
                continue
            elif len(cells) == 1 or (len(cells) == 2 and cells[1].strip() == _SHOW_HISTORY):
                line = cells[0].strip()
                if factions or line.endswith(_SETUP):
                    _without_figures(document, number, line, factions)
                else:
                    comment(document, number, line)
            else:
                raise Unreadable(f"{len(cells)} columns", f"a row of {COLUMNS} columns, or a comment")
        except Unreadable as error:
            error.line = number
            raise
    if not any(isinstance(line, Row) for line in document.lines):
        raise Unreadable("no row with figures", "a ledger")
    return document


def _without_figures(document: Document, number: int, text: str, factions: set[str]) -> None:
    """Read a comment, or a row of a copy without figures. A row belongs to one of `factions`, to which setups add.

    Whole numbers before the words are offers, except that a negative one is the change of VP.
    """
    faction = text.split(" ", 1)[0].lower()
    if faction not in factions:
        if not text.endswith(_SETUP) or faction == _RANDOMIZE:
            comment(document, number, text)
            return
        factions.add(faction)
    match = _BARE_ROW.fullmatch(text)
    if match is None:
        raise Unreadable(f"the line {text[:60]!r}", "a faction's commands")
    numbers = [int(each) for each in match["numbers"].split()]
    changes = [each for each in numbers if each < 0]
    if len(changes) > 1:
        raise Unreadable(f"{len(changes)} changes of VP", "at most one")
    offers = tuple(sorted(each for each in numbers if each >= 0))
    document.lines.append(Row(number, faction, (), (sum(changes),), offers, parse_commands(match["words"])))


def _row(number: int, cells: list[str]) -> Row:
    who, d_vp, vp, d_c, coins, d_w, workers, d_p, priests, d_pw, power, d_cults, cults, offers, commands = cells
    try:
        bare = _vp[vp], _coins[coins], _workers[workers], _priests[priests]
        figures = bare + _power[power] + _cults[cults]
        deltas = _delta[d_vp], _delta[d_c], _delta[d_w], _delta[d_p], _delta[d_pw], _delta[d_cults]
        return Row(number, _faction[who], figures, deltas, _offers[offers], parse_commands(commands))
    except KeyError:  # a spelling that was not read before
        for (known, read), cell in zip(_COLUMNS, cells, strict=False):
            if cell not in known:
                _learn(known, read, cell)
        return _row(number, cells)


def _learn(known: dict[str, Any], read: Callable[[str], Any], cell: str) -> None:
    """Remember the value of a spelling, unless too many are remembered already."""
    value = read(cell)
    if len(known) >= MOST_SPELLINGS:
        known.clear()
    known[cell] = value


def _numbers(unit: str, parts: int) -> Callable[[str], Figures]:
    """A function that reads `parts` numbers with `/` between them, then the unit."""
    expected = f"{parts} numbers with / between them" if parts > 1 else "a number"

    def numbers(cell: str) -> Figures:
        text = cell.strip()
        found = text.removesuffix(unit).split("/")
        if not text.endswith(unit) or len(found) != parts or not all(number.isdecimal() for number in found):
            raise Unreadable(repr(cell), f"{expected}{' and' + unit if unit else ''}")
        return tuple(map(int, found))

    return numbers


def _number(unit: str) -> Callable[[str], int]:
    """A function that reads one number, then the unit."""
    numbers = _numbers(unit, 1)
    return lambda cell: numbers(cell)[0]


def _read_faction(cell: str) -> str:
    name = cell.strip().lower()
    if not name.isalpha():
        raise Unreadable(repr(cell), "a faction")
    return name


def _read_delta(cell: str) -> int:
    text = cell.strip()
    if not text:
        return 0
    if not re.fullmatch(r"[+-]\d+", text):
        raise Unreadable(repr(cell), "a change such as +3")
    return int(text)


def _read_offers(cell: str) -> Figures:
    parts = cell.split()
    if not all(part.isdecimal() for part in parts):
        raise Unreadable(repr(cell), "amounts of power offered")
    return tuple(sorted(int(part) for part in parts))


# The values of the columns' cells, by spelling.
_faction: dict[str, str] = {}
_delta: dict[str, int] = {}
_vp: dict[str, int] = {}
_coins: dict[str, int] = {}
_workers: dict[str, int] = {}
_priests: dict[str, int] = {}
_power: dict[str, Figures] = {}
_cults: dict[str, Figures] = {}
_offers: dict[str, Figures] = {}
_COLUMNS: tuple[tuple[dict[str, Any], Callable[[str], Any]], ...] = (
    (_faction, _read_faction),
    (_delta, _read_delta),
    (_vp, _number(" VP")),
    (_delta, _read_delta),
    (_coins, _number(" C")),
    (_delta, _read_delta),
    (_workers, _number(" W")),
    (_delta, _read_delta),
    (_priests, _number(" P")),
    (_delta, _read_delta),
    (_power, _numbers(" PW", 3)),
    (_delta, _read_delta),
    (_cults, _numbers("", 4)),
    (_offers, _read_offers),
)


def pragma(document: Document, number: int, text: str) -> None:
    """Read a line that begins with `#`: a comment, unless it is one of our pragmas."""
    if text.startswith(PRAGMA):
        value = _pragma_decoder(text.removeprefix(PRAGMA).encode(), number)
        value.line = number
        document.lines.append(value)


def comment(document: Document, number: int, text: str) -> None:
    """Note the content of a comment. Raises Unreadable if ledgers have no such comment."""
    if not text:
        return
    if text.startswith("#"):
        pragma(document, number, text)
        return
    kind, match = _read_comment(text)
    if kind != "nothing":
        _note(document, number, kind, match)


@lru_cache(maxsize=MOST_SPELLINGS)
def _read_comment(text: str) -> tuple[str, re.Match[str]]:
    for kind, pattern in _COMMENTS:
        if match := pattern.fullmatch(text):
            return kind, match
    raise Unreadable(f"the line {text[:60]!r}", "a comment of a ledger")


def _note(document: Document, number: int, kind: str, match: re.Match[str]) -> None:
    value = Setting(number, match[match.re.groups].strip())
    if kind == "option":
        document.options.append(value)
    elif kind == "map":
        document.map = value
    elif kind == "tile":
        document.scoring[int(match[1])] = value
    elif kind == "removed":
        document.removed.append(value)
    elif kind == "final":
        document.final_scoring.append(value)
    elif kind == "player":
        document.players[int(match[1])] = value
    else:
        document.lines.append(Note(number, kind, match[1]))
