"""The mats of the players: points and goods first, structures with costs and incomes, levels, cards and tiles."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.terra_mystica.components import BUILDINGS, GAME, Amounts, FactionBuilding
from engine.games.terra_mystica.editions import EDITIONS
from engine.games.terra_mystica.rounds import income_of
from engine.games.terra_mystica.state import Player, State
from projections.pictures.kept import kept
from projections.pictures.pen import box, circle, ended, fitted, label, middle, moved, title
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.cards import PAD, ROOM, TEXT
from projections.pictures.terra_mystica.holdings import Lines, holdings, holdings_height, lines_of_holdings
from projections.pictures.terra_mystica.look import disc, paint, piece, seen

GOODS, STRUCTURES, LEVELS, HELD = 56.0, 108.0, 246.0, 290.0
"""Where the goods begin, the structures, the levels, and what the player holds."""
GOOD = 64.0
"""The width of a good with its income."""
RIGHT = COLUMN - PAD
LINE = 23.0
"""The height of the line of a kind of structure."""
HEADS = "".join(
    (
        label(PAD + 134, STRUCTURES + 11, "built", "soft"),
        label(PAD + 186, STRUCTURES + 11, "cost", "soft"),
        ended(RIGHT, STRUCTURES + 11, "next income", "soft"),
    )
)


def mats(state: State, table: Table) -> list[Part]:
    """A mat for each player, all of the same height."""
    lines = lines_of_holdings(state, table.last)
    height = HELD + max(map(holdings_height, lines)) + 6
    return [
        mat(state, player, seat_name(table.names, player.seat), height, lines[player.seat]) for player in state.players
    ]


def _shows(state: State, player: Player, name: str, height: float, lines: Lines) -> tuple[object, ...]:
    """All that a mat shows."""
    is_active = state.active == player.seat
    owed = state.followup if is_active else [spades for spades in state.spades_due if spades[0] == player.seat]
    times = state.phase, state.start_player == player.seat
    return *_shown_below(state, player, lines), name, height, is_active, owed, times


def _shown_below(state: State, player: Player, lines: Lines) -> tuple[object, ...]:
    """All that a mat shows below its head."""
    used = [action for action in state.used if action.endswith(f"/{player.seat}")]
    return player, lines, used, state.round == GAME.rounds


def _map_of(state: State, *_: object) -> tuple[object, ...]:
    return state.board, state.options


@kept(_shows, _map_of)
def mat(state: State, player: Player, name: str, height: float, lines: Lines) -> Part:
    """The mat of a player."""
    elements = list(_elements(state, player, name, height, lines))
    return Part(f"mat/{player.seat}", f"Mat of {name}", elements, height, seat=player.seat)


def _elements(state: State, player: Player, name: str, height: float, lines: Lines) -> Iterator[Spot | str]:
    """Everything a player has, except the markers on the cults."""
    acts = state.active == player.seat and state.phase != "over"
    yield _ground(height, acts)
    yield disc(PAD + 16, 26, 15, seen(player))
    faction = player.rules.name if player.faction else "no faction yet"
    yield _title(player.seat, faction)
    owed = ", ".join([*wording.owed(player), *wording.due(state, player)])
    yield _standing(player.seat, owed or ", ".join([name, *wording.standing(state, player)]), bool(owed))
    yield from _below(state, player, lines)


@kept(_shown_below, _map_of)
def _below(state: State, player: Player, lines: Lines) -> list[Spot | str]:
    return list(_belongings(state, player, lines)) if player.faction else []


def _belongings(state: State, player: Player, lines: Lines) -> Iterator[Spot | str]:
    yield _points(player.seat, player.vp)
    yield from _goods(player, {} if state.round == GAME.rounds else income_of(player))
    yield from _built(player)
    yield from _levels(player)
    yield from holdings(state, player, lines, HELD)


@lru_cache(maxsize=64)
def _ground(height: float, acts: bool) -> str:
    return box(0, 0, COLUMN, height, "running" if acts else "panel")


@lru_cache(maxsize=2048)
def _title(seat: int, faction: str) -> Spot:
    drawn = label(PAD + 40, 23, fitted(faction, 190, 17), "head")
    return Spot(f"faction/{seat}", drawn, box(PAD + 34, 4, 200, 25, "just"))


@lru_cache(maxsize=2048)
def _standing(seat: int, words: str, is_owed: bool) -> Spot:
    """The player's name and standing, or what the player still has to choose."""
    room = ROOM - 40
    drawn = label(PAD + 40, 44, fitted(words, room, 13 * 1.1 if is_owed else TEXT), "b" if is_owed else "")
    return Spot(f"standing/{seat}", drawn, box(PAD + 36, 31, room + 8, 18, "just"))


