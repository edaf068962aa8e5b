"""What a line that matches nothing probably meant: its words completed, and misspelt words replaced by near ones."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice, product

from engine.replay import Replay
from events.vocabulary import events_of
from projections.recorder.event_kinds import tag_of

NEAR = 0.7
"""How similar a word must be to be suggested, by difflib's ratio."""
MOST = 8


def kind_words(game: str) -> dict[str, None]:
    """The words of all kinds of events of a game, in the order of its vocabulary."""
    return dict.fromkeys(word for kind in events_of(game) for word in tag_of(kind).split("_"))


def completions(game: str, text: str) -> Iterator[str]:
    """The text with words such as `bu` completed to words of kinds of events; it is only judged, never recorded."""
    known = kind_words(game)
    choices = []
    for word in text.casefold().replace(",", " ").split():
        longer = [each for each in known if each.startswith(word) and each != word]
        choices.append([word] if word in known or not longer else longer)
    readings = (" ".join(reading) for reading in islice(product(*choices), MOST))
    yield from (reading for reading in readings if reading != text.casefold())


def suggestion(game: Replay, text: str, spelled: Iterable[Sequence[str]]) -> str:
    """`; did you mean upgrade e2?` with each misspelt word of a text replaced by the closest of the game; else empty.

    `spelled` are the words of the legal actions.
    """
    known = dict.fromkeys(word for spelling in spelled for word in spelling) | kind_words(game.rules.id)
    words = text.casefold().replace(",", " ").split()
    meant = [_nearest(known, word) for word in words]
    return f"; did you mean {' '.join(meant)}?" if meant != words else ""


def _nearest(known: Iterable[str], word: str) -> str:
    """The word itself if it begins a known word or is close to none, else the closest."""
    return word if _begins_one(known, word) else next(iter(get_close_matches(word, known, 1, NEAR)), word)


def _begins_one(known: Iterable[str], word: str) -> bool:
    parts = [part for part in word.strip(":;.()").split("_") if part]
    return all(any(each.startswith(part) for each in known) for part in parts)
