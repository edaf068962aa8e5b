"""The command that seals: it signs the head of a log or the root of a store."""

from pathlib import Path
from typing import Annotated

import typer

from projections.commands.shared import Json, alone, file_line, json_line, show, usage
from projections.screen.console import note


def seal(
    log: Annotated[str | None, typer.Argument(metavar="LOG|STORE", help="The file of a log or of a store.")] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="FILE", help="Sign with this private Ed25519 key of OpenSSH.")
    ] = None,
    new_key: Annotated[
        str | None, typer.Option("--new-key", metavar="FILE", help="Make a key instead: FILE, and FILE.pub to share.")
    ] = None,
    json: Json = False,
) -> None:
    """Sign a log as it stands, or the root of a store; the seal is appended to a file beside it."""
    alone({"--key": key, "--new-key": new_key})
    if new_key is not None:
        if log is not None:
            usage("found --new-key with LOG|STORE, expected one of them")
        _make_key(new_key, json)
        return
    if log is None or key is None:
        usage("give LOG|STORE with --key FILE, or --new-key FILE")
    from events.seals import seal_file
    from events.seals.ssh_signatures import fingerprint, private_key, sign
    from projections.store.sealing import statement_of

    signing = private_key(key)
    stated = statement_of(log)
    text = str(stated)
    added = seal_file.append(log, seal_file.Seal(text, sign(signing, text.encode())))
    file, by = str(seal_file.beside(log)), fingerprint(signing.public_key().public_bytes_raw())
    found = {"file": file, "statement": text, "key": by, "status": "new" if added else "unchanged"}
    show([json_line(found) if json else f"{found['status']:<10} {text.strip()}  by {by}  {file}"])


def _make_key(file: str, json: bool) -> None:
    """Make a key and print the facts that make it known to a store."""
    from events.seals.ssh_signatures import new_key

    public = new_key(Path(file))
    show([file_line(file, json), file_line(f"{file}.pub", json)])
    note(f'keep {file} secret; others know you by this line of a file of facts: keys = ["{public}"]')
