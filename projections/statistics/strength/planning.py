"""How many more games it takes until intervals are as narrow as wanted, if these are like the games so far.

The information of the games grows in proportion to their number, that of the prior does not. With few games, which the
prior helps to narrow the intervals, half the width therefore takes more than four times as many.
"""

import numpy as np

from projections.statistics.strength.results import Floats

MOST_TIMES = 2.0**30
"""More than so many times the games so far count as never."""
HALVINGS = 60


def times_as_many(covariance: Floats, weak: float, contrast: Floats, wanted: Floats) -> Floats:
    """(number): how many times as many games it takes until each contrast has the `wanted` error; 1 if it already has.

    `covariance` (effects, effects) is that under a normal prior with the standard deviation `weak`; the rows of
    `contrast` (number, effects) are the combinations, `wanted` (number) their standard errors. Infinite if even
    MOST_TIMES as many do not suffice, as where the games do not connect the effects.
    """
    prior = 1 / weak**2
    values, directions = np.linalg.eigh(np.linalg.inv(covariance) - np.eye(len(covariance)) * prior)
    known = np.maximum(values, 0.0)
    squares = (contrast @ directions) ** 2

    def errors(times: Floats) -> Floats:
        found: Floats = np.sqrt((squares / (times[:, None] * known + prior)).sum(axis=1))
        return found

    low, high = np.zeros(len(wanted)), np.full(len(wanted), np.log2(MOST_TIMES))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        enough = errors(2**middle) <= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    reached = errors(np.full(len(wanted), MOST_TIMES)) <= wanted
    done = errors(np.ones(len(wanted))) <= wanted
    times: Floats = np.where(done, 1.0, np.where(reached, 2**high, np.inf))
    return times
