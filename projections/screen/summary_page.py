"""One page about a game, for a terminal."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from events.problems import count
from projections.game.summary import Place, Summary
from projections.screen.grid import WIDTH, shorten
from projections.screen.tables import json_line, table
from projections.visible import visible

MOST_SOURCES = 16
"""At most this many sources of points have their own row; the rest are summed up to fit one page."""
NAME = 10
"""Names above columns are cut to this many characters."""
OTHERS, ALL = "others", "all"


def summary_lines(page: Summary, width: int | None) -> Iterator[str]:
    """The page: what was played, how it ended, where the points came from, who led when."""
    for text in _heading(page):
        yield from wrap(visible(text), width or WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    yield ""
    yield from _standings(page.seats, width)
    if any(place.sources for place in page.seats):
        yield from ["", "points by source"]
        yield from _sources(page.seats, width)
    if any(len(place.rounds) > 1 for place in page.seats):
        yield from ["", "points after each round (* leads)"]
        yield from _rounds(page.seats, width)


def _heading(page: Summary) -> Iterator[str]:
    parts = [count(len(page.seats), "player")]
    if page.records:
        parts += [count(page.rounds, "round"), count(page.records, "record")]
    checked = f", {count(page.checked, 'figure')} checked" if page.checked else ""
    yield f"{page.name}: {', '.join(parts)}; {page.verdict}{checked}"
    if page.wrong:
        yield page.wrong
    facts = [f"played at {page.played_at}"] if page.played_at else []
    facts += [f"{name} {value}" for name, value in page.tags.items()]
    if facts:
        yield ", ".join(facts)
    notation = f" ({page.notation})" if page.notation else ""
    yield f"{f'game {page.game_id}, ' if page.game_id else ''}from {page.source or 'the store'}{notation}"
    if page.options:
        yield "options: " + ", ".join(f"{name} {_value(value)}" for name, value in page.options.items())


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json_line(value)


def _standings(seats: Sequence[Place], width: int | None) -> list[str]:
    """The final ranking; columns in which no seat has a value are left out."""
    best = max((place.vp for place in seats if place.vp is not None), default=0)
    rows = [
        {
            "rank": place.rank,
            "player": _name(place),
            "faction": place.faction,
            "seat": place.seat + 1,
            "start": place.start_position,
            "vp": place.vp,
            "behind": None if place.vp is None else best - place.vp,
            "dropped": "dropped" if place.dropped else None,
        }
        for place in seats
    ]
    columns = [name for name in rows[0] if any(row[name] is not None for row in rows)] if rows else []
    return table(columns, rows, width)


def _sources(seats: Sequence[Place], width: int | None) -> list[str]:
    """One row per source, one column per seat; most points first."""
    sums: dict[str, int] = {}
    for place in seats:
        for source, vp in place.sources.items():
            sums[source] = sums.get(source, 0) + abs(vp)
    named = sorted(sums, key=lambda source: (-sums[source], source))
    own, others = (named, []) if len(named) <= MOST_SOURCES else (named[: MOST_SOURCES - 1], named[MOST_SOURCES - 1 :])
    heads = _heads(seats)
    rows: list[dict[str, Any]] = [
        {"source": source} | {head: place.sources.get(source) for head, place in zip(heads, seats, strict=True)}
        for source in own
    ]
    for what, summed in ((f"{len(others)} {OTHERS}", others), (ALL, named)):
        if summed:
            sums_of = {h: sum(p.sources.get(s, 0) for s in summed) for h, p in zip(heads, seats, strict=True)}
            rows.append({"source": what} | sums_of)
    return table(["source", *heads], rows, width)


def _rounds(seats: Sequence[Place], width: int | None) -> list[str]:
    """One row per seat, one column per round; the leader of each round is marked."""
    numbers = range(max(len(place.rounds) for place in seats))
    best = [max(place.rounds[number] for place in seats) for number in numbers]
    rows = [
        {"player": head}
        | {
            f"r{number}": f"{place.rounds[number]}{'*' if place.rounds[number] == best[number] else ' '}"
            for number in numbers
        }
        for head, place in zip(_heads(seats), seats, strict=True)
    ]
    return table(["player", *(f"r{number}" for number in numbers)], rows, width)


def _heads(seats: Sequence[Place]) -> list[str]:
    """Short names of the seats, all different."""
    names = [shorten(_name(place), NAME) for place in seats]
    return [
        name if names.count(name) == 1 else shorten(f"{place.seat + 1} {name}", NAME)
        for name, place in zip(names, seats, strict=True)
    ]


def _name(place: Place) -> str:
    return place.player or f"seat {place.seat + 1}"
