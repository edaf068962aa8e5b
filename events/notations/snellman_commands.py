"""What players enter at terra.snellman.net, as lines of text: TM-17.1. Also old ledgers, which have no figures.

option strict-leech                 administrative
setup Nomads for Ann
# a comment                         `## anyturn {...}`: what these lines cannot express, see docs/notations.md
Nomads: Burn 4. Action ACT4
mermaids income_for_faction         old ledgers
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeGuard

from msgspec.structs import replace

from events.log.codec import Unreadable
from events.notations._snellman_commands import Command, parse_command, reordered
from events.notations._snellman_document import Document, Note, Pragma, Row, Setting
from events.notations.snellman_ledger import pragma

GAME = "terra_mystica"

_FACTION_LINE = re.compile(r"\s*(?P<faction>[a-z_]+)\s*:(?P<commands>.*)", re.I)
_OLD_STAGE = re.compile(r"(?P<faction>[a-z]+) (?P<stage>(?:all_|cult_|other_)?income_for_faction|score_resources)")
_COMMAND = r"(?:build|upgrade|transform|dig|send|action|burn|convert|pass|leech|decline|advance|bridge|[+-]\w+)\b"
_SNIFFED = re.compile(
    rf"^\s*\w+\s*:\s*{_COMMAND}|^\s*(?:setup|delete|option) [\w-]+|^\s*score +score\d|^\w+ income_for_faction\s*$",
    re.I | re.M,
)
# What a ledger cannot express may fill the head.
_WRITTEN_LEDGER = re.compile(r"\s*Default game options\s*\n## anyturn ")
_NOTHING = re.compile(
    r"show history|start|finish|income|score_resources|start_planning|start-preview|abort|"
    r"(?:admin|order|player-count|dropoption|default game options|randomize setup)\b.*"
)

Admin = Callable[[Document, int, re.Match[str]], None]
Line = Row | Note | Pragma


def _tiles(document: Document, line: int, match: re.Match[str]) -> None:
    for number, tile in enumerate(re.split(r"[ ,]+", match["tiles"].upper().strip(" ,")), 1):
        document.scoring[number] = Setting(line, tile)


def _tile(document: Document, line: int, match: re.Match[str]) -> None:
    document.scoring[int(match["round"])] = Setting(line, match["tile"].upper())


def _player(document: Document, line: int, match: re.Match[str]) -> None:
    document.players[int(match["n"] or len(document.players) + 1)] = Setting(line, match["name"].strip())


def _setup(document: Document, line: int, match: re.Match[str]) -> None:
    document.lines.append(Row(line, match["faction"].lower(), (), (), (), (Command("setup"),)))
    if match["name"]:
        document.players[sum(map(is_setup, document.lines))] = Setting(line, match["name"].strip())


def _old_stage(document: Document, line: int, match: re.Match[str]) -> None:
    document.lines.append(Row(line, match["faction"], (), (), (), (parse_command(match["stage"]),)))


_ADMINISTRATION: tuple[tuple[re.Pattern[str], Admin], ...] = tuple(
    (re.compile(pattern, re.I), then)
    for pattern, then in (
        (r"option (?P<x>\S+)", lambda d, n, m: d.options.append(Setting(n, m["x"].lower()))),
        (r"map (?P<x>\S+)", lambda d, n, m: setattr(d, "map", Setting(n, m["x"]))),
        (r"(?:delete|removing tile) (?P<x>\w+)", lambda d, n, m: d.removed.append(Setting(n, m["x"].upper()))),
        (
            r"(?:final-scoring|added final scoring tile:) (?P<x>\S+)",
            lambda d, n, m: d.final_scoring.append(Setting(n, m["x"])),
        ),
        (r"faction-variant (?P<x>\S+)", lambda d, n, m: d.options.append(Setting(n, f"faction-variant {m['x']}"))),
        (r"score (?P<tiles>score\d+(?:[ ,]+score\d+)*)[ ,]*", _tiles),
        (r"round (?P<round>\d) scoring: (?P<tile>\w+).*", _tile),
        (r"player (?P<n>\d+): (?P<name>.*)", _player),
        (r"player (?P<n>)(?P<name>.+?)(?: email .*| username .*)?", _player),
        (r"setup (?P<faction>\w+)(?: for (?P<name>.+?))?(?: email .*)?", _setup),
        (
            r"drop-faction (?P<x>\w+)",
            lambda d, n, m: d.lines.append(Note(n, "dropped", m["x"].lower())),
        ),
        (r"randomize (?P<x>v\d.*)", lambda d, n, m: d.options.append(Setting(n, f"randomize {m['x']}"))),
    )
)


def is_setup(line: object) -> bool:
    """Whether a line of a document sets up a faction."""
    return isinstance(line, Row) and line.commands[:1] == (Command("setup"),)


def sniff(head: str) -> bool:
    """Whether a text begins with lines that a player or the administration of the site enters."""
    return "\t" not in head and not _WRITTEN_LEDGER.match(head) and _SNIFFED.search(head) is not None


def parse(text: str) -> Document:
    """Parse the lines. Raises Unreadable with the line for anything but commands and administration."""
    document = Document()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            _line(document, number, line.strip())
        except Unreadable as error:
            error.line = number
            raise
    if not any(isinstance(line, Row) for line in document.lines):
        raise Unreadable("no line of a faction", "commands of the moderator")
    if any(_moves(line) for line in document.lines):
        document.lines = _in_time(document.lines)
    return document


def _moves(line: Line | None) -> TypeGuard[Pragma]:
    """Whether a line states that commands of the next line were played elsewhere."""
    return type(line) is Pragma and bool(line.later or line.earlier)


def _in_time(lines: Sequence[Line]) -> list[Line]:
    """TM-17.1.3: the lines, with the commands that a pragma names moved to where they were played.

    Raises Unreadable, with the pragma's line, if the lines or commands that it names are not there.
    """
    timed: list[tuple[tuple[int, bool], Line]] = []
    for place, line in enumerate(lines):
        before = lines[place - 1] if place else None
        if not _moves(before):
            timed.append(((place, False), line))
            continue
        for by, row in _divided(before, line):
            if not -1 <= place + by < len(lines):
                there = f"{place - 1} lines before" if by < 0 else f"{len(lines) - place - 1} lines after the next"
                raise Unreadable(there, f"as many as `{'earlier' if by < 0 else 'later'}` names", line=before.line)
            timed.append(((place + by, by != 0), row))
    last = lines[-1]
    if _moves(last):
        raise Unreadable("no next line", "the line that `later` or `earlier` is about", line=last.line)
    return [line for _, line in sorted(timed, key=lambda each: each[0])]


def _divided(pragma: Pragma, line: Line) -> list[tuple[int, Row]]:
    """The row without the commands played elsewhere, and those as rows, each with how many lines it is to be moved."""
    if not isinstance(line, Row):
        raise Unreadable("`later` or `earlier` before no line of a faction", "such a line", line=pragma.line)
    before, after = (sum(commands for commands, _ in pairs) for pairs in (pragma.earlier, pragma.later))
    parts = [(commands, -further - 2) for commands, further in pragma.earlier]
    kept = len(line.commands) - before - after
    parts += [*([(kept, 0)] if kept else ()), *pragma.later]
    if any(commands < 1 for commands, _ in parts) or any(min(each) < 1 for each in (*pragma.earlier, *pragma.later)):
        found = f"`later` {pragma.later}, `earlier` {pragma.earlier} before {len(line.commands)} commands"
        raise Unreadable(found, "as many commands as the next line has, and lines beside it", line=pragma.line)
    rows, first = [], 0
    for commands, by in parts:
        rows.append((by, replace(line, commands=line.commands[first : first + commands])))
        first += commands
    return rows


def _line(document: Document, number: int, line: str) -> None:
    if line.startswith("#"):
        pragma(document, number, line)
    elif match := _FACTION_LINE.fullmatch(line.split("#")[0]):
        commands = [parse_command(part) for part in match["commands"].split(".") if part.strip()]
        document.lines.append(Row(number, match["faction"].lower(), (), (), (), reordered(commands)))
    elif match := _OLD_STAGE.fullmatch(line.lower()):
        _old_stage(document, number, match)
    elif line:
        _administration(document, number, " ".join(line.split("#")[0].split()))


def _administration(document: Document, number: int, line: str) -> None:
    for pattern, then in _ADMINISTRATION:
        if match := pattern.fullmatch(line):
            then(document, number, match)
            return
    if not _NOTHING.fullmatch(line.lower()):
        raise Unreadable(f"the line {line[:60]!r}", "a faction's commands, or an administrative line")
