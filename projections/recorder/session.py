"""A session of the recorder, without its screen: what is asked, what can be chosen, what an answer does."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from engine.asking import Defined
from engine.clause import Violation
from engine.dispatch import Action
from engine.replay import Replay
from events.log.appending import LogFile, WentOn
from events.log.codec import Unreadable
from events.log.record import Record
from events.problems import Problem, count
from projections.game.catalogues import own_catalogue
from projections.game.position import seat_name
from projections.recorder import pane
from projections.recorder.choosing import Choice, Choosing
from projections.recorder.live_log import Recording
from projections.recorder.matching import NoMatch, awaited_words, tokens
from projections.recorder.record_lines import record_line
from projections.recorder.typed import about_the_log, enter
from projections.screen.wording import words_of

_COMMAND = re.compile(r"(?P<word>undo|again|redo|correct|log|show|help|quit|exit)(?:\s+#?(?P<seq>\d{1,9}))?", re.I)
_CLAUSE = re.compile(r"\?\s*(?P<clause>\S*)")
_NEW = re.compile(r"(?P<name>[\w.-]+)\s*=\s*(?P<told>\S.*)", re.S)


class Session:
    """Recording into one log. `over` when somebody has left.

    `message` is what came of the last answer; `page` what is shown instead of the position, empty if nothing is.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.over = False
        self.message = ""
        self.page: list[str] = []
        self.page_is = ""
        self._file = LogFile(path)
        self._correcting: Record[Any] | None = None
        self._confirming: Action | None = None
        self._refused = ""
        self.width = 80
        self._open()
        self.message = self._welcome()

    def _open(self) -> None:
        """Read the log (anew), and ask for what is awaited at its end."""
        with self._file.locked():
            pass
        self.recording = Recording(self._file.log, self._write)
        self._ask()

    def _welcome(self) -> str:
        told = "type what happens, `help` shows how"
        if self.recording.records:
            told = f"{count(len(self.recording.records), 'record')} so far; {told}"
        if self._file.torn:
            told = f"the last line was cut off and is left out; {told}"
            self._file.torn = ""
        if self.game.broke is not None:
            told = f"record {self.game.broke.seq} breaks {self.game.broke.violation}: undo or correct it first"
        return told

    def _write(self, records: Sequence[Record[Any]]) -> None:
        with self._file.locked() as changed:
            if changed:
                raise WentOn(self.path, len(self.recording.records), len(self._file.log.records))
            self._file.append(records)

    def _ask(self) -> None:
        """Begin to ask for what is awaited now."""
        self._correcting = self._confirming = None
        self.choosing = Choosing(self.game, words_of) if self.game.broke is None else None

    @property
    def game(self) -> Replay:
        """The position at the end of the log."""
        return self.recording.game

    @property
    def shown_game(self) -> Replay:
        """The position that is asked about: before the record that is corrected, else the one at the end."""
        return self.choosing.game if self.choosing is not None else self.game

    @property
    def title(self) -> str:
        """The game, its file, and how far it is."""
        return f"{self.game.rules.name} · {self.path} · {count(len(self.recording.records), 'record')}, saved"

    @property
    def status(self) -> str:
        """Where the game stands, what is awaited and of whom."""
        game = self.shown_game
        turn = game.rules.turn(game.state)
        place = f"round {turn.round}, turn {turn.index}, {turn.phase.replace('_', ' ')}"
        if game.standings is not None:
            result = ", ".join(f"{seat_name(game, one.seat)} {one.vp}" for one in game.standings)
            return f"the game is over: {result}"
        if self._correcting is not None:
            return f"{place} · instead of {record_line(game, self._correcting, words_of)}"
        if self.choosing is not None and self.choosing.chance is not None:
            return f"{place} · chance: {self.choosing.told}"
        return f"{place} · awaited: {awaited_words(game)}"

    @property
    def prompt(self) -> str:
        """What stands before the words that are typed: who answers what."""
        if self._confirming is not None:
            return "yes or no> "
        if self.choosing is None or self.game.standings is not None:
            return "> "
        choosing = self.choosing
        asked = choosing.asked
        if asked is not None:
            told = " ".join(choosing.part_words(asked.field, part) for part in choosing.parts)
            field = asked.field.replace("_", " ")
            return f"{field} {asked.number}{f' after {told}' if told else ''}> "
        if choosing.group is not None:
            return f"{seat_name(choosing.game, choosing.group[0])}, {choosing.group[1].replace('_', ' ')}> "
        actors = {each.action[0] for each in choosing.actions if each.action is not None}
        return f"{seat_name(choosing.game, actors.pop())}> " if len(actors) == 1 else "> "

    def choices(self, text: str) -> list[Choice]:
        """What is left to choose from when this is typed."""
        if self._confirming is not None or self.choosing is None or text.startswith(("{", "?")):
            return []
        return self.choosing.shown(text)

    def completed(self, text: str) -> str:
        """What is typed, completed as far as all that fits agrees."""
        labels = [each.label for each in self.choices(text) if each.group is None]
        if not labels or self.choosing is None:
            return text
        before = self.choosing.told_before(text)
        common = labels[0]
        while not all(label.startswith(common) for label in labels):
            common = common[:-1]
        if len(labels) > 1 and not common.endswith(" "):
            common = common[: common.rfind(" ") + 1]
        common = f"{before} {common}" if before else common
        return common if len(common) > len(text) else text

    def back(self) -> None:
        """One step back: from a page, a correction, a group, a part just told."""
        if self.page:
            self.page, self.page_is = [], ""
        elif self._confirming is not None:
            self._confirming = None
            self.message = "nothing is changed"
        elif self.choosing is not None and self.choosing.back():
            self.message = ""
        elif self._correcting is not None:
            self._ask()
            self.message = "nothing is changed"

    def enter(self, text: str, marked: Choice | None = None) -> bool:
        """Answer with what is typed, or with the line that is marked; tells whether the words are done with."""
        self._refused = "" if not text.startswith("?") else self._refused
        try:
            return self._enter(text.strip(), marked)
        except WentOn as problem:
            self._open()
            news = problem.found - problem.expected
            self.message = f"somebody else has appended {count(news, 'record')}: nothing was recorded, look again"
            return False
        except NoMatch as problem:
            broken = f"breaks {problem.violation}" if problem.violation else "is none of what may be told now"
            self._refuse(problem.violation, f"{problem.told!r} {broken}")
        except Violation as violation:
            self._refuse(violation, f"breaks {violation}")
        except (Problem, OSError) as problem:
            self.message = str(problem)
        return False

    def _refuse(self, violation: Violation | None, told: str) -> None:
        self._refused = violation.clause if violation is not None else ""
        self.message = f"{told}{' (? shows the clause)' if self._refused else ''}"

    def _enter(self, text: str, marked: Choice | None) -> bool:
        if self._confirming is not None:
            return self._confirm(text)
        if found := _CLAUSE.fullmatch(text):
            return self._show_clause(found["clause"], marked)
        if marked is not None and self.choosing is not None:
            return self._take(self.choosing.take(marked, self.choosing.told_before(text)))
        if not text:
            return True
        if found := _COMMAND.fullmatch(text):
            return self._command(found["word"].lower(), int(found["seq"]) if found["seq"] else None)
        if about_the_log(text) is not None:
            done = enter(self.recording, text, words_of)
            return self._recorded(f"#{done.record.seq} noted")
        return self._answer(text)

    def _answer(self, text: str) -> bool:
        """What is typed is an action, or a part of one."""
        if self.choosing is None:
            raise Unreadable(repr(text), "`undo` or `correct` first")
        shown = [] if text.startswith("{") else self.choosing.fitting(text)
        exact = [each for each in shown if each.words == tokens(text)]
        if len(exact or shown) == 1:
            return self._take(self.choosing.take((exact or shown)[0]))
        if shown:
            self.message = f"{len(shown)} fit: type more, or mark one with the arrows"
            return False
        before = len(self.choosing.parts)
        if self.choosing.asked is not None:
            if (action := self.choosing.spelled(text)) is not None or len(self.choosing.parts) > before:
                return self._take(action)
            if self._turned_up(text):
                return True
        if self._correcting is not None:
            raise Unreadable(repr(text), "something from the list")
        enter(self.recording, text, words_of)
        self._recorded("")
        return True

    def _turned_up(self, text: str) -> bool:
        """A card or tile that nobody knew yet is told: `name = definition`."""
        choosing = self.choosing
        asked, hint = (choosing.asked, choosing.hint) if choosing is not None else (None, "")
        module = own_catalogue(choosing.game.rules.id) if choosing is not None else None
        if choosing is None or asked is None or module is None or not hint:
            return False
        told = _NEW.fullmatch(text)
        if told is None:
            name = text.split()[0] if len(text.split()) == 1 else "NAME"
            raise Unreadable(f"{text!r}, which nobody has told yet", f"`{name} = {hint}`")
        new: Defined = module.defined(choosing.game.state, choosing.chance, asked.field, told["name"], told["told"])
        if new.event is not None:
            parts = choosing.parts
            record = self.recording.add((None, new.event))
            self._ask()
            assert self.choosing is not None
            self.choosing.parts = parts
            self.message = f"recorded {record_line(self.game, record, words_of)}"
        return self._take(self.choosing.take_part(told["name"], new.row) if self.choosing is not None else None)

    def _take(self, action: Action | None) -> bool:
        """An action is complete, or more is to be asked."""
        if action is None:
            self.message = ""
            return True
        if self._correcting is not None:
            return self._correct(action)
        try:
            record = self.recording.add(action)
        except Violation:
            self._ask()
            raise
        return self._recorded(f"recorded {record_line(self.game, record, words_of)}")

    def _recorded(self, message: str) -> bool:
        self.message = message or f"recorded {record_line(self.game, self.recording.records[-1], words_of)}"
        self.page, self.page_is = [], ""
        self._ask()
        return True

    def _command(self, word: str, seq: int | None) -> bool:
        if word in ("quit", "exit"):
            self.over = True
        elif word == "undo":
            taken = self.recording.undo(seq)
            self._recorded(f"taken back: {'; '.join(record_line(self.game, each, words_of) for each in taken[:3])}")
            self.message += f" and {len(taken) - 3} more" if len(taken) > 3 else ""
        elif word in ("again", "redo"):
            record = self.recording.again()
            left = len(self.recording.taken_back)
            self._recorded(f"recorded {record_line(self.game, record, words_of)}; {left} more to go")
        elif word == "correct":
            self._begin_correction(seq)
        else:
            self._show(word)
        return True

    def _begin_correction(self, seq: int | None) -> None:
        if seq is None:
            raise Unreadable(
                "no number", "`correct 12` to put another event in the place of record 12; `log` shows them"
            )
        record = self.recording.record(seq)
        self.choosing = Choosing(self.recording.before(seq), words_of, (record.actor,))
        self._correcting = record
        self.page, self.page_is = [], ""
        self.message = "what should stand there? Escape changes nothing"

    def _correct(self, action: Action) -> bool:
        assert self._correcting is not None
        seq = self._correcting.seq
        misfits = self.recording.try_correction(seq, action[1])
        if misfits.broke is None:
            self.recording.correct(seq, action[1])
            return self._recorded(f"record {seq} is corrected")
        self._confirming = action
        lines = [f"With {words_of(action[1])!r} in its place record {misfits.broke.seq} breaks", ""]
        lines += [f"  {misfits.broke.violation}", "", "These records no longer stand, and would be taken back:", ""]
        lines += [f"  {record_line(self.game, record, words_of)}" for record in misfits.records]
        lines += ["", "They stay in the log; `again` records them once more, one by one, as far as they are legal."]
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
                f"record {seq} is corrected, {count(len(taken), 'record')} taken back; `again` for each"
            )
        if text.casefold() in ("n", "no"):
            self.page, self.page_is = [], ""
            self._ask()
            self.message = "nothing is changed"
            return True
        self.message = "yes or no?"
        return False

    def _show(self, what: str) -> None:
        self.message = ""
        if what == "show":
            self.page, self.page_is = [], ""
        elif what == "log":
            self.page, self.page_is = pane.log_lines(self.recording, words_of, self.width), "log"
        else:
            self.page, self.page_is = pane.HELP.splitlines(), "help"

    def _show_clause(self, clause: str, marked: Choice | None) -> bool:
        """The clause asked for; else of what is marked, of what was refused, of what may be done now."""
        game = self.shown_game
        if not clause and marked is not None and marked.action is not None:
            clause = pane.clause_of(game, type(marked.action[1]))
        clause = clause or self._refused
        if not clause and self.choosing is not None:
            if self.choosing.chance is not None:
                clause = self.choosing.chance.clause
            elif self.choosing.group is not None or self.choosing.actions:
                shown = [each.action for each in self.choosing.shown("") + self.choosing.actions if each.action]
                clause = pane.clause_of(game, type(shown[0][1]))
        if not clause:
            raise Unreadable("nothing marked or refused", "`? CLAUSE`, such as `? " + self._some_clause() + "`")
        self.page, self.page_is = pane.clause_lines(game, clause, self.width), clause
        return True

    def _some_clause(self) -> str:
        from engine.clause import clauses

        with suppress(StopIteration):
            return next(iter(clauses(self.game.rules.id)))
        return ""
