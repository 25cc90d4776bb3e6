# SPDX-License-Identifier: 0BSD
"""means: an effect from a sum with noise, and all that is released with the model made of it. A
function answers with its outputs, or None when the inputs are outside the domain."""
import math

from kernels import finite


def effect_of(total, n, noise):
    return total / (n + 5 * (1 + noise / n)) if n > 0 else 0.0


def effect(i):
    if not finite(i["sum"], i["noise"]) or i["noise"] < 0 or not 0 <= i["n"] <= 2**32:
        return None
    return {"effect": effect_of(i["sum"], i["n"], i["noise"])}


def allowed(i):
    pairs = list(zip(i["user"], i["item"]))
    return (1 <= i["users"] <= 8 and 1 <= i["items"] <= 8 and pairs and len(set(pairs)) == len(pairs)
            and all(0 <= u < i["users"] and 0 <= j < i["items"] for u, j in pairs) and finite(i["low"], i["high"], i["rating"])
            and i["low"] < i["high"] and all(i["low"] <= x <= i["high"] for x in i["rating"]) and 1 <= i["bound"] <= 1024
            and i["pure"] in (0, 1) and 1 <= i["p"] <= 2**40 and 1 <= i["q"] <= 2**40)


def nearest(x):
    return int(math.copysign(math.floor(abs(x) + 0.5), x))


def release(i):
    if not allowed(i):
        return None
    half, bound, leave = (i["high"] - i["low"]) / 2, i["bound"], bool(i["noise_user"])
    middle, step = i["low"] + half, half / bound
    steps = [max(-bound, min(bound, nearest((x - middle) / step))) for x in i["rating"]]
    of_item = [[a for a, j in enumerate(i["item"]) if j == item] for item in range(i["items"])]
    of_user = [[a for a, u in enumerate(i["user"]) if u == user] for user in range(i["users"])]
    item = [sum(steps[a] for a in rated) + z for rated, z in zip(of_item, i["noise_item"])]
    user = [sum(steps[a] for a in rated) + z for rated, z in zip(of_user, i["noise_user"])]
    noise = 4 * (2 * (i["q"] / i["p"])**2 if i["pure"] else i["p"] / i["q"]) / bound**2
    rated_items = [j for j, rated in enumerate(of_item) if rated]
    common = effect_of(step * sum(item[j] for j in rated_items), len(steps), len(rated_items) * noise)
    effects = [effect_of(step * s - len(rated) * common, len(rated), noise) for s, rated in zip(item, of_item)]
    sums = [step * s for s in user] if leave else [sum(i["rating"][a] - middle for a in rated) for rated in of_user]
    left = [s - sum(common + effects[i["item"][a]] for a in rated) for s, rated in zip(sums, of_user)]
    return {"steps": steps, "released_item": item, "released_user": user, "center": middle + common, "effect_item": effects,
            "effect_user": [effect_of(s, len(rated), noise if leave else 0) for s, rated in zip(left, of_user)]}


ALGORITHMS = {
    "means_effect": effect,
    "means_release": release,
}
