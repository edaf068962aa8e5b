"""The door: parses words, calls one function of the floors below, prints. Imports nothing heavy before it is needed."""

import signal
import sys

if sys.argv[0].endswith(("anyturn", "cli.py")) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C just ends the program while it loads, until `main` answers it

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from events.problems import CHAIN, FINDINGS, FINE, INTERRUPTED, USAGE, count
from events.verdicts import CLEAN
from events.visible import visible
from projections.screen.console import flushed, open_streams, printed, say, say_finally, width
from projections.screen.problems import describe

app = typer.Typer(
    name="anyturn",
    help="Validate, replay, audit and count recorded board games.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)

Paths = Annotated[list[str], typer.Argument(metavar="PATH", help="Files or folders; - is standard input.")]
Game = Annotated[str, typer.Argument(metavar="GAME|PATH", help="A file, or a stored game's id or source.")]
Db = Annotated[str | None, typer.Option("--db", metavar="FILE", help="The store (else ANYTURN_DB or anyturn.duckdb).")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, help="Processes (default: one per core).")]
Notation = Annotated[str | None, typer.Option("--notation", help="How the logs are written (default: detected).")]
ADDRESSES = (
    "start, end, #217, t45, t45.end (before turn 46 begins by itself), r3 (end of round 3; r0: of the setup), "
    "r3.t2 or -10."
)
Where = Annotated[str, typer.Option("--at", help=ADDRESSES)]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option; repeatable.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Players = Annotated[int | None, typer.Option("--players", min=1, help="Number of players.")]


