"""The lines of values in TOML, for errors that point at them."""

import pytest

from events.files.toml_lines import line_of

TEXT = """title = "x = [y"   # not [a] = table
[points]
places = [
    5,
    3,
]
share = 1
[[seasons]]
name = "1"
[[seasons.divisions]]
name = "A"
[[seasons.divisions]]
"name" = "B"
players = ["[[seasons]]", "a = b"]
[[seasons]]
name = "2"
  [[ seasons.divisions ]]
  name = 'C'
site.logs = ["here"]
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("points",), 2),
        (("points", "places"), 3),
        (("points", "places", 1), 3),
        (("points", "share"), 7),
        (("seasons",), 1),
        (("seasons", 0), 8),
        (("seasons", 0, "divisions", 1), 12),
        (("seasons", 0, "divisions", 1, "name"), 13),
        (("seasons", 0, "divisions", 1, "players", 0), 14),
        (("seasons", 1, "name"), 16),
        (("seasons", 1, "divisions", 0, "name"), 18),
        (("seasons", 1, "divisions", 0, "games"), 17),
        (("seasons", 1, "divisions", 0, "site", "logs"), 19),
        (("nowhere",), 1),
    ],
)
def test_lines_of_values(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(TEXT, path) == line
