"""The setup (AN-5): chance, then Paths, sides and leaders in player order."""

from collections.abc import Iterator

from engine.agenda import head
from engine.chance import Combination, OneOf, Outcome
from engine.clause import Violation
from engine.games.anachrony.breakthroughs import face_id, faces, number_of
from engine.games.anachrony.components import BREAKTHROUGHS, BUILDING_TYPES, ICONS, PATHS, SHAPES, WORKER
from engine.games.anachrony.figures import add_active, add_tired, move_breakthrough
from engine.games.anachrony.items import (
    BreakthroughDealt,
    EndgameDrawn,
    FirstPlayerDrawn,
    Item,
    LeaderChoice,
    PathChoice,
    PathDealt,
    SideDealt,
    SuperprojectRevealed,
    TopRevealed,
)
from engine.games.anachrony.options import key_of, options_of
from engine.games.anachrony.queries import board_of
from engine.games.anachrony.state import EXOSUITS, Player, State
from engine.games.anachrony.tables import UNKNOWN, Tables, tables_for
from engine.ledger import Book, enter
from events.log.record import Header
from events.vocabulary.anachrony import (
    AssignPath,
    AssignPathSide,
    ChooseLeader,
    ChoosePath,
    EndgameCards,
    FirstPlayer,
    StartingBreakthrough,
)


def start(header: Header) -> State:
    """The position before the first record. Raises as `options_of` and `tables_for` do."""
    options = options_of(header)
    key = key_of(options)
    tables = tables_for(options, key)
    counts = tables.all.counts
    return State(
        options=options,
        key=key,
        players=[Player(seat) for seat in range(len(header.seats))],
        agenda=_agenda(),
        unseen=[list(row) for row in tables.buildings_of],
        returned=[[] for _ in BUILDING_TYPES],
        secondary=[[] for _ in BUILDING_TYPES],
        recruit_cards_left=list(tables.recruit_cards),
        mine_cards_left=list(tables.mine_cards),
        superprojects_left=list(tables.superprojects),
        breakthrough_supply=[counts["breakthrough_copies_each"]] * len(BREAKTHROUGHS),
        anomaly_supply=tables.all.anomaly.count,
    )


def _agenda() -> list[Item]:
    """AN-5.1 to AN-5.4; the players' decisions follow once their order is known."""
    tops = [TopRevealed(None, row) for row in reversed(range(len(BUILDING_TYPES)))]
    return [*tops, SuperprojectRevealed(None, 1), EndgameDrawn(None), FirstPlayerDrawn(None)]


def clockwise(first: int, players: int) -> list[int]:
    """All seats, clockwise from one (AN-5.1, AN-6.2.7)."""
    return [(first + number) % players for number in range(players)]


def first_players(state: State) -> Outcome:
    """AN-8.1: every player."""
    return Outcome(FirstPlayer, "AN-8.1", player=OneOf(range(len(state.players))))


def first_player(state: State, actor: None, event: FirstPlayer) -> Book:
    """AN-5.1: set the first player and the order in which Paths, sides and leaders are then chosen."""
    state.agenda.pop()
    state.first_player = event.player
    state.player_order = clockwise(event.player, len(state.players))
    order = state.player_order[::-1]
    decisions: list[Item] = [LeaderChoice(each) for each in order]
    decisions += [SideDealt(None, each) for each in order]
    given = state.options.path_assignment == "given"
    decisions += [PathDealt(None, each) if given else PathChoice(each) for each in order]
    state.agenda[:0] = decisions
    return []


def endgame_deals(state: State) -> Outcome:
    """AN-8.2: five different cards."""
    tables = state.tables
    size = tables.all.counts["endgame_cards_in_play"]
    return Outcome(EndgameCards, "AN-8.2", cards=Combination(tuple(tables.endgame_cards), size, any_order=True))


def endgame_cards(state: State, actor: None, event: EndgameCards) -> Book:
    """AN-5.2: the Endgame Condition cards of this game."""
    state.agenda.pop()
    state.endgame_cards = list(event.cards)
    return []


def paths_left(state: State) -> list[str]:
    """AN-5.5: a Path is taken at most once."""
    taken = {player.path for player in state.players}
    return [path for path in PATHS if path not in taken]


def path_deals(state: State) -> Outcome:
    """AN-8.3: a Path not yet taken, for the player whose turn it is."""
    player = head(state.agenda, PathDealt).player
    return Outcome(AssignPath, "AN-8.3", player=player, path=OneOf(paths_left(state)))


