# SPDX-License-Identifier: 0BSD
"""What noise on whole steps costs: the discrete Gaussian and the discrete Laplace law."""
import math

WIDE = 2**40


def law_allowed(i):
    return 1 <= i["p"] <= WIDE and 1 <= i["q"] <= WIDE and 1 <= i["steps"] <= WIDE


def gaussian_allowed(i):
    return law_allowed(i) and i["p"] <= 2**20 * i["q"] and i["steps"] ** 2 * i["q"] <= 4096 * i["p"]


def laplace_allowed(i):
    return law_allowed(i) and i["steps"] * i["p"] <= 1000 * i["q"]


def gaussian_curve(p, q, k):
    """delta as a function of epsilon: every term is above 0."""
    variance = p / q
    reach = math.ceil(40 * math.sqrt(variance)) + 2
    total = 1 + 2 * math.fsum(math.exp(-x * x / (2 * variance)) for x in range(1, reach))

    def delta(epsilon):
        first = math.ceil(epsilon * variance / k - k / 2)
        terms = (math.exp(-x * x / (2 * variance)) * -math.expm1(epsilon - k * (2 * x + k) / (2 * variance))
                 for x in range(max(first, -reach), max(first, 0) + reach))
        return max(0.0, math.fsum(terms)) / total

    return delta


def laplace_curve(p, q, k):
    t = p / q

    def delta(epsilon):
        if epsilon >= k * t:
            return 0.0
        m = max(0, math.ceil((k - epsilon / t) / 2) - 1)
        return (-math.expm1(epsilon - t * (k - m)) - math.exp(-t) * math.expm1(-t * m)) / (1 + math.exp(-t))

    return delta


def least_epsilon(curve, delta, most):
    if curve(0.0) <= delta:
        return 0.0
    low, high = 0.0, most
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > delta else (low, middle)
    return high


def discrete_gaussian_delta(i):
    if not gaussian_allowed(i) or not 0 <= i["epsilon"] <= 1000:
        return None
    return {"delta": gaussian_curve(i["p"], i["q"], i["steps"])(i["epsilon"])}


def discrete_gaussian_epsilon(i):
    if not gaussian_allowed(i) or not 1e-300 <= i["delta"] <= 0.5:
        return None
    return {"epsilon": least_epsilon(gaussian_curve(i["p"], i["q"], i["steps"]), i["delta"], 8192.0)}


def discrete_laplace_delta(i):
    if not laplace_allowed(i) or not 0 <= i["epsilon"] <= 1000:
        return None
    return {"delta": laplace_curve(i["p"], i["q"], i["steps"])(i["epsilon"])}


def discrete_laplace_epsilon(i):
    if not laplace_allowed(i) or not 0 <= i["delta"] <= 0.5:
        return None
    pure = i["steps"] * i["p"] / i["q"]
    return {"epsilon": least_epsilon(laplace_curve(i["p"], i["q"], i["steps"]), i["delta"], pure)}


ALGORITHMS = {f.__name__: f for f in (discrete_gaussian_delta, discrete_gaussian_epsilon, discrete_laplace_delta, discrete_laplace_epsilon)}
