# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that reports its noise: the sum and the count of incomes, and then a histogram. Its first argument is the planted bug, "sound" for none.

    python3 tests/foreign_targets.py BUG        answers requests
    python3 tests/foreign_targets.py --bugs     BUG KIND, one a line: what dpmf-audit replay must call it
"""
import json
import random
import sys

BUGS = {
    "forgets-to-clip": "sensitivity", "rounds-after-clipping": "sensitivity", "wrong-norm": "sensitivity", "not-finite": "not-finite",
    "skips-empty": "additions", "bins-from-data": "size", "law-by-size": "law", "scale-from-data": "scale", "sensitivity-from-data": "declared",
    "stream-by-size": "stream", "prints-raw": "output", "one-stream-twice": "stream-twice", "spends-too-much": "budget", "no-noise": "no-noise",
    "ignores-seed": "seed", "time-as-seed": "repeat",
}
SPACE = {"kind": "numbers", "type": "number", "min": -1000, "max": 1000, "size": [0, 8], "relation": "add-remove"}


class Door:
    """Hands out noisy answers, or those that it was given, and keeps the record."""

    def __init__(self, bug, seed, answers):
        self.bug, self.seed, self.answers, self.additions = bug, seed, answers, []

    def noisy(self, name, statistic, sensitivity, epsilon, law="laplace", stream=None, scale=None):
        scale = sensitivity / epsilon if scale is None else scale
        stream = name if stream is None else stream
        seed = 1 if self.bug == "ignores-seed" else random.random() if self.bug == "time-as-seed" else self.seed
        rng = random.Random("%s %s" % (seed, stream))
        draw = rng.gauss if law == "normal" else lambda _, s: s * (rng.expovariate(1) - rng.expovariate(1))
        k = len(self.additions)
        if self.answers is not None and k < len(self.answers):
            answer = self.answers[k]
        elif self.bug == "no-noise":
            answer = statistic
        else:
            answer = [x + draw(0, scale) for x in statistic] if isinstance(statistic, list) else statistic + draw(0, scale)
        self.additions.append({"name": name, "statistic": statistic, "sensitivity": sensitivity, "law": law, "scale": scale,
                               "stream": stream, "answer": answer})
        return answer


def program(bug, data, door):
    clipped = data if bug == "forgets-to-clip" else [min(max(x, 0), 1) for x in data]
    total = float(sum(clipped))
    if bug == "not-finite":
        total = total / len(data) if data else float("nan")
    if bug == "rounds-after-clipping":
        clipped = [x / 4 for x in clipped]
        total = float(round(sum(clipped)))
    bound = 0.25 if bug == "rounds-after-clipping" else 1
    if bug == "sensitivity-from-data":
        bound = max([1] + [abs(x) for x in data])
    spread = max([1] + [abs(x) for x in data]) if bug == "scale-from-data" else bound
    noisy_sum = door.noisy("sum", total, bound, 0.25, scale=spread / 0.25)
    if bug != "skips-empty" or data:
        door.noisy("count", len(data), 1, 0.75 if bug == "spends-too-much" else 0.25, law="normal" if bug == "law-by-size" and len(data) > 3 else "laplace",
                   stream="sum" if bug == "one-stream-twice" else "count-%d" % len(data) if bug == "stream-by-size" else None)
    bins = 1 + int(max([0] + clipped) * 3) if bug == "bins-from-data" else 4
    histogram = [sum(min(int(x * bins), bins - 1) == b for x in clipped) for b in range(bins)]
    if bug == "wrong-norm":
        histogram = [histogram[b] + sum(histogram) for b in range(bins)]  # every bin moves: 1 in the largest coordinate, more in the 1-norm
    noisy_bins = door.noisy("histogram", histogram, 2 if bug == "wrong-norm" else 1, 0.5)
    output = {"mean": noisy_sum / 4, "bins": noisy_bins}
    if bug == "prints-raw":
        output["n"] = len(data)
    return output


def main(bug):
    if bug == "--bugs":
        for one, kind in BUGS.items():
            print(one, kind)
        return
    if bug == "--space":
        print(json.dumps(SPACE))
        return
    for line in sys.stdin:
        request = json.loads(line)
        door = Door(bug, request["seed"], request["answers"])
        output = program(bug, request["data"], door)
        print(json.dumps({"additions": door.additions, "output": output}), flush=True)


main(sys.argv[1])
