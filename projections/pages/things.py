"""What the things in a picture are: for each, in words, and since which row; the page shows it where one points.

A game states it in `things.py` beside its drawing: `WORDS`, a function for each family of spots, and `CLAUSES`, the
clauses for the spots whose keys begin so. The key of a spot is its family and, after a slash, what the function gets
besides the state and the names of the players. Where it states nothing, the titles in the drawing of the spot are used.
`places(seat, event)` are the keys of the spots that an event of a seat concerns, found from its fields alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Any

from engine.clause import clause_text
from events.log.record import Event
from events.plugins import part

Words = Callable[[Any, Sequence[str], str], str]

_TITLE = re.compile(r"<title>([^<]*)</title>")


class Things:
    """Collects what changes in the spots of a game's pictures.

    `keys` are those of the spots, `texts` the words, and `changes` has for each row [key, text] (indexes) of the spots
    that look different from the row before.
    """

    def __init__(self, game: str, names: Sequence[str]) -> None:
        module = _module(game)
        self.names = names
        self.words: Mapping[str, Words] = getattr(module, "WORDS", {})
        self.clauses: Mapping[str, str] = getattr(module, "CLAUSES", {})
        self.keys: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        self.changes: list[list[list[int]]] = []

    def note(self, state: Any, changed: Mapping[str, str]) -> None:
        """Note a row, with the spots that look different from the row before: their elements, by key."""
        self.changes.append([[self._number(key, self.keys), self._text(state, key, changed[key])] for key in changed])

    def about(self, state: Any, key: str) -> str:
        """What the spot with a key is, in the game's own words; empty where it has none."""
        family, _, rest = key.partition("/")
        words = self.words.get(family)
        return words(state, self.names, rest) if words else ""

    def _text(self, state: Any, key: str, body: str) -> int:
        words = self.about(state, key)
        if not words:
            words = ", ".join(dict.fromkeys(unescape(title) for title in _TITLE.findall(body)))
        return self._number(words, self.texts)

    @staticmethod
    def _number(text: str, known: dict[str, int]) -> int:
        return known.setdefault(text, len(known))

    def data(self) -> dict[str, Any]:
        """For the page; `clauses` has for each key the clause that is about it, or nothing."""
        longest = sorted(self.clauses, key=len, reverse=True)
        clauses = [next((self.clauses[each] for each in longest if key.startswith(each)), "") for key in self.keys]
        return {"keys": list(self.keys), "texts": list(self.texts), "changes": self.changes, "clauses": clauses}


class Marks:
    """Sets of spots that are marked together, each kept once as [indexes of keys]; the first is empty."""

    def __init__(self, game: str, keys: Mapping[str, int]) -> None:
        self._places = places_of(game)
        self._keys = keys
        self._known: dict[tuple[int, ...], int] = {(): 0}

    def of_event(self, seat: int | None, event: Any) -> int:
        """The number of the set that an event concerns; spots that are never drawn are left out."""
        if self._places is None or not isinstance(event, Event):
            return 0
        return self.of_spots(self._places(seat, event))

    def of_spots(self, spots: Sequence[str]) -> int:
        """The number of a set."""
        drawn = tuple(self._keys[spot] for spot in dict.fromkeys(spots) if spot in self._keys)
        return self._known.setdefault(drawn, len(self._known))

    def data(self) -> list[tuple[int, ...]]:
        """All sets, by number."""
        return list(self._known)


def places_of(game: str) -> Callable[[int | None, Any], Sequence[str]] | None:
    """The game's function for the spots that an event of a seat concerns; None if it has none."""
    found: Callable[[int | None, Any], Sequence[str]] | None = getattr(_module(game), "places", None)
    return found


def clauses_of_things(game: str) -> list[str]:
    """The clauses that a game names for its things."""
    named = getattr(_module(game), "CLAUSES", {}).values()
    return [each for each in dict.fromkeys(named) if clause_text(game, each)]


def _module(game: str) -> Any:
    """The game's `things.py`; None if it has none."""
    pictures = part("projections.pictures", game)
    return part(pictures.__name__, "things") if hasattr(pictures, "__path__") else None
