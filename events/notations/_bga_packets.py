"""Packets of Board Game Arena, as its framework writes them for any game. Grammar only.

Three forms are read: the archive's answer for a table, the bare list of packets of a replay page (or the object that
holds it as `data`), and rows of the platform's database. A packet's number serves as its line; packets without any
numbers are counted.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from operator import itemgetter
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec import Raw, Struct, defstruct

from events.log.codec import Unreadable, problem
from events.log.nesting import decoded

PACKETS = re.compile(r'^\s*[\[{].*?"(?:(?:gamelog_)?packet_id|packet_type)"\s*:', re.S)
STATE = "gameStateChange"
FRAMEWORK = frozenset(
    [
        STATE,
        "gameStateMultipleActiveUpdate",
        "gameStateChangePrivateArg",
        "newActivePlayer",
        "playerstatus",
        "yourturnack",
        "clockalert",
        "updateReflexionTime",
        "wouldlikethink",
        "updateSpectatorList",
        "simplePause",
        "tableWindow",
        "resultsAvailable",
        "switchToTurnbased",
        "infomsg",
        "message",
        "chatmessage",
        "tablechat",
        "privatechat",
        "groupchat",
        "chat",
        "startWriting",
        "stopWriting",
        "newPrivateState",
        "archivewaitingdelay",
        "end_archivewaitingdelay",
        "replaywaitingdelay",
        "end_replaywaitingdelay",
        "replayinitialwaitingdelay",
        "end_replayinitialwaitingdelay",
        "aiPlayerWaitingDelay",
        "replay_has_ended",
        "showTutorial",
        "showCursor",
        "showCursorClick",
        "zombieModeFail",
        "zombieModeFailWarning",
        "skipTurnOfPlayerWarning",
        "aiError",
        "banFromTable",
        "gameResultNeutralized",
        "playerEliminated",
    ]
)
"""Types of notifications that the platform's framework sends for any game (AN-16.7)."""
_TRUE = (True, 1, "1", "true")
_NUMBERS = {"packet_id", "gamelog_packet_id"}
_DAY = 86_400
_EPOCH = date(1970, 1, 1).toordinal()
_TIMES = range((date.max.toordinal() + 1 - _EPOCH) * _DAY)
"""Unix seconds from 1970 to the end of the year 9999."""


class Notification(Struct, gc=False):
    """A notification of any type, whose arguments are not decoded yet."""

    type: str
    uid: Any = None
    log: Any = ""
    args: Raw = Raw(b"[]")


N = TypeVar("N")
R = TypeVar("R")


class Packet(Struct, Generic[N], gc=False):
    """A packet in the form of the archive."""

    packet_id: Any
    data: list[N]
    move_id: Any = None
    time: Any = None
    channel: Any = None
    packet_type: Any = None


class Data(Struct, Generic[N]):
    """The packets of an answer, and its players."""

    logs: list[Packet[N]]
    players: list[Any] | None = None


class Answer(Struct, Generic[N]):
    """The archive's answer for a table, with what may accompany it."""

    data: Data[N]
    table: Any = msgspec.UNSET
    gamedatas: Any = msgspec.UNSET


ANY_ANSWER = Answer[Notification]


def answer_of(kinds: Mapping[str, Any]) -> Any:
    """The type of an answer that holds only notifications of these types, by name, with the types of their arguments.

    All of it is then decoded in one step. Arguments that are long and never read may be of the type Raw.
    """
    fields = [("uid", Any, None), ("log", Any, "")]
    types = (
        defstruct(name, [("args", args), *fields], tag_field="type", tag=name, namespace={"type": name}, gc=False)
        for name, args in kinds.items()
    )
    return Answer[Union[tuple(types)]]  # type: ignore[misc]  # noqa: UP007  # as many as there are


