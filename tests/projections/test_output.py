"""Text and JSON of answers."""

import datetime
import json
from decimal import Decimal

from projections.output import cell, count, json_line, plain_table, table


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
        "number": "1.5",
        "text": "ä\n",
    }
    assert "\n" not in json_line(value)


def test_cells() -> None:
    assert cell(None) == "-"
    assert cell(0.25, "win_rate") == "25.0"
    assert cell(12.345, "mean_vp") == "12.3"
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


def test_a_plain_table_keeps_values_and_names() -> None:
    assert plain_table(["mean_vp", "b"], [(1, None), (22, "x")]) == ["mean_vp  b", "      1  -", "     22  x"]
    assert plain_table(["a"], [(1,)], headed=False) == ["1"]
    assert plain_table(["a", "b"], []) == ["a  b"]


def test_count() -> None:
    assert (count(1, "log"), count(0, "log"), count(1200, "log")) == ("1 log", "0 logs", "1,200 logs")
