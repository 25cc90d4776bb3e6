#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""guess.py, for `dpmf-vectors exec --guess=guess.py -- COMMAND`: which single change of these kernels gives every answer that COMMAND gave.
One JSON line in for each algorithm that fails, {"algorithm", "tests": [{"inputs", "right", "answer"}]}, where an answer has a member
`outputs`, `refuse` or `error`; one out, {"guess": "..."}, or null where no change or too many do."""
import ast
import functools
import gc
import json
import math
import os
import resource
import signal
import sys
import time
import types
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.dirname(HERE)
sys.path[:0] = [KERNELS, HERE]

from changes import Changes  # pylint: disable=wrong-import-position
from fields import FIELDS  # pylint: disable=wrong-import-position
from formats import READ, read_inputs  # pylint: disable=wrong-import-position
from kernel_table import KERNELS as TABLE  # pylint: disable=wrong-import-position

SECONDS, MEMORY = 20, 1 << 32  # of processor, and bytes, for one algorithm
SHOWN, MOST = 4, 12
NEAR = 1e-10


class Late(BaseException):
    """A changed kernel that does not end."""


def late(_signal, _frame):
    raise Late


def same(kind, mine, theirs):
    if kind in ("doubles", "rows"):
        inner = {"doubles": "double", "rows": "doubles"}[kind]
        return isinstance(mine, (list, tuple)) and len(mine) == len(theirs) and all(same(inner, a, b) for a, b in zip(mine, theirs))
    if kind == "double":
        return mine == theirs or 0 <= abs(mine - theirs) <= NEAR * abs(theirs) < math.inf or (mine != mine and theirs != theirs)
    if kind in ("integers", "draws"):
        return list(mine) == list(theirs)
    return mine == theirs


def copied(inputs):
    return {name: [list(x) if isinstance(x, list) else x for x in value] if isinstance(value, list) else value for name, value in inputs.items()}


class Test:
    def __init__(self, algorithm, test):
        self.inputs, self.right = read_inputs(FIELDS[algorithm]["inputs"], test["inputs"]), test["right"]
        kinds, outputs, self.failed = FIELDS[algorithm]["outputs"], test["answer"].get("outputs"), "error" in test["answer"]
        self.answer = None if outputs is None else {name: (kinds[name], READ.get(kinds[name], lambda x: x)(value)) for name, value in outputs.items()}
        self.took = 0.0

    def agrees(self, kernel):
        """Whether the kernel answers this, refuses what was refused, and fails where it failed."""
        try:
            return self.within_time(kernel)
        except Late:
            return False

    def within_time(self, kernel):
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.05 + 5 * self.took)
        try:
            outputs = kernel(copied(self.inputs))
            if outputs is None or self.answer is None:
                return outputs is None and self.answer is None and not self.failed
            return all(same(kind, outputs[name], value) for name, (kind, value) in self.answer.items())
        except Exception:  # pylint: disable=broad-exception-caught
            return self.failed
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def key_of(code):
    return code.co_filename, code.co_name, code.co_firstlineno


def live():
    """Every function of the kernels' files."""
    table = {}
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and os.path.dirname(one.__code__.co_filename) == KERNELS:
            table.setdefault(key_of(one.__code__), []).append(one)
    return table


def called(kernel, tests):
    """The keys of the functions that the kernel calls, the deepest last."""
    seen = {}

    def hear(frame, event, _argument):
        if event == "call":
            seen.setdefault(key_of(frame.f_code), None)
    for test in tests:
        sys.setprofile(hear)
        start = time.process_time()
        try:
            kernel(copied(test.inputs))
        except Exception:  # pylint: disable=broad-exception-caught
            pass
        finally:
            sys.setprofile(None)
        test.took = time.process_time() - start
    return list(seen)


@functools.cache
def definitions(path):
    """The tree of a file, and each function in it by name and first line, with the statement of the file that holds it."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    table = {}
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.FunctionDef):
                table[node.name, min([node.lineno] + [d.lineno for d in node.decorator_list])] = node, statement
            elif isinstance(node, ast.Lambda):
                table["<lambda>", node.lineno] = node, statement
    return table


def code_in(code, key):
    if key_of(code) == key:
        return code
    return next((found for one in code.co_consts if isinstance(one, types.CodeType) and (found := code_in(one, key))), None)


def fits(change, holder, key, functions, kernel, tests):
    """Whether the changed function gives all that was answered."""
    change.make()
    try:
        code = code_in(compile(ast.Module([holder], []), key[0], "exec", dont_inherit=True), key)
    except (SyntaxError, ValueError, TypeError, AttributeError):
        code = None
    change.undo()
    before = functions[0].__code__
    if code is None or code.co_freevars != before.co_freevars:
        return False
    try:
        for function in functions:
            function.__code__ = code
        return all(test.agrees(kernel) for test in tests)
    finally:
        for function in functions:
            function.__code__ = before


def guesses(algorithm, tests):
    kernel, table, found, end = TABLE[algorithm], live(), {}, time.process_time() + SECONDS
    keys, places = called(kernel, tests), []
    tests = sorted(tests, key=lambda test: (test.right, test.took))
    for key in keys:
        if key in table:
            node, holder = definitions(key[0]).get(key[1:], (None, None))
            if node is not None:
                places += [(rank, change, holder, key) for rank, change in Changes(node, list(FIELDS[algorithm]["inputs"]))]
    for rank, change, holder, key in sorted(places, key=lambda place: place[0]):
        if time.process_time() > end or (found and rank > min(found.values())):
            break
        if fits(change, holder, key, table[key], kernel, tests):
            found.setdefault(f"{change.sentence()} ({os.path.basename(key[0])})", rank)
    return sorted(found, key=len)


def spoken(found):
    """One sentence, or None where nothing is known, or so much that it says nothing."""
    if not found or len(found) > MOST:
        return None
    more = f"; or {len(found) - SHOWN} others that give the same" if len(found) > SHOWN else ""
    return ("one of these: " if len(found) > 1 else "") + "; or ".join(found[:SHOWN]) + more


def guess(asked):
    tests = [Test(asked["algorithm"], test) for test in asked["tests"]]
    return spoken(guesses(asked["algorithm"], tests)) if any(not test.right and not test.failed for test in tests) else None


def beside(asked):
    """The same in a process of its own: a changed kernel may take all memory, or all time in one operation."""
    back, there = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with open(there, "w", encoding="utf-8") as out:
            json.dump(guess(asked), out)
        os._exit(0)
    os.close(there)
    with open(back, encoding="utf-8") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text or "null")


def main():
    signal.signal(signal.SIGVTALRM, late)
    warnings.simplefilter("ignore")  # of changes that make no sense
    for line in sys.stdin:
        print(json.dumps({"guess": beside(json.loads(line))}), flush=True)


if __name__ == "__main__":
    main()
