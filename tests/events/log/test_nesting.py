"""JSON that is nested absurdly deep is malformed wherever it is decoded, and in a browser before a decoder sees it."""

from typing import Any

import msgspec
import pytest

from engine.intake import examine
from engine.rules import ruleset
from engine.selfplay import selfplay_log
from events.files import Blob
from events.log import nesting
from events.log.native import write
from events.log.nesting import DEEPEST, check_depth, decoded
from projections.recorder.typed_events import about_the_log
from projections.screen.arguments import value

DEEP = "[" * 10**5 + "]" * 10**5
HIDDEN = ['["]]]]",' * 10**3, '"\n' + DEEP, '"\\"" ' + DEEP, "]" * 10**6 + DEEP, '{"a":"\\\\",' * 10**3, '"\\\n' + DEEP]
"""Brackets in strings, open quotes and closing brackets before it do not hide the depth of what follows."""


@pytest.fixture
def in_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nesting, "IN_BROWSER", True)


def test_depth_is_counted_in_brackets_outside_of_strings() -> None:
    check_depth("[" * DEEPEST + "]" * DEEPEST)
    check_depth('{"a":"' + "[" * 10**4 + '\\"' + "[" * 10**4 + '"}')
    check_depth("[1]\n" * 10**4)
    for text in (DEEP, "[" * (DEEPEST + 1), *HIDDEN):
        with pytest.raises(msgspec.DecodeError, match="nested too deeply"):
            check_depth(text)


def test_a_deep_text_is_malformed() -> None:
    with pytest.raises(msgspec.DecodeError, match="nested too deeply"):
        decoded(DEEP)


@pytest.mark.usefixtures("in_browser")
def test_in_a_browser_no_decoder_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise AssertionError("the decoder was called")

    assert decoded('{"a":[1]}') == {"a": [1]}
    monkeypatch.setattr(msgspec.json, "decode", forbidden)
    with pytest.raises(msgspec.DecodeError, match="nested too deeply"):
        decoded(DEEP)


@pytest.mark.usefixtures("in_browser")
@pytest.mark.parametrize("head", ['{"status":1,"data":{"logs":[{"packet_id":"1","data":', '{"game":"nim","catalogue":'])
def test_in_a_browser_a_log_that_holds_it_has_a_verdict(head: str) -> None:
    report = examine(Blob("deep.json", (head + DEEP).encode()))
    assert "JSON nested too deeply" in str(report.problem)


@pytest.mark.usefixtures("in_browser", "nim")
def test_in_a_browser_a_log_is_judged_as_ever() -> None:
    log = b"\n".join(write(selfplay_log(ruleset("nim"), "1", 2, {}, "sensible")))
    assert examine(Blob("nim.jsonl", log)).problem is None


def test_what_is_typed_is_text_or_malformed() -> None:
    """An option, and a line of the recorder about the log; tests/projections/recorder has the event in JSON."""
    assert value(DEEP) == DEEP
    assert about_the_log('{"a":' + DEEP) is None
