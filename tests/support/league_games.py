"""The games of docs/league.md: the program against itself, under the names of a club, on two maps, in two seasons."""

from pathlib import Path
from random import Random

from msgspec.structs import replace

from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.log.native import GameLog, write

GAMES = 160
PLAYERS = ("Ada", "Bela", "Carl", "Dora", "Emil", "Fina", "Gus", "Hedy")
OPTIONS = {"random_seating": True, "fire_ice_final_scoring": "random"}


def write_games(folder: Path) -> None:
    """Write the games to `league/` in a folder, and the date and season of each to `dates.csv`."""
    rng = Random("league")
    (folder / "league").mkdir(exist_ok=True)
    lines = ["source,played_at,season"]
    for number in range(GAMES):
        name = f"game-{number + 1:03}.jsonl"
        options = OPTIONS | {"map": ("base", "lakes")[number % 2]}
        log = selfplay_log(ruleset("terra_mystica"), f"league/{number}", 4, options, "sensible")
        names = rng.sample(PLAYERS, 4)
        seats = tuple(replace(seat, player=player) for seat, player in zip(log.header.seats, names, strict=True))
        header = replace(log.header, seats=seats, source=replace(log.header.source, name=name))
        (folder / "league" / name).write_bytes(b"\n".join(write(GameLog(header, log.records))) + b"\n")
        year, month, day = 2023 + number // 80, number % 80 // 7 + 1, number % 7 * 4 + 1
        lines.append(f"{name},{year}-{month:02}-{day:02},{year}")
    (folder / "dates.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
