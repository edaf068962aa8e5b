"""Commands that read and write logs."""

import os
import sys
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from events.problems import FINDINGS, one_of
from events.verdicts import CLEAN, HOLDS
from projections.commands import completion
from projections.commands.annotations import append_facts, append_names, keys_of, read_facts, read_keys, read_pattern
from projections.commands.completion import POLICIES, RANDOM
from projections.commands.shared import (
    ClusterOption,
    Db,
    Force,
    GameIfAny,
    Jobs,
    Json,
    Keys,
    Notation,
    PartsOption,
    Paths,
    PathsIfAny,
    Players,
    Quiet,
    Rules,
    alone,
    ends_early,
    file_line,
    finish,
    json_line,
    need_file,
    show,
    typed,
    usage,
    watched,
    whole,
    workers_for,
)
from projections.screen.console import flushed, note, printed, width

if TYPE_CHECKING:
    from collections.abc import Mapping

    from events.seals.judging import SealFinding
    from projections.verdict import Verdict

NATIVE = "native"
_OF_FACTS = ("--facts", "--season", "--quiet", "--db", "--json")
"""The options of `import` that work without logs."""
FEW = 5
"""At most this many remaining names are listed."""


def validate(
    paths: Paths,
    watch: Annotated[
        bool, typer.Option("--watch", help="Judge files again whenever they change, until Ctrl-C.")
    ] = False,
    quiet: Quiet = False,
    notation: Notation = None,
    jobs: Jobs = None,
    cluster: ClusterOption = None,
    parts: PartsOption = None,
    keys: Keys = None,
    json: Json = False,
) -> None:
    """Give a verdict on each log; nothing is stored."""
    from projections.batch.validating import validate
    from projections.screen import arguments
    from projections.screen.verdict_line import totals

    (files, passed_over), notation = arguments.files(paths), arguments.notation(notation)
    known = read_keys(keys)
    if watch:
        alone({"--watch": True, "--cluster": cluster, "--parts": parts, "--jobs": jobs})
        _watch(paths, notation, quiet, json, known)
        return
    found: list[str] = []
    seals: list[SealFinding] = []
    with workers_for(cluster, parts, jobs, files) as workers, watched(len(files), "log") as each:
        if parts is not None:
            workers.keep(parts)
        for one in each(validate(files, workers, notation)):
            _show_verdict(one, quiet, json, known)
            found.append(one.verdict)
            seals += one.seals
    note(totals(found, passed_over=passed_over, seals=seals))
    finish(found, seals)


def _watch(paths: list[str], notation: str | None, quiet: bool, json: bool, keys: "Mapping[str, str]") -> None:
    """Judge the files, and each of them again when it changes, until Ctrl-C or until nobody reads the output."""
    from projections.batch.validating import validate
    from projections.screen.watching import changes

    if "-" in paths:
        usage("found --watch with -, expected files")
    for file in changes(paths):
        for one in validate([file], 1, notation):
            for each in one:
                _show_verdict(each, quiet, json, keys)
        flushed()


def _show_verdict(one: "Verdict", quiet: bool, json: bool, keys: "Mapping[str, str]") -> None:
    from projections.screen.verdict_line import fitting, verdict_lines

    _name_signers(one, keys)
    if not (quiet and _fine(one)):
        show([json_line(one.as_json())] if json else fitting(verdict_lines(one), width()))


def _name_signers(one: "Verdict", keys: "Mapping[str, str]") -> None:
    """Name the players whose keys are known among those who sealed a log."""
    if one.seals:
        from events.seals.judging import named

        one.seals = named(one.seals, keys)


def _fine(one: "Verdict") -> bool:
    """Whether there is nothing to say about a log but that it is fine."""
    return one.verdict in CLEAN and all(each.state == HOLDS for each in one.seals)


def import_(
    ctx: typer.Context,
    paths: PathsIfAny = None,
    facts: Annotated[
        list[str] | None,
        typer.Option("--facts", metavar="FILE", help="Facts that are not in logs, as CSV or TOML; repeatable."),
    ] = None,
    season: Annotated[
        str | None,
        typer.Option("--season", metavar="FILE", help="Take facts from names of games, by a season.toml."),
    ] = None,
    bring_back: Annotated[bool, typer.Option("--bring-back", help="Also store games that were forgotten.")] = False,
    quiet: Quiet = False,
    db: Db = None,
    notation: Notation = None,
    jobs: Jobs = None,
    cluster: ClusterOption = None,
    parts: PartsOption = None,
    json: Json = False,
) -> None:
    """Validate and store logs, and add facts about them; importing again changes nothing."""
    from projections.screen import arguments

    if not paths and not facts and season is None:
        usage("found no PATH, expected one, or --facts FILE")
    if not paths and (idle := [option for option in typed(ctx) if option not in _OF_FACTS]):
        usage(f"found {idle[0]} without PATH, expected logs to import")
    fact_files = read_facts(facts)
    naming = read_pattern(season) if season is not None else None
    verdicts: list[str] = []
    seals: list[SealFinding] = []
    if paths:
        found, passed_over = arguments.files(paths)
        stated = arguments.notation(notation)
        with workers_for(cluster, parts, jobs, found) as workers:
            verdicts, seals = _store_files(
                found, db, stated, workers, json, quiet=quiet, bring_back=bring_back, passed_over=passed_over,
                stated_keys=keys_of(fact_files) if fact_files else {},
            )  # fmt: skip
    if fact_files:
        append_facts(fact_files, db, quiet, json)
    contradicted = naming is not None and append_names(naming, db, quiet, json)
    finish(verdicts, seals)
    if contradicted:
        raise typer.Exit(FINDINGS)


