"""What the recorder shows above the line in which one types: positions, records, clauses, help."""

import re
from textwrap import wrap

from engine.clause import below, clause_text, clauses, paragraphs
from engine.replay import Replay
from projections import pictures
from projections.game.position import figures
from projections.pictures.painter import visible_beside_paint
from projections.recorder.live_log import Recording
from projections.recorder.matching import Say
from projections.recorder.record_lines import event_text, record_line
from projections.screen.tables import table
from projections.visible import visible

_CLAUSE = re.compile(r"\b[A-Z]{2,}-\d+(?:\.\d+)*[a-z]?\b")
_SECTION = re.compile(r"^Section (\d+(?:\.\d+)*)")
HELP = """\
Type what happened: the first letters of some words are enough. The list shows
what fits.

  Enter             record what fits, if that is one thing; or the marked line
  Up, Down          mark a line
  Tab               complete the words
  Escape            a step back: the mark, the words, the group, a part told
  PageUp, PageDown  scroll what is shown here
  Ctrl-C            give up the words; twice, or Ctrl-D: leave (all is saved)

Words that are always there:

  undo              take back the last record; undo 12: record 12 and all after
  again             record once more what was taken back, one by one
  correct 12        put another event in the place of record 12
  note ...          a remark of your own
  log, show         the records so far; the position again
  ?                 the clause of what is marked or was refused; ? GA-7.4
  help, quit        this page; leave

An event may be typed in JSON, too, such as one that the rules accept but never
offer: a player who leaves the game. What is shown as recorded is on the disk.
"""


def position_lines(game: Replay, width: int, colour: bool) -> list[str]:
    """Everybody's figures, then the picture of the position; safe to look at, in colours if so wished."""
    rows = figures(game)
    names = ["player", "faction"] if any(row["faction"] for row in rows) else ["player"]
    shown = [visible(line) for line in table([*names, *game.rules.figures_of_a_seat], rows, width)]
    picture = pictures.text(game.rules.id, game.state, width, colour, pictures.names_of(game.header)).rstrip("\n")
    return [*shown, "", *map(visible_beside_paint, picture.split("\n"))] if picture else shown


def log_lines(recording: Recording, say: Say, width: int) -> list[str]:
    """The records, those that are not in force marked."""
    in_force = {record.seq: record for record in recording.in_force}
    lines: list[str] = []
    for record in recording.records:
        kept = in_force.get(record.seq)
        words = record_line(recording.game, kept or record, say)
        if kept is None and record.event.__struct_config__.tag not in ("undo", "correct", "note"):
            words += "  (taken back)"
        elif kept is not None and kept.event != record.event:
            words += f"  (corrected; it was: {event_text(record.event, say)})"
        elif kept is None:
            words = f"#{record.seq} the log: {event_text(record.event, say)}"
        lines += wrap(visible(words), width, subsequent_indent="      ", break_on_hyphens=False)
    return lines or ["no record yet"]


def clause_of(game: Replay, kind: type) -> str:
    """The clause, or section, that a kind of event belongs to; empty if its description names none."""
    told = kind.__doc__ or ""
    if found := _CLAUSE.search(told):
        return found[0]
    if found := _SECTION.search(told):
        prefix = next(iter(clauses(game.rules.id))).split("-")[0]
        return f"{prefix}-{found[1]}"
    return ""


def clause_lines(game: Replay, clause: str, width: int) -> list[str]:
    """The text of a clause, with those below it."""
    game_id = game.rules.id
    texts = [clause_text(game_id, clause), *below(game_id, clause).values()]
    lines: list[str] = []
    for text in filter(None, texts):
        for paragraph in paragraphs(text):
            lines += wrap(visible(paragraph), width, break_on_hyphens=False)
        lines += [""]
    return lines or [f"the rulebook has no clause {clause}", ""]
