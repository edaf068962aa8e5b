"""Colours, signs and die faces of Dice Forge.

Nothing depends on colour alone: resources have signs, players numbers, boars the initial of their colour. No text is
smaller than 13 units.
"""

from functools import lru_cache

from engine.games.dice_forge.components import FACES, RESOURCES
from projections.pictures.palette import SEATS
from projections.pictures.pen import box, circle, inked, label, middle, moved, path, placed, title

FACE = 42
# Fill and text colour, based on the palette of Okabe and Ito, which colour-blind people can distinguish.
COLOURS = {
    "gold": ("#f0c348", "#1d1c1a"),
    "sun": ("#c44d0a", "#ffffff"),
    "moon": ("#0f66a8", "#ffffff"),
    "glory": ("#0b7a5b", "#ffffff"),
}
SPECIAL = ("#5b5470", "#ffffff")
BOARS = {
    "red": ("#b3312a", "#ffffff"),
    "yellow": ("#f0d848", "#1d1c1a"),
    "green": ("#2f7d43", "#ffffff"),
    "blue": ("#2c5f9e", "#ffffff"),
}
# Signs in a box of 12 by 12: a coin, a sun, a crescent, a crown; of faces, the hammer, cards used in each turn.
SIGNS = {
    "gold": "M6 .6A5.4 5.4 0 1 0 6.01 .6ZM6 3A3 3 0 1 1 5.99 3Z",
    "sun": "M6 0L7.2 3.1L10.2 1.8L8.9 4.8L12 6L8.9 7.2L10.2 10.2L7.2 8.9"
    "L6 12L4.8 8.9L1.8 10.2L3.1 7.2L0 6L3.1 4.8L1.8 1.8L4.8 3.1Z",
    "moon": "M8.5 .6A5.6 5.6 0 1 0 8.5 11.4A6.8 6.8 0 0 1 8.5 .6Z",
    "glory": "M.4 2.6L3.4 5.4L6 .8L8.6 5.4L11.6 2.6L10.4 11.2H1.6Z",
    "mirror": "M6 0A4.2 4.2 0 1 0 6.01 0ZM6 1.4A2.8 2.8 0 1 1 5.99 1.4ZM5.2 8.2V12H6.8V8.2Z",
    "ship": "M5.6 0V7.2H1.4ZM6.6 1.6V7.2H10.2ZM.4 8.2H11.6Q10.6 11.6 7.6 11.6H4.4Q1.4 11.6 .4 8.2Z",
    "shield": "M6 0L11.4 1.6V5.6Q11.4 10 6 12Q.6 10 .6 5.6V1.6Z",
    "boar": "M.4 .6L4 2.6H8L11.6 .6L11 5Q10.4 7.4 9 8.2L8.4 11.4H3.6L3 8.2Q1.6 7.4 1 5Z"
    "M3.2 4.4V5.8H4.6V4.4ZM7.4 4.4V5.8H8.8V4.4ZM4.6 9V10.2H5.6V9ZM6.4 9V10.2H7.4V9Z",
    "hammer": "M1 .6H9.4L11.4 3L9.4 5.4H1ZM4.2 6H6.6V12H4.2Z",
    "again": "M6.6 1.4A4.9 4.9 0 1 0 10.9 6.4H8.9A2.9 2.9 0 1 1 6.6 3.4V5.4L11 2.4L6.6 -.6Z",
}
STYLE = {
    "isle": ("fill:#e1ebe5;stroke:#6f8177", "fill:#1f2a26;stroke:#7d9187"),
    "bar": ("fill:#fffdf8;stroke:#857f72", "fill:#15161a;stroke:#868a94"),
    "sign": ("fill:#1d1c1a", "fill:#eceae4"),
    "up": ("fill:none;stroke:#1d1c1a;stroke-width:3.5", "stroke:#ffffff"),
    "seam": ("fill:none;stroke:#ffffff;stroke-width:1.2", "stroke:#1d1c1a"),
    "face": ("stroke:#1d1c1a;stroke-width:1.2", "stroke:#eceae4"),
    "rim": ("stroke:#1d1c1a;stroke-width:1.2", ""),
}


def sign(name: str, x: float, y: float, size: float, paint: str | None = None) -> str:
    """A sign with its upper left corner at a point; in the text colour if no other is given."""
    class_ = "" if paint else "sign"
    return path(SIGNS[name], class_, transform=placed(x, y, size / 12), fill=paint, fill_rule="evenodd")


