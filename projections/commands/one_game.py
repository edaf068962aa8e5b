"""Commands that look at one game."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from projections.commands import completion
from projections.commands.pages import write_page
from projections.commands.shared import (
    Db,
    Force,
    Game,
    Json,
    Notation,
    To,
    Where,
    alone,
    file_line,
    json_line,
    need_beside,
    need_file,
    secrets_shown,
    show,
    show_paged,
    stopped,
    usage,
    whole,
)
from projections.screen.console import is_dumb, note, width
from projections.visible import visible

if TYPE_CHECKING:
    from engine.replay import Replay

AsSeen = Annotated[
    str | None,
    typer.Option(
        "--seat", metavar="PLAYER|N", help="Only what this seat (from 1) saw, in a game that hides something."
    ),
]
PIXELS = 1240
"""The width of a PNG unless another is asked for."""


def replay(
    game: Game,
    to: To = None,
    step: Annotated[bool, typer.Option("--step", help="Show the position after every record on the way.")] = False,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Draw the position (- is standard output).")
    ] = None,
    png: Annotated[
        str | None, typer.Option("--png", metavar="FILE", help="Draw the position as PNG (needs the extra report).")
    ] = None,
    pixels: Annotated[int | None, whole("--width", "Width of the PNG in pixels (default 1240).", 100, 10_000)] = None,
    part: Annotated[
        str | None,
        typer.Option(
            "--part",
            metavar="NAME",
            help="Draw only this part, such as board (with --svg or --png).",
            autocompletion=completion.parts,
        ),
    ] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write the whole game as a page for a browser.")
    ] = None,
    remarks: Annotated[
        str | None, typer.Option("--remarks", metavar="FILE", help="Show these remarks in the page (with --html).")
    ] = None,
    force: Force = False,
    notation: Notation = None,
    db: Db = None,
    json: Json = False,
    seat: AsSeen = None,
) -> None:
    """Show the position at a place: the board, the players and their figures."""
    from projections.screen import arguments
    from projections.store.find import store_path

    alone({"--step": step, "--svg": svg, "--png": png, "--html": html})
    need_file(force, svg, png, html, files="--svg FILE, --png FILE or --html FILE")
    need_beside("--width", pixels, png, "--png FILE")
    need_beside("--part", part, svg or png, "--svg FILE or --png FILE")
    need_beside("--remarks", remarks, html, "--html FILE")
    if json and "-" in (svg, html):
        usage(f"found --json with {'--svg' if svg else '--html'} -, expected one of them for standard output")
    if html is not None:
        if seat is not None:
            usage(
                "found --seat with --html, expected one of them; `anyturn export --public --seat` writes a log for this"
            )
        write_page(game, html, to, force, notation, db, json, remarks)
        return
    where = (game, store_path(db), to or "end", arguments.notation(notation), seat)
    if svg is not None:
        _draw(where, part, svg, force, json)
    elif png is not None:
        _paint(where, part, png, pixels or PIXELS, force, json)
    else:
        _print(where, step, json)


Place = tuple[str, str, str, str | None, str | None]
"""A game, its store, an address, a notation, the seat from which it is seen."""


def _warn_of_secrets(last: "Replay", seat: str | None) -> None:
    """Say so, before it is shown, if a game that is still being played is shown with what is secret in it."""
    from engine.public import holds_secrets

    if seat is None:
        secrets_shown(holds_secrets(last), "--seat PLAYER shows only what that player has seen")


def _print(where: Place, every: bool, json: bool) -> None:
    """Print a position, or `every` position up to it."""
    from projections.game.position import position_json, positions_until, with_last
    from projections.screen.positions import position_text

    if every:
        positions, last = positions_until(*where)
    else:
        there, last = with_last(*where)
        positions = [there]
    there = positions[-1]
    _warn_of_secrets(last, where[-1])
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and not is_dumb()

    def lines() -> Iterator[str]:
        for one in positions:
            yield from [json_line(position_json(one))] if json else position_text(one, width(), colour)
            if every and not json:
                yield ""

    show_paged(lines(), visible if json else str)
    stopped(there)


def _paint(where: Place, part: str | None, file: str, pixels: int, force: bool, json: bool) -> None:
    """Draw a position, or a part of it, as PNG."""
    from events.files.atomic import refuse_existing, write_whole
    from projections.game.position import with_last
    from projections.plots import need_png
    from projections.plots import png as painted
    from projections.screen.positions import position_svg

    if file == "-":
        usage("found --png -, expected a file; a PNG is not text")
    need_png("anyturn replay --png")
    refuse_existing([Path(file)], force)
    there, last = with_last(*where)
    _warn_of_secrets(last, where[-1])
    write_whole(painted(position_svg(there, last.state, part), pixels), Path(file), force=force)
    show([file_line(Path(file), json)])
    stopped(there)


def _draw(where: Place, part: str | None, file: str, force: bool, json: bool) -> None:
    """Draw a position, or a part of it, as SVG."""
    from events.files.atomic import write_whole
    from projections.game.position import with_last
    from projections.screen.positions import position_svg

    there, last = with_last(*where)
    _warn_of_secrets(last, where[-1])
    drawing = position_svg(there, last.state, part)
    if file == "-":
        show(drawing.splitlines())
    else:
        write_whole(drawing.encode(), Path(file), force=force)
        show([file_line(Path(file), json)])
    stopped(there)


def log(game: Game, notation: Notation = None, db: Db = None, json: Json = False, seat: AsSeen = None) -> None:
    """Print the records in words, each with what it changed."""
    from projections import pictures
    from projections.game.position import as_seen_by, log_json
    from projections.screen import arguments
    from projections.screen.positions import log_text
    from projections.store.find import find_watched, store_path
    from projections.store.trace import Trace

    def watch(replay: Any) -> Trace:
        return Trace(replay, pictures.seen(replay.rules.id))

    found, trace = find_watched(game, store_path(db), watch, arguments.notation(notation), as_seen_by(seat))
    if trace is not None:  # a summary has no records
        _warn_of_secrets(trace.game, seat)
        show_paged(map(json_line, log_json(found.log, trace)) if json else log_text(found.log, trace, width()))
    if found.broke is not None:
        note(f"anyturn: record {found.broke.seq} breaks {found.broke.violation}; the log ends before it")


def summary(game: Game, notation: Notation = None, db: Db = None, json: Json = False) -> None:
    """Print one page about a game: who won, where the points came from, who led when."""
    from projections.game.summary import summary
    from projections.screen import arguments
    from projections.screen.summary_page import summary_lines
    from projections.store.find import store_path

    page = summary(game, store_path(db), arguments.notation(notation))
    show_paged([json_line(page.as_json())] if json else summary_lines(page, width()))


def legal(game: Game, at: Where = "end", notation: Notation = None, db: Db = None, json: Json = False) -> None:
    """List the legal actions at a place."""
    from projections.game.position import legal_actions, with_last
    from projections.screen import arguments
    from projections.screen.positions import legal_text
    from projections.store.find import store_path
    from projections.verdict import SHOWN, plain_event

    there, last = with_last(game, store_path(db), at, arguments.notation(notation))
    _warn_of_secrets(last, None)
    found = legal_actions(there, SHOWN + 1)
    actions = found[:SHOWN]
    rows = (json_line({"actor": actor, "event": plain_event(event)}) for actor, event in actions)
    show_paged(rows if json else legal_text(there, actions, width()))
    if len(found) > SHOWN:
        note(f"only the first {len(actions):,} legal actions are shown; there are more")
    if there.standings is not None:
        note("the game is over")
    stopped(there)
