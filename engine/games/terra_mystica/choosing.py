"""Choosing factions (TM-5.3), what a faction begins with (TM-5.4) and the terrains of Fire & Ice (TM-16.2)."""

from collections.abc import Iterator
from functools import cache

from engine.chance import Outcome, Permutation
from engine.clause import Violation
from engine.games.terra_mystica.components import COMPONENTS, CULTS, FACTIONS, TERRAINS, VOLCANO_BOARD, WHEEL, Faction
from engine.games.terra_mystica.editions import edition_of
from engine.games.terra_mystica.figures import add_bowls, add_priests, add_steps
from engine.games.terra_mystica.homes import BOARD_TERRAIN, chooses_terrain, free_terrains, terrains_in_use
from engine.games.terra_mystica.options import Options
from engine.games.terra_mystica.riverwalkers import unlock_first
from engine.games.terra_mystica.shifting import change_home, legal_shifts
from engine.games.terra_mystica.state import NOBODY, Player, State
from engine.ledger import Book, enter
from events.vocabulary.terra_mystica import ChooseFaction, ChooseHomeTerrain, ChooseSide, DealBoards

FACTION_PHASES = ("setup_faction", "setup_terrain", "setup_favor")
_FIRST_PHASE = {
    "player_choice": "setup_faction",
    "random_board": "setup_boards",
    "auction": "setup_auction",
    "intro": "setup_deal",
}


def factions_in_play(options: Options) -> list[Faction]:
    """TM-16.2.1: the factions of the base game, and those of Fire & Ice whose board is in the game."""
    return _with_boards(options.fire_ice_factions)


@cache
def _with_boards(fire_ice: tuple[str, ...]) -> list[Faction]:
    boards = {f"{board}_board" for board in fire_ice}
    return [faction for faction in FACTIONS.values() if faction.set == "base" or faction.board in boards]


def boards_in_play(options: Options) -> list[str]:
    """TM-5.3.3: the faction boards, in the order of the table."""
    return list(dict.fromkeys(faction.board for faction in factions_in_play(options)))


def begin_selection(state: State) -> None:
    """TM-5.3: the first step of choosing factions."""
    state.phase = _FIRST_PHASE[state.options.faction_selection]
    state.waiting = list(state.order)


def next_choice(state: State) -> bool:
    """Determine whose choice comes next: TM-5.3, TM-16.2.2, TM-16.2.4. Returns whether everything is chosen.

    Ice and variable factions choose their terrain, and Ice Maidens a favor tile, before the next player chooses a
    faction; volcano factions choose their terrain last.
    """
    players = [state.players[seat] for seat in state.order if not state.players[seat].dropped]
    lacking = [player for player in players if player.faction and not _is_ready(player)]
    later = [player for player in lacking if player.board == VOLCANO_BOARD]
    now = [player for player in lacking if player.board != VOLCANO_BOARD]
    without = [player for player in players if not player.faction]
    state.phase = "setup_faction"
    if now:
        state.phase = "setup_favor" if _has_terrain(now[0]) else "setup_terrain"
        state.waiting = [now[0].seat]
    elif without:
        state.waiting = [player.seat for player in without]
    elif later:
        state.phase = "setup_terrain"
        state.waiting = [player.seat for player in later]
    return not (now or without or later)


def _has_terrain(player: Player) -> bool:
    return not chooses_terrain(player) or player.chosen != NOBODY


def _is_ready(player: Player) -> bool:
    return _has_terrain(player) and not player.favors_owed


# --- factions -------------------------------------------------------------------------------------------------------


def boards(state: State) -> Outcome:
    """TM-8.5: every deal of boards."""
    return Outcome(DealBoards, "TM-8.5", boards=Permutation(boards_in_play(state.options), len(state.players)))


def deal_boards(state: State, actor: None, event: DealBoards) -> Book:
    """TM-8.5, TM-5.3.3: a different board for every player."""
    for player, dealt in zip(state.players, event.boards, strict=True):
        player.board = dealt
    state.phase = "setup_faction"
    return []


def legal_factions(state: State, seat: int) -> Iterator[ChooseFaction]:
    """Every faction that can be taken if factions are chosen freely: TM-5.3.2."""
    if state.options.faction_selection != "player_choice":
        return
    taken = {other.board for other in state.players}
    used = terrains_in_use(state, state.players[seat])
    for faction in factions_in_play(state.options):
        if faction.board not in taken and BOARD_TERRAIN.get(faction.board) not in used:
            yield ChooseFaction(faction.id)


def choose_faction(state: State, seat: int, event: ChooseFaction) -> Book:
    """TM-5.3.2: take a faction whose board nobody has (TM-5.3.1)."""
    if state.options.faction_selection != "player_choice":
        raise Violation("TM-5.3.3", faction=event.faction, selection=state.options.faction_selection)
    faction = check_faction(state, event.faction, "TM-5.3.2")
    for other in state.players:
        if other.seat != seat and other.board == faction.board:
            raise Violation("TM-5.3.1", faction=faction.id, board=faction.board, taken_by=other.seat)
    if BOARD_TERRAIN.get(faction.board, NOBODY) in terrains_in_use(state, state.players[seat]):
        raise Violation("TM-16.2.2", faction=faction.id, home=faction.home)
    return take_faction(state, seat, faction, starting_vp(state.options, faction.id))


