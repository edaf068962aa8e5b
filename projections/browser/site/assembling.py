"""Puts the site together: the page, the program, Python, each once and with a digest over all, in a folder."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

from msgspec.structs import replace

from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events.files.atomic import Exists, write_whole
from events.files.gzipped import gzipped
from events.files.resources import under
from events.log.native import write
from events.problems import USAGE, Problem
from projections.browser.site.packages import contents, unzipped, zipped
from projections.browser.site.program import game_packages, library, program
from projections.pages.page_file import LOOK, part, script_source

MARK = "anyturn-site.json"
"""The file that lists the others; a folder with it is a site, which may be replaced."""
_PAGE = "projections.pages"
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs")
_INDEXED = ("service-worker.js", "site.js")
_TEXTS = (".html", ".js", ".css", ".webmanifest", ".svg", ".txt")
Said = Callable[[str], object]


class NoCompiler(Problem):
    """The program cannot be compiled for the browser."""

    STATUS = USAGE


def build(out: Path, packages: Path, said: Said, *, force: bool = False) -> list[Path]:
    """Write the site to the folder `out` and return its files; `packages` is the folder of the pinned packages.

    Raises Exists for a folder that holds something else (unless `force`), PackageMissing, NoCompiler.
    """
    if not force and out.exists() and not (out / MARK).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise Exists(f"{out} is there and is not a site; name another folder, or write into it with --force")
    made = site_files(packages, said)
    said("writing the site")
    for name, data in made.items():
        place = out / name
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(data, place, force=True)
    return [out / name for name in made]


def site_files(packages: Path, said: Said) -> dict[str, bytes]:
    """The files of the site, by their path in its folder."""
    pyodide, wheel = contents(packages, said)
    pyodide = {name.removeprefix("package/"): data for name, data in pyodide.items()}
    said("compiling the program")
    archives = {
        "library": (2, library(unzipped(pyodide["python_stdlib.zip"]))),
        "packages": (2, {name: data for name, data in wheel.items() if not name.endswith(".pyi")} | game_packages()),
        "program": (0, program()),
    }
    found = {name: pyodide[name] for name in _RUNTIME}
    found["pyodide-lock.json"] = _without_packages(pyodide["pyodide-lock.json"])
    found["pyodide.asm.wasm.packed"] = gzipped(pyodide["pyodide.asm.wasm"])
    for name, data in _compiled(pyodide, archives).items():
        found[f"{name}.zip.packed"] = gzipped(data)
    made = {f"python/{name}": data for name, data in found.items()}
    return _with_index(made | _page())


def _page() -> dict[str, bytes]:
    """The page with its scripts and styles; its policy names the one script that runs in the replay page."""
    digest = script_source()
    folder = files(_PAGE).joinpath("app")
    texts = {name: file.read_text(encoding="utf-8") for name, file in under(folder) if name.endswith(_TEXTS)}
    texts["index.html"] = texts["index.html"].replace("{{replay}}", digest)
    made = {name: text.encode() for name, text in texts.items()}
    return made | {LOOK: f"{part(LOOK)}\n".encode(), "example.jsonl": _example()}


def _example() -> bytes:
    """A game for people who have no log at hand: of the last ruleset in the list, as any will do."""
    log = selfplay_log(ruleset(max(games())), "example", 3, {}, "sensible")
    names = [replace(seat, player=name) for seat, name in zip(log.header.seats, ("Ann", "Bob", "Cleo"), strict=True)]
    return b"\n".join(write(replace(log, header=replace(log.header, seats=tuple(names))))) + b"\n"


def _with_index(made: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with a list of them and their sizes; the service worker keeps exactly these."""
    digests = {name: sha256(data).hexdigest() for name, data in sorted(made.items())}
    version = sha256(json.dumps(digests).encode()).hexdigest()[:16]
    sizes = {name: len(made[name]) for name in digests}
    index = json.dumps({"version": version, "files": sizes}, indent=1)
    filled = {name: made[name].replace(b'"{{index}}"', index.encode()) for name in _INDEXED}
    return {**made, **filled, MARK: f"{index}\n".encode()}


def _without_packages(lock: bytes) -> bytes:
    """The list of packages that Pyodide reads when it starts, without the packages: none is ever loaded."""
    return json.dumps(json.loads(lock) | {"packages": {}}).encode()


def _compiled(runtime: Mapping[str, bytes], archives: Mapping[str, tuple[int, dict[str, bytes]]]) -> dict[str, bytes]:
    """The archives with their Python files compiled, each at its level of optimization. Raises NoCompiler."""
    if shutil.which("node") is None:
        raise NoCompiler("there is no node to compile the program with: install Node.js (Debian: apt install nodejs)")
    with tempfile.TemporaryDirectory() as folder, as_file(files(__package__).joinpath("compile.mjs")) as script:
        for name, data in runtime.items():
            Path(folder, name).write_bytes(data)
        jobs = [f"{level}:{Path(folder, name)}" for name, (level, _) in archives.items()]
        for name, (_, contained) in archives.items():
            Path(folder, name).write_bytes(zipped(contained))
        command = ["node", str(script), folder, *jobs]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoCompiler(f"node cannot compile the program: {done.stderr.strip()[-300:]}")
        return {name: Path(folder, name).read_bytes() for name in archives}
