"""The component tables of a log: components.toml with what options (AN-1.4) and overrides (AN-1.6) change."""

from typing import Any, get_args

import msgspec
from msgspec import Struct

from engine.clause import Violation
from engine.components import by_id, plain_tables
from engine.games.anachrony.components import (
    BUILDING_TYPES,
    ROW,
    WORKER,
    Amounts,
    Board,
    CollapsingTile,
    Components,
    CopyCapital,
    CopySpace,
    Effect,
    EndgameCondition,
    Evacuation,
    Exchange,
    Leader,
    MineCard,
    PathRow,
    PlayerCount,
    RecruitBonus,
    RecruitCard,
    Superproject,
    TradeLine,
    TravelX,
    WarpTile,
    types_of,
)
from engine.games.anachrony.options import Options, key_of
from engine.games.anachrony.overrides import apply_override, check_together

UNKNOWN = "unknown"
MAIN, TILE, SUPPLY, ANOMALY = "main", "tile", "supply", "anomaly"
"""The kinds of spaces."""


class Tile(Struct, frozen=True):
    """A building or Superproject in its owner's possession: `row` is that of its type, -1 for a Superproject.

    `types` and `motivated` are masks of Worker types; `cost` is what an action on it costs. `looks_at_goods`: whether
    its effects can be executed depends on the goods that are left after the cost.
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
    looks_at_goods: bool


class Target(Struct, frozen=True):
    """A space for Workers: its kind, the Worker types it accepts (a mask), its cost, what is paid by choice.

    `by_choice` is empty, `tug` (that many units), `x_water` or `x_tug` (any number), or `anomaly`.
    """

    space: str
    kind: str
    types: int
    cost: Amounts
    by_choice: str = ""
    number: int = 0


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
    """What the rules look up, by id.

    `passive`: kind of passive or endgame effect -> (tile, effect). `targets`: the Worker spaces of tiles;
    `main_targets`: those of the main board before and after the Impact. `spot_costs` and `goods_costs`: the costs of
    building without and with an Engineer. `ways`: how the slots of a board may be paid for, filled on demand.
    """

    all: Components
    tiles: dict[str, Tile]
    superprojects: dict[str, Superproject]
    passive: dict[type, tuple[tuple[str, Any], ...]]
    spaces: dict[str, Space]
    boards: dict[str, Board]
    spot_costs: dict[str, tuple[tuple[Amounts, Amounts], ...]]
    goods_costs: dict[str, tuple[Amounts, Amounts]]
    targets: dict[str, Target]
    main_targets: dict[str, tuple[Target, Target]]
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
    paradox_faces: tuple[int, ...]
    ways: dict[tuple[str, int], list[Any]]


KNOWN: dict[str, Tables] = {}
"""The tables created so far, by their keys."""


def tables_for(options: Options, key: str = "") -> Tables:
    """The tables under these options, created once. Raises Violation AN-1.6 for an override that fits no row."""
    key = key or key_of(options)
    found = KNOWN.get(key)
    if found is None:
        found = KNOWN[key] = _made(options)
    return found


def _made(options: Options) -> Tables:
    try:
        return _build(_components(options), options)
    except (KeyError, IndexError, ValueError) as error:
        if options.overrides:
            raise Violation("AN-1.6", problem=f"the tables cannot be made with {error}") from None
        raise


def _components(options: Options) -> Components:
    raw = plain_tables("anachrony")
    _apply_options(raw, options)
    for override in options.overrides:
        apply_override(raw, options, override)
    parts = msgspec.convert(raw, Components)
    if options.overrides:
        check_together(parts)
    return parts


def _apply_options(raw: dict[str, Any], options: Options) -> None:
    """What individual options change in the tables: AN-7.3.14, AN-7.6.7, AN-7.6.12, AN-7.7.8, AN-11.3."""
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


def _build(parts: Components, options: Options) -> Tables:
    tiles: dict[str, Tile] = {}
    for row in parts.building:
        tiles[row.id] = _tile(row, ROW[row.type], row.cost, row.motivated_workers)
    for project in parts.superproject:
        tiles[project.id] = _tile(project, -1, project.action_cost, ())
    passive: dict[type, list[tuple[str, Any]]] = {kind: [] for kind in get_args(Effect)}
    for tile in tiles.values():
        for op in (*tile.passive, *tile.endgame):
            passive[type(op)].append((tile.id, op))
    edition, spaces = ("both", options.leader_edition), {row.id: _space(row) for row in parts.space}
    return Tables(
        all=parts,
        tiles=tiles,
        superprojects=by_id(parts.superproject),
        passive={kind: tuple(rows) for kind, rows in passive.items()},
        spaces=spaces,
        targets={tile.id: _target(tile) for tile in tiles.values() if tile.mode == "worker"},
        main_targets={
            row.id: (Target(row.id, MAIN, row.types, row.cost[0]), Target(row.id, MAIN, row.types, row.cost[1]))
            for row in spaces.values()
        },
        boards=by_id(parts.player_board),
        spot_costs={
            board.id: tuple(_by_whom(cost) for name in BUILDING_TYPES for cost in getattr(board, f"spot_{name}"))
            for board in parts.player_board
        },
        goods_costs={
            row.id: _by_whom({what: number for what, number in row.cost.items() if what not in WORKER})
            for row in parts.superproject
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
        paradox_faces=tuple(int(face) for row in parts.die if row.id == "paradox" for face in row.faces),
        ways={},
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
        looks_at_goods=any(isinstance(op, CopyCapital | CopySpace | Exchange) for op in row.effects),
    )


def _target(tile: Tile) -> Target:
    """The Worker space of a tile; AN-7.6.6: on Plants 112 and 113 players choose how much to pay."""
    for op in tile.effects:
        if isinstance(op, TravelX):
            return Target(tile.id, TILE, tile.types, tile.cost, f"x_{op.currency}")
    fixed = {what: number for what, number in tile.cost.items() if what != "tug"}
    number = tile.cost.get("tug", 0)
    return Target(tile.id, TILE, tile.types, fixed, "tug" if number else "", number)


def _by_whom(cost: Amounts) -> tuple[Amounts, Amounts]:
    """AN-7.3.4 (1): a cost without and with an Engineer, who saves one Titanium."""
    return _some(cost), _some({what: number - (what == "titanium") for what, number in cost.items()})


def _some(cost: Amounts) -> Amounts:
    """A cost without its zero amounts."""
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
