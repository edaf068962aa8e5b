"""The rows of the advice for choosing a faction: what settings are worth to factions, and what to expect of a setup."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from events.log.codec import Unreadable
from events.problems import near_match, one_of
from projections.statistics.strength.comparisons import connected
from projections.statistics.strength.contrasts import WIDTH, fair_rates, means
from projections.statistics.strength.data import FACTIONS, Selection
from projections.statistics.strength.estimates import numbered
from projections.statistics.strength.results import Floats, Ints
from projections.statistics.strength.settings import PLAYERS, Settings
from projections.statistics.strength.setup_design import Design, design, sums
from projections.statistics.strength.setup_effects import SetupFit, fit_setup_for_intervals, joint_width

FORM = "settings such as map=fire_ice_1,players=4,scoring=score3"


class Fitted(Struct, frozen=True):
    """The regression of all selected games, and how many seats each pair of a faction and a setting has (pairs)."""

    design: Design
    fit: SetupFit
    seats: Floats


def fitted(selection: Selection, settings: Settings) -> Fitted:
    """The regression of the selected games."""
    made = design(selection.results, settings)
    seen = sums(made, 0, len(selection.time))
    return Fitted(made, fit_setup_for_intervals(selection.results, made, seen), seen.seats[made.controls :])


def effect_rows(selection: Selection, settings: Settings, found: Fitted) -> Iterator[dict[str, Any]]:
    """A row for each faction and setting: by how many points it does better there than usually, the surest first."""
    errors = found.fit.errors
    wide = joint_width(len(errors)) * found.fit.joint_errors
    for pair in np.argsort(-np.abs(found.fit.effects) / np.maximum(errors, 1e-12), kind="stable"):
        effect, error = float(found.fit.effects[pair]), float(errors[pair])
        kind, value = settings.names[found.design.setting[pair]]
        yield {
            "faction": selection.names[FACTIONS][found.design.faction[pair]][-1],
            "kind": kind,
            "value": value,
            "games": int(found.seats[pair]),
            "effect": effect,
            "effect_low": effect - WIDTH * error,
            "effect_high": effect + WIDTH * error,
            "joint_low": effect - float(wide[pair]),
            "joint_high": effect + float(wide[pair]),
        }


def advice_rows(
    selection: Selection, settings: Settings, found: Fitted, setup: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """A row for each faction: margin and chance to win in a `setup` (numbers of settings), the best first.

    Both hold for an average player among average opponents with the factions that are usually played.
    """
    results, fit = selection.results, found.fit
    groups, plays = connected(results, FACTIONS), results.plays()[results.kind(FACTIONS)]
    shares = plays / np.maximum(np.bincount(groups, plays)[groups], 1)

    def above(columns: Floats) -> Floats:
        return columns - means(columns, shares, groups)

    acting = _acting(found.design, len(plays), setup)
    usual = above(fit.factions[:, None])[:, 0]
    through = above(acting + fit.by_pairs)
    margins = usual + above((acting @ fit.effects)[:, None])[:, 0]
    own = above(above(fit.own).T)

    def deviation(covariance: Floats) -> Floats:
        """(factions): the standard error of a margin, if effects of pairs have this covariance."""
        squares = np.diagonal(own) + ((through @ covariance) * through).sum(axis=1)
        error: Floats = np.sqrt(np.maximum(squares, 0.0))
        return error

    errors = deviation(fit.covariance)
    chairs = _chairs(selection, settings, setup)
    wide = joint_width(len(plays)) * np.maximum(errors, deviation(fit.generous))
    group_numbers = numbered(groups, plays, [name[0] for name in selection.names[FACTIONS]])
    alone = np.bincount(groups)[groups] == 1

    def chance(points: float) -> float:
        return float(fair_rates(np.array(fit.logits * points), chairs))

    for faction in np.argsort(-margins, kind="stable"):
        margin, error = float(margins[faction]), float(errors[faction])
        measures = {
            "margin": margin,
            "margin_low": margin - WIDTH * error,
            "margin_high": margin + WIDTH * error,
            "joint_low": margin - float(wide[faction]),
            "joint_high": margin + float(wide[faction]),
            "usual_margin": float(usual[faction]),
            "win_chance": chance(margin),
            "chance_low": chance(margin - WIDTH * error),
            "chance_high": chance(margin + WIDTH * error),
        }
        yield {
            "faction": selection.names[FACTIONS][faction][-1],
            "games": int(plays[faction]),
            "group": group_numbers[faction],
            **(dict.fromkeys(measures) if alone[faction] else measures),
        }


def chosen(text: str, settings: Settings) -> list[int]:
    """The numbers of the settings in a text such as "map=base,card=bonus_ship,card=bonus_cult".

    Raises Unreadable for a text of another form, for a kind or a value that the games do not have, and for two
    values of a kind of which every game has one.
    """
    found = []
    for part in text.split(","):
        kind, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not kind or not value:
            raise Unreadable(f"--setup {text}", FORM)
        if kind not in settings.kinds:
            expected = one_of(settings.kinds, kind) if settings.kinds else "none: the games differ in no setting"
            raise Unreadable(f"the setting {kind!r}", f"one in which the games differ: {expected}")
        values = [each for other, each in settings.names if other == kind]
        if value not in values:
            raise Unreadable(f"{kind}={value} in --setup", f"one of {', '.join(values)}{near_match(values, value)}")
        found.append(settings.names.index((kind, value)))
    if twice := _twice(found, settings):
        raise Unreadable(
            f"{twice} twice in --setup", "different settings, and one of each kind of which a table has one"
        )
    return found


def _twice(setup: Sequence[int], settings: Settings) -> str:
    """The first kind that stands twice in a setup, although no seat has two of its values; empty if there is none."""
    kinds = [settings.names[number][0] for number in setup]
    kind_of = np.array([settings.kinds.index(kind) for kind, _ in settings.names], dtype=np.int64)[settings.setting]
    seats = np.stack([settings.game, settings.chair, kind_of], axis=1)
    for kind in dict.fromkeys(kinds):
        several = len(seats) and np.unique(seats[kind_of == settings.kinds.index(kind)], axis=0, return_counts=True)[1]
        if kinds.count(kind) > 1 and np.max(several) == 1:
            return kind
    return next((f"{'='.join(settings.names[one])}" for one in setup if list(setup).count(one) > 1), "")


def _acting(made: Design, factions: int, setup: Sequence[int]) -> Floats:
    """(factions, pairs): 1 where an effect acts on a faction in the setup."""
    acting = np.zeros((factions, len(made.faction)))
    there = np.flatnonzero(np.isin(made.setting, list(setup)))
    acting[made.faction[there], there] = 1.0
    return acting


def _chairs(selection: Selection, settings: Settings, setup: Sequence[int]) -> Ints:
    """How many seats the table has: those of the setup, else the most frequent number in the games."""
    named = [int(value) for kind, value in (settings.names[one] for one in setup) if kind == PLAYERS]
    usual = np.bincount(selection.results.playing.sum(axis=1), minlength=1).argmax()
    return np.array(named[0] if named else max(int(usual), 1))
