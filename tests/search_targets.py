# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs for dpmf-audit search, by name: wrong ones, each with a mistake that a certain pair of neighbours
shows, and sound ones. Noise is drawn in doubles and rounded to a grid, so that the doubles tell nothing.

    python3 tests/search_targets.py NAME           answers requests
    python3 tests/search_targets.py NAME --space   prints the schema of its data
    python3 tests/search_targets.py --names        wrong NAME, sound NAME, one a line, each with its epsilon (and delta)
"""
import json
import math
import random
import sys

GRID = 2.0 ** 20


def laplace(rng, scale):
    return scale * (rng.expovariate(1) - rng.expovariate(1))


def grid(x):
    return round(x * GRID) / GRID


def geometric(rng, epsilon):
    """Two-sided: epsilon for sensitivity 1."""
    count = [0, 0]
    for side in range(2):
        while rng.random() < math.exp(-epsilon):
            count[side] += 1
    return count[0] - count[1]


def queries(data):
    return [sum(row["q%d" % k] for row in data) for k in range(6)]


def above(rng, data, noise_t, noise_q, threshold=1.0, stop=1, numbers=False):
    """Sparse vectors: for each query whether it lies above the threshold, until `stop` do."""
    bar, out, found = threshold + laplace(rng, noise_t) if noise_t else threshold, [], 0
    for q in queries(data):
        value = q + (laplace(rng, noise_q) if noise_q else 0)
        if found == stop:
            out.append("none")
        elif value >= bar:
            out.append(grid(value) if numbers else "above")
            found += 1
        else:
            out.append("below")
    return out


def incomes(data):
    return [row["income"] for row in data]


def mean_unbounded(rng, data):
    """Sensitivity 1/n of values in [0, 1]; they are not clipped."""
    n = max(len(data), 1)
    return grid(sum(data) / n + laplace(rng, 1 / n))


def mean_bounded(rng, data):
    clipped = [min(max(x, 0.0), 1.0) for x in data]
    return grid(sum(clipped) + laplace(rng, 1.0))


def histogram_by_rows(rng, data):
    """One user has many rows; the noise is for one."""
    return [sum(row["item"] == k for row in data) + geometric(rng, 1.0) for k in range(3)]


def histogram_by_users(rng, data):
    """The first row of each user counts."""
    first = {row["user"]: row["item"] for row in reversed(data)}
    return [sum(item == k for item in first.values()) + geometric(rng, 1.0) for k in range(3)]


def sql_filter(rng, data):
    """SELECT COUNT(*) WHERE income > (SELECT AVG(income)): one row moves the filter of all."""
    bar = sum(incomes(data)) / max(len(data), 1)
    return sum(x > bar for x in incomes(data)) + geometric(rng, 1.0)


def sql_count(rng, data):
    return sum(x > 50000 for x in incomes(data)) + geometric(rng, 1.0)


def response(rng, data):
    """Randomized response of each bit: epsilon ln 3."""
    return [int(bit if rng.random() < 0.75 else 1 - bit) for bit in (round(x) for x in data)]


def noisy_max(rng, data):
    noisy = [q + rng.expovariate(0.5) for q in queries(data)]
    return "q%d" % noisy.index(max(noisy))


def exponential(rng, data):
    """The median by the exponential mechanism, epsilon 1: the utility of a candidate moves by 1 at most."""
    weight = [math.exp(-abs(sum(x < c for x in data) - sum(x > c for x in data)) / 2) for c in (0.0, 0.25, 0.5, 0.75, 1.0)]
    return rng.choices(range(5), weight)[0]


def gaussian(rng, data):
    """Sensitivity 1, epsilon 1, delta 1e-2: sigma = sqrt(2 ln(1.25 / delta))."""
    return grid(sum(min(max(x, 0.0), 1.0) for x in data) + rng.gauss(0, math.sqrt(2 * math.log(125))))


def edges(rng, data):
    return len(data["edges"]) + geometric(rng, 1.0)


def degrees(rng, data):
    """One edge moves two degrees by one each."""
    count = [0] * data["nodes"]
    for u, v in data["edges"]:
        count[u] += 1
        count[v] += 1
    return [c + geometric(rng, 0.5) for c in count]


def ratings_sum(rng, data):
    return sum(value for _, _, value in data) + geometric(rng, 0.25)


def bins(rng, data):
    return [c + geometric(rng, 1.0) for c in data]


def svt_sound(rng, data):
    return above(rng, data, 2.0, 4.0)


def svt_numbers(rng, data):
    """Lyu, Su, Li (2017), their algorithm 3: it answers the noisy value that was compared."""
    return above(rng, data, 2.0, 4.0, numbers=True)


def svt_little_noise(rng, data):
    """Their algorithm 4: the noise of a query does not grow with the number of answers."""
    return above(rng, data, 4.0, 4.0 / 3, stop=6)


def svt_no_noise(rng, data):
    """Their algorithm 5: the queries have no noise."""
    return above(rng, data, 2.0, 0, stop=6)


def svt_no_stop(rng, data):
    """Their algorithm 6: it never stops."""
    return above(rng, data, 2.0, 2.0, stop=99)


def deterministic(rng, data):
    return sum(data)


def echo(rng, data):
    return json.dumps(data)


def ignores(rng, data):
    return geometric(rng, 1.0)


def by_size(rng, data):
    """Sound, but for more than seven rows, where the noise is forgotten."""
    return grid(sum(data) + (laplace(rng, 1.0) if len(data) < 8 else 0))


def says_empty(rng, data):
    return "nobody" if not data else geometric(rng, 1.0) + len(data)


NUMBERS = {"kind": "numbers", "type": "number", "min": 0, "max": 1, "size": [0, 8], "relation": "add-remove"}
WIDE = dict(NUMBERS, min=-1000, max=1000, size=[1, 8], relation="replace")
QUERIES = {"kind": "table", "columns": [{"name": "q%d" % k, "type": "boolean"} for k in range(6)], "size": [0, 6], "relation": "replace"}
USERS = {"kind": "table", "columns": [{"name": "user", "type": "integer", "min": 1, "max": 4}, {"name": "item", "type": "integer", "min": 0, "max": 2}],
         "size": [0, 8], "relation": "add-remove", "unit": "user"}
INCOMES = {"kind": "table", "columns": [{"name": "income", "type": "integer", "min": 0, "max": 100000},
                                        {"name": "sex", "type": "category", "values": ["f", "m", "x"]}], "size": [0, 10], "relation": "add-remove"}
GRAPH = {"kind": "graph", "nodes": 5, "size": [0, 8], "relation": "add-remove"}
RATINGS = {"kind": "ratings", "users": 3, "items": 4, "type": "integer", "min": 1, "max": 5, "size": [0, 8], "relation": "change"}
BINS = {"kind": "histogram", "bins": 4, "size": [0, 12], "relation": "add-remove"}

WRONG = {  # name: (function, schema, the claimed epsilon, delta)
    "mean": (mean_unbounded, WIDE, 1, 0), "users": (histogram_by_rows, USERS, 1, 0), "filter": (sql_filter, INCOMES, 1, 0),
    "svt-numbers": (svt_numbers, QUERIES, 1, 0), "svt-little-noise": (svt_little_noise, QUERIES, 1, 0),
    "svt-no-noise": (svt_no_noise, QUERIES, 1, 0), "svt-no-stop": (svt_no_stop, QUERIES, 1, 0),
    "deterministic": (deterministic, NUMBERS, 1, 0), "echo": (echo, RATINGS, 1, 0), "by-size": (by_size, NUMBERS, 1, 0),
    "degrees": (degrees, dict(GRAPH, unit="node"), 1, 0), "says-empty": (says_empty, NUMBERS, 1, 0),
}
SOUND = {
    "bounded": (mean_bounded, NUMBERS, 1, 0), "by-users": (histogram_by_users, USERS, 1, 0), "count": (sql_count, INCOMES, 1, 0),
    "response": (response, dict(NUMBERS, type="integer", size=[3, 3], relation="change"), math.log(3), 0),
    "noisy-max": (noisy_max, QUERIES, 1, 0), "exponential": (exponential, dict(NUMBERS, relation="add-remove"), 1, 0),
    "gaussian": (gaussian, NUMBERS, 1, 0.01), "edges": (edges, GRAPH, 1, 0), "ratings": (ratings_sum, RATINGS, 1, 0),
    "svt": (svt_sound, QUERIES, 1, 0), "bins": (bins, BINS, 1, 0), "ignores": (ignores, NUMBERS, 1, 0),
}


def main(name, *more):
    if name == "--names":
        for kind, group in (("wrong", WRONG), ("sound", SOUND)):
            for one, (_, _, epsilon, delta) in group.items():
                print(kind, one, "--epsilon=%.17g" % epsilon, "--delta=%g" % delta if delta else "")
        return
    function, schema, _, _ = {**WRONG, **SOUND}[name]
    if more == ("--space",):
        print(json.dumps(schema))
        return
    for line in sys.stdin:
        request = json.loads(line)
        rng = random.Random(request["seed"])
        answers = (json.dumps(function(rng, request["data"])) for _ in range(request["count"]))
        sys.stdout.write("\n".join(answers) + "\n")
        sys.stdout.flush()


main(*sys.argv[1:])
