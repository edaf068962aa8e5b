"""A game as players would have entered it at terra.snellman.net: TM-17.1. It can be pasted into the moderator."""

from collections.abc import Iterator
from typing import Any

from engine.declaration import Step
from engine.games.terra_mystica.components import FACTIONS, GAME, WHEEL, WHEEL_SIZE
from engine.games.terra_mystica.readings import snellman_commands as reading
from engine.games.terra_mystica.readings._snellman_options import VARIANT
from engine.games.terra_mystica.state import NOBODY
from engine.games.terra_mystica.terraforming import spare_spades
from engine.games.terra_mystica.writings._commands import command, faction_code
from engine.games.terra_mystica.writings._implied import MAIN_ACTIONS as BEGINNINGS
from engine.games.terra_mystica.writings._order import Moves, first_misplaced
from engine.games.terra_mystica.writings._own_line import (
    ANSWERS,
    FREE,
    NextLines,
    OwnLine,
    follows_action,
    is_answer,
    is_merged,
    later_pragma,
    leaves_turn_open,
    with_meaning,
)
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
from events.vocabulary import terra_mystica as events

ORDINATION = "CONVERT_W_TO_P"
ENDS_LINE = frozenset(("leech", "decline", "pass", "done", "pick-color"))
ALONE = "pick-color"
"""What ends the turn to the moderator, so that conversions that follow it stand on the line before."""


def write(log: GameLog) -> str:
    """The text. Raises Unreadable if the game breaks a clause."""
    return faithful(log, "snellman_commands", lambda plain: _text(log, plain))


def _text(log: GameLog, plain: frozenset[int]) -> str:
    script = _in_order(log, plain)
    if script.loose_dig and not log.header.options.get("loose_dig"):  # then every transform goes the short way
        script = _in_order(log, plain, short_way=True)
    head = [
        *option_lines(script, "final-scoring"),
        *_loose(log, script),
        *_variant_lines(log),
        *_draw_lines(log, script),
    ]
    more = beyond(log.header, stated_header(parse("\n".join([*head, *script.lines])), reading.header))
    return "\n".join([*([more] if more else []), *head, *script.lines]) + "\n"


def _in_order(log: GameLog, plain: frozenset[int], *, short_way: bool = False) -> "_Commands":
    """The script in an order that the moderator takes: TM-17.1.3, TM-17.5.22.

    A conversion that may not stand before the answers is written on its player's next line; if it may not stand there
    either, the player's own answers in between are held back with it. Raises Unreadable if that does not help.
    """
    moves = Moves()
    while True:
        script = _Commands(log, plain, moves, short_way=short_way)
        script.run()
        if script.late_ordination:
            moves.ordained |= script.late_ordination
        elif misplaced := script.misplaced():
            moves.postpone(misplaced)
        else:
            return script


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


