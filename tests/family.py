# SPDX-License-Identifier: GPL-3.0-or-later
"""family.py LIST RUN CONFIDENCE LEAST   holds each violated verdict of `dpmf-audit run --json` against a confidence for all cases together;
at least LEAST there must be.

What an event's counts show is reckoned again from the counts alone, by two bounds of Clopper and Pearson, each with half of the error that
the case has: looser than the audit's own test, and shorter. Of few trials, it may not confirm a verdict that stands. An audit looks at up to three events of a case, of which one has as little
as a twentieth of its error, and does not say which one a verdict is of: each is taken for that one."""
import json
import math
import sys

LEAST_SHARE = 0.05  # of a case's error, for one event


def log_mass(n, k, p):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p)


def log_tail(n, k, p):
    """ln P(Bin(n, p) >= k), for k above the mean: the terms fall."""
    total, term, odds = 0.0, 1.0, p / (1 - p)
    for j in range(k, n + 1):
        total += term
        term *= (n - j) * odds / (j + 1)
        if term < 1e-18 * total:
            break
    return log_mass(n, k, p) + math.log(total)


def at_least(n, k, error):
    """No smaller p is left by k hits among n runs, but with this error."""
    low, high = 0.0, k / n
    while k > 0 and high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if log_tail(n, k, middle) < math.log(error) else (low, middle)
    return low


def at_most(n, k, error):
    return 1 - at_least(n, n - k, error)


def complaints(cases, ids, family):
    if [case["id"] for case in cases] != ids:
        yield "the cases that ran are not those of the list"
    spent = sum(1 - case["confidence"] for case in cases)
    if spent > (1 - family) * (1 + 1e-6):
        yield f"together the cases may err with a chance of {spent:.3g}, more than {1 - family:.3g}"
    for case in cases:
        if case["verdict"] != "violated":
            continue
        if case["expected"] != "violated":
            yield f"{case['id']} is violated and expected to be {case['expected']}"
        error = LEAST_SHARE * (1 - family) / len(ids) / 2
        (n, u), (m, v) = ((case["event"][side]["runs"], case["event"][side]["hits"]) for side in ("likely", "unlikely"))
        excess = at_least(n, u, error) - case["delta"]
        shown = math.log(excess / at_most(m, v, error)) if excess > 0 else 0
        if not shown > case["epsilon_claimed"]:
            yield f"{case['id']}: the counts do not show more than {case['epsilon_claimed']:.4g}, but {shown:.4g}"
        if not case["epsilon_lower"] > case["epsilon_claimed"]:
            yield f"{case['id']}: violated by a bound that is not above the claim"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as known, open(sys.argv[2], encoding="utf-8") as ran:
        ids, cases = [case["id"] for case in json.load(known)["cases"]], json.load(ran)["cases"]
    wrong = list(complaints(cases, ids, float(sys.argv[3])))
    violated = sum(case["verdict"] == "violated" for case in cases)
    if violated < int(sys.argv[4]):
        wrong.append(f"{violated} violations: too few to say anything")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{violated} violated of {len(cases)}")
    sys.exit(1 if wrong else 0)
