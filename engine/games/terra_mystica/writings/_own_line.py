"""Lines on which the moderator takes what a player converts after others have answered: TM-17.1.3."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from events.log.codec import encode
from events.log.record import Record
from events.notations.snellman_ledger import PRAGMA
from events.vocabulary import terra_mystica as events

FREE = (events.Convert, events.BurnPower, events.LoseCult)
"""What the moderator takes from the active player only, until another player's line follows the action.

It takes the cult steps that the Acolytes lose later, too, but then it asks for them again and begins no new round.
"""
FOLLOWING = (*FREE, events.BuildDwelling, events.UpgradeStructure)
"""What follows a finished action, which it does not keep open: conversions, and a dwelling after a transform.

If a free trading house or dwelling is built or given up only after answers, it asks for it again.
"""
GIVEN_UP = frozenset(("sandstorm", "free_dwelling", "free_trading_house", "ordination"))
ANSWERS = (events.AcceptPower, events.DeclinePower)
_ANSWER = r"(?:leech|decline)\b[^.]*|[+]\d?(?:FIRE|WATER|EARTH|AIR)|gain P3 for VP|-GAIN_P3_FOR_VP|pick-color \w+"
_ANSWERS = re.compile(rf"\w+: (?:{_ANSWER})(?:\. (?:{_ANSWER}))*")


def follows_action(event: Any) -> bool:
    """Whether the moderator takes an event that follows a finished action only before others answer."""
    return isinstance(event, FOLLOWING) or (isinstance(event, events.Forfeit) and event.what in GIVEN_UP)


def is_answer(line: str) -> bool:
    """Whether a line only answers offers, takes what such an answer brings (TM-6.5.7, TM-16.6.1), or picks a colour."""
    return _ANSWERS.fullmatch(line) is not None


def is_merged(before: str, line: str) -> bool:
    """Whether the moderator takes the last step of one line and the first of the next for one (TM-17.1.2).

    A comment between them keeps them apart.
    """
    faction, _, words = before.partition(": ")
    other, _, others = line.partition(": ")
    step = words.split(". ")[-1]
    return faction == other and step.startswith("+") and step == others.split(". ")[0]


def leaves_turn_open(before: str, line: str) -> bool:
    """Whether the moderator does not end a turn with the first of these lines although nothing is left of it.

    That is so if a faction chooses a step after its pass (TM-17.5.7) and has the next line, too. A comment between them
    ends the turn.
    """
    return is_answer(before) and before.partition(": ")[0] == line.partition(": ")[0]


def with_meaning(lines: list[str]) -> list[str]:
    """The lines without titles and other comments that mean nothing."""
    return [line for line in lines if line.startswith(PRAGMA) or line.lstrip()[:1] not in ("", "#")]


class OwnLine:
    """A seat's last line in a turn: its `place` among the `lines`, its `words`, and which of them were played `later`.

    `later` has pairs: how many of the last commands were played after how many further lines. `earlier` are those of
    the first commands, as `NextLines` has them. `end` is the number of records up to the line's last, as written.
    """

    def __init__(
        self, lines: list[str], seat: int, turn: int, words: list[str], earlier: Sequence[list[int]] = (), end: int = 0
    ) -> None:
        self.lines, self.place, self.seat, self.turn, self.words = lines, len(lines), seat, turn, words
        self.earlier, self.later, self.end = earlier, list[list[int]](), end

    def only_answers_follow(self) -> bool:
        """Whether lines follow, and all of them are answers, apart from comments."""
        after = [line for line in self._after() if not line.startswith(PRAGMA)]
        return bool(after) and all(map(is_answer, after))

    def _after(self) -> list[str]:
        """The lines that follow."""
        return with_meaning(self.lines[self.place + 1 :])

    def add(self, faction: str, words: str) -> None:
        """Add a command that is played now, and state that in the pragma before the line."""
        behind = len(self._after())
        if not self.later and not self.earlier:
            self.lines.insert(self.place, "")
            self.place += 1
        _count(self.later, behind)
        self.words.append(words)
        self.lines[self.place - 1] = _pragma(self.earlier, self.later)
        self.lines[self.place] = f"{faction}: {'. '.join(self.words)}"


class Waiting(NamedTuple):
    """A record that waits for its seat's next line, with its words and the number of lines before it."""

    record: Record[Any]
    words: str
    place: int


class NextLines:
    """What a seat played in a `turn` and the moderator takes only when the seat's next turn has begun.

    If it `holds` answers, so that they follow what was converted before them, each has a line of its own.
    """

    def __init__(self, lines: list[str], turn: int) -> None:
        self.lines, self.turn = lines, turn
        self.waiting: list[Waiting] = []
        self.holds = False

    def add(self, record: Record[Any], words: str) -> None:
        """Note a command that is played now."""
        self.waiting.append(Waiting(record, words, len(self.lines)))

    def begin(self, faction: str) -> tuple[list[str], list[list[int]]]:
        """Add the lines that end with an answer, and begin the next.

        Returns its words, and the pairs of its pragma: how many of the first commands were played before how many of
        the last lines.
        """
        rest = self.waiting
        while (answer := _first_answer(rest)) is not None:
            self._add_line(faction, rest[:answer])
            self._add_line(faction, rest[answer : answer + 1])
            rest = rest[answer + 1 :]
        return [each.words for each in rest], self._begin_line(rest)

    def _add_line(self, faction: str, waiting: Sequence[Waiting]) -> None:
        if waiting:
            self._begin_line(waiting)
            self.lines.append(f"{faction}: {'. '.join(each.words for each in waiting)}")

    def _begin_line(self, waiting: Sequence[Waiting]) -> list[list[int]]:
        """Add the pragma, if other lines came in between."""
        earlier: list[list[int]] = []
        for each in waiting:
            if since := len(with_meaning(self.lines[each.place :])):
                _count(earlier, since)
        if earlier:
            self.lines.append(_pragma(earlier, ()))
        return earlier


def _first_answer(waiting: Sequence[Waiting]) -> int | None:
    return next((n for n, each in enumerate(waiting) if isinstance(each.record.event, ANSWERS)), None)


def _count(pairs: list[list[int]], lines: int) -> None:
    """Count a command that was played the same number of lines away as the last, or another."""
    if pairs and pairs[-1][1] == lines:
        pairs[-1][0] += 1
    else:
        pairs.append([1, lines])


def _pragma(earlier: Sequence[list[int]], later: Sequence[list[int]]) -> str:
    stated = {"earlier": earlier, "later": later}
    return PRAGMA + encode({name: pairs for name, pairs in stated.items() if pairs}).decode()


def later_pragma(further: int) -> str:
    """The pragma before a line whose only command was played after so many further lines."""
    return _pragma((), [[1, further]])
