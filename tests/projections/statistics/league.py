"""A small league of Terra Mystica in a store: games of two to four players on two maps over four years, with facts.

Some games state no date, some seats have no player's name or no start position, some are dropped; facts state
a season for most games, a date for one, and that two names belong to the same player.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from events.store.event_store import EventStore
from tests.projections.store.tallied import tally

GAME = "terra_mystica"
FACTIONS = ("auren", "dwarves", "fakirs", "giants", "nomads", "witches")
PLAYERS = ("ann", "ben", "cid", "dee", "eve", "")
SCORING = ("score_spade", "score_town", "score_dwelling_fire")
CARDS = ("bonus_6c", "bonus_priest", "bonus_ship", "bonus_spade", "bonus_cult")
SOURCES = ("scoring_tile", "final_area", "leech")

Row = dict[str, Any]


def store_league(store: EventStore, games: int = 70) -> None:
    """Put the league into an empty store, the same every time."""
    rng = Random("league")
    rows: dict[str, list[Row]] = {name: [] for name in ("games", "seats", "records", "entries")}
    for number in range(games):
        for table, row in _game(rng, number):
            rows[table].append(row)
    rows["facts"] = [
        _fact(number, "tag", row["game_id"], "season", f"S{number % 4 + 1}")
        for number, row in enumerate(rows["games"], 1)
        if number % 5
    ]
    rows["facts"] += [
        _fact(1000, "tag", "g001", "season", "S4"),
        _fact(1001, "tag", "g002", "final", "yes"),
        _fact(1002, "played_at", "g003", "", "2021-12-24"),
        _fact(1003, "alias", None, "dee", "ann"),
    ]
    for table, found in rows.items():
        names = list(found[0])
        marks = ", ".join("unnest(?)" for _ in names)
        lists = [[row[name] for row in found] for name in names]
        store.connection.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {marks}", lists)
    tally(store)


def _game(rng: Random, number: int) -> Iterator[tuple[str, Row]]:
    key, players = f"g{number:03}", rng.choice((2, 3, 3, 4))
    options = {"map": rng.choice(("base", "lakes")), "landscapes": rng.random() < 0.3}
    options["fire_ice_final_scoring"] = rng.choice(("none", "random", "outposts"))
    month = f"{rng.randint(2020, 2023)}-{rng.randint(1, 12):02}"
    played = rng.choice((f"{month}-{rng.randint(1, 28):02}", month, f"{month}-09T20:15Z", ""))
    texts = ("notation", "source", "source_digest", "head", "header", "identity", "opening")
    yield "games", {
        **dict.fromkeys(texts, ""), "game_id": key, "game": GAME, "ruleset_version": "1",
        "options": json.dumps(options), "verdict": "valid", "players": players, "records": rng.randint(90, 200),
        "rounds": 6, "finished": True, "end_reason": "finished", "played_at": played, "imported_at": "2024-01-01",
        "checked": 0,
    }  # fmt: skip
    dropped = rng.randrange(players) if players > 2 and rng.random() < 0.2 else None
    points, entries = [], []
    uneven = Random(key).random() < 0.5
    for seat in range(players):
        made = [_entry(key, seat, "vp", rng.randint(-3, 40), source) for source in SOURCES]
        if uneven:
            made.append(_entry(key, seat, "vp", Random(f"{key} {seat}").randint(10, 30), "start"))
        points.append(sum(row["delta"] for row in made))
        entries += made + list(_offers(rng, key, seat))
    yield from (("entries", row) for row in entries)
    for seq, (actor, round_, event) in enumerate(_events(rng, players, options)):
        spelled = json.dumps(event, separators=(",", ":"))
        place = {"game_id": key, "seq": seq, "actor": actor, "round": round_, "turn": seq}
        yield "records", {**place, "kind": event["kind"], "event": spelled, "source_line": 0, "mark": 0}
    orders = [(seat == dropped, -points[seat]) for seat in range(players)]
    factions, names = rng.sample(FACTIONS, players), rng.sample(PLAYERS, players)
    for seat in range(players):
        rank = 1 + sum(other < orders[seat] for other in orders)
        yield "seats", {
            "game_id": key, "seat": seat, "player": names[seat], "faction": factions[seat], "dropped": seat == dropped,
            "start_position": (seat + number) % players + 1 if number % 9 else None, "vp": points[seat], "rank": rank,
            "win_share": 1 / orders.count(orders[seat]) if rank == 1 else 0.0,
        }  # fmt: skip


def _events(rng: Random, players: int, options: Row) -> Iterator[tuple[int | None, int, Row]]:
    """(actor, round, event) in order."""
    yield None, 0, {"kind": "draw_scoring_tiles", "tiles": rng.choices(SCORING, k=6)}
    yield None, 0, {"kind": "draw_bonus_cards", "cards": rng.sample(CARDS, 4)}
    if options["fire_ice_final_scoring"] == "random":
        yield None, 0, {"kind": "draw_final_scoring", "tile": rng.choice(("outposts", "settlements"))}
    for seat in range(players):
        yield seat, 0, {"kind": "choose_initial_bonus_card", "card": rng.choice(CARDS)}
        yield seat, 0, {"kind": "place_initial_dwelling", "hex": "A1"}
    for seat in range(players):
        if rng.random() < 0.5:
            yield seat, 1, {"kind": "upgrade_structure", "hex": "A1", "to": "trading_house"}
            for tile in rng.sample(("favor_fire_1", "favor_air_2", "favor_earth_1"), 2):
                yield seat, rng.choice((1, 1, 2)), {"kind": "choose_favor_tile", "tile": tile}
        yield seat, rng.randint(1, 5), {"kind": "pass", "bonus_card": rng.choice(CARDS)}


def _offers(rng: Random, key: str, seat: int) -> Iterator[Row]:
    for _ in range(rng.randint(0, 3)):
        offered, end = rng.randint(1, 4), rng.choice(("accepted", "declined", "void"))
        yield _entry(key, seat, "offer", offered, "from:auren")
        yield _entry(key, seat, "offer", -offered, end)
        if end == "accepted":
            yield _entry(key, seat, "bowl1", -offered, "leech")


def _fact(number: int, kind: str, game_id: str | None, name: str, value: str) -> Row:
    told = {"number": number, "kind": kind, "game_id": game_id, "name": name, "value": value}
    return told | {"file": "season.csv", "line": number, "digest": "", "hash": "", "told_at": "2024-01-01"}


def _entry(key: str, seat: int, figure: str, delta: int, source: str) -> Row:
    place = {"game_id": key, "seq": 0, "seat": seat, "round": 1, "step": ""}
    return place | {"figure": figure, "delta": delta, "source": source}
