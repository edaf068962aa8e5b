"""The component tables of a log: components.toml with what options (AN-1.4) and overrides (AN-1.6) change."""

from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from engine.clause import Violation
from engine.components import by_id
from engine.games.anachrony.components import (
    BUILDING_TYPES,
    ROW,
    Amounts,
    Board,
    CollapsingTile,
    Components,
    Effect,
    EndgameCondition,
    Evacuation,
    Leader,
    MineCard,
    PathRow,
    PlayerCount,
    RecruitBonus,
    RecruitCard,
    Superproject,
    TradeLine,
    WarpTile,
    types_of,
)
from engine.games.anachrony.options import Options, Override, stated

UNKNOWN = "unknown"


class Tile(Struct, frozen=True):
    """A building or Superproject as its owner has it: `row` is that of its type, -1 for a Superproject.

    `types` and `motivated` are masks of Worker types; `cost` is what an action on it costs.
    """

    id: str
    row: int
    vp: int
    mode: str
    types: int
    cost: Amounts
    effects: tuple[Effect, ...]
    retrieve: str
    motivated: int
    on_build: tuple[Effect, ...]
    passive: tuple[Effect, ...]
    endgame: tuple[Effect, ...]
    range_value: int


class Space(Struct, frozen=True):
    """A space of the main board. `cost` is the placement cost before and after the Impact."""

    id: str
    action: str
    is_hex: bool
    min_players: int
    types: int
    cost: tuple[Amounts, Amounts]
    bonus: Amounts
    after_impact: bool
    takes_first_player: bool


class Tables(Struct, frozen=True, kw_only=True):
    """What the rules look up, by id; `passive` and `endgame`: kind of effect -> (tile, effect)."""

    all: Components
    tiles: dict[str, Tile]
    superprojects: dict[str, Superproject]
    passive: dict[type, tuple[tuple[str, Any], ...]]
    spaces: dict[str, Space]
    boards: dict[str, Board]
    spot_costs: dict[str, tuple[Amounts, ...]]
    trade: dict[str, TradeLine]
    bonus: dict[str, RecruitBonus]
    recruit_cards: dict[str, RecruitCard]
    mine_cards: dict[str, MineCard]
    warp: dict[str, WarpTile]
    warp_ids: tuple[str, ...]
    endgame_cards: dict[str, EndgameCondition]
    collapsing: dict[str, CollapsingTile]
    paths: dict[str, PathRow]
    evacuation: dict[str, Evacuation]
    leaders: dict[str, Leader]
    leaders_of: dict[str, tuple[str, ...]]
    buildings_of: tuple[tuple[str, ...], ...]
    per_players: dict[int, PlayerCount]
    die: dict[str, tuple[str, ...]]


KNOWN: dict[str, Tables] = {}
"""The tables that were made, by the text of their options."""


def tables_for(options: Options, key: str = "") -> Tables:
    """The tables under these options, made once. Raises Violation AN-1.6 for an override that fits no row."""
    key = key or stated(options)
    found = KNOWN.get(key)
    if found is None:
        found = KNOWN[key] = _build(_components(options), options)
    return found


def _components(options: Options) -> Components:
    raw = msgspec.toml.decode(files("engine.games.anachrony").joinpath("components.toml").read_bytes())
    _apply_options(raw, options)
    for override in options.overrides:
        _apply_override(raw, options, override)
    return msgspec.convert(raw, Components)


def _apply_options(raw: dict[str, Any], options: Options) -> None:
    """What single options change in the tables: AN-7.3.14, AN-7.6.7, AN-7.6.12, AN-7.7.8, AN-11.3."""
    rows = {row["id"]: row for table in ("building", "superproject", "player_board") for row in raw[table]}
    for row in raw["building"]:
        other = row.get("alternative")
        if other and getattr(options, other["option"]) == other["value"]:
            row.update({field: value for field, value in other.items() if field not in ("option", "value")})
    rows["pp_114"]["cost"] = {"water": options.plant_114_water}
    rows["la_411"]["passive"][0]["cost"] = {"water": options.second_die_water}
    rows["temporal_tourism"]["effects"][0]["retrieve"] = options.temporal_tourism_retrieve
    if options.bga_quirks:  # AN-16.50 n, o
        raw["anomaly"]["payment_one_of"].append({"neutronium": 1, "tug": 1})
        rows["fa_210"]["effects"][0]["choices"].append({"neutronium": 1, "tug": 2})
    if options.salvation_b_lab3 == "code":
        rows["b_salvation"]["spot_lab"][2] = raw["salvation_b_lab3_code"]["cost"]


