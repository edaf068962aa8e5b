"""JSON that is nested absurdly deep is refused like any other malformed text.

A decoder calls itself once for each level. CPython stops it with RecursionError; in a browser the stack of the engine
that runs Python can end first, and Python with it, so that there the depth is counted before anything is decoded.
"""

import re
import sys
from itertools import accumulate
from typing import Any

import msgspec

IN_BROWSER = sys.platform == "emscripten"
DEEPEST = 200
"""The most levels in a browser. The deepest recorded log has ten."""
TOO_DEEP = "nested too deeply"

_STRINGS = re.compile(rb'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"')
"""No string of JSON holds a line end, so an open quote hides nothing of the next line."""
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(set(range(256)) - _STEP.keys())


def decoded(text: bytes | str, kind: Any = Any) -> Any:
    """A text of JSON as a value of a type. Raises msgspec.DecodeError, also for one that is nested too deeply."""
    if IN_BROWSER:
        check_depth(text)
    try:
        return msgspec.json.decode(text, type=kind)
    except RecursionError:
        raise msgspec.DecodeError(TOO_DEEP) from None


def check_depth(text: bytes | str) -> None:
    """Raises msgspec.DecodeError if objects and lists are nested over `DEEPEST` levels. A text may hold many values."""
    data = text.encode(errors="replace") if isinstance(text, str) else text
    brackets = _STRINGS.sub(b"", data).translate(None, _NO_BRACKETS)
    depths = accumulate(map(_STEP.__getitem__, brackets), lambda depth, step: max(depth + step, 0), initial=0)
    if any(depth > DEEPEST for depth in depths):
        raise msgspec.DecodeError(TOO_DEEP)
