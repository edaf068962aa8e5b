"""The mats of the players: points and goods first, structures with costs and incomes, levels, cards and tiles."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.terra_mystica.components import BUILDINGS, GAME, Amounts, FactionBuilding
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.state import Player, State
from projections.pictures.pen import box, circle, ended, fitted, label, middle, moved, title
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.cards import PAD, ROOM, TEXT
from projections.pictures.terra_mystica.holdings import holdings, holdings_height
from projections.pictures.terra_mystica.look import disc, paint, piece

GOODS, STRUCTURES, LEVELS, HELD = 56.0, 108.0, 246.0, 290.0
"""Where the goods begin, the structures, the levels, and what the player holds."""
GOOD = 64.0
"""The width of a good with its income."""
RIGHT = COLUMN - PAD
LINE = 23.0
"""The height of the line of a kind of structure."""


def mats(state: State, table: Table) -> list[Part]:
    """A mat for each player, all of the same height."""
    height = HELD + max(holdings_height(state, player, table.last) for player in state.players) + 6
    return [
        Part(
            f"mat/{player.seat}",
            f"Mat of {seat_name(table.names, player.seat)}",
            list(_mat(state, player, seat_name(table.names, player.seat), height, table.last)),
            height,
            seat=player.seat,
        )
        for player in state.players
    ]


def _mat(state: State, player: Player, name: str, height: float, last: State | None) -> Iterator[Spot | str]:
    """Everything a player has, except the markers on the cults."""
    acts = state.active == player.seat and state.phase != "over"
    yield box(0, 0, COLUMN, height, "running" if acts else "panel")
    yield disc(PAD + 16, 26, 15, player)
    faction = player.rules.name if player.faction else "no faction yet"
    yield _title(player.seat, faction)
    owed = ", ".join([*wording.owed(player), *wording.due(state, player)])
    yield _standing(player.seat, owed or ", ".join([name, *wording.standing(state, player)]), bool(owed))
    if not player.faction:
        return
    yield _points(player.seat, player.vp)
    yield from _goods(player, {} if state.round == GAME.rounds else income_of(player))
    yield from _built(player)
    yield from _levels(player)
    yield from holdings(state, player, last, HELD)


@lru_cache(maxsize=2048)
def _title(seat: int, faction: str) -> Spot:
    drawn = label(PAD + 40, 23, fitted(faction, 190, 17), "head")
    return Spot(f"faction/{seat}", drawn, box(PAD + 34, 4, 200, 25, "just"))


@lru_cache(maxsize=2048)
def _standing(seat: int, words: str, is_owed: bool) -> Spot:
    """The player's name and standing, or what the player still has to choose."""
    room = ROOM - 40
    drawn = label(PAD + 40, 43, fitted(words, room, 13 * 1.1 if is_owed else TEXT), "b" if is_owed else "")
    return Spot(f"standing/{seat}", drawn, box(PAD + 36, 29, room + 8, 19, "just"))


@lru_cache(maxsize=1024)
def _points(seat: int, vp: int) -> Spot:
    return Spot(f"vp/{seat}", ended(RIGHT, 25, f"{vp} VP", "big"), box(RIGHT - 96, 4, 102, 27, "just"))


def _goods(player: Player, income: Amounts) -> Iterator[Spot | str]:
    """Coins, workers and priests, each with its next income, and the three bowls."""
    seat = player.seat
    for place, name in enumerate(("coin", "worker", "priest")):
        x = PAD + place * GOOD
        yield _good(seat, f"{name}s", getattr(player, name), x)
        yield _income(seat, name, income.get(name, 0), x + GOOD - 8)
    yield _bowls(seat, player.bowl1, player.bowl2, player.bowl3)
    yield _income(seat, "power", income.get("power", 0), RIGHT)


@lru_cache(maxsize=8192)
def _good(seat: int, name: str, value: int, x: float) -> Spot:
    drawn = label(x, GOODS + 18, value, "h1") + label(x, GOODS + 36, name, "soft")
    return Spot(f"figure/{seat}/{name}", drawn, box(x - 4, GOODS - 1, GOOD - 2, 43, "just"))


@lru_cache(maxsize=1024)
def _income(seat: int, what: str, income: int, x: float) -> Spot:
    drawn = ended(x, GOODS + 17, f"+{income}", "soft") if income else ""
    return Spot(f"income/{seat}/{what}", drawn, "")


