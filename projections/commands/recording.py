"""Commands that record a game while it is played."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from projections.commands.shared import (
    Db,
    Game,
    Json,
    Notation,
    Options,
    Rules,
    Where,
    ends_early,
    file_line,
    json_line,
    usage,
    whole,
)
from projections.screen.console import flushed, is_dumb, note, printed

Log = Annotated[str, typer.Argument(metavar="LOG", help="A native log, as `new` or `branch` begins it.")]


def new(
    game: Rules,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME[=FACTION]", help="A player; repeat in the order of seats."),
    ] = None,
    log: Annotated[str | None, typer.Option("--log", metavar="FILE", help="The log to create.")] = None,
    option: Options = None,
    catalogue: Annotated[
        str | None,
        typer.Option("--catalogue", metavar="FILE", help="The catalogue of cards: a file, or a name."),
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Hands stay hidden: cards can be left unknown.")] = False,
    played_at: Annotated[str, typer.Option("--played-at", metavar="DATE", help="The date of the game.")] = "",
    json: Json = False,
) -> None:
    """Start a log: a file with a header, to be continued with `append` or `record`."""
    from events.log.appending import begin
    from projections.game import catalogues
    from projections.recorder.new_log import catalogue_of, header_of
    from projections.screen import arguments

    players = player or _prompted_players()
    stated = {name: arguments.value(value) for name, value in arguments.pairs(option).items()}
    own = catalogues.own_catalogue(game)
    given = catalogue or (_prompted(f"catalogue (a file, or {own.HOUSE})") if own else "")
    cards = catalogue_of(game, given) if given else None
    header = header_of(
        game, players, stated, cards, public=public, played_at=arguments.date(played_at or None, "--played-at") or ""
    )
    file = Path(log or _prompted("log (a file)") or usage("found no --log, expected the file to create"))
    begin(header, file)
    printed([file_line(file, json)])


def _prompted(what: str) -> str:
    """A missing argument, prompted for on a terminal; empty without a terminal, and after Ctrl-D."""
    if sys.stdin is None or not sys.stdin.isatty():
        return ""
    sys.stderr.write(f"{what}: ")
    sys.stderr.flush()
    answer = sys.stdin.readline()  # Ctrl-C is not caught here
    if not answer.endswith("\n"):
        sys.stderr.write("\n")
    return answer.strip()


def _prompted_players() -> list[str]:
    names = _prompted("players in the order of their seats, separated by commas").split(",")
    players = [name.strip() for name in names if name.strip()]
    return players or usage("found no --player, expected one per seat")


def branch(
    game: Game,
    at: Where = "end",
    log: Annotated[str | None, typer.Option("--log", metavar="FILE", help="The log to create.")] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What to call the branch.")] = "",
    notation: Notation = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Begin a branch of a game at a place: a log with the records up to there, to be continued like any other."""
    from engine.address import check, goto
    from engine.branching import branch
    from engine.rules import ruleset
    from events.log.appending import begin_with
    from projections.screen import arguments
    from projections.store.find import find, store_path

    check(at)
    found = find(game, store_path(db), arguments.notation(notation))
    there = goto(ruleset(found.log.header.game), found.log, at)
    begun = branch(found.log, there, name)
    file = Path(log or _prompted("log (a file)") or usage("found no --log, expected the file to create"))
    begin_with(begun, file)
    printed([file_line(file, json)])
    broke = there.broke or (found.broke if there.seq == len(found.log.records) else None)
    ends_early(broke, "the branch leaves the game before it")


def append(
    game: Game,
    event: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EVENT...", help="Events in words or JSON; without any, or with -, lines of standard input."
        ),
    ] = None,
    expect: Annotated[
        int | None, whole("--expect", "Append only if the log has this many records.", 0, metavar="SEQ")
    ] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Append events to a native log or a stored game; each is judged before it is written."""
    from projections.recorder.appending import append_to_file, append_to_stored
    from projections.recorder.record_lines import appended_lines
    from projections.screen.verdict_words import words_of
    from projections.store.find import store_path

    texts = _lines(partial(_awaited, game, db)) if event in (None, [], ["-"]) else iter(event or [])
    last: Any = None
    if Path(game).exists():
        if db is not None:
            usage(f"found --db with the file {game}, expected a stored game")
        done = append_to_file(game, texts, words_of, expect)
    else:
        done = append_to_stored(game, store_path(db), texts, words_of, expect)
    for last in done:
        if last.torn:
            note(f"anyturn: {game}: the last line was cut off and is ignored: {last.torn}")
        printed([json_line(last.as_json())] if json else appended_lines(last, words_of))
        flushed()
    if last is None:
        usage(f"found no event, expected {_awaited(game, db)}")
    if last.game.standings is not None:
        note("the game is over")


def _awaited(game: str, db: str | None) -> str:
    """The kinds of events awaited at the end of a log."""
    from projections.game.position import position
    from projections.recorder.event_kinds import awaited_kinds, listed
    from projections.store.find import store_path

    return listed(awaited_kinds(position(game, store_path(db), "end")))


def _lines(awaited: Callable[[], str]) -> Iterator[str]:
    """The lines of standard input; on a terminal, a note first lists the kinds of events awaited."""
    from events.files import standard_input

    if sys.stdin is not None and sys.stdin.isatty():
        note(f"type one event per line, Ctrl-D to end; expected {awaited()}")
    for line in standard_input():
        if text := line.decode(errors="replace").strip():
            yield text


def record(log: Log) -> None:
    """Record a game at the table: each event is judged as you type it and saved at once; resume at any time."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        usage("found no terminal, expected one to record in; `anyturn append` reads standard input instead")
    if is_dumb():
        usage("found a dumb terminal (TERM), expected a full-screen one; `anyturn append` reads standard input instead")
    from projections.recorder import run

    run(log)
