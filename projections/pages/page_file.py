"""A page as one self-contained file: its packed data, and the scripts and styles that show it."""

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from events.files.gzipped import gzipped
from projections.visible import visible

SCRIPTS = (
    "frames.js",
    "tables.js",
    "chart.js",
    "marks.js",
    "log.js",
    "strip.js",
    "choices.js",
    "remarks.js",
    "things.js",
    "panel.js",
    "sharing.js",
    "zoom.js",
    "layout.js",
    "main.js",
)
"""The scripts in order: each uses only those before it."""
LOOK = "look.css"
"""The colours of both modes, and the styles shared by all pages."""
LEVEL = 5
"""How well the data is compressed: with 9 it takes over four times as long, for 5 % of a page."""
_COMMENTS = ("//", "/*")
_PLACE = re.compile(r"\{\{(?P<part>\w+)\}\}|\[\[(?P<word>\w+)\]\]")


def written(data: Mapping[str, Any], words: Mapping[str, str]) -> bytes:
    """The page: its scripts read `data`; `words` are the texts that are there even without scripts."""
    script = _script()
    parts = {
        "policy": policy(script),
        "style": _style(),
        "script": script,
        "data": packed(data),
    }

    def filled(place: re.Match[str]) -> str:
        return parts[place["part"]] if place["part"] else escape(visible(words[place["word"]]))

    return f"{_PLACE.sub(filled, part('replay/replay.html'))}\n".encode()


def packed(data: Mapping[str, Any]) -> str:
    """JSON, compressed and in base64; the same data always gives the same text."""
    return b64encode(gzipped(msgspec.json.encode(data), LEVEL)).decode()


def lean(text: str) -> str:
    """A script or stylesheet without indentation, empty lines and comment lines."""
    return "\n".join(line for line in map(str.strip, text.split("\n")) if line and not line.startswith(_COMMENTS))


def policy(script: str) -> str:
    """The content security policy: only the page's own script runs, nothing connects, and text in a log cannot act."""
    return (
        f"default-src 'none'; script-src {_source(script)}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def script_source() -> str:
    """The script of a replay page as a policy names it; a page that shows one in a frame must allow it as well."""
    return _source(_script())


@cache
def _script() -> str:
    return "\n".join(lean(part(f"replay/{name}")) for name in SCRIPTS)


@cache
def _style() -> str:
    return lean(f"{part(LOOK)}\n{part('replay/replay.css')}")


def _source(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def part(name: str) -> str:
    """The text of a file that pages are made from, by its path in this folder."""
    return files("projections.pages").joinpath(name).read_text(encoding="utf-8").rstrip("\n")
