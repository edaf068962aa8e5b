"""Self-played games of Anachrony at a table of the platform's own program: the same chance, the same decisions."""

import itertools
from collections import Counter
from random import Random
from typing import Any

from anachrony_program import END, Program
from anachrony_requests import Feeder
from anachrony_steps import GOODS, Step, Stuck
from platform_program import Refused

from engine.games.anachrony import items
from engine.games.anachrony.components import BREAKTHROUGH, BUILDING_TYPES, CAPITAL_ACTIONS, RESOURCES, TUG, WORKERS
from engine.games.anachrony.council import stray_tiles
from engine.games.anachrony.options import VERSION
from engine.games.anachrony.queries import is_full, owns
from engine.games.anachrony.state import State
from engine.replay import Replay
from engine.rules import ruleset
from engine.selfplay import seats_of
from engine.snapshot import fork
from events.log.record import Header
from events.vocabulary import anachrony as v

RULES = ruleset("anachrony")
LUCK = 0.2
"""The share of decisions that are drawn instead of chosen by the sensible policy."""
BARRED = {
    "research": ("engineer", "administrator"),
    "recruit": ("scientist",),
    "construct": ("administrator",),
}
"""The Workers for which the program does not offer to copy a Capital Action."""
OUTBACK, CHAMELEON = "outback_conditioner", "quantum_chameleon"
VARIABLE, LABS = ("pp_112", "pp_113"), {"la_401": 1, "la_402": 2}
COPIED = (items.CapitalCopy, items.Constructing, items.Recruiting, items.DieToSet)
MOST_REQUESTS = 5000
DICE = {f"shape_{n}": n for n in (1, 2, 3)} | {f"icon_{n}": n for n in (1, 2, 3, 4, 5)} | {"question": 6}


class Difference(Exception):
    """The program and this project disagree."""


def steps_of(rng: Random) -> tuple[Replay, list[Step]]:
    """A self-played game in the order in which the program asks, and its decisions."""
    options = {
        "preset": "bga",
        "board_side": rng.choice("ab"),
        "path_assignment": rng.choice(("given", "choice")),
    }
    game = Replay(RULES, Header("anachrony", VERSION, options, seats_of(rng.randint(2, 4))))
    policy, steps = rng.choice(("sensible", "sensible", "random")), list[Step]()
    while True:
        game.settle()
        awaited = RULES.awaited(game.state)
        if not awaited:
            return game, steps
        item = awaited[0]
        if isinstance(item, items.Ability | items.ResourceFound):
            item = min(awaited, key=_seat)
        actor, event = _answer(game.state, item, rng, policy)
        before = fork(game.state)
        entered = len(game.entered)
        game.play(actor, event)
        if actor is not None:
            book = [entry for each in game.entered[entered:] for entry in each.entries]
            steps.append(Step(actor, event, before, fork(game.state), book))


def _seat(item: Any) -> int:
    """Whose ability it is, or whose resource is found."""
    seat: int = item.player if item.seat is None else item.seat
    return seat


def _answer(state: State, item: Any, rng: Random, policy: str) -> tuple[int | None, Any]:
    """Who does what about an item: seat 1 is first, and as many tokens come back as may, as with the program."""
    if isinstance(item, items.FirstPlayerDrawn):
        return None, v.FirstPlayer(0)
    if isinstance(item, items.ResourceFound):
        return None, v.RandomResource(item.player, rng.choice(TUG))
    if item.seat is None:
        drawn = RULES.outcome(state)
        assert drawn is not None
        return None, drawn.sample(rng)
    actions = [action for action in RULES.legal(state) if action[0] == item.seat and not _is_beyond(state, *action)]
    if isinstance(item, items.TokensBack):
        return max(actions, key=lambda action: action[1].count)
    if policy == "random" or rng.random() < LUCK:
        kinds = {type(event) for _, event in actions}
        if len(kinds) > 1 and v.Pass in kinds and rng.random() < 0.9:
            actions = [action for action in actions if not isinstance(action[1], v.Pass)]
        return rng.choice(actions)
    return actions[RULES.selfplay.choose(state, actions, rng)]


