"""Packets of Board Game Arena for the game `diceforge`: DF-16.1 to DF-16.12 of its rulebook. Grammar only.

Three forms are read: the archive's answer for a table, the bare list of packets of a replay page (or the object that
holds it as `data`), and rows of the platform's database. The platform gives the options of a table separately from its
packets; its answer about the table may accompany them under the key `table`. A packet's number serves as its line.
"""

from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from events.log.codec import Unreadable, problem
from events.log.nesting import decoded
from events.notations._bga_packets import (
    FRAMEWORK,
    PACKETS,
    STATE,
    Answer,
    Packet,
    answer_of,
    checked_time,
    of_any,
    player,
    read_answer,
    whole,
)
from events.notations._bga_packets import Player as Player

GAME = "dice_forge"
READS_BYTES = True
_TRUE = (True, 1, "1", "true")
_NO_ARGS: dict[str, Any] = {}
_NO_RAW = Raw(b"{}")


class Row(Struct, frozen=True, gc=False):
    """One notification: DF-16.3. `packet` is the number of its packet, `move` that of the player's request, if given.

    `raw` are the arguments of counters, decoded on demand; `args` is empty then.
    """

    packet: int
    move: int | None
    time: int
    uid: str
    type: str
    args: dict[str, Any]
    raw: Raw = _NO_RAW

    def counters(self) -> dict[str, Any]:
        """The printed counters, name -> Counter; or the raw values, if one of them is not a counter."""
        try:
            return _decode_counters(self.raw)
        except msgspec.ValidationError:
            return _as_table(_value(self.raw, self.packet))

    def number(self, key: str) -> int:
        """DF-16.3: an argument as a number, written as such or as text; 0 if it is absent."""
        value = self.args.get(key)
        if type(value) is int:  # the common case
            return value
        if value is None or value == "":
            return 0
        try:
            return int(value)
        except (TypeError, ValueError):
            raise self.unreadable(key, "a number") from None

    def flag(self, key: str) -> bool:
        """DF-16.3: an argument as a truth value."""
        return self.args.get(key) in _TRUE

    def word(self, key: str) -> str:
        """An argument as text. Raises Unreadable if it is absent."""
        value = self.args.get(key)
        if type(value) is str and value:  # the common case
            return value
        if isinstance(value, (str, int)) and not isinstance(value, bool) and value != "":
            return str(value)
        raise self.unreadable(key, "text")

    def unreadable(self, key: str, expected: str) -> Unreadable:
        """The problem of an argument, at its packet."""
        found = (self.counters() if self.type == COUNTERS else self.args).get(key, "nothing")
        return Unreadable(f"{found!r}", expected, line=self.packet, path=f"{self.type} {self.uid}, args.{key}")


class Document(Struct, frozen=True):
    """All notifications in order, each once; the players; the options by number; the final result by player id.

    `quirks` are those stated for the table; None where none are stated, since the platform states none.
    """

    rows: list[Row]
    players: list[Player]
    options: dict[str, str]
    scores: dict[str, int]
    ranks: dict[str, int]
    quirks: tuple[str, ...] | None = None


# Entries of the framework that are read; of states, those of the expansion and the result in the last one.
COUNTERS = "updateCounters"
_FOR_THE_EYE = ("notifThrowToken", "notifResetTwins", "notifPauseDice")
_NOTHING = (Raw(b"[]"), Raw(b"{}"))
_READ = ("gameStateMultipleActiveUpdate", "playerstatus", "doNothing")
_LAST_STATE = "99"
_FOREIGN_STATES = ("26", "27", "28", "29")
OF_THE_GAME = (
    *("notifBeginTurn", "notifLastTurn", "notifEndTurn", "notifBeginPlayerTurn", "notifDiceSwitch", "notifDraft"),
    *("notifBlessing", "notifMessage", "notifRessource", "notifAncient", "notifSideForged", "notifExploitBuy"),
    *("notifMovePawn", "notifOusting", "notifBoarChoice", "notifEffectSatyres", "notifUseScepter", "notifSecondAction"),
    *("notifSecondActionPass", "notifReinforcementPass", "notifAddReinforcement", "notifAddToken", "notifHammerVP"),
    *("notifUseCerberusToken", "notifUseTritonToken", "notifAutoHammer", "notifRemoveHammer", "notifBeginScoring"),
    *("notifEndScoring", *_FOR_THE_EYE),
)
"""The other types of the game's own program, without the expansion."""


class Counter(Struct, frozen=True, gc=False):
    """A counter; one without a value means nothing."""

    counter_value: int | None


class _State(Struct, gc=False):
    id: Any = None
    args: Raw = Raw(b"null")


_decode_state = Decoder(_State).decode
_decode_counters = Decoder(dict[str, Counter], strict=False).decode


def sniff(head: str) -> bool:
    """Whether a text begins like an archive answer or a list of packets."""
    return PACKETS.match(head) is not None


@cache
def _answer() -> Any:
    """The type of an answer, unless it holds notifications that are not known."""
    read = dict.fromkeys((*OF_THE_GAME, *_READ), dict[str, Any] | list[Any])
    return answer_of({**dict.fromkeys(FRAMEWORK, Raw), **read, STATE: _State, COUNTERS: Raw})


def parse(text: str | bytes) -> Document:
    """The document of a text. Raises Unreadable if it is not JSON, or not of this shape."""
    found = read_answer(text, _answer(), _document)
    return _parse_any(text) if found is None else found


def _document(answer: Answer[Any]) -> Document:
    rows = _in_order([row for packet in answer.data.logs for row in _rows_of(packet)])
    players = [player(each) for each in answer.data.players or []] or _named(rows)
    return Document(rows, players, *_table(answer.table), _quirks(answer.table))


