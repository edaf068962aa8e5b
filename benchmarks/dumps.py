"""Monthly dumps of counters, in the form that terra.snellman.net publishes (TM-17.7.4), of a simulated league with
known effects.

A game contains what it does in the site's dumps (buildings, counters by round and turn) and is as large, about 24 KB.
Points, players and factions are those of the simulated league; the other counters are random, as nothing reads them.
"""

import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.leagues import League, Plan, league
from engine.games.terra_mystica.components import FACTIONS, MAPS

FIRST = date(2013, 1, 1)
A_MONTH = 1_200
"""Games per month, as on the site."""
CHAIRS = 5
SIZES = (2, 3, 4, 4, 4, 4, 4, 5)
"""Numbers of players, each as frequent as its occurrences here."""
MAP_CODES = [code for each in MAPS.values() for code in each.snellman_ids if len(code) == 40]
CODES = [each.snellman for each in FACTIONS.values()]
OPTIONS = ("mini-expansion-1", "shipping-bonus", "temple-scoring-tile", "strict-leech")
COUNTERS = (
    *(f"action:ACT{n}" for n in range(1, 7)), *(f"build:{n}" for n in ("D", "TP")), "burn", "dig", "advance:dig",
    "decline:count", "decline:pw", "favor:any", *(f"favor:FAV{n}" for n in (3, 5, 6, 11)), "leech:count", "leech:pw",
    *(f"order:{n}" for n in range(1, 5)), *(f"pass:BON{n}" for n in range(1, 8)), "send:FIRE", "send:AIR", "town:TW2",
    "town:any", "upgrade:SA", "upgrade:SH", "upgrade:TE", "upgrade:TP", "bridge", "advance:ship",
)  # fmt: skip
POOL = 64
NAMELESS = 0.02
"""The share of seats whose player is no longer known."""


def write_dumps(folder: Path, games: int, players: int, seed: int = 1) -> League:
    """Write the dumps of a league, `2013-01.json` and so on, each a single line. Returns the league from which they
    were made.

    The same numbers and seed give the same bytes.
    """
    made = league(Plan(games=games, players=players, factions=len(CODES), chairs=CHAIRS, preference=1), seed)
    folder.mkdir(parents=True, exist_ok=True)
    texts = _games(made, Random(seed))
    for month, first in enumerate(range(0, games, A_MONTH)):
        with (folder / f"{FIRST.year + month // 12}-{month % 12 + 1:02}.json").open("w", encoding="utf-8") as file:
            for number in range(first, min(first + A_MONTH, games)):
                file.write(f"{', ' if number > first else '['}{next(texts)}")
            file.write("]\n")
    return made


def day(number: int) -> date:
    """The day on which a game was played."""
    month, inside = divmod(number, A_MONTH)
    return date(FIRST.year + month // 12, month % 12 + 1, 1) + timedelta(days=inside * 28 // A_MONTH)


def _games(made: League, rng: Random) -> Iterator[str]:
    """The JSON of each game."""
    pool = [_counters(rng) for _ in range(POOL)]
    places = [msgspec.json.encode(_places(rng)).decode() for _ in range(POOL)]
    points, (players, _) = made.results.points.astype(int).tolist(), made.results.sizes
    for number, (seats, own) in enumerate(zip(made.results.terms.tolist(), points, strict=True)):
        several = rng.choice(SIZES)
        sat = [(f"p{player}", CODES[faction - players]) for player, faction in seats[:several]]
        factions = ", ".join(
            f'{{"player": {"null" if rng.random() < NAMELESS else chr(34) + player + chr(34)}, "faction": "{code}"}}'
            for player, code in sat
        )
        counted = ", ".join(
            f'"{code}": {{"vp": {_points(vp)}, {rng.choice(pool)}}}'
            for (_, code), vp in zip(sat, own[:several], strict=True)
        )
        built = ", ".join(f'"{code}": {rng.choice(places)}' for _, code in sat)
        names = [f"option-{name}" for name in OPTIONS if rng.random() < 0.7] + [f"SCORE{number % 8 + 1}"]
        counters = ", ".join(f'"{name}": {{"round": {{"all": 1, "0": 1}}}}' for name in names)
        yield (
            f'{{"base_map": "{rng.choice(MAP_CODES)}", "factions": [{factions}], "game": "game{number}", '
            f'"last_update": "{day(number)} 12:00:00", "player_count": {several}, "events": {{"location": {{{built}}}, '
            f'"faction": {{{counted}}}, "global": {{{counters}}}}}}}'
        )


def _points(vp: int) -> str:
    """The counter of victory points: those not gained earlier are counted in the last round."""
    return f'{{"round": {{"0": 20, "1": 5, "2": 8, "3": 12, "4": 9, "5": 14, "6": {vp - 68}, "all": {vp}}}}}'


def _counters(rng: Random) -> str:
    """All other counters of a faction, as the members of a JSON object without its braces."""
    found = {}
    for name in COUNTERS:
        turns = {
            str(round_): {str(rng.randint(1, 9)): rng.randint(1, 3) for _ in range(rng.randint(1, 3))}
            for round_ in rng.sample(range(7), rng.randint(2, 6))
        }
        rounds = {round_: sum(each.values()) for round_, each in turns.items()}
        found[name] = {"turn": turns, "round": rounds | {"all": sum(rounds.values())}}
    return msgspec.json.format(msgspec.json.encode(found), indent=0).decode()[1:-1]


def _places(rng: Random) -> dict[str, dict[str, list[str]]]:
    places = [f"{rng.choice('ABCDEFGHI')}{rng.randint(1, 13)}" for _ in range(11)]
    return {"round": {str(round_): places[2 * round_ : 2 * round_ + 2] for round_ in range(6)} | {"all": places}}
