"""Text from outside, made safe to look at: what would steer a terminal, or turn a line around, is spelt out."""

_INVISIBLE = (
    *range(0x09),  # the tabulator stays
    *range(0x0A, 0x20),
    *range(0x7F, 0xA0),
    0x061C,  # marks and embeddings of direction
    *range(0x200E, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
    0x200B,  # blanks without a width, breaks of lines
    0x2028,
    0x2029,
    0x2060,
    0xFEFF,
    *range(0xD800, 0xE000),  # half characters and no characters
    0xFFFE,
    0xFFFF,
)
_SPELT = {code: f"\\u{code:04x}" for code in _INVISIBLE}


def visible(text: str) -> str:
    r"""A text in which such characters stand as \u001b, which in JSON means the same; others are left alone."""
    return text if text.isascii() and text.isprintable() else text.translate(_SPELT)