def _store_files(
    paths: list[str],
    db: str | None,
    notation: str | None,
    workers: Any,
    json: bool,
    folder: str = "",
    quiet: bool = False,
    bring_back: bool = False,
    passed_over: int = 0,
    stated_keys: "Mapping[str, str]" = MappingProxyType({}),
) -> "tuple[list[str], list[SealFinding]]":
    """Import files; returns their verdicts, and the findings on their seals.

    Files of `folder` are listed by name, without the folder. `stated_keys` are keys of players that the same command
    adds to the facts of the store.
    """
    from events.store.event_store import EventStore
    from projections.batch.importing import import_files
    from projections.screen.verdict_line import fitting, totals
    from projections.screen.wording import import_lines
    from projections.store.find import store_path
    from projections.store.game_seals import keys

    found: list[tuple[str, str]] = []
    seals: list[SealFinding] = []
    again = "these are stored; run the same command again to continue"
    with EventStore(store_path(db)) as store, watched(len(paths), "log", again) as each:
        for one in each(import_files(store, paths, workers, notation, bring_back=bring_back)):
            one.details.source = one.details.source.removeprefix(folder)
            if one.details.seals:
                _name_signers(one.details, {**keys(store), **stated_keys})
                seals += one.details.seals
            if not (quiet and _fine(one.details)):
                printed([json_line(one.as_json())] if json else fitting(import_lines(one), width()))
            found.append((one.verdict, one.status))
    verdicts = [verdict for verdict, _ in found]
    note(totals(verdicts, [status for _, status in found], passed_over, seals))
    return verdicts, seals


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
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NAME",
            help="The notation of the file (default: detected).",
            autocompletion=completion.notations,
        ),
    ] = None,
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
    force: Force = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Write a game as a log, native or in another notation; or all stored games, or all tables as Parquet."""
    if everything == (game is not None) or (everything and out is None):
        usage("give either GAME or --all --out FOLDER")
    need_file(force, out, facts, files="--out PLACE")
    if everything and (public or from_ is not None):
        usage("found --all with --public or --from, expected a single game with these")
    if seat is not None and not public:
        usage("found --seat without --public, expected both or none")
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


def selfplay(
    game: Rules,
    players: Players = None,
    games: Annotated[int, whole("--games", "How many games.", 1)] = 1,
    seed: Annotated[int, whole("--seed", "The same seed gives the same games.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="An option, or `random`, which draws all others; repeatable.",
            autocompletion=completion.options_to_play,
        ),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="NAME",
            help="How to choose actions: sensible or random.",
            autocompletion=completion.policies,
        ),
    ] = "sensible",
    out: Annotated[str | None, typer.Option("--out", metavar="FOLDER", help="Where to write the logs.")] = None,
    db: Db = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Play seeded games against itself; write them as logs to --out, or else import them into the store."""
    from events.files.temporary import temporary_folder
    from projections.batch.playing import play_games
    from projections.screen import arguments

    if policy not in POLICIES:
        usage(f"found the policy {policy!r}, expected {one_of(POLICIES, policy)}")
    stated = [each for each in option or () if each != RANDOM]
    if out is not None and db is not None:
        usage("found --out with --db, expected one of them: games are either written or imported")
    options = {name: arguments.value(value) for name, value in arguments.pairs(stated).items()}
    drawing = len(stated) < len(option or ())
    with temporary_folder() as folder:
        there = Path(folder if out is None else out)
        played = play_games(
            game, games, arguments.jobs(jobs, range(games)), seed, players, options, drawing, policy, there
        )
        with watched(games, "game") as each:
            written = list(each(played))
        if out is None:
            workers = arguments.jobs(jobs, written)
            finish(*_store_files(written, db, NATIVE, workers, json, f"{folder}{os.sep}"))
        else:
            printed(file_line(file, json) for file in written)
