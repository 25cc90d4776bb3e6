# SPDX-License-Identifier: 0BSD
"""The samplers in the order of the paper and in that of its program, written from the notes of their vector files."""
import math

from samplers import Tape, listed, uniform_below


@listed
def bernoulli(tape, n, d):
    return uniform_below(tape, d) < n


def lowest(p, q):
    g = math.gcd(p, q)
    return p // g, q // g


class Paper:
    """Fractions as they are given; the sign behind the magnitude."""
    sign_first = False

    @staticmethod
    def terms(p, q):
        return p, q

    @staticmethod
    def units(p, q):
        return p // q if p > q else 0


class Program:
    """Fractions in lowest terms; the sign before the magnitude."""
    sign_first = True
    terms = staticmethod(lowest)

    @staticmethod
    def units(p, q):
        return (p - 1) // q if p > q else 0


def trials(tape, order, n, d):
    k = 1
    while k <= 2047 and bernoulli(tape, *order.terms(n, d * k)):
        k += 1
    return k % 2 == 1


def calls(order):
    """The four samplers in that order."""
    @listed
    def bernoulli_exp(tape, p, q):
        units = order.units(p, q)
        if not all(trials(tape, order, 1, 1) for _ in range(units)):
            return False
        return trials(tape, order, p - units * q, q)

    def exponential(tape, p, q):
        return bernoulli_exp(tape, *order.terms(p, q))

    @listed
    def geometric(tape, p, q):
        while True:
            u = uniform_below(tape, q)
            if not exponential(tape, u, q):
                continue
            v = 0
            while v < 1024 and exponential(tape, 1, 1):
                v += 1
            if v < 1024:
                return (u + q * v) // p

    @listed
    def discrete_laplace(tape, p, q):
        while True:
            if order.sign_first:
                b = bernoulli(tape, 1, 2)
            y = geometric(tape, p, q)
            if not order.sign_first:
                b = bernoulli(tape, 1, 2)
            if y > 0 or not b:
                return -y if b else y

    @listed
    def discrete_gaussian(tape, p, q):
        t = math.isqrt(p // q) + 1
        while True:
            y = discrete_laplace(tape, 1, t)
            e = min((abs(y) * t * q - p)**2, 2**64 - 1)
            if exponential(tape, e, 2 * p * q * t * t):
                return y

    return bernoulli_exp, geometric, discrete_laplace, discrete_gaussian


def allowed(name, p, q):
    if name == "discrete_gaussian":
        return p >= 1 and q >= 1 and 2 * p * q * (math.isqrt(p // q) + 1)**2 <= 2**53
    return 1 <= q <= 2**53 and (p >= 1 or name == "bernoulli_exp")


def run(order, sampler):
    def outputs(i):
        if not allowed(sampler.__name__, i["p"], i["q"]):
            return None
        tape = Tape(i["tape"])
        try:
            value = sampler(tape, *order.terms(i["p"], i["q"]))
        except EOFError:
            return None
        return {"value": value, "words": tape.at, "draws": tape.draws}
    return outputs


ALGORITHMS = {f"{name}_{sampler.__name__}": run(order, sampler)
              for name, order in (("paper", Paper), ("program", Program)) for sampler in calls(order)}
