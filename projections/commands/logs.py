"""Commands that read and write logs."""

import os
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from events.problems import FINDINGS, one_of
from events.verdicts import CLEAN, HOLDS
from projections.commands import completion
from projections.commands.annotations import append_facts, append_names, keys_of, read_facts, read_keys, read_pattern
from projections.commands.completion import FORMATS, POLICIES, RANDOM, SARIF
from projections.commands.shared import (
    NATIVE,
    ClusterOption,
    Db,
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
    file_line,
    finish,
    json_line,
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
    from projections.screen.findings import Finding
    from projections.verdict import Verdict

_OF_FACTS = ("--facts", "--season", "--quiet", "--db", "--json")
"""The options of `import` that work without logs."""


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
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="Print only findings: github (annotations) or sarif (a report).",
            autocompletion=completion.formats,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Give a verdict on each log; nothing is stored."""
    from projections.batch.validating import validate
    from projections.screen import arguments
    from projections.screen.verdict_line import totals

    if format not in (None, *FORMATS):
        usage(f"found the format {format!r}, expected {one_of(FORMATS, format)}")
    alone({"--format": format, "--json": json, "--watch": watch} if format else {})
    (files, passed_over), notation = arguments.files(paths), arguments.notation(notation)
    known = read_keys(keys)
    if watch:
        alone({"--watch": True, "--cluster": cluster, "--parts": parts, "--jobs": jobs})
        _watch(paths, notation, quiet, json, known)
        return
    found: list[str] = []
    seals: list[SealFinding] = []
    reported: list[Finding] = []
    with workers_for(cluster, parts, jobs, files) as workers, watched(len(files), "log") as each:
        if parts is not None:
            workers.keep(parts)
        for one in each(validate(files, workers, notation)):
            if format is None:
                _show_verdict(one, quiet, json, known)
            else:
                reported += _report(one, format, known)
            found.append(one.verdict)
            seals += one.seals
    if format == SARIF:
        from projections.screen.sarif import sarif_lines

        show(sarif_lines(reported))
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


def _report(one: "Verdict", format: str, keys: "Mapping[str, str]") -> "list[Finding]":
    """Print the findings on a log as annotations; or return them, for a report on all logs."""
    from projections.screen.findings import findings
    from projections.screen.workflow_commands import workflow_commands

    _name_signers(one, keys)
    found = [] if _fine(one) else list(findings(one))
    if format == SARIF:
        return found
    show(workflow_commands(found))
    return []


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
