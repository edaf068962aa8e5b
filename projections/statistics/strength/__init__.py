"""Strength apart from skill: how good factions and players are, each with the other accounted for.

The functions work on plain arrays; only `data` reads the store. numpy and scipy come with the optional extra `strength`
and are imported nowhere else: call `need_libraries` before importing a module of this package.

    results.py      finishing orders as arrays        likelihood.py  their likelihood and its derivatives
    curvature.py    how precisely effects are known   fitting.py     the most likely effects; priors from the data
    contrasts.py    effects against their average     margins.py     the same for victory points
    rivals.py       methods of prediction to compare  online.py      ratings that learn from one game at a time
    prediction.py   methods judged on later games     unbiased.py    the fit for intervals
    pooling.py      shrunken effects                  comparisons.py what can be compared, and how surely
    prior_by_choice.py  the fit that is shrunken      specialists.py effects of players with factions
    planning.py     how many more games it takes
    named_table.py  chances at a table that one names
    calendar.py     games in periods                  chains.py      systems of equations along time
    over_time.py    players who change                player_courses.py  rows of their ratings
    shares.py       parts of the variation            luck_rows.py   rows of these
    settings.py     what is known of a table beforehand   setup_design.py  effects of factions with settings
    setup_effects.py how large these are     setup_rival.py  the model that knows them
    setup_rows.py   advice for choosing
    estimates.py    rows of the statistics            data.py        from the store to arrays
"""

import os

from projections.statistics import libraries

LIBRARIES = {"numpy": "numpy", "scipy": "scipy"}
"""Module to import -> package to install."""
INSTALL = libraries.install(LIBRARIES)
"""How to install missing libraries: the extra `strength`, for the Python that runs this program."""

# For matrices of this size, several threads only wait for each other, and the last digits would depend on their number.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def libraries_missing() -> list[str]:
    """Which of the libraries are not installed; imports none of them."""
    return libraries.missing(LIBRARIES)


def need_libraries(what: str) -> None:
    """Raise LibraryMissing if `what` (such as `stats strength`) cannot be computed here."""
    libraries.need(what, LIBRARIES)
