"""The method of prediction that knows the setup: the joint model, and what settings are worth to factions."""

from collections.abc import Mapping

import numpy as np

from projections.statistics.strength.prediction import MODEL, SETUP
from projections.statistics.strength.results import Floats, Results
from projections.statistics.strength.rivals import Method, Prediction
from projections.statistics.strength.settings import Settings
from projections.statistics.strength.setup_design import Sums, design, sums
from projections.statistics.strength.setup_effects import SetupFit, fit_setup

LESS_OFTEN = 5
"""The effects of settings, which take longest to fit, are updated at every fifth update only."""


class WithSetup:
    """The strengths of `model`, plus the effects of settings in logits; the games are those of `results`, in order.

    It learns from the first games and then predicts those that follow them.
    """

    def __init__(self, results: Results, settings: Settings, model: Method) -> None:
        self._results, self._model = results, model
        self._design = design(results, settings)
        self._updates, self._games = 0, 0
        self._seen: Sums | None = None
        self._fit: SetupFit | None = None

    def __call__(self, before: Results) -> Prediction:
        """Learn from the earlier games: the first of `results`."""
        games = len(before.rank)
        if self._updates % LESS_OFTEN == 0:
            self._learn(games)
        self._updates += 1
        fit, plain = self._fit, self._model(before)
        known = fit.logits * fit.effects if fit else np.zeros(0)

        def prediction(later: Results) -> Floats:
            added = np.append(self._design.pairs @ known, 0.0)  # index -1 finds the 0 at the end
            found: Floats = plain(later) + added[self._design.row[games : games + len(later.rank)]]
            return found

        return prediction

    def _learn(self, games: int) -> None:
        new = sums(self._design, self._games, games)
        self._seen = new if self._seen is None else self._seen + new
        self._games = games
        start = self._fit.deviations / self._fit.spread if self._fit else None
        self._fit = fit_setup(self._results, self._design, self._seen, start)


def with_setup(methods: Mapping[str, Method], results: Results, settings: Settings) -> dict[str, Method]:
    """The methods for these results, and the one that knows the setup, if there are factions and settings."""
    if not results.sizes[1] or not settings.names:
        return dict(methods)
    model = _remembered(methods[MODEL])
    return {**methods, MODEL: model, SETUP: WithSetup(results, settings, model)}


def _remembered(method: Method) -> Method:
    """The method, which is not asked twice in a row to learn from the same games."""
    last: list[tuple[int, Prediction]] = []

    def remembering(before: Results) -> Prediction:
        games = len(before.rank)
        if not last or last[0][0] != games:
            last[:] = [(games, method(before))]
        return last[0][1]

    return remembering
