# SPDX-License-Identifier: GPL-3.0-or-later
"""privsr and what it compares with, on filmtrust and douban: MAE and RMSE over epsilon."""
import os
import tempfile

import common

NEEDS = ("filmtrust/ratings.txt", "filmtrust/trust.txt", "douban/ratings.tsv", "douban/friends.tsv")
SETS = {
    "filmtrust": ("filmtrust/ratings.txt", "filmtrust/trust.txt", "0.5:4"),
    "douban": ("douban/ratings.tsv", "douban/friends.tsv", "1:5"),
}
EPSILONS = (0.1, 0.5, 1, 5)
SPLITS = (1, 2, 3, 4, 5)
RATES = {"mf": (1, 0.5, 0.2, 0.1, 0.05), None: (0.5, 0.2, 0.1, 0.05, 0.02, 0.005)}
SOCIAL_WEIGHTS = (0.1, 1, 5, 20)
ONE_WEIGHT = {"user-groups": "0,0,1,1", "item-groups": "0,0,1,1"}  # dpmf: every rating has the same budget


def cells():
    """(name, epsilon or None, options): every line of the table."""
    yield "mf", None, {"mech": "mf"}
    yield "soreg", None, {"mech": "soreg"}
    for epsilon in EPSILONS:
        yield "dpmf", epsilon, {"mech": "dpmf", **ONE_WEIGHT}
        yield "privsr", epsilon, {"mech": "privsr", "variant": "published"}
        yield "privsr, noise per epoch", epsilon, {"mech": "privsr", "variant": "published", "noise": "epoch"}
        yield "privsr corrected", epsilon, {"mech": "privsr", "variant": "corrected"}


def choices(options):
    """What is chosen on ratings held out of the training ratings: the rate, and how much friends weigh."""
    rates = [{"rate": rate} for rate in RATES["mf" if options["mech"] in ("mf", "soreg") else None]]
    weights = [{"social-weight": weight} for weight in SOCIAL_WEIGHTS]
    if options.get("variant") == "corrected":
        return weights
    if options["mech"] == "soreg":
        return [{**rate, **weight} for rate in rates for weight in weights]
    return rates  # privsr: its friends' term has the weight that it publishes


def measure(job):
    (name, epsilon, options), (splits, social, span) = job
    options = {**options, "range": span, **({"epsilon": epsilon} if epsilon else {})}
    if options["mech"] in ("soreg", "privsr"):
        options["social"] = social
    tried = []
    for choice in choices(options):
        done = common.train({**options, **choice, "ratings": splits[0][0], "holdout": 2, "seed": 100})
        if done:
            tried.append((done["evaluation"]["mse"], sorted(choice.items())))
    if not tried:
        return name, epsilon, None
    chosen = dict(min(tried)[1])
    runs = [common.train({**options, **chosen, "ratings": train, "test": test, "seed": seed})
            for seed, (train, test) in zip(SPLITS, splits)]
    return name, epsilon, None if None in runs else (chosen, runs)


def cell(values):
    return "{:.4f} +- {:.4f}".format(*common.mean_and_deviation(values))


def spent(run):
    """Epsilon as the record has it: of a rating, and of a friend's vector."""
    units, again = common.protects(run), "*" if run["released"].get("noise_used_again") else ""

    def one(relation):
        return f"{units[relation]:.4g}" + again if relation in units else None
    return one("entry") or "none", one("edge") or "-"


def line(name, epsilon, result):
    if result is None:
        return [name, epsilon or "-", "diverged", "", "", "", "", ""]
    chosen, runs = result
    return [name, epsilon or "-", chosen.get("rate", "-"), chosen.get("social-weight", "1" if name.startswith("privsr") else "-"),
            cell([r["evaluation"]["mae"] for r in runs]), cell([r["evaluation"]["rmse"] for r in runs]), *spent(runs[0])]


HEAD = ["mechanism", "epsilon", "rate", "friends", "MAE", "RMSE", "of a rating", "of a friend"]


def draw(label, rows):
    """RMSE over epsilon; what has none is a level line."""
    names = list(dict.fromkeys(row[0] for row in rows))
    points = [[epsilon] + [next(row[5].split()[0] for row in rows if row[0] == name and row[1] in (epsilon, "-"))
                           for name in names] for epsilon in EPSILONS]
    common.write_rows(f"privsr_{label}_rmse", ["epsilon", *names], points)
    data = f"'{common.OUT}/privsr_{label}_rmse.tsv'"
    common.picture(f"privsr_{label}", f"set logscale x\nset xlabel 'epsilon'\nset ylabel 'RMSE'\nset title 'privsr, {label}'\nplot "
                   + ", ".join(f"{data} using 1:{c} skip 1 with linespoints lw 2 title '{name}'"
                               for c, name in enumerate(names, 2)) + "\n")


def main(data):
    for label, (ratings, social, span) in SETS.items():
        with tempfile.TemporaryDirectory() as folder:
            splits = [common.split(f"{data}/{ratings}", seed, folder) for seed in SPLITS]
            jobs = [(one, (splits, f"{data}/{social}", span)) for one in cells()]
            rows = [line(*measured) for measured in common.at_once(measure, jobs)]
        common.write_rows(f"privsr_{label}", HEAD, rows)
        print(f"privsr, {label}: a fifth of every user's ratings held out, {len(SPLITS)} splits, K = 10, beta = 0.5, half of the ratings sensitive\n")
        common.print_rows(HEAD, rows)
        print()
        draw(label, rows)
    print("of a rating, of a friend: epsilon as composed from the record of what left, under the premises that `dpmf train`\n"
          "prints; *: the noise is used again in every epoch, so that without the premise none is left. privsr promises the\n"
          "epsilon of the second column for both. rate, friends (the weight of the friends' term): chosen on held-out\n"
          "training ratings; privsr's friends weigh as published.\n")
