# SPDX-License-Identifier: GPL-3.0-or-later
"""hdpmf as its authors' program runs it: Table III, and Figs. 2 and 3 (privacy weights)."""
import itertools

import common
from hdpmf import NEEDS, PAPER

__all__ = ["NEEDS", "main"]
SEEDS = range(1, 21)      # Table III
FEW = range(1, 6)         # the figures, as in the paper
# What the program is started with; --as-run and the variant as-run make its other choices.
RUN = {
    "mf": {"mech": "mf", "step": "message", "rate": 0.005},
    "hdpmf": {"mech": "hdpmf", "variant": "as-run"},
    "pdpmf": {"mech": "pdpmf", "as-run": None, "step": "message", "noise": "epoch", "rate": 0.005},
    "dpmf": {"mech": "dpmf", "as-run": None, "step": "message", "noise": "epoch", "rate": 0.0002},
}
# Table II's weights, of which a figure changes one at a time: epsilon_uc, f_uc (f_um stays 0.37).
FIGURES = {
    "hdpmf_fig2": ("epsilon_uc", [(w, f"0.54,0.37,{w},0.5") for w in (0.1, 0.2, 0.3, 0.4)]),
    "hdpmf_fig3": ("f_uc", [(f, f"{f},0.37,0.1,0.5") for f in (0.1, 0.2, 0.3, 0.4, 0.54)]),
}


def errors(data, options, seed):
    run = common.train({**options, "range": "1:5", "seed": seed,
                        "ratings": f"{data}/ml-100k/ua.base", "test": f"{data}/ml-100k/ua.test"})
    if run is None:
        raise SystemExit(f"as-run diverged: {options}")
    return run["evaluation"]["mse"], run["evaluation"]["mae"], common.epsilon_of(run)


def table(data):
    cells = list(itertools.product(RUN, (10, 5)))
    todo = list(itertools.product(cells, SEEDS))
    seen = common.at_once(lambda one: errors(data, {**RUN[one[0][0]], "factors": one[0][1]}, one[1]), todo)
    rows = []
    for place, (mech, k) in enumerate(cells):
        runs = seen[place * len(SEEDS):(place + 1) * len(SEEDS)]
        row = [mech, k, "none" if runs[0][2] is None else f"{runs[0][2]:.4g}"]
        for metric in (0, 1):
            mean, deviation = common.mean_and_deviation([run[metric] for run in runs])
            paper = PAPER[mech, k][2 * metric]
            row += [f"{mean:.4f} +- {deviation:.4f}", f"{paper:.4f}", f"{(paper - mean) / deviation:+.1f}"]
        rows.append(row)
    head = ["mechanism", "K", "epsilon", "MSE", "paper", "off by", "MAE", "paper", "off by"]
    common.write_rows("hdpmf_as_run", head, rows)
    print(f"hdpmf, Table III, ML-100K (ua split), epsilon = 1, {len(SEEDS)} seeds, as the authors' program runs it\n")
    common.print_rows(head, rows)
    print("\noff by: how many standard deviations of a single run the paper's figure lies above ours"
          "\nepsilon: composed from the record, if the users were held fixed and every item had an h of its own, known to nobody\n")


def figure(data, name):
    parameter, weights = FIGURES[name]
    cells = list(itertools.product(weights, ("hdpmf", "pdpmf")))
    todo = list(itertools.product(cells, FEW))
    seen = common.at_once(lambda one: errors(data, {**RUN[one[0][1]], "user-groups": one[0][0][1]}, one[1])[0], todo)
    rows = []
    for place, (value, _) in enumerate(weights):
        both = [common.mean_and_deviation(seen[(2 * place + m) * len(FEW):(2 * place + m + 1) * len(FEW)]) for m in (0, 1)]
        rows.append([value, *(f"{x:.4f}" for pair in both for x in pair)])
    head = [parameter, "hdpmf", "deviation", "pdpmf", "deviation"]
    common.write_rows(name, head, rows)
    print(f"{name}: MSE, K = 10, {len(FEW)} seeds, user weights of Table II but for {parameter}\n")
    common.print_rows(head, rows)
    common.picture(name, f"set xlabel '{parameter}'\nset ylabel 'MSE'\nset offsets graph 0.05, graph 0.05\n"
                   f"plot '{common.OUT}/{name}.tsv' using 1:2:3 skip 1 with yerrorlines title 'hdpmf', "
                   f"'' using 1:4:5 skip 1 with yerrorlines title 'pdpmf'\n")
    print()


def main(data):
    table(data)
    for name in FIGURES:
        figure(data, name)
