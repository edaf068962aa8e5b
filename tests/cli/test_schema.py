"""`anyturn schema`: JSON on standard output, and one line for what there is no schema of."""

import json

import pytest

from tests.support.running import Run


def test_the_schema_of_a_game(run: Run) -> None:
    found = run("schema", "gaia")
    assert found.code == 0
    schema = json.loads(found.out)
    assert schema["$id"] == "urn:anyturn:line:1:gaia"
    assert schema["$defs"]["Hunt"]["x-clauses"] == ["GA-7.1"]
    assert json.loads(run("schema", "gaia", "--json").out) == schema
    assert run("schema", "gaia", "--json").out.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gaja"], "the game 'gaja'"),
        (["gaia", "--of", "verdict"], "found gaia with --of verdict, expected no game: it is the same for all"),
        (["--of", "verdikt"], "did you mean verdict?"),
        (["dice_forge", "--of", "catalogue"], "expected a game whose logs carry component values"),
    ],
)
def test_there_is_no_such_schema(run: Run, words: list[str], said: str) -> None:
    found = run("schema", *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert found.err.count("\n") == 1
