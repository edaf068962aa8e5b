"""The strip above the picture of a page: what is awaited, who is to act, and everybody's points and first figures."""

from collections.abc import Sequence
from typing import Any

from engine.agenda import Awaited
from engine.replay import Replay
from projections import pictures
from projections.pages.stations import Station
from projections.pictures.film import drawing_of, names_of, standing, stated
from projections.pictures.sheet import Drawing
from projections.pictures.words import awaited_words, plain, result_words

Status = list[Any]


def statuses(game: Replay, stations: Sequence[Station]) -> tuple[list[str], list[Status]]:
    """Texts, and for each row [what is awaited, the seats to act, for each seat [points, rank, what it plays]].

    All but the seats are indexes of texts. The points are as the game shows them until it is over.
    """
    texts: dict[str, int] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    drawing = drawing_of(game.rules.id)
    shown = [(each.game, each.due) for each in stations] + ([(game, "")] if game.broke else [])
    rows = []
    for there, due in shown:
        awaited, acting, seats = _plain(there, due) if drawing is None else _drawn(drawing, there, due)
        rows.append([number(awaited), acting, [[number(text) for text in seat] for seat in seats]])
    return list(texts), rows


def _drawn(drawing: Drawing, game: Replay, due: str) -> tuple[str, list[int], list[tuple[str, str, str]]]:
    """As the head of a frame states it."""
    awaited, seats = standing(drawing, game, stated(game), due)
    acting = [seat for seat, each in enumerate(seats) if each.acts]
    return awaited, acting, [(each.points, each.rank, each.about) for each in seats]


def _plain(game: Replay, due: str) -> tuple[str, list[int], list[tuple[str, str, str]]]:
    """The same for a game without a drawing."""
    standings, names = game.standings, names_of(game.header)
    awaited: Sequence[Awaited] = [] if standings is not None or due else list(game.rules.awaited(game.state))
    points = [(_points(game, seat), "", game.rules.faction(game.state, seat) or "") for seat in range(len(names))]
    if standings is not None:
        return result_words(standings, names), [], points
    words = f"Next, automatically: {plain(due)}" if due else awaited_words(awaited, {}, names)
    return words, [item.seat for item in awaited if item.seat is not None], points


def _points(game: Replay, seat: int) -> str:
    figures = game.rules.figures(game.state, seat)
    return f"{figures['vp']} VP" if "vp" in figures else ""


def first_figures(game: Replay) -> list[list[Any]]:
    """What a player looks at first: [heading, indexes of figures], as the drawing names them, or else all of them."""
    figures = list(game.rules.figures_of_a_seat)
    drawing = drawing_of(game.rules.id)
    named = dict(drawing.first) if drawing is not None and drawing.first else _every(game.rules.id, figures)
    return [[heading, [figures.index(each) for each in names]] for heading, names in named.items()]


def _every(game: str, figures: Sequence[str]) -> dict[str, tuple[str, ...]]:
    together = pictures.together(game)
    joined = {each for names in together.values() for each in names}
    alone = {plain(each): (each,) for each in figures if each not in joined and each != "vp"}
    return alone | {plain(heading): names for heading, names in together.items()}


def worth(game: Replay, stations: Sequence[Station]) -> list[list[int]]:
    """For each row everybody's points if the game ended there; empty for a game that does not state them."""
    drawing = drawing_of(game.rules.id)
    if drawing is None or drawing.worth is None:
        return []
    shown = [stated(each.game) for each in stations] + ([stated(game)] if game.broke else [])
    return [list(drawing.worth(state)) for state in shown]
