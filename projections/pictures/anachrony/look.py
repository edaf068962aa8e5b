"""How things look: colours, signs, small pieces. Nothing is told by colour alone: letters and numbers say the same."""

from projections.pictures.pen import box, circle, inked, middle, moved, polygon, title

# Fill and ink, after the palette of Okabe and Ito.
SEATS = (("#0f66a8", "#ffffff"), ("#b8480a", "#ffffff"), ("#0b7a5b", "#ffffff"), ("#9c4a7c", "#ffffff"))
GOODS = {
    "neutronium": ("#7a4f9c", "#ffffff", "N"),
    "gold": ("#f0c348", "#1d1c1a", "G"),
    "uranium": ("#2f7d43", "#ffffff", "U"),
    "titanium": ("#8b9096", "#1d1c1a", "T"),
    "water": ("#2c8fd0", "#ffffff", "W"),
    "energy_core": ("#c44d0a", "#ffffff", "E"),
}
WORKERS = {
    "administrator": ("#f0c348", "#1d1c1a", "A"),
    "engineer": ("#c44d0a", "#ffffff", "E"),
    "genius": ("#5b5470", "#ffffff", "G"),
    "scientist": ("#2c8fd0", "#ffffff", "S"),
}
STYLE = """
text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px;fill:#1d1c1a}
.page{fill:#f7f6f2}.panel{fill:#e9e7e0;stroke:#85817a}.tile{fill:#fffdf8;stroke:#85817a}
.gone{fill:none;stroke:#85817a;stroke-dasharray:3 3}.own{fill:#fff7da;stroke:#1d1c1a;stroke-width:2.5}
.now{fill:#fff7da;stroke:#1d1c1a;stroke-width:2}.covered{fill:#d9c6e6;stroke:#5b3f73;stroke-width:2}
.bar{fill:#fffdf8;stroke:#85817a}.full{fill:#85817a}.edge{stroke:#1d1c1a}
.h1{font-size:22px;font-weight:bold}.h2{font-size:14px;font-weight:bold}.b{font-weight:bold}.small{font-size:10.5px}
.soft{fill:#5f574c}
@media (prefers-color-scheme:dark){
text{fill:#eceae4}.page{fill:#16171b}.panel{fill:#26272d;stroke:#6d6a63}.tile{fill:#32343b;stroke:#807c74}
.gone{stroke:#807c74}.own{fill:#3d3413;stroke:#ffd95e}.now{fill:#3d3413;stroke:#ffd95e}.covered{fill:#4a3560;stroke:#c9a6e6}
.bar{fill:#16171b;stroke:#807c74}.full{fill:#a9a49b}.edge{stroke:#eceae4}.soft{fill:#b8b3a8}
}
"""
HEX = tuple(
    (10 * x, 10 * y) for x, y in ((0.0, -1.0), (0.87, -0.5), (0.87, 0.5), (0.0, 1.0), (-0.87, 0.5), (-0.87, -0.5))
)


def cube(x: float, y: float, good: str, number: int | None = None) -> str:
    """A cube or counter with its letter, and how many there are."""
    fill, ink, letter = GOODS[good]
    words = letter if number is None else f"{number}{letter}"
    width = 17.0 if number is None else 31.0
    named = f"{good.replace('_', ' ')}" + ("" if number is None else f": {number}")
    return moved(
        x,
        y,
        [title(named), box(0, 0, width, 17, "edge", 3, fill=fill), middle(width / 2, 13, words, "b", style=inked(ink))],
    )


def worker(x: float, y: float, kind: str, number: int = 1) -> str:
    """A Worker with the letter of the type."""
    fill, ink, letter = WORKERS[kind]
    words = letter if number == 1 else f"{number}{letter}"
    parts = [title(f"{number} {kind}"), circle(0, 0, 10, "edge", fill=fill)]
    return moved(x, y, [*parts, middle(0, 4, words, "b small", style=inked(ink))])


def suit(x: float, y: float, seat: int, kind: str = "") -> str:
    """An Exosuit of a player, with the letter of the Worker in it."""
    fill, ink = SEATS[seat]
    inside = WORKERS[kind][2] if kind else ""
    named = f"player {seat + 1}: {kind or 'empty'} Exosuit"
    shape = polygon(HEX, "edge", fill=fill)
    return moved(x, y, [title(named), shape, middle(0, 4, f"{seat + 1}{inside}", "b small", style=inked(ink))])


def token(x: float, y: float, seat: int, words: str, named: str) -> str:
    """A small plate of a player."""
    fill, ink = SEATS[seat]
    parts = [title(named), box(0, 0, 26, 15, "edge", 7, fill=fill), middle(13, 11.5, words, "small", style=inked(ink))]
    return moved(x, y, parts)


def track(x: float, y: float, steps: int, now: int, width: float) -> str:
    """A track as cells, filled up to the marker."""
    each = width / steps
    cells = [box(x + n * each, y, each - 2, 12, "full" if n < now else "bar", 2) for n in range(steps)]
    return "".join(cells)
