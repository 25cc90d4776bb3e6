# SPDX-License-Identifier: 0BSD
"""Which function computes which algorithm: every module of this folder that has a table ALGORITHMS adds to it. An
algorithm that no module computes, and one that two do, is an error here, not a test that is left out."""
import importlib
import os

from fields import FIELDS

NOT_KERNELS = ("consumer", "target", "fields", "formats", "kernel_table")


def collected():
    table = {}
    for name in sorted(os.listdir(os.path.dirname(os.path.abspath(__file__)))):
        module = name[:-3]
        if not name.endswith(".py") or module in NOT_KERNELS:
            continue
        for algorithm, function in getattr(importlib.import_module(module), "ALGORITHMS", {}).items():
            if algorithm in table or algorithm not in FIELDS:
                raise SystemExit(f"{name}: {algorithm} is computed twice, or has no spec")
            table[algorithm] = function
    if set(table) != set(FIELDS):
        raise SystemExit(f"no kernel computes {', '.join(sorted(set(FIELDS) - set(table)))}")
    return table


KERNELS = collected()
