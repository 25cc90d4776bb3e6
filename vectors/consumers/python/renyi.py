# SPDX-License-Identifier: 0BSD
"""Renyi divergences: to (epsilon, delta), by the worst laws on two points, and of the sampled Gaussian mechanism."""
import math

from gaussian import curve

GOLDEN = (math.sqrt(5) - 1) / 2


def log_add(a, b):
    high, low = max(a, b), min(a, b)
    return high if high == -math.inf else high + math.log1p(math.exp(low - high))


def divergence(alpha, epsilon, delta, log_q):
    """D_alpha of P = (p, 1 - p), Q = (q, 1 - q), p = delta + e^epsilon q."""
    q = math.exp(log_q)
    p = delta + math.exp(epsilon + log_q)
    first = alpha * log_add(math.log(delta) - log_q, epsilon) + log_q
    second = alpha * math.log1p(-p) - (alpha - 1) * math.log1p(-q) if p < 1 else -math.inf
    return log_add(first, second) / (alpha - 1)


def least_divergence(alpha, epsilon, delta):
    if delta == 1:
        return math.inf
    low, high = math.log(delta) - epsilon - 40, math.log1p(-delta) - epsilon
    for _ in range(64):
        width = GOLDEN * (high - low)
        if divergence(alpha, epsilon, delta, high - width) < divergence(alpha, epsilon, delta, low + width):
            high = low + width
        else:
            low = high - width
    return min(divergence(alpha, epsilon, delta, low), divergence(alpha, epsilon, delta, high))


def allowed(i):
    return 1 + 2**-10 <= i["alpha"] <= 256 and 0 <= i["rho"] <= 1000


def rdp_epsilon(i):
    alpha, rho, delta = i["alpha"], i["rho"], i["delta"]
    if not allowed(i) or not 1e-300 <= delta <= 0.5:
        return None
    if least_divergence(alpha, 0.0, delta) >= rho:
        return {"epsilon": 0.0}
    low, high = 0.0, rho - math.log(delta) / (alpha - 1) + 1
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if least_divergence(alpha, middle, delta) < rho else (low, middle)
    return {"epsilon": high}


def rdp_delta(i):
    alpha, rho, epsilon = i["alpha"], i["rho"], i["epsilon"]
    if not allowed(i) or not 0 <= epsilon <= 1000:
        return None
    low, high = -700.0, 0.0
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if least_divergence(alpha, epsilon, math.exp(middle)) < rho else (low, middle)
    return {"delta": math.exp(high)}


def rdp_published_epsilon(i):
    if not allowed(i) or not 1e-300 <= i["delta"] <= 0.5:
        return None
    return {"epsilon": i["rho"] - math.log(i["delta"]) / (i["alpha"] - 1)}


def sampled_gaussian_delta(i):
    mu, rate, epsilon, removed = i["mu"], i["rate"], i["epsilon"], i["removed"]
    if not 2**-10 <= mu <= 64 or not 2**-30 <= rate <= 1 or not 0 <= epsilon <= 1000 or removed not in (0, 1):
        return None
    if rate == 1:
        return {"delta": curve(mu, epsilon)}
    if removed:
        left = rate - math.expm1(epsilon) * (1 - rate)
        return {"delta": left * curve(mu, epsilon + math.log(rate) - math.log(left)) if left > 0 else 0.0}
    at = math.log1p(math.expm1(epsilon) / rate) if epsilon < 600 else epsilon - math.log(rate)
    return {"delta": rate * curve(mu, at)}


def log_expm1(x):
    return x + math.log(-math.expm1(-x))


def sampled_gaussian_renyi(i):
    mu, rate, alpha = i["mu"], i["rate"], i["alpha"]
    if not 2**-10 <= mu <= 64 or not 2**-30 <= rate <= 1 or not 2 <= alpha <= 256:
        return None
    if rate == 1:
        return {"renyi": alpha * mu * mu / 2}
    log_sum = -math.inf
    for j in range(2, alpha + 1):
        weight = math.log(math.comb(alpha, j)) + j * math.log(rate) + (alpha - j) * math.log1p(-rate)
        log_sum = log_add(log_sum, weight + log_expm1(j * (j - 1) * mu * mu / 2))
    return {"renyi": (math.log1p(math.exp(log_sum)) if log_sum < 700 else log_sum) / (alpha - 1)}


ALGORITHMS = {f.__name__: f for f in (rdp_epsilon, rdp_delta, rdp_published_epsilon, sampled_gaussian_delta, sampled_gaussian_renyi)}
