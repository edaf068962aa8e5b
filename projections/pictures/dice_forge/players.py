"""The mats of Dice Forge: reserves and hammer as bars, both dice, tokens, cards."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.dice_forge.components import CARD_SPACES, CARDS, LAP, RESOURCES, START
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.state import Player, State
from events.problems import count
from projections.pictures.dice_forge.look import COLOURS, FACE, face, hero, sign
from projections.pictures.dice_forge.wording import card_title
from projections.pictures.kept import kept
from projections.pictures.pen import box, ended, fitted, flow, label, length, moved, node, title
from projections.pictures.sheet import COLUMN, Part, Spot, Table, seat_name

PAD, INSIDE = 12.0, COLUMN - 24
UP = 58.0
"""The size of the face that shows."""
RESERVES, DICE, DIE = 42.0, 94.0, 70.0
"""Where the reserves and the dice begin, and the height of a die."""
STOCK = DICE + 2 * DIE
LINE, CHIP = 19.0, 28.0
"""The height of a line of words, and of a line of cards."""
TOKENS = ("cerberus", "triton")


def _shows(state: State, player: Player, table: Table) -> tuple[object, ...]:
    """All that a mat shows."""
    holder, name = held_by(state, player.seat), seat_name(table.names, player.seat)
    last = table.last and table.last.players[player.seat].cards
    return player, holder.dice, holder.up, state.dice_shifted, name, _is_own_turn(state, player), last


def _is_own_turn(state: State, player: Player) -> bool:
    return player.seat == state.turn_player and state.round > 0


@kept(_shows)
def mat(state: State, player: Player, table: Table) -> Part:
    """Everything a player has; its height is that of the player's last mat, if it is known."""
    last = player if table.last is None else table.last.players[player.seat]
    tokens = any(card in last.cards for card in TOKENS)
    cards = STOCK + LINE * (2 if tokens else 1) + 6
    height = cards + 22 + max(1, _lines(tuple(last.cards)), _lines(tuple(player.cards))) * CHIP + 8
    name = seat_name(table.names, player.seat)
    elements = [*_elements(state, player, name, tokens, cards, height)]
    return Part(f"mat/{player.seat}", f"Mat of {name}", elements, height, seat=player.seat)


def _elements(
    state: State, player: Player, name: str, tokens: bool, cards: float, height: float
) -> Iterator[Spot | str]:
    seat = player.seat
    yield _panel(height, _is_own_turn(state, player))
    yield _title(seat, fitted(name + (" (left)" if player.quit else ""), 210, 15 * 1.1), player.vp)
    caps = (player.gold_cap, player.sun_cap, player.moon_cap)
    for n, (resource, cap) in enumerate(zip(RESOURCES, caps, strict=False)):
        yield _bar(f"bar/{seat}/{resource}", PAD + n * (INSIDE + 8) / 4, resource, getattr(player, resource), cap)
    yield _bar(f"hammer/{seat}", PAD + 3 * (INSIDE + 8) / 4, "hammer", player.hammer, CARD_SPACES * player.hammers)
    holder = held_by(state, seat)
    whose = f", seat {holder.seat + 1}'s" if state.dice_shifted else ""
    for number, die in enumerate(("light", "dark")):
        up = holder.up[number] if holder.up else ""
        yield _die(seat, f"{die} die{whose}", tuple(holder.dice[number]), up, DICE + number * DIE)
    yield _stock(seat, tuple(_stock_words(player, tokens)), STOCK)
    yield from _cards(seat, tuple(player.cards), cards)


@lru_cache(maxsize=64)
def _panel(height: float, own: bool) -> str:
    return box(0, 0, COLUMN, height, "running" if own else "panel")


@lru_cache(maxsize=4096)
def _title(seat: int, name: str, glory: int) -> Spot:
    drawn = hero(PAD + 11, 20, seat) + label(PAD + 30, 25, name, "lead b")
    drawn += ended(COLUMN - PAD - 20, 27, glory, "h1") + sign("glory", COLUMN - PAD - 15, 13, 15)
    return Spot(f"title/{seat}", drawn, box(COLUMN - 86, 6, 80, 28, "just"))


@lru_cache(maxsize=4096)
def _bar(key: str, x: float, resource: str, value: int, cap: int) -> Spot:
    """A reserve or the hammer: what is in it and its room, as numbers and as a bar, below which laps end.

    There is a dash if there is no hammer.
    """
    wide, y = (INSIDE - 24) / 4, RESERVES
    fill = COLOURS.get(resource, COLOURS["gold"])[0]
    words = str(value) if cap else "\N{EN DASH}"
    drawn = sign(resource, x, y + 6, 15) + label(x + 20, y + 20, words, "b", style="font-size:17px")
    drawn += ended(x + wide, y + 20, f"/{cap}", "soft") if cap else ""
    drawn += box(x, y + 27, wide, 11, "bar" if cap else "gone", 3)
    drawn += box(x, y + 27, wide * value / cap, 11, "edge", 3, fill=fill) if value else ""
    laps = range(LAP, cap, LAP) if resource == "hammer" else ()
    drawn += "".join(box(x + wide * lap / cap - 1, y + 39, 2, 5, "sign", 0) for lap in laps)
    return Spot(key, drawn, box(x - 4, y, wide + 8, 43, "just"))


