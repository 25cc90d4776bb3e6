#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_named.py VECTORS: mistakes that earlier vectors did not notice, each planted in a copy of the Python consumer. Prints "noticed" or
"NOT NOTICED" and what it is, for each; exit 1 when one is not noticed."""
import os
import shutil
import sys
import tempfile

from vectors_mutants import noticed
from vectors_planted import plant

FRACTION = "__import__('fractions').Fraction"
ROUND = "round(float({}))"
# What it is, the algorithm, the file, what stands there once, what is planted.
NAMED = (
    ("the block counter has 16 bits", "stream_words", "streams.py", 'number.to_bytes(8, "little") + nonce[16:]', '(number % 2**16).to_bytes(8, "little") + nonce[16:]'),
    ("the block counter has 32 bits", "stream_words", "streams.py", 'number.to_bytes(8, "little") + nonce[16:]', '(number % 2**32).to_bytes(8, "little") + nonce[16:]'),
    ("a profile that is cut to its bound moves zeros, too", "gaussmf_corrected_round", "gaussmf.py", "a - (a > 0) + (a < 0)", "a - (a >= 0) + (a < 0)"),
    ("the quotient of a chance is exact, not rounded", "dpmf_rp_chance", "dpmf_rp.py", "x / c * 2**24", f"{FRACTION}(x) / {FRACTION}(c) * 2**24"),
    ("2^bits may be n most", "secagg_transcript", "secagg.py", 'n * i["most"] < 1 << i["bits"]', 'n * i["most"] <= 1 << i["bits"]'),
    ("what a proposal is accepted with is a double", "discrete_gaussian", "samplers.py", "(abs(y) * m - a)**2 * q, 2 * p * m * m",
     f'{ROUND.format("(abs(y) * m - a)**2 * q")}, {ROUND.format("2 * p * m * m")}'),
    ("a uniform number comes from 53 bits", "uniform_below", "samplers.py", "return word % limit", "return round(word % limit * (1 - 2.0**-53))"),
    ("x >= q - p is asked in the order of the paper, which asks x < p", "paper_bernoulli_exp", "order.py", "uniform_below(tape, d) < n", "uniform_below(tape, d) >= d - n"),
    ("the sign is drawn first in the order of the paper", "paper_discrete_laplace", "order.py", "    sign_first = False", "    sign_first = True"),
    ("t is floor(sigma), without 1", "paper_discrete_gaussian", "order.py", "t = math.isqrt(p // q) + 1", "t = max(1, math.isqrt(p // q))"),
    ("fractions are reduced in the order of the paper", "paper_geometric", "order.py", "return p, q\n", "return lowest(p, q)\n"),
    ("fractions are not reduced in the order of the program", "program_geometric", "order.py", "terms = staticmethod(lowest)", "terms = staticmethod(lambda p, q: (p, q))"),
    ("a vector in the ball is scaled to its radius in doubles, and may leave it", "project_ball", "kernels.py",
     "while norm([factor * a for a in x]) > radius:", "while False:"),
    ("a calibration ends in a tail that is 1 minus the rest", "gaussian_sigma", "gaussian.py", "return density(a) * (mills(a) - mills(b))",
     "return 1 - (1 - density(a) * mills(a)) - density(a) * mills(b)"),
    ("a calibration for delta below 1e-16 takes 1e-16", "gaussian_sigma", "curves.py", "largest_mu(epsilon, delta)}", "largest_mu(epsilon, max(delta, 1e-16))}"),
)


def main(vectors):
    own, missed = os.path.join(vectors, "consumers", "python"), 0
    with tempfile.TemporaryDirectory() as room:
        for what, algorithm, file, there, instead in NAMED:
            folder = os.path.join(room, "consumer")
            shutil.copytree(own, folder)
            plant(folder, file, there, instead)
            seen = noticed(folder, os.path.abspath(vectors), [algorithm])
            missed += not seen
            print(f"{'noticed' if seen else 'NOT NOTICED'}: {algorithm}: {what}", flush=True)
            shutil.rmtree(folder)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
