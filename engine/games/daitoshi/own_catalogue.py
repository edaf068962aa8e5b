"""A recorder's own catalogue as a file (DA-12.19): TOML with the tables of components.toml and a table `catalogue`.

`template` begins such a file: anything that no source gives is a "?", which the check reports with table, row and
field. A faultless file yields the value that a header states as its `catalogue`. Tiles that turn up while a game is
recorded are defined in one line (definitions.py); `grown` writes everything that a log defines back to a file, and
`discovered` is the way there: the log of a game whose tiles nobody knew before.
"""

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.dispatch import Action
from engine.games.daitoshi.catalogue import HOUSE, built, examine
from engine.games.daitoshi.circles import DEEPEST, sure_circles
from engine.games.daitoshi.components import TABLES
from engine.games.daitoshi.definitions import KIND_OF, defined, hint
from engine.games.daitoshi.setup import PLAYERS
from engine.games.daitoshi.tables import BOARDS, OF_THE_RULES, ROWS, TILES, bare, plain_row
from engine.games.daitoshi.tiles import TABLE_OF
from engine.rules import Ruleset
from events.log.codec import Unreadable
from events.log.native import GameLog, resolve
from events.log.record import Header
from events.vocabulary.daitoshi import DistrictTileDrawn, MarketDrawn, MarketRefilled, Revealing

__all__ = ["HOUSE", "Recorded", "defined", "grown", "hint", "house", "read", "template"]

UNKNOWN = "?"
# What the source of the rules states about the boards; the rest has to be read off them (DA-12).
GIVEN = {
    "wilderness": ("id", "worker", "place", "operation_tile"),
    "wilderness_track": ("id", "empty_2", "empty_3", "empty_4"),
    "factory_slot": ("building", "floor"),
    "district_tile": ("id", "ring", "action"),
}
LEFT_OUT = ("cost_left", "start", "temple_vp", "temple_penalty", "multiplier", "penalty_multiplier")
SHIFTS = 3
# Effects that the house's values seldom have or never, each in the ways that the rules tell apart.
SELDOM: list[dict[str, Any]] = [
    {"e": "market_invention", "quality": "ordinary"},
    {"e": "upgrade_invention", "scope": "any"},
    {"e": "choice", "options": [[{"e": "coal", "n": 2}], [{"e": "water", "n": 2}], [{"e": "worker", "colour": "any"}]]},
    {"e": "opaque"},
    {"e": "optional", "do": [{"e": "convert", "cost": [{"res": "food", "n": 1}], "gain": [{"e": "vp", "n": 3}]}]},
    {"e": "restore", "n": 2, "reward": 1},
    {"e": "conflict_reward", "n": 2},
    {"e": "pilgrim", "track": "any", "n": 2, "same": True},
    {"e": "pilgrim", "track": "any", "n": 2, "upto": True},
    {"e": "market_invention", "quality": "innovative"},
    {"e": "progress", "n": 2, "scope": "any", "upto": True},
    {"e": "activate_city", "where": "other"},
    {"e": "workshop_reward", "scope": "current_district"},
    {"e": "machine_workshop"},
    {"e": "partnership", "where": "any"},
    {"e": "fame", "n": 2},
    {
        "e": "choice",
        "options": [[{"e": "upgrade_invention", "scope": "any"}], [{"e": "worker", "colour": "any", "n": 2}]],
    },
    {"e": "bus", "n": 3},
    {"e": "optional", "do": [{"e": "market_invention", "quality": "brilliant"}, {"e": "vp", "n": -1}]},
    {"e": "convert", "cost": [{"res": "steam", "n": 1}, {"res": "wealth", "n": 1}], "gain": [{"e": "fame"}]},
    {"e": "hex_slot", "slot": 1},
]
HEAD = """\
# Component values of Daitoshi, for logs of real games. Fill in every "?", then check the file:
#
#     anyturn catalogue daitoshi FILE
#
# The boards never change: one file serves all logs. In mode "open" the other tiles (cities, inventions, middle and
# outer districts, mega-machine boards and upgrades) are defined in the log when they first appear; for mode "declared"
# all of them stand here. A list of effects is written like [{ e = "gain", res = "food", n = 1 }, { e = "fame" }];
# `anyturn rules daitoshi` lists them (DA-7.60 to DA-7.85). { e = "opaque" } stands for one that nobody noted.

[catalogue]
id = "?"
mode = "open"
"""
NOTES = {
    "steam_track": "Positions min to max around 0; those with an arrow up and with an arrow down (DA-3.10).",
    "reputation": "VP of the four levels (DA-3.11).",
    "fame_track": "Effects of the spaces, the first one where the marker starts; cyclic = true: a circle (DA-3.11).",
    "bus_rail": "The same for the Worm-Bus.",
    "factory": "Floors of the left, centre and right building (DA-3.12).",
    "wilderness": "Conflict reward of each hex type (DA-3.9).",
    "wilderness_track": "Spaces, their VP, those with two hexes from 3 players on, and with 4 (DA-3.8).",
    "factory_slot": 'One for each floor: marks ("x", "b", "p" or "bp") and the steps of the progress track (DA-3.13).',
    "district_tile": "The five inner tiles (DA-3.3, DA-3.4).",
}


