"""A sensible policy for self-play, which looks no further than the next purchase."""

from typing import Any

from engine.games.dice_forge.components import CARDS, CHOICES, COUNTS, KIND, PRICE, RESOURCES, SLOTS, Bundle, bundle
from engine.games.dice_forge.state import Player, State
from events.vocabulary import dice_forge as events


def worth(state: State, seat: int | None, event: Any) -> int:
    """What an action is worth to its player, roughly, in hundredths of a glory point."""
    assert seat is not None
    judge = _JUDGES.get(type(event))
    return judge(state, state.players[seat], event) if judge else 0


def _rates(state: State) -> Bundle:
    """What a unit of gold, sun, moon or glory is worth now: near the end, resources lose their value."""
    left = state.rounds - state.round
    return (45 if left else 5, 150 if left else 40, 140 if left else 40, 100)


def _value(state: State, amounts: Bundle) -> int:
    return sum(rate * n for rate, n in zip(_rates(state), amounts, strict=True))


_SPECIAL = {"mirror": 200, "triple": 260, "ship": 130, "shield": 210, "boar": 20}


def _face_value(state: State, face: str) -> int:
    """What rolling a face is worth."""
    kind = KIND[face]
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    return max(_value(state, amounts) for _, amounts, _ in CHOICES[face, 1])


def _exchange(state: State, face: str, replaced: str) -> int:
    """What it is worth to have one face on a die instead of another for the rest of the game."""
    n = len(state.players)
    rolls = (state.rounds - state.round) * n * COUNTS[n].blessings_per_turn + 1
    return (_face_value(state, face) - _face_value(state, replaced)) * rolls // 6


def _forge(state: State, player: Player, event: events.ForgeFace | events.ShipForge | events.ForgeGranted) -> int:
    cost = PRICE[event.face] * _rates(state)[0] // 2 if isinstance(event, events.ForgeFace) else 0
    return _exchange(state, event.face, event.replaced) - cost


def _feat(state: State, player: Player, event: events.PerformFeat) -> int:
    """The glory of the card and the likely gain from its effect; shards are rarely worth saving for another."""
    card = CARDS[event.card]
    left = state.rounds - state.round
    extra = {
        "blacksmiths_hammer": 90 * left if left > 3 and not player.hammers else 0,
        "blacksmiths_chest": 40 * left if player.chests < 2 else 0,
        "elder": 110 * left,
        "nymph": 200 * left,
        "silver_hind": 150 * left,
        "guardians_owl": 140 * left,
        "great_bear": 100 * left,
        "typhon": 100 * player.forged,
    }.get(event.card, 50 * len(card.effects))
    spent = _value(state, bundle(SLOTS[card.slot].cost)) // 3
    return 100 * card.glory + extra - spent


def _resolve(state: State, player: Player, event: events.ResolveFace) -> int:
    """What is gained within the limits; gold on the hammer counts a little more than gold kept."""
    losing = state.blessing is not None and state.blessing.kind == "minotaur"
    rooms = {
        "gold": player.gold_cap - player.gold,
        "sun": player.sun_cap - player.sun,
        "moon": player.moon_cap - player.moon,
    }
    take = event.take or "gold"
    rate = _rates(state)[RESOURCES.index(take)]
    if losing:
        have = {"gold": player.gold, "sun": player.sun, "moon": player.moon, "glory": player.vp}[take]
        return -rate * min(have, 3)
    base = rate * min(3, rooms.get(take, 3)) if event.take else 0
    late = state.round > state.rounds // 2
    hammer = event.to_hammer * (60 if late or player.gold >= 6 else 30) - min(event.to_hammer, rooms["gold"]) * 45
    return base + hammer + sum(_converted(state, r, n) for r, n in event.convert.items())


def _converted(state: State, resource: str, n: int) -> int:
    """What turning `n` units into glory is worth, compared with keeping them."""
    glory = {"gold": 100, "sun": 200, "moon": 200}[resource]
    return n * (glory - _rates(state)[RESOURCES.index(resource)])


def _reinforce(state: State, player: Player, event: events.UseReinforcement) -> int:
    if event.card == "elder":
        return 400 - 3 * _rates(state)[0]
    return 100 + _resource(state, player, event.resource or "moon") // 10 + event.to_hammer


def _resource(state: State, player: Player, resource: str) -> int:
    """What a unit of a resource is worth if it is not cut off by the limit."""
    full = {
        "gold": player.gold >= player.gold_cap,
        "sun": player.sun >= player.sun_cap,
        "moon": player.moon >= player.moon_cap,
    }
    return 0 if full.get(resource) else _rates(state)[RESOURCES.index(resource)]


def _reward(state: State, player: Player, event: events.BoarReward) -> int:
    return 300 if event.resource == "glory" else _resource(state, player, event.resource)


def _extra(state: State, player: Player, event: events.ExtraAction) -> int:
    """A second action is worth it if enough is left to buy something good."""
    if not event.take:
        return 0
    sun, moon = player.sun - 2, player.moon
    reach = max(
        (
            _feat(state, player, events.PerformFeat(cards[-1]))
            for slot, cards in state.slots.items()
            if cards and bundle(SLOTS[slot].cost)[1] <= sun and bundle(SLOTS[slot].cost)[2] <= moon
        ),
        default=0,
    )
    return reach - 200


def _triton(state: State, player: Player, event: events.UseTriton) -> int:
    """Tokens are kept until the last round, or until shards are lacking for an expensive feat."""
    if state.round < state.rounds or state.step != "action":
        return -1000
    return 250 if event.resource == "moon" else 200 if event.resource == "sun" else 100 + event.to_hammer


_JUDGES: dict[type, Any] = {
    events.ForgeFace: _forge,
    events.ShipForge: _forge,
    events.ForgeGranted: _forge,
    events.PerformFeat: _feat,
    events.ResolveFace: _resolve,
    events.UseReinforcement: _reinforce,
    events.BoarReward: _reward,
    events.ExtraAction: _extra,
    events.UseTriton: _triton,
    events.CopyFace: lambda state, player, event: _face_value(state, event.face),
    events.ChooseSatyrFaces: lambda state, player, event: sum(
        _face_value(state, face) for face in event.faces if face != "none"
    ),
    events.AllocateGold: lambda state, player, event: event.to_hammer if state.round > 4 else -event.to_hammer,
    events.UseCerberus: lambda state, player, event: _repeat(state, player, event),
    events.DraftCard: lambda state, player, event: -len(event.colors),
}


def _repeat(state: State, player: Player, event: events.UseCerberus) -> int:
    """A blessing is repeated if it was a good one, or in the last rounds."""
    receiver = state.blessing.receivers[player.seat] if state.blessing else None
    if not event.use or receiver is None or (state.blessing and state.blessing.kind == "minotaur"):
        return 0
    good = sum(_face_value(state, face) for face in receiver.rolled)
    return good - (100 if state.rounds - state.round < 2 else 350)