def _is_beyond(state: State, actor: int | None, event: Any) -> bool:
    """What the rules allow and the program does not, each by its clause."""
    item = state.agenda[-1]
    if isinstance(event, v.Decline):  # AN-16.44: a copy that is possible; AN-16.32: an extra Recruit or Research
        return isinstance(item, items.CapitalCopy | items.Recruiting | items.DieToSet)
    if isinstance(event, v.TimeTravel):
        return _is_out_of_reach(state, actor or 0, event)
    if isinstance(event, v.SetSecondDie):  # AN-16.50 r: the second die of the tile is set, not rolled
        return event.face is None and isinstance(item, items.SecondDie) and item.right == "cc_research_second_die"
    if isinstance(event, v.ChooseGain):  # AN-16.50 o: Neutronium alone
        return isinstance(item, items.GainAsked) and item.tile == "fa_210" and event.index == 1
    if not isinstance(event, v.PlaceWorker):
        return False
    if event.space.startswith("anomaly") and event.payment is not None:  # AN-16.50 n: Neutronium alone
        return bool(event.payment.neutronium) and not event.payment.tug
    if event.space in VARIABLE and event.payment is not None:  # AN-16.50 q: a journey must be left to make
        units = event.payment.water + event.payment.neutronium + len(event.payment.tug)
        return not any(0 < units + far < state.era for far in _ranges(state, actor or 0))
    if event.space.startswith("council"):  # AN-16.50 p
        full = [action for action in CAPITAL_ACTIONS if is_full(state, action)]
        asked = [action for action in full if event.worker not in BARRED[action]]
        return bool(asked) and not isinstance(_opened(state, actor, event), COPIED)
    if event.space in (OUTBACK, CHAMELEON) and _is_served(state, actor or 0, event):
        return True
    return event.space == OUTBACK and not isinstance(_opened(state, actor, event), COPIED)


def _is_out_of_reach(state: State, seat: int, event: v.TimeTravel) -> bool:
    """AN-16.50 q: a second journey is made; Plants 112 and 113 go as far as units and Labs that are used."""
    if event.era is None:
        return True
    item, player = state.agenda[-1], state.players[seat]
    assert isinstance(item, items.Travelling)
    busy = player.busy[-1] if player.busy else None
    if busy is None or not {busy.space, busy.copied} & set(VARIABLE):
        return False
    return item.range - (state.era - event.era) not in _ranges(state, seat)


def _ranges(state: State, seat: int) -> set[int]:
    """How far the Labs of a player reach, whichever of them are used."""
    labs = [far for lab, far in LABS.items() if owns(state.players[seat], lab)]
    return {sum(some) for size in range(len(labs) + 1) for some in itertools.combinations(labs, size)}


def _is_served(state: State, seat: int, event: v.PlaceWorker) -> bool:
    """AN-16.50 j: which Collapsing tile the program applies depends on the number of an Exosuit, which no event has."""
    position = _after(state, seat, event)
    return any(stray_tiles(position, position.players[seat]))


def _opened(state: State, actor: int | None, event: Any) -> Any:
    """What is awaited after an event, before anything else happens."""
    position = _after(state, actor, event)
    return position.agenda[-1] if position.agenda else None


def _after(state: State, actor: int | None, event: Any) -> State:
    position = fork(state)
    RULES.apply(position, actor, event)
    return position


def chance_of(game: Replay, ids: list[int], rng: Random) -> dict[str, list[int]]:
    """The outcomes of a game by kind, in the numbers of the program and in the order in which it draws."""
    tables = game.state.tables
    numbers = {row.id: row.number for row in tables.all.building}
    queues: dict[str, list[int]] = {"shape": [], "icon": [], "card": [], "tile": [], "endgame": [], "superproject": []}
    stacks: dict[str, list[int]] = {kind: [] for kind in BUILDING_TYPES}
    paths: list[int] = []
    revealed: dict[str, list[int]] = {}
    for id_ in ids:
        queues |= {f"paradox/{id_}": [], f"side/{id_}": [], f"doextraCleanup/{id_}": []}
    for record in game.log().records:
        match record.event:
            case v.EndgameCards(cards):
                queues["endgame"] += [tables.endgame_cards[card].bga for card in cards]
            case v.RevealSuperproject(_, name):
                queues["superproject"].append(tables.superprojects[name].bga)
            case v.RevealBuilding(kind, tile):
                if numbers[tile] % 100 not in stacks[kind]:
                    stacks[kind].append(numbers[tile] % 100)
            case v.AssignPath(_, path):
                paths.append(tables.paths[path].bga)
            case v.AssignPathSide(seat, side):
                queues[f"side/{ids[seat]}"].append("ab".index(side) + 1)
            case v.StartingBreakthrough(_, shape, icon):
                queues["breakthrough"] = [BREAKTHROUGH[f"{shape}/{icon}"] + 1]
            case v.DrawRecruitCard(card):
                queues["card"].append(tables.recruit_cards[card].bga)
            case v.DrawMineCard(card):
                # the program draws the Mine card first
                queues["card"].insert(len(queues["card"]) - 1, tables.mine_cards[card].bga)
            case v.RollParadox(seat, _, result):
                queues[f"paradox/{ids[seat]}"].append(result)
            case v.RollResearchDie(die, face):
                queues[die].append(DICE[face])
            case v.RevealCollapsing(action, tiles):
                revealed[action] = [tables.collapsing[tile].bga % 10 for tile in tiles]
            case v.RandomResource(seat, resource):
                queues[f"doextraCleanup/{ids[seat]}"].append(RESOURCES.index(resource) - 1)
    queues["building"] = list(itertools.chain.from_iterable(_filled(stacks[kind], 15, rng) for kind in BUILDING_TYPES))
    queues["superproject"] = _filled(queues["superproject"], len(tables.superprojects), rng)[:7]
    queues["tile"] = [tile for action in ("research", "construct", "recruit") for tile in revealed.get(action, [])]
    if paths:
        queues["path"] = paths
    return queues


