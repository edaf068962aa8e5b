"""A game told in the words of the moderator, one event after the other, with its position and its automatic steps.

What has no command is told as it is in a native log; the readings understand it (`## anyturn {...}`).
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import pairwise
from typing import Any

import msgspec

from engine.games.terra_mystica.components import BONUS_CARDS, COMPONENTS, MAPS, SCORING_TILES, SiteOption
from engine.games.terra_mystica.final_tiles import FINAL_TILES
from engine.games.terra_mystica.options import Options, options_of
from engine.games.terra_mystica.readings._snellman_codes import FREE_DECISIONS, MAIN_ACTIONS
from engine.games.terra_mystica.readings._snellman_reader import Reader
from engine.games.terra_mystica.readings._snellman_start import MAP_WITH_VP_TABLE
from engine.games.terra_mystica.state import NOBODY, State
from engine.games.terra_mystica.writings._commands import command, faction_code, given_up
from engine.games.terra_mystica.writings._unasked import MAIN_ACTIONS as BEGINNINGS
from engine.games.terra_mystica.writings._unasked import Unasked, chains, make_one
from engine.replay import Replay, Stopped
from engine.ruleset import Step, ruleset
from events.log.codec import Unreadable, encode
from events.log.native import GameLog, resolve
from events.log.record import Header, Record
from events.notations._snellman_commands import parse_commands
from events.notations.snellman_ledger import PRAGMA, Document
from events.vocabulary import terra_mystica as events

FIELDS = ("game", "ruleset", "options", "seats", "catalogue", "played_at")


class Script:
    """Replays a game and calls what a writing makes of it: `said`, `unasked`, `untold`, `step`, `dropped`, `end_line`.

    `words` are those of the line that is being written, by `seat`; `title` stands before every turn of a round. Records
    whose numbers are `plain` are told as they are: in this place their command would be read otherwise. Those of
    `merged` are told with a later one. `strict_leech` is false where power is taken after a conversion in the same
    turn, which the moderator lets pass only without the option of that name (TM-17.5.15).
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
        self.lines: list[str] = []
        self.words: list[str] = []
        self.seat = NOBODY
        self._turn = (0, 0)
        self._answered = False
        self._converted = (NOBODY, 0)
        self._set_up = 0
        self._due = Unasked(self.state)

    def tell(self) -> None:
        """Tell the whole game. Raises Unreadable if it breaks a clause."""
        for record, following in pairwise([*self.records, None]):
            assert record is not None
            self.replay.settle()
            self._record(record, following)
        self.replay.settle()
        self.flush()

    def said(self, record: Record[Any], words: str) -> None:
        """A seat did this; empty words for the end of a turn that nobody needs to be told of."""
        raise NotImplementedError

    def untold(self, record: Record[Any]) -> None:
        """This has no command."""
        raise NotImplementedError

    def step(self, step: Step) -> None:
        """An automatic step was done."""
        raise NotImplementedError

    def dropped(self, seat: int) -> None:
        """A player left the game."""
        raise NotImplementedError

    def unasked(self, seat: int, words: str) -> None:
        """A line of a seat that no record says."""
        raise NotImplementedError

    def end_line(self) -> None:
        """The line that is being written ends."""
        raise NotImplementedError

    def flush(self) -> None:
        """End the line that is being written; then comes what the moderator has to be told besides."""
        self.end_line()
        for seat, words, offer in self._due.due():
            giver = f" from {faction_code(self.state.players[offer.giver])}" if offer else ""
            self.unasked(seat, words + giver)

    def begin_turn(self) -> None:
        """The title of a round's turn, if one begins: TM-9.3."""
        turn = (self.state.round, self.state.cycle)
        if turn != self._turn and self.state.phase == "action":
            self._turn = turn
            self.flush()
            self.lines.append(self.title.format(*turn))

    def play(self, record: Record[Any]) -> None:
        """Play the event; a writing calls it where it tells it. Raises Unreadable if it breaks a clause."""
        try:
            self.replay.play(record.actor, record.event, record.line, record.seq)
        except Stopped as stop:
            found = f"record {record.seq}, which breaks {stop.__cause__}"
            raise Unreadable(found, "a game by the rules, as far as it goes") from None

    def _record(self, record: Record[Any], following: Record[Any] | None) -> None:
        event, seat = record.event, record.actor
        if seat is not None:
            self._note_for_the_moderator(record, seat)
        if isinstance(event, events.DrawScoringTiles | events.DrawBonusCards):
            self.play(record)
        elif record.seq in self.plain or record.seq in self.merged:
            self.untold(record)
        elif isinstance(event, events.DropPlayer) and self.state.players[event.player].faction:
            self.dropped(event.player)
            self.play(record)
        elif seat is None:
            self.untold(record)
        elif isinstance(event, events.EndTurn):
            words = "" if following is not None and self._is_implied(following) else "done"
            self._answered = False
            self.said(record, words)
        elif isinstance(event, events.ChooseFaction) and seat == self._set_up:
            self._set_up += 1
            self.said(record, "setup")
        elif words := command(self.state, seat, event):
            self._note_answer(event)
            self.said(record, words)
        else:
            instead = given_up(self.state, seat, event)
            self.untold(record)
            if instead:
                self.unasked(seat, instead)

    def _note_for_the_moderator(self, record: Record[Any], seat: int) -> None:
        """What is told otherwise than it was done, and what needs no answer any more."""
        event, state = record.event, self.state
        if isinstance(event, BEGINNINGS):
            self._due.begins_action(seat)
        elif isinstance(event, events.Convert):
            self._converted = seat, state.turn
        elif isinstance(event, events.AcceptPower) and self._converted == (seat, state.turn) and seat == state.active:
            self.strict_leech = False
        elif record.seq in self.chains and record.seq not in self.merged:
            later = self.chains[record.seq]
            if make_one(state, record, later):
                self.merged |= {record.seq, *(each.seq for each in later[:-1])}

    def _note_answer(self, event: Any) -> None:
        """Whether somebody has taken power from the active player, who profits from it, in this turn."""
        if isinstance(event, events.AcceptPower) and self._gives(event):
            self._answered = True

    def _gives(self, event: events.AcceptPower) -> bool:
        active = self.state.active
        giver = next((offer.giver for offer in self.state.offers if offer.id == event.offer), None)
        return giver == active and self.state.players[active].rules.on_leech is not None

    def _is_implied(self, following: Record[Any]) -> bool:
        """TM-17.4.3: whether the next command itself tells that the turn is over; see `Reader`."""
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
    """The text that `make` gives, in which so many records are plain that reading it gives the same game."""
    plain: frozenset[int] = frozenset()
    while True:
        text = make(plain)
        differing = _first_difference(log, notation, text)
        if differing is None or differing in plain:
            return text
        plain |= {differing}


