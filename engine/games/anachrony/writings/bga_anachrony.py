"""Games as packets of Board Game Arena: the archive answer of AN-16 with the side facts of AN-16.9 (AN-16.53).

A request is a packet. What is told follows the entries of the ledger: what was paid and gained, which pieces moved.
"""

from typing import Any

import msgspec

from engine.clause import Unsupported, Violation
from engine.games.anachrony.options import options_of, preset
from engine.games.anachrony.writings._bga_steps import Steps
from engine.ruleset import ruleset
from engine.snapshot import fork
from events.log import GameLog, resolve
from events.vocabulary import anachrony as v

FREE_OPTIONS = ("board_side", "path_assignment", "preset", "overrides", "breakthrough_names")


def write(log: GameLog, states: bool = True) -> str:
    """The archive answer of a game, as JSON; `states`: with the framework's prompts.

    Raises Unsupported for options other than those of `bga`, and for what packets cannot tell (AN-16.53).
    """
    options = options_of(log.header)
    for name, value in preset("bga").items():
        if name not in FREE_OPTIONS and getattr(options, name) != value:
            raise Unsupported(name, getattr(options, name), (value,))
    rules = ruleset("anachrony")
    names = [seat.player or f"player-{number}" for number, seat in enumerate(log.header.seats, 1)]
    table = Steps(rules.start(log.header), names, states)
    records = resolve(log)
    for number, record in enumerate(records):
        _settle(rules, table)
        following = records[number + 1].event if number + 1 < len(records) else None
        _check(table.state, record.event, following)
        before = fork(table.state)
        try:
            book = rules.apply(table.state, record.event, record.actor)
        except Violation as violation:
            raise Unsupported(f"record {record.seq}", str(violation)) from None
        table.tell(before, record.event, record.actor, book, following)
    _settle(rules, table)
    table.packets.close()
    return _document(table, log)


def _settle(rules: Any, table: Steps) -> None:
    """The automatic steps that are due, told."""
    while True:
        before = fork(table.state)
        step = rules.proceed(table.state)
        if step is None:
            return
        table.tell_step(before, step)


def _check(state: Any, event: Any, following: Any) -> None:
    """AN-16.53: what the dialect cannot tell."""
    if isinstance(event, v.ReturnParadox):
        item = state.agenda[-1]
        most = min(item.most, state.players[item.seat].paradox)
        if event.count < most:
            raise Unsupported("return_paradox", event.count, (most,))


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
