"""Positions of Anachrony for tests: a table that is set up, then changed where it matters."""

from typing import Any

from engine.games.anachrony.components import BREAKTHROUGH, WORKER
from engine.games.anachrony.items import Ability, Turn
from engine.games.anachrony.options import VERSION
from engine.games.anachrony.state import ACTION, Player, State
from engine.rules import ruleset
from events.log.record import Header, Seat
from events.vocabulary import anachrony as events
from tests.support import Position

PATHS = ("salvation", "progress", "harmony", "dominance")
LEADERS = {
    "salvation": "high_sunwalker_amena",
    "progress": "librarian_cornella",
    "harmony": "matriarch_zaida",
    "dominance": "captain_wolfe",
}
RICH = {"neutronium": 9, "gold": 9, "uranium": 9, "titanium": 9, "water": 9, "energy_core": 9}
SPOTS = {
    f"{kind}_{column}": row * 3 + column - 1
    for row, kind in enumerate(("power_plant", "factory", "life_support", "lab"))
    for column in (1, 2, 3)
}


def header(players: int = 2, **options: Any) -> Header:
    return Header("anachrony", VERSION, options, tuple(Seat(f"p{n}") for n in range(players)))


def set_up(
    players: int = 2,
    *,
    paths: tuple[str, ...] = PATHS,
    leaders: dict[str, str] | None = None,
    sides: str = "aaaa",
    last_leader: bool = True,
    **options: Any,
) -> Position:
    """The position after the setup, with seat 0 the first player."""
    rules = ruleset("anachrony")
    position = Position(rules, rules.start(header(players, **options)))
    cards = ("eg_workers", "eg_water", "eg_breakthroughs", "eg_morale", "eg_superprojects")
    chance: list[Any] = [
        events.FirstPlayer(0),
        events.EndgameCards(cards),
        events.RevealSuperproject(1, "welfare_society"),
    ]
    tops = {"power_plant": "pp_101", "factory": "fa_201", "life_support": "ls_305", "lab": "la_401"}
    chance += [events.RevealBuilding(kind, tile) for kind, tile in tops.items()]
    for event in chance:
        position.when(None, event).accepted()
    given = position.state.options.path_assignment == "given"
    for seat in range(players):
        if given:
            position.when(None, events.AssignPath(seat, paths[seat])).accepted()
        else:
            position.when(seat, events.ChoosePath(paths[seat])).accepted()
    for seat in range(players):
        position.when(None, events.AssignPathSide(seat, sides[seat])).accepted()
        if paths[seat] == "progress":
            position.when(None, events.StartingBreakthrough(seat, "shape_1", "icon_1")).accepted()
    for seat in range(players - (not last_leader)):
        position.when(seat, events.ChooseLeader({**LEADERS, **(leaders or {})}[paths[seat]])).accepted()
    return position


def in_turn(players: int = 2, *, era: int = 1, seat: int = 0, after_impact: bool = False, **kwargs: Any) -> Position:
    """A turn of a seat in the Action phase: no goods, no Workers, six powered Exosuits, filled pools."""
    position = set_up(players, **kwargs)
    state: State = position.state
    state.era, state.phase, state.due = era, ACTION, ""
    state.agenda, state.current, state.turn = [Turn(seat)], seat, 1
    state.recruit_pool, state.recruit_card = [1, 1, 1, 1], "recruit_07"
    state.recruit_cards_left = state.recruit_cards_left[: 11 - era]
    state.mine_pool = ["gold", "uranium", "uranium", "uranium", "titanium"]
    state.mine_bonus = [True] * 3
    shown = [state.superprojects[0], *state.superprojects_left][: min(era + 1, 7)]
    state.superprojects = shown + [""] * (7 - len(shown))
    state.superprojects_left = [name for name in state.superprojects_left if name not in shown]
    state.after_impact = after_impact
    for player in state.players:
        _empty(player, era)
        if after_impact and player.leader != "high_sunwalker_amena":
            player.glitch = list(state.tables.boards[player.board].glitch)
    position.entries.clear()
    return position


