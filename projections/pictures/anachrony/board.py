"""The main board of Anachrony: spaces with what they cost and who stands there, and the two pools."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.anachrony.components import WORKERS
from engine.games.anachrony.state import State
from projections.pictures.anachrony.look import LEFT, RIGHT, chip, folded, headline, hexagon, suit, worker
from projections.pictures.anachrony.wording import in_short, spelt
from projections.pictures.kept import kept
from projections.pictures.pen import box, circle, label, middle, moved, title
from projections.pictures.sheet import COLUMN, Part, Spot
from projections.pictures.words import MINUS

TOP, ROW, POOL_ROW = 26.0, 62.0, 37.0
LINES = 3
"""The lines beside a hex."""
GROUPS = (
    ("Construct", ("construct_1", "construct_2", "construct_3")),
    ("Recruit", ("recruit_1", "recruit_2", "recruit_3")),
    ("Research", ("research_1", "research_2", "research_3")),
    ("World Council", ("council_left", "council_right")),
    ("Mine Resource", ("mine_1", "mine_2", "mine_3")),
)
POOLS = (("purify", "Purify Water"), ("trade", "Trade with Nomads"), ("evacuation", "Evacuation"))
COUNCIL = {"council_left": "First Player, and copy an action", "council_right": "copy an action"}
MOST_CUBES = 5
HEIGHT = TOP + len(GROUPS) * ROW + len(POOLS) * POOL_ROW + 2
Standing = tuple[tuple[int, str], ...]


def _shows(state: State) -> tuple[object, ...]:
    """All that the main board shows."""
    closed = state.face_down, state.collapsing, state.after_impact, state.evacuated
    return state.key, len(state.players), occupied(state), closed, state.mine_bonus, state.recruit_pool, state.mine_pool


@kept(_shows)
def board(state: State) -> Part:
    """The main board; its spaces are those of the number of players."""
    return Part("board", "Main board", list(_elements(state)), HEIGHT)


def _elements(state: State) -> Iterator[Spot | str]:
    yield _GROUND
    there = occupied(state)
    for row, (name, spaces) in enumerate(GROUPS):
        known = [each for each in spaces if state.tables.spaces[each].min_players <= len(state.players)]
        top, room = TOP + row * ROW, (RIGHT - LEFT) / len(known)
        for column, space in enumerate(known):
            yield _hex(space, *_on(state, space), there.get(space, ()), LEFT + column * room, top + 20, room)
        if name == "Recruit":
            yield _recruit_pool(tuple(state.recruit_pool), top)
        if name == "Mine Resource":
            yield _mine_pool(tuple(state.mine_pool), top)
    for row, (space, name) in enumerate(POOLS):
        is_open = state.after_impact or not state.tables.spaces[space].after_impact
        yield _pool(space, name, _about(state, space), is_open, there.get(space, ()), row)


_GROUND = (
    box(0, 0, COLUMN, HEIGHT, "panel")
    + headline("Main board")
    + "".join(label(LEFT, TOP + row * ROW + 14, name, "b") for row, (name, _) in enumerate(GROUPS))
)


def occupied(state: State) -> dict[str, Standing]:
    """The suits on each occupied space: seat and Worker (empty for an empty suit)."""
    found: dict[str, Standing] = {}
    for player in state.players:
        inside: dict[str, list[str]] = {space: [] for space in player.suits}
        for each in player.busy:
            if each.space in inside:
                inside[each.space].append(each.worker)
        for space, workers in inside.items():
            empty = [""] * (player.suits.count(space) - len(workers))
            found[space] = (*found.get(space, ()), *[(player.seat, kind) for kind in (*workers, *empty)])
    return found


def _on(state: State, space: str) -> tuple[bool, str, str, str]:
    """Whether a tile closes a hex, its cost, what it does besides its action, and the cube that lies there."""
    row, down, tile = state.tables.spaces[space], space in state.face_down, state.collapsing.get(space)
    water = row.cost[state.after_impact].get("water", 0)
    words = in_short(state.tables.collapsing[tile].effects) if tile and not down else COUNCIL.get(space, "")
    bonus = space.startswith("mine") and state.mine_bonus[int(space[-1]) - 1]
    return down, f"{water}W" if water else "", "closed" if down else words, next(iter(row.bonus)) if bonus else ""


@lru_cache(maxsize=4096)
def _hex(
    space: str, down: bool, cost: str, words: str, bonus: str, there: Standing, x: float, y: float, room: float
) -> Spot:
    """A hex with the suit on it, or else its cost; beside it what else it brings."""
    drawn = [title(spelt(space)), moved(x + 19, y + 21, [hexagon(20, "gone" if down else "card")])]
    drawn.append(middle(x + 19, y + 26, "" if there else "×" if down else cost, "soft"))
    beside = folded(words, room - 44, LINES)
    top = y + 26 - 7.5 * (len(beside) - 1)
    drawn += [label(x + 42, top + n * 15, line, "soft") for n, line in enumerate(beside)]
    drawn += [suit(x + 19, y + 21, *each, size=16) for each in there]
    if bonus:
        drawn.append(chip(x + 46, y + 11, bonus))
    return Spot(f"space/{space}", "".join(drawn), moved(x + 19, y + 21, [hexagon(24, "just")]))


@lru_cache(maxsize=512)
def _recruit_pool(pool: tuple[int, ...], y: float) -> Spot:
    """The Workers that can be recruited."""
    held = zip(WORKERS, pool, strict=True)
    drawn = [label(190, y + 15, "pool", "soft")]
    drawn += [worker(238 + n * 30, y + 11, kind, number) for n, (kind, number) in enumerate(held)]
    return Spot("recruit", "".join(drawn), box(222, y - 3, 122, 28, "just"))


@lru_cache(maxsize=512)
def _mine_pool(pool: tuple[str, ...], y: float) -> Spot:
    """The cubes that can be taken."""
    drawn = [label(190, y + 15, "pool", "soft")]
    drawn += [chip(227 + n * 23, y, good) for n, good in enumerate(pool[:MOST_CUBES])]
    return Spot("mine", "".join(drawn), box(223, y - 4, 121, 28, "just"))


def _about(state: State, space: str) -> str:
    """What a space without a limit brings, in short."""
    if space == "purify":
        return "3W, 4W for S"
    if space == "trade":
        return "one exchange"
    if not state.after_impact:
        return "after the Impact"
    if state.evacuated:
        return f"left: {', '.join(str(seat + 1) for seat in state.evacuated)}"
    slot = state.tables.per_players[len(state.players)].minus3_evacuation_slot
    return f"no. {slot}: {MINUS}{state.tables.all.evacuation_limits.last_slot_penalty} VP"


@lru_cache(maxsize=4096)
def _pool(space: str, name: str, words: str, is_open: bool, there: Standing, row: int) -> Spot:
    """A space without a limit: all suits on it."""
    y = TOP + len(GROUPS) * ROW + row * POOL_ROW
    drawn = [box(4, y, COLUMN - 8, POOL_ROW - 4, "card" if is_open else "gone"), label(LEFT, y + 14, name, "b")]
    drawn.append(label(LEFT, y + 28, words, "soft"))
    left, room = 182.0, RIGHT - 196
    step = min(30.0, room / max(1, len(there) - 1))
    drawn += [suit(left + n * step, y + 16.5, *each) for n, each in enumerate(there)]
    if not there and is_open:
        drawn.append(circle(left, y + 16.5, 13, "gone"))
    return Spot(f"space/{space}", "".join(drawn), box(2, y - 2, COLUMN - 4, POOL_ROW, "just"))
