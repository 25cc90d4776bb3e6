# SPDX-License-Identifier: GPL-3.0-or-later
"""dpmf-rp: how the paper chooses theta and q (4.3.1), with Eq. (18) at alpha = 2."""
RATIO = 3              # m / p
PARTICIPATION = 0.1    # beta
ROUNDS = 30            # the paper does not say how many
DELTA = 1e-5           # nor at which delta
THETA_GRID = 2 ** 16


def eq18(theta, quanta, c0, coordinates, users, alpha=2):
    """Theorem 4.1, one round: p k coordinates, beta n users."""
    return c0 * theta ** 2 / (1 - 2 * theta) ** 4 * alpha ** 2 / (alpha - 1) * quanta * coordinates / users


def theta_and_quanta(epsilon, c0, coordinates, users):
    """4.3.1: theta with q = 1, 1/4 at most; there the q that is left. theta is one of the multiples of 2^-16 that are drawn with."""
    low, high = 0, THETA_GRID // 4
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if eq18(middle / THETA_GRID, 1, c0, coordinates, users) <= epsilon else (low, middle - 1)
    theta = max(low, 1) / THETA_GRID
    return theta, max(1, int(epsilon / eq18(0.25, 1, c0, coordinates, users))) if theta == 0.25 else 1
