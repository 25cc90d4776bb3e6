#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""consumer.py FILE ...: runs every test of every vector file with the standard library alone.

Exit 0: all agree; 1: a mismatch; 2: wrong usage, a file that cannot be read, an unknown algorithm."""
import json
import sys

from fields import FIELDS
from formats import Malformed, agrees, read_inputs
from kernel_table import KERNELS


def compared(fields, test, outputs):
    """What is wrong with the outputs, or None."""
    for name, output in test["outputs"].items():
        if name not in outputs:
            return f"{name}: not computed here"
        if not agrees(output["compare"], fields[name], output["value"], outputs[name]):
            return f"{name}: expected {json.dumps(output)[:120]}, got {str(outputs[name])[:120]}"
    return None


def run_test(algorithm, test):
    """What is wrong with the test, or None. What a kernel raises is a failure of this test alone."""
    try:
        fields = FIELDS[algorithm]
        outputs = KERNELS[algorithm](read_inputs(fields["inputs"], test["inputs"]))
        if (outputs is None) != (test["result"] == "invalid"):
            return "refused, but the inputs lie in the domain" if outputs is None else "not refused, but the inputs lie outside the domain"
        return compared(fields["outputs"], test, outputs)
    except Exception as error:  # pylint: disable=broad-exception-caught
        return f"raised {type(error).__name__}: {error}"


def run_file(path):
    """How many tests the file has, and how many failed."""
    with open(path, encoding="utf-8") as file:
        root = json.load(file)
    algorithm = root["algorithm"]
    if root["format"] != "dpmf-vectors" or root["version"] != "1":
        raise Malformed("not a dpmf-vectors file of version 1")
    if algorithm not in FIELDS:
        raise Malformed(f"this consumer does not know the algorithm {algorithm}")
    tests = [test for group in root["testGroups"] for test in group["tests"]]
    if not tests:
        raise Malformed("no tests")
    failed = 0
    for test in tests:
        wrong = run_test(algorithm, test)
        if wrong:
            failed += 1
            print(f"{path}: test {test['tcId']} [{' '.join(test['flags'])}]: {wrong}", file=sys.stderr)
    print(f"{algorithm:22} {len(tests):4} checked, {failed} failed")
    return len(tests), failed


def main(paths):
    if not paths:
        print("usage: consumer.py FILE ...", file=sys.stderr)
        return 2
    tests = failed = unread = 0
    for path in paths:
        try:
            counts = run_file(path)
            tests, failed = tests + counts[0], failed + counts[1]
        except (OSError, ValueError, KeyError, TypeError, Malformed) as error:
            print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
            unread += 1
    print(f"{len(paths)} files, {tests} tests, {failed} failed, {unread} files not read")
    return 2 if unread else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
