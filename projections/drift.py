"""Drift: the stored games to which the present rules give another verdict, or other scores, than is stored."""

from collections.abc import Iterator

from msgspec import Struct

from engine.clause import Unsupported, Violation
from engine.replay import replay
from engine.ruleset import ruleset
from events.codec import Unreadable
from events.log import ChainBroken
from events.store import EventStore


class Drift(Struct):
    """A stored game, by which version it was judged, and what the present one changes (empty: nothing)."""

    game_id: str
    game: str
    stored_version: str
    present_version: str
    changes: list[str]


def drift(store: EventStore) -> Iterator[Drift]:
    """Every stored game, judged again; summaries, which no rules judge, left out."""
    rows = store.connection.execute(
        "SELECT game_id, game, ruleset_version, verdict FROM games WHERE verdict <> 'summary' ORDER BY game_id"
    ).fetchall()
    for game_id, game, version, verdict in rows:
        scores = store.connection.execute("SELECT vp FROM seats WHERE game_id = ? ORDER BY seat", [game_id]).fetchall()
        now, changes = _judge(store, game_id, verdict, [vp for (vp,) in scores])
        yield Drift(game_id, game, version, now, changes)


def _judge(store: EventStore, game_id: str, verdict: str, scores: list[int | None]) -> tuple[str, list[str]]:
    try:
        log = store.read(game_id).log()
        rules = ruleset(log.header.game)
        found = replay(rules, log)
    except (Unreadable, Unsupported, Violation, ChainBroken) as problem:
        return "", [f"cannot be replayed: {problem}"]
    changes = [f"verdict {verdict} -> {found.verdict}"] if found.verdict != verdict else []
    points = {place.seat: place.vp for place in found.standings or ()}
    changes += [
        f"seat {seat}: {old} -> {points.get(seat)} VP" for seat, old in enumerate(scores) if old != points.get(seat)
    ]
    return rules.version, changes
