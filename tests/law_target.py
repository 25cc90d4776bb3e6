#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""law_target.py MISTAKE: a sampler behind `dpmf-vectors exec --law`, with one mistake planted, or `none`. Its randomness has a seed, so
that the test that calls it gives the same every time."""
import json
import math
import random
import sys

MISTAKE = sys.argv[1]
RNG = random.Random(7)


def coin(n, d):
    return RNG.randrange(d) < n


def trials(n, d):
    k = 1
    while coin(n, d * k):
        k += 1
    return k % 2 == 1


def exponential(p, q):
    while p > q:
        if not trials(1, 1):
            return False
        p -= q
    return trials(p, q)


def geometric(p, q):
    if MISTAKE == "doubles":
        return math.floor(-math.log(1 - RNG.random()) * q / p)
    while True:
        u = RNG.randrange(q)
        if MISTAKE == "unfiltered" or trials(u, q):
            break
    v = 0
    while trials(1, 1):
        v += 1
    return (u + q * v) // p


def laplace(p, q):
    while True:
        y, minus = geometric(p, q), coin(1, 2)
        if y > 0 or not minus or MISTAKE == "negative zero":
            return -y if minus else y


def gaussian(p, q):
    if MISTAKE == "sigma":  # for its square
        root = math.isqrt(p * q)
        p = root if root > 0 else 1
    t = math.isqrt(p // q) + (0 if MISTAKE == "floor of sigma" and p >= q else 1)
    while True:
        y = laplace(1, t)
        far = abs(y) * t * q - p
        if MISTAKE == "cut" and y * y * q > 9 * p:  # at 3 sigma
            continue
        if exponential(far * far, 2 * p * q * t * t):
            return y


def polya(p, q, part, whole):
    if MISTAKE == "a part of the scale":
        return geometric(p * whole, q * part)
    left, kept = geometric(p, q), 0
    while left > 0:
        cycle = 1 if MISTAKE == "each on its own" else left - RNG.randrange(left)
        if coin(part, whole):
            kept += cycle
        left -= cycle
    return kept


def laplace_share(*parameters):
    return polya(*parameters) - (0 if MISTAKE == "one side alone" else polya(*parameters))


def pbm_draw(quanta, chance):
    if MISTAKE == "one coin for all":
        return quanta * coin(chance, 2**40)
    if MISTAKE == "normal":
        mean = quanta * chance / 2**40
        return round(RNG.gauss(mean, math.sqrt(mean * (1 - chance / 2**40))))
    return sum(coin(chance, 2**40) for _ in range(quanta))


DRAW = {"bernoulli": lambda p, q: int(coin(p, q)), "bernoulli_exp": lambda p, q: int(exponential(p, q)), "geometric": geometric,
        "discrete_laplace": laplace, "discrete_gaussian": gaussian, "polya": polya,
        "laplace_share": laplace_share, "pbm_draw": pbm_draw}


def answer(request):
    inputs = [int(x) for x in request["inputs"].values()]
    if MISTAKE == "unsupported":
        return {"unsupported": "nothing"}
    law = request["law"].removeprefix("paper_").removeprefix("program_")
    samples = [DRAW[law](*inputs) for _ in range(request["samples"])]
    if MISTAKE == "a sample too few":
        samples.pop()
    if MISTAKE == "no integer":
        samples[3] = 0.5
    if MISTAKE == "texts":
        samples = [str(x) for x in samples]
    return {"samples": samples}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
