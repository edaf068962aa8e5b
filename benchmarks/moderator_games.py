"""Whether the Perl moderator of terra.snellman.net and this project judge the same games alike, both ways.

    PROGRAMS=FOLDER python benchmarks/moderator_games.py [--seed 1000] [--games 100]

FOLDER holds `moderator/src`, a working copy of the moderator's source, and `moderator/moderator.pl`, which answers one
JSON task per line; no part of them belongs to this project. Without them the script states so and ends.

Self-played games on all maps, with and without Fire & Ice, for 2 to 5 players, are written as the moderator's commands.
It must accept them with equal final scores. Its own JSON of each accepted game must then be read here as valid, which
compares the figures of every row. Games that either side refuses, or that cannot be written, are listed with the
cause; the exit code is 1 if there are any.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from moderator_task import KNOWN, task  # noqa: E402

from engine import selfplay  # noqa: E402
from engine.games.terra_mystica.components import MAPS  # noqa: E402
from engine.intake import examine  # noqa: E402
from engine.rules import ruleset  # noqa: E402
from events.files import Blob  # noqa: E402
from events.log.codec import Unreadable  # noqa: E402

EQUAL = frozenset(("commands: equal", "answer: equal"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare verdicts with the Perl moderator, both ways.")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first game")
    parser.add_argument("--games", type=int, default=100, help="games to play")
    arguments = parser.parse_args()
    folder = Path(os.environ.get("PROGRAMS", ""), "moderator")
    if "PROGRAMS" not in os.environ or not (folder / "moderator.pl").exists() or not (folder / "src").exists():
        print("skipped: PROGRAMS names no folder with moderator/moderator.pl and moderator/src")
        return 0
    command = ["perl", str(folder / "moderator.pl")]
    count: Counter[str] = Counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as moderator:
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            outcomes = _compare(moderator, seed)
            count.update(outcomes)
            print(*(f"{seed}  {each}\n" for each in outcomes if each not in EQUAL), sep="", end="")
    for outcome, number in count.most_common():
        print(f"{number:6}  {outcome}")
    return int(bool(set(count) - EQUAL))


def _compare(moderator: "subprocess.Popen[str]", seed: int) -> list[str]:
    """The outcomes for one game: of its commands, and of the moderator's JSON if it accepts them."""
    options, players, policy = _setting(random.Random(seed))
    rules = ruleset("terra_mystica")
    game = selfplay.play(rules, selfplay.header_for(rules, str(seed), players, options), str(seed), policy)
    try:
        asked = task(game.log()) | {"full": 1}
    except Unreadable as refusal:
        return [f"commands: not written: {refusal}"]
    answer = _answer(moderator, asked)
    if answer["error"]:
        return [f"commands: {str(answer['error'][0]).strip()}"]
    ours = sorted(standing.vp for standing in game.standings or [])
    if ours != sorted(answer["finals"].values()):
        return [f"commands: final scores {sorted(answer['finals'].values())}, expected {ours}"]
    report = examine(Blob(f"{seed}.json", json.dumps(answer["json"]).encode()))
    if report.verdict == "valid":
        return ["commands: equal", "answer: equal"]
    broke = report.problem or (report.replay and report.replay.broke)
    return ["commands: equal", f"answer: {report.verdict} {broke or ''}".strip()]


def _setting(rng: random.Random) -> tuple[dict[str, Any], int, str]:
    """Options, number of players and policy."""
    options = {
        **KNOWN,
        "map": rng.choice(list(MAPS)),
        "temple_scoring_tile": rng.random() < 0.5,
        "shipping_bonus_card": rng.random() < 0.5,
        "mini_expansion_towns": rng.random() < 0.5,
        "fire_ice_final_scoring": rng.choice(["none", "random"]),
        "fire_ice_factions": [name for name in ("ice", "volcano", "variable") if rng.random() < 0.6],
        "fire_ice_variable_version": rng.choice(["v1", "v2", "v3", "v4", "v5"]),
        "turn_order": rng.choice(["clockwise", "pass_order"]),
    }
    return options, rng.randint(2, 5), rng.choice(["sensible", "sensible", "random"])


def _answer(moderator: "subprocess.Popen[str]", task: dict[str, Any]) -> dict[str, Any]:
    assert moderator.stdin is not None
    assert moderator.stdout is not None
    moderator.stdin.write(json.dumps(task) + "\n")
    moderator.stdin.flush()
    answer: dict[str, Any] = json.loads(moderator.stdout.readline())
    return answer


if __name__ == "__main__":
    sys.exit(main())
