# SPDX-License-Identifier: GPL-3.0-or-later
"""dpmf-rp on ML-100K: Table 2's and Table 7's figures, with the epsilon that theta is chosen for, and that the record has."""
import math
import os
import tempfile

import common

NEEDS = ("ml-100k/u.data",)
SEEDS = (1, 2, 3, 4)
ROUNDS = 30
USERS, ITEMS, FACTORS, RATIO = 943, 1682, 14, 3
TAKING_PART = round(0.1 * USERS)


def theta_of_eq18(epsilon, c0, rounds, users=TAKING_PART):
    """Eq. (18) with alpha = 2 and q = 1, solved for theta."""
    goal = epsilon * users / (c0 * 4 * (ITEMS // RATIO) * FACTORS * rounds)
    low, high = 0.0, 0.25
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle ** 2 / (1 - 2 * middle) ** 4 < goal else (low, middle)
    return high


def at(theta):
    return {"theta": f"{theta:.6f}", "quanta": 1}


PAPER = {  # RMSE, precision, recall, F1, mAP
    "case 1: no noise, no projection": "1.00 0.27 0.23 0.24 0.13",
    "case 2: no secure aggregation": "1.10 0.12 0.13 0.13 0.05",
    "case 3: no projection": "1.01 0.23 0.26 0.24 0.13",
    "case 4: no noise": "1.01 0.20 0.24 0.22 0.11",
    "dpmf-rp": "1.008 0.197 0.247 0.219 0.116",
}
WHOLE = theta_of_eq18(1, 8, ROUNDS)   # epsilon = 1 for the whole training, C_0 = 8
ROUND = theta_of_eq18(1, 1, 1)        # epsilon = 1 for a round, C_0 = 1
LINES = [  # the paper's name, what theta is, options
    ("case 1: no noise, no projection", "-", {"private": "no", "ratio": 1}),
    ("case 4: no noise", "-", {"private": "no"}),
    ("case 3: no projection", "1/4", {"ratio": 1, **at(0.25)}),
    ("dpmf-rp", "1/4", at(0.25)),
    ("dpmf-rp", "Eq. 18, a round, C_0 = 1", at(ROUND)),
    ("dpmf-rp", "Eq. 18, the training, C_0 = 8", at(WHOLE)),
    ("dpmf-rp", "exact, the training", {"epsilon": 1}),
    ("case 2: no secure aggregation", "Eq. 18, a round, C_0 = 1", {"sum": "none", **at(theta_of_eq18(1, 1, 1, 1))}),
    ("dpmf-rp", "1/4, corrected", {"variant": "corrected", **at(0.25)}),
    ("dpmf-rp", "exact, the training, corrected", {"variant": "corrected", "epsilon": 1}),
]
HEAD = ["", "theta by", "RMSE of users", "precision", "recall", "F1", "mAP", "mAP of relevant", "theta", "epsilon of the training",
        "paper: RMSE, precision, recall, F1, mAP"]


def measure(job):
    (name, theta, options), splits = job
    runs = [common.train({"mech": "dpmf-rp", "epochs": ROUNDS, "range": "1:5", "seed": seed, **options, "ratings": train, "test": test})
            for seed, (train, test) in zip(SEEDS, splits)]
    return name, theta, runs


def cell(runs, key):
    return "{:.3f} +- {:.3f}".format(*common.mean_and_deviation([run["lists"][key] for run in runs]))


def line(name, theta, runs):
    budget = runs[0]["budget"]
    epsilon = budget.get("epsilon")
    return [name, theta, *(cell(runs, key) for key in ("rmse_of_users", "precision", "recall", "f1", "map", "map_relevant")),
            f"{budget['theta']:.4f}" if epsilon else "-", f"{float(epsilon['hi']):.4g}" if epsilon else "none", PAPER.get(name, "-")]


def main(data):
    with tempfile.TemporaryDirectory() as folder:
        splits = [common.split(os.path.join(data, NEEDS[0]), seed, folder) for seed in SEEDS]
        rows = [line(*result) for result in common.at_once(measure, [(one, splits) for one in LINES])]
    print(f"dpmf-rp, ML-100K, a fifth held out, {ROUNDS} rounds, m / p = {RATIO}, k = {FACTORS}; epsilon at delta = 1e-5, of a user's ratings,")
    print(f"for a user of the most rounds; {math.ceil(ITEMS / RATIO)} rows are padded to a power of two")
    common.print_rows(HEAD, rows)
    common.write_rows("rp_table2_and_7", HEAD, rows)
