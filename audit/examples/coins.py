# SPDX-License-Identifier: 0BSD
"""A target of dpmf-audit exec: one bit, told rightly with probability 3/4. Its epsilon is ln 3 = 1.0986..."""
import random
import sys

for line in sys.stdin:
    _, world, count, seed = line.split()
    rng = random.Random(int(seed))
    for _ in range(int(count)):
        print(int(world) ^ (rng.random() < 0.25))
    sys.stdout.flush()
