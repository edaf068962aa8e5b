"""The players: figures, structures, levels, cards and tiles, and what they still have to do."""

from collections.abc import Iterator

from engine.games.terra_mystica.actions import owned_actions
from engine.games.terra_mystica.components import BUILDINGS, GAME, LANDSCAPES
from engine.games.terra_mystica.state import NOBODY, Player, State
from projections.pictures.pen import Block, box, circle, ended, flow, label, length, middle, moved
from projections.pictures.terra_mystica import wording
from projections.pictures.terra_mystica.look import disc, paint, piece
from projections.pictures.terra_mystica.tiles import CHIP, GAP, chip

PAD = 12.0


def panel(state: State, player: Player, width: float) -> Block:
    """All that a player has; where the markers on the cult tracks stand, the cult board shows."""
    inner = width - 2 * PAD
    parts = [disc(PAD + 12, 25, 13, player)]
    if not player.faction:
        who = f"Player {player.seat + 1}"
        parts.append(label(PAD + 34, 31, f"{who}: no faction yet", "h1"))
        return Block([box(0, 0, width, 50, "panel"), *parts], 50)
    parts.append(label(PAD + 34, 31, player.rules.name, "h1"))
    parts.append(label(PAD + 40 + length(player.rules.name, 20) * 1.16, 30, _standing(state, player), "soft"))
    parts.append(ended(width - PAD, 32, f"{player.vp} VP", "big"))
    parts += [moved(PAD, 46, _figures(player)), moved(PAD, 100, _built(player, inner))]
    y = 146.0
    chips = list(_chips(state, player))
    places, height = flow(((wide, CHIP) for wide, _ in chips), inner, GAP)
    parts += [moved(PAD + x, y + dy, [element]) for (x, dy), (_, element) in zip(places, chips, strict=True)]
    y += height
    for line in wording.owed(player):
        y += 18
        parts.append(label(PAD, y, line, "b"))
    return Block([box(0, 0, width, y + PAD, "panel"), *parts], y + PAD)


def _standing(state: State, player: Player) -> str:
    marks = ["dropped"] if player.dropped else ["passed"] if player.passed and state.phase == "action" else []
    marks += ["to move"] if state.active == player.seat else []
    last = state.round == GAME.rounds
    marks += ["starts the next round"] if state.start_player == player.seat and not last else []
    return ", ".join(marks)


def _figures(player: Player) -> Iterator[str]:
    """Coins, workers, priests, keys; the three bowls; levels of shipping and exchange."""
    x = 0.0
    for value, name in (
        (player.coin, "coins"),
        (player.worker, "workers"),
        (player.priest, "priests"),
        (player.key, "keys"),
        (player.bridges_left, "bridges left"),
    ):
        wide = max(length(name, 10), 30) + 12
        yield label(x, 17, value, "h1")
        yield label(x, 33, name, "tiny soft")
        x += wide
    yield from _bowls(player, x)
    x += 118
    for name, level in _levels(player):
        yield label(x, 17, level, "b")
        yield label(x, 33, name, "tiny soft")
        x += max(length(name, 10), length(level, 12) * 1.1) + 12


def _bowls(player: Player, x: float) -> Iterator[str]:
    for place, (bowl, tokens) in enumerate((("I", player.bowl1), ("II", player.bowl2), ("III", player.bowl3))):
        centre = x + 16 + 36 * place
        yield circle(centre, 11, 13, "bowl")
        yield middle(centre, 16, tokens, "b")
        yield middle(centre, 35, bowl, "tiny soft")


def _levels(player: Player) -> Iterator[tuple[str, str]]:
    rules = player.rules
    if rules.shipping.max:
        yield "shipping", f"{player.shipping} of {rules.shipping.max}"
    if rules.carpet:
        yield "carpet range", str(player.carpet_range)
    exchange = rules.exchange
    if exchange.rate:
        rate = exchange.rate[min(player.exchange, len(exchange.rate) - 1)]
        yield "a spade costs", wording.amount(rate, exchange.pay)


def _built(player: Player, width: float) -> Iterator[str]:
    """Each kind of structure: how many stand on the map, how many exist."""
    fill, _ = paint(player)
    step = width / (len(BUILDINGS) + 1)
    for place, (kind, building) in enumerate(BUILDINGS.items()):
        x = step * place
        yield moved(x + 18, 14, piece(kind, fill, 0.95))
        yield label(x + 43, 14, f"{player.built[kind]} of {building.supply}", "b")
        yield label(x + 43, 27, building.snellman, "tiny soft")
    x = step * len(BUILDINGS)
    yield label(x, 14, f"{player.priests_on_orders} of {player.priest_limit}", "b")
    yield label(x, 27, "priests on orders", "tiny soft")


def _chips(state: State, player: Player) -> Iterator[tuple[float, str]]:
    seat = player.seat
    if player.bonus_card is not None:
        head, below = wording.card(player.bonus_card)
        yield chip(head, below or "income", mark="card", data_card=player.bonus_card, data_owner=seat)
    for tile in player.favor_tiles:
        head, below = wording.favor(tile)
        yield chip(head, below, mark="favor", data_favor=tile, data_owner=seat)
    for tile in player.town_tiles:
        head, below = wording.town(tile)
        yield chip(head, below, mark="town", data_town_tile=tile, data_owner=seat)
    for name in owned_actions(player):
        used = f"{name}/{seat}" in state.used
        class_, note = ("gone", "used") if used else ("card", "free")
        yield chip(wording.action(name, player), note, class_, mark="action", data_special=name, data_owner=seat)
    if state.options.landscapes and player.faction in LANDSCAPES:
        at = "not placed" if player.landscape == NOBODY else f"on {state.board.names[player.landscape]}"
        yield chip(LANDSCAPES[player.faction].name, at, mark="landscape", data_landscape=player.faction)
    if lands := wording.lands(player):
        yield chip(*lands, data_lands=seat)