@lru_cache(maxsize=4096)
def amount(resource: str, n: int, x: float, y: float) -> str:
    """An amount on a small plate: the number and the sign, 38 by 18; two digits fit."""
    fill, ink = COLOURS[resource]
    plate = box(x, y, 38, 18, "face", 4, fill=fill)
    return plate + middle(x + 12, y + 14, n, "b", style=inked(ink, 13)) + sign(resource, x + 23, y + 3.5, 11, ink)


def hero(x: float, y: float, seat: int) -> str:
    """A player's pawn with its number, around a point."""
    fill, ink = SEATS[seat]
    return circle(x, y, 11, "face", fill=fill) + middle(x, y + 5, seat + 1, "b", style=inked(ink, 13))


@lru_cache(maxsize=4096)
def face(x: float, y: float, name: str, size: float = FACE) -> str:
    """A die face with its upper left corner at a point."""
    rule = FACES[name]
    choice = rule.kind == "choice"
    parts = rule.options if choice else [{resource: n} for resource, n in rule.amounts.items()]
    drawn = _parts([pair for part in parts for pair in part.items()], 6 if choice else 0) or _special(name)
    if choice:
        drawn += [box(0, 0, FACE, 12, rx=0, fill="#ffffff"), middle(21, 9.7, "or", "b", style=inked("#1d1c1a", 13))]
    drawn.append(box(0, 0, FACE, FACE, "face", 2, fill="none"))
    return moved(x, y, [title(name.replace("_", " ")), *drawn], size / FACE)


def _parts(amounts: list[tuple[str, int]], down: float) -> list[str]:
    """Amounts side by side, or four in a square: the number above its sign, or next to it."""
    n = len(amounts)
    if not n:
        return []
    columns, rows = (2, 2) if n == 4 else (n, 1)
    width, height = FACE / columns, FACE / rows
    letters, size = {1: (22, 15), 2: (17, 12), 3: (14, 10), 4: (13, 9)}[n]
    drawn = []
    for place, (resource, number) in enumerate(amounts):
        fill, ink = COLOURS[resource]
        x, y = place % columns * width, place // columns * height
        style = inked(ink, letters)
        drawn.append(box(x, y, width, height, rx=0, fill=fill))
        if n == 4:
            drawn.append(middle(x + 6.5, y + 15.5, number, "b", style=style))
            drawn.append(sign(resource, x + 11, y + 6, size, ink))
        else:
            drawn.append(middle(x + width / 2, 21 + down, number, "b", style=style))
            drawn.append(sign(resource, x + (width - size) / 2, 25 + down * 0.6, size, ink))
    return drawn


def _special(name: str) -> list[str]:
    """A mirror, a ship, a shield with its resource, a boar with the initial of its colour, or times three."""
    rule = FACES[name]
    fill, ink = SPECIAL if rule.kind != "boar" else BOARS[rule.color]
    drawn = [box(0, 0, FACE, FACE, rx=0, fill=fill)]
    if rule.kind == "boar":
        return [*drawn, sign("boar", 3, 5, 20, ink), middle(32, 36, rule.color[0].upper(), "b", style=inked(ink, 17))]
    if rule.kind == "triple":
        return [*drawn, middle(21, 28, f"×{rule.factor}", "b", style=inked(ink, 20))]
    if rule.kind == "shield":
        watched, letter = COLOURS[rule.watch]
        rim = sign("shield", 3, 3, 36, "#ffffff") if letter == "#ffffff" else ""
        return [*drawn, rim, sign("shield", 5, 5, 32, watched), sign(rule.watch, 13, 12, 16, letter)]
    return [*drawn, sign(rule.kind, 6, 5, 30, ink)]


def legend(x: float, y: float, width: float) -> str:
    """What the signs mean, four to a line, the first at a point."""
    words = dict.fromkeys((*RESOURCES, "mirror", "ship", "shield", "boar", "hammer"))
    return "".join(
        sign(name, x + n % 4 * width / 4, y + n // 4 * 22 - 11, 13)
        + label(x + n % 4 * width / 4 + 18, y + n // 4 * 22, meaning or name)
        for n, (name, meaning) in enumerate([*words.items(), ("again", "card for each turn")])
    )