def assign_path(state: State, actor: None, event: AssignPath) -> Book:
    """AN-5.5, `given`: the Path dealt to a player."""
    return _take_path(state, event.player, event.path)


def legal_paths(state: State, seat: int) -> Iterator[ChoosePath]:
    """AN-5.5: the Paths that are left."""
    return map(ChoosePath, paths_left(state))


def choose_path(state: State, seat: int, event: ChoosePath) -> Book:
    """AN-5.5, `choice`: take a Path. Raises Violation AN-5.5 for a Path that is taken or does not exist."""
    if event.path not in paths_left(state):
        raise Violation("AN-5.5", path=event.path, left=paths_left(state))
    return _take_path(state, seat, event.path)


def _take_path(state: State, seat: int, path: str) -> Book:
    """AN-5.12: the player board comes with the Path."""
    state.agenda.pop()
    player = state.players[seat]
    player.path = path
    player.board = "a" if state.options.board_side == "a" else f"b_{path}"
    return []


def side_deals(state: State) -> Outcome:
    """AN-8.4: a side; AN-1.6: but none that needs a figure that is unknown."""
    player = head(state.agenda, SideDealt).player
    sides = [side for side in ("a", "b") if not _is_unknown(state, f"{state.players[player].path}_{side}")]
    clause = "AN-8.4" if len(sides) > 1 else "AN-1.6"
    return Outcome(AssignPathSide, clause, player=player, side=OneOf(sides))


def _is_unknown(state: State, row: str) -> bool:
    """AN-1.6, AN-12.2: whether a side of a Path board lacks the figure for its edition."""
    side = state.tables.evacuation[row]
    return state.options.evacuation_edition == "first" and side.first_edition_vp_per_set == UNKNOWN


def assign_path_side(state: State, actor: None, event: AssignPathSide) -> Book:
    """AN-5.6: the side, and the assets of the Path; AN-5.10: what everybody begins with."""
    state.agenda.pop()
    player, book = state.players[event.player], Book()
    path = state.tables.paths[player.path]
    player.path_side = event.side
    for what, number in path.start.items():
        enter(book, player, what, number, "start")
    for name, number in path.active.items():
        add_active(book, player, WORKER[name], number, "start")
    for name, number in path.tired.items():
        add_tired(book, player, WORKER[name], number, "start")
    enter(book, player, "exosuits", EXOSUITS, "start")
    enter(book, player, "morale_step", board_of(state, player).morale_start, "start")
    enter(book, player, "focus", 1, "start")
    if path.random_breakthroughs:
        state.agenda.append(BreakthroughDealt(None, event.player))
    return book


def breakthrough_deals(state: State) -> Outcome:
    """AN-8.5: any Breakthrough, as the supply is still complete."""
    player = head(state.agenda, BreakthroughDealt).player
    names = state.options.breakthrough_names
    return Outcome(StartingBreakthrough, "AN-8.5", player=player, shape=faces(SHAPES, names), icon=faces(ICONS, names))


def starting_breakthrough(state: State, actor: None, event: StartingBreakthrough) -> Book:
    """AN-5.7: the Breakthrough that Progress starts with."""
    state.agenda.pop()
    number = number_of(face_id(state, event.shape), face_id(state, event.icon))
    book = Book()
    move_breakthrough(book, state, state.players[event.player], number, 1)
    return book


def legal_leaders(state: State, seat: int) -> Iterator[ChooseLeader]:
    """AN-5.8: the two leaders of the player's Path."""
    return map(ChooseLeader, state.tables.leaders_of[state.players[seat].path])


def choose_leader(state: State, seat: int, event: ChooseLeader) -> Book:
    """AN-5.8; after the last one, AN-5.9. Raises Violation AN-5.8 for a leader of another Path."""
    own = state.tables.leaders_of[state.players[seat].path]
    if event.leader not in own:
        raise Violation("AN-5.8", leader=event.leader, own=list(own))
    state.agenda.pop()
    state.players[seat].leader = event.leader
    book = Book()
    if not state.agenda:
        for place, each in enumerate(state.player_order):
            extra = int(state.options.turn_order_water[place])
            enter(book, state.players[each], "water", extra, "turn_order")
        state.due = "preparation"
    return book


def last_slot(tables: Tables, players: int) -> int:
    """AN-6.7.10: the Evacuation slot that costs points."""
    return tables.per_players[players].minus3_evacuation_slot
