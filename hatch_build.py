"""The optional compiled build: mypyc turns rules and readings into C extensions, next to their sources.

    ANYTURN_COMPILED=1 pip install .    needs a C compiler and, while building, mypy; a plain build needs neither
    python hatch_build.py FOLDER        a copy of the program with compiled rules, for tests to compare with

pyproject.toml lists what is compiled and what is left out, under [tool.hatch.build.targets.wheel.hooks.custom].
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
VARIABLE = "ANYTURN_COMPILED"
PARTS = ("anyturn", "engine", "events", "projections", "cli.py")
LOOKUPS = "engine/lookups.h"
"""C that every compiled module includes: fields of Structs and items of dictionaries, looked up once."""
_AS_ONE = ["-flto=auto", "-fvisibility=hidden", "-fno-semantic-interposition"]
"""For the compiler to treat the modules as one: functions are called across them directly, or not at all."""
_CLASS = re.compile(r"^class ", re.M)
_MYPY = ("--explicit-package-bases", "--ignore-missing-imports", "--no-error-summary", "--python-version=3.11")
_SETUP = """
from pybind11.setup_helpers import ParallelCompile
from setuptools import setup
from mypyc.build import mypycify

ParallelCompile().install()  # otherwise the files of an extension are compiled one by one
extensions = mypycify({arguments!r}, opt_level={level!r}, debug_level="0", multi_file=True, group_name="anyturn")
for extension in extensions:
    extension.extra_compile_args += {flags!r}
    extension.extra_link_args += {linking!r}
setup(name="anyturn", ext_modules=extensions)
"""


class CompiledBuild(BuildHookInterface[Any]):
    """Adds the extensions to a wheel if requested."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The additional requirements for compiling."""
        return self.config["needs"] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a temporary folder, and add the extensions to the wheel."""
        if version == "editable" or not self._wanted():
            return
        self._folder = tempfile.TemporaryDirectory(prefix="anyturn-compiled-")
        folder = Path(self._folder.name)
        for built in compile_into(folder, modules(self.config)):
            build_data["force_include"][str(built)] = str(built.relative_to(folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder once the wheel is written."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(VARIABLE, "0") not in ("", "0")


def settings() -> dict[str, Any]:
    """The settings of the compiled build in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    return found


def modules(config: dict[str, Any]) -> list[str]:
    """The paths, relative to the root, of the modules to compile: those in `compile` without classes.

    Classes are left to the interpreter, as msgspec builds them from annotations that mypyc does not keep.
    `with_classes` are modules whose classes no library inspects for more than names; `left_out` are those that mypyc
    cannot compile.
    """
    found = [path for pattern in config["compile"] for path in sorted(ROOT.glob(pattern))]
    functions = [path for path in found if not _CLASS.search(path.read_text(encoding="utf-8"))]
    names = {path.relative_to(ROOT).as_posix() for path in functions if path.name != "__init__.py"}
    names |= set(config["with_classes"])
    return sorted(name for name in names if not any(fnmatch(name, pattern) for pattern in config["left_out"]))


def compile_into(folder: Path, chosen: list[str]) -> list[Path]:
    """Copy the program into an empty folder and compile modules there. Returns the extensions.

    MYPYC_OPT_LEVEL is the compiler's level of optimisation, 0 to 3. Raises RuntimeError with the output of the
    compiler.
    """
    level = os.environ.get("MYPYC_OPT_LEVEL", "2")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
        else:
            shutil.copy(ROOT / part, folder)
    with tempfile.TemporaryDirectory(prefix="anyturn-build-") as beside:
        setup = Path(beside, "setup.py")
        flags, linking = _options(level)
        source = _SETUP.format(arguments=[*_MYPY, *chosen], level=level, flags=flags, linking=linking)
        setup.write_text(source, encoding="utf-8")
        threads = str(os.cpu_count() or 1)
        command = [sys.executable, str(setup), "build_ext", "--inplace", "--build-temp", beside, "--parallel", threads]
        run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if run.returncode:
        raise RuntimeError(f"the modules could not be compiled:\n{run.stdout.decode(errors='replace')[-4000:]}")
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(folder / left, ignore_errors=True)
    return sorted(path for path in folder.rglob("*") if path.suffix in (".so", ".pyd"))


def _options(level: str) -> tuple[list[str], list[str]]:
    """Further options of the compiler and of the linker, which are those of gcc and clang."""
    if os.name != "posix":
        return [], []
    as_one = [] if level == "0" else _AS_ONE
    return ["-include", str(ROOT / LOOKUPS), *as_one], as_one


if __name__ == "__main__":
    print(f"{len(compile_into(Path(sys.argv[1]), modules(settings())))} extensions in {sys.argv[1]}")
