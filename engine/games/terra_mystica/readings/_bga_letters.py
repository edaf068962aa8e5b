"""The letters of map rows at Board Game Arena, for maps with an uncertain lettering: TM-12.4.

The rows of some maps begin with B (TM-3.4.3). It is unknown whether the site begins with B or with A: both are
followed, and the first dwellings refute one.
"""

from engine.games.terra_mystica.components import MAPS
from engine.hypotheses import Fact
from events.notations.bga_terra_mystica import Document, Row

WHAT = "the letter of the first row"


def letterings(document: Document, map_id: str) -> list[tuple[Document, tuple[Fact, ...]]]:
    """The text in the rules' lettering, for each lettering that the site may use, with the fact assumed.

    For maps whose first row is A, there is only one lettering and no fact.
    """
    if not MAPS[map_id].first_row_index:
        return [(document, ())]
    line = document.rows[0].line
    rows = [row._replace(values=row.values | _next_letter(row)) for row in document.rows]
    shifted = Document(document.settings, rows, document.facts)
    return [(document, (Fact(line, WHAT, "B"),)), (shifted, (Fact(line, WHAT, "A"),))]


def _next_letter(row: Row) -> dict[str, str]:
    return {name: chr(ord(row.get(name)[0]) + 1) + row.get(name)[1:] for name in ("hex", "hex2") if row.get(name)}
