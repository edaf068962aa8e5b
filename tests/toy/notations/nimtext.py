"""A toy notation: `Nim ann:red ben:blue`, then `roll 4 5`, then lines like `ann 3 vp=3`; blanks are free. One round."""

from typing import NamedTuple

from events.log.codec import Unreadable

GAME = "nim"


class Row(NamedTuple):
    """One line: a word, numbers, figures."""

    line: int
    who: str
    numbers: tuple[int, ...]
    figures: dict[str, int]


def sniff(head: str) -> bool:
    return head.split()[:1] == ["Nim"]


def parse(text: str) -> tuple[list[str], list[Row]]:
    filled = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.split()]
    rows = []
    for line, words in filled[1:]:
        try:
            figures = {name: int(value) for name, value in (word.split("=") for word in words[1:] if "=" in word)}
            numbers = tuple(int(word) for word in words[1:] if "=" not in word)
            rows.append(Row(line, words[0], (numbers[0], *numbers[1:]), figures))
        except (ValueError, IndexError):
            raise Unreadable(repr(" ".join(words)), "a player and a number", line=line) from None
    return filled[0][1][1:], rows
