"""What the platform tells twice has to be the same: DF-16.49. A table that contradicts itself is not read."""

import re

from engine.games.dice_forge.components import CARDS, SLOTS, Card
from events.codec import Unreadable
from events.notations.bga_diceforge import Row

_AMOUNT = re.compile(r"(\d+) *\[(G|FS|MS|VP|H)\]")
_KEYS = {"G": "gold", "FS": "fireshard", "MS": "moonshard", "VP": "vp", "H": "hammer"}
_CARD_NAMED = {card.name.casefold(): card.bga for card in CARDS.values()}
TOLD_TWICE = {"notifMessage", "notifBlessing", "notifUseTritonToken", "notifSideForged"}
"""The notifications that say something twice."""


class Agreement:
    """The rows of a table, each compared with itself, rolls with what announced them."""

    def __init__(self) -> None:
        self._announced: tuple[str, str] | None = None

    def check(self, row: Row) -> None:
        """Raises Unreadable for a row that contradicts itself, or the announcement of its roll."""
        kind = row.type
        if kind == "notifMessage" and "sides_rolled" in row.args:
            self._announced = str(row.args.get("player_name")), str(row.args["sides_rolled"])
        elif kind == "notifBlessing":
            if row.flag("roll"):
                self._check_roll(row)
            self._announced = None
            _check_amounts(row)
        elif kind == "notifUseTritonToken":
            _check_amounts(row)
        elif kind == "notifSideForged":
            _check_same(row, "side_type", row.args.get("side_type_name"))

    def _check_roll(self, row: Row) -> None:
        shown = ",".join(str(row.args[key]) for key in ("dice1", "dice2") if row.args.get(key))
        if self._announced is not None and self._announced != (str(row.args.get("player_name")), shown):
            who, sides = self._announced
            raise _contradiction(row, f"the roll {shown} of {row.args.get('player_name')}", f"{sides} of {who}")


def _check_amounts(row: Row) -> None:
    """The amounts, and those in the text that the players read."""
    text = row.args.get("ressources")
    if not isinstance(text, str) or "player_id" not in row.args:
        return
    stated = dict.fromkeys(_KEYS.values(), 0)
    for amount, symbol in _AMOUNT.findall(text):
        stated[_KEYS[symbol]] += int(amount)
    for key, amount in stated.items():
        shown = row.args.get(key)
        if (shown or amount) and abs(row.number(key)) != amount:
            raise _contradiction(row, f"{key} {shown}", f"{amount} as in {text!r}")


def check_card(row: Row, card: Card) -> None:
    """Raises Unreadable where the card that was bought is not that of its slot or, as far as it is English, its name.

    It is asked before the game is read, as the cards bought tell which ones the slots hold.
    """
    _check_same(row, "card_pos", SLOTS[card.slot].bga if row.args.get("card_pos") else None)
    _check_same(row, "card_type", _CARD_NAMED.get(str(row.args.get("card_name")).casefold()))


def _check_same(row: Row, key: str, expected: object) -> None:
    if expected is not None and row.args.get(key) != expected:
        raise _contradiction(row, f"{key} {row.args.get(key)}", str(expected))


def _contradiction(row: Row, found: str, expected: str) -> Unreadable:
    return Unreadable(found, f"{expected}, as told beside it", line=row.packet, path=f"{row.type} {row.uid}")