class Recorded(NamedTuple):
    """A catalogue file: what a header states of it, and everything wrong with it, one line each."""

    catalogue: dict[str, Any]
    faults: list[str]


def house() -> Any:
    """The house's values, as a header names them."""
    return {"mode": "house", "id": HOUSE}


def in_full() -> Any:
    """The house's values, as a header states values of its own: without remarks and the tables that are fixed."""
    tables = {name: bare(table) for name, table in TABLES.items() if name not in OF_THE_RULES}
    return {"mode": "declared", "id": "in_full", "tables": tables}


def worth_trying() -> list[Any]:
    """Catalogues at a limit of the rules, and others full of effects that the house's values seldom have or never.

    At the limit, effects nest as deep as they may from the first space of a fame track, or one deeper or less deep, as
    what moves the marker may itself be nested (DA-6.3).
    """
    at_limits = [_leading_on(spaces) for spaces in range(DEEPEST - 1, DEEPEST + 2)]
    return [*at_limits, *(_with_seldom_effects(shift) for shift in range(SHIFTS))]


def _with_seldom_effects(shift: int) -> Any:
    """The house's values, but cities, rewards of districts and mega-machines have the effects of SELDOM in turn."""
    whole = in_full()
    tables, turn = whole["tables"], cycle(SELDOM[shift:] + SELDOM[:shift])
    found = {
        "city": [row | {"effect": [next(turn)]} for row in tables["city"]],
        "district_tile": [row | {"electrify_reward": [next(turn)]} for row in tables["district_tile"]],
        "machine": [
            row | {"spaces": [[*effects, next(turn)] for effects in row["spaces"]]} for row in tables["machine"]
        ],
    }
    return whole | {"id": f"seldom_effects_{shift}", "tables": tables | found}


def _leading_on(spaces: int) -> Any:
    """The house's values, but each space of a long fame track, and of the rail, moves the fame marker on."""
    whole = in_full()
    on: list[Any] = [{"e": "fame", "n": 1}]
    rail = whole["tables"]["bus_rail"]
    tracks = {
        "fame_track": {"spaces": [on] * spaces, "cyclic": False},
        "bus_rail": rail | {"spaces": [on] * len(rail["spaces"])},
    }
    return whole | {"id": f"leading_on_{spaces}", "tables": whole["tables"] | tracks}


def template() -> str:
    """The beginning of a catalogue file."""
    parts = [HEAD]
    for table in (*BOARDS, *(table for table in ROWS if table in GIVEN)):
        rows = [TABLES[table]] if table in BOARDS else TABLES[table]
        shown = [row for row in rows if table != "district_tile" or row["ring"] == "inner"]
        parts.append(f"\n# {NOTES[table]}")
        parts += [_row(table, plain_row(row)) for row in shown]
    return "\n".join(parts)


