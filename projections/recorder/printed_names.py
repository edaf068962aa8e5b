"""Other names in typed words: those that a board prints, such as TP for a trading house, and ids such as `gold_3`."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice, product

from events.plugins import part
from projections.pictures.words import id_names

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


def named(game: str, text: str) -> str:
    """The same text with the names that sentences have for ids: `forge 3 gold` for `forge gold_3` or `forge gold 3`."""
    ids = _ids(game)
    return ids.sub(lambda found: id_names(game)[found[0].casefold().replace(" ", "_")], text) if ids else text


@cache
def _ids(game: str) -> re.Pattern[str] | None:
    """What finds the ids that have names, the longest first; None without such ids."""
    known = sorted(id_names(game), key=lambda each: (-len(each), each))
    forms = "|".join(re.escape(each).replace("_", "[_ ]") for each in known)
    return re.compile(rf"(?<![\w/])(?:{forms})(?![\w/])", re.IGNORECASE) if known else None


@cache
def _printed(game: str) -> Mapping[str, Sequence[str]]:
    picture = part("projections.pictures", game)
    if not hasattr(picture, "__path__"):
        return {}
    found: Mapping[str, Sequence[str]] = getattr(part(f"projections.pictures.{game}", "terminal"), "PRINTED", {})
    return found
