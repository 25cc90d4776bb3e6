# SPDX-License-Identifier: 0BSD
"""Masses and tails of the integer laws, in fixed point: a number is a whole number of 2^-BITS."""
import math

BITS = 1400
ONE = 1 << BITS


def power(x, n):
    result = ONE
    while n > 0:
        if n % 2 == 1:
            result = result * x >> BITS
        x, n = x * x >> BITS, n // 2
    return result


def series(n, d):
    """exp(-n/d), n < d."""
    term, total, k = ONE, ONE, 0
    while term > 0:
        k += 1
        term = term * n // (d * k)
        total += -term if k % 2 else term
    return total


E_INVERSE = series(1, 2)**2 >> BITS


def decay(n, d):
    """exp(-n/d)"""
    return power(E_INVERSE, n // d) * series(n % d, d) >> BITS


def rate_allowed(p, q, x):
    return p >= 1 and 1 <= q <= 2**40 and p <= 2**40 and 0 <= x <= 2**40 and p * (x + 1) <= 690 * q


def bernoulli_exp_mass(i):
    p, q = i["p"], i["q"]
    return {"mass": decay(p, q) / ONE} if 1 <= q <= 2**40 and 0 <= p <= min(690 * q, 2**40) else None


def rated(name, factor):
    """exp(-p x / q) times a factor of a = exp(-p / q), a pair of numbers."""
    def outputs(i):
        p, q, x = i["p"], i["q"], i["x"]
        if not rate_allowed(p, q, x):
            return None
        above, below = factor(decay(p, q))
        return {name: decay(p * x, q) * above / (ONE * below)}
    return outputs


def weight(p, q, x):
    return decay(x * x * q, 2 * p)


def gaussian(name, count):
    def outputs(i):
        p, q, x = i["p"], i["q"], i["x"]
        if not (1 <= p <= 2**40 and 1 <= q <= 2**40 and p <= 1024 * q and 0 <= x <= 2**40 and x * x * q <= 1360 * p):
            return None
        end = 44 * math.isqrt(p // q + 1) + 44
        weights = [weight(p, q, y) for y in range(end)]
        return {name: sum(weights[x:x + count(end)]) / (2 * sum(weights) - weights[0])}
    return outputs


ALGORITHMS = {
    "bernoulli_exp_mass": bernoulli_exp_mass,
    "geometric_mass": rated("mass", lambda a: (ONE - a, ONE)),
    "geometric_tail": rated("tail", lambda a: (ONE, ONE)),
    "discrete_laplace_mass": rated("mass", lambda a: (ONE - a, ONE + a)),
    "discrete_laplace_tail": rated("tail", lambda a: (ONE, ONE + a)),
    "discrete_gaussian_mass": gaussian("mass", lambda end: 1),
    "discrete_gaussian_tail": gaussian("tail", lambda end: end),
}