def _row(table: str, row: dict[str, Any]) -> str:
    given = GIVEN.get(table, ())
    lines = [f"[{table}]" if table in BOARDS else f"[[{table}]]"]
    for name, value in row.items():
        if name not in LEFT_OUT and value != []:
            lines.append(f"{name} = {_toml(value if name in given else UNKNOWN)}")
    return "\n".join([*lines, ""])


def _toml(value: Any) -> str:
    """A value in TOML notation."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def read(stated: Mapping[str, Any]) -> Recorded:
    """The tables of a catalogue file, checked for every number of players (DA-3.17)."""
    tables = {name: table for name, table in stated.items() if name != "catalogue"}
    said = stated.get("catalogue", {})
    head = said if isinstance(said, dict) else {}
    name, mode = head.get("id"), head.get("mode")
    faults = []
    if not isinstance(name, str) or name in (UNKNOWN, HOUSE, ""):
        faults.append(f"catalogue, field id: found {name!r}, expected a name of its own [DA-3.16]")
    if mode not in ("open", "declared"):
        faults.append(f"catalogue, field mode: found {mode!r}, expected open or declared [DA-3.16]")
    found, wrong = examine(tables, mode if mode == "declared" else "open", tuple(PLAYERS))
    if not wrong:
        wrong = list(sure_circles(built(str(name), str(mode), found)))
    return Recorded({"id": name, "mode": mode, "tables": tables}, [*faults, *map(str, wrong)])


def grown(rules: Ruleset[Any], log: GameLog) -> str:
    """The catalogue file of a log: what its header states, and what its events define.

    Raises Unreadable if the log has no catalogue of its own.
    """
    stated = log.header.catalogue
    if not isinstance(stated, dict) or stated.get("mode") == "house":
        raise Unreadable("no tiles of its own", "a log with a catalogue")
    tables = {name: list(rows) if isinstance(rows, list) else rows for name, rows in stated["tables"].items()}
    for record in resolve(log):
        if isinstance(record.event, Revealing) and record.event.defs:
            for name, row in record.event.defs.items():
                rows = tables.setdefault(_table_of(record.event), [])
                if all(known.get("id") != name for known in rows):
                    rows.append({"id": name, **row})
    parts = ["[catalogue]", *(f"{name} = {_toml(stated[name])}" for name in ("id", "mode"))]
    for table, rows in tables.items():
        for row in [rows] if isinstance(rows, dict) else rows:
            parts += ["", f"[{table}]" if isinstance(rows, dict) else f"[[{table}]]"]
            parts += [f"{name} = {_toml(value)}" for name, value in row.items()]
    return "\n".join(parts) + "\n"


def discovered(header: Header, played: Iterable[Action]) -> tuple[Header, list[Action]]:
    """A game as somebody logs it who knows the boards alone: each tile is defined when it first comes up (DA-8.2).

    The header must state a catalogue of its own.
    """
    tables, actions = header.catalogue["tables"], list[Action]()
    unseen = {row["id"]: row for table in TILES for row in tables.get(table, ()) if row.get("ring") != "inner"}
    for actor, event in played:
        if isinstance(event, Revealing):
            named = [
                tile for field in event.__struct_fields__ for tile in _tiles(getattr(event, field)) if tile in unseen
            ]
            rows = {tile: unseen.pop(tile) for tile in named}
            defs = {tile: {name: row[name] for name in row if name != "id"} for tile, row in rows.items()}
            actions.append((actor, replace(event, defs=defs or None)))
        else:
            actions.append((actor, event))
    boards = {name: table for name, table in tables.items() if name not in TILES}
    inner = [row for row in tables["district_tile"] if row.get("ring") == "inner"]
    catalogue = {**header.catalogue, "mode": "open", "tables": {**boards, "district_tile": inner}}
    return replace(header, catalogue=catalogue), actions


def _tiles(value: Any) -> Iterable[str]:
    """The ids in a field of an event."""
    return (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()


def _table_of(event: Revealing) -> str:
    """The table of a tile that an event defines."""
    if isinstance(event, MarketDrawn | MarketRefilled):
        return "invention"
    if isinstance(event, DistrictTileDrawn):
        return "district_tile"
    return TABLE_OF[KIND_OF.get(type(event), "inner")]
