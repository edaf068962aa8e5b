"""A page in one file: what it tells, packed, beside the scripts and styles that show it; nothing lies outside."""

import gzip
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from projections.visible import visible

SCRIPTS = ("frames.js", "tables.js", "chart.js", "log.js", "panel.js", "main.js")
"""The scripts, in their order: each uses only those before it."""
LOOK = "look.css"
"""Colours of both modes, and what looks the same on every page."""
_COMMENTS = ("//", "/*")
_PLACE = re.compile(r"\{\{(?P<part>\w+)\}\}|\[\[(?P<word>\w+)\]\]")


def written(told: Mapping[str, Any], words: Mapping[str, str]) -> bytes:
    """The page: `told` is what its scripts read, `words` are what stands in it for a reader without scripts."""
    script = "\n".join(lean(part(f"replay/{name}")) for name in SCRIPTS)
    parts = {
        "policy": policy(script),
        "style": lean(f"{part(LOOK)}\n{part('replay/replay.css')}"),
        "script": script,
        "data": packed(told),
    }

    def filled(place: re.Match[str]) -> str:
        return parts[place["part"]] if place["part"] else escape(visible(words[place["word"]]))

    return f"{_PLACE.sub(filled, part('replay/replay.html'))}\n".encode()


def packed(told: Mapping[str, Any]) -> str:
    """JSON, compressed, in characters that stand in any page; the same content gives the same text."""
    return b64encode(gzip.compress(msgspec.json.encode(told), 9, mtime=0)).decode()


def lean(text: str) -> str:
    """A script or styles without indentation, empty lines and lines that are comments."""
    return "\n".join(line for line in map(str.strip, text.split("\n")) if line and not line.startswith(_COMMENTS))


def policy(script: str) -> str:
    """What a page is allowed: its one script, no other one and no connection; what a log says can do nothing."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def part(name: str) -> str:
    """A file that pages are made of, by its path in this folder."""
    return files("projections.pages").joinpath(name).read_text(encoding="utf-8").rstrip("\n")
