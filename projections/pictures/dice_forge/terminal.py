"""Dice Forge in a terminal: Sanctuary, Gardens, the islands with their heroes, the players' dice, reserves, cards.

G is gold, S sun, M moon, V glory: `3G` is a face of three gold, `1G/1S/1M` a choice, `2G+1M` both. The face that a
die shows comes first, in brackets.
"""

from collections.abc import Sequence

from engine.games.dice_forge.components import (
    CARDS,
    FACES,
    FOR_SALE,
    GARDENS,
    POOLS,
    PORTALS,
    RESOURCES,
    SLOTS,
    STACK,
    START,
)
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.state import Player, State
from projections.pictures.painter import NO_BREAK, SEATS, listed, painted
from projections.pictures.sheet import numbered

LETTERS = dict(zip(RESOURCES, "GSMV", strict=True))
# Text colours of the 256-colour palette: gold, sun, moon, glory; other faces.
PAINT = {"G": 100, "S": 166, "M": 63, "V": 29, "": 243}


def text(state: State, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The whole position, at most `width` columns wide where names allow it."""
    blocks = [_sanctuary(state, width, colour), _islands(state, width)]
    blocks += [_player(state, player, width, colour, numbered(names, player.seat)) for player in state.players]
    return "\n\n".join("\n".join(block) for block in blocks)


def label(face: str) -> str:
    """A face, abbreviated."""
    rule = FACES[face]
    if rule.kind == "fixed":
        return "+".join(f"{n}{LETTERS[resource]}" for resource, n in rule.amounts.items())
    if rule.kind == "choice":
        return "/".join(f"{n}{LETTERS[resource]}" for option in rule.options for resource, n in option.items())
    if rule.kind == "triple":
        return f"x{rule.factor}"
    return face.replace("_", " ")


def _printed() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for face in FACES:
        printed = label(face).casefold()
        if " " not in printed and printed != face:
            found[printed] = (*found.get(printed, ()), face)
    return found


PRINTED = _printed()
"""What stands for a face here, in lower case -> the faces that it can be."""


def _painted(face: str, colour: bool) -> str:
    words = label(face)
    if not colour:
        return words
    letters = {letter for letter in words if letter in "GSMV"} if FACES[face].kind in ("fixed", "choice") else set()
    paint = PAINT[letters.pop()] if len(letters) == 1 else PAINT[""]
    return painted(words, paint)


def _sanctuary(state: State, width: int, colour: bool) -> list[str]:
    """The faces left in the pools, with their prices, and in the Gardens."""
    pools = []
    for pool in POOLS.values():
        kinds = [face for face in FOR_SALE if FACES[face].pool == pool.id and state.sanctuary[face]]
        faces = [_count(_painted(face, colour), state.sanctuary[face]) for face in kinds]
        known = f" ({state.open_pools[pool.id]} of these)" if pool.id in state.open_pools else ""
        pools.append(f"{pool.cost}: {' '.join(faces) or '-'}{known}")
    gardens = [
        _count(_painted(face, colour), state.gardens[face])
        for garden in GARDENS.values()
        for face in dict.fromkeys(garden.faces)
        if state.gardens[face]
    ]
    return listed("sanctuary", pools, width) + listed("gardens", gardens, width)


def _count(words: str, n: int) -> str:
    return f"{words}{NO_BREAK}x{n}" if n > 1 else words


def _islands(state: State, width: int) -> list[str]:
    """Each portal with its hero and the cards of its slots, the top card of a stack first."""
    lines = []
    for portal in PORTALS.values():
        here = [str(player.seat + 1) for player in state.players if player.hero == portal.id]
        slots = [f"{_cost(slot)} {_cards(state, slot)}" for slot in portal.slots]
        lines += listed(f"{portal.id.replace('_', ' ')} {'[' + here[0] + ']' if here else '[ ]'}", slots, width)
    return lines


def _cost(slot: str) -> str:
    return "".join(f"{n}{LETTERS[resource]}" for resource, n in SLOTS[slot].cost.items())


def _cards(state: State, slot: str) -> str:
    cards, group = state.slots.get(slot, []), state.groups.get(slot)
    if group is None:
        return "not chosen yet"
    if not group:
        return "unknown"
    if not cards:
        return f"{CARDS[group].name if group in CARDS else group.replace('_', ' ')}: none left"
    if group == STACK:
        return ", then ".join(CARDS[card].name for card in reversed(cards))
    names = [_count(CARDS[card].name, cards.count(card)) for card in dict.fromkeys(cards)]
    return ", ".join(names)


def _player(state: State, player: Player, width: int, colour: bool, name: str) -> list[str]:
    marks = ["their turn"] if player.seat == state.turn_player and state.round else []
    marks += ["left"] if player.quit else []
    heading = painted(name, SEATS[player.seat], bold=True) if colour else name
    title = heading + (f" ({', '.join(marks)})" if marks else "")
    parts = [
        f"gold {player.gold}/{player.gold_cap}",
        f"sun {player.sun}/{player.sun_cap}",
        f"moon {player.moon}/{player.moon_cap}",
        f"glory {player.vp}",
    ]
    if player.hammers:
        parts.append(f"hammer {player.hammer}/{player.hammer + player.hammer_room}")
    parts += [f"{n} {token}" for token, n in _tokens(player) if n]
    parts.append("at the start" if player.hero == START else f"at {player.hero.replace('_', ' ')}")
    lines = listed(title, parts, width)
    holder = held_by(state, player.seat)
    whose = f"of seat {holder.seat + 1} " if state.dice_shifted else ""
    for name, die in (("light", 0), ("dark", 1)):
        lines.append(f"  {name:<6}{whose}{_die(holder.dice[die], holder.up[die], colour)}")
    if player.cards:
        cards = [_count(CARDS[card].name, player.cards.count(card)) for card in dict.fromkeys(player.cards)]
        lines += listed("  cards", cards, width)
    return lines


def _tokens(player: Player) -> tuple[tuple[str, int], ...]:
    return (("Cerberus", player.cerberus), ("Triton", player.triton))


def _die(faces: list[str], up: str, colour: bool) -> str:
    rest = list(faces)
    if up in rest:
        rest.remove(up)
        return " ".join([f"[{_painted(up, colour)}]", *(_painted(face, colour) for face in rest)])
    return " ".join(_painted(face, colour) for face in rest)
