"""A game written in the moderator's commands, event by event, with its position and automatic steps.

A record without a command is written as in a native log (`## anyturn {...}`), which the readings understand.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from typing import Any

import msgspec

from engine.declaration import Step
from engine.games.terra_mystica.components import BONUS_CARDS, COMPONENTS, MAPS, SCORING_TILES, SiteOption
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.options import Options, options_of
from engine.games.terra_mystica.readings._snellman_codes import FREE_DECISIONS, MAIN_ACTIONS
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.readings._snellman_start import MAP_WITH_VP_TABLE
from engine.games.terra_mystica.state import NOBODY, State
from engine.games.terra_mystica.writings._commands import command, faction_code, given_up
from engine.games.terra_mystica.writings._implied import MAIN_ACTIONS as BEGINNINGS
from engine.games.terra_mystica.writings._implied import ImpliedCommands, chains, is_one_transform
from engine.replay import Replay, Stopped
from engine.rules import ruleset
from events.log.codec import Unreadable, encode
from events.log.native import GameLog, resolve
from events.log.record import Header, Record
from events.notations._snellman_commands import parse_commands
from events.notations._snellman_document import Document
from events.notations.snellman_ledger import PRAGMA
from events.vocabulary import terra_mystica as events

FIELDS = ("game", "ruleset", "options", "seats", "catalogue", "played_at")


class Script:
    """Replays a game and calls a writing's methods.

    These are `add_command`, `add_implied`, `add_record`, `step`, `dropped` and `end_line`.

    `words` are those of the current line, by `seat`; `title` precedes every turn of a round. Records whose numbers are
    in `plain` are written as in a native log, as their command would be read differently at that place. Those in
    `merged` are written with a later one. `strict_leech` is false if power is taken after a conversion in the same
    turn, or after that of a later offer, which the moderator accepts only without the option of that name (TM-17.5.15).
    `strict_ordination` is false if a turn ends with an open ordination (TM-7.8.9), for which the moderator would wait.
    `loose_done` is true if a `done` leaves an action, as when the Chaos Magicians pass with their first, or if the last
    player who has not passed needs one, as another's answer may already have begun that player's next turn
    (TM-17.5.11). `loose_dig` is true if spades of a `dig` are given up, which the moderator refuses otherwise.
    """

    title = ""

    def __init__(self, log: GameLog, plain: frozenset[int] = frozenset()) -> None:
        self.plain = plain
        self.replay = Replay(ruleset(log.header.game), log.header)
        self.replay.on_step.append(lambda replay, step: self.step(step))
        self.state: State = self.replay.state
        self.reader = Reader(self.replay)
        self.records = resolve(log)
        self.chains = chains(self.records)
        self.merged: set[int] = set()
        self.strict_leech = True
        self.strict_ordination = True
        self.loose_done = False
        self.loose_dig = False
        self.lines: list[str] = []
        self.words: list[str] = []
        self.seat = NOBODY
        self._turn = (0, 0)
        self._answered = False
        self._converted = (NOBODY, 0)
        self._passed_over: set[int] = set()
        self._set_up = 0
        self._due = ImpliedCommands(self.state)

    def run(self) -> None:
        """Write the whole game. Raises Unreadable if it breaks a clause."""
        for record, following in pairwise([*self.records, None]):
            assert record is not None
            self.replay.settle()
            self._record(record, following)
        self.replay.settle()
        self.flush()

    def add_command(self, record: Record[Any], words: str) -> None:
        """Write a command of a seat; the words are empty for the end of a turn that needs no command."""
        raise NotImplementedError

    def add_record(self, record: Record[Any]) -> None:
        """Write a record that has no command."""
        raise NotImplementedError

    def step(self, step: Step) -> None:
        """Write an automatic step."""
        raise NotImplementedError

    def dropped(self, seat: int) -> None:
        """Write that a player left the game."""
        raise NotImplementedError

    def add_implied(self, seat: int, words: str) -> None:
        """Write a line of a seat that has no record."""
        raise NotImplementedError

    def end_line(self) -> None:
        """End the current line."""
        raise NotImplementedError

    def flush(self) -> None:
        """End the current line, then write the commands that the moderator needs in addition."""
        self.end_line()
        for seat, words, offer in self._due.due():
            giver = f" from {faction_code(self.state.players[offer.giver])}" if offer else ""
            self.add_implied(seat, words + giver)

    def begin_turn(self) -> None:
        """Write the title of a round's turn, if one begins: TM-9.3."""
        turn = (self.state.round, self.state.cycle)
        if turn != self._turn and self.state.phase == "action":
            self._turn = turn
            self.flush()
            self.lines.append(self.title.format(*turn))

    def play(self, record: Record[Any]) -> None:
        """Play the event; a writing calls this where it writes it. Raises Unreadable if it breaks a clause."""
        try:
            self.replay.play(record.actor, record.event, record.line, record.seq)
        except Stopped as stop:
            found = f"record {record.seq}, which breaks {stop}"
            raise Unreadable(found, "a game that obeys the rules as far as it goes") from None

    def _record(self, record: Record[Any], following: Record[Any] | None) -> None:
        event, seat = record.event, record.actor
        if seat is not None:
            self._note_for_the_moderator(record, seat)
        if isinstance(event, events.DrawScoringTiles | events.DrawBonusCards):
            self.play(record)
        elif record.seq in self.plain or record.seq in self.merged:
            self.add_record(record)
        elif isinstance(event, events.DropPlayer) and self.state.players[event.player].faction:
            self.dropped(event.player)
            self.play(record)
        elif seat is None:
            self.add_record(record)
        elif isinstance(event, events.EndTurn):
            words = "" if following is not None and self._is_implied(following) else "done"
            self.loose_done |= bool(words) and (self._is_last() or self.state.actions_left > 0)
            self._answered = False
            self.add_command(record, words)
        elif isinstance(event, events.ChooseFaction) and seat == self._set_up:
            self._set_up += 1
            self.add_command(record, "setup")
        elif words := command(self.state, seat, event):
            self._note_answer(event)
            self.add_command(record, words)
        else:
            instead = given_up(self.state, seat, event)
            self.add_record(record)
            if instead:
                self.add_implied(seat, instead)

    def left_out(self) -> set[str]:
        """The options of the game without which it is written."""
        strict = {"strict-leech": self.strict_leech, "strict-darkling-sh": self.strict_ordination}
        return {name for name, holds in strict.items() if not holds}

    def _is_last(self) -> bool:
        """Whether all players but one have passed or left."""
        return sum(not player.passed and not player.dropped for player in self.state.players) == 1

    def _note_for_the_moderator(self, record: Record[Any], seat: int) -> None:
        """Note what is written in another form than it was done, and which offers no longer need an answer."""
        event, state = record.event, self.state
        if isinstance(event, BEGINNINGS):
            self._due.begins_action(seat)
        elif isinstance(event, events.Convert):
            self._converted = seat, state.turn
        elif isinstance(event, events.AcceptPower):
            if (self._converted == (seat, state.turn) and seat == state.active) or event.offer in self._passed_over:
                self.strict_leech = False
            older = (offer for offer in state.offers if offer.receiver == seat and offer.id < event.offer)
            self._passed_over |= {offer.id for offer in older}
        elif isinstance(event, events.Forfeit) and event.what == "spades":
            self.loose_dig |= state.followup.dug
        elif record.seq in self.chains and record.seq not in self.merged:
            later = self.chains[record.seq]
            if is_one_transform(state, record, later):
                self.merged |= {record.seq, *(each.seq for each in later[:-1])}

    def _note_answer(self, event: Any) -> None:
        """Note whether somebody took power from the active player, who profits from it, in this turn."""
        if isinstance(event, events.AcceptPower) and self._gives(event):
            self._answered = True

    def _gives(self, event: events.AcceptPower) -> bool:
        active = self.state.active
        giver = next((offer.giver for offer in self.state.offers if offer.id == event.offer), None)
        return giver == active and self.state.players[active].rules.on_leech is not None

    def _is_implied(self, following: Record[Any]) -> bool:
        """TM-17.4.3: whether the next command itself implies that the turn is over; see `Reader`."""
        seat, event = following.actor, following.event
        if seat is None or self._answered or self.state.actions_left:
            return False
        if isinstance(event, events.AcceptPower):
            return self.state.options.reaction_timing == "deferred" and self._gives(event)
        words = command(self.state, seat, event)
        if not words:
            return False
        first = parse_commands(words)[0]
        if seat != self.state.active:
            return first.verb in MAIN_ACTIONS or first.verb in FREE_DECISIONS
        return first.verb in MAIN_ACTIONS and not self.reader.follows(self.state.players[seat], first)


