"""Pictures of positions: one folder or module a game, found by its name; a game without one shows its figures alone.

A module offers `text(state, width, colour, names) -> str`: the position for a terminal, in plain characters unless
`colour`, the names being those of the players, empty where a seat has none; if it can draw, `drawing`: how it is drawn
(`sheet.Drawing`); and, if it likes, `together`: figures that stand in one column of a table, such as three bowls of
power as `3/4/0`; `phases`: words for its phases; `seen(state, event)`: an event with what the position before it tells
besides. All draw with one pen (`pen`), in the colours of one palette (`palette`), and paint with one painter
(`painter`).

Seats are counted from 1 in everything that people read: a seat is called by its player, else `seat 1`, `seat 2` and so
on, and the number on its pieces is the same. What programs read (JSON, the store) counts them from 0.

**The frames of a game.** A whole game is drawn by one film, which is a page's only way to its pictures:

    film = Film(rules, header, last=final_state)       # `last` and `words` (an event in words) may be left out
    for record in records:
        game.feed([record])                             # engine.replay.Replay
        document = film.shot(game)                      # an SVG document

- A frame has a head (where the game stands in words, whose turn it is and what is awaited, the last event and what it
  changed, every player's name and points; at the end ranks and final points), and below it the game's own sheet.
- All frames of a game have the same width and height: what is not there yet has its place, what is gone is hollow.
- A frame is one element a line of thought: `svg.anyturn` > title, style, rect.page, defs or nothing, g (head),
  g (sheet), g[data-marks] (the marks over what has just changed, the last element). The order of elements is the same
  in all frames, and what has not changed is the same text, byte for byte: frames differ in few tags.
- Marks have the class `just`. A shot marks what differs from the film's shot before; none are set when it goes back.
- Styles hold within `svg.anyturn` only, light and dark by `prefers-color-scheme`. Ids are those of patterns: `on-...`.
- Nothing refers outside of the document. Names are escaped, and what would turn a line around is spelt out.

`frame(game)` gives the one frame of a position, with the marks of its last record; `svg(game, state)` the sheet alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.plugins import part
from projections.pictures.film import Film, drawn, due_in, frame, head, names_of, svg
from projections.pictures.words import plain

__all__ = ["Film", "drawn", "due_in", "frame", "head", "names_of", "phase_words", "seen", "svg", "text", "together"]

HERE = "projections.pictures"


def text(game: str, state: Any, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The picture of a position, empty if the game has none."""
    module = part(HERE, game)
    picture: str = "" if module is None else module.text(state, width, colour, names)
    return picture


def phase_words(game: str, phase: str) -> str:
    """A phase as people say it: in the game's own words, else its id without marks."""
    known: Mapping[str, str] = getattr(part(HERE, game), "phases", {})
    return known.get(phase) or plain(phase).replace(".", " ")


def seen(game: str) -> Callable[[Any, Any], Any] | None:
    """What tells of an event, before it happens, what those see who look at the position; None if there is nothing."""
    found: Callable[[Any, Any], Any] | None = getattr(part(HERE, game), "seen", None)
    return found


def together(game: str) -> Mapping[str, tuple[str, ...]]:
    """The figures that stand in one column of a table, by the heading of the column."""
    found: Mapping[str, tuple[str, ...]] = getattr(part(HERE, game), "together", {})
    return found
