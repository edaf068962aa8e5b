"""Notations are found by listing their folder, and recognised by the first lines of a text."""

import pytest

import events.notations
from events.log.codec import Unreadable
from events.notations import NATIVE, names, notation, sniff

TOY_NOTATION = '''
"""A toy: lines of the kind `Ann 3`."""
GAME = "nim"
def sniff(head):
    return head.startswith("Nim, ")
def parse(text):
    return text.splitlines()[1:]
'''


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """One more notation, in a separate folder: nothing else names it."""
    (tmp_path / "zz_nim_score.py").write_text(TOY_NOTATION)
    monkeypatch.setattr(events.notations, "__path__", [*events.notations.__path__, str(tmp_path)])
    return "zz_nim_score"


def test_the_native_one_is_always_there():
    assert names()[0] == NATIVE
    assert names()[1:] == sorted(names()[1:])


@pytest.mark.parametrize(
    "text", ['{"game":"nim"}\n', '\ufeff{"game": "nim"}', '\n {"seats":[],"game":"nim"}\n{"seq":1}']
)
def test_native_logs_are_recognised(text):
    assert sniff(text) == NATIVE


def test_a_notation_is_added_as_a_file(toy):
    assert toy in names()
    assert sniff("Nim, played by Ann and Bob\nAnn 3\n") == toy
    assert notation(toy).GAME == "nim"
    assert notation(toy).parse("Nim, Ann, Bob\nAnn 3\n") == ["Ann 3"]


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_nothing(text):
    with pytest.raises(Unreadable, match="1: found nothing, expected a recorded game"):
        sniff(text)


@pytest.mark.parametrize("text", ["Dear diary,\n", "{}", '["game"]', '{"games":1}', "\x00\x00\x00", '{"a":\n"game":1}'])
def test_no_notation_fits(text):
    with pytest.raises(Unreadable, match="1: found a text in no known notation, expected one of native"):
        sniff(text)


@pytest.mark.parametrize("name", ["morse", "native", "__init__", "../files"])
def test_a_notation_that_is_none(name):
    with pytest.raises(Unreadable, match="expected one of native"):
        notation(name)


@pytest.mark.parametrize("name", names()[1:])
def test_a_notation_does_not_take_what_is_not_its_own(name):
    """Law of every notation: it claims neither native logs nor prose, whatever they begin with."""
    for text in ("Dear diary,\n", "{}", "<html>", "\n", "1\t2\t3\n", "a" * 4096):
        assert not notation(name).sniff(text)
