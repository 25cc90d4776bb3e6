# SPDX-License-Identifier: GPL-3.0-or-later
"""Frama-C WP: the mutants of one row of kernels.json, in lots of which each is one run, and each mutant a stage of it."""
import os
import re

from check.common import OUT, ROOT, Stopped, substitute
from check.wp import SAFETY, count, undecided, unproved

STEPS = {"cvc4": 50000}  # at least; of other provers:
OTHER_STEPS = 300000  # z3 counts 120,000 to 160,000 on an easy goal


def limits(tool, row, mutant):
    """(prover, steps) of those that prove the sound kernel's goals: twice the steps that these take, of each its own kind. A
    mutant that says by whom it is tried is one at which another prover's loop counts no steps."""
    named = mutant["property"].replace("@", "_")
    known = [cost for goal, cost in row["costs"].items() if mutant["function"] in goal and named in goal]
    taken = {prover: max(steps for other, steps in known if other == prover) for prover, _ in known}
    used = [p for p in tool.provers.split(",") if p.split(":")[0].lower() in taken]
    used = [mutant["by"]] if "by" in mutant else used or [tool.attempts(row["arithmetic"])[0][0]]
    kinds = [(prover, prover.split(":")[0].lower()) for prover in used]
    return [(prover, max(STEPS.get(kind, OTHER_STEPS), 2 * taken.get(kind, 0))) for prover, kind in kinds]


def within_body(source, mutant):
    """The place of the mutant's text if it occurs once, in the body of its own function; None otherwise."""
    head = re.search(rf"^\S[^\n;]*\b{re.escape(mutant['function'])}\([^;{{}}]*\)\n{{$", source, re.M)
    at = source.find(mutant["from"])
    if not head or source.count(mutant["from"]) != 1 or not mutant["from"]:
        return None
    return at if head.end() <= at and at + len(mutant["from"]) <= source.index("\n}", head.end()) + 1 else None


def together(row):
    """The row's mutants in lots that one run of WP can try: what a function's goals are depends on its own body alone,
    so that bodies of several functions may be damaged at once, one mutant each."""
    source = (ROOT / row["file"]).read_text(encoding="utf-8")
    lots, alone = [], []
    for number, mutant in enumerate(row["mutants"]):
        if within_body(source, mutant) is None:
            alone.append([(number, mutant)])
            continue
        open_to = (lot for lot in lots if all(other["function"] != mutant["function"] for _, other in lot))
        lot = next(open_to, None)
        if lot is None:
            lots.append(lot := [])
        lot.append((number, mutant))
    return lots + alone


def damage(source, lot):
    """The source with every mutant of the lot in it; None when one does not apply exactly once."""
    if len(lot) == 1:
        return substitute(source, lot[0][1]["from"], lot[0][1]["to"])
    for at, mutant in sorted(((within_body(source, m), m) for _, m in lot), key=lambda one: -one[0]):
        if mutant["from"] == mutant["to"]:
            return None
        source = source[:at] + mutant["to"] + source[at + len(mutant["from"]):]
    return source


def stages(tool, row, mutant):
    return [[*tool.only(prover), "-wp-steps", steps, "-wp-timeout", SAFETY, "-wp-fct", mutant["function"], "-wp-prop", mutant["property"]]
            for prover, steps in limits(tool, row, mutant)]


def kill(tool, row, lot, verdicts):
    """How many mutants of the lot leave a goal of their function, of the property named, unproved."""
    names = [f"{row['file']}: mutant '{mutant['name']}' of {mutant['function']}" for _, mutant in lot]
    changed = damage((ROOT / row["file"]).read_text(encoding="utf-8"), lot)
    if changed is None:
        verdicts.fail(f"{', '.join(names)}: the substitution does not apply exactly once")
        return 0
    folder = OUT / "mutants" / f"{row['file'].replace('/', '_')}.{row['arithmetic']}.{lot[0][0]}"
    folder.mkdir(parents=True, exist_ok=True)
    twin = folder / os.path.basename(row["file"])
    twin.write_text(changed, encoding="utf-8")
    goals, text = tool.prove(twin, row["arithmetic"], [one for _, mutant in lot for one in stages(tool, row, mutant)], folder / "goals.json")
    killed = 0
    for name, (_, mutant) in zip(names, lot):
        named = mutant["property"].replace("@", "_")
        own = {mutant["function"]: {goal: counts for goal, counts in (goals or {}).get(mutant["function"], {}).items()
                                    if len(lot) == 1 or named in goal}}
        if goals is None or not count(own):
            verdicts.complain(f"{name}: not tried", text)
            continue
        left = undecided(own, text)
        if left and len(left) == len(unproved(own)):
            verdicts.complain(name, Stopped(f"undecided, stopped by the safety limit: {', '.join(left)}"))
            continue
        killed += verdicts.demand(unproved(own), f"{name}: survived, every goal named '{mutant['property']}' is proved")
    return killed
