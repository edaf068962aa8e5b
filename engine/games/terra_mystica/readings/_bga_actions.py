"""Messages of Board Game Arena about what players do: actions, conversions, cults, tiles, towns, answers."""

from engine.games.terra_mystica.board import Board
from engine.games.terra_mystica.components import BUILDINGS, CULTS, FACTIONS, FAVOR_TILES, POWER_ACTIONS, TOWN_TILES
from engine.games.terra_mystica.readings._bga_rounds import RESOURCES
from engine.games.terra_mystica.readings._bga_table import Table, Take
from engine.games.terra_mystica.state import NOBODY
from engine.games.terra_mystica.towns import legal_mermaid_towns
from engine.match import Refuted, fitting
from events.notations._snellman_commands import Command
from events.notations.bga_text import Row
from events.vocabulary import terra_mystica as events

BUILDING_OF = {
    "Trading house": "trading_house",
    "Temple": "temple",
    "Sanctuary": "sanctuary",
    "Faction Stronghold": "stronghold",
}
POWER_ACTION_OF = {next(iter(action.gain.items())): action for action in POWER_ACTIONS.values()}
BRIDGE_ACTION = next(action for action in POWER_ACTIONS.values() if "bridge" in action.gain)


def _build(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("build", where=row.get("hex")))


def _ride(table: Table, seat: int, row: Row) -> None:
    table.special(seat, "witches")
    table.act(seat, Command("build", where=row.get("hex")))


def _upgrade(table: Table, seat: int, row: Row) -> None:
    to = BUILDING_OF.get(row.get("to"))
    table.check(row, to is not None, f"structures are {', '.join(BUILDING_OF)}")
    table.act(seat, Command("upgrade", BUILDINGS[to or ""].snellman, where=row.get("hex")))


def _swarm(table: Table, seat: int, row: Row) -> None:
    table.special(seat, "swarmlings")
    table.act(seat, Command("upgrade", "TP", where=row.get("hex")))


def _transform(table: Table, seat: int, row: Row) -> None:
    """Spades of a card or of the Nomads come first, then those that are bought."""
    by = row.get("by")
    if by == "Bonus card action":
        table.special(seat, "bonus_spade")
    elif by:
        table.special(seat, _faction_named(by))
    spades = max(row.n("spades"), row.n("free"))
    if spades > row.n("free"):
        table.act(seat, Command("dig", n=spades - row.n("free")))
    table.reader.play(seat, events.Transform(row.get("hex"), row.get("to"), spades))


def _power(table: Table, seat: int, row: Row) -> None:
    action = POWER_ACTION_OF.get((RESOURCES[row.get("what")], row.n()))
    table.check(row, action is not None, "there is no such power action")
    if action is not None:
        table.act(seat, Command("action", action.snellman))


def _bridge(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("action", BRIDGE_ACTION.snellman))
    table.reader.play(seat, events.PlaceBridge(row.get("hex"), row.get("hex2")))


def _send(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("send", row.get("cult").upper(), 0))


def _send_back(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("send", row.get("cult").upper(), 1))


def _ship(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("advance", "ship"))


def _exchange(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("advance", "dig"))


def _double(table: Table, seat: int, row: Row) -> None:
    table.special(seat, "chaos_magicians")


def _burn(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("burn", n=row.n()))


def _vp_to_coins(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("convert", "vp", row.n(), to="c", to_n=row.n()))


def _convert(table: Table, seat: int, row: Row) -> None:
    """TM-7.1.2: what was spent and collected; there is one way to get the one for the other."""
    power, priest, worker = row.n("power"), row.n("priest"), row.n("worker")
    priests, workers, coins = row.n("priests"), row.n("workers"), row.n("coins")
    twice = 5 * priests + 3 * workers + coins - priest - worker - power
    from_priests = twice // 2
    steps = [
        ("pw", 5, "p", priests),
        ("pw", 3, "w", workers - from_priests),
        ("p", 1, "w", from_priests),
        ("p", 1, "c", priest - from_priests),
        ("w", 1, "c", worker),
    ]
    steps.append(("pw", 1, "c", power - 5 * priests - 3 * (workers - from_priests)))
    table.check(row, twice % 2 == 0 and all(times >= 0 for *_, times in steps), "no conversions do that")
    for give, rate, get, times in steps:
        if times:
            table.act(seat, Command("convert", give, rate * times, to=get, to_n=times))


def _cult(table: Table, seat: int, row: Row) -> list[Table] | None:
    """Steps on a cult track: by an action, by a favor tile, by the Cultists; others follow from what was done."""
    by, cult = row.get("by"), row.get("cult").upper()
    if by == "Favor tile":
        return _favor(table, seat, row)
    if by == "Cultists ability":
        table.reader.play(seat, events.ChooseCultStep(cult.lower()))
    elif by:
        table.even(seat, row)
        source = {"Bonus card action": "bonus_cult", "Favor tile action": "favor_cult"}.get(by)
        table.special(seat, source or _faction_named(by))
        table.reader.play(seat, events.ChooseCultStep(cult.lower()))
    else:
        table.gains[cult.lower()] = row.n()
    return None


