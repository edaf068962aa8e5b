"""The feed of a site (Atom, RFC 4287): its newest games.

Entries are dated by the day of play, and by the time of import only if no day is known: the same games always give the
same feed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from events.verdicts import CLEAN
from projections.pictures.words import plain
from projections.visible import visible

NAME = "feed.xml"
MOST = 50
"""At most this many entries."""
NEVER = "1970-01-01T00:00:00Z"
"""The date of a feed without entries."""
_TIME = re.compile(r"(?P<clock>[\d:.]+)(?P<zone>Z|[+-]\d\d:\d\d)?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def feed(title: str, address: str, rows: Sequence[dict[str, Any]], replayed: Iterable[str]) -> bytes:
    """The feed. `rows` are games, the newest first; `replayed` have a replay page. Without an address, links are
    relative to the feed.
    """
    base = f"{address.rstrip('/')}/" if address else ""
    there = set(replayed)
    shown = [row for row in rows if row["finished"]][:MOST]
    updated = max((stamp(row) for row in shown), default=NEVER)
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<feed xmlns="http://www.w3.org/2005/Atom">']
    lines += [f"<title>{_text(title)}</title>", f"<id>urn:anyturn:league:{quote(title, safe='')}</id>"]
    lines += [f"<updated>{updated}</updated>", f"<author><name>{_text(title)}</name></author>"]
    lines += [f'<link rel="alternate" href="{_text(f"{base}index.html")}"/>']
    lines += [f'<link rel="self" href="{_text(f"{base}{NAME}")}"/>', "<generator>anyturn</generator>"]
    for row in shown:
        lines += _entry(row, base, row["game_id"] in there)
    return "\n".join([*lines, "</feed>", ""]).encode()


def _entry(row: dict[str, Any], base: str, replayed: bool) -> Iterator[str]:
    page = f"games/{row['game_id']}.html" if replayed else "games.html"
    yield "<entry>"
    yield f"<title>{_text(headline(row))}</title>"
    yield f"<id>urn:anyturn:game:{row['game_id']}:{row['verdict']}</id>"
    yield f"<updated>{stamp(row)}</updated>"
    yield f'<link rel="alternate" href="{_text(base + page)}"/>'
    yield f"<summary>{_text(result(row))}</summary>"
    yield "</entry>"


def headline(row: dict[str, Any]) -> str:
    """`Season 1, division A, game 3: Ann wins`; the verdict instead if something is wrong."""
    tags = row["tags"] or {}
    names = {"season": "season", "division": "division", "league": "league", "game_number": "game"}
    place = ", ".join(f"{word} {tags[tag]}" for tag, word in names.items() if tag in tags) or row["source"]
    place = f"{place[:1].upper()}{place[1:]}"
    if row["verdict"] not in CLEAN:
        return f"{place}: {row['verdict']}"
    first = [_who(seat, number) for number, seat in enumerate(row["seats"] or (), 1) if seat["rank"] == 1]
    return f"{place}: {' and '.join(first)} {'wins' if len(first) == 1 else 'win'}" if first else place


def result(row: dict[str, Any]) -> str:
    """`Ann (nomads) 103, Bob (witches) 98`."""
    return ", ".join(_seat(seat, number) for number, seat in enumerate(row["seats"] or (), 1))


def _who(seat: dict[str, Any], number: int) -> str:
    return seat["player"] or plain(seat["faction"] or "") or f"player {number}"


def _seat(seat: dict[str, Any], number: int) -> str:
    faction = f" ({plain(seat['faction'])})" if seat["player"] and seat["faction"] else ""
    points = " dropped" if seat["dropped"] else "" if seat["vp"] is None else f" {seat['vp']}"
    return f"{_who(seat, number)}{faction}{points}"


def stamp(row: dict[str, Any]) -> str:
    """The date of a game as the feed needs it: a day alone begins at midnight, UTC."""
    date = str(row["played_at"] or row["imported_at"]).replace(" ", "T")
    day, _, time = date.partition("T")
    day += "0000-01-01"[len(day) :]
    at = _TIME.fullmatch(time)
    parts = [*(at["clock"] if at else "").split(":"), "00", "00"][:3]
    return f"{day}T{':'.join(part.zfill(2) for part in parts)}{(at and at['zone']) or 'Z'}"


def _text(text: str) -> str:
    return escape(_CONTROL.sub("", visible(text)))
