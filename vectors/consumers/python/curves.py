# SPDX-License-Identifier: 0BSD
"""Curves of the accounting that have a closed form."""
import math

from gaussian import largest_mu

HUGE = 2**20


def within(x, least, most):
    return least <= x <= most


def below_one(log_ratio):
    """1 - e^log_ratio, 0 where that is negative."""
    return -math.expm1(log_ratio) if log_ratio < 0 else 0.0


def noise_allowed(i):
    return within(i["scale"], 2**-20, HUGE) and within(i["sensitivity"], 0, HUGE)


def laplace_delta(i):
    if not noise_allowed(i) or not within(i["epsilon"], 0, 1000):
        return None
    return {"delta": below_one((i["epsilon"] - i["sensitivity"] / i["scale"]) / 2)}


def laplace_epsilon(i):
    if not noise_allowed(i) or not within(i["delta"], 0, 0.5):
        return None
    return {"epsilon": max(0.0, i["sensitivity"] / i["scale"] + 2 * math.log1p(-i["delta"]))}


def mixture_delta(i):
    if i["known_h"] == 0:
        return laplace_delta(i)
    epsilon = i["epsilon"]
    if i["known_h"] != 1 or not noise_allowed(i) or not within(epsilon, 0, 1000):
        return None
    pure = i["sensitivity"] / i["scale"]
    if pure == 0:
        return {"delta": 0.0}
    return {"delta": below_one(-pure * pure / (epsilon + math.hypot(epsilon, pure)) / 2)}


def randomized_delta(i):
    k, e0, epsilon = i["answers"], i["e0"], i["epsilon"]
    if not within(k, 2, 2**30) or not within(e0, 0, 1000) or not within(epsilon, 0, 1000):
        return None
    return {"delta": below_one(epsilon - e0) / (1 + (k - 1) * math.exp(-e0))}


def randomized_renyi(i):
    k, e0, alpha = i["answers"], i["e0"], i["alpha"]
    if not within(k, 2, 2**30) or not within(e0, 0, 1000) or not within(alpha, 1 + 2**-10, 256):
        return None
    less = (alpha - 1) * e0
    if alpha * e0 < 700:
        log = math.log1p(math.expm1(alpha * e0) * -math.expm1(-less) / (math.exp(e0) + k - 1))
    else:
        log = less + math.log1p(math.exp(-less - alpha * e0) + (k - 2) * math.exp(-alpha * e0)) - math.log1p((k - 1) * math.exp(-e0))
    return {"renyi": log / (alpha - 1)}


def grown(w, x):
    """log(1 + w (e^x - 1))"""
    return math.log1p(w * math.expm1(x)) if x < 600 else x + math.log(w)


def importance_loss(i):
    w, a = i["weight"], i["a"]
    if not within(w, 1, HUGE) or not within(a, 0, 1000):
        return None
    return {"loss": math.log1p(math.expm1(a * w) / w) if a * w < 700 else a * w - math.log(w)}


def importance_delta(i):
    w, a, epsilon = i["weight"], i["a"], i["epsilon"]
    if not within(w, 1, HUGE) or not within(a, 0, 1000) or not within(epsilon, 0, 1000):
        return None
    return {"delta": below_one(((epsilon if w == 1 else grown(w, epsilon)) - a * w) / 2) / w}


def importance_scale(i):
    w, epsilon = i["weight"], i["epsilon"]
    if not within(w, 1, HUGE) or not within(epsilon, 0, 1000):
        return None
    return {"a": grown(w, epsilon) / w}


def gaussian_sigma(i):
    epsilon, delta, sensitivity, releases = i["epsilon"], i["delta"], i["sensitivity"], i["releases"]
    if not within(epsilon, 2**-10, 1000) or not within(delta, 1e-300, 0.5) or not within(sensitivity, 2**-20, HUGE) or not within(releases, 1, 2**32):
        return None
    return {"sigma": math.sqrt(releases) * sensitivity / largest_mu(epsilon, delta)}


def gaussian_classical_sigma(i):
    epsilon, delta, sensitivity = i["epsilon"], i["delta"], i["sensitivity"]
    if not 2**-10 <= epsilon < 1 or not within(delta, 1e-300, 0.5) or not within(sensitivity, 2**-20, HUGE):
        return None
    return {"sigma": math.sqrt(2 * (math.log(1.25) - math.log(delta))) * sensitivity / epsilon}


def gaussian_published_epsilon(i):
    mu, delta = i["mu"], i["delta"]
    if not within(mu, 2**-10, 64) or not within(delta, 1e-300, 0.5):
        return None
    return {"epsilon": mu * mu / 2 + mu * math.sqrt(-2 * math.log(delta))}


def gaussian_published_delta(i):
    mu, epsilon = i["mu"], i["epsilon"]
    if not within(mu, 2**-10, 64) or not within(epsilon, 0, 1000):
        return None
    return {"delta": math.exp(-(max(0.0, epsilon - mu * mu / 2) / mu) ** 2 / 2)}


ALGORITHMS = {
    f.__name__: f
    for f in (laplace_delta, laplace_epsilon, mixture_delta, randomized_delta, randomized_renyi, importance_loss, importance_delta,
              importance_scale, gaussian_sigma, gaussian_classical_sigma, gaussian_published_epsilon, gaussian_published_delta)
}