def legal_sides(state: State, seat: int) -> Iterator[ChooseSide]:
    """Every faction on one's own board, if boards are dealt: TM-5.3.3."""
    if state.options.faction_selection == "random_board":
        own = state.players[seat].board
        yield from (ChooseSide(faction.id) for faction in factions_in_play(state.options) if faction.board == own)


def choose_side(state: State, seat: int, event: ChooseSide) -> Book:
    """TM-5.3.3: take one of the two factions on one's own board."""
    faction = FACTIONS.get(event.faction)
    own = state.players[seat].board
    if state.options.faction_selection != "random_board" or faction is None or faction.board != own:
        raise Violation("TM-5.3.3", faction=event.faction, board=own)
    return take_faction(state, seat, faction, starting_vp(state.options, faction.id))


def check_faction(state: State, name: str, clause: str) -> Faction:
    """The faction with a name. Raises Violation of the clause if there is none, TM-16.2.1 if it is not in the game."""
    faction = FACTIONS.get(name)
    if faction is None:
        raise Violation(clause, faction=name)
    if faction not in factions_in_play(state.options):
        raise Violation("TM-16.2.1", faction=name, fire_ice_factions=list(state.options.fire_ice_factions))
    return faction


def take_faction(state: State, seat: int, faction: Faction, vp: int) -> Book:
    """Give a player a faction, with everything it begins with."""
    player = state.players[seat]
    options = state.options
    player.become(faction, edition_of(faction.id, options.fire_ice_variable_version, options.playtests))
    book: Book = []
    _set_up(book, player, vp)
    return book


def _set_up(book: Book, player: Player, vp: int) -> None:
    """TM-5.4.1, TM-5.4.2: the start values of the faction (TM-16.2.5); cult positions give no power.

    TM-5.4.3: the first income is added to them.
    """
    rules = player.rules
    enter(book, player, "vp", vp, "start")
    enter(book, player, "coin", rules.start["coin"], "start")
    enter(book, player, "worker", rules.start["worker"], "start")
    add_priests(book, player, rules.start["priest"], "start")
    add_bowls(book, player, *rules.power, "start")
    for track, cult in enumerate(CULTS):
        add_steps(book, player, track, rules.cult[cult], "start")
    player.shipping = rules.shipping.start
    player.carpet_range = rules.carpet.range if rules.carpet else 0
    player.priest_limit = rules.priest_limit_start or player.priest_limit
    player.favors_owed = rules.start_favors  # TM-16.2.4


# --- terrains of Fire & Ice -----------------------------------------------------------------------------------------


def legal_home_terrains(state: State, seat: int) -> Iterator[ChooseHomeTerrain]:
    """Every terrain that may be chosen: in the setup (TM-16.2.2), afterwards by a shift (TM-16.6.3)."""
    if state.round:
        return legal_shifts(state, seat)
    return (ChooseHomeTerrain(TERRAINS[terrain]) for terrain in free_terrains(state, state.players[seat]))


def choose_home_terrain(state: State, seat: int, event: ChooseHomeTerrain) -> Book:
    """TM-16.2.2: a Fire & Ice faction chooses its terrain, one that nobody uses; TM-16.6.3: or changes it later."""
    if state.round:
        return change_home(state, seat, event)
    if state.phase != "setup_terrain":
        raise Violation("TM-5.1", phase=state.phase, needed="setup_terrain")
    check_next(state, seat, "TM-16.2.2")
    player = state.players[seat]
    terrain = WHEEL.get(event.terrain, NOBODY)
    if terrain == NOBODY or terrain in terrains_in_use(state, player):
        raise Violation("TM-16.2.2", terrain=event.terrain, used=sorted(terrains_in_use(state, player)))
    player.chosen = terrain
    unlock_first(player)
    return []


def check_next(state: State, seat: int, clause: str) -> None:
    """Raises Violation of the clause if it is another player's turn to choose in the setup."""
    if state.waiting[:1] != [seat]:
        raise Violation(clause, seat=seat, next=state.waiting[0] if state.waiting else None)


def starting_vp(options: Options, faction: str) -> int:
    """TM-5.4.2, TM-11.10: the start VP of a faction; TM-12.5: a table in the header takes precedence."""
    if faction in options.starting_vp_table:
        return options.starting_vp_table[faction]
    name = options.starting_vp if options.starting_vp != "adjusted" else f"adjusted_{options.map}"
    table = next((table for table in COMPONENTS.starting_vp if table.id == name), COMPONENTS.starting_vp[0])
    return table.vp.get(faction, table.default)
