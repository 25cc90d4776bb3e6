# SPDX-License-Identifier: 0BSD
"""What a run costs, by Renyi divergences, as the vectors' pages have it."""
import math

from base import need


def renyi_epsilon(alpha, rho, delta):
    """rdp_published_epsilon"""
    need(1 + 2**-10 <= alpha <= 256 and 0 <= rho <= 1000 and 1e-300 <= delta <= 0.5)
    return rho + math.log(1 / delta) / (alpha - 1)


def best_epsilon(divergence, delta):
    """The least over whole orders, of those whose divergence is in the domain; None if none is."""
    found = [renyi_epsilon(a, divergence(a), delta) for a in range(2, 257) if divergence(a) <= 1000]
    return min(found, default=None)


def randomized_renyi(answers, e0, alpha):
    need(2 <= answers <= 2**30 and 0 <= e0 <= 1000 and 1 + 2**-10 <= alpha <= 256)
    grown = alpha * e0 + math.log(-math.expm1(-alpha * e0)) if e0 else -math.inf  # log(e^(alpha e0) - 1)
    excess = grown + math.log(-math.expm1((1 - alpha) * e0)) - e0 - math.log1p((answers - 1) * math.exp(-e0)) if e0 else -math.inf
    return (math.log1p(math.exp(excess)) if excess < 700 else excess) / (alpha - 1)
