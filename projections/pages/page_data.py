"""The data of a page: a game as JSON, made from one replay and read by the scripts in `replay/`."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engine.replay import Replay
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.problems import near_match
from projections import pictures
from projections.pages.choices import choices
from projections.pages.clauses import clauses_of, texts
from projections.pages.findings import findings
from projections.pages.frame_differences import frames
from projections.pages.log_rows import broken_row, changed_figures, kind_of, row, taken_back
from projections.pages.remarks import Placed
from projections.pages.stations import Station
from projections.pages.status import first_figures, statuses, worth
from projections.pages.things import Marks, Things, clauses_of_things
from projections.pictures.film import Film, drawing_of, names_of, stated
from projections.pictures.palette import SEATS, growing, growing_stylesheet
from projections.pictures.sheet import Drawing, Part, seat_name
from projections.pictures.words import plain, source_words
from projections.visible import visible

TEXT_WIDTH = 80
_USUAL = bytes(byte for byte in range(0x20, 0x7F) if byte != ord("\\"))
"""The printable characters of ASCII but for the backslash, which begins an escape."""


def page_data(
    log: GameLog,
    game: Replay,
    stations: Sequence[Station],
    places: dict[str, int],
    line: str = "",
    remarks: Sequence[Placed] = (),
) -> dict[str, Any]:
    """The data for the page of a replayed game; `line` is the line of the source that breaks a clause.

    - `game`, `seats` ({name, paint}), `verdict`, `standings` ([seat, points, rank, whether dropped])
    - `id`: the same for the same game, for what a browser keeps about it
    - `places`: address of a turn or a round -> row; `asides`: rows that only an address reaches; `taken_back`
    - `findings` (see `findings`); `opens_at`: the row that breaks a clause or has the first difference, or the first
    - the data of `_figures`, `_records`, `_answers` and `_drawn`

    Raises Unreadable if a remark marks what is not drawn.
    """
    drawing = drawing_of(game.rules.id)
    rows = [row(each, drawing) for each in stations]
    if game.broke is not None:
        rows.append(broken_row(game, game.broke, rows[-1]))
    shots = _Shots(game, stations)
    found = list(findings(game, stations, line))
    data: dict[str, Any] = {
        "game": game.rules.name,
        "seats": [_seat(game, seat) for seat in range(len(log.header.seats))],
        "verdict": game.verdict,
        "standings": [list(each) for each in game.standings or ()],
        "id": sha256(msgspec.json.encode(rows)).hexdigest()[:16],
        "rows": rows,
        "places": places,
        "asides": [number for number, each in enumerate(stations) if each.aside],
        "taken_back": list(taken_back(log, stations)),
        "findings": found,
        "opens_at": _opens_at(found),
    }
    drawn = _drawn(drawing, shots)  # first: notes what the others need
    data |= _figures(game, stations) | _records(game, stations, shots) | _answers(game, stations, shots, remarks)
    return {name: _safe(value) for name, value in data.items()} | drawn


def _figures(game: Replay, stations: Sequence[Station]) -> dict[str, Any]:
    """What is counted.

    - `figures` (first the `own` figures of a seat, then others entered), `first`: what a player looks at first
    - `entries`: for each row [seat, figure, delta, source]; figure and source are indexes into `figures`, `sources`
    - `values`: for each row [seat * own + figure, value] of the figures that differ from the row before
    - `texts`, `strip`: everybody's points and what is awaited, see `status`; `round`: what a round is called
    - `worth`: for each row everybody's points if the game ended there, for a game that states them
    """
    figures = list(game.rules.figures_of_a_seat)
    own = len(figures)
    sources: list[str] = []
    broke: list[list[Any]] = [[]] if game.broke is not None else []
    entries = [[_entry(entry, figures, sources) for entry in each.entries] for each in stations]
    drawing = drawing_of(game.rules.id)
    texts_of_strip, strip = statuses(game, stations)
    return {
        "own": own,
        "figures": [plain(figure) for figure in figures],
        "sources": [source_words(source, game.rules.id) for source in sources],
        "entries": entries + broke,
        "values": [*changed_figures(stations), *broke],
        "texts": texts_of_strip,
        "strip": strip,
        "first": first_figures(game),
        "round": drawing.round if drawing is not None else "Round",
        "worth": worth(game, stations),
    }


def _records(game: Replay, stations: Sequence[Station], shots: "_Shots") -> dict[str, Any]:
    """`kinds`: kind of event -> clauses; `clauses`: clause -> paragraphs; `quiet`: rows that change no picture."""
    kinds = _kinds(game, stations)
    about_things = clauses_of_things(game.rules.id) if shots.things.keys else []
    ids = [*(each for ids in kinds.values() for each in ids), *about_things]
    return {"kinds": kinds, "clauses": texts(game.rules.id, ids), "quiet": shots.quiet}


def _answers(game: Replay, stations: Sequence[Station], shots: "_Shots", remarks: Sequence[Placed]) -> dict[str, Any]:
    """What is known of things and actions.

    - `things`: what the things in the pictures are, see `things`; `marks`: sets of them, see `things.Marks`
    - `legal`: what could have been done at each row, see `choices`; `concerns`: for each row the marks of its event
    - `remarks`: [row, who, text, marks]
    """
    marks = Marks(game.rules.id, shots.things.keys)
    played = [(each.actor, each.event) for each in stations] + (
        [(game.broke.actor, game.broke.event)] if game.broke else []
    )
    return {
        "things": shots.things.data(),
        "legal": choices(game, stations, marks)._asdict(),
        "concerns": [marks.of_event(actor, event) for actor, event in played],
        "remarks": [[each.row, each.by, each.text, marks.of_spots(_known(each, shots))] for each in remarks],
        "marks": marks.data(),
    }


def _known(remark: Placed, shots: "_Shots") -> tuple[str, ...]:
    """The marks of a remark. Raises Unreadable for a thing that is never drawn."""
    for key in remark.marks:
        if key not in shots.things.keys:
            such = near_match(shots.things.keys, key) or "".join(
                f", such as {each}" for each in [*shots.things.keys][:1]
            )
            raise Unreadable(f"a mark on {key!r}", f"the key of a thing in the pictures{such}")
    return remark.marks


class _Shots:
    """The pictures of a game, and what is noted while they are drawn: quiet rows, things, parts."""

    def __init__(self, game: Replay, stations: Sequence[Station]) -> None:
        self.game, self.stations = game, stations
        self.quiet: list[int] = []
        self.things = Things(game.rules.id, names_of(game.header))
        self.parts: list[Part] = []

    def drawn(self) -> Iterator[list[list[str]]]:
        """The picture of every station, and of the record that breaks a clause."""
        game = self.game
        film = Film(game.rules, game.header, game.state)
        changed: list[dict[str, str]] = []
        for number, each in enumerate(self.stations):
            if each.aside:  # has no marks, and nothing is compared with it
                yield [part.pieces for part in film.aside(each.game)]
                changed.append({})
                continue
            shown = film.parts(each.game)
            self.parts = self.parts or [part.part for part in shown]
            yield [part.pieces for part in shown]
            changed.append(film.spots)
            if each.record and not film.changed and not each.entries:
                self.quiet.append(number)
        if game.broke is not None:
            yield [part.pieces for part in film.parts(game)]
        for each, spots in zip(self.stations, changed, strict=True):
            self.things.note(stated(each.game), spots)

    def written(self) -> Iterator[list[list[str]]]:
        """The pictures of a game without a drawing: text, empty if it has none either."""
        shown = [each.game for each in self.stations] + ([self.game] if self.game.broke else [])
        yield from ([[pictures.text(self.game.rules.id, each.state, TEXT_WIDTH, False)]] for each in shown)


def _drawn(drawing: Drawing | None, shots: _Shots) -> dict[str, Any]:
    """The pictures: `drawn`, `pieces`, `splices` (see `frame_differences`), and what they share.

    `parts` are {name, title, columns, seat, width, height}; `style` and `definitions` CSS and SVG.
    """
    shown = list(shots.written() if drawing is None else shots.drawn())  # all at once is faster than by turns
    packed = frames(shown)
    return {
        "drawn": drawing is not None,
        "style": growing_stylesheet(drawing.style) if drawing is not None else "",
        "definitions": drawing.definitions if drawing is not None else "",
        "parts": _visible([_part(each) for each in shots.parts]),
        "pieces": [growing(each) if each.startswith("<") else each for each in packed.pieces],
        "splices": packed.splices,
    }


def _part(part: Part) -> dict[str, Any]:
    shown = {"name": part.name, "title": part.title, "columns": part.columns, "seat": part.seat}
    return shown | {"width": part.width, "height": part.height}


def _safe(value: Any) -> msgspec.Raw:
    """A value as JSON in which every text is safe to display: mostly it is, as one look at the whole shows."""
    sent = msgspec.json.encode(value)
    unusual = sent.replace(b'\\"', b"").translate(None, _USUAL).decode()
    if "\\" in unusual or not unusual.isprintable():
        sent = msgspec.json.encode(_visible(value))
    return msgspec.Raw(sent)


def _visible(value: Any) -> Any:
    """The same value with every text made safe to display."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list | tuple):  # mostly of numbers, which need no call
        return [each if type(each) is int else _visible(each) for each in value]
    if isinstance(value, dict):
        return {visible(name): _visible(each) for name, each in value.items()}
    return value