@lru_cache(maxsize=1024)
def _points(seat: int, vp: int) -> Spot:
    return Spot(f"vp/{seat}", ended(RIGHT, 24, f"{vp} VP", "big"), box(RIGHT - 96, 3, 102, 26, "just"))


def _goods(player: Player, income: Amounts) -> Iterator[Spot]:
    """Coins, workers and priests, the three bowls, and the next income."""
    seat = player.seat
    yield _good(seat, "coins", player.coin, PAD)
    yield _good(seat, "workers", player.worker, PAD + GOOD)
    yield _good(seat, "priests", player.priest, PAD + 2 * GOOD)
    yield _bowls(seat, player.bowl1, player.bowl2, player.bowl3)
    yield _income(seat, *(income.get(what, 0) for what in ("coin", "worker", "priest", "power")))


@lru_cache(maxsize=8192)
def _good(seat: int, name: str, value: int, x: float) -> Spot:
    drawn = label(x, GOODS + 18, value, "h1") + label(x, GOODS + 36, name, "soft")
    return Spot(f"figure/{seat}/{name}", drawn, box(x - 4, GOODS - 1, GOOD - 2, 43, "just"))


@lru_cache(maxsize=4096)
def _income(seat: int, coins: int, workers: int, priests: int, power: int) -> Spot:
    """Beside each good what the next income brings; no mark, as it follows from what is marked."""
    starts = (*(PAD + GOOD * place + 31 for place in range(3)), PAD + 3 * GOOD + 107)
    numbers = zip(starts, (coins, workers, priests, power), strict=True)
    drawn = "".join(label(x, GOODS + 17, f"+{number}", "soft") for x, number in numbers if number)
    return Spot(f"income/{seat}", drawn, "")


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
    yield HEADS
    fill, _ = paint(player)
    edition = player.edition or player.faction
    for place, kind in enumerate(BUILDINGS):
        yield _kind(player.seat, place, kind, fill, player.built[kind], edition)


def _cost(column: FactionBuilding) -> str:
    """In short: `2w 3/6c` for one that costs more if no other player is near."""
    words, coins = wording.brief(column.cost), column.cost.get("coin", 0)
    alone = f"{coins}/{coins + column.alone_extra_coin}c"
    return words.replace(f"{coins}c", alone) if column.alone_extra_coin else words


def next_income(column: FactionBuilding, built: int) -> Amounts:
    """What one more structure of a kind adds to the income."""
    steps = {what: by[built + 1] - by[built] for what, by in column.income.items() if built + 1 < len(by)}
    return {what: n for what, n in steps.items() if n}


@lru_cache(maxsize=4096)
def _kind(seat: int, place: int, kind: str, fill: str, built: int, edition: str) -> Spot:
    column = EDITIONS[edition].building(kind)
    cost, income = _cost(column), wording.brief(next_income(column, built))
    y = STRUCTURES + 18 + LINE * place
    stock, name = f"{built} of {BUILDINGS[kind].supply}", kind.replace("_", " ")
    drawn = moved(PAD + 14, y + 10, [title(name), piece(kind, fill, 0.62)])
    drawn += label(PAD + 34, y + 16, name) + label(PAD + 134, y + 16, stock, "b")
    if built < BUILDINGS[kind].supply:
        drawn += label(PAD + 186, y + 16, cost) + ended(RIGHT, y + 16, f"+{income}" if income else "none")
    return Spot(f"built/{seat}/{kind}", drawn, box(PAD - 4, y - 1, ROOM + 8, LINE - 1, "just"))


def _levels(player: Player) -> Iterator[Spot]:
    """Shipping or carpets, what a spade costs, keys, bridges, and the priests on orders."""
    seat, rules = player.seat, player.rules
    if rules.carpet is None:
        ships = f"{player.shipping} of {rules.shipping.max}" if rules.shipping.max else "none"
        yield _level(f"level/{seat}/shipping", "shipping", ships, 0, 72)
    else:
        yield _level(f"level/{seat}/shipping", "carpet", str(player.carpet_range), 0, 72)
    yield _level(f"level/{seat}/spade", "a spade", _spade(player), 72, 68)
    yield _level(f"figure/{seat}/keys", "keys", str(player.key), 140, 46)
    yield _level(f"figure/{seat}/bridges left", "bridges", f"{player.bridges_left} left", 186, 72)
    yield _level(f"priests/{seat}", "on orders", f"{player.priests_on_orders} of {player.priest_limit}", 258, 74)


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
    drawn = label(PAD + x, LEVELS + 14, level, "b") + label(PAD + x, LEVELS + 31, name, "soft")
    return Spot(key, drawn, box(PAD + x - 4, LEVELS - 2, wide - 2, 40, "just"))
