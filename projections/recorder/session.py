"""A session of the recorder, without its screen: the prompt, the choices, and what each answer does."""

import os
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol

from engine.asking import Defined
from engine.clause import Violation
from engine.dispatch import Action
from engine.replay import Replay
from events.log.appending import WentOn
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.log.record import Record
from events.problems import Problem, count
from projections.game.catalogues import own_catalogue
from projections.game.position import seat_name, sentence
from projections.recorder import display
from projections.recorder.choosing import Choice, Choosing, filtered
from projections.recorder.live_log import Recording
from projections.recorder.matching import (
    NoMatch,
    Several,
    WordsOf,
    action_words,
    awaited_words,
    holds,
    meanings,
    taken_apart,
    tokens,
)
from projections.recorder.record_lines import record_line
from projections.recorder.typed_events import about_the_log, enter
from projections.screen.verdict_words import words_of

_COMMAND = re.compile(r"(?P<word>undo|again|redo|correct|log|show|help|quit|exit|p)(?:\s+#?(?P<seq>\d{1,9}))?", re.I)
_CLAUSE = re.compile(r"\?\s*(?P<clause>\S*)")
WHOLE = "position"
"""The page of the whole position."""
_NEW = re.compile(r"(?P<name>[\w.-]+)\s*=\s*(?P<definition>\S.*)", re.S)


class Storage(Protocol):
    """Where a log is kept while it is recorded: see `events.log.appending.LogFile`."""

    path: str
    log: GameLog
    torn: str

    def locked(self) -> AbstractContextManager[bool]:
        """Hold the log; yields whether it has changed since it was last read."""

    def append(self, records: Sequence[Record[Any]]) -> None:
        """Append records; they are kept when it returns."""


