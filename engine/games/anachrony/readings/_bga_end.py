"""The final scores of a table (AN-16.47), and the Endgame cards that they reveal (AN-16.71)."""

from collections.abc import Iterator, Sequence

from engine.games.anachrony.components import VpPer
from engine.games.anachrony.queries import owned_tiles, owns
from engine.games.anachrony.readings import _bga_traces as t
from engine.games.anachrony.readings._bga_branch import Branch
from engine.games.anachrony.readings._bga_facts import CARD_COLUMNS
from engine.games.anachrony.scoring import categories, measured
from engine.games.anachrony.state import Player, State
from engine.replay import Replay
from engine.snapshot import fork
from events.vocabulary import anachrony as v

CATEGORIES = (
    "buildings",
    "superprojects",
    "anomalies",
    "time_travel",
    "morale",
    "breakthroughs",
    "vp_tokens",
    "warp_tiles",
)
Won = dict[str, tuple[int, ...]]
"""The points that each card gives the seats."""
SHOWN_ELSEWHERE = {"anomaly": "anomalies", "time_travel_step": "time_travel"}


def shown_categories(state: State, player: Player) -> dict[str, int]:
    """AN-10.3.12: the points by category, as the platform shows them: Lab 406 and the Archive by what they score."""
    points = dict(categories(state, player))
    counts = {"anomaly": len(player.anomalies), "time_travel_step": player.time_travel_step}
    for tile in owned_tiles(state, player):
        for op in tile.endgame if owns(player, tile.id) else ():
            if isinstance(op, VpPer) and op.count_of in SHOWN_ELSEWHERE:
                vp = op.vp * counts[op.count_of]
                points["buildings" if tile.row >= 0 else "superprojects"] -= vp
                points[SHOWN_ELSEWHERE[op.count_of]] += vp
    return points


def winners(state: State, card: str) -> tuple[int, ...]:
    """The points that a card gives each seat (AN-10.4)."""
    row = state.tables.endgame_cards[card]
    values = [measured(state, player, row.compare) for player in state.players]
    return tuple(row.vp * (value == max(values)) for value in values)


def fitting_cards(state: State, traces: Sequence[t.Trace], won: Won) -> Iterator[tuple[str, ...]]:
    """AN-16.71: five different cards that give the points in the log, the lowest cards first."""
    scored = {trace.seat: trace.columns for trace in traces if isinstance(trace, t.Scored)}
    stated = [tuple(scored.get(player.seat, {}).get(column, 0) for player in state.players) for column in CARD_COLUMNS]
    return _assign(stated, won, ())


def reveal_cards(branch: Branch) -> None:
    """AN-16.71: before the scoring, the lowest cards that fit it were drawn; if none do, the stand-ins stay."""
    scored = fork(branch.state)
    branch.rules.proceed(scored)
    won = {card: winners(scored, card) for card in scored.tables.endgame_cards}
    cards = next(fitting_cards(scored, branch.traces, won), None)
    if cards is None:
        return
    drawn = v.EndgameCards(cards)
    branch.script = [
        (*row[:2], drawn, *row[3:]) if row[0] == "play" and isinstance(row[2], v.EndgameCards) else row
        for row in branch.script
    ]
    branch.kept = {number: fork(state) for number, state in branch.kept.items()}
    for state in (branch.state, *branch.kept.values()):
        if state.endgame_cards:
            state.endgame_cards = [*cards]


def _assign(stated: list[tuple[int, ...]], won: Won, taken: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(taken) == len(stated):
        yield taken
        return
    for card, points in won.items():
        if card not in taken and points == stated[len(taken)]:
            yield from _assign(stated, won, (*taken, card))


def compare_scores(replay: Replay, traces: list[t.Trace]) -> None:
    """AN-16.47, AN-16.77: compare every column of `finalscore` with AN-10.3; ranks are not stated."""
    replay.settle()
    for compared in compared_scores(replay.state, traces):
        replay.note(*compared)


def compared_scores(state: State, traces: Sequence[t.Trace]) -> Iterator[tuple[int, str, int, int, int]]:
    """Every column of `finalscore`: the seat, the column, what is stated, what is computed, and the line."""
    scored = [trace for trace in traces if isinstance(trace, t.Scored)] if state.over else []
    if not scored:
        return
    won = [(column, card, winners(state, card)) for column, card in zip(CARD_COLUMNS, state.endgame_cards, strict=True)]
    for trace in scored:
        shown = shown_categories(state, state.players[trace.seat])
        for column, category in enumerate(CATEGORIES, 1):
            if column in trace.columns:
                yield trace.seat, category, trace.columns[column], shown[category], trace.line
        for column, card, points in won:
            if column in trace.columns:
                yield trace.seat, card, trace.columns[column], points[trace.seat], trace.line
