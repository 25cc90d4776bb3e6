# SPDX-License-Identifier: 0BSD
"""dpmf-rp: the kernels, the draws, and one round of either variant. A function
answers with its outputs, or None when the inputs are outside the domain."""
import math

from gaussmf import nearest
from kernels import dot, finite, summed
from samplers import pbm_draw, stream_tape, uniform_below
from streams import hashed


def clipped_error(error, most):
    return max(-most, min(error, most))


def clipped_profile(u, most):
    l1 = summed([[abs(a)] for a in u], 1)[0]
    return [most / l1 * a for a in u] if l1 > most else u


def clip(i):
    error, e, u, most = i["error"], i["most_error"], i["u"], i["most_profile"]
    if not u or not finite(u, error, e, most) or e <= 0 or most <= 0:
        return None
    return {"error": clipped_error(error, e), "l1": summed([[abs(a)] for a in u], 1)[0], "u": clipped_profile(u, most)}


def solved(matrix, right):
    """Elimination without pivots: the matrix is positive definite."""
    m, x, k = [list(row) for row in matrix], list(right), len(right)
    for j in range(k):
        for i in range(j + 1, k):
            factor = m[i][j] / m[j][j]
            m[i] = [a - factor * b for a, b in zip(m[i], m[j])]
            x[i] -= factor * x[j]
    for i in reversed(range(k)):
        x[i] = (x[i] - dot(m[i][i + 1:], x[i + 1:])) / m[i][i]
    return x


def outer(factor, v):
    return [factor * a * b for a in v for b in v]


def system(i):
    v, k = i["v"], len(i["v"][0])
    gram = summed([outer(1, a) for a in v], k * k)
    more, weight = 1 + i["kappa"] - i["unobserved"], 1 + i["kappa"]
    matrix = summed([[i["unobserved"] * a for a in gram]] + [outer(more, v[j]) for j in i["item"]]
                    + [[i["lambda"] * (n % (k + 1) == 0) for n in range(k * k)]], k * k)
    right = summed([[weight * r * a for a in v[j]] for j, r in zip(i["item"], i["rating"])], k)
    return [[a[n * k:(n + 1) * k] for n in range(k)] for a in (gram, matrix)] + [right]


def user_allowed(i):
    return (i["v"] and 1 <= len(i["v"][0]) <= 4 and finite(i["v"], i["rating"], i["kappa"]) and i["kappa"] >= 0
            and 0 <= i["unobserved"] <= 1 and i["item"] == sorted(set(i["item"])) and all(0 <= j < len(i["v"]) for j in i["item"]))


def profile(i):
    if not user_allowed(i) or not 0 < i["lambda"] < math.inf:
        return None
    gram, matrix, right = system(i)
    return {"gram": gram, "matrix": matrix, "right": right, "u": solved(matrix, right)}


def gradient_of(i, u, row, sign, rows):
    """i["v"], i["item"], i["rating"] and the settings."""
    rating = dict(zip(i["item"], i["rating"]))
    error = [clipped_error(rating.get(j, 0) - dot(u, v), i["most_error"]) for j, v in enumerate(i["v"])]
    weight = [1 + i["kappa"] if j in rating else i["unobserved"] for j in range(len(error))]
    return error, [summed([[sign[j] * weight[j] * error[j] * a for a in u] for j in range(len(error)) if row[j] == n], len(u))
                   for n in range(rows)]


def signs(*lists):
    return all(a in (1, -1) for one in lists for a in one)


def gradient(i):
    if (not user_allowed(i) or not finite(i["u"]) or not 0 < i["most_error"] < math.inf or not 1 <= i["p"] <= len(i["v"])
            or not signs(i["sign"]) or not all(0 <= h < i["p"] for h in i["row"])):
        return None
    error, rows = gradient_of(i, i["u"], i["row"], i["sign"], i["p"])
    return {"error": error, "gradient": rows}


def stream(key, name, words, place=(0, 0, 0)):
    """The stream of a place under a sub-key, as a tape."""
    return stream_tape(hashed(key, name), place, words)


def padded(p):
    return 1 << (p - 1).bit_length()


