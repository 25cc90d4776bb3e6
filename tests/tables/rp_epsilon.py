# SPDX-License-Identifier: GPL-3.0-or-later
"""dpmf-rp: the epsilon of a whole training, by Theorem 4.1 and exactly, in the shapes of the paper's data sets. Needs none of them."""
import json
import math
import os
import tempfile

import common
import rp_paper
from rp_paper import DELTA, PARTICIPATION, RATIO, ROUNDS

NEEDS = ()
SETS = {  # Table 4 and Section 6.1.3: users, items, k; and how fine the grid of the lower end is
    "ML100K": (943, 1682, 14, 4),
    "ML5M": (34939, 5338, 14, 0),
    "Yelp": (10000, 30000, 20, 0),
}
RULES = [  # what 4.3.1 is given: epsilon, as an epsilon of so many rounds, C_0
    ("1 for a round, C_0 = 1", 1, 1),
    ("1 for the training, C_0 = 1", ROUNDS, 1),
    ("1 for the training, C_0 = 8", ROUNDS, 8),
]
ORDERS = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)


def account(shape, theta, quanta, **asked):
    """`dpmf account pbm` of the p' k coordinates of a round."""
    words = {"users": shape["part"], "coordinates": shape["padded"] * shape["factors"], "theta": theta, "quanta": quanta, **asked}
    return json.loads(common.dpmf("account", "pbm", "--json", *(f"--{name}={value}" for name, value in words.items())))


def most_rounds(users):
    """In how many rounds one user takes part at most, by the public schedule of `dpmf train`. It does not look at the ratings."""
    with tempfile.TemporaryDirectory() as folder:
        ratings = os.path.join(folder, "ratings.tsv")
        common.dpmf("synth", f"--users={users}", "--items=20", f"--ratings={5 * users}", "--seed=1", f"--out={ratings}")
        run = common.train({"mech": "dpmf-rp", "variant": "published", "ratings": ratings, "holdout": 0, "epochs": ROUNDS, "participation": PARTICIPATION,
                            "factors": 1, "ratio": 20, "unobserved": 0, "theta": 0.01, "quanta": 1, "seed": 1})
    assert run["inputs"]["users"] == users
    return run["released"]["rounds"]


def shape_of(name):
    users, items, factors, finer = SETS[name]
    rows = items // RATIO
    return {"name": name, "users": users, "items": items, "factors": factors, "rows": rows, "padded": 1 << (rows - 1).bit_length(),
            "part": round(PARTICIPATION * users), "finer": finer, "most": most_rounds(users)}


def converted(alpha, divergence):
    """epsilon at DELTA of a Renyi divergence (Canonne, Kamath and Steinke 2020, Prop. 12)."""
    return divergence + math.log((alpha - 1) / alpha) - math.log(DELTA * alpha) / (alpha - 1)


def log_sum(logs):
    most = max(logs)
    return most + math.log(sum(math.exp(x - most) for x in logs))


def sampled(divergence, share):
    """The epsilon of ROUNDS rounds whose participants nobody knows: Wang, Balle and Kasiviswanathan 2019, Theorem 9, from the
    divergences {order: D} of a round. (alpha - 1) D_alpha is convex, so between two orders it is at most on the line."""
    def moment(j):
        low, high = max(o for o in ORDERS if o <= j), min(o for o in ORDERS if o >= j)
        at = [(o - 1) * divergence[o] for o in (low, high)]
        return at[0] if low == high else at[0] + (at[1] - at[0]) * (j - low) / (high - low)

    def of_round(alpha):
        second = math.log(min(4 * math.expm1(divergence[2]), 2 * math.exp(divergence[2])))
        logs = [0.0, 2 * math.log(share) + math.log(math.comb(alpha, 2)) + second]
        logs += [math.log(2 * math.comb(alpha, j)) + j * math.log(share) + moment(j) for j in range(3, alpha + 1)]
        return log_sum(logs) / (alpha - 1)

    return min(converted(alpha, ROUNDS * of_round(alpha)) for alpha in range(2, ORDERS[-1] + 1))


def losses(users, theta):
    """Mean, variance and third absolute moment of ln P / Q in one coordinate with q = 1, where the others hold +c."""
    high, low = 0.5 + theta, 0.5 - theta
    def others(count):
        return math.exp(math.lgamma(users) - math.lgamma(count + 1) - math.lgamma(users - count) + count * math.log(high)
                        + (users - 1 - count) * math.log(low)) if 0 <= count < users else 0.0
    law = []
    for count in range(users + 1):
        rest, one = others(count), others(count - 1)
        if rest * low + one * high > 1e-100:
            law.append((rest * low + one * high, math.log((rest * low + one * high) / (rest * high + one * low))))
    mean = sum(p * loss for p, loss in law)
    return mean, *(sum(p * abs(loss - mean) ** power for p, loss in law) for power in (2, 3))


def reached(shape, theta, rounds):
    """An epsilon that inputs reach: delta(epsilon) is P[L > t] (1 - e^(epsilon - t)) at least, and the sum L of so many losses is
    normal but for 0.4748 rho / (sigma^3 sqrt N) (Berry and Esseen, with Shevtsova's constant)."""
    parts = shape["padded"] * shape["factors"] * rounds
    mean, variance, third = losses(shape["part"], theta)
    deviation = math.sqrt(parts * variance)
    best = 0.0
    for step in range(-400, 500):
        tail = math.erfc(step / 100 / math.sqrt(2)) / 2 - 0.4748 * third / variance ** 1.5 / math.sqrt(parts)
        if tail > DELTA:
            best = max(best, parts * mean + step / 100 * deviation + math.log1p(-DELTA / tail))
    return best