def faithful(log: GameLog, notation: str, make: Callable[[frozenset[int]], str]) -> str:
    """The text that `make` returns with enough plain records that reading it gives the same game."""
    plain: frozenset[int] = frozenset()
    while True:
        text = make(plain)
        differing = _first_difference(log, notation, text)
        if differing is None or differing in plain:
            return text
        plain |= {differing}


def _first_difference(log: GameLog, notation: str, text: str) -> int | None:
    """The number of the first record that is read differently."""
    reading = import_module(f"engine.games.terra_mystica.readings.{notation}")
    document = import_module(f"events.notations.{notation}").parse(text)
    replay = Replay(ruleset(log.header.game), reading.header(document))
    with suppress(Stopped):
        reading.read(document, replay)
    records = resolve(log)
    for record, (actor, event, _) in zip(records, replay.played, strict=False):
        if (record.actor, record.event) != (actor, event):
            return record.seq
    read = len(replay.played)
    return records[min(read, len(records) - 1)].seq if read != len(records) and records else None


def as_it_is(record: Record[Any]) -> str:
    """The native-log line for a record that has no command."""
    return PRAGMA + encode({"actor": record.actor, "event": record.event}).decode()


def beyond(header: Header, read: Header) -> str:
    """The line for header fields that cannot be read from the other lines; empty if there are none."""
    stated, found = (msgspec.to_builtins(each, str_keys=True) for each in (header, read))
    more = {field: stated.get(field, _NOTHING[field]) for field in FIELDS if stated.get(field) != found.get(field)}
    if header.expected and header.expected != read.expected:
        more["expected"] = stated["expected"]
    return PRAGMA + encode({"header": more}).decode() if more else ""


