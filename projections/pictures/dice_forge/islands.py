"""The islands of Dice Forge: each portal with the hero who stands there, and its cards with cost, effect and glory."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.dice_forge.components import CARDS, PORTALS, SLOTS, STACK
from engine.games.dice_forge.state import State
from projections.pictures.dice_forge.look import amount, hero, sign
from projections.pictures.dice_forge.temple import HEAD, heading
from projections.pictures.dice_forge.wording import card_brief, card_title
from projections.pictures.kept import kept
from projections.pictures.pen import box, ended, fitted, label, middle
from projections.pictures.sheet import COLUMN, Part, Spot

EDGE, GUTTER = 8.0, 30.0
ROW, GAP = 43.0, 6.0
"""The height of a card, and the gap between two portals."""
WIDE = COLUMN - 2 * EDGE - GUTTER - 3
HEIGHT = HEAD + sum(len(portal.slots) * ROW + 3 + GAP for portal in PORTALS.values()) + 2


def _shows(state: State) -> tuple[object, ...]:
    """All that the islands show."""
    return [player.hero for player in state.players], state.slots, state.groups


@kept(_shows)
def islands(state: State) -> Part:
    """The portals, one below the other."""
    return Part("islands", "Islands", [heading("Islands", HEIGHT), *_portals(state)], HEIGHT)


def _portals(state: State) -> Iterator[Spot | str]:
    heroes = {player.hero: player.seat for player in state.players}
    y = HEAD
    for portal in PORTALS.values():
        height = len(portal.slots) * ROW + 3
        yield _portal(portal.id, y, height, heroes.get(portal.id))
        for row, slot in enumerate(portal.slots):
            cards = tuple(state.slots.get(slot, ()))
            yield _slot(slot, cards, state.groups.get(slot), EDGE + GUTTER, y + 3 + row * ROW)
        y += height + GAP


@lru_cache(maxsize=256)
def _portal(name: str, y: float, height: float, standing: int | None) -> Spot:
    """The number of a portal, and the hero in its place."""
    x, centre = EDGE + GUTTER / 2, y + height / 2
    place = hero(x, centre + 14, standing) if standing is not None else ""
    body = box(EDGE, y, COLUMN - 2 * EDGE, height, "isle") + middle(x, centre - 6, name[-1], "lead b") + place
    return Spot(f"portal/{name}", body, box(x - 14, centre - 24, 28, 54, "just", 14))


@lru_cache(maxsize=4096)
def _slot(slot: str, cards: tuple[str, ...], group: str | None, x: float, y: float) -> Spot:
    """A card: what it costs, its name and effect, how many are left, its glory."""
    drawn = [box(x, y, WIDE, ROW - 3, "card" if cards or not group else "gone")]
    cost = list(SLOTS[slot].cost.items())
    top = y + 11 if len(cost) == 1 else y + 1.5
    drawn += [amount(resource, n, x + 4, top + k * 19) for k, (resource, n) in enumerate(cost)]
    name, more = _words(cards, group)
    left, right = x + 48, x + WIDE - 6
    drawn.append(label(left, y + 16, fitted(name, right - 68 - left, 13), "b" if cards else "soft"))
    drawn.append(label(left, y + 33, fitted(more, right - left + 12, 13), "soft"))
    if cards:
        glory = CARDS[cards[-1]].glory
        drawn.append(ended(right - 38, y + 16, f"×{len(cards)}"))
        drawn += [ended(right - 14, y + 16, glory, "b"), sign("glory", right - 12, y + 5.5, 12)] if glory else []
    return Spot(f"slot/{slot}", "".join(drawn), box(x - 2, y - 2, WIDE + 4, ROW + 1, "just"))


def _words(cards: tuple[str, ...], group: str | None) -> tuple[str, str]:
    """The name of a slot's card and what it does; of boars their colours, of a stack what else is in it."""
    if group is None:
        return "not chosen yet", ""
    if not group:
        return "unknown", ""
    name = card_title(cards[-1] if cards else group)
    if not cards:
        return name, "none left"
    if group == STACK:
        return name, f"glory only; then {len(cards) - 1} more" if len(cards) > 1 else "glory only"
    if CARDS[cards[0]].color:
        return name, ", ".join(CARDS[card].color for card in cards)
    return name, card_brief(cards[-1]) or "glory only"
