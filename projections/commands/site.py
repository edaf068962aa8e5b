"""The browser edition as a folder of static files."""

import os
from pathlib import Path
from typing import Annotated

import typer

from projections.commands.shared import Force, Json, json_line, show
from projections.screen.console import note


def site(
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="Where to write the site.")],
    runtime: Annotated[
        str | None,
        typer.Option(
            "--runtime",
            metavar="FOLDER",
            help="Where Pyodide and msgspec lie, or are put when they have been got (default: ~/.cache/anyturn).",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write the browser edition: static files that judge, show and record games with nothing to install."""
    made = write_site(Path(out), runtime, force=force)
    first = Path(out, "index.html")
    show([json_line({"file": str(first), "files": len(made)}) if json else str(first)])


def write_site(out: Path, runtime: str | None, *, force: bool) -> list[Path]:
    """Write the site into a folder and return its files; the steps are noted. Raises Problem."""
    from projections.browser.site.assembling import build

    return build(out, packages_folder(runtime), lambda step: note(f"anyturn: {step}"), force=force)


def packages_folder(given: str | None = None) -> Path:
    """The folder of the packages that are got: the one given, or the one for caches."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(cache, "anyturn")
