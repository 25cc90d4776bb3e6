# SPDX-License-Identifier: 0BSD
"""A party's share of the discrete Gaussian law."""
from samplers import Tape, discrete_gaussian


def gaussian_share(i):
    p, q, of = i["p"], i["q"], i["of"]
    if q < 1 or of < 1 or not 16 * q * of <= p <= 2**40:
        return None
    tape = Tape(i["tape"])
    return {"value": discrete_gaussian(tape, p, q * of), "words": tape.at, "draws": tape.draws}


ALGORITHMS = {"gaussian_share": gaussian_share}