@app.callback(invoke_without_command=True)
def _anyturn(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        try:
            print(f"anyturn {installed('anyturn')}")
        except PackageNotFoundError:
            print("anyturn (not installed)")
        raise typer.Exit


@app.command()
def validate(paths: Paths, notation: Notation = None, jobs: Jobs = None, json: Json = False) -> None:
    """Give a verdict on each log; nothing is stored."""
    from projections.batch.validating import validate
    from projections.screen import arguments
    from projections.screen.wording import totals, verdict_lines

    files, notation = arguments.files(paths), arguments.notation(notation)
    found = []
    for one in _watched(validate(files, arguments.jobs(jobs, files), notation), len(files), "logs"):
        _print([_json(one.as_json())] if json else verdict_lines(one))
        found.append(one)
    say(totals([one.verdict for one in found]))
    _finish(found)


@app.command("import")
def import_(paths: Paths, db: Db = None, notation: Notation = None, jobs: Jobs = None, json: Json = False) -> None:
    """Validate logs and store them; re-importing changes nothing."""
    from projections.screen import arguments

    _import(arguments.files(paths), db, arguments.notation(notation), jobs, json)


@app.command()
def games(
    where: Annotated[str | None, typer.Option("--where", metavar="SQL", help='Which, such as "players = 4".')] = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """List what is stored."""
    from projections.screen.wording import game_lines
    from projections.store.find import store_path
    from projections.store.query import games

    columns, rows = games(store_path(db), where)
    _print(map(_json, rows) if json else game_lines(columns, rows, width()))
    say(count(len(rows), "game"))


@app.command()
def replay(
    game: Game,
    to: Annotated[str, typer.Option("--to", help=ADDRESSES)] = "end",
    step: Annotated[bool, typer.Option("--step", help="Show the position after every record on the way.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Draw it (- is standard output).")] = None,
    force: Force = False,
    notation: Notation = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Show the position at a place: the board, the players, their figures."""
    from projections.position import position, position_json, way
    from projections.screen import arguments
    from projections.screen.game import position_text
    from projections.store.find import store_path

    if step and svg is not None:
        _usage("found --step with --svg, expected one of them")
    where = (game, store_path(db), to, arguments.notation(notation))
    positions = way(*where) if step else [position(*where)]
    there = positions[-1]
    if svg is not None:
        _draw(there, svg, force, json)
        _stopped(there)
        return
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for one in positions:
        text = [_json(position_json(one))] if json else position_text(one, width(), colour)
        _print([*text, ""] if step and not json else text, visible if json else str)
    _stopped(there)


@app.command()
def log(game: Game, notation: Notation = None, db: Db = None, json: Json = False) -> None:
    """Tell the records in words, with what each changed."""
    from projections.position import log_json
    from projections.screen import arguments
    from projections.screen.game import log_text
    from projections.store.find import find_watched, store_path
    from projections.store.trace import Trace

    found, trace = find_watched(game, store_path(db), Trace, arguments.notation(notation))
    if trace is not None:  # a summary has no records
        _print(map(_json, log_json(found.log, trace)) if json else log_text(found.log, trace))


@app.command()
def audit(game: Game, notation: Notation = None, db: Db = None, json: Json = False) -> None:
    """Explain every point by source, and check sums, conservation and the hash chain."""
    from projections.audit import run
    from projections.screen import arguments
    from projections.screen.wording import audit_lines
    from projections.store.find import store_path

    done = run(game, store_path(db), arguments.notation(notation))
    _print(map(_json, [*done.points, *done.checks]) if json else audit_lines(done, width()))
    if not all(check.holds for check in done.checks):
        raise typer.Exit(CHAIN if done.broken else FINDINGS)


@app.command()
def legal(game: Game, at: Where = "end", notation: Notation = None, db: Db = None, json: Json = False) -> None:
    """List the legal actions at an address."""
    from projections.position import legal_json, position
    from projections.screen import arguments
    from projections.screen.game import legal_text
    from projections.store.find import store_path

    there = position(game, store_path(db), at, arguments.notation(notation))
    _print(map(_json, legal_json(there)) if json else legal_text(there, width()))
    if there.standings is not None:
        say("the game is over")
    _stopped(there)


@app.command()
def stats(
    name: Annotated[str | None, typer.Argument(help="Such as factions; without it, which there are.")] = None,
    game: Annotated[str | None, typer.Option("--game", help="Only this game (as `anyturn rules` names it).")] = None,
    players: Players = None,
    option: Options = None,
    map_: Annotated[str | None, typer.Option("--map", help="Only games on this map.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="Only games played since.")] = None,
    min_games: Annotated[int, typer.Option("--min-games", min=0, help="Only rows based on at least N games.")] = 0,
    with_discrepant: Annotated[bool, typer.Option("--with-discrepant", help="Count discrepant games, too.")] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Count over the stored games; without a name, list the statistics there are."""
    from projections.screen import arguments
    from projections.screen.wording import answer_lines, title_lines
    from projections.statistics import Filters, apart, run, titles
    from projections.store.find import open_tables, store_path

    if name is None:
        listed = titles(game)
        _print(map(_json, listed) if json else title_lines(listed, width()))
        return
    options = arguments.pairs(option) | ({"map": map_} if map_ is not None else {})
    filters = Filters(
        game=game,
        players=players,
        options=options,
        since=arguments.date(since),
        min_games=min_games,
        discrepant=with_discrepant,
    )
    with open_tables(store_path(db)) as store:
        answers = run(store.connection, name, filters)
    if words := apart(answers):
        say(words)
    for number, answer in enumerate(answers):
        if json:
            named = {"game": answer.game, "catalogue": answer.catalogue, "filters": answer.words}
            _print(_json(row | named) for row in answer.rows)
        else:
            _print([*([""] if number else []), *answer_lines(answer, width())])
    if not answers:
        say("no game is stored; `anyturn import PATH` stores some")


@app.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One SELECT; - reads it from standard input.")],
    db: Db = None,
    json: Json = False,
) -> None:
    """Ask the store in SQL; nothing can be written."""
    from events.files import standard_input
    from projections.screen.tables import plain_table
    from projections.store.find import store_path
    from projections.store.query import ask

    headed = True
    text = standard_input().read().decode(errors="replace") if sql == "-" else sql
    for columns, rows in ask(store_path(db), text):
        found = (dict(zip(columns, row, strict=True)) for row in rows)
        _print(map(_json, found) if json else plain_table(columns, rows, headed, width()))
        headed = False


@app.command()
def export(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME|PATH", help="A file, or a stored game's id or source.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All stored games.")] = False,
    out: Annotated[str | None, typer.Option("--out", help="File (.gz compresses) or, with --all, folder.")] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="With --all: all tables, as Parquet.")] = False,
    notation: Annotated[str, typer.Option("--notation", help="Write logs in this notation.")] = "native",
    from_: Annotated[str | None, typer.Option("--from", help="How the file is written (default: detected).")] = None,
    public: Annotated[bool, typer.Option("--public", help="Only what everybody at the table saw.")] = False,
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="With --public: and what this seat saw.")] = None,
    force: Force = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Write a game as a log, native or in a foreign notation; or all stored games, or all tables as Parquet."""
    if everything == (game is not None) or (everything and out is None) or (parquet and not everything):
        _usage("give either GAME or --all --out FOLDER")
    if everything and (public or from_ is not None):
        _usage("found --all with --public or --from, expected them with one game")
    if seat is not None and not public:
        _usage("found --seat without --public, expected both or none")
    if game is None:
        _export_all(db, out or "", parquet, notation, force, json)
        return
    from projections import export as exporting

    found = _find(game, db, from_)
    lines = exporting.lines_of(exporting.public(found, seat) if public else found, notation)
    if out is not None:
        exporting.write_log(lines, Path(out), force=force)
        _print([_json({"file": out})] if json else [out])
    elif json and notation != "native":
        _print([_json({"notation": notation, "text": b"\n".join(lines).decode()})])
    else:
        sys.stdout.buffer.writelines(line + b"\n" for line in lines)
    _ends_early(found.broke, "this log ends before it")


def _export_all(db: str | None, out: str, parquet: bool, notation: str, force: bool, json: bool) -> None:
    from events.store import EventStore
    from projections import export as exporting
    from projections.screen.wording import left_out
    from projections.store.find import open_tables, store_path

    path, folder, problems = store_path(db), Path(out), []
    with open_tables(path) if parquet else EventStore(path, read_only=True) as store:
        files = ((file, None) for file in exporting.parquet(store, folder, force=force))
        for file, problem in files if parquet else exporting.all_logs(store, folder, notation, force=force):
            if problem is None:
                printed([_json({"file": str(file)})] if json else [str(file)])
            else:
                problems.append(problem)
    if problems:
        say(f"anyturn: {left_out(problems, notation)}")
        raise typer.Exit(FINDINGS)


@app.command()
def selfplay(
    game: Annotated[str, typer.Argument(help="The game, as `anyturn rules` names it.")],
    players: Players = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed, the same games.")] = 1,
    option: Options = None,
    policy: Annotated[str, typer.Option("--policy", help="sensible or random.")] = "sensible",
    out: Annotated[str | None, typer.Option("--out", metavar="FOLDER", help="Where to write the logs.")] = None,
    db: Db = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Play seeded games against itself: written as logs to --out, else imported into the store."""
    import tempfile

    from projections.batch.playing import play_games
    from projections.screen import arguments

    if policy not in ("sensible", "random"):
        _usage(f"found the policy {policy!r}, expected sensible or random")
    options = {name: arguments.value(value) for name, value in arguments.pairs(option).items()}
    with tempfile.TemporaryDirectory(prefix="anyturn-") as folder:
        there = Path(out or folder)
        played = play_games(game, games, arguments.jobs(jobs, range(games)), seed, players, options, policy, there)
        written = list(_watched(played, games, "games"))
        if out is None:
            _import(written, db, "native", jobs, json, f"{folder}{os.sep}")
        else:
            printed(_json({"file": file}) if json else file for file in written)


