"""Canonical JSON, and the exact place of anything unexpected."""

import msgspec
import pytest

from events.log.codec import Decoder, Unreadable, encode
from events.log.record import Header, Observed, Record, Seat
from events.log.upcast import record_type
from events.vocabulary.nim import Take

pytestmark = pytest.mark.usefixtures("nim")


def test_one_spelling():
    """Fields are in order, defaults left out, keys sorted; there are no blanks; the encoding is UTF-8."""
    header = Header("nim", options={"b": 1, "a": [True, None, "é"]}, seats=(Seat("Ann"),))
    spelled = '{"game":"nim","options":{"a":[true,null,"é"],"b":1},"seats":[{"player":"Ann"}]}'
    assert encode(header) == spelled.encode()
    assert encode(Header("nim", options={"a": [True, None, "é"], "b": 1}, seats=(Seat("Ann"),))) == encode(header)


def test_keys_that_are_numbers():
    header = Header("nim", expected={2: 7, 10: 5, 0: 3})
    assert encode(header) == b'{"game":"nim","expected":{"0":3,"10":5,"2":7}}'
    assert Decoder(Header)(encode(header)) == header


def test_a_record():
    record = Record(3, 1, Take(2), 17, (Observed(1, {"vp": 4}, "last_stone", 18),))
    spelled = (
        b'{"seq":3,"actor":1,"event":{"kind":"take","stones":2},"line":17,'
        b'"observed":[{"seat":1,"figures":{"vp":4},"after":"last_stone","line":18}]}'
    )
    assert encode(record) == spelled
    assert Decoder(record_type("nim"))(spelled) == record
    assert encode(Record(1, None, Take(2))) == b'{"seq":1,"actor":null,"event":{"kind":"take","stones":2}}'


@pytest.mark.parametrize(
    ("event", "found", "expected", "path"),
    [
        ('{"kind":"take","stones":"2"}', "str", "int", "$.event.stones"),
        ('{"kind":"take","stones":2.0}', "float", "int", "$.event.stones"),
        ('{"kind":"take","stones":true}', "bool", "int", "$.event.stones"),
        ('{"kind":"take","stones":null}', "null", "int", "$.event.stones"),
        ('{"kind":"take"}', "no field `stones`", "the field `stones`", "$.event"),
        ('{"kind":"take","stones":2,"of":9}', "the field `of`", "only known fields", "$.event"),
        ('{"kind":"steal","stones":2}', "'steal'", "a known value", "$.event.kind"),
        ('{"kind":7}', "something else", "str", "$.event.kind"),
        ('{"stones":2}', "no field `kind`", "the field `kind`", "$.event"),
        ("[]", "array", "object", "$.event"),
    ],
)
def test_exact_problems_of_a_record(event, found, expected, path):
    with pytest.raises(Unreadable) as caught:
        Decoder(record_type("nim"))(b'{"seq":1,"actor":0,"event":' + event.encode() + b"}", 12)
    problem = caught.value
    assert (problem.found, problem.expected, problem.path, problem.line) == (found, expected, path, 12)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"game":1}', "5: found int at $.game, expected str"),
        (b"{}", "5: found no field `game`, expected the field `game`"),
        (b'{"game":"nim","expected":{"first":3}}', "5: found str at a key of $.expected, expected int"),
        (
            b'{"game":"nim","seats":[{"name":"Ann"}]}',
            "5: found the field `name` at $.seats[0], expected only known fields",
        ),
        (b'{"game":"nim"} {}', "expected one JSON value"),
        (b'{"game":"nim"', "expected one JSON value"),
        (b"game: nim", "expected one JSON value"),
        (b'{"game":"\xff"}', "5: found a byte that is not UTF-8, expected text in UTF-8"),
        (b'{"game":"nim","catalogue":' + b"[" * 10**5 + b"]" * 10**5 + b"}", "5: found JSON nested too deeply"),
    ],
)
def test_exact_problems_of_a_header(text, says):
    with pytest.raises(Unreadable) as caught:
        Decoder(Header)(text, 5)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_lengths_and_other_words_of_the_library():
    """Other messages of msgspec also come out as found and expected, without its quotes."""
    with pytest.raises(Unreadable, match=r"^found something else, expected array of length 2$"):
        Decoder(tuple[int, int])(b"[1,2,3]")


@pytest.mark.parametrize(("text", "line"), [(b"[1,\n2,\n}", 3), (b"[1,\n2", 2), (b"[1,\n'a']", 2), (b"\n\n[", 3)])
def test_a_text_that_ends_to_be_json_is_found_at_its_line(text, line):
    with pytest.raises(Unreadable, match="found invalid JSON") as caught:
        Decoder(list[int])(text)
    assert caught.value.line == line


def test_a_problem_states_where():
    problem = Unreadable("a dog", "a cat", line=3, path="$.pet", name="pets.json")
    assert str(problem) == "pets.json:3: found a dog at $.pet, expected a cat"
    assert str(Unreadable("a dog", "a cat", name="pets.json")) == "pets.json: found a dog, expected a cat"
    assert str(Unreadable("a dog", "a cat")) == "found a dog, expected a cat"


def test_events_are_immutable():
    with pytest.raises(AttributeError):
        Take(2).stones = 3
    assert msgspec.structs.replace(Take(2), stones=3) == Take(3)