def _first_difference(log: GameLog, notation: str, text: str) -> int | None:
    """The number of the first record that is read otherwise."""
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
    """The line for a record that has no command."""
    return PRAGMA + encode({"actor": record.actor, "event": record.event}).decode()


def beyond(header: Header, read: Header) -> str:
    """The line for what the header says beyond that which is read from the other lines; empty if there is nothing."""
    stated, found = (msgspec.to_builtins(each, str_keys=True) for each in (header, read))
    more = {field: stated.get(field, _NOTHING[field]) for field in FIELDS if stated.get(field) != found.get(field)}
    if header.expected and header.expected != read.expected:
        more["expected"] = stated["expected"]
    return PRAGMA + encode({"header": more}).decode() if more else ""


_NOTHING: dict[str, Any] = {"ruleset": "", "options": {}, "seats": [], "catalogue": None, "played_at": ""}


def option_lines(script: Script, final: str) -> Iterator[str]:
    """`option X`, `map ID`: what of the options the site has words for (TM-17.6); `final` before a final tile.

    A final tile that was drawn is told, too: the moderator knows no such record.
    """
    options = options_of(script.replay.header)
    for each in COMPONENTS.site_option:
        if _is_stated(options, each) and (script.strict_leech or each.name != "strict-leech"):
            yield f"option {each.name}"
    if script.state.final_tile:
        yield f"{final} {FINAL_TILES[script.state.final_tile].snellman}"
    if code := map_code(options):
        yield f"map {code}"


def map_code(options: Options) -> str:
    """TM-3.4.9, TM-17.6.3: by which the site knows a map, else its own name; empty for the base map and one's own."""
    if options.map not in MAPS:
        return ""
    if options.map == "base":
        return MAP_WITH_VP_TABLE if options.starting_vp == "original_2017" and not options.starting_vp_table else ""
    return next(iter(MAPS[options.map].snellman_ids), options.map)


def _is_stated(options: Options, word: SiteOption) -> bool:
    """Whether the options are what the site has this word for; that of an edition brings the factions with it."""
    value = getattr(options, word.option, None) if word.option else None
    if word.option == "fire_ice_final_scoring":
        return value != "none"
    if word.option == "fire_ice_variable_version" and "variable" not in options.fire_ice_factions:
        return False
    if isinstance(value, tuple):
        return word.value in value
    return (str(value).lower() if isinstance(value, bool) else value) == word.value


def draws(records: list[Record[Any]], header: Header) -> tuple[list[str], list[str]]:
    """The codes of the scoring tiles of rounds 1 to 6, and of the bonus cards that are not in the game."""
    options = options_of(header)
    tiles = next((r.event.tiles for r in records if isinstance(r.event, events.DrawScoringTiles)), ())
    cards = next((r.event.cards for r in records if isinstance(r.event, events.DrawBonusCards)), None)
    in_play = (card for card in BONUS_CARDS.values() if not card.option or getattr(options, card.option))
    removed = [card.snellman for card in in_play if cards is not None and card.id not in cards]
    return [SCORING_TILES[tile].snellman for tile in tiles], removed


def stated_header(document: Document, read: Any) -> Header:
    """What a reading makes of the head of a text, an empty header if it needs more."""
    try:
        header: Header = read(document)
    except Unreadable:
        return Header("terra_mystica")
    return header
