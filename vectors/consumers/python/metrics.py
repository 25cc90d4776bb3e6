# SPDX-License-Identifier: 0BSD
"""What a held-out item is worth in a list, and a step of Adam. A function answers with its outputs, or None when the inputs are
outside the domain."""
import math

from kernels import finite


def ranking_gain(i):
    own, top = i["own"], i["top"]
    if top < 1 or not finite(i["scores"], own):
        return None
    above, level = sum(s > own for s in i["scores"]), sum(s == own for s in i["scores"])
    ranks = range(above + 1, min(top, above + level + 1) + 1)
    return {"hr": len(ranks) / (level + 1), "ndcg": math.fsum(1 / math.log2(rank + 1) for rank in ranks) / (level + 1)}


def adam_step(i):
    x, rate, b1, b2, t = i["x"], i["rate"], i["beta1"], i["beta2"], i["step"]
    if not x or not finite(x, i["gradient"], i["mean"], i["square"], rate) or rate <= 0 or min(i["square"]) < 0 or not 1 <= t <= 2**20:
        return None
    if not 0 <= b1 < 1 or not 0 <= b2 < 1:
        return None
    mean = [b1 * m + (1 - b1) * g for m, g in zip(i["mean"], i["gradient"])]
    square = [b2 * s + (1 - b2) * g * g for s, g in zip(i["square"], i["gradient"])]
    return {"mean": mean, "square": square,
            "x": [a - rate * (m / (1 - b1**t)) / (math.sqrt(s / (1 - b2**t)) + 1e-8) for a, m, s in zip(x, mean, square)]}


ALGORITHMS = {"ranking_gain": ranking_gain, "adam_step": adam_step}
