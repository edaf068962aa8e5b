"""A small kit of the toy game Nim, made once, and what the library answers to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kit.answers import answers as answered
from projections.kit.making import Sizes
from projections.kit.writing import write_kit
from tests.support import TOY, install

SMALL = Sizes(positions=24, games=5, illegal=24)


def make_quick(patched: pytest.MonkeyPatch) -> None:
    """Count fewer sequences and spoil fewer catalogues than in a kit that is used, but look at more positions."""
    patched.setattr("projections.kit.positions.MOST_COUNTED_DEEP", 500)
    patched.setattr("projections.kit.headers.WALKS", 2)
    patched.setattr("projections.kit.making.LOOK_EVERY", 2)


@pytest.fixture(scope="session")
def nim_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the kit."""
    folder = tmp_path_factory.mktemp("kit") / "nim"
    with pytest.MonkeyPatch.context() as patched:
        install(patched, TOY)
        make_quick(patched)
        list(write_kit(folder, "nim", 7, SMALL, 1, force=False))
    return folder


@pytest.fixture(scope="session")
def nim_answers(nim_kit: Path) -> list[dict[str, Any]]:
    """The answers to all its cases."""
    with pytest.MonkeyPatch.context() as patched:
        install(patched, TOY)
        return [json.loads(json.dumps(answer)) for answer in answered(nim_kit)]
