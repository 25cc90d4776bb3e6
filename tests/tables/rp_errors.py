# SPDX-License-Identifier: GPL-3.0-or-later
"""dpmf-rp, Fig. 2 on ML-100K: what projection and noise do to the gradients of a training and to its RMSE, over m / p."""
import os
import statistics
import tempfile

import common
import rp
import rp_paper
from rp_paper import ROUNDS

NEEDS = rp.NEEDS
RATIOS = (1, 2, 3, 4, 6, 8, 10)
SETTINGS = [  # Fig. 2's epsilon (of a round, by Eq. 18 with C_0 = 1) and beta; without noise, and with the largest theta, too
    (None, 0.1), ("1/4", 0.1), (1, 0.1), (0.01, 0.1), (None, 0.01), (1, 0.01), (0.01, 0.01),
]


def name_of(setting):
    epsilon, share = setting
    return ("no noise" if epsilon is None else "theta = 1/4" if epsilon == "1/4" else f"epsilon = {epsilon:g}") + f", beta = {share:g}"


def options_of(setting, ratio):
    epsilon, share = setting
    options = {"ratio": ratio, "participation": share}
    if epsilon is None:
        return {**options, "private": "no"}
    if epsilon == "1/4":
        return {**options, **rp.at(0.25)}
    return {**options, **rp.at(*rp_paper.theta_and_quanta(epsilon, 1, rp.ITEMS // ratio * rp.FACTORS, round(share * rp.USERS)))}


def measure(job):
    setting, ratio, seed, (train, test) = job
    return common.train({"mech": "dpmf-rp", "variant": "published", "epochs": ROUNDS, "range": "1:5", "seed": seed, "errors": "yes", "ratings": train, "test": test,
                         **options_of(setting, ratio)})


def mean(runs, *keys):
    def at(run):
        value = run["evaluation"]
        for key in keys:
            value = value[key]
        return value
    return statistics.mean(map(at, runs))


HEAD = ["training", "m / p", "theta", "|G|^2", "projection", "by another S", "(m - 1) / p |G|^2", "Lemma 5.1", "noise", "its mean", "bias in it",
        "Lemma 5.2", "both", "RMSE of users", "F1"]


def line(setting, ratio, runs):
    theta = runs[0]["released"].get("theta")
    noise = [("privatization", key) for key in ("measured", "expected", "bias", "bound")] if theta else []
    values = [f"{mean(runs, 'errors', *keys):.4g}" for keys in
              [("gradient",), *(("projection", key) for key in ("measured", "fresh", "exact", "bound")), *noise, ("total",)]]
    values[5:5] = [] if theta else ["-"] * 4
    return [name_of(setting), ratio, f"{theta:.4f}" if theta else "-", *values,
            "{:.3f} +- {:.3f}".format(*common.mean_and_deviation([run["evaluation"]["lists"]["rmse_of_users"] for run in runs])),
            f"{mean(runs, 'lists', 'f1'):.3f}"]


def split_of(rmse, setting, ratio):
    """Section 6.2.2: each error as the mean of the two differences between cases that have it and cases that have not."""
    clear = (None, setting[1])
    alone, both = rmse[clear, 1], rmse[setting, ratio]
    projection = ((rmse[clear, ratio] - alone) + (both - rmse[setting, 1])) / 2
    return projection, ((rmse[setting, 1] - alone) + (both - rmse[clear, ratio])) / 2


def splits(runs):
    rmse = {key: mean(found, "lists", "rmse_of_users") for key, found in runs.items()}
    head = ["training", "m / p", "RMSE of users", "by projection", "by noise", "noise's part", "paper, Yelp"]
    paper = {(1, 0.1): "43 %, least at 3", (0.01, 0.1): "45 %, least at 4", (1, 0.01): "similar", (0.01, 0.01): "62 %, least at 6"}
    rows = []
    for setting in SETTINGS:
        for ratio in RATIOS if setting[0] else ():
            projection, noise = split_of(rmse, setting, ratio)
            rows.append([name_of(setting), ratio, f"{rmse[setting, ratio]:.3f}", f"{projection:.3f}", f"{noise:.3f}",
                         f"{noise / (projection + noise):.0%}" if ratio > 1 else "-", paper.get(setting, "-") if ratio == 3 else ""])
    print("\nRMSE beyond that without noise and projection (as the paper takes it apart, at m / p = 3)\n")
    common.print_rows(head, rows)
    common.write_rows("rp_fig2_rmse_parts", head, rows)
    print()
    for setting in SETTINGS:
        print(f"{name_of(setting)}: RMSE is least at m / p = {min(RATIOS, key=lambda ratio: rmse[setting, ratio])}")


KINDS = [  # what of the errors, its title, its style
    ("projection", "measured", "projection", "linespoints lw 2 lc 'royalblue'"),
    ("projection", "fresh", "projection, another S", "points pt 6 ps 2 lc 'royalblue'"),
    ("projection", "exact", "(m - 1) / p |G|^2", "lines dt 2 lc 'royalblue'"),
    ("projection", "bound", "Lemma 5.1", "lines dt 4 lc 'royalblue'"),
    ("privatization", "measured", "noise", "linespoints lw 2 lc 'dark-orange'"),
    ("privatization", "expected", "noise, its mean", "points pt 6 ps 2 lc 'dark-orange'"),
    ("privatization", "bound", "Lemma 5.2", "lines dt 4 lc 'dark-orange'"),
]


def draw(runs):
    columns = [name_of(setting) for setting in SETTINGS]
    common.write_rows("rp_fig2_rmse", ["m / p", *columns],
                      [[ratio, *(f"{mean(runs[setting, ratio], 'lists', 'rmse_of_users'):.4f}" for setting in SETTINGS)] for ratio in RATIOS])
    common.picture("rp_fig2_rmse", "set xlabel 'm / p'\nset ylabel 'RMSE of users'\nset title 'dpmf-rp, Fig. 2 (left), ML-100K'\nplot "
                   + ", ".join(f"'{common.OUT}/rp_fig2_rmse.tsv' using 1:{c} skip 1 with linespoints lw 2 dt {1 if '0.1' in name else 2} "
                               f"title '{name}'" for c, name in enumerate(columns, 2)) + "\n")
    for setting in (("1/4", 0.1), (1, 0.1)):
        draw_errors(setting, runs)


def draw_errors(setting, runs):
    name = "rp_fig2_errors_" + ("largest" if setting[0] == "1/4" else "epsilon_1")
    rows = []
    for ratio in RATIOS[1:]:
        gradient = mean(runs[setting, ratio], "errors", "gradient")
        rows.append([ratio, *(f"{mean(runs[setting, ratio], 'errors', *kind[:2]) / gradient:.6g}" for kind in KINDS)])
    common.write_rows(name, ["m / p", *(kind[2] for kind in KINDS)], rows)
    common.picture(name, "set xlabel 'm / p'\nset ylabel 'squared error of a round over |G|^2'\nset logscale y\nset format y '10^%L'\n"
                   f"set xrange [1.5:10.5]\nset title 'dpmf-rp, errors of the gradient, ML-100K, {name_of(setting)}'\nplot "
                   + ", ".join(f"'{common.OUT}/{name}.tsv' using 1:{c} skip 1 with {style} title '{title}'"
                               for c, (_, _, title, style) in enumerate(KINDS, 2)) + "\n")


def main(data):
    with tempfile.TemporaryDirectory() as folder:
        files = {seed: common.split(os.path.join(data, NEEDS[0]), seed, folder) for seed in rp.SEEDS}
        jobs = [(setting, ratio, seed, files[seed]) for setting in SETTINGS for ratio in RATIOS for seed in rp.SEEDS]
        runs = {}
        for job, run in zip(jobs, common.at_once(measure, jobs)):
            runs.setdefault(job[:2], []).append(run)
    rows = [line(*key, found) for key, found in runs.items()]
    print(f"\ndpmf-rp, Fig. 2 on ML-100K: squared errors of the {ROUNDS} rounds' gradients and the RMSE of the training, means of "
          f"{len(rp.SEEDS)} runs\n")
    common.print_rows(HEAD, rows)
    common.write_rows("rp_fig2", HEAD, rows)
    splits(runs)
    draw(runs)
    print(f"""
All errors are measured on what passes between the steps of a training (`dpmf train --errors=yes`), in squared Frobenius norms, in the
units of Delta_1 = 4 e (1 + kappa) B_1 / beta: G, a round's clipped gradient, against S'S G; S'B' as the server finds it against S'S G;
both: S'B' against G. By another S: one drawn for the round alone. In the training V is S'B, so that G depends on S, and Lemma 5.1, which supposes that it does
not, need not hold. Its mean: over the draws, variance and bias. Lemma 5.2 has the factor p' too many. epsilon: of a
round, by Eq. (18) with C_0 = 1 and alpha = 2, where the paper says that it has the whole training's. The pictures are in {common.OUT}.
""")
