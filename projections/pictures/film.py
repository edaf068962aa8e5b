"""The frames of a game: its parts, with marks over what has just changed, apart or below a head on one sheet."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.replay import Replay
from engine.rules import Ruleset, games, ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.record import Header
from events.plugins import part as module
from events.problems import one_of
from projections.pictures.changes import Changed, Frame, body
from projections.pictures.heading import HEIGHT, Head, Seated, heading
from projections.pictures.palette import stylesheet
from projections.pictures.pen import moved, node, page, placed
from projections.pictures.sheet import MARGIN, WIDTH, Drawing, Part, Spot, Table, arranged, seat_name
from projections.pictures.words import MINUS, ORDINALS, Words, awaited_words, changes, event_words, plain, result_words


def drawing_of(game: str, place: str = "projections.pictures") -> Drawing | None:
    """The drawing of a game; None if it has none."""
    found: Drawing | None = getattr(module(place, game), "drawing", None)
    return found


def drawn() -> list[str]:
    """The games whose positions can be drawn."""
    return [game for game in games() if drawing_of(game) is not None]


def _known(game: str) -> Drawing:
    drawing = drawing_of(game)
    if drawing is None:
        raise Unreadable(
            f"no drawing of {game}",
            f"a game that has one ({', '.join(drawn()) or 'there is none'}); without --svg it is shown as text",
        )
    return drawing


class Shown(NamedTuple):
    """A part as an SVG element for a page, in pieces: its beginning, its elements, their marks, and its end."""

    part: Part
    pieces: list[str]


class Film:
    """Draws the frames of one game, all of the same size.

    `last` is the last position of the game if it is known; what grows during the game (a board of tiles) then has its
    room from the first frame on. `words` puts an event into words. After a frame, `changed` is whether anything differs
    in the parts from the frame before, and `spots` are those that do, by key.

    Raises Unreadable for a game that has no drawing.
    """

    def __init__(self, rules: Ruleset[Any], header: Header, last: Any = None, words: Words = event_words) -> None:
        self.rules, self.drawing, self.last, self.words = rules, _known(rules.id), last, words
        self.changed = True
        self.spots: dict[str, str] = {}
        self.names = names_of(header)
        self._frame, self._pages = Frame(), list[_Page]()
        self._points: dict[str, str] = {}
        self._seq = -1
        self._goes_on = False

    @cached_property
    def _style(self) -> str:
        return stylesheet(self.drawing.style)

    def shot(self, game: Replay, due: str = "") -> str:
        """A position on one sheet, as an SVG document: the head, the parts, and marks over what differs.

        The first frame of a film has no marks, nor does one that goes back in the game. `due` is the automatic step
        that comes next, if the position is between two steps.
        """
        shown = head(game, self.words, due)
        top = list(heading(shown))
        points = {f"seat/{seat}": seated.points for seat, seated in enumerate(shown.seats)}
        scored = {key for key, n in points.items() if self._points.get(key) != n}
        marked = [each.mark for each in top if isinstance(each, Spot) and each.key in scored]
        self._points = points
        parts, marks = self._drawn(game)
        places, height = arranged(parts)
        below = [moved(x, HEIGHT + y, over, scale) for (x, y, scale), over in zip(places, marks, strict=True) if over]
        marked = [*marked, *below] if self._goes_on else []
        name = f"{self.rules.name}: {self.drawing.where(game.state)}"
        whole = [
            self.drawing.definitions,
            moved(MARGIN, MARGIN, map(body, top)),
            moved(MARGIN, MARGIN + HEIGHT, _placed(parts, places)),
            node("g", *marked, "", transform=placed(MARGIN, MARGIN), data_marks=len(marked)),
        ]
        return page(WIDTH, HEIGHT + height + 2 * MARGIN, name, self._style, whole)

    def part(self, game: Replay, name: str) -> str:
        """A part of a position as an SVG document of its own. Raises Unreadable if there is no part with the name."""
        for part, marks in zip(*self._drawn(game), strict=True):
            if part.name == name:
                whole = [
                    self.drawing.definitions,
                    moved(MARGIN, MARGIN, map(body, part.elements)),
                    moved(MARGIN, MARGIN, [*marks, ""], data_marks=len(marks)),
                ]
                named = f"{self.rules.name}: {part.title}, {self.drawing.where(game.state)}"
                return page(part.width + 2 * MARGIN, part.height + 2 * MARGIN, named, self._style, whole)
        raise Unreadable(f"the part {name!r}", one_of(part_names(game), name))

    def parts(self, game: Replay) -> list[Shown]:
        """A position for a page: each part as an SVG element, its spots named, with its marks last."""
        parts, marks = self._drawn(game)
        self._pages = [
            before if before and texts is before.texts and over == before.marks else _page(part, texts, over)
            for part, texts, over, before in zip_longest(parts, self._frame.texts, marks, self._pages)
        ]
        return [each.shown for each in self._pages]

    def aside(self, game: Replay) -> list[Shown]:
        """The same without marks, as an aside: the next frame is compared with the one before."""
        parts = self._draw(game)
        return [
            before.shown if before and texts is before.texts and not before.marks else _page(part, texts, []).shown
            for part, texts, before in zip_longest(parts, self._frame.texts_of(parts), self._pages)
        ]

    def _draw(self, game: Replay) -> Sequence[Part]:
        return self.drawing.draw(stated(game), Table(self.names, game.played, self.last))

    def _drawn(self, game: Replay) -> tuple[Sequence[Part], list[list[str]]]:
        """The parts of a position, and for each the marks over what differs from the frame before."""
        parts = self._draw(game)
        changes = self._frame.become(parts)
        self._goes_on = 0 <= self._seq <= game.seq
        self.changed = not self._goes_on or any(each.is_seen() for each in changes)
        self.spots = self._frame.spots(changes)
        self._seq = game.seq
        return parts, [self._marks(each) if each.new and self._goes_on else [] for each in changes]

    def _marks(self, changed: Changed) -> list[str]:
        spots = [each for each in changed.new if isinstance(each, Spot) and each.key in self.spots]
        return list(dict.fromkeys(each.mark for each in spots if each.mark))


class _Page(NamedTuple):
    """A part for a page, and what it was made from."""

    shown: Shown
    texts: list[str]
    marks: list[str]


def _page(part: Part, texts: list[str], marks: list[str]) -> _Page:
    over = f'<g data-marks="{len(marks)}">{"".join(marks)}</g>'
    return _Page(Shown(part, [_begin(part.title, part.width, part.height), *texts, over, "</svg>"]), texts, marks)


@lru_cache(maxsize=256)
def _begin(title: str, width: float, height: float) -> str:
    """The beginning of a part on a page."""
    seen = f"0 0 {width:g} {height:.5g}"
    whole = node("svg", "", class_="anyturn", role="img", aria_label=title, viewBox=seen)
    return whole.removesuffix("</svg>")


def head(game: Replay, words: Words = event_words, due: str = "") -> Head:
    """The head of a position: where the game stands, what has just happened, every player's name and points.

    `due` is the automatic step that comes next, if there is one. Raises Unreadable for a game that has no drawing.
    """
    drawing, state, names = _known(game.rules.id), stated(game), names_of(game.header)
    status, seats = standing(drawing, game, state, due)
    changed = list(changes([(each.step, each.entries) for each in _newest(game)], names, game.rules.id))
    return Head(game.rules.name, drawing.where(state), status, _event(game, names, words), changed, seats)


def standing(drawing: Drawing, game: Replay, state: Any, due: str = "") -> tuple[str, list[Seated]]:
    """What the head of a position states of the players: the result or what is awaited, and everybody's points.

    `state` is that of the game as it is `stated`.
    """
    standings, names = game.standings, names_of(game.header)
    awaited = [] if standings is not None or due else list(game.rules.awaited(game.state))
    status = result_words(standings, names) if standings is not None else awaited_words(awaited, drawing.awaited, names)
    acting = set() if awaited[:1] and awaited[0].seat is None else {item.seat for item in awaited}
    ranks = {each.seat: each for each in standings or ()}
    points = _points(game, drawing, state)
    seats = [
        Seated(
            seat_name(names, seat),
            drawing.about(state, seat),
            drawing.paint(state, seat),
            f"{ranks[seat].vp} VP".replace("-", MINUS) if seat in ranks else points[seat],
            _rank(ranks[seat].rank, ranks[seat].dropped) if seat in ranks else "",
            seat in acting or (seat in ranks and ranks[seat].rank == 1),
            seat in ranks and ranks[seat].rank == 1,
        )
        for seat in range(len(names))
    ]
    status = f"Next, automatically: {plain(due)}" if due else status
    if game.broke is not None:
        status = f"Record {game.broke.seq} breaks {game.broke.violation.clause}"
    return status, seats


def stated(game: Replay) -> Any:
    """The position of a game without what its log leaves open, if the game can leave that out (`without`)."""
    facts = [fact for fact in game.header.assumed if fact.among and fact.seq <= len(game.played)]
    without = getattr(module("projections.pictures", game.rules.id), "without", None) if facts else None
    if without is None:
        return game.state
    return without(game.state, [(*game.played[fact.seq - 1][:2], fact) for fact in facts])


def names_of(header: Header) -> list[str]:
    """The names of the players; empty for a seat without one."""
    return [seat.player for seat in header.seats]


def due_in(game: Replay) -> str:
    """The automatic step that comes next in a position; empty if there is none."""
    step = None if game.standings is not None else game.rules.proceed(fork(game.state))
    return "" if step is None else step.name


def _points(game: Replay, drawing: Drawing, state: Any) -> Sequence[str]:
    """The points of all seats until the game is over."""
    if drawing.points is not None:
        return drawing.points(state)
    rules, seats = game.rules, range(len(game.header.seats))
    if "vp" not in rules.figures_of_a_seat:
        return ["0 VP" for _ in seats]
    place = rules.figures_of_a_seat.index("vp")
    return [f"{rules.values(game.state, seat)[place]} VP" for seat in seats]


def _event(game: Replay, names: Sequence[str], words: Words) -> str:
    if not game.played:
        return "Before the first record"
    actor, event, _ = game.played[-1]
    who = "" if actor is None else f"{seat_name(names, actor)}: "
    return f"#{game.seq}  {who}{words(event, names)}"


def svg(game: str, state: Any, names: Sequence[str] = ()) -> str:
    """The sheet of a position without its head, as an SVG document. Raises Unreadable if the game has none."""
    drawing = _known(game)
    parts = drawing.draw(state, Table(names))
    places, height = arranged(parts)
    name = f"{ruleset(game).name}: {drawing.where(state)}"
    whole = [drawing.definitions, moved(MARGIN, MARGIN, _placed(parts, places))]
    return page(WIDTH, height + 2 * MARGIN, name, stylesheet(drawing.style), whole)


def frame(game: Replay, last: Any = None, words: Words = event_words, part: str | None = None) -> str:
    """A single frame of a position, or a part of it, with marks for its last record.

    The game is replayed to the record before. Raises Unreadable if there is no drawing, or no part with the name.
    """
    film = Film(game.rules, game.header, last, words)
    if game.played:
        earlier = Replay(game.rules, game.header)
        for actor, event, line in game.played[:-1]:
            earlier.play(actor, event, line)
        earlier.settle()
        film.shot(earlier)
    return film.shot(game, due_in(game)) if part is None else film.part(game, part)


def part_names(game: Replay) -> list[str]:
    """The names of the parts of a game's pictures. Raises Unreadable for a game that has no drawing."""
    return [part.name for part in _known(game.rules.id).draw(game.state, Table(names_of(game.header)))]


def _placed(parts: Sequence[Part], places: Iterable[tuple[float, float, float]]) -> Iterator[str]:
    """The parts of a sheet, each in its place."""
    for each, (x, y, scale) in zip(parts, places, strict=True):
        yield moved(x, y, map(body, each.elements), scale)


def _rank(rank: int, dropped: bool) -> str:
    return f"{ORDINALS[rank - 1]} place" + (", dropped" if dropped else "")


def _newest(game: Replay) -> list[Any]:
    """What the last record and the automatic steps after it entered."""
    found = []
    for each in reversed(game.entered):
        if each.seq != game.seq or not game.played:
            break
        found.append(each)
    return found[::-1]
