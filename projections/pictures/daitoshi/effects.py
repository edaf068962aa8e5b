"""The effects of Daitoshi in full words; the drawing has shorter ones."""

from collections.abc import Callable, Sequence
from typing import Any

from events.problems import count
from events.vocabulary.daitoshi import effects as kinds

GOODS = {
    "building": ("building material", "building materials"),
    "luxury": ("luxury good", "luxury goods"),
}
TIMES = {1: "", 2: " twice", 3: " three times"}


def counted(number: int, good: str) -> str:
    """A number of something to pay or gain, such as `2 luxury goods`."""
    one, several = GOODS.get(good, (good, good))
    return f"{number} {one if number == 1 else several}"


def in_words(effects: Sequence[kinds.Effect]) -> str:
    """A list of effects."""
    return ", ".join(_WORDS[type(effect)](effect) for effect in effects) or "nothing"


def _times(number: int) -> str:
    return TIMES.get(number, f" {number} times")


def _workers(effect: kinds.Worker) -> str:
    if effect.colour == "any":
        return f"{count(effect.n, 'worker')} of any colour"
    return count(effect.n, f"{effect.colour} worker")


def _steps(effect: kinds.Pilgrim | kinds.Progress) -> str:
    return f"{'up to ' if effect.upto else ''}{count(effect.n, 'step')}"


def _pilgrim(effect: kinds.Pilgrim) -> str:
    one = ", all on one track" if effect.same and effect.n > 1 else ""
    return f"{_steps(effect)} of {'any' if effect.track == 'any' else f'the {effect.track}'} pilgrim{one}"


def _restore(effect: kinds.Restore) -> str:
    reward = f" with its conflict reward{_times(effect.reward)}" if effect.reward else ""
    return f"putting back {count(effect.n, 'hex', 'hexes')} of the record{reward}"


def _convert(effect: kinds.Convert) -> str:
    price = " and ".join(counted(each.n, each.res) for each in effect.cost)
    return f"an exchange of {price} for {in_words(effect.gain)}"


_WORDS: dict[type, Callable[[Any], str]] = {
    kinds.Gain: lambda effect: counted(effect.n, effect.res),
    kinds.Worker: _workers,
    kinds.Vp: lambda effect: f"{effect.n} VP",
    kinds.Water: lambda effect: f"{effect.n} water, which moves the chimney up",
    kinds.Coal: lambda effect: f"{effect.n} coal, which moves the chimney down",
    kinds.Fame: lambda effect: f"{effect.n} fame",
    kinds.Bus: lambda effect: f"{count(effect.n, 'step')} of the Worm-Bus",
    kinds.Reputation: lambda effect: f"reputation +{effect.n}",
    kinds.ScoreReputation: lambda effect: f"the VP of the reputation level{_times(effect.n)}",
    kinds.Pilgrim: _pilgrim,
    kinds.Progress: lambda effect: f"{_steps(effect)} of progress" + (" here" if effect.scope == "this" else ""),
    kinds.Restore: _restore,
    kinds.ConflictReward: lambda effect: f"the conflict reward of a hex of the record{_times(effect.n)}",
    kinds.Convert: _convert,
    kinds.Partnership: lambda effect: f"a banner in {'any' if effect.where == 'any' else 'this'} city",
    kinds.ActivateCity: lambda effect: f"the effect of {'this' if effect.where == 'here' else 'another'} city",
    kinds.WorkshopReward: lambda effect: "what a workshop of the district gives",
    kinds.MachineWorkshop: lambda effect: "what the mega-machine's workshop gives",
    kinds.MarketInvention: lambda effect: f"what one {effect.quality} invention on the market gives",
    kinds.UpgradeInvention: lambda effect: f"an upgrade of {'any' if effect.scope == 'any' else 'this'} invention",
    kinds.ReadyForMachine: lambda effect: "readiness of this invention for the mega-machine",
    kinds.ScoreInvention: lambda effect: f"the VP of this invention{_times(effect.n)}",
    kinds.HexSlot: lambda effect: f"the conflict reward of its hex {effect.slot}",
    kinds.Choice: lambda effect: " or ".join(in_words(option) for option in effect.options),
    kinds.Optional: lambda effect: f"{in_words(effect.do)} if wanted",
    kinds.Opaque: lambda effect: "something unknown",
}
