# SPDX-License-Identifier: GPL-3.0-or-later
"""hdpmf, corrected: what it costs that some of those who take part in a sum work together with the server."""
import itertools
import statistics

import common

NEEDS = ("ml-100k/ua.base", "ml-100k/ua.test")
SEEDS = (1, 2, 3, 4, 5)
COALITIONS = (("none", "0"), ("a tenth", "0.1"), ("a third", "0.3333333333333333"), ("all others", "100%"))
SERVERS = ("curious", "lying")
EPSILONS = (1, 0.3)
HEAD = ["epsilon", "colluding", "server", "laws in a sum", "MSE", "MAE"]


def raters(data):
    """Of each item, in the training ratings."""
    count = {}
    with open(f"{data}/ml-100k/ua.base", encoding="utf-8") as lines:
        for line in lines:
            item = line.split()[1]
            count[item] = count.get(item, 0) + 1
    return sorted(count.values())


def laws(run, counts):
    """How many whole laws the shares in an item's sum make, in the median item: raters over honest raters, from the settings."""
    settings = run["settings"]
    lying = settings["server"] == "lying"
    colluding = settings["colluding"]
    share, fixed = (colluding, None) if isinstance(colluding, float) else (None, colluding)

    def of(n):
        together = min(n - 1, -int(-share * n // 1) if share is not None else fixed)
        # Only a lying server makes some stay away.
        threshold = max(-int(-settings["stay"] * n // 1), (n + together) // 2 + 1, min(n, 2)) if lying else n
        return n / (threshold - together)
    return statistics.median(map(of, counts))


def measure(data, counts, cell):
    epsilon, (name, colluding), server = cell
    options = {"mech": "hdpmf", "variant": "corrected", "range": "1:5", "epsilon": epsilon, "colluding": colluding, "server": server,
               "ratings": f"{data}/ml-100k/ua.base", "test": f"{data}/ml-100k/ua.test"}
    runs = [common.train({**options, "seed": seed}) for seed in SEEDS]
    mse, mae = (common.mean_and_deviation([run["evaluation"][metric] for run in runs]) for metric in ("mse", "mae"))
    return [f"{epsilon:g}", name, server, f"{laws(runs[0], counts):.2f}", f"{mse[0]:.4f} +- {mse[1]:.4f}", f"{mae[0]:.4f} +- {mae[1]:.4f}"]


def main(data):
    counts = raters(data)
    cells = list(itertools.product(EPSILONS, COALITIONS, SERVERS))
    lines = common.at_once(lambda cell: measure(data, counts, cell), cells)
    common.write_rows("hdpmf_colluding", HEAD, lines)
    print(f"hdpmf corrected, ML-100K (ua split), {len(SEEDS)} seeds: of each item's raters so many work together with the recommender."
          f"\n{len(counts)} items, half of them with at most {statistics.median(counts):.0f} raters, {counts.count(1)} with one\n")
    common.print_rows(HEAD, lines)
    print("\nlaws in a sum: of the whole law of the noise, in the median item: raters over those who are honest for certain"
          "\nall others: every rating is protected against everybody but its owner"
          "\nlying: two thirds of the raters must stay, or more where that is what secure aggregation needs\n")
