"""The moderator's command for an event in a position (TM-17.1): the inverse of `readings/_snellman_commands`."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from engine.games.terra_mystica.components import (
    BONUS_CARDS,
    BUILDINGS,
    COMPONENTS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SPECIAL_ACTIONS,
    TOWN_TILES,
    WHEEL,
)
from engine.games.terra_mystica.cults import SUPPLY_SPACE
from engine.games.terra_mystica.readings._snellman_codes import GIVEN_UP, RESOURCE_OF, shift_codes
from engine.games.terra_mystica.readings._snellman_lowering import steps_down, tracks_to_the_top
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.terraforming import spades_assumed, spades_in_hand, ways
from events.vocabulary import terra_mystica as events

CULT_CODE = {cult.id: cult.snellman for cult in COMPONENTS.cult}
RESOURCE_CODE = {name: code for code, name in RESOURCE_OF.items()}
COLOR = {terrain.id: terrain.snellman for terrain in COMPONENTS.terrain}
GIVE_UP_CODE = {what: code for code, what in GIVEN_UP.items()}
ACTION_CODE = {name: action.snellman for name, action in (POWER_ACTIONS | SPECIAL_ACTIONS).items()}

_OPTIONAL: dict[type, tuple[str, ...]] = {
    events.ChooseTownTile: ("track_order", "hold_back"),
    events.Pass: ("bonus_card",),
}

Word = Callable[[State, Player, Any], str]


def command(state: State, seat: int, event: Any) -> str:
    """The command for an event of a seat in a position; empty if there is none."""
    kind: Any = type(event)
    word = _WORDS.get(kind)
    if word is None or any(getattr(event, field) != value for field, value in _defaults(kind)):
        return ""
    return word(state, state.players[seat], event)


@cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    """The fields of a kind of event that its command leaves out, with the values assumed for them."""
    written = _OPTIONAL.get(kind, ())
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT and field.name not in written
    )


def faction_code(player: Player) -> str:
    """The name of a player's faction at the site."""
    return FACTIONS[player.faction].snellman


def _convert(state: State, player: Player, event: events.Convert) -> str:
    return f"convert {event.give_n}{RESOURCE_CODE[event.give]} to {event.get_n}{RESOURCE_CODE[event.get]}"


def _transform(state: State, player: Player, event: events.Transform) -> str:
    """The spades are not written: `readings/_snellman_land` takes all of them if that fits, otherwise the short way."""
    h = state.board.numbers.get(event.hex, NOBODY)
    if event.spades and h != NOBODY and state.terrain[h] >= 0 and event.terrain in WHEEL:
        possible = ways(player, state.terrain[h], WHEEL[event.terrain], loose=state.options.loose_dig)
        if event.spades != spades_assumed(state, possible, spades_in_hand(state, player)):
            return ""
    return f"transform {event.hex} to {COLOR[event.terrain]}"


def _send(state: State, player: Player, event: events.SendPriest) -> str:
    best = max(state.order_spaces[CULTS.index(event.cult)], default=SUPPLY_SPACE)
    return f"send p to {CULT_CODE[event.cult]}" + (f" for {event.space}" if event.space != best else "")


def _town_tile(state: State, player: Player, event: events.ChooseTownTile) -> str:
    """TM-17.5.5: a track that must not get the key is stepped down before the tile: TM-11.7."""
    tile = TOWN_TILES[event.tile]
    if event.hold_back:
        return ""
    if player.late_keys and not event.track_order:
        return f"+{tile.snellman}"
    keys = player.key + tile.keys
    able = tracks_to_the_top(state, player, tile)
    chosen = [CULTS.index(cult) for cult in event.track_order]
    if chosen and (len(chosen) != keys or not set(chosen) < set(able) or chosen == able[:keys]):
        return ""
    first = chosen or able[:keys]
    lowered = [(steps_down(player, tile, track), CULTS[track]) for track in able if track not in first]
    return ". ".join([*(f"-{_times(steps)}{CULT_CODE[cult]}" for steps, cult in lowered), f"+{tile.snellman}"])


def _times(n: int) -> str:
    return str(n) if n > 1 else ""


def _cult_step(state: State, player: Player, event: events.ChooseCultStep) -> str:
    steps = player.cult_owed[0] if player.cult_owed else 1
    return f"+{steps if steps > 1 else ''}{CULT_CODE[event.cult]}"


