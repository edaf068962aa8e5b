"""Reading."""

from engine.games.terra_mystica.readings._moderator import Reader
from engine.replay import Replay
from events.notations._snellman_commands import parse_commands
from events.record import Header, Seat
from tests.games.terra_mystica.builder import Table


def ledger_of(table: Table, faction: str, commands: str) -> list[object]:
    """The events that commands of a faction mean in a position."""
    replay = Replay(table.rules, Header("terra_mystica", "1", {}, (Seat(""), Seat(""))))
    replay.state = table.state
    reader = Reader(replay)
    for command in parse_commands(commands):
        reader.read(table.seat(faction), command)
    return [event for _, event, _ in replay.played]