def _empty(player: Player, era: int) -> None:
    for name in ("neutronium", "gold", "uranium", "titanium", "water", "energy_core"):
        setattr(player, name, 0)
    player.active, player.tired = [0] * 4, [0] * 4
    player.exosuits, player.powered, player.focus = 0, 6, era


def give(position: Position, seat: int = 0, **what: Any) -> Position:
    """Fields of a player; `active` and `tired` as names -> numbers, `tiles` as spot -> tile, `anomalies` as spots."""
    player, state = position.state.players[seat], position.state
    for name, value in what.items():
        if name in ("active", "tired"):
            setattr(player, name, [value.get(worker, 0) for worker in WORKER])
        elif name == "tiles":
            for spot, tile in value.items():
                put(position, seat, spot, tile)
        elif name == "anomalies":
            state.anomaly_supply -= len(value)
            player.anomalies = sorted(SPOTS[spot] for spot in value)
        elif name == "breakthroughs":
            for each in value:
                player.breakthroughs[BREAKTHROUGH[each]] += 1
                state.breakthrough_supply[BREAKTHROUGH[each]] -= 1
        elif name == "warped":
            for tile, era in value.items():
                player.warped[state.tables.warp_ids.index(tile)] = era
        elif name == "powered":
            player.exosuits, player.powered = 6 - value, value
        else:
            assert hasattr(player, name), name
            setattr(player, name, value)
    return position


def put(position: Position, seat: int, spot: str, tile: str) -> None:
    """Put a building on a spot, or a Superproject on it and the next; it is taken from where it lies."""
    player, state = position.state.players[seat], position.state
    number = SPOTS[spot]
    row = state.tables.tiles[tile].row
    if row >= 0:
        player.spots[number] = tile
        for pile in (state.unseen[row], state.secondary[row]):
            if tile in pile:
                pile.remove(tile)
        if state.primary[row] == tile:
            state.primary[row] = state.unseen[row].pop(0)
        return
    player.spots[number] = player.spots[number + 1] = tile
    if tile in state.superprojects_left:
        state.superprojects_left.remove(tile)
        place = state.superprojects.index("") if "" in state.superprojects else len(state.superprojects) - 1
        while state.built_by[place] >= 0:
            place -= 1
        if state.superprojects[place]:
            state.superprojects_left.append(state.superprojects[place])
        state.superprojects[place] = tile
    state.built_by[state.superprojects.index(tile)] = seat


def top(position: Position, building: str, pile: str = "primary") -> Position:
    """A building as the visible top of a pile."""
    state = position.state
    row = state.tables.tiles[building].row
    if building in state.unseen[row]:
        state.unseen[row].remove(building)
    if pile == "secondary":
        state.secondary[row].insert(0, building)
    elif state.primary[row] != building:
        if state.primary[row]:
            state.unseen[row].append(state.primary[row])
        state.primary[row] = building
    return position


def above_focus(position: Position, seat: int, superproject: str) -> Position:
    """A Superproject above the Timeline tile of a player's Focus."""
    state = position.state
    place = state.players[seat].focus - 1
    if superproject in state.superprojects:
        other = state.superprojects.index(superproject)
        state.superprojects[other] = state.superprojects[place]
    else:
        state.superprojects_left.remove(superproject)
        state.superprojects_left.append(state.superprojects[place])
    state.superprojects[place] = superproject
    return position


def collapsing(position: Position, **tiles: str) -> Position:
    """Face-up Collapsing Capital tiles: space=tile."""
    position.state.collapsing.update(tiles)
    return position


def asked(position: Position, seat: int) -> list[Any]:
    """The events that a seat may answer with now."""
    return [event for who, event in position.rules.legal(position.state) if who == seat]


def place(position: Position, space: str, worker: str, payment: Any = None, seat: int = 0) -> Any:
    """The position after a Worker is placed, or why not."""
    return position.when(seat, events.PlaceWorker(space, worker, payment))


def in_clean_up(position: Position, seat: int) -> Position:
    """The position in Clean Up in which the ability of a seat is asked for."""
    position.state.phase, position.state.due = "clean_up", "returns"
    position.state.agenda = [Ability(seat)]
    return position
