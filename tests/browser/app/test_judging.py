"""Judge: the verdicts of the page are those of `anyturn validate --json`, field by field."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.log.native import write
from projections.batch.validating import validate
from projections.screen.tables import json_line
from tests.browser.app.conftest import App
from tests.support.recorded import needs_recorded, recorded

PLAYED = 20
QUICK = "gaia"


def by_the_command(files: Sequence[Path]) -> dict[str, list[Any]]:
    """The verdicts of `anyturn validate --json` run in the folder of each file, by the name of the file."""
    found: dict[str, list[Any]] = {file.name: [] for file in files}
    for chunk in validate([str(file) for file in files], 1):
        for one in chunk:
            whole = next(file for file in files if one.source.startswith(str(file)))
            one.source = one.source.removeprefix(f"{whole.parent}/")
            one.problem = one.problem and one.problem.replace(f"{whole.parent}/", "")
            found[whole.name].append(json.loads(json_line(one.as_json())))
    return found


def twice(lines: list[bytes]) -> list[bytes]:
    """The log without hashes, with an event in the middle recorded twice: mostly, the second breaks a clause."""
    records = [json.loads(line) for line in lines]
    for record in records:
        record.pop("hash", None)
    at = len(records) // 2
    records[at] |= {key: records[at - 1][key] for key in ("actor", "event")}
    return [json.dumps(record).encode() for record in records]


def by_the_page(app: App, files: Sequence[Path]) -> dict[str, list[Any]]:
    """The verdicts that the page gives when the files are chosen, by the name of the file."""
    before = app.run("return document.querySelectorAll('#verdicts li').length")
    app.choose(*files)
    app.wait(f"document.querySelectorAll('#verdicts > li:not(.working)').length >= {before + len(files)}", 600)
    app.wait("!document.querySelector('#verdicts .working')", 600)
    assert app.run("return [...document.querySelectorAll('#verdicts .failed')].map(row => row.innerText)") == []
    judged = app.imported("const {all} = await import('./shelf.js'); return all().map(log => [log.name, log.judged])")
    return {name: [each["verdict"] for each in found] for name, found in judged[-len(files) :]}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == QUICK else [pytest.mark.long]) for game in games()]
)
def test_self_played_games_are_judged_as_the_command_does(app: App, tmp_path: Path, game: str) -> None:
    """Games are whole, cut short, lack a record, or have one that breaks a clause."""
    files = []
    for seed in range(PLAYED):
        lines = list(write(selfplay_log(ruleset(game), str(seed), 2, {}, "sensible")))
        spoiled = {1: lines[: len(lines) // 2], 2: [*lines[:30], *lines[31:]], 3: twice(lines)}.get(seed % 4, lines)
        files.append(tmp_path / f"{game}-{seed}.jsonl")
        files[-1].write_bytes(b"\n".join(spoiled))
    assert by_the_page(app.open(), files) == by_the_command(files)


@needs_recorded("terra-mystica/ledger")
@pytest.mark.parametrize(
    "folder",
    [
        "terra-mystica/bga-text",
        "terra-mystica/commands",
        "terra-mystica/events-dump",
        "terra-mystica/ledger",
        "terra-mystica/ledger-old",
        "terra-mystica/ledger-web-copy",
        "terra-mystica/moderator-json",
        "terra-mystica/view-game",
        "dice-forge/bga-tables",
        "anachrony/bga-tables",
        "anachrony/gamedatas",
    ],
)
def test_recorded_games_are_judged_as_the_command_does(app: App, folder: str) -> None:
    files = [file.resolve() for file in recorded(folder) if not file.name.endswith(".facts.toml")]
    assert by_the_page(app.open(), files) == by_the_command(files)


def test_who_has_no_log_is_shown_an_example(app: App) -> None:
    app.open().click("#example")
    app.wait("document.querySelector('#verdicts [data-verdict=valid]')")
    app.wait(
        "document.querySelector('#verdicts').innerText.includes('Ann')", 10
    )  # a row is drawn a frame after it is there
    assert not app.run("return document.querySelector('#example').checkVisibility()")
