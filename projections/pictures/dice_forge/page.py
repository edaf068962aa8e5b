"""Dice Forge as a picture: the Temple with its pools, the seven portals, dice as nets, everybody's inventory.

One SVG, 1240 wide, light and dark.
"""

from textwrap import wrap

from engine.games.dice_forge.components import (
    CARD_SPACES,
    CARDS,
    FACES,
    FOR_SALE,
    GARDENS,
    LAP,
    POOLS,
    PORTALS,
    RESOURCES,
    SLOTS,
    STACK,
    START,
)
from engine.games.dice_forge.state import Player, State, held_by, phase
from projections.pictures.dice_forge.look import COLOURS, FACE, STYLE, amount, face, hero, legend, sign
from projections.pictures.pen import box, ended, label, page

WIDTH, MARGIN = 1240, 20
TEMPLE, ISLANDS, PLAYERS = 56, 276, 518
TEMPLE_HEIGHT, PORTAL_HEIGHT, PANEL_HEIGHT = 204, 226, 236
GARDEN_FACE = 31
STEP = FACE + 2
# Where the six faces of a net lie, in faces: a cross, the face showing in its middle.
NET = ((1, 1), (0, 1), (2, 1), (3, 1), (1, 0), (1, 2))


def svg(state: State) -> str:
    """The position as an SVG document, 1240 units wide."""
    rows = (len(state.players) + 1) // 2
    height = PLAYERS + rows * (PANEL_HEIGHT + 16) + MARGIN - 16
    parts = [_head(state), _temple(state, MARGIN, TEMPLE), _islands(state, MARGIN, ISLANDS)]
    for player in state.players:
        x = MARGIN + player.seat % 2 * (WIDTH // 2 - 6)
        parts.append(_panel(state, player, x, PLAYERS + player.seat // 2 * (PANEL_HEIGHT + 16)))
    return page(WIDTH, height, f"Dice Forge: {_where(state)}", STYLE, parts)


def _where(state: State) -> str:
    where = f"round {state.round} of {state.rounds}" if state.round else "before the first round"
    whose = f", turn of player {state.turn_player + 1}" if state.round else ""
    shifted = ", dice shifted" if state.dice_shifted else ""
    return f"{where}{whose}, {phase(state).replace('_', ' ')}{shifted}"


def _head(state: State) -> str:
    name = label(MARGIN, 36, "Dice Forge", "h1")
    return name + label(170, 36, _where(state), style="font-size:15px") + legend(732, 35)


def _temple(state: State, x: float, y: float) -> str:
    """The pools in the order of their prices, then the Gardens."""
    drawn = [box(x, y, WIDTH - 2 * MARGIN, TEMPLE_HEIGHT, "panel"), label(x + 12, y + 22, "Sanctuary", "h2")]
    left = x + 12.0
    for pool in POOLS.values():
        faces = [kind for kind in FOR_SALE if FACES[kind].pool == pool.id for _ in range(state.sanctuary[kind])]
        drawn.append(label(left, y + 50, f"{pool.cost} gold"))
        drawn += [face(left + n % 2 * STEP, y + 60 + n // 2 * STEP, kind) for n, kind in enumerate(faces)]
        if not faces:
            drawn.append(label(left, y + 76, "none left", "small soft"))
        if pool.id in state.open_pools:
            drawn.append(label(left, y + 166, f"{state.open_pools[pool.id]} of these", "small"))
        left += 2 * STEP + 10
    drawn.append(label(left + 2, y + 22, "Gardens", "h2"))
    for row, garden in enumerate(GARDENS.values()):
        faces = [kind for kind in dict.fromkeys(garden.faces) for _ in range(state.gardens[kind])]
        top = y + 31 + row * (GARDEN_FACE + 3)
        drawn.append(label(left + 2, top + 20, garden.id))
        drawn += [face(left + 50 + n * (GARDEN_FACE + 3), top, kind, GARDEN_FACE) for n, kind in enumerate(faces)]
    return "".join(drawn)


def _islands(state: State, x: float, y: float) -> str:
    """The portals side by side, their slots below each other, the hero who stands there above."""
    width = (WIDTH - 2 * MARGIN - 6 * 8) / 7
    drawn = []
    for n, portal in enumerate(PORTALS.values()):
        left = x + n * (width + 8)
        drawn.append(box(left, y, width, PORTAL_HEIGHT, "isle"))
        drawn.append(label(left + 10, y + 22, portal.id.replace("_", " "), "h2"))
        drawn += [hero(left + width - 18, y + 17, player.seat) for player in state.players if player.hero == portal.id]
        for row, slot in enumerate(portal.slots):
            drawn.append(_slot(state, slot, left + 8, y + 34 + row * 64, width - 16))
    return "".join(drawn)


def _slot(state: State, slot: str, x: float, y: float, width: float) -> str:
    """What a card costs, how many are left, its name, and its glory."""
    cards, group = state.slots.get(slot, []), state.groups.get(slot)
    drawn = [box(x, y, width, 58, "card" if cards or not group else "gone")]
    drawn += [amount(resource, n, x + 5 + k * 39, y + 4) for k, (resource, n) in enumerate(SLOTS[slot].cost.items())]
    if group:
        drawn.append(ended(x + width - 7, y + 19, f"{len(cards)} left", "small soft"))
    drawn += [label(x + 7, y + 38 + n * 14, line, "small") for n, line in enumerate(_names(cards, group))]
    if cards:
        glory = str(CARDS[cards[-1]].glory)
        drawn.append(ended(x + width - 21, y + 52, glory, "b small") + sign("glory", x + width - 18, y + 42, 11))
    return "".join(drawn)


def _names(cards: list[str], group: str | None) -> list[str]:
    if group is None:
        return ["not chosen yet"]
    if not group:
        return ["not known"]
    if group == STACK and cards:
        rest = f"then {len(cards) - 1} more" if len(cards) > 1 else ""
        return [CARDS[cards[-1]].name, rest]
    if cards and CARDS[cards[0]].color:
        return ["Tenacious Boar", ", ".join(CARDS[card].color for card in cards)]
    card = cards[0] if cards else group
    name = CARDS[card].name if card in CARDS else card.replace("_", " ").title()
    return wrap(name, 19)


def _panel(state: State, player: Player, x: float, y: float) -> str:
    """What a player has: reserves as bars, hammer, tokens, cards, and the dice held as nets."""
    own = player.seat == state.turn_player and state.round > 0
    drawn = [
        box(x, y, WIDTH // 2 - MARGIN - 14, PANEL_HEIGHT, "own" if own else "panel"),
        hero(x + 20, y + 20, player.seat),
    ]
    title = f"player {player.seat + 1}" + (" (left)" if player.quit else "")
    glory = str(player.vp)
    drawn += [label(x + 38, y + 25, title, "h2"), ended(x + 186, y + 25, glory, "h2")]
    drawn.append(sign("glory", x + 190, y + 13, 13))
    caps = (player.gold_cap, player.sun_cap, player.moon_cap)
    for row, (resource, cap) in enumerate(zip(RESOURCES, caps, strict=False)):
        drawn.append(_bar(x + 14, y + 46 + row * 22, resource, getattr(player, resource), cap))
    drawn += [label(x + 14, y + 126 + n * 16, line, "small") for n, line in enumerate(_stock(player))]
    drawn += [label(x + 14, y + 198 + n * 15, line, "small") for n, line in enumerate(_card_lines(player))]
    holder = held_by(state, player.seat)
    whose = f" of player {holder.seat + 1}" if state.dice_shifted else ""
    for number, name in enumerate((f"light die{whose}", f"dark die{whose}")):
        left = x + 216 + number * (4 * STEP + 8)
        drawn.append(label(left, y + 25, name, "small soft"))
        drawn.append(_net(holder.dice[number], holder.up[number], left, y + 40))
    return "".join(drawn)


def _bar(x: float, y: float, resource: str, value: int, cap: int) -> str:
    full = 98
    return (
        sign(resource, x, y + 1, 12)
        + label(x + 17, y + 12, resource, "small")
        + box(x + 54, y, full, 14, "bar", 4)
        + box(x + 54, y, full * value / cap, 14, rx=4, fill=COLOURS[resource][0])
        + label(x + 54 + full + 5, y + 12, f"{value}/{cap}", "small")
    )


def _stock(player: Player) -> list[str]:
    """The hammer, tokens and faces forged, and where the hero stands."""
    lines = []
    if player.hammers:
        lap = player.hammer // LAP % (CARD_SPACES // LAP) + 1
        place = f"lap {lap}, {player.hammer % LAP} of {LAP}" if player.hammer_room else "done"
        lines.append(f"hammer {place}" + (f" ({player.hammers} hammers)" if player.hammers > 1 else ""))
    tokens = (("Cerberus", player.cerberus), ("Triton", player.triton))
    if held := [f"{n} {name}" for name, n in tokens if n]:
        lines.append(f"tokens: {', '.join(held)}")
    lines.append(f"{player.forged} faces forged")
    return [*lines, "hero at the start" if player.hero == START else f"hero at {player.hero.replace('_', ' ')}"]


def _card_lines(player: Player) -> list[str]:
    """The cards in three lines below the dice; what does not fit is counted."""
    cards = dict.fromkeys(player.cards)
    names = [CARDS[card].name.removeprefix("The ") for card in cards]
    counts = [player.cards.count(card) for card in cards]
    words = [f"{name} ×{n}" if n > 1 else name for name, n in zip(names, counts, strict=True)]
    lines = wrap(", ".join(words) or "no cards yet", 88, break_on_hyphens=False)
    return lines if len(lines) <= 3 else [*lines[:2], f"{len(player.cards)} cards in all; more than fit here"]


def _net(faces: list[str], up: str, x: float, y: float) -> str:
    rest = list(faces)
    if up in rest:
        rest.remove(up)
        rest.insert(0, up)
    placed = list(zip(rest, NET, strict=True))
    # The face showing is drawn last, so that its frame lies over its neighbours.
    drawn = [
        face(x + column * STEP, y + row * STEP, kind, up=bool(up) and (column, row) == NET[0])
        for kind, (column, row) in reversed(placed)
    ]
    return "".join(drawn)
