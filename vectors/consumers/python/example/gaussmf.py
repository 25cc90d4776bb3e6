#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""gaussmf.py: the corrected variant of gaussmf, written from the vectors' pages alone.

gaussmf.py check ../../../v1       runs the vectors of all that it is made of
gaussmf.py run RATINGS [SEED]      trains on lines of user, item, rating, and prints what would be public"""
import math
import sys
from fractions import Fraction
from types import SimpleNamespace as Inputs

from account import best_epsilon
from base import Tape, bernoulli, dot, finite, flat, key_derive, need, stream, uniform_below
from reading import drawn, main

# What is public of a run: nothing here is read off the ratings.
USERS, ITEMS, FACTORS, ROUNDS, LEAST, MOST = 6, 5, 2, 3, 1.0, 5.0
RULES, DELTA = {"mu": 0.01, "lambda_": 0.1, "clip": 1.0, "rating_bits": 3, "outer_bits": 10}, 1e-6
VARIANCE = (2**34, 1)  # of each number released, in squares of steps


def trial(tape, a, b):
    k = 1
    while bernoulli(tape, a, b) and bernoulli(tape, 1, k):
        k += 1
    return k % 2


def bernoulli_exp(tape, p, q):
    need(q >= 1)
    return int(all(trial(tape, 1, 1) for _ in range(p // q)) and trial(tape, p % q, q))


def geometric(tape, p, q):
    need(p >= 1 and 1 <= q <= 2**53)
    while True:
        while not bernoulli_exp(tape, u := uniform_below(tape, q), q):
            pass
        v = 0
        while v < 1024 and bernoulli_exp(tape, 1, 1):
            v += 1
        if v < 1024:
            return (u + q * v) // p


def discrete_laplace(tape, p, q):
    while True:
        m = geometric(tape, p, q)
        negative = tape.word() % 2
        if not negative or m:
            return -m if negative else m


def discrete_gaussian(tape, p, q):
    need(1 <= p <= 2**40 and 1 <= q <= 2**40)
    a, m = (math.isqrt(p // q), 1) if p >= q else (1, 1 + math.isqrt(q // p))
    while True:
        y = discrete_laplace(tape, q * a, p * m)
        if bernoulli_exp(tape, (abs(y) * m - a)**2 * q, 2 * p * m * m):
            return y


def contribute(rating_steps, outer, sum_):
    """gaussmf_contribute"""
    products = [rating_steps * a for a in outer]
    total = [s + a for s, a in zip(sum_, products)]
    need(total and all(-2**63 <= a < 2**63 for a in products + total))
    return total


def rounded(x, bits):
    """x 2^bits to the nearest integer, a tie away from 0"""
    size = int(abs(Fraction(x)) * Fraction(2)**bits + Fraction(1, 2))
    return -size if x < 0 else size


def outer_row(row, clip, bits, bound):
    divisor = max(1.0, math.sqrt(dot(row, row)) / clip)
    steps = [int(math.ldexp(a / divisor, bits)) for a in row]
    while dot(steps, steps) > bound**2:
        steps = [a - (a > 0) + (a < 0) for a in steps]
    return steps


def one_round(i):
    """gaussmf_corrected_round; i has its inputs, but noise_theta and noise_x may be functions that draw"""
    need(finite(i.mu, i.lambda_, i.clip, *i.rating, *flat(i.x + i.theta)) and i.mu > 0 and i.lambda_ >= 0 and i.clip > 0)
    need(-60 <= i.rating_bits <= 60 and -60 <= i.outer_bits <= 60 and abs(i.middle) <= 2**40 and len(set(zip(i.user, i.item))) == len(i.rating))
    need(all(0 <= j < len(i.theta) for j in i.user) and all(0 <= k < len(i.x) for k in i.item))
    bound = math.floor(Fraction(i.clip) * Fraction(2)**i.outer_bits)
    need(1 <= bound <= 2**20 and all(abs(rounded(v, i.rating_bits)) <= 2**40 for v in i.rating))
    steps = [rounded(v, i.rating_bits) - i.middle for v in i.rating]
    outer_x = [outer_row(row, i.clip, i.outer_bits, bound) for row in i.x]
    outer_theta = [outer_row(row, i.clip, i.outer_bits, bound) for row in i.theta]
    n = len(i.x[0])
    residual = [dot(i.x[k], i.theta[j]) - math.ldexp(i.middle, -i.rating_bits) for j, k in zip(i.user, i.item)]
    found = {"bound": bound, "rating_steps": steps, "outer_x": flat(outer_x), "outer_theta": flat(outer_theta), "residual": residual}
    sides = ("theta", i.theta, i.user, outer_x, i.item, i.noise_theta), ("x", i.x, i.item, outer_theta, i.user, i.noise_x)
    for name, own, mine, outer, other, noise in sides:
        noise = noise if isinstance(noise, list) else [noise() for _ in flat(own)]
        released, gradient, unit = [], [], math.ldexp(1, -i.rating_bits - i.outer_bits)
        for k, row in enumerate(own):
            total, pull = noise[n * k:n * k + n], [i.lambda_ * a for a in row]
            for a, them in enumerate(other):
                if mine[a] == k:
                    total = contribute(steps[a], outer[them], total)
                    pull = [s + residual[a] * math.ldexp(b, -i.outer_bits) for s, b in zip(pull, outer[them])]
            released.append(total)
            gradient.append([s - t * unit for s, t in zip(pull, total)])
        found |= {f"released_{name}": flat(released), f"gradient_{name}": gradient,
                  name: [[a - i.mu * g for a, g in zip(row, down)] for row, down in zip(own, gradient)]}
    return found


def release(ratings, key):
    """A whole run: what leaves it, and what that costs whoever's rating is changed to another one of the range."""
    need(all(0 <= u < USERS and 0 <= i < ITEMS and LEAST <= r <= MOST for u, i, r in ratings) and len({one[:2] for one in ratings}) == len(ratings))
    user, item, rating = (list(column) for column in zip(*sorted(ratings)))
    coins, secret = stream(key_derive(key, "coins"), 0, 0, 0), key_derive(key, "noise")
    start = [[next(coins) * 2.0**-64 for _ in range(FACTORS)] for _ in range(USERS + ITEMS)]
    theta, x = start[:USERS], start[USERS:]
    least, most = rounded(LEAST, RULES["rating_bits"]), rounded(MOST, RULES["rating_bits"])
    sent = []
    for number in range(ROUNDS):
        tape = Tape(stream(secret, 0, 0, number))
        draw = lambda: discrete_gaussian(tape, *VARIANCE)  # pylint: disable=cell-var-from-loop,unnecessary-lambda-assignment
        found = one_round(Inputs(x=x, theta=theta, user=user, item=item, rating=rating, middle=(least + most) // 2, noise_theta=draw, noise_x=draw,
                                 **RULES))
        theta, x = found["theta"], found["x"]
        sent.append({name: found[name] for name in ("released_theta", "released_x")})
    # One rating moves one row of each side, by at most (most - least) bound in the 2-norm.
    squared = Fraction(2 * ROUNDS * ((most - least) * found["bound"])**2 * VARIANCE[1], VARIANCE[0])
    promise = {"neighbours": "the same pairs of user and item, one rating another one of the range", "delta": DELTA, "epsilon":
               best_epsilon(lambda alpha: alpha * float(squared) / 2, DELTA)}
    return {"start": start, "pairs": list(zip(user, item)), "rules": RULES, "range": [LEAST, MOST], "rounds": sent, "theta": theta, "x": x,
            "guarantee": promise}


KERNELS = {"bernoulli_exp": drawn(bernoulli_exp), "geometric": drawn(geometric), "discrete_laplace": drawn(discrete_laplace),
           "discrete_gaussian": drawn(discrete_gaussian), "gaussmf_corrected_round": lambda **inputs: one_round(Inputs(**inputs)),
           "gaussmf_contribute": lambda rating_steps, outer, sum: {"sum": contribute(rating_steps, outer, sum)}}

if __name__ == "__main__":
    sys.exit(main(KERNELS, release))
