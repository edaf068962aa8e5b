"""What the recorder displays above the input line: the position, the records, a clause, the help."""

import re
from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from engine.clause import below, clause_text, clauses, paragraphs
from engine.replay import Replay
from projections import pictures
from projections.game.position import figures, seat_name
from projections.pictures.painter import visible_beside_paint
from projections.pictures.sheet import numbered
from projections.recorder.live_log import Recording
from projections.recorder.matching import WordsOf
from projections.recorder.record_lines import event_text, record_line
from projections.screen.tables import table
from projections.visible import visible

_CLAUSE = re.compile(r"\b[A-Z]{2,}-\d+(?:\.\d+)*[a-z]?\b")
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_SECTION = re.compile(r"^Section (\d+(?:\.\d+)*)")
HELP = """\
Type what happened: the first letters of a few words are enough. The list shows
what matches.

  Enter             record the only match, or the selected line
  Up, Down          select a line
  Tab               complete the words
  Escape            go back one step: selection, words, group, last part
  PageUp, PageDown  scroll this pane
  Ctrl-C            clear the words; on an empty line, press it twice to leave
  Ctrl-D            leave (everything is saved)

Commands that always work:

  undo              take back the last record; undo 12: record 12 and all after
  again             record again what was taken back, one record at a time
  correct 12        replace the event of record 12
  note ...          add a remark
  p                 show the whole position; Escape goes back
  log, show         show the records so far; show the position again
  ?                 show the clause of what is selected or was refused; ? GA-7.4
  help, quit        show this page; leave

You can also type an event in JSON, for example one that the rules accept but
never offer: a player leaves the game. What is shown as recorded is on the disk.
"""


def position_lines(game: Replay, width: int, colour: bool, height: int | None = None) -> list[str]:
    """The figures of all seats, then the picture of the position; escape sequences in names are made visible.

    If that is more than `height` lines, what matters for the next decision comes first.
    """
    rows = figures(game)
    names = ["player", "faction"] if any(row["faction"] for row in rows) else ["player"]
    shown = [visible(line) for line in table([*names, *game.rules.figures_of_a_seat], rows, width)]
    players = pictures.names_of(game.header)
    picture = pictures.text(game.rules.id, game.state, width, colour, players).rstrip("\n")
    if not picture:
        return shown
    lines = [visible_beside_paint(line) for line in picture.split("\n")]
    if height is None or len(shown) + 1 + len(lines) <= height:
        return [*shown, "", *lines]
    return _first_things_first(game, [*shown, "", *lines], players)


def _first_things_first(game: Replay, lines: Sequence[str], players: Sequence[str]) -> list[str]:
    """The blocks of a position, separated by empty lines, in the order in which they matter for the next decision.

    They begin with what the game names (`matters` in its `terminal.py`), then come the mats of those who are to act.
    """
    blocks = [list(block) for empty, block in groupby(lines, lambda line: not line) if not empty]
    actors = game.rules.turn(game.state).actors or range(len(players))
    heads = pictures.matters(game.rules.id, game.state, actors)
    heads += [head for seat in actors for head in (numbered(players, seat), seat_name(game, seat))]

    def rank(block: Sequence[str]) -> int:
        words = _PAINT.sub("", block[0])
        return next((place for place, head in enumerate(heads) if words.startswith(head)), len(heads))

    ordered = sorted([*blocks[1:], blocks[0]], key=rank)
    return [line for block in ordered for line in (*block, "")][:-1]


def log_lines(recording: Recording, words_of: WordsOf, width: int) -> list[str]:
    """The records; those no longer in force are marked."""
    in_force = {record.seq: record for record in recording.in_force}
    lines: list[str] = []
    for record in recording.records:
        kept = in_force.get(record.seq)
        words = record_line(recording.game, kept or record, words_of)
        if kept is None and record.event.__struct_config__.tag not in ("undo", "correct", "note"):
            words += "  (taken back)"
        elif kept is not None and kept.event != record.event:
            words += f"  (corrected; it was: {event_text(record.event, words_of)})"
        elif kept is None:
            words = f"#{record.seq} the log: {event_text(record.event, words_of)}"
        lines += wrap(visible(words), width, subsequent_indent="      ", break_on_hyphens=False)
    return lines or ["no records yet"]


def clause_of(game: Replay, kind: type) -> str:
    """The clause or section of a kind of event; empty if its docstring names none."""
    description = kind.__doc__ or ""
    if found := _CLAUSE.search(description):
        return found[0]
    if found := _SECTION.search(description):
        prefix = next(iter(clauses(game.rules.id))).split("-")[0]
        return f"{prefix}-{found[1]}"
    return ""


def clause_lines(game: Replay, clause: str, width: int) -> list[str]:
    """The text of a clause and of the clauses below it."""
    game_id = game.rules.id
    texts = [clause_text(game_id, clause), *below(game_id, clause).values()]
    lines: list[str] = []
    for text in filter(None, texts):
        for paragraph in paragraphs(text):
            lines += wrap(visible(paragraph), width, break_on_hyphens=False)
        lines += [""]
    return lines or [f"the rulebook has no clause {clause}", ""]
