"""Commands that keep what is stored safe."""

from pathlib import Path
from typing import Annotated

import typer

from events.problems import FINDINGS, count
from projections.commands import completion
from projections.commands.shared import Db, Force, Json, file_line, json_line, need_file, show, usage
from projections.screen.console import note


def rescue(
    store: Annotated[str, typer.Argument(metavar="STORE", help="The file of a damaged store.")],
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Write the logs into this folder.")],
    force: Force = False,
    json: Json = False,
) -> None:
    """Write every log of a damaged store that can still be read and proven."""
    from projections.game.rescue import Rescued, rescue

    found: list[Rescued] = []
    for one in rescue(store, Path(out), force=force):
        found.append(one)
        line = f"{one.game_id}  {one.file or f'lost: {one.problem}'}"
        show([json_line(one) if json else line])
    lost = sum(not one.file for one in found)
    note(f"{count(len(found), 'game')}: {len(found) - lost} written, {lost} lost")
    if lost:
        raise typer.Exit(FINDINGS)


def prove(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="The id or source of a stored game.", autocompletion=completion.stored_games
        ),
    ] = None,
    root: Annotated[bool, typer.Option("--root", help="That the game is in the root of the store.")] = False,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="ROOT", help="Without GAME: that the store continues this earlier root."),
    ] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Write the proof into this file.")] = None,
    force: Force = False,
    db: Db = None,
    json: Json = False,
) -> None:
    """Write a small proof about the root of the store, which `check` verifies without the store."""
    from events.files.atomic import write_whole
    from projections.game import root_proofs
    from projections.store.find import store_path

    if (game is None) == (since is None) or root == (game is None):
        usage("give either GAME --root or --since ROOT")
    need_file(force, out, files="--out FILE")
    path = store_path(db)
    proof = root_proofs.of_game(path, game) if game is not None else root_proofs.since(path, since or "")
    line = json_line(proof)
    if out is None or out == "-":
        show([line], str)
        return
    write_whole(f"{line}\n".encode(), Path(out), force=force)
    show([file_line(out, json)])


def check(
    proof: Annotated[str, typer.Argument(metavar="PROOF", help="A file that `prove` wrote; - reads standard input.")],
    expect: Annotated[
        str | None, typer.Option("--expect", metavar="ROOT", help="The root that the proof must lead to.")
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="LOG", help="The log of the game, which must have the proven head.")
    ] = None,
    json: Json = False,
) -> None:
    """Verify a proof about the root of a store, without the store."""
    from projections.game import root_proofs
    from projections.screen.root_lines import proof_lines

    found, leaf = root_proofs.check(proof, expect, log)
    show([json_line(root_proofs.as_json(found, leaf))] if json else proof_lines(found, leaf))
    if expect is None:
        note("the proof states its root itself: compare that with one that you keep, or give yours with --expect")
