"""A league in the toy game: three seasons in two divisions, with dates, ties, players who drop out, a disputed log."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from random import Random

SEASONS = ("1", "2", "3")
DIVISIONS = {"A": ("ann", "ben", "cid", "dot", "eve"), "B": ("fay", "gil", "hal", "ivy", "jon")}
TABLES = 8
"""Games of each division and season."""
COLOURS = ("red", "blue", "green")
PATTERN = "S{season}_D{division}_G{game}_{date}"

Result = tuple[str, str, list[tuple[str, int, bool]]]
"""Season, division, and (player, points, whether dropped) for each seat."""


def game(rng: Random, players: Sequence[str], leaving: int | None) -> tuple[str, list[tuple[str, int, bool]]]:
    """A game, and its result; the player at seat `leaving` drops out at the second turn."""
    dice = [rng.randint(2, 6) for _ in range(3)]
    named = " ".join(f"{player}:{colour}" for player, colour in zip(players, COLOURS, strict=False))
    lines = [f"Nim {named}", f"roll {' '.join(map(str, dice))}"]
    pile, turn, points, left = sum(dice), 0, dict.fromkeys(players, 0), set[str]()
    while pile:
        player = players[turn % len(players)]
        if player not in left:
            if leaving is not None and turn == len(players) + leaving:
                left.add(player)
                lines.append(f"leave {leaving}")
            else:
                stones = min(pile, rng.randint(1, 3))
                pile -= stones
                points[player] += stones
                lines.append(f"{player} {stones} vp={points[player]}")
        turn += 1
    points[lines[-1].split()[0]] += 2  # for the last stone, when the game is over
    return "\n".join(lines) + "\n", [(player, points[player], player in left) for player in players]


def write_league(folder: Path, seed: int = 1, seasons: Sequence[str] = SEASONS) -> list[Result]:
    """Write the logs into a folder, under names by PATTERN, and return what was played."""
    rng = Random(f"league {seed}")
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Result] = []
    for number, season in enumerate(seasons):
        day = date(2024 + number, 1, 5)
        for division, members in DIVISIONS.items():
            for place, table in enumerate(_tables(rng, members), 1):
                leaving = rng.randrange(3) if rng.random() < 0.15 else None
                seats = rng.sample(table, len(table))
                log, result = game(rng, seats, leaving)
                day += timedelta(days=3)
                (folder / f"S{season}_D{division}_G{place}_{day}.txt").write_text(log)
                found.append((season, division, result))
    return found


def _tables(rng: Random, members: Sequence[str]) -> list[tuple[str, ...]]:
    """Some of all the threes of members, so that not everybody meets everybody equally often."""
    return rng.sample([*combinations(members, 3)], TABLES)


def settings(more: str = "", ranking: str = "") -> str:
    """A SEASON.toml of the league; `more` is further text at the end, `ranking` further lines of [ranking]."""
    return f"""title = "Toy league"
divisions = ["A", "B"]

[points]
places = [3, 1]
dropped = -1

[ranking]
promoted = 1
relegated = 1
{ranking}
[names]
pattern = "{PATTERN}"

[site]
logs = ["logs"]
{more}"""