class Entry(Struct, frozen=True, gc=False):
    """One notification: `packet` is the number of its packet, `move` that of the player's request, if it is given."""

    packet: int
    move: int | None
    time: int
    uid: str
    type: str
    log: str
    args: dict[str, Any]

    def has(self, key: str) -> bool:
        """Whether an argument is present."""
        return key in self.args

    def value(self, key: str) -> Any:
        """An argument as it is; None if it is absent."""
        return self.args.get(key)

    def number(self, key: str) -> int:
        """An argument as a number, written as such or as text. Raises Unreadable."""
        value = self.args.get(key)
        if type(value) is int:  # the common case
            return value
        found = integer(value)
        if found is None:
            raise self.unreadable(key, "a number")
        return found

    def word(self, key: str) -> str:
        """An argument as text. Raises Unreadable if it is absent."""
        value = self.args.get(key)
        if type(value) is str and value:  # the common case
            return value
        if type(value) is int:
            return str(value)
        raise self.unreadable(key, "text")

    def unreadable(self, key: str, expected: str) -> Unreadable:
        """The problem of an argument, at its packet."""
        found = self.value(key)
        shown = "nothing" if found is None else f"{found!r}"[:60]
        return Unreadable(shown, expected, line=self.packet, path=f"{self.type} {self.uid}, args.{key}")


class Player(Struct, frozen=True):
    """A player with the id, name and colour that notifications use."""

    id: str
    name: str
    color: str = ""


class Archive(Struct, frozen=True):
    """All public entries that are read, in order, each once; the players; the object that holds the packets.

    A packet that begins with an entry that is not read begins with that entry, without arguments.
    """

    entries: list[Entry]
    players: list[Player]
    envelope: dict[str, Any]


def integer(value: Any) -> int | None:
    """A number, written as such or as text; None if it is neither."""
    if type(value) is int:  # no truth value
        return value
    try:
        return int(value) if type(value) is str else None
    except ValueError:
        return None


def checked_time(seconds: int | None, packet: int) -> int:
    """The time of a packet in Unix seconds; 0 if it has none. Raises Unreadable for one that is not in `_TIMES`."""
    if seconds is None or seconds in _TIMES:
        return seconds or 0
    raise Unreadable(f"{seconds}", "Unix seconds of the years 1970 to 9999", line=packet, path="packet.time")


