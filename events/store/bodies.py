"""The bytes of records, their bodies, in the parts that a store keeps: it compresses those best one by one.

    {"seq":1,"actor":0,"event":EVENT,"line":7,"observed":OBSERVED}

What stands beside the event and the figures printed after it are numbers that have columns of their own.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from events.store.schema import RecordColumns

BODY = """coalesce(spelled, concat('{"seq":', seq, ',"actor":', coalesce(actor::VARCHAR, 'null'), ',"event":', event,
    ',"line":' || nullif(source_line, 0), ',"observed":' || observed, '}'))"""
"""SQL for a body from the columns of its record."""

CUT = r"""regexp_extract(body, '^\{"seq":\d+,"actor":(?:null|-?\d+),"event":(.*?)(?:,"line":-?\d+)?'
    '(?:,"observed":(\[\{"seat":.*\]))?\}$', ['event', 'observed'])"""
"""SQL for the parts of a body, which are empty if there are none."""


class _Cut(Struct, gc=False):
    event: Raw
    observed: Raw = Raw()


_cut = msgspec.json.Decoder(_Cut).decode_lines


def parts(bodies: Sequence[bytes]) -> tuple[list[str], list[str | None]]:
    """The events in bodies, and the figures observed after them: None for each without any, empty if all are."""
    found = _cut(b"\n".join(bodies))
    observed = _texts([one.observed for one in found])
    return _texts([one.event for one in found]), [text or None for text in observed] if any(observed) else []


def _texts(pieces: list[Raw]) -> list[str]:
    """The pieces as texts: decoded together, as JSON has no line breaks inside."""
    return b"\n".join(pieces).decode().split("\n") if pieces else []


def bodies(records: RecordColumns) -> list[bytes]:
    """The bodies of records from their columns, as the SQL of BODY gives them."""
    nulls = [None] * len(records)
    whole, observed = records.spelled or nulls, records.observed or nulls
    cut = zip(records.seq, records.actor, records.source_line, records.event, observed, strict=True)
    return [(spelled or _body(*each)).encode() for spelled, each in zip(whole, cut, strict=True)]


def _body(seq: int, actor: int | None, line: int, event: str, observed: str | None) -> str:
    begin = f'{{"seq":{seq},"actor":{"null" if actor is None else actor},"event":{event}'
    return begin + (f',"line":{line}' if line else "") + (f',"observed":{observed}' if observed else "") + "}"