_NOTHING: dict[str, Any] = {"ruleset": "", "options": {}, "seats": [], "catalogue": None, "played_at": ""}


def option_lines(script: Script, final: str) -> Iterator[str]:
    """`option X`, `map ID`: the options that the site has words for (TM-17.6); `final` precedes a final tile.

    A drawn final tile is also written, as the moderator has no such record.
    """
    options = options_of(script.replay.header)
    for each in COMPONENTS.site_option:
        if _is_stated(options, each) and each.name not in script.left_out():
            yield f"option {each.name}"
    if script.state.final_tile:
        yield f"{final} {FINAL_TILES[script.state.final_tile].snellman}"
    if code := map_code(options):
        yield f"map {code}"


def map_code(options: Options) -> str:
    """TM-3.4.9, TM-17.6.3: the site's code for a map, otherwise its name; empty for the base map and custom maps."""
    if options.map not in MAPS:
        return ""
    if options.map == "base":
        return MAP_WITH_VP_TABLE if options.starting_vp == "original_2017" and not options.starting_vp_table else ""
    return next(iter(MAPS[options.map].snellman_ids), options.map)


def _is_stated(options: Options, word: SiteOption) -> bool:
    """Whether the options match this word of the site; the word for an edition implies its factions."""
    value = getattr(options, word.option, None) if word.option else None
    if word.option == "fire_ice_final_scoring":
        return value != "none"
    if word.option == "fire_ice_variable_version" and "variable" not in options.fire_ice_factions:
        return False
    if isinstance(value, tuple):
        return word.value in value
    return (str(value).lower() if isinstance(value, bool) else value) == word.value


def draws(records: list[Record[Any]], header: Header) -> tuple[list[str], list[str]]:
    """The codes of the scoring tiles of rounds 1 to 6, and of the bonus cards left out of the game."""
    options = options_of(header)
    tiles = next((r.event.tiles for r in records if isinstance(r.event, events.DrawScoringTiles)), ())
    cards = next((r.event.cards for r in records if isinstance(r.event, events.DrawBonusCards)), None)
    in_play = (card for card in BONUS_CARDS.values() if not card.option or getattr(options, card.option))
    removed = [card.snellman for card in in_play if cards is not None and card.id not in cards]
    return [SCORING_TILES[tile].snellman for tile in tiles], removed


def stated_header(document: Document, read: Any) -> Header:
    """The header that a reading finds in the head of a text; an empty one if it needs more."""
    try:
        header: Header = read(document)
    except Unreadable:
        return Header("terra_mystica")
    return header
