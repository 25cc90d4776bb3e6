# SPDX-License-Identifier: 0BSD
"""Masses and tails of the binomial and the Polya law: one term after the other, the exponent of two kept apart."""
import math


def product(factors):
    """A number and the power of two that it is multiplied by."""
    x, power = 1.0, 0
    for factor in factors:
        x, more = math.frexp(x * factor)
        power += more
    return x, power


def binomial_at(n, c, x):
    ways = (f for k in range(x) for f in ((n - k) / (k + 1), c))
    return product(f for part in (ways, (1 - c for _ in range(n - x))) for f in part)


def drawn(i):
    n, c, x = i["quanta"], i["chance"] / 2**40, i["x"]
    return (n, c, x) if 1 <= n <= 2**20 and 0 <= c <= 1 and 0 <= x <= n else None


def summed(first, ratio, x, until):
    """The terms from x on, of which the first is one: ratio(k) is the one after k over the one at k. Until k = until they may grow."""
    (value, power), term, total = first, 1.0, 1.0
    while term > total * 2.0**-60 or x < until:
        term *= ratio(x)
        total += term
        x += 1
        if total > 2.0**500:
            term, total, power = term * 2.0**-500, total * 2.0**-500, power + 500
    value, more = math.frexp(value * total)
    return math.ldexp(value, power + more)


def pbm_mass(i):
    given = drawn(i)
    return None if given is None else {"mass": math.ldexp(*binomial_at(*given))}


def pbm_tail(i):
    given = drawn(i)
    if given is None:
        return None
    n, c, x = given
    if x == 0 or c == 1:
        return {"tail": 1.0}
    return {"tail": summed(binomial_at(n, c, x), lambda k: (n - k) / (k + 1) * (c / (1 - c)), x, n * c)}


def share(i):
    p, q, part, whole, x = (i[name] for name in ("p", "q", "part", "whole", "x"))
    if not (1 <= p <= 2**40 and 1 <= q <= min(2**40, 1024 * p) and 1 <= part <= whole <= 2**40 and 0 <= x <= 2**20 and p * (x + 1) <= 600 * q):
        return None
    r = part / whole
    first = product([(r + k) / (k + 1) for k in range(x)] + [(-math.expm1(-p / q))**r, math.exp(-p / q * x)])
    return first, r, math.exp(-p / q)


def polya_mass(i):
    given = share(i)
    return None if given is None else {"mass": math.ldexp(*given[0])}


def polya_tail(i):
    given = share(i)
    if given is None:
        return None
    first, r, a = given
    return {"tail": 1.0 if i["x"] == 0 else summed(first, lambda k: (r + k) / (k + 1) * a, i["x"], 0)}


ALGORITHMS = {"pbm_mass": pbm_mass, "pbm_tail": pbm_tail, "polya_mass": polya_mass, "polya_tail": polya_tail}
