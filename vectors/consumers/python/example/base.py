# SPDX-License-Identifier: 0BSD
"""What both rewrites need: lists of numbers, a linear system, keys, streams and the two simplest draws, as the vectors' pages have them."""
import hashlib
import math
import struct

MASK = 2**32 - 1
QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


class Outside(Exception):
    """The inputs lie outside the domain, and are refused."""


def need(condition):
    if not condition:
        raise Outside


def finite(*numbers):
    return all(math.isfinite(a) for a in numbers)


def flat(rows):
    return [a for row in rows for a in row]


def dot(a, b):
    return sum(s * t for s, t in zip(a, b))


def solve(matrix, side):
    """u with matrix u = side, by elimination without pivots"""
    left, u = [row[:] for row in matrix], side[:]
    for k in range(len(u)):
        for m in range(k + 1, len(u)):
            factor = left[m][k] / left[k][k]
            left[m] = [a - factor * b for a, b in zip(left[m], left[k])]
            u[m] -= factor * u[k]
    for k in reversed(range(len(u))):
        u[k] = (u[k] - dot(left[k][k + 1:], u[k + 1:])) / left[k][k]
    return u


def key_of_seed(seed):
    return hashlib.blake2b(struct.pack("<Q", seed), digest_size=32, key=b"dpmf seed").digest()


def key_derive(parent, name):
    return hashlib.blake2b(name.encode("utf-8"), digest_size=32, key=parent).digest()


def chacha(state):
    s = list(state)
    for _ in range(10):
        for a, b, c, d in QUARTERS:
            for to, plus, turned, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[to] = (s[to] + s[plus]) & MASK
                x = s[turned] ^ s[to]
                s[turned] = (x << by | x >> 32 - by) & MASK
    return s


def stream(key, user, item, round_, first=0):
    """The words of one (user, item, round), one after the other, from number `first` on."""
    head = struct.unpack("<4I", b"expand 32-byte k")
    inner = chacha(head + struct.unpack("<8I4I", key + struct.pack("<QQ", user, item)))
    number = first // 8
    while True:
        state = head + tuple(inner[:4] + inner[12:]) + struct.unpack("<4I", struct.pack("<QQ", number, round_))
        block = struct.pack("<16I", *((a + b) & MASK for a, b in zip(state, chacha(state))))
        yield from struct.unpack("<8Q", block)[first % 8 if number == first // 8 else 0:]
        number += 1


class Tape:
    """Words that are taken once, and counted."""

    def __init__(self, words):
        self.words, self.taken = iter(words), 0

    def word(self):
        self.taken += 1
        return next(self.words)


def uniform_below(tape, limit):
    need(limit >= 1)
    if limit == 1:
        return 0
    while (word := tape.word()) >= 2**64 // limit * limit:
        pass
    return word % limit


def bernoulli(tape, p, q):
    need(q >= 1 and 0 <= p <= q)
    return int(p == q) if p in (0, q) else int(uniform_below(tape, q) >= q - p)
