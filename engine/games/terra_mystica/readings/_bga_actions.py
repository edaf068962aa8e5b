"""Messages of Board Game Arena about what players do: actions, conversions, cults, tiles, towns, answers."""

from engine.games.terra_mystica.board import Board
from engine.games.terra_mystica.components import (
    BUILDINGS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    POWER_ACTIONS,
    SPECIAL_ACTIONS,
    TOWN_TILES,
)
from engine.games.terra_mystica.cults import SUPPLY_SPACE, reached
from engine.games.terra_mystica.offers import gainable
from engine.games.terra_mystica.readings._bga_rounds import RESOURCES
from engine.games.terra_mystica.readings._bga_setup import choose_on
from engine.games.terra_mystica.readings._bga_table import NOTHING, STARTS, Table, Take, is_action
from engine.games.terra_mystica.state import NOBODY
from engine.games.terra_mystica.towns import legal_mermaid_towns
from engine.hypotheses import Refuted, fitting
from events.notations._snellman_commands import Command
from events.notations.bga_terra_mystica import Row
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
    """Spades from a card and those of the Giants come first, then those that are bought; the Nomads need none."""
    by = row.get("by")
    if by == "Bonus card action":
        table.special(seat, "bonus_spade")
    elif by:
        table.special(seat, _faction_named(table, row, by))
    free = row.n("free") or (table.state.followup.spades if row.get("gratis") else 0)
    spades = max(row.n("spades"), free)
    if spades > free:
        table.act(seat, Command("dig", n=spades - free))
    with_landscape = _landscape_follows(table, row)
    table.reader.play(seat, events.Transform(row.get("hex"), row.get("to"), spades, with_landscape))


def _landscape_follows(table: Table, row: Row) -> bool:
    """TM-7.14.2: whether the landscape is placed by this transform: the player's next message about hexes shows it."""
    for _, later in table.until("cleanup_phase"):
        if later.who == row.who and later.kind == "landscape":
            return later.get("hex") == row.get("hex")
        if later.who == row.who and later.kind in STARTS and later.kind != "transform":
            return False
    return False


def _landscape(table: Table, seat: int, row: Row) -> None:
    """TM-7.14.2: placed by the preceding transform, or (TM-7.14.12) placed now; TM-7.14.1: once per game."""
    board, player = table.state.board, table.player(seat)
    placed = any(earlier.who == row.who and earlier.kind == "landscape" for earlier in table.rows[: table.number])
    table.check(row, not placed, "there is only one")
    if player.landscape == NOBODY or board.names[player.landscape] != row.get("hex"):
        table.reader.play(seat, events.PlaceLandscape(row.get("hex")))


def _ordain(table: Table, seat: int, row: Row) -> None:
    """TM-7.8.9: as many priests as workers."""
    table.check(row, row.n("workers") == row.n(), "one worker becomes one priest")
    table.reader.play(seat, events.OrdainPriests(row.n()))


def _shift(table: Table, seat: int, row: Row) -> None:
    """TM-16.6.3: the Shapeshifters' home terrain, for power or for power tokens."""
    action = {"power": "shapeshift_power", "power tokens": "shapeshift_tokens"}.get(row.get("what"), "")
    table.check(row, action != "", "home terrains change for power or power tokens")
    cost = table.player(seat).rules.shapeshift_cost
    table.check(row, row.n() == cost, f"that costs {cost}")
    table.act(seat, Command("action", SPECIAL_ACTIONS[action].snellman))
    table.reader.play(seat, events.ChooseHomeTerrain(row.get("to")))


def _unlock(table: Table, seat: int, row: Row) -> None:
    table.reader.play(seat, events.UnlockTerrain(row.get("to")))


def _token(table: Table, seat: int, row: Row) -> None:
    """TM-16.6.1: the Shapeshifters' power token for a victory point."""
    table.reader.play(seat, events.BuyToken())


def _free_bridge(table: Table, seat: int, row: Row) -> None:
    table.reader.play(seat, events.PlaceBridge(row.get("hex"), row.get("hex2")))


def _power(table: Table, seat: int, row: Row) -> None:
    action = POWER_ACTION_OF.get((RESOURCES[row.get("what")], row.n()))
    table.check(row, action is not None, "there is no such power action")
    if action is not None:
        table.act(seat, Command("action", action.snellman))


