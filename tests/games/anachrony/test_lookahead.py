"""What may be chosen (AN-7.1.6, AN-7.10.5), compared with the result of choosing it anyway."""

import random
from collections import Counter

import pytest

from engine.clause import Violation
from engine.games.anachrony import placing
from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, CAPITAL_ACTIONS, COLUMNS, WORKERS
from engine.games.anachrony.figures import GOODS
from engine.games.anachrony.items import Turn
from engine.games.anachrony.queries import workers_of
from events.vocabulary import anachrony as events
from tests.games.anachrony.table import PATHS, collapsing, give, in_turn

SPACES = (
    *(f"{action}_{number}" for action in CAPITAL_ACTIONS for number in (1, 2)),
    *("council_right", "trade", "outback_conditioner", "quantum_chameleon", "cloning_vat"),
)
OTHER_ACTION = "cc_research_superproject"  # its Construct is optional: no Research can be chosen for it
LIKED = ("quantum_chameleon", "outback_conditioner", "cloning_vat", "grand_reservoir", "anti_gravity_field")


def drawn(draw):
    """A turn of seat 0 of two, with random tiles, goods and Workers, and some Capital spaces taken."""
    era = draw.randint(1, 7)
    options = {
        "board_side": draw.choice("ab"),
        "leader_edition": draw.choice(("first", "essential")),
        "reservoir_scope": draw.choice(("total", "placement")),
        "chameleon_scope": draw.choice(("board", "tiles")),
    }
    leaders = {"progress": draw.choice(("librarian_cornella", "patron_valerian"))}
    paths = tuple(draw.sample(PATHS, 2))
    position = in_turn(2, era=era, after_impact=era > 4, paths=paths, leaders=leaders, **options)
    state = position.state
    liked = draw.sample(LIKED, len(LIKED))
    for seat in range(2):
        give(position, seat, **{good: draw.choice((0, 0, 1, 2, 4)) for good in GOODS}, focus=draw.randint(1, era))
        give(position, seat, active={name: draw.choice((0, 1, 1, 2)) for name in WORKERS})
        give(position, seat, tired={name: draw.randint(0, 1) for name in WORKERS})
        for row, kind in enumerate(BUILDING_TYPES):
            if draw.random() < 0.4 and liked:
                give(position, seat, tiles={f"{kind}_{draw.randint(1, 2)}": liked.pop()})
            for column in range(COLUMNS):
                if not state.players[seat].spots[row * COLUMNS + column] and draw.random() < 0.4:
                    building = draw.choice([tile for tile in state.unseen[row] if tile])
                    give(position, seat, tiles={f"{kind}_{column + 1}": building})
    give(position, 0, breakthroughs=draw.sample(BREAKTHROUGHS, draw.randint(0, 12)), powered=draw.randint(1, 6))
    if draw.random() < 0.2:
        state.breakthrough_supply = [0] * len(BREAKTHROUGHS)
    state.recruit_pool = [draw.randint(0, 1) for _ in WORKERS]
    for action in CAPITAL_ACTIONS:
        tiles = [name for name, row in state.tables.collapsing.items() if row.action == action and name != OTHER_ACTION]
        for space, tile in zip((f"{action}_1", f"{action}_2"), draw.sample(tiles, 2), strict=True):
            if draw.random() < 0.5:
                give(position, 1, suits=[*state.players[1].suits, space])
            if era > 4:
                collapsing(position, **{space: tile})
    return position


def facts(state, space):
    """The changes if an action is executed by itself, except for the cost of its space."""
    player = state.players[0]
    goods = [getattr(player, good) for good in GOODS] if space == "trade" else []
    workers = [workers_of(player, kind) for kind in range(len(WORKERS))]
    copied = [each.copied for each in player.busy if each.copied]
    return goods, workers, copied, player.spots, state.recruit_pool, state.breakthrough_supply


def comes_to_something(position, event):
    """Whether a placement asks for something, or has a single effect, which happens without asking (AN-6.1.3)."""
    after = position.fork()
    after.when(0, event).accepted()
    asks = bool(after.state.agenda) and not isinstance(after.state.agenda[-1], Turn)
    return asks or facts(after.state, event.space) != facts(position.state, event.space)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 2])
def test_an_action_may_be_chosen_if_something_comes_of_it(seed, monkeypatch):
    """AN-7.1.6, AN-7.10.5, AN-7.1.7, AN-7.1.8: accepted if, and refused only if not, an answer to it can follow."""
    draw, seen = random.Random(seed), Counter()
    for _ in range(900):
        position = drawn(draw)
        for space in SPACES:
            for worker in WORKERS:
                event = events.PlaceWorker(space, worker)
                try:
                    position.rules.apply(position.fork().state, 0, event)
                    able = True
                except Violation as violation:
                    if violation.clause != "AN-7.1.6":
                        continue
                    able = False
                with monkeypatch.context() as patch:
                    for check in ("_is_executable", "_can_act"):
                        patch.setattr(placing, check, lambda *args: True)
                    assert comes_to_something(position, event) == able, event
                seen[space.rsplit("_", 1)[0], able] += 1
    assert {(action, able) for action in CAPITAL_ACTIONS for able in (True, False)} <= set(seen)
    assert {("council", False), ("outback", True), ("quantum", True), ("cloning", True)} <= set(seen)
