"""Pictures of positions: one folder or module per game, found by its name; without one, only figures are shown.

A module offers `text(state, width, colour, names) -> str`, the position for a terminal: plain characters unless
`colour` is set; `names` are those of the players, empty for a seat without one. If the game can be drawn, it offers
`drawing` (`sheet.Drawing`). Optional are `together`: figures that share a column of a table, such as three bowls of
power as `3/4/0`; `phases`: words for its phases; and `seen(state, event)`: the event, completed by what everybody saw
in the position before it. All games draw with the same pen (`pen`) in the colours of the same palette (`palette`), and
paint terminals with the same painter (`painter`).

`matters(state, actors)` in a game's `terminal.py` names the blocks of its text (by how they begin) that matter for the
next decision of these seats: where not everything fits on the screen, they come first, then the mats of the seats.

`without(state, facts)` is the position without the `facts` (event, what is assumed) that its log leaves open, so that
nothing is shown as known that is not.

Seats are counted from 1 in everything that people read: a seat is named after its player, or else `seat 1`, `seat 2`
and so on, and its pieces bear the same number. What programs read (JSON, the store) counts seats from 0.

**The frames of a game.** One film draws a whole game; pages get their pictures only from it:

    film = Film(rules, header, last=final_state)       # `last` and `words` (an event in words) are optional
    for record in records:
        game.feed([record])                             # engine.replay.Replay
        document = film.shot(game)                      # an SVG document
        shown = film.parts(game)                        # or the parts for a page, each an SVG element in pieces

- A game draws named parts: the board, an offer, the mat of a player. A page shows each in its place for the width of
  the window, with texts enlarged where it is shown small; a frame arranges all on one sheet.
- A frame has a head (the phase of the game, whose turn it is and what is awaited, the last event and what it changed,
  every player's name and points; at the end ranks and final points) and below it the parts in columns.
- All frames of a game have the same width and height: what is still to come has its place, what is gone is hollow.
- The elements of a frame: `svg.anyturn` > title, style, rect.page, defs or nothing, g (head), g (sheet),
  g[data-marks] (the marks over what has just changed, always last). The order of elements is the same in all frames,
  and what has not changed is the same text, byte for byte: frames differ in few tags.
- Marks have the class `just`. A shot marks what differs from the film's previous shot; there are none when going back.
- Styles apply within `svg.anyturn` only, light and dark by `prefers-color-scheme`. Only patterns have ids: `on-...`.
- Nothing refers outside the document. Names are escaped, and characters that would reverse a line are spelt out.

`frame(game)` is a single frame of a position, with the marks of its last record, or a part of it; `svg(game, state)`
the sheet alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.plugins import part
from projections.pictures.film import Film, drawn, due_in, frame, head, names_of, part_names, stated, svg
from projections.pictures.words import plain

__all__ = [
    "Film",
    "drawn",
    "due_in",
    "frame",
    "head",
    "matters",
    "names_of",
    "part_names",
    "phase_words",
    "seen",
    "stated",
    "svg",
    "text",
    "together",
]

HERE = "projections.pictures"


def text(game: str, state: Any, width: int, colour: bool, names: Sequence[str] = ()) -> str:
    """The picture of a position as text; empty if the game has none."""
    module = part(HERE, game)
    picture: str = "" if module is None else module.text(state, width, colour, names)
    return picture


def matters(game: str, state: Any, actors: Sequence[int]) -> list[str]:
    """The beginnings of the blocks of its text that matter most for the next decision of these seats, in that order."""
    module = part(HERE, game)
    terminal = part(f"{HERE}.{game}", "terminal") if hasattr(module, "__path__") else None
    named: Callable[[Any, Sequence[int]], list[str]] | None = getattr(terminal, "matters", None)
    return named(state, actors) if named is not None else []


def phase_words(game: str, phase: str) -> str:
    """A phase in the game's own words, or else its id without punctuation."""
    known: Mapping[str, str] = getattr(part(HERE, game), "phases", {})
    return known.get(phase) or plain(phase).replace(".", " ")


def seen(game: str) -> Callable[[Any, Any], Any] | None:
    """The game's function that completes an event by what everybody saw in the position before it; None if none."""
    found: Callable[[Any, Any], Any] | None = getattr(part(HERE, game), "seen", None)
    return found


def together(game: str) -> Mapping[str, tuple[str, ...]]:
    """The figures that share a column of a table, by the heading of the column."""
    found: Mapping[str, tuple[str, ...]] = getattr(part(HERE, game), "together", {})
    return found