def _apply_override(raw: dict[str, Any], options: Options, override: Override) -> None:
    """AN-1.6: put the value of an override into its row."""
    table = raw.get(override.table)
    rows = [table] if isinstance(table, dict) else table if isinstance(table, list) else []
    fitting = [row for row in rows if isinstance(table, dict) or str(next(iter(row.values()))) == override.id]
    fitting = [row for row in fitting if row.get("edition", "both") in ("both", options.leader_edition)] or fitting
    before, held = msgspec.convert(raw, Components), any(override.field in row for row in fitting)
    for row in fitting:
        row[override.field] = override.value
    try:
        after = msgspec.convert(raw, Components)
    except msgspec.ValidationError as error:
        facts = {"table": override.table, "id": override.id, "field": override.field}
        raise Violation("AN-1.6", **facts, problem=str(error)) from None
    if (after == before and not held) or not fitting or override.field == "id":
        raise Violation("AN-1.6", table=override.table, id=override.id, field=override.field, expected="a field")


def _build(parts: Components, options: Options) -> Tables:
    tiles: dict[str, Tile] = {}
    for row in parts.building:
        tiles[row.id] = _tile(row, ROW[row.type], row.cost, row.motivated_workers)
    for project in parts.superproject:
        tiles[project.id] = _tile(project, -1, project.action_cost, ())
    passive: dict[type, list[tuple[str, Any]]] = {}
    for tile in tiles.values():
        for op in (*tile.passive, *tile.endgame):
            passive.setdefault(type(op), []).append((tile.id, op))
    edition = ("both", options.leader_edition)
    return Tables(
        all=parts,
        tiles=tiles,
        superprojects=by_id(parts.superproject),
        passive={kind: tuple(rows) for kind, rows in passive.items()},
        spaces={row.id: _space(row) for row in parts.space},
        boards=by_id(parts.player_board),
        spot_costs={
            board.id: tuple(cost for name in BUILDING_TYPES for cost in getattr(board, f"spot_{name}"))
            for board in parts.player_board
        },
        trade=by_id(parts.trade),
        bonus={row.worker: row for row in parts.recruit_bonus},
        recruit_cards=by_id(parts.recruit_card),
        mine_cards=by_id(parts.mine_card),
        warp=by_id(parts.warp_tile),
        warp_ids=tuple(row.id for row in parts.warp_tile),
        endgame_cards=by_id(parts.endgame_condition),
        collapsing=by_id(parts.collapsing_tile),
        paths=by_id(parts.path),
        evacuation=by_id(parts.evacuation),
        leaders={row.id: row for row in parts.leader if row.edition in edition},
        leaders_of={
            path.id: tuple(dict.fromkeys(row.id for row in parts.leader if row.path == path.id)) for path in parts.path
        },
        buildings_of=tuple(tuple(row.id for row in parts.building if row.type == kind) for kind in BUILDING_TYPES),
        per_players={row.players: row for row in parts.player_count},
        die={row.id: row.faces for row in parts.die},
    )


def _tile(row: Any, number: int, cost: Amounts, motivated: tuple[str, ...]) -> Tile:
    return Tile(
        id=row.id,
        row=number,
        vp=row.vp,
        mode=row.mode,
        types=types_of((row.worker,)),
        cost=_some(cost),
        effects=row.effects,
        retrieve=row.retrieve,
        motivated=types_of(motivated),
        on_build=row.on_build,
        passive=row.passive,
        endgame=row.endgame,
        range_value=row.range_value,
    )


def _some(cost: Amounts) -> Amounts:
    """A cost without what is none of it."""
    return {what: number for what, number in cost.items() if number}


def _space(row: Any) -> Space:
    return Space(
        id=row.id,
        action=row.action,
        is_hex=row.kind == "hex",
        min_players=row.min_players,
        types=types_of(row.workers),
        cost=(_some(row.pre), _some(row.post)),
        bonus=row.bonus,
        after_impact=row.only_after_impact,
        takes_first_player=row.takes_first_player,
    )
