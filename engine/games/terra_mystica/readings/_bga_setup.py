"""Messages of Board Game Arena about factions: the auction in turns (TM-5.3.4), the choice, the first dwellings."""

from engine.games.terra_mystica.components import TERRAINS, WHEEL
from engine.games.terra_mystica.homes import initial_terrain
from engine.games.terra_mystica.readings._bga_header import faction_of
from engine.games.terra_mystica.readings._bga_table import TAKEN_LATER, Table, Take
from engine.games.terra_mystica.state import NOBODY
from events.notations.bga_terra_mystica import Row
from events.vocabulary import terra_mystica as events

AUCTION_PHASES = ("setup_auction", "setup_nomination", "setup_bidding")


def _is_auction(table: Table) -> bool:
    return table.state.options.faction_selection == "auction"


def _of_auctions(take: Take) -> Take:
    """A message that is a record only if the rules hold the auction; in other forms only the outcome is taken."""

    def only(table: Table, seat: int, row: Row) -> list[Table] | None:
        return take(table, seat, row) if _is_auction(table) else None

    return only


def _position(table: Table, seat: int, row: Row) -> None:
    """TM-5.3.4.2: a faction up for auction; the first to nominate is the first to bid (TM-8.6)."""
    state = table.state
    if state.phase == "setup_auction":
        table.reader.play(None, events.DrawAuctionOrder(tuple(state.order)))
    faction = faction_of(row)
    table.check(row, faction.home not in WHEEL or row.get("terrain") == faction.home, f"their home is {faction.home}")
    table.check(row, row.n() == len(state.nominated) + 1, f"{len(state.nominated)} factions are nominated before")
    table.reader.play(seat, events.NominateFaction(faction.id))


def _bid(table: Table, seat: int, row: Row) -> None:
    """TM-5.3.4.4: the text states what the bid leaves of the start VP."""
    table.reader.play(seat, events.Bid(faction_of(row).id, table.state.options.auction_start_vp - row.n()))


def _skipped(table: Table, seat: int, row: Row) -> None:
    """TM-5.3.4.3: a player who holds a faction is skipped."""
    held = dict(zip(table.state.holders, table.state.nominated, strict=True)).get(seat, "none")
    table.check(row, held == faction_of(row).id, f"the faction held is {held}")


def _auction_over(table: Table, seat: int, row: Row) -> None:
    """TM-5.3.4.7: everybody holds a faction."""
    table.check(row, table.state.phase not in AUCTION_PHASES, "somebody holds no faction")


def _plays(table: Table, seat: int, row: Row) -> list[Table] | None:
    """After an auction, its outcome; otherwise the factions in seat order, at the last message about them."""
    plays = [each for each in table.rows if each.kind == "plays"]
    if _is_auction(table):
        _auction_over(table, seat, row)
        _outcome(table, seat, row, plays.index(row))
    return _set_up(table) if row is plays[-1] else None


def _set_up(table: Table) -> list[Table]:
    """TM-16.2.2, TM-16.2.4: choose the factions and starting items; earlier messages about these are taken now."""
    before = [number for number, row in enumerate(table.rows[: table.number]) if row.kind in TAKEN_LATER]
    choose_on(table)
    tables = [table]
    for number in before:
        tables = [following for each in tables for following in each.take_row(number)]
    return tables


def choose_on(table: Table) -> None:
    """Play what is settled: the factions in seat order, and terrains of Fire & Ice: TM-5.3.2, TM-16.2.2."""
    state = table.state
    while state.phase in ("setup_faction", "setup_terrain"):
        seat = state.waiting[0]
        if state.phase == "setup_faction":
            table.reader.play(seat, events.ChooseFaction(table.replay.header.seats[seat].faction or ""))
        elif terrain := _first_terrain(table, seat):
            table.reader.play(seat, events.ChooseHomeTerrain(terrain))
        else:
            return


def _first_terrain(table: Table, seat: int) -> str:
    """The terrain that a seat chose: as stated, otherwise that of the first dwelling; empty if there is none yet."""
    board = table.state.board
    for row in table.rows:
        if table.seats.get(row.who, NOBODY) == seat and row.kind in ("home", "place"):
            built_on = board.terrain[board.numbers[row.get("hex")]] if row.get("hex") in board.numbers else NOBODY
            return row.get("to") or (TERRAINS[built_on] if built_on >= 0 else "")
    return ""


def _home(table: Table, seat: int, row: Row) -> None:
    """TM-16.2.2: the chosen terrain, reported again or late."""
    chosen = TERRAINS[initial_terrain(table.player(seat))]
    table.check(row, table.state.round == 0 and row.get("to") == chosen, f"the terrain is {chosen}")


def _outcome(table: Table, seat: int, row: Row, place: int) -> None:
    """TM-5.3.4.7, TM-5.3.4.8, TM-5.3.4.9: faction, start VP, and the turn order, which is that of the messages."""
    player, order = table.player(seat), table.state.order
    table.check(row, player.faction == faction_of(row).id, f"the auction gave {player.faction}")
    table.check(row, order[place : place + 1] == [seat], f"the order of turns is {table.names(order)}")
    if row.get("n"):
        table.equal(seat, row, "vp", row.n(), player.vp)


def _place(table: Table, seat: int, row: Row) -> None:
    table.reader.play(seat, events.PlaceInitialDwelling(row.get("hex")))


SETUP: dict[str, Take] = {
    "position": _of_auctions(_position),
    "bid": _of_auctions(_bid),
    "skipped": _of_auctions(_skipped),
    "auction_over": _of_auctions(_auction_over),
    "plays": _plays,
    "place": _place,
    "home": _home,
}
