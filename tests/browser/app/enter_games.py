"""Enter whole self-played games through the page's own elements, and kill the browser at random moments.

    python -m tests.browser.app.enter_games FOLDER [--games 30] [--kills 20] [--seed w3] [GAME...]

Each log that came out is kept in the folder, as `GAME-N.jsonl` or `kill-N-GAME.jsonl`; what is there is not entered
again, so that a run that was stopped goes on. Prints a line for each game: whether the log equals the original and is
valid, with the time from a tap to what can be done next, and for each kill whether anything was lost.
"""

import argparse
import random
import sys
import tempfile
import time
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread

from engine.intake import examine
from engine.rules import games
from events.files import Blob
from events.log.native import read
from projections.browser.site.assembling import build
from projections.commands.site import packages_folder
from tests.browser.app.conftest import App, Quiet
from tests.browser.app.entering import begin, kept, tap_all
from tests.browser.app.test_recording import game_of, lose_nothing, new_browser, played, taps_of

SECONDS = 600
"""The longest that the taps of a part of a game may take."""


def enter_game(address: str, file: Path, name: str, seed: str) -> bool:
    """Enter a game unless its file is there, and print how it came out. Returns whether it is equal and valid."""
    log, speed = game_of(name, seed), "entered before"
    if not file.exists():
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as profile, new_browser(Path(profile)) as browser:
            browser.set_script_timeout(SECONDS)
            app = App(browser, address)
            begin(app.open("record"), log.header, file.stem)
            times = sorted(tap_all(app, (tap for _, tap in taps_of(log))))
            file.write_bytes(b"".join(line + b"\n" for line in kept(app)))
        slow = times[int(0.95 * len(times))]
        speed = f"{len(times)} taps, median {median(times):.0f} ms, 95 % within {slow:.0f} ms"
        speed += f", {time.monotonic() - start:.0f} s in all"
    lines = file.read_bytes().splitlines()
    equal = [(record.actor, record.event) for record in read(lines).records] == played(log)
    verdict = examine(Blob(file.name, file.read_bytes())).verdict
    print(f"{file.stem}: {'equal' if equal else 'DIFFERS'}, {verdict}, {len(lines) - 1} records; {speed}", flush=True)
    return equal and verdict == "valid"


def survive_kill(address: str, file: Path, name: str, number: int) -> bool:
    """Kill the browser in a game unless its file is there, and print what was lost. Returns whether nothing was."""
    if not file.exists():
        try:
            with tempfile.TemporaryDirectory() as profile:
                seed, rng = f"kill/{number}", random.Random(number)
                lines = lose_nothing(address, Path(profile), name, seed, rng, most=200)
        except AssertionError as error:
            print(f"{file.stem}: LOST {error}", flush=True)
            return False
        file.write_bytes(b"".join(line + b"\n" for line in lines))
    verdict = examine(Blob(file.name, file.read_bytes())).verdict
    print(f"{file.stem}: nothing lost of {len(file.read_bytes().splitlines()) - 1} records, {verdict}", flush=True)
    return verdict == "incomplete"


def main() -> None:
    parser = argparse.ArgumentParser(description="Enter self-played games by taps; kill the browser.")
    parser.add_argument("folder", type=Path, help="where the logs are kept")
    parser.add_argument("names", nargs="*", metavar="GAME", help="the games (default: all)")
    parser.add_argument("--games", type=int, default=30, help="how many games of each kind")
    parser.add_argument("--kills", type=int, default=20, help="how often the browser is killed")
    parser.add_argument("--seed", default="w3", help="the beginning of the seeds")
    options = parser.parse_intermixed_args()
    names, folder = options.names or games(), options.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="anyturn-entering-") as place:
        build(Path(place), packages_folder(), lambda step: None)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=place))
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/index.html"
        right, survived = list[bool](), list[bool]()
        for number in range(max(options.games, options.kills)):
            for name in names if number < options.games else []:
                file = folder / f"{name}-{number}.jsonl"
                right.append(enter_game(address, file, name, f"{options.seed}/{number}"))
            if number < options.kills:
                name = names[number % len(names)]
                survived.append(survive_kill(address, folder / f"kill-{number}-{name}.jsonl", name, number))
        server.shutdown()
    print(f"{sum(right)} of {len(right)} games equal and valid; {sum(survived)} of {len(survived)} kills lost nothing")
    sys.exit(not all(right) or not all(survived))


if __name__ == "__main__":
    main()
