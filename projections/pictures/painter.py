"""Painting for terminals: colours of the 256-colour palette, and titled lists wrapped to a width."""

import re
from collections.abc import Sequence

from projections.visible import visible

NO_BREAK = "\N{NO-BREAK SPACE}"
"""Words joined by it stay on one line; it is shown as a space."""
LEAST = 40
"""The least width of a list."""
SEATS = (32, 166, 29, 133, 100)
"""Text colours of the seats in the 256-colour palette, for games without their own.

They are legible on light and on dark terminals: at least 3.5:1 against white and against black.
"""
_CODES = re.compile(r"(\x1b\[(?:0|(?:1;)?38;5;\d+(?:;48;5;\d+)?)m)")


def painted(text: str, front: int, back: int | None = None, *, bold: bool = False) -> str:
    """A text in a colour, on a background if one is given."""
    codes = [*(["1"] if bold else []), f"38;5;{front}", *([] if back is None else [f"48;5;{back}"])]
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def visible_beside_paint(text: str) -> str:
    """A text in which no control sequences remain but the colours of `painted`."""
    return "".join(part if number % 2 else visible(part) for number, part in enumerate(_CODES.split(text)))


def width_of(text: str) -> int:
    """The width of a text in columns, painted or not."""
    return len(_CODES.sub("", text))


def listed(title: str, parts: Sequence[str], width: int, indent: int = 4) -> list[str]:
    """`title: part; part; ...`, wrapped between parts; a part longer than a line is wrapped between words."""
    room = max(width, LEAST)
    lines = [f"{title}:"]
    for number, part in enumerate(parts or ["none"], 1):
        whole = part if number >= len(parts) else f"{part};"
        fits = width_of(whole) <= room - indent
        for piece in [whole] if fits else whole.split(" "):
            if width_of(lines[-1]) + 1 + width_of(piece) <= room:
                lines[-1] += f" {piece}"
            else:
                lines.append(" " * indent + piece)
    return [line.replace(NO_BREAK, " ") for line in lines]
