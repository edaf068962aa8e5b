"""The CPU time of games compared with the Perl moderator of terra.snellman.net, and whether the scores are equal.

    python benchmarks/moderator.py CHECKOUT [LEDGER...] [--games 6] [--repeat 5]

CHECKOUT holds `src`, a working copy of the moderator's source, run by perl: no part of it belongs to this project. Each
LEDGER is a recorded game or a folder of them; a file without commands is listed and skipped. Self-played games follow
the moderator's own rules. Both are written as its commands. It judges these; this project judges recorded games as they
are, with all their figures, and self-played ones by their commands. Times are CPU times, for each game the best of
`--repeat` runs. The exit code is 1 if a game is refused or a score differs.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from figures import record_figure  # noqa: E402
from moderator_task import KNOWN, task  # noqa: E402

from engine.intake import Report, examine  # noqa: E402
from engine.rules import ruleset  # noqa: E402
from engine.selfplay import header_for, play  # noqa: E402
from engine.writing import write  # noqa: E402
from events import files  # noqa: E402
from events.files import Blob  # noqa: E402
from events.log.codec import Unreadable  # noqa: E402
from projections.garbage import seldom_collected  # noqa: E402

DRIVER = r"""
use strict; use JSON::PP; use Time::HiRes 'clock'; use tracker; my $repeat = shift; $| = 1;
while (my $line = <STDIN>) {
    my $task = decode_json $line;
    my $n = 0;
    my @players = map { { name => $_, username => $_, displayname => $_, index => $n++ } } @{$task->{players}};
    my ($best, $res);
    for (1..$repeat) {
        my $before = clock();
        $res = terra_mystica::evaluate_game {
            rows => [@{$task->{rows}}], faction_info => {}, players => [@players], delete_email => 0,
            metadata => { game_options => $task->{options}, base_map => $task->{base_map} } };
        my $took = clock() - $before;
        $best = $took if !defined $best or $took < $best;
    }
    my %finals = map { ($_ => $res->{factions}{$_}{VP}) } @{$res->{order} || []};
    print encode_json({ seconds => $best, error => $res->{error} || [], finals => \%finals }), "\n";
}
"""
RECORDED, PLAYED = 1 / 12, 1.0
"""The most CPU time of a game, as a part of the moderator's."""


class Game(NamedTuple):
    """A game: the file that is judged here, and what the moderator is given."""

    blob: Blob
    task: dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description="CPU times and scores beside the Perl moderator.")
    parser.add_argument("checkout", type=Path, help="a folder with `src`, the moderator's source")
    parser.add_argument("ledgers", nargs="*", help="recorded games, or folders of them")
    parser.add_argument("--games", type=int, default=6, help="games to play")
    parser.add_argument("--repeat", type=int, default=5, help="runs per game, the best of which counts")
    options = parser.parse_args()
    recorded = [game for path in files.find(options.ledgers) if (game := _recorded(files.read(path)))]
    played = [_played(str(seed)) for seed in range(options.games)]
    missed = _compare("recorded ledgers", recorded, options.checkout, options.repeat, RECORDED) if recorded else 0
    missed += _compare("self-played games", played, options.checkout, options.repeat, PLAYED) if played else 0
    return int(missed > 0)


def _recorded(blob: Blob) -> Game | None:
    """A recorded game, or None for a file that has no commands for the moderator, which is stated."""
    report = examine(blob)
    try:
        if report.problem is None and report.replay is not None:
            return Game(blob, task(report.game_log()))
    except Unreadable as refusal:
        report.problem = refusal
    print(f"    {blob.name} is not compared: {report.problem or report.verdict}")
    return None


def _played(seed: str) -> Game:
    rules = ruleset("terra_mystica")
    log = play(rules, header_for(rules, seed, 4, KNOWN, drawing=False), seed, "sensible").log()
    return Game(Blob(f"{seed}.txt", write(log, "snellman_commands").encode()), task(log))


def _compare(what: str, games: list[Game], checkout: Path, repeat: int, limit: float) -> int:
    """Print the times and how many scores are equal; returns the number of games that are refused or differ."""
    answers = _moderator(checkout, [game.task for game in games], repeat)
    with seldom_collected():  # as in `validate`
        judged = [_judged(game.blob, repeat) for game in games]
    missed = 0
    for game, (report, _), answer in zip(games, judged, answers, strict=True):
        ours = sorted(standing.vp for standing in report.standings)
        found = str(answer["error"][0]).strip() if answer["error"] else sorted(answer["finals"].values())
        if found != ours:
            missed += 1
            print(f"    {game.blob.name}: the moderator has {found}, expected {ours}")
    times = [(mine, answer["seconds"]) for (_, mine), answer in zip(judged, answers, strict=True)]
    ratio = median(mine / theirs for mine, theirs in times)
    print(f"{what:<24} {len(games)}, scores equal in {len(games) - missed}")
    print(f"    anyturn, ms a game   {1000 * median(mine for mine, _ in times):.2f}")
    print(f"    moderator            {1000 * median(theirs for _, theirs in times):.2f}")
    print(f"    median ratio         {ratio:.3f}, {1 / ratio:.1f} times less")
    record_figure(f"{what}, to the moderator's time", ratio, "times", limit)
    return missed


def _moderator(checkout: Path, tasks: list[dict[str, Any]], repeat: int) -> list[dict[str, Any]]:
    """The moderator's answer to each task: CPU seconds, errors, final points by faction."""
    command = ["perl", "-I", str(checkout / "src"), "-e", DRIVER, str(repeat)]
    lines = "".join(json.dumps(each) + "\n" for each in tasks)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the moderator in {checkout} failed: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _judged(blob: Blob, repeat: int) -> tuple[Report, float]:
    """The report on a file, and the CPU seconds that it took."""
    times = []
    for _ in range(repeat):
        began = process_time()
        report = examine(blob)
        times.append(process_time() - began)
    assert report.problem is None, report.problem
    return report, min(times)


if __name__ == "__main__":
    sys.exit(main())
