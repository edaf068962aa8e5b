"""What requests of the Action phase leave (AN-16.31, AN-16.32), as events: what answers each awaited item."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.games.anachrony import items
from engine.games.anachrony.readings import _bga_anomalies as anomalies
from engine.games.anachrony.readings import _bga_capital as capital
from engine.games.anachrony.readings import _bga_gains as gains
from engine.games.anachrony.readings import _bga_heads as heads
from engine.games.anachrony.readings._bga_branch import Branch, Option

FOLLOW_UPS: dict[type, Callable[[Branch, Any], Iterator[Option]]] = {
    items.Turn: heads.turn,
    items.Nested: heads.nested,
    items.Constructing: capital.construct,
    items.Recruiting: capital.recruit,
    items.CapitalCopy: capital.copy_capital,
    items.DieToSet: capital.set_die,
    items.SecondDie: capital.second_die,
    items.IconAsked: capital.icon,
    items.RerollAsked: capital.reroll,
    items.ResearchRolled: capital.roll,
    items.Mining: gains.mine,
    items.Trading: gains.trade,
    items.Travelling: gains.travel,
    items.Retrieving: gains.retrieve,
    items.Returning: gains.give_back,
    items.GainAsked: gains.gain,
    items.SpaceCopy: gains.copy_space,
    items.Cloning: gains.clone,
    items.TokensBack: gains.tokens_back,
    items.AnomalyTileBack: anomalies.anomaly_tile,
    items.BuildingLoss: anomalies.anomaly_or_building,
    items.AnomalySpot: anomalies.anomaly_spot,
}
