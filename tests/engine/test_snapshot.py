"""Snapshots: states survive bytes; forks share nothing that changes; other rules' snapshots are refused."""

import pytest
from msgspec import Struct

from engine.rules import ruleset
from engine.snapshot import fork, state_bytes, state_from_bytes
from events.vocabulary.nim import Take
from tests.support import given


class Hut(Struct, frozen=True):
    size: int


class Field(Struct):
    corn: int
    huts: list[Hut] = []


class Town(Struct):
    """Every form of a field that a state may have."""

    name: str
    sizes: list[int]
    rows: list[list[int]]
    fields: list[Field]
    best: Field
    by_seat: dict[int, Field]
    counts: dict[str, list[int]]
    taken: set[str]
    hut: Hut | None
    maybe: Field | None
    either: int | list[int]
    kinds: tuple[str, ...]
    kind: list[str]
    value: list[int]


def town(**changes):
    fields = {
        "name": "Ur",
        "sizes": [1, 2],
        "rows": [[1], [2, 3]],
        "fields": [Field(1, [Hut(2)])],
        "best": Field(7),
        "by_seat": {1: Field(3), 0: Field(4)},
        "counts": {"b": [1], "a": [2]},
        "taken": {"x", "y"},
        "hut": Hut(5),
        "maybe": Field(9),
        "either": [4],
        "kinds": ("k",),
        "kind": ["old"],
        "value": [6],
    }
    return Town(**(fields | changes))


CHANGES = [
    lambda t: setattr(t, "name", "Uruk"),
    lambda t: t.sizes.append(3),
    lambda t: t.rows[1].append(4),
    lambda t: setattr(t.fields[0], "corn", 2),
    lambda t: t.fields[0].huts.pop(),
    lambda t: setattr(t.best, "corn", 8),
    lambda t: setattr(t.by_seat[1], "corn", 5),
    lambda t: t.by_seat.pop(0),
    lambda t: t.counts["a"].append(3),
    lambda t: t.taken.remove("x"),
    lambda t: setattr(t, "hut", None),
    lambda t: setattr(t.maybe, "corn", 1),
    lambda t: t.either.append(5),
    lambda t: t.kind.append("new"),
    lambda t: t.value.append(7),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_fork_is_independent(change):
    """Changes in one are not seen in the other, in either direction."""
    one = town()
    before = state_bytes(one)
    other = fork(one)
    assert other == one
    change(other)
    assert state_bytes(one) == before != state_bytes(other)
    change(one)
    assert state_bytes(one) == state_bytes(other)


@pytest.mark.parametrize(("field", "value"), [("maybe", None), ("hut", None), ("either", 4), ("either", [])])
def test_a_fork_of_every_alternative(field, value):
    assert fork(town(**{field: value})) == town(**{field: value})


def test_equal_states_give_equal_bytes():
    """This holds however their dictionaries and sets were built."""
    other = town(counts={"a": [2], "b": [1]}, by_seat={0: Field(4), 1: Field(3)}, taken={"y", "x"})
    assert state_bytes(other) == state_bytes(town())


def test_a_state_survives_bytes(nim):
    rules = ruleset(nim)
    state = given(nim, pile=5).when(0, Take(2)).state
    assert state_from_bytes(rules, state_bytes(state)) == state
