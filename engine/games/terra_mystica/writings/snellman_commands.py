"""A game as players would have entered it at terra.snellman.net: TM-17.1. It can be pasted into the moderator."""

import re
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
from events.log.codec import encode
from events.log.native import GameLog
from events.log.record import Record
from events.notations._snellman_commands import parse_commands, reordered
from events.notations.snellman_commands import parse
from events.notations.snellman_ledger import PRAGMA
from events.vocabulary import terra_mystica as events

ENDS_LINE = frozenset(("leech", "decline", "pass", "done"))
FREE = (events.Convert, events.BurnPower)
"""What the moderator takes from the active player only, until another player's line follows the action."""
_ANSWER = re.compile(r"\w+: (?:(?:leech|decline) .*|[+]\d?(?:FIRE|WATER|EARTH|AIR))")


def write(log: GameLog) -> str:
    """The text. Raises Unreadable if the game breaks a clause."""
    return faithful(log, "snellman_commands", lambda plain: _text(log, plain))


def _text(log: GameLog, plain: frozenset[int]) -> str:
    script = _Commands(log, plain)
    script.run()
    head = [
        *option_lines(script, "final-scoring"),
        *_loose(log, script),
        *_variant_lines(log),
        *_draw_lines(log, script),
    ]
    more = beyond(log.header, stated_header(parse("\n".join([*head, *script.lines])), reading.header))
    return "\n".join([*([more] if more else []), *head, *script.lines]) + "\n"


def _loose(log: GameLog, script: Script) -> Iterator[str]:
    """What the moderator accepts only with an option: `done` without an action, and giving up dug spades.

    A pragma states the game's own options.
    """
    needed = {"loose-done": script.loose_done, "loose-dig": script.loose_dig}
    stated = log.header.options
    yield from (f"option {name}" for name, need in needed.items() if need and not stated.get(name.replace("-", "_")))


def _variant_lines(log: GameLog) -> Iterator[str]:
    """TM-16.7.1: the editions of the Fire & Ice boards."""
    yield from (f"{VARIANT}{name}" for name in log.header.options.get("playtests", ()))


def _draw_lines(log: GameLog, script: Script) -> list[str]:
    tiles, removed = draws(script.records, log.header)
    return [*(f"delete {card}" for card in removed), *([f"score {', '.join(tiles)}"] if tiles else [])]


class _Line:
    """The last line of the active seat in its turn: where it stands, and which of its commands were played `later`."""

    def __init__(self, place: int, seat: int, turn: int, words: list[str]) -> None:
        self.place, self.seat, self.turn, self.words = place, seat, turn, words
        self.later: list[list[int]] = []


class _Commands(Script):
    """Lines `faction: command. command`."""

    title = "\n# Round {}, turn {}"

    def __init__(self, log: GameLog, plain: frozenset[int] = frozenset()) -> None:
        super().__init__(log, plain)
        self.turn = NOBODY
        self.own = _Line(0, NOBODY, 0, [])

    def add_command(self, record: Record[Any], words: str) -> None:
        """Add a command to the line; start a new line for another seat, and where the moderator would swap commands."""
        seat, state = record.actor, self.state
        assert seat is not None
        if words == "setup":
            self._set_up_line(record)
        elif words:
            self.begin_turn()
            if self._moves_up(record, words):
                self._move_up(words)
                self.play(record)
                return
            if seat != self.seat or not self._stays([*self.words, words]):
                self.flush()
            self.seat, self.turn = seat, state.turn if seat == state.active else NOBODY
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
            line = f"{faction_code(self.state.players[self.seat])}: {'. '.join(self.words)}"
            if self.turn != NOBODY and not _ANSWER.fullmatch(line):
                self.own = _Line(len(self.lines), self.seat, self.turn, self.words)
            self.lines.append(line)
            self.words = []
        self.seat = NOBODY

    def _moves_up(self, record: Record[Any], words: str) -> bool:
        """Whether the moderator takes a command only on the active seat's line before the answers: TM-17.1.3.

        It holds a turn for over when an answer follows the action, so that what is converted afterwards stands before.
        """
        seat, state, own = record.actor, self.state, self.own
        if not isinstance(record.event, FREE) or seat != state.active or state.actions_left:
            return False
        if (own.seat, own.turn) != (seat, state.turn) or not self._stays([*own.words, words]):
            return False
        self.flush()
        return bool(self._after(own)) and all(_ANSWER.fullmatch(line) for line in self._after(own))

    def _after(self, own: _Line) -> list[str]:
        return [line for line in self.lines[own.place + 1 :] if line and (line[0] != "#" or line.startswith(PRAGMA))]

    def _move_up(self, words: str) -> None:
        """Add words to the active seat's last line, and state in a pragma when they were played."""
        own, behind = self.own, len(self._after(self.own))
        if not own.later:
            self.lines.insert(own.place, "")
            own.place += 1
        if own.later and own.later[-1][1] == behind:
            own.later[-1][0] += 1
        else:
            own.later.append([1, behind])
        own.words.append(words)
        self.lines[own.place - 1] = PRAGMA + encode({"later": own.later}).decode()
        self.lines[own.place] = f"{faction_code(self.state.players[own.seat])}: {'. '.join(own.words)}"

    def _stays(self, words: list[str]) -> bool:
        """Whether the moderator takes these commands in this order when they are on one line: TM-17.1.2."""
        commands = [command for each in words for command in parse_commands(each)]
        return reordered(commands) == tuple(commands)

    def _set_up_line(self, record: Record[Any]) -> None:
        """Replace blanks in a name, which the moderator does not accept, by underscores; a pragma states the name."""
        player = "_".join(self.replay.header.seats[record.actor or 0].player.split())
        name = f" for {player}" if player and "#" not in player else ""
        self.lines.append(f"setup {FACTIONS[record.event.faction].snellman}{name}")
