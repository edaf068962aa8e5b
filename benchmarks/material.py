"""Logs for benchmarks: self-played if none are given, and multiplied to the requested number."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from events import files
from events.log import native


def self_played(folder: Path, number: int) -> Iterator[str]:
    """A number of self-played logs of each game, with the sensible policy."""
    for game in games():
        for seed in range(number):
            path = folder / f"{game}-{seed}.jsonl"
            path.write_bytes(b"\n".join(native.write(selfplay_log(ruleset(game), str(seed), 4, {}, "sensible"))))
            yield str(path)


def copies(paths: list[str], folder: Path, many: int) -> list[str]:
    """About this many logs of different games: the given ones with other player names."""
    folder.mkdir()
    made = []
    for number in range(max(1, many // len(paths))):
        for place, path in enumerate(paths):
            copy = folder / f"{number}-{place}{Path(path).suffix}"
            copy.write_bytes(_by_others(files.read(path).data, f"-{number}"))
            made.append(str(copy))
    return made


def _by_others(data: bytes, suffix: str) -> bytes:
    """A log with other player names, which makes it a different game; in an unknown notation, just other bytes."""
    if not native.is_native(data):
        return re.sub(rb"(?m)^(Player \d+: [^\r\n]*)", rb"\1" + suffix.encode(), data) + b"\n"
    played = native.read(data.split(b"\n"))
    seats = tuple(replace(seat, player=seat.player + suffix) for seat in played.header.seats)
    return b"\n".join(native.write(native.GameLog(replace(played.header, seats=seats), played.records)))
