#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_mutants.py VECTORS COUNT SEED: plants COUNT random mistakes, one at a time, in the kernels of the Python consumer, and runs the
vectors of the algorithms that the changed file computes. A change that gives the same answers everywhere stands in vectors_equivalent.list with
its reason and is not counted. Prints each other mistake that no vector notices, as that list would have it, and the number of those noticed."""
import ast
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

NOT_KERNELS = ("consumer", "target", "fields", "formats", "kernel_table")
SECONDS = 40  # of processor, five times what all vectors take: a kernel that does not end is noticed, too
FIRST = """import json, sys
import consumer
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        root = json.load(file)
    for group in root["testGroups"]:
        for test in group["tests"]:
            if consumer.run_test(root["algorithm"], test):
                sys.exit(1)
"""
COMPARE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
              ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitXor: ast.BitOr, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd}


def places(tree):
    """Every node at which one thing can be changed, and which operator of it."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            found += [(node, k) for k, op in enumerate(node.ops) if type(op) in COMPARE]
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC or isinstance(node, ast.BoolOp) or isinstance(node, ast.UnaryOp):
            found.append((node, 0))
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            found.append((node, 0))
    return found


def change(node, k, rng):
    if isinstance(node, ast.Compare):
        node.ops[k] = COMPARE[type(node.ops[k])]()
    elif isinstance(node, ast.BinOp):
        node.op = ARITHMETIC[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd() if isinstance(node.op, ast.USub) else ast.USub() if isinstance(node.op, ast.UAdd) else ast.Not()
        node.operand = ast.UnaryOp(ast.Not(), node.operand) if isinstance(node.op, ast.Not) else node.operand
    else:
        node.value += rng.choice((1, -1))


def imports(folder):
    """What each file of the folder takes from which other."""
    names = [name[:-3] for name in sorted(os.listdir(folder)) if name.endswith(".py")]
    table = {}
    for name in names:
        with open(os.path.join(folder, f"{name}.py"), encoding="utf-8") as file:
            text = file.read()
        table[name] = [other for other in names if re.search(rf"^(?:from {other} import|import {other}\b)", text, re.M)], text
    return table


def algorithms(table, module):
    """Those that the module computes, then those of the modules that import it."""
    order, seen = [module], {module}
    for one in order:
        for other, (needs, _) in table.items():
            if one in needs and other not in seen and other not in NOT_KERNELS:
                seen.add(other)
                order.append(other)
    return order


def computed(folder, module):
    code = f"import {module}; print(' '.join(getattr({module}, 'ALGORITHMS', {{}})))"
    return subprocess.run([sys.executable, "-B", "-c", code], cwd=folder, capture_output=True, text=True, check=True).stdout.split()


def limits(seconds):
    """What is run before a consumer that may not end, or take all memory."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limit


def noticed(folder, vectors, names):
    """Whether one test fails: the first that does ends it."""
    files = [os.path.join(vectors, "v1", f"{name}.json") for name in names]
    return bool(files) and subprocess.run([sys.executable, "-B", "-c", FIRST, *files], cwd=folder, capture_output=True, check=False,
                                          preexec_fn=limits(SECONDS)).returncode != 0


def mutate(text, rng):
    tree = ast.parse(text)
    found = places(tree)
    node, k = rng.choice(found)
    before = ast.unparse(node)
    change(node, k, rng)
    ast.fix_missing_locations(tree)
    return ast.unparse(tree), f"{text.splitlines()[node.lineno - 1].strip()} | column {node.col_offset + 1} | {before} -> {ast.unparse(node)}"


def equivalent():
    """What is known to change nothing: the file, its line, the change."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors_equivalent.list"), encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith(("#", "\t"))]
    return set(lines)


def main(vectors, count, seed):
    rng = random.Random(int(seed))
    kernels = os.path.join(vectors, "consumers", "python")
    table = imports(kernels)
    modules = [name for name in table if name not in NOT_KERNELS]
    weights = [len(places(ast.parse(table[name][1]))) for name in modules]
    own = {name: computed(kernels, name) for name in modules}
    reach = {name: [a for module in algorithms(table, name)[1:] for a in own[module]] for name in modules}
    same, found, counted = equivalent(), 0, 0
    with tempfile.TemporaryDirectory() as room:
        if noticed(kernels, os.path.abspath(vectors), [name for names in own.values() for name in names]):
            sys.exit("the consumer fails as it stands")
        for _ in range(int(count)):
            module = rng.choices(modules, weights)[0]
            text, what = mutate(table[module][1], rng)
            folder = os.path.join(room, "consumer")
            shutil.copytree(kernels, folder)
            with open(os.path.join(folder, f"{module}.py"), "w", encoding="utf-8") as file:
                file.write(text)
            if f"{module}.py | {what}" not in same:
                counted += 1
                if any(noticed(folder, os.path.abspath(vectors), names) for names in (own[module], reach[module])):
                    found += 1
                else:
                    print(f"{module}.py | {what}", flush=True)
            shutil.rmtree(folder)
    print(f"{found} of {counted} noticed, {int(count) - counted} change nothing")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
