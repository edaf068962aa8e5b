"""A game as the JSON answer of the view-game endpoint of terra.snellman.net: TM-17.7. Its `ledger` is that of TM-17.2.

Only the keys that a reading needs are written: ledger, players, options, map and start points.
"""

import json
from typing import Any

from engine.games.terra_mystica.choosing import starting_vp
from engine.games.terra_mystica.components import FACTIONS, TERRAINS
from engine.games.terra_mystica.homes import home_of
from engine.games.terra_mystica.options import options_of
from engine.games.terra_mystica.readings import snellman_json as reading
from engine.games.terra_mystica.writings._commands import COLOR, faction_code
from engine.games.terra_mystica.writings._script import beyond, faithful, map_code, stated_header
from engine.games.terra_mystica.writings.snellman_ledger import Ledger, head_lines
from events.log.native import GameLog
from events.log.record import Header
from events.notations._snellman_document import Figures
from events.notations.snellman_json import parse

RESOURCES = ("VP", "C", "W", "P", "P1", "P2", "P3", "FIRE", "WATER", "EARTH", "AIR")
OPTION = "option "


def write(log: GameLog) -> str:
    """The text. Raises Unreadable if the game breaks a clause."""
    return faithful(log, "snellman_json", lambda plain: _text(log, plain))


def _text(log: GameLog, plain: frozenset[int]) -> str:
    script = _Rows(log, plain)
    script.run()
    head = head_lines(log, script)
    comments = [line for line in head if not line.startswith((OPTION, "Player "))]
    answer = _answer(log.header, [*comments, *script.lines])
    answer["options"] = {line.removeprefix(OPTION): 1 for line in head if line.startswith(OPTION)}
    more = beyond(log.header, stated_header(parse(json.dumps(answer)), reading.header))
    if more:
        answer["ledger"].insert(0, {"comment": more})
    return json.dumps(answer, ensure_ascii=False, sort_keys=True) + "\n"


def _answer(header: Header, lines: list[str]) -> dict[str, Any]:
    """TM-17.7.1: everything but the options."""
    options = options_of(header)
    usual = options.starting_vp == "standard" and not options.starting_vp_table
    return {
        "error": [],
        "ledger": [json.loads(line) if line.startswith("{") else {"comment": line} for line in lines],
        "map_variant": map_code(options) or None,
        "players": [
            {"displayname": seat.player, "index": number, "name": seat.player}
            for number, seat in enumerate(header.seats)
        ],
        "vp_setup": {}
        if usual
        else {faction.snellman: starting_vp(options, name) for name, faction in sorted(FACTIONS.items())},
    }


class _Rows(Ledger):
    """TM-17.7.2: rows as objects, in JSON; the receivers of offers are named by their colours."""

    def row(self, seat: int, figures: Figures, changes: Figures, offers: dict[int, int], words: str) -> None:
        """Note a row: the figures after it, their changes, the amounts offered to seats, what was done."""
        player = self.state.players[seat]
        vp, coin, worker, priest, power, cults = changes
        cells: dict[str, Any] = {name: {"value": value} for name, value in zip(RESOURCES, figures, strict=True)}
        for name, delta in zip(("VP", "C", "W", "P"), (vp, coin, worker, priest), strict=True):
            cells[name]["delta"] = delta
        cells["PW"] = {"delta": power, "value": "/".join(map(str, figures[4:7]))}
        cells["CULT"] = {"delta": cults, "value": "/".join(map(str, figures[7:]))}
        leech = {self._color(receiver): amount for receiver, amount in offers.items()}
        row = {"faction": faction_code(player), "commands": words, "leech": leech} | cells
        self.lines.append(json.dumps(row, ensure_ascii=False, sort_keys=True))

    def _color(self, seat: int) -> str:
        return COLOR[TERRAINS[home_of(self.state.players[seat])]]
