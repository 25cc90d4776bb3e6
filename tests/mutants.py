# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads tests/mutants.list: that each mechanism has each kind, which mutants to plant, and whether a part of `make audit` has caught one.

    mutants.py chosen all|N SEED [PATTERN]   the mutants to plant, in fields between tabs; exit 1 where the table has a hole, or a mutant is none any more
    mutants.py judge PART ROW SAYS           reads what the part has said; exit 1 and the reason unless it has caught the mutant
    mutants.py guide                         which part catches which kind, for audit/README.md
"""
import glob
import json
import os
import random
import re
import subprocess
import sys

LIST = "tests/mutants.list"


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]


def mechanisms():
    """Every folder of ref/mech whose mechanism reads ratings."""
    for path in sorted(glob.glob("ref/mech/*/descriptor.c")):
        with open(path, encoding="utf-8") as file:
            if ".data_free = true" not in file.read():
                yield os.path.basename(os.path.dirname(path))


def planted_bugs():
    """Those of the lists of release_bugs_test.sh, by name."""
    found = {}
    for path in ["tests/release_bugs.list", *glob.glob("tests/*/release_bugs.list")]:
        for name, source, whom, patch, reason in lines(path):
            found[name] = (source, patch, "release", f"{whom.split()[1]} ...", reason)
    return found


def read_list():
    """The kinds, in their order, with what they are; the mutants; and the cells without one, with the reason."""
    kinds, mutants, without, bugs = {}, [], {}, planted_bugs()
    for fields in lines(LIST):
        if fields[0] == "kind":
            _, name, text = fields
            kinds[name] = text
        elif fields[2] == "-":
            mechanism, kind, _, why = fields
            assert (mechanism, kind) not in without and len(why) > 20, f"{mechanism} {kind}: say once, and say why"
            without[mechanism, kind] = why
        elif fields[3] == "planted":
            mechanism, kind, what, _, name = fields
            assert name in bugs, f"no release_bugs.list has {name!r}"
            mutants.append((mechanism, kind, what, *bugs[name]))
        else:
            mechanism, kind, what, source, patch, part, row, says = fields
            mutants.append((mechanism, kind, what, source, patch, part, row, says))
    return kinds, mutants, without


def holes(kinds, mutants, without):
    """What is wrong with the table: a cell that is missing, or filled twice over, or unknown."""
    known = {(mechanism, kind) for mechanism in mechanisms() for kind in kinds}
    filled = {(mutant[0], mutant[1]) for mutant in mutants}
    yield from (f"{m} {k}: neither a mutant nor a reason why there is none" for m, k in sorted(known - filled - set(without)))
    yield from (f"{m} {k}: a mutant, and a reason why there is none" for m, k in sorted(filled & set(without)))
    yield from (f"{m} {k}: no such mechanism or kind" for m, k in sorted((filled | set(without)) - known))
    names = [mutant[:3] for mutant in mutants]
    yield from (f"{' '.join(name)}: twice" for name in sorted(set(names)) if names.count(name) > 1)


def stale(mutants):
    """The mutants that change nothing in the source as it is now."""
    for mechanism, kind, what, source, patch, *_ in mutants:
        with open(source, "rb") as file:
            if subprocess.run(["sed", "-e", patch, source], capture_output=True, check=True).stdout == file.read():
                yield f"{mechanism} {kind}, {what}: its pattern changes nothing in {source}"


def chosen(which, seed, pattern=""):
    kinds, mutants, without = read_list()
    wrong = [*holes(kinds, mutants, without), *stale(mutants)]
    if wrong:
        sys.exit("; ".join(wrong))
    some = [mutant for mutant in mutants if re.search(pattern, " ".join(mutant[:3]))]
    if which != "all":
        some = sorted(random.Random(int(seed)).sample(some, min(int(which), len(some))), key=mutants.index)
    for mutant in some:
        print(*mutant, sep="\t")


def row_of(part, rows, name):
    """The member of what a part has said that has this name."""
    for one in rows:
        own = {"run": lambda: one["id"], "noise": lambda: one["sampler"]}.get(
            part, lambda: " ".join(filter(None, (one["variant"], one.get("view", one.get("detail"))))))()
        if name in (own, f"{own.split()[0]} ..."):
            yield one


def caught(part, one, says):
    """Whether this row has caught it, in the words that are asked for, and all that the row found."""
    if part == "run":
        return one["verdict"] == "violated" and one["expected"] == "consistent", f"{one['verdict']}, at least {one['epsilon_lower']:.4g}"
    if part == "noise":
        return one["verdict"] != one["expected"], f"{one['verdict']}, p = {one['p']:.2g}"
    if part == "release":
        heard = [f"{kind} {text}" for kind, text in one["first"].items()]
        return not one["as_expected"] and any(re.match(says, text) for text in heard), "; ".join(heard)
    heard = {key: value for key, value in one.items() if key != "neighbours" and value and isinstance(value, (int, bool))}
    return not one["as_expected"] and bool(one[says.removeprefix("not ")]) != says.startswith("not "), f"{heard}"


def judge(part, row, says):
    """`sound` in place of the words: nothing may be found."""
    said = json.load(sys.stdin)
    rows = next(value for value in said.values() if isinstance(value, list))
    own = list(row_of(part, rows, row))
    if not own:
        sys.exit(f"{part} has no row {row!r}")
    for one in own:
        if says == "sound":
            fine = one["as_expected"] if "as_expected" in one else one["verdict"] == one["expected"]
            if not fine:
                sys.exit(f"{row}: not as expected where nothing is planted")
        elif caught(part, one, says)[0]:
            return
    if says != "sound":
        sys.exit(f"{row} has found: {'; '.join(caught(part, one, says)[1] for one in own)[:600] or 'nothing'}")


def guide():
    kinds, mutants, _ = read_list()
    print("| kind | what is wrong | caught by |\n| --- | --- | --- |")
    for kind, text in kinds.items():
        parts = [mutant[5] for mutant in mutants if mutant[1] == kind]
        by = sorted(dict.fromkeys(parts), key=lambda part: -parts.count(part))
        print(f"| {kind} | {text} |", ", ".join(f"{part} {parts.count(part)}" for part in by), "|")


if __name__ == "__main__":
    {"chosen": chosen, "judge": judge, "guide": guide}[sys.argv[1]](*sys.argv[2:])
