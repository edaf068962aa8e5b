"""Tallies for games of Terra Mystica that a test wrote into a store by hand, counted as by the program."""

import msgspec

from engine.entries import Entered, Entry
from events.log.record import Assumed, Record
from events.store.event_store import EventStore
from events.store.migrations import RESULTS
from events.vocabulary.terra_mystica import type_of_event
from projections.store.tallies import ENDING, Tally, first_actions, of_game, sorted_out

GAME = "terra_mystica"


def tally(store: EventStore) -> None:
    """Count all games of the store and their results, again if they were already counted."""
    ask = store.connection.execute
    ask(RESULTS)
    ask("DELETE FROM tallies")
    for key, header in ask("SELECT game_id, header FROM games WHERE game = ?", [GAME]).fetchall():
        assumed = msgspec.convert(msgspec.json.decode(header or "{}").get("assumed", ()), tuple[Assumed, ...])
        own = "WHERE game_id = ? ORDER BY rowid"
        records = ask(f"SELECT seq, actor, round, turn, kind, body FROM records {own}", [key]).fetchall()
        played = [
            (round_, Record(seq, actor, msgspec.convert(msgspec.json.decode(body)["event"], type_of_event)))
            for seq, actor, round_, _, _, body in records
            if round_ is not None
        ]
        entries = ask(f"SELECT round, seq, seat, figure, delta, source FROM entries {own}", [key]).fetchall()
        entered = [(round_, Entered(seq, "", [Entry(*entry)])) for round_, seq, *entry in entries]
        factions = [
            faction for (faction,) in ask("SELECT faction FROM seats WHERE game_id = ? ORDER BY seat", [key]).fetchall()
        ]
        found: list[Tally] = list(of_game(GAME, sorted_out(played, entered, factions, assumed)))
        found += first_actions(record for _, record in played)
        for _, actor, _, _, kind, _ in records[-1:]:
            turns = [turn for _, _, _, turn, _, _ in records if turn is not None]
            found.append(Tally(actor, ENDING, kind, number=max(turns, default=None)))
        if not found:
            continue
        columns = [list(column) for column in zip(*found, strict=True)]
        marks = ", ".join(
            f"unnest(?::{kind}[])" for kind in ("INTEGER", "VARCHAR", "VARCHAR", "VARCHAR", "INTEGER", "BIGINT")
        )
        ask(f"INSERT INTO tallies SELECT '{key}', {marks}", columns)
