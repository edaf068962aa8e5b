"""The effects of Daitoshi (DA-7.60 to DA-7.85), written as in its tables: `{"e": "gain", "res": "food", "n": 1}`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1, le=99)]
Times = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=-99, le=99)]
Good = Literal["food", "energy", "building", "luxury", "wealth", "steam"]
Colour = Literal["blue", "green", "yellow", "purple"]
Wild = Literal["river", "forest", "mountain", "underground"]


class Effect(Struct, frozen=True, tag_field="e", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base class of the effects."""


class Gain(Effect, frozen=True, tag="gain"):
    """DA-7.61: units of a resource, or steam."""

    res: Good
    n: Count


class Worker(Effect, frozen=True, tag="worker"):
    """DA-7.62: workers of a colour."""

    colour: Colour | Literal["any"]
    n: Count = 1


class Vp(Effect, frozen=True, tag="vp"):
    """DA-7.63: victory points."""

    n: Points


class Water(Effect, frozen=True, tag="water"):
    """DA-7.64: steps of the chimney upwards."""

    n: Count


class Coal(Effect, frozen=True, tag="coal"):
    """DA-7.64: steps of the chimney downwards."""

    n: Count


class Fame(Effect, frozen=True, tag="fame"):
    """DA-7.65: steps of the fame marker."""

    n: Count = 1


class Bus(Effect, frozen=True, tag="bus"):
    """DA-7.66: steps of the Worm-Bus."""

    n: Count


class Reputation(Effect, frozen=True, tag="reputation"):
    """DA-7.67: reputation levels."""

    n: Count = 1


class ScoreReputation(Effect, frozen=True, tag="score_reputation"):
    """DA-7.68: the VP of the reputation level, n times."""

    n: Count = 1


class Pilgrim(Effect, frozen=True, tag="pilgrim"):
    """DA-7.69: pilgrim steps; `same`: all on one track, `upto`: fewer if the player likes."""

    track: Wild | Literal["any"]
    n: Count = 1
    same: bool = False
    upto: bool = False


class Progress(Effect, frozen=True, tag="progress"):
    """DA-7.70: steps of progress markers."""

    n: Count
    scope: Literal["any", "this"]
    upto: bool = False


class Restore(Effect, frozen=True, tag="restore"):
    """DA-7.71: hexes of the record are restored; each gives its conflict reward `reward` times."""

    n: Count = 1
    reward: Times = 0


class ConflictReward(Effect, frozen=True, tag="conflict_reward"):
    """DA-7.72: the conflict reward of a hex of the record, n times."""

    n: Count


class Price(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An amount of a resource, or of steam."""

    res: Good
    n: Count


class Convert(Effect, frozen=True, tag="convert"):
    """DA-7.73: costs are paid for effects."""

    cost: Annotated[tuple[Price, ...], Meta(min_length=1)]
    gain: tuple["AnyEffect", ...]


class Partnership(Effect, frozen=True, tag="partnership"):
    """DA-7.74: a banner is placed."""

    where: Literal["here", "any"]


class ActivateCity(Effect, frozen=True, tag="activate_city"):
    """DA-7.75: a city's effect, without its condition."""

    where: Literal["here", "other"]


class WorkshopReward(Effect, frozen=True, tag="workshop_reward"):
    """DA-7.76: the reward of a workshop of the current district."""

    scope: Literal["current_district"]


class MachineWorkshop(Effect, frozen=True, tag="machine_workshop"):
    """DA-7.77: the reward of the mega-machine's workshop."""


class MarketInvention(Effect, frozen=True, tag="market_invention"):
    """DA-7.78: the rewards of an invention of the market, which stays there."""

    quality: Literal["ordinary", "innovative", "brilliant"]


class UpgradeInvention(Effect, frozen=True, tag="upgrade_invention"):
    """DA-7.79: an invention moves to its high position."""

    scope: Literal["this", "any"]


class ReadyForMachine(Effect, frozen=True, tag="ready_for_machine"):
    """DA-7.80: the invention may be contributed."""


class ScoreInvention(Effect, frozen=True, tag="score_invention"):
    """DA-7.81: the VP of the invention, n times."""

    n: Count = 1


class HexSlot(Effect, frozen=True, tag="hex_slot"):
    """DA-7.82: the conflict reward of the hex deposited on slot 1 or 2."""

    slot: Literal[1, 2]


class Choice(Effect, frozen=True, tag="choice"):
    """DA-7.83: one of several lists of effects."""

    options: Annotated[tuple[tuple["AnyEffect", ...], ...], Meta(min_length=1)]


class Optional(Effect, frozen=True, tag="optional"):
    """DA-7.84: effects that may be declined."""

    do: tuple["AnyEffect", ...]


class Opaque(Effect, frozen=True, tag="opaque"):
    """DA-7.85: an effect whose text is not known; `effect_declared` states what was gained."""


AnyEffect = (
    Gain
    | Worker
    | Vp
    | Water
    | Coal
    | Fame
    | Bus
    | Reputation
    | ScoreReputation
    | Pilgrim
    | Progress
    | Restore
    | ConflictReward
    | Convert
    | Partnership
    | ActivateCity
    | WorkshopReward
    | MachineWorkshop
    | MarketInvention
    | UpgradeInvention
    | ReadyForMachine
    | ScoreInvention
    | HexSlot
    | Choice
    | Optional
    | Opaque
)
Effects = tuple[AnyEffect, ...]
