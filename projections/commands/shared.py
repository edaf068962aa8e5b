"""What all commands share: common options, and how they print and end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from events.interrupts import interruption
from events.problems import CHAIN, FINDINGS, FINE, USAGE, Problem, count
from events.verdicts import CLEAN, HOLDS, TAMPERED
from projections.commands import completion
from projections.screen.console import flushed, note, printed
from projections.visible import visible

if TYPE_CHECKING:
    from events.seals.judging import SealFinding
    from projections.game.pseudonyms import Pseudonyms

T = TypeVar("T")
NATIVE = "native"
"""The name of the native notation, without loading it."""


def whole(option: str, help: str, least: int | None = None, most: int | None = None, *, metavar: str = "N") -> Any:
    """An option whose value is a whole number from `least` to `most` (`arguments.number`)."""

    def number(text: str | int) -> int:
        if isinstance(text, int):  # the default
            return text
        from projections.screen import arguments

        return arguments.number(text, option, least, arguments.MOST if most is None else most)

    return typer.Option(option, metavar=metavar, help=help, parser=number)


PATHS: Any = typer.Argument(metavar="PATH...", help="Files or folders; - reads standard input.")
Paths = Annotated[list[str], PATHS]
PathsIfAny = Annotated[list[str] | None, PATHS]
GAME_OR_PATH: Any = typer.Argument(
    metavar="GAME|PATH", help="A file, or the id or source of a stored game.", autocompletion=completion.stored_games
)
Game = Annotated[str, GAME_OR_PATH]
GameIfAny = Annotated[str | None, GAME_OR_PATH]
Rules = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, as listed by `anyturn rules`.", autocompletion=completion.games),
]
Db = Annotated[
    str | None, typer.Option("--db", metavar="FILE", help="The store (default: ANYTURN_DB or anyturn.duckdb).")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Jobs = Annotated[int | None, whole("--jobs", "Processes (default: one per core).", 1)]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Use the workers of this Dask scheduler (tcp://HOST:8786)."),
]
PartsOption = Annotated[
    str | None,
    typer.Option("--parts", metavar="PLACE", help="With --cluster: a folder or URL shared by all machines."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only findings and totals, no lines for clean logs.")]
Notation = Annotated[
    str | None,
    typer.Option(
        "--notation",
        metavar="NAME",
        help="The notation of the logs (default: detected).",
        autocompletion=completion.notations,
    ),
]
ADDRESSES = (
    "start, end, #217, t45, t45.end (before the steps that begin turn 46), r3 (end of round 3; r0: of the setup), "
    "r3.t2 or -10."
)
To = Annotated[
    str | None,
    typer.Option("--to", "--at", metavar="PLACE", help=f"{ADDRESSES.rstrip('.')} (default: end; for a page: start)."),
]
Where = Annotated[str, typer.Option("--at", "--to", metavar="PLACE", help=ADDRESSES)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="An option of the game; repeatable.", autocompletion=completion.options
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
Pseudonymous = Annotated[bool, typer.Option("--pseudonyms", help="Replace player names by pseudonyms.")]
Keys = Annotated[
    list[str] | None,
    typer.Option("--keys", metavar="FILE", help="Facts with the keys of players, to name who sealed; repeatable."),
]
Players = Annotated[int | None, whole("--players", "Number of players.", 1, 99)]


@contextmanager
def watched(total: int, noun: str, stays: str = "") -> Iterator[Callable[[Iterable[list[T]]], Iterator[T]]]:
    """Show progress on a terminal; yields a function that iterates over the items of chunks.

    If the work is interrupted, a note states how far it got and what `stays`.
    """
    from projections.screen.progress import Progress

    with Progress(total, noun) as progress:

        def each(chunks: Iterable[list[T]]) -> Iterator[T]:
            for chunk in chunks:
                progress.advance(len(chunk))
                yield from chunk
                flushed()
                progress.draw()

        try:
            yield each
        except BaseException as error:
            if interruption(error):
                progress.clear()
                note(f"interrupted after {progress.done:,} of {count(total, noun)}{stays and f'; {stays}'}")
            raise


@contextmanager
def workers_for(cluster: str | None, parts: str | None, jobs: int | None, files: list[str]) -> Iterator[Any]:
    """The workers for the files: the named cluster, else a number of processes (`projections.batch.workers`)."""
    from projections.screen import arguments

    if parts is not None and cluster is None:
        usage("found --parts without --cluster, expected both or none")
    if cluster is None:
        yield arguments.jobs(jobs, files)
        return
    if jobs is not None:
        usage("found --cluster with --jobs, expected one of them: the cluster determines the number of workers")
    if "-" in files:
        usage("found --cluster with -, expected files that the workers can read")
    from projections.batch.cluster import connected

    with connected(cluster, parts) as workers:
        yield workers


def finish(verdicts: list[str], seals: "Sequence[SealFinding]" = ()) -> None:
    """End with the exit status of the findings: a broken hash chain outranks a log that is not valid.

    So does a genuine seal of something else than what is there; a seal that is no seal is a finding.
    """
    if TAMPERED in verdicts or any(each.belies for each in seals):
        raise typer.Exit(CHAIN)
    if any(verdict not in CLEAN for verdict in verdicts) or any(each.state != HOLDS for each in seals):
        raise typer.Exit(FINDINGS)


def secrets_shown(are_there: bool, instead: str) -> None:
    """Say, before a game is shown, that it has secrets which are not over; and what to do instead."""
    if are_there:
        note(f"anyturn: the game is still being played, and this shows what not everybody has seen; {instead}")


def stopped(position: Any) -> None:
    """End with exit status 1 if the log breaks a clause before the requested place."""
    ends_early(position.broke, "this is the position before it")


def ends_early(broke: Any, what: str) -> None:
    """End with exit status 1 if the log breaks a clause at record `broke`."""
    if broke is not None:
        note(f"anyturn: record {broke.seq} breaks {broke.violation}; {what}")
        raise typer.Exit(FINDINGS)


def json_line(value: Any) -> str:
    """A value as one line of JSON."""
    from projections.screen import tables

    return tables.json_line(value)


def file_line(file: str | PathLike[str], json: bool) -> str:
    """The line that names a written file."""
    return json_line({"file": str(file)}) if json else str(file)


def show(lines: Iterable[str], shown: Callable[[str], str] = visible) -> None:
    """Print lines; the command ends once nobody reads its output any more."""
    if not printed(lines, shown):
        raise typer.Exit(FINE)


def show_paged(lines: Iterable[str], shown: Callable[[str], str] = visible) -> None:
    """Print lines; on a terminal, output that does not fit goes through the user's pager."""
    from projections.screen.pager import paged

    if not paged(lines, shown):
        raise typer.Exit(FINE)


