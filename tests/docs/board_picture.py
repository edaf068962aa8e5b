"""The picture at the top of the README: `python -m tests.docs.board_picture` draws it again.

It is the map of the first game of `make demo` after round 5, drawn by the program. To keep the file small, the picture
leaves out what only a page with scripts needs, and contains the shape of a hex only once.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import anyturn
from projections.pictures.changes import body
from projections.pictures.palette import stylesheet
from projections.pictures.pen import moved, page
from projections.pictures.sheet import MARGIN
from projections.pictures.terra_mystica import drawing
from projections.pictures.terra_mystica.board import board
from tests.support import PROJECT

PICTURE = PROJECT / "docs" / "board.svg"
ADDRESS = "r5"


def demo_game(folder: Path) -> Path:
    """The first game of `make demo`, played again into a folder."""
    words = ["selfplay", "terra_mystica", "--players", "4", "--seed", "2026", "--out", "games"]
    subprocess.run([sys.executable, str(PROJECT / "cli.py"), *words], cwd=folder, check=True, capture_output=True)
    (game,) = (folder / "games").iterdir()
    return game


def drawn(game: Path) -> str:
    """The map of a game of Terra Mystica at the address, as an SVG document."""
    state = anyturn.load(game).at(ADDRESS).state
    shown = board(state)
    name = f"Terra Mystica: {drawing.where(state)}"
    sheet = [drawing.definitions, moved(MARGIN, MARGIN, map(body, shown.elements))]
    return small(page(shown.width + 2 * MARGIN, shown.height + 2 * MARGIN, name, stylesheet(drawing.style), sheet))


def small(document: str) -> str:
    """The same picture with its commonest shape written once, without titles of parts, data and unused styles."""
    head, _, body = document.partition("</style>")
    body = re.sub(r"<title>[^<]*</title>| data-\w+=\"[^\"]*\"", "", body)
    (shape, _), *_ = Counter(re.findall(r'<polygon points="[^"]*"', body)).most_common(1)
    body = body.replace(shape, '<use href="#shape"')
    used = set(" ".join(re.findall(r'class="([^"]*)"', body)).split())
    head = re.sub(r"\.anyturn \.(\w+)\{[^}]*\}", lambda rule: rule[0] if rule[1] in used else "", head)
    return f'{head}</style><defs>{shape} id="shape"/></defs>{body}'


def main() -> None:
    """Draw the picture again."""
    with tempfile.TemporaryDirectory() as folder:
        PICTURE.write_text(drawn(demo_game(Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main()