def drawn_signs(key, name, count):
    tape = stream(key, name, count)
    return [-1 if tape.word() % 2 else 1 for _ in range(count)]


def projection(i):
    items, rows = i["items"], i["rows"]
    if not 1 <= rows <= items:
        return None
    tape = stream(i["key"], b"projection rows", items + 8)
    row = [uniform_below(tape, rows) for _ in range(items)] if rows < items else list(range(items))
    sign = drawn_signs(i["key"], b"projection signs", items) if rows < items else [1] * items
    return {"padded": padded(rows), "row": row, "sign": sign, "flip": drawn_signs(i["key"], b"flattening signs", padded(rows))}


def expanded(row, sign, b):
    return [[s * a for a in b[h]] for h, s in zip(row, sign)]


def expand(i):
    row, sign, b, x = i["row"], i["sign"], i["b"], i["x"]
    if not b or not finite(b, x) or not signs(sign) or not all(0 <= h < len(b) for h in row):
        return None
    return {"v": expanded(row, sign, b),
            "compressed": [summed([[s * a for a in y] for h, s, y in zip(row, sign, x) if h == n], len(b[0])) for n in range(len(b))]}


def hadamard(rows):
    rows, half = [list(row) for row in rows], 1
    while half < len(rows):
        for i in range(len(rows)):
            if i & half == 0:
                a, b = rows[i], rows[i + half]
                rows[i], rows[i + half] = [x + y for x, y in zip(a, b)], [x - y for x, y in zip(a, b)]
        half *= 2
    return [[x / math.sqrt(len(rows)) for x in row] for row in rows]


def flipped(flip, rows):
    return [[s * a for a in row] for s, row in zip(flip, rows)]


def flattened(flip, b):
    return hadamard(flipped(flip, b + [[0.0] * len(b[0])] * (len(flip) - len(b))))


def reverse(flip, received, p):
    return flipped(flip, hadamard(received))[:p]


def flatten(i):
    flip, b, received = i["flip"], i["b"], i["received"]
    if not b or len(flip) != padded(len(b)) or len(received) != len(flip) or not signs(flip) or not finite(b, received):
        return None
    return {"flat": flattened(flip, b), "reversed": reverse(flip, received, len(b))}


def steps_of(x, c, cut):
    most = 2 ** (24 if cut else 40)
    return nearest(max(-most, min(most, x / c * 2**24)))


def chance(i):
    theta = i["theta_steps"]
    if not finite(i["x"], i["c"]) or i["c"] <= 0 or i["cut"] not in (0, 1) or not 0 <= theta <= 16384:
        return None
    steps = steps_of(i["x"], i["c"], i["cut"])
    return {"steps": steps, "chance": 2**39 + theta * steps} if abs(theta * steps) <= 2**39 else None


def constants(i, p):
    """delta, c_user, c_server and c."""
    delta = 2 * i["most_error"] * (1 + i["kappa"]) * i["most_profile"]
    server = delta / math.sqrt(padded(p))
    return delta, delta / math.sqrt(p), server, i["bound"] or server


def estimated(i, total, users, c):
    return (total - users * i["quanta"] / 2) * c / (i["quanta"] * (i["theta_steps"] / 2**16))


def setting_allowed(i):
    return (finite(i["most_error"], i["kappa"], i["most_profile"], i["bound"]) and i["most_error"] > 0 and i["most_profile"] > 0
            and i["kappa"] >= 0 and i["bound"] >= 0 and 1 <= i["quanta"] <= 2**20 and 1 <= i["theta_steps"] <= 16384)


def estimate(i):
    users = i["users"]
    if not setting_allowed(i) or i["rows"] < 1 or users < 1 or not all(0 <= s <= users * i["quanta"] for s in i["sum"]):
        return None
    delta, user, server, c = constants(i, i["rows"])
    return {"delta": delta, "c_user": user, "c_server": server, "c": c, "published": [estimated(i, s, users, server) for s in i["sum"]],
            "corrected": [estimated(i, s, users, c) for s in i["sum"]]}


