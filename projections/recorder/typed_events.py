"""Append an event typed in words or JSON to a log that is open for recording; it is judged before it is written."""

import re
from typing import Any

import msgspec
from msgspec import Struct

from engine.replay import Replay
from events.log.codec import Decoder, Unreadable
from events.log.nesting import decoded
from events.log.record import ABOUT_THE_LOG, Correct, Note, Record, Undo
from projections.game.position import seat_name
from projections.recorder.live_log import Recording
from projections.recorder.matching import WordsOf, match

_UNDO = re.compile(r"undo(?:[\s,]+(?:seq|record)?\s*#?(?P<seq>\d{1,9}))?", re.I)
_NOTE = re.compile(r"note(?:,\s+text)?[:\s]\s*(?P<text>\S.*)", re.I | re.S)
_LOG = re.compile(r"^\s*(?:#\d+\s+)?the log:\s+", re.I)
_about_the_log: Decoder[Undo | Correct | Note] = Decoder(Undo | Correct | Note)
_TAGS = {str(kind.__struct_config__.tag) for kind in ABOUT_THE_LOG}


class Appended(Struct):
    """An appended record, who acted, the records that it took back, and the game after it.

    `torn` is a line cut off at the end of the file, which was dropped before the record was written.
    """

    record: Record[Any]
    who: str
    taken_back: list[Record[Any]]
    game: Replay
    torn: str = ""

    def as_json(self) -> dict[str, Any]:
        """The object that `append --json` prints."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.record))
        gone = [record.seq for record in self.taken_back]
        return {"seq": plain["seq"], "actor": plain["actor"], "who": self.who, "event": plain["event"]} | (
            {"taken_back": gone} if gone else {}
        )


def about_the_log(text: str) -> Undo | Correct | Note | None:
    """The event about the log itself that a text means: `undo`, `undo 7`, `note ...`, or JSON; None if it means none.

    `Undo(0)` stands for the last record. Raises Unreadable for malformed JSON of such a kind.
    """
    text = _LOG.sub("", text).strip()
    if text.startswith("{"):
        try:
            value = decoded(text)
        except msgspec.DecodeError:
            return None  # `match` reports what is wrong
        if isinstance(value, dict) and "event" in value and "kind" not in value:
            value = value["event"]
        is_one = isinstance(value, dict) and value.get("kind") in _TAGS
        return _about_the_log(msgspec.json.encode(value)) if is_one else None
    if found := _UNDO.fullmatch(text):
        return Undo(int(found["seq"] or 0))
    if found := _NOTE.fullmatch(text):
        return Note(found["text"].strip())
    return None


def enter(recording: Recording, text: str, words_of: WordsOf) -> Appended:
    """Append the event that a text means. Raises NoMatch, Several or Unreadable, and then appends nothing."""
    event = about_the_log(text)
    if event is None:
        if recording.game.broke is not None:
            broke = recording.game.broke
            raise Unreadable(
                f"record {broke.seq}, which breaks {broke.violation}", f"`undo {broke.seq}` or a correction first"
            )
        action = match(recording.game, text, words_of)
        who = seat_name(recording.game, action[0])
        return Appended(recording.add(action), who, [], recording.game)
    taken = recording.about_the_log(event)
    return Appended(recording.records[-1], "the log", taken, recording.game)
