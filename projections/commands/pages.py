"""The replay page of a game: written to a file, or opened in the browser."""

from pathlib import Path
from typing import Any

from projections.commands.shared import Db, Game, Json, Notation, To, ends_early, file_line, secrets_shown, show
from projections.screen.console import flushed, note

_INSTEAD = "make a page of the log that `anyturn export --public --seat PLAYER` writes"


def view(game: Game, to: To = None, notation: Notation = None, db: Db = None, json: Json = False) -> None:
    """Show a whole game in the browser, step by step."""
    import tempfile
    import webbrowser

    from events.files.atomic import write_whole

    page = _page(game, to, notation, db, back=_way_back(game))
    secrets_shown(page.has_secrets, _INSTEAD)
    file = Path(
        tempfile.mkdtemp(prefix="anyturn-"), "replay.html"
    )  # never deleted: the browser can load it at any time
    write_whole(page.data, file)
    show([file_line(file, json)])
    flushed()
    if not webbrowser.open(file.as_uri()):
        note("anyturn: found no browser; open this file in one")
    ends_early(page.broke, "the page ends there")


def write_page(
    game: str,
    file: str,
    to: str | None,
    force: bool,
    notation: str | None,
    db: str | None,
    json: bool,
    remarks: str | None = None,
) -> None:
    """Write the replay page of a game to a file, with the remarks of another; `-` is standard output."""
    from events.files.atomic import refuse_existing, write_whole

    place = Path(file)
    if file != "-":
        refuse_existing([place], force)  # before the work
    page = _page(game, to, notation, db, remarks)
    secrets_shown(page.has_secrets, _INSTEAD)
    if file == "-":
        show(page.data.decode().splitlines())
    else:
        write_whole(page.data, place, force=force)
        show([file_line(file, json)])
    ends_early(page.broke, "the page ends there")


def _way_back(game: str) -> str:
    """The address of the report or folder in which a file lies; none for a stored game, or a file that lies alone."""
    file = Path(game)
    if not file.is_file():
        return ""
    folder = file.resolve().parent
    index = folder / "index.html"
    if index.is_file():
        return index.as_uri()
    beside = (each for each in folder.iterdir() if each.is_file() and each.name != file.name)
    return f"{folder.as_uri()}/" if any(beside) else ""


def _page(
    game: str, to: str | None, notation: str | None, db: str | None, remarks: str | None = None, back: str = ""
) -> Any:
    from projections.pages import replay_page
    from projections.pages.remarks import read
    from projections.screen import arguments
    from projections.store.find import store_path

    further = read(remarks) if remarks is not None else ()
    return replay_page(game, store_path(db), to, arguments.notation(notation), back, further)
