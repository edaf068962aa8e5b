"""`anyturn season`, killed at random moments and started again, beside a run that nobody disturbs.

    python -m tests.projections.keeping.kills FOLDER [--kills 20] [--seed 1]

prints how far each killed run had got, and whether both sites are the same.
"""

import argparse
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from projections.keeping.site_lock import NAME as LOCK
from tests.support.seasons import settings, write_league
from tests.support.toy_logs import door

BROKEN = "S1_DA_G99_2024-01-01.txt"
QUICK = """from tests.projections.keeping.kills import make_quick
make_quick(__import__("pytest").MonkeyPatch())
"""


def make_quick(patch: pytest.MonkeyPatch) -> None:
    """Leave out plots, ratings and all statistics but two, one of which has no rows: they take most of the time."""
    from projections.pages import report
    from projections.season.profiles import RATINGS
    from projections.statistics import run as counted
    from projections.statistics import titles

    two = [each for each in titles() if each["name"] in ("factions", "bids")]
    patch.setattr("projections.plots.svg", lambda figure: "")
    patch.setattr(report, "need_libraries", lambda what: None)
    patch.setattr(
        "projections.season.profiles.run",
        lambda store, name, filters: [] if name == RATINGS else counted(store, name, filters),
    )
    patch.setattr("projections.pages.report.contents.titles", lambda game: two)


def quick_door(folder: Path) -> list[str]:
    """The command that is `anyturn` with the game installed, made quick."""
    command = door(folder)
    Path(command[-1]).write_text(Path(command[-1]).read_text().replace("from cli", f"{QUICK}from cli"))
    return command


def prepare(folder: Path, seasons: int) -> None:
    """A league of 16 games a season, and a broken log among them."""
    write_league(folder / "logs", seasons=[str(number + 1) for number in range(seasons)])
    (folder / "logs" / BROKEN).write_text("Nim ann:red ben:blue\nroll nothing\n")
    (folder / "season.toml").write_text(settings("replays = 4\n"))


def season(command: Sequence[str], jobs: int) -> list[str]:
    """The command that keeps the season of `prepare`, with so many processes."""
    return [*command, "season", "season.toml", "--jobs", str(jobs)]


def start(command: Sequence[str], folder: Path, site: str) -> "subprocess.Popen[bytes]":
    """Begin a run in a process group of its own."""
    arguments = ["--out", site, "--db", f"{site}.duckdb"]
    return subprocess.Popen(
        [*command, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def finished(command: Sequence[str], folder: Path, site: str) -> tuple[int, str]:
    """A run that is left alone: its exit status and its errors."""
    process = start(command, folder, site)
    _, errors = process.communicate(timeout=600)
    return process.returncode, errors.decode()


def killed(command: Sequence[str], folder: Path, site: str, seconds: float) -> bool:
    """Begin a run, and kill it and its workers after some seconds; false if it had ended before."""
    process = start(command, folder, site)
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return True
    return False


def contents(site: Path) -> dict[str, bytes]:
    """Every file of a site but its lock."""
    files = (file for file in sorted(site.rglob("*")) if file.is_file() and file.name != LOCK)
    return {str(file.relative_to(site)): file.read_bytes() for file in files}


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The files that only one site has, or that are not equal."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def half_written(site: Path) -> list[str]:
    """Pages and feeds that do not end as they should, after a kill."""
    ends = {".html": b"</html>", ".xml": b"</feed>", ".svg": b"</svg>"}
    return [
        name
        for name, data in contents(site).items()
        if not Path(name).name.startswith(".anyturn-")
        and Path(name).suffix in ends
        and not data.rstrip().endswith(ends[Path(name).suffix])
    ]


def compared(command: Sequence[str], folder: Path, kills: int, seed: int) -> list[str]:
    """Kill runs at moments spread over the time of an undisturbed one, then end one; return the files that differ.

    A run that ended before its moment is no kill, but says how long a run takes at present.
    """
    began = time.monotonic()
    code, errors = finished(command, folder, "undisturbed")
    whole = time.monotonic() - began
    assert code == 1, errors  # one log is broken
    rng, done = Random(seed), 0
    while done < kills:
        moment, began = rng.uniform(0.1, 1) * whole, time.monotonic()
        was_killed = killed(command, folder, "killed", moment)
        found = contents(folder / "killed") if (folder / "killed").exists() else {}
        assert half_written(folder / "killed") == []
        done += was_killed
        print(f"{f'kill {done}' if was_killed else 'ended'} within {moment:.1f} s, {len(found)} files", flush=True)
        if not was_killed:
            whole = min(whole, time.monotonic() - began)
        if not was_killed or (done % 4 == 3 and len(found) > 20):  # begin anew, so that early moments are hit again
            shutil.rmtree(folder / "killed", ignore_errors=True)
            (folder / "killed.duckdb").unlink(missing_ok=True)
    code, errors = finished(command, folder, "killed")
    assert code == 1, errors
    return differing(contents(folder / "undisturbed"), contents(folder / "killed"))


def main() -> None:
    """Print what became of the kills."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seasons", type=int, default=13)
    given = parser.parse_args()
    given.folder.mkdir(parents=True)
    prepare(given.folder, given.seasons)
    found = compared(season(door(given.folder), 2), given.folder, given.kills, given.seed)
    print("the same site" if not found else f"different: {', '.join(found)}")


if __name__ == "__main__":
    main()
