# SPDX-License-Identifier: GPL-3.0-or-later
"""The regression of our own claims: what Typed+real proves of three texts,
and what doubles make of the same three."""
import re

from check.common import OUT, run, setting
from check import wp

FILE = "proofs/regression/reals.c"
DOUBLES = "proofs/regression/doubles.c"
TEXTS = ("sum_less_x", "tenths", "twice")


def check(tool, verdicts):
    """Lines for the table: text, what REAL says, what doubles say."""
    goals, text = tool.prove(FILE, "REAL", [["-wp-prover", tool.provers]], OUT / "wp/regression.json")
    program = OUT / "doubles"
    built, said = run([setting("CC", "cc"), "-std=c17", "-O0", "-ffp-contract=off", "-o", program, DOUBLES])
    if not verdicts.demand(goals is not None, f"{FILE}: {text}") or \
       not verdicts.demand(built == 0, f"{DOUBLES}: {said}"):
        return []
    status, said = run([program])
    verdicts.demand(status == 0, f"{DOUBLES}: {said}")
    answers = dict(re.findall(r"^(\w+): (.*)$", said, re.M))
    lines = []
    for name in TEXTS:
        left = wp.unproved({name: goals.get(name, {})})
        verdicts.demand(goals.get(name) and not left, f"{FILE}: {name} is no longer proved in REAL: {left}")
        verdicts.demand(answers.get(name, "").startswith("false"),
                        f"{DOUBLES}: {name} should be false in doubles: {answers.get(name)}")
        lines.append((name, "proved", answers.get(name, "?")))
    return lines
