"""The points that a replay of Board Game Arena states, balanced against those that the rules give."""

from engine.ledger import Entry
from events.notations.bga_terra_mystica import Row

GIVES_VP = frozenset(("vp", "final_vp", "town", "ship", "ship_free", "exchange", "coins_to_vp"))
TAKES_VP = frozenset(("vp_to_coins", "token"))

_BY_LABEL = {
    "Scoring tile bonus": "scoring tile",
    "Favor tile bonus": "favor tile",
    "Bonus card": "bonus card",
    "Tunneling": "flight",
    "Carpet Flight": "flight",
    "Halflings Ability": "spades",
    "Darklings Ability": "spades",
    "Witches ability": "towns of the faction",
    "Cultists Stronghold": "stronghold",
    "Engineers Stronghold": "bridges_pass",
    "Area scoring": "final_area",
    "Resource scoring": "final_resources",
    "Special Landscape": "landscape",
}
_BY_KIND = {
    "town": "town tile",
    "ship": "track",
    "ship_free": "track",
    "exchange": "track",
    "accept": "leech",
    "vp_to_coins": "convert",
    "coins_to_vp": "convert",
    "token": "leech_token",
}
_BY_SOURCE = {
    "scoring_tile": "scoring tile",
    "favor_pass": "favor tile",
    "tunnel": "flight",
    "carpet_flight": "flight",
    "faction_spade": "spades",
    "faction_town": "towns of the faction",
    "shipping": "track",
    "exchange": "track",
    "town_tile": "town tile",
}
_BY_PREFIX = {"favor_build": "favor tile", "bonus_pass": "bonus card"}


def vp_of_row(row: Row) -> int:
    """The points that a message gives or takes."""
    if row.kind in GIVES_VP:
        return row.n()
    return -row.n("vp") if row.kind == "accept" else -row.n() if row.kind in TAKES_VP else 0


def category_of_row(row: Row) -> str:
    """The category of the points in a message."""
    label = row.get("by")
    if row.kind in _BY_KIND:
        return _BY_KIND[row.kind]
    if label.startswith("Cult of "):
        return f"final_cult:{label.removeprefix('Cult of ').lower()}"
    return _BY_LABEL.get(label, "final_fire_ice" if row.kind == "final_vp" else label)


def category_of_entry(entry: Entry) -> str:
    """The category of the points in an entry."""
    prefix = entry.source.split(":")[0]
    return _BY_PREFIX.get(prefix) or _BY_SOURCE.get(entry.source, entry.source)


class Balance:
    """Points that the rules gave and the text has not stated yet, by seat and category; negative if stated early."""

    def __init__(self, open_: dict[tuple[int, str], int] | None = None) -> None:
        self._open = open_ or {}

    def copy(self) -> "Balance":
        """An independent copy."""
        return Balance(self._open.copy())

    def given(self, entry: Entry) -> None:
        """Note points that the rules gave."""
        if entry.figure == "vp" and entry.source != "start":
            self._add(entry.seat, category_of_entry(entry), entry.delta)

    def stated(self, seat: int, row: Row) -> None:
        """Note points that the text stated."""
        if vp := vp_of_row(row):
            self._add(seat, category_of_row(row), -vp)

    def open(self, seat: int | None = None) -> dict[tuple[int, str], int]:
        """The uneven categories: (seat, category) -> given minus stated; for one seat, or for all."""
        if not self._open:
            return {}
        return {key: value for key, value in self._open.items() if seat in (None, key[0])}

    def settle(self, seat: int, category: str) -> None:
        """Accept a difference that has been reported."""
        self._open.pop((seat, category), None)

    def _add(self, seat: int, category: str, vp: int) -> None:
        key = (seat, category)
        total = self._open.get(key, 0) + vp
        if total:
            self._open[key] = total
        else:
            self._open.pop(key, None)
