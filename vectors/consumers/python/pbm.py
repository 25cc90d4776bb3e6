# SPDX-License-Identifier: 0BSD
"""The table of C_0 of the Poisson binomial mechanism, as its vector file says it: all others at +c. That no other inputs are worse
is not computed here. The choice of theta and q that the paper prints."""
import math


def log_binomial(m, odds):
    """The logarithms of the masses of m trials, from the mode outward."""
    law, mode = [0.0] * (m + 1), int(m * odds / (1 + odds))
    for s in range(mode, m):
        law[s + 1] = law[s] + math.log((m - s) / (s + 1) * odds)
    for s in range(mode, 0, -1):
        law[s - 1] = law[s] - math.log((m - s + 1) / s * odds)
    total = math.log(math.fsum(math.exp(x) for x in law))
    return [x - total for x in law]


def outcomes(theta, q, n):
    """ln(P / Q) and ln Q of every outcome."""
    high, low = 0.5 + theta, 0.5 - theta
    law = log_binomial((n - 1) * q, high / low)
    weight = [math.comb(q, j) * high**j * low**(q - j) for j in range(q + 1)]
    other = [math.comb(q, j) * low**j * high**(q - j) for j in range(q + 1)]
    for s in range(len(law) + q):
        within = range(max(0, s - len(law) + 1), min(q, s) + 1)
        top = max(law[s - j] for j in within)
        near = [(j, math.exp(law[s - j] - top)) for j in within]
        p, of_q = sum(weight[j] * x for j, x in near), sum(other[j] * x for j, x in near)
        yield math.log(p / of_q), top + math.log(of_q)


def log_excess(u, a):
    """ln(r^a - 1 - a (r - 1)), r = e^u; None where that is lost in rounding."""
    if a * u > 30:
        return a * u + math.log1p(-(1 + a * math.expm1(u)) * math.exp(-a * u))
    t = math.expm1(a * u) - a * math.expm1(u)
    return math.log(t) if t > 0 else None


def divergence(points, a):
    terms = [q + excess for u, q in points if (excess := log_excess(u, a)) is not None]
    top = max(terms)
    x = top + math.log(math.fsum(math.exp(t - top) for t in terms))
    return (x + math.log1p(math.exp(-x)) if x > 0 else math.log1p(math.exp(x))) / (a - 1)


def pbm_c0(i):
    theta, q, n, alpha = i["theta"], i["quanta"], i["users"], i["alpha"]
    if not alpha or not all(math.isfinite(a) and a > 1 for a in alpha) or not 0 < theta <= 0.25 or q < 1 or n < 1:
        return None
    points = list(outcomes(theta, q, n))
    rdp = [divergence(points, a) for a in alpha]
    factor = (1 - 2 * theta)**4 * n / (theta**2 * q)
    return {"rdp": rdp, "c0": [d * (a - 1) / a**2 * factor for a, d in zip(alpha, rdp)]}


def choice(i):
    epsilon, alpha, c0, coordinates, users = (i[name] for name in ("epsilon", "alpha", "c0", "coordinates", "users"))
    if not (2.0**-20 <= epsilon <= 1000 and 1 + 2.0**-10 <= alpha <= 256 and 2.0**-10 <= c0 <= 2.0**10
            and 1 <= coordinates <= 2**32 and 1 <= users <= 2**32):
        return None
    bound = (alpha - 1) / alpha**2 * (users * epsilon) / (c0 * coordinates)
    if bound >= 1:
        return {"bound": bound, "theta": 0.25, "quanta": int(bound)}
    s = math.sqrt(bound)
    return {"bound": bound, "theta": 2 * s / (4 * s + 1 + math.sqrt(8 * s + 1)), "quanta": 1}


ALGORITHMS = {
    "pbm_c0": pbm_c0,
    "dpmf_rp_choice": choice,
}
