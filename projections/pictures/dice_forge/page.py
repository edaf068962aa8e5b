"""Dice Forge as a drawing: the Temple with its pools, the seven portals, the players with dice and inventories."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import wrap

from engine.games.dice_forge.components import CARDS, GARDENS, POOLS, PORTALS, SLOTS, STACK
from engine.games.dice_forge.state import State, phase
from projections.pictures.dice_forge.look import FACE, STYLE, amount, face, hero, legend, sign
from projections.pictures.dice_forge.players import HEIGHT as PANEL
from projections.pictures.dice_forge.players import panel
from projections.pictures.palette import SEATS
from projections.pictures.pen import box, ended, label, node
from projections.pictures.sheet import WHOLE, Drawing, Part, Spot, Table, seat_name

TEMPLE, ISLANDS, PLAYERS = 0.0, 206.0, 446.0
TEMPLE_HEIGHT, PORTAL_HEIGHT = 192.0, 226.0
GARDEN_FACE = 31
STEP = FACE + 2
GAP = 14
PHASES = {
    "setup": "setup",
    "draft": "cards are drafted",
    "blessing": "blessings",
    "reinforcement": "reinforcements",
    "action": "action",
    "oust": "a hero is ousted",
    "feat_effect": "a card takes effect",
    "extra_offer": "an extra action is offered",
    "extra": "extra action",
    "turn_end": "end of the turn",
    "finished": "the game is over",
}
AWAITED = {
    "reinforcement": "reinforcements",
    "action": "an action",
    "extra_offer": "an extra action for sun shards, or none",
    "pool_reduction": "the faces of a pool",
    "group_reveal": "the cards of a slot",
    "slot_draw": "a slot to draft for",
    "roll": "dice",
    "draft_card": "a card to draft",
    "choose_satyr_faces": "faces for the Satyrs",
    "choose_blessing_die": "a die for the blessing",
    "allocate_gold": "gold for the hammer",
    "choose_bearer": "who bears the boar",
    "forge_granted": "a face to forge",
    "use_triton": "the Triton token",
    "copy": "a face to copy",
    "first_die": "the die that counts first",
    "face": "what a face gives",
    "shield": "what a shield gives",
    "reward": "a reward",
    "ship": "a face to forge with the ship",
    "repeat": "the Cerberus token",
}


def draw(state: State, table: Table) -> list[Part]:
    """All in one part: Temple, islands, a panel per player, two in a row."""
    rows = (len(state.players) + 1) // 2
    parts: list[Spot | str] = [*_temple(state), *_islands(state)]
    for player in state.players:
        x, y = player.seat % 2 * (WHOLE // 2 + GAP // 2), PLAYERS + player.seat // 2 * (PANEL + GAP)
        parts += panel(state, player, seat_name(table.names, player.seat), float(x), float(y), WHOLE / 2 - GAP / 2)
    return [Part("board", "Board", parts, PLAYERS + rows * (PANEL + GAP) - GAP, 3, drawn=WHOLE)]


def where(state: State) -> str:
    """The round and the phase of the turn."""
    if state.step == "finished":
        return f"Over after round {state.round} of {state.rounds}"
    place = f"Round {state.round} of {state.rounds}" if state.round else "Before the first round"
    shifted = ", dice shifted" if state.dice_shifted else ""
    return f"{place}: {PHASES[phase(state).partition('.')[0]]}{shifted}"


def _temple(state: State) -> Iterator[Spot | str]:
    """The pools in order of price, then the Gardens; each face has its place, which is empty once it is taken."""
    yield box(0, TEMPLE, WHOLE, TEMPLE_HEIGHT, "panel") + label(12, TEMPLE + 22, "Sanctuary", "h2")
    yield legend(108, TEMPLE + 21)
    left = 12.0
    for pool in POOLS.values():
        yield label(left, TEMPLE + 50, f"{pool.cost} gold")
        places = [(kind, pool.faces[:n].count(kind)) for n, kind in enumerate(pool.faces)]
        for place, (kind, n) in enumerate(places):
            at = left + place % 2 * STEP, TEMPLE + 60 + place // 2 * STEP
            perhaps = pool.id in state.open_pools
            yield _place(f"pool/{pool.id}/{place}", *at, kind, state.sanctuary[kind] > n, FACE, perhaps=perhaps)
        known = f"{state.open_pools[pool.id]} of these" if pool.id in state.open_pools else ""
        yield label(left, TEMPLE + 166, known, "small")
        left += 2 * STEP + 7
    yield label(left + 4, TEMPLE + 22, "Gardens", "h2")
    for row, garden in enumerate(GARDENS.values()):
        top = TEMPLE + 31 + row * (GARDEN_FACE + 1)
        yield label(left + 4, top + 20, garden.id)
        for n, kind in enumerate(dict.fromkeys(garden.faces)):
            number = state.gardens[kind]
            x = left + 54 + n * (GARDEN_FACE + 3)
            yield _place(f"garden/{kind}", x, top, kind, number > 0, GARDEN_FACE, number)


@lru_cache(maxsize=4096)
def _place(
    key: str, x: float, y: float, kind: str, there: bool, size: float, number: int = 1, perhaps: bool = False
) -> Spot:
    """A face on its place, paler if it is `perhaps` there, or the empty place; a number if there can be several."""
    body = face(x, y, kind, size) if there else box(x, y, size, size, "gone", 2)
    body = node("g", body, opacity=0.6) if there and perhaps else body
    body += label(x + size + 4, y + 20, f"×{number}", "small") if number > 1 else ""
    return Spot(key, body, box(x - 3, y - 3, size + 6, size + 6, "just", 4))


def _islands(state: State) -> Iterator[Spot | str]:
    """The portals side by side, each with its slots in a column and, above them, the hero who stands there."""
    width = (WHOLE - 6 * 8) / 7
    heroes = {player.hero: player.seat for player in state.players}
    for n, portal in enumerate(PORTALS.values()):
        left = n * (width + 8)
        yield _portal(portal.id, left, width, heroes.get(portal.id))
        for row, slot in enumerate(portal.slots):
            cards = tuple(state.slots.get(slot, ()))
            yield _slot(slot, cards, state.groups.get(slot), left + 8, ISLANDS + 34 + row * 64, width - 16)


@lru_cache(maxsize=256)
def _portal(name: str, x: float, width: float, standing: int | None) -> Spot:
    parts = [box(x, ISLANDS, width, PORTAL_HEIGHT, "isle")]
    parts.append(label(x + 10, ISLANDS + 22, name.replace("_", " ").title(), "h2"))
    at = x + width - 20, ISLANDS + 17
    parts.append(hero(*at, standing) if standing is not None else "")
    return Spot(f"portal/{name}", "".join(parts), box(at[0] - 15, at[1] - 15, 30, 30, "just", 15))


@lru_cache(maxsize=4096)
def _slot(slot: str, cards: tuple[str, ...], group: str | None, x: float, y: float, width: float) -> Spot:
    """A slot: what its card costs, how many are left, its name, and its glory."""
    drawn = [box(x, y, width, 58, "card" if cards or not group else "gone")]
    drawn += [amount(resource, n, x + 5 + k * 39, y + 4) for k, (resource, n) in enumerate(SLOTS[slot].cost.items())]
    drawn.append(ended(x + width - 7, y + 19, f"{len(cards)} left" if group else "", "small soft"))
    lines = _names(cards, group)
    drawn += [label(x + 7, y + 38 + n * 14, lines[n] if n < len(lines) else "", "small") for n in range(2)]
    if cards:
        glory = str(CARDS[cards[-1]].glory)
        drawn.append(ended(x + width - 21, y + 53, glory, "b small") + sign("glory", x + width - 18, y + 43, 11))
    return Spot(f"slot/{slot}", "".join(drawn), box(x - 2, y - 2, width + 4, 62, "just"))


def _names(cards: tuple[str, ...], group: str | None) -> list[str]:
    if group is None:
        return ["not chosen yet"]
    if not group:
        return ["unknown"]
    if group == STACK and cards:
        return [CARDS[cards[-1]].name, f"then {len(cards) - 1} more" if len(cards) > 1 else ""]
    if cards and CARDS[cards[0]].color:
        return ["Tenacious Boar", ", ".join(CARDS[card].color for card in cards)]
    card = cards[0] if cards else group
    name = CARDS[card].name if card in CARDS else card.replace("_", " ").title()
    return wrap(name, 17)


def _paint(state: State, seat: int) -> tuple[str, str]:
    return SEATS[seat]


def _about(state: State, seat: int) -> str:
    return "left the game" if state.players[seat].quit else ""


FIRST = {"gold": ("gold",), "sun": ("sun",), "moon": ("moon",), "forged": ("forged",), "cards": ("cards",)}

drawing = Drawing(draw, where, _paint, _about, awaited=AWAITED, style=STYLE, first=FIRST)