@app.command()
def rules(
    game: Annotated[str | None, typer.Argument(help="A game; or `drift`: what the present rules change.")] = None,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as TM-7.4.")] = None,
    apply: Annotated[bool, typer.Option("--apply", help="With drift: rebuild the tables of these games.")] = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Show a rulebook, or the stored games that the current rules would judge differently (`rules drift`)."""
    from projections.screen import rulebooks

    if game == "drift" and clause is None:
        _drift(db, apply, json)
        return
    if apply:
        _usage("found --apply without drift, expected `anyturn rules drift --apply`")
    _print(map(_json, rulebooks.as_json(game, clause)) if json else rulebooks.as_text(game, clause))


@app.command()
def catalogue(
    game: Annotated[str, typer.Argument(help="A game whose logs bring component values along.")],
    file: Annotated[str, typer.Argument(help="A catalogue file.")],
    template: Annotated[bool, typer.Option("--template", help="Begin the file instead.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Check a file of component values; with --json show it as a header states it."""
    from projections.screen import catalogues

    stated, faults = ({}, [catalogues.begin(game, file, force)]) if template else catalogues.check(game, file)
    _print(faults or [_json(stated) if json else f"{file}: no fault"])
    if faults and not template:
        raise typer.Exit(FINDINGS)


def _drift(db: str | None, apply: bool, json: bool) -> None:
    from events.store import EventStore
    from projections.screen.wording import drift_line, drift_total
    from projections.store.drift import drift, rebuild
    from projections.store.find import store_path

    path = store_path(db)
    judged = []
    with EventStore(path, read_only=not apply or not Path(path).exists()) as store:  # nothing is made of a missing one
        work = rebuild(store) if apply else drift(store)
        for one in _watched(([one] for one in work), len(store.heads()), "games"):
            if one.changes:
                (printed if apply else _print)([_json(one) if json else drift_line(one)])
            judged.append(one)
    say(drift_total(judged, apply))
    if any(one.broken for one in judged):
        raise typer.Exit(CHAIN)
    if any(one.stuck if apply else one.changes for one in judged):
        raise typer.Exit(FINDINGS)


def _import(
    paths: list[str], db: str | None, notation: str | None, jobs: int | None, json: bool, folder: str = ""
) -> None:
    """Import files; those of `folder` are told by their names alone."""
    from events.store import EventStore
    from projections.batch.importing import import_files
    from projections.screen import arguments
    from projections.screen.wording import import_lines, totals
    from projections.store.find import store_path

    found = []
    with EventStore(store_path(db)) as store:
        for one in _watched(import_files(store, paths, arguments.jobs(jobs, paths), notation), len(paths), "logs"):
            one.details.source = one.details.source.removeprefix(folder)
            printed([_json(one.as_json())] if json else import_lines(one))
            found.append(one)
    say(totals([one.verdict for one in found], [one.status for one in found]))
    _finish([one.details for one in found], [one.verdict for one in found])


def _draw(position: Any, file: str, force: bool, json: bool) -> None:
    from events.whole import write_whole
    from projections.screen.game import position_svg

    drawing = position_svg(position)
    if file == "-":
        _print(drawing.splitlines())
        return
    picture = Path(file)
    write_whole(drawing.encode(), picture, force=force)
    _print([_json({"file": str(picture)})] if json else [str(picture)])


def _find(game: str, db: str | None, notation: str | None) -> Any:
    from projections.screen import arguments
    from projections.store.find import find, store_path

    return find(game, store_path(db), arguments.notation(notation))


def _watched(chunks: Iterable[list[Any]], total: int, noun: str) -> Iterator[Any]:
    """What the chunks hold, one by one, with progress on a terminal."""
    from projections.screen.progress import Progress

    with Progress(total, noun) as progress:
        for chunk in chunks:
            progress.clear()
            yield from chunk
            flushed()
            progress.advance(len(chunk))


def _finish(details: list[Any], verdicts: list[str] | None = None) -> None:
    """End with what was found: a broken chain before a log that is not valid."""
    if any(one.chain for one in details):
        raise typer.Exit(CHAIN)
    if any(verdict not in CLEAN for verdict in verdicts or [one.verdict for one in details]):
        raise typer.Exit(FINDINGS)


def _stopped(position: Any) -> None:
    """Say that a log breaks a clause before the place that was asked for."""
    _ends_early(position.broke, "this is the position before it")


def _ends_early(broke: Any, what: str) -> None:
    if broke is not None:
        say(f"anyturn: record {broke.seq} breaks {broke.violation}; {what}")
        raise typer.Exit(FINDINGS)


def _json(value: Any) -> str:
    from projections.screen.tables import json_line

    return json_line(value)


def _print(lines: Iterable[str], shown: Callable[[str], str] = visible) -> None:
    """Answers; the work ends when whoever reads has seen enough."""
    if not printed(lines, shown):
        raise typer.Exit(FINE)


def _usage(what: str) -> NoReturn:
    say(f"anyturn: {what} (see `anyturn --help`)")
    raise typer.Exit(USAGE)


def _run(work: Callable[[], object]) -> int:
    try:
        try:
            work()
        except SystemExit:  # how a command says its exit status
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except BrokenPipeError:
        say_finally("")
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        line, code = describe(error)
        say_finally(f"anyturn: {' '.join(line.splitlines())}" if line else "")
        return code
    return FINE


def main() -> None:
    """The command `anyturn`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    open_streams()
    sys.exit(_run(lambda: app(prog_name="anyturn")))


if __name__ == "__main__":
    main()
