"""The site: what goes into it, and what it says where something is missing. Nothing here needs npm."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.files.atomic import Exists
from projections.browser.site import packages
from projections.browser.site.assembling import NoCompiler, build
from projections.browser.site.packages import PackageMissing, unzipped, zipped
from projections.browser.site.program import contents, library, program
from tests.support import PROJECT
from tests.support.toy_packages import game_package


def test_nothing_in_the_site_imports_what_is_left_out() -> None:
    """Every module of the program is imported without the store, the command line and what else is left out."""
    wanted = contents().program
    left_out = [each.rstrip("/").removesuffix(".py").replace("/", ".") for each in wanted.left_out]
    modules = [name for name in program() if name.endswith(".py")]
    names = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in modules]
    assert len(names) > 300
    script = (
        "import importlib, sys\n"
        f"left_out = {[*left_out, 'duckdb', 'typer', 'prompt_toolkit', 'altair', 'backports']!r}\n"
        "class Nothing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if any(name == each or name.startswith(each + '.') for each in left_out):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Nothing())\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_packages_of_games_are_in_the_site(tmp_path: Path) -> None:
    """From what goes into it, the game is found and played; a package with a compiled module is left out."""
    game_package(tmp_path / "here", "nim", "heap")
    (game_package(tmp_path / "here", "race", "dash") / "fast.so").write_bytes(b"")
    script = (
        "import sys; from pathlib import Path; from projections.browser.site.program import game_packages\n"
        "for name, data in game_packages().items():\n"
        "    place = Path(sys.argv[1], name)\n"
        "    place.parent.mkdir(parents=True, exist_ok=True)\n"
        "    place.write_bytes(data)\n"
    )
    play = (
        "from engine.rules import games, ruleset; from engine.selfplay import header_for\n"
        "print(games(), header_for(ruleset('heap'), '', 2, {}))"
    )
    for folder, code in (("here", script), ("there", play)):
        path = os.pathsep.join([str(PROJECT), str(tmp_path / folder)])
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "there")],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert "'heap'" in done.stdout
    assert "'dash'" not in done.stdout


@pytest.mark.long
def test_the_program_imports_no_module_of_the_library_that_is_left_out() -> None:
    """Not even in a function, where nothing would be noticed before it is called."""
    found = {
        f"{name}: {module}"
        for name, data in program().items()
        if name.endswith(".py")
        for node in ast.walk(ast.parse(data))
        for module in _modules(node)
        if module in contents().library.left_out
    }
    assert found == set()


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name.split(".")[0] for each in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module.split(".")[0]]
    return []


def test_what_is_left_out_exists() -> None:
    """A renamed folder must not come back into the site unnoticed."""
    assert [each for each in contents().program.left_out if not (PROJECT / each).exists()] == []


def test_the_library_is_left_without_what_is_named() -> None:
    whole = dict.fromkeys(
        ("json/decoder.py", "tkinter/ttk.py", "pdb.py", "encodings/utf_8.py", "encodings/cp850.py"), b""
    )
    assert list(library(whole)) == ["json/decoder.py", "encodings/utf_8.py"]


def test_an_archive_has_the_same_bytes_for_the_same_files() -> None:
    files = {"b/c.py": b"1", "a.py": b"2"}
    assert zipped(files) == zipped(dict(reversed(files.items())))
    assert unzipped(zipped(files)) == files


def test_without_npm_it_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages.shutil, "which", lambda program: None)
    with pytest.raises(PackageMissing) as problem:
        build(tmp_path / "out", tmp_path / "packages", lambda step: None)
    words = str(problem.value)
    assert "there is no npm to get it: install Node.js" in words
    assert "npm pack --silent pyodide@" in words
    assert str(tmp_path / "packages") in words
    assert not (tmp_path / "out").exists()


def test_another_package_under_the_name_of_a_pinned_one_is_refused(tmp_path: Path) -> None:
    pyodide, _ = packages.packages()
    (tmp_path / pyodide.file).write_bytes(b"another")
    with pytest.raises(PackageMissing, match=r"found SHA-256 .*, expected 66b7949e"):
        build(tmp_path / "out", tmp_path, lambda step: None)


def test_a_client_that_fails_is_reported_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyodide, wheel = packages.packages()
    failing = packages.Package(pyodide.file, pyodide.sha256, ["{python}", "-c", "import sys; sys.exit('no network')"])
    monkeypatch.setattr(packages, "packages", lambda: (failing, wheel))
    with pytest.raises(PackageMissing, match=r"cannot be got \(no network\); try again, or put pyodide"):
        build(tmp_path / "out", tmp_path / "packages", lambda step: None)
    assert list((tmp_path / "packages").iterdir()) == []


def test_a_folder_of_something_else_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(Exists, match="is there and is not a site"):
        build(tmp_path, tmp_path / "packages", lambda step: None)


def test_without_node_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from projections.browser.site import assembling

    pyodide = dict.fromkeys(("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"), b"{}")
    pyodide["python_stdlib.zip"] = zipped({})
    monkeypatch.setattr(
        assembling, "contents", lambda folder, said: ({f"package/{name}": data for name, data in pyodide.items()}, {})
    )
    monkeypatch.setattr(assembling.shutil, "which", lambda program: None)
    with pytest.raises(NoCompiler, match=r"there is no node to compile the program with: install Node\.js"):
        build(tmp_path / "out", tmp_path, lambda step: None)
