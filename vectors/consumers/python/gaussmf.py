# SPDX-License-Identifier: 0BSD
"""The kernels of gaussmf, a round of either variant, and the excess over its sensitivity. A
function answers with its outputs, or None when the inputs are outside the domain."""
import math

from kernels import dot, finite, norm, summed


def clipped(x, clip):
    divisor = max(1.0, norm(x) / clip)
    return [a / divisor for a in x]


def clip_profile(i):
    x, clip = i["x"], i["clip"]
    if not x or not finite(x, clip) or clip <= 0:
        return None
    return {"norm": norm(x), "clipped": clipped(x, clip)}


def budget_allowed(eps_i, delta):
    return 0 < eps_i < 1 and 0 < delta < 1


def sigma_of(tau, clip, eps_i, delta):
    return tau * clip / eps_i * math.sqrt(2 * math.log(1.25 / delta))


def sigma(i):
    tau, clip, eps_i, delta = i["tau"], i["clip"], i["eps_i"], i["delta"]
    if not finite(tau, clip) or tau < 0 or clip <= 0 or not budget_allowed(eps_i, delta):
        return None
    return {"sigma": sigma_of(tau, clip, eps_i, delta)}


def plus(x, factor, y):
    return [a + factor * b for a, b in zip(x, y)]


def row(i):
    own, v, regularization, mu = i["own"], i["v"], i["lambda"], i["mu"]
    if (not own or not finite(own, i["other"], i["outer"], i["gradient"], v, regularization, mu) or regularization < 0 or mu <= 0):
        return None
    residual = dot(i["other"], own) - v
    accumulated = plus(i["gradient"], residual, i["outer"])
    regularized = plus(accumulated, regularization, own)
    return {"residual": residual, "accumulated": accumulated, "regularized": regularized, "stepped": plus(own, -mu, regularized)}


def contribute(i):
    products = [i["rating_steps"] * a for a in i["outer"]]
    after = [s + p for s, p in zip(i["sum"], products)]
    if not products or not all(-2**63 <= a < 2**63 for a in products + after):
        return None
    return {"sum": after}


def allowed(i):
    pairs = list(zip(i["user"], i["item"]))
    return (len(set(pairs)) == len(pairs) and all(0 <= u < len(i["theta"]) and 0 <= j < len(i["x"]) for u, j in pairs)
            and finite(i["x"], i["theta"], i["rating"], [i["mu"], i["lambda"], i["clip"]])
            and i["mu"] > 0 and i["lambda"] >= 0 and i["clip"] > 0)


def gradients(i, x, theta, rating, outer=None):
    """Lines 3 to 5 of Algorithm 1; `outer`: what the profiles of X and Theta are clipped to, if not given by clip alone."""
    n, ratings = len(x[0]), list(zip(i["user"], i["item"], rating))
    residual = [dot(x[j], theta[u]) - v for u, j, v in ratings]
    outer_x, outer_theta = outer or ([clipped(a, i["clip"]) for a in rows] for rows in (x, theta))
    of_x = [summed([[e * a for a in outer_theta[u]] for e, (u, j, _) in zip(residual, ratings) if j == k]
                   + [[i["lambda"] * a for a in x[k]]], n) for k in range(len(x))]
    of_theta = [summed([[e * a for a in outer_x[j]] for e, (u, j, _) in zip(residual, ratings) if u == k]
                       + [[i["lambda"] * a for a in theta[k]]], n) for k in range(len(theta))]
    return residual, outer_x, outer_theta, of_x, of_theta


def stepped(rows, gradient, mu):
    return [plus(a, -mu, g) for a, g in zip(rows, gradient)]


def one_round(i):
    if not allowed(i) or not finite(i["normal"], i["tau"]) or i["tau"] < 0 or not budget_allowed(i["eps_i"], i["delta"]):
        return None
    residual, outer_x, outer_theta, of_x, of_theta = gradients(i, i["x"], i["theta"], i["rating"])
    scale = sigma_of(i["tau"], i["clip"], i["eps_i"], i["delta"])
    noisy = [plus(g, scale, z) for g, z in zip(of_theta, i["normal"])]
    return {"sigma": scale, "residual": residual, "outer_x": outer_x, "outer_theta": outer_theta, "gradient_x": of_x,
            "gradient_theta": of_theta, "noisy": noisy, "x": stepped(i["x"], of_x, i["mu"]),
            "theta": stepped(i["theta"], noisy, i["mu"])}