def _bridge(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("action", BRIDGE_ACTION.snellman))
    table.reader.play(seat, events.PlaceBridge(row.get("hex"), row.get("hex2")))


def _engineers_bridge(table: Table, seat: int, row: Row) -> None:
    table.special(seat, "engineers")
    table.reader.play(seat, events.PlaceBridge(row.get("hex"), row.get("hex2")))


def _send(table: Table, seat: int, row: Row) -> list[Table]:
    """TM-7.9.2: to a space of the order that fits the steps reported next; at the top, both can fit."""
    track, steps = _track(table, row), _next_steps(table, row)
    player, free = table.player(seat), sorted(set(table.state.order_spaces[track]), reverse=True)
    fit = [n for n in free if steps in (None, reached(table.state, player, track, n) - player.cults[track])]
    spaces = map(str, fit or free[:1])
    return table.branch(row, "order space", spaces, lambda table, space: _send_to(table, seat, row, int(space)))


def _send_back(table: Table, seat: int, row: Row) -> None:
    _send_to(table, seat, row, SUPPLY_SPACE)


def _send_to(table: Table, seat: int, row: Row, space: int) -> None:
    track, steps = _track(table, row), _next_steps(table, row)
    before = table.player(seat).cults[track]
    table.act(seat, Command("send", row.get("cult").upper(), space))
    gained = table.player(seat).cults[track] - before
    table.check(row, steps in (None, gained), f"the priest brings {gained} steps and {steps} are reported")


def _next_steps(table: Table, row: Row) -> int | None:
    """The steps in the player's next message: 0 if it is about something else; None if there is no message."""
    later = table.next_of(row)
    if later is None:
        return None
    is_step = later.kind == "cult" and not later.get("by") and later.get("cult") == row.get("cult")
    return later.n() if is_step else 0


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


def _coins_to_vp(table: Table, seat: int, row: Row) -> None:
    table.act(seat, Command("convert", "c", row.n("coins"), to="vp", to_n=row.n()))


def _convert(table: Table, seat: int, row: Row) -> None:
    """TM-7.1.2: what was spent and collected; there is only one way to convert one into the other."""
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
    """Cult steps from an action, a favor tile or the Cultists' ability; others follow from what was done."""
    by, track = row.get("by"), _track(table, row)
    cult = CULTS[track]
    if by == "Favor tile":
        return _favor(table, seat, row, cult, row.n())
    if not by:
        table.gains[cult] = row.n()
        return None
    if by != "Cultists ability":
        table.even(seat, row)
        source = {"Bonus card action": "bonus_cult", "Favor tile action": "favor_cult"}.get(by)
        table.special(seat, source or _faction_named(table, row, by))
    before = table.player(seat).cults[track]
    table.reader.play(seat, events.ChooseCultStep(cult))
    gained = table.player(seat).cults[track] - before
    table.check(row, gained == row.n(), f"the rules give {gained} steps")
    return None


def _takes_favor(table: Table, seat: int, row: Row) -> list[Table] | None:
    """The steps that a favor tile brings identify it; if none are reported, it brings none."""
    later = table.next_of(row)
    if later is None or (later.kind == "cult" and later.get("by") == "Favor tile"):
        return None
    return _favor(table, seat, row, "", 0)


def _favor(table: Table, seat: int, row: Row, cult: str, steps: int) -> list[Table]:
    """The favor tiles that bring a number of steps on a track, or on any track if none is named."""
    before = list(table.player(seat).cults)

    def then(table: Table, tile: str) -> None:
        table.reader.play(seat, events.ChooseFavorTile(tile))
        choose_on(table)
        gained = sum(table.player(seat).cults) - sum(before)
        table.check(row, gained == steps, f"{tile} brings {gained}")

    tiles = [event.tile for event in fitting(table.replay.rules, table.state, seat, events.ChooseFavorTile)]
    return table.branch(row, "favor tile", [tile for tile in tiles if not cult or cult in FAVOR_TILES[tile].gain], then)


def _founds(table: Table, seat: int, row: Row) -> None:
    table.gains.clear()


