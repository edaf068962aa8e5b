"""The kinds of rows: DF-16.20, DF-16.30, DF-16.46."""

from typing import Any

from msgspec.structs import replace

from engine.games.dice_forge.components import FACES, KIND, TABLES
from engine.games.dice_forge.readings._bga_header import FACE_OF, face_of
from events.notations.bga_diceforge import Row
from events.vocabulary import dice_forge as ev

# Consequences of the rules, markers and animations, which are ignored.
IGNORED = {note["type"] for note in TABLES.bga_notification if note["role"] in ("derived", "marker", "cosmetic")}
_LAP = "notifHammerVP"
_DICE = (("1", "dice1"), ("2", "dice2"))
DECISIONS = {note["type"] for note in TABLES.bga_notification if note["role"] == "decision"} | {"notifAutoHammer"}


def is_roll(row: Row) -> bool:
    """DF-16.20: a roll."""
    return row.type == "notifBlessing" and row.flag("roll")


def shows_face(roll: Row, face: str) -> int:
    """How many dice of a roll show a face."""
    return [roll.args.get("dice1"), roll.args.get("dice2")].count(FACES[face].bga)


def shows_shield(row: Row) -> bool:
    """Whether a shield is shown; without a roll, it was chosen before a ship, and its amounts are asked for next."""
    return any(KIND.get(FACE_OF.get(str(row.args.get(die)), "")) == "shield" for die in ("dice1", "dice2"))


def is_answer(row: Row) -> bool:
    """DF-16.20: a player's id and amounts, without a roll or its dice."""
    if row.type != "notifBlessing" or "player_id" not in row.args:
        return False
    return not (row.flag("roll") or row.args.get("dice1") or row.args.get("dice2"))


def is_decision(row: Row) -> bool:
    """Whether a row is the trace of a request: DF-16.46."""
    if row.type == "notifMessage":
        args = row.args
        return "player_name" in args and "discardedSides" not in args and ("sides_rolled" not in args)
    return row.type in DECISIONS or is_answer(row)


def rolled(seat: int, row: Row, cause: str) -> ev.DiceRolled:
    """The chance event of a roll."""
    dice = {die: face_of(row, key) for die, key in _DICE if row.args.get(key)}
    return ev.DiceRolled(seat, dice, cause)


def with_hidden_laps(rows: list[Row]) -> list[Row]:
    """The rows, and behind amounts the laps of the hammer that are announced inside them only: DF-16.20."""
    hiding = [(place, laps) for place, row in enumerate(rows) if "notifHammer" in row.args and (laps := _laps(row))]
    if not hiding:
        return rows
    told = [(row.packet, row.args.get("player_id"), row.args.get("hammer_phase")) for row in rows if row.type == _LAP]
    found = list(rows)
    for place, laps in reversed(hiding):
        row = rows[place]
        for lap in laps:
            if (row.packet, lap.get("player_id"), lap.get("hammer_phase")) not in told:
                found.insert(place + 1, replace(row, uid=f"{row.uid}.lap", type=_LAP, args=lap))
    return found


def _laps(row: Row) -> list[dict[str, Any]]:
    """The laps of the hammer inside amounts: a list for each gain, mostly empty."""
    gains = row.args["notifHammer"]
    gains = [laps for laps in gains if isinstance(laps, list)] if isinstance(gains, list) else []
    return [lap for laps in gains for lap in laps if isinstance(lap, dict)]


def listed(row: Row) -> list[Any]:
    """The arguments of a row that form a list."""
    listed = row.args.get("list")
    return listed if isinstance(listed, list) else list(row.args.values())
