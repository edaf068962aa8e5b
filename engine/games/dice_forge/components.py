"""The component tables of components.toml, read once. A bundle is four amounts: gold, sun, moon, glory."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from engine.components import by_id, read_components

Bundle = tuple[int, int, int, int]

RESOURCES = ("gold", "sun", "moon", "glory")


class Resource(Struct, frozen=True):
    """A resource with the limit of the reserve and the increase from a chest: DF-4.3."""

    id: str
    name: str
    bga: str
    bga_symbol: str
    bga_counter: str
    cap: int = 0
    chest: int = 0


class PlayerCount(Struct, frozen=True):
    """DF-5.2: what depends on the number of players."""

    players: int
    rounds: int
    cards_per_kind: int
    faces_per_pool: int
    blessings_per_turn: int
    starting_gold: list[int]


class Face(Struct, frozen=True):
    """A die face: DF-3.6. `cost` is the price in the Sanctuary, `card` the card whose colour or grant it belongs to."""

    id: str
    kind: str
    where: str
    bga: str
    temple_count: int
    cost: int = 0
    pool: int = 0
    garden: str = ""
    card: str = ""
    amounts: dict[str, int] = {}
    options: list[dict[str, int]] = []
    watch: str = ""
    reward_a: dict[str, int] = {}
    reward_b: dict[str, int] = {}
    color: str = ""
    removable: bool = True
    factor: int = 1
    discount: int = 0
    discount_tripled: int = 0


class Pool(Struct, frozen=True):
    """A pool of the Sanctuary: DF-3.1."""

    id: int
    cost: int
    faces: list[str]


class Garden(Struct, frozen=True):
    """A place of the Gardens: DF-3.1."""

    id: str
    faces: list[str]


class Portal(Struct, frozen=True):
    """A portal of the islands with its slots: DF-3.3."""

    id: str
    bga_island: int
    slots: list[str]


class Slot(Struct, frozen=True):
    """A place of one card group: DF-3.3. `groups` are its candidates."""

    id: str
    bga: str
    portal: str
    cost: dict[str, int]
    groups: list[str]


class Effect(Struct, frozen=True):
    """What a card does; the words of `op` are explained at the head of components.toml."""

    when: str
    op: str
    gold: int = 0
    sun: int = 0
    moon: int = 0
    cost: dict[str, int] = {}
    amounts: dict[str, int] = {}
    amounts_if: dict[str, int] = {}
    at_least: dict[str, int] = {}
    options: list[dict[str, int]] = []
    faces: list[str] = []
    face: str = ""
    token: str = ""
    count: int = 1
    same_die: bool = False
    convert: dict[str, int] = {}
    per: int = 0
    turns: int = 0


class Card(Struct, frozen=True):
    """A Heroic Feat card: section 7G. `glory` counts at the end of the game."""

    id: str
    name: str
    bga: str
    slot: str
    sets: list[str]
    glory: int
    types: list[str]
    effects: list[Effect]
    group: str = ""
    color: str = ""

    def effect(self, when: str) -> Effect:
        """The effect of that kind; no card has two of the same kind."""
        return next(effect for effect in self.effects if effect.when == when)


class CardGroup(Struct, frozen=True):
    """Cards with different ids that share a slot: DF-5.8, DF-5.9."""

    id: str
    cards: list[str]
    cards_variant: list[str] = []
    bga_order_random_or_set: list[str] = []
    bga_order_draft: list[str] = []
    bga: str = ""


class CardSet(Struct, frozen=True):
    """A set of card groups, slot -> group: DF-5.6."""

    id: str
    groups: dict[str, str]


class StartingDie(Struct, frozen=True):
    """A die before it is forged: DF-5.3."""

    die: int
    name: str
    faces: list[str]


class HammerTrack(Struct, frozen=True):
    """DF-6.76: the spaces per lap, the laps per card, the glory at the end of each lap."""

    spaces: int
    laps: int
    lap_glory: list[int]


class Tables(Struct, frozen=True):
    """All tables that the rules use."""

    resource: list[Resource]
    player_count: list[PlayerCount]
    starting_die: list[StartingDie]
    die_face: list[Face]
    pool: list[Pool]
    garden: list[Garden]
    portal: list[Portal]
    slot: list[Slot]
    card_set: list[CardSet]
    card_group: list[CardGroup]
    card: list[Card]
    hammer_track: HammerTrack
    costs: dict[str, dict[str, int]]
    token: list[dict[str, Any]]
    draft: dict[str, list[str]]
    out_of_scope: dict[str, list[str]]
    bga_option: list[dict[str, Any]]
    bga_state: list[dict[str, Any]]
    bga_notification: list[dict[str, Any]]


class Choice(NamedTuple):
    """Something a face can give: the key of its option or None, the amounts, the resource types of DF-6.44."""

    take: str | None
    amounts: Bundle
    types: list[str]


def bundle(amounts: Mapping[str, int]) -> Bundle:
    """A table of amounts as a bundle."""
    gold, sun, moon, glory = (amounts.get(resource, 0) for resource in RESOURCES)
    return gold, sun, moon, glory


def single(resource: str | None, n: int) -> Bundle:
    """A bundle with `n` units of one resource; an empty bundle if there is no resource."""
    return bundle({resource: n} if resource else {})


def times(amounts: Bundle, factor: int) -> Bundle:
    """DF-6.36: every amount multiplied."""
    gold, sun, moon, glory = amounts
    return gold * factor, sun * factor, moon * factor, glory * factor


def _choices(face: Face, factor: int) -> list[Choice]:
    """What a face can give; for a shield, its reward B."""
    if face.options:
        return [_choice(next(iter(option)), option, factor) for option in face.options]
    return [_choice(None, face.reward_b if face.kind == "shield" else face.amounts, factor)]


def _choice(key: str | None, amounts: Mapping[str, int], factor: int) -> Choice:
    types = [key] if key else [resource for resource in RESOURCES if amounts.get(resource)]
    return Choice(key, times(bundle(amounts), factor), types)


TABLES = read_components("dice_forge", Tables)
FACES: dict[str, Face] = by_id(TABLES.die_face)
KIND = {face.id: face.kind for face in TABLES.die_face}
ORDINARY = frozenset(face for face, kind in KIND.items() if kind in ("fixed", "choice", "boar"))
CHOICES = {(face.id, factor): _choices(face, factor) for face in TABLES.die_face for factor in (1, 3)}
REWARD_A = {face.id: bundle(face.reward_a) for face in TABLES.die_face if face.kind == "shield"}
PRICE = {face.id: face.cost for face in TABLES.die_face}
BOARS = frozenset(face.id for face in TABLES.die_face if not face.removable)
FOR_SALE = tuple(dict.fromkeys(face for pool in TABLES.pool for face in pool.faces))
POOLS = {pool.id: pool for pool in TABLES.pool}
GARDENS: dict[str, Garden] = by_id(TABLES.garden)
CARDS: dict[str, Card] = by_id(TABLES.card)
GROUPS: dict[str, CardGroup] = by_id(TABLES.card_group)
SLOTS: dict[str, Slot] = by_id(TABLES.slot)
PORTAL_OF = {slot.id: slot.portal for slot in TABLES.slot}
PORTALS: dict[str, Portal] = by_id(TABLES.portal)
SETS = {card_set.id: card_set.groups for card_set in TABLES.card_set}
COUNTS = {count.players: count for count in TABLES.player_count}
GOLD, SUN, MOON, _ = TABLES.resource
TRITON = {key: n for token in TABLES.token if token["id"] == "triton" for o in token["options"] for key, n in o.items()}
EXTRA_ACTION = TABLES.costs["extra_action"]["sun"]
LISTED_ORDER = TABLES.draft["listed_order"]
COLORS = tuple(card.color for card in TABLES.card if card.color)
BOAR_REWARD = {
    key: amount for o in CARDS["tenacious_boar_red"].effect("automatic").options for key, amount in o.items()
}
LAP_GLORY = TABLES.hammer_track.lap_glory
LAP, CARD_SPACES = TABLES.hammer_track.spaces, TABLES.hammer_track.spaces * TABLES.hammer_track.laps
START = "start"
BOAR, STACK = "tenacious_boar", "monster_stack"