class WrongUsage(Problem):
    """Arguments of a command that do not fit together."""

    STATUS = USAGE


def usage(what: str) -> NoReturn:
    """End the command with exit status 2. Raises WrongUsage."""
    raise WrongUsage(what)


def alone(options: Mapping[str, object]) -> None:
    """Refuse options that exclude each other, as all but one would be ignored."""
    if len(given := [option for option, value in options.items() if value not in (None, False)]) > 1:
        usage(f"found {' with '.join(given)}, expected one of them")


def need_file(force: bool, *files_named: str | None, files: str) -> None:
    """Refuse --force without a file to write; standard output is not one. `files` names the options that take files."""
    if force and not any(name not in (None, "-") for name in files_named):
        usage(f"found --force without a file to write, expected it with {files}")


def need_beside(option: str, value: object, other: object, others: str) -> None:
    """Refuse an option that means nothing without another."""
    if value is not None and other is None:
        usage(f"found {option} without {others.replace(' FILE', '')}, expected it with {others}")


def typed(ctx: typer.Context) -> list[str]:
    """The names of the options given on the command line."""
    found = (each for each in ctx.command.params if each.param_type_name == "option")
    sources = ((each, ctx.get_parameter_source(each.name or "")) for each in found)
    return [each.opts[0] for each, source in sources if source is not None and source.name == "COMMANDLINE"]


@contextmanager
def store_of(db: str | None, pseudonyms: bool) -> "Iterator[tuple[str, Pseudonyms | None]]":
    """The store, or a copy of it without names that lasts as long as the context, with the pseudonyms."""
    from projections.store.find import store_path

    path = store_path(db)
    if not pseudonyms:
        yield path, None
        return
    from projections.batch.nameless import without_names

    with without_names(path) as (copy, named):
        yield copy, named
