"""Statistics by definition: plain Python over the stored rows, with SQL only to read them, and no code of the program.

Points, ranks and shares of victory are counted from the entries, not taken from the seats.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from math import sqrt
from statistics import mean, stdev
from typing import Any

from events.store.event_store import EventStore

Row = dict[str, Any]
Key = tuple[Any, ...]
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228}
"""The 97.5 % quantile of Student's distribution by degrees of freedom, from a textbook."""


class Table:
    """A game as counted: the facts it states, its seats with points and ranks, its events."""

    def __init__(self, game: Row, seats: list[Row], records: list[Row], entries: list[Row], facts: list[Row]) -> None:
        self.game = game
        self.options = json.loads(game["options"])
        told = {(fact["kind"], fact["name"]): fact["value"] for fact in facts}
        self.played_at: str = told.get(("played_at", ""), game["played_at"])
        self.tags = {name: value for (kind, name), value in told.items() if kind == "tag"}
        self.events = [json.loads(row["body"])["event"] | row for row in records if row["round"] is not None]
        self.entries = entries
        self.seats = [Seat(self, row) for row in seats]
        self.playing = [seat for seat in self.seats if not seat.dropped]
        self._place(self.playing)

    def _place(self, playing: list["Seat"]) -> None:
        best = max(seat.vp for seat in playing)
        winners = [seat for seat in playing if seat.vp == best]
        for seat in playing:
            seat.rank = 1 + sum(other.vp > seat.vp for other in playing)
            seat.win = 1 / len(winners) if seat in winners else 0.0
            seat.margin = seat.vp - mean(other.vp for other in playing)

    def count_dropped(self) -> None:
        """Let dropped seats count as if they had played to the end and shared the last place."""
        finished = self.playing
        self.playing = self.seats
        for seat in self.seats:
            if seat.dropped:
                seat.dropped, seat.rank, seat.win = False, len(finished) + 1, 0.0
            seat.margin = seat.vp - mean(other.vp for other in self.seats)

    def leave_out_start(self) -> None:
        """Let results be those without the points that seats began with."""
        for seat in self.seats:
            began = [entry["delta"] for entry in seat.entries if (entry["figure"], entry["source"]) == ("vp", "start")]
            seat.vp -= sum(began)
        self._place(self.playing)

    def told(self, kind: str, field: str) -> Any:
        """A field of the event of a kind; None if there is none."""
        return next((event[field] for event in self.events if event["kind"] == kind), None)

    @property
    def final(self) -> str | None:
        """The final scoring tile: agreed upon, or drawn."""
        agreed = self.options["fire_ice_final_scoring"]
        drawn: str | None = self.told("draw_final_scoring", "tile")
        return drawn if agreed in ("none", "random") else agreed


class Seat:
    """A seat at a table; rank, win and margin are only meaningful if it was not dropped."""

    def __init__(self, table: Table, row: Row) -> None:
        self.table = table
        self.seat: int = row["seat"]
        self.player: str = row["player"]
        self.faction: str = row["faction"]
        self.start: int | None = row["start_position"]
        self.dropped: bool = row["dropped"]
        self.entries = [entry for entry in table.entries if entry["seat"] == self.seat]
        self.vp = sum(entry["delta"] for entry in self.entries if entry["figure"] == "vp")
        self.events = [event for event in table.events if event["actor"] == self.seat]
        self.rank, self.win, self.margin = 0, 0.0, 0.0

    @property
    def others(self) -> list["Seat"]:
        """The other seats at the same table."""
        return [other for other in self.table.seats if other is not self]

    @property
    def bonus(self) -> str | None:
        """The bonus card of round 1."""
        return next((event["card"] for event in self.events if event["kind"] == "choose_initial_bonus_card"), None)