def _forfeit(state: State, player: Player, event: events.Forfeit) -> str:
    """`-SPADE`, `-2BRIDGE`: all that is left."""
    code = GIVE_UP_CODE.get(event.what, "")
    number = {
        "spades": spades_in_hand(state, player),
        "bridge": state.followup.bridges,
        "ordination": player.ordination,
    }.get(event.what, 1)
    return f"-{_times(number)}{code}" if code else ""


def _answer(verb: str) -> Word:
    def word(state: State, player: Player, event: events.AcceptPower | events.DeclinePower) -> str:
        offer = next((offer for offer in state.offers if offer.id == event.offer), None)
        return f"{verb} {offer.amount} from {faction_code(state.players[offer.giver])}" if offer else ""

    return word


def _ordain(state: State, player: Player, event: events.OrdainPriests) -> str:
    """TM-7.8.9: the unused part lapses with the conversion, so the moderator has none to give back."""
    return f"convert {event.n}w to {event.n}p" if event.n else ""


def given_up(state: State, seat: int, event: Any) -> str:
    """The moderator's command in place of an event that has none: ordaining no priests gives up the ordination."""
    if isinstance(event, events.OrdainPriests) and not event.n:
        return f"-{_times(state.players[seat].ordination)}CONVERT_W_TO_P"
    return ""


def _pass(state: State, player: Player, event: events.Pass) -> str:
    return f"pass {BONUS_CARDS[event.bonus_card].snellman}" if event.bonus_card else "pass"


def _adjust(state: State, player: Player, event: events.AdjustResources) -> str:
    code = RESOURCE_CODE.get(event.resource)
    return f"{event.delta:+}{code}" if code else ""


def _unoffered(state: State, player: Player, event: events.TakeUnofferedPower) -> str:
    giver = "" if event.giver is None else f" from {faction_code(state.players[event.giver])}"
    return f"leech {event.power}{giver}"


def _lose_cult(state: State, player: Player, event: events.LoseCult) -> str:
    return f"-{_times(player.loss_owed)}{CULT_CODE[event.cult]}"


def _special(state: State, player: Player, event: events.SpecialAction) -> str:
    return f"action {shift_codes(player).get(event.action) or ACTION_CODE[event.action]}"


_WORDS: dict[type, Word] = {
    events.PlaceInitialDwelling: lambda state, player, event: f"build {event.hex}",
    events.ChooseInitialBonusCard: lambda state, player, event: f"pass {BONUS_CARDS[event.card].snellman}",
    events.Convert: _convert,
    events.BurnPower: lambda state, player, event: f"burn {event.n}",
    events.FoundMermaidTown: lambda state, player, event: f"connect {event.river}",
    events.OrdainPriests: _ordain,
    events.Dig: lambda state, player, event: f"dig {event.n}",
    events.Transform: _transform,
    events.BuildDwelling: lambda state, player, event: f"build {event.hex}",
    events.AdvanceShipping: lambda state, player, event: "advance ship",
    events.AdvanceExchange: lambda state, player, event: "advance dig",
    events.UpgradeStructure: lambda state, player, event: f"upgrade {event.hex} to {BUILDINGS[event.to].snellman}",
    events.SendPriest: _send,
    events.PowerAction: lambda state, player, event: f"action {ACTION_CODE[event.action]}",
    events.SpecialAction: _special,
    events.Pass: _pass,
    events.ChooseFavorTile: lambda state, player, event: f"+{FAVOR_TILES[event.tile].snellman}",
    events.ChooseTownTile: _town_tile,
    events.ChooseCultStep: _cult_step,
    events.PlaceBridge: lambda state, player, event: f"bridge {event.hex}:{event.hex2}",
    events.Forfeit: _forfeit,
    events.AcceptPower: _answer("leech"),
    events.DeclinePower: _answer("decline"),
    events.AdjustResources: _adjust,
    events.TakeUnofferedPower: _unoffered,
    events.LoseCult: _lose_cult,
    events.BuyToken: lambda state, player, event: "gain P3 for VP",
    events.ChooseHomeTerrain: lambda state, player, event: f"pick-color {COLOR[event.terrain]}",
    events.UnlockTerrain: lambda state, player, event: f"unlock-terrain {COLOR[event.terrain]}",
    events.TakePriest: lambda state, player, event: "unlock-terrain gain-priest",
}
