# SPDX-License-Identifier: 0BSD
"""samplers.py LAW: noise from Python's standard library, as a target of dpmf-audit noise and timing."""
import random
import sys

DRAW = {
    "normal": lambda rng: rng.gauss(0, 1),
    "exponential": lambda rng: rng.expovariate(1),
    "laplace": lambda rng: rng.expovariate(1) - rng.expovariate(1),
}
draw = DRAW[sys.argv[1]]
for line in sys.stdin:
    _, _, count, seed = line.split()
    rng = random.Random(int(seed))
    for _ in range(int(count)):
        print(repr(draw(rng)))
    sys.stdout.flush()
