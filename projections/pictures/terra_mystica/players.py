"""The players: figures, structures, levels, cards and tiles, and what they still have to do."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.games.terra_mystica.actions import owned_actions
from engine.games.terra_mystica.components import BONUS_CARDS, BUILDINGS, FAVOR_TILES, GAME, LANDSCAPES
from engine.games.terra_mystica.state import NOBODY, Player, State
from projections.pictures.pen import box, circle, ended, fitted, label, length, middle, moved, title
from projections.pictures.sheet import WHOLE, Spot
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.look import disc, paint, piece
from projections.pictures.terra_mystica.tiles import CHIP, GAP, band_of, chip, columns

PAD = 12.0
WIDTH = (WHOLE - 14) / 2
LINE = 3
"""The number of chips in a line."""
LEAST, USUAL = 2, 4
"""The least number of lines of chips, and the number if the end of the game is unknown."""


class Chip(NamedTuple):
    """A player's card, tile or action."""

    key: str
    head: str
    below: str
    class_: str
    mark: str
    band: str
    data: tuple[tuple[str, object], ...]


def lines_of(last: State | None) -> int:
    """How many lines of chips the players need in a game with this last position."""
    if last is None:
        return USUAL
    known = [len(_first(last, player)) + len(_rest(last, player)) for player in last.players if player.faction]
    most = max(known, default=0)
    return max(LEAST, (most + LINE - 1) // LINE)


def height_of(lines: int) -> float:
    """The height of a panel with this many lines of chips."""
    return 148 + lines * (CHIP + GAP) + 18


def panel(state: State, player: Player, name: str, x: float, y: float, lines: int) -> Iterator[Spot | str]:
    """Everything a player has, except the markers on the cult tracks, which are on the cult board."""
    acts = state.active == player.seat and state.phase != "over"
    yield box(x, y, WIDTH, height_of(lines), "running" if acts else "panel")
    yield disc(x + PAD + 13, y + 24, 14, player)
    faction = player.rules.name if player.faction else "no faction yet"
    yield _title(player.seat, faction, name, _standing(state, player), x, y)
    if not player.faction:
        return
    yield Spot(f"vp/{player.seat}", ended(x + WIDTH - PAD, y + 32, f"{player.vp} VP", "big"), _over(x, y, "vp"))
    yield from _figures(player, x + PAD, y + 46)
    yield from _built(player, x + PAD, y + 104)
    yield from _laid(state, player, x, y, lines)
    owed = ", ".join(wording.owed(player))
    yield label(x + PAD, y + height_of(lines) - 9, fitted(owed, WIDTH - 2 * PAD, 13), "b")


@lru_cache(maxsize=512)
def _over(x: float, y: float, what: str) -> str:
    return box(x + WIDTH - 110, y + 8, 104, 32, "just")


@lru_cache(maxsize=2048)
def _title(seat: int, faction: str, name: str, standing: str, x: float, y: float) -> str:
    head = fitted(faction, 240, 18 * 1.1)
    drawn = label(x + PAD + 36, y + 31, head, "h1")
    rest = fitted(", ".join(filter(None, (name, standing))), WIDTH - 180 - length(head, 20) * 1.1, 12)
    return drawn + label(x + PAD + 46 + length(head, 20) * 1.1, y + 30, rest, "soft")


def _standing(state: State, player: Player) -> str:
    marks = ["dropped"] if player.dropped else ["passed"] if player.passed and state.phase == "action" else []
    last = state.round == GAME.rounds
    marks += ["starts the next round"] if state.start_player == player.seat and not last else []
    return ", ".join(marks)


def _figures(player: Player, x: float, y: float) -> Iterator[Spot | str]:
    """Coins, workers, priests, keys; the three bowls; levels of shipping and exchange."""
    seat = player.seat
    for name in ("coin", "worker", "priest", "key", "bridges_left"):
        shown = "bridges left" if name == "bridges_left" else f"{name}s"
        yield _figure(seat, shown, getattr(player, name), x, y)
        x += max(length(shown, 10), 30) + 12
    yield _bowls(seat, player.bowl1, player.bowl2, player.bowl3, x, y)
    yield _levels(seat, tuple(_level_words(player)), x + 118, y)


@lru_cache(maxsize=8192)
def _figure(seat: int, name: str, value: int, x: float, y: float) -> Spot:
    drawn = label(x, y + 17, value, "h1") + label(x, y + 33, name, "tiny soft")
    return Spot(f"figure/{seat}/{name}", drawn, box(x - 5, y - 3, max(length(name, 10), 30) + 8, 41, "just"))


@lru_cache(maxsize=8192)
def _bowls(seat: int, first: int, second: int, third: int, x: float, y: float) -> Spot:
    drawn = []
    for place, (bowl, tokens) in enumerate((("I", first), ("II", second), ("III", third))):
        centre = x + 16 + 36 * place
        drawn += [circle(centre, y + 11, 13, "bowl"), middle(centre, y + 16, tokens, "b")]
        drawn.append(middle(centre, y + 35, bowl, "tiny soft"))
    return Spot(f"bowls/{seat}", "".join(drawn), box(x - 1, y - 5, 106, 44, "just"))


@lru_cache(maxsize=2048)
def _levels(seat: int, levels: tuple[tuple[str, str], ...], x: float, y: float) -> Spot:
    drawn, left = [], x
    for name, level in levels:
        drawn += [label(left, y + 17, level, "b"), label(left, y + 33, name, "tiny soft")]
        left += max(length(name, 10), length(level, 12) * 1.1) + 12
    return Spot(f"levels/{seat}", "".join(drawn), box(x - 5, y - 3, left - x, 41, "just"))


def _level_words(player: Player) -> Iterator[tuple[str, str]]:
    rules = player.rules
    if rules.shipping.max:
        yield "shipping", f"{player.shipping} of {rules.shipping.max}"
    if rules.carpet:
        yield "carpet range", str(player.carpet_range)
    exchange = rules.exchange
    if exchange.rate:
        rate = exchange.rate[min(player.exchange, len(exchange.rate) - 1)]
        yield "per spade", wording.amount(rate, exchange.pay)


def _built(player: Player, x: float, y: float) -> Iterator[Spot | str]:
    """Each kind of structure: how many are on the map, and how many exist."""
    fill, _ = paint(player)
    step = (WIDTH - 2 * PAD) / (len(BUILDINGS) + 1)
    for place, (kind, building) in enumerate(BUILDINGS.items()):
        stock = f"{player.built[kind]} of {building.supply}"
        yield _kind(player.seat, kind, fill, stock, building.snellman, x + step * place, y)
    left = x + step * len(BUILDINGS)
    yield _priests(player.seat, f"{player.priests_on_orders} of {player.priest_limit}", left, y)


@lru_cache(maxsize=4096)
def _kind(seat: int, kind: str, fill: str, stock: str, code: str, x: float, y: float) -> Spot:
    drawn = moved(x + 18, y + 14, [title(kind.replace("_", " ")), piece(kind, fill, 0.95)])
    drawn += label(x + 42, y + 14, stock, "b") + label(x + 42, y + 27, code, "tiny soft")
    return Spot(f"built/{seat}/{kind}", drawn, box(x - 3, y - 5, 90, 38, "just"))


@lru_cache(maxsize=1024)
def _priests(seat: int, stock: str, x: float, y: float) -> Spot:
    drawn = label(x, y + 14, stock, "b") + label(x, y + 27, "priests on orders", "tiny soft")
    return Spot(f"priests/{seat}", drawn, box(x - 5, y - 3, 98, 36, "just"))


def _laid(state: State, player: Player, x: float, y: float, lines: int) -> Iterator[Spot | str]:
    """The bonus card comes first, followed by favor tiles; actions and town tiles are placed from the end backwards.

    No chip thus moves when another is added; those that do not fit are counted.
    """
    slots = [
        place for place, _ in zip(columns(x + PAD, y + 146, LINE, WIDTH - 2 * PAD), range(LINE * lines), strict=False)
    ]
    first, rest = _first(state, player), _rest(state, player)
    more = len(first) + len(rest) - len(slots)
    if more > 0:
        first, rest = first[: len(slots) - 1], rest[: max(0, len(slots) - 1 - len(first))]
        place = slots[len(first)]
        yield label(place[0] + 8, place[1] + 22, f"and {more + 1} more", "small soft")
    for place, one in [*zip(slots, first, strict=False), *zip(slots[::-1], rest, strict=False)]:
        if one is not None:
            parts = one.head, one.below, one.class_, one.mark, one.band
            yield chip(f"{one.key}/{player.seat}", place, *parts, data=one.data)


def _first(state: State, player: Player) -> list[Chip | None]:
    """The bonus card or its empty place, and the favor tiles; each with its action, if any, and whether it is used."""
    seat = player.seat
    found: list[Chip | None] = [None]
    if player.bonus_card is not None:
        head, below = wording.card(player.bonus_card)
        data, used = _action_of(state, player, BONUS_CARDS[player.bonus_card].action)
        data = (("card", player.bonus_card), ("owner", seat), *data)
        found = [Chip("own/card", head, f"{below or 'income'}{used}", "card", "card", "plain", data)]
    for n, tile in enumerate(player.favor_tiles):
        head, below = wording.favor(tile)
        data, used = _action_of(state, player, FAVOR_TILES[tile].action)
        data = (("favor", tile), ("owner", seat), *data)
        found.append(Chip(f"own/favor/{n}", head, f"{below}{used}", "card", "favor", band_of(tile), data))
    return found


def _action_of(state: State, player: Player, action: str | None) -> tuple[tuple[tuple[str, object], ...], str]:
    if not action or action not in owned_actions(player):
        return (), ""
    return (("special", action),), " (used)" if f"{action}/{player.seat}" in state.used else ""


def _rest(state: State, player: Player) -> list[Chip]:
    """The landscape, the terrains of a Fire & Ice faction, the faction's own actions, the town tiles."""
    seat, found = player.seat, []
    owner = ("owner", seat)
    if state.options.landscapes and player.faction in LANDSCAPES:
        at = "not placed" if player.landscape == NOBODY else f"on {state.board.names[player.landscape]}"
        data: tuple[tuple[str, object], ...] = (("landscape", player.faction),)
        found.append(Chip("own/landscape", LANDSCAPES[player.faction].name, at, "card", "landscape", "plain", data))
    if lands := wording.lands(player):
        found.append(Chip("own/lands", *lands, "card", "", "plain", (("lands", seat),)))
    on_tiles = {BONUS_CARDS[player.bonus_card].action if player.bonus_card else None}
    on_tiles |= {FAVOR_TILES[tile].action for tile in player.favor_tiles}
    for name in owned_actions(player):
        if name not in on_tiles:
            used = f"{name}/{seat}" in state.used
            class_, note, band = ("gone", "used", "") if used else ("card", "free", "act")
            head, _, price = wording.action(name, player).partition(" for ")
            below = f"for {price}, {note}" if price else note
            found.append(Chip(f"own/{name}", head, below, class_, "action", band, (("special", name), owner)))
    for n, tile in enumerate(player.town_tiles):
        head, below = wording.town(tile)
        found.append(Chip(f"own/town/{n}", head, below, "card", "town", "gold", (("town_tile", tile), owner)))
    return found