def enclosed(shape, theta, quanta, rounds):
    epsilon = account(shape, theta, quanta, rounds=rounds, delta=DELTA, finer=shape["finer"])["epsilon"]
    lower = reached(shape, theta, rounds) if quanta == 1 else 0.0
    return {"lo": max(float(epsilon["lo"]), lower), "hi": float(epsilon["hi"])}


def measure(job):
    shape, (rule, rounds, c0) = job
    coordinates = shape["rows"] * shape["factors"]
    theta, quanta = rp_paper.theta_and_quanta(1 / rounds, c0, coordinates, shape["part"])
    by_paper = rp_paper.eq18(theta, quanta, c0, coordinates, shape["part"])
    exact = {order: account(shape, theta, quanta, alpha=order) for order in ORDERS}
    # 2 C_0 K + 2 sqrt(C_0 K (C_0 K + L)) is Theorem 4.1 with Definition 3.2 at its best order; by_paper is 4 C_0 K
    whole = ROUNDS * by_paper / 4
    at_delta = {count: enclosed(shape, theta, quanta, count) for count in (ROUNDS, shape["most"])}
    return {
        "shape": shape, "rule": rule, "theta": theta, "quanta": quanta, "paper": by_paper, "exact": exact[2]["rdp"],
        "c0": float(exact[2]["c0"]["hi"]) * shape["padded"] / shape["rows"],
        "paper_delta": 2 * whole + 2 * math.sqrt(whole * (whole - math.log(DELTA))), "at_delta": at_delta,
        "sampled": sampled({order: float(answer["rdp"]["hi"]) for order, answer in exact.items()}, shape["part"] / shape["users"]),
    }


def span(enclosure, times=1):
    """Both ends to four digits, rounded outward."""
    def outward(x, way):
        digit = 10.0 ** (math.floor(math.log10(x)) - 3)
        return f"{way(x / digit) * digit:.4g}"
    lo, hi = outward(times * float(enclosure["lo"]), math.floor), outward(times * float(enclosure["hi"]), math.ceil)
    return lo if lo == hi else f"{lo} .. {hi}"


def main(_):
    shapes = [shape_of(name) for name in SETS]
    results = common.at_once(measure, [(shape, rule) for shape in shapes for rule in RULES])
    print(f"dpmf-rp, the epsilon of {ROUNDS} rounds in the shapes of the paper's sets (m / p = {RATIO}, beta = {PARTICIPATION}); theta and q by 4.3.1")
    print("from Eq. (18) at alpha = 2. The paper counts p k coordinates; p' k are released, p' the next power of two, and are counted here.\n")
    head = ["set", "n", "m", "k", "p", "p'", "beta n", "epsilon is", "theta", "q"]
    lines = [[r["shape"][key] for key in ("name", "users", "items", "factors", "rows", "padded", "part")] +
             [r["rule"], f"{r['theta']:.6f}", r["quanta"]] for r in results]
    renyi = head + ["Eq. (18), a round", f"{ROUNDS} rounds", "exact, a round", f"{ROUNDS} rounds", "C_0 needed"]
    rows = [line + [f"{r['paper']:.4g}", f"{ROUNDS * r['paper']:.4g}", span(r["exact"]), span(r["exact"], ROUNDS), f"{r['c0']:.3f}"]
            for line, r in zip(lines, results)]
    print("Renyi divergence of order 2, for a user who takes part in every round\n")
    common.print_rows(renyi, rows)
    common.write_rows("rp_epsilon_renyi", renyi, rows)
    of_delta = head[:1] + head[7:] + ["Theorem 4.1", f"{ROUNDS} rounds, between", "most rounds", "those, between", "nobody knows who"]
    rows = [line[:1] + line[7:] + [f"{r['paper_delta']:.4g}", span(r["at_delta"][ROUNDS]), r["shape"]["most"],
                                   span(r["at_delta"][r["shape"]["most"]]), f"<= {r['sampled']:.4g}"] for line, r in zip(lines, results)]
    print(f"\nepsilon at delta = {DELTA:g}, of all of a user's ratings\n")
    common.print_rows(of_delta, rows)
    common.write_rows("rp_epsilon_delta", of_delta, rows)
    print("""
The paper gives neither the rounds, nor delta, nor C_0: the rules are readings. Every epsilon supposes that no coordinate is beyond c
(the corrected variant sees to it). C_0 needed: the least with which Eq. (18), of p k, would hold there. Exact, between: enclosures of `dpmf account
pbm` (the upper end by privacy-loss distributions or Renyi divergences; the lower one is reached, and where Berry and Esseen give more it is theirs,
in doubles). Theorem 4.1: all rounds, with Definition 3.2 at its best order. Most rounds: that any one user is in, by the schedule, which is
public here; their epsilon is what `dpmf train` reports (by Renyi divergences where they are too many for it to wait). Nobody knows who: a bound in doubles (Wang, Balle and Kasiviswanathan 2019, Theorem 9) for a schedule that stays secret. It does not apply here, nor
to Algorithm 2, in which the server draws who takes part.
""")
