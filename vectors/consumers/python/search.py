# SPDX-License-Identifier: 0BSD
"""A search by halving, and Cholesky's factor. A function answers with its outputs, or None when the inputs are outside the domain."""
import math

from kernels import finite


def bracket_search(i):
    most, last = i["most"], i["last"]
    if not 0 <= last <= most < 2**62 or i["from_above"] not in (0, 1):
        return None
    good, bad, reach, tried = 0, most + 1, 1, []
    while bad - good > 1:
        here = max(1, bad - reach) if i["from_above"] and good == 0 else (good + bad) // 2
        tried.append(here)
        good, bad = (here, bad) if here <= last else (good, here)
        reach *= 2
    return {"tried": tried, "found": good}


def factored(a):
    d = len(a)
    r = [[0.0] * d for _ in range(d)]
    for k in range(d):
        for j in range(k, d):
            rest = a[k][j] - sum(r[m][k] * r[m][j] for m in range(k))
            if j == k and not 0 < rest < math.inf:
                return None
            r[k][j] = math.sqrt(rest) if j == k else rest / r[k][k]
    return r


def cholesky(i):
    r, y, d = factored(i["a"]), list(i["b"]), len(i["b"])
    if r is None or not finite(y):
        return None
    for k in range(d):
        y[k] = (y[k] - sum(r[m][k] * y[m] for m in range(k))) / r[k][k]
    for k in reversed(range(d)):
        y[k] = (y[k] - sum(r[k][m] * y[m] for m in range(k + 1, d))) / r[k][k]
    return {"r": r, "x": y}


ALGORITHMS = {"bracket_search": bracket_search, "cholesky": cholesky}
