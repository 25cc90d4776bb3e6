# SPDX-License-Identifier: 0BSD
"""Randomized response's coin."""
from samplers import Tape, bernoulli, bernoulli_exp


def flipped(tape, p, q):
    while bernoulli(tape, 1, 2):
        if bernoulli_exp(tape, p, q):
            return True
    return False


def flip(i):
    if i["q"] < 1 or i["p"] < 0:
        return None
    tape = Tape(i["tape"])
    return {"value": flipped(tape, i["p"], i["q"]), "words": tape.at, "draws": tape.draws}


ALGORITHMS = {"flip": flip}
