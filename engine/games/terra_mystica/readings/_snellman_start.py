"""The starting points of the factions in a ledger: TM-17.6.3."""

from collections import Counter
from typing import Any

from engine.games.terra_mystica.choosing import starting_vp
from engine.games.terra_mystica.options import Options
from engine.options import stated_options
from events.notations._snellman_document import Document, Row

MAP_WITH_VP_TABLE = "91645cdb135773c2a7a50e5ca9cb18af54c664c4"
BASE_MAPS = frozenset(("", "original", "126fe960806d587c78546b30f1a90853b1ada468", MAP_WITH_VP_TABLE))
BEGINS = frozenset(("other_income", "cult_income", "all_income"))


def start_points(document: Document, factions: dict[str, str]) -> dict[str, Any]:
    """The option for the start points of `factions` (code at the site -> faction), empty for the usual ones.

    They are listed with the ledger, or known for the map, or stated by the rows of the setup.
    """
    if document.start_points is not None:
        listed = document.start_points
        usual = Options()
        return _option({name: listed.get(code, starting_vp(usual, name)) for code, name in factions.items()})
    if document.map.value in BASE_MAPS:
        return {"starting_vp": "original_2017"} if document.map.value == MAP_WITH_VP_TABLE else {}
    return _option({faction: vp for code, faction in factions.items() if (vp := _printed(document, code)) is not None})


def _printed(document: Document, code: str) -> int | None:
    """The VP in most rows of a faction before the first income, where nothing changes them."""
    found: Counter[int] = Counter()
    for line in document.lines:
        if isinstance(line, Row) and line.figures:
            if line.commands and line.commands[0].verb in BEGINS:
                break
            if line.faction == code:
                found[line.figures[0]] += 1
    return found.most_common(1)[0][0] if found else None


def _option(points: dict[str, int]) -> dict[str, Any]:
    """The named table with these points, if there is one, otherwise the points themselves."""
    for named in (Options(), Options(starting_vp="original_2017")):
        if all(starting_vp(named, faction) == vp for faction, vp in points.items()):
            return stated_options(named)
    return {"starting_vp_table": points}