def first_day(times: Iterable[int]) -> str:
    """The day in UTC of the earliest of these Unix seconds, as ISO 8601 text; empty if all are 0, which is unknown."""
    earliest = min(filter(None, times), default=None)
    return "" if earliest is None else date.fromordinal(_EPOCH + earliest // _DAY).isoformat()


Arguments = Callable[[str, Any], dict[str, Any] | None]
"""What a notation reads of the arguments of a notification of a type, by name; None if it reads nothing of it.

They are given as Raw, or decoded as the notation's type of an answer states. Raises DecodeError.
"""


def read_answer(text: str | bytes, answer: Any, read: Callable[[Answer[Any]], R]) -> R | None:
    """What is read of an answer, most often of this type, or else of notifications of any type.

    None for a text in another form, and for one with a problem, which is found packet by packet. `read` may raise
    DecodeError.
    """
    for form in (answer, ANY_ANSWER):
        with suppress(msgspec.DecodeError):
            return read(decoded(text, form))
    return None


def archive(text: str | bytes, answer: Any, arguments: Arguments) -> Archive:
    """The packets of a text, most often of this type of `answer`.

    Raises Unreadable if it is not JSON, or not of the shape of packets.
    """
    found = read_answer(text, answer, lambda answer: _archive(answer, arguments))
    if found is not None:
        return found
    packets, players, envelope = whole(text)
    for place, packet in enumerate(packets):
        if isinstance(packet, dict) and packet.get("packet_type") == "history":
            raise Unreadable("a message history", "packets with all their arguments", line=1, path=f"packet {place}")
    plain = [of_any(packet, place) for place, packet in enumerate(packets)]
    return Archive(_entries(plain, arguments), players, envelope)


def _archive(answer: Answer[Any], arguments: Arguments) -> Archive:
    """The same for the archive's answer. Raises DecodeError for one that is not read as such."""
    packets = answer.data.logs
    if any(packet.packet_type == "history" for packet in packets):
        raise msgspec.DecodeError("a message history")
    envelope = {name: value for name in ("table", "gamedatas") if (value := getattr(answer, name)) is not msgspec.UNSET}
    return Archive(_entries(packets, arguments), [player(each) for each in answer.data.players or []], envelope)


def whole(text: str | bytes) -> tuple[list[Any], list[Player], dict[str, Any]]:
    """The packets of a text as they are, the players, and the object that holds them (empty for a bare list).

    Raises Unreadable if the text is not JSON, or has no packets.
    """
    try:
        found = decoded(text)
    except msgspec.DecodeError as error:
        raise problem(error, 1) from None
    data = found.get("data", found) if isinstance(found, dict) else found
    packets = data.get("logs") if isinstance(data, dict) else data
    if not isinstance(packets, list):
        raise Unreadable("no packets", "a list of packets, alone or as data.logs", line=1)
    players = data.get("players") if isinstance(data, dict) else None
    if not isinstance(players, list | None):
        raise Unreadable(f"{players!r}"[:60], "a list of players", line=1, path="data.players")
    return _numbered(packets), [player(each) for each in players or []], found if isinstance(found, dict) else {}


def _numbered(packets: list[Any]) -> list[Any]:
    """Packets with numbers; if none of them has one, that is their place, from 1."""
    if any(not isinstance(each, dict) or _NUMBERS & each.keys() for each in packets):
        return packets
    return [{**packet, "packet_id": number} for number, packet in enumerate(packets, 1)]


def checked(packet: Any, place: int) -> dict[str, Any]:
    """A packet in any of the forms, with a number and entries that have a type.

    Raises Unreadable for anything else, at its number or at its place among the others.
    """
    if not isinstance(packet, dict):
        raise Unreadable(f"{packet!r}"[:60], "a packet", line=1, path=f"packet {place}")
    plain = _from_database(packet)
    number, data = integer(plain.get("packet_id")), plain.get("data")
    if plain.get("packet_id") and (number is None or number < 0):
        raise Unreadable(f"{plain['packet_id']!r}"[:60], "a number from 0", line=1, path=f"packet {place}.packet_id")
    if number is None or not isinstance(data, list):
        raise Unreadable("no packet_id or no data", "a packet with both", line=number or 1, path=f"packet {place}")
    for index, entry in enumerate(data):
        if not (isinstance(entry, dict) and isinstance(entry.get("type"), str)):
            where = f"packet {number}, data[{index}]"
            raise Unreadable("no notification", "an object with a type", line=number, path=where)
    return plain


def of_any(packet: Any, place: int) -> Packet[Notification]:
    """A packet in any of the forms, at its place among the others, in that of the archive. Raises as `checked` does."""
    return msgspec.json.decode(msgspec.json.encode(checked(packet, place)), type=Packet[Notification])


def _entries(packets: list[Packet[Any]], arguments: Arguments) -> list[Entry]:
    """Packets by number, each notification once, where it was first sent; private packets are skipped."""
    public = [_numbered_packet(each) for each in packets if not str(each.channel or "").startswith("/player/")]
    entries: list[Entry] = []
    sent: set[str] = set()
    for number, move, time, data in sorted(public, key=itemgetter(0)):
        begun = False
        for index, each in enumerate(data):
            uid = str(each.uid or f"{number}.{index}")
            if uid in sent:
                continue
            sent.add(uid)
            args = arguments(each.type, each.args)
            if args is not None or not begun:
                log = each.log if isinstance(each.log, str) else ""
                entries.append(Entry(number, move, time, uid, each.type, log, args or {}))
                begun = True
    return entries


def _from_database(packet: dict[str, Any]) -> dict[str, Any]:
    """A packet from a row of the platform's database: longer names for the same content; cancelled rows are empty."""
    if "gamelog_notification" not in packet:
        return packet
    notes = packet["gamelog_notification"]
    if isinstance(notes, str):
        try:
            notes = decoded(notes)
        except msgspec.DecodeError as error:
            raise problem(error, 1) from None
    cancelled = any(value in _TRUE for key, value in packet.items() if "cancel" in key)
    private = packet.get("gamelog_player") is not None
    plain = {key.removeprefix("gamelog_"): value for key, value in packet.items()}
    return plain | {"data": [] if cancelled or private else notes}


def _numbered_packet(packet: Packet[Any]) -> tuple[int, int | None, int, list[Any]]:
    """The number, the request, the time and the notifications of a packet."""
    number = integer(packet.packet_id)
    if number is None or number < 0:
        raise msgspec.DecodeError("no number from 0")  # `checked` says where
    return number, integer(packet.move_id), checked_time(integer(packet.time), number), packet.data


def player(found: Any) -> Player:
    """A player in an archive. Raises Unreadable if the id or the name is missing."""
    if not isinstance(found, dict) or "id" not in found or "name" not in found:
        raise Unreadable(f"{found!r}"[:60], "a player with id and name", line=1, path="data.players")
    return Player(str(found["id"]), str(found["name"]), str(found.get("color", "")).removeprefix("#"))
