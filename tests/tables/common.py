# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tables share: runs of `dpmf train`, several at a time, and their printing."""
import concurrent.futures
import json
import os
import random
import statistics
import subprocess
import sys

B = os.environ.get("B", "build")
OUT = f"{B}/tables"


def dpmf(*words):
    """One run of the program; None where training diverged, or the profiles that it measures its noise by died out."""
    command = [f"{B}/bin/dpmf", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2 and ("diverged" in done.stderr or "has a sensitivity of 0" in done.stderr):
        return None
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def train(options):
    """One `dpmf train`, as its JSON document; None where it diverged. An option that is None takes no value."""
    text = dpmf("train", "--json", *(f"--{name}" if value is None else f"--{name}={value}" for name, value in options.items()))
    return text and json.loads(text)


def protects(document):
    """What has an epsilon of its own, in order: {relation: upper end}. Where the guarantee does not hold, as in every run
    with a seed, under the premises that stand under "if"."""
    guarantee = document["guarantee"]
    units = guarantee["protects"] if guarantee["holds"] else (guarantee["if"] or {}).get("protects", [])
    return {unit["relation"]: float(unit["epsilon"]["hi"]) for unit in units if "epsilon" in unit}


def epsilon_of(document):
    """The composed epsilon of the first unit; None where nothing protects the ratings."""
    return next(iter(protects(document).values()), None)


def at_once(measure, todo):
    """measure(x) of every x, as many at a time as there are cores, in their order."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, result in enumerate(pool.map(measure, todo), 1):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(todo)} ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    return results


def split(path, seed, folder):
    """A fifth of every user's ratings, drawn by the seed, for testing. Of two ratings for a pair the later counts."""
    latest = {}
    with open(path) as lines:
        for line in lines:
            user, item, rating = line.split()[:3]
            latest[user, item] = rating
    users = {}
    for (user, item), rating in latest.items():
        users.setdefault(user, []).append((item, rating))
    draw = random.Random(seed)
    names = [os.path.join(folder, f"{part}.{seed}") for part in ("train", "test")]
    with open(names[0], "w") as train, open(names[1], "w") as test:
        for user, rated in users.items():
            held = set(draw.sample(range(len(rated)), len(rated) // 5))
            for place, (item, rating) in enumerate(rated):
                (test if place in held else train).write(f"{user}\t{item}\t{rating}\n")
    return names


def mean_and_deviation(values):
    return statistics.mean(values), statistics.stdev(values)


def write_rows(name, head, rows):
    """B/tables/NAME.tsv"""
    os.makedirs(OUT, exist_ok=True)
    with open(f"{OUT}/{name}.tsv", "w") as out:
        out.writelines("\t".join(map(str, row)) + "\n" for row in [head, *rows])


def print_rows(head, rows):
    width = [max(len(str(row[c])) for row in [head, *rows]) for c in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(str(cell).ljust(w) for cell, w in zip(row, width)).rstrip())


def picture(name, commands):
    """B/tables/NAME.png by gnuplot; the commands name their data by write_rows' names."""
    script = (f"set datafile separator tab\nset terminal pngcairo noenhanced size 900,600\nset output '{OUT}/{name}.png'\n"
              "set key outside right\nset grid\n" + commands)
    done = subprocess.run(["gnuplot"], input=script, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"gnuplot, {name}: {done.stderr}")
