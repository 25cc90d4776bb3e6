#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""target.py: these kernels behind `dpmf-vectors exec -- python3 target.py`; one JSON line a test in, one out."""
import json
import sys

from fields import FIELDS
from formats import read_inputs, write
from kernel_table import KERNELS


def answer(test):
    algorithm = test["algorithm"]
    if algorithm not in KERNELS:
        return {"unsupported": f"no kernel computes {algorithm}"}
    try:
        outputs = KERNELS[algorithm](read_inputs(FIELDS[algorithm]["inputs"], test["inputs"]))
    except Exception as error:  # pylint: disable=broad-exception-caught
        return {"error": f"{type(error).__name__}: {error}"}
    if outputs is None:
        return {"refuse": "outside the domain"}
    kinds = FIELDS[algorithm]["outputs"]
    return {"outputs": {name: write(kinds[name], value) for name, value in outputs.items() if name in kinds}}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
