"""What all commands share: their common options, and how they print and end."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from events.interrupts import interruption
from events.problems import CHAIN, FINDINGS, FINE, USAGE, count
from events.verdicts import CLEAN, TAMPERED
from projections.commands import completion
from projections.screen.console import flushed, printed, say
from projections.visible import visible

T = TypeVar("T")


def whole(option: str, help: str, least: int | None = None, most: int | None = None, *, metavar: str = "N") -> Any:
    """An option that takes a whole number from `least` to `most` (`arguments.number`)."""

    def number(text: str | int) -> int:
        if isinstance(text, int):  # the default
            return text
        from projections.screen import arguments

        return arguments.number(text, option, least, arguments.MOST if most is None else most)

    return typer.Option(option, metavar=metavar, help=help, parser=number)


PATHS: Any = typer.Argument(metavar="PATH...", help="Files or folders; - is standard input.")
Paths = Annotated[list[str], PATHS]
PathsIfAny = Annotated[list[str] | None, PATHS]
GAME_OR_PATH: Any = typer.Argument(
    metavar="GAME|PATH", help="A file, or a stored game's id or source.", autocompletion=completion.stored_games
)
Game = Annotated[str, GAME_OR_PATH]
GameIfAny = Annotated[str | None, GAME_OR_PATH]
Rules = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game, as `anyturn rules` names it.", autocompletion=completion.games),
]
Db = Annotated[str | None, typer.Option("--db", metavar="FILE", help="The store (else ANYTURN_DB or anyturn.duckdb).")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Jobs = Annotated[int | None, whole("--jobs", "Processes (default: one per core).", 1)]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Work on the workers of this Dask scheduler (tcp://HOST:8786)."),
]
PartsOption = Annotated[
    str | None,
    typer.Option("--parts", metavar="PLACE", help="With --cluster: a folder or URL that all machines share."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No lines for clean logs, only findings and totals.")]
Notation = Annotated[
    str | None,
    typer.Option(
        "--notation",
        metavar="NAME",
        help="How the logs are written (default: detected).",
        autocompletion=completion.notations,
    ),
]
ADDRESSES = (
    "start, end, #217, t45, t45.end (before turn 46 begins by itself), r3 (end of round 3; r0: of the setup), "
    "r3.t2 or -10."
)
To = Annotated[
    str | None,
    typer.Option("--to", "--at", metavar="PLACE", help=f"{ADDRESSES.rstrip('.')} (default: end; of a page: start)."),
]
Where = Annotated[str, typer.Option("--at", "--to", metavar="PLACE", help=ADDRESSES)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option; repeatable.", autocompletion=completion.options),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Players = Annotated[int | None, whole("--players", "Number of players.", 1, 99)]


@contextmanager
def watched(total: int, noun: str, stays: str = "") -> Iterator[Callable[[Iterable[list[T]]], Iterator[T]]]:
    """With progress on a terminal: a function that gives what chunks hold, one by one.

    If the work is interrupted it is said how far it came, and what `stays` of it.
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
                say(f"interrupted after {progress.done:,} of {count(total, noun)}{stays and f'; {stays}'}")
            raise


@contextmanager
def hands(cluster: str | None, parts: str | None, jobs: int | None, files: list[str]) -> Iterator[Any]:
    """Who works on the files: the cluster that is named, else so many processes (`projections.batch.workers`)."""
    from projections.screen import arguments

    if parts is not None and cluster is None:
        usage("found --parts without --cluster, expected both or none")
    if cluster is None:
        yield arguments.jobs(jobs, files)
        return
    if jobs is not None:
        usage("found --cluster with --jobs, expected one of them: a cluster has the workers it has")
    if "-" in files:
        usage("found --cluster with -, expected files that the workers can read")
    from projections.batch.cluster import connected

    with connected(cluster, parts) as workers:
        yield workers


def finish(verdicts: list[str]) -> None:
    """End with what was found: a broken chain before a log that is not valid."""
    if TAMPERED in verdicts:
        raise typer.Exit(CHAIN)
    if any(verdict not in CLEAN for verdict in verdicts):
        raise typer.Exit(FINDINGS)


def stopped(position: Any) -> None:
    """Say that a log breaks a clause before the place that was asked for."""
    ends_early(position.broke, "this is the position before it")


def ends_early(broke: Any, what: str) -> None:
    """End with exit status 1 if the log breaks a clause at record `broke`."""
    if broke is not None:
        say(f"anyturn: record {broke.seq} breaks {broke.violation}; {what}")
        raise typer.Exit(FINDINGS)


def json_line(value: Any) -> str:
    """A value as one line of JSON."""
    from projections.screen import tables

    return tables.json_line(value)


def file_line(file: str | PathLike[str], json: bool) -> str:
    """The line that names a file that was written."""
    return json_line({"file": str(file)}) if json else str(file)


def show(lines: Iterable[str], shown: Callable[[str], str] = visible) -> None:
    """Answers; the work ends when whoever reads has seen enough."""
    if not printed(lines, shown):
        raise typer.Exit(FINE)


def show_paged(lines: Iterable[str], shown: Callable[[str], str] = visible) -> None:
    """Answers that may be long: on a terminal through the user's pager, where they are more than it holds."""
    from projections.screen.pager import paged

    if not paged(lines, shown):
        raise typer.Exit(FINE)


def usage(what: str) -> NoReturn:
    """End with exit status 2: the words of the command do not fit together."""
    say(f"anyturn: {with_help(what)}")
    raise typer.Exit(USAGE)


def with_help(what: str) -> str:
    """What is wrong with the words of the command, and where its help is."""
    from projections.commands import COMMANDS

    command = next((f"{word} " for word in sys.argv[1:] if word in COMMANDS), "")
    return f"{what} (see `anyturn {command}--help`)"


def alone(options: Mapping[str, object]) -> None:
    """Refuse several options of which only one means something; the others would be ignored."""
    if len(asked := [option for option, given in options.items() if given not in (None, False)]) > 1:
        usage(f"found {' with '.join(asked)}, expected one of them")


def need_file(force: bool, *files_named: str | None, files: str) -> None:
    """Refuse --force where no file of `files` was named that could be there, standard output not being one."""
    if force and not any(name not in (None, "-") for name in files_named):
        usage(f"found --force without a file to write, expected it with {files}")


def typed(ctx: typer.Context) -> list[str]:
    """The options of a command that were typed, by their names."""
    found = (each for each in ctx.command.params if each.param_type_name == "option")
    sources = ((each, ctx.get_parameter_source(each.name or "")) for each in found)
    return [each.opts[0] for each, source in sources if source is not None and source.name == "COMMANDLINE"]