def _opens_at(found: Sequence[dict[str, Any]]) -> int:
    """The row at which a page opens: the violation, or else the first difference, or else the start."""
    rows = {what: each["row"] for each in reversed(found) if (what := each["what"]) in ("violation", "discrepancy")}
    return int(rows.get("violation", rows.get("discrepancy", 0)))


def _entry(entry: Any, figures: list[str], sources: list[str]) -> list[int]:
    return [entry.seat, _number(entry.figure, figures), entry.delta, _number(entry.source, sources)]


def _number(name: str, names: list[str]) -> int:
    """The index of a name in a list; a missing name is appended."""
    if name not in names:
        names.append(name)
    return names.index(name)


def _kinds(game: Replay, stations: Sequence[Station]) -> dict[str, list[str]]:
    """The kinds of events that occur, each with its clauses."""
    events = [each.event for each in stations] + ([game.broke.event] if game.broke else [])
    kinds = {kind: type(event) for event in events if (kind := kind_of(event))}
    return {kind: clauses_of(game.rules.id, kinds[kind]) for kind in sorted(kinds)}


def _seat(game: Replay, seat: int) -> dict[str, Any]:
    """A seat: its name, and the colours of its pieces and of the text on them."""
    drawing = drawing_of(game.rules.id)
    name = seat_name([each.player for each in game.header.seats], seat)
    if drawing is None:
        return {"name": name, "paint": SEATS[seat % len(SEATS)]}
    return {"name": name, "paint": drawing.paint(game.state, seat)}
