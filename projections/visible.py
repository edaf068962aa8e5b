"""Text from outside, made safe to display: characters that control a terminal or change its direction are escaped."""

from functools import cache

_INVISIBLE = (
    *range(0x09),  # tabs stay
    *range(0x0A, 0x20),
    *range(0x7F, 0xA0),
    0x061C,  # marks and embeddings of direction
    *range(0x200E, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    0x200B,  # zero-width spaces, line separators
    0x2028,
    0x2029,
    0x2060,
    0xFEFF,
    *range(0xD800, 0xE000),  # surrogates and noncharacters
    0xFFFE,
    0xFFFF,
)


@cache
def _spelt() -> dict[int, str]:
    """Each of them as JSON spells it: over 2,000, which most texts do not need."""
    return {code: f"\\u{code:04x}" for code in _INVISIBLE}


def visible(text: str) -> str:
    r"""The text with such characters escaped, as in \u001b, which means the same in JSON; others are unchanged."""
    return text if text.isprintable() else text.translate(_spelt())  # what is printable holds none of them
