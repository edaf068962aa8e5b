"""Enter whole self-played games through the page's own elements, and kill the browser at random moments.

    python -m tests.browser.app.enter_games [--games 30] [--kills 20] [--seed w3] [GAME...]

Prints for each game how many logs came out equal and valid, with the time of a tap, and how many kills lost nothing. It
takes hours for all of them; tests enter the beginning of a game of each kind.
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
from projections.browser.site.assembling import build
from projections.commands.site import packages_folder
from tests.browser.app.conftest import App, Quiet
from tests.browser.app.entering import begin, do, kept
from tests.browser.app.test_recording import entered, game_of, lose_nothing, new_browser, played, taps_of


def enter_games(address: str, folder: Path, name: str, seeds: list[str]) -> int:
    """Enter games of one kind, and print a line for each that differs and one for all. Returns how many differ."""
    wrong, times = 0, list[float]()
    for seed in seeds:
        log = game_of(name, seed)
        with new_browser(folder / f"{name}-{seed}") as browser:
            app = App(browser, address)
            begin(app.open("record"), log.header, seed)
            for _, tap in taps_of(log):
                start = time.perf_counter()
                do(app, tap)
                times.append(time.perf_counter() - start)
            verdict = examine(Blob("", b"\n".join(kept(app)))).verdict
            if entered(app) != played(log) or verdict != "valid":
                wrong += 1
                print(f"{name}, seed {seed}: differs ({verdict})", flush=True)
    right = len(seeds) - wrong
    print(
        f"{name}: {right} of {len(seeds)} equal and valid, {len(times)} taps, median {median(times):.3f} s", flush=True
    )
    return wrong


def survive_kills(address: str, folder: Path, kills: int) -> int:
    """Kill the browser in games of all kinds, and print how many kills lost something. Returns their number."""
    lost, names = 0, games()
    for number in range(kills):
        name = names[number % len(names)]
        try:
            lose_nothing(address, folder / f"kill-{number}", name, f"kill/{number}", random.Random(number))
        except AssertionError as error:
            lost += 1
            print(f"kill {number} in {name}: {error}", flush=True)
    print(f"{kills - lost} of {kills} kills lost nothing", flush=True)
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description="Enter self-played games by taps; kill the browser.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="the games (default: all)")
    parser.add_argument("--games", type=int, default=30, help="how many games of each kind")
    parser.add_argument("--kills", type=int, default=20, help="how often the browser is killed")
    parser.add_argument("--seed", default="w3", help="the beginning of the seeds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anyturn-entering-") as place:
        folder = Path(place)
        build(folder / "pages", packages_folder(), lambda step: None)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder / "pages")))
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/index.html"
        seeds = [f"{options.seed}/{number}" for number in range(options.games)]
        wrong = sum(enter_games(address, folder, name, seeds) for name in (options.names or games()) if seeds)
        wrong += survive_kills(address, folder, options.kills) if options.kills else 0
        server.shutdown()
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
