"""The choices in a position: decisions, grouped and filtered by the typed text; chance outcomes, part by part."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
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
from projections.recorder.matching import Several, WordsOf, holds, pieces, tokens
from projections.recorder.printed_names import spelled_out

FEW = 7
"""Up to this many actions are listed one by one; more are grouped by kind."""
MOST = 20_000
TRIED = 3
"""So many choices are followed for each word when it is asked whether words can be a list of parts."""
UNKNOWN, USUAL = "unknown", "as usual"


class Choice:
    """A line to choose from: an action, a part of a chance outcome, or (by its key) a group of actions, `ways` in all.

    Its label is spelt only when it is asked for, as there can be thousands of them and few are shown.
    """

    def __init__(
        self,
        spell: Callable[[], str],
        action: Action | None = None,
        part: Any = None,
        group: tuple[int | None, str] | None = None,
        ways: int = 1,
    ) -> None:
        self._spell, self.action, self.part, self.group, self.ways = spell, action, part, group, ways

    @cached_property
    def label(self) -> str:
        """The line as it is displayed."""
        return self._spell()

    @cached_property
    def words(self) -> list[str]:
        """The words of its name, with which typed text is matched."""
        return tokens(self.label)


class Choosing:
    """One answer being chosen in a position, by any seat or only by the seats in `only`."""

    def __init__(self, game: Replay, words_of: WordsOf, only: Sequence[int | None] | None = None) -> None:
        self.game, self.words_of = game, words_of
        self.parts: list[Any] = []
        self.group: tuple[int | None, str] | None = None
        self.chance = game.rules.outcome(game.state) if game.standings is None else None
        self._defs: dict[str, Any] = {}
        self._only = only
        self.actions = self._listed()
        self._skip()

    def _listed(self) -> list[Choice]:
        """All actions that are listed as a whole: decisions, and chance outcomes that are certain."""
        if self.game.standings is not None:
            return []
        if self.chance is not None:
            certain = question(self.chance, []) is None  # nothing is open, as with the last card of a deck
            return [self._action(None, event, False) for event in self.chance] if certain else []
        offered = islice(self.game.rules.legal(self.game.state), MOST)
        actions = [(who, event) for who, event in offered if self._only is None or who in self._only]
        several = len({who for who, _ in actions}) > 1
        return [self._action(who, event, several) for who, event in actions]

    def _action(self, who: int | None, event: Any, named: bool) -> Choice:
        before = f"{seat_name(self.game, who)}: " if named else ""
        return Choice(lambda: f"{before}{self.words_of(event)}", (who, event))

    @property
    def open_part(self) -> Question | None:
        """The part of a chance outcome to choose next; None if whole actions are chosen."""
        return None if self.chance is None or self.actions else question(self.chance, self.parts)

    @property
    def awaited_chance(self) -> str:
        """The chance event that is awaited, with everything certain about it: `row dealt, pile life`."""
        if self.chance is None:
            return ""
        kind = str(self.chance.event.__struct_config__.tag).replace("_", " ")  # type: ignore[attr-defined]
        fixed = {name: value for name, value in self.chance.fields.items() if not isinstance(value, Spread)}
        parts = [f"{name.replace('_', ' ')} {self.part_words(name, value)}" for name, value in fixed.items()]
        return ", ".join([kind, *parts])

    @property
    def hint(self) -> str:
        """How to define a card or tile that turns up for the first time; empty if all of them are known."""
        part = None if self.chance is None else question(self.chance, self.parts)
        module = own_catalogue(self.game.rules.id)
        if part is None or module is None or not hasattr(module, "hint"):
            return ""
        text: str = module.hint(self.game.state, self.chance, part.field)
        return text

    def shown(self, text: str) -> list[Choice]:
        """The choices that remain after `text` is typed; if its words name several parts, those for the last one."""
        return self.fitting(text) or self._ahead(text)[1]

    def fitting(self, text: str) -> list[Choice]:
        """The choices that the whole of `text` matches, for the next part, also by names that the board prints."""
        found = self._fitting(text)
        for other in spelled_out(self.game.rules.id, text):
            found += [each for each in self._fitting(other) if each.label not in {one.label for one in found}]
        return found

    def _fitting(self, text: str) -> list[Choice]:
        if (part := self.open_part) is not None:
            return filtered((self._part(part.field, each) for each in part.choices), text)
        if self.group is not None:
            return filtered((each for each in self.actions if self._group(each) == self.group), text)
        if not tokens(text) and len(self.actions) > FEW:
            return list(self._grouped())
        return filtered(self.actions, text)

    def words_before(self, text: str) -> str:
        """The words that name parts before the one being listed; empty if all words are about that one."""
        return "" if self.fitting(text) else self._ahead(text)[0]

    def _part(self, field: str, part: Any) -> Choice:
        return Choice(lambda: self.part_words(field, part), part=part)

    def part_words(self, field: str, part: Any) -> str:
        """A part as it is displayed and typed."""
        if part is None:
            return UNKNOWN
        if part == ():
            return USUAL
        if isinstance(part, int) and field in ("player", *getattr(self.chance and self.chance.event, "SEATS", ())):
            return seat_name(self.game, part)
        if isinstance(part, Struct):
            return self.words_of(msgspec.to_builtins(part, str_keys=True))
        return " ".join(map(str, part)) if isinstance(part, tuple) else str(part)

    def _group(self, choice: Choice) -> tuple[int | None, str]:
        assert choice.action is not None
        who, event = choice.action
        return who, str(event.__struct_config__.tag)

    def _grouped(self) -> list[Choice]:
        """One line per seat and kind of action; a kind with a single action is listed as that action."""
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
        return Choice(lambda: f"{label:<40}{number:>5} ways", group=key, ways=number)

    def take(self, choice: Choice, before: str = "") -> Action | None:
        """Choose a line, after the parts named in `before`. Returns the action once it is complete."""
        if before:
            self._take_words(before.split())
        if choice.group is not None:
            self.group = choice.group
            return None
        return choice.action if choice.action is not None else self.take_part(choice.part)

    def take_part(self, part: Any, row: dict[str, Any] | None = None) -> Action | None:
        """Choose a part of an outcome, with its definition if it is new. Returns the action once it is complete."""
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
        """Choose parts with a single possibility without asking, except the only part of an outcome."""
        while (part := self.open_part) is not None and len(part.choices) == 1 and not self.hint:
            assert self.chance is not None
            if question(self.chance, [*self.parts, part.choices[0]]) is None and not self.parts:
                return
            self.parts.append(part.choices[0])

    def back(self) -> bool:
        """Take back the last part, or leave the group. Returns whether there was anything to undo."""
        if self.group is not None:
            self.group = None
            return True
        if self.parts:
            self._defs.pop(str(self.parts.pop()), None)
            return True
        return False

    def _ahead(self, text: str) -> tuple[str, list[Choice]]:
        """The words before the last one, if each of them names a part, and the choices that match the last one."""
        *before, last = text.split() or [""]
        if self.open_part is None or not before:
            return "", []
        kept, defs = self.parts.copy(), self._defs.copy()
        done, action = self._take_words(before)
        found = [] if action is not None or done < len(before) else self.fitting(last)
        self.parts, self._defs = kept, defs
        return (" ".join(before), found) if found else ("", [])

    def spelled(self, text: str) -> Action | None:
        """The action whose remaining parts are all typed, one word each; None if parts are still open after them.

        Raises Unreadable or Several, without choosing any part, if a word after the first matches no choice or several.
        If the first word does, the text is not a list of parts: returns None without choosing any.
        """
        words = text.replace(",", " ").split()
        kept, defs = self.parts.copy(), self._defs.copy()
        done, action = self._take_words(words)
        if done < len(words):
            several = self._several(words[done])
            self.parts, self._defs = kept, defs
            if done and several is not None:
                raise several
            if done:
                raise Unreadable(f"{words[done]!r}", f"one of the choices after {' '.join(words[:done])}")
        return action if done == len(words) else None

    def ambiguous(self, text: str) -> Several | None:
        """The parts that the first word of a text can name, if there are several and one is to be chosen."""
        return self._several(text.replace(",", " ").split()[0]) if tokens(text) else None

    def _several(self, word: str) -> Several | None:
        found = [] if self.open_part is None else self.fitting(word)
        return Several(word, [each.label for each in found], "choices") if len(found) > 1 else None

    def also_parts(self, text: str, found: Choice) -> bool:
        """Whether a text of several words, taken for a single part, is also a list of parts, one word each.

        If the words do not stand side by side in the name of the part, as `gold glory` in `gold_3_or_glory_2`, they are
        such a list even where one of them fits several choices.
        """
        words = text.replace(",", " ").split()
        if self.open_part is None or len(words) < 2:
            return False
        kept, defs = self.parts.copy(), self._defs.copy()
        done, _ = self._take_words(words)
        self.parts, self._defs = kept, defs
        return done == len(words) or (not _side_by_side(found.words, tokens(text)) and self._each_fits(words))

    def _each_fits(self, words: Sequence[str]) -> bool:
        """Whether each word fits some choice after those that the words before it fit; few of them are tried."""
        if not words or self.open_part is None:
            return not words
        for choice in self.fitting(words[0])[:TRIED]:
            kept, defs = self.parts.copy(), self._defs.copy()
            fits = len(words) == 1 if self.take(choice) is not None else self._each_fits(words[1:])
            self.parts, self._defs = kept, defs
            if fits:
                return True
        return False

    def _take_words(self, words: Sequence[str]) -> tuple[int, Action | None]:
        """Choose the parts that words name, one each. Returns their number, and the action if it is complete."""
        for number, word in enumerate(words):
            if self.open_part is None:
                return number, None
            fitting = self.fitting(word)
            found = [each for each in fitting if each.words == tokens(word)] or fitting
            if len(found) != 1:
                return number, None
            if (action := self.take(found[0])) is not None:
                return number + 1, action
        return len(words), None


def filtered(choices: Iterable[Choice], text: str) -> list[Choice]:
    """The choices that match the typed text: its words, or their beginnings, in order; failing that, in any order.

    Each typed word stands for a word of its own. Where some choices contain every typed word as it is, the others are
    left out: `gold_3` is not meant as the beginning of `gold_3_or_glory_2`.
    """
    words = tokens(text)
    every = list(choices)
    if not words:
        return every
    exact = [each for each in every if each.words == words]
    in_order = [each for each in every if _begins(each.words, words)]
    rest = in_order or [each for each in every if _begins_in_any_order(each.words, words)]
    whole = Counter(pieces(text))
    rest = [each for each in rest if whole <= Counter(pieces(each.label))] or rest if len(rest) > 1 else rest
    return exact + [each for each in rest if each not in exact] if exact else rest


def _side_by_side(label: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words begin words of a label that follow each other without a gap."""
    places = range(len(label) - len(words) + 1)
    return any(all(map(str.startswith, label[place : place + len(words)], words)) for place in places)


def _begins(label: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(label)
    return holds(label, words) or all(any(each.startswith(word) for each in rest) for word in words)


def _begins_in_any_order(label: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words begin as many different words of a label; the longest are placed first, as they fit fewest."""
    left = list(label)
    for word in sorted(words, key=len, reverse=True):
        found = next((each for each in left if each.startswith(word)), None)
        if found is None:
            return False
        left.remove(found)
    return True
