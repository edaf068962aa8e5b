"""How `legal` spells an event if the rules accept several spellings of it: DF-7.5."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.games.dice_forge.components import COLORS, FOR_SALE
from engine.games.dice_forge.state import State

_INFORMATIVE: dict[str, Any] = {"time": None, "note": "", "source": None, "sources": ()}
_IN_ORDER = {"removed": FOR_SALE, "colors": COLORS}


def plain(state: State, actor: int | None, event: Any) -> Any:
    """DF-7.5: an event without its informative fields; removed faces and colours are in the order of the tables.

    Names that are not in any table come last, since this is called before the event is checked.
    """
    changes = {field: value for field, value in _INFORMATIVE.items() if field in event.__struct_fields__}
    for field, order in _IN_ORDER.items():
        if names := getattr(event, field, None):
            changes[field] = tuple(sorted(names, key=partial(_place, order)))
    return replace(event, **changes)


def _place(order: Sequence[str], name: str) -> int:
    return order.index(name) if name in order else len(order)
