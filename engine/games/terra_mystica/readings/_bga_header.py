"""The header of a replay of Board Game Arena: options, seats, start VP, and the total of the points in the text."""

from collections.abc import Mapping
from typing import Any

from engine.clause import Unsupported
from engine.games.terra_mystica.choosing import starting_vp
from engine.games.terra_mystica.components import FACTIONS, Faction
from engine.games.terra_mystica.options import SETS, Options
from engine.games.terra_mystica.readings._bga_points import vp_of_row
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.notations.bga_terra_mystica import Document, Row

MAP_OF = {
    "Base Game": "base",
    "Revised Base Game": "revised_base",
    "Fjords": "fjords",
    "The Archipelago": "archipelago",
    "Lakes": "lakes",
    "Fire & Ice": "fire_ice",
}

EXPANSION_OF: dict[str, dict[str, Any]] = {
    "Landscapes expansion": {"landscapes": True},
    "Fire and Ice - Factions": {"fire_ice_factions": list(SETS["fire_ice_factions"])},
    "Fire and Ice - Final Scoring tiles": {"fire_ice_final_scoring": "random"},
}
"""The options for a setting that is on; the points identify the final scoring tile."""

ON_OFF = {"On": True, "Off": False}
EXPANSIONS = ("mini_expansion_towns", "shipping_bonus_card", "temple_scoring_tile")
FACTION_OF = {faction.name: faction for faction in FACTIONS.values()}
AUCTION_START_VP = (30, 40)


def header(document: Document) -> Header:
    """The header of a replay: seats in the order of bidding or of their positions, start and final VP as stated.

    Raises Unsupported for unknown factions, maps and expansions, Unreadable for missing start VP.
    """
    options = _options(document.settings)
    bids = _rows(document, "bid")
    nominations = [row for row in _rows(document, "position") if row.who and bids]
    named = [*_rows(document, "plays"), *bids]
    named += [*_rows(document, "position"), *_rows(document, "skipped")] if nominations else []
    if unknown := sorted({row.get("faction") for row in named} - set(FACTION_OF)):
        raise Unsupported("faction", ", ".join(unknown))
    if nominations:
        options |= {"faction_selection": "auction", "auction_start_vp": _auction_start_vp(bids)}
        seats = tuple(Seat(player) for player in dict.fromkeys(row.who for row in nominations))
    else:
        seated = _seated(document)
        seats = tuple(Seat(row.who, faction_of(row).id) for row in seated)
        options["starting_vp_table"] = {faction_of(row).id: row.n() for row in seated if row.get("n")}
    return Header("terra_mystica", "1", options, seats, expected=_totals(document, seats))


def faction_of(row: Row) -> Faction:
    """The faction that a message names."""
    return FACTION_OF[row.get("faction")]


def _rows(document: Document, kind: str) -> list[Row]:
    return [row for row in document.rows if row.kind == kind]


def _auction_start_vp(bids: list[Row]) -> int:
    """TM-5.3.4: the text states what a bid leaves; the start VP are the lowest in any table that allow that."""
    most = max(row.n() for row in bids)
    return next((vp for vp in AUCTION_START_VP if vp >= most), AUCTION_START_VP[-1])


def _seated(document: Document) -> list[Row]:
    """The messages about who plays which faction, in the order of the positions of their boards."""
    plays = _rows(document, "plays")
    bids = [*_rows(document, "bid"), *_rows(document, "sealed_bid")]
    for row in plays if bids else ():
        if not row.get("n"):
            raise Unreadable("a faction without its start VP", "those that the bids have left", line=row.line)
    positions = {row.get(name): row.n() for name in ("terrain", "faction") for row in _rows(document, "position")}
    last = len(positions) + 1
    return sorted(plays, key=lambda row: positions.get(row.get("faction"), positions.get(faction_of(row).home, last)))


def _options(settings: Mapping[str, str]) -> dict[str, Any]:
    """TM-17.4.2 applies here: answers come late. Spades score when used; the mini-expansions bring turn order."""
    options: dict[str, Any] = {"reaction_timing": "deferred", "turn_order": "clockwise", "spade_vp_timing": "on_use"}
    board = settings.get("Game board", "Base Game")
    if board not in MAP_OF:
        raise Unsupported("map", board)
    options["map"] = MAP_OF[board]
    if ON_OFF.get(settings.get("Mini-expansions", "Off"), True):
        options |= dict.fromkeys(EXPANSIONS, True) | {"turn_order": "pass_order"}
    for name, stated in EXPANSION_OF.items():
        if not settings.get(name, "Off").startswith("Off"):
            options |= stated
    return options


def _totals(document: Document, seats: tuple[Seat, ...]) -> dict[int, int]:
    """Everybody's total points according to the text, for a game that it reports to the end."""
    if not _rows(document, "final"):
        return {}
    totals = {row.who: row.n() for row in _rows(document, "bid")}
    for row in _rows(document, "plays"):
        totals[row.who] = row.n() if row.get("n") else totals.get(row.who, starting_vp(Options(), faction_of(row).id))
    for row in document.rows:
        if row.who in totals:
            totals[row.who] += vp_of_row(row)
    return {seat: totals[each.player] for seat, each in enumerate(seats) if each.player in totals}
