"""Strength apart from skill: how good factions and players are, each with the other accounted for.

Functions on plain arrays; `data` alone knows the store. numpy and scipy are the optional extra `strength`, imported by
nothing else: whoever imports a module of this package calls `need_libraries` before.

    results.py      finishing orders as arrays        likelihood.py  how likely they are, and its derivatives
    curvature.py    what is known of the effects      fitting.py     the most likely effects; priors from the data
    contrasts.py    effects against their average     margins.py     the same for victory points
    rivals.py       what predicts, to be compared     online.py      ratings that learn game after game
    prediction.py   every method judged by time       unbiased.py    the fit for intervals
    rows.py         rows of the statistics            data.py        from the store to arrays
"""

import os

from projections.statistics import libraries

LIBRARIES = {"numpy": "numpy", "scipy": "scipy"}
"""What is imported -> what is installed."""
INSTALL = libraries.install(LIBRARIES)
"""What to do about missing libraries: the extra `strength`, for the Python that this is run by."""

# For matrices of this size several threads only wait for each other, and the last digits would depend on their number.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def libraries_missing() -> list[str]:
    """Which of the libraries are not installed; imports none of them."""
    return libraries.missing(LIBRARIES)


def need_libraries(what: str) -> None:
    """Raises LibraryMissing if `what` (such as `stats strength`) cannot be computed here."""
    libraries.need(what, LIBRARIES)
