"""What the platform states twice must agree: DF-16.49. A table that contradicts itself is not read."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from engine.games.dice_forge.components import CARDS, FACES, SLOTS, Card
from events.log.codec import Unreadable
from events.notations.bga_diceforge import Player, Row

_AMOUNT = re.compile(r"(\d+) *\[(G|FS|MS|VP|H)\]")
_KEYS = {"G": "gold", "FS": "fireshard", "MS": "moonshard", "VP": "vp", "H": "hammer"}
_DICE = ("dice1", "dice2")
_MIRROR = FACES["mirror"].bga
_CARDS_NAMED: dict[str, list[str]] = {}
for card in CARDS.values():  # boars of all colours have the same name
    _CARDS_NAMED.setdefault(card.name.partition(" (")[0].casefold(), []).append(card.bga)


class Agreement:
    """Compares each row of a table with itself, and rolls with their announcements."""

    def __init__(self, players: Iterable[Player], rows: list[Row]) -> None:
        self._announced: tuple[str, str] | None = None
        self._rolled: dict[str, tuple[Any, Any]] = {}
        self._name_of = {player.id: player.name for player in players}
        self._color_of = {player.name: player.color for player in players if player.color}
        amounts = (row.args for row in rows if row.type == "notifBlessing" and "player_id" in row.args)
        self._has_texts = any("ressources" in args for args in amounts)
        colors = {str(row.args["ousted_player"]) for row in rows if "ousted_player" in row.args}
        self._colors = colors if colors <= set(self._color_of.values()) else set()  # else they are not the players'

    def check(self, row: Row) -> None:
        """Raises Unreadable for a row that contradicts itself, or the announcement of its roll."""
        kind, args = row.type, row.args
        name = args.get("player_name")
        if name is not None and "player_id" in args and self._name_of.get(id_ := str(args["player_id"])) != name:
            _check_same(row, "player_name", self._name_of.get(id_))
        if "ousted_player" in args and str(args["ousted_player"]) in self._colors:
            _check_same(row, "ousted_player", self._color_of.get(str(args.get("ousted_player_name"))))
        if "card_name" in args and ("card_type" in args or "power" in args):
            _check_name(row, "card_type" if "card_type" in args else "power")
        if kind == "notifMessage" and "sides_rolled" in args:
            self._announced = str(args.get("player_name")), str(args["sides_rolled"])
        elif kind == "notifBlessing":
            if row.flag("roll"):
                self._check_roll(row)
            else:
                self._check_dice(row)
            self._announced = None
            self._check_amounts(row)
        elif kind == "notifUseTritonToken":
            self._check_amounts(row)
        elif kind == "notifSideForged":
            _check_same(row, "side_type", args.get("side_type_name"))
        elif kind == "notifEffectSatyres":
            self._rolled.pop(str(args.get("player_name")), None)  # from now on the faces of others are shown

    def _check_roll(self, row: Row) -> None:
        name, dice = str(row.args.get("player_name")), (row.args.get("dice1"), row.args.get("dice2"))
        self._rolled[name] = dice
        shown = ",".join(map(str, filter(None, dice)))
        if self._announced is not None and self._announced != (name, shown):
            who, sides = self._announced
            raise _contradiction(row, f"the roll {shown} of {name}", f"{sides} of {who}")

    def _check_amounts(self, row: Row) -> None:
        """Compare the amounts with those in the text for players; a table with such texts has one for each row."""
        if "player_id" not in row.args or not self._has_texts:
            return
        args = row.args
        text = str(args.get("ressources", ""))
        for key, amount in _stated(text):
            shown = args.get(key)
            if shown != amount and (shown or amount) and abs(row.number(key)) != amount:
                raise _contradiction(row, f"{key} {shown}", f"{amount} as in {text!r}")

    def _check_dice(self, row: Row) -> None:
        """A die shown again shows the face it rolled, except a mirror, which shows the face it copies."""
        for key, face in zip(_DICE, self._rolled.get(str(row.args.get("player_name")), ()), strict=False):
            if row.args.get(key) and face not in (None, _MIRROR):
                _check_same(row, key, face)


@lru_cache(maxsize=1024)
def _stated(text: str) -> tuple[tuple[str, int], ...]:
    """Every amount stated in a text."""
    stated = dict.fromkeys(_KEYS.values(), 0)
    for amount, symbol in _AMOUNT.findall(text):
        stated[_KEYS[symbol]] += int(amount)
    return tuple(stated.items())


def check_card(row: Row, card: Card) -> None:
    """Raises Unreadable where a bought card is not that of its slot, or of its name as far as the name is English.

    Called before the game is read, since the bought cards reveal which cards the slots hold.
    """
    _check_same(row, "card_pos", SLOTS[card.slot].bga if row.args.get("card_pos") else None)
    _check_name(row, "card_type")


def _check_name(row: Row, key: str) -> None:
    cards = _CARDS_NAMED.get(str(row.args.get("card_name")).casefold())
    if cards is not None and row.args.get(key) not in cards:
        raise _contradiction(row, f"{key} {row.args.get(key)}", " or ".join(cards))


def _check_same(row: Row, key: str, expected: object) -> None:
    if expected is not None and row.args.get(key) != expected:
        raise _contradiction(row, f"{key} {row.args.get(key)}", str(expected))


def _contradiction(row: Row, found: str, expected: str) -> Unreadable:
    return Unreadable(found, f"{expected}, stated by the same table", line=row.packet, path=f"{row.type} {row.uid}")
