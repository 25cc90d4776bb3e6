# SPDX-License-Identifier: 0BSD
"""samplers_numpy.py LAW: noise from numpy, as a target of dpmf-audit noise and timing."""
import sys

import numpy

DRAW = {
    "normal": lambda rng, count: rng.standard_normal(count),
    "laplace": lambda rng, count: rng.laplace(0, 1, count),
}
draw = DRAW[sys.argv[1]]
for line in sys.stdin:
    _, _, count, seed = line.split()
    for x in draw(numpy.random.default_rng(int(seed)), int(count)):
        print(repr(float(x)))
    sys.stdout.flush()
