"""The players of Dice Forge: reserves as bars, hammer and tokens, cards and dice."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.dice_forge.components import CARD_SPACES, CARDS, LAP, RESOURCES, START
from engine.games.dice_forge.state import Player, State, held_by
from projections.pictures.dice_forge.look import COLOURS, face, hero, sign
from projections.pictures.pen import box, ended, fitted, flow, label, length, moved, node, title
from projections.pictures.sheet import Spot

HEIGHT = 262.0
SHOWN, SMALL = 74.0, 34.0
"""The sizes of the face that shows, and of the six faces of a die."""
DICE, CARDS_TOP, ROWS = 222.0, 184.0, 3


def panel(state: State, player: Player, name: str, x: float, y: float, width: float) -> Iterator[Spot | str]:
    """Everything a player has; each part that changes separately is a spot."""
    own = player.seat == state.turn_player and state.round > 0
    yield box(x, y, width, HEIGHT, "running" if own else "panel")
    yield _title(player.seat, fitted(name, 300, 13 * 1.1), player.vp, player.quit, x, y, width)
    caps = (player.gold_cap, player.sun_cap, player.moon_cap)
    for row, (resource, cap) in enumerate(zip(RESOURCES, caps, strict=False)):
        yield _bar(player.seat, x + 14, y + 46 + row * 24, resource, getattr(player, resource), cap)
    yield _stock(player.seat, tuple(_stock_words(player)), x + 14, y + 130)
    holder = held_by(state, player.seat)
    whose = f", seat {holder.seat + 1}'s" if state.dice_shifted else ""
    for number, die in enumerate(("light", "dark")):
        left = x + DICE + number * 186
        up = holder.up[number] if holder.up else ""
        yield _die(player.seat, f"{die} die{whose}", tuple(holder.dice[number]), up, left, y + 42)
    yield _cards(player.seat, tuple(player.cards), x + 14, y + CARDS_TOP, width - 28)


@lru_cache(maxsize=4096)
def _title(seat: int, name: str, glory: int, left: bool, x: float, y: float, width: float) -> Spot:
    drawn = hero(x + 22, y + 21, seat) + label(x + 42, y + 26, name + (" (left)" if left else ""), "h2")
    drawn += ended(x + width - 32, y + 27, glory, "h1") + sign("glory", x + width - 28, y + 13, 15)
    return Spot(f"title/{seat}", drawn, box(x + width - 82, y + 6, 76, 28, "just"))


@lru_cache(maxsize=4096)
def _bar(seat: int, x: float, y: float, resource: str, value: int, cap: int) -> Spot:
    full = 86
    drawn = (
        sign(resource, x, y + 1, 13)
        + label(x + 18, y + 12, resource, "small")
        + box(x + 58, y, full, 14, "bar", 4)
        + (box(x + 58, y, full * value / cap, 14, "edge", 4, fill=COLOURS[resource][0]) if value else "")
        + label(x + 58 + full + 6, y + 12, f"{value}/{cap}", "b small")
    )
    return Spot(f"bar/{seat}/{resource}", drawn, box(x - 4, y - 4, 192, 22, "just"))


@lru_cache(maxsize=4096)
def _stock(seat: int, lines: tuple[str, ...], x: float, y: float) -> Spot:
    drawn = [label(x, y + n * 15, lines[n] if n < len(lines) else "", "small") for n in range(4)]
    return Spot(f"stock/{seat}", "".join(drawn), box(x - 4, y - 13, 196, 52 + 6, "just"))


def _stock_words(player: Player) -> Iterator[str]:
    """Where the hero stands, the faces forged, the hammer and the tokens."""
    yield "hero at the start" if player.hero == START else f"hero at {player.hero.replace('_', ' ')}"
    yield f"{player.forged} face{'' if player.forged == 1 else 's'} forged"
    if player.hammers:
        lap = player.hammer // LAP % (CARD_SPACES // LAP) + 1
        place = f"lap {lap}, {player.hammer % LAP} of {LAP}" if player.hammer_room else "done"
        yield f"hammer: {place}" + (f" ({player.hammers} hammers)" if player.hammers > 1 else "")
    tokens = (("Cerberus", player.cerberus), ("Triton", player.triton))
    if held := [f"{n} {name}" for name, n in tokens if n]:
        yield f"tokens: {', '.join(held)}"


@lru_cache(maxsize=4096)
def _die(seat: int, name: str, faces: tuple[str, ...], up: str, x: float, y: float) -> Spot:
    """The face that shows, large; next to it all six, the one that shows framed."""
    drawn = [label(x, y - 14, name, "small soft")]
    drawn.append(face(x, y, up, SHOWN) if up else box(x, y, SHOWN, SHOWN, "gone", 4))
    framed = faces.index(up) if up in faces else -1
    six = [
        face(x + SHOWN + 8 + n % 2 * (SMALL + 3), y + n // 2 * (SMALL + 3), kind, SMALL) for n, kind in enumerate(faces)
    ]
    drawn += six
    if framed >= 0:
        left, top = x + SHOWN + 8 + framed % 2 * (SMALL + 3), y + framed // 2 * (SMALL + 3)
        frames = (box(left - 1, top - 1, SMALL + 2, SMALL + 2, name, 3) for name in ("up", "seam"))
        drawn.append(node("g", title("showing"), *frames))
    mark = box(x - 4, y - 4, SHOWN + 8 + 2 * (SMALL + 3) + 6, 3 * (SMALL + 3) + 5, "just")
    return Spot(f"die/{seat}/{name[0]}", "".join(drawn), mark)


@lru_cache(maxsize=4096)
def _cards(seat: int, cards: tuple[str, ...], x: float, y: float, width: float) -> Spot:
    """The cards with their glory, on three lines; those that do not fit are counted."""
    chips = [_chip(card, cards.count(card)) for card in dict.fromkeys(cards)]
    more = 0
    while True:
        shown = [*chips, *([_more(more)] if more else [])]
        places, height = flow(((wide, 22.0) for wide, _ in shown), width, 5)
        if height <= ROWS * 27 - 5 or not chips:
            break
        chips.pop()
        more += 1
    drawn = [moved(x + dx, y + dy, [chip]) for (dx, dy), (_, chip) in zip(places, shown, strict=True)]
    if not cards:
        drawn = [label(x, y + 15, "no cards yet", "small soft")]
    return Spot(f"cards/{seat}", "".join(drawn), box(x - 4, y - 4, width + 8, ROWS * 27 + 1, "just"))


def _chip(card: str, number: int) -> tuple[float, str]:
    words = CARDS[card].name.removeprefix("The ") + (f" ×{number}" if number > 1 else "")
    wide = length(words, 11) + 14 + length(str(CARDS[card].glory), 11) * 1.15 + 24
    parts = [box(0, 0, wide, 22, "card", 4), label(7, 15, words, "small")]
    parts.append(ended(wide - 20, 15, CARDS[card].glory, "small b") + sign("glory", wide - 17, 6, 10))
    return wide, "".join(parts)


def _more(number: int) -> tuple[float, str]:
    words = f"and {number} more"
    return length(words, 11), label(0, 15, words, "small soft")
