"""The main board of Anachrony: spaces and their occupants, the pools, the stacks of buildings."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, WORKERS
from engine.games.anachrony.state import State
from projections.pictures.anachrony.look import breakthrough, cube, hexagon, suit, worker
from projections.pictures.anachrony.wording import does, lasting, name_of, spelt
from projections.pictures.pen import box, fitted, flow, label, length, moved, title
from projections.pictures.sheet import Spot

HEIGHT = 312.0
SPACES, POOLS, STACKS = 0.0, 566.0, 788.0
WIDTHS = (554.0, 210.0, 412.0)
GROUPS = (
    ("Construct", ("construct_1", "construct_2", "construct_3")),
    ("Recruit", ("recruit_1", "recruit_2", "recruit_3")),
    ("Research", ("research_1", "research_2", "research_3")),
    ("World Council", ("council_left", "council_right")),
    ("Mine Resource", ("mine_1", "mine_2", "mine_3")),
)
OPEN = (("purify", "Purify Water"), ("trade", "Trade with Nomads"), ("evacuation", "Evacuation"))
Standing = tuple[tuple[int, str], ...]


def board(state: State, y: float) -> Iterator[Spot | str]:
    """The main board in three panels."""
    yield box(SPACES, y, WIDTHS[0], HEIGHT, "panel")
    for row, (name, spaces) in enumerate(GROUPS):
        top = y + 10 + row * 42
        yield label(12, top + 24, name, "b")
        for column, space in enumerate(spaces):
            if state.tables.spaces[space].min_players <= len(state.players):
                yield _hex(space, *_on(state, space), standing(state, space), 118.0 + column * 144, top)
    for column, (space, name) in enumerate(OPEN):
        is_open = state.after_impact or not state.tables.spaces[space].after_impact
        left = tuple(state.evacuated) if space == "evacuation" else ()
        yield _open(space, name, is_open, standing(state, space), left, 12.0 + column * 178, y + 224)
    yield from _pools(state, y)
    yield from _stacks(state, y)


def standing(state: State, space: str) -> Standing:
    """The suits on a space: seat and Worker (empty for an empty suit)."""
    found = []
    for player in state.players:
        workers = [each.worker for each in player.busy if each.space == space]
        found += [(player.seat, kind) for kind in workers]
        found += [(player.seat, "")] * (player.suits.count(space) - len(workers))
    return tuple(found)


def _on(state: State, space: str) -> tuple[bool, str, str]:
    """Whether a tile closes a hex, the text on it, and the cube that lies there."""
    down, tile = space in state.face_down, state.collapsing.get(space)
    water = state.tables.spaces[space].cost[state.after_impact].get("water", 0)
    words = "face down" if down else spelt(tile.split("_", 2)[2]) if tile else f"{water} Water" if water else "free"
    bonus = space.startswith("mine") and state.mine_bonus[int(space[-1]) - 1]
    return down, words, next(iter(state.tables.spaces[space].bonus)) if bonus else ""


@lru_cache(maxsize=4096)
def _hex(space: str, down: bool, words: str, bonus: str, there: Standing, x: float, y: float) -> Spot:
    """A hex with its cost or tile, and the suit on it."""
    drawn = [title(spelt(space)), moved(x + 19, y + 19, [hexagon(18, "gone" if down else "card")])]
    drawn.append(
        label(x + 41, y + 23, "" if words == "free" else fitted(words, 66 if bonus else 102, 11), "small soft")
    )
    drawn += [suit(x + 19, y + 19, *each) for each in there]
    if bonus:
        drawn.append(cube(x + 110, y + 10, bonus))
    return Spot(f"space/{space}", "".join(drawn), moved(x + 19, y + 19, [hexagon(22, "just")]))


@lru_cache(maxsize=4096)
def _open(space: str, name: str, is_open: bool, there: Standing, left: tuple[int, ...], x: float, y: float) -> Spot:
    """A space without a limit: all suits on it, in rows; for the Evacuation also who has left, in order."""
    drawn = [box(x, y, 172, 78, "card" if is_open else "gone"), label(x + 9, y + 17, name, "b")]
    pieces = [*((seat, kind) for seat, kind in there), *((seat, "") for seat in left)]
    step = min(28.0, 148 / max(1, (len(pieces) + 1) // 2))
    drawn += [suit(x + 20 + n // 2 * step, y + 36 + n % 2 * 27, *each, size=13) for n, each in enumerate(pieces)]
    if left:
        drawn.append(title(", ".join(f"evacuated no. {n}: seat {seat + 1}" for n, seat in enumerate(left, 1))))
    return Spot(f"space/{space}", "".join(drawn), box(x - 2, y - 2, 176, 82, "just"))


def _pools(state: State, y: float) -> Iterator[Spot | str]:
    """Recruit pool, Mine pool, Endgame cards, and the supply of Breakthroughs."""
    x, wide = POOLS, WIDTHS[1]
    yield box(x, y, wide, HEIGHT, "panel") + label(x + 12, y + 28, "Recruit", "b")
    pool = zip(WORKERS, state.recruit_pool, strict=True)
    workers = "".join(worker(x + 84 + n * 30, y + 23, kind, number) for n, (kind, number) in enumerate(pool))
    yield Spot("recruit", workers, box(x + 68, y + 8, 124, 30, "just"))
    yield label(x + 12, y + 62, "Mine", "b")
    cubes = "".join(cube(x + 75 + n * 21, y + 49, good) for n, good in enumerate(state.mine_pool[:6]))
    yield Spot("mine", cubes, box(x + 69, y + 44, 124, 27, "just"))
    yield label(x + 12, y + 94, "Endgame Conditions", "b")
    cards = [spelt(card.removeprefix("eg_")) for card in state.endgame_cards]
    for n in range(5):
        yield label(x + 18, y + 112 + n * 15, cards[n] if n < len(cards) else "", "small")
    yield label(x + 12, y + 202, f"Anomalies left: {state.anomaly_supply}", "small")
    yield label(x + 12, y + 222, "Breakthroughs left", "b")
    for number in range(len(BREAKTHROUGHS)):
        shape, icon = divmod(number, 5)
        at = x + 20 + icon * 38, y + 243 + shape * 25
        left = state.breakthrough_supply[number]
        yield _left(number, left, *at)


@lru_cache(maxsize=512)
def _left(number: int, left: int, x: float, y: float) -> Spot:
    drawn = breakthrough(x, y, number, 1) + label(x + 11, y + 4, f"×{left}", "tiny")
    return Spot(f"breakthrough/{number}", drawn, box(x - 11, y - 11, 39, 23, "just"))


def _stacks(state: State, y: float) -> Iterator[Spot | str]:
    """The stacks of buildings: the visible top, how many lie below, the secondary stack next to it."""
    x, wide = STACKS, WIDTHS[2]
    yield box(x, y, wide, HEIGHT, "panel")
    for row, kind in enumerate(BUILDING_TYPES):
        top = y + 8 + row * 75
        below = len(state.unseen[row]) + len(state.returned[row]) if state.unseen else 0
        yield label(x + 12, top + 15, spelt(kind).title(), "b")
        tile = state.primary[row]
        rules = state.tables.tiles[tile] if tile else None
        effect = (does(rules) or lasting(rules)) if rules else ""
        head = f"{name_of(state, tile)}: {rules.vp} VP" if rules else "none"
        yield _top(kind, head, effect, below, x + 12, top + 20)
        names = tuple(name_of(state, each) for each in state.secondary[row]) if state.secondary else ()
        yield _beside(kind, names, x + 172, top + 20)


@lru_cache(maxsize=4096)
def _top(kind: str, head: str, effect: str, below: int, x: float, y: float) -> Spot:
    drawn = [box(x, y, 152, 48, "gone" if head == "none" else "card"), label(x + 7, y + 15, head, "b small")]
    drawn.append(label(x + 7, y + 29, fitted(effect, 140, 10), "tiny"))
    drawn.append(label(x + 7, y + 43, f"{below} below", "tiny soft"))
    return Spot(f"stack/{kind}", "".join(drawn), box(x - 3, y - 3, 158, 54, "just"))


@lru_cache(maxsize=4096)
def _beside(kind: str, names: tuple[str, ...], x: float, y: float) -> Spot:
    sizes = [(length(name, 10) + 10, 16.0) for name in names]
    places, height = flow(sizes, 230, 4)
    while height > 52:
        sizes.pop()
        places, height = flow(sizes, 230, 4)
    drawn = [
        box(x + dx, y + dy, wide, 16, "card", 3) + label(x + dx + 5, y + dy + 12, names[n], "tiny")
        for n, ((dx, dy), (wide, _)) in enumerate(zip(places, sizes, strict=True))
    ]
    if not names:
        drawn = [label(x, y + 12, "no secondary stack", "tiny soft")]
    elif len(sizes) < len(names):
        drawn.append(label(x + 180, y + 64, f"and {len(names) - len(sizes)} more", "tiny soft"))
    return Spot(f"beside/{kind}", "".join(drawn), box(x - 3, y - 3, 236, 60, "just"))