@lru_cache(maxsize=8192)
def _bowls(seat: int, first: int, second: int, third: int) -> Spot:
    drawn = []
    for place, (bowl, tokens) in enumerate((("I", first), ("II", second), ("III", third))):
        x = PAD + 3 * GOOD + 18 + 34 * place
        drawn += [circle(x, GOODS + 12, 13, "bowl"), middle(x, GOODS + 17, tokens, "b")]
        drawn.append(middle(x, GOODS + 38, bowl, "soft"))
    return Spot(f"bowls/{seat}", "".join(drawn), box(PAD + 3 * GOOD + 1, GOODS - 4, 102, 46, "just"))


def _built(player: Player) -> Iterator[Spot | str]:
    """Each kind of structure: how many are on the map, what another costs, and what income it adds."""
    heads = label(PAD + 134, STRUCTURES + 11, "built", "soft") + label(PAD + 186, STRUCTURES + 11, "cost", "soft")
    yield heads + ended(RIGHT, STRUCTURES + 11, "next income", "soft")
    fill, _ = paint(player)
    for place, kind in enumerate(BUILDINGS):
        column = player.rules.building(kind)
        cost = _cost(column)
        yield _kind(player.seat, place, kind, fill, player.built[kind], cost, next_income(column, player.built[kind]))


def _cost(column: FactionBuilding) -> str:
    """In short: `2w 3/6c` for one that costs more if no other player is near."""
    words = wording.brief(column.cost)
    coins = column.cost.get("coin", 0)
    return (
        words.replace(f"{coins}c", f"{coins}/{coins + column.alone_extra_coin}c") if column.alone_extra_coin else words
    )


def next_income(column: FactionBuilding, built: int) -> str:
    """What one more structure of a kind adds to the income, in short."""
    steps = {what: by[built + 1] - by[built] for what, by in column.income.items() if built + 1 < len(by)}
    return wording.brief(steps)


@lru_cache(maxsize=4096)
def _kind(seat: int, place: int, kind: str, fill: str, built: int, cost: str, income: str) -> Spot:
    y = STRUCTURES + 18 + LINE * place
    stock, name = f"{built} of {BUILDINGS[kind].supply}", kind.replace("_", " ")
    drawn = moved(PAD + 14, y + 10, [title(name), piece(kind, fill, 0.62)])
    drawn += label(PAD + 34, y + 16, name) + label(PAD + 134, y + 16, stock, "b")
    if built < BUILDINGS[kind].supply:
        drawn += label(PAD + 186, y + 16, cost) + ended(RIGHT, y + 16, f"+{income}" if income else "none")
    return Spot(f"built/{seat}/{kind}", drawn, box(PAD - 4, y - 1, ROOM + 8, LINE - 1, "just"))


def _levels(player: Player) -> Iterator[Spot | str]:
    """Shipping, what a spade costs, keys, bridges, and the priests on orders."""
    x = PAD
    for key, name, level, wide in _level_words(player):
        yield _level(key, name, level, x, wide)
        x += wide


def _level_words(player: Player) -> Iterator[tuple[str, str, str, float]]:
    """For each level the key of its spot, its name, its value and the width of its place."""
    seat, rules = player.seat, player.rules
    ships = f"{player.shipping} of {rules.shipping.max}" if rules.shipping.max else "none"
    flies = rules.carpet is not None
    yield f"level/{seat}/shipping", "carpet" if flies else "shipping", str(player.carpet_range) if flies else ships, 72
    yield f"level/{seat}/spade", "a spade", _spade(player), 68
    yield f"figure/{seat}/keys", "keys", str(player.key), 46
    yield f"figure/{seat}/bridges left", "bridges", f"{player.bridges_left} left", 72
    yield f"priests/{seat}", "on orders", f"{player.priests_on_orders} of {player.priest_limit}", 74


def _spade(player: Player) -> str:
    exchange = player.rules.exchange
    if not exchange.rate:
        return "none"
    rate = exchange.rate[min(player.exchange, len(exchange.rate) - 1)]
    short = {"power_token": "token", "cult_steps": "step"}
    if exchange.pay in short:
        return f"{rate} {short[exchange.pay]}{'s' if rate > 1 else ''}"
    return wording.brief({exchange.pay: rate})


@lru_cache(maxsize=2048)
def _level(key: str, name: str, level: str, x: float, wide: float) -> Spot:
    drawn = label(x, LEVELS + 14, level, "b") + label(x, LEVELS + 31, name, "soft")
    return Spot(key, drawn, box(x - 4, LEVELS - 2, wide - 2, 40, "just"))
