# SPDX-License-Identifier: GPL-3.0-or-later
"""dpmf-rp on ML-100K: Table 2's and Table 7's figures, with the epsilon that theta is chosen for, and that the record has."""
import os
import tempfile

import common
import rp_paper
from rp_paper import PARTICIPATION, RATIO, ROUNDS

NEEDS = ("ml-100k/u.data",)
SEEDS = (1, 2, 3, 4)
USERS, ITEMS, FACTORS = 943, 1682, 14
TAKING_PART = round(PARTICIPATION * USERS)


def at(theta, quanta=1):
    return {"theta": f"{theta:.6f}", "quanta": quanta}


def eq18(epsilon, c0, users=TAKING_PART):
    return at(*rp_paper.theta_and_quanta(epsilon, c0, ITEMS // RATIO * FACTORS, users))


PAPER = {  # RMSE, precision, recall, F1, mAP
    "case 1: no noise, no projection": "1.00 0.27 0.23 0.24 0.13",
    "case 2: no secure aggregation": "1.10 0.12 0.13 0.13 0.05",
    "case 3: no projection": "1.01 0.23 0.26 0.24 0.13",
    "case 4: no noise": "1.01 0.20 0.24 0.22 0.11",
    "dpmf-rp": "1.008 0.197 0.247 0.219 0.116",
}
LINES = [  # the paper's name, what theta is, options
    ("case 1: no noise, no projection", "-", {"private": "no", "ratio": 1}),
    ("case 4: no noise", "-", {"private": "no"}),
    ("case 3: no projection", "1/4", {"ratio": 1, **at(0.25)}),
    ("dpmf-rp", "1/4", at(0.25)),
    ("dpmf-rp", "Eq. 18, a round, C_0 = 1", eq18(1, 1)),
    ("dpmf-rp", "Eq. 18, the training, C_0 = 8", eq18(1 / ROUNDS, 8)),
    ("dpmf-rp", "exact, the training", {"epsilon": 1}),
    ("case 2: no secure aggregation", "Eq. 18, a round, C_0 = 1", {"sum": "none", **eq18(1, 1, 1)}),
    ("dpmf-rp", "1/4, corrected", {"variant": "corrected", **at(0.25)}),
    ("dpmf-rp", "exact, the training, corrected", {"variant": "corrected", "epsilon": 1}),
]
HEAD = ["", "theta by", "RMSE of users", "precision", "recall", "F1", "mAP", "mAP of relevant", "theta", "epsilon of the training",
        "paper: RMSE, precision, recall, F1, mAP"]


def measure(job):
    (name, theta, options), splits = job
    runs = [common.train({"mech": "dpmf-rp", "variant": "published", "epochs": ROUNDS, "range": "1:5", "seed": seed, **options, "ratings": train, "test": test})
            for seed, (train, test) in zip(SEEDS, splits)]
    return name, theta, runs


def cell(runs, key):
    return "{:.3f} +- {:.3f}".format(*common.mean_and_deviation([run["evaluation"]["lists"][key] for run in runs]))


def line(name, theta, runs):
    released, epsilon = runs[0]["released"], common.epsilon_of(runs[0])
    return [name, theta, *(cell(runs, key) for key in ("rmse_of_users", "precision", "recall", "f1", "map", "map_relevant")),
            f"{released['theta']:.4f}" if epsilon else "-", f"{epsilon:.4g}" if epsilon else "none", PAPER.get(name, "-")]


GROUPS = ["", "theta by", "below 25", "25 to 49", "50 to 99", "100 to 499", "500 and more", "variance"]


def group_line(name, theta, runs):
    values = [[*groups["mse"], groups["variance"]] for groups in (run["evaluation"]["groups"] for run in runs)]
    return [name, theta, *("{:.3f} +- {:.3f}".format(*common.mean_and_deviation(column)) for column in zip(*values))]


def main(data):
    with tempfile.TemporaryDirectory() as folder:
        splits = [common.split(os.path.join(data, NEEDS[0]), seed, folder) for seed in SEEDS]
        results = common.at_once(measure, [(one, splits) for one in LINES])
    rows, groups = [line(*result) for result in results], [group_line(*result) for result in results]
    print(f"dpmf-rp, ML-100K, a fifth held out, {ROUNDS} rounds, m / p = {RATIO}, k = {FACTORS}; epsilon at delta = 1e-5, of a user's ratings,")
    print(f"for a user of the most rounds; {ITEMS // RATIO} rows are padded to a power of two")
    common.print_rows(HEAD, rows)
    common.write_rows("rp_table2_and_7", HEAD, rows)
    print("\nTable 5: mean squared errors of groups of users by how many ratings they have in the training set, and their variance, Eq. (59). The\n"
          "paper has Yelp's: 1.81, 2.04, 1.35, 1.02, 0.78 and 0.23 for central MF, 2.21, 2.09, 1.38, 1.07, 0.81 and 0.31 for dpmf-rp\n")
    common.print_rows(GROUPS, groups)
    common.write_rows("rp_table5", GROUPS, groups)
