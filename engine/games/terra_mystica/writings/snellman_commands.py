"""A game as players would have entered it at terra.snellman.net: TM-17.1. It can be pasted into the moderator."""

from collections.abc import Iterator
from typing import Any

from engine.declaration import Step
from engine.games.terra_mystica.components import FACTIONS
from engine.games.terra_mystica.readings import snellman_commands as reading
from engine.games.terra_mystica.readings._snellman_options import VARIANT
from engine.games.terra_mystica.state import NOBODY
from engine.games.terra_mystica.writings._commands import faction_code
from engine.games.terra_mystica.writings._script import (
    Script,
    as_it_is,
    beyond,
    draws,
    faithful,
    option_lines,
    stated_header,
)
from events.log.native import GameLog
from events.log.record import Record
from events.notations._snellman_commands import parse_commands, reordered
from events.notations.snellman_commands import parse

ENDS_LINE = frozenset(("leech", "decline", "pass", "done"))


def write(log: GameLog) -> str:
    """The text. Raises Unreadable if the game breaks a clause."""
    return faithful(log, "snellman_commands", lambda plain: _text(log, plain))


def _text(log: GameLog, plain: frozenset[int]) -> str:
    script = _Commands(log, plain)
    script.run()
    head = [
        *option_lines(script, "final-scoring"),
        *_loose_done(log, script),
        *_variant_lines(log),
        *_draw_lines(log, script),
    ]
    more = beyond(log.header, stated_header(parse("\n".join([*head, *script.lines])), reading.header))
    return "\n".join([*([more] if more else []), *head, *script.lines]) + "\n"


def _loose_done(log: GameLog, script: Script) -> list[str]:
    """The option with which the moderator accepts `done` without an action; a pragma states the game's own."""
    return ["option loose-done"] if script.loose_done and not log.header.options.get("loose_done") else []


def _variant_lines(log: GameLog) -> Iterator[str]:
    """TM-16.7.1: the editions of the Fire & Ice boards."""
    yield from (f"{VARIANT}{name}" for name in log.header.options.get("playtests", ()))


def _draw_lines(log: GameLog, script: Script) -> list[str]:
    tiles, removed = draws(script.records, log.header)
    return [*(f"delete {card}" for card in removed), *([f"score {', '.join(tiles)}"] if tiles else [])]


class _Commands(Script):
    """Lines `faction: command. command`."""

    title = "\n# Round {}, turn {}"

    def add_command(self, record: Record[Any], words: str) -> None:
        """Add a command to the line; start a new line for another seat, and where the moderator would swap commands."""
        seat, state = record.actor, self.state
        assert seat is not None
        if words == "setup":
            self._set_up_line(record)
        elif words:
            self.begin_turn()
            if seat != self.seat or not self._stays([*self.words, words]):
                self.flush()
            self.seat = seat
            self.words.append(words)
        self.play(record)
        if not words or words.split(" ")[0] in ENDS_LINE or state.active != seat:
            self.flush()

    def add_implied(self, seat: int, words: str) -> None:
        """A separate line."""
        self.lines.append(f"{faction_code(self.state.players[seat])}: {words}")

    def add_record(self, record: Record[Any]) -> None:
        """A separate pragma."""
        self.flush()
        self.lines.append(as_it_is(record))
        self.play(record)

    def step(self, step: Step) -> None:
        """End the line, as a step begins a new one."""
        self.flush()

    def dropped(self, seat: int) -> None:
        """`drop-faction F`."""
        self.flush()
        self.lines.append(f"drop-faction {faction_code(self.state.players[seat])}")

    def end_line(self) -> None:
        """Write the current line."""
        if self.words:
            self.lines.append(f"{faction_code(self.state.players[self.seat])}: {'. '.join(self.words)}")
            self.words = []
        self.seat = NOBODY

    def _stays(self, words: list[str]) -> bool:
        """Whether the moderator takes these commands in this order when they are on one line: TM-17.1.2."""
        commands = [command for each in words for command in parse_commands(each)]
        return reordered(commands) == tuple(commands)

    def _set_up_line(self, record: Record[Any]) -> None:
        """Replace blanks in a name, which the moderator does not accept, by underscores; a pragma states the name."""
        player = "_".join(self.replay.header.seats[record.actor or 0].player.split())
        name = f" for {player}" if player and "#" not in player else ""
        self.lines.append(f"setup {FACTIONS[record.event.faction].snellman}{name}")