def _favor(table: Table, seat: int, row: Row) -> list[Table]:
    """The favor tiles that bring these steps on this track."""
    track, before = CULTS.index(row.get("cult").lower()), list(table.player(seat).cults)

    def then(table: Table, tile: str) -> None:
        table.reader.play(seat, events.ChooseFavorTile(tile))
        gained = table.player(seat).cults[track] - before[track]
        table.check(row, gained == row.n(), f"{tile} brings {gained}")

    on_track = (
        event.tile
        for event in fitting(table.replay.rules, table.state, seat, events.ChooseFavorTile)
        if CULTS[track] in FAVOR_TILES[event.tile].gain
    )
    return table.branch(row, "favor tile", on_track, then)


def _founds(table: Table, seat: int, row: Row) -> None:
    table.gains.clear()


def _river_town(table: Table, seat: int, row: Row) -> list[Table]:
    """`R~D5`: a river hex right of D5, before the next land; the one that founds a town."""
    table.gains.clear()
    board = table.state.board
    at = board.numbers.get(row.get("hex"), NOBODY)
    next_land = next((h for h in board.land if h > at), len(board.names))
    legal = (event.river for event in legal_mermaid_towns(table.state, table.player(seat)))
    rivers = [river for river in legal if at < board.numbers[river] < next_land and _same_row(board, at, river)]
    return table.branch(row, "river hex", rivers, lambda table, river: table.act(seat, Command("connect", where=river)))


def _town(table: Table, seat: int, row: Row) -> list[Table]:
    """The town tile of so many points; on tracks with too few keys the order that brings the steps told."""
    gains, before = dict(table.gains), list(table.player(seat).cults)
    offered = {
        repr(event): event
        for event in fitting(table.replay.rules, table.state, seat, events.ChooseTownTile)
        if TOWN_TILES[event.tile].gain.get("vp") == row.n()
        or ("ship_step" in TOWN_TILES[event.tile].gain and TOWN_TILES[event.tile].gain.get("vp", 0) == row.n())
    }

    def then(table: Table, name: str) -> None:
        table.reader.play(seat, offered[name])
        steps = {CULTS[k]: now - before[k] for k, now in enumerate(table.player(seat).cults) if now != before[k]}
        table.check(row, not gains or steps == gains, f"{name} brings {steps}")

    tables = table.branch(row, "town tile", offered, then)
    for table in tables:
        table.gains.clear()
    return tables


def _giver(table: Table, row: Row) -> int:
    h = table.state.board.numbers.get(row.get("hex"), NOBODY)
    owner = table.state.owner[h] if h != NOBODY else NOBODY
    table.check(row, owner != NOBODY, "nobody has built there")
    return owner


def _accept(table: Table, seat: int, row: Row) -> None:
    """TM-7.12.1: the oldest offer of the builder of which so much can be taken."""
    giver, player = _giver(table, row), table.player(seat)
    for offer in table.state.offers:
        if (offer.receiver, offer.giver) == (seat, giver):
            can = min(offer.amount, player.vp + 1, 2 * player.bowl1 + player.bowl2)
            if can == row.n():
                table.reader.play(seat, events.AcceptPower(offer.id))
                return
    table.check(row, False, "there is no such offer")


def _decline(table: Table, seat: int, row: Row) -> None:
    giver = _giver(table, row)
    offer = next((o for o in table.state.offers if (o.receiver, o.giver) == (seat, giver)), None)
    table.check(row, offer is not None, "there is no such offer")
    if offer is not None:
        table.reader.play(seat, events.DeclinePower(offer.id))


def _told(table: Table, seat: int, row: Row) -> None:
    """Points that follow from what was done."""


def _unknown(table: Table, seat: int, row: Row) -> None:
    raise Refuted(row.line, f"the line {row.get('text')[:80]!r}")


def _same_row(board: Board, h: int, river: str) -> bool:
    return board.places[h][0] == board.places[board.numbers[river]][0]


def _faction_named(label: str) -> str:
    """The faction of a label such as `Nomads Stronghold`."""
    name = label.removesuffix(" Stronghold")
    return next((faction.id for faction in FACTIONS.values() if faction.name == name), label)


ACTIONS: dict[str, Take] = {
    "build": _build,
    "ride": _ride,
    "upgrade": _upgrade,
    "swarm": _swarm,
    "transform": _transform,
    "power": _power,
    "bridge": _bridge,
    "send": _send,
    "send_back": _send_back,
    "ship": _ship,
    "exchange": _exchange,
    "double": _double,
    "burn": _burn,
    "vp_to_coins": _vp_to_coins,
    "convert": _convert,
    "cult": _cult,
    "favor": _told,
    "founds": _founds,
    "river_town": _river_town,
    "town": _town,
    "accept": _accept,
    "decline": _decline,
    "ship_free": _told,
    "vp": _told,
    "final_vp": _told,
    "unknown": _unknown,
}
