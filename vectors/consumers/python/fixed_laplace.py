# SPDX-License-Identifier: 0BSD
"""The discrete Laplace law by a fixed number of words."""
from laws import ONE, decay
from samplers import Tape, rate_allowed


def bits_of(p, q):
    n = 0
    while p << n < 89 * q:
        n += 1
    return n


def chance(times, n, d):
    """2^128 times / (1 + exp(n/d)), rounded down."""
    a = decay(n, d)
    return (times * a << 128) // (ONE + a)


def trial(tape, c):
    first, second = tape.word(), tape.word()
    return (first << 64 | second) < c


def draw(tape, chances):
    g = 0
    for c in chances[:-1]:
        g = 2 * g + trial(tape, c)
    kept, negative = trial(tape, chances[-1]), tape.word() % 2
    return (-1 - g if negative else 1 + g) * kept


def fixed_laplace(i):
    p, q = i["p"], i["q"]
    if not rate_allowed(p, q):
        return None
    n, tape = bits_of(p, q), Tape(i["tape"])
    chances = [chance(1, p << k, q) for k in reversed(range(n))] + [chance(2, p, q)]
    value = draw(tape, chances)
    return {"bits": n, "high": [c >> 64 for c in chances], "low": [c % 2**64 for c in chances], "value": value, "words": tape.at}


ALGORITHMS = {"fixed_laplace": fixed_laplace}
