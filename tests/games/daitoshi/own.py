"""A catalogue quite unlike the house one: other lengths, counts, costs, pairings and rewards; and games with it."""

from copy import deepcopy
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.rules import ruleset
from engine.selfplay import play
from events.log.native import GameLog
from events.log.record import Header
from events.vocabulary import daitoshi as events
from tests.games.daitoshi.table import header

INNER = ("plaza", "forge", "yard", "plant", "harbour")
TILES = ("city", "invention", "machine", "machine_upgrade")


def vp(n: int) -> dict[str, Any]:
    return {"e": "vp", "n": n}


def gain(res: str, n: int = 1) -> dict[str, Any]:
    return {"e": "gain", "res": res, "n": n}


def _boards() -> dict[str, Any]:
    any_step = {"e": "pilgrim", "track": "any"}
    return {
        "steam_track": {"min": -2, "max": 3, "up": [-1, 0, 2], "down": [0, 1, 2, -2]},
        "reputation": {"vp": [0, 3, 4, 9]},
        "fame_track": {
            "cyclic": False,
            "spaces": [[], [{"e": "reputation"}], [vp(5), {"e": "bus", "n": 1}], [], [vp(9)]],
        },
        "bus_rail": {
            "cyclic": True,
            "spaces": [[gain("steam", 3)], [any_step], [{"e": "worker", "colour": "any"}], [vp(1)]],
        },
        "wilderness": [
            _hex("river", "purple", [{"e": "water", "n": 1}], [vp(1)], "op_workers"),
            _hex("forest", "blue", [{"e": "coal", "n": 2}], [{"e": "bus", "n": 1}], "op_buildings"),
            _hex("mountain", "green", [{"e": "water", "n": 2}], [gain("energy")], "op_progress"),
            _hex("underground", "yellow", [], [{"e": "choice", "options": [[vp(2)], [gain("luxury")]]}], "op_steam"),
        ],
        "wilderness_track": [
            {"id": "river", "spaces": 13, "vp": list(range(13)), "penalty": [8] * 13, "empty_2": 8, "empty_3": 4},
            _track("forest", 6, extra_3=[1, 2], extra_4=[6]),
            _track("mountain", 7, extra_4=[3, 4, 5]),
            _track("underground", 8, extra_3=[8]),
        ],
        "factory": {"floors": [2, 1, 4]},
        "factory_slot": [
            _slot(building, floor) for building, floors in enumerate((2, 1, 4)) for floor in range(1, floors + 1)
        ],
        "district_tile": [
            _inner("plaza", "wild", "any", ["river", "land"]),
            _inner("forge", "commit", "blue", ["underground"]),
            _inner("yard", "expand", "green", ["river"]),
            _inner("plant", "electrify", "yellow", ["mountain"]),
            _inner("harbour", "trade", "purple", ["forest"]),
        ],
        "counts": {"hexes_per_type": 13, "banners_per_player": 2},
    }


def _hex(hex: str, worker: str, place: list[Any], conflict: list[Any], tile: str) -> dict[str, Any]:
    first = {"e": "worker", "colour": worker}
    return {"id": hex, "worker": worker, "place": [first, *place], "conflict": conflict, "operation_tile": tile}


def _track(hex: str, spaces: int, **extra: list[int]) -> dict[str, Any]:
    return {"id": hex, "spaces": spaces, "vp": [2 * n for n in range(spaces)], **extra}


def _slot(building: int, floor: int) -> dict[str, Any]:
    steps = [
        [{"e": "upgrade_invention", "scope": "any"}],
        [{"e": "ready_for_machine"}],
        [{"e": "score_invention", "n": 3}],
    ]
    return {
        "building": building,
        "floor": floor,
        "marks_low": ["x", "b", "p"],
        "marks_high": ["b", "bp", "bp"],
        "progress": steps[: 3 - floor % 2],
    }


def _inner(name: str, action: str, worker: str, exploit: list[str]) -> dict[str, Any]:
    return {
        "id": name,
        "ring": "inner",
        "action": action,
        "worker": worker,
        "exploit": exploit,
        "workshop": [gain("wealth")],
        "workshop_electrified": [gain("wealth", 2)],
        "electrify_cost": 3,
        "electrify_reward": [{"e": "fame"}, vp(1)],
    }


