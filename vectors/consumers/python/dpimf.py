# SPDX-License-Identifier: 0BSD
"""dpimf: sensitivities, importance weights, and one item's loss from its coefficients to the minimiser. A
function answers with its outputs, or None when the inputs are outside the domain."""
import math

from ball_qp import minimised
from kernels import dot, finite, norm


def senses_from(l1, squares, keep):
    """Eqs. (9), (15), (16), (18) and (17)."""
    return [2 * l1 + l1 * l1 + 1, 2 * l1, keep * l1 * l1, keep * (l1 * l1 + squares) / 2, keep]


def senses(p, keep):
    return senses_from(sum(map(abs, p)), dot(p, p), keep)


def largest(profiles, keep):
    return [max(column) for column in zip(*(senses(p, keep) for p in profiles))]


def bounds(bound, d, keep):
    return senses_from(bound * math.sqrt(d), bound * bound, keep)


def sensitivity(i):
    p, keep = i["p"], 1 - i["alpha0"]
    if not p or not p[0] or not finite(p, i["bound"]) or not 0 <= i["alpha0"] <= 1 or i["bound"] <= 0:
        return None
    each = [senses(profile, keep) for profile in p]
    out = {name: [one[s] for one in each] for s, name in enumerate(("loss", "first", "full", "triu"))}
    return {**out, "delta": largest(p, keep), "bounds": bounds(i["bound"], len(p[0]), keep)}


def laplace(word):
    u = ((int.from_bytes(word, "little") >> 12) + 0.5) / 2**52
    return math.log(2 * u) if u < 0.5 else -math.log(2 * (1 - u))


def allowed(i):
    users = i["user"]
    return (i["scheme"] in ("str", "com", "sym") and i["p"] and i["p"][0] and len(set(users)) == len(users)
            and all(0 <= u < len(i["p"]) for u in users) and len(i["w"]) == len(users) and all(w >= 1 for w in i["w"])
            and finite(i["p"], i["w"], i["beta"], i["lambda"], i["epsilon"], i["bound"]) and 0 <= i["alpha0"] <= 1
            and min(i["lambda"], i["epsilon"], *i["beta"]) > 0 and i["bound"] >= 0
            and (i["bound"] == 0 or all(norm(p) <= i["bound"] * (1 + 2**-40) for p in i["p"])))


def outer(profiles, weights, d):
    return [[sum(w * p[j] * p[l] for p, w in zip(profiles, weights)) for l in range(d)] for j in range(d)]


def coefficients(i):
    if not allowed(i):
        return None
    d, p, w, alpha0, scheme = len(i["p"][0]), i["p"], i["w"], i["alpha0"], i["scheme"]
    keep, places = (1.0 if scheme == "str" else 1 - alpha0), range(d)
    pairs = [(j, l) for j in places for l in places if scheme != "sym" or j <= l] if keep > 0 else []
    if len(i["tape"]) != 8 * (d + len(pairs) + (keep > 0)):
        return None
    draw = [laplace(i["tape"][k:k + 8]) for k in range(0, len(i["tape"]), 8)]
    sense = bounds(i["bound"], d, 1 - alpha0) if i["bound"] > 0 else largest(p, 1 - alpha0)
    delta = [sense[0]] * 3 if scheme == "str" else [sense[1], sense[3 if scheme == "sym" else 2], sense[4]]
    scale = [x / (i["epsilon"] if scheme == "str" or keep == 0 else i["epsilon"] * b) for x, b in zip(delta, i["beta"])]
    mine = [p[u] for u in i["user"]]
    g_all, g_item = outer(p, [1.0] * len(p), d), outer(mine, w, d)
    a_1 = [2 * sum(c * q[l] for q, c in zip(mine, w)) for l in places]
    weight = i["lambda"] * (keep * len(mine) + alpha0 * len(p))
    a_2 = [[keep * g_item[j][l] + alpha0 * g_all[j][l] + (weight if j == l else 0) for l in places] for j in places]
    noise = [[0.0] * d for _ in places]
    for (j, l), x in zip(pairs, draw[d:]):
        noise[j][l] = scale[1] * x
        if scheme == "sym":
            noise[l][j] = noise[j][l]
    eta = i["lambda"] * scale[2] * draw[-1] if keep > 0 else 0
    noisy_1 = [a + scale[0] * x for a, x in zip(a_1, draw)]
    noisy_2 = [[a_2[j][l] + noise[j][l] + (eta if j == l else 0) for l in places] for j in places]
    return {"draw": draw, "delta": delta, "scale": scale, "g_all": g_all, "g_item": g_item, "a_1": a_1, "a_2": a_2, "noise": noise,
            "noisy_1": noisy_1, "noisy_2": noisy_2, "q": minimised(noisy_2, noisy_1, math.sqrt(1 / i["lambda"]))[1]}


def last_allowed(a, target, more, lo):
    """The largest w from lo on with (e^(a w) - 1 + more) / w <= e^target - 1."""
    hi = 2 * lo

    def allows(w):
        return (math.expm1(a * w) + more) / w <= math.expm1(target)

    while allows(hi):
        hi *= 2
    while lo < (middle := lo + (hi - lo) / 2) < hi:
        lo, hi = (middle, hi) if allows(middle) else (lo, middle)
    return lo


def weights(i):
    a, target = i["a"], i["target"]
    if not 0 < a <= target <= 100:
        return None
    out = {}
    for name, loss, more, start in (("weight", "loss", 0, 1.0), ("printed", "printed_loss", 1, max(1.0, 1 / a))):
        out[name] = last_allowed(a, target, more, start)
        out[loss] = math.log1p(math.expm1(a * out[name]) / out[name])
    return out


ALGORITHMS = {
    "dpimf_sensitivity": sensitivity,
    "dpimf_coefficients": coefficients,
    "dpimf_weights": weights,
}