class _Commands(Script):
    """Lines `faction: command. command`.

    `moves` states what is written elsewhere than it was played; `ordered` are the records as they are written, `moved`
    the numbers of those moved. `waiting` is what waits for a seat's next line (TM-17.1.3). `spent` is the number of the
    first conversion with which a seat has lost its ordination to the moderator, `early` the place of the lines that
    have it before, `late_ordination` what must be moved so, `lapsed` the seats whose ordination only the moderator has
    left (TM-17.5.22). TM-17.5.21: with `short_way`, spades beyond the short way are given up.
    """

    title = "\n# Round {}, turn {}"

    def __init__(self, log: GameLog, plain: frozenset[int], moves: Moves, *, short_way: bool = False) -> None:
        super().__init__(log, plain)
        self.moves, self.short_way = moves, short_way
        self.waiting: dict[int, NextLines] = {}
        self.ordered: list[Record[Any]] = []
        self.moved: set[int] = set()
        self.spent: dict[int, int] = {}
        self.early: dict[int, int] = {}
        self.late_ordination: dict[int, Record[Any]] = {}
        self.lapsed: set[int] = set()
        self.turn = NOBODY
        self.seen = 0
        self.own = OwnLine(self.lines, NOBODY, 0, [])
        self.earlier: list[list[int]] = []

    def add_command(self, record: Record[Any], words: str) -> None:
        """Add a command to the line; start a new line for another seat, and where the moderator would swap commands."""
        seat, state = record.actor, self.state
        assert seat is not None
        if self.short_way and isinstance(record.event, events.Transform):
            words += self._spare(seat, record.event)
        if isinstance(record.event, events.EndTurn) and state.players[seat].ordination:
            self.strict_ordination = False
            if state.options.ordination_timing == "same_turn" and seat not in self.spent:
                self.lapsed.add(seat)
        if words == "setup":
            self._set_up_line(record)
        elif words:
            self.begin_turn()
            if self._settles_ordination(record):
                return
            if self._waits(record):
                self._postpone(record, words)
                return
            if self._moves_up(record, words):
                self._move_up(record, words)
                return
            if seat in self.waiting and seat == state.active and isinstance(record.event, (*FREE, *BEGINNINGS)):
                self._catch_up(seat)
            if isinstance(record.event, events.Pass) and (unused := self._unused_ordination(seat)):
                words = f"-{unused}{ORDINATION}. {words}"
            if seat != self.seat or self._begins_line(record, words):
                self.flush()
            self.seat, self.turn = seat, state.turn if seat == state.active else NOBODY
            self.words.append(words)
        self.play(record)
        if not words or words.split(" ")[0] in ENDS_LINE or state.active != seat:
            self.flush()

    def add_implied(self, seat: int, words: str) -> None:
        """A separate line; no ordination is given up that the moderator takes for lost already: TM-17.5.22.

        Where one is, conversions after the answers stand behind it. If the turn is over with the answers, it stands
        before them, too.
        """
        is_ordination = words.endswith(ORDINATION)
        if seat not in self.spent or not is_ordination:
            if is_ordination and self._is_over(seat):
                self.own.add(faction_code(self.state.players[seat]), words)
                return
            if is_ordination and seat == self.state.active:
                self.own = OwnLine(self.lines, seat, self.state.turn, [words], (), len(self.ordered))
            line = f"{faction_code(self.state.players[seat])}: {words}"
            self._keep_apart(line)
            self.lines.append(line)

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

    def flush(self) -> None:
        """End the current line; then take each priest that the moderator asks for, as it always does: TM-17.5.20."""
        super().flush()
        for entered in self.replay.entered[self.seen :]:
            for entry in entered.entries:
                if entry.figure == "priest" and entry.delta > 0 and entry.source != "take_priest":
                    unlocked = self.state.players[entry.seat].unlocked
                    for _ in range(entry.delta if len(unlocked) == WHEEL_SIZE else 0):
                        self.add_implied(entry.seat, "unlock-terrain gain-priest")
        self.seen = len(self.replay.entered)

    def end_line(self) -> None:
        """Write the current line."""
        if self.words:
            line = self._line()
            self._keep_apart(line)
            if self.turn != NOBODY and not is_answer(line):
                self.own = OwnLine(self.lines, self.seat, self.turn, self.words, self.earlier, len(self.ordered))
            self.lines.append(line)
            self.words, self.earlier = [], []
        self.seat = NOBODY

    def _keep_apart(self, line: str) -> None:
        """Write a comment before a line that the moderator would not take for one of its own: TM-17.1.2, TM-17.5.7."""
        before = self.lines[-1] if self.lines else ""
        is_late = self.state.phase in ("cult_bonus", "income") and leaves_turn_open(before, line)
        if is_late or is_merged(before, line):
            self.lines.append(self.title.format(self.state.round, self.state.cycle).lstrip())

    def _line(self) -> str:
        return f"{faction_code(self.state.players[self.seat])}: {'. '.join(self.words)}"

    def _moves_up(self, record: Record[Any], words: str) -> bool:
        """Whether the moderator takes a command only on the active seat's line before the answers: TM-17.1.3.

        It holds a turn for over when an answer follows the action, so that what is done afterwards stands before.
        """
        seat, state, own = record.actor, self.state, self.own
        if not follows_action(record.event) or seat != state.active or state.actions_left:
            return False
        if seat == self.seat and not is_answer(self._line()):
            return False
        if (own.seat, own.turn) != (seat, state.turn) or not self._stays([*own.words, words]):
            return False
        self.flush()
        return own.only_answers_follow()

    def _move_up(self, record: Record[Any], words: str) -> None:
        """Add a command to the line before the answers."""
        self.own.add(faction_code(self.state.players[self.own.seat]), words)
        self.ordered.insert(self.own.end, record)
        self.own.end += 1
        self.moved.add(record.seq)
        super().play(record)

    def _waits(self, record: Record[Any]) -> bool:
        """Whether a command waits for the seat's next line, as do all that it can enter only there with it."""
        seat, state = record.actor, self.state
        waiting = self.waiting.get(seat) if seat is not None else None
        if isinstance(record.event, FREE) and seat == state.active:
            return record.seq in self.moves.postponed or (waiting is not None and waiting.turn == state.turn)
        return isinstance(record.event, ANSWERS) and waiting is not None and waiting.holds

    def _postpone(self, record: Record[Any], words: str) -> None:
        """Keep a command for the seat's next line."""
        assert record.actor is not None
        self.flush()
        waiting = self.waiting.setdefault(record.actor, NextLines(self.lines, self.state.turn))
        waiting.add(record, words)
        waiting.holds |= record.seq in self.moves.held
        if isinstance(record.event, events.AcceptPower):
            self.strict_leech = False
        self.moved.add(record.seq)
        super().play(record)

    def _catch_up(self, seat: int) -> None:
        """Begin the next line of a seat with what waits for it."""
        self.flush()
        waiting = self.waiting.pop(seat)
        self.ordered += [each.record for each in waiting.waiting]
        self.words, self.earlier = waiting.begin(faction_code(self.state.players[seat]))
        self.seat = seat
        self._converted = seat, self.state.turn

    def play(self, record: Record[Any]) -> None:
        """Play the event, and note the order."""
        self.ordered.append(record)
        super().play(record)

    def misplaced(self) -> Record[Any] | None:
        """The first conversion that the moderator does not take where it stands, if any.

        None in a game with immediate reactions, which the moderator does not know.
        """
        if not self._is_known():
            return None
        if self.waiting:
            return min((lines.waiting[0].record for lines in self.waiting.values()), key=lambda record: record.seq)
        return first_misplaced(self.replay.header, self.records, self.ordered, self.moved) if self.moved else None

    def _is_known(self) -> bool:
        """Whether the moderator knows the order of the game's reactions at all."""
        return self.state.options.reaction_timing != "immediate"

    def _settles_ordination(self, record: Record[Any]) -> bool:
        """TM-17.5.22: note a conversion before an ordination; returns whether nothing more is to be written."""
        seat, event = record.actor or 0, record.event
        if isinstance(event, events.Convert):
            self.lapsed.discard(seat)
        if not self._is_known():
            return False
        if isinstance(event, events.Convert) and self.state.players[seat].ordination and seat not in self.spent:
            self.spent[seat] = record.seq
            if record.seq in self.moves.ordained:
                self._ordain_before(seat, self.moves.ordained[record.seq])
        elif isinstance(event, events.OrdainPriests) and seat in self.early:
            self.flush()
            place = self.early.pop(seat)
            self.lines[place] = later_pragma(len(with_meaning(self.lines[place + 2 :])))
            super().play(record)
            return True
        elif isinstance(event, events.OrdainPriests) and seat in self.spent:
            self.late_ordination[self.spent[seat]] = record
        elif isinstance(event, events.Forfeit) and event.what == "ordination" and seat in self.spent:
            self.add_record(record)
            return True
        return False

    def _unused_ordination(self, seat: int) -> int:
        """TM-17.5.22: what the moderator has left of an ordination, which it takes away from the last conversions."""
        state, player = self.state, self.state.players[seat]
        is_open = seat in self.lapsed or (player.ordination and seat not in self.spent)
        return player.rules.building("stronghold").ordination_max if is_open and state.round == GAME.rounds else 0

    def _ordain_before(self, seat: int, record: Record[Any]) -> None:
        """Write an ordination that is played later. Raises Unreadable if the moderator has ended the turn by then."""
        self.flush()
        if self._is_over(seat):
            self.moves.postpone(record)
        self.early[seat] = len(self.lines)
        words = command(self.state, seat, record.event)
        self.lines += [later_pragma(0), f"{faction_code(self.state.players[seat])}: {words}"]
        self.ordered.append(record)
        self.moved.add(record.seq)

    def _is_over(self, seat: int) -> bool:
        """Whether answers have ended the turn of a seat to the moderator although an ordination is open."""
        own = self.own
        over = self.state.options.ordination_timing == "any_time" and own.only_answers_follow()
        return over and (own.seat, own.turn) == (seat, self.state.turn)

    def _spare(self, seat: int, event: events.Transform) -> str:
        state = self.state
        h, target = state.board.numbers.get(event.hex, NOBODY), WHEEL.get(event.terrain, NOBODY)
        spare = spare_spades(state, state.players[seat], h, target, event.spades) if NOBODY not in (h, target) else 0
        return f". -{spare}SPADE" if spare else ""

    def _begins_line(self, record: Record[Any], words: str) -> bool:
        """Whether a command may not follow the others on the current line.

        The last pass does not follow an ordination given up: that would be no event (TM-17.5.22).
        """
        if isinstance(record.event, events.Pass) and any(each.endswith(ORDINATION) for each in self.words):
            return True
        return words.startswith(ALONE) or not self._stays([*self.words, words])

    def _stays(self, words: list[str]) -> bool:
        """Whether the moderator takes these commands in this order when they are on one line: TM-17.1.2."""
        commands = [command for each in words for command in parse_commands(each)]
        return reordered(commands) == tuple(commands)

    def _set_up_line(self, record: Record[Any]) -> None:
        """Replace blanks in a name, which the moderator does not accept, by underscores; a pragma states the name."""
        player = "_".join(self.replay.header.seats[record.actor or 0].player.split())
        name = f" for {player}" if player and "#" not in player else ""
        self.lines.append(f"setup {FACTIONS[record.event.faction].snellman}{name}")
