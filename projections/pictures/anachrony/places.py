"""Where an action of Anachrony happens: the spots that it concerns, from its fields alone."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.games.anachrony.components import BREAKTHROUGHS, COLUMNS, ROW
from engine.games.anachrony.construct import PRIMARY
from engine.games.anachrony.free_actions import FORCE, LEADER, SUPPLY
from engine.games.anachrony.spaces import ANOMALY_PREFIX, anomaly_spot
from events.vocabulary import anachrony as v

ALWAYS = 2
"""The spaces of a Capital Action that every number of players has."""
OWN = (SUPPLY, FORCE, LEADER)
MAIN_BOARD = ("construct_", "recruit_", "research_", "council_", "mine_", "purify", "trade", "evacuation")


def places(seat: int | None, event: Any) -> Sequence[str]:
    """The keys of the spots that an event of a seat (None for chance) concerns; empty if it has no place."""
    find = _PLACES.get(type(event))
    return find(-1 if seat is None else seat, event) if find else ()


def _space(seat: int, space: str) -> tuple[str, ...]:
    """A space of the main board, or one of a player's own: a spot with an Anomaly, Supply, a tile."""
    if space.startswith(ANOMALY_PREFIX):
        return (f"spot/{seat}/{anomaly_spot(space)}",)
    if space in OWN:
        return (f"own/{seat}/{space}",)
    return (f"space/{space}",) if space.startswith(MAIN_BOARD) else (f"tile/{seat}/{space}",)


def _spots(seat: int, event: Any, number: int) -> tuple[str, ...]:
    first = ROW.get(event.row, 0) * COLUMNS + event.column - 1
    return tuple(f"spot/{seat}/{spot}" for spot in range(first, first + number))


def _breakthroughs(face: str | None) -> tuple[str, ...]:
    """The Breakthroughs in the supply with a shape or an icon."""
    return tuple(f"breakthrough/{n}" for n, each in enumerate(BREAKTHROUGHS) if face in each.split("/"))


def _capital(action: str, number: int = ALWAYS) -> tuple[str, ...]:
    return tuple(f"space/{action}_{space}" for space in range(1, number + 1))


_PLACES: dict[type, Callable[[int, Any], Sequence[str]]] = {
    v.FirstPlayer: lambda seat, event: (f"head/{event.player}",),
    v.EndgameCards: lambda seat, event: tuple(f"condition/{n}" for n in range(len(event.cards))),
    v.RevealSuperproject: lambda seat, event: (f"era/{event.era}",),
    v.RevealBuilding: lambda seat, event: (f"stack/{event.type}",),
    v.AssignPath: lambda seat, event: (f"head/{event.player}",),
    v.AssignPathSide: lambda seat, event: (f"head/{event.player}",),
    v.StartingBreakthrough: lambda seat, event: (f"head/{event.player}",),
    v.DrawRecruitCard: lambda seat, event: ("recruit",),
    v.DrawMineCard: lambda seat, event: ("mine",),
    v.RollParadox: lambda seat, event: (f"track/{event.player}/2", f"era/{event.era}"),
    v.RollResearchDie: lambda seat, event: _breakthroughs(event.face),
    v.RevealCollapsing: lambda seat, event: _capital(event.action, len(event.tiles)),
    v.RandomResource: lambda seat, event: (f"good/{event.player}/{event.resource}",),
    v.ChoosePath: lambda seat, event: (f"head/{seat}",),
    v.ChooseLeader: lambda seat, event: (f"head/{seat}",),
    v.HydrocoreExchange: lambda seat, event: (f"good/{seat}/water", f"good/{seat}/energy_core"),
    v.PowerUp: lambda seat, event: (f"suits/{seat}",),
    v.ChooseWarp: lambda seat, event: (f"warp/{seat}",),
    v.RetrieveWarp: lambda seat, event: (f"warp/{seat}",) if event.tile else (),
    v.ReturnWarp: lambda seat, event: (f"warp/{seat}",) if event.tile else (),
    v.AnomalyWarp: lambda seat, event: (f"warp/{seat}",) if event.tile else (),
    v.PlaceWorker: lambda seat, event: _space(seat, event.space),
    v.FreeAction: lambda seat, event: _space(seat, event.space),
    v.ConstructBuilding: lambda seat, event: (f"{'stack' if event.pile == PRIMARY else 'beside'}/{event.stack}",),
    v.ConstructSuperproject: lambda seat, event: _spots(seat, event, 2),
    v.RecruitWorker: lambda seat, event: ("recruit",),
    v.SetResearchDie: lambda seat, event: _breakthroughs(event.face),
    v.SetSecondDie: lambda seat, event: _breakthroughs(event.face),
    v.ChooseIcon: lambda seat, event: _breakthroughs(event.icon),
    v.CopyCapitalAction: lambda seat, event: _capital(event.action),
    v.MineTake: lambda seat, event: ("mine",),
    v.TradeGoods: lambda seat, event: ("space/trade",),
    v.TimeTravel: lambda seat, event: (f"era/{event.era}",) if event.era else (),
    v.CopyWorkerSpace: lambda seat, event: _space(event.owner, event.space),
    v.CloneWorker: lambda seat, event: (f"workers/{seat}/Tired",),
    v.ReturnParadox: lambda seat, event: (f"track/{seat}/2",),
    v.AnomalyOrBuilding: lambda seat, event: (f"tile/{seat}/{event.building}",) if event.building else (),
    v.PlaceAnomaly: lambda seat, event: _spots(seat, event, 1),
    v.CleanUpAbility: lambda seat, event: (f"head/{seat}",),
}
