#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_drawn.py DPMF-VECTORS VECTORS COUNT SEED: draws COUNT mistakes of the kinds below, each in an algorithm and at a place of its kernel in
the Python consumer that the seed chooses, and asks `dpmf-vectors exec` what is wrong. Nobody who writes down known mistakes can have these in
mind. Prints what exec names for each, and how many are named by the words of their kind, named otherwise, and not named. What is named
otherwise a reader has to judge: another sentence may say the same. Mistakes that no vector notices are drawn again; vectors_mutants.py
counts those."""
import inspect
import importlib
import os
import random
import re
import shutil
import sys
import tempfile

from vectors_planted import best_of, explained

# What is written, what a person would write by mistake, what a sentence that names it contains.
EDGE = "edge|domain|bound|off by one|tie|<|>|cut|level|equal|count"
KINDS = (
    (r"\b2 \* ", "", r"factor 2|2 \w+ stands|2 of|hal[fv]|doubled|twice|\b2\b"),
    (r" / 2\b(?!\*)", "", r"factor 2|2 \w+ stands|2 of|hal[fv]|doubled|twice|\b2\b"),
    (r"\*\*2\b", "", "square|variance|power"),
    (r"math\.log\(", "math.log2(", "base 2|log"),
    (r"math\.log\(", "math.log10(", "base 10|log"),
    (r"math\.sqrt\(", "(", "root|sqrt|square"),
    (r" \+ 1\b", "", r"one|\b1\b"),
    (r" - 1\b", "", r"one|\b1\b"),
    (r"(?<=\w) - (?=\w)", " + ", "sign|subtract|added|taken"),
    (r"(?<=\w) \+ (?=\w)", " - ", "sign|subtract|added|taken"),
    (r" <= ", " < ", EDGE),
    (r" < ", " <= ", EDGE),
    (r" >= ", " > ", EDGE),
    (r" > ", " >= ", EDGE),
    (r'"little"', '"big"', "highest byte|order"),
    (r"\bmax\((?!\d)", "min(", "cut|clip|most|least|max|min|stretch"),
    (r"max\(0\.0, ", "(", "cut|0|negative|clip"),
    (r"\brange\(1, ", "range(0, ", "from|one|first|term"),
    (r" / (?=\w)", " * ", "factor|reciprocal|divi"),
    (r" \* (?=[a-z]\w*\b(?!\())", " / ", "factor|reciprocal|divi|square"),
    (r"\bround\(", "int(", "round|cut"),
    (r"math\.floor\(", "math.ceil(", "round|one"),
    (r"math\.ceil\(", "math.floor(", "round|one"),
    (r"math\.expm1\(", "math.exp(", "exp|1"),
    (r"math\.log1p\(", "math.log(", "log|1"),
)


def kernels(folder):
    """(algorithm, file, the lines of its kernel): the function itself, or of a closure all functions of the file."""
    sys.path.insert(0, folder)
    table = importlib.import_module("kernel_table")
    found = []
    for name, function in sorted(table.KERNELS.items()):
        module = sys.modules[function.__module__]
        named = next((f for f in (getattr(module, name, None), function) if f is not None and "<locals>" not in f.__qualname__), None)
        text, first = inspect.getsourcelines(inspect.unwrap(named) if named else module)
        found.append((name, os.path.basename(module.__file__), max(first, 1), len(text)))
    return found


def draw(folder, kernel, rng):
    """One line of the kernel with a mistake, or None where nothing fits."""
    _, file, first, count = kernel
    with open(os.path.join(folder, file), encoding="utf-8") as source:
        lines = source.read().splitlines(keepends=True)
    places = [(n, match, instead, wanted) for n in range(first - 1, first - 1 + count) for what, instead, wanted in KINDS
              for match in re.finditer(what, lines[n]) if not lines[n].lstrip().startswith(("#", '"', "def ", "import", "from"))]
    if not places:
        return None
    n, match, instead, wanted = rng.choice(places)
    before, lines[n] = lines[n], lines[n][:match.start()] + instead + lines[n][match.end():]
    return file, "".join(lines), wanted, f"{before.strip()} | {match.group().strip()} -> {instead.strip()}"


def main(program, vectors, count, seed):
    rng = random.Random(int(seed))
    own = os.path.join(os.path.abspath(vectors), "consumers", "python")
    table, named, otherwise, silent = kernels(own), 0, 0, 0
    with tempfile.TemporaryDirectory() as room:
        while named + otherwise + silent < int(count):
            kernel = rng.choice(table)
            drawn = draw(own, kernel, rng)
            if drawn is None:
                continue
            file, text, wanted, what = drawn
            folder = os.path.join(room, "consumer")
            shutil.copytree(own, folder)
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(text)
            try:
                compile(text, file, "exec")
                said = explained(program, vectors, folder, kernel[0])
            except (SyntaxError, SystemExit):
                said = []
            shutil.rmtree(folder)
            if not said:
                continue
            best = best_of(said)
            named, otherwise, silent = named + bool(best and re.search(wanted, best)), otherwise + bool(best and not re.search(wanted, best)), silent + (not best)
            print(f"{'not named' if not best else 'named' if re.search(wanted, best) else 'otherwise'}, {kernel[0]}: {what}: {said[:3]}", flush=True)
    print(f"{named} named, {otherwise} otherwise, {silent} not")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
