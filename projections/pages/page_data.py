"""The data of a page: a game as JSON, made from one replay and read by the scripts in `replay/`."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engine.replay import Replay
from events.log.native import GameLog
from projections import pictures
from projections.pages.choices import choices
from projections.pages.clauses import clauses_of, texts
from projections.pages.findings import findings
from projections.pages.frame_differences import Frames, frames
from projections.pages.log_rows import broken_row, changed_figures, kind_of, row, taken_back
from projections.pages.stations import Station
from projections.pages.status import first_figures, statuses
from projections.pages.things import Things, clauses_of_things
from projections.pictures.film import Film, drawing_of, names_of
from projections.pictures.palette import SEATS, growing, growing_stylesheet
from projections.pictures.sheet import Drawing, Part, seat_name
from projections.pictures.words import plain
from projections.visible import visible

TEXT_WIDTH = 80


def page_data(
    log: GameLog, game: Replay, stations: Sequence[Station], places: dict[str, int], line: str = ""
) -> dict[str, Any]:
    """The data for the page of a replayed game; `line` is the line of the source that breaks a clause.

    - `game`, `seats` ({name, about, paint}), `figures` (first the `own` figures of a seat, then others entered)
    - `rows`: what led to each station, see `log_rows.row`; the last row may be the record that breaks a clause
    - `entries`: for each row [seat, figure, delta, source]; figure and source are indexes into `figures`, `sources`
    - `values`: for each row [seat * own + figure, value] of the figures that differ from the row before
    - `places`: address of a turn or a round -> row; `asides`: rows that only an address reaches; `taken_back`
    - `kinds`: kind of event -> clauses; `clauses`: clause -> paragraphs
    - `verdict`, `findings` (see `findings`), `standings` ([seat, points, rank, whether dropped])
    - `legal`: what could have been done at each row, see `choices`; `quiet`: rows of records that change no picture
    - `texts`, `strip`, `first`: everybody's points and what is awaited, see `status`; `round`: what a round is called
    - `things`: what the things in the pictures are, see `things`
    - `id`: the same for the same game, for what a browser keeps about it
    - `opens_at`: the row that breaks a clause or has the first difference, or else the first
    - `drawn`, `pieces`, `splices`: the pictures, see `frame_differences`; `parts` ({name, title, columns, seat, width,
      height}) and `style`, `definitions` (CSS and SVG) for all of them
    """
    figures = list(game.rules.figures_of_a_seat)
    own = len(figures)
    sources: list[str] = []
    rows = [row(each) for each in stations]
    entries = [[_entry(entry, figures, sources) for entry in each.entries] for each in stations]
    values = list(changed_figures(stations))
    drawing = drawing_of(game.rules.id)
    quiet: list[int] = []
    things = Things(game.rules.id, names_of(game.header))
    parts: list[Part] = []
    shots = frames(_pictures(game, stations, quiet, things, parts) if drawing is not None else _texts(game, stations))
    if game.broke is not None:
        rows.append(broken_row(game, game.broke, rows[-1]))
        entries.append([])
        values.append([])
    kinds = _kinds(game, stations)
    about_things = clauses_of_things(game.rules.id) if things.keys else []
    texts_of_strip, strip = statuses(game, stations)
    data: dict[str, Any] = {
        "game": game.rules.name,
        "seats": [_seat(game, seat) for seat in range(len(log.header.seats))],
        "own": own,
        "figures": [plain(figure) for figure in figures],
        "sources": [plain(source).replace(":", ": ") for source in sources],
        "rows": rows,
        "entries": entries,
        "values": values,
        "places": places,
        "asides": [number for number, each in enumerate(stations) if each.aside],
        "taken_back": list(taken_back(log, stations)),
        "kinds": kinds,
        "clauses": texts(game.rules.id, [*(each for ids in kinds.values() for each in ids), *about_things]),
        "verdict": game.verdict,
        "findings": (found := list(findings(game, stations, line))),
        "standings": [list(each) for each in game.standings or ()],
        "drawn": drawing is not None,
        "legal": choices(game, stations)._asdict(),
        "quiet": quiet,
        "things": things.data(),
        "texts": texts_of_strip,
        "strip": strip,
        "first": first_figures(game),
        "round": drawing.round if drawing is not None else "Round",
        "opens_at": _opens_at(found),
        "id": sha256(msgspec.json.encode(rows)).hexdigest()[:16],
    }
    shown: dict[str, Any] = _visible(data)
    return shown | _drawn(drawing, parts, shots)


def _drawn(drawing: Drawing | None, parts: Sequence[Part], shots: Frames) -> dict[str, Any]:
    """The pictures and what they share. Texts in drawings are as large as they are shown legibly."""
    return {
        "style": growing_stylesheet(drawing.style) if drawing is not None else "",
        "definitions": drawing.definitions if drawing is not None else "",
        "parts": _visible([_part(each) for each in parts]),
        "pieces": [growing(each) if each.startswith("<") else each for each in shots.pieces],
        "splices": shots.splices,
    }


def _part(part: Part) -> dict[str, Any]:
    shown = {"name": part.name, "title": part.title, "columns": part.columns, "seat": part.seat}
    return shown | {"width": part.width, "height": part.height}


def _visible(value: Any) -> Any:
    """The same value with every text made safe to display."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list | tuple):
        return [_visible(each) for each in value]
    if isinstance(value, dict):
        return {visible(name): _visible(each) for name, each in value.items()}
    return value


def _texts(game: Replay, stations: Sequence[Station]) -> Iterator[list[list[str]]]:
    """The pictures of a game without a drawing: text, empty if it has none either."""
    shown = [each.game for each in stations] + ([game] if game.broke else [])
    yield from ([[pictures.text(game.rules.id, each.state, TEXT_WIDTH, False)]] for each in shown)


def _pictures(
    game: Replay, stations: Sequence[Station], quiet: list[int], things: Things, parts: list[Part]
) -> Iterator[list[list[str]]]:
    """The picture of every station, and of the record that breaks a clause.

    Notes the rows that change nothing, what the things in the pictures are, and the parts.
    """
    film = Film(game.rules, game.header, game.state)
    for number, each in enumerate(stations):
        if each.aside:  # has no marks, and nothing is compared with it
            yield [part.pieces for part in Film(game.rules, game.header, game.state).parts(each.game)]
            things.note(each.game.state, {})
            continue
        shown = film.parts(each.game)
        parts[:] = parts or [each.part for each in shown]
        yield [part.pieces for part in shown]
        things.note(each.game.state, film.spots)
        if each.record and not film.changed and not each.entries:
            quiet.append(number)
    if game.broke is not None:
        yield [part.pieces for part in film.parts(game)]


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
    """A seat: its name, what it plays, and the colours of its pieces and of the text on them."""
    drawing = drawing_of(game.rules.id)
    name = seat_name([each.player for each in game.header.seats], seat)
    if drawing is None:
        return {"name": name, "about": game.rules.faction(game.state, seat) or "", "paint": SEATS[seat % len(SEATS)]}
    return {"name": name, "about": drawing.about(game.state, seat), "paint": drawing.paint(game.state, seat)}
