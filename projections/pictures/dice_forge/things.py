"""What the things in the picture of Dice Forge are: what they cost and bring, who has them.

The words depend only on what is drawn at a spot, as they are renewed when it looks different.
"""

from collections.abc import Callable, Iterable, Sequence

from engine.games.dice_forge.components import (
    CARD_SPACES,
    CARDS,
    FACES,
    GARDENS,
    LAP,
    LAP_GLORY,
    POOLS,
    SLOTS,
    STACK,
    START,
)
from engine.games.dice_forge.queries import held_by
from engine.games.dice_forge.state import State
from events.problems import count
from projections.pictures.dice_forge.places import places
from projections.pictures.dice_forge.wording import amounts, card_effect, card_title, face_effect, face_name
from projections.pictures.sheet import seat_name

__all__ = ["CLAUSES", "WORDS", "places"]

CLAUSES = {
    "pool/": "DF-7.26",
    "garden/": "DF-7.50",
    "garden/mirror": "DF-6.32",
    "garden/triple": "DF-6.35",
    "garden/ship": "DF-6.47",
    "garden/shield": "DF-6.44",
    "garden/boar": "DF-6.40",
    "portal/": "DF-7.35",
    "slot/": "DF-7.34",
    "slot/m1": "DF-6.76",
    "slot/m8": "DF-7.31",
    "title/": "DF-10.2",
    "bar/": "DF-4.3",
    "hammer/": "DF-6.76",
    "stock/": "DF-4.2",
    "die/": "DF-6.20",
    "cards/": "DF-10.2",
}


def _listed(names: Iterable[str]) -> str:
    """Names in their order, each once, with its number: `Anna, Ben ×2`."""
    every = list(names)
    return ", ".join(f"{name} ×{every.count(name)}" if every.count(name) > 1 else name for name in dict.fromkeys(every))


def _sentence(head: str, *parts: str) -> str:
    """The parts that are not empty, after what the thing is."""
    return "; ".join(filter(None, (head, *parts)))


def _pool(state: State, names: Sequence[str], rest: str) -> str:
    number, _, kind = rest.partition("/")
    pool = POOLS[int(number)]
    left, at_first, removed = state.sanctuary[kind], pool.faces.count(kind), state.removed[kind]
    if at_first > 1:
        there = f"{left or 'none'} of {at_first - removed} left"
    elif left:
        there = "for sale, if not removed at the start" if pool.id in state.open_pools else "for sale"
    else:
        there = "removed at the start" if removed else "forged"
    return f"face of {face_name(kind)}; price {pool.cost} gold; {there}"


def _garden(state: State, names: Sequence[str], kind: str) -> str:
    at_first = next(garden.faces.count(kind) for garden in GARDENS.values() if kind in garden.faces)
    left = state.gardens[kind]
    there = f"{left} of {at_first} left" if at_first > 1 else "" if left else "forged"
    source = card_title(FACES[kind].card)
    return _sentence(f"{face_name(kind)} face", face_effect(kind), f"comes with the {source}", there)


def _portal(state: State, names: Sequence[str], portal: str) -> str:
    number = portal.rpartition("_")[2]
    standing = next((player.seat for player in state.players if player.hero == portal), None)
    if standing is None:
        return f"portal {number}: no hero is here"
    return f"portal {number}: hero of {seat_name(names, standing)}, ousted if another player takes a card here"


def _slot(state: State, names: Sequence[str], slot: str) -> str:
    group, cards = state.groups.get(slot), state.slots.get(slot, [])
    cost = amounts(SLOTS[slot].cost)
    if not group:
        return f"{'unknown cards' if group is not None else 'cards not chosen yet'}; cost {cost}"
    shown = cards[-1] if cards else group
    head = f"{card_title(shown)}; cost {cost}"
    brings = []
    if shown in CARDS:
        glory = CARDS[shown].glory
        brings = [card_effect(shown), f"{glory} glory at the end" if glory else ""]
    holders = _listed(seat_name(names, p.seat) for p in state.players for c in p.cards if CARDS[c].slot == slot)
    return _sentence(head, *brings, _left(group, cards), f"taken by {holders}" if holders else "")


def _left(group: str, cards: Sequence[str]) -> str:
    """How many cards of a slot are left, and which."""
    if group == STACK:
        return f"{len(cards)} left, this one on top" if cards else "none left"
    colors = ", ".join(CARDS[card].color for card in cards if CARDS[card].color)
    return f"{len(cards) or 'none'} left" + (f" ({colors})" if colors else "")


def _title(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    left = ", who left the game" if player.quit else ""
    return f"{player.vp} glory, {seat_name(names, player.seat)}{left}"


def _bar(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, resource = rest.partition("/")
    player = state.players[int(seat)]
    value, most = getattr(player, resource), getattr(player, f"{resource}_cap")
    return f"{value} {resource}, {seat_name(names, player.seat)}; room for {most}, what exceeds it is lost"


def _stock(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    where = "at the start" if player.hero == START else f"at {player.hero.replace('_', ' ')}"
    parts = [f"hero of {seat_name(names, player.seat)} {where}", f"{count(player.forged, 'face')} forged"]
    parts += [f"{count(player.cerberus, 'Cerberus token')}, to repeat a blessing"] if player.cerberus else []
    parts += [f"{count(player.triton, 'Triton token')} for gold, sun or moon"] if player.triton else []
    return "; ".join(parts)


def _hammer(state: State, names: Sequence[str], seat: str) -> str:
    player = state.players[int(seat)]
    owner = seat_name(names, player.seat)
    if not player.hammers:
        return f"{owner} has no hammer"
    hammers = f"{count(player.hammers, 'hammer')} of {owner}"
    if not player.hammer_room:
        return f"{hammers}, finished"
    lap = player.hammer // LAP % (CARD_SPACES // LAP)
    goal = f"{LAP_GLORY[lap]} glory at its end"
    return f"{hammers}, space {player.hammer % LAP} of {LAP} in lap {lap + 1}, {goal}"


def _die(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, first = rest.partition("/")
    number = "ld".index(first)
    holder = held_by(state, int(seat))
    up = holder.up[number] if holder.up else ""
    whose = f"{('light', 'dark')[number]} die of {seat_name(names, holder.seat)}"
    used = f", used by {seat_name(names, int(seat))} in this turn" if holder.seat != int(seat) else ""
    shows = f"shows {face_name(up)}" if up else "not rolled yet"
    faces = f"its faces: {_listed(face_name(kind) for kind in holder.dice[number])}"
    return _sentence(f"{whose}{used}, {shows}", face_effect(up) if up else "", faces)


def _cards(state: State, names: Sequence[str], rest: str) -> str:
    seat, _, card = rest.partition("/")
    player = state.players[int(seat)]
    owner = seat_name(names, player.seat)
    if card:
        number, glory = player.cards.count(card), CARDS[card].glory
        head = f"{CARDS[card].name.removeprefix('The ')}{f' ×{number}' if number > 1 else ''} of {owner}"
        return _sentence(
            head, card_effect(card), f"{glory} glory{' each' if number > 1 else ''} at the end" if glory else ""
        )
    if not player.cards:
        return f"{owner} has no cards yet"
    glory = sum(CARDS[card].glory for card in player.cards)
    return f"{count(len(player.cards), 'card')} of {owner}, {glory} glory at the end"


WORDS: dict[str, Callable[[State, Sequence[str], str], str]] = {
    "pool": _pool,
    "garden": _garden,
    "portal": _portal,
    "slot": _slot,
    "title": _title,
    "bar": _bar,
    "hammer": _hammer,
    "stock": _stock,
    "die": _die,
    "cards": _cards,
}
