"""The parts of a picture in the columns of a page."""

from collections.abc import Callable
from random import Random
from typing import Any

from events.log.native import GameLog
from projections.pictures.sheet import Part, arranged
from tests.browser.driving import QUICK, opened, run
from tests.support.specimens import Specimen, log_of

Written = Callable[[GameLog], str]


def test_parts_lie_on_a_page_as_on_a_sheet(browser: Any, page: Written) -> None:
    """The page arranges parts as `arranged` does, in any number of columns."""
    opened(browser, page(log_of(Specimen(QUICK, 1))))
    rng = Random(3)
    for _ in range(40):
        columns = rng.randint(1, 5)
        parts = [Part(str(n), "", [], rng.randint(20, 900), rng.choice((1, 1, 2, 3))) for n in range(rng.randint(1, 9))]
        listed = [{"columns": part.columns, "width": part.width, "height": part.height} for part in parts]
        places, height = run(browser, "return arranged(...arguments)", listed, columns)
        expected, total = arranged(parts, columns)
        assert [tuple(place) for place in places] == expected
        assert height == total
