"""Lines: how seats began, action by action; what was done next after the same beginning, and how it ended.

A line is what one seat did, in order, its answers to others among it, with one faction and on one map: exact positions
of a whole table hardly ever repeat, but beginnings of a seat do. Only games that statistics count are among them, and
of these only such as have records, none of which was corrected later; dropped seats are left out.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.log.codec import Unreadable, encode
from events.problems import near_match
from events.vocabulary import event_decoder
from projections.game.position import legal_actions, position, seat_name
from projections.pictures.words import whole_words
from projections.statistics import SMALL, Filters, define
from projections.statistics.filters import words
from projections.statistics.selecting import CATALOGUE, select
from projections.store.tallies import FIRST_ACTIONS, LINE

if TYPE_CHECKING:
    import duckdb

_COUNTED = """
WITH counted AS MATERIALIZED (
    SELECT game_id, seat, faction, options ->> '$.map' AS map, win_share, contenders, vp, margin
    FROM selected_seats JOIN selected_games USING (game_id)
    WHERE NOT dropped AND rank IS NOT NULL AND {condition}
)"""
_RESULTS = """
SELECT faction, map, line, game_id, seat, win_share, 1 / contenders, vp, margin
FROM lines JOIN counted USING (game_id, seat) ORDER BY game_id, seat
"""
_BEGUN = f"""{_COUNTED}, lines AS (
    SELECT game_id, seat, list(name ORDER BY number) AS line
    FROM tallies SEMI JOIN counted USING (game_id, seat)
    WHERE kind = '{FIRST_ACTIONS}' AND number <= $length GROUP BY ALL
){_RESULTS}"""
"""SQL: the first actions of seats, as tallied, with their results."""
_LINES = f"""{_COUNTED}, corrected AS (
    SELECT game_id FROM records WHERE kind = 'correct'
), numbered AS MATERIALIZED (
    SELECT game_id, actor AS seat, records.rowid AS place,
        row_number() OVER (PARTITION BY game_id, actor ORDER BY seq) AS number
    FROM records SEMI JOIN counted ON counted.game_id = records.game_id AND counted.seat = records.actor
    WHERE turn IS NOT NULL AND records.game_id NOT IN (FROM corrected)
    QUALIFY number <= $length
), lines AS (
    SELECT numbered.game_id, seat, list(event ORDER BY number) AS line
    FROM numbered JOIN records ON records.rowid = place GROUP BY ALL
){_RESULTS}"""
"""SQL: longer lines with their results. Events are read last, at their places: to unpack all of them takes longest."""
_ALIKE = "(game_id, seat) IN (SELECT (unnest($games::VARCHAR[]), unnest($seats::INTEGER[])))"
_Z = 1.96


class Beginning(Struct, frozen=True):
    """The beginning of a line: in games of a ruleset with a catalogue, with a faction on a map (None: there are none).

    `catalogue` is the JSON of a game's cards; `actions` are the canonical JSON of the events.
    """

    game: str
    catalogue: str | None
    faction: str | None
    map: str | None
    actions: tuple[str, ...] = ()


class Ended(Struct, frozen=True):
    """A line of a stored game, as far as it was read, and how it ended; `expected` is 1 / contenders."""

    faction: str | None
    map: str | None
    line: tuple[str, ...]
    game_id: str
    seat: int
    win_share: float
    expected: float
    vp: int
    margin: float


class Explored(Struct, frozen=True):
    """What was done next: `rows`, the most frequent action first, after the first `depth` actions of `beginning`.

    `reached` (one more than its actions) is how many counted seats began with its first 0, 1, 2 ... actions; `words`
    describes what was counted.
    """

    beginning: Beginning
    words: str
    reached: Sequence[int]
    depth: int
    rows: Sequence[dict[str, Any]]


def at_address(name: str, db: str, address: str, notation: str | None = None) -> tuple[Beginning, str]:
    """The line of the player who decides at an address of a game, up to there, and the name of that seat.

    Raises Unreadable where nobody decides, and what `position` raises.
    """
    there = position(name, db, address, notation)
    actor = next((actor for actor, _ in legal_actions(there, 1)), None)
    if actor is None:
        raise Unreadable(f"no player's decision at {address}", "an address at which a player decides")
    rules, header = there.rules, there.header
    options = msgspec.to_builtins(getattr(there.state, "options", {}), str_keys=True) or header.options
    actions = tuple(encode(event).decode() for who, event, *_ in there.played if who == actor)
    catalogue = None if header.catalogue is None else encode(header.catalogue).decode()
    faction = rules.faction(there.state, actor)
    return Beginning(rules.id, catalogue, faction, options.get("map"), actions), seat_name(there, actor)


def explored(
    connection: "duckdb.DuckDBPyConnection", beginning: Beginning, filters: Filters, then: Sequence[int]
) -> Explored:
    """What was done next after a beginning, or after as much of it as two counted seats share.

    `then` goes on from there: the number of the row to follow, from 1, at each step. Raises Unreadable for a row that
    there is not, and for a faction or a filter that no stored game has.
    """
    define(connection)
    (named,) = connection.execute(
        f"SELECT {CATALOGUE} FROM (SELECT ?::JSON AS catalogue)", [beginning.catalogue]
    ).fetchone() or (None,)
    select(connection, beginning.game, named, filters)
    wanted = len(beginning.actions) + len(then) + 1
    lines = _begun(connection, beginning, wanted)
    if wanted > LINE:
        start = _shared(beginning, lines)
        tallied = _followed(start, then[: LINE - len(start.actions)], lines)
        lines = _longer(connection, lines, tallied.actions, wanted)
    after = _followed(_shared(beginning, lines), then, lines)
    shown = after if then else beginning
    counted = ", ".join(words(filters, beginning.game))
    return Explored(shown, counted, _reached(shown, lines), len(after.actions), _rows(after, lines))


def _reached(beginning: Beginning, lines: Iterable[Ended]) -> list[int]:
    """How many lines begin with the first 0, 1, 2 ... actions of a beginning."""
    return [
        sum(each.line[:depth] == beginning.actions[:depth] for each in lines)
        for depth in range(len(beginning.actions) + 1)
    ]


def _shared(beginning: Beginning, lines: Sequence[Ended]) -> Beginning:
    """As much of a beginning as two lines share."""
    depth = max(number for number, seats in enumerate(_reached(beginning, lines)) if seats > 1 or not number)
    return replace(beginning, actions=beginning.actions[:depth])


def _followed(beginning: Beginning, then: Sequence[int], lines: Sequence[Ended]) -> Beginning:
    """A beginning with the actions of the rows to follow. Raises Unreadable for a row that there is not."""
    for chosen in then:
        rows = _rows(beginning, lines)
        if not 1 <= chosen <= len(rows) or rows[chosen - 1]["event"] is None:
            raise Unreadable(f"--then {chosen}", f"the number of an action, 1 to {len(rows)}")
        beginning = replace(beginning, actions=(*beginning.actions, rows[chosen - 1]["event"]))
    return beginning


def all_lines(connection: "duckdb.DuckDBPyConnection", length: int) -> list[Ended]:
    """The first actions, up to `length`, of all seats that the views select."""
    return _ended(connection, _BEGUN if length <= LINE else _LINES, "true", {"length": length})


def _begun(connection: "duckdb.DuckDBPyConnection", beginning: Beginning, length: int) -> list[Ended]:
    """The lines with the faction and the map of a beginning, up to `length`, as far as they are tallied."""
    condition = "faction IS NOT DISTINCT FROM $faction AND (options ->> '$.map') IS NOT DISTINCT FROM $map"
    whose = {"faction": beginning.faction, "map": beginning.map}
    return _ended(connection, _BEGUN, condition, {**whose, "length": min(length, LINE)})


def _longer(
    connection: "duckdb.DuckDBPyConnection", lines: Sequence[Ended], first: tuple[str, ...], length: int
) -> list[Ended]:
    """The lines, of which those that begin with the actions `first` are read up to `length`."""
    alike = [each for each in lines if each.line[: len(first)] == first]
    values = {"games": [each.game_id for each in alike], "seats": [each.seat for each in alike], "length": length}
    longer = {(each.game_id, each.seat): each for each in _ended(connection, _LINES, _ALIKE, values)} if alike else {}
    return [longer.get((each.game_id, each.seat), each) for each in lines]


def _ended(connection: "duckdb.DuckDBPyConnection", query: str, condition: str, values: dict[str, Any]) -> list[Ended]:
    found = connection.execute(query.format(condition=condition), values).fetchall()
    return [Ended(faction, map_, tuple(line), *rest) for faction, map_, line, *rest in found]


def _rows(beginning: Beginning, lines: Iterable[Ended]) -> list[dict[str, Any]]:
    """A row for each next action of the lines with this beginning."""
    depth = len(beginning.actions)
    following: dict[str | None, list[Ended]] = {}
    for each in lines:
        if each.line[:depth] == beginning.actions:
            following.setdefault(each.line[depth] if len(each.line) > depth else None, []).append(each)
    rows = [
        {"event": event, "action": in_words(beginning.game, event), **results(seats)}
        for event, seats in following.items()
    ]
    return sorted(rows, key=lambda row: (-row["games"], row["action"]))


def results(seats: Sequence[Ended]) -> dict[str, Any]:
    """How lines ended: games, wins, win rate with its Wilson 95 % interval, expected, mean VP and margin, the games."""
    number, wins = len(seats), sum(each.win_share for each in seats)
    rate = wins / number
    middle = (rate + _Z**2 / (2 * number)) / (1 + _Z**2 / number)
    wide = _Z * sqrt(max(rate * (1 - rate), 0.0) / number + _Z**2 / (4 * number**2)) / (1 + _Z**2 / number)
    return {
        "games": number,
        "wins": wins,
        "win_rate": rate,
        "low": max(middle - wide, 0.0),
        "high": min(middle + wide, 1.0),
        "expected": mean(each.expected for each in seats),
        "mean_vp": mean(each.vp for each in seats),
        "mean_margin": mean(each.margin for each in seats),
        "small": number < SMALL,
        "game_ids": [each.game_id for each in seats],
    }


def in_words(game: str, event: str | None) -> str:
    """An action as a sentence in which players are called by their seats; what a line without a further one says."""
    if event is None:
        return "(nothing more)"
    return whole_words(event_decoder(game)(event.encode()))


def opening(connection: "duckdb.DuckDBPyConnection", game: str, faction: str | None, filters: Filters) -> Beginning:
    """The beginning of a faction's line without any action, on the map of the filters or, without it, the usual one.

    Raises Unreadable for a game or a faction that is not among the stored games with records.
    """
    define(connection)
    played = connection.execute(
        "SELECT faction, map, any_value(catalogue)::VARCHAR, count(*) FROM seats JOIN ("
        f"SELECT game_id, catalogue, options ->> '$.map' AS map, {CATALOGUE} AS cards "
        "FROM games WHERE game = ? AND records > 0 AND branch_of IS NULL"
        ") USING (game_id) GROUP BY faction, map, cards ORDER BY 4 DESC, 1, 2, 3",
        [game],
    ).fetchall()
    if not played:
        raise Unreadable(f"the game {game!r}", "one with records in the store")
    factions = sorted({each for each, *_ in played if each is not None})
    if not factions and faction is not None:
        raise Unreadable(f"the faction {faction!r}", "none, as nobody has one")
    if factions and faction not in factions:
        named = "no faction" if faction is None else f"the faction {faction!r}"
        raise Unreadable(named, f"one of {', '.join(factions)}{near_match(factions, faction or '')}")
    wanted = filters.options.get("map")
    own = [each for each in played if each[0] == faction and wanted in (None, each[1])]
    if not own:
        raise Unreadable(
            f"map {wanted!r} with {faction}", f"one of {', '.join(sorted({str(each[1]) for each in played}))}"
        )
    return Beginning(game, own[0][2], faction, own[0][1])
