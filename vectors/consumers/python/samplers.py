# SPDX-License-Identifier: 0BSD
"""The samplers, written from the notes of their vector files."""
import functools
import math
import struct

import streams


class Tape:
    def __init__(self, data):
        self.data, self.at, self.draws = data, 0, []

    def word(self):
        if 8 * self.at + 8 > len(self.data):
            raise EOFError("the tape is too short")
        self.at += 1
        return int.from_bytes(self.data[8 * self.at - 8:8 * self.at], "little")


def listed(sampler):
    """Enters the call into the tape's list of draws, before those that it makes."""
    @functools.wraps(sampler)
    def call(tape, *arguments):
        entry = {"call": sampler.__name__, "with": [str(a) for a in arguments], "at": str(tape.at)}
        at = tape.at
        tape.draws.append(entry)
        value = sampler(tape, *arguments)
        entry["words"], entry["value"] = str(tape.at - at), str(int(value))
        return value
    return call


@listed
def uniform_below(tape, limit):
    if limit == 1:
        return 0
    end = 2**64 // limit * limit
    while True:
        word = tape.word()
        if word < end:
            return word % limit


@listed
def bernoulli(tape, p, q):
    if p == 0 or p == q:
        return p != 0
    return uniform_below(tape, q) >= q - p


def trial(tape, a, b):
    k = 1
    while bernoulli(tape, a, b) and bernoulli(tape, 1, k):
        k += 1
    return k % 2 == 1


@listed
def bernoulli_exp(tape, p, q):
    units = p // q
    while units > 0:
        if not trial(tape, 1, 1):
            return False
        units -= 1
    return trial(tape, p % q, q)


@listed
def geometric(tape, p, q):
    while True:
        u = uniform_below(tape, q)
        if not bernoulli_exp(tape, u, q):
            continue
        v = 0
        while v < 1024 and bernoulli_exp(tape, 1, 1):
            v += 1
        if v < 1024:
            return (u + q * v) // p


@listed
def sign(tape):
    return tape.word() % 2


@listed
def discrete_laplace(tape, p, q):
    while True:
        m, s = geometric(tape, p, q), sign(tape)
        if s == 0 or m > 0:
            return -m if s else m


@listed
def discrete_gaussian(tape, p, q):
    a = math.isqrt(p // q) if p >= q else 1
    m = 1 if p >= q else 1 + math.isqrt(q // p)
    while True:
        y = discrete_laplace(tape, q * a, p * m)
        if bernoulli_exp(tape, (abs(y) * m - a)**2 * q, 2 * p * m * m):
            return y


@listed
def polya(tape, p, q, part, whole):
    left, kept = geometric(tape, p, q), 0
    while left > 0:
        cycle = left - uniform_below(tape, left)
        if bernoulli(tape, part, whole):
            kept += cycle
        left -= cycle
    return kept


@listed
def laplace_share(tape, p, q, part, whole):
    up = polya(tape, p, q, part, whole)
    return up - polya(tape, p, q, part, whole)


def pbm_draw(tape, quanta, chance):
    return sum(bernoulli(tape, chance, 2**40) for _ in range(quanta))


def rate_allowed(p, q, part=1, whole=1):
    return p >= 1 and 1 <= q <= 2**53 and 1 <= part <= whole


SAMPLERS = {  # the sampler, its domain
    "uniform_below": (uniform_below, lambda limit: limit >= 1),
    "bernoulli": (bernoulli, lambda p, q: q >= 1 and 0 <= p <= q),
    "bernoulli_exp": (bernoulli_exp, lambda p, q: q >= 1),
    "geometric": (geometric, rate_allowed),
    "discrete_laplace": (discrete_laplace, rate_allowed),
    "discrete_gaussian": (discrete_gaussian, lambda p, q: 1 <= p <= 2**40 and 1 <= q <= 2**40),
    "polya": (polya, rate_allowed),
    "laplace_share": (laplace_share, rate_allowed),
    "pbm_draw": (pbm_draw, lambda quanta, chance: 1 <= quanta <= 2**20 and 0 <= chance <= 2**40),
}


def run(name):
    sampler, allowed = SAMPLERS[name]

    def outputs(i):
        arguments = [value for key, value in i.items() if key != "tape"]
        if not allowed(*arguments):
            return None
        tape = Tape(i["tape"])
        value = sampler(tape, *arguments)
        return {"value": value, "words": tape.at, "draws": tape.draws}
    return outputs


def uniform(tape, found):
    u = ((tape.word() >> 12) + 0.5) * 2.0**-52
    found["uniform"].append(u)
    return u


def exponential(tape, found):
    return -math.log(uniform(tape, found))


def normal(tape, found):
    size = math.sqrt(-2 * math.log(uniform(tape, found)))
    return size * math.cos(2 * math.pi * uniform(tape, found))


def laplace(tape, found, scale):
    u = uniform(tape, found)
    return scale * math.log(2 * u) if u < 0.5 else -scale * math.log(2 * (1 - u))


def mixture(tape, found, scale):
    found["h"] = exponential(tape, found)
    found["c"] = normal(tape, found)
    return scale * math.sqrt(2 * found["h"]) * found["c"]


LAWS = {"uniform": uniform, "exponential": exponential, "normal": normal, "laplace": laplace, "mixture": mixture}


def textbook(name):
    def outputs(i):
        if "scale" in i and not 0 < i["scale"] < math.inf:
            return None
        tape, found = Tape(i["tape"]), {"uniform": []}
        found["value"] = LAWS[name](tape, found, *([i["scale"]] if "scale" in i else []))
        return {"words": tape.at, **found}
    return outputs


def stream_tape(key, place, words):
    return Tape(struct.pack(f"<{words}Q", *streams.words_from(key, place, 0, words)))


def mixture_h(i):
    if i["k"] < 1:
        return None
    tape, found = stream_tape(i["key"], (0, i["item"], i["draw"]), i["k"]), {"uniform": []}
    return {**found, "h": [exponential(tape, found) for _ in range(i["k"])]}


def mixture_share(i):
    h, scale, raters = i["h"], i["scale"], i["raters"]
    if not h or not 0 <= scale < math.inf or raters < 1 or not all(0 <= a < math.inf for a in h):
        return None
    tape, found = stream_tape(i["key"], (i["user"], i["item"], i["draw"]), 2 * len(h)), {"uniform": []}
    c = [normal(tape, found) for _ in h]
    return {**found, "c": c, "share": [scale * math.sqrt(2 * a / raters) * b for a, b in zip(h, c)]}


ALGORITHMS = {
    "uniform_below": run("uniform_below"),
    "bernoulli": run("bernoulli"),
    "bernoulli_exp": run("bernoulli_exp"),
    "geometric": run("geometric"),
    "discrete_laplace": run("discrete_laplace"),
    "discrete_gaussian": run("discrete_gaussian"),
    "polya": run("polya"),
    "laplace_share": run("laplace_share"),
    "textbook_uniform": textbook("uniform"),
    "textbook_exponential": textbook("exponential"),
    "textbook_normal": textbook("normal"),
    "textbook_laplace": textbook("laplace"),
    "textbook_mixture": textbook("mixture"),
    "mixture_h": mixture_h,
    "mixture_share": mixture_share,
    "pbm_draw": run("pbm_draw"),
}
