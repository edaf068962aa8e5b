"""Luck and skill: how much of the variation of results comes from players, factions, maps, seats, and from the rest.

Results are fitted by least squares to effects of players, of factions on maps and of seats, as margins are. The squares
of fitted effects are too large, as they contain noise: what noise adds to them is subtracted, which leaves estimates
without bias (variance components by quadratic forms; S. R. Searle, G. Casella, C. E. McCulloch, Variance Components,
1992, chapter 5). They describe these games and these players, and can be negative by chance.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from scipy import sparse

from projections.statistics.strength.curvature import Pattern, gathered
from projections.statistics.strength.margins import centred, information
from projections.statistics.strength.results import Floats, Ints, Results, strengths

PLAYER, FACTION, FACTION_ON_MAP, SEAT = "player", "faction", "faction on map", "seat"
TOGETHER, REST = "together", "rest"
MAP, TABLE = "map", "table"
WEAK = 1e-3
"""The precision of the prior of each effect, in units of a single result: next to none, but systems can be solved."""
EXACT_EFFECTS, SIGNS = 1_000, 64
"""Up to so many effects, what noise adds is computed exactly, else estimated from so many columns of random signs."""


class Share(Struct, frozen=True):
    """A part of the variation: the sum of its squares and its standard error."""

    source: str
    squares: float
    error: float


class _Form(NamedTuple):
    """A source and the quadratic form of its squares: what unit noise adds to them, and half its variance."""

    source: str
    form: Any
    noise: float
    variance: float


class Within:
    """The games, and what the shares of every measure within tables have in common; solved for once.

    The kinds of effects are players, factions on maps, and seats; `faction` and `place` (effects of the second kind)
    number the faction and the map of each, from 0.
    """

    def __init__(self, results: Results, faction: Ints, place: Ints) -> None:
        self._results = results
        pattern = Pattern(results)
        added = pattern.added(information(results))
        known = pattern.known(added)
        self._curvature = pattern.curvature(added, np.full(results.effects, WEAK))
        probes = _probes(results.effects)
        solved = self._curvature.solve(probes)
        used = results.effects - WEAK * float((probes * solved).sum())
        self._free = float((results.playing.sum(axis=1) - 1).clip(min=0).sum()) - used
        forms = {source: (part.T @ known @ part).tocsr() for source, part in _parts(results, faction, place)}
        if len(forms) > 1:
            forms[TOGETHER] = (known - sum(forms.values())).tocsr()
        self._forms = [self._form(source, form, probes, solved) for source, form in (forms | {REST: known}).items()]

    def _form(self, source: str, form: Any, probes: Floats, solved: Floats) -> _Form:
        applied, ahead = form @ probes, form @ solved
        # both matrices are symmetric: with all columns of the identity, nothing has to be solved again
        back = ahead.T if probes.shape[1] == len(probes) else self._curvature.solve(applied)
        return _Form(source, form, float((applied * solved).sum()), float((back * ahead).sum()))

    def shares(self, values: Floats) -> list[Share]:
        """The parts of the variation of `values` (games, chairs) within tables; they add up to the whole.

        What several parts explain together, as good players choose good factions, is a part of its own.
        """
        outcome = centred(values, self._results)
        effects = self._curvature.solve(gathered(self._results, outcome))
        left = outcome - centred(strengths(effects, self._results.terms), self._results)
        noise = float((left**2).sum()) / max(self._free, 1.0)
        *found, every = (self._share(form, effects, noise) for form in self._forms)
        return [*found, Share(REST, float((outcome**2).sum()) - every.squares, every.error)]

    def _share(self, one: _Form, effects: Floats, noise: float) -> Share:
        """The value of a quadratic form of the true effects, given normal errors of the fitted ones."""
        pulled = one.form @ effects
        slope = noise * float(pulled @ self._curvature.solve(pulled))
        twice = noise**2 * one.variance
        error = float(np.sqrt(max(4 * slope - 2 * twice, 2 * twice)))
        return Share(one.source, float(effects @ pulled) - noise * one.noise, error)


def between_tables(results: Results, values: Floats, place: Ints) -> list[Share]:
    """The variation of the means of tables: by the map, `place` (games) from 0, and whatever else tables differ in."""
    seats = results.playing.sum(axis=1)
    means = np.where(results.playing, values, 0.0).sum(axis=1) / np.maximum(seats, 1)
    there = np.bincount(place, seats)
    by_place = np.bincount(place, seats * means) / np.maximum(there, 1)
    whole = float((seats * (means - seats @ means / seats.sum()) ** 2).sum())
    rest = float((seats * (means - by_place[place]) ** 2).sum())
    maps = int((there > 0).sum())
    noise = rest / max(len(seats) - maps, 1)
    squares = whole - rest - (maps - 1) * noise
    error = float(np.sqrt(2 * (maps - 1) * noise**2 + 4 * noise * max(squares, 0.0)))
    return [Share(MAP, squares, error), Share(TABLE, whole - squares, error)]


def _probes(effects: int) -> Floats:
    """(effects, columns): columns whose products with themselves add up to the identity, on average at least."""
    if effects <= EXACT_EFFECTS:
        return np.eye(effects)
    signs: Floats = np.random.default_rng(1).choice([-1.0, 1.0], size=(effects, SIGNS)) / np.sqrt(SIGNS)
    return signs


def _parts(results: Results, faction: Ints, place: Ints) -> Iterator[tuple[str, Any]]:
    """The sources with effects, and for each the matrix that leaves of all effects the part due to it."""
    effects = results.effects
    own = results.kind(1)
    for number, source in ((0, PLAYER), (2, SEAT)):
        if number < len(results.sizes) and results.sizes[number]:
            yield source, _selected(effects, results.kind(number))
    if own.stop == own.start:
        return
    plays = results.plays()[own].astype(np.float64)
    above_mean = sparse.identity(len(faction)) - _averaging(place, plays)
    main = _averaging(faction, plays) @ above_mean
    chosen = sparse.identity(effects, format="csr")[own]
    yield FACTION, (chosen.T @ main @ chosen).tocsr()
    if place.max() > 0:
        yield FACTION_ON_MAP, (chosen.T @ (above_mean - main) @ chosen).tocsr()


def _selected(effects: int, own: slice) -> Any:
    """The matrix that sets all other effects to 0."""
    kept = np.zeros(effects)
    kept[own] = 1.0
    return sparse.diags(kept, format="csr")


def _averaging(groups: Ints, plays: Floats) -> Any:
    """The matrix that replaces each effect by the mean of its group, weighted by plays."""
    number = len(groups)
    members = sparse.csr_matrix((np.ones(number), (np.arange(number), groups)))
    shares = plays / np.maximum(np.bincount(groups, plays), 1.0)[groups]
    return members @ sparse.csr_matrix((shares, (groups, np.arange(number))))
