"""A toy notation: `Heaps ann:red ben:blue`, then `pour 9`, then `ann 3 vp=3` a line; blanks are free."""

from typing import NamedTuple

from events.codec import Unreadable

GAME = "heaps"


class Row(NamedTuple):
    """One line: a word, a number, figures."""

    line: int
    who: str
    stones: int
    figures: dict[str, int]


def sniff(head: str) -> bool:
    return head.split()[:1] == ["Heaps"]


def parse(text: str) -> tuple[list[str], list[Row]]:
    filled = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.split()]
    rows = []
    for number, words in filled[1:]:
        try:
            figures = {name: int(value) for name, value in (word.split("=") for word in words[2:])}
            rows.append(Row(number, words[0], int(words[1]), figures))
        except (ValueError, IndexError):
            raise Unreadable(repr(" ".join(words)), "a player and a number", line=number) from None
    return filled[0][1][1:], rows
