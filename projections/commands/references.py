"""Commands about rulebooks and component values."""

from pathlib import Path
from typing import Annotated

import typer

from events.problems import CHAIN, FINDINGS
from projections.commands import completion
from projections.commands.shared import (
    Db,
    Force,
    Json,
    file_line,
    json_line,
    need_file,
    show,
    show_paged,
    usage,
    watched,
)
from projections.screen.console import note, printed, width


def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game; or `drift`: games that the current rules judge differently.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAUSE", help="A clause, such as TM-7.4, also without GAME; or words in clauses, such as leech."
        ),
    ] = None,
    apply: Annotated[bool, typer.Option("--apply", help="With drift: rebuild the tables of these games.")] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Show a rulebook, or list the stored games that the current rules judge differently (`rules drift`)."""
    from projections.screen import rulebooks

    if game == "drift" and clause is None:
        _drift(db, apply, json)
        return
    if apply:
        usage("found --apply without drift, expected `anyturn rules drift --apply`")
    if db is not None:
        usage("found --db without drift, expected `anyturn rules drift --db FILE`")
    show_paged(map(json_line, rulebooks.as_json(game, clause)) if json else rulebooks.as_text(game, clause, width()))


def _drift(db: str | None, apply: bool, json: bool) -> None:
    from events.store.event_store import EventStore
    from projections.screen.wording import drift_line, drift_total
    from projections.store.drift import drift, rebuild
    from projections.store.find import store_path

    path = store_path(db)
    judged = []
    with EventStore(path, read_only=not apply or not Path(path).exists()) as store:  # a missing store is not created
        work = rebuild(store) if apply else drift(store)
        with watched(len(store.heads()), "game") as each:
            for one in each([one] for one in work):
                if one.changes:
                    (printed if apply else show)([json_line(one) if json else drift_line(one)])
                judged.append(one)
    note(drift_total(judged, apply))
    if any(one.broken for one in judged):
        raise typer.Exit(CHAIN)
    if any(one.stuck if apply else one.changes for one in judged):
        raise typer.Exit(FINDINGS)


def catalogue(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game whose logs carry component values.", autocompletion=completion.games
        ),
    ],
    file: Annotated[str, typer.Argument(metavar="FILE", help="A catalogue file.")],
    template: Annotated[bool, typer.Option("--template", help="Create the file from a template instead.")] = False,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="LOG", help="Write the values that this log declares instead.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Check a file of component values; with --json, print it as in a header."""
    from projections.game import catalogues

    if template and from_ is not None:
        usage("found --template with --from, expected one of them")
    if template or from_ is not None:
        written = catalogues.begin(game, file, force) if from_ is None else catalogues.grown(game, from_, file, force)
        show([file_line(written, json)])
        return
    need_file(force, files="--template or --from LOG")
    stated, faults = catalogues.check(game, file)
    if faults:
        show(json_line({"fault": fault}) if json else fault for fault in faults)
        raise typer.Exit(FINDINGS)
    show([json_line(stated) if json else f"{file}: no faults"])


def schema(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game; without it, what all games share.", autocompletion=completion.games
        ),
    ] = None,
    of: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="THING",
            help="line (of a native log), header, record, event, catalogue, verdict, facts, remarks or answer.",
            autocompletion=completion.schemas,
        ),
    ] = "line",
    json: Json = False,
) -> None:
    """Print the JSON Schema of the lines of a native log, or of another form that is read or printed."""
    import msgspec

    from projections.schemas.documents import document

    found = document(game, of)
    text = msgspec.json.encode(found)
    show([json_line(found)] if json else msgspec.json.format(text, indent=2).decode().splitlines())
