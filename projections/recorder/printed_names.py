"""The short names that a board prints, such as TP for a trading house, read as the words of events."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice, product

from events.plugins import part

MOST = 8
"""Up to this many readings of a text are looked at."""


def spelled_out(game: str, text: str) -> list[str]:
    """The other readings of a text in which printed names are spelled out; none if it contains no such name.

    The names are `PRINTED` in the game's `terminal.py`: what is printed, in lower case -> what it can stand for.
    """
    printed = _printed(game)
    words = text.split(" ")
    choices = [(word, *printed.get(word.casefold().strip(",;"), ())) for word in words]
    return [" ".join(reading) for reading in islice(product(*choices), 1, MOST)]


@cache
def _printed(game: str) -> Mapping[str, Sequence[str]]:
    picture = part("projections.pictures", game)
    if not hasattr(picture, "__path__"):
        return {}
    found: Mapping[str, Sequence[str]] = getattr(part(f"projections.pictures.{game}", "terminal"), "PRINTED", {})
    return found
