"""Recorded games are not part of the project: tests that read them are skipped, with a reason, if there are none."""

from pathlib import Path

import pytest

from tests.support import LOGS


def recorded(*folders: str) -> list[Path]:
    """The files of folders below LOGS (such as `terra-mystica/ledger`), sorted; a folder that is missing has none."""
    return [path for folder in folders for path in sorted((LOGS / folder).glob("*")) if path.is_file()]


def missing(*folders: str) -> str:
    """The reason why a test is skipped."""
    what = ", ".join(folders) or "any game"
    return f"no recorded games ({what}) in {LOGS}: set ANYTURN_LOGS to the folder that holds them"


def needs_recorded(*folders: str) -> pytest.MarkDecorator:
    """Skips a test unless each of the folders holds files; without a folder, unless LOGS is there at all."""
    here = all(map(recorded, folders)) and LOGS.is_dir()
    return pytest.mark.skipif(not here, reason=missing(*folders))
