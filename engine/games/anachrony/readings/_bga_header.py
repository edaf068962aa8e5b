"""The header of a table of Board Game Arena (AN-16.15, AN-16.30, AN-16.40, AN-16.41)."""

from engine.clause import Unsupported, Violation
from engine.games.anachrony.options import MAX_PLAYERS, MIN_PLAYERS, VERSION, preset
from engine.games.anachrony.readings._bga_options import shown_options
from engine.games.anachrony.readings._bga_undo import InForce, in_force_by_rule
from events.log.codec import Unreadable
from events.log.record import Header, Seat
from events.notations._bga_packets import Entry, Player, first_day, integer
from events.notations.bga_anachrony import Document

SIDE_OPTION, PATHS_OPTION = "100", "101"
SIDES = {"1": "a", "2": "b", "A": "a", "B": "b"}
FINAL_COLUMN = 15


def seating(document: Document, force: InForce) -> list[Player]:
    """AN-16.30: the players in seat order, that of choosing Paths or leaders. Raises Violation AN-1.3, Unreadable."""
    order: dict[str, str] = {}
    for entry in force.choices:
        order.setdefault(entry.word("player_id"), str(entry.value("player_name") or ""))
    names = {player.id: player.name for player in document.players}
    if not order:
        raise Unreadable("no chooseleader", "the choice of leaders", line=1)
    if not MIN_PLAYERS <= len(order) <= MAX_PLAYERS:
        raise Violation("AN-1.3", players=len(order), expected=f"{MIN_PLAYERS} to {MAX_PLAYERS}")
    return [Player(id_, names.get(id_, name)) for id_, name in order.items()]


def headers(document: Document) -> list[Header]:
    """AN-16.40: the header of a table; two where the side of the boards is not stated, the likelier first.

    Raises Unsupported for an option out of scope, Unreadable without players.
    """
    force = in_force_by_rule(document)
    players, entries = seating(document, force), force.entries
    usual = preset("bga")
    shown = shown_options(entries)
    options: dict[str, object] = {"preset": "bga"} | {
        name: value for name, value in shown.items() if usual[name] != value
    }
    chosen = any(entry.type == "choosepath" for entry in force.choices)
    stated = document.options.get(PATHS_OPTION)
    options["path_assignment"] = {"1": "given", "2": "choice"}.get(stated or "", "choice" if chosen else "given")
    expected = _expected(document, players, entries)
    seats = tuple(Seat(player.name) for player in players)
    played = first_day(entry.time for entry in entries)
    return [
        Header("anachrony", VERSION, {**options, "board_side": side}, seats, expected=expected, played_at=played)
        for side in board_sides(document, entries)
    ]


def _expected(document: Document, players: list[Player], entries: list[Entry]) -> dict[int, int]:
    """AN-16.47: the totals."""
    found = {seat: document.scores[player.id] for seat, player in enumerate(players) if player.id in document.scores}
    for entry in entries:
        if entry.type == "finalscore" and integer(entry.value("j")) == FINAL_COLUMN:
            found[len(players) - 1 - entry.number("i")] = entry.number("score")
    return dict(sorted(found.items()))


def board_sides(document: Document, entries: list[Entry]) -> tuple[str, ...]:
    """AN-16.40, AN-16.72: as the table or the side facts state; `b` where something shows it; otherwise both."""
    stated = document.options.get(SIDE_OPTION)
    if stated is not None:
        if stated not in SIDES:
            raise Unsupported("option 100", stated, tuple(SIDES))
        return (SIDES[stated],)
    for side in document.sides:
        if (named := str(side.get("side"))) in SIDES:
            return (SIDES[named],)
    if any(_shows_side_b(entry) for entry in entries):
        return ("b",)
    return ("b", "a") if _starts_elsewhere(entries) else ("a", "b")


def _shows_side_b(entry: Entry) -> bool:
    """A Free Action Supply, or the fifth Hex slot covered by the Impact."""
    if entry.type == "newpath":
        return "phsupply_" in str(entry.args)
    return entry.type == "impact" and "phpower5_" in str(entry.args)


def _starts_elsewhere(entries: list[Entry]) -> bool:
    """Whether the first Morale move of some player does not start at step 4."""
    seen: set[str] = set()
    for entry in entries:
        mobile = str(entry.value("mobile") or "")
        if entry.type == "move" and mobile.startswith("moral_") and mobile not in seen:
            seen.add(mobile)
            if str(entry.value("parent"))[-1:] not in ("3", "5"):
                return True
    return False
