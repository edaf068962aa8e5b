"""Runs of many tables with a program of Board Game Arena: its own tables, and games of this project at them."""

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from platform_program import ProgramProcess

P = TypeVar("P", bound=ProgramProcess)
P_contra = TypeVar("P_contra", bound=ProgramProcess, contravariant=True)
SENDS = re.compile(r"notify(?:AllPlayers|Player)\s*\(")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
MOST_REFUSALS = 20
"""How many kinds of refused requests are listed."""


class Made(Struct):
    """A table that the program has made: its archive, what is written beside it, and why it stopped, if it did."""

    name: str
    table: Any
    beside: dict[str, Any]
    fault: str


class Players(Protocol[P_contra]):
    """Players who make tables; `refused` counts the requests that the program refused."""

    refused: Counter[str]

    def play(self, program: P_contra, seed: int) -> Made:
        """One table to its end."""


def arguments(about: str) -> argparse.ArgumentParser:
    """The arguments that all runs have."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game")
    parser.add_argument("--games", type=int, default=100, help="games to play")
    parser.add_argument("--out", type=Path, help="folder for the tables that are made")
    return parser


def make_tables(program: P, players: Players[P], seeds: range, folder: Path, source: Path) -> int:
    """Tables of the program's own; prints what was refused, and what was never sent. Returns the exit status.

    NAME.json is the archive of a table, NAME.final.json what is written beside it; `source` has the program's source.
    """
    ended = 0
    folder.mkdir(parents=True, exist_ok=True)
    with program:
        for seed in seeds:
            made = players.play(program, seed)
            Path(folder, f"{made.name}.json").write_text(json.dumps(made.table), encoding="utf-8")
            if made.fault:
                print(f"{made.name}  {made.fault}", flush=True)
                continue
            ended += 1
            Path(folder, f"{made.name}.final.json").write_text(json.dumps(made.beside), encoding="utf-8")
        visited = program.visited()
    for refusal, times in players.refused.most_common(MOST_REFUSALS):
        print(f"{times:6}  refused: {refusal}")
    places = _sending_places(source)
    for place, line in places.items():
        if place not in visited:
            print(f"never  {place}  {line}")
    print(f"{len(places.keys() & visited.keys())} of {len(places)} places that send something were visited")
    print(f"{ended} of {len(seeds)} tables came to their end; they are in {folder}")
    return int(ended < len(seeds))


def _sending_places(source: Path) -> dict[str, str]:
    """The places of a program's source (file:line) that send something, each with what stands there."""
    places = {}
    for file in sorted(source.rglob("*.php")):
        text = COMMENT.sub(lambda found: re.sub("[^\n]", " ", found[0]), file.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if SENDS.search(line) and not line.strip().startswith("//"):
                places[f"{file.relative_to(source)}:{number}"] = line.strip()[:90]
    return places


def compare_games(program: P, compare: Callable[[P, int, Counter[str]], str], seeds: range, noted: str) -> int:
    """Games of ours at the program's tables; prints those that do not end equal. Returns the exit status.

    `compare` plays the game of a seed and returns `equal`, `skipped: why` or what came of it; what it counts is printed
    with the words `noted`.
    """
    outcomes, counted = Counter[str](), Counter[str]()
    with program:
        for seed in seeds:
            outcome = compare(program, seed, counted)
            outcomes[outcome.split(":")[0]] += 1
            if outcome != "equal":
                print(f"{seed}  {outcome}", flush=True)
    for what, times in counted.most_common():
        if times:
            print(f"{times:6}  {noted}: {what}")
    equal, skipped = outcomes["equal"], outcomes["skipped"]
    print(f"{equal} of {len(seeds) - skipped} games end with equal scores, {skipped} skipped")
    return int(equal + skipped < len(seeds))


def source_of(game: str) -> Path:
    """The folder with a program's source."""
    return Path(os.environ["PROGRAMS"], game, "game")
