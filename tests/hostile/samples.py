"""The inputs to corrupt: small good ones of every kind that the program reads, by the name of the kind."""

import json
from collections.abc import Callable
from functools import cache

from engine.games.daitoshi import own_catalogue as daitoshi_files
from engine.games.gaia import own_catalogue as gaia_files
from engine.rules import games, ruleset
from engine.selfplay import selfplay_log
from engine.writing import write
from events.log import native
from events.log.codec import Unreadable
from events.log.native import GameLog
from tests.events.notations.test_snellman_json import DUMP
from tests.games.anachrony import packets as anachrony
from tests.games.daitoshi.test_recording import filled
from tests.games.dice_forge import packets as dice_forge
from tests.games.terra_mystica.bga_games import self_played
from tests.games.terra_mystica.bga_writer import bga_terra_mystica, facts_of
from tests.games.terra_mystica.test_bga_selfplay import side_file

FACTS_CSV = b"""source,played_at,season,division
a.txt,2024-05-31,1,A
b.txt,2024-06-01T20:15,1,"B, the second"
c.txt,,2,
"""
ALIASES_CSV = b"alias;player\nann_2;Ann\nben;Ben\n"
FACTS_TOML = b"""# a season
[[games]]
source = "a.txt"
played_at = 2024-05-31
tags = { season = "1", round = 3 }

[[games]]
game = "3895e4f0"
played_at = "2024-06-01"

[[players]]
name = "Ann"
aliases = ["ann_2", "anna"]
"""
SEEDS = 3
FACTS_BESIDE = "facts_beside"
"""Side files are corrupted; the log stays unchanged."""


def _games(game: str) -> list[GameLog]:
    return [selfplay_log(ruleset(game), str(seed), 2, {}, "sensible") for seed in range(SEEDS)]


def _native(game: str) -> list[bytes]:
    """Whole games, with and without their hashes, and the beginnings of games without them."""
    found = []
    for log in _games(game):
        plain = [native.encode(log.header), *log.bodies()]
        found += [b"\n".join(native.write(log)) + b"\n", *(b"\n".join(plain[:most]) for most in (40, 80, 9999))]
    return found


def _written(logs: list[GameLog], notation: str, most: int = SEEDS) -> list[bytes]:
    """The games that a foreign notation can express, in that notation."""
    found: list[bytes] = []
    for log in logs:
        try:
            found.append(write(log, notation).encode())
        except Unreadable:
            continue
        if len(found) == most:
            break
    return found


def _anachrony() -> list[bytes]:
    """Answers of the platform as archives, and only their packets."""
    found = _written([anachrony.table_log(seed) for seed in range(9)], "bga_anachrony", 2)
    return [*found, *map(_shorter, found)]


def _dice_forge() -> list[bytes]:
    found = _written([dice_forge.table_log(seed, "sensible") for seed in range(5)], "bga_diceforge", 2)
    return [*found, *map(_shorter, found)]


def _shorter(archive: bytes) -> bytes:
    """The first packets of an archive, in its form."""
    found = json.loads(archive)
    data = found.get("data", found) if isinstance(found, dict) else found
    logs = data["logs"] if isinstance(data, dict) else data
    del logs[len(logs) // 4 :]
    return json.dumps(found).encode()


def _snellman(notation: str) -> Callable[[], list[bytes]]:
    return lambda: _written(_games("terra_mystica"), notation)


def _texts() -> list[bytes]:
    return [bga_terra_mystica(self_played(number).log()).encode() for number in (0, 4)]


@cache
def text_with_facts() -> tuple[bytes, bytes]:
    """A text that leaves something out, and the side file that states it."""
    log = self_played(4).log()
    return bga_terra_mystica(log).encode(), side_file(facts_of(log))


LOGS: dict[str, Callable[[], list[bytes]]] = {
    **{f"native-{game}": lambda game=game: _native(game) for game in games()},  # type: ignore[misc]
    "snellman_ledger": _snellman("snellman_ledger"),
    "snellman_commands": _snellman("snellman_commands"),
    "snellman_json": _snellman("snellman_json"),
    "snellman_counters": lambda: [json.dumps(DUMP).encode()],
    "bga_terra_mystica": _texts,
    FACTS_BESIDE: lambda: [text_with_facts()[1]],
    "bga_diceforge": _dice_forge,
    "bga_anachrony": _anachrony,
}
"""Kinds of logs."""
BESIDE: dict[str, Callable[[], list[bytes]]] = {
    "facts.csv": lambda: [FACTS_CSV, ALIASES_CSV],
    "facts.toml": lambda: [FACTS_TOML],
    "catalogue-daitoshi": lambda: [filled().encode(), daitoshi_files.template().encode()],
    "catalogue-gaia": lambda: [gaia_files.template().encode()],
}
"""Kinds of files that are read in addition to logs."""
KINDS = [*LOGS, *BESIDE]


@cache
def samples(kind: str) -> tuple[bytes, ...]:
    """The good inputs of a kind."""
    return tuple({**LOGS, **BESIDE}[kind]())


FOREIGN = (
    b'{"game":"nim","seats":[{},{}]}\n{"seq":1,"actor":0,"event":{"kind":"take","stones":1}}\n',
    b'{"game":"gaia","seats":[{"player":"a"},{"player":"b"}]}\n',
    b"default game options\t\nplayer 1: ann\t\nwitches\t20\t\t15\t\t3\t\t0\t\t5/7/0\t\t0/0/0/2\t\tsetup\n",
    b'{"status":1,"data":{"logs":[{"packet_id":"1","data":[{"type":"x","args":{}}]}]}}',
    b"alias,player\na,b\n",
    b"[[games]]\nsource = 'a'\n",
    FACTS_CSV,
)
"""Lines to mix in."""
