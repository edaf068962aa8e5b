"""The command that makes conformance kits and judges the answers of other engines."""

from pathlib import Path
from typing import Annotated

import typer

from events.problems import FINDINGS, count
from projections.commands import completion
from projections.commands.shared import Force, Jobs, Json, file_line, json_line, show, usage, watched, whole
from projections.screen.console import note, printed, width

CHECK = "check"
DEFAULT = "kit"


def kit(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A game (default: all); or `check`: judge ANSWERS.", autocompletion=completion.kits
        ),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Argument(metavar="ANSWERS", help="With check: a file of answers (JSON lines); - reads standard input."),
    ] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FOLDER", help="Where to write the kit.")] = None,
    seed: Annotated[int, whole("--seed", "The same seed gives the same kit.")] = 1,
    positions: Annotated[int, whole("--positions", "How many positions of a game.", 1, 100_000)] = 1000,
    games: Annotated[int, whole("--games", "How many whole games of a game.", 1, 10_000)] = 200,
    illegal: Annotated[int, whole("--illegal", "How many illegal logs of a game.", 1, 10_000)] = 2_500,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="An option under which all games are played; repeatable. Others are drawn.",
            autocompletion=completion.options_to_play,
        ),
    ] = None,
    kit: Annotated[
        str | None, typer.Option("--kit", metavar="FOLDER", help="With check: where the kit is (default: kit).")
    ] = None,
    force: Force = False,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Make a kit by which an engine in any language can be judged, or judge its answers (`kit check ANSWERS`)."""
    if what == CHECK:
        if answers is None or out is not None or force:
            usage("found kit check without answers alone, expected `anyturn kit check ANSWERS [--kit FOLDER]`")
        _check(answers, kit or DEFAULT, json)
        return
    if answers is not None or kit is not None:
        named = answers if answers is not None else "--kit"
        usage(f"found {named} without check, expected `anyturn kit check ANSWERS [--kit FOLDER]`")
    if out is None:
        usage("found no --out, expected `anyturn kit [GAME] --out FOLDER`")
    if option and what is None:
        usage("found --option without a game, expected `anyturn kit GAME --out FOLDER --option NAME=VALUE`")
    from engine import rules
    from projections.kit.making import Sizes
    from projections.kit.writing import write_kit
    from projections.screen import arguments

    number = 1 if what is not None else len(rules.games())
    sizes = Sizes(positions, games, illegal)
    stated = {name: arguments.value(value) for name, value in arguments.pairs(option or []).items()}
    workers = arguments.jobs(jobs, range(games * number))
    made = write_kit(Path(out), what, seed, sizes, workers, force=force, options=stated)
    with watched(number, "game") as each:
        for files in each([one] for one in made):
            printed(file_line(file, json) for file in files)


def _check(file: str, folder: str, json: bool) -> None:
    from projections.kit.judging import ALLOWED, Judge
    from projections.kit.reading import Kit, answers
    from projections.kit.report import Tally, as_json, finding, not_right, summary

    there = Kit(Path(folder))
    judge, tally, number, allowed = Judge(there), Tally(there), 0, 0
    for given in answers(there, file):
        number += 1
        for judged in not_right(judge.judged(given), tally):
            allowed += judged.judgement == ALLOWED
            if json:
                show([json_line(as_json(judged))])
            elif judged.judgement != ALLOWED:
                show([finding("stdin" if file == "-" else file, judged)])
    show(map(json_line, [*tally.clauses(), *tally.topics()]) if json else summary(tally, width()))
    note(f"{count(number, 'answer')}: {tally.wrong:,} wrong, {allowed:,} allowed")
    if tally.wrong:
        raise typer.Exit(FINDINGS)
