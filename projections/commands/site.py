"""The browser edition as a folder of static files."""

import os
from pathlib import Path
from typing import Annotated

import typer

from projections.commands.shared import Force, Json, json_line, show

DEFAULT = "~/.cache/anyturn"


def site(
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where to write the site.")],
    runtime: Annotated[
        str | None,
        typer.Option(
            "--runtime",
            metavar="FOLDER",
            help="Where Python for browsers lies, or is put after npm and pip have got it (default: ~/.cache/anyturn).",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the site that judges, shows and records games in a browser, with nothing to install."""
    from projections.browser.site.assembling import build
    from projections.screen.console import note

    place = Path(out)
    made = build(place, packages_folder(runtime), lambda step: note(f"anyturn: {step}"), force=force)
    first = place / "index.html"
    show([json_line({"file": str(first), "files": len(made)}) if json else str(first)])


def packages_folder(given: str | None = None) -> Path:
    """The folder of the packages that are got: the one given, or the one for caches."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return Path(given) if given else Path(cache, "anyturn") if cache else Path(DEFAULT).expanduser()
