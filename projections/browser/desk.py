"""A game on the page while it is played on: what can be tapped or typed, what was, and the picture of the position.

The recorder's session does all of it (`projections.recorder`). A desk numbers what can be tapped, narrows long lists
field by field, and covers what one player hides from the others until somebody asks for it.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from textwrap import shorten
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.chance import Spread
from engine.public import public_part
from engine.replay import Replay
from engine.rules import ruleset
from events.log.native import GameLog
from events.log.record import Record
from projections import pictures
from projections.browser.kept import Kept
from projections.game.position import seat_name, sentence
from projections.pages.things import Things, places_of
from projections.pictures.film import Film, drawing_of
from projections.pictures.palette import stylesheet
from projections.pictures.pen import node
from projections.pictures.words import plain
from projections.recorder.choosing import Choice
from projections.recorder.display import log_lines
from projections.recorder.narrowing import narrowed
from projections.recorder.record_lines import record_line
from projections.recorder.session import Session
from projections.screen.verdict_words import words_of
from projections.visible import visible

MOST = 80
"""At most this many choices are listed; typing finds the others."""
WIDE = 10_000
LONGEST = 60
"""The most characters of the words for a place."""
MANY = 2_000
"""With more actions than these, no places are marked before their kind has been chosen."""
COMPLETE = "complete"


class Offer(NamedTuple):
    """Something that can be tapped: an action, or (with `ways` over 1) a step towards several.

    `key` is its number on the desk, `kind` is `action`, `group`, `value` or `part`.
    """

    key: int
    label: str
    kind: str
    ways: int


class Desk:
    """One game that is open. `version` rises with every answer: what was tapped on an older one is not done."""

    def __init__(self, log: GameLog, name: str, *, at_table: bool) -> None:
        self.kept = Kept(log, name)
        self.session = Session(self.kept, partial(_words, log.header))
        if self.session.game.broke is None:
            self.session.message = ""
        self.version = 0
        hides = self.session.game.rules.public is not None and log.header.options.get("information") in (None, COMPLETE)
        self.covers, self.revealed = at_table and hides, False
        self.refused = False
        self._picked: list[str] = []
        self._spot = ""
        self._offered: list[Choice | str] = []
        self._film: Film | None = None
        self._public_film: Film | None = None
        self._known = -1, False
        self._seen: tuple[int, Replay] | None = None
        self._seen_before = 0

    @property
    def game(self) -> Replay:
        """The position on display."""
        return self.session.shown_game

    @property
    def covered(self) -> bool:
        """Whether the choices of the player to act are covered, as they show what that player hides."""
        return self.covers and not self.revealed and self._secret()

    def _secret(self) -> bool:
        """Whether what can be done shows what others do not see: they would list other actions."""
        choosing = self.session.choosing
        if choosing is None or choosing.chance is not None or not choosing.actions:
            return False
        if choosing.game is not self.session.game:  # a correction, in the past
            return True
        if self._known[0] != (at := len(self.session.recording.records)):
            seen = self._public()
            listed = islice(seen.rules.legal(seen.state), len(choosing.actions) + 1) if seen.standings is None else ()
            self._known = at, [each.action for each in choosing.actions] != list(listed)
        return self._known[1]

    @property
    def trail(self) -> list[str]:
        """What has been chosen of an action so far."""
        choosing = self.session.choosing
        if choosing is None:
            return []
        part = choosing.open_part
        parts = [choosing.part_words(part.field, each) for each in choosing.parts] if part else []
        group = [plain(choosing.group[1])] if choosing.group else []
        return [*map(plain, parts), *group, *self._picked, *([self._spot_in_words()] if self._spot else [])]

    def _spot_in_words(self) -> str:
        """The place that was touched, as the page of a game calls it."""
        game = self.game
        words = Things(game.rules.id, pictures.names_of(game.header)).about(game.state, self._spot)
        return shorten(words.partition(";")[0] or plain(self._spot), LONGEST, placeholder=" …")

    @property
    def status(self) -> str:
        """Where the game stands and who is to act, in the words of its picture if it has one."""
        game, session = self.game, self.session
        if drawing_of(game.rules.id) is None or game.standings is not None:
            return session.status
        shown = pictures.head(game)
        if game is not session.game:  # a correction, in the past
            return f"{shown.where} · {session.status.partition(' · ')[2]}"
        return " · ".join([shown.where, shown.awaited, *self._certain()])

    def _certain(self) -> Iterator[str]:
        """What is certain about the chance outcome that is awaited: whose it is, what caused it."""
        choosing = self.session.choosing
        if choosing is None or choosing.chance is None:
            return
        for name, value in choosing.chance.fields.items():
            if not isinstance(value, Spread) and value is not None:
                words = plain(choosing.part_words(name, value))
                yield words if name == "player" else f"{plain(name)} {words}"

    def offers(self, text: str = "") -> tuple[list[Offer], str, int]:
        """What can be tapped after `text` is typed, the field that it is about, and how many more there are."""
        self._offered = []
        if self.covered:
            return [], "", 0
        choices = self.session.choices(text)
        if self._spot:
            fitting = set(map(id, choices))
            choices = [each for each in self._of_spot(self._spot) if not text or id(each) in fitting]
        if not text and (self._picked or all(each.action is not None for each in choices)):
            found = narrowed(choices, self._picked)
            if found.field:
                self._offered = [value.words for value in found.values]
                values = [Offer(key, value.words, "value", value.ways) for key, value in enumerate(found.values)]
                return values, plain(found.field), 0
            choices = found.choices
        self._offered = list(choices[:MOST])
        listed = [Offer(key, *self._label(each)) for key, each in enumerate(choices[:MOST])]
        return listed, "", len(choices) - len(listed)

    def _label(self, choice: Choice) -> tuple[str, str, int]:
        if choice.group is not None:
            who, kind = choice.group
            several = len(self.game.rules.turn(self.game.state).actors) > 1
            return f"{seat_name(self.game, who)}: {plain(kind)}" if several else plain(kind), "group", choice.ways
        return (choice.label, "action", 1) if choice.action is not None else (plain(choice.label), "part", 1)

    def _actions(self) -> list[Choice]:
        return self.session.choosing.actions if self.session.choosing is not None else []

    @staticmethod
    def _group_of(choice: Choice) -> tuple[int | None, str]:
        assert choice.action is not None
        return choice.action[0], str(choice.action[1].__struct_config__.tag)

    def tap(self, key: int) -> None:
        """Take what was offered under a number."""
        choice = self._offered[key]
        if isinstance(choice, str):
            self._picked.append(choice)
            left = narrowed(self._left(), self._picked).choices
            if len(left) != 1:
                return
            choice = left[0]
        self.enter("", choice)

    def _left(self) -> list[Choice]:
        return self._of_spot(self._spot) if self._spot else self.session.choices("")

    def _of_spot(self, spot: str) -> list[Choice]:
        """The actions that concern a spot, of the kind that was chosen if one was."""
        places = places_of(self.game.rules.id)
        if places is None:
            return []
        return [
            each for each in self._actions() if self._in_group(each) and each.action and spot in places(*each.action)
        ]

    def _in_group(self, choice: Choice) -> bool:
        """Whether an action is of the kind that was chosen, if one was."""
        group = self.session.choosing.group if self.session.choosing is not None else None
        return group is None or self._group_of(choice) == group

    def touch(self, spot: str) -> None:
        """Keep only the actions about a place or piece of the drawing; without any, nothing changes."""
        if not self.covered and self._of_spot(spot):
            self._spot, self._picked = spot, []

    def places(self) -> list[str]:
        """The keys of the spots that an action concerns; none while there are too many actions."""
        choosing, places = self.session.choosing, places_of(self.game.rules.id)
        if self.covered or choosing is None or places is None:
            return []
        found = [each.action for each in self._actions() if each.action and self._in_group(each)]
        return list(dict.fromkeys(spot for each in found for spot in places(*each))) if len(found) <= MANY else []

    def back(self) -> None:
        """One step back, from what was chosen last."""
        if self._picked:
            self._picked.pop()
        elif self._spot:
            self._spot = ""
        else:
            self.session.back()

    def enter(self, text: str, choice: Choice | None = None) -> None:
        """Answer with typed text or a choice; what is recorded covers everything again."""
        before = len(self.session.recording.records)
        self._seen_before = len(self._public().played) if self.covers else 0
        self.refused = not self.session.enter(text, choice)
        if len(self.session.recording.records) > before:
            self.revealed = False
        if not self.refused:
            self._picked, self._spot = [], ""

    def draw(self, seed: str) -> None:
        """Draw the chance outcome that is awaited."""
        choosing = self.session.choosing
        if choosing is not None and choosing.chance is not None:
            self.enter("", Choice(str, (None, choosing.chance.sample(Random(seed)))))

    @property
    def message(self) -> str:
        """What the last answer did; without what is hidden, unless it was asked for."""
        message = self.session.message
        done = next((word for word in ("recorded", "taken back") if message.startswith(word)), "")
        if not done or not self.covers or self.revealed:
            return message
        return self._seen_record() if done == "recorded" else done

    def _seen_record(self) -> str:
        """The last record as everybody saw it."""
        seen, record = self._public(), self.session.recording.records[-1]
        new = [(actor, event) for actor, event, _ in seen.played[self._seen_before :]]
        shown = next(((actor, event) for actor, event in reversed(new) if type(event) is type(record.event)), None)
        if shown is None:
            return f"recorded #{record.seq}, which stays hidden"
        return visible(f"recorded {record_line(seen, Record(record.seq, *shown), self.session.words_of)}")

    def lines(self) -> list[str]:
        """The records in words, one line each; those of others' secrets are left out while they are covered."""
        if not self.covers or self.revealed:
            return log_lines(self.session.recording, self.session.words_of, WIDE)
        seen = self._public()
        lines = [visible(record_line(seen, record, self.session.words_of)) for record in self._public_records(seen)]
        return lines or ["no records yet"]

    def _public_records(self, seen: Replay) -> Iterator[Record[Any]]:
        """What everybody saw, with the numbers that the records have in the log; what nobody entered is left out."""
        numbers: dict[type, list[int]] = {}
        for record in self.session.recording.in_force:
            numbers.setdefault(type(record.event), []).append(record.seq)
        for record in seen.log().records:
            if left := numbers.get(type(record.event)):
                yield replace(record, seq=left.pop(0))

    def picture(self) -> str:
        """The parts of the picture of the position, as markup; empty if the game has no drawing."""
        game = self.game
        if drawing_of(game.rules.id) is None:
            return ""
        if self.covers and not self.revealed:
            game = self._public()
            if self._public_film is None:
                self._public_film = Film(game.rules, game.header)
            return _markup(self._public_film, game)
        if self._film is None:
            self._film = Film(game.rules, game.header)
        return _markup(self._film, game)

    def _public(self) -> Replay:
        """The position as everybody sees it, found once for each record; played on where that is enough."""
        recording = self.session.recording
        if self._seen is None or self._seen[0] != len(recording.records):
            log = public_part(GameLog(recording.header, recording.in_force))
            new = [(record.actor, record.event) for record in log.records]
            game = self._seen[1] if self._seen else Replay(ruleset(log.header.game), log.header)
            if [(actor, event) for actor, event, _ in game.played] != new[: len(game.played)]:
                game = Replay(ruleset(log.header.game), log.header)
            for actor, event in new[len(game.played) :]:
                game.play(actor, event)
            game.settle()
            self._seen = len(recording.records), game
        return self._seen[1]

    def seats(self) -> Iterator[tuple[str, str, str, bool]]:
        """For each seat its name, what it plays, its points, and whether it acts."""
        game = self.game
        if drawing_of(game.rules.id) is not None:
            for seated in pictures.head(game).seats:
                yield seated.name, seated.about, seated.points, seated.acts
            return
        acting = game.rules.turn(game.state).actors
        for seat in range(len(game.header.seats)):
            points = game.rules.figures(game.state, seat).get("vp", 0)
            yield seat_name(game, seat), game.rules.faction(game.state, seat) or "", f"{points} VP", seat in acting


def _markup(film: Film, game: Replay) -> str:
    """The parts of a position as one element, with the style and the patterns that they share."""
    parts = [node("div", *shown.pieces, data_columns=shown.part.columns) for shown in film.parts(game)]
    patterns = film.drawing.definitions
    shared = node("svg", patterns, class_="definitions", width=0, height=0) if patterns else ""
    return node("div", node("style", stylesheet(film.drawing.style)), shared, *parts, class_="parts")


def _words(header: Any, event: Any) -> str:
    """An event as a sentence; JSON data, as in the parts of an outcome, as its fields."""
    return words_of(event) if isinstance(event, dict) else sentence(header, event)