def excess(i):
    if not allowed(i) or not i["rating"] or i["tau"] <= 0 or not finite(i["tau"], i["other"], i["released"]):
        return None
    x, gradient = [], []
    for rating in (i["rating"], [i["other"]] + i["rating"][1:]):
        x.append(stepped(i["x"], gradients(i, i["x"], i["theta"], rating)[3], i["mu"]))
        gradient.append(gradients(i, x[-1], i["released"], rating)[4])
    distance = norm([a - b for one, other in zip(*gradient) for a, b in zip(one, other)])
    declared = i["tau"] * i["clip"]
    return {"x_first": x[0], "x_second": x[1], "gradient_first": gradient[0], "gradient_second": gradient[1],
            "distance": distance, "declared": declared, "ratio": distance / declared}


def in_steps(profile, clip, bits, bound):
    steps = [int(math.ldexp(a, bits)) for a in clipped(profile, clip)]
    while sum(a * a for a in steps) > bound * bound:
        steps = [a - (a > 0) + (a < 0) for a in steps]
    return steps


def nearest(x):
    return int(x) + (x - int(x) >= 0.5) - (x - int(x) <= -0.5)


def integers_allowed(i):
    most = 2**40
    return (max(abs(i["rating_bits"]), abs(i["outer_bits"])) <= 60 and abs(i["middle"]) <= most
            and all(abs(math.ldexp(v, i["rating_bits"])) <= most for v in i["rating"])
            and 1 <= math.floor(math.ldexp(i["clip"], i["outer_bits"])) <= 2**20)


def corrected_round(i):
    if not allowed(i) or not integers_allowed(i):
        return None
    n, bits = len(i["x"][0]), i["outer_bits"]
    bound = math.floor(math.ldexp(i["clip"], bits))
    rating = [nearest(math.ldexp(v, i["rating_bits"])) - i["middle"] for v in i["rating"]]
    steps_x, steps_theta = ([in_steps(a, i["clip"], bits, bound) for a in rows] for rows in (i["x"], i["theta"]))
    of_theta, of_x = list(i["noise_theta"]), list(i["noise_x"])
    for u, j, v in zip(i["user"], i["item"], rating):
        for k in range(n):
            of_theta[u * n + k] += v * steps_x[j][k]
            of_x[j * n + k] += v * steps_theta[u][k]
    outer = [[[math.ldexp(a, -bits) for a in p] for p in steps] for steps in (steps_x, steps_theta)]
    middle = [math.ldexp(i["middle"], -i["rating_bits"])] * len(rating)
    residual, _, _, public_x, public_theta = gradients(i, i["x"], i["theta"], middle, outer)

    def minus(public, released):
        taken = [math.ldexp(a, -(i["rating_bits"] + bits)) for a in released]
        return [plus(p, -1, taken[k * n:(k + 1) * n]) for k, p in enumerate(public)]

    gradient_x, gradient_theta = minus(public_x, of_x), minus(public_theta, of_theta)
    return {"bound": bound, "rating_steps": rating, "outer_x": sum(steps_x, []), "outer_theta": sum(steps_theta, []),
            "released_theta": of_theta, "released_x": of_x, "residual": residual, "gradient_theta": gradient_theta,
            "gradient_x": gradient_x, "theta": stepped(i["theta"], gradient_theta, i["mu"]),
            "x": stepped(i["x"], gradient_x, i["mu"])}


ALGORITHMS = {
    "gaussmf_clip": clip_profile,
    "gaussmf_sigma": sigma,
    "gaussmf_row": row,
    "gaussmf_contribute": contribute,
    "gaussmf_round": one_round,
    "gaussmf_excess": excess,
    "gaussmf_corrected_round": corrected_round,
}
