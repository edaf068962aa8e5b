"""Games as packets of Board Game Arena: the archive answer of AN-16 with the side facts of AN-16.9 (AN-16.53).

A request is a packet. Its contents follow the entries of the ledger: payments and gains, pieces that moved.
"""

from typing import Any

import msgspec

from engine.clause import in_json
from engine.games.anachrony.council import stray_tiles
from engine.games.anachrony.options import options_of, preset
from engine.games.anachrony.writings._bga_order import in_platform_order, played
from engine.games.anachrony.writings._bga_steps import Steps
from engine.rules import ruleset
from engine.snapshot import fork
from events.log.codec import Unreadable
from events.log.native import GameLog
from events.problems import count
from events.vocabulary import anachrony as v

NOTATION = "bga_anachrony"
FREE_OPTIONS = ("board_side", "path_assignment", "preset", "overrides", "breakthrough_names")


def write(log: GameLog, states: bool = True) -> str:
    """The archive answer of a game, as JSON; `states`: with the framework's prompts.

    Raises Unreadable for options other than those of `bga`, and for what packets cannot express (AN-16.53).
    """
    options = options_of(log.header)
    for name, value in preset("bga").items():
        if name not in FREE_OPTIONS and (found := getattr(options, name)) != value:
            raise _refused(f"the option {name} = {in_json(found)}", in_json(value))
    rules = ruleset("anachrony")
    names = [seat.player or f"player-{number}" for number, seat in enumerate(log.header.seats, 1)]
    table = Steps(rules.start(log.header), names, states)
    records = in_platform_order(rules, log)
    for number, record in enumerate(records):
        _settle(rules, table)
        following = records[number + 1].event if number + 1 < len(records) else None
        _check(table.state, record.event)
        before = fork(table.state)
        book = played(rules, table.state, record, " in the platform's order")
        table.write_event(before, record.event, record.actor, book, following)
    _settle(rules, table)
    table.packets.close()
    return _document(table, log)


def _settle(rules: Any, table: Steps) -> None:
    """Do and write the automatic steps that are due."""
    while True:
        before = fork(table.state)
        step = rules.proceed(table.state)
        if step is None:
            return
        table.write_step(before, step)


def _check(state: Any, event: Any) -> None:
    """AN-16.53: raises Unreadable for what the dialect cannot express."""
    if isinstance(event, v.FirstPlayer) and event.player:
        raise _refused(f"seat {event.player + 1} as first player", "seat 1, the first of a table,")
    if isinstance(event, v.CopyCapitalAction) and next(stray_tiles(state, state.players[state.agenda[-1].seat]), None):
        raise _refused("an action on a Superproject beside Exosuits on Collapsing Capital tiles", "none (AN-16.50 j)")
    if isinstance(event, v.ReturnParadox):
        item = state.agenda[-1]
        most = min(item.most, state.players[item.seat].paradox)
        if event.count < most:
            raise _refused(f"{count(event.count, 'Paradox token')} returned", f"{most}, as many as possible,")


def _refused(found: str, expected: str) -> Unreadable:
    return Unreadable(found, f"{expected} to write {NOTATION}")


def _document(table: Steps, log: GameLog) -> str:
    packets = table.packets
    players = [
        {"id": id_, "name": name, "color": "", "avatar": ""}
        for id_, name in zip(packets.ids, packets.names, strict=True)
    ]
    options = options_of(log.header)
    stated = {
        "100": "1" if options.board_side == "a" else "2",
        "101": "1" if options.path_assignment == "given" else "2",
    }
    document = {
        "status": 1,
        "data": {"logs": packets.packets, "players": players},
        "table": {"options": {key: {"value": value} for key, value in stated.items()}},
        "gamedatas": table.side_facts(),
    }
    return msgspec.json.encode(document).decode()
