"""The command that writes stored games: as logs, native or in another notation, or as tables."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from events.problems import FINDINGS
from projections.commands import completion
from projections.commands.learning import write_decisions
from projections.commands.shared import (
    NATIVE,
    Db,
    Force,
    GameIfAny,
    Json,
    alone,
    ends_early,
    file_line,
    json_line,
    need_file,
    show,
    usage,
)
from projections.screen.console import note, printed

FEW = 5
"""At most this many remaining names are listed."""

From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="NAME",
        help="The notation of the file (default: detected).",
        autocompletion=completion.notations,
    ),
]


def export(
    game: GameIfAny = None,
    everything: Annotated[bool, typer.Option("--all", help="Export all stored games.")] = False,
    out: Annotated[
        str | None, typer.Option("--out", metavar="PLACE", help="A file (.gz compresses) or, with --all, a folder.")
    ] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="With --all: write all tables as Parquet.")] = False,
    notation: Annotated[
        str,
        typer.Option("--notation", metavar="NAME", help="The notation to write.", autocompletion=completion.notations),
    ] = NATIVE,
    from_: From = None,
    public: Annotated[bool, typer.Option("--public", help="Only what was public at the table.")] = False,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="PLAYER|N", help="With --public: also what this seat (from 1) saw.")
    ] = None,
    facts: Annotated[
        str | None,
        typer.Option("--facts", metavar="FILE", help="With --all: also write the facts about the games, as TOML."),
    ] = None,
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Replace player names by pseudonyms; leave out sources and notes.")
    ] = False,
    decisions: Annotated[
        str | None,
        typer.Option("--decisions", metavar="FILE", help="Write decisions with their legal sets, as Parquet."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option("--where", metavar="SQL", help='With --all --decisions: which games, such as "players = 4".'),
    ] = None,
    force: Force = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Write a game as a log, native or in another notation; or all stored games, all tables, or all decisions."""
    if decisions is not None:
        _check_decisions(decisions, out, parquet, notation, public, seat, facts, pseudonyms)
        write_decisions(game, everything, decisions, where, from_, db, force=force, json=json)
        return
    if where is not None:
        usage("found --where without --decisions, expected --all --decisions FILE with it")
    if everything == (game is not None) or (everything and out is None):
        usage("give either GAME or --all --out FOLDER")
    need_file(force, out, facts, files="--out PLACE or --decisions FILE")
    _check_one(everything, public, seat, from_)
    _check_all(everything, parquet, facts is not None, pseudonyms, notation)
    if game is None:
        _export_all(db, out or "", parquet, notation, force, json, pseudonyms, facts)
        return
    found = _find_log(game, db, from_)
    found = _only_public(found, seat) if public else found
    _export_one(_renamed(found, db) if pseudonyms else found, out, notation, force, json)


def _only_public(found: Any, seat: str | None) -> Any:
    from projections.game import export as exporting

    return exporting.public(found, seat)


def _renamed(found: Any, db: str | None) -> Any:
    """The same game with pseudonyms; warns about names that remain."""
    from projections.game import export as exporting
    from projections.game.pseudonyms import Pseudonyms
    from projections.store.find import store_path
    from projections.store.known_facts import aliases_in

    named = Pseudonyms(aliases_in(store_path(db)) if found.stored else {})
    renamed = exporting.without_names(found, named)
    _note_names_left(named)
    return renamed


def _export_one(found: Any, out: str | None, notation: str, force: bool, json: bool) -> None:
    """Write a game to a file, or else to standard output."""
    from projections.game import export as exporting

    lines = exporting.lines_of(found, notation)
    if out is not None:
        exporting.write_log(lines, Path(out), force=force)
        show([file_line(out, json)])
    elif json and notation != NATIVE:
        show([json_line({"notation": notation, "text": b"\n".join(lines).decode()})])
    else:
        sys.stdout.buffer.writelines(line + b"\n" for line in lines)
    ends_early(found.broke, "this log ends before that record")


def _check_decisions(
    decisions: str,
    out: str | None,
    parquet: bool,
    notation: str,
    public: bool,
    seat: str | None,
    facts: str | None,
    pseudonyms: bool,
) -> None:
    """Refuse options of `export` that make something else than decisions."""
    others = {"--out": out, "--parquet": parquet, "--notation": notation != NATIVE, "--public": public}
    for option, value in {**others, "--facts": facts, "--pseudonyms": pseudonyms, "--seat": seat}.items():
        alone({"--decisions": decisions, option: value})


def _check_one(everything: bool, public: bool, seat: str | None, from_: str | None) -> None:
    """Refuse options of `export` that a single game needs, without one."""
    if everything and (public or from_ is not None):
        usage("found --all with --public or --from, expected a single game with these")
    if seat is not None and not public:
        usage("found --seat without --public, expected both or none")


def _check_all(everything: bool, parquet: bool, facts: bool, pseudonyms: bool, notation: str) -> None:
    """Refuse options of `export` that do not go together."""
    if parquet and not everything:
        usage("found --parquet with GAME, expected it with --all --out FOLDER")
    if parquet and notation != NATIVE:
        usage("found --parquet with --notation, expected one of them: tables or logs")
    if facts and (not everything or parquet):
        usage("found --facts, expected --all with it and no --parquet")
    if parquet and pseudonyms:
        usage(
            "found --parquet with --pseudonyms, expected logs; import these into another store for tables without names"
        )


def _note_names_left(pseudonyms: Any) -> None:
    """Warn about names of players that remain in exported logs, so that people can check them."""
    found = pseudonyms.left if pseudonyms else []
    for left in found[:FEW]:
        place = f"record {left.seq}" if left.seq else "the header"
        note(f"anyturn: {place} of {left.log} also holds the name of a player, {left.name}; check before sharing it")
    if len(found) > FEW:
        note(f"anyturn: and {len(found) - FEW} more such names")


def _export_all(
    db: str | None,
    out: str,
    parquet: bool,
    notation: str,
    force: bool,
    json: bool,
    pseudonyms: bool,
    facts: str | None,
) -> None:
    """Write all stored games, or all tables, to a folder."""
    from events.store.event_store import EventStore
    from projections.game import export as exporting
    from projections.game.pseudonyms import Pseudonyms
    from projections.screen.wording import left_out
    from projections.store.find import open_tables, store_path
    from projections.store.known_facts import aliases_in

    path, folder, problems = store_path(db), Path(out), []
    named = Pseudonyms(aliases_in(path)) if pseudonyms else None
    with open_tables(path) if parquet else EventStore(path, read_only=True) as store:
        files = ((file, None) for file in exporting.parquet(store, folder, force=force))
        logs = exporting.all_logs(store, folder, notation, force=force, pseudonyms=named)
        for file, problem in files if parquet else logs:
            if problem is None:
                printed([file_line(file, json)])
            else:
                problems.append(problem)
        if facts is not None:
            exporting.write_facts(store, Path(facts), named, force=force)
            printed([json_line({"file": facts})] if json else [facts])
    _note_names_left(named)
    if problems:
        note(f"anyturn: {left_out(problems, notation)}")
        raise typer.Exit(FINDINGS)


def _find_log(game: str, db: str | None, notation: str | None) -> Any:
    from projections.screen import arguments
    from projections.store.find import find, store_path

    return find(game, store_path(db), arguments.notation(notation))