def round_allowed(i):
    pairs = list(zip(i["user"], i["item"]))
    return (i["variant"] in ("published", "corrected") and setting_allowed(i) and pairs and pairs == sorted(set(pairs))
            and all(0 <= u < i["users"] and 0 <= j < i["items"] for u, j in pairs) and 1 <= i["part"] <= i["users"]
            and 1 <= len(i["b"]) <= i["items"] and finite(i["rating"], i["b"], i["mean"], i["square"], i["mu"], i["rate"])
            and min(map(min, i["square"])) >= 0 and 0 < i["lambda"] < math.inf and 0 <= i["unobserved"] <= 1 and i["mu"] >= 0
            and i["rate"] > 0 and 0 <= i["beta1"] < 1 and 0 <= i["beta2"] < 1 and i["step"] >= 1)


def schedule(i):
    tape, order = stream(i["key"], b"rounds", i["part"] + 8, (i["round"], 0, 0)), list(range(i["users"]))
    for n in range(i["part"]):
        other = n + uniform_below(tape, i["users"] - n)
        order[n], order[other] = order[other], order[n]
    return sorted(order[:i["part"]])


def message(i, user, steps):
    tape, theta = stream(i["key"], b"user", len(steps) * i["quanta"], (user, 5, i["round"])), i["theta_steps"]
    most = 2**39 // theta
    return [pbm_draw(tape, i["quanta"], 2**39 + theta * max(-most, min(most, s))) for s in steps]


def adam(i, descent):
    b1, b2, t = i["beta1"], i["beta2"], i["step"]

    def moved(b, m, s, g):
        mean, square = b1 * m + (1 - b1) * g, b2 * s + (1 - b2) * g * g
        return b - i["rate"] * mean / (1 - b1**t) / (math.sqrt(square / (1 - b2**t)) + 1e-8)

    return [list(map(moved, *rows)) for rows in zip(i["b"], i["mean"], i["square"], descent)]


def one_round(i):
    if not round_allowed(i):
        return None
    p, k, corrected = len(i["b"]), len(i["b"][0]), i["variant"] == "corrected"
    _, c_user, c_server, c = constants(i, p)
    s = projection({"key": i["key"], "items": i["items"], "rows": p})
    v, part = expanded(s["row"], s["sign"], i["b"]), schedule(i)
    profiles, flat, steps, messages = [], [], [], []
    for user in part:
        own = [(j, r) for u, j, r in zip(i["user"], i["item"], i["rating"]) if u == user]
        with_own = {**i, "v": v, "item": [j for j, _ in own], "rating": [r for _, r in own]}
        profiles.append(clipped_profile(solved(*system(with_own)[1:]), i["most_profile"]))
        rows = flattened(s["flip"], gradient_of(with_own, profiles[-1], s["row"], s["sign"], p)[1])
        flat += rows
        steps.append([steps_of(x, c if corrected else c_user, corrected) for row in rows for x in row])
        messages.append(message(i, user, steps[-1]))
    total = [sum(column) for column in zip(*messages)]
    estimates = [estimated(i, x, len(part), c if corrected else c_server) for x in total]
    estimates = [estimates[n * k:(n + 1) * k] for n in range(s["padded"])]
    reversal, share = reverse(s["flip"], estimates, p), len(part) / i["users"]
    descent = [[-2 / share * g + 2 * i["mu"] * b for g, b in zip(*rows)] for rows in zip(reversal, i["b"])]
    return {"takes_part": part, "v": v, "profile": profiles, "flat": flat, "steps": sum(steps, []), "message": sum(messages, []),
            "sum": total, "estimate": estimates, "gradient": reversal, "descent": descent, "b": adam(i, descent)}


ALGORITHMS = {
    "dpmf_rp_clip": clip,
    "dpmf_rp_profile": profile,
    "dpmf_rp_gradient": gradient,
    "dpmf_rp_projection": projection,
    "dpmf_rp_expand": expand,
    "dpmf_rp_flatten": flatten,
    "dpmf_rp_chance": chance,
    "dpmf_rp_estimate": estimate,
    "dpmf_rp_round": one_round,
}
