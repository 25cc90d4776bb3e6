#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_paper_order.py paper|program: Algorithms 1 to 3 of Canonne, Kamath, Steinke (2020), ported line by line from the
pseudo-code, behind `dpmf-vectors exec`. It answers the algorithms of that prefix; it has the order of draws of the paper in
both cases. gamma is a pair of numbers, not in lowest terms; words come from the test's tape."""
import json
import math
import sys


class Tape:
    def __init__(self, digits):
        self.data, self.at = bytes.fromhex(digits), 0

    def uniform(self, d):
        """On 1 .. d."""
        word, end = 0, 2**64 // d * d
        while d > 1:
            if 8 * self.at + 8 > len(self.data):
                raise EOFError
            word = int.from_bytes(self.data[8 * self.at:8 * self.at + 8], "little")
            self.at += 1
            if word < end:
                break
        return word % d + 1


def bernoulli(tape, n, d):
    return tape.uniform(d) <= n


def algorithm_1(tape, n, d):
    if n <= d:
        k = 1
        while bernoulli(tape, n, d * k):
            k += 1
        return k % 2 == 1
    for _ in range(n // d):
        if not algorithm_1(tape, 1, 1):
            return False
    return algorithm_1(tape, n % d, d)


def magnitude(tape, s, t):
    """Y of Algorithm 2."""
    while True:
        u = tape.uniform(t) - 1
        if not algorithm_1(tape, u, t):
            continue
        v = 0
        while algorithm_1(tape, 1, 1):
            v += 1
        return (u + t * v) // s


def algorithm_2(tape, s, t):
    while True:
        y, b = magnitude(tape, s, t), bernoulli(tape, 1, 2)
        if y > 0 or not b:
            return (1 - 2 * b) * y


def algorithm_3(tape, p, q):
    """sigma^2 = p / q, so that (|y| - sigma^2 / t)^2 / (2 sigma^2) = (|y| t q - p)^2 / (2 p q t^2)."""
    t = math.isqrt(p // q) + 1
    while True:
        y = algorithm_2(tape, 1, t)
        if algorithm_1(tape, (abs(y) * t * q - p)**2, 2 * p * q * t**2):
            return y


LAWS = {"bernoulli_exp": algorithm_1, "geometric": magnitude, "discrete_laplace": algorithm_2, "discrete_gaussian": algorithm_3}


def within(law, p, q):
    """The domain of 64 bits, which the vectors have and the paper has not."""
    if law == "discrete_gaussian":
        return p > 0 and q > 0 and 2 * p * q * (math.isqrt(p // q) + 1)**2 <= 2**53
    return 0 < q <= 2**53 and (p > 0 or law == "bernoulli_exp")


def answer(prefix, test):
    order, _, law = test["algorithm"].partition("_")
    if order != prefix:
        return {"unsupported": f"not of the order {prefix}"}
    p, q, tape = int(test["inputs"]["p"]), int(test["inputs"]["q"]), Tape(test["inputs"]["tape"])
    if not within(law, p, q):
        return {"refuse": "outside the domain"}
    try:
        return {"outputs": {"value": str(int(LAWS[law](tape, p, q))), "words": str(tape.at)}}
    except EOFError:
        return {"refuse": "the tape ends"}


for line in sys.stdin:
    print(json.dumps(answer(sys.argv[1], json.loads(line))), flush=True)
