# SPDX-License-Identifier: GPL-3.0-or-later
"""The corrected mechanisms beside the yardsticks (means, dppop, constant) with the same neighbours, epsilon, delta and what is
released, and beside what is not private: ml-100k and amazon, five seeds."""
import os
import tempfile

import common

NEEDS = ("ml-100k/u.data", "ml-100k/ua.base", "ml-100k/ua.test", "amazon-instant-video/ratings.txt")
SEEDS = (1, 2, 3, 4, 5)
USERS = {"users": 943, "items": 1682}
DELTA = 1e-5
GAUSSMF = {"mech": "gaussmf", "variant": "corrected", "factors": 20, "rate": 0.0005, "norm": 1, "epochs": 300, "delta-r": DELTA}
DPIMF = {"mech": "dpimf", "variant": "corrected", "protect": "user"}

# The relation, epsilon, delta and what is released, and who is compared there.
RATINGS = [
    ("a value, all released, delta 1e-5", [("means", {"mech": "means", "delta": DELTA}), ("gaussmf corrected", GAUSSMF)], (2.83, 13.2)),
    ("a value, all released, delta 1e-5", [("means", {"mech": "means", "delta": DELTA})], (0.3, 1)),
    ("a value, pure, all released", [("means", {"mech": "means"})], (0.1, 1, 10)),
    ("a value, pure, users on devices", [("means", {"mech": "means", "release": "items"}), ("hdpmf corrected", {"mech": "hdpmf", "variant": "corrected"})],
     (0.1, 1, 10)),
    ("a value, delta 1e-5, users on devices", [("means", {"mech": "means", "release": "items", "delta": DELTA})], (0.3, 2.83, 13.2)),
    ("a row, there or not, delta 1e-5", [("dpals corrected", {"mech": "dpals", "variant": "corrected", "delta": DELTA, **USERS})], (1, 10)),
    ("no data", [("constant", {"mech": "constant", **USERS}), ("constant, 3.5", {"mech": "constant", "value": 3.5, **USERS})], ("-",)),
    ("not private", [("mf", {"mech": "mf", "step": "message", "rate": 0.01}), ("gd", {"mech": "gd", "factors": 20, "epochs": 300, "tolerance": 0})], ("-",)),
]
LISTS = [
    ("a row, replaced, delta 1e-5", "dppop, most = 20", {"mech": "dppop", "delta": DELTA, "epsilon": 1}),
    ("a row, replaced, delta 1e-5", "dpmf-rp corrected", {"mech": "dpmf-rp", "variant": "corrected", "epsilon": 1, "epochs": 30, "range": "1:5"}),
    ("a row, replaced, pure", "dppop, most = 20", {"mech": "dppop", "epsilon": 1}),
    ("not private", "pop", {"mech": "pop"}),
]
RANKED = [
    ("a row, replaced, pure", "dppop, most = 5", {"mech": "dppop", "most": 5, "epsilon": 1}),
    ("a row, replaced, pure", "dppop, most = 20", {"mech": "dppop", "epsilon": 1}),
    ("a row, replaced, pure", "dpimf corrected", {**DPIMF, "epsilon": 1}),
    ("a row, replaced, delta 1e-5", "dppop, most = 20", {"mech": "dppop", "delta": DELTA, "epsilon": 1}),
    ("not private", "pop", {"mech": "pop"}),
]


def runs(jobs, folders):
    """jobs: (key, options of a seed). {key: a list of results, one a seed}"""
    todo = [(key, options, seed) for key, options in jobs for seed in SEEDS]
    results = {}
    for (key, _, _), result in zip(todo, common.at_once(lambda job: common.train({**job[1], **folders(job[2]), "seed": job[2]}), todo)):
        results.setdefault(key, []).append(result)
    return results


def spread(values):
    return "{:.3f} +- {:.3f}".format(*common.mean_and_deviation(values))


def spent(results):
    """Of the first unit, for which epsilon is asked; with a seed it stands under "if"."""
    guarantee = results[0]["guarantee"]
    units = guarantee["protects"] if guarantee["holds"] else (guarantee["if"] or {}).get("protects", [])
    return f"{float(units[0]['epsilon']['hi']):.4g}" if units else "none"


def show(name, title, head, rows):
    common.write_rows(name, head, rows)
    print(f"{title}\n")
    common.print_rows(head, rows)
    print()


def ratings(data):
    jobs = [((what, who, epsilon), {"range": "1:5", **options, **({} if epsilon == "-" else {"epsilon": epsilon})})
            for what, whom, epsilons in RATINGS for epsilon in epsilons for who, options in whom]
    files = {"ratings": f"{data}/ml-100k/ua.base", "test": f"{data}/ml-100k/ua.test"}
    rows = [[*key, "diverged" if None in found else spent(found), "-" if None in found else spread([r["evaluation"]["rmse"] for r in found])]
            for key, found in runs(jobs, lambda seed: files).items()]
    show("yardsticks_ratings", f"ml-100k, ua split: RMSE, {len(SEEDS)} seeds", ["protected", "mechanism", "asked", "epsilon", "RMSE"], rows)


def lists(data):
    with tempfile.TemporaryDirectory() as folder:
        splits = {seed: common.split(os.path.join(data, NEEDS[0]), seed, folder) for seed in SEEDS}
        jobs = [((what, who), {**USERS, **options}) for what, who, options in LISTS]
        found = runs(jobs, lambda seed: {"ratings": splits[seed][0], "test": splits[seed][1]})
    rows = [[*key, spent(results), *(spread([r["evaluation"]["lists"][score] for r in results]) for score in ("precision", "recall", "f1"))]
            for key, results in found.items()]
    show("yardsticks_lists", f"ml-100k, a fifth held out: lists of ten, relevant from 4, {len(SEEDS)} seeds",
         ["protected", "mechanism", "epsilon", "precision", "recall", "F1"], rows)


def ranked(data, label, file):
    jobs = [((what, who), options) for what, who, options in RANKED]
    rows = [[*key, spent(found), *(spread([r["evaluation"]["hr"][among] for r in found]) for among in ("sampled", "full"))]
            for key, found in runs(jobs, lambda seed: {"ratings": f"{data}/{file}"}).items()]
    show(f"yardsticks_{label}_ranked", f"{label}, one held out: HR@10, {len(SEEDS)} seeds",
         ["protected", "mechanism", "epsilon", "HR, 99", "HR, all"], rows)


def main(data):
    ratings(data)
    lists(data)
    ranked(data, "ml-100k", NEEDS[0])
    ranked(data, "amazon", NEEDS[3])
