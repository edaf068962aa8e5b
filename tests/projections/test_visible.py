"""Characters that control a terminal or reverse a line are spelt out; those that people write are left alone."""

import json
import unicodedata

from projections.visible import visible

STEERING = {"Cc", "Cs", "Zl", "Zp"}
"""Controls, half characters, separators of lines and paragraphs."""
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
UNSEEN = "\u061c\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff"
"""Direction marks, zero-width blanks, byte order marks, noncharacters."""


def test_characters_are_spelt_out_or_left_alone_by_what_they_are() -> None:
    """Unicode's classification decides; the spelling means the same in JSON."""
    for code in range(0x10000):
        character = chr(code)
        if unicodedata.category(character) in STEERING - ({"Cc"} if character == "\t" else set()):
            spelt = True
        else:
            spelt = unicodedata.bidirectional(character) in TURNING or character in UNSEEN
        assert visible(character) == (f"\\u{code:04x}" if spelt else character)
        assert not spelt or json.loads(f'"a{visible(character)}"') == f"a{character}"
    assert visible("Ann\x1b[2J é\t🎲") == "Ann\\u001b[2J é\t🎲"
