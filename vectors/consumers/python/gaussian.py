# SPDX-License-Identifier: 0BSD
"""The Gaussian mechanism's curve: delta, epsilon, and the calibration."""
import math


def density(x):
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def mills(x):
    """Q(x) / density(x) for x >= 0."""
    if x < 1.5:
        term = total = x
        for k in range(1, 60):
            term *= x * x / (2 * k + 1)
            total += term
        return 0.5 / density(x) - total
    fraction = x
    for k in range(500, 0, -1):
        fraction = x + k / fraction
    return 1 / fraction


def curve(mu, epsilon):
    a, b = epsilon / mu - mu / 2, epsilon / mu + mu / 2
    if a >= 0:
        return density(a) * (mills(a) - mills(b))
    return 1 - density(a) * (mills(-a) + mills(b))


def bisected(too_small, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if too_small(middle) else (low, middle)
    return low, high


def allowed(mu=1.0, epsilon=1.0, delta=0.5):
    return 2**-10 <= mu <= 64 and 0 <= epsilon <= 1000 and 1e-300 <= delta <= 0.5


def delta_of(i):
    return {"delta": curve(i["mu"], i["epsilon"])} if allowed(mu=i["mu"], epsilon=i["epsilon"]) else None


def epsilon_of(i):
    mu, delta = i["mu"], i["delta"]
    if not allowed(mu=mu, delta=delta):
        return None
    if curve(mu, 0.0) <= delta:
        return {"epsilon": 0.0}
    return {"epsilon": bisected(lambda e: curve(mu, e) > delta, 0.0, 8192.0)[1]}


def largest_mu(epsilon, delta):
    return bisected(lambda mu: curve(mu, epsilon) <= delta, 0.0, 128.0)[0]


def mu_of(i):
    epsilon, delta = i["epsilon"], i["delta"]
    if not allowed(epsilon=epsilon, delta=delta) or epsilon < 2**-10:
        return None
    return {"mu": largest_mu(epsilon, delta)}


ALGORITHMS = {"gaussian_delta": delta_of, "gaussian_epsilon": epsilon_of, "gaussian_mu": mu_of}