def _rows_of(packet: Packet[Any]) -> list[Row]:
    """The notifications of a packet of the archive."""
    number = _integer(packet.packet_id, "packet", "packet_id")
    if number is None or number < 0:
        raise Unreadable(f"packet_id {number}" if number else "no packet_id", "a number from 0", line=1, path="packet")
    where = f"packet {number}"
    move, time = _integer(packet.move_id, where, "move_id"), checked_time(_integer(packet.time, where, "time"), number)
    rows: list[Row] = []
    for index, entry in enumerate(packet.data):
        kind = entry.type
        counts = kind == COUNTERS and _is_filled(entry.args)
        args = _NO_ARGS if counts else _args(kind, entry.args, number)
        if index and not (args or counts) and (kind in _FOR_THE_EYE or not kind.startswith("notif")):
            continue  # a marker; the first one stays, as it can be the only trace of a silent request
        uid = str(entry.uid or f"{number}.{index}")
        rows.append(Row(number, move, time, uid, kind, args, entry.args if counts else _NO_RAW))
    return rows


def _args(kind: str, args: Any, packet: int) -> dict[str, Any]:
    """The arguments of a notification, as Raw or decoded by its type, where they are read; empty for a marker."""
    if type(args) is dict:  # the common case
        return args
    if kind == STATE:
        return _of_state(args, packet)
    if type(args) is list:
        return {"list": args} if args else _NO_ARGS
    if args in _NOTHING or not (kind.startswith("notif") or kind in _READ):
        return _NO_ARGS
    return _as_table(_value(args, packet)) if _is_filled(args) else _NO_ARGS


def _of_state(state: Any, packet: int) -> dict[str, Any]:
    """A state of the expansion, or the last one with its result; nothing of other states."""
    if type(state) is Raw:
        try:
            state = _decode_state(state)
        except msgspec.ValidationError:
            return _NO_ARGS
    id_ = str(state.id)
    if id_ == _LAST_STATE:
        return {"id": state.id, "args": _value(state.args, packet)}
    return {"id": state.id} if id_ in _FOREIGN_STATES else _NO_ARGS


def _is_filled(args: Raw) -> bool:
    return len(memoryview(args)) > len(b"[]")


def _as_table(args: Any) -> dict[str, Any]:
    return args if isinstance(args, dict) else {"list": args}


def _value(raw: Raw, packet: int) -> Any:
    """Any JSON. Raises Unreadable for numbers or nesting that cannot be decoded."""
    try:
        return decoded(raw)
    except msgspec.DecodeError as error:
        raise problem(error, packet) from None


def _parse_any(text: str | bytes) -> Document:
    """The document of a list of packets, of database rows, or of a text that is neither; with the exact problem."""
    packets, players, envelope = whole(text)
    rows = _in_order([row for place, packet in enumerate(packets) for row in _rows_of(of_any(packet, place))])
    table = envelope.get("table")
    return Document(rows, players or _named(rows), *_table(table), _quirks(table))


def _in_order(found: list[Row]) -> list[Row]:
    """Each notification once, by the number of its packet; without any moves, every packet is one."""
    rows: dict[str, Row] = {}
    for row in sorted(found, key=attrgetter("packet")):
        rows.setdefault(row.uid, row)
    if all(row.move is None for row in rows.values()):
        return [replace(row, move=row.packet) for row in rows.values()]
    return list(rows.values())


def _integer(value: Any, where: str, key: str) -> int | None:
    if value is None or value == "":
        return None
    try:
        return int(value)
    except (TypeError, ValueError):
        raise Unreadable(f"{value!r}", "a number", line=1, path=f"{where}.{key}") from None


def _named(rows: list[Row]) -> list[Player]:
    """The players of a bare list of packets: those named with id and name."""
    found: dict[str, Player] = {}
    for row in rows:
        if "player_id" in row.args and "player_name" in row.args:
            found.setdefault(row.word("player_id"), Player(row.word("player_id"), row.word("player_name")))
    return list(found.values())


def _table(table: Any) -> tuple[dict[str, str], dict[str, int], dict[str, int]]:
    """The options of a table (number -> value), its result (player id -> score, rank); empty where it has none."""
    if isinstance(table, dict) and isinstance(table.get("data"), dict):
        table = table["data"]
    if not isinstance(table, dict):
        return {}, {}, {}
    stated = table.get("options")
    options = {
        str(key): str(value.get("value") if isinstance(value, dict) else value)
        for key, value in (stated.items() if isinstance(stated, dict) else ())
    }
    result = table.get("result")
    found = result.get("player") if isinstance(result, dict) else None
    each = found if isinstance(found, list) else []
    lines = [line for line in each if isinstance(line, dict) and "player_id" in line]
    scores = {str(line["player_id"]): line.get("score") for line in lines}
    ranks = {str(line["player_id"]): line.get("gamerank") for line in lines}
    return options, _numbers(scores, "score"), _numbers(ranks, "gamerank")


def _quirks(table: Any) -> tuple[str, ...] | None:
    """The quirks given with a table's options. Raises Unreadable if they are not a list of names."""
    quirks = table.get("quirks") if isinstance(table, dict) else None
    if quirks is not None and not (isinstance(quirks, list) and all(isinstance(quirk, str) for quirk in quirks)):
        raise Unreadable(f"{quirks!r}"[:60], "a list of names", line=1, path="table.quirks")
    return None if quirks is None else tuple(quirks)


def _numbers(values: dict[str, Any], key: str) -> dict[str, int]:
    found = {player: _integer(value, f"table.result of {player}", key) for player, value in values.items()}
    return {player: value for player, value in found.items() if value is not None}
