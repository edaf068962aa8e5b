"""Placing a landscape: TM-7.14.1 to TM-7.14.6, and its immediate gains."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.clause import Violation
from engine.games.terra_mystica.components import LANDSCAPE, LANDSCAPES
from engine.games.terra_mystica.figures import affords, pay
from engine.games.terra_mystica.offers import make_offers
from engine.games.terra_mystica.rewards import build_vp, step_ship
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.games.terra_mystica.towns import check_town
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import Transform

PLACED_OTHERWISE = ("gate_of_chaos", "coral_reef")
WORKSHOP_CHOICES: tuple[tuple[str, ...], ...] = ((), ("shipping",), ("exchange",), ("shipping", "exchange"))


def may_place(state: State, player: Player) -> bool:
    """TM-7.14.1, TM-7.14.6: whether the faction has a landscape left, and has built the structures it requires."""
    if not state.options.landscapes or player.landscape != NOBODY or player.faction not in LANDSCAPES:
        return False
    needed = Counter(LANDSCAPES[player.faction].requires)
    return all(player.built[kind] >= n for kind, n in needed.items())


def may_place_by_transform(state: State, player: Player) -> bool:
    """TM-7.14.2: whether a transform to the home terrain could place it: not in phase 3, and not the two exceptions."""
    return (
        state.phase == "action" and may_place(state, player) and LANDSCAPES[player.faction].id not in PLACED_OTHERWISE
    )


def with_landscape(state: State, player: Player, event: Transform) -> Iterator[Transform]:
    """The ways to place the landscape by a transform to the home terrain: TM-7.14.2, TM-7.14.9."""
    for tracks in WORKSHOP_CHOICES if player.faction == "alchemists" else ((),):
        if not tracks or _workshop_can(player, tracks):
            yield Transform(event.hex, event.terrain, event.spades, landscape=True, workshop=tracks)


def check_placing(state: State, player: Player, event: Transform, *, home: bool) -> None:
    """The landscape of a transform. Raises Violation TM-7.14.1, TM-7.14.2, TM-7.14.6 or TM-7.14.9."""
    if event.workshop and not event.landscape:
        raise Violation("TM-7.14.9", workshop=event.workshop, landscape=False)
    if not event.landscape:
        return
    if not state.options.landscapes or player.landscape != NOBODY or player.faction not in LANDSCAPES:
        raise Violation("TM-7.14.1", option=state.options.landscapes, placed=player.landscape != NOBODY)
    landscape = LANDSCAPES[player.faction]
    if state.phase != "action" or not home or landscape.id in PLACED_OTHERWISE:
        raise Violation("TM-7.14.2", landscape=landscape.id, phase=state.phase, to_home_terrain=home)
    if not may_place(state, player):
        raise Violation("TM-7.14.6", landscape=landscape.id, requires=landscape.requires)
    if event.workshop and (
        landscape.id != "dim_workshop"
        or event.workshop not in WORKSHOP_CHOICES
        or not _workshop_can(player, event.workshop)
    ):
        raise Violation("TM-7.14.9", workshop=event.workshop, coins=player.coin, workers=player.worker)


def put_landscape(book: Book, state: State, player: Player, h: int, workshop: Sequence[str] = ()) -> None:
    """TM-6.10, TM-7.14.3: offers, the landscape on its hex, what it gives at once, the check of towns."""
    make_offers(book, state, player, h)
    player.hexes.append(h)
    player.landscape = h
    state.owner[h] = player.seat
    state.kind[h] = LANDSCAPE  # TM-7.14.4; TM-11.13: it is a structure
    name = LANDSCAPES[player.faction].id
    if name == "camp":
        build_vp(book, state, player, "dwelling")  # TM-7.14.10
    elif name == "cave_of_wisdom" and player.exchange < player.rules.exchange.max:
        _step_exchange(book, player)  # TM-7.14.18
    _work(book, player, workshop)
    check_town(state, player, h)


def _workshop_cost(player: Player, tracks: Sequence[str]) -> dict[str, int]:
    """TM-7.14.9: what the steps cost, without the priest."""
    total = {"coin": 0, "worker": 0}
    for track in tracks:
        cost = player.rules.shipping.cost if track == "shipping" else player.rules.exchange.cost
        for what in total:
            total[what] += cost.get(what, 0)
    return total


def _workshop_can(player: Player, tracks: Sequence[str]) -> bool:
    rules = player.rules
    room = {"shipping": player.shipping < rules.shipping.max, "exchange": player.exchange < rules.exchange.max}
    return all(room[track] for track in tracks) and affords(player, _workshop_cost(player, tracks))


def _work(book: Book, player: Player, tracks: Sequence[str]) -> None:
    """TM-7.14.9: the steps of the Dim Workshop, with the usual VP."""
    pay(book, player, _workshop_cost(player, tracks), "landscape")
    for track in tracks:
        if track == "shipping":
            step_ship(book, player)
        else:
            _step_exchange(book, player)


def _step_exchange(book: Book, player: Player) -> None:
    player.exchange += 1
    enter(book, player, "vp", player.rules.exchange.vp, "exchange")
