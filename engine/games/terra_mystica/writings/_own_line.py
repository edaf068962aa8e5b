"""The line of the player whose turn it is, to which commands are added after others have answered: TM-17.1.3."""

import re

from engine.games.terra_mystica.state import NOBODY
from events.log.codec import encode
from events.notations.snellman_ledger import PRAGMA
from events.vocabulary import terra_mystica as events

FREE = (events.Convert, events.BurnPower, events.LoseCult)
"""What the moderator takes from the active player only, until another player's line follows the action.

It takes the cult steps that the Acolytes lose later, too, but then it asks for them again and begins no new round.
"""
_ANSWER = re.compile(r"\w+: (?:(?:leech|decline) .*|[+]\d?(?:FIRE|WATER|EARTH|AIR))")


def is_answer(line: str) -> bool:
    """Whether a line only answers an offer, or takes the cult step that such an answer brings: TM-6.5.7."""
    return _ANSWER.fullmatch(line) is not None


class OwnLine:
    """A seat's last line in a turn: its `place` among the `lines`, its `words`, and which of them were played `later`.

    `later` has pairs: how many of the last commands were played after how many further lines.
    """

    def __init__(self, lines: list[str], seat: int = NOBODY, turn: int = 0, words: list[str] | None = None) -> None:
        self.lines, self.place, self.seat, self.turn = lines, len(lines), seat, turn
        self.words = words or []
        self.later: list[list[int]] = []

    def only_answers_follow(self) -> bool:
        """Whether lines follow, and all of them are answers."""
        return bool(self._after()) and all(map(is_answer, self._after()))

    def _after(self) -> list[str]:
        """The lines that follow, without comments that mean nothing."""
        after = self.lines[self.place + 1 :]
        return [line for line in after if line and (line[0] != "#" or line.startswith(PRAGMA))]

    def add(self, faction: str, words: str) -> None:
        """Add a command that is played now, and state that in the pragma before the line."""
        behind = len(self._after())
        if not self.later:
            self.lines.insert(self.place, "")
            self.place += 1
        if self.later and self.later[-1][1] == behind:
            self.later[-1][0] += 1
        else:
            self.later.append([1, behind])
        self.words.append(words)
        self.lines[self.place - 1] = PRAGMA + encode({"later": self.later}).decode()
        self.lines[self.place] = f"{faction}: {'. '.join(self.words)}"
