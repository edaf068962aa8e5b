"""The toy games as packages of their own, as other distributions bring them: a folder for `sys.path`, without pip."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support import PROJECT, TOY

PARTS = {"rules": "games/{}", "vocabulary.py": "vocabulary/{}.py", "picture.py": "pictures/{}.py"}
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"


def game_package(site: Path, toy: str, game: str, name: str = "", prefix: str = "") -> Path:
    """Put the toy under the id `game` into the folder `site`, as the distribution `name`; returns its package.

    `prefix` begins the ids of its clauses instead of the toy's.
    """
    name = name or f"anyturn-{game.replace('_', '-')}"
    module = name.replace("-", "_")
    package = site / module
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f'"""The game {game}."""\n')
    for part, place in PARTS.items():
        if (found := TOY / place.format(toy)).is_dir():
            shutil.copytree(found, package / part, ignore=shutil.ignore_patterns("__pycache__"))
        elif found.exists():
            shutil.copy(found, package / part)
    renamed = {
        f"engine.games.{toy}": f"{module}.rules",
        f"from events.vocabulary import {toy} as events": f"from {module} import vocabulary as events",
        f"events.vocabulary.{toy}": f"{module}.vocabulary",
        f'"{toy}"': f'"{game}"',
        f"`{toy}`": f"`{game}`",
        f"{toy.upper()}-": f"{prefix or game.upper().replace('_', '')}-",
    }
    for file in (each for each in package.rglob("*") if each.suffix in (".py", ".md")):
        text = file.read_text()
        for old, new in renamed.items():
            text = text.replace(old, new)
        file.write_text(text)
    declare(site, name, {game: module})
    return package


def declare(site: Path, name: str, games: dict[str, str], version: str = "1.0") -> None:
    """Write the metadata of a distribution whose entry points bring these games: id -> package."""
    metadata = site / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(METADATA.format(name=name, version=version))
    points = "".join(f"{game} = {module}\n" for game, module in games.items())
    (metadata / "entry_points.txt").write_text(f"[anyturn.games]\n{points}")


def anyturn(*words: str, path: Path | str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What a command does where `path` is also searched for modules."""
    return subprocess.run(
        [sys.executable, str(PROJECT / "cli.py"), *words],
        env={**os.environ, "PYTHONPATH": f"{PROJECT}{os.pathsep}{path}", "COLUMNS": "200"},
        cwd=folder,
        capture_output=True,
        text=True,
    )


def checked(project: Path, *options: str, path: Path | str) -> subprocess.CompletedProcess[str]:
    """The tests of a package's project, and all laws; the plugin is named, whether anyturn is installed or not."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "anyturn.laws.plugin", "-p", "no:cacheprovider", *options],
        env={
            **os.environ,
            "PYTHONPATH": f"{PROJECT}{os.pathsep}{path}",
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        cwd=project,
        capture_output=True,
        text=True,
    )
