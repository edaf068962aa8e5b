"""Inventions: committing to those of the market (DA-7.42, DA-7.43, DA-7.78)."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from engine.chance import Outcome
from engine.clause import Violation
from engine.games.daitoshi.actions import ActionRule, Need, action
from engine.games.daitoshi.components import INVENTION_COST, QUALITIES, Invention
from engine.games.daitoshi.figures import check_wealth, pay
from engine.games.daitoshi.items import Context, Install, InventionAsked, Refill
from engine.games.daitoshi.resolving import ask, deeper, effect, question, resolve, step
from engine.games.daitoshi.state import Player, State
from engine.games.daitoshi.tiles import draw, drawn_tile, left
from engine.ledger import Book, enter
from events.vocabulary.daitoshi import ChooseInvention, CommitInventions, MarketRefilled, Pick
from events.vocabulary.daitoshi.effects import Effects, MarketInvention, Vp

MOST_PICKS = 2
IMMEDIATE = Context("commit_immediate")


def rewards(invention: Invention) -> Effects:
    """DA-3.13: the three columns of a tile, once each."""
    return (*invention.left, *invention.centre, Vp(invention.vp))


def quality_in_market(state: State, tile: str) -> str | None:
    """The quality of a tile of the market, None if it is not there."""
    row = state.catalogue.invention.get(tile)
    return row.quality if row is not None and tile in state.market.get(row.quality, ()) else None


def empty_floors(player: Player, building: int) -> int:
    """How many floors of a building hold no invention."""
    return sum([slot.tile is None for slot in player.slots[building]])


def check_picks(state: State, player: Player, event: CommitInventions) -> None:
    """DA-7.42: check for one or two different tiles from the market, each with an empty floor in its building."""
    tiles, buildings = [pick.tile for pick in event.picks], [pick.building for pick in event.picks]
    if not 1 <= len(tiles) <= MOST_PICKS or len({*tiles}) < len(tiles):
        raise Violation("DA-7.42", picks=tiles)
    for tile in tiles:
        if quality_in_market(state, tile) is None:
            raise Violation("DA-7.42", tile=tile, market=[each for q in QUALITIES for each in state.market[q]])
    for building in buildings:
        empty = empty_floors(player, building) if 0 <= building < len(player.slots) else 0
        if buildings.count(building) > empty:
            raise Violation("DA-7.42", building=building, empty_floors=empty)


def need_of_picks(state: State, event: CommitInventions) -> Need:
    """DA-7.42: the sum of the costs."""
    cost = 0
    for pick in event.picks:
        cost += INVENTION_COST[quality_in_market(state, pick.tile) or ""]
    return Need("food", cost)


def offered_picks(state: State, player: Player, budget: int) -> Iterator[tuple[dict[str, Any], Need]]:
    """DA-7.42: every choice of one tile, then of two, and of buildings with room for them."""
    room = [empty_floors(player, building) for building in range(len(player.slots))] if budget > 0 else []
    single = [building for building, empty in enumerate(room) if empty]
    if not single:
        return
    for quality in QUALITIES:
        if INVENTION_COST[quality] <= budget:
            need = Need("food", INVENTION_COST[quality])
            for tile in state.market[quality]:
                for building in single:
                    yield {"picks": (Pick(tile, building),)}, need
    market = [(tile, INVENTION_COST[quality]) for quality in QUALITIES for tile in state.market[quality]]
    pairs = [(a, b) for a, b in product(single, repeat=2) if a != b or room[a] > 1]
    for (one, cost), (other, more) in permutations(market, 2):
        if cost + more <= budget:
            need = Need("food", cost + more)
            for first, second in pairs:
                yield {"picks": (Pick(one, first), Pick(other, second))}, need


def commit(book: Book, state: State, player: Player, event: CommitInventions) -> None:
    """DA-7.42: pay; for a single pick, gain its rewards; install; refill."""
    cost = need_of_picks(state, event).cost
    pay(book, player, "food", cost, check_wealth(player, "food", cost, event.pay_wealth), "commit")
    qualities = [quality_in_market(state, pick.tile) or "" for pick in event.picks]
    player.stack.extend(Refill(None, quality) for quality in reversed(qualities))
    if len(event.picks) > 1:
        player.stack.append(Install(event.picks))
        return
    gained = rewards(state.catalogue.invention[event.picks[0].tile])
    if state.options.commit_reward == "before_install":
        player.stack.append(Install(event.picks))
        resolve(book, state, player, gained, IMMEDIATE)
    else:
        install(book, state, player, event.picks)
        resolve(book, state, player, gained, IMMEDIATE)


legal_commits = action(
    ActionRule("commit", "commit", CommitInventions, "food", check_picks, need_of_picks, offered_picks, commit)
)


@step(Install)
def install_step(book: Book, state: State, player: Player, frame: Install) -> bool:
    """DA-7.43: install the tiles as a step."""
    player.stack.pop()
    install(book, state, player, frame.picks)
    return True


def install(book: Book, state: State, player: Player, picks: tuple[Pick, ...]) -> None:
    """DA-7.43: each tile goes to the lowest empty floor of its building, low; the marker stays where it is."""
    for pick in picks:
        quality = quality_in_market(state, pick.tile) or ""
        state.market[quality].remove(pick.tile)
        slot = next(slot for slot in player.slots[pick.building] if slot.tile is None)
        slot.tile, slot.high, slot.ready = pick.tile, False, False
        enter(book, player, "inventions", 1, quality)


@step(Refill)
def refill(book: Book, state: State, player: Player, frame: Refill) -> bool:
    """DA-7.43, DA-11.24: a chance outcome is awaited unless the stack is empty."""
    if left(state, frame.quality):
        return False
    player.stack.pop()
    return True


def refilling(state: State, item: Refill) -> Outcome:
    """DA-8.1: any tile of the stack."""
    return drawn_tile(state, MarketRefilled, item.quality, quality=item.quality)


def market_refilled(book: Book, state: State, player: Player, item: Refill, event: MarketRefilled) -> None:
    """DA-7.43: the tile comes to the market."""
    draw(state, item.quality, (event.tile,), event.defs)
    player.stack.pop()
    state.market[item.quality].append(event.tile)


@effect(MarketInvention)
def market_invention(book: Book, state: State, player: Player, effect: MarketInvention, context: Context) -> bool:
    """DA-7.78: ask for an invention of the market."""
    return ask(book, state, player, InventionAsked(player.seat, effect.quality, context))


def market_answers(state: State, player: Player, item: InventionAsked) -> Iterator[ChooseInvention]:
    """DA-7.78: the market's tiles of that quality."""
    return map(ChooseInvention, state.market[item.quality])


@question(InventionAsked, "DA-7.78", market_answers)
def choose_invention(book: Book, state: State, player: Player, item: InventionAsked, answer: ChooseInvention) -> bool:
    """DA-7.78: gain its rewards; the tile stays."""
    return resolve(book, state, player, rewards(state.catalogue.invention[answer.tile]), deeper(item.context))