class Session:
    """Recording into one log; `over` is True once the user has left.

    `message` is the result of the last answer; `page` is shown instead of the position unless it is empty. `words_of`
    is how actions are called in lists; typed text is matched with it.
    """

    def __init__(self, storage: Storage, words_of: WordsOf = words_of) -> None:
        self.path = storage.path
        self.words_of = words_of
        self.over = False
        self.message = ""
        self.page: list[str] = []
        self.page_is = ""
        self._file = storage
        self._correcting: Record[Any] | None = None
        self._confirming: Action | None = None
        self._refused = ""
        self.refused = False
        self.width = 80
        self._open()
        self.message = self._welcome()

    def _open(self) -> None:
        """Read the log, again if necessary, and start choosing what is awaited at its end."""
        with self._file.locked():
            pass
        self.recording = Recording(self._file.log, self._write)
        self._start_choosing()

    def _welcome(self) -> str:
        welcome = "type what happens; `help` explains how"
        if self.recording.records:
            welcome = f"{count(len(self.recording.records), 'record')} so far; {welcome}"
        if self._file.torn:
            welcome = f"the last line was cut off and is ignored; {welcome}"
            self._file.torn = ""
        if self.game.broke is not None:
            welcome = f"record {self.game.broke.seq} breaks {self.game.broke.violation}; undo or correct it first"
        return welcome

    def _write(self, records: Sequence[Record[Any]]) -> None:
        with self._file.locked() as changed:
            if changed:
                raise WentOn(self.path, len(self.recording.records), len(self._file.log.records))
            self._file.append(records)

    def _start_choosing(self) -> None:
        """Start choosing what is awaited now."""
        self._correcting = self._confirming = None
        self.choosing = Choosing(self.game, self.words_of) if self.game.broke is None else None

    @property
    def game(self) -> Replay:
        """The position at the end of the log."""
        return self.recording.game

    @property
    def shown_game(self) -> Replay:
        """The position on display: before the record being corrected, else at the end of the log."""
        return self.choosing.game if self.choosing is not None else self.game

    @property
    def title(self) -> str:
        """The game, its file, and the number of records."""
        return f"{self.game.rules.name} · {self.path} · {count(len(self.recording.records), 'record')}, saved"

    @property
    def status(self) -> str:
        """Where the game stands, what is awaited, and from whom."""
        game = self.shown_game
        turn = game.rules.turn(game.state)
        place = f"round {turn.round}, turn {turn.index}, {turn.phase.replace('_', ' ')}"
        if game.standings is not None:
            result = ", ".join(f"{seat_name(game, one.seat)} {one.vp}" for one in game.standings)
            return f"the game is over: {result}"
        if self._correcting is not None:
            return f"{place} · instead of {record_line(game, self._correcting, self.words_of)}"
        if self.choosing is not None and self.choosing.chance is not None:
            return f"{place} · chance: {self.choosing.awaited_chance}"
        return f"{place} · awaited: {awaited_words(game)}"

    @property
    def prompt(self) -> str:
        """The prompt: who answers, and what."""
        if self._confirming is not None:
            return "yes or no> "
        if self.choosing is None or self.game.standings is not None:
            return "> "
        choosing = self.choosing
        open_part = choosing.open_part
        if open_part is not None:
            chosen = " ".join(choosing.part_words(open_part.field, part) for part in choosing.parts)
            field = open_part.field.replace("_", " ")
            return f"{field} {open_part.number}{f' after {chosen}' if chosen else ''}> "
        if choosing.group is not None:
            return f"{seat_name(choosing.game, choosing.group[0])}, {choosing.group[1].replace('_', ' ')}> "
        actors = {each.action[0] for each in choosing.actions if each.action is not None}
        return f"{seat_name(choosing.game, actors.pop())}> " if len(actors) == 1 else "> "

    def choices(self, text: str) -> list[Choice]:
        """The choices that remain after `text` is typed."""
        if self._confirming is not None or self.choosing is None or text.startswith(("{", "?")):
            return []
        return self.choosing.shown(text)

    def completed(self, text: str) -> str:
        """The typed text, completed as far as all matching choices agree."""
        labels = [each.label for each in self.choices(text) if each.group is None]
        if not labels or self.choosing is None or not text.strip():
            return text
        before = self.choosing.words_before(text)
        common = labels[0]
        while not all(label.startswith(common) for label in labels):
            common = common[:-1]
        if len(labels) > 1 and not common.endswith(" "):
            common = common[: common.rfind(" ") + 1]
        common = f"{before} {common}" if before else common
        return common if len(common) > len(text) else text

    def back(self) -> None:
        """Go back one step: from a page, a correction, a group, or the last part."""
        if self.page:
            self.page, self.page_is = [], ""
        elif self._confirming is not None:
            self._confirming = None
            self.message = "nothing changed"
        elif self.choosing is not None and self.choosing.back():
            self.message = ""
        elif self._correcting is not None:
            self._start_choosing()
            self.message = "nothing changed"

    def enter(self, text: str, marked: Choice | None = None) -> bool:
        """Answer with the typed text or the selected line. Returns whether the text can be cleared.

        If not, `refused` tells whether it was refused, or matches several choices and can be continued.
        """
        self.refused = True
        self._refused = "" if not text.startswith("?") else self._refused
        try:
            return self._enter(text.strip(), marked)
        except WentOn as problem:
            self._open()
            news = problem.found - problem.expected
            self.message = f"another program has appended {count(news, 'record')}; nothing was recorded"
            return False
        except (NoMatch, Several) as problem:
            self._not_matched(problem, text)
        except Violation as violation:
            self._refuse(violation, f"breaks {violation}")
        except (Problem, OSError) as problem:
            self.message = str(problem)
        return False

    def _not_matched(self, problem: NoMatch | Several, text: str) -> None:
        """A text that matches no single action: ambiguous, illegal, or misspelt."""
        several = self.choosing.ambiguous(text) if self.choosing is not None and not text.startswith("{") else None
        if isinstance(problem, Several) or (several is not None and problem.violation is None):
            self.message = str(several or problem)
            return
        broken = f"breaks {problem.violation}" if problem.violation else "is not among the legal actions"
        self._refuse(problem.violation, f"{problem.typed!r} {broken}{problem.suggested}")

    def _refuse(self, violation: Violation | None, why: str) -> None:
        self._refused = violation.clause if violation is not None else ""
        self.message = f"{why}{' (? shows the clause)' if self._refused else ''}"

    def _enter(self, text: str, marked: Choice | None) -> bool:
        if self._confirming is not None:
            return self._confirm(text)
        if found := _CLAUSE.fullmatch(text):
            return self._show_clause(found["clause"], marked)
        if marked is not None and self.choosing is not None:
            return self._take(self.choosing.take(marked, self.choosing.words_before(text)))
        if not text:
            return True
        if found := _COMMAND.fullmatch(text):
            return self._command(found["word"].lower(), int(found["seq"]) if found["seq"] else None)
        if about_the_log(text) is not None:
            done = enter(self.recording, text, self.words_of)
            return self._recorded(f"#{done.record.seq} noted")
        return self._answer(text)

    def _answer(self, text: str) -> bool:
        """Take an action, or a part of one, from the typed text."""
        if self.choosing is None:
            raise Unreadable(repr(text), "`undo` or `correct` first")
        shown = [] if text.startswith("{") else self.choosing.fitting(text)
        exact = [each for each in shown if each.words == tokens(text)]
        if len(exact or shown) == 1:
            found = (exact or shown)[0]
            if not exact and (other := self._other_meaning(text, found)):
                self.message = f"{text!r} can mean {found.label}, or {other}: name one in full, or select it"
                return False
            return self._take(self.choosing.take(found))
        if shown:
            self.refused = False
            self.message = f"{len(shown)} match: type more, or select one with the arrow keys"
            return False
        before = len(self.choosing.parts)
        if self.choosing.open_part is not None:
            if (action := self.choosing.spelled(text)) is not None or len(self.choosing.parts) > before:
                return self._take(action)
            if self._turned_up(text):
                return True
        if self._correcting is not None:
            raise Unreadable(repr(text), "an entry of the list")
        enter(self.recording, text, self.words_of)
        self._recorded("")
        return True

    def _other_meaning(self, text: str, found: Choice) -> str:
        """What else a text means that matches a single choice, though not in full; empty if it means nothing else."""
        assert self.choosing is not None
        if self.choosing.also_parts(text, found):
            return f"{count(len(text.split()), 'part')} of the answer"
        if found.action is None:
            return ""
        game = self.choosing.game
        others = [each for each in meanings(game, taken_apart(game, text), self.words_of) if each != found.action]
        if not holds(found.words, tokens(text)):  # in another order, the words can also be those of a sentence
            fitting = filtered(map(self._in_a_sentence, self.choosing.actions), text)
            others += [each.action for each in fitting if each.action is not None and each.action != found.action]
        return action_words(game, others[0], self.words_of) if others else ""

    def _in_a_sentence(self, choice: Choice) -> Choice:
        """A choice named by its sentence, as `legal` and `log` print it."""
        assert choice.action is not None
        header, event = self.game.header, choice.action[1]
        return Choice(lambda: sentence(header, event), choice.action)

    def _turned_up(self, text: str) -> bool:
        """Take the definition of a new card or tile: `name = definition`."""
        choosing = self.choosing
        open_part, hint = (choosing.open_part, choosing.hint) if choosing is not None else (None, "")
        module = own_catalogue(choosing.game.rules.id) if choosing is not None else None
        if choosing is None or open_part is None or module is None or not hint:
            return False
        typed = _NEW.fullmatch(text)
        if typed is None:
            name = text.split()[0] if len(text.split()) == 1 else "NAME"
            raise Unreadable(f"{text!r}, which is not defined yet", f"`{name} = {hint}`")
        name, definition = typed["name"], typed["definition"]
        new: Defined = module.defined(choosing.game.state, choosing.chance, open_part.field, name, definition)
        if new.event is not None:
            parts = choosing.parts
            record = self.recording.add((None, new.event))
            self._start_choosing()
            assert self.choosing is not None
            self.choosing.parts = parts
            self.message = f"recorded {record_line(self.game, record, self.words_of)}"
        return self._take(self.choosing.take_part(name, new.row) if self.choosing is not None else None)

    def _take(self, action: Action | None) -> bool:
        """Record the action if it is complete; else go on choosing."""
        if action is None:
            self.message = ""
            return True
        if self._correcting is not None:
            return self._correct(action)
        try:
            record = self.recording.add(action)
        except Violation:
            self._start_choosing()
            raise
        return self._recorded(f"recorded {record_line(self.game, record, self.words_of)}")

    def _recorded(self, message: str) -> bool:
        self.message = message or f"recorded {record_line(self.game, self.recording.records[-1], self.words_of)}"
        self.page, self.page_is = [], ""
        self._start_choosing()
        return True

    def _command(self, word: str, seq: int | None) -> bool:
        if word in ("quit", "exit"):
            self.over = True
        elif word == "undo":
            taken = self.recording.undo(seq)
            self._recorded(
                f"taken back: {'; '.join(record_line(self.game, each, self.words_of) for each in taken[:3])}"
            )
            self.message += f" and {len(taken) - 3} more" if len(taken) > 3 else ""
        elif word in ("again", "redo"):
            record = self.recording.again()
            left = len(self.recording.taken_back)
            self._recorded(f"recorded {record_line(self.game, record, self.words_of)}; {left} more to go")
        elif word == "correct":
            self._begin_correction(seq)
        else:
            self._show(word)
        return True

    def _begin_correction(self, seq: int | None) -> None:
        if seq is None:
            raise Unreadable("no number", "`correct 12` to replace the event of record 12; `log` shows the records")
        record = self.recording.record(seq)
        self.choosing = Choosing(self.recording.before(seq), self.words_of, (record.actor,))
        self._correcting = record
        self.page, self.page_is = [], ""
        self.message = "choose what happened instead; Escape cancels"

    def _correct(self, action: Action) -> bool:
        assert self._correcting is not None
        seq = self._correcting.seq
        misfits = self.recording.try_correction(seq, action[1])
        if misfits.broke is None:
            self.recording.correct(seq, action[1])
            return self._recorded(f"record {seq} corrected")
        self._confirming = action
        lines = [f"With {self.words_of(action[1])!r} instead, record {misfits.broke.seq} breaks", ""]
        lines += [f"  {misfits.broke.violation}", "", "These records no longer fit and would be taken back:", ""]
        lines += [f"  {record_line(self.game, record, self.words_of)}" for record in misfits.records]
        lines += ["", "They stay in the log; `again` records them again, one at a time, as long as they are legal."]
        self.page, self.page_is = lines, "correction"
        self.message = f"{count(len(misfits.records), 'record')} would be taken back: yes or no?"
        return True

    def _confirm(self, text: str) -> bool:
        assert self._correcting is not None
        assert self._confirming is not None
        if text.casefold() in ("y", "yes"):
            seq, action = self._correcting.seq, self._confirming
            taken = self.recording.correct(seq, action[1])
            return self._recorded(
                f"record {seq} corrected, {count(len(taken), 'record')} taken back; `again` records each again"
            )
        if text.casefold() in ("n", "no"):
            self.page, self.page_is = [], ""
            self._start_choosing()
            self.message = "nothing changed"
            return True
        self.message = "yes or no?"
        return False

    def _show(self, what: str) -> None:
        self.message = ""
        if what == "show":
            self.page, self.page_is = [], ""
        elif what == "p":
            colour = "NO_COLOR" not in os.environ
            self.page, self.page_is = display.position_lines(self.shown_game, self.width, colour), WHOLE
        elif what == "log":
            self.page, self.page_is = display.log_lines(self.recording, self.words_of, self.width), "log"
        else:
            self.page, self.page_is = display.HELP.splitlines(), "help"

    def _show_clause(self, clause: str, marked: Choice | None) -> bool:
        """Show a clause: the one named, else that of the selected line, of what was refused, or of a legal action."""
        game = self.shown_game
        if not clause and marked is not None and marked.action is not None:
            clause = display.clause_of(game, type(marked.action[1]))
        clause = clause or self._refused
        if not clause and self.choosing is not None:
            if self.choosing.chance is not None:
                clause = self.choosing.chance.clause
            elif self.choosing.group is not None or self.choosing.actions:
                shown = [each.action for each in self.choosing.shown("") + self.choosing.actions if each.action]
                clause = display.clause_of(game, type(shown[0][1]))
        if not clause:
            raise Unreadable("nothing selected or refused", "`? CLAUSE`, such as `? " + self._some_clause() + "`")
        self.page, self.page_is = display.clause_lines(game, clause, self.width), clause
        return True

    def _some_clause(self) -> str:
        from engine.clause import clauses

        with suppress(StopIteration):
            return next(iter(clauses(self.game.rules.id)))
        return ""
