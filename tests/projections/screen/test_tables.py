"""Text and JSON of answers."""

import datetime
import json
from collections import Counter
from decimal import Decimal
from random import Random
from typing import Any

from events.problems import count
from projections.screen.tables import cell, json_line, plain_table, table


def test_json_is_json_whatever_is_in_it() -> None:
    value = {
        "nan": float("nan"),
        "inf": [float("inf")],
        "map": {1: 2},
        "when": datetime.datetime(2024, 5, 1, 10),
        "number": Decimal("1.5"),
        "text": "ä\n",
    }
    assert json.loads(json_line(value)) == {
        "nan": None,
        "inf": [None],
        "map": {"1": 2},
        "when": "2024-05-01T10:00:00",
        "number": 1.5,
        "text": "ä\n",
    }
    assert "\n" not in json_line(value)


def test_cells() -> None:
    assert cell(None) == "-"
    assert cell(0.25, "win_rate") == "25.0"
    assert cell(12.345, "mean_vp") == "12.3"
    assert cell(-0.04, "mean_margin") == "0.0"
    assert cell(12.0, "wins") == "12"
    assert cell(2.5, "wins") == "2.5"
    assert cell("two\nlines") == "two lines"
    assert cell(True) == "True"


def test_a_table_is_aligned() -> None:
    rows = [{"name": "ann", "mean_vp": 9.0}, {"name": "benjamin", "mean_vp": None}, {"name": "c", "mean_vp": 112.25}]
    assert table(["name", "mean_vp"], rows) == [
        "           mean",
        "name         vp",
        "ann         9.0",
        "benjamin      -",
        "c         112.2",
    ]


def test_gaps_give_way_before_lines_get_too_long() -> None:
    rows = [{f"c{n}": "x" * 8 for n in range(8)}]
    columns = list(rows[0])
    assert len(table(columns, rows, 80)[1]) == 8 * 8 + 7 * 2
    assert len(table(columns, rows, 77)[1]) == 8 * 8 + 7


GAMES = [
    {"game_id": "64056bdfa7dba043", "faction": name, "games": 1200 + k, "win_rate": 0.25, "mean_vp": 119.125}
    for k, name in enumerate(["chaos_magicians", "auren"])
]
COLUMNS = list(GAMES[0])


def test_a_pipe_gets_everything_in_one_line_a_row() -> None:
    assert table(COLUMNS, GAMES)[1:] == [
        "id                faction          games  rate %     vp",
        "64056bdfa7dba043  chaos_magicians   1200    25.0  119.1",
        "64056bdfa7dba043  auren             1201    25.0  119.1",
    ]
    long = table(["text", "n"], [{"text": "x" * 500, "n": 1}])
    assert [len(line) for line in long] == [502, 502]


def test_in_a_terminal_long_texts_lose_their_middle_first() -> None:
    assert table(COLUMNS, GAMES, 46) == [
        "game                                 win  mean",
        "id               faction    games rate %    vp",
        "64056bdfa7dba043 chaos…ians  1200   25.0 119.1",
        "64056bdfa7dba043 auren       1201   25.0 119.1",
    ]


def test_texts_that_distinguish_rows_are_wrapped_instead() -> None:
    rows: list[dict[str, Any]] = [
        {"option": f"machine_moves_{when}_production", "games": 4} for when in ("after", "before")
    ]
    assert table(["option", "games"], rows, 24, wraps=True) == [
        "option             games",
        "machine_moves_         4",
        "after_production",
        "machine_moves_         4",
        "before_production",
    ]
    for width in range(24, 60):
        lines = table(["option", "games"], rows, width, wraps=True)
        assert max(map(len, lines)) <= width
        assert "".join(line.split()[0] for line in lines[1:]) == "".join(str(row["option"]) for row in rows)


def test_then_rows_go_on_in_indented_lines() -> None:
    assert table(COLUMNS, GAMES, 43) == [
        "game",
        "id               faction         games",
        "     win  mean",
        "  rate %    vp",
        "64056bdfa7dba043 chaos_magicians  1200",
        "    25.0 119.1",
        "64056bdfa7dba043 auren            1201",
        "    25.0 119.1",
    ]


def test_at_last_each_cell_has_a_line_of_its_own() -> None:
    columns = ["game_id", "played", *(f"c{n}" for n in range(9))]
    row = ("64056bdfa7dba043", datetime.datetime(2024, 5, 1, 10), "x" * 30, *range(10**9, 10**9 + 8))
    lines = plain_table(columns, [row, row], width=30)
    assert lines[:4] == [
        "game_id  64056bdfa7dba043",
        "played   2024-05-01 10:00:00",
        "c0       xxxxxxxxxx…xxxxxxxxxx",
        "c1       1000000000",
    ]
    assert lines[11:13] == ["", "game_id  64056bdfa7dba043"]
    assert plain_table(columns, [row], headed=False, width=30)[0] == ""


def test_no_line_is_too_long_and_no_number_is_cut() -> None:
    rng = Random("tables")
    for _ in range(300):
        columns = [f"c{n}_{'name' * rng.randint(0, 3)}" for n in range(rng.randint(1, 14))]
        texts = {name for name in columns if rng.random() < 0.4}
        value = {True: lambda: "word " * rng.randint(0, 20), False: lambda: rng.randint(0, 10 ** rng.randint(1, 9))}
        rows = [{name: value[name in texts]() for name in columns} for _ in range(rng.randint(1, 5))]
        width = rng.randint(40, 120)
        lines = table(columns, rows, width)
        assert max(map(len, lines)) <= width, (width, lines)
        words = Counter(" ".join(lines).split())
        for number, times in Counter(str(row[name]) for row in rows for name in columns if name not in texts).items():
            assert words[number] >= times


def test_a_terminal_that_is_hardly_there() -> None:
    for width in (0, 1, 2, 5):
        assert table(COLUMNS, GAMES, width)


def test_a_plain_table_keeps_values_and_names() -> None:
    assert plain_table(["mean_vp", "b"], [(1, None), (22, "x")]) == ["mean_vp  b", "      1  -", "     22  x"]
    assert plain_table(["a"], [(1,)], headed=False) == ["1"]
    assert plain_table(["a", "b"], []) == ["a  b"]


def test_count() -> None:
    assert (count(1, "log"), count(0, "log"), count(1200, "log")) == ("1 log", "0 logs", "1,200 logs")