def _river_town(table: Table, seat: int, row: Row) -> list[Table]:
    """`R~D5`: a river hex to the right of D5, before the next land; the one that founds a town."""
    table.gains.clear()
    board = table.state.board
    at = board.numbers.get(row.get("hex"), NOBODY)
    next_land = next((h for h in board.land if h > at), len(board.names))
    legal = (event.river for event in legal_mermaid_towns(table.state, seat))
    rivers = [river for river in legal if at < board.numbers[river] < next_land and _same_row(board, at, river)]
    return table.branch(row, "river hex", rivers, lambda table, river: table.act(seat, Command("connect", where=river)))


def _town(table: Table, seat: int, row: Row) -> list[Table]:
    """The town tile with these points; with too few keys, the order of tracks that brings the reported steps."""
    gains, before = dict(table.gains), list(table.player(seat).cults)
    offered = {
        " ".join((event.tile, *event.track_order, *((event.town_bonus,) if event.town_bonus != "vp" else ()))): event
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


def _accept(table: Table, seat: int, row: Row) -> None:
    """TM-7.12.1: accept the oldest offer for a building there that allows taking this much."""
    player = table.player(seat)
    for offer in table.offers(seat, row.get("hex")):
        if gainable(player, offer) == row.n():
            table.reader.end_turn_before_answer(offer)
            table.reader.play(seat, events.AcceptPower(offer.id))
            return
    _repeat(table, seat, row)


def _decline(table: Table, seat: int, row: Row) -> None:
    offer = next(iter(table.offers(seat, row.get("hex"))), None)
    if offer is None:
        _repeat(table, seat, row)
    else:
        table.reader.play(seat, events.DeclinePower(offer.id))


def _repeat(table: Table, seat: int, row: Row) -> None:
    """The site reports some answers twice; the repetition means nothing, and its points do not count."""
    table.check(row, table.is_repetition(seat, row), "there is no such offer")
    table.repeated = (*table.repeated, row)


def _follows(table: Table, seat: int, row: Row) -> None:
    """Points that follow from what was done."""


def _unknown(table: Table, seat: int, row: Row) -> None:
    """Refuted, except for the message that marks a game as broken off, which comes last."""
    if table.is_complete or any(later.kind not in NOTHING for _, later in table.until("unknown")):
        raise Refuted(row.line, f"the line {row.get('text')[:80]!r}")


def _same_row(board: Board, h: int, river: str) -> bool:
    return board.places[h][0] == board.places[board.numbers[river]][0]


def _track(table: Table, row: Row) -> int:
    """The number of the cult in a message. Raises Refuted if no cult has that name."""
    cult = row.get("cult").lower()
    table.check(row, cult in CULTS, "there is no such cult")
    return CULTS.index(cult)


def _faction_named(table: Table, row: Row, label: str) -> str:
    """The faction in a label such as `Nomads Stronghold`. Raises Refuted if no such faction has a special action."""
    name = label.removesuffix(" Stronghold")
    faction = next((faction.id for faction in FACTIONS.values() if faction.name == name), label)
    table.check(row, is_action(faction), "there is no such action")
    return faction


ACTIONS: dict[str, Take] = {
    "build": _build,
    "ride": _ride,
    "upgrade": _upgrade,
    "swarm": _swarm,
    "transform": _transform,
    "power": _power,
    "bridge": _bridge,
    "engineers_bridge": _engineers_bridge,
    "send": _send,
    "send_back": _send_back,
    "ship": _ship,
    "exchange": _exchange,
    "double": _double,
    "burn": _burn,
    "vp_to_coins": _vp_to_coins,
    "coins_to_vp": _coins_to_vp,
    "convert": _convert,
    "cult": _cult,
    "favor": _takes_favor,
    "founds": _founds,
    "river_town": _river_town,
    "town": _town,
    "landscape": _landscape,
    "ordain": _ordain,
    "shift": _shift,
    "unlock": _unlock,
    "token": _token,
    "free_bridge": _free_bridge,
    "accept": _accept,
    "decline": _decline,
    "ship_free": _follows,
    "vp": _follows,
    "final_vp": _follows,
    "unknown": _unknown,
}
