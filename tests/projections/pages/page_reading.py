"""Pages of games as their scripts read them: the data, the pictures and figures put together again."""

import gzip
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from engine.replay import Replay
from engine.rules import games, ruleset
from events.log.native import GameLog, resolve, write
from projections.pages import replay_page
from projections.pages.stations import Stations

each_game = pytest.mark.parametrize("game", games())
QUICK = "gaia"
quick_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == QUICK else [pytest.mark.long]) for game in games()]
)
"""The games for costly tests; those of the other games are marked as long."""


def page_of(log: GameLog, folder: Path, **more: Any) -> str:
    file = folder / "game.jsonl"
    file.write_bytes(b"\n".join(write(log)) + b"\n")
    return replay_page(str(file), "", **more).data.decode()


def data_of(page: str) -> dict[str, Any]:
    (packed,) = re.findall(r'<script id="data" type="application/octet-stream">([^<]*)</script>', page)
    data: dict[str, Any] = json.loads(gzip.decompress(b64decode(packed)))
    return data


def parts(data: dict[str, Any]) -> list[list[str]]:
    """The parts of the pictures, reassembled in the same way as by the page."""
    found: list[list[list[int]]] = []
    picture: list[list[int]] = []
    new = 0
    for changed in data["splices"]:
        picture = [*picture]
        for part, *splices in changed:
            if part == len(picture):
                picture.append([])
            at, now = 0, []
            for stay, gone, *come in splices:
                now += picture[part][at : at + stay]
                for piece in come:
                    new += not piece
                    now.append(piece or new)
                at += stay + gone
            picture[part] = now + picture[part][at:]
        found.append(picture)
    return [["".join(data["pieces"][piece - 1] for piece in part) for part in picture] for picture in found]


def documents(data: dict[str, Any]) -> list[str]:
    """The pictures, their parts one after the other."""
    return ["".join(shown) for shown in parts(data)]


def figures_at(data: dict[str, Any], row: int) -> list[int]:
    """The figures of all seats at a row, reassembled in the same way as by the page."""
    values: dict[int, int] = {}
    for changes in data["values"][: row + 1]:
        values.update(map(tuple, changes))
    return [values[place] for place in range(len(values))]


def watched(log: GameLog) -> tuple[Replay, Stations]:
    game = Replay(ruleset(log.header.game), log.header)
    stations = Stations(game)
    game.feed(resolve(log))
    return game, stations
