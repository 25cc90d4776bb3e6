#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_mutants_text.py c|js VECTORS COUNT SEED: plants COUNT random mistakes, one at a time, in the kernels of the C or JavaScript consumer, and
runs the vectors of the algorithms that the changed file computes, then all. A mistake that does not compile is drawn again; the sizes of arrays
and what reads a test from its file (lines with `malformed` or `in_bytes`) are left alone: neither is an answer. A change that gives the same answers everywhere stands in vectors_equivalent.list with its reason and is
not counted. Prints each other mistake that no vector notices, as that list would have it, and the number of those noticed."""
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from vectors_mutants import equivalent, limits

NOT_KERNELS = {"c": ("json.c", "main.c", "test.c"), "js": ("consumer.js", "fields.js", "formats.js", "numbers.js")}
SECONDS = {"c": 12, "js": 12}  # of processor, at least four times what all vectors take: a kernel that does not end is noticed, too
# What goes beyond an array has no meaning in C; sanitizers say so, as they do in whoever's own tests.
BUILD = ["cc", "-std=c17", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
MAIN = {"c": ("main.c", "\t\t\tc->failed++;", "\t\t\texit(1);"), "js": ("consumer.js", "\t\tfailed++;", "\t\tprocess.exit(1);")}  # the first test that fails ends it
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+",
         "/": "*", "%": "/", "+=": "-=", "-=": "+=", "<<": ">>", ">>": "<<", "^": "|", "++": "--"}
# Comments, strings, directives and tokens that are left alone come first.
TOKEN = re.compile(r"""(?P<skip>/\\*.*?\\*/|//[^\\n]*|"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'|`[^`]*`|^\\s*\\#[^\\n]*|=>|->|\\*\\*|\\.\\.\\.|>>>)|"""
                   r"""(?P<number>(?<![\\w.])\\d+n?(?![\\w.]))|(?P<operator>===|!==|<<|>>|<=|>=|==|!=|&&|\\|\\||\\+\\+|\\+=|-=|[<>+\\-*/%^])""".replace("\\\\", "\\"), re.S | re.M)


# What declares arrays, in C: what stands in their brackets is room.
ROOM = re.compile(r"\b(?:char|double|bool|int|uint\d+_t|int\d+_t|size_t|struct \w+)\b[^;=(){}?]*\[[^\]]*\]")


def places(text):
    read = [m.span() for m in re.finditer(r"^[^\n]*(?:\bmalformed\b|\bin_bytes\()[^\n]*$", text, re.M)]
    rooms = read + [(m.start() + room.start(), m.start() + room.end()) for m in ROOM.finditer(text) for room in re.finditer(r"\[[^\]]*\]", m.group())]
    return [m for m in TOKEN.finditer(text) if (m.lastgroup == "number" or m.lastgroup == "operator" and m.group() in SWAPS) and
            not any(a <= m.start() < b for a, b in rooms)]


def mutate(text, rng):
    at = rng.choice(places(text))
    old = at.group()
    digits = old.rstrip("n")
    new = SWAPS[old] if at.lastgroup == "operator" else f"{int(digits) + rng.choice((1, -1) if int(digits) > 0 else (1,))}{old[len(digits):]}"
    line = text.count("\n", 0, at.start()) + 1
    column = at.start() - text.rfind("\n", 0, at.start())
    return text[:at.start()] + new + text[at.end():], f"{text.splitlines()[line - 1].strip()} | column {column} | {old} -> {new}"


def computed(kind, text):
    """The algorithms that the file computes."""
    return re.findall(r"^RUN\((\w+)\)$", text, re.M) if kind == "c" else re.findall(r"^\t*(?:module\.exports = \{ algorithms: \{ )?(\w+): ", text, re.M)


def built(kind, folder, objects):
    """The command that runs it; None if it cannot be made."""
    if kind == "js":
        return ["node", os.path.join(folder, "consumer.js")]
    program = os.path.join(folder, "consumer")
    for source in sorted(glob.glob(os.path.join(folder, "*.c"))):
        name = os.path.basename(source)[:-2]
        if name in objects:
            continue
        target = os.path.join(folder, f"{name}.o")
        if subprocess.run([*BUILD, "-c", source, "-o", target], capture_output=True, check=False).returncode != 0:
            return None
    mine = {os.path.basename(path)[:-2]: path for path in glob.glob(os.path.join(folder, "*.o"))}
    done = subprocess.run([*BUILD, *{**objects, **mine}.values(), "-lm", "-o", program], capture_output=True, check=False)
    return [program] if done.returncode == 0 else None


def noticed(kind, command, files):
    calm = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run([*command, *files], capture_output=True, check=False, env=calm, preexec_fn=limits(SECONDS[kind])).returncode != 0


def hasty(kind, here, folder):
    """A copy of the consumer that ends at the first test that fails."""
    name, old, new = MAIN[kind]
    shutil.copytree(here, folder)
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        sys.exit(f"{name} has no line {old.strip()}")
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))


def main(kind, vectors, count, seed):
    rng, found, left, same = random.Random(int(seed)), 0, 0, equivalent()
    here = os.path.abspath(os.path.join(vectors, "consumers", kind))
    files = sorted(glob.glob(os.path.join(os.path.abspath(vectors), "v1", "*.json")))
    names = sorted(name for name in os.listdir(here) if name.endswith(f".{kind}") and name not in NOT_KERNELS[kind])
    texts = {name: open(os.path.join(here, name), encoding="utf-8").read() for name in names}
    with tempfile.TemporaryDirectory() as room:
        whole, folder, objects = os.path.join(room, "whole"), os.path.join(room, "one"), {}
        hasty(kind, here, whole)
        if noticed(kind, built(kind, whole, {}), files):
            sys.exit("the consumer fails as it stands")
        if kind == "c":
            objects = {os.path.basename(path)[:-2]: path for path in glob.glob(os.path.join(whole, "*.o"))}
        done = 0
        while done < int(count):
            name = rng.choices(names, [len(places(texts[one])) for one in names])[0]
            text, what = mutate(texts[name], rng)
            hasty(kind, here, folder)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(text)
            command = built(kind, folder, {key: path for key, path in objects.items() if key != name[:-2]})
            if command is not None:
                done += 1
                own = [path for path in files if os.path.basename(path)[:-5] in computed(kind, texts[name])]
                if f"{name} | {what}" in same:
                    left += 1
                elif (own and noticed(kind, command, own)) or noticed(kind, command, files):
                    found += 1
                else:
                    print(f"{name} | {what}", flush=True)
            shutil.rmtree(folder)
    print(f"{found} of {int(count) - left} noticed, {left} change nothing")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
