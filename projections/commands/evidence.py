"""Commands that keep what is stored safe."""

from pathlib import Path
from typing import Annotated

import typer

from events.problems import FINDINGS, count
from projections.commands.shared import Force, Json, json_line, show
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
