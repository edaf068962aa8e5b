"""Dice Forge as a picture: the Temple with its pools, the seven portals, dice as nets, everybody's inventory."""

from html import escape

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
)
from engine.games.dice_forge.state import Player, State, held_by, phase

WIDTH, MARGIN, FACE = 1240, 20, 34
PANEL_HEIGHT = 200
COLOURS = {"gold": "#e3b23c", "sun": "#d9622b", "moon": "#4574b8", "glory": "#4f9d5b"}
PLAIN, INK, PAPER, LINE = "#c9c4ba", "#2b2622", "#f6f1e7", "#8d8274"
SEATS = ("#b3382c", "#2f7d4f", "#2e5fa3", "#d08a1d")
WATCH = {"shield_red": "sun", "shield_blue": "moon", "shield_yellow": "gold", "shield_green": "glory"}
BOARS = {"red": "#c0392b", "yellow": "#d9b310", "green": "#3d8b4a", "blue": "#3569ab"}
# Where the six faces of a net lie, in faces: a cross, the face showing in its middle.
NET = ((1, 1), (0, 1), (2, 1), (3, 1), (1, 0), (1, 2))


def svg(state: State) -> str:
    """The position as an SVG document, 1240 units wide."""
    rows = (len(state.players) + 1) // 2
    height = 500 + rows * (PANEL_HEIGHT + 16) + MARGIN
    parts = [_head(state), _temple(state, MARGIN, 56), _islands(state, MARGIN, 258)]
    for player in state.players:
        x = MARGIN + player.seat % 2 * (WIDTH // 2 - 6)
        parts.append(_panel(state, player, x, 500 + player.seat // 2 * (PANEL_HEIGHT + 16)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" fill="{INK}" role="img" aria-label="Dice Forge">'
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _text(x: float, y: float, words: str, size: float = 13, **style: str) -> str:
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{more}>{escape(words)}</text>'


def _box(x: float, y: float, width: float, height: float, fill: str, line: str = LINE, round_: float = 6) -> str:
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} rx="{round_:g}" fill="{fill}" stroke="{line}"/>'


def _head(state: State) -> str:
    where = f"round {state.round} of {state.rounds}" if state.round else "before the first round"
    whose = f", turn of player {state.turn_player + 1}" if state.round else ""
    shifted = ", dice shifted" if state.dice_shifted else ""
    words = f"{where}{whose}, {phase(state).replace('_', ' ')}{shifted}"
    return _text(MARGIN, 36, "Dice Forge", 22, font_weight="bold") + _text(170, 36, words, 15)


def _face(x: float, y: float, face: str, size: float = FACE, up: bool = False) -> str:
    """One face: its amounts as stripes; a choice is divided by a slash, other faces have their sign."""
    stripes = _stripes(face)
    width = size / len(stripes)
    drawn = [_box(x, y, size, size, PLAIN, INK, 4)]
    for n, (fill, words) in enumerate(stripes):
        inner = f'width="{width - 1:g}" height="{size - 2:g}"'
        drawn.append(f'<rect x="{x + n * width + 0.5:g}" y="{y + 1:g}" {inner} rx="3" fill="{fill}"/>')
        middle = x + (n + 0.5) * width
        letters = (15, 14, 11, 9)[len(stripes) - 1] if len(words) < 2 else 11 if len(words) < 3 else 9
        drawn.append(
            _text(
                middle,
                y + size / 2 + 5,
                words,
                letters * size / FACE,
                text_anchor="middle",
                fill="#ffffff",
                font_weight="bold",
            )
        )
    if FACES[face].kind == "choice":
        drawn.append(_text(x + size - 3, y + 9, "?", 9, text_anchor="end", fill="#ffffff"))
    if up:
        frame = f'width="{size + 4:g}" height="{size + 4:g}" rx="6" fill="none" stroke="{INK}" stroke-width="3"'
        drawn.append(f'<rect x="{x - 2:g}" y="{y - 2:g}" {frame}/>')
    return f"<g><title>{escape(face.replace('_', ' '))}</title>{''.join(drawn)}</g>"


def _stripes(face: str) -> list[tuple[str, str]]:
    rule = FACES[face]
    if rule.kind == "fixed":
        return [(COLOURS[resource], str(n)) for resource, n in rule.amounts.items()]
    if rule.kind == "choice":
        return [(COLOURS[resource], str(n)) for option in rule.options for resource, n in option.items()]
    if rule.kind == "shield":
        return [(COLOURS[WATCH[face]], "shd")]
    if rule.kind == "boar":
        return [(BOARS[rule.color], "boar")]
    return [("#7a6f8f", {"mirror": "mir", "triple": "×3", "ship": "ship"}[rule.kind])]


def _temple(state: State, x: float, y: float) -> str:
    """The pools in the order of their prices, then the Gardens."""
    drawn = [_box(x, y, WIDTH - 2 * MARGIN, 186, "#efe6d4"), _text(x + 12, y + 22, "Sanctuary", 14, font_weight="bold")]
    left = x + 12
    for pool in POOLS.values():
        faces = [face for face in FOR_SALE if FACES[face].pool == pool.id for _ in range(state.sanctuary[face])]
        drawn.append(_text(left, y + 46, f"{pool.cost} gold", 12))
        for n, face in enumerate(faces):
            drawn.append(_face(left + n % 2 * (FACE + 4), y + 54 + n // 2 * (FACE + 4), face))
        if pool.id in state.open_pools:
            drawn.append(_text(left, y + 144, f"{state.open_pools[pool.id]} of these", 11))
        left += 2 * FACE + 16
    drawn.append(_text(left + 8, y + 22, "Gardens", 14, font_weight="bold"))
    for row, garden in enumerate(GARDENS.values()):
        faces = [face for face in dict.fromkeys(garden.faces) for _ in range(state.gardens[face])]
        drawn.append(_text(left + 8, y + 44 + row * 30, garden.id, 12))
        drawn += [_face(left + 66 + n * 30, y + 30 + row * 30, face, 26) for n, face in enumerate(faces)]
    return "".join(drawn)


def _islands(state: State, x: float, y: float) -> str:
    """The portals side by side, their slots below each other, the hero who stands there above."""
    width = (WIDTH - 2 * MARGIN - 6 * 8) / 7
    drawn = []
    for n, portal in enumerate(PORTALS.values()):
        left = x + n * (width + 8)
        drawn.append(_box(left, y, width, 226, "#e3ebe6"))
        drawn.append(_text(left + 10, y + 22, portal.id.replace("_", " "), 13, font_weight="bold"))
        for player in state.players:
            if player.hero == portal.id:
                drawn.append(_hero(left + width - 18, y + 18, player.seat))
        for row, slot in enumerate(portal.slots):
            drawn.append(_slot(state, slot, left + 8, y + 34 + row * 64, width - 16))
    return "".join(drawn)


def _hero(x: float, y: float, seat: int) -> str:
    pawn = f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{SEATS[seat]}" stroke="{INK}"/>'
    return pawn + _text(x, y + 5, str(seat + 1), 13, text_anchor="middle", fill="#ffffff", font_weight="bold")


def _slot(state: State, slot: str, x: float, y: float, width: float) -> str:
    cards, group = state.slots.get(slot, []), state.groups.get(slot)
    drawn = [_box(x, y, width, 58, "#fbf8f1" if cards else "#d9d5cc")]
    for n, (resource, amount) in enumerate(SLOTS[slot].cost.items()):
        drawn.append(_chip(x + 16 + n * 26, y + 16, COLOURS[resource], str(amount)))
    drawn.append(_text(x + width - 8, y + 20, f"{len(cards)} left", 11, text_anchor="end"))
    drawn += [_text(x + 8, y + 38 + n * 14, line, 11) for n, line in enumerate(_names(cards, group))]
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
    return _broken(CARDS[card].name if card in CARDS else card.replace("_", " ").capitalize())


def _broken(words: str, length: int = 19) -> list[str]:
    """A name on two lines where one is too short."""
    if len(words) <= length:
        return [words]
    place = words.rfind(" ", 0, length + 1)
    return [words[:place], words[place + 1 :]] if place > 0 else [words]


def _chip(x: float, y: float, fill: str, words: str) -> str:
    drop = f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{fill}" stroke="{INK}" stroke-width="0.7"/>'
    return drop + _text(x, y + 4.5, words, 12, text_anchor="middle", fill="#ffffff", font_weight="bold")


def _panel(state: State, player: Player, x: float, y: float) -> str:
    """What a player has: reserves as bars, hammer, tokens, cards, and the dice held as nets."""
    width = WIDTH // 2 - MARGIN - 14
    own = player.seat == state.turn_player and state.round > 0
    drawn = [_box(x, y, width, PANEL_HEIGHT, "#ffffff" if own else "#faf6ee", SEATS[player.seat] if own else LINE)]
    drawn.append(_hero(x + 20, y + 20, player.seat))
    title = f"player {player.seat + 1}" + (" (left)" if player.quit else "")
    drawn.append(_text(x + 38, y + 25, title, 14, font_weight="bold"))
    drawn.append(
        _text(
            x + 160, y + 25, f"{player.glory + player.card_glory} glory", 14, fill=COLOURS["glory"], font_weight="bold"
        )
    )
    caps = (player.gold_cap, player.sun_cap, player.moon_cap)
    for row, (resource, cap) in enumerate(zip(RESOURCES, caps, strict=False)):
        drawn.append(_bar(x + 14, y + 40 + row * 20, resource, getattr(player, resource), cap))
    drawn.append(_stock(player, x + 14, y + 116))
    drawn += [_text(x + 14, y + 150 + n * 14, line, 11) for n, line in enumerate(_card_lines(player))]
    holder = held_by(state, player.seat)
    for number in range(2):
        drawn.append(_net(holder.dice[number], holder.up[number], x + 286 + number * 152, y + 42))
        drawn.append(_text(x + 286 + number * 152, y + 34, ("light die", "dark die")[number], 11))
    return "".join(drawn)


def _bar(x: float, y: float, resource: str, value: int, cap: int) -> str:
    full = 150
    bar = _box(x + 44, y, full, 14, "#e8e2d6", LINE, 4)
    filled = f'width="{full * value / cap:g}" height="14" rx="4" fill="{COLOURS[resource]}"'
    return (
        _text(x, y + 11, resource, 11)
        + bar
        + f'<rect x="{x + 44:g}" y="{y:g}" {filled}/>'
        + _text(x + 44 + full + 6, y + 11, f"{value}/{cap}", 11)
    )


def _stock(player: Player, x: float, y: float) -> str:
    parts = []
    if player.hammers:
        lap = player.hammer_position // LAP % (CARD_SPACES // LAP) + 1
        place = f"lap {lap}, {player.hammer_position % LAP} of {LAP}" if player.hammer_room else "done"
        parts.append(f"hammer {place}")
    parts += [
        f"{n} {name}" for name, n in (("Cerberus", player.cerberus_tokens), ("Triton", player.triton_tokens)) if n
    ]
    parts.append(f"{player.forged} forged")
    return _text(x, y, ", ".join(parts), 11)


def _card_lines(player: Player) -> list[str]:
    """The cards in lines that fit beside the dice; what does not fit is counted."""
    names = [CARDS[card].name.removeprefix("The ") for card in dict.fromkeys(player.cards)]
    counts = [player.cards.count(card) for card in dict.fromkeys(player.cards)]
    words = [f"{name} ×{n}" if n > 1 else name for name, n in zip(names, counts, strict=True)]
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 40:
            lines.append(f"{line},")
            line = word
        else:
            line = f"{line}, {word}" if line else word
    lines.append(line or "no cards yet")
    return [*lines[:5], f"and {len(lines) - 5} more lines"] if len(lines) > 6 else lines


def _net(faces: list[str], up: str, x: float, y: float) -> str:
    rest = list(faces)
    if up in rest:
        rest.remove(up)
        rest.insert(0, up)
    step = FACE + 2
    placed = list(zip(rest, NET, strict=True))
    # The face showing is drawn last, so that its frame lies over its neighbours.
    drawn = [
        _face(x + column * step, y + row * step, face, up=bool(up) and (column, row) == NET[0])
        for face, (column, row) in reversed(placed)
    ]
    return "".join(drawn)
