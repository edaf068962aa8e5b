"""Characters that steer a terminal or turn a line around are spelt out; those that people write are left alone."""

import json
import unicodedata

from projections.visible import visible

STEERING = {"Cc", "Cs", "Zl", "Zp"}
"""Controls, half characters, separators of lines and paragraphs."""
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
UNSEEN = "\u061c\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff"
"""Marks of direction, blanks without a width, marks of byte order, no characters."""


def test_characters_are_spelt_out_or_left_alone_by_what_they_are() -> None:
    """As Unicode classes them; the spelling means the same in JSON."""
    for code in range(0x10000):
        character = chr(code)
        if unicodedata.category(character) in STEERING - ({"Cc"} if character == "\t" else set()):
            spelt = True
        else:
            spelt = unicodedata.bidirectional(character) in TURNING or character in UNSEEN
        assert visible(character) == (f"\\u{code:04x}" if spelt else character)
        assert not spelt or json.loads(f'"a{visible(character)}"') == f"a{character}"
    assert visible("Ann\x1b[2J é\t🎲") == "Ann\\u001b[2J é\t🎲"