def _tiles() -> dict[str, Any]:
    outer = [
        {
            "id": f"{ring}-{n}",
            "ring": ring,
            "workshop": [{"e": "optional", "do": [{"e": "restore", "reward": n % 3}]}],
            "workshop_electrified": [{"e": "machine_workshop"}],
            "electrify_cost": 2 + n % 3,
            "electrify_reward": [{"e": "hex_slot", "slot": 1}, {"e": "fame"}, {"e": "hex_slot", "slot": 2}],
        }
        for ring in ("middle", "outer")
        for n in range(5)
    ]
    cities = [
        {"id": f"port-{n}", "condition": condition, "effect": effect, "cost": n % 5, "rewards": _rewards(n)}
        for n, (condition, effect) in enumerate(
            [
                ("exploit_river", [{"e": "worker", "colour": "any", "n": 2}]),
                ("commit", [gain("food", 2), {"e": "restore"}]),
                ("trade", [{"e": "activate_city", "where": "other"}]),
                ("expand_or_renovate", [{"e": "workshop_reward", "scope": "current_district"}]),
                ("lead_production", [{"e": "progress", "n": 2, "scope": "any", "upto": True}]),
                ("electrify", [{"e": "convert", "cost": [{"res": "steam", "n": 2}], "gain": [gain("energy")]}]),
            ]
        )
    ]
    kinds = {"basic": 4, "ordinary": 20, "innovative": 32, "brilliant": 20}
    starts = ("commit", "commit", "trade", "electrify")
    inventions = [
        {
            "id": f"{quality}-{n}",
            "quality": quality,
            "left": [gain(("food", "energy", "building", "luxury", "wealth")[n % 5], 1 + n % 2)],
            "centre": [vp(n % 3 - 1)]
            if n % 3 or quality != "ordinary"
            else [{"e": "market_invention", "quality": "innovative"}],
            "vp": n % 4,
            **({"start": starts[n]} if quality == "basic" else {}),
        }
        for quality, number in kinds.items()
        for n in range(number)
    ]
    inventions += [
        {
            "id": f"chair-{m}-{n}",
            "quality": "university",
            "left": [vp(n)],
            "centre": [],
            "vp": 5,
            "machine": f"engine-{m}",
        }
        for m in range(2)
        for n in range(6)
    ]
    machines = [
        {
            "id": f"engine-{m}",
            "workshop": [gain("steam", 1 + m), {"e": "score_reputation"}],
            "spaces": [[vp(n), {"e": "partnership", "where": "any"}] for n in range(4 + m)],
            "links": [[0], [1, 2], [1]],
            "covered_2": [2, 3],
            "covered_3": [3],
        }
        for m in range(2)
    ]
    upgrades = [{"id": f"part-{n}", "effect": [gain("steam", n + 1)]} for n in range(3)]
    return {"outer": outer, "city": cities, "invention": inventions, "machine": machines, "machine_upgrade": upgrades}


def _rewards(n: int) -> list[Any]:
    return [
        vp(n),
        {"e": "partnership", "where": "here"},
        {"e": "activate_city", "where": "here"},
        gain("wealth"),
        vp(2 * n),
    ]


def tables() -> dict[str, Any]:
    """A complete catalogue."""
    found = _boards()
    tiles = _tiles()
    found["district_tile"] = [*found["district_tile"], *tiles.pop("outer")]
    return {**found, **tiles}


def boards() -> dict[str, Any]:
    """The tables that an open catalogue must contain."""
    return _boards()


def own_header(players: int = 3, mode: str = "declared", stated: Any = None, **options: Any) -> Header:
    """A header with this catalogue."""
    catalogue = {"mode": mode, "id": "harbour-town", "tables": tables() if stated is None else stated}
    return header(players, catalogue, **options)


def played(seed: str, players: int = 3, stated: Any = None, policy: str = "random", mode: str = "declared") -> GameLog:
    """A self-played game with this catalogue."""
    return play(ruleset("daitoshi"), own_header(players, mode, stated), seed, policy).log()


def opened(log: GameLog) -> GameLog:
    """The same game as written by a recorder who defines each tile when it first appears."""
    rows = {row["id"]: (table, row) for table in ("district_tile", *TILES) for row in tables()[table]}
    seen = set(INNER)
    records = []
    for record in log.records:
        event = record.event
        if isinstance(event, events.Revealing):
            named = [name for value in msgspec.structs.asdict(event).values() for name in _ids(value)]
            new = [name for name in named if name in rows and name not in seen]
            seen |= set(new)
            defs = {name: {k: v for k, v in rows[name][1].items() if k != "id"} for name in new}
            event = replace(event, defs=deepcopy(defs) or None)
        records.append(replace(record, event=event))
    return GameLog(own_header(len(log.header.seats), "open", boards()), records)


def _ids(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value) if isinstance(value, tuple) else []
