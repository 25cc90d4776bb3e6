# SPDX-License-Identifier: 0BSD
"""The Poisson binomial mechanism at one placement; one release or one entry many times; figures of papers. A function answers with its
outputs, or None when the inputs are outside the domain."""
import math


def law(high, low, theta):
    mass = [1.0]
    for chance in [0.5 + theta] * high + [0.5 - theta] * low:
        mass = [a * (1 - chance) + b * chance for a, b in zip(mass + [0.0], [0.0] + mass)]
    return mass


def placed(i, name, least, most):
    """P and Q of every outcome."""
    theta, quanta, high, low = i["theta"], i["quanta"], i["high"], i["low"]
    if not (2.0**-6 <= theta <= 0.25 and quanta >= 1 and high >= 0 and low >= 0 and high + low + quanta <= 256 and least <= i[name] <= most):
        return None
    return list(zip(law(high + quanta, low, theta), law(high, low + quanta, theta)))


def pbm_delta(i):
    pairs = placed(i, "epsilon", 0, 100)
    if pairs is None:
        return None
    return {"delta": math.fsum(max(0.0, -p * math.expm1(i["epsilon"] - math.log(p / q))) for p, q in pairs)}


def pbm_epsilon(i):
    pairs, delta = placed(i, "delta", 1e-100, 0.5), i["delta"]
    if pairs is None:
        return None
    p, q, epsilon = 0.0, 0.0, 0.0
    for more, less in reversed(pairs):
        p, q = p + more, q + less
        if p > delta:
            epsilon = max(epsilon, math.log((p - delta) / q))
    return {"epsilon": epsilon}


def pbm_renyi(i):
    pairs, alpha = placed(i, "alpha", 1.125, 256), i["alpha"]
    if pairs is None:
        return None
    losses = [(math.log(p / q), q) for p, q in pairs]
    top = max(math.log(q) + alpha * loss for loss, q in losses)
    if top < 0:
        excess = math.fsum(q * (math.expm1(alpha * loss) - alpha * math.expm1(loss)) for loss, q in losses)
        return {"renyi": math.log1p(excess) / (alpha - 1)}
    return {"renyi": (top + math.log(math.fsum(math.exp(math.log(q) + alpha * loss - top) for loss, q in losses))) / (alpha - 1)}


def user_delta(i):
    epsilon, delta, k = i["epsilon"], i["delta"], i["entries"]
    if not (0 <= epsilon <= 10 and 1e-300 <= delta <= 1 and 1 <= k <= 1000 and k * epsilon <= 600):
        return None
    return {"delta": delta * (k if epsilon < 1e-200 else math.expm1(k * epsilon) / math.expm1(epsilon))}


def optimal_delta(i):
    e0, delta0, k, epsilon = i["e0"], i["delta0"], i["times"], i["epsilon"]
    if not (2.0**-10 <= e0 <= 10 and 0 <= delta0 <= 0.5 and 1 <= k <= 1000 and k * e0 <= 600 and 0 <= epsilon <= 600):
        return None
    u, log_mass, delta, n = -math.expm1(k * math.log1p(-delta0)), -k * math.log1p(math.exp(-e0)), 0.0, 0
    while (k - 2 * n) * e0 > epsilon:
        delta -= math.exp(log_mass) * math.expm1(epsilon - (k - 2 * n) * e0)
        log_mass += math.log((k - n) / (n + 1)) - e0
        n += 1
    return {"delta": u + delta * (1 - u)}


def gaussian_published_order(i):
    mu, delta = i["mu"], i["delta"]
    if not (2.0**-20 <= mu <= 2.0**20 and 1e-300 <= delta <= 0.5):
        return None
    return {"alpha": 1 + math.sqrt(-2 * math.log(delta)) / mu}


def importance_published_loss(i):
    weight, a = i["weight"], i["a"]
    if not (1 <= weight <= 2.0**20 and 2.0**-20 <= a <= 700):
        return None
    return {"loss": math.log1p(math.expm1(a) / weight)}


def privsr_worth(i):
    epsilon, beta = i["epsilon"], i["beta"]
    if not (2.0**-20 <= epsilon <= 1000 and 2.0**-20 <= beta <= 1):
        return None
    return {"both": epsilon * (1 + beta) / math.sqrt(1 + beta * beta)}


ALGORITHMS = {
    "pbm_delta": pbm_delta,
    "pbm_epsilon": pbm_epsilon,
    "pbm_renyi": pbm_renyi,
    "user_delta": user_delta,
    "optimal_delta": optimal_delta,
    "gaussian_published_order": gaussian_published_order,
    "importance_published_loss": importance_published_loss,
    "privsr_worth": privsr_worth,
}
