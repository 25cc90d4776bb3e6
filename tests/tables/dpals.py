# SPDX-License-Identifier: GPL-3.0-or-later
"""dpals beside dppop at the same guarantee for whole rows, and beside what is not private, on synthetic ratings in the
shapes of MovieLens-1M and -10M. What the ratings follow is varied: a planted low rank, as `dpmf synth` has it, favours
dpals. About ten minutes on two cores; SHAPES=1M leaves out the larger shape, SEEDS=N takes the first N seeds."""
import itertools
import os
import random
import tempfile

import common

NEEDS = ()
# Users, items and ratings, the seeds, and the truths that are tried.
TRUTHS = ("low rank", "items", "none")
SHAPES = {"1M": (6040, 3706, 1000209, (1, 2, 3), TRUTHS), "10M": (71567, 10681, 10000000, (1,), TRUTHS[:1])}
EPSILONS = (0.5, 1, 2, 5, 10, 20)
DELTA = 1e-5
# As good as any of a dozen settings on ratings that the tables do not use (6,040 x 3,706, seed 100).
DPALS = {"mech": "dpals", "variant": "corrected", "delta": DELTA, "factors": 1, "epochs": 1}
DPPOP = {"mech": "dppop", "delta": DELTA}
FREE = [("mf", {"mech": "mf", "step": "message", "rate": 0.01, "epochs": 20}), ("ials", {"mech": "ials", "epochs": 10}),
        ("pop", {"mech": "pop"}), ("constant", {"mech": "constant", "value": 3.5})]


def follow(lines, truth, draw):
    """Lines (user, item, rating) whose ratings follow the truth: "low rank" as they are; "items": dealt out anew among those
    who rated the same item, so that its mean is all that can be learned; "none": among all."""
    if truth == "low rank":
        return lines
    lines, groups = list(lines), {}
    for place, (_, item, _) in enumerate(lines):
        groups.setdefault(item if truth == "items" else None, []).append(place)
    ratings = [None] * len(lines)
    for places in groups.values():
        for place, source in zip(places, draw.sample(places, len(places))):
            ratings[place] = lines[source][2]
    return ((user, item, rating) for (user, item, _), rating in zip(lines, ratings))


def make(folder, shape, seed, truth):
    """Training and test ratings: a fifth of every user's ratings, whose lines stand together, for testing."""
    users, items, count = SHAPES[shape][:3]
    whole, draw = f"{folder}/{shape}.{seed}.{truth[:4]}", random.Random(f"{seed} {truth}")
    common.dpmf("synth", f"--users={users}", f"--items={items}", f"--ratings={count}", "--long-tail", f"--seed={seed}", f"--out={whole}")
    names = [f"{whole}.{part}" for part in ("train", "test")]
    with open(whole) as source, open(names[0], "w") as train, open(names[1], "w") as test:
        lines = follow((tuple(line.split()) for line in source), truth, draw)
        for row in (list(row) for _, row in itertools.groupby(lines, key=lambda line: line[0])):
            held = set(draw.sample(range(len(row)), len(row) // 5))
            for place, line in enumerate(row):
                (test if place in held else train).write("\t".join(line) + "\n")
    os.remove(whole)
    return names


def units(document):
    """Upper ends of epsilon by what is protected: a row there or not, a row that is replaced."""
    guarantee = document["guarantee"]
    found = (guarantee if guarantee["holds"] else guarantee["if"])["protects"]
    return {unit["unit"].split(", ", 1)[1].split()[0]: float(unit["epsilon"]["hi"]) for unit in found}


def measure(job):
    """What one data set gives: {(who, epsilon): (there or not, replaced, RMSE, recall)}"""
    folder, shape, seed, truth = job
    users, items = SHAPES[shape][:2]
    files = make(folder, shape, seed, truth)
    same = {"ratings": files[0], "test": files[1], "users": users, "items": items, "seed": seed}
    found = {}

    def keep(who, asked, document):
        evaluation, spent = document["evaluation"], units(document) if document["guarantee"]["if"] else {}
        found[who, asked] = (spent.get("there"), spent.get("replaced"), evaluation["rmse"], evaluation.get("lists", {}).get("recall"))
        return spent

    for epsilon in EPSILONS:
        spent = keep("dpals corrected", epsilon, common.train({**DPALS, **same, "range": "1:5", "epsilon": epsilon}))
        keep("dppop", epsilon, common.train({**DPPOP, **same, "epsilon": spent["replaced"]}))
    for who, options in FREE:
        keep(who, "-", common.train({**options, **same, **({"range": "1:5"} if who in ("mf", "constant") else {})}))
    for file in files:
        os.remove(file)
    return found


def cell(values, digits=3):
    if any(value is None for value in values):
        return "-"
    if len(values) == 1:
        return f"{values[0]:.{digits}f}"
    return "{:.{d}f} +- {:.{d}f}".format(*common.mean_and_deviation(values), d=digits)


def main(_):
    shapes, most = os.environ.get("SHAPES", " ".join(SHAPES)).split(), int(os.environ.get("SEEDS", len(SHAPES["1M"][3])))
    head = ["shape", "ratings follow", "mechanism", "epsilon, there or not", "replaced", "RMSE", "recall at 10"]
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(folder, shape, seed, truth) for shape in shapes for truth in SHAPES[shape][4] for seed in SHAPES[shape][3][:most]]
        results = common.at_once(measure, jobs)
    groups = {}
    for (_, shape, _, truth), found in zip(jobs, results):
        for key, values in found.items():
            groups.setdefault((shape, truth, *key), []).append(values)
    lines = []
    for (shape, truth, who, _), values in sorted(groups.items(), key=lambda group: (shapes.index(group[0][0]), TRUTHS.index(group[0][1]))):
        there, replaced, rmse, recall = zip(*values)
        lines.append([shape, truth, who, *("-" if spent[0] is None else f"{max(spent):.3g}" for spent in (there, replaced)), cell(rmse), cell(recall)])
    common.write_rows("dpals", head, lines)
    print(f"synthetic ratings, a fifth held out, delta {DELTA:g}: RMSE, and recall of lists of ten (relevant from 4); seeds: "
          + ", ".join(f"{len(SHAPES[shape][3][:most])} of {shape}" for shape in shapes) + "\n")
    common.print_rows(head, lines)
