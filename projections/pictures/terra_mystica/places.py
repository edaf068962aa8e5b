"""Where in the picture an event of Terra Mystica takes place: the keys of the spots that it concerns.

They follow from the event and its seat alone; a page marks them when one points at an action.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.games.terra_mystica.components import BONUS_CARDS, COMPONENTS, CULTS, FAVOR_TILES, GAME
from events.vocabulary import terra_mystica as tm

_GOODS = {"coin": "coins", "worker": "workers", "priest": "priests", "key": "keys"}
_ON_CARDS = {card.action for card in BONUS_CARDS.values() if card.action}
_ON_TILES = {tile.action: name for name, tile in FAVOR_TILES.items() if tile.action}
Keys = Iterator[str]


def places(seat: int | None, event: Any) -> Sequence[str]:
    """The spots of an event of a seat (None: of chance); none if it has no place, such as the end of a turn."""
    find = _PLACES.get(type(event))
    return () if find is None else tuple(dict.fromkeys(find(seat, event)))


def _fixed(*keys: str) -> Callable[[int | None, Any], Keys]:
    """Places that depend on the seat only, which stands for {}."""
    return lambda seat, event: (key.format(seat) for key in keys)


def _good(seat: int | None, name: str) -> str:
    """Where a player's stock of a resource stands."""
    if name in ("power", "power_token"):
        return f"bowls/{seat}"
    return f"vp/{seat}" if name == "vp" else f"figure/{seat}/{_GOODS[name]}"


def _hex(seat: int | None, event: Any) -> Keys:
    yield f"hex/{event.hex}"


def _bridge(seat: int | None, event: tm.PlaceBridge) -> Keys:
    yield from (f"hex/{event.hex}", f"hex/{event.hex2}")


def _upgrade(seat: int | None, event: tm.UpgradeStructure) -> Keys:
    yield from (f"hex/{event.hex}", f"built/{seat}/{event.to}")


def _converted(seat: int | None, event: tm.Convert) -> Keys:
    yield from (_good(seat, event.give), _good(seat, event.get))


def _cult(seat: int | None, event: tm.ChooseCultStep | tm.LoseCult) -> Keys:
    yield f"cult/{CULTS.index(event.cult)}/{seat}"


def _priest(seat: int | None, event: tm.SendPriest) -> Keys:
    """The orders with these steps, and the marker that they move."""
    track = CULTS.index(event.cult)
    for place, steps in enumerate(COMPONENTS.cult[track].order_spaces):
        if steps == event.space:
            yield f"order/{track}/{place}"
    yield f"cult/{track}/{seat}"


def _special(seat: int | None, event: tm.SpecialAction) -> Keys:
    """The card, tile or faction's action itself."""
    if event.action in _ON_CARDS:
        yield f"own/card/{seat}"
    elif event.action in _ON_TILES:
        yield f"own/favor/{_ON_TILES[event.action]}/{seat}"
    else:
        yield f"own/{event.action}/{seat}"


def _pass(seat: int | None, event: tm.Pass) -> Keys:
    yield f"own/card/{seat}"
    if event.bonus_card is not None:
        yield f"card/{event.bonus_card}"


def _intro(seat: int | None, event: tm.IntroPosition) -> Keys:
    yield from (f"hex/{name}" for name in event.dwellings)


def _scoring(seat: int | None, event: tm.DrawScoringTiles) -> Keys:
    yield from (f"scoring/{number}" for number in range(1, GAME.rounds + 1))


def _boards(seat: int | None, event: tm.DealBoards | tm.DealFactions) -> Keys:
    dealt = event.boards if isinstance(event, tm.DealBoards) else event.factions
    yield from (f"faction/{number}" for number in range(len(dealt)))


_PLACES: dict[type[Any], Callable[[int | None, Any], Keys]] = {
    tm.DrawSeating: _fixed("order"),
    tm.DrawScoringTiles: _scoring,
    tm.DealBoards: _boards,
    tm.DealFactions: _boards,
    tm.DrawFinalScoring: _fixed("final"),
    tm.DrawAuctionOrder: _fixed("order"),
    tm.IntroPosition: _intro,
    tm.ChooseFaction: _fixed("faction/{}"),
    tm.ChooseSide: _fixed("faction/{}"),
    tm.NominateFaction: _fixed("faction/{}"),
    tm.Bid: lambda seat, event: iter((f"lot/{event.faction}",)),
    tm.ChooseHomeTerrain: _fixed("faction/{}"),
    tm.PlaceInitialDwelling: _hex,
    tm.ChooseInitialBonusCard: lambda seat, event: iter((f"card/{event.card}",)),
    tm.Convert: _converted,
    tm.BurnPower: _fixed("bowls/{}"),
    tm.FoundMermaidTown: lambda seat, event: iter((f"hex/{event.river}",)),
    tm.OrdainPriests: _fixed("figure/{}/workers", "figure/{}/priests"),
    tm.Dig: _fixed("level/{}/spade"),
    tm.Transform: _hex,
    tm.PlaceLandscape: _hex,
    tm.BuildDwelling: _hex,
    tm.AdvanceShipping: _fixed("level/{}/shipping"),
    tm.AdvanceExchange: _fixed("level/{}/spade"),
    tm.UpgradeStructure: _upgrade,
    tm.SendPriest: _priest,
    tm.PowerAction: lambda seat, event: iter((f"action/{event.action}",)),
    tm.SpecialAction: _special,
    tm.Pass: _pass,
    tm.ChooseFavorTile: lambda seat, event: iter((f"favor/{event.tile}",)),
    tm.ChooseTownTile: lambda seat, event: iter((f"town/{event.tile}",)),
    tm.ChooseCultStep: _cult,
    tm.LoseCult: _cult,
    tm.BuyToken: _fixed("bowls/{}"),
    tm.UnlockTerrain: _fixed("own/lands/{}"),
    tm.TakePriest: _fixed("figure/{}/priests"),
    tm.PlaceBridge: _bridge,
    tm.AcceptPower: lambda seat, event: iter((f"offer/{event.offer}", f"bowls/{seat}")),
    tm.DeclinePower: lambda seat, event: iter((f"offer/{event.offer}",)),
    tm.DropPlayer: lambda seat, event: iter((f"faction/{event.player}",)),
    tm.AdjustResources: lambda seat, event: iter((_good(seat, event.resource),)),
    tm.TakeUnofferedPower: _fixed("bowls/{}"),
}
"""Where the events of each kind take place; the cards of a draw, a follow-up forgone and the end of a turn nowhere."""
