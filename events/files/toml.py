"""Reading TOML, with precise problem reports."""

import re
from typing import Any

from events.log.codec import Unreadable
from events.problems import count

MAX_BYTES = 8 * 2**20
MAX_PARTS = 40
_NO_KEY = re.compile(r"""\"(?:[^"\\]|\\.)*\"|'[^']*'|#.*""")
_PLACE = re.compile(r"(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.S)


def tables(text: str, expected: str, most: int = MAX_BYTES) -> dict[str, Any]:
    """The tables of a text. Raises Unreadable with the line at which it is not TOML; `expected` is used in the error.

    Texts of more than `most` characters are refused because of the decoder's memory use; so are keys with many parts,
    as its running time grows with the square of their number.
    """
    import tomllib  # takes milliseconds, and few logs have a file of facts

    if len(text) > most:
        raise Unreadable(count(len(text), "character"), f"{expected}, at most {most:,}")
    for line, words in enumerate(text.split("\n"), 1):
        if words.count(".") > MAX_PARTS and _NO_KEY.sub("", words).count(".") > MAX_PARTS:
            raise Unreadable(f"a key of over {MAX_PARTS} parts", expected, line=line)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = _PLACE.search(str(error))
        line = int(place["line"]) if place and place["line"] else text.count("\n") + 1
        what = place["what"] if place else "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Unreadable(f"invalid TOML ({what})", expected, line=line) from None