@lru_cache(maxsize=4096)
def _die(seat: int, name: str, faces: tuple[str, ...], up: str, y: float) -> Spot:
    """The face that shows, large; next to it all six, the one that shows framed."""
    drawn = [face(PAD, y, up, UP) if up else box(PAD, y, UP, UP, "gone", 4)]
    left, step = PAD + UP + 9, (INSIDE - UP - 9 - FACE) / 5
    drawn.append(label(left, y + 10, name, "soft"))
    drawn += [face(left + n * step, y + UP - FACE, kind) for n, kind in enumerate(faces)]
    if up in faces:
        x = left + faces.index(up) * step
        frames = (box(x - 1, y + UP - FACE - 1, FACE + 2, FACE + 2, class_, 3) for class_ in ("up", "seam"))
        drawn.append(node("g", title("showing"), *frames))
    return Spot(f"die/{seat}/{name[0]}", "".join(drawn), box(PAD - 4, y - 4, INSIDE + 8, UP + 8, "just"))


@lru_cache(maxsize=4096)
def _stock(seat: int, lines: tuple[str, ...], y: float) -> Spot:
    drawn = [label(PAD, y + 13 + n * LINE, line) for n, line in enumerate(lines)]
    return Spot(f"stock/{seat}", "".join(drawn), box(PAD - 4, y - 3, INSIDE + 8, len(lines) * LINE + 4, "just"))


def _stock_words(player: Player, tokens: bool) -> Iterator[str]:
    """Where the hero stands, the faces forged; on another line, if the player ever has any, the tokens."""
    where = "at the start" if player.hero == START else f"at {player.hero.replace('_', ' ')}"
    yield f"hero {where}; {count(player.forged, 'face')} forged"
    if tokens:
        held = [f"{getattr(player, token)} {token.title()}" for token in TOKENS if getattr(player, token)]
        yield f"tokens: {', '.join(held) or 'none'}"


@lru_cache(maxsize=4096)
def _cards(seat: int, cards: tuple[str, ...], y: float) -> list[Spot]:
    """How many cards there are and their glory; below it each card."""
    glory = sum(CARDS[card].glory for card in cards)
    sums = label(PAD, y + 13, count(len(cards), "card") if cards else "no cards yet", "soft")
    sums += ended(COLUMN - PAD, y + 13, f"{glory} glory at the end" if cards else "", "soft")
    spots = [Spot(f"cards/{seat}", sums, "")]
    chips = _chips(cards)
    places, _ = flow(((wide, CHIP - 5) for wide, _ in chips), INSIDE, 5)
    for card, (wide, chip), (x, down) in zip(dict.fromkeys(cards), chips, places, strict=True):
        at = PAD + x, y + 22 + down
        mark = box(at[0] - 2, at[1] - 2, wide + 4, CHIP - 1, "just", 6)
        spots.append(Spot(f"cards/{seat}/{card}", moved(*at, [chip]), mark))
    return spots


@lru_cache(maxsize=4096)
def _lines(cards: tuple[str, ...]) -> int:
    """How many lines these cards take."""
    _, height = flow(((wide, CHIP - 5) for wide, _ in _chips(cards)), INSIDE, 5)
    return round((height + 5) / CHIP) if cards else 0


def _chips(cards: tuple[str, ...]) -> list[tuple[float, str]]:
    return [_chip(card, cards.count(card)) for card in dict.fromkeys(cards)]


@lru_cache(maxsize=1024)
def _chip(card: str, number: int) -> tuple[float, str]:
    """A card with its number and glory; a sign if it is used in each turn. Its width first."""
    again = 17 if "reinforcement" in CARDS[card].types else 0
    name = CARDS[card].name.removeprefix("The ") if CARDS[card].color else card_title(card)
    words = name + (f" ×{number}" if number > 1 else "")
    glory = CARDS[card].glory
    wide = 7 + again + length(words, 13) + (length(str(glory), 13) * 1.15 + 29 if glory else 5)
    parts = [box(0, 0, wide, CHIP - 5, "card", 4), label(7 + again, 16, words)]
    parts += [sign("again", 6, 5, 13)] if again else []
    parts += [ended(wide - 20, 16, glory, "b"), sign("glory", wide - 17, 6, 11)] if glory else []
    return wide, "".join(parts)
