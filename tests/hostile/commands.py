"""Runs commands on spoiled keys, seals, proofs, witnesses, statements, addresses, options and logs, in this process.

    python -m tests.hostile.commands FIRST LAST [--kind KIND]

prints a JSON line for every input that breaks a law, and one for the whole run: how many of each kind, with which exit
statuses, the longest time and the peak of memory. The laws: a documented exit status; no traceback and no failure of
the program itself; at most two seconds; no log stops another.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

import cli
from events.problems import CHAIN, FINDINGS, FINE, STORE, USAGE
from projections.commands.application import application
from tests.hostile.mutations import BITS, spoiled
from tests.support import PROJECT, TOY, install
from tests.support import toy_logs as toy
from tests.support.peak_memory import peak_memory

DOCUMENTED = (FINE, FINDINGS, USAGE, STORE, CHAIN)
SECONDS = 2.0
"""The most CPU time for an input, besides the second that a statement is given, on every core."""
MEBIBYTES = 300
"""The most memory for an input."""
FAILED = ("Traceback", "itself failed", "anyturn failed on")
ADDRESSES = ("start", "end", "#3", "t2", "t2.end", "r1", "r1.t1", "-3", "#0", "r0", "last", "#")
STATEMENTS = (
    "SELECT game, count(*) FROM games GROUP BY ALL",
    "SELECT * FROM records JOIN seats USING (game_id) WHERE seq < 3",
    "WITH a AS (SELECT unnest(range(10)) AS n) SELECT sum(n) FROM a",
    "SELECT body->>'$.event.kind' FROM records LIMIT 2",
    "FROM facts SELECT name, value ORDER BY ALL",
)
OPTIONS = (
    ["validate", "good.jsonl", "--notation", "native", "--jobs", "1", "--quiet"],
    ["legal", "good.jsonl", "--at", "r1", "--json"],
    ["audit", "--all", "--expect", "3:00", "--since", "1:00"],
    ["games", "--where", "players = 2", "--sort", "played:desc", "--limit", "2", "--csv"],
    ["stats", "seats", "--players", "2", "--min-games", "1", "--by", "players", "--limit", "1"],
    ["seal", "good.jsonl", "--new-key", "good.jsonl"],
    ["prove", "good.jsonl", "--root", "--since", "1:00"],
    ["check", "proof.json", "--expect", "1:00", "--log", "good.jsonl"],
    ["replay", "good.jsonl", "--step", "--to", "#2", "--json"],
    ["export", "good.jsonl", "--public", "--seat", "1", "--json"],
)


class Scene:
    """A folder with a sealed log, a store, keys, a proof and witnesses; `run` is a command in it."""

    def __init__(self, folder: Path) -> None:
        os.chdir(folder)
        Path("good.jsonl").write_bytes(toy.native(1))
        self.log = toy.native(2)
        Path("log.jsonl").write_bytes(self.log)
        for words in (
            ["seal", "--new-key", "key"],
            ["seal", "log.jsonl", "--key", "key"],
            ["import", "good.jsonl", "log.jsonl", "--jobs", "1"],
            ["prove", "good.jsonl", "--root", "--out", "proof.json"],
        ):
            status, _, err = self.run(words)
            assert status == FINE, err
        self.key, self.seals = Path("key").read_bytes(), Path("log.jsonl.seals").read_bytes()
        self.keys = f'[[players]]\nname = "Ann"\nkeys = ["{Path("key.pub").read_text().strip()}"]\n'.encode()
        self.proof = Path("proof.json").read_bytes()
        self.root = json.loads(self.proof)["root"]
        self.roots = f"2026-05-01 {self.root} in the forum\n# kept\n2026-06-02 {self.root}\n".encode()

    def run(self, words: list[str]) -> tuple[int, str, str]:
        """The exit status of a command, and what it printed."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace") for _ in range(2))
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = cli._run(lambda: application()(words, prog_name="anyturn", standalone_mode=False))
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else FINE
        texts = []
        for stream in (out, err):
            stream.flush()
            texts.append(stream.buffer.getvalue().decode(errors="replace"))  # type: ignore[attr-defined]
        return status, texts[0], texts[1]


Spoiling = Callable[[Scene, Random], list[str]]


def _file(name: str, content: str, words: list[str]) -> Spoiling:
    """Spoil a file of the scene and run a command on it."""

    def spoil(scene: Scene, rng: Random) -> list[str]:
        Path(name).write_bytes(spoiled(getattr(scene, content), [scene.log, scene.seals, scene.keys, scene.proof], rng))
        return words

    return spoil


def _seals(scene: Scene, rng: Random) -> list[str]:
    Path("log.jsonl").write_bytes(scene.log if rng.random() < 0.7 else spoiled(scene.log, [scene.seals], rng))
    Path("log.jsonl.seals").write_bytes(spoiled(scene.seals, [scene.log, scene.proof], rng))
    return ["validate", "log.jsonl", "good.jsonl", "--jobs", "1", *rng.choice(([], ["--json"]))]


