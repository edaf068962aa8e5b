"""The likelihood of finishing orders: compared with its definition, and independent of irrelevant details."""

from itertools import permutations
from math import exp

import numpy as np
import pytest

from projections.statistics.strength.likelihood import bias_slope, derivatives, log_likelihood, stages
from tests.projections.statistics.strength.by_definition import curvature, log_chance, slope

RANKS = [
    [1, 2, 3, 4],
    [2, 1, 2, 4],
    [1, 1, 1, 1],
    [3, 1, 0, 2],
    [1, 1, 3, 0],
    [1, 2, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 0],
]
ETA = np.random.default_rng(5).normal(0, 1, (len(RANKS), 4))


def by_hand(eta, ranks):
    game = [(rank, (k,)) for k, rank in enumerate(ranks) if rank > 0]
    return log_chance(game, eta)


@pytest.mark.parametrize("number", range(len(RANKS)), ids=lambda number: str(RANKS[number]))
def test_it_is_that_of_the_definition_with_its_derivatives(number):
    eta, ranks = ETA[number], RANKS[number]
    value, slopes, information = derivatives(eta[None], np.array([ranks]))
    assert value[0] == pytest.approx(by_hand(eta, ranks), abs=1e-12)
    assert log_likelihood(eta[None], np.array([ranks]))[0] == pytest.approx(value[0], abs=1e-12)
    assert slopes[0] == pytest.approx(slope(lambda at: by_hand(at, ranks), eta), abs=1e-8)
    assert information[0] == pytest.approx(curvature(lambda at: by_hand(at, ranks), eta), abs=1e-5)


def test_the_chances_of_all_orders_add_up_to_one():
    eta = np.array([0.3, -1.0, 2.0, 0.5])
    assert sum(exp(by_hand(eta, order)) for order in permutations((1, 2, 3, 4))) == pytest.approx(1)
    chances = np.exp(log_likelihood(np.tile(eta, (24, 1)), np.array(list(permutations((1, 2, 3, 4))))))
    assert chances.sum() == pytest.approx(1)


def test_neither_the_order_of_seats_nor_the_numbers_of_ranks_matter():
    """Ties are ties whatever the order of the seats; 1, 1, 3 means the same as 1, 1, 2."""
    eta = np.array([0.3, -1.0, 2.0, 0.5])
    ranks = np.array([2, 1, 2, 4])
    expected = log_likelihood(eta[None], ranks[None])[0]
    for order in permutations(range(4)):
        assert log_likelihood(eta[list(order)][None], ranks[list(order)][None])[0] == pytest.approx(expected, abs=1e-12)
    assert log_likelihood(eta[None], np.array([[2, 1, 2, 3]]))[0] == pytest.approx(expected, abs=1e-12)


def test_a_dropped_seat_is_out_of_the_game_and_not_last():
    eta = np.array([[0.3, -1.0, 2.0, 0.5]])
    without = log_likelihood(eta[:, [0, 1, 3]], np.array([[2, 1, 3]]))
    assert log_likelihood(eta, np.array([[2, 1, 0, 3]])) == pytest.approx(without)
    assert log_likelihood(eta, np.array([[2, 1, 4, 3]])) != pytest.approx(without)
    _, slopes, information = derivatives(eta, np.array([[2, 1, 0, 3]]))
    assert slopes[0, 2] == 0
    assert not information[0, 2].any()


def test_in_a_tie_each_place_takes_its_share_away():
    assert stages(np.array([[1, 1, 3]]))[0].tolist() == [[1, 1, 1], [0.5, 0.5, 1], [0, 0, 1]]


@pytest.mark.parametrize("number", range(len(RANKS)), ids=lambda number: str(RANKS[number]))
def test_the_slope_of_the_bias_is_half_that_of_the_curvature_against_the_covariance(number):
    eta, ranks = ETA[number], np.array([RANKS[number]])
    root = np.random.default_rng(number).normal(0, 0.5, (4, 4))
    covariance = root @ root.T

    def against_covariance(at):
        return (derivatives(at[None], ranks)[2][0] * covariance).sum() / 2

    found = bias_slope(eta[None], ranks, covariance[None])[0]
    assert found == pytest.approx(slope(against_covariance, eta), abs=1e-7)


def test_large_strengths_neither_overflow_nor_vanish():
    value, slopes, information = derivatives(np.array([[900.0, 880.0, -900.0]]), np.array([[1, 2, 3]]))
    assert value[0] == pytest.approx(0, abs=1e-8)
    assert np.isfinite(slopes).all()
    assert np.isfinite(information).all()
