# SPDX-License-Identifier: 0BSD
"""The grid, the projection, the kernels of hdpmf and one round of it. A
function answers with its outputs, or None when the inputs are outside the domain."""
import math


def finite(*values):
    return all(finite(*v) if isinstance(v, list) else math.isfinite(v) for v in values)


def grid_allowed(exponent):
    return -1000 <= exponent <= 900


def grid_round(i):
    x, exponent = i["x"], i["exponent"]
    if not grid_allowed(exponent) or not abs(x) <= math.ldexp(1, exponent + 52):
        return None
    return {"steps": round(math.ldexp(x, -exponent))}


def grid_value(i):
    if not grid_allowed(i["exponent"]) or abs(i["steps"]) > 2**53:
        return None
    return {"x": math.ldexp(i["steps"], i["exponent"])}


def dot(x, y):
    total = 0.0
    for a, b in zip(x, y):
        total += a * b
    return total


def norm(x):
    return math.sqrt(dot(x, x))


def projected(x, radius):
    if norm(x) <= radius:
        return x
    factor, down = radius / norm(x), 2.0**-53
    while norm([factor * a for a in x]) > radius:
        factor *= 1 - down
        down *= 2
    return [factor * a for a in x]


def project_ball(i):
    x, radius = i["x"], i["radius"]
    if not x or not finite(x, radius) or radius < 0:
        return None
    after = projected(x, radius)
    return {"norm": norm(x), "x": after, "norm_after": norm(after)}


def gradient(i, start):
    u, v, w, r = i["u"], i["v"], i["w"], i["r"]
    if not u or not finite(u, v, w, r, start) or not 0 < w <= 1:
        return None
    error = dot(u, v) - w * r
    return {"dot": dot(u, v), "error": error}, [s + 2 * error * a for s, a in zip(start, u)]


def gradient_share(i):
    found = gradient(i, [0.0] * len(i["u"]))
    return found and {**found[0], "share": found[1]}


def gradient_add(i):
    found = gradient(i, i["sum"])
    return found and {**found[0], "sum": found[1]}


def stepped(v, gradient_of_v, rate, regularization):
    return [x - rate * (g + 2 * regularization * x) for x, g in zip(v, gradient_of_v)]


def step(i):
    v, g, rate, regularization = i["v"], i["gradient"], i["rate"], i["lambda"]
    if not v or not finite(v, g, rate, regularization) or rate <= 0 or regularization < 0:
        return None
    return {"v": stepped(v, g, rate, regularization)}


def scale_of(delta, k, epsilon):
    return 2 * delta * math.sqrt(k) / epsilon


def noise_scale(i):
    delta, k, epsilon = i["delta"], i["k"], i["epsilon"]
    if k < 1 or not finite(delta, epsilon) or delta < 0 or epsilon <= 0:
        return None
    return {"scale": scale_of(delta, k, epsilon)}


def share_of(scale, h, c, raters):
    return [scale * math.sqrt(2 * a / raters) * b for a, b in zip(h, c)]


def noise_share(i):
    scale, h, c, raters = i["scale"], i["h"], i["c"], i["raters"]
    if not h or raters < 1 or not finite(scale, h, c) or scale < 0 or min(h) < 0:
        return None
    return {"x": share_of(scale, h, c, raters)}


def predict(i):
    u, v, w = i["u"], i["v"], i["w"]
    if not u or not finite(u, v, w) or not 0 < w <= 1:
        return None
    return {"dot": dot(u, v), "rating": dot(u, v) / w}


def contribute(i):
    def fits(x):
        return -2**63 <= x < 2**63

    stretched = i["weight_steps"] * i["rating_steps"]
    products = [stretched * f for f in i["feature"]]
    after = [s + p for s, p in zip(i["sum"], products)]
    if not products or not all(map(fits, [stretched, *products, *after])):
        return None
    return {"stretched": stretched, "sum": after}


def round_allowed(i):
    pairs = list(zip(i["user"], i["item"]))
    numbers = [i[name] for name in ("delta", "epsilon", "rate", "lambda", "radius")]
    return (len(set(pairs)) == len(pairs) and all(0 <= u < len(i["u"]) and 0 <= j < len(i["v"]) for u, j in pairs)
            and all(0 < w <= 1 for w in i["weight"]) and finite(numbers, i["u"], i["v"], i["rating"], i["weight"], i["h"], i["c"])
            and i["delta"] >= 0 and i["epsilon"] > 0 and i["rate"] > 0 and i["lambda"] >= 0 and i["radius"] >= 0
            and all(a >= 0 for row in i["h"] for a in row))


def summed(rows, k):
    total = [0.0] * k
    for row in rows:
        total = [a + b for a, b in zip(total, row)]
    return total


def share(u, v, w, r):
    return [2 * (dot(u, v) - w * r) * a for a in u]


def one_round(i):
    if not round_allowed(i):
        return None
    u, v, k = i["u"], i["v"], len(i["u"][0])
    ratings = list(zip(range(len(i["user"])), i["user"], i["item"], i["weight"], i["rating"]))
    scale = scale_of(i["delta"], k, i["epsilon"])
    noise = [share_of(scale, i["h"][j], i["c"][n], i["item"].count(j)) for n, _, j, _, _ in ratings]
    gradient_v = [summed([share(u[a], v[j], w, r) for _, a, b, w, r in ratings if b == j], k) for j in range(len(v))]
    noisy = [summed([gradient_v[j]] + [noise[n] for n, _, b, _, _ in ratings if b == j], k) for j in range(len(v))]
    v = [stepped(x, g, i["rate"], i["lambda"]) for x, g in zip(v, noisy)]
    gradient_u = [summed([share(v[j], u[a], w, r) for _, b, j, w, r in ratings if b == a], k) for a in range(len(u))]
    after = [stepped(x, g, i["rate"], i["lambda"]) for x, g in zip(u, gradient_u)]
    return {"scale": scale, "noise": noise, "gradient": gradient_v, "noisy": noisy, "v": v, "gradient_u": gradient_u,
            "stepped": after, "u": [projected(x, i["radius"]) for x in after]}


ALGORITHMS = {
    "grid_round": grid_round,
    "grid_value": grid_value,
    "project_ball": project_ball,
    "hdpmf_gradient_share": gradient_share,
    "hdpmf_gradient_add": gradient_add,
    "hdpmf_step": step,
    "hdpmf_noise_scale": noise_scale,
    "hdpmf_noise_share": noise_share,
    "hdpmf_predict": predict,
    "hdpmf_contribute": contribute,
    "hdpmf_round": one_round,
}