def _filled(known: list[int], size: int, rng: Random) -> list[int]:
    """What is known, then the rest in a drawn order."""
    rest = [number for number in range(1, size + 1) if number not in known]
    rng.shuffle(rest)
    return known + rest


def compare(program: Program, seed: int, offers: Counter[str]) -> str:
    """Play a game of ours at a table of the program; what came of it. `offers` counts what it does not offer."""
    rng = Random(f"anachrony/{seed}")
    game, steps = steps_of(rng)
    players = len(game.state.players)
    ids = [FIRST_ID + seat for seat in range(players)]
    options = game.state.options
    names = [seat.player for seat in game.header.seats]
    program.begin(names, options.board_side, options.path_assignment, seed, chance=chance_of(game, ids, rng))
    feeder = Feeder(program, steps)
    try:
        for _ in range(MOST_REQUESTS):
            if program.prompt.state == END:
                break
            _check_position(program, feeder, offers)
            feeder.answer()
    except (Refused, Stuck, Difference) as stop:
        event, prompt = feeder.step.event, program.prompt
        asked = prompt.pending and f"{prompt.pending.function}/{prompt.pending.target_id or ''}"
        return f"stopped in Era {feeder.step.before.era} at {event} of seat {feeder.seat}, asked {asked}: {stop}"
    final = program.result()["final"]
    ours = {names[standing.seat]: standing.vp for standing in game.standings or []}
    return "equal" if final == ours else f"final scores {final}, expected {ours}"


FIRST_ID = 90000001


def _check_position(program: Program, feeder: Feeder, offers: Counter[str]) -> None:
    """At each turn the figures of all players are equal. Raises Difference at the first that is not."""
    pending = program.prompt.pending
    if pending is None or pending.function != "actionRound":
        return
    feeder.seat = program.ids.index(program.prompt.players[0])
    step = feeder.head()
    if step is None or pending.arg:
        return
    state = step.before
    workers = Counter((row["location"], int(row["type"])) for row in program.rows("worker"))
    for seat, row in enumerate(program.rows("player")):
        player = state.players[seat]
        theirs = {what: int(row[f"res{number}"]) for number, what in enumerate(GOODS, 1)}
        theirs |= {"vp_tokens": int(row["vp"]), "paradox": int(row["anomalies"]), "morale_step": int(row["moral"])}
        theirs["time_travel_step"] = int(row["temporal"]) - 1
        ours = {name: getattr(player, name) for name in theirs}
        for kind, name in enumerate(WORKERS):
            theirs[f"active {name}"] = workers[f"awake_{row['player_id']}", kind + 1]
            theirs[f"tired {name}"] = workers[f"sleeping_{row['player_id']}", kind + 1]
            ours |= {f"active {name}": player.active[kind], f"tired {name}": player.tired[kind]}
        differing = {name: f"{theirs[name]}, expected {ours[name]}" for name in ours if theirs[name] != ours[name]}
        if differing:
            raise Difference(f"seat {seat} has {differing}")
    offered = set(program.prompt.selectable)
    turn = state.agenda[-1]
    if isinstance(turn, items.Turn):
        for space in {
            event.space for _, event in RULES.legal(state) if isinstance(event, v.PlaceWorker | v.FreeAction)
        }:
            feeder.step = step
            if feeder.place(space) not in offered:
                offers[space.rstrip("123").rstrip("_")] += 1
