"""What can happen in Dice Forge: the decisions of section 7 and the chance events of section 8 of the rulebook.

The player of a decision is the actor of its record. Dice are numbered 1 (Light) and 2 (Dark) of the pair a player
holds; faces, cards, groups, slots and resources are named by their ids in components.toml.
"""

from msgspec import Struct

from events.log.record import Event, Intervention

INFORMATIVE = ("time", "note", "source", "sources")
"""The fields that the rules ignore: DF-7.5, DF-7.6."""

UNORDERED = ("removed", "colors")
"""The fields whose order is meaningless."""


class Happening(Event, frozen=True, kw_only=True):
    """DF-7.6: what every event of the game can carry besides its parameters. `time` is in Unix seconds.

    Two events are equal if the rules do not distinguish them, whatever else they carry.
    """

    time: int | None = None
    note: str = ""

    def _meaning(self) -> tuple[object, ...]:
        found: list[object] = [type(self)]
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name in UNORDERED and value is not None:
                value = tuple(sorted(value))
            if name not in INFORMATIVE:
                found.append(frozenset(value.items()) if isinstance(value, dict) else value)
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Happening) and self._meaning() == other._meaning()

    def __hash__(self) -> int:
        return hash(self._meaning())


class ShownDie(Struct, frozen=True, forbid_unknown_fields=True):
    """A die on the table: the player who holds it, and its number."""

    player: int
    die: int


class SanctuaryReduced(Happening, frozen=True, tag="sanctuary_reduced"):
    """DF-8.5: the faces removed from a pool in a game of two; null if unknown."""

    pool: int
    removed: tuple[str, ...] | None


class GroupRevealed(Happening, frozen=True, tag="group_revealed"):
    """DF-8.6: the card group of a slot in random mode; null if unknown. `colors`: of the boars."""

    slot: str
    group: str | None
    colors: tuple[str, ...] = ()


class DraftSlot(Happening, frozen=True, tag="draft_slot"):
    """DF-8.7: the slot to draft next."""

    slot: str


class DiceRolled(Happening, frozen=True, tag="dice_rolled"):
    """DF-8.10: what `player` rolled (number of the die -> face), in a blessing with this `cause` (DF-6.22)."""

    player: int
    dice: dict[str, str]
    cause: str


class DraftCard(Happening, frozen=True, tag="draft_card"):
    """DF-7.10: the drafter puts a group into the slot. `colors`: of the boars, if not the usual ones."""

    group: str
    colors: tuple[str, ...] = ()


class UseReinforcement(Happening, frozen=True, tag="use_reinforcement"):
    """DF-7.13: use a card. `die`: Silver Hind; `resource` and `to_hammer`: Guardian's Owl."""

    card: str
    die: int | None = None
    resource: str | None = None
    to_hammer: int = 0


class EndReinforcement(Happening, frozen=True, tag="end_reinforcement"):
    """DF-7.19: use no more cards this turn."""


class ForgeFace(Happening, frozen=True, tag="forge_face"):
    """DF-7.20: buy `face` in the Sanctuary and put it in place of `replaced` on a die."""

    face: str
    die: int
    replaced: str


class EndForge(Happening, frozen=True, tag="end_forge"):
    """DF-7.27: buy no more faces in this action."""


class PerformFeat(Happening, frozen=True, tag="perform_feat"):
    """DF-7.30: buy a Heroic Feat card."""

    card: str


class PassAction(Happening, frozen=True, tag="pass_action"):
    """DF-7.28: do nothing; the turn ends."""


class ExtraAction(Happening, frozen=True, tag="extra_action"):
    """DF-7.29: pay for a second action, or decline it."""

    take: bool


class CopyFace(Happening, frozen=True, tag="copy_face"):
    """DF-7.40: the mirror on die `die` counts as `face`. `source` is whose die was copied, if known."""

    die: int
    face: str
    source: ShownDie | None = None


class ChooseFirstDie(Happening, frozen=True, tag="choose_first_die"):
    """DF-7.41: the die to resolve first."""

    die: int


class ResolveFace(Happening, frozen=True, tag="resolve_face"):
    """DF-7.42: what a face gives: the resource taken, the gold put on the hammer, the units turned into glory.

    `automatic`: the platform's automatic hammer took the gold at the roll (DF-12.25).
    """

    die: int
    take: str | None = None
    to_hammer: int = 0
    convert: dict[str, int] = {}  # noqa: RUF012  # msgspec gives every instance its own
    automatic: bool = False


class BoarReward(Happening, frozen=True, tag="boar_reward"):
    """DF-7.43: what the owner of a boar card gains."""

    color: str
    resource: str


class ShipForge(Happening, frozen=True, tag="ship_forge"):
    """DF-7.44: forge with the discount of the ship on die `die_rolled`."""

    die_rolled: int
    face: str
    die: int
    replaced: str


class ShipPass(Happening, frozen=True, tag="ship_pass"):
    """DF-7.45: forge nothing with the ship on die `die_rolled`."""

    die_rolled: int


class UseCerberus(Happening, frozen=True, tag="use_cerberus"):
    """DF-7.46: repeat the blessing with a Cerberus token, or not."""

    use: bool


class ChooseSatyrFaces(Happening, frozen=True, tag="choose_satyr_faces"):
    """DF-7.70: the two faces taken from dice of other players; the first counts as die 1."""

    faces: tuple[str, str]
    sources: tuple[ShownDie, ...] = ()


class ChooseBlessingDie(Happening, frozen=True, tag="choose_blessing_die"):
    """DF-7.52: the die to roll four times."""

    die: int


class ForgeGranted(Happening, frozen=True, tag="forge_granted"):
    """DF-7.50, DF-7.51: forge the face granted by a card, or a boar received."""

    face: str
    die: int
    replaced: str


class ChooseBearer(Happening, frozen=True, tag="choose_bearer"):
    """DF-7.53: the seat that receives the boar."""

    bearer: int


class AllocateGold(Happening, frozen=True, tag="allocate_gold"):
    """DF-7.54: how much of the gold of the Wild Spirits goes to the hammer."""

    to_hammer: int


class UseTriton(Happening, frozen=True, tag="use_triton"):
    """DF-7.60: discard a Triton token for a resource."""

    resource: str
    to_hammer: int = 0


class PlatformAdjustment(Happening, Intervention, frozen=True, tag="platform_adjustment"):
    """DF-8.20: signed changes of a player's figures by a platform that deviates from these rules."""

    player: int
    reason: str
    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    hammer: int = 0


class PlayerQuit(Happening, Intervention, frozen=True, tag="player_quit"):
    """DF-8.20: a player leaves the game for good."""

    player: int


type_of_event = (
    SanctuaryReduced
    | GroupRevealed
    | DraftSlot
    | DiceRolled
    | DraftCard
    | UseReinforcement
    | EndReinforcement
    | ForgeFace
    | EndForge
    | PerformFeat
    | PassAction
    | ExtraAction
    | CopyFace
    | ChooseFirstDie
    | ResolveFace
    | BoarReward
    | ShipForge
    | ShipPass
    | UseCerberus
    | ChooseSatyrFaces
    | ChooseBlessingDie
    | ForgeGranted
    | ChooseBearer
    | AllocateGold
    | UseTriton
    | PlatformAdjustment
    | PlayerQuit
)
