"""What can be chosen in a position: decisions, grouped and filtered by what is typed; of chance, part by part."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.asking import Question, composed, question
from engine.chance import Spread
from engine.dispatch import Action
from engine.replay import Replay
from events.log.codec import Unreadable
from projections.game.catalogues import own_catalogue
from projections.game.position import seat_name
from projections.recorder.matching import Say, holds, tokens

FEW = 7
"""So many actions are shown as they are; more are put into groups by their kind."""
MOST = 20_000
UNKNOWN, USUAL = "unknown", "as usual"


class Choice(Struct):
    """A line to choose from: an action, a part of an outcome of chance, or a group of actions (its key)."""

    label: str
    words: list[str]
    action: Action | None = None
    part: Any = None
    group: tuple[int | None, str] | None = None


class Choosing:
    """One answer that is being chosen in a position, of all seats or of one `actor` only."""

    def __init__(self, game: Replay, say: Say, only: Sequence[int | None] | None = None) -> None:
        self.game, self.say = game, say
        self.parts: list[Any] = []
        self.group: tuple[int | None, str] | None = None
        self.chance = game.rules.outcome(game.state) if game.standings is None else None
        self._defs: dict[str, Any] = {}
        self._only = only
        self.actions = self._listed()
        self._skip()

    def _listed(self) -> list[Choice]:
        """All actions that are shown whole: decisions, and what chance cannot bring otherwise."""
        if self.game.standings is not None:
            return []
        if self.chance is not None:
            certain = question(self.chance, []) is None  # nothing is open, as for the last card of a deck
            return [self._action(None, event, False) for event in self.chance] if certain else []
        offered = islice(self.game.rules.legal(self.game.state), MOST)
        actions = [(who, event) for who, event in offered if self._only is None or who in self._only]
        several = len({who for who, _ in actions}) > 1
        return [self._action(who, event, several) for who, event in actions]

    def _action(self, who: int | None, event: Any, named: bool) -> Choice:
        words = self.say(event)
        label = f"{seat_name(self.game, who)}: {words}" if named else words
        return Choice(label, tokens(label), (who, event))

    @property
    def asked(self) -> Question | None:
        """The part of an outcome of chance that is asked for, None if whole actions are."""
        return None if self.chance is None or self.actions else question(self.chance, self.parts)

    @property
    def told(self) -> str:
        """What is awaited of chance, with all that is certain of it: `row dealt, pile life`."""
        if self.chance is None:
            return ""
        kind = str(self.chance.event.__struct_config__.tag).replace("_", " ")  # type: ignore[attr-defined]
        fixed = {name: value for name, value in self.chance.fields.items() if not isinstance(value, Spread)}
        parts = [f"{name.replace('_', ' ')} {self.part_words(name, value)}" for name, value in fixed.items()]
        return ", ".join([kind, *parts])

    @property
    def hint(self) -> str:
        """How a card or tile is told that turns up and that nobody has told yet; empty where all are known."""
        asked = None if self.chance is None else question(self.chance, self.parts)
        module = own_catalogue(self.game.rules.id)
        if asked is None or module is None or not hasattr(module, "hint"):
            return ""
        told: str = module.hint(self.game.state, self.chance, asked.field)
        return told

    def shown(self, text: str) -> list[Choice]:
        """What is left to choose from when this is typed; of words that tell several parts, for the last of them."""
        return self.fitting(text) or self._ahead(text)[1]

    def fitting(self, text: str) -> list[Choice]:
        """What all that is typed fits, as it is asked now."""
        if (asked := self.asked) is not None:
            return filtered((self._part(asked.field, part) for part in asked.choices), text)
        if self.group is not None:
            return filtered((each for each in self.actions if self._group(each) == self.group), text)
        if not tokens(text) and len(self.actions) > FEW:
            return self._grouped()
        return filtered(self.actions, text)

    def told_before(self, text: str) -> str:
        """The words that tell parts before the one that is shown; empty if all of them are about that one."""
        return "" if self.fitting(text) else self._ahead(text)[0]

    def _part(self, field: str, part: Any) -> Choice:
        return Choice(label := self.part_words(field, part), tokens(label), part=part)

    def part_words(self, field: str, part: Any) -> str:
        """A part as it is shown and typed."""
        if part is None:
            return UNKNOWN
        if part == ():
            return USUAL
        if field == "player" and isinstance(part, int):
            return seat_name(self.game, part)
        if isinstance(part, Struct):
            return self.say(msgspec.to_builtins(part, str_keys=True))
        return " ".join(map(str, part)) if isinstance(part, tuple) else str(part)

    def _group(self, choice: Choice) -> tuple[int | None, str]:
        assert choice.action is not None
        who, event = choice.action
        return who, str(event.__struct_config__.tag)

    def _grouped(self) -> list[Choice]:
        """A line for each kind of action of each seat; the action itself where there is one only."""
        groups: dict[tuple[int | None, str], list[Choice]] = {}
        for each in self.actions:
            groups.setdefault(self._group(each), []).append(each)
        if len(groups) == 1:
            return self.actions
        several = len({who for who, _ in groups}) > 1
        return [found[0] if len(found) == 1 else self._line(key, len(found), several) for key, found in groups.items()]

    def _line(self, key: tuple[int | None, str], number: int, named: bool) -> Choice:
        who = f"{seat_name(self.game, key[0])}: " if named else ""
        label = f"{who}{key[1].replace('_', ' ')} ..."
        return Choice(f"{label:<40}{number:>5} ways", tokens(label), group=key)

    def take(self, choice: Choice, before: str = "") -> Action | None:
        """Choose a line, after the parts that are told before it; returns the action once it is complete."""
        if before:
            self._tell(before.split())
        if choice.group is not None:
            self.group = choice.group
            return None
        return choice.action if choice.action is not None else self.take_part(choice.part)

    def take_part(self, part: Any, row: dict[str, Any] | None = None) -> Action | None:
        """Choose a part of an outcome, with its definition where it is new; returns the action once it is complete."""
        assert self.chance is not None
        self.parts.append(part)
        if row is not None:
            self._defs[part] = row
        self._skip()
        if question(self.chance, self.parts) is not None:
            return None
        event = composed(self.chance, self.parts)
        return None, replace(event, defs=self._defs) if self._defs else event

    def _skip(self) -> None:
        """Of a part that can be one thing only, nobody is asked, unless it is the only one."""
        while (asked := self.asked) is not None and len(asked.choices) == 1 and not self.hint:
            assert self.chance is not None
            if question(self.chance, [*self.parts, asked.choices[0]]) is None and not self.parts:
                return
            self.parts.append(asked.choices[0])

    def back(self) -> bool:
        """Take back the last part, or leave the group; tells whether there was something."""
        if self.group is not None:
            self.group = None
            return True
        if self.parts:
            self._defs.pop(str(self.parts.pop()), None)
            return True
        return False

    def _ahead(self, text: str) -> tuple[str, list[Choice]]:
        """The words before the last one, and what fits that, where each of those before tells a part."""
        *before, last = text.split() or [""]
        if self.asked is None or not before:
            return "", []
        kept, defs = self.parts.copy(), self._defs.copy()
        done, action = self._tell(before)
        found = [] if action is not None or done < len(before) else self.fitting(last)
        self.parts, self._defs = kept, defs
        return (" ".join(before), found) if found else ("", [])

    def spelled(self, text: str) -> Action | None:
        """The action whose further parts are all typed, a word each; None if more is to be asked after them.

        Raises Unreadable for a word after the first that fits nothing, or several; then no part is chosen. If the first
        one does, the text is no list of parts: None, and none is chosen either.
        """
        words = text.replace(",", " ").split()
        kept, defs = self.parts.copy(), self._defs.copy()
        done, action = self._tell(words)
        if done < len(words):
            self.parts, self._defs = kept, defs
            if done:
                raise Unreadable(f"{words[done]!r}", f"one of those that may come after {' '.join(words[:done])}")
        return action if done == len(words) else None

    def _tell(self, words: Sequence[str]) -> tuple[int, Action | None]:
        """Choose the parts that words tell, one each: how many it were, and the action if it is complete."""
        for number, word in enumerate(words):
            if (asked := self.asked) is None:
                return number, None
            fitting = filtered([self._part(asked.field, part) for part in asked.choices], word)
            found = [each for each in fitting if each.words == tokens(word)] or fitting
            if len(found) != 1:
                return number, None
            if (action := self.take(found[0])) is not None:
                return number + 1, action
        return len(words), None


def filtered(choices: Iterable[Choice], text: str) -> list[Choice]:
    """The choices that fit what is typed: words in their order, of which beginnings are enough; else in any order."""
    words = tokens(text)
    every = list(choices)
    if not words:
        return every
    exact = [each for each in every if each.words == words]
    in_order = [each for each in every if _begins(each.words, words)]
    rest = in_order or [each for each in every if all(any(w.startswith(word) for w in each.words) for word in words)]
    return exact + [each for each in rest if each not in exact] if exact else rest


def _begins(said: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(said)
    return holds(said, words) or all(any(each.startswith(word) for each in rest) for word in words)