def _log(scene: Scene, rng: Random) -> list[str]:
    Path("log.jsonl").write_bytes(spoiled(scene.log, [scene.proof, scene.keys], rng))
    Path("log.jsonl.seals").unlink(missing_ok=True)
    return ["validate", "log.jsonl", "good.jsonl", "--jobs", "1"]


def _key(scene: Scene, rng: Random) -> list[str]:
    Path("log.jsonl").write_bytes(scene.log)
    Path("log.jsonl.seals").unlink(missing_ok=True)
    Path("other").write_bytes(spoiled(scene.key, [scene.seals, scene.keys], rng))
    return ["seal", "log.jsonl", "--key", "other"]


def _word(data: bytes, others: list[bytes], rng: Random) -> str:
    """A spoiled word of a command line, which cannot hold the byte 0."""
    return os.fsdecode(spoiled(data, others, rng).replace(b"\0", b"")[:50_000])


def _address(scene: Scene, rng: Random) -> list[str]:
    addresses = [each.encode() for each in ADDRESSES]
    word = _word(rng.choice(addresses), addresses, rng)
    command, option = rng.choice((("replay", "--to"), ("legal", "--at"), ("replay", "--at")))
    return [command, "good.jsonl", f"{option}={word}"]


def _statement(scene: Scene, rng: Random) -> list[str]:
    statements = [each.encode() for each in STATEMENTS]
    return ["query", "--timeout", "1", "--memory", "100", "--", _word(rng.choice(statements), statements, rng)]


def _option(scene: Scene, rng: Random) -> list[str]:
    """A command line with one word spoiled, left out, doubled or moved."""
    words = list(rng.choice(OPTIONS))
    place = rng.randrange(1, len(words))
    match rng.randrange(4):
        case 0:
            words[place] = _word(words[place].encode(), [b"x", *BITS], rng)
        case 1:
            del words[place]
        case 2:
            words.insert(rng.randrange(1, len(words) + 1), rng.choice(words))
        case _:
            words[place] = rng.choice(rng.choice(OPTIONS))
    return words


KINDS: dict[str, Spoiling] = {
    "seals": _seals,
    "key": _key,
    "keys": _file("keys.toml", "keys", ["validate", "good.jsonl", "--keys", "keys.toml", "--jobs", "1"]),
    "proof": _file("proof.json", "proof", ["check", "proof.json"]),
    "witness": _file("roots.txt", "roots", ["audit", "--witness", "roots.txt"]),
    "statement": _statement,
    "address": _address,
    "option": _option,
    "log": _log,
}


def faults(scene: Scene, kind: str, number: int) -> tuple[int, float, list[str]]:
    """Run one input: the exit status, the CPU time, and what is wrong."""
    words = KINDS[kind](scene, Random(f"{kind}/{number}"))
    began = process_time()
    try:
        status, out, err = scene.run(words)
    except Exception as error:
        return 1, 0.0, [f"{type(error).__name__}: {error}"]
    lasted = process_time() - began
    wrong = [f"{word}: {err[-300:]}" for word in FAILED if word in err or word in out]
    wrong += [f"exit status {status}"] if status not in DOCUMENTED else []
    allowed = SECONDS + (os.cpu_count() or 1 if kind == "statement" else 0)
    wrong += [f"{lasted:.1f} s"] if lasted > allowed else []
    wrong += ["a log stopped another"] if kind in ("seals", "log") and "good.jsonl" not in out else []
    return status, lasted, wrong


def alone(kind: str, number: int) -> list[str]:
    """What is wrong with this one input in a process of its own."""
    command = [sys.executable, "-m", "tests.hostile.commands", str(number), str(number + 1), "--kind", kind]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    *found, _ = map(json.loads, done.stdout.splitlines())
    return [wrong for each in found for wrong in each["wrong"]]


def run(first: int, last: int, kinds: list[str], folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Run numbered inputs, the kinds in turn: those that break a law, and the whole run.

    Each command has a process of its own in life. Here it has what others left behind: memory, and statements that go
    on although they were interrupted and keep the store to themselves. So what is wrong here is tried again alone.
    """
    here = Path.cwd()
    try:
        scene = Scene(folder)
        found, statuses, longest, peak = [], Counter[str](), 0.0, peak_memory()
        for number in range(first, last):
            kind = kinds[number % len(kinds)]
            status, lasted, wrong = faults(scene, kind, number)
            statuses[f"{kind} {status}"] += 1
            longest = max(longest, lasted)
            before, peak = peak, peak_memory()
            wrong += [f"{peak} MiB"] if peak > max(MEBIBYTES, before) else []
            if wrong and last - first > 1:
                wrong = alone(kind, number)
            found += [{"kind": kind, "number": number, "wrong": wrong}] if wrong else []
    finally:
        os.chdir(here)
    whole = {"inputs": last - first, "seconds": round(longest, 2), "mebibytes": peak, "statuses": dict(statuses)}
    return found, whole


def main() -> int:
    """Print the faults and the totals; 1 if there are any faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--kind", choices=KINDS)
    given = parser.parse_args()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        install(patch, TOY)
        found, whole = run(given.first, given.last, [given.kind] if given.kind else [*KINDS], Path(folder))
    for each in (*found, whole):
        print(json.dumps(each))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
