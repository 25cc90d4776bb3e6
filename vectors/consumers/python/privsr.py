# SPDX-License-Identifier: 0BSD
"""The kernels of privsr and one round of it. A function answers with its
outputs, or None when the inputs are outside the domain."""
import math

from kernels import finite, projected, scale_of, share, share_of, stepped, summed


def beta_allowed(beta):
    return 0 < beta <= 1


def budgets(epsilon, beta):
    return (1 + beta) * epsilon, (1 / beta + 1) * epsilon


def scales(i):
    delta, k, epsilon, beta = i["delta"], i["k"], i["epsilon"], i["beta"]
    if k < 1 or not finite(delta, epsilon, beta) or delta < 0 or epsilon <= 0 or not beta_allowed(beta):
        return None
    sensitive, other = budgets(epsilon, beta)
    return {"epsilon_sensitive": sensitive, "epsilon_other": other, "scale_sensitive": scale_of(delta, k, sensitive),
            "scale_other": scale_of(delta, k, other),
            "combined": 2 * delta * math.sqrt(k) * math.sqrt(1 + beta * beta) / ((1 + beta) * epsilon),
            "friends": math.sqrt(k) / epsilon}


def friend_add(i):
    u, s = i["u"], i["similarity"]
    if not u or not finite(u, i["sum"], s) or not 0 <= s <= 1:
        return None
    return {"sum": [a - 2 * s * b for a, b in zip(i["sum"], u)]}


def friend_gradient(i):
    message, u, s, weight = i["message"], i["u"], i["similarity"], i["weight"]
    if not u or not finite(message, u, i["sum"], s, weight) or s < 0 or weight < 0:
        return None
    return {"sum": [a + weight * (m + 2 * s * b) for a, m, b in zip(i["sum"], message, u)]}


def parts(i):
    raters = [i["sensitive"], i["others"]]
    if not 1 <= i["beta_steps"] <= 4096 or max(raters) > 2**32 or sum(raters) == 0:
        return None
    part = [4096**2, i["beta_steps"] ** 2] if all(raters) else [int(n > 0) for n in raters]
    return {"part": part, "whole": [sum(part) * n if n else 1 for n in raters]}


def friend_contribute(i):
    most = i["most"]
    if not i["vector"] or not 0 <= most <= 2**32 or any(abs(a) > 2**62 for a in i["sum"]):
        return None
    return {"sum": [a + max(-most, min(most, x)) for a, x in zip(i["sum"], i["vector"])]}


def round_allowed(i):
    pairs, edges = list(zip(i["user"], i["item"])), list(zip(i["truster"], i["trustee"]))
    users = range(len(i["u"]))
    numbers = [i[name] for name in ("delta", "epsilon", "beta", "rate", "lambda", "radius", "weight")]
    return (len(set(pairs)) == len(pairs) and len(set(edges)) == len(edges)
            and all(a in users and 0 <= j < len(i["v"]) for a, j in pairs)
            and all(a in users and f in users and a != f for a, f in edges) and all(g in (0, 1) for g in i["group"])
            and finite(numbers, i["u"], i["v"], i["rating"], i["similarity"], i["h"], i["c"], i["h_friends"], i["c_friends"])
            and all(0 <= s <= 1 for s in i["similarity"]) and i["delta"] >= 0 and i["epsilon"] > 0 and beta_allowed(i["beta"])
            and i["rate"] > 0 and i["lambda"] >= 0 and i["radius"] >= 0 and i["weight"] >= 0
            and all(a >= 0 for row in i["h"] + i["h_friends"] for a in row))


def one_round(i):
    if not round_allowed(i):
        return None
    u, v, k = i["u"], i["v"], len(i["u"][0])
    ratings = list(zip(range(len(i["user"])), i["user"], i["item"], i["group"], i["rating"]))
    edges = list(zip(range(len(i["truster"])), i["truster"], i["trustee"], i["similarity"]))
    scale = [scale_of(i["delta"], k, epsilon) for epsilon in budgets(i["epsilon"], i["beta"])]
    noise = [share_of(scale[g], i["h"][j], i["c"][n], sum(b == j and o == g for _, _, b, o, _ in ratings))
             for n, _, j, g, _ in ratings]
    noisy = [summed([x for n, a, b, _, r in ratings if b == j for x in (share(u[a], v[j], 1, r), noise[n])], k)
             for j in range(len(v))]
    v = [stepped(x, g, i["rate"], i["lambda"]) for x, g in zip(v, noisy)]
    friend_noise = [share_of(math.sqrt(k) / i["epsilon"], i["h_friends"][a], i["c_friends"][e], i["truster"].count(a))
                    for e, a, _, _ in edges]
    message = [summed([x for e, b, f, s in edges if b == a for x in (friend_noise[e], [-2 * s * y for y in u[f]])], k)
               for a in range(len(u))]
    total = [sum(s for _, b, _, s in edges if b == a) for a in range(len(u))]
    gradient_u = [summed([share(v[j], u[a], 1, r) for _, b, j, _, r in ratings if b == a]
                         + [[i["weight"] * (m + 2 * total[a] * x) for m, x in zip(message[a], u[a])]], k) for a in range(len(u))]
    after = [stepped(x, g, i["rate"], i["lambda"]) for x, g in zip(u, gradient_u)]
    return {"noise": noise, "noisy": noisy, "v": v, "friend_noise": friend_noise, "message": message, "gradient_u": gradient_u,
            "stepped": after, "u": [projected(x, i["radius"]) for x in after]}


ALGORITHMS = {
    "privsr_scales": scales,
    "privsr_friend_add": friend_add,
    "privsr_friend_gradient": friend_gradient,
    "privsr_parts": parts,
    "privsr_friend_contribute": friend_contribute,
    "privsr_round": one_round,
}
