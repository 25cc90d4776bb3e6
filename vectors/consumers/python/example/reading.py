# SPDX-License-Identifier: 0BSD
"""Reads the vector files and asks kernels; the command line of a rewrite."""
import json
import os
import struct
import sys

from account import renyi_epsilon
from base import Outside, Tape, bernoulli, key_derive, key_of_seed, stream, uniform_below


def drawn(draw):
    """A kernel of a vector file that draws from a tape."""
    def kernel(tape, **inputs):
        words = Tape(struct.unpack(f"<{len(tape) // 8}Q", tape[:len(tape) // 8 * 8]))
        return {"value": draw(words, **inputs), "words": words.taken}
    return kernel


def stream_words(key, user, item, round, from_, count):  # pylint: disable=redefined-builtin
    words = stream(key, user, item, round, from_)
    return {"word": [next(words) for _ in range(count)]}


KERNELS = {"key_of_seed": lambda seed: {"key": key_of_seed(seed)}, "key_derive": lambda parent, name: {"child": key_derive(parent, name)},
           "stream_words": stream_words, "uniform_below": drawn(uniform_below), "bernoulli": drawn(bernoulli),
           "rdp_published_epsilon": lambda alpha, rho, delta: {"epsilon": renyi_epsilon(alpha, rho, delta)}}


def read(name, value):
    if isinstance(value, list):
        return [read(name, one) for one in value]
    if isinstance(value, dict):
        return struct.unpack(">d", bytes.fromhex(value["bits"]))[0]
    if name in ("name", "variant"):
        return value
    return bytes.fromhex(value) if name in ("key", "parent", "child", "tape") else int(value)


def agrees(compare, name, value, got):
    if compare == "enclosure" and isinstance(value, dict):
        return read(name, value["lo"]) <= got <= read(name, value["hi"])
    if isinstance(value, list):
        return len(value) == len(got) and all(agrees(compare, name, a, b) for a, b in zip(value, got))
    return compare == "exact" and read(name, value) == got


def right(test, kernel):
    try:
        got = kernel(**{name + "_" * (name in ("from", "lambda")): read(name, value) for name, value in test["inputs"].items()})
    except Outside:
        return test["result"] == "invalid"
    except Exception:  # pylint: disable=broad-exception-caught
        return False  # a mistake: a tape that is too short, an overflow
    return test["result"] == "valid" and test["outputs"].keys() - {"draws"} == got.keys() and all(
        agrees(test["outputs"][name]["compare"], name, test["outputs"][name]["value"], value) for name, value in got.items())


def check(vectors, kernels):
    """Reads the file of each kernel and prints what fails. Returns how many tests did."""
    failed = 0
    for algorithm, kernel in {**KERNELS, **kernels}.items():
        with open(os.path.join(vectors, f"{algorithm}.json"), encoding="utf-8") as file:
            tests = [test for group in json.load(file)["testGroups"] for test in group["tests"]]
        wrong = [test["tcId"] for test in tests if not right(test, kernel)]
        print(f"{algorithm}: {len(tests)} tests, {len(wrong)} failed" + "".join(f" {number}" for number in wrong))
        failed += len(wrong)
    return failed


def main(kernels, release):
    """check FOLDER: the vectors in it. run RATINGS [SEED]: what would be public of a run on lines of user, item, rating."""
    arguments = sys.argv[1:]
    if len(arguments) == 2 and arguments[0] == "check":
        return int(check(arguments[1], kernels) > 0)
    if arguments[:1] != ["run"] or len(arguments) not in (2, 3):
        print(f"usage: {sys.argv[0]} check FOLDER-OF-VECTORS | run RATINGS [SEED]", file=sys.stderr)
        return 2
    with open(arguments[1], encoding="utf-8") as file:
        ratings = [(int(u), int(i), float(r)) for u, i, r in map(str.split, file)]
    seed = int(arguments[2]) if len(arguments) == 3 else None
    try:
        public = release(ratings, key_of_seed(seed) if seed is not None else os.urandom(32))
    except Outside:
        print("the ratings do not fit what the head of the file says of users, items and range, or a pair is there twice", file=sys.stderr)
        return 2
    if seed is not None:
        public["guarantee"] = {"holds": False, "why": "The noise comes from a seed, which somebody may guess: a seeded run carries no guarantee.",
                               "if_the_noise_were_secret": public["guarantee"]}
    print(json.dumps(public, indent=1))
    return 0