def read(store: EventStore) -> list[Table]:
    """All stored games."""
    tables: dict[str | None, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for name in ("facts", "games", "seats", "records", "entries"):
        cursor = store.connection.execute(f"SELECT * FROM {name} ORDER BY ALL")
        columns = [column[0] for column in cursor.description or ()]
        for values in cursor.fetchall():
            row = dict(zip(columns, values, strict=True))
            tables[row["game_id"]][name].append(row)
    aliases = {fact["name"]: fact["value"] for fact in tables.pop(None, {}).get("facts", ())}
    for each in tables.values():
        each["seats"] = [row | {"player": aliases.get(row["player"], row["player"])} for row in each["seats"]]
    parts = ("seats", "records", "entries", "facts")
    return [Table(each["games"][0], *(each[part] for part in parts)) for each in tables.values()]


def _grouped(seats: Iterable[Seat], key: Callable[[Seat], Key]) -> dict[Key, list[Seat]]:
    found: dict[Key, list[Seat]] = defaultdict(list)
    for seat in seats:
        found[key(seat)].append(seat)
    return found


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate: where the distance to it is 1.96 standard errors of the end, by bisection."""
    rate = wins / n

    def end(inside: float, outside: float) -> float:
        for _ in range(60):
            middle = (inside + outside) / 2
            if abs(rate - middle) <= 1.96 * sqrt(middle * (1 - middle) / n):
                inside = middle
            else:
                outside = middle
        return inside

    return end(rate, 0.0), end(rate, 1.0)


def results(seats: list[Seat]) -> Row:
    """The columns that factions.sql and similar statistics have for a group of seats."""
    playing = [seat for seat in seats if not seat.dropped]
    found: Row = {"games": len(playing), "dropped": len(seats) - len(playing)}
    if not playing:
        return found | {"wins": 0}
    wins = sum(seat.win for seat in playing)
    low, high = wilson(wins, len(playing))
    found |= {"wins": wins, "win_rate": wins / len(playing), "low": low, "high": high}
    found |= {"expected": mean(1 / len(seat.table.playing) for seat in playing)}
    return found | {
        "mean_vp": mean(seat.vp for seat in playing),
        "mean_margin": mean(seat.margin for seat in playing),
        "mean_rank": mean(seat.rank for seat in playing),
    }


def by_key(key: Callable[[Seat], Key]) -> Callable[[list[Seat]], dict[Key, Row]]:
    """The statistic that groups seats by this key."""
    return lambda seats: {name: results(group) for name, group in _grouped(seats, key).items()}


def named(key: Callable[[Seat], Key]) -> Callable[[list[Seat]], dict[Key, Row]]:
    """The same for players who have a name."""
    return lambda seats: by_key(key)([seat for seat in seats if seat.player])


def sources(seats: list[Seat]) -> dict[Key, Row]:
    found: dict[Key, Row] = {}
    for (faction,), group in _grouped((s for s in seats if not s.dropped), lambda s: (s.faction,)).items():
        points: Counter[str] = Counter()
        for seat in group:
            for entry in seat.entries:
                points[entry["source"]] += entry["delta"] if entry["figure"] == "vp" else 0
        for source in {entry["source"] for seat in group for entry in seat.entries if entry["figure"] == "vp"}:
            vp = points[source]
            told = {"games": len(group), "vp": vp, "mean_vp": vp / len(group)}
            found[faction, source] = told | {"share": vp / sum(points.values())}
    return found


def _pairs(seats: list[Seat], key: Callable[[Seat, Seat], Key | None]) -> dict[Key, Row]:
    pairs: dict[Key, list[tuple[Seat, Seat]]] = defaultdict(list)
    for seat in seats:
        for other in seat.others:
            name = key(seat, other)
            if name is not None and not seat.dropped and not other.dropped:
                pairs[name].append((seat, other))
    found = {}
    for name, group in pairs.items():
        ahead = sum(1.0 if a.rank < b.rank else 0.5 if a.rank == b.rank else 0.0 for a, b in group)
        leads = [a.vp - b.vp for a, b in group]
        low, high = wilson(ahead, len(group))
        row = {"games": len(group), "ahead": ahead, "ahead_rate": ahead / len(group), "low": low, "high": high}
        row |= {"mean_lead": mean(leads), "win_rate": mean(a.win for a, _ in group)}
        found[name] = row | interval("lead", leads)
    return found


def interval(name: str, values: list[float] | list[int]) -> Row:
    """The 95 % interval of a mean; none for fewer than two values; omitted beyond the end of the textbook's table."""
    n = len(values)
    if n < 2:
        return {f"{name}_low": None, f"{name}_high": None}
    if n - 1 not in STUDENT:
        return {}
    wide = STUDENT[n - 1] * stdev(values) / sqrt(n)
    return {f"{name}_low": mean(values) - wide, f"{name}_high": mean(values) + wide}


def matchups(against: str | None = None) -> Callable[[list[Seat]], dict[Key, Row]]:
    return lambda seats: _pairs(
        seats, lambda own, other: (own.faction, other.faction) if against in (None, other.faction) else None
    )


def rivals(seats: list[Seat]) -> dict[Key, Row]:
    """All of them: nobody here has more than ten opponents."""
    return _pairs(seats, lambda own, other: (own.player, other.player) if own.player and other.player else None)


def trend(seats: list[Seat]) -> dict[Key, Row]:
    dated = [seat for seat in seats if seat.table.played_at and not seat.dropped]
    years = [int(seat.table.played_at[:4]) for seat in dated]
    digits = 4 if years and max(years) - min(years) > 2 else 7
    found = {}
    for (faction, period), group in _grouped(dated, lambda s: (s.faction, s.table.played_at[:digits])).items():
        everyone = sum(seat.table.played_at[:digits] == period for seat in dated)
        row = {name: value for name, value in results(group).items() if name not in ("dropped", "mean_rank")}
        found[faction, period] = row | {"share": len(group) / everyone}
    return found


def _tables(seats: list[Seat]) -> list[Table]:
    return list({seat.table.game["game_id"]: seat.table for seat in seats}.values())


def games(seats: list[Seat]) -> dict[Key, Row]:
    found = {}
    sizes: dict[int, list[Table]] = defaultdict(list)
    for table in _tables(seats):
        sizes[len(table.seats)].append(table)
    for players, group in sizes.items():
        playing = [sorted((s.vp for s in table.seats if not s.dropped), reverse=True) for table in group]
        found[(players,)] = {
            "games": len(group),
            "mean_records": mean(table.game["records"] for table in group),
            "mean_vp": mean(mean(points) for points in playing),
            "lead": mean(points[0] - points[1] for points in playing if len(points) > 1),
            "ties": sum(points[:2].count(points[0]) > 1 for points in playing),
            "dropped": sum(seat.dropped for table in group for seat in table.seats),
        }
    return found


def options(seats: list[Seat]) -> dict[Key, Row]:
    tables = _tables(seats)
    found: dict[Key, list[Table]] = defaultdict(list)
    for table in tables:
        for name, value in table.options.items():
            found[name, value if isinstance(value, str) else json.dumps(value)].append(table)
    return {
        name: {
            "games": len(group),
            "share": len(group) / len(tables),
            "mean_players": mean(len(table.seats) for table in group),
            "mean_vp": mean(mean(seat.vp for seat in table.seats if not seat.dropped) for table in group),
        }
        for name, group in found.items()
    }


def setup(seats: list[Seat]) -> dict[Key, Row]:
    given: dict[Key, list[Seat]] = defaultdict(list)
    known: dict[Key, set[Seat]] = defaultdict(set)
    for seat in (seat for seat in seats if not seat.dropped):
        tiles = seat.table.told("draw_scoring_tiles", "tiles")
        facts = [(f"scoring_{n}" if n > 1 else "scoring", tile) for n, tile in enumerate(tiles, 1)]
        facts += [("card", card) for card in seat.table.told("draw_bonus_cards", "cards")]
        facts += [("bonus", seat.bonus)] + ([("final", seat.table.final)] if seat.table.final else [])
        for kind, tile in facts:
            given[seat.faction, kind, tile].append(seat)
            known[seat.faction, kind].add(seat)
    found = {}
    for (faction, kind, tile), group in given.items():
        margins = [seat.margin for seat in group]
        rest = [seat.margin for seat in known[faction, kind] - set(group)]
        row: Row = {"games": len(group), "win_rate": mean(seat.win for seat in group), "mean_margin": mean(margins)}
        row |= interval("margin", margins) | {"effect": mean(margins) - mean(rest) if rest else None}
        least = min(len(margins), len(rest))
        if least - 1 in STUDENT:
            wide = STUDENT[least - 1] * sqrt(stdev(margins) ** 2 / len(margins) + stdev(rest) ** 2 / len(rest))
            row |= {"effect_low": row["effect"] - wide, "effect_high": row["effect"] + wide}
        found[faction, kind, tile] = row
    return found


def openings(seats: list[Seat]) -> dict[Key, Row]:
    def key(seat: Seat) -> Key:
        early = [event for event in seat.events if event["round"] <= 1]
        kinds = Counter(event["kind"] for event in early)
        houses = kinds["upgrade_structure"]
        tiles = sorted(event["tile"] for event in early if event["kind"] == "choose_favor_tile")
        built = f"{kinds['place_initial_dwelling'] - houses}/{houses}/0/0/0"
        return seat.faction, built, ", ".join(tiles) or None

    grouped = _grouped((seat for seat in seats if not seat.dropped), key)
    return {name: _short(results(group)) for name, group in grouped.items()}


def tiles(seats: list[Seat]) -> dict[Key, Row]:
    taken: dict[Key, list[Seat]] = defaultdict(list)
    for seat in (seat for seat in seats if not seat.dropped):
        for event in seat.events:
            tile = event.get("tile") or event.get("bonus_card") or event.get("card")
            if tile is not None:
                kind = "favor" if event["kind"] == "choose_favor_tile" else "bonus"
                for round_ in (event["round"], None):
                    taken[kind, tile, round_].append(seat)
    return {name: _short(results(list(dict.fromkeys(group)))) | {"taken": len(group)} for name, group in taken.items()}


def _short(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in ("dropped", "mean_rank")}


def leech(seats: list[Seat]) -> dict[Key, Row]:
    found = {}
    for (faction,), group in _grouped((s for s in seats if not s.dropped), lambda s: (s.faction,)).items():
        entries = [entry for seat in group for entry in seat.entries]
        offers = [entry for entry in entries if entry["figure"] == "offer"]
        ends = Counter(entry["source"] for entry in offers if entry["delta"] < 0)
        gained = -sum(entry["delta"] for entry in entries if entry["figure"] == "bowl1")
        row = {"games": len(group), "offers": sum(entry["delta"] > 0 for entry in offers), **ends, "gained": gained}
        found[(faction,)] = row | {"offered": sum(max(entry["delta"], 0) for entry in offers)}
    return found


def endings(seats: list[Seat]) -> dict[Key, Row]:
    sizes = Counter(len(table.seats) for table in _tables(seats))
    found: Counter[Key] = Counter()
    for table in _tables(seats):
        found[len(table.seats), max(table.events, key=lambda event: event["seq"])["kind"]] += 1
    return {name: {"games": number, "share": number / sizes[name[0]]} for name, number in found.items()}
